//! A GPU that is kept as long as nothing goes wrong on it.

use crate::device::Device;

/// Gives out a device. A GPU is kept for whoever asks next: opening one takes longer than most checks. Other devices cost nothing, so
/// each is used once.
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
        let is_kept = is_fine(&result) && device.properties().is_some();
        self.idle = is_kept.then_some(device);
        result
    }
}
