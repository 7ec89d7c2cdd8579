//! Running text on the interpreter.

use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError, Fault, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// A kernel of this body for `sm_90`. `%r`, `%rd`, `%f`, `%fd`, `%h`, `%p` are declared; `%rd1` is the address of the output.
pub fn kernel(body: &str) -> String {
    format!(
        ".version 8.6
.target sm_90a
.address_size 64
.visible .entry kernel(.param .u64 out, .param .u64 in)
{{
    .reg .pred %p<20>;
    .reg .b16 %h<40>;
    .reg .b32 %r<60>;
    .reg .f32 %f<40>;
    .reg .b64 %rd<40>;
    .reg .f64 %fd<20>;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    {body}
    ret;
}}
"
    )
}

/// Runs a module's `kernel` on these inputs and gives its output of so many words.
pub fn run(ptx: &str, config: LaunchConfig, input: &[u8], words: usize) -> Result<Vec<u32>, DeviceError> {
    let mut cpu = Cpu::with_checks(Checks { steps: 1 << 22, ..Checks::default() });
    let module = cpu.load(ptx)?;
    let out = cpu.alloc(4 * words as u64)?;
    cpu.upload(out, &vec![0; 4 * words])?;
    let given = cpu.alloc(input.len() as u64)?;
    cpu.upload(given, input)?;
    cpu.launch(module, "kernel", config, &[Arg::Buffer(out), Arg::Buffer(given)])?;
    let mut bytes = vec![0; 4 * words];
    cpu.download(out, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// One block of so many threads.
pub fn block(threads: u32) -> LaunchConfig {
    LaunchConfig::new([1, 1, 1], [threads, 1, 1])
}

/// The fault of a kernel with this body, and the text of the instruction that it names.
pub fn fault(body: &str, config: LaunchConfig) -> (Fault, String) {
    let ptx = kernel(body);
    match run(&ptx, config, &[0; 256], 64) {
        Err(DeviceError::Fault(fault)) => {
            let text = ptx[fault.span.range()].to_string();
            (*fault, text)
        }
        other => panic!("no fault but {other:?} in {body}"),
    }
}

/// Asserts that a kernel of this body fails in this way at an instruction that begins like this.
pub fn fails(body: &str, config: LaunchConfig, kind: FaultKind, at: &str) -> Fault {
    let (fault, text) = self::fault(body, config);
    assert_eq!(fault.kind, kind, "{fault}");
    assert!(text.starts_with(at), "{text}: {fault}");
    fault
}

/// Asserts that a kernel of this body runs to its end, and gives its output.
pub fn succeeds(body: &str, config: LaunchConfig) -> Vec<u32> {
    run(&kernel(body), config, &[0; 256], 64).unwrap_or_else(|error| panic!("{error} in {body}"))
}
