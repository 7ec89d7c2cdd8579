//! What may be written behind `ptxlint run`, and its help.

use super::super::arguments::ListFormat;
use super::super::verify::DeviceChoice;
use crate::device::Schedule;
use clap::{Args, ValueEnum};
use std::num::NonZeroU32;
use std::path::PathBuf;

pub(in crate::cli) const HELP: &str = r#"Examples:
  ptxlint run k.ptx --grid 4 --block 256 x=@x.npy out=zeros(1024,f32) n=1024 --save out=out.npy
                                              a kernel on arrays of NumPy
  ptxlint run k.ptx --block 64 @x.npy zeros(64,f32) 64
                                              the same by the order of the parameters
  ptxlint run k.ptx --block 32 out=zeros(32,u32) --expect out=@right.npy --tolerance 1e-5,1e-6
                                              with what it should leave
  ptxlint run k.ptx --block 32 x=iota(64,f32) tail=x+128 n=32
                                              a pointer into another buffer
  ptxlint run k.ptx --block 32 --buffer x=@x.npy "view={x+16, u32 5, f32 0.5}"
                                              a structure with a pointer, whose buffer is not a parameter
  ptxlint run k.ptx --block 128 --buffer a=@a.npy "map=tma(a, box=128x64, swizzle=128)"
                                              a tensor map of a buffer
  ptxlint run k.ptx --set table=@table.npy …  a variable of the module
  ptxlint run k.ptx --block 32 --buffer a=iota(64,f32) --buffer "rows={a, a+128}" rows=rows
                                              a buffer of pointers

The interpreter runs the kernel once and reports what is undefined on a GPU: accesses out of bounds, races, deadlocks, reads of values that were never
written. A GPU runs it with `--device cuda`.

A value is a number of the parameter's type, `@file` (`.npy`, or bytes; `@file:bf16` says the type, `@-` is the standard input),
`zeros(N, TYPE)`, `ones`, `full(N, TYPE, VALUE)`, `iota`, `random(N, TYPE, SEED)`, `undefined`, `bytes(00ff)`, a pointer into another
buffer (`x+64`), a structure (`{u32 1, x+8}`, also within another one), whose members are aligned to their sizes, or a tensor map of another buffer
(`tma(x, box=8x64, swizzle=128, fill=nan, type=tf32)`; the box has the extents of the array, in the same order, and so have the steps in
`step=1x2`; of images `tma(x, im2col=64x8, lower=-1x-1, upper=-1x-1)` with pixels, channels and corners), or the handle of a texture or
surface of one (`tex(x, filter=linear)`, `surf(x)`). N may be a shape, as in `4x8`. Arrays for parameters that are not pointers are passed by value.

Exit codes: 0 it ran and left what was expected; 1 a fault, or another result; 2 it could not be run."#;

#[derive(Debug, Args)]
pub(in crate::cli) struct RunArguments {
    /// The PTX file, or `-` for the standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,

    /// `name=value` or values in the order of the parameters
    #[arg(value_name = "ARGUMENT", allow_negative_numbers = true)]
    pub arguments: Vec<String>,

