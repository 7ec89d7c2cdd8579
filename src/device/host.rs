//! Memory of this machine.

use super::DeviceError;
use std::fs;
use zerocopy::{FromZeros, KnownLayout};

/// Bytes that programs can still get: what the system says is available, or less where a control group has a limit. On systems
/// that do not tell, there is no limit, and allocations fail when they fail.
pub(crate) fn free_memory() -> u64 {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    // Version 2, and version 1; a container sees its own group at the root.
    let groups = [("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes")];
    let number = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse::<u64>().ok();
    let groups = groups.into_iter().filter_map(|(limit, used)| Some(number(limit)?.saturating_sub(number(used)?)));
    groups.chain(system).min().unwrap_or(u64::MAX)
}

/// Whether this machine has so many bytes for copies of what devices hold.
///
/// # Errors
/// It has less.
pub(crate) fn demand_memory(bytes: u64) -> Result<(), DeviceError> {
    let free = free_memory();
    if bytes <= free { Ok(()) } else { Err(DeviceError::OutOfMemory { bytes, free: Some(free) }) }
}

/// Bytes of the line `MemAvailable`, which counts in KiB (proc_meminfo(5)).
fn available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()?.checked_mul(1024)
}

/// So many elements of zero; nothing if the machine does not have the memory.
pub(crate) fn zeroed<T: Default>(count: u64) -> Option<Box<[T]>> {
    let count = usize::try_from(count).ok()?;
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).ok()?;
    elements.resize_with(count, T::default);
    Some(elements.into_boxed_slice())
}

/// So many numbers of zero, in pages that the system gives when they are touched: most of a large buffer may never be. Nothing if it refuses.
pub(crate) fn untouched<T: FromZeros + KnownLayout>(count: u64) -> Option<Box<[T]>>
where
    [T]: FromZeros + KnownLayout<PointerMetadata = usize>,
{
    <[T]>::new_box_zeroed_with_elems(usize::try_from(count).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo() {
        let text = "MemTotal:       24684084 kB\nMemFree:        18024348 kB\nMemAvailable:   22472000 kB\n";
        assert_eq!(available(text), Some(22_472_000 * 1024));
        assert_eq!(available("MemTotal: 1 kB"), None);
        assert_eq!(available("MemAvailable: many kB"), None);
        assert!(free_memory() > 0);
    }

    #[test]
    fn what_there_is_not_is_not_given() {
        assert!(zeroed::<u64>(u64::MAX / 8).is_none());
        assert_eq!(zeroed::<u8>(3).as_deref(), Some(&[0; 3][..]));
        assert!(untouched::<u64>(u64::MAX / 8).is_none() && untouched::<u64>(u64::MAX).is_none());
        assert_eq!(untouched::<u8>(3).as_deref(), Some(&[0; 3][..]));
    }
}
