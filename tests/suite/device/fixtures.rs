//! Good fixtures are good: they run as they say that they are launched.

use crate::common;
use crate::common::fixture::Fixture;
use ptxlint::device::{self, Checks, Cpu, Device, DeviceError};
use ptxlint::kernels::Launch;

/// Far more than any of them takes, also where a block looks at a lock while the machine has no time for the block that holds it.
const MOST_STEPS: u64 = 1 << 25;

/// Runs the first kernel of a fixture; whether the interpreter implements what it does.
fn run(fixture: &Fixture, launch: &str) -> Result<bool, String> {
    let ptx = str::from_utf8(&fixture.text).map_err(|error| error.to_string())?;
    let launch = Launch::parse(launch)?;
    let (kernel, _) = device::kernels(ptx).map_err(|error| error.to_string())?.swap_remove(0);
    let mut cpu = Cpu::with_checks(Checks { steps: MOST_STEPS, ..Checks::default() });
    let done = cpu.load(ptx).and_then(|module| {
        let args = cpu.arguments(&launch.arguments)?;
        cpu.launch(module, &kernel, launch.config(), &args)
    });
    match done {
        Ok(()) => Ok(true),
        Err(DeviceError::Unsupported { .. }) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn good_fixtures_run() {
    let folder = common::repository("fixtures");
    let (mut finished, mut refused, mut failed) = (0, Vec::new(), Vec::new());
    for path in common::files_below(&folder, "ptx") {
        let name = common::relative(&path, &folder);
        if name.starts_with('_') {
            continue;
        }
        let fixture = Fixture::read(&path).expect("a fixture");
        let launch = fixture.launch.as_deref().filter(|&launch| launch != "none");
        let (false, Some(launch)) = (fixture.is_bad().expect("well named"), launch) else { continue };
        match run(&fixture, launch) {
            Ok(true) => finished += 1,
            Ok(false) => refused.push(name),
            Err(error) => failed.push(format!("{name}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(finished > 150, "{finished} have run");
    assert!(refused.is_empty(), "not implemented by the interpreter: {refused:?}");
}
