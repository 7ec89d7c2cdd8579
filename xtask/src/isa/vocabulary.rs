//! What names the table knows, and what a misspelt one was meant to be.

/// `no target `sm_9O`; did you mean `sm_90`?`
pub(super) fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut message = format!("no {kind} `{name}`");
    if let Some(near) = nearest(name, known) {
        message.push_str(&format!("; did you mean `{near}`?"));
    }
    message
}

/// The known name that takes the fewest edits, if they are few for its length.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = name.chars().count().max(3) / 3;
    let scored = known.into_iter().map(|known| (distance(name, known), known));
    scored.filter(|&(edits, _)| edits <= most).min().map(|(_, known)| known)
}

/// Number of characters to insert, delete, replace or swap with a neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // `rows[i][j]`: from the first `i` characters of one to the first `j` of the other.
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The name of the constant for a word or instruction: `L2::cache_hint` is `L2_CACHE_HINT`.
pub(super) fn constant(name: &str) -> String {
    let mut constant = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => constant.push(c.to_ascii_uppercase()),
            _ if constant.ends_with('_') => {}
            _ => constant.push('_'),
        }
    }
    if constant.starts_with(|c: char| c.is_ascii_digit()) {
        constant.insert(0, '_');
    }
    constant
}

/// The kinds of operands: names in the table, and variants of `isa::Atom`.
pub(super) const ATOMS: [(&str, &str); 59] = [
    ("pred", "RegPred"),
    ("b8", "RegB8"),
    ("u8", "RegU8"),
    ("s8", "RegS8"),
    ("b16", "RegB16"),
    ("u16", "RegU16"),
    ("s16", "RegS16"),
    ("f16", "RegF16"),
    ("b32", "RegB32"),
    ("u32", "RegU32"),
    ("s32", "RegS32"),
    ("f32", "RegF32"),
    ("f16x2", "RegF16x2"),
    ("b64", "RegB64"),
    ("u64", "RegU64"),
    ("s64", "RegS64"),
    ("f64", "RegF64"),
    ("b128", "RegB128"),
    ("other", "RegOther"),
    ("regvec", "RegVector"),
    ("int", "Int"),
    ("hexf", "HexSingle"),
    ("hexd", "HexDouble"),
    ("dec", "Decimal"),
    ("gvar", "Global"),
    ("svar", "Shared"),
    ("lvar", "Local"),
    ("cvar", "Const"),
    ("param", "Param"),
    ("texref", "Texref"),
    ("samplerref", "Samplerref"),
    ("surfref", "Surfref"),
    ("sym+", "Offset"),
    ("sym[]", "Index"),
    ("badindex", "BadIndex"),
    ("sum", "Sum"),
    ("sreg16", "Special16"),
    ("sreg32", "Special32"),
    ("sreg64", "Special64"),
    ("sregany", "SpecialAny"),
    ("sregpred", "SpecialPred"),
    ("sregvec", "SpecialVector"),
    ("func", "Func"),
    ("entry", "Entry"),
    ("label", "Label"),
    ("branchtargets", "BranchTargets"),
    ("calltargets", "CallTargets"),
    ("prototype", "Prototype"),
    ("sink", "Sink"),
    ("notpred", "NotPred"),
    ("minus", "Minus"),
    ("badsign", "BadSign"),
    ("selected", "Selected"),
    ("badselector", "BadSelector"),
    ("vector", "Vector"),
    ("pair", "Pair"),
    ("address", "Address"),
    ("args", "Args"),
    ("invalid", "Invalid"),
];

/// The variant of `isa::Selectors` for a name in the table.
pub(super) const SELECTORS: [&str; 5] = ["part", "mask2", "mask4", "lanes2", "lanes4"];

/// What operands can be: variants of `isa::Role`.
pub(super) const ROLES: [&str; 26] = [
    "source",
    "result",
    "accumulator",
    "address",
    "remote",
    "texture",
    "sampler",
    "surface",
    "tensor-map",
    "tensor-memory",
    "barrier",
    "barrier-state",
    "barrier-phase",
    "named-barrier",
    "matrix-descriptor",
    "instruction-descriptor",
    "accumulate",
    "policy",
    "lane-mask",
    "block-mask",
    "byte-mask",
    "size",
    "count",
    "coordinates",
    "offset",
    "target",
];

/// Proxies other than the generic one: variants of `isa::Proxy`.
pub(super) const PROXIES: [&str; 3] = ["async", "texture", "surface"];

/// Variants of `isa::Semantics`.
pub(super) const SEMANTICS: [&str; 6] = ["weak", "relaxed", "acquire", "release", "acq_rel", "sc"];

/// Variants of `isa::Scope`.
pub(super) const SCOPES: [&str; 4] = ["cta", "cluster", "gpu", "sys"];

/// What the assembler overlooks or insists on: constants of `isa::Quirks`.
pub(super) const QUIRKS: [&str; 6] =
    ["special-base", "parts-written", "part-read-first", "no-predicates", "plain-elements", "separable"];

/// The effects that instructions can have: constants of `isa::Effects`.
pub(super) const EFFECTS: [&str; 32] = [
    "branch",
    "exit",
    "return",
    "call",
    "reads-memory",
    "writes-memory",
    "atomic",
    "barrier",
    "barrier-arrive",
    "cluster-barrier",
    "warp-synchronous",
    "convergent",
    "fence",
    "trap",
    "asynchronous",
    "commits",
    "waits",
    "mbarrier-init",
    "mbarrier-inval",
    "mbarrier-arrive",
    "mbarrier-expect",
    "mbarrier-complete",
    "mbarrier-wait",
    "ordered",
    "generic-shared",
    "accumulates",
    "warpgroup",
    "tensor-loads",
    "tensor-stores",
    "bulk-groups",
    "tensor-products",
    "tensor-moves",
];

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn edits_are_counted() {
        for (a, b, edits) in
            [("", "abc", 3), ("level", "levl", 1), ("syss", "sys", 1), ("kitten", "sitting", 3), ("naer", "near", 1)]
        {
            assert_eq!(distance(a, b), edits, "{a} {b}");
            assert_eq!(distance(b, a), edits, "{b} {a}");
        }
    }

    #[test]
    fn only_what_is_near_is_suggested() {
        assert_eq!(nearest("L2::cache_hnt", ["L2::cache_hint", "L2::256B"]), Some("L2::cache_hint"));
        assert_eq!(nearest("f23", ["tensormap", "x"]), None);
    }
}
