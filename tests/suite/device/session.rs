//! The state machine of a launch: what its states promise.
//!
//! The mutations of a state machine come in three classes. M1 removes a transition and M2 skips a state: programs that would need
//! such a machine do not compile, which `src/device/session/mutations.rs` shows. M3 weakens an invariant: a machine that
//! promises less fails a test here.

use ptxlint::device::session::{Compiled, Transition};
use ptxlint::device::{Arg, Buffer, Checks, Cpu, Device, DeviceError, Failed, FaultKind, LoadedModule, Session};
use ptxlint::forward_device;
use ptxlint::kernels::{LaunchConfig, ParameterValue};

const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry count(.param .u64 out, .param .u32 by) {
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [by];
    ld.global.u32 %r2, [%rd1];
    add.u32 %r3, %r2, %r1;
    st.global.u32 [%rd1], %r3;
    ret;
}";

fn one() -> LaunchConfig {
    LaunchConfig::new([1; 3], [1; 3])
}

fn contents(by: u32) -> [ParameterValue; 2] {
    [ParameterValue::Bytes(vec![0; 4]), ParameterValue::Raw(by.to_le_bytes().to_vec())]
}

/// Takes note of what it is told, and may fail.
#[derive(Default)]
struct Witness {
    device: Cpu,
    calls: Vec<&'static str>,
    refuses: Option<&'static str>,
}

impl Witness {
    fn refusing(call: &'static str) -> Self {
        Self { refuses: Some(call), ..Self::default() }
    }

    fn note(&mut self, call: &'static str) -> Result<(), DeviceError> {
        self.calls.push(call);
        if self.refuses == Some(call) { Err(DeviceError::Internal(format!("no {call}"))) } else { Ok(()) }
    }
}

impl Device for Witness {
    forward_device! { free_memory }

    fn name(&self) -> String {
        "witness".to_string()
    }
    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.note("alloc")?;
        self.device.alloc(bytes)
    }
    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.note("free")?;
        self.device.free(buffer)
    }
    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.note("upload")?;
        self.device.upload(buffer, bytes)
    }
    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.note("download")?;
        self.device.download(buffer, bytes)
    }
    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.note("load")?;
        self.device.load(ptx)
    }
    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        self.note("launch")?;
        self.device.launch(module, kernel, config, args)
    }
    fn synchronise(&mut self) -> Result<(), DeviceError> {
        self.note("synchronise")
    }
}

/// Goes through all states; what the buffer holds in the end.
fn run(device: &mut dyn Device) -> Result<Vec<u8>, Failed<'_>> {
    let allocated = Session::new().open(device).compile(PTX, "count")?.allocate(&contents(5))?;
    let mut ready = allocated.launch(one())?.synchronise()?;
    let output = ready.output(0, 4).expect("a buffer of four bytes");
    ready.finish()?;
    Ok(output)
}

#[test]
fn every_transition_fires_once_and_in_order() {
    let mut witness = Witness::default();
    assert_eq!(run(&mut witness).expect("no error"), 5u32.to_le_bytes());
    assert_eq!(witness.calls, ["load", "alloc", "upload", "launch", "synchronise", "download", "free"]);
}

#[test]
fn no_module_is_loaded_at_first() {
    let mut witness = Witness::default();
    let _initialised = Session::new().open(&mut witness);
    assert!(witness.calls.is_empty());
}

#[test]
fn what_is_compiled_has_the_kernel() {
    let mut cpu = Cpu::new();
    let compiled = Session::new().open(&mut cpu).compile(PTX, "count").expect("it is there");
    let names: Vec<_> = compiled.parameters().iter().map(|formal| formal.name.as_str()).collect();
    assert_eq!(names, ["out", "by"]);
    let failed = Session::new().open(&mut cpu).compile(PTX, "account").err().expect("it is not there");
    assert!(matches!(failed.error(), DeviceError::UnknownKernel { kernel, .. } if kernel == "account"), "{failed:?}");
    let failed = Session::new().open(&mut cpu).compile("no PTX", "count").err().expect("it is no PTX");
    assert!(matches!(failed.error(), DeviceError::Syntax { .. }), "{failed:?}");
    assert_eq!(failed.transition(), Transition::Compile);
}

