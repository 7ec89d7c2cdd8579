//! What tells whether a kernel is still the one that was run.

/// The FNV-1a hash of a module's text, in 64 bits, as `fnv1a64:` and 16 hexadecimal digits: the same on every machine and in every
/// version. It tells changes, not forgeries.
pub fn fingerprint(ptx: &str) -> String {
    format!("fnv1a64:{:016x}", crate::fingerprint::fnv1a(ptx.as_bytes()))
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
