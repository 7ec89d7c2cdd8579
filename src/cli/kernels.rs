//! The commands about the kernels of this crate.

use super::Ending;
use super::arguments::{KernelsCommand, ListFormat};
use super::print;
use super::terminal::Terminal;
use crate::isa::Target;
use crate::kernels::*;
use crate::util::{alternatives, closest};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::str::FromStr;

/// A kernel that can be written for given dimensions.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Shipped {
    pub name: &'static str,
    /// What it computes.
    mathematics: &'static str,
    /// The dimensions that have to be given.
    dimensions: &'static [&'static str],
    /// What may be given, and what holds otherwise.
    options: &'static [(&'static str, &'static str)],
    #[serde(skip)]
    build: fn(&Values) -> Result<Box<dyn Kernel>, String>,
}

/// What was given for dimensions and options, by name.
pub(super) type GivenOptions = BTreeMap<&'static str, String>;

/// What holds for dimensions and options, by name.
struct Values(GivenOptions);

impl Values {
    fn get<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.0.get(name).map_or("", String::as_str);
        text.parse().map_err(|_| format!("`--{name} {text}`: not a number that it accepts"))
    }

    fn layout(&self) -> Result<RopeLayout, String> {
        match self.0.get("layout").map(String::as_str) {
            Some("halves") => Ok(RopeLayout::Halves),
            Some("interleaved") => Ok(RopeLayout::Interleaved),
            other => Err(format!("`--layout {}`: expected `halves` or `interleaved`", other.unwrap_or_default())),
        }
    }

    fn fill(&self, pattern: Pattern) -> Result<Box<dyn Kernel>, String> {
        Ok(Box::new(Fill { rows: self.get("rows")?, columns: self.get("columns")?, pattern }))
    }

    fn half_gemm(&self, format: HalfFormat) -> Result<Box<dyn Kernel>, String> {
        Ok(Box::new(HalfGemm { m: self.get("m")?, n: self.get("n")?, k: self.get("k")?, format }))
    }

    fn random_halves(&self, format: HalfFormat) -> Result<Box<dyn Kernel>, String> {
        Ok(Box::new(RandomHalves { count: self.get("count")?, seed: self.get("seed")?, format }))
    }

    fn attention(&self, causal: bool, format: Option<HalfFormat>) -> Result<Box<dyn Kernel>, String> {
        let (heads, length, head_dim) = (self.get("heads")?, self.get("length")?, self.get("head-dim")?);
        Ok(match format {
            None => Box::new(Attention { heads, length, head_dim, causal }),
            Some(format) => Box::new(HalfAttention { heads, length, head_dim, causal, format }),
        })
    }
}

const RMS_NORM: &str = "output[i] = input[i] / sqrt(mean(input²) + epsilon) · weight[i]";
const ROPE: &str = "turns pairs (a, b) of a head by position · frequency[i]";
const SWIGLU: &str = "output[i] = gate[i] / (1 + exp(-gate[i])) · up[i]";
const GEMV: &str = "y[j] = Σ x[i] · a[i, j]; a is k × n";
const FILL: &[&str] = &["rows", "columns"];
const ATTENTION: &[&str] = &["heads", "length", "head-dim"];
const SEED: (&str, &str) = ("seed", "0");
const EPSILON: (&str, &str) = ("epsilon", "1e-6");
const BATCH: (&str, &str) = ("batch", "8");
const LAYOUT: (&str, &str) = ("layout", "halves");

