//! What a kernel takes, read from the text of its module.

use super::DeviceError;
use crate::ir::FunctionKind;
use crate::isa::{ScalarType, StateSpace};
use crate::parser;
use crate::source::Source;

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelFormal {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub size: usize,
    /// Its type, or that of its elements.
    pub ty: Option<ScalarType>,
}

/// The parameters of a kernel.
///
/// # Errors
/// The module has no such kernel.
pub fn parameters(ptx: &str, kernel: &str) -> Result<Vec<KernelFormal>, DeviceError> {
    let found = kernels(ptx)?.into_iter().find(|(name, _)| name == kernel).map(|(_, parameters)| parameters);
    found.ok_or_else(|| {
        let known = kernels(ptx).unwrap_or_default().into_iter().map(|(name, _)| name).collect();
        DeviceError::UnknownKernel { kernel: kernel.to_string(), known }
    })
}

/// The kernels of a module with their parameters.
///
/// # Errors
/// The text is too long.
pub fn kernels(ptx: &str) -> Result<Vec<(String, Vec<KernelFormal>)>, DeviceError> {
    let source = Source::new(ptx.as_bytes()).map_err(|_| DeviceError::Handle("a module of more than 4 GiB".into()))?;
    let module = parser::parse(source);
    let formal = |index: usize| {
        let variable = &module.variables[index];
        let name = variable.name.map_or("_", |name| module.name(name)).to_string();
        KernelFormal { name, size: variable.size.unwrap_or(0) as usize, ty: variable.ty }
    };
    let is_kernel = |function: &&crate::ir::Function| function.kind == FunctionKind::Entry && function.is_definition();
    let kernels = module.functions.iter().filter(is_kernel).map(|function| {
        let name = function.name.map_or("", |name| module.name(name)).to_string();
        (name, function.params.vars.indices().map(formal).collect())
    });
    Ok(kernels.collect())
}

/// A variable of a module in global or constant memory, described as a parameter is.
pub fn variable(ptx: &str, name: &str) -> Option<KernelFormal> {
    let module = parser::parse(Source::new(ptx.as_bytes()).ok()?);
    let is_wanted = |variable: &&crate::ir::Variable| {
        matches!(variable.space, StateSpace::Global | StateSpace::Const)
            && variable.name.is_some_and(|own| module.name(own) == name)
    };
    let found = module.variables.iter().find(is_wanted)?;
    Some(KernelFormal { name: name.to_string(), size: found.size? as usize, ty: found.ty })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.func f() { ret; }\n\
        .entry k(.param .u64 out, .param .u32 n, .param .align 8 .b8 pair[16]) { ret; }\n";

    #[test]
    fn variables_have_types() {
        let module =
            ".version 8.0\n.target sm_80\n.address_size 64\n.const .f32 c[3];\n.shared .u32 s;\n.global .u64 g;\n";
        let found = |name| variable(module, name).map(|variable| (variable.size, variable.ty));
        assert_eq!(found("c"), Some((12, Some(ScalarType::F32))));
        assert_eq!(found("g"), Some((8, Some(ScalarType::U64))));
        assert_eq!(found("s"), None, "blocks have one each");
    }

    #[test]
    fn names_and_sizes() {
        let formals = parameters(MODULE, "k").expect("it is there");
        let formals: Vec<_> = formals.iter().map(|formal| (formal.name.as_str(), formal.size, formal.ty)).collect();
        let [u64, u32, b8] = [ScalarType::U64, ScalarType::U32, ScalarType::B8].map(Some);
        assert_eq!(formals, [("out", 8, u64), ("n", 4, u32), ("pair", 16, b8)]);
        let unknown = parameters(MODULE, "f").expect_err("no kernel");
        assert_eq!(unknown, DeviceError::UnknownKernel { kernel: "f".into(), known: vec!["k".into()] });
    }
}
