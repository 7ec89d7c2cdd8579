//! Registers that share slots.
//!
//! Compilers give each result a register of its own, so an unrolled loop has thousands of them, each of 32 lanes: more than caches hold, and
//! more than a block should clear when it begins. Most of them live within one stretch of code that is run from its first step to its last.
//! Those have a value before anybody reads it, whatever way threads came, and nobody asks for it later. So they take turns in a few slots.

use super::program::{CallTarget, Op, Pass, Program, RegisterSlot, Step};
use super::stack::StackStep;
use std::collections::HashSet;
use std::ops::Range;

/// What a step does to a register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RegisterUsage {
    Read,
    Write,
}

/// Where a register is used.
#[derive(Clone, Copy)]
enum Life {
    /// Nowhere so far.
    Unused,
    /// In one stretch, up to a step.
    Within { stretch: u32, last: u32 },
    /// In several, or before it has a value.
    Anywhere,
}

/// Lets registers share slots, in all functions where every step is one whose registers are known here.
pub fn pack(program: &mut Program) {
    // Callers know the registers that other functions pass and return.
    let passes_registers = |target: &CallTarget| {
        target.arguments.iter().chain(&target.results).any(|pass| !matches!(pass, Pass::Copy { .. }))
    };
    let is_pass = |step: &Step| match &step.op {
        Op::Call { targets, .. } => targets.iter().any(passes_registers),
        _ => false,
    };
    if program.steps.iter().any(is_pass) {
        return;
    }
    let entries: Vec<u32> = program.functions.iter().map(|code| code.entry).collect();
    for (index, &entry) in entries.iter().enumerate() {
        let end = entries.get(index + 1).map_or(program.steps.len(), |&next| next as usize);
        let range = entry as usize..end;
        let before = program.functions[index].registers;
        if let Some(lives) = lives_of(&mut program.steps, range.clone(), before) {
            program.functions[index].registers = place(&mut program.steps[range.clone()], range.start as u32, &lives);
        }
    }
}

/// The first steps of stretches, but for the very first: where threads come from elsewhere, or some of them go elsewhere.
fn beginnings(steps: &[Step], range: Range<usize>) -> HashSet<u32> {
    let mut found = HashSet::new();
    for (pc, step) in range.clone().zip(&steps[range]) {
        let next = pc as u32 + 1;
        match &step.op {
            Op::Branch { to } => found.extend([*to, next]),
            Op::BranchIndexed { targets, .. } => found.extend(targets.iter().copied().chain([next])),
            Op::Call { .. } | Op::Return | Op::Exit | Op::Trap | Op::FailAssertion(_) => _ = found.insert(next),
            _ => {}
        }
    }
    found
}

/// The lives of so many registers of a function; nothing if it has a step whose registers are not known here.
fn lives_of(steps: &mut [Step], range: Range<usize>, registers: u32) -> Option<Vec<Life>> {
    let beginnings = beginnings(steps, range.clone());
    let mut lives = vec![Life::Unused; registers as usize];
    let mut stretch = 0;
    for (pc, step) in range.clone().zip(&mut steps[range]) {
        let last = pc as u32;
        stretch += u32::from(beginnings.contains(&last));
        let is_guarded = step.guard.is_some();
        let is_known = each_register(step, &mut |slot, usage| {
            let Some(life) = lives.get_mut(slot.0 as usize) else { return };
            *life = match *life {
                Life::Unused if usage == RegisterUsage::Write && !is_guarded => Life::Within { stretch, last },
                Life::Within { stretch: own, .. } if own == stretch => Life::Within { stretch, last },
                _ => Life::Anywhere,
            };
        });
        if !is_known {
            return None;
        }
    }
    Some(lives)
}

/// Gives registers their slots. How many there are.
fn place(steps: &mut [Step], first: u32, lives: &[Life]) -> u32 {
    let mut slots = vec![None; lives.len()];
    let mut count = 0;
    for (slot, life) in slots.iter_mut().zip(lives) {
        if matches!(life, Life::Anywhere) {
            *slot = Some(count);
            count += 1;
        }
    }
    let mut free = Vec::new();
    let mut ended = Vec::new();
    for (pc, step) in (first..).zip(steps) {
        each_register(step, &mut |register, _| {
            let Some(slot) = slots.get_mut(register.0 as usize) else { return };
            let place = *slot.get_or_insert_with(|| {
                free.pop().unwrap_or_else(|| {
                    count += 1;
                    count - 1
                })
            });
            if matches!(lives[register.0 as usize], Life::Within { last, .. } if last == pc) && !ended.contains(&place)
            {
                ended.push(place);
            }
            register.0 = place;
        });
        free.append(&mut ended);
    }
    count
}

