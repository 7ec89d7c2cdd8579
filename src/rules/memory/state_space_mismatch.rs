use crate::diagnostic::{Applicability, Edit, Finding, Level};
use crate::facts::expr::{ExprTable, Node};
use crate::facts::{Facts, MemoryAccess};
use crate::ids::VarId;
use crate::ir::{Component, FunctionKind, Module, Operand, OperandKind};
use crate::isa::{Class, Effects, StateSpace, Word, op};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports loads, stores and atomics whose address belongs to a different state space than the one they name: a generic pointer
    /// used with `.shared`, the address of a shared variable used generically without `cvta`, the address of a `.global` variable
    /// used with `.shared`, and so on. Addresses are followed through copies and arithmetic.
    ///
    /// ## Why is this bad
    /// The address of a shared, local or constant variable is an offset in its window. Used as a generic address it points to
    /// unmapped memory; a generic pointer used as an offset points far past the window. The assembler accepts both, and the kernel
    /// faults or reads something else.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b32 total;
    ///     ld.param.u64 %rd1, [out];
    ///     mov.u64 %rd2, total;
    ///     mov.u32 %r1, 0;
    ///     st.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b32 total;
    ///     ld.param.u64 %rd1, [out];
    ///     mov.u64 %rd2, total;
    ///     cvta.shared.u64 %rd3, %rd2;
    ///     mov.u32 %r1, 0;
    ///     st.u32 [%rd3], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Pointers that come from memory, from calls or from both sides of a branch are not followed. A kernel parameter without `.ptr`
    /// counts as a generic pointer only where it is the one 64-bit parameter in an address of `.shared`, `.local` or `.const`. Global
    /// addresses are the same in both forms on all targets, so `cvta.global` may be omitted. The low 32 bits of a generic address of
    /// shared memory are the offset in the window, which is what instructions on `mbarrier` objects and `tcgen05.alloc` take.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 5.1 "State Spaces", 6.4.1 "Addresses as Operands", 9.7.9.20 `cvta`.
    pub static STATE_SPACE_MISMATCH = "state-space-mismatch" {
        group: Memory,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

/// What kind of address something is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An offset in the window of a space, of a variable if one is known.
    Window(StateSpace, Option<VarId>),
    /// A generic address of a variable.
    Generic(VarId),
    /// A generic pointer that the kernel got.
    Pointer(VarId),
    /// The result of converting the window address of a variable as if it were in another space.
    Converted(StateSpace, VarId),
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for access in facts.own_accesses() {
        let Some(kind) = kind_of(facts, access) else { continue };
        if let Some(finding) = judge(cx.module, access, kind) {
            let offers = other_space(cx.module, access, kind).map(|edit| vec![edit]);
            let offers = offers.into_iter().chain(conversion(cx.module, access, kind));
            cx.report(offers.fold(finding, |finding, edits| finding.fixes(Applicability::Unsafe, edits)));
        }
    }
}

/// The kind of the address of an access; `None` when it is not known.
fn kind_of(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Kind> {
    let address = access.address?;
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, _) = table.terms(address);
    let mut found = None;
    for &(expr, coefficient) in terms.iter() {
        let Some(kind) = kind_of_term(facts, table, table.node(expr)) else { continue };
        if coefficient != 1 || found.is_some() {
            return None;
        }
        found = Some(kind);
    }
    found
}

fn kind_of_term(facts: &Facts<'_, '_>, table: &ExprTable, node: Node) -> Option<Kind> {
    let module = facts.module;
    // Parameters have windows of their own, and copies in local memory.
    let known = |var: VarId| module[var].space != StateSpace::Param;
    match node {
        Node::Window(var) if known(var) => Some(Kind::Window(module[var].space, Some(var))),
        Node::Generic(var) if known(var) => Some(Kind::Generic(var)),
        Node::FromGeneric(space, inner) => match table.node(inner) {
            // The conversion asks for a space that the variable is not in.
            Node::Generic(var) if known(var) => Some(Kind::Converted(space, var)),
            _ => Some(Kind::Window(space, None)),
        },
        Node::ToGeneric(space, inner) => match table.node(inner) {
            Node::Window(var) if known(var) => Some(Kind::Converted(space, var)),
            _ => None,
        },
        Node::Param { var, .. } => {
            let variable = &module[var];
            let pointer = variable.ty.is_some_and(|ty| ty.bits() == 64) && variable.dims.is_empty();
            let entry = module[facts.function].kind == FunctionKind::Entry;
            (entry && pointer && variable.pointer.is_none()).then_some(Kind::Pointer(var))
        }
        _ => None,
    }
}

