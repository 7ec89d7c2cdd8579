//! What a finding is known by when lines move: its rule, its function, and the statement that it is about.

use crate::diagnostic::Diagnostic;
use crate::util::FastMap;
use std::sync::Arc;

/// What stays of a finding when lines are added above it and registers or labels get other numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Identity {
    /// The rule.
    pub rule: &'static str,
    /// The function that holds it.
    pub function: Option<Arc<str>>,
    /// The statement, with one blank between words and without the numbers of registers and labels.
    pub context: String,
    /// How many findings before it in the file are like it in all of that.
    pub ordinal: usize,
}

impl Identity {
    /// A hash of it, the same on every machine and in every version (FNV-1a, 64 bits).
    pub fn hash(&self) -> u64 {
        fnv1a(format!("{}\0{}", self.kind(), self.ordinal).as_bytes())
    }

    /// What it has in common with findings that are like it.
    fn kind(&self) -> String {
        format!("{}\0{}\0{}", self.rule, self.function.as_deref().unwrap_or_default(), self.context)
    }
}

/// The identities of the findings of a file, in their order.
pub fn identities(bytes: &[u8], findings: &[Diagnostic]) -> impl Iterator<Item = Identity> {
    // By the hash of what they have in common: of that itself there may be very much.
    let mut seen: FastMap<u64, usize> = FastMap::default();
    findings.iter().map(move |finding| {
        let context = context(bytes, finding.span.start as usize);
        let first = Identity { rule: finding.rule.name, function: finding.function.clone(), context, ordinal: 0 };
        let count = seen.entry(fnv1a(first.kind().as_bytes())).or_default();
        let ordinal = *count;
        *count += 1;
        Identity { ordinal, ..first }
    })
}

/// The hash of Fowler, Noll and Vo in 64 bits.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The most bytes of a statement before and behind a place that are looked at.
const REACH: usize = 256;

/// The part of the statement around `at` that stands in its line, in a form that numbers do not change.
fn context(bytes: &[u8], at: usize) -> String {
    let at = at.min(bytes.len());
    let ends = |&byte: &u8| matches!(byte, b';' | b'{' | b'}' | b'\n' | b'\r');
    let before = &bytes[at.saturating_sub(REACH)..at];
    let before = &before[before.iter().rposition(ends).map_or(0, |end| end + 1)..];
    let after = &bytes[at..bytes.len().min(at + REACH)];
    let after = &after[..after.iter().position(ends).unwrap_or(after.len())];
    let statement = String::from_utf8_lossy(&[before, after].concat()).into_owned();
    statement.split_whitespace().map(without_numbers).collect::<Vec<_>>().join(" ")
}

/// A word in which the names of registers and labels have no digits.
fn without_numbers(word: &str) -> String {
    let mut is_name = false;
    let keep = |char: &char| {
        is_name = match char {
            '%' | '$' => true,
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' => is_name,
            _ => false,
        };
        !(is_name && char.is_ascii_digit())
    };
    word.chars().filter(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of the reference implementation (Fowler, Noll and Vo).
    #[test]
    fn known_answers() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn contexts_have_no_numbers_that_compilers_choose() {
        let of = |text: &str| context(text.as_bytes(), text.find("shl").expect("a place"));
        assert_eq!(of("\tmov.u32 %r1, 2;\n@%p3\tshl.b32   %r12, %r3, 4; // 5\n"), "@%p shl.b32 %r, %r, 4");
        assert_eq!(of("{ shl.b32 %rd7,[$L__BB0_12+16], 0x1F }"), "shl.b32 %rd,[$L__BB_+16], 0x1F");
        assert_eq!(of("shl"), "shl");
        assert_eq!(context(b"ret;", 99), "");
    }

    #[test]
    fn a_statement_without_end_costs_no_more_than_others() {
        let text = "x ".repeat(1 << 20);
        assert!(context(text.as_bytes(), 1 << 20).len() < 2 * REACH);
    }

    /// Findings after lines have moved and registers have been renumbered.
    #[test]
    fn identities_stay() {
        let identities = |text: &str| {
            let report = crate::check(text.as_bytes(), &crate::Options::default()).expect("small");
            identities(text.as_bytes(), &report.findings).collect::<Vec<_>>()
        };
        let body = "and.u32 %r1, %r2, 3;\nand.u32 %r2, %r1, 3;\nor.u32 %r1, %r2, 3;";
        let frame = |body: &str| {
            format!(".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {{ .reg .b32 %r<99>;\n{body}\nret; }}\n")
        };
        let before = identities(&frame(body));
        let after = identities(&frame(&format!("// more\nmov.u32 %r40, 1;\n{}", body.replace("%r1", "%r31"))));
        assert_eq!(before.len(), 3);
        assert_eq!(before, after);
        let hashes: std::collections::HashSet<u64> = before.iter().map(Identity::hash).collect();
        assert_eq!(hashes.len(), 3, "{before:?}");
    }
}
