//! Branches, calls and barriers.

use super::super::program::{
    BarrierKind, BarrierStep, CallTarget, MemorySpace, Op, Pass, RegisterSlot, StepAddress, Transfer,
};
use super::super::stack::StackStep;
use super::words::Words;
use super::{Decoder, External, Frame, Result, definition, external, function_address};
use crate::ids::{FunctionId, LabelId, RegId, VarId};
use crate::ir::{IdRange, LabelKind, Operand, OperandKind, ParamList};
use crate::isa::{ScalarType, op, word};

/// A parameter of a function: a variable of its frame or a register.
enum FunctionFormal {
    Variable {
        offset: u32,
        size: u32,
    },
    Register {
        slot: RegisterSlot,
        size: u32,
    },
    /// A vector register: its components.
    Vector(Vec<RegisterSlot>),
}

impl Decoder<'_, '_> {
    /// The instruction behind a label, to be replaced by its step.
    fn target(&self, label: LabelId) -> Result<u32> {
        match self.module[label].kind {
            LabelKind::Code(inst) => Ok(inst.index() as u32),
            _ => Err(self.refuse_form()),
        }
    }

    pub(super) fn control(&mut self, words: &Words<'_>) -> Result<()> {
        let module = self.module;
        words.ignore(&[word::UNI]);
        let op = match words.op {
            op::EXIT => Op::Exit,
            op::TRAP => Op::Trap,
            op::RET if self.functions.get(&self.function) == Some(&0) => Op::Exit,
            op::RET => Op::Return,
            op::BRA => {
                let OperandKind::Label(label) = self.operand(0)?.kind else { return Err(self.refuse_form()) };
                Op::Branch { to: self.target(label)? }
            }
            _ => {
                let index = self.source(0, ScalarType::U32)?;
                let OperandKind::Label(table) = self.operand(1)?.kind else { return Err(self.refuse_form()) };
                let LabelKind::BranchTargets(list) = module[table].kind else { return Err(self.refuse_form()) };
                let mut targets = Vec::new();
                for operand in module.list(list) {
                    let OperandKind::Label(label) = operand.kind else { return Err(self.refuse_form()) };
                    targets.push(self.target(label)?);
                }
                Op::BranchIndexed { index, targets }
            }
        };
        self.emit(op);
        Ok(())
    }

    /// `alloca`, `stacksave`, `stackrestore`
    pub(super) fn stack(&mut self, words: &Words<'_>) -> Result<()> {
        /// What an address is a multiple of if the instruction does not say, and at least.
        const ALIGN: i64 = 8;
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let step = match words.op {
            op::STACKRESTORE => StackStep::Restore { from: self.source(0, ty)? },
            op::STACKSAVE => StackStep::Save { to: self.result(0)? },
            _ => {
                let align = if self.operand_count() > 2 { self.constant_operand(2)? } else { ALIGN };
                let bytes = self.source(1, ty)?;
                StackStep::Allocate { to: self.result(0)?, bytes, align: align.max(ALIGN) as u32 }
            }
        };
        self.program.moves_stack = true;
        self.emit(Op::Stack(step));
        Ok(())
    }

    pub(super) fn call(&mut self, words: &Words<'_>, frames: &[Frame]) -> Result<()> {
        let module = self.module;
        words.ignore(&[word::UNI]);
        let operands = module.operands(self.inst);
        let (results, rest) = match operands {
            [Operand { kind: OperandKind::Args(list), .. }, rest @ ..] => (module.list(*list), rest),
            _ => (&[][..], operands),
        };
        let [callee, rest @ ..] = rest else { return Err(self.refuse_form()) };
        let (arguments, rest) = match rest {
            [Operand { kind: OperandKind::Args(list), .. }, rest @ ..] => (module.list(*list), rest),
            _ => (&[][..], rest),
        };
        if let OperandKind::Func(func) = callee.kind
            && let Some(external) = external(module, func)
        {
            return self.call_system(external, results, arguments);
        }
        let (address, callees) = match callee.kind {
            OperandKind::Func(func) => {
                let callee = definition(module, func).ok_or_else(|| self.refuse_form())?;
                (None, vec![callee])
            }
            _ => {
                let address = self.source_of(*callee, ScalarType::U64)?;
                (Some(address), self.possible_callees(rest, results.len(), arguments.len()))
            }
        };
        let mut targets = Vec::new();
        for callee in callees {
            match self.call_target(callee, results, arguments, frames) {
                Ok(target) => targets.push(target),
                // The address may be that of others, which take parameters of other sizes.
                Err(_) if address.is_some() => {}
                Err(refusal) => return Err(refusal),
            }
        }
        self.emit(Op::Call { address, targets });
        Ok(())
    }

