use super::mangled;
use crate::diagnostic::Finding;
use crate::facts::expr::LeafKinds;
use crate::facts::{AccessKind, Base, Facts, MemoryAccess, User};
use crate::ids::{InstId, RegId, VarId};
use crate::ir::{FunctionKind, Operand, OperandKind};
use crate::isa::{Effects, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports kernels that receive a size as an integer parameter, store to global memory at an index computed from block and thread
    /// index, and never use that size or any other integer parameter.
    ///
    /// ## Why is this bad
    /// Whenever the size is not a multiple of the block, the last block of a grid has more threads than there are elements left.
    /// Without `if (i < n)` they store past the end of the array.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u32 n)
    /// {
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %ctaid.x;
    ///     mov.u32 %r2, %ntid.x;
    ///     mov.u32 %r3, %tid.x;
    ///     mad.lo.s32 %r4, %r1, %r2, %r3;
    ///     mul.wide.s32 %rd3, %r4, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r4;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u32 n)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u32 %r5, [n];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %ctaid.x;
    ///     mov.u32 %r2, %ntid.x;
    ///     mov.u32 %r3, %tid.x;
    ///     mad.lo.s32 %r4, %r1, %r2, %r3;
    ///     setp.ge.s32 %p1, %r4, %r5;
    ///     @%p1 ret;
    ///     mul.wide.s32 %rd3, %r4, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r4;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A kernel that uses any integer parameter for anything (a stride, a loop bound, a value) is not reported, nor one whose stores
    /// are all guarded by something, nor one that uses an object, which may contain the size. Kernels without an integer parameter
    /// are not judged, nor are parameters whose names are numbers assigned by the compiler: an unused one may be anything. Mangled
    /// C++ names distinguish integers from enumerations.
    ///
    /// ## References
    /// CUDA C++ Programming Guide, "Kernels", "Thread Hierarchy".
    pub static MISSING_BOUNDS_CHECK = "missing-bounds-check" {
        group: Memory,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if module[facts.function].kind != FunctionKind::Entry {
        return;
    }
    let Some(size) = unused_size(facts) else { return };
    let Some(store) = facts.own_accesses().find(|access| is_open(facts, access)) else { return };
    let name = module[size].name.map_or("the size", |name| module.name(name));
    cx.report(
        Finding::new(store.span(), format!("this index is never checked against `{name}`, which is unused"))
            .caption("every thread of the grid stores here")
            .label(module[size].span, "declared here")
            .help(format!("guard the store: exit when the index reaches `{name}`")),
    );
}

/// The first integer parameter, if nothing depends on any of them: they are never loaded, or what was loaded is not used. A mangled
/// name tells integers from enumerations, and an object that is used may hold the size.
fn unused_size(facts: &Facts<'_, '_>) -> Option<VarId> {
    let module = facts.module;
    let function = &module[facts.function];
    let name = module.name(function.name?);
    let kinds = mangled::parameters(name);
    if kinds.is_none() && name.starts_with("_Z") {
        return None;
    }
    let variables = || function.params.vars.indices().map(VarId::new).enumerate();
    let is_integer = |&(index, var): &(usize, VarId)| {
        let variable = &module[var];
        let plain = variable.pointer.is_none() && variable.dims.is_empty();
        plain
            && match &kinds {
                Some(kinds) => kinds.get(index) == Some(&mangled::MangledKind::Integer),
                None => variable.ty.is_some_and(|ty| ty.bits() == 32 && !ty.is_float()),
            }
    };
    let is_object = |var: VarId| !module[var].dims.is_empty();
    let integers: Vec<VarId> = variables().filter(is_integer).map(|(_, var)| var).collect();
    let first = *integers.first()?;
    // What a parameter without a name of its own is for, nothing says: nvcc keeps those that a template does not use.
    let named = |var: VarId| module[var].name.is_some_and(|name| !is_numbered(module.name(name)));
    if !named(first) {
        return None;
    }
    let objects = variables().map(|(_, var)| var).filter(|&var| is_object(var));
    integers.iter().copied().chain(objects).all(|var| !is_used(facts, var)).then_some(first)
}

/// Whether a compiler has made up the name of a parameter: `kernel_param_3`.
fn is_numbered(name: &str) -> bool {
    let digits = name.trim_end_matches(|char: char| char.is_ascii_digit());
    digits.len() < name.len() && digits.ends_with("_param_")
}

fn is_used(facts: &Facts<'_, '_>, var: VarId) -> bool {
    let module = facts.module;
    let is_it = |operand: &Operand| operand.kind == OperandKind::Var(var);
    let names_it = |inst: &InstId| {
        module.operands(*inst).iter().any(|operand| match operand.kind {
            OperandKind::Address(id) | OperandKind::Offset(id) => module.list(module[id].parts).iter().any(is_it),
            _ => is_it(operand),
        })
    };
    module.insts_of(facts.function).filter(names_it).any(|inst| {
        let opcode = module.opcode(inst);
        let loads = opcode.instruction == Some(op::LD);
        let target = module.operands(inst).first().filter(|operand| matches!(operand.kind, OperandKind::Reg { .. }));
        // Debug code copies parameters that nobody asks for.
        let copied = |reg| facts.is_used(inst, reg) && !only_copies(facts, inst, reg);
        !loads || target.and_then(|operand| operand.register()).is_none_or(copied)
    })
}

/// Whether all that reads the result of an instruction copies it to registers that nothing reads.
fn only_copies(facts: &Facts<'_, '_>, inst: InstId, reg: RegId) -> bool {
    let module = facts.module;
    let value = facts.ssa().and_then(|ssa| ssa.write(inst, reg));
    let (Some(value), Some(users)) = (value, facts.users()) else { return false };
    users.of(value).all(|user| match user {
        User::Inst(copy) => {
            let moves = module.opcode(copy).instruction == Some(op::MOV);
            let target = module.operands(copy).first().and_then(|operand| operand.register());
            moves && target.is_some_and(|target| !facts.is_used(copy, target))
        }
        User::Value(_) => false,
    })
}

/// Whether an access is a store to global memory at an index from block and thread, that all threads execute.
fn is_open(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (Some(address), Some(conditions)) = (access.address, facts.conditions()) else { return false };
    let global = matches!(access.space, None | Some(StateSpace::Global)) && matches!(access.base, Base::Parameter(..));
    let stores =
        access.kind == AccessKind::Write && facts.module.opcode(access.inst).effects.intersects(Effects::WRITES_MEMORY);
    let exprs = facts.exprs();
    global
        && stores
        && facts.module.guard(access.inst).is_none()
        && conditions.of(facts.cfg().block_of(access.inst)).is_empty()
        && exprs.table.has_any(address, LeafKinds::TID)
        && exprs.table.has_any(address, LeafKinds::CTAID)
}
