//! The compilers, which are Python packages, and what they make of a class.

use crate::packages;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A way to compile.
pub(super) struct Build {
    pub(super) name: &'static str,
    compiler: Compiler,
    options: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Compiler {
    Nvcc,
    Clang,
}

/// The ways in which each class is compiled.
pub(super) const BUILDS: [Build; 3] = [
    Build { name: "nvcc -O3", compiler: Compiler::Nvcc, options: &["-O3", "-arch=sm_80"] },
    Build { name: "nvcc -G", compiler: Compiler::Nvcc, options: &["-G", "-arch=sm_80"] },
    Build {
        name: "clang -O2",
        compiler: Compiler::Clang,
        options: &["-O2", "--cuda-gpu-arch=sm_90", "-Xclang", "-target-feature", "-Xclang", "+ptx80"],
    },
];

/// The ways in which each class of the asynchronous protocol is compiled, if it names the target.
pub(super) const ASYNC_BUILDS: [Build; 2] = [
    Build { name: "nvcc sm_90a", compiler: Compiler::Nvcc, options: &["-O3", "-arch=sm_90a"] },
    Build { name: "nvcc sm_100a", compiler: Compiler::Nvcc, options: &["-O3", "-arch=sm_100a"] },
];

/// The releases of NVIDIA's compiler, whose parts belong together, and of the package that brings clang along.
const NVCC: [&str; 5] = [
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
];
const CLANG: [&str; 1] = ["ziglang==0.17.1"];

/// The PTX of a class as it was compiled before.
///
/// # Errors
/// It was not.
pub(super) fn compiled(build: &Build, class: &str, mistaken: bool) -> Result<String, String> {
    let path = output(build, class, mistaken);
    std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}; `labelled async` compiles", path.display()))
}

/// Where the PTX of a class lies.
fn output(build: &Build, class: &str, mistaken: bool) -> PathBuf {
    let folder = packages::target().join("labelled").join(build.name.replace(' ', ""));
    folder.join(format!("{class}-{}.ptx", if mistaken { "bad" } else { "good" }))
}

/// Where the compilers lie.
pub(super) struct Compilers {
    nvcc: PathBuf,
    clang: PathBuf,
}

impl Compilers {
    /// Installs what is missing.
    pub(super) fn find() -> Result<Self, String> {
        let nvcc = packages::folder("nvcc", &NVCC)?.join("nvidia/cu13/bin/nvcc");
        let clang = packages::folder("zig", &CLANG)?.join("ziglang/zig");
        Ok(Self { nvcc, clang })
    }

    /// The PTX of a class, with its mistakes or without. It is compiled again when the source is newer.
    pub(super) fn compile(
        &self,
        build: &Build,
        source: &Path,
        mistaken: bool,
    ) -> Result<String, Box<dyn std::error::Error>> {
        let class = source.file_stem().unwrap_or_default().to_string_lossy();
        let output = output(build, &class, mistaken);
        output.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
        let headers = ["labelled.h", "async.h"].map(|name| source.with_file_name(name));
        let read = [source].into_iter().chain(headers.iter().map(PathBuf::as_path));
        let is_made = changed(&output).is_some_and(|made| read.clone().all(|it| changed(it) < Some(made)));
        if !is_made {
            self.call(build, source, mistaken, &output)?;
        }
        Ok(std::fs::read_to_string(&output)?)
    }

    fn call(
        &self,
        build: &Build,
        source: &Path,
        mistaken: bool,
        output: &Path,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let mut command = match build.compiler {
            Compiler::Nvcc => Command::new(&self.nvcc),
            Compiler::Clang => Command::new(&self.clang),
        };
        match build.compiler {
            Compiler::Nvcc => command.arg("-ptx"),
            Compiler::Clang => {
                command.args(["clang", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-S"])
            }
        };
        // Some mistakes are such that compilers warn of them.
        command.arg("-w").args(build.options).args(mistaken.then_some("-DWITH_MISTAKE"));
        let result = command.arg(source).arg("-o").arg(output).output()?;
        match result.status.success() {
            true => Ok(()),
            false => Err(format!("{}: {}", build.name, String::from_utf8_lossy(&result.stderr)).into()),
        }
    }
}
