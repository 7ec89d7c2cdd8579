//! What is traced: a kernel of this crate in several sizes, or one of a file.

use super::super::arguments::ValueArguments;
use super::super::kernels::{self, GivenOptions, Shipped};
use super::TraceArguments;
use crate::device;
use crate::isa::Target;
use crate::kernels::{Kernel, Launch};
use crate::validate::{BufferElement, Subject, Watch};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A kernel, with another input if it has a way to make one, and other sizes.
pub(super) struct Subjects {
    pub subject: Subject,
    pub other: Option<Subject>,
    pub sizes: Vec<(String, Subject)>,
    pub watches: Vec<Watch>,
}

impl Subjects {
    /// What the arguments name.
    pub(super) fn find(arguments: &TraceArguments) -> Result<Self, String> {
        let name = arguments.subject.as_str();
        let is_file = name == "-" || name.ends_with(".ptx") || Path::new(name).exists();
        let mut subjects = if is_file { Self::of_file(arguments)? } else { Self::shipped(arguments)? };
        let find = |name: &str| find(&subjects.subject, name);
        let reset = arguments.reset.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?;
        let watches = arguments.watch.iter().map(|text| watch(&subjects.subject, text)).collect::<Result<_, _>>()?;
        for index in reset {
            subjects.subject.parameters[index].is_reset = true;
        }
        subjects.watches = watches;
        Ok(subjects)
    }

    fn shipped(arguments: &TraceArguments) -> Result<Self, String> {
        for (option, is_given) in [("--kernel", arguments.kernel.is_some()), ("--launch", arguments.launch.is_some())] {
            if is_given {
                return Err(format!(
                    "`{option}` is for kernels in files, but there is no file `{}`",
                    arguments.subject
                ));
            }
        }
        let shipped = kernels::by_name(&arguments.subject)?;
        let target = arguments.target.unwrap_or_else(kernels::default_target);
        let ValueArguments(given) = &arguments.values;
        let kernel = shipped.with(given.clone(), "trace")?;
        let subject = |kernel: &dyn Kernel, seed: u64| {
            let cannot = |obstacle| format!("{kernel:?} cannot be traced: {obstacle}");
            Subject::shipped(kernel, target, seed).map_err(cannot)
        };
        let seed = arguments.input_seed;
        let subjects = Self {
            subject: subject(kernel.as_ref(), seed)?,
            other: Some(subject(kernel.as_ref(), seed.wrapping_add(1))?),
            sizes: Vec::new(),
            watches: Vec::new(),
        };
        let sizes = sizes(shipped, given, target).into_iter();
        let sizes = sizes.map(|(title, kernel)| Ok((title, subject(kernel.as_ref(), seed)?)));
        Ok(Self { sizes: sizes.collect::<Result<_, String>>()?, ..subjects })
    }

    fn of_file(arguments: &TraceArguments) -> Result<Self, String> {
        let ValueArguments(given) = &arguments.values;
        if let Some(name) = given.keys().next() {
            return Err(format!(
                "`--{name}` is for the kernels of ptxlint; `--launch` gives the arguments of a kernel in a file"
            ));
        }
        let ptx = text(&arguments.subject)?;
        let own = || ptx.lines().find_map(|line| line.strip_prefix("//@ launch:"));
        let launch = arguments.launch.as_deref().or_else(own).ok_or(
            "`--launch` is missing, such as `--launch \"grid=2 block=64 args=zeros[128] f32[128] 100\"`: see `ptxlint trace --help`",
        )?;
        let launch = Launch::parse(launch).map_err(|error| format!("`--launch`: {error}"))?;
        let kernel = match &arguments.kernel {
            Some(kernel) => kernel.clone(),
            None => only_kernel(&ptx, &arguments.subject)?,
        };
        let subject = Subject::launched(ptx, &kernel, &launch).map_err(|error| error.to_string())?;
        Ok(Self { subject, other: None, sizes: Vec::new(), watches: Vec::new() })
    }
}

fn text(path: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = match path {
        "-" => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(path),
    };
    let bytes = read.map_err(|error| format!("cannot read {path}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{path} is not PTX: not valid UTF-8"))
}

fn only_kernel(ptx: &str, path: &str) -> Result<String, String> {
    let kernels = device::kernels(ptx).map_err(|error| error.to_string())?;
    let mut names = kernels.into_iter().map(|(name, _)| name);
    match (names.next(), names.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err(format!("{path} has no kernel")),
        (Some(first), Some(second)) => {
            let names: Vec<String> = [first, second].into_iter().chain(names).collect();
            Err(format!("{path} has several kernels; choose one with `--kernel`: {}", names.join(", ")))
        }
    }
}

fn find(subject: &Subject, name: &str) -> Result<usize, String> {
    subject.parameter(name).ok_or_else(|| {
        let names: Vec<&str> = subject.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        format!("`{}` has no parameter `{name}`; it has {}", subject.kernel, names.join(", "))
    })
}