/// All kernels.
pub(super) const SHIPPED: &[Shipped] = &[
    Shipped {
        name: "rms_norm",
        mathematics: RMS_NORM,
        dimensions: &["hidden"],
        options: &[EPSILON],
        build: |v| Ok(Box::new(RmsNorm { hidden: v.get("hidden")?, epsilon: v.get("epsilon")? })),
    },
    Shipped {
        name: "batched_rms_norm",
        mathematics: RMS_NORM,
        dimensions: &["hidden"],
        options: &[EPSILON, BATCH],
        build: |v| {
            let (hidden, epsilon, batch) = (v.get("hidden")?, v.get("epsilon")?, v.get("batch")?);
            Ok(Box::new(BatchedRmsNorm { hidden, epsilon, batch }))
        },
    },
    Shipped {
        name: "residual_add",
        mathematics: "output[i] = input[i] + residual[i]",
        dimensions: &["length"],
        options: &[],
        build: |v| Ok(Box::new(ResidualAdd { length: v.get("length")? })),
    },
    Shipped {
        name: "batched_residual_add",
        mathematics: "output[i] = input[i] + residual[i]",
        dimensions: &["length"],
        options: &[BATCH],
        build: |v| Ok(Box::new(BatchedResidualAdd { length: v.get("length")?, batch: v.get("batch")? })),
    },
    Shipped {
        name: "rope",
        mathematics: ROPE,
        dimensions: &["heads", "head-dim"],
        options: &[LAYOUT],
        build: |v| Ok(Box::new(Rope { heads: v.get("heads")?, head_dim: v.get("head-dim")?, layout: v.layout()? })),
    },
    Shipped {
        name: "batched_rope",
        mathematics: ROPE,
        dimensions: &["heads", "head-dim"],
        options: &[LAYOUT, BATCH],
        build: |v| {
            let (heads, head_dim, batch) = (v.get("heads")?, v.get("head-dim")?, v.get("batch")?);
            Ok(Box::new(BatchedRope { heads, head_dim, layout: v.layout()?, batch }))
        },
    },
    Shipped {
        name: "swiglu",
        mathematics: SWIGLU,
        dimensions: &["length"],
        options: &[],
        build: |v| Ok(Box::new(Swiglu { length: v.get("length")? })),
    },
    Shipped {
        name: "batched_swiglu",
        mathematics: SWIGLU,
        dimensions: &["length"],
        options: &[BATCH],
        build: |v| Ok(Box::new(BatchedSwiglu { length: v.get("length")?, batch: v.get("batch")? })),
    },
    Shipped {
        name: "q4k_gemv",
        mathematics: "y[r] = Σ weight[r, i] · x[i]; n rows of k weights in Q4_K super-blocks",
        dimensions: &["k", "n"],
        options: &[],
        build: |v| Ok(Box::new(Q4KGemv { k: v.get("k")?, n: v.get("n")? })),
    },
    Shipped {
        name: "batched_q4k_gemv",
        mathematics: "y[b, r] = Σ weight[r, i] · x[b, i]; n rows of k weights in Q4_K super-blocks",
        dimensions: &["k", "n"],
        options: &[BATCH],
        build: |v| Ok(Box::new(BatchedQ4KGemv { k: v.get("k")?, n: v.get("n")?, batch: v.get("batch")? })),
    },
    Shipped {
        name: "q6k_gemv",
        mathematics: "y[r] = Σ weight[r, i] · x[i]; n rows of k weights in Q6_K super-blocks",
        dimensions: &["k", "n"],
        options: &[],
        build: |v| Ok(Box::new(Q6KGemv { k: v.get("k")?, n: v.get("n")? })),
    },
    Shipped {
        name: "batched_q6k_gemv",
        mathematics: "y[b, r] = Σ weight[r, i] · x[b, i]; n rows of k weights in Q6_K super-blocks",
        dimensions: &["k", "n"],
        options: &[BATCH],
        build: |v| Ok(Box::new(BatchedQ6KGemv { k: v.get("k")?, n: v.get("n")?, batch: v.get("batch")? })),
    },
    Shipped {
        name: "gemv_naive",
        mathematics: GEMV,
        dimensions: &["k", "n"],
        options: &[],
        build: |v| Ok(Box::new(NaiveGemv { k: v.get("k")?, n: v.get("n")? })),
    },
    Shipped {
        name: "gemv_coalesced",
        mathematics: GEMV,
        dimensions: &["k", "n"],
        options: &[],
        build: |v| Ok(Box::new(CoalescedGemv { k: v.get("k")?, n: v.get("n")? })),
    },
    Shipped {
        name: "gemv_split",
        mathematics: GEMV,
        dimensions: &["k", "n"],
        options: &[("splits", "8"), ("warps", "8")],
        build: |v| {
            let (k, n, splits, warps) = (v.get("k")?, v.get("n")?, v.get("splits")?, v.get("warps")?);
            Ok(Box::new(SplitGemv { k, n, splits, warps }))
        },
    },
    Shipped {
        name: "gemm",
        mathematics: "c = a · b; a is m × k, b is k × n",
        dimensions: &["m", "n", "k"],
        options: &[],
        build: |v| Ok(Box::new(Gemm { m: v.get("m")?, n: v.get("n")?, k: v.get("k")? })),
    },
    Shipped {
        name: "gemm_f16",
        mathematics: "gemm of half-precision a and b, single-precision c",
        dimensions: &["m", "n", "k"],
        options: &[],
        build: |v| v.half_gemm(HalfFormat::F16),
    },
    Shipped {
        name: "gemm_bf16",
        mathematics: "gemm of bfloat16 a and b, single-precision c",
        dimensions: &["m", "n", "k"],
        options: &[],
        build: |v| v.half_gemm(HalfFormat::Bf16),
    },
    Shipped {
        name: "copy",
        mathematics: "output[i] = input[i]",
        dimensions: &["count"],
        options: &[("width", "1")],
        build: |v| Ok(Box::new(CopyFloats { count: v.get("count")?, width: v.get("width")? })),
    },
    Shipped {
        name: "softmax",
        mathematics: "output[r, i] = exp(input[r, i] - max) / Σ exp(input[r, j] - max)",
        dimensions: &["rows", "columns"],
        options: &[],
        build: |v| Ok(Box::new(Softmax { rows: v.get("rows")?, columns: v.get("columns")? })),
    },
    Shipped {
        name: "layer_norm",
        mathematics: "output[r, i] = (input[r, i] - mean) / sqrt(variance + epsilon) · weight[i] + bias[i]",
        dimensions: &["rows", "columns"],
        options: &[EPSILON],
        build: |v| {
            let (rows, columns, epsilon) = (v.get("rows")?, v.get("columns")?, v.get("epsilon")?);
            Ok(Box::new(LayerNorm { rows, columns, epsilon }))
        },
    },
    Shipped {
        name: "attention",
        mathematics: "output = softmax(query · keyᵀ / sqrt(head_dim)) · value",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(false, None),
    },
    Shipped {
        name: "causal_attention",
        mathematics: "attention in which no query sees later keys",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(true, None),
    },
    Shipped {
        name: "attention_f16",
        mathematics: "attention of half-precision numbers",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(false, Some(HalfFormat::F16)),
    },
    Shipped {
        name: "causal_attention_f16",
        mathematics: "causal_attention of half-precision numbers",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(true, Some(HalfFormat::F16)),
    },
    Shipped {
        name: "attention_bf16",
        mathematics: "attention of bfloat16 numbers",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(false, Some(HalfFormat::Bf16)),
    },
    Shipped {
        name: "causal_attention_bf16",
        mathematics: "causal_attention of bfloat16 numbers",
        dimensions: ATTENTION,
        options: &[],
        build: |v| v.attention(true, Some(HalfFormat::Bf16)),
    },
    Shipped {
        name: "conv2d",
        mathematics: "output[b, o, y, x] = Σ input[b, i, …] · weight[o, i, u, v]",
        dimensions: &["in-channels", "out-channels", "height", "width", "filter"],
        options: &[("batch", "1"), ("stride", "1"), ("padding", "0"), ("dilation", "1")],
        build: |v| {
            Ok(Box::new(Conv2d {
                batch: v.get("batch")?,
                in_channels: v.get("in-channels")?,
                out_channels: v.get("out-channels")?,
                height: v.get("height")?,
                width: v.get("width")?,
                filter: v.get("filter")?,
                stride: v.get("stride")?,
                padding: v.get("padding")?,
                dilation: v.get("dilation")?,
            }))
        },
    },
    Shipped {
        name: "fill_zero",
        mathematics: "output[r, c] = 0",
        dimensions: FILL,
        options: &[],
        build: |v| v.fill(Pattern::Zero),
    },
    Shipped {
        name: "fill_constant",
        mathematics: "output[r, c] = value",
        dimensions: FILL,
        options: &[("value", "1")],
        build: |v| v.fill(Pattern::Constant(v.get("value")?)),
    },
    Shipped {
        name: "fill_sequential",
        mathematics: "output[r, c] = r · columns + c",
        dimensions: FILL,
        options: &[],
        build: |v| v.fill(Pattern::Sequential),
    },
    Shipped {
        name: "fill_diagonal",
        mathematics: "output[r, c] = 1 if r = c, else 0",
        dimensions: FILL,
        options: &[],
        build: |v| v.fill(Pattern::Diagonal),
    },
    Shipped {
        name: "fill_checkerboard",
        mathematics: "output[r, c] = 1 if r + c is even, else -1",
        dimensions: FILL,
        options: &[],
        build: |v| v.fill(Pattern::Checkerboard),
    },
    Shipped {
        name: "random_floats",
        mathematics: "output[i] = uniform numbers from low up to high, by seed and i",
        dimensions: &["count"],
        options: &[("seed", "0"), ("low", "0"), ("high", "1")],
        build: |v| {
            let (count, seed, low, high) = (v.get("count")?, v.get("seed")?, v.get("low")?, v.get("high")?);
            Ok(Box::new(RandomFloats { count, seed, low, high }))
        },
    },
    Shipped {
        name: "random_words",
        mathematics: "output[i] = uniform integers from low up to low + range, by seed and i",
        dimensions: &["count", "range"],
        options: &[("seed", "0"), ("low", "0")],
        build: |v| {
            let (count, seed, low, range) = (v.get("count")?, v.get("seed")?, v.get("low")?, v.get("range")?);
            Ok(Box::new(RandomWords { count, seed, low, range }))
        },
    },
    Shipped {
        name: "random_f16",
        mathematics: "output[i] = uniform half-precision numbers from -1 up to 1, by seed and i",
        dimensions: &["count"],
        options: &[SEED],
        build: |v| v.random_halves(HalfFormat::F16),
    },
    Shipped {
        name: "random_bf16",
        mathematics: "output[i] = uniform bfloat16 numbers from -1 up to 1, by seed and i",
        dimensions: &["count"],
        options: &[SEED],
        build: |v| v.random_halves(HalfFormat::Bf16),
    },
    Shipped {
        name: "widen_f16",
        mathematics: "output[i] = input[i], from half to single precision",
        dimensions: &["count"],
        options: &[],
        build: |v| Ok(Box::new(Widen { count: v.get("count")?, format: HalfFormat::F16 })),
    },
    Shipped {
        name: "widen_bf16",
        mathematics: "output[i] = input[i], from bfloat16 to single precision",
        dimensions: &["count"],
        options: &[],
        build: |v| Ok(Box::new(Widen { count: v.get("count")?, format: HalfFormat::Bf16 })),
    },
    Shipped {
        name: "verify",
        mathematics: "result = the largest errors, and counts of mismatches, NaNs and infinities",
        dimensions: &["count"],
        options: &[("absolute", "1e-5"), ("relative", "1e-5")],
        build: |v| {
            let (count, absolute, relative) = (v.get("count")?, v.get("absolute")?, v.get("relative")?);
            Ok(Box::new(Verify { count, absolute, relative }))
        },
    },
    Shipped {
        name: "verify_words",
        mathematics: "result = the largest errors and the count of mismatches of integers",
        dimensions: &["count"],
        options: &[("bytes", "4")],
        build: |v| Ok(Box::new(VerifyWords { count: v.get("count")?, bytes: v.get("bytes")? })),
    },
    Shipped {
        name: "reduce_max",
        mathematics: "result = max |input[i]|",
        dimensions: &["count"],
        options: &[],
        build: |v| Ok(Box::new(ReduceMax { count: v.get("count")? })),
    },
];

