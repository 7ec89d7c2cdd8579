//! From the IR to a [`Program`]: every question about text, types and operands is answered here, once.
//!
//! An instruction becomes one step or a few. Whatever the interpreter does not implement is refused here by name: an unknown
//! instruction, and any modifier that nobody asked for.

mod bulk;
mod cluster;
mod control;
mod convert;
mod directed;
mod exponents;
mod float;
mod half_float;
mod integer;
pub(super) mod matrix;
mod mbarrier;
mod memory;
mod mma;
mod moves;
mod operand;
mod quads;
mod register_product;
mod scalar_video;
pub(super) mod scales;
mod singles;
pub(super) mod sparsity;
pub(super) mod sums;
mod tensor;
mod tensor_memory;
mod texture;
mod update;
mod video;
mod warp;
mod warpgroup;
mod wmma;
pub(super) mod words;

use super::extents::SharedExtent;
use super::lanes::{Compute, unary};
use super::memory::FUNCTION_WINDOW;
use super::program::{Code, Constant, Insight, Op, ParameterSlot, Program, RegisterSlot, Step};
use super::register_pool::RegisterStep;
use crate::facts::device::EntryRegisters;
use crate::ids::{FuncId, FunctionId, InstId, RegId, VarId};
use crate::ir::{DirectiveKind, Module, Operand, OperandKind, Symbol, VariableRole};
use crate::isa::{Effects, ScalarType, StateSpace, Target, op, word};
use crate::span::Span;
use std::collections::HashMap;
use words::Words;

/// The address of a function.
pub fn function_address(function: FunctionId) -> u64 {
    FUNCTION_WINDOW + function.index() as u64 * 16
}

/// Most registers of a function.
const MOST_REGISTERS: u32 = 1 << 17;

/// Why a kernel is not run.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The instruction or feature.
    pub what: String,
    /// Where.
    pub span: Span,
}

type Result<T> = std::result::Result<T, Refusal>;

/// Addresses of the module's variables in global and constant memory.
pub type Globals = HashMap<VarId, u64>;

/// Makes a program of a kernel.
pub fn program(module: &Module<'_>, kernel: FunctionId, globals: &Globals) -> Result<Program> {
    let functions = reachable(module, kernel)?;
    let mut decoder = Decoder {
        module,
        globals,
        program: Program::default(),
        constants: HashMap::new(),
        functions: functions.iter().enumerate().map(|(i, &function)| (function, i as u32)).collect(),
        shared: HashMap::new(),
        parameters: HashMap::new(),
        function: kernel,
        inst: InstId::new(0),
        registers: 0,
        frame: HashMap::new(),
        frame_bytes: 0,
        upper: HashMap::new(),
        components: HashMap::new(),
        carry: None,
        guard: None,
        counted: false,
        insight: Insight::None,
        span: Span::default(),
    };
    decoder.lay_out_shared(&functions)?;
    decoder.lay_out_parameters(kernel)?;
    decoder.read_directives(kernel)?;
    let mut frames = Vec::new();
    for &function in &functions {
        frames.push(decoder.lay_out_frame(function)?);
    }
    for (index, &function) in functions.iter().enumerate() {
        let code = decoder.decode_function(function, &frames, index)?;
        decoder.program.functions.push(code);
    }
    find_runs(&mut decoder.program.steps);
    Ok(decoder.program)
}

/// Finds the computations that a warp does one after the other without asking between them where its lanes are.
fn find_runs(steps: &mut [Step]) {
    let mut run = 0;
    for step in steps.iter_mut().rev() {
        let is_plain = step.guard.is_none() && matches!(step.op, Op::Compute { .. });
        run = if is_plain { run + 1 } else { 0 };
        step.run = run;
    }
}