/// The edit that gives an access the space of its address: none for a generic one.
fn other_space(module: &Module<'_>, access: &MemoryAccess, kind: Kind) -> Option<Edit> {
    let opcode = module.opcode(access.inst);
    let start = module[access.inst].span.start;
    let is_space = |word: Option<Word>| word.is_some_and(|word| matches!(word.class(), Class::Space(_)));
    let written = module.modifiers(opcode).iter().find(|modifier| is_space(modifier.word));
    let Some(written) = written else {
        // The space stands before what says how much is accessed. Other words may have to stand before it.
        let is_simple = |word: Word| matches!(word.class(), Class::Type(_) | Class::Vector(_));
        let simple = module.modifiers(opcode).iter().all(|modifier| modifier.word.is_some_and(is_simple));
        let Kind::Window(space, _) = kind else { return None };
        let span = Span::at(start + u32::from(opcode.base_len));
        return simple.then(|| Edit { span, text: format!(".{}", space.name()) });
    };
    let text = match kind {
        Kind::Window(space, _) => format!(".{}", space.name()),
        Kind::Generic(_) | Kind::Pointer(_) => {
            let forms = opcode.instruction?.forms().iter();
            let mut slots = forms.flat_map(|form| form.slots());
            let may_lack =
                slots.any(|slot| !slot.is_required() && slot.values().iter().any(|it| is_space(Some(it.word))));
            may_lack.then(String::new)?
        }
        Kind::Converted(..) => return None,
    };
    Some(Edit { span: written.span(start), text })
}

/// The edits that convert the address for an access, into a register of their own: others may use the address as it is.
fn conversion(module: &Module<'_>, access: &MemoryAccess, kind: Kind) -> Option<Vec<Edit>> {
    let (instruction, space, what) = match (access.space, kind) {
        (None, Kind::Window(space, _)) => (op::CVTA, space, "generic"),
        (Some(space), Kind::Generic(var)) if module[var].space == space => (op::CVTA_TO, space, space.name()),
        (Some(space), Kind::Pointer(_)) => (op::CVTA_TO, space, space.name()),
        _ => return None,
    };
    let OperandKind::Address(id) = access.operand.kind else { return None };
    let &[base] = module.list(module[id].parts) else { return None };
    let is_wide = |operand: Operand| match operand.kind {
        OperandKind::Reg { reg, component: Component::None, negated: false } => {
            module.declaration(reg).ty.is_some_and(|ty| ty.bits() == 64)
        }
        _ => false,
    };
    if access.called || module[id].indexed || !is_wide(base) || module.guard(access.inst).is_some() {
        return None;
    }
    let text = module.source.bytes();
    let is_new = |name: &String| module.names.lookup(name.as_bytes()).is_none();
    let names = std::iter::once(format!("%{what}")).chain((1..).map(|number| format!("%{what}_{number}")));
    let name = names.take(MOST_NAMES).find(is_new)?;
    let start = module[access.inst].span.start;
    let line = text[..start as usize].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let indent = std::str::from_utf8(&text[line..start as usize]).ok().filter(|indent| indent.trim().is_empty());
    let gap = indent.map_or(" ".to_string(), |indent| format!("\n{indent}"));
    let source = module.source.text_of(base.span);
    let (convert, space) = (instruction.name(), space.name());
    let before = format!(".reg .b64 {name};{gap}{convert}.{space}.u64 {name}, {source};{gap}");
    Some(vec![Edit { span: Span::at(start), text: before }, Edit { span: base.span, text: name }])
}

/// Names that are tried for a register.
const MOST_NAMES: usize = 100;

fn judge(module: &Module<'_>, access: &MemoryAccess, kind: Kind) -> Option<Finding> {
    let is_window = |space: StateSpace| matches!(space, StateSpace::Shared | StateSpace::Local | StateSpace::Const);
    let name = |var: VarId| module[var].name.map_or("a variable", |name| module.name(name));
    let takes_generic = module.opcode(access.inst).effects.intersects(Effects::GENERIC_SHARED);
    let finding = |message: String, help: String| Some(Finding::new(access.span(), message).help(help));
    match (access.space, kind) {
        (None, Kind::Window(space, var)) if is_window(space) => {
            let what = var.map_or("this address".to_string(), |var| format!("the address of `{}`", name(var)));
            // The assembler takes the low half of the address all the same.
            let works = takes_generic && space == StateSpace::Shared;
            let space = space.name();
            let found = finding(
                format!("a generic access with {what}, which is an offset in the `.{space}` window"),
                format!("name the space (`.{space}`), or convert the address with `cvta.{space}`"),
            );
            if works { found.map(|finding| finding.level(Level::Warning)) } else { found }
        }
        (Some(space), Kind::Window(other, var)) if space != other && space != StateSpace::Param => {
            let what = var.map_or("this address".to_string(), |var| format!("`{}`", name(var)));
            finding(
                format!("{what} is in `.{}`, not in `.{}`", other.name(), space.name()),
                format!("use `.{}`", other.name()),
            )
        }
        (Some(space), Kind::Generic(var))
            if (is_window(space) || (space == StateSpace::Global && is_window(module[var].space)))
                && !(takes_generic && module[var].space == space) =>
        {
            finding(
                format!("a generic address of `{}` used as an address of `.{}`", name(var), space.name()),
                format!("convert it with `cvta.to.{}`, or access it without a space", module[var].space.name()),
            )
        }
        (Some(space), Kind::Pointer(var)) if is_window(space) => finding(
            format!("the generic pointer `{}` used as an address of `.{}`", name(var), space.name()),
            format!(
                "kernels get generic pointers: convert it with `cvta.to.{}`, or access it without a space",
                space.name()
            ),
        ),
        (_, Kind::Converted(space, var)) if is_window(space) || is_window(module[var].space) => {
            let own = module[var].space.name();
            finding(
                format!("`{}` is in `.{own}`, but its address was converted for `.{}`", name(var), space.name()),
                format!("use the conversion for `.{own}`"),
            )
        }
        _ => None,
    }
}
