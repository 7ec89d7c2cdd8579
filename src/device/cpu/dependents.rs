//! Dependent launches (`griddepcontrol`, PTX ISA 9.7.13.13): a grid may begin as soon as the grid before it has said so, long before that
//! one's stores can be seen. What it touches of them before it has waited is a race.
//!
//! Grids run one after the other here. So the records of the first grid are kept, and accesses of the second one that come before its
//! `griddepcontrol.wait` are held against them: which is what happens if it begins as early, and sees stores as late, as it may.

use super::Cpu;
use super::access::{LaneAccess, MemoryBytes};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::program::Program;
use super::shadow::ShadowAccess;
use super::warp::StepFailure;
use crate::device::LoadedModule;
use crate::device::error::{FaultKind, OtherAccess, ThreadIndex};
use crate::launch::LaunchConfig;
use crate::span::Span;

/// A grid that has let its dependents begin.
pub struct PrimaryGrid {
    module: LoadedModule,
    kernel: String,
    /// Where each step stands.
    spans: Vec<Span>,
    config: LaunchConfig,
}

impl PrimaryGrid {
    /// The grid of a launch that is over.
    pub fn new(module: LoadedModule, kernel: &str, program: &Program, config: LaunchConfig) -> Self {
        let spans = program.steps.iter().map(|step| step.span).collect();
        Self { module, kernel: kernel.to_string(), spans, config }
    }
}

impl Cpu {
    /// Lets launches begin as soon as the launch before says that its dependents may (`griddepcontrol.launch_dependents`): what they
    /// share with it before they have waited (`griddepcontrol.wait`) is a race. This is what programmatic stream serialization does.
    pub fn set_dependent(&mut self, dependent: bool) {
        self.dependent = dependent;
    }
}

impl BlockState {
    /// Whether an access meets one of the grid before, which may be under way still.
    pub fn check_primary(
        &self,
        LaneAccess { who, target, size, how }: LaneAccess<'_>,
        bytes: u32,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let (Some(primary), MemoryBytes::Global(buffer, offset)) = (launch.order.primary, target) else {
            return Ok(());
        };
        if self.clocks.knows_primary(who.warp, 1 << who.lane) {
            return Ok(());
        }
        let words = offset / 4..(offset + u64::from(size)).div_ceil(4);
        let met = words.into_iter().find_map(|word| {
            let earlier = buffer.before.met(word as usize, how.writes)?;
            (earlier.bytes & bytes != 0 && !(earlier.strong && how.strong)).then_some(earlier)
        });
        met.map_or(Ok(()), |earlier| {
            Err(self.met_primary(who.pc, who.thread(), (offset, how.writes), earlier, primary, launch))
        })
    }

    #[cold]
    fn met_primary(
        &self,
        pc: u32,
        thread: u32,
        (offset, writes): (u64, bool),
        earlier: ShadowAccess,
        primary: &PrimaryGrid,
        launch: &KernelLaunch<'_>,
    ) -> StepFailure {
        let (does, did) = (if writes { "written" } else { "read" }, if earlier.writes { "writes" } else { "reads" });
        let message = format!(
            "global memory at offset {offset} is {does} with no griddepcontrol.wait, and `{}`, which may still run, {did} it",
            primary.kernel
        );
        let mut fault = launch.fault(FaultKind::Race, message, pc, self, thread);
        // The text of another module cannot be shown beside that of this one.
        if primary.module == launch.module {
            let split = |linear: u32, [x, y, _]: [u32; 3]| [linear % x, linear / x % y, linear / x / y];
            let span = primary.spans[earlier.step as usize];
            fault.other = Some(OtherAccess {
                thread: ThreadIndex {
                    block: split(earlier.block, primary.config.grid),
                    thread: split(earlier.thread, primary.config.block),
                },
                span,
                line: launch.observers.lines.line(span),
                writes: earlier.writes,
            });
        }
        fault
    }
}