    fn call_system(&mut self, external: External, results: &[Operand], arguments: &[Operand]) -> Result<()> {
        let mut passed = Vec::new();
        for argument in arguments {
            passed.push(self.passed(argument)?);
        }
        if external == External::Fails {
            let &[message, file, line, function, ..] = &passed[..] else { return Err(self.refuse_form()) };
            self.emit(Op::FailAssertion([message, file, line, function]));
            return Ok(());
        }
        let (op, result, size) = match (external, &passed[..]) {
            (External::Prints, &[format, values]) => (Op::Print([format, values]), self.bits(0), 4),
            (External::Allocates, &[bytes]) => {
                self.program.allocates = true;
                let to = self.temporary();
                (Op::Allocate { to, bytes }, to, 8)
            }
            // The handle of a condition is the address of its number.
            (External::SetsCondition, &[handle, value]) => {
                let place = StepAddress { space: MemorySpace::Global, base: handle, offset: 0 };
                (Op::Store(Transfer::plain(place, value, 4)), self.bits(0), 4)
            }
            // What is freed stays: nothing tells that nobody uses it any more.
            _ => (Op::Nothing, self.bits(0), 4),
        };
        self.emit(op);
        let base = self.bits(0);
        for operand in results {
            match self.own_variable(operand) {
                Some((offset, _)) => self.emit(Op::Store(Transfer::plain(
                    StepAddress { space: MemorySpace::Frame, base, offset: i64::from(offset) },
                    result,
                    size,
                ))),
                None => {
                    let to = self.result_of(*operand)?;
                    self.emit_copy(to, result);
                }
            }
        }
        Ok(())
    }

    /// The 64 bits that are passed in a register or in a variable of the frame.
    fn passed(&mut self, argument: &Operand) -> Result<RegisterSlot> {
        let Some((offset, size @ (4 | 8))) = self.own_variable(argument) else {
            return self.source_of(*argument, ScalarType::U64);
        };
        let (to, base) = (self.temporary(), self.bits(0));
        self.emit(Op::Load(Transfer::plain(
            StepAddress { space: MemorySpace::Frame, base, offset: i64::from(offset) },
            to,
            size,
        )));
        Ok(to)
    }

    /// The functions that an indirect call may reach: those of its table, or all that take as many arguments.
    fn possible_callees(&self, rest: &[Operand], results: usize, arguments: usize) -> Vec<FunctionId> {
        let module = self.module;
        if let [Operand { kind: OperandKind::Label(label), .. }, ..] = rest
            && let LabelKind::CallTargets(list) = module[*label].kind
        {
            let callee = |operand: &Operand| match operand.kind {
                OperandKind::Func(func) => definition(module, func),
                _ => None,
            };
            return module.list(list).iter().filter_map(callee).collect();
        }
        let fits = |id: &FunctionId| {
            let function = &module[*id];
            self.functions[id] > 0 && function.params.len() == arguments && function.returns.len() == results
        };
        let mut callees: Vec<FunctionId> = self.functions.keys().copied().filter(fits).collect();
        callees.sort();
        callees
    }

