//! Registers that warps give back and wait for.

use super::machine::RehearsedCluster;
use super::warp::Readiness;
use crate::facts::register_pool::WarpRegisters;

impl RehearsedCluster<'_, '_, '_> {
    /// Gives registers back, or takes some as soon as they are there.
    pub(super) fn set_registers(&mut self, index: usize, place: usize, at: usize, (count, increases): (u32, bool)) {
        if increases && !self.has_registers(index, count) {
            let lanes = &mut self.warps[index].lanes[place];
            lanes.at -= 1;
            lanes.readiness = Readiness::AtRegisters(count);
            return;
        }
        *self.pool.share(index) = WarpRegisters::Moved(count, at as u32);
        self.progress += 1;
    }

    /// Whether there are registers enough for a warp to have so many for each thread.
    fn has_registers(&self, index: usize, count: u32) -> bool {
        let warps = self.warps.len() / self.launch.blocks() as usize;
        let first = index - index % warps;
        self.plan.entry_registers.is_none_or(|entry| self.pool.has_room(first..first + warps, index, count, entry))
    }

    /// Lets lanes of a warp try again that wait for registers, if there are enough.
    pub(super) fn retry_registers(&mut self, index: usize) {
        for place in 0..self.warps[index].lanes.len() {
            if let Readiness::AtRegisters(count) = self.warps[index].lanes[place].readiness
                && self.has_registers(index, count)
            {
                self.warps[index].lanes[place].readiness = Readiness::Ready;
            }
        }
    }
}