/// The target for which kernels are written unless another one is wanted.
pub(super) fn default_target() -> Target {
    Target::lookup("sm_80").expect("a target of the table")
}

/// The kernel of a name.
pub(super) fn by_name(name: &str) -> Result<&'static Shipped, String> {
    let found = SHIPPED.iter().find(|kernel| kernel.name == name);
    found.ok_or_else(|| {
        let names = || SHIPPED.iter().map(|kernel| kernel.name);
        let near = names().find(|other| has_words_of(other, name)).or_else(|| closest(name, names()));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("unknown kernel `{name}`{near} (`ptxlint kernels list` lists them)")
    })
}

/// Whether two names have the same words in another order.
fn has_words_of(name: &str, other: &str) -> bool {
    let words = |name: &'_ str| {
        let mut words: Vec<String> = name.split('_').map(str::to_string).collect();
        words.sort_unstable();
        words
    };
    words(name) == words(other)
}

/// The names of all dimensions and options.
pub(super) fn option_names() -> BTreeSet<&'static str> {
    SHIPPED.iter().flat_map(Shipped::option_names).collect()
}

/// The kernels that have a dimension or option.
pub(super) fn with_option(name: &str) -> Vec<&'static str> {
    let has = |kernel: &&Shipped| kernel.option_names().any(|other| other == name);
    SHIPPED.iter().filter(has).map(|kernel| kernel.name).collect()
}