    fn call_target(
        &mut self,
        callee: FunctionId,
        results: &[Operand],
        arguments: &[Operand],
        frames: &[Frame],
    ) -> Result<CallTarget> {
        let module = self.module;
        let function = self.functions[&callee];
        let frame = &frames[function as usize];
        let formals = |list: ParamList| formals(module, frame, list);
        let (params, returns) = (formals(module[callee].params), formals(module[callee].returns));
        if params.len() != arguments.len() || returns.len() != results.len() {
            return Err(self.refuse_form());
        }
        let address = function_address(callee);
        let mut target = CallTarget { function, address, arguments: Vec::new(), results: Vec::new() };
        for (argument, formal) in arguments.iter().zip(params) {
            if let FunctionFormal::Vector(slots) = formal {
                for (part, to) in self.components_of(argument, slots.len())?.into_iter().zip(slots) {
                    target.arguments.push(Pass::Register { from: self.register(part)?, to });
                }
                continue;
            }
            let own = self.own_variable(argument);
            self.check_pass(own, &formal)?;
            let pass = match (own.map(|(offset, _)| offset), formal) {
                (Some(from), FunctionFormal::Variable { offset, size }) => Pass::Copy { from, to: offset, size },
                (Some(from), FunctionFormal::Register { slot, size }) => Pass::Load { from, to: slot, size },
                (None, FunctionFormal::Variable { offset, size }) => {
                    Pass::Store { from: self.source_of(*argument, of_size(size))?, to: offset, size }
                }
                (None, FunctionFormal::Register { slot, size }) => {
                    Pass::Register { from: self.source_of(*argument, of_size(size))?, to: slot }
                }
                (_, FunctionFormal::Vector(_)) => return Err(self.refuse_form()),
            };
            target.arguments.push(pass);
        }
        for (result, formal) in results.iter().zip(returns) {
            if result.kind == OperandKind::Sink {
                continue;
            }
            if let FunctionFormal::Vector(slots) = formal {
                for (part, from) in self.components_of(result, slots.len())?.into_iter().zip(slots) {
                    target.results.push(Pass::Register { from, to: self.register(part)? });
                }
                continue;
            }
            let own = self.own_variable(result);
            self.check_pass(own, &formal)?;
            let pass = match (own.map(|(offset, _)| offset), formal) {
                (Some(to), FunctionFormal::Variable { offset, size }) => Pass::Copy { from: offset, to, size },
                (Some(to), FunctionFormal::Register { slot, size }) => Pass::Store { from: slot, to, size },
                (None, FunctionFormal::Variable { offset, size }) => {
                    Pass::Load { from: offset, to: self.result_of(*result)?, size }
                }
                (None, FunctionFormal::Register { slot, .. }) => {
                    Pass::Register { from: slot, to: self.result_of(*result)? }
                }
                (_, FunctionFormal::Vector(_)) => return Err(self.refuse_form()),
            };
            target.results.push(pass);
        }
        Ok(target)
    }

    /// The components of a vector register that is passed for one of so many.
    fn components_of(&self, operand: &Operand, count: usize) -> Result<Vec<Operand>> {
        let parts = self.parts(*operand);
        if parts.len() == count { Ok(parts) } else { Err(self.refuse_form()) }
    }

    /// Where the variable that an operand names is in the frame of the current function, and its size.
    fn own_variable(&self, operand: &Operand) -> Option<(u32, u32)> {
        match operand.kind {
            OperandKind::Var(var) => Some((*self.frame.get(&var)?, self.module[var].size.unwrap_or(0) as u32)),
            _ => None,
        }
    }

    /// What is passed must have the size of the parameter.
    fn check_pass(&self, own: Option<(u32, u32)>, formal: &FunctionFormal) -> Result<()> {
        let (FunctionFormal::Variable { size, .. } | FunctionFormal::Register { size, .. }) = *formal else {
            return Ok(());
        };
        let fits = own.map_or(size <= 8, |(_, own)| own == size);
        if fits { Ok(()) } else { Err(self.refuse_form()) }
    }

