//! What the environment says about the device: `FAKE_CUDA=devices=2,fault=716`.

use std::env;
use std::path::PathBuf;

/// What the device has, and what goes wrong with it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `devices=2`
    pub devices: i32,
    /// `version=12020`
    pub version: i32,
    /// `memory=4096`, in bytes.
    pub memory: u64,
    /// `hang=1`: kernels never end.
    pub hangs: bool,
    /// `fault=716`: kernels end with this error.
    pub fault: Option<i32>,
    /// `fail=cuMemAlloc_v2:3:2`: the third call of this function gives error 2.
    pub fail: Option<(String, u32, i32)>,
    /// `crash=cuLaunchKernel:2`: the second call of this function ends the process.
    pub crash: Option<(String, u32)>,
    /// `print=text`: what kernels print.
    pub print: String,
    /// `log=path`: a file for the process's id and the names of all calls.
    pub log: Option<PathBuf>,
}

impl Settings {
    /// Those of the environment.
    pub fn new() -> Self {
        let text = env::var("FAKE_CUDA").unwrap_or_default();
        let find = |name: &str| text.split(',').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        let number = |text: &str| text.parse::<i32>().expect("a number in FAKE_CUDA");
        let call = |text: &str| {
            let (name, nth) = text.split_once(':').expect("name:number in FAKE_CUDA");
            (name.to_string(), number(nth) as u32)
        };
        Self {
            devices: find("devices").map_or(1, number),
            version: find("version").map_or(13_000, number),
            memory: find("memory").map_or(1 << 30, |text| text.parse().expect("bytes in FAKE_CUDA")),
            hangs: find("hang").is_some(),
            fault: find("fault").map(number),
            fail: find("fail").map(|text| {
                let (before, code) = text.rsplit_once(':').expect("name:number:error in FAKE_CUDA");
                let (name, nth) = call(before);
                (name, nth, number(code))
            }),
            crash: find("crash").map(call),
            print: find("print").unwrap_or_default().to_string(),
            log: find("log").map(PathBuf::from),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}