/// Shows the registers of a step: first those that it reads, then those that it writes. Whether this knows them all.
pub fn each_register(step: &mut Step, visit: &mut dyn FnMut(&mut RegisterSlot, RegisterUsage)) -> bool {
    let mut visit = |slot: &mut RegisterSlot, usage: RegisterUsage| {
        if slot.0 & RegisterSlot::CONSTANT == 0 {
            visit(slot, usage);
        }
    };
    if let Some((slot, _)) = &mut step.guard {
        visit(slot, RegisterUsage::Read);
    }
    match &mut step.op {
        Op::Compute { to, from, .. } => {
            from.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read));
            visit(to, RegisterUsage::Write);
        }
        Op::Select { to, from, condition } => {
            from.iter_mut().chain([condition]).for_each(|slot| visit(slot, RegisterUsage::Read));
            visit(to, RegisterUsage::Write);
        }
        Op::FrameAddress { to, .. } | Op::Clock { to } | Op::ActiveMask { to } => visit(to, RegisterUsage::Write),
        Op::Stack(StackStep::Allocate { to, bytes, .. }) => {
            visit(bytes, RegisterUsage::Read);
            visit(to, RegisterUsage::Write);
        }
        Op::Stack(StackStep::Save { to }) => visit(to, RegisterUsage::Write),
        Op::Stack(StackStep::Restore { from }) => visit(from, RegisterUsage::Read),
        Op::BranchIndexed { index, .. } => visit(index, RegisterUsage::Read),
        Op::Call { address, .. } => address.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read)),
        Op::Shuffle { to, from, members, .. } => {
            from.iter_mut().chain(members).for_each(|slot| visit(slot, RegisterUsage::Read));
            to.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::Vote { to, from, members, .. } => {
            [from].into_iter().chain(members).for_each(|slot| visit(slot, RegisterUsage::Read));
            to.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::Elect { to, members } => {
            visit(members, RegisterUsage::Read);
            to.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::WarpBarrier { members } => visit(members, RegisterUsage::Read),
        Op::Barrier(barrier) => {
            [&mut barrier.id].into_iter().chain(&mut barrier.count).for_each(|slot| visit(slot, RegisterUsage::Read));
            if let Some((to, from)) = &mut barrier.reduction {
                visit(from, RegisterUsage::Read);
                visit(to, RegisterUsage::Write);
            }
        }
        Op::Matrix { to, from, .. } => {
            from.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read));
            to.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::FailAssertion(told) => told.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read)),
        Op::Print(addresses) => addresses.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read)),
        Op::Allocate { to, bytes } => {
            visit(bytes, RegisterUsage::Read);
            visit(to, RegisterUsage::Write);
        }
        Op::Branch { .. } | Op::Return | Op::Exit | Op::Trap | Op::Nothing => {}
        Op::CommitCopies | Op::WaitCopies { .. } | Op::Fence { .. } | Op::FenceInit | Op::ProxyFence(_) => {}
        Op::LetDependentsBegin | Op::WaitForPrimary | Op::ClusterBarrier(_) | Op::SetRegisters(_) => {}
        op => return each_of_access(op, &mut visit),
    }
    true
}