    /// The kernel [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// Blocks of the grid, or its clusters with `.blocksareclusters`: X, or X,Y, or X,Y,Z
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = extents)]
    pub grid: [u32; 3],

    /// Threads of a block [default: the kernel's `.reqntid`]
    #[arg(long, value_name = "X,Y,Z", value_parser = extents)]
    pub block: Option<[u32; 3]>,

    /// Blocks of a cluster [default: the kernel's `.reqnctapercluster`]
    #[arg(long, value_name = "X,Y,Z", value_parser = extents)]
    pub cluster: Option<[u32; 3]>,

    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES", default_value = "0")]
    pub shared: u32,

    /// A buffer that is not itself an argument, for pointers into it: an array, or a structure with pointers of its own
    #[arg(long = "buffer", value_name = "NAME=VALUE")]
    pub buffers: Vec<String>,

    /// What a variable of the module holds before the launch: an array, a number, a pointer or a structure
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub variables: Vec<String>,

    /// Write what a buffer or a variable of the module holds in the end: `.npy`, bytes for other names, `-` for the standard output
    #[arg(long, value_name = "NAME=FILE")]
    pub save: Vec<String>,

    /// What a buffer or a variable of the module has to hold in the end: an array, or a number for a variable
    #[arg(long, value_name = "NAME=VALUE")]
    pub expect: Vec<String>,

    /// How far floating-point numbers may be off what is expected: at most ABSOLUTE + RELATIVE * |expected|
    #[arg(long, value_name = "ABSOLUTE[,RELATIVE]", value_parser = tolerance)]
    pub tolerance: Option<(f64, f64)>,

    /// Whether to look for data races
    #[arg(long, value_name = "WHEN", default_value = "on")]
    pub races: Switch,

    /// When asynchronous copies are done: `late` (when something waits), `early` (at once), or `random:N`, by a seed, which also
    /// mixes the turns of warps and blocks
    #[arg(long, value_name = "WHEN", default_value = "late")]
    pub schedule: Schedule,

    /// Steps that a warp may run
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,

    /// Threads of the interpreter [default: as many as processors]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroU32>,

    /// Run it N times on fresh buffers, and compare what the runs leave
    #[arg(long, value_name = "N", default_value = "1")]
    pub repeat: NonZeroU32,

    /// A kernel of the file that is launched right before, with the same arguments and extents, and may still run when this one begins
    /// (programmatic dependent launch): what this one shares with it before `griddepcontrol.wait` is a race
    #[arg(long, value_name = "NAME")]
    pub primary: Option<String>,

    /// Seconds that a launch may take
    #[arg(long, value_name = "SECONDS", default_value = "600")]
    pub time_limit: NonZeroU32,

    /// Where to run it: `cpu` (the interpreter), `cuda`, `cuda:N` or `auto`
    #[arg(long, default_value = "cpu", value_parser = DeviceChoice::parse)]
    pub device: DeviceChoice,

    /// How to write the report
    #[arg(long, default_value = "human")]
    pub format: ListFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Switch {
    On,
    Off,
}

impl RunArguments {
    /// A launch of a kernel on the interpreter, and nothing besides: extents of the grid, the block and the cluster.
    pub fn of_launch(
        path: PathBuf,
        kernel: Option<String>,
        (grid, block, cluster): ([u32; 3], Option<[u32; 3]>, Option<[u32; 3]>),
        shared: u32,
        arguments: Vec<String>,
    ) -> Self {
        Self {
            path,
            arguments,
            kernel,
            grid,
            block,
            cluster,
            shared,
            buffers: Vec::new(),
            variables: Vec::new(),
            save: Vec::new(),
            expect: Vec::new(),
            tolerance: None,
            races: Switch::On,
            schedule: Schedule::Late,
            max_steps: None,
            threads: None,
            repeat: NonZeroU32::MIN,
            primary: None,
            time_limit: NonZeroU32::MAX,
            device: DeviceChoice::Cpu,
            format: ListFormat::Human,
        }
    }
}

/// Extents along three axes.
pub(in crate::cli) fn extents(text: &str) -> Result<[u32; 3], String> {
    let mut extents = [1; 3];
    let parts: Vec<&str> = text.split([',', 'x']).collect();
    if parts.len() > 3 {
        return Err("there are at most three extents".to_string());
    }
    for (extent, part) in extents.iter_mut().zip(parts) {
        *extent = part.trim().parse().ok().filter(|&extent| extent > 0).ok_or(format!("`{part}` is not an extent"))?;
    }
    Ok(extents)
}

fn tolerance(text: &str) -> Result<(f64, f64), String> {
    let (absolute, relative) = text.split_once(',').unwrap_or((text, "0"));
    let number = |text: &str| match text.trim().parse::<f64>() {
        Ok(number) if number >= 0.0 => Ok(number),
        _ => Err(format!("`{text}` is not a tolerance")),
    };
    Ok((number(absolute)?, number(relative)?))
}