/// Runs one of the commands.
pub(super) fn run(command: KernelsCommand, terminal: Terminal) -> io::Result<Ending> {
    match command {
        KernelsCommand::List { format: ListFormat::Human } => print(&list(terminal)),
        KernelsCommand::List { format: ListFormat::Json } => {
            let json = serde_json::to_string_pretty(SHIPPED).map_err(io::Error::other)?;
            print(&format!("{json}\n"))
        }
        KernelsCommand::Emit { kernel, values, target } => match kernel.ptx(values.0, target) {
            Ok(ptx) => print(&ptx),
            Err(reason) => {
                terminal.complain(&reason);
                Ok(Ending::Failure)
            }
        },
    }
}

fn list(terminal: Terminal) -> String {
    let mut text = String::new();
    for kernel in SHIPPED {
        let _ = writeln!(text, "{}\n    {}", kernel.usage(), terminal.charset.line(kernel.mathematics));
    }
    text
}

impl Shipped {
    /// Its name and options, as `ptxlint kernels emit` takes them.
    fn usage(&self) -> String {
        let dimensions = self.dimensions.iter().map(|name| format!(" --{name} N"));
        let options = self.options.iter().map(|(name, default)| format!(" [--{name} {default}]"));
        dimensions.chain(options).fold(self.name.to_string(), |usage, option| usage + &option)
    }