/// The same of what accesses memory.
fn each_of_access(op: &mut Op, visit: &mut dyn FnMut(&mut RegisterSlot, RegisterUsage)) -> bool {
    match op {
        Op::Load(transfer) => {
            visit(&mut transfer.place.base, RegisterUsage::Read);
            transfer.elements.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::Store(transfer) => {
            visit(&mut transfer.place.base, RegisterUsage::Read);
            transfer.elements.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Read));
        }
        Op::Atomic(atomic) => {
            visit(&mut atomic.place.base, RegisterUsage::Read);
            atomic.operands.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Read));
            atomic.result.iter_mut().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::WideAtomic(atomic) => {
            visit(&mut atomic.place.base, RegisterUsage::Read);
            atomic
                .compare
                .iter_mut()
                .flatten()
                .chain(&mut atomic.value)
                .for_each(|slot| visit(slot, RegisterUsage::Read));
            atomic.result.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::Texture(fetch) => {
            let read = fetch.coordinates.iter_mut().chain([&mut fetch.handle]).chain(&mut fetch.layer);
            read.for_each(|slot| visit(slot, RegisterUsage::Read));
            fetch.results.iter_mut().flatten().for_each(|slot| visit(slot, RegisterUsage::Write));
        }
        Op::Surface(access) => {
            let read = access.coordinates.iter_mut().chain([&mut access.handle]).chain(&mut access.layer);
            read.for_each(|slot| visit(slot, RegisterUsage::Read));
            let usage = if access.stores { RegisterUsage::Read } else { RegisterUsage::Write };
            access.elements.iter_mut().flatten().for_each(|slot| visit(slot, usage));
        }
        Op::Copy(copy) => {
            let read = [&mut copy.to.base, &mut copy.from.base].into_iter().chain(&mut copy.source_size);
            read.for_each(|slot| visit(slot, RegisterUsage::Read));
        }
        Op::MatrixMemory(transfer) => {
            visit(&mut transfer.place.base, RegisterUsage::Read);
            let usage = if transfer.stores { RegisterUsage::Read } else { RegisterUsage::Write };
            transfer.registers.iter_mut().for_each(|slot| visit(slot, usage));
        }
        Op::FragmentMemory(transfer) => {
            [&mut transfer.place.base, &mut transfer.stride]
                .into_iter()
                .for_each(|slot| visit(slot, RegisterUsage::Read));
            let usage = if transfer.stores { RegisterUsage::Read } else { RegisterUsage::Write };
            transfer.registers.iter_mut().for_each(|slot| visit(slot, usage));
        }
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::device::{Arg, Cpu, Device, DeviceError, FaultKind};
    use crate::launch::LaunchConfig;
    use std::fmt::Write as _;

    /// What 64 threads have stored that run a kernel of a pointer, and how many registers it has.
    fn run(body: &str) -> (Result<Vec<u32>, DeviceError>, u32) {
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64
            .entry k(.param .u64 to) {{
            .reg .pred %p<9>; .reg .b32 %r<999>; .reg .b64 %rd<9>;
            ld.param.u64 %rd1, [to]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd2, %rd1, %rd2;
            {body}
            ret; }}"
        );
        let mut cpu = Cpu::new();
        let module = cpu.load(&text).expect("a module");
        let buffer = cpu.alloc(256).expect("a buffer");
        let config = LaunchConfig::new([1, 1, 1], [64, 1, 1]);
        let ended = cpu.launch(module, "k", config, &[Arg::Buffer(buffer)]);
        let stored = ended.map(|()| {
            let mut bytes = [0; 256];
            cpu.download(buffer, &mut bytes).expect("room");
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
        });
        let program = cpu.modules[module.0 as usize].kernels[0].1.as_ref().expect("a program");
        (stored, program.functions[0].registers)
    }

    #[test]
    fn results_of_a_long_stretch_take_few_slots() {
        let mut body = "mov.u32 %r2, 1;".to_string();
        for register in 3..900 {
            let _ = write!(body, "add.u32 %r{register}, %r{}, %r1;", register - 1);
        }
        let (stored, registers) = run(&format!("{body} st.global.u32 [%rd2], %r899;"));
        assert_eq!(stored.expect("no fault"), (0..64).map(|lane| 1 + 897 * lane).collect::<Vec<u32>>());
        assert!(registers < 10, "{registers}");
    }

    #[test]
    fn what_lives_on_elsewhere_keeps_its_slot() {
        // Odd lanes come by another way, and all go round twice.
        let body = "mov.u32 %r2, 7; mov.u32 %r3, 0; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 1;
            again: add.u32 %r5, %r2, %r1; add.u32 %r6, %r5, 1; @%p1 bra odd;
            add.u32 %r7, %r6, 100; mov.u32 %r8, %r7; bra.uni meet;
            odd: mul.lo.u32 %r9, %r6, 3; mul.lo.u32 %r10, %r9, 2; mov.u32 %r8, %r10;
            meet: add.u32 %r2, %r8, 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, 2; @%p2 bra again;
            st.global.u32 [%rd2], %r2;";
        let step = |lane: u32, value: u32| if lane % 2 == 1 { (value + lane + 1) * 6 } else { value + lane + 101 };
        let (stored, registers) = run(body);
        assert_eq!(stored.expect("no fault"), (0..64).map(|lane| step(lane, step(lane, 7))).collect::<Vec<u32>>());
        assert!(registers < 20, "{registers}");
    }

    #[test]
    fn what_has_no_value_gets_none_from_others() {
        // The temporaries before it have values, and whoever shares their slots would have them, too.
        let before = "add.u32 %r2, %r1, 1; add.u32 %r3, %r2, 1; add.u32 %r4, %r3, %r2; st.global.u32 [%rd2], %r4;";
        for unknown in [
            "add.u32 %r6, %r5, 1; st.global.u32 [%rd2], %r6;",
            "setp.eq.u32 %p1, %r1, 3; @%p1 mov.u32 %r5, 1; st.global.u32 [%rd2], %r5;",
            "setp.eq.u32 %p1, %r1, 3; @%p1 bra on; mov.u32 %r5, 1; on: st.global.u32 [%rd2], %r5;",
        ] {
            let (stored, _) = run(&format!("{before} {unknown}"));
            let is_told = matches!(&stored, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::Uninitialised);
            assert!(is_told, "{unknown}: {stored:?}");
        }
    }

    #[test]
    fn guarded_steps_leave_what_was_there() {
        let (stored, _) =
            run("mov.u32 %r2, 5; setp.lt.u32 %p1, %r1, 9; @%p1 add.u32 %r2, %r2, %r1; st.global.u32 [%rd2], %r2;");
        let right = (0..64).map(|lane| if lane < 9 { 5 + lane } else { 5 }).collect::<Vec<u32>>();
        assert_eq!(stored.expect("no fault"), right);
    }
}