    /// `bar.warp.sync`
    pub(super) fn warp_barrier(&mut self, words: &Words<'_>) -> Result<()> {
        words.has(word::SYNC);
        let members = self.source(0, ScalarType::U32)?;
        self.emit(Op::WarpBarrier { members });
        Ok(())
    }

    /// `bar`, `barrier`
    pub(super) fn barrier(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::PRED, word::U32]);
        let is_bar = matches!(
            words.op,
            op::BAR_SYNC | op::BAR_CTA_SYNC | op::BAR_ARRIVE | op::BAR_CTA_ARRIVE | op::BAR_RED | op::BAR_CTA_RED
        );
        let aligned = words.has(word::ALIGNED) || is_bar;
        let kind = match words.op {
            op::BAR_SYNC | op::BAR_CTA_SYNC | op::BARRIER_SYNC | op::BARRIER_CTA_SYNC => BarrierKind::Sync,
            op::BAR_ARRIVE | op::BAR_CTA_ARRIVE | op::BARRIER_ARRIVE | op::BARRIER_CTA_ARRIVE => BarrierKind::Arrive,
            op::BAR_RED | op::BAR_CTA_RED | op::BARRIER_RED | op::BARRIER_CTA_RED => {
                match words.one_of(&[word::AND, word::OR, word::POPC]) {
                    Some(word::AND) => BarrierKind::All,
                    Some(word::OR) => BarrierKind::Any,
                    _ => BarrierKind::Count,
                }
            }
            _ => return Err(self.refuse_form()),
        };
        let reduces = !matches!(kind, BarrierKind::Sync | BarrierKind::Arrive);
        let first = usize::from(reduces);
        let operands = self.operand_count().saturating_sub(2 * first);
        let id = self.source(first, ScalarType::U32)?;
        let count = if operands > 1 { Some(self.source(first + 1, ScalarType::U32)?) } else { None };
        let reduction = match reduces {
            true => Some((self.result(0)?, self.source(first + operands, ScalarType::Pred)?)),
            false => None,
        };
        self.emit(Op::Barrier(BarrierStep { kind, id, count, reduction, aligned }));
        Ok(())
    }
}

fn of_size(bytes: u32) -> ScalarType {
    match bytes {
        1 => ScalarType::B8,
        2 => ScalarType::B16,
        4 => ScalarType::B32,
        _ => ScalarType::B64,
    }
}

/// The parameters of a list: variables first, then registers, of which a list has only one kind.
fn formals(module: &crate::ir::Module<'_>, frame: &Frame, list: ParamList) -> Vec<FunctionFormal> {
    let variables = list.vars.indices().map(|index| {
        let id = VarId::new(index);
        let offset = frame.variables.get(&id).copied().unwrap_or(0);
        FunctionFormal::Variable { offset, size: module[id].size.unwrap_or(0) as u32 }
    });
    let range = IdRange { start: frame.first_register, end: frame.first_register + frame.registers };
    let registers = list.regs.indices().map(|decl| {
        let found = range.indices().find(|&reg| module.registers[reg].decl.index() == decl);
        let slot = found.map_or(frame.registers, |reg| reg as u32 - range.start);
        if module.reg_decls[decl].vector > 1 {
            // Components of a parameter that the body never mentions go where nobody reads.
            let count = u32::from(module.reg_decls[decl].vector.min(4));
            let more = found.and_then(|reg| frame.components.get(&RegId::new(reg)));
            let of = |index: u32| match more {
                Some(&(first, _)) if index > 0 => first + index - 1,
                _ => slot,
            };
            return FunctionFormal::Vector((0..count).map(|index| RegisterSlot(of(index))).collect());
        }
        let bits = module.reg_decls[decl].bits().unwrap_or(32);
        FunctionFormal::Register { slot: RegisterSlot(slot), size: bits.div_ceil(8) }
    });
    variables.chain(registers).collect()
}