/// The functions that a kernel may call, itself first.
fn reachable(module: &Module<'_>, kernel: FunctionId) -> Result<Vec<FunctionId>> {
    let mut found = vec![kernel];
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        next += 1;
        for inst in module.insts_of(function) {
            let mut callees = Vec::new();
            mentioned(module, module.operands(inst), &mut callees);
            if is_indirect_call(module, inst) {
                let tables = module.relocations.iter();
                callees.extend(tables.filter_map(|relocation| match relocation.symbol {
                    Symbol::Func(func) => Some(func),
                    _ => None,
                }));
            }
            for callee in callees {
                if external(module, callee).is_some() {
                    continue;
                }
                let definition = definition(module, callee).ok_or_else(|| Refusal {
                    what: format!("the external function `{}`", module.name(module[callee].name)),
                    span: module[inst].span,
                })?;
                if !found.contains(&definition) {
                    found.push(definition);
                }
            }
        }
    }
    Ok(found)
}

/// Whether an instruction calls what a register says.
fn is_indirect_call(module: &Module<'_>, inst: InstId) -> bool {
    let calls = module.opcode(inst).effects.intersects(Effects::CALL);
    let is_register = |operand: &Operand| matches!(operand.kind, OperandKind::Reg { .. });
    calls && module.operands(inst).iter().any(is_register)
}

/// The functions that operands name, within lists and tables.
fn mentioned(module: &Module<'_>, operands: &[Operand], found: &mut Vec<FuncId>) {
    for operand in operands {
        match operand.kind {
            OperandKind::Func(func) => found.push(func),
            OperandKind::Label(label) => {
                if let crate::ir::LabelKind::CallTargets(list) = module[label].kind {
                    mentioned(module, module.list(list), found);
                }
            }
            OperandKind::Args(list) | OperandKind::Vector(list) => mentioned(module, module.list(list), found),
            _ => {}
        }
    }
}

/// The declaration that has a body, of a function or of what it is an alias of.
fn definition(module: &Module<'_>, func: FuncId) -> Option<FunctionId> {
    let symbol = &module[func];
    symbol.definition.or_else(|| module[symbol.alias_of?].definition)
}

/// What the system's functions do, as far as a kernel can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum External {
    /// `__assertfail`
    Fails,
    /// `vprintf`
    Prints,
    /// `malloc`
    Allocates,
    /// `free`
    Frees,
    /// `cudaGraphSetConditional`
    SetsCondition,
}

fn external(module: &Module<'_>, func: FuncId) -> Option<External> {
    if definition(module, func).is_some() {
        return None;
    }
    match module.name(module[func].name) {
        "__assertfail" => Some(External::Fails),
        "vprintf" => Some(External::Prints),
        "malloc" => Some(External::Allocates),
        "free" => Some(External::Frees),
        "cudaGraphSetConditional" => Some(External::SetsCondition),
        _ => None,
    }
}

/// Registers and variables of a function's frame.
struct Frame {
    first_register: u32,
    registers: u32,
    variables: HashMap<VarId, u32>,
    /// Of vector registers: where the components behind the first one are, and how many there are.
    components: HashMap<RegId, (u32, u32)>,
    bytes: u32,
}

/// The state of decoding.
pub(super) struct Decoder<'m, 's> {
    module: &'m Module<'s>,
    globals: &'m Globals,
    program: Program,
    constants: HashMap<Constant, RegisterSlot>,
    functions: HashMap<FunctionId, u32>,
    shared: HashMap<VarId, u64>,
    parameters: HashMap<VarId, u32>,
    function: FunctionId,
    inst: InstId,
    registers: u32,
    frame: HashMap<VarId, u32>,
    frame_bytes: u32,
    /// The upper halves of 128-bit registers, whose own slots hold the lower ones.
    upper: HashMap<RegId, RegisterSlot>,
    /// The second components of vector registers, which others follow.
    components: HashMap<RegId, u32>,
    /// `CC.CF` of the function, once it is used.
    carry: Option<RegisterSlot>,
    guard: Option<(RegisterSlot, bool)>,
    counted: bool,
    /// What is known of results of the instruction.
    insight: Insight,
    span: Span,
}

