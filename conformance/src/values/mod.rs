//! What instructions compute: the interpreter against a GPU, bit for bit.
//!
//! Each legal spelling of an instruction from registers to registers, with every combination of its modifiers, is run on thousands of
//! operands, most of them at the edges of some type. Chains of carries are, too, and what reads and writes memory: atomic operations,
//! narrow loads and stores, matrices, products of warpgroups, copies of tensors.

mod bench;
mod memory;
mod operands;
mod products;
mod tensors;

use crate::generate::{self, Draft};
use crate::{isa_errors, isa_only};
pub(crate) use bench::{check, measure};
use operands::{Format, Random};
use ptxlint::isa::{Instruction, op};
use std::fmt::Write as _;

/// Threads of a launch, each with operands of its own.
const THREADS: usize = 4096;
const BLOCK: u32 = 256;
/// Most combinations of modifiers of a form.
const MOST_COMBINATIONS: usize = 60_000;
/// Kernels of a module: compiling few at a time costs more, and one that is refused takes the others with it.
const KERNELS: usize = 64;
const VERSION: &str = "9.0";
/// What a word holds that nobody has written.
const POISON: u8 = 0xcc;

/// What is run: statements that read and write registers.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// The instruction; where it does not say all, with a hash of what is run.
    name: String,
    text: String,
    sources: Vec<Register>,
    results: Vec<Register>,
    /// How operands of matrix instructions are drawn, by source.
    formats: Option<Vec<Format>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Register {
    name: String,
    width: Width,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Width {
    Predicate,
    Bits16,
    Bits32,
    Bits64,
}

impl Register {
    /// The register of a name such as `%rd7`.
    fn of(name: &str) -> Option<Self> {
        let name = name.trim_start_matches('!');
        let kind = name.strip_prefix('%')?.trim_end_matches(|c: char| c.is_ascii_digit());
        let width = match kind {
            "p" => Width::Predicate,
            "h" | "hu" | "hs" | "hf" => Width::Bits16,
            "r" | "ru" | "rs" | "f" | "hx" => Width::Bits32,
            "rd" | "rdu" | "rds" | "fd" => Width::Bits64,
            _ => return None,
        };
        Some(Self { name: name.to_string(), width })
    }

    /// The registers that an operand names.
    fn all(text: &str) -> Vec<Self> {
        text.split(['{', '}', ',', '|', ' ']).filter_map(Self::of).collect()
    }
}

impl Instance {
    fn new(text: String, sources: Vec<Register>, results: Vec<Register>) -> Self {
        let mut this = Self { name: text.clone(), text, sources: Vec::new(), results: Vec::new(), formats: None };
        for (from, to) in [(sources, &mut this.sources), (results, &mut this.results)] {
            for register in from {
                if !to.contains(&register) {
                    to.push(register);
                }
            }
        }
        this
    }

    /// What it is called in files and reports.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// With the name of an instruction that is not all that is run.
    fn named(mut self, opcode: &str) -> Self {
        self.name = format!("{opcode} {:016x}", bench::hash(self.text.as_bytes()));
        self
    }

    /// An instruction of the table, if it computes registers from registers.
    fn of(draft: &Draft, instruction: Instruction) -> Option<Self> {
        let (mut operands, mut sources, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let mut formats = Vec::new();
        let is_sparse = [op::MMA_SP, op::MMA_SP_ORDERED_METADATA].contains(&instruction);
        let is_matrix = instruction == op::MMA || is_sparse;
        for (index, (name, mut text, is_written)) in draft.operand_texts().into_iter().enumerate() {
            if text.contains(['[', '_']) || text.contains("buf") {
                return None;
            }
            if name == "membermask" || (instruction != op::PRMT && name == "mask") {
                text = "-1".to_string();
            }
            if name == "immLut" {
                text = "0xd4".to_string();
            }
            let registers = Register::all(&text);
            if is_written {
                results.extend(registers);
            } else {
                let types = draft.type_names();
                let format = match name {
                    "metadata" => Format::metadata(types.get(1).copied().unwrap_or("")),
                    _ => Format::of(types.get(index).copied().unwrap_or("")),
                };
                formats.extend(registers.iter().map(|_| format));
                sources.extend(registers);
            }
            operands.push(text);
        }
        if results.is_empty() || sources.len() > 31 || results.len() > 15 {
            return None;
        }
        let mut this = Self::new(format!("{} {};", draft.opcode(), operands.join(", ")), sources, results);
        this.formats = is_matrix.then_some(formats);
        Some(this)
    }

    /// The kernel; it gets operands, and a place for results.
    fn kernel(&self, name: &str) -> String {
        let mut text = format!(
            ".visible .entry {name}(.param .u64 operands, .param .u64 results) {{\n.reg .b64 %o, %d, %w; .reg .b32 %t, %u, %v;\n{}\n\
             mov.u32 %t, %tid.x; mov.u32 %u, %ctaid.x; mad.lo.u32 %t, %u, {BLOCK}, %t;\nld.param.u64 %o, [operands]; \
             ld.param.u64 %d, [results];\nmul.wide.u32 %w, %t, {}; add.u64 %o, %o, %w; mul.wide.u32 %w, %t, {}; add.u64 %d, %d, %w;\n",
            crate::probe::REGISTERS,
            8 * self.sources.len().max(1),
            8 * self.results.len()
        );
        for (index, Register { name, width }) in self.sources.iter().enumerate() {
            let offset = 8 * index;
            let _ = match width {
                Width::Predicate => {
                    writeln!(text, "ld.global.b32 %v, [%o+{offset}]; and.b32 %v, %v, 1; setp.ne.u32 {name}, %v, 0;")
                }
                _ => writeln!(text, "ld.global.b{} {name}, [%o+{offset}];", width.bits()),
            };
        }
        text.push_str(&self.text);
        text.push('\n');
        for (index, Register { name, width }) in self.results.iter().enumerate() {
            let offset = 8 * index;
            let _ = match width {
                Width::Predicate => writeln!(text, "selp.b32 %v, 1, 0, {name}; st.global.b32 [%d+{offset}], %v;"),
                _ => writeln!(text, "st.global.b{} [%d+{offset}], {name};", width.bits()),
            };
        }
        text.push_str("ret;\n}\n");
        text
    }

    /// The operands of all threads, a word of 64 bits each.
    fn operands(&self) -> Vec<u64> {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut words = Vec::with_capacity(THREADS * self.sources.len().max(1));
        for thread in 0..THREADS {
            for (index, source) in self.sources.iter().enumerate() {
                let format = self.formats.as_ref().and_then(|formats| formats.get(index));
                words.push(match format {
                    Some(&format) => random.element(format),
                    None => random.edge(source.width, thread, index),
                });
            }
            if self.sources.is_empty() {
                words.push(0);
            }
        }
        words
    }
}

impl Width {
    fn bits(self) -> u32 {
        match self {
            Self::Predicate => 1,
            Self::Bits16 => 16,
            Self::Bits32 => 32,
            Self::Bits64 => 64,
        }
    }
}

/// Instructions of other sections that read and write registers alone.
const OTHERS: &[&str] = &[
    "prmt",
    "cvt",
    "cvt.pack",
    "shfl",
    "vote",
    "match",
    "redux",
    "mma",
    "mma.sp",
    "mma.sp::ordered_metadata",
    "movmatrix",
];
/// Those that depend on what ran before.
const LEFT_OUT: &[&str] = &["addc", "subc", "madc.lo", "madc.hi", "fns"];

/// Whether an instruction computes registers from registers, and nothing else.
fn is_pure(instruction: Instruction) -> bool {
    let chapters =
        ["9.7.1.", "9.7.2.", "9.7.3.", "9.7.4.", "9.7.5.", "9.7.6.", "9.7.7.", "9.7.8.", "9.7.19", "9.7.20", "9.7.21"];
    let (name, section) = (instruction.name(), instruction.section());
    let is_listed =
        OTHERS.contains(&name) || name.starts_with('v') || chapters.iter().any(|start| section.starts_with(start));
    is_listed && !LEFT_OUT.contains(&name)
}

/// All that can be run on the target, without repetitions.
pub(crate) fn instances(instructions: &[Instruction], target: &str) -> Vec<Instance> {
    let options = isa_only();
    let mut instances = Vec::new();
    for &instruction in instructions {
        if !is_pure(instruction) {
            continue;
        }
        for draft in generate::combinations(instruction, MOST_COMBINATIONS) {
            let Some(instance) = Instance::of(&draft, instruction) else { continue };
            let module = module(target, std::slice::from_ref(&instance));
            if isa_errors(&module, &options).is_empty() {
                instances.push(instance);
            }
        }
    }
    instances
}

/// Chains of carries: one instruction that sets the flag, one that reads and sets it, and one that shows it.
pub(crate) fn chains() -> Vec<Instance> {
    let mut instances = Vec::new();
    for ty in ["u32", "s32", "u64", "s64"] {
        let register = if ty.ends_with("64") { "%rd" } else { "%r" };
        let operand = |number: usize| format!("{register}{number}");
        let [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6].map(operand);
        let setting = ["add", "sub", "mad.lo", "mad.hi", "addc", "subc", "madc.lo", "madc.hi"];
        let three = |name: &str| name.starts_with("mad");
        for first in &setting[..4] {
            for second in &setting[4..] {
                for third in ["addc", "subc"] {
                    let first = if three(first) {
                        format!("{first}.cc.{ty} {d}, {a}, {b}, {c};")
                    } else {
                        format!("{first}.cc.{ty} {d}, {a}, {b};")
                    };
                    let second = if three(second) {
                        format!("{second}.cc.{ty} {e}, {b}, {c}, {a};")
                    } else {
                        format!("{second}.cc.{ty} {e}, {b}, {c};")
                    };
                    let text = format!("{first} {second} {third}.{ty} {f}, 100, 7;");
                    let registers = |names: [&String; 3]| names.iter().filter_map(|name| Register::of(name)).collect();
                    instances.push(Instance::new(text, registers([&a, &b, &c]), registers([&d, &e, &f])));
                }
            }
        }
    }
    instances
}

/// What reads and writes memory, as far as it is wanted and the target has it.
pub(crate) fn memory_instances(target: &str, wants: impl Fn(&str) -> bool) -> Vec<Instance> {
    let options = isa_only();
    let is_legal =
        |instance: &Instance| isa_errors(&module(target, std::slice::from_ref(instance)), &options).is_empty();
    memory::instances().into_iter().filter(|instance| wants(&instance.name)).filter(is_legal).collect()
}

fn module(target: &str, instances: &[Instance]) -> String {
    let mut text = format!(".version {VERSION}\n.target {target}\n.address_size 64\n{}\n", memory::VARIABLES);
    for (index, instance) in instances.iter().enumerate() {
        text.push_str(&instance.kernel(&format!("k{index}")));
    }
    text
}