#[test]
fn memory_is_allocated() {
    let bytes = ParameterValue::Raw(vec![0; 8]);
    for contents in [[bytes.clone(), bytes.clone()], [ParameterValue::Bytes(Vec::new()), bytes]] {
        let mut witness = Witness::default();
        let compiled = Session::new().open(&mut witness).compile(PTX, "count").expect("it is there");
        let failed = compiled.allocate(&contents).err().expect("there is no memory");
        assert_eq!(failed.transition(), Transition::Allocate);
        assert!(failed.to_string().contains("no argument is a buffer"), "{failed}");
        assert_eq!(witness.calls, ["load"]);
    }
    let mut cpu = Cpu::new();
    let compiled = Session::new().open(&mut cpu).compile(PTX, "count").expect("it is there");
    let failed = compiled.allocate(&contents(1)[..1]).err().expect("one is missing");
    assert!(failed.to_string().contains("1 arguments for 2 parameters"), "{failed}");
}

#[test]
fn buffers_of_the_caller() {
    let mut witness = Witness::default();
    let buffer = witness.device.alloc(4).expect("memory");
    witness.device.upload(buffer, &[1, 0, 0, 0]).expect("four bytes");
    fn compiled(witness: &mut Witness) -> Session<Compiled<'_>> {
        Session::new().open(witness).compile(PTX, "count").expect("it is there")
    }
    let failed = compiled(&mut witness).bind(&[buffer.into()]).err().expect("one is missing");
    assert_eq!(failed.transition(), Transition::Allocate);
    let bound = compiled(&mut witness).bind(&[buffer.into(), Arg::Integer(2)]).expect("they fit");
    let mut ready = bound.launch(one()).expect("no fault").synchronise().expect("it ends");
    assert!(ready.output(0, 4).is_err(), "nobody has told its size");
    ready.finish().expect("nothing is to be given back");
    let mut bytes = [0; 4];
    witness.device.download(buffer, &mut bytes).expect("it is still there");
    assert_eq!(bytes, [3, 0, 0, 0]);
}

#[test]
fn a_launched_kernel_is_pending_until_it_is_waited_for() {
    let mut witness = Witness::default();
    let compiled = Session::new().open(&mut witness).compile(PTX, "count").expect("it is there");
    let launched = compiled.allocate(&contents(1)).expect("memory").launch(one()).expect("no fault");
    drop(launched);
    assert_eq!(witness.calls.last(), Some(&"launch"), "nothing was waited for");
}

#[test]
fn outputs_have_as_many_elements_as_their_buffers() {
    let mut cpu = Cpu::new();
    let compiled = Session::new().open(&mut cpu).compile(PTX, "count").expect("it is there");
    let mut allocated = compiled.allocate(&contents(1)).expect("memory");
    for bytes in [0, 3, 5] {
        assert!(allocated.write(0, &ParameterValue::Bytes(vec![0; bytes])).is_err(), "{bytes}");
    }
    assert!(allocated.write(0, &ParameterValue::Raw(vec![0; 8])).is_err());
    assert!(allocated.write(1, &ParameterValue::Bytes(vec![0; 4])).is_err());
    assert!(allocated.write(1, &ParameterValue::Raw(vec![0; 8])).is_err());
    assert!(allocated.write(2, &ParameterValue::Raw(vec![0; 4])).is_err());
    let mut ready = allocated.launch(one()).expect("no fault").synchronise().expect("it ends");
    for bytes in [0, 3, 5] {
        let error = ready.output(0, bytes).expect_err("the buffer has four bytes").to_string();
        assert_eq!(error, format!("{bytes} bytes of parameter 0, whose buffer has 4"));
    }
    assert_eq!(ready.output(1, 4).map_err(|error| error.to_string()), Err("parameter 1 has no buffer".to_string()));
    assert_eq!(ready.output(0, 4), Ok(vec![1, 0, 0, 0]));
}