/// What is known of an instruction's result if not all operands have values.
pub(super) fn insight(words: &Words<'_>) -> Insight {
    let types = words.types();
    let is_integer = types.iter().all(|ty| !ty.is_float());
    let element = |ty: &ScalarType| ty.bits() / ty.lanes();
    match words.op {
        // `cvt.rn.f16x2.f32 d, a, b`, and between packed formats.
        op::CVT if types.iter().any(|ty| ty.lanes() == 2) => match &types[..] {
            [to, from] if from.lanes() == 2 && to.lanes() == 2 => {
                Insight::Elements { from: element(from), to: element(to) }
            }
            [to, from] if from.lanes() == 1 => Insight::Pair(element(to)),
            _ => Insight::None,
        },
        _ if types.iter().all(|ty| ty.lanes() == 2 && element(ty) == element(&types[0])) && !types.is_empty() => {
            Insight::Elements { from: element(&types[0]), to: element(&types[0]) }
        }
        op::ADD | op::SUB | op::NEG if is_integer && !words.has(word::SAT) => Insight::Sum,
        op::AND
        | op::OR
        | op::XOR
        | op::NOT
        | op::SHL
        | op::SHR
        | op::BFE
        | op::BFI
        | op::LOP3
        | op::SHF_L
        | op::SHF_R
        | op::PRMT
        | op::BREV
        | op::MOV => {
            let width = |ty: &ScalarType| if *ty == ScalarType::Pred { 1 } else { ty.bits() };
            Insight::Bits { width: types.first().map_or(64, width), steering: steering(words) }
        }
        // The register may be wider than the type.
        op::CVT | op::CVT_PACK if is_integer => Insight::Bits { width: 64, steering: steering(words) },
        op::MUL | op::MUL_LO | op::MUL_HI | op::MUL_WIDE | op::MUL24_LO | op::MUL24_HI if is_integer => {
            Insight::Product
        }
        op::MAD | op::MAD_LO | op::MAD_HI | op::MAD_WIDE | op::MAD24_LO | op::MAD24_HI if is_integer => {
            Insight::ProductAndSum
        }
        _ => Insight::None,
    }
}

/// The bits of each operand on which it depends where the bits of the others go, or whether they do.
fn steering(words: &Words<'_>) -> [u64; 4] {
    const ALL: u64 = u64::MAX;
    match words.op {
        op::SHL | op::SHR => [0, ALL, 0, 0],
        op::BFE => [0, ALL, ALL, 0],
        op::BFI => [0, 0, ALL, ALL],
        op::SHF_L | op::SHF_R => [0, 0, if words.has(word::WRAP) { 31 } else { ALL }, 0],
        // Four selectors of four bits.
        op::PRMT => [0, 0, 0xffff, 0],
        // What saturates depends on all of a number.
        op::CVT if words.has(word::SAT) => [ALL, 0, 0, 0],
        op::CVT_PACK => [ALL, ALL, 0, 0],
        _ => [0; 4],
    }
}

