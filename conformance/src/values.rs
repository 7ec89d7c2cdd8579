//! What instructions compute: the interpreter against a GPU, bit for bit.
//!
//! Each legal spelling of an instruction from registers to registers, with every combination of its modifiers, is run on thousands of
//! operands, most of them at the edges of some type. Chains of carries are, too.

use crate::generate::{self, Draft};
use crate::{isa_errors, isa_only};
use ptxlint::device::{Arg, Buffer, Cpu, Cuda, Device, DeviceError};
use ptxlint::isa::{Instruction, op};
use ptxlint::kernels::LaunchConfig;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

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

/// Elements of matrices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Format {
    Bits,
    /// Four numbers of eight bits below two.
    Byte,
    Half,
    Brain,
    Single,
    Double,
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
        let mut this = Self { text, sources: Vec::new(), results: Vec::new(), formats: None };
        for (from, to) in [(sources, &mut this.sources), (results, &mut this.results)] {
            for register in from {
                if !to.contains(&register) {
                    to.push(register);
                }
            }
        }
        this
    }

    /// An instruction of the table, if it computes registers from registers.
    fn of(draft: &Draft, instruction: Instruction) -> Option<Self> {
        let (mut operands, mut sources, mut results) = (Vec::new(), Vec::new(), Vec::new());
        let mut formats = Vec::new();
        let is_matrix = instruction == op::MMA;
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
                let format = Format::of(draft.type_names().get(index).copied().unwrap_or(""));
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

impl Format {
    fn of(ty: &str) -> Self {
        match ty {
            "f16" => Self::Half,
            "bf16" => Self::Brain,
            "f32" | "tf32" => Self::Single,
            "f64" => Self::Double,
            "e4m3" | "e5m2" => Self::Byte,
            _ => Self::Bits,
        }
    }
}

/// A generator of numbers that are the same everywhere (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Every pair of edges is the first two operands of some thread; the last threads have anything.
    fn edge(&mut self, width: Width, thread: usize, index: usize) -> u64 {
        let edges: &[u64] = match width {
            Width::Predicate => &[0, 1],
            Width::Bits16 => &EDGES_16,
            Width::Bits32 => &EDGES_32,
            Width::Bits64 => &EDGES_64,
        };
        let drawn = self.next();
        if width != Width::Predicate && thread >= 63 * 63 {
            return drawn;
        }
        match index {
            0 => edges[thread % 63 % edges.len()],
            1 => edges[thread / 63 % edges.len()],
            _ if drawn.is_multiple_of(4) && width != Width::Predicate => drawn >> 8,
            _ => edges[(drawn >> 8) as usize % edges.len()],
        }
    }

    /// An element of a matrix, or several in a word: none is infinite, so that sums show how they are rounded.
    fn element(&mut self, format: Format) -> u64 {
        let drawn = self.next();
        // Exponents in the middle of the range: products of largest and smallest still meet in a sum.
        let half = |bits: u64| (bits & 0x83ff) | ((10 + (bits >> 10) % 9) << 10);
        let brain = |bits: u64| (bits & 0x807f) | ((120 + (bits >> 7) % 12) << 7);
        let single = |bits: u64| (bits & 0x807f_ffff) | ((118 + (bits >> 23) % 14) << 23);
        match format {
            Format::Bits => drawn,
            Format::Byte => drawn & 0xbfbf_bfbf,
            Format::Half => half(drawn & 0xffff) | half(drawn >> 16 & 0xffff) << 16,
            Format::Brain => brain(drawn & 0xffff) | brain(drawn >> 16 & 0xffff) << 16,
            Format::Single => single(drawn & 0xffff_ffff),
            Format::Double => (drawn & 0x800f_ffff_ffff_ffff) | ((1010 + (drawn >> 52) % 20) << 52),
        }
    }
}

const EDGES_16: [u64; 63] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 100, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x0101,
    0x1234, 0x5555, 0xaaaa, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xff80, 0xfffe, 0xffff, 0x03ff, 0x0400, 0x0401, 0x3c00,
    0xbc00, 0x3c01, 0x3bff, 0x3800, 0x3e00, 0x4100, 0x4300, 0x4248, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00,
    0x3f80, 0xbf80, 0x3fc0, 0x4049, 0x7f7f, 0xff7f, 0x7fc0, 0x5bf8, 0x2e66,
];