#[test]
fn buffers_stay_for_the_next_launch() {
    let mut cpu = Cpu::new();
    let compiled = Session::new().open(&mut cpu).compile(PTX, "count").expect("it is there");
    let ready = compiled.allocate(&contents(3)).expect("memory").launch(one()).expect("no fault");
    let again = ready.synchronise().expect("it ends").again();
    let mut ready = again.launch(one()).expect("no fault").synchronise().expect("it ends");
    assert_eq!(ready.output(0, 4), Ok(vec![6, 0, 0, 0]));
    let mut again = ready.again();
    again.write(0, &ParameterValue::Bytes(vec![10, 0, 0, 0])).expect("four bytes");
    again.write(1, &ParameterValue::Raw(vec![4, 0, 0, 0])).expect("four bytes");
    let mut ready = again.launch(one()).expect("no fault").synchronise().expect("it ends");
    assert_eq!(ready.output(0, 4), Ok(vec![14, 0, 0, 0]));
}

#[test]
fn errors_are_recorded_and_the_device_comes_back() {
    for (call, transition) in [
        ("load", Transition::Compile),
        ("alloc", Transition::Allocate),
        ("upload", Transition::Allocate),
        ("launch", Transition::Launch),
        ("synchronise", Transition::Synchronise),
    ] {
        let mut witness = Witness::refusing(call);
        let failed = run(&mut witness).expect_err(call);
        assert_eq!(failed.transition(), transition, "{call}");
        assert_eq!(failed.error(), &DeviceError::Internal(format!("no {call}")));
        assert_eq!(failed.into_device().name(), "witness");
        let given_back = if call == "upload" { "free" } else { call };
        assert_eq!(witness.calls.last(), Some(&given_back), "nothing else is done after the error");
    }
    let faulty = PTX.replace("[%rd1], %r3", "[%rd1+4], %r3");
    let mut cpu = Cpu::new();
    let compiled = Session::new().open(&mut cpu).compile(&faulty, "count").expect("it is there");
    let failed = compiled.allocate(&contents(1)).expect("memory").launch(one()).err().expect("it writes too far");
    let DeviceError::Fault(fault) = failed.error() else { panic!("{failed:?}") };
    assert_eq!(fault.kind, FaultKind::OutOfBounds);
    assert_eq!(run(failed.into_device()).expect("another launch"), 5u32.to_le_bytes());
}

/// What was made before the device had no more memory is free again, and what all of it takes is told.
#[test]
fn allocation_is_all_or_nothing() {
    let mut cpu = Cpu::with_checks(Checks { memory: 10, ..Checks::default() });
    let by = || ParameterValue::Raw(vec![0; 4]);
    let too_much = [ParameterValue::Bytes(vec![0; 8]), by()];
    let ptx = PTX.replace(".param .u32 by", ".param .u64 by");
    let compiled = Session::new().open(&mut cpu).compile(&ptx, "count").expect("PTX");
    let failed = compiled.allocate(&[too_much[0].clone(), too_much[0].clone()]).err().expect("16 bytes");
    assert_eq!(failed.error(), &DeviceError::OutOfMemory { bytes: 16, free: Some(10) });
    assert_eq!(failed.to_string(), "not enough memory: 16 bytes are needed, and 10 are free");
    assert_eq!(failed.into_device().free_memory(), Ok(10));
    let compiled = Session::new().open(&mut cpu).compile(PTX, "count").expect("PTX");
    assert!(compiled.allocate(&too_much).is_ok());
    assert_eq!(cpu.free_memory(), Ok(2));

    // A buffer that cannot be filled is given back, too.
    let mut witness = Witness::refusing("upload");
    let compiled = Session::new().open(&mut witness).compile(PTX, "count").expect("PTX");
    assert!(compiled.allocate(&contents(1)).is_err());
    assert_eq!(witness.calls.last(), Some(&"free"));
}