    fn option_names(&self) -> impl Iterator<Item = &'static str> {
        self.dimensions.iter().copied().chain(self.options.iter().map(|&(name, _)| name))
    }

    /// The kernel for what is given to a command.
    pub(super) fn with(&self, mut given: GivenOptions, command: &str) -> Result<Box<dyn Kernel>, String> {
        if let Some(name) = given.keys().find(|name| !self.option_names().any(|other| other == **name)) {
            let names = alternatives(self.option_names().map(|name| format!("--{name}")));
            return Err(format!("`{}` does not accept `--{name}`; it accepts {names}", self.name));
        }
        if let Some(name) = self.dimensions.iter().find(|name| !given.contains_key(*name)) {
            return Err(format!("`--{name}` is missing: `ptxlint {command} {}`", self.usage()));
        }
        for &(name, default) in self.options {
            given.entry(name).or_insert_with(|| default.to_string());
        }
        (self.build)(&Values(given))
    }

    /// The text for what is given, and how it is launched.
    fn ptx(&self, given: GivenOptions, target: Option<Target>) -> Result<String, String> {
        let kernel = self.with(given, "kernels emit")?;
        let ptx = kernel.ptx(target.unwrap_or_else(default_target)).map_err(|error| error.to_string())?;
        let LaunchConfig { grid, block, shared_bytes } = kernel.launch();
        let [grid, block] = [grid, block].map(|extents| extents.map(|extent| extent.to_string()).join(","));
        Ok(format!("// launch: grid {grid}, block {block}, {shared_bytes} bytes of dynamic shared memory\n{ptx}"))
    }
}

