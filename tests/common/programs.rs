//! Random kernels that know themselves: as PTX, as a flow graph of instructions, and as something that runs.

use std::fmt::Write;

/// Registers %r0 to %r4.
pub const REGISTERS: usize = 5;
/// Predicates %p0 and %p1.
pub const PREDICATES: usize = 2;

/// A source operand.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Register(usize),
    Constant(u32),
}

/// `@%p0` or `@!%p0`
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    pub predicate: usize,
    pub negated: bool,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Action {
    /// `mov`, `add`, … to a register.
    Compute { name: &'static str, to: usize, from: [Source; 2] },
    /// `setp.lt.u32`
    Compare { to: usize, from: [Source; 2] },
    /// `bra`
    Branch { target: usize },
    /// `brx.idx`
    Switch { index: usize, targets: Vec<usize> },
    /// `ret`, `exit` or `trap`
    Leave { name: &'static str },
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    pub guard: Option<Guard>,
    pub action: Action,
}

/// A kernel body. Targets are indices of instructions; the index behind the last one is the end of the body.
pub struct Program {
    pub insts: Vec<Inst>,
}

const ARITHMETIC: [&str; 8] =
    ["mov.u32", "add.u32", "sub.u32", "mul.lo.u32", "and.b32", "or.b32", "xor.b32", "shl.b32"];

impl Program {
    /// A program of `len` instructions.
    pub fn random(random: &mut fastrand::Rng, len: usize) -> Self {
        let insts = (0..len).map(|_| random_inst(random, len)).collect();
        Self { insts }
    }

    /// The kernel as PTX. Instruction `i` of the module is instruction `i` of the program.
    pub fn text(&self) -> String {
        let mut text = String::from(
            ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n.reg .b32 %r<5>;\n.reg .pred %p<2>;\n",
        );
        for (i, inst) in self.insts.iter().enumerate() {
            if let Action::Switch { targets, .. } = &inst.action {
                let list: Vec<String> = targets.iter().map(|target| format!("L{target}")).collect();
                let _ = writeln!(text, "T{i}: .branchtargets {};", list.join(", "));
            }
        }
        for (i, inst) in self.insts.iter().enumerate() {
            let _ = writeln!(text, "L{i}: {}", statement(i, inst));
        }
        let _ = writeln!(text, "L{}:\n}}", self.insts.len());
        text
    }

    /// Where control may go from an instruction, and whether it may leave the kernel there.
    pub fn successors(&self, i: usize) -> (Vec<usize>, bool) {
        let inst = &self.insts[i];
        let (mut next, mut leaves) = match &inst.action {
            Action::Compute { .. } | Action::Compare { .. } => (vec![i + 1], false),
            Action::Branch { target } => (vec![*target], false),
            Action::Switch { targets, .. } => (targets.clone(), false),
            Action::Leave { .. } => (Vec::new(), true),
        };
        if inst.guard.is_some() {
            next.push(i + 1);
        }
        leaves |= next.contains(&self.insts.len());
        next.retain(|&target| target < self.insts.len());
        next.sort_unstable();
        next.dedup();
        (next, leaves)
    }

    /// Runs the program from random registers for at most `limit` steps; `visit` sees each instruction before it is executed.
    pub fn run(&self, random: &mut fastrand::Rng, limit: usize, mut visit: impl FnMut(usize, &State)) {
        let mut state = State {
            registers: std::array::from_fn(|_| random.u32(..)),
            predicates: std::array::from_fn(|_| random.bool()),
        };
        let mut at = 0;
        for _ in 0..limit {
            let Some(inst) = self.insts.get(at) else { return };
            visit(at, &state);
            let holds = inst.guard.is_none_or(|guard| state.predicates[guard.predicate] != guard.negated);
            at += 1;
            if !holds {
                continue;
            }
            match &inst.action {
                Action::Compute { name, to, from } => {
                    state.registers[*to] = compute(name, from.map(|s| state.value(s)))
                }
                Action::Compare { to, from } => state.predicates[*to] = state.value(from[0]) < state.value(from[1]),
                Action::Branch { target } => at = *target,
                Action::Switch { targets, .. } => at = targets[random.usize(..targets.len())],
                Action::Leave { .. } => return,
            }
        }
    }
}

/// Registers while a program runs.
pub struct State {
    pub registers: [u32; REGISTERS],
    pub predicates: [bool; PREDICATES],
}

impl State {
    /// The value of a source.
    pub fn value(&self, source: Source) -> u32 {
        match source {
            Source::Register(register) => self.registers[register],
            Source::Constant(value) => value,
        }
    }
}

fn random_inst(random: &mut fastrand::Rng, len: usize) -> Inst {
    let source = |random: &mut fastrand::Rng| match random.bool() {
        true => Source::Register(random.usize(..REGISTERS)),
        false => Source::Constant(random.u32(..40)),
    };
    let guard = |random: &mut fastrand::Rng| {
        Some(Guard { predicate: random.usize(..PREDICATES), negated: random.bool() }).filter(|_| random.u8(..3) == 0)
    };
    let from = [source(random), source(random)];
    match random.u8(..20) {
        0..=10 => {
            let name = ARITHMETIC[random.usize(..ARITHMETIC.len())];
            Inst { guard: guard(random), action: Action::Compute { name, to: random.usize(..REGISTERS), from } }
        }
        11..=13 => Inst { guard: guard(random), action: Action::Compare { to: random.usize(..PREDICATES), from } },
        14..=17 => Inst { guard: guard(random), action: Action::Branch { target: random.usize(..=len) } },
        18 => {
            let targets = (0..random.usize(1..4)).map(|_| random.usize(..=len)).collect();
            Inst { guard: guard(random), action: Action::Switch { index: random.usize(..REGISTERS), targets } }
        }
        _ => {
            let name = ["ret", "exit", "trap"][random.usize(..3)];
            Inst { guard: guard(random), action: Action::Leave { name } }
        }
    }
}

fn statement(i: usize, inst: &Inst) -> String {
    let operand = |source: &Source| match source {
        Source::Register(register) => format!("%r{register}"),
        Source::Constant(value) => value.to_string(),
    };
    let guard = inst
        .guard
        .map_or(String::new(), |guard| format!("@{}%p{} ", if guard.negated { "!" } else { "" }, guard.predicate));
    let action = match &inst.action {
        Action::Compute { name: "mov.u32", to, from } => format!("mov.u32 %r{to}, {}", operand(&from[0])),
        Action::Compute { name, to, from: [a, b] } => format!("{name} %r{to}, {}, {}", operand(a), operand(b)),
        Action::Compare { to, from: [a, b] } => format!("setp.lt.u32 %p{to}, {}, {}", operand(a), operand(b)),
        Action::Branch { target } => format!("bra L{target}"),
        Action::Switch { index, .. } => format!("brx.idx %r{index}, T{i}"),
        Action::Leave { name } => name.to_string(),
    };
    format!("{guard}{action};")
}

fn compute(name: &str, [a, b]: [u32; 2]) -> u32 {
    match name {
        "mov.u32" => a,
        "add.u32" => a.wrapping_add(b),
        "sub.u32" => a.wrapping_sub(b),
        "mul.lo.u32" => a.wrapping_mul(b),
        "and.b32" => a & b,
        "or.b32" => a | b,
        "xor.b32" => a ^ b,
        "shl.b32" => a.checked_shl(b).unwrap_or(0),
        _ => unreachable!("not generated: {name}"),
    }
}
