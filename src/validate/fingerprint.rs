//! What tells whether a kernel is still the one that was run.

/// The FNV-1a hash of a module's text, in 64 bits, as `fnv1a64:` and 16 hexadecimal digits: the same on every machine and in every
/// version. It tells changes, not forgeries.
pub fn fingerprint(ptx: &str) -> String {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let hash = ptx.bytes().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("fnv1a64:{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of the reference implementation (Fowler, Noll and Vo).
    #[test]
    fn known_answers() {
        assert_eq!(fingerprint(""), "fnv1a64:cbf29ce484222325");
        assert_eq!(fingerprint("a"), "fnv1a64:af63dc4c8601ec8c");
        assert_eq!(fingerprint("foobar"), "fnv1a64:85944171f73967e8");
    }
}
