//! Initial values of variables, laid out as bytes.

use crate::ids::VarId;
use crate::ir::{Const, ConstKind, IdRange, Initializer, Misfit, MisfitKind, Module, Relocation, Symbol};
use crate::isa::{ScalarType, TypeClass};
use crate::span::Span;

/// Most bytes of zeros that omitted elements may add to one module; what lies beyond is not laid out.
const MAX_PADDING: u64 = 16 << 20;

/// Collects the values of one initializer.
///
/// Braces must nest as deep as the variable has dimensions, the vector counting as one, and no dimension may
/// get more values than it has places (as ptxas demands; missing ones are zero).
pub(crate) struct InitBuilder {
    ty: Option<ScalarType>,
    /// Vector length.
    vector: u64,
    /// Extents, outermost first, the vector last. `None` is unlimited.
    extents: Vec<Option<u64>>,
    /// Size in bytes of one step in each dimension.
    strides: Vec<u64>,
    /// Index within each open brace.
    indices: Vec<u64>,
    first_byte: u32,
    first_relocation: u32,
    elements: u64,
    misfit: Option<Misfit>,
    start: u32,
}

impl InitBuilder {
    /// Starts the initializer of a declared variable; `start` is the offset of its first byte.
    pub(crate) fn new(module: &Module<'_>, variable: VarId, start: u32) -> Self {
        let variable = &module[variable];
        let mut extents: Vec<Option<u64>> = module.dims(variable).to_vec();
        if variable.vector > 1 {
            extents.push(Some(u64::from(variable.vector)));
        }
        let mut strides = vec![u64::from(variable.ty.map_or(1, ScalarType::bytes)); extents.len()];
        for i in (1..extents.len()).rev() {
            strides[i - 1] = strides[i].saturating_mul(extents[i].unwrap_or(1));
        }
        Self {
            ty: variable.ty,
            vector: u64::from(variable.vector),
            extents,
            strides,
            indices: Vec::new(),
            first_byte: module.init_bytes.len() as u32,
            first_relocation: module.relocations.len() as u32,
            elements: 0,
            misfit: None,
            start,
        }
    }

    fn misfit(&mut self, span: Span, kind: MisfitKind) {
        self.misfit.get_or_insert(Misfit { span, kind });
    }

    /// Reads a `{`.
    pub(crate) fn open(&mut self, span: Span) {
        self.step(span);
        self.indices.push(0);
        if self.indices.len() > self.extents.len() {
            self.misfit(span, MisfitKind::Depth);
        }
    }

    /// Reads a `}`; `span` is all from the brace that it closes.
    pub(crate) fn close(&mut self, span: Span) {
        let innermost = self.indices.len() == self.extents.len();
        if let (true, true, Some(&found)) = (innermost, self.vector > 1, self.indices.last())
            && found != self.vector
        {
            self.misfit(span, MisfitKind::VectorLength { found, wanted: self.vector });
        }
        if self.indices.len() == 1 {
            self.elements = self.indices[0];
        }
        self.indices.pop();
    }

    /// Counts an element of the innermost open brace.
    fn step(&mut self, span: Span) {
        let depth = self.indices.len();
        if let Some(index) = self.indices.last_mut() {
            *index += 1;
            let extent = self.extents.get(depth - 1).copied().flatten();
            let is_vector = self.vector > 1 && depth == self.extents.len();
            if extent.is_some_and(|extent| *index > extent) && !is_vector {
                self.misfit(span, MisfitKind::TooMany);
            }
        }
    }

    /// Byte offset of the element that was stepped to last.
    fn offset(&self) -> u64 {
        self.indices
            .iter()
            .zip(&self.strides)
            .fold(0, |sum: u64, (index, stride)| sum.saturating_add(index.saturating_sub(1).saturating_mul(*stride)))
    }

    fn begin_value(&mut self, span: Span) {
        self.step(span);
        if self.indices.len() != self.extents.len() {
            self.misfit(span, MisfitKind::Depth);
        }
    }

    /// Reads a constant.
    pub(crate) fn value(&mut self, module: &mut Module<'_>, value: Const, span: Span) {
        self.begin_value(span);
        match self.ty.and_then(|ty| encode(ty, value)) {
            Some(bits) => self.store(module, bits),
            None => self.misfit(span, MisfitKind::Kind(value.kind)),
        }
    }

    /// Reads the address of a symbol.
    pub(crate) fn symbol(&mut self, module: &mut Module<'_>, mut relocation: Relocation) {
        self.begin_value(relocation.span);
        if matches!(relocation.symbol, Symbol::Unresolved(_)) {
            self.misfit(relocation.span, MisfitKind::Symbol);
        }
        relocation.offset = u32::try_from(self.offset()).unwrap_or(u32::MAX);
        module.relocations.push(relocation);
        self.store(module, 0);
    }

    fn store(&mut self, module: &mut Module<'_>, bits: u128) {
        let size = self.ty.map_or(0, ScalarType::bytes) as usize;
        let bytes = &mut module.init_bytes;
        let stored = (bytes.len() - self.first_byte as usize) as u64;
        let padding = self.offset().saturating_sub(stored);
        if self.misfit.is_none() && padding <= MAX_PADDING.saturating_sub(stored.min(MAX_PADDING)) {
            bytes.resize(bytes.len() + padding as usize, 0);
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
    }

    /// Ends the initializer.
    pub(crate) fn finish(self, module: &Module<'_>, end: u32) -> Initializer {
        Initializer {
            span: Span::new(self.start, end),
            bytes: IdRange { start: self.first_byte, end: module.init_bytes.len() as u32 },
            relocations: IdRange { start: self.first_relocation, end: module.relocations.len() as u32 },
            elements: self.elements,
            misfit: self.misfit,
        }
    }
}

/// The bits that a constant becomes as a value of `ty`, if it may.
fn encode(ty: ScalarType, value: Const) -> Option<u128> {
    let integer = matches!(value.kind, ConstKind::Signed | ConstKind::Unsigned | ConstKind::WarpSize);
    match ty.class() {
        TypeClass::Bits | TypeClass::Unsigned | TypeClass::Signed if integer => {
            let extended = i128::from(value.bits as i64) as u128;
            Some(if value.kind == ConstKind::Unsigned { u128::from(value.bits) } else { extended })
        }
        TypeClass::Float if !matches!(ty, ScalarType::F32 | ScalarType::F64) => None,
        TypeClass::Bits | TypeClass::Float => value.float().map(|f| match ty.bits() {
            64 => u128::from(f.to_bits()),
            _ => u128::from((f as f32).to_bits()),
        }),
        _ => None,
    }
}