const EDGES_32: [u64; 63] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    15,
    16,
    24,
    31,
    32,
    33,
    63,
    64,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x0001_0000,
    0x00ff_ffff,
    0x0100_0000,
    0x1234_5678,
    0xaaaa_5555,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_8000,
    0xffff_ff80,
    0xffff_fffe,
    0xffff_ffff,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f80_0001,
    0x3f7f_ffff,
    0x3f00_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x4060_0000,
    0x4049_0fdb,
    0xc0e9_999a,
    0x2edb_e6ff,
    0x4f00_0000,
    0x4f80_0000,
    0x5f00_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f80_0001,
    0x3c00_bc00,
    0x7e00_3c01,
    0x4b00_0001,
    0x42b1_7218,
    0xc2d0_0000,
];

const EDGES_64: [u64; 63] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x0000_0001_0000_0000,
    0x0000_0001_0000_0001,
    0x001f_ffff_ffff_ffff,
    0x0020_0000_0000_0001,
    0x0123_4567_89ab_cdef,
    0xaaaa_aaaa_5555_5555,
    0x7fff_ffff_ffff_fffe,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    0xffff_ffff_8000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3ff0_0000_0000_0001,
    0x3fef_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x3ff8_0000_0000_0000,
    0x4004_0000_0000_0000,
    0x400c_0000_0000_0000,
    0x4009_21fb_5444_2d18,
    0xc01d_3333_3333_3333,
    0x41e0_0000_0000_0000,
    0x41f0_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0x3810_0000_0000_0000,
    0x36a0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x3f10_0000_0000_0000,
    0x40ef_fe00_0000_0000,
];

/// Instructions of other sections that read and write registers alone.
const OTHERS: &[&str] = &["prmt", "cvt", "cvt.pack", "shfl", "vote", "match", "redux", "mma", "movmatrix"];
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

fn module(target: &str, instances: &[Instance]) -> String {
    let mut text = format!(".version {VERSION}\n.target {target}\n.address_size 64\n");
    for (index, instance) in instances.iter().enumerate() {
        text.push_str(&instance.kernel(&format!("k{index}")));
    }
    text
}

/// What a device has computed, or why it has not.
type Outcome = Result<Vec<u8>, String>;

/// Runs instances one after another.
struct Bench<'d> {
    device: &'d mut dyn Device,
    /// Operands that are on the device.
    operands: HashMap<Vec<u64>, Buffer>,
}

impl Bench<'_> {
    /// The results of each instance.
    fn run(&mut self, target: &str, instances: &[Instance]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for group in instances.chunks(KERNELS) {
            match self.device.load(&module(target, group)) {
                Ok(module) => {
                    for (index, instance) in group.iter().enumerate() {
                        let outcome = self.launch(module, &format!("k{index}"), instance);
                        outcomes.push(outcome.map_err(|error| error.to_string()));
                    }
                }
                Err(error) if group.len() == 1 => outcomes.push(Err(error.to_string())),
                Err(_) => {
                    for instance in group {
                        outcomes.extend(self.run(target, std::slice::from_ref(instance)));
                    }
                }
            }
        }
        outcomes
    }

    fn launch(
        &mut self,
        module: ptxlint::device::LoadedModule,
        kernel: &str,
        instance: &Instance,
    ) -> Result<Vec<u8>, DeviceError> {
        let words = instance.operands();
        let operands = match self.operands.get(&words) {
            Some(&buffer) => buffer,
            None => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                let buffer = self.device.alloc(bytes.len() as u64)?;
                self.device.upload(buffer, &bytes)?;
                self.operands.insert(words, buffer);
                buffer
            }
        };
        let mut results = vec![POISON; THREADS * 8 * instance.results.len()];
        let buffer = self.device.alloc(results.len() as u64)?;
        self.device.upload(buffer, &results)?;
        let config = LaunchConfig::new([(THREADS as u32) / BLOCK, 1, 1], [BLOCK, 1, 1]);
        self.device.launch(module, kernel, config, &[Arg::Buffer(operands), Arg::Buffer(buffer)])?;
        self.device.synchronise()?;
        self.device.download(buffer, &mut results)?;
        self.device.free(buffer)?;
        Ok(results)
    }
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Runs all instances on the interpreter and the GPU. What the GPU computes is written to a file: a hash of each instance's results.
/// Where the interpreter differs its folder gets the results themselves.
pub(crate) fn measure(instances: &[Instance], target: &str, file: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut gpu = Cuda::open(0)?;
    let name = gpu.name();
    let found = Bench { device: &mut gpu, operands: HashMap::new() }.run(target, instances);
    let mut out = fs::File::create(file)?;
    writeln!(
        out,
        "# What {name} computes: `conformance values --measure` wrote it. A hash of the results, and the instruction."
    )?;
    for (instance, outcome) in instances.iter().zip(&found) {
        match outcome {
            Ok(results) => writeln!(out, "{:016x} {}", hash(results), instance.text)?,
            Err(error) => println!("the GPU takes no {}: {error}", instance.text),
        }
    }
    let ours = interpret(instances, target);
    for (index, ((instance, gpu), cpu)) in instances.iter().zip(&found).zip(&ours).enumerate() {
        if let (Ok(gpu), Ok(cpu)) = (gpu, cpu)
            && gpu != cpu
        {
            fs::write(format!("{folder}/{index}.bin"), gpu)?;
            fs::write(format!("{folder}/{index}.txt"), &instance.text)?;
            print_difference(instance, gpu, cpu);
        } else if let Err(error) = cpu {
            println!("refused {}: {error}", instance.text);
        }
    }
    Ok(())
}