fn align(offset: u64, alignment: u64) -> u64 {
    offset.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

impl<'s> Decoder<'_, 's> {
    fn lay_out_shared(&mut self, functions: &[FunctionId]) -> Result<()> {
        let module = self.module;
        let mut offset = 0;
        let mut dynamic = Vec::new();
        for (index, variable) in module.variables.iter().enumerate() {
            let used = variable.function.is_none_or(|function| functions.contains(&function));
            if variable.space != StateSpace::Shared || !used {
                continue;
            }
            let id = VarId::new(index);
            let alignment = variable.alignment().unwrap_or(16);
            match variable.size {
                Some(size) if size > 0 && variable.linkage != crate::ir::Linkage::Extern => {
                    offset = align(offset, alignment);
                    self.shared.insert(id, offset);
                    let name = variable.name.map_or("", |name| module.name(name)).to_string();
                    let end = offset.saturating_add(size);
                    self.program.shared_variables.push(SharedExtent { name, start: offset, end: Some(end) });
                    offset = end;
                }
                _ => dynamic.push((id, alignment)),
            }
        }
        let alignment = dynamic.iter().map(|&(_, alignment)| alignment).max().unwrap_or(1).max(16);
        if !dynamic.is_empty() {
            offset = align(offset, alignment);
            let name = "dynamic shared memory".to_string();
            self.program.shared_variables.push(SharedExtent { name, start: offset, end: None });
        }
        self.shared.extend(dynamic.into_iter().map(|(id, _)| (id, offset)));
        self.program.shared_bytes = u32::try_from(offset).unwrap_or(u32::MAX);
        Ok(())
    }

    fn lay_out_parameters(&mut self, kernel: FunctionId) -> Result<()> {
        let module = self.module;
        let params = module[kernel].params;
        let mut offset = 0;
        for index in params.vars.indices() {
            let id = VarId::new(index);
            let variable = &module[id];
            let size = variable.size.unwrap_or(0);
            offset = align(offset, variable.alignment().unwrap_or(1));
            let (at, bytes) = (offset as u32, size as u32);
            if offset.saturating_add(size) > 32_764 {
                return Err(self.refuse_at("so many bytes of parameters", variable.span));
            }
            self.parameters.insert(id, at);
            let name = variable.name.map_or("_", |name| module.name(name)).to_string();
            self.program.parameters.push(ParameterSlot { name, offset: at, size: bytes });
            offset += size;
        }
        self.program.parameter_bytes = offset as u32;
        Ok(())
    }

    fn read_directives(&mut self, kernel: FunctionId) -> Result<()> {
        let module = self.module;
        let entry = EntryRegisters::of(module, kernel).filter(|entry| entry.is_certain);
        self.program.entry_registers = entry.and_then(|entry| entry.limit);
        self.program.target = module.target_name().and_then(Target::lookup).map(Target::number);
        for directive in &module.directives[module[kernel].directives.indices()] {
            let numbers: Vec<u64> = module
                .list(directive.args)
                .iter()
                .filter_map(|operand| Some(module[operand.constant()?].integer()? as u64))
                .collect();
            let extent = |i: usize| numbers.get(i).copied().unwrap_or(1) as u32;
            match directive.kind {
                DirectiveKind::ReqNtid => self.program.required_block = Some([extent(0), extent(1), extent(2)]),
                DirectiveKind::ReqNctaPerCluster => {
                    self.program.required_cluster = Some([extent(0), extent(1), extent(2)]);
                }
                DirectiveKind::BlocksAreClusters => self.program.counts_clusters = true,
                DirectiveKind::ExplicitCluster => self.program.wants_cluster = true,
                DirectiveKind::MaxNtid => {
                    self.program.most_threads =
                        Some(numbers.iter().fold(1, |threads, &extent| threads.saturating_mul(extent)))
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn lay_out_frame(&self, function: FunctionId) -> Result<Frame> {
        let module = self.module;
        let registers = module[function].registers;
        let mut bytes = 0;
        let mut variables = HashMap::new();
        for (index, variable) in module.variables.iter().enumerate() {
            let kernel_parameter =
                variable.role == VariableRole::Param && self.parameters.contains_key(&VarId::new(index));
            let in_frame = matches!(variable.space, StateSpace::Local | StateSpace::Param);
            if variable.function != Some(function) || kernel_parameter || !in_frame {
                continue;
            }
            bytes = align(bytes, variable.alignment().unwrap_or(1));
            variables.insert(VarId::new(index), bytes as u32);
            bytes = bytes.saturating_add(variable.size.unwrap_or(0));
            if bytes > 1 << 19 {
                return Err(self.refuse_at("local variables of more than 512 KiB", variable.span));
            }
        }
        let bytes = align(bytes, 16) as u32;
        let mut components = HashMap::new();
        let mut next = registers.len() as u32 + 1;
        for reg in registers.indices().map(RegId::new) {
            let more = u32::from(module.declaration(reg).vector.clamp(1, 4)) - 1;
            if more > 0 {
                components.insert(reg, (next, more));
                next += more;
            }
        }
        Ok(Frame { first_register: registers.start, registers: registers.len() as u32, variables, components, bytes })
    }

    fn decode_function(&mut self, function: FunctionId, frames: &[Frame], index: usize) -> Result<Code> {
        let module = self.module;
        let frame = &frames[index];
        self.function = function;
        // One more for parameters that the body never mentions.
        self.registers = frame.registers + frame.components.values().map(|&(_, more)| more).sum::<u32>() + 1;
        self.components = frame.components.iter().map(|(&reg, &(first, _))| (reg, first)).collect();
        self.frame = frame.variables.clone();
        self.frame_bytes = frame.bytes;
        self.upper.clear();
        self.carry = None;
        if module[function].broken {
            return Err(self.refuse_at("a function with errors", module[function].name_span));
        }
        if frame.registers > MOST_REGISTERS {
            return Err(self.refuse_at("so many registers", module[function].name_span));
        }
        let entry = self.program.steps.len() as u32;
        let mut starts = Vec::new();
        for inst in module.insts_of(function) {
            starts.push(self.program.steps.len() as u32);
            self.inst = inst;
            self.span = module[inst].span;
            self.counted = true;
            self.guard = None;
            if let Some(guard) = module.guard(inst) {
                let slot = self.register(guard)?;
                self.guard = Some((slot, guard.is_negated()));
            }
            self.decode_instruction(frames)?;
        }
        starts.push(self.program.steps.len() as u32);
        self.guard = None;
        self.span = Span::at(module[function].body.map_or(0, |body| body.end.saturating_sub(1)));
        self.emit(if index == 0 { Op::Exit } else { Op::Return });
        let first = module[function].insts.start;
        let place = |target: &mut u32| *target = starts[(*target - first) as usize];
        for step in &mut self.program.steps[entry as usize..] {
            match &mut step.op {
                Op::Branch { to } => place(to),
                Op::BranchIndexed { targets, .. } => targets.iter_mut().for_each(place),
                _ => {}
            }
        }
        Ok(Code { entry, registers: self.registers, frame: self.frame_bytes })
    }

    fn decode_instruction(&mut self, frames: &[Frame]) -> Result<()> {
        let module = self.module;
        let opcode = module.opcode(self.inst);
        let name = module.name(opcode.name);
        let words = Words::of(module, opcode).ok_or_else(|| self.refuse(name))?;
        self.insight = insight(&words);
        let is_wide = |ty: ScalarType| ty.bits() > 64;
        if !matches!(
            words.op,
            op::LD
                | op::ST
                | op::MOV
                | op::ATOM
                | op::CLUSTERLAUNCHCONTROL_TRY_CANCEL
                | op::CLUSTERLAUNCHCONTROL_QUERY_CANCEL
        ) && module.types(opcode).any(is_wide)
        {
            return Err(self.refuse(&format!("128-bit {name}")));
        }
        if !(self.decode_computation(&words)? || self.decode_access(&words)? || self.decode_control(&words, frames)?) {
            return Err(self.refuse(name));
        }
        match words.unread() {
            Some(word) => Err(self.refuse(&format!("{} with .{word} ({name})", words.op.name()))),
            None => Ok(()),
        }
    }

    /// Decodes an instruction that computes results from registers; `false` for any other.
    fn decode_computation(&mut self, words: &Words<'_>) -> Result<bool> {
        match words.op {
            op::ADD | op::SUB | op::DIV | op::DIV_FULL | op::REM | op::FMA | op::MIN | op::MAX | op::ABS | op::NEG => {
                self.arithmetic(words)?;
            }
            op::MUL | op::MUL_LO | op::MUL_HI | op::MUL_WIDE | op::MAD | op::MAD_LO | op::MAD_HI | op::MAD_WIDE => {
                self.arithmetic(words)?;
            }
            op::RCP | op::SQRT | op::RSQRT | op::EX2 | op::LG2 | op::SIN | op::COS | op::TANH => {
                self.float_function(words)?;
            }
            op::TESTP | op::COPYSIGN => self.float_function(words)?,
            op::ADDC | op::SUBC | op::MADC_LO | op::MADC_HI => self.with_carry(words)?,
            op::MUL24_LO | op::MUL24_HI | op::MAD24_LO | op::MAD24_HI | op::SAD => self.integer_function(words)?,
            op::AND | op::OR | op::XOR | op::NOT | op::CNOT | op::LOP3 => self.integer_function(words)?,
            op::SHL | op::SHR | op::SHF_L | op::SHF_R | op::BFE | op::BFI | op::PRMT => self.integer_function(words)?,
            op::BFIND | op::POPC | op::CLZ | op::BREV | op::FNS | op::SZEXT | op::BMSK => {
                self.integer_function(words)?
            }
            op::DP4A | op::DP2A_LO | op::DP2A_HI => self.integer_function(words)?,
            op::SETP | op::SET => self.compare(words)?,
            op::SELP | op::SLCT => self.select(words)?,
            op::MOV => self.move_register(words)?,
            op::CVT | op::CVT_PACK => self.convert(words)?,
            op::CVTA | op::CVTA_TO | op::ISSPACEP => self.convert_address(words)?,
            op::MAPA => self.map_address(words)?,
            op::GETCTARANK => self.rank_of_address(words)?,
            op::VADD | op::VSUB | op::VABSDIFF | op::VMIN | op::VMAX | op::VSHL | op::VSHR | op::VSET => {
                self.scalar_video(words)?;
            }
            op::VMAD => self.multiply_add_video(words)?,
            op::VADD2 | op::VSUB2 | op::VAVRG2 | op::VABSDIFF2 | op::VMIN2 | op::VMAX2 | op::VSET2 => {
                self.video(words, 2)?;
            }
            op::VADD4 | op::VSUB4 | op::VAVRG4 | op::VABSDIFF4 | op::VMIN4 | op::VMAX4 | op::VSET4 => {
                self.video(words, 4)?;
            }
            op::SHFL => self.shuffle(words)?,
            op::VOTE | op::MATCH | op::REDUX | op::ACTIVEMASK | op::ELECT => self.vote(words)?,
            op::MMA | op::MMA_SP | op::MMA_SP_ORDERED_METADATA | op::MOVMATRIX => self.matrix(words)?,
            op::WMMA_MMA => self.wmma(words)?,
            op::WGMMA_MMA_ASYNC | op::WGMMA_MMA_ASYNC_SP | op::WGMMA_FENCE => self.warpgroup(words)?,
            op::WGMMA_COMMIT_GROUP | op::WGMMA_WAIT_GROUP => self.warpgroup(words)?,
            op::TCGEN05_ALLOC | op::TCGEN05_DEALLOC | op::TCGEN05_RELINQUISH_ALLOC_PERMIT => {
                self.tensor_memory(words)?
            }
            op::TCGEN05_LD | op::TCGEN05_LD_RED | op::TCGEN05_ST | op::TCGEN05_WAIT_LD | op::TCGEN05_WAIT_ST => {
                self.tensor_memory(words)?
            }
            op::TCGEN05_CP | op::TCGEN05_SHIFT | op::TCGEN05_MMA | op::TCGEN05_MMA_WS | op::TCGEN05_COMMIT => {
                self.tensor_memory(words)?
            }
            op::TCGEN05_FENCE_BEFORE_THREAD_SYNC | op::TCGEN05_FENCE_AFTER_THREAD_SYNC => self.tensor_memory(words)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Decodes an instruction that accesses or orders memory, or tells it what is to come; `false` for any other.
    fn decode_access(&mut self, words: &Words<'_>) -> Result<bool> {
        match words.op {
            op::LD | op::LDU => self.load(words)?,
            op::ST => self.store(words)?,
            op::ATOM | op::RED => self.atomic(words)?,
            op::TEX | op::TEX_BASE | op::TEX_LEVEL | op::TEX_GRAD | op::TLD4 => self.texture(words)?,
            op::SULD_B | op::SUST_B => self.surface(words)?,
            op::MULTIMEM_LD_REDUCE => self.load_from_devices(words)?,
            op::MULTIMEM_ST => self.store(words)?,
            op::MULTIMEM_RED => self.atomic(words)?,
            op::LDMATRIX | op::STMATRIX => self.matrix(words)?,
            op::WMMA_LOAD_A | op::WMMA_LOAD_B | op::WMMA_LOAD_C | op::WMMA_STORE_D => self.wmma(words)?,
            op::CP_ASYNC | op::CP_ASYNC_CA | op::CP_ASYNC_CG => self.asynchronous_copy(words)?,
            op::CP_ASYNC_BULK | op::CP_REDUCE_ASYNC_BULK => self.bulk_copy(words)?,
            op::CP_ASYNC_BULK_TENSOR | op::CP_REDUCE_ASYNC_BULK_TENSOR => self.tensor_copy(words)?,
            op::TENSORMAP_REPLACE => self.replace_in_tensor_map(words)?,
            op::TENSORMAP_CP_FENCEPROXY => self.publish_tensor_map(words)?,
            op::CP_ASYNC_COMMIT_GROUP | op::CP_ASYNC_WAIT_GROUP | op::CP_ASYNC_WAIT_ALL => self.copy_group(words)?,
            op::CP_ASYNC_BULK_COMMIT_GROUP | op::CP_ASYNC_BULK_WAIT_GROUP => self.copy_group(words)?,
            op::CP_ASYNC_MBARRIER_ARRIVE => self.arrive_after_copies(words)?,
            op::CP_ASYNC_BULK_PREFETCH | op::CP_ASYNC_BULK_PREFETCH_TENSOR => self.hint(words)?,
            op::PREFETCH | op::PREFETCHU | op::DISCARD | op::APPLYPRIORITY | op::APPLYPRIORITY_ASYNC_BULK => {
                self.hint(words)?;
            }
            op::CREATEPOLICY_CVT | op::CREATEPOLICY_FRACTIONAL | op::CREATEPOLICY_RANGE => self.hint(words)?,
            op::MEMBAR | op::FENCE => {
                let of_init = words.has(word::MBARRIER_INIT);
                let narrow = words.has(word::CTA);
                words.ignore_all();
                self.emit(if of_init { Op::FenceInit } else { Op::Fence { narrow } });
            }
            op::ST_ASYNC | op::RED_ASYNC => self.async_store(words)?,
            op::CLUSTERLAUNCHCONTROL_TRY_CANCEL | op::CLUSTERLAUNCHCONTROL_QUERY_CANCEL => {
                self.launch_control(words)?
            }
            op::MEMBAR_PROXY | op::FENCE_PROXY => self.proxy_fence(words)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Decodes an instruction that decides where threads go on, or when; `false` for any other.
    fn decode_control(&mut self, words: &Words<'_>, frames: &[Frame]) -> Result<bool> {
        match words.op {
            op::BRA | op::BRX_IDX | op::RET | op::EXIT | op::TRAP => self.control(words)?,
            op::CALL => self.call(words, frames)?,
            op::ALLOCA | op::STACKSAVE | op::STACKRESTORE => self.stack(words)?,
            op::BAR_WARP => self.warp_barrier(words)?,
            op::BARRIER_CLUSTER_ARRIVE | op::BARRIER_CLUSTER_WAIT => self.cluster_barrier(words)?,
            op::BAR_SYNC | op::BAR_ARRIVE | op::BAR_RED => self.barrier(words)?,
            op::BAR_CTA_SYNC | op::BAR_CTA_ARRIVE | op::BAR_CTA_RED => self.barrier(words)?,
            op::BARRIER_SYNC | op::BARRIER_ARRIVE | op::BARRIER_RED => self.barrier(words)?,
            op::BARRIER_CTA_SYNC | op::BARRIER_CTA_ARRIVE | op::BARRIER_CTA_RED => self.barrier(words)?,
            op::MBARRIER_INIT | op::MBARRIER_INVAL | op::MBARRIER_PENDING_COUNT => self.mbarrier(words)?,
            op::MBARRIER_EXPECT_TX | op::MBARRIER_COMPLETE_TX => self.mbarrier(words)?,
            op::MBARRIER_ARRIVE | op::MBARRIER_ARRIVE_EXPECT_TX => self.mbarrier(words)?,
            op::MBARRIER_ARRIVE_DROP | op::MBARRIER_ARRIVE_DROP_EXPECT_TX => self.mbarrier(words)?,
            op::MBARRIER_TEST_WAIT | op::MBARRIER_TEST_WAIT_PARITY => self.mbarrier(words)?,
            op::MBARRIER_TRY_WAIT | op::MBARRIER_TRY_WAIT_PARITY => self.mbarrier(words)?,
            op::NANOSLEEP | op::PMEVENT | op::PMEVENT_MASK | op::BRKPT => self.hint(words)?,
            op::GRIDDEPCONTROL => {
                let waits = words.has(word::WAIT);
                words.ignore(&[word::LAUNCH_DEPENDENTS]);
                self.emit(if waits { Op::WaitForPrimary } else { Op::LetDependentsBegin });
            }
            op::SETMAXNREG_DEC | op::SETMAXNREG_INC => {
                words.ignore_all();
                let count = self.constant_operand(0)? as u32;
                self.emit(Op::SetRegisters(RegisterStep { count, increases: words.op == op::SETMAXNREG_INC }));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn refuse(&self, what: &str) -> Refusal {
        self.refuse_at(what, self.span)
    }

    fn refuse_at(&self, what: &str, span: Span) -> Refusal {
        Refusal { what: what.to_string(), span }
    }

    fn refuse_form(&self) -> Refusal {
        let module = self.module;
        let name = module.name(module.opcode(self.inst).name);
        self.refuse(&format!("this form of {name}"))
    }

    /// Appends a step of the current instruction.
    fn emit(&mut self, op: Op) {
        let counted = std::mem::take(&mut self.counted);
        self.program.steps.push(Step { op, guard: self.guard, counted, run: 0, span: self.span });
    }

    /// Appends a computation.
    fn emit_compute(&mut self, to: RegisterSlot, from: &[RegisterSlot], compute: Compute) {
        let first = from.first().copied().unwrap_or(to);
        let mut slots = [first; 4];
        slots[..from.len()].copy_from_slice(from);
        self.emit(Op::Compute { compute, to, from: slots, insight: self.insight });
    }

    fn emit_copy(&mut self, to: RegisterSlot, from: RegisterSlot) {
        self.emit_compute(to, &[from], unary(|a: u64| a));
    }

    /// A new register of the frame.
    fn temporary(&mut self) -> RegisterSlot {
        self.registers += 1;
        RegisterSlot(self.registers - 1)
    }

    fn constant(&mut self, constant: Constant) -> RegisterSlot {
        let program = &mut self.program;
        *self.constants.entry(constant).or_insert_with(|| {
            program.constants.push(constant);
            RegisterSlot(RegisterSlot::CONSTANT | (program.constants.len() as u32 - 1))
        })
    }

    fn bits(&mut self, bits: u64) -> RegisterSlot {
        self.constant(Constant::Bits(bits))
    }
}
