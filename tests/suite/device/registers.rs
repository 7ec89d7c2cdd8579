//! `setmaxnreg`: registers that warps give back and ask for.

use super::launch::{block, kernel, run};
use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{DeviceError, Fault, FaultKind};

/// Runs three warpgroups, of which the last one begins with `%p1`.
fn go(bounds: &str, body: &str) -> Result<Vec<u32>, DeviceError> {
    let body = format!("mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 256; {body}");
    let ptx = kernel(&body).replace(")\n{", &format!(")\n{bounds}\n{{"));
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some("sm_90a"));
        assert_eq!(verdict, Verdict::Accept, "{messages}\n{body}");
    }
    run(&ptx, block(384), &[0; 256], 64)
}

fn fault(bounds: &str, body: &str) -> Fault {
    match go(bounds, body) {
        Err(DeviceError::Fault(fault)) => *fault,
        other => panic!("no fault but {other:?} in {body}"),
    }
}

const BOUNDS: &str = ".maxntid 384, 1, 1\n.minnctapersm 1";
const GIVE: &str = "setmaxnreg.dec.sync.aligned.u32 40;";
const ASK: &str = "@%p1 bra done; setmaxnreg.inc.sync.aligned.u32 232; done: bar.sync 0;";

#[test]
fn registers_have_to_come_from_somebody() {
    let gives = format!("@%p1 {GIVE} {ASK}");
    go(BOUNDS, &gives).expect("it runs");
    let fault = fault(BOUNDS, ASK);
    assert_eq!(fault.kind, FaultKind::Deadlock, "{fault}");
    assert!(fault.message.contains("for 232 registers each"), "{fault}");
    // Who asks for what a block of this size has anyway waits for nobody.
    go(BOUNDS, &ASK.replace("232", "168")).expect("it runs");
    // Those of a group that has ended come back to nobody, as on an H100.
    let ends = "setp.lt.u32 %p2, %r1, 128; @%p2 bra end; @%p1 bra done; setmaxnreg.inc.sync.aligned.u32 232; done: bar.sync 1, 256; end:";
    assert_eq!(self::fault(BOUNDS, ends).kind, FaultKind::Deadlock);
    // Assemblers ignore the instruction where they do not know what a kernel begins with.
    go("", ASK).expect("it runs");
    go(".maxntid 384, 1, 1", ASK).expect("it runs");
}

/// A kernel that is bounded by hand has less to give.
#[test]
fn bounds_of_registers() {
    let gives = format!("@%p1 {GIVE} {ASK}");
    let bounded = ".maxntid 384, 1, 1\n.maxnreg 128";
    assert_eq!(fault(bounded, &gives).kind, FaultKind::Deadlock);
    go(bounded, &gives.replace("232", "168")).expect("it runs");
}

#[test]
fn groups_move_registers_together() {
    let one = format!("setp.ge.u32 %p2, %r1, 288; @%p2 bra ask; @%p1 {GIVE} ask: {ASK}");
    let fault = fault(BOUNDS, &one.replace("232", "184"));
    assert_eq!(fault.kind, FaultKind::InactiveLane, "{fault}");
    assert!(fault.message.contains("warp 8 executes this and warp 9 of its warpgroup does not"), "{fault}");
}
