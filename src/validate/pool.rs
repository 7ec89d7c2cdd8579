//! A device that is kept as long as nothing goes wrong on it.

use crate::device::Device;

/// Gives out a device, and keeps it for whoever asks next: opening a GPU takes longer than most checks.
pub(super) struct Pool<'o> {
    open: Box<dyn Fn() -> Box<dyn Device> + 'o>,
    idle: Option<Box<dyn Device>>,
}

impl<'o> Pool<'o> {
    pub(super) fn new(open: impl Fn() -> Box<dyn Device> + 'o) -> Self {
        Self { open: Box::new(open), idle: None }
    }

    /// A device that nobody has used.
    pub(super) fn fresh(&self) -> Box<dyn Device> {
        (self.open)()
    }

    /// Does something on a device. What fails there may have broken it: unless the result `is_fine`, the next one gets a fresh
    /// device, and so it does after a panic.
    pub(super) fn with<T>(&mut self, work: impl FnOnce(&mut dyn Device) -> T, is_fine: fn(&T) -> bool) -> T {
        let mut device = self.idle.take().unwrap_or_else(|| self.fresh());
        let result = work(device.as_mut());
        self.idle = is_fine(&result).then_some(device);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Cpu;
    use std::cell::Cell;

    #[test]
    fn what_fails_is_not_kept() {
        let opened = Cell::new(0);
        let mut pool = Pool::new(|| {
            opened.set(opened.get() + 1);
            Box::new(Cpu::new())
        });
        for (outcome, devices) in [(Ok(()), 1), (Ok(()), 1), (Err(()), 1), (Ok(()), 2)] {
            assert_eq!(pool.with(|_| outcome, Result::is_ok), outcome);
            assert_eq!(opened.get(), devices);
        }
    }
}