fn interpret(instances: &[Instance], target: &str) -> Vec<Outcome> {
    Bench { device: &mut Cpu::new(), operands: HashMap::new() }.run(target, instances)
}

/// A few threads that differ, and how many do.
fn print_difference(instance: &Instance, gpu: &[u8], cpu: &[u8]) {
    let (operands, count) = (instance.operands(), instance.results.len());
    let width = 8 * count;
    let differing: Vec<usize> =
        (0..THREADS).filter(|thread| gpu[thread * width..][..width] != cpu[thread * width..][..width]).collect();
    println!("DIFFERS {} of {THREADS}: {}", differing.len(), instance.text);
    let word = |bytes: &[u8], thread: usize, k: usize| {
        let at = thread * width + 8 * k;
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
    };
    let show = |bits: u64, width: Width| match width {
        Width::Predicate => format!("{}", bits & 1),
        Width::Bits16 => format!("{:04x}", bits & 0xffff),
        Width::Bits32 => format!("{:08x}", bits & 0xffff_ffff),
        Width::Bits64 => format!("{bits:016x}"),
    };
    for &thread in differing.iter().step_by(differing.len().div_ceil(6).max(1)) {
        let sources = instance.sources.iter().enumerate();
        let from: Vec<_> =
            sources.map(|(k, source)| show(operands[thread * instance.sources.len() + k], source.width)).collect();
        let [right, found] = [gpu, cpu].map(|bytes| {
            let results = instance.results.iter().enumerate();
            results.map(|(k, result)| show(word(bytes, thread, k), result.width)).collect::<Vec<_>>().join(" ")
        });
        println!("    {} -> GPU {right}, interpreter {found}", from.join(" "));
    }
}

/// Holds the interpreter against what a GPU has computed.
pub(crate) fn check(instances: &[Instance], target: &str, file: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let known: HashMap<&str, u64> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(hash, text)| Some((text, u64::from_str_radix(hash, 16).ok()?)))
        .collect();
    let ours = interpret(instances, target);
    let mut tallies: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (index, (instance, outcome)) in instances.iter().zip(&ours).enumerate() {
        let Some(&right) = known.get(instance.text.as_str()) else { continue };
        let name = instance.text.split(['.', ' ']).next().unwrap_or_default().to_string();
        let tally = tallies.entry(name).or_default();
        match outcome {
            Ok(results) if hash(results) == right => tally[0] += 1,
            Ok(results) => {
                tally[1] += 1;
                match fs::read(format!("{folder}/{index}.bin")) {
                    Ok(gpu) if fs::read_to_string(format!("{folder}/{index}.txt"))? == instance.text => {
                        print_difference(instance, &gpu, results);
                    }
                    _ => println!("DIFFERS {}", instance.text),
                }
            }
            Err(error) => {
                tally[2] += 1;
                println!("refused {}: {error}", instance.text);
            }
        }
    }
    println!("| instruction | as the GPU | not | refused |\n|---|---|---|---|");
    for (name, [same, differing, refused]) in &tallies {
        println!("| `{name}` | {same} | {differing} | {refused} |");
    }
    let total = tallies.values().fold([0; 3], |sum, tally| [0, 1, 2].map(|k| sum[k] + tally[k]));
    println!("{} spellings as the GPU, {} not, {} refused", total[0], total[1], total[2]);
    Ok(())
}