/// `ARG[ELEMENT][:TYPE]`
fn watch(subject: &Subject, text: &str) -> Result<Watch, String> {
    let wrong =
        || format!("`--watch {text}`: it is written `ARG[ELEMENT]`, such as `out[3]`, `0[last]` or `out[3]:u32`");
    let (name, rest) = text.split_once('[').ok_or_else(wrong)?;
    let (index, rest) = rest.split_once(']').ok_or_else(wrong)?;
    let index = if index == "last" { None } else { Some(index.parse().map_err(|_| wrong())?) };
    let element = match rest.strip_prefix(':') {
        Some(name) => {
            Some(BufferElement::parse(name).ok_or_else(|| format!("`--watch {text}`: unknown type `{name}`"))?)
        }
        None if rest.is_empty() => None,
        None => return Err(wrong()),
    };
    Ok(Watch { parameter: find(subject, name)?, index, element })
}

/// The dimensions of a kernel that its blocks cut into tiles, and the size of a tile.
fn tiles(kernel: &str) -> &'static [(&'static str, u32)] {
    match kernel {
        "rms_norm" | "batched_rms_norm" => &[("hidden", 256)],
        "residual_add" | "batched_residual_add" | "swiglu" | "batched_swiglu" => &[("length", 256)],
        "rope" | "batched_rope" => &[("head-dim", 64)],
        "q4k_gemv" | "batched_q4k_gemv" | "q6k_gemv" | "batched_q6k_gemv" => &[("k", 256), ("n", 4)],
        "gemv_naive" | "gemv_coalesced" | "gemv_split" => &[("k", 256), ("n", 256)],
        "gemm" => &[("m", 64), ("n", 64), ("k", 16)],
        "gemm_f16" | "gemm_bf16" => &[("m", 64), ("n", 64), ("k", 32)],
        "softmax" | "layer_norm" => &[("columns", 256)],
        "conv2d" => &[("height", 16), ("width", 16)],
        attention if attention.contains("attention") => &[("length", 32), ("head-dim", 32)],
        fill if fill.starts_with("fill_") => &[("rows", 16), ("columns", 16)],
        _ => &[("count", 1024)],
    }
}

/// Where a size is, seen from that of a tile.
#[derive(Clone, Copy)]
enum Size {
    Below,
    Exact,
    Above,
    Ragged,
}

impl Size {
    /// Extents, the first of which that the kernel takes is wanted. Some kernels take even ones only, or whole super-blocks.
    fn extents(self, tile: u32) -> Vec<u32> {
        let mut extents = match self {
            Self::Below => vec![tile / 2],
            Self::Exact => vec![],
            Self::Above => vec![2 * tile],
            Self::Ragged => vec![tile + tile / 4 + 1, tile + tile / 4],
        };
        extents.push(tile);
        extents
    }
}

/// A kernel in sizes around that of its tiles.
pub(super) fn sizes(shipped: &Shipped, given: &GivenOptions, target: Target) -> Vec<(String, Box<dyn Kernel>)> {
    let tiles = tiles(shipped.name);
    let mut wanted: Vec<(String, Vec<Size>)> = Vec::new();
    if tiles.len() > 1 {
        for (index, (name, _)) in tiles.iter().enumerate() {
            let size = |other| if other == index { Size::Below } else { Size::Exact };
            wanted.push((format!("Boundary: {name} below a tile"), (0..tiles.len()).map(size).collect()));
        }
    }
    let alike = [
        (Size::Below, "Boundary: less than a tile"),
        (Size::Exact, "Boundary: exactly one tile"),
        (Size::Above, "Boundary: several tiles"),
        (Size::Ragged, "Boundary: a ragged end"),
    ];
    wanted.extend(alike.map(|(size, title)| (title.to_string(), vec![size; tiles.len()])));
    let build = |sizes: &[Size]| {
        let mut given = given.clone();
        // Each dimension by itself; the others are those of a tile, which every kernel takes.
        tiles.iter().for_each(|&(name, tile)| drop(given.insert(name, tile.to_string())));
        let mut built = shipped.with(given.clone(), "trace").ok()?;
        for (&(name, tile), size) in tiles.iter().zip(sizes) {
            for extent in size.extents(tile) {
                let mut next = given.clone();
                next.insert(name, extent.to_string());
                if let Ok(kernel) = shipped.with(next.clone(), "trace")
                    && kernel.ptx(target).is_ok()
                {
                    (given, built) = (next, kernel);
                    break;
                }
            }
        }
        Some(built)
    };
    let mut found: Vec<(String, Box<dyn Kernel>)> = Vec::new();
    for (title, sizes) in wanted {
        let Some(kernel) = build(&sizes) else { continue };
        // What the kernel does not take has become what it takes, which may be there already.
        if !found.iter().any(|(_, other)| format!("{other:?}") == format!("{kernel:?}")) {
            found.push((title, kernel));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::kernels::SHIPPED;

    #[test]
    fn every_kernel_has_sizes_around_its_tiles() {
        for shipped in SHIPPED {
            let given = shipped.small();
            let sizes = sizes(shipped, &given, kernels::default_target());
            let tiles = tiles(shipped.name);
            assert!(tiles.iter().all(|(name, _)| given.contains_key(name)), "{}: {tiles:?}", shipped.name);
            assert!(
                sizes.len() >= 3,
                "{}: {:?}",
                shipped.name,
                sizes.iter().map(|(title, _)| title).collect::<Vec<_>>()
            );
            let has = |part: &str| sizes.iter().any(|(title, _)| title.ends_with(part));
            assert!(has("several tiles") && has("a ragged end") && (has("below a tile") || has("less than a tile")));
        }
    }
}