#[cfg(test)]
impl Shipped {
    /// Dimensions that the kernel takes.
    pub(super) fn small(&self) -> GivenOptions {
        let extent = |name: &str| match name {
            "k" => "256",
            "filter" | "heads" | "rows" | "in-channels" | "out-channels" => "3",
            _ => "32",
        };
        self.dimensions.iter().map(|&name| (name, extent(name).to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_is_listed() {
        let shipped: BTreeSet<_> = SHIPPED.iter().map(|kernel| kernel.name).collect();
        let all: BTreeSet<_> = all().iter().map(|kernel| kernel.name()).collect();
        assert_eq!(shipped, all);
        assert_eq!(SHIPPED.len(), shipped.len());
    }

    #[test]
    fn every_kernel_can_be_written() {
        for kernel in SHIPPED {
            let given = kernel.small();
            let ptx = kernel.ptx(given.clone(), None).unwrap_or_else(|reason| panic!("{}: {reason}", kernel.name));
            assert!(ptx.contains(&format!(".entry {}(", kernel.name)), "{ptx}");
            for (name, _) in kernel.options.iter().filter(|(name, _)| *name != "batch" && *name != "layout") {
                let mut other = given.clone();
                other.insert(name, "2".to_string());
                assert_ne!(kernel.ptx(other, None), Ok(ptx.clone()), "{} {name}", kernel.name);
            }
        }
    }

    /// Dimensions that a kernel does not take are errors; those that it takes can be told of without making inputs.
    #[test]
    fn extreme_dimensions_do_not_wrap() {
        let mut refused = 0;
        let mut check = |kernel: &Shipped, given: GivenOptions| {
            let Ok(built) = kernel.with(given, "kernels emit") else { return };
            match built.ptx(default_target()) {
                Err(_) => refused += 1,
                Ok(_) => {
                    let LaunchConfig { grid, block, .. } = built.launch();
                    assert!(!grid.contains(&0) && !block.contains(&0), "{built:?}: {grid:?} {block:?}");
                    let bytes = built.buffer_bytes();
                    assert!(bytes.iter().any(|&bytes| bytes > 0), "{built:?}: {bytes:?}");
                }
            }
        };
        let extremes = [0, 1, 255, 1 << 14, 65_535, 1 << 20, 1 << 30, (1 << 31) - 1, 1 << 31, u32::MAX];
        for kernel in SHIPPED {
            for extreme in extremes.map(|extreme| extreme.to_string()) {
                let numbers = || kernel.option_names().filter(|name| *name != "layout");
                check(kernel, numbers().map(|name| (name, extreme.clone())).collect());
                check(kernel, kernel.dimensions.iter().map(|&name| (name, extreme.clone())).collect());
                for name in numbers() {
                    let mut given = kernel.small();
                    given.insert(name, extreme.clone());
                    check(kernel, given);
                }
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
