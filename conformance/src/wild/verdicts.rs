//! What people who have read findings say of them.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

/// What somebody who has read a finding says of it, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Judgement {
    /// The code is wrong as the finding says, at its level.
    True,
    /// It is as the finding says; whether that is wrong depends on what only the authors know.
    Arguable,
    /// The code is right.
    False,
}

impl Judgement {
    fn parse(text: &str) -> Option<Self> {
        [Self::True, Self::Arguable, Self::False].into_iter().find(|it| it.to_string() == text)
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "true",
            Self::Arguable => "arguable",
            Self::False => "false",
        })
    }
}

/// What findings have in common that are judged as one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    /// The rule.
    pub rule: String,
    /// The level at which it is heard: what is true as a warning may be false as an error.
    pub level: String,
    /// The family of the kernel. In the file, one that ends in `*` stands for all that begin so.
    pub family: String,
    /// A hash of the opcodes at the finding and its labels, or `*` for all of a family.
    pub context: String,
}

/// The file of verdicts: a line each, columns separated by tabs.
#[derive(Default)]
pub(crate) struct Verdicts {
    known: HashMap<Key, Judgement>,
}

impl Verdicts {
    /// Reads a file; one that isn't there has no verdicts.
    pub fn read(path: &Path) -> Result<Self, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map_err(|mistake| format!("{}: {mistake}", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut this = Self::default();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        for (index, line) in lines {
            let wrong = |what: &str| Err(format!("line {}: {what}", index + 1));
            let columns: Vec<&str> = line.split('\t').collect();
            let [rule, level, family, context, judgement, reason] = columns[..] else {
                return wrong("rule, level, family, context, verdict and reason are wanted, separated by tabs");
            };
            if ptxlint::rules::by_name(rule).is_none() {
                return wrong(&format!("no rule is called `{rule}`"));
            }
            let Some(judgement) = Judgement::parse(judgement) else {
                return wrong("the verdict is `true`, `arguable` or `false`");
            };
            if reason.trim().is_empty() {
                return wrong("a verdict wants a reason");
            }
            let [rule, level, family, context] = [rule, level, family, context].map(str::to_string);
            if this.known.insert(Key { rule, level, family, context }, judgement).is_some() {
                return wrong("this has a verdict above");
            }
        }
        Ok(this)
    }

    /// The verdict on findings of a key: their own, or else that on the whole family, or on the longest beginning of its name.
    pub fn of(&self, key: &Key) -> Option<Judgement> {
        let family = Key { context: "*".to_string(), ..key.clone() };
        let beginnings = key.family.char_indices().rev().map(|(end, _)| format!("{}*", &key.family[..end]));
        let mut beginnings = beginnings.map(|beginning| Key { family: beginning, ..family.clone() });
        let known = self.known.get(key).or_else(|| self.known.get(&family));
        known.or_else(|| beginnings.find_map(|key| self.known.get(&key))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(context: &str) -> Key {
        let [rule, level, family, context] = ["missing-barrier", "error", "scan", context].map(str::to_string);
        Key { rule, level, family, context }
    }

    #[test]
    fn the_nearest_verdict_counts() {
        let text = "# comment\nmissing-barrier\terror\tscan\t*\ttrue\tno barrier\nmissing-barrier\terror\tscan\tab12\tfalse\tone warp\n";
        let verdicts = Verdicts::parse(text).expect("it reads");
        assert_eq!(verdicts.of(&key("ab12")), Some(Judgement::False));
        assert_eq!(verdicts.of(&key("cd34")), Some(Judgement::True));
        let of_family = |verdicts: &Verdicts, name: &str| verdicts.of(&Key { family: name.to_string(), ..key("ab12") });
        assert_eq!(of_family(&verdicts, "sort"), None);
        let text = "missing-barrier\terror\tscan_*\t*\ttrue\tno barrier\nmissing-barrier\terror\tscan_b*\t*\tfalse\tone warp\n";
        let verdicts = Verdicts::parse(text).expect("it reads");
        assert_eq!(of_family(&verdicts, "scan_add"), Some(Judgement::True));
        assert_eq!(of_family(&verdicts, "scan_by_key"), Some(Judgement::False));
        assert_eq!(of_family(&verdicts, "scan"), None);
    }

    #[test]
    fn mistakes_are_told() {
        let mistake = |text: &str| Verdicts::parse(text).err().unwrap_or_default();
        assert!(mistake("no-rule\terror\tk\t*\ttrue\twhy\n").contains("`no-rule`"));
        assert!(mistake("missing-barrier\terror\tk\t*\tmaybe\twhy\n").contains("verdict"));
        assert!(mistake("missing-barrier\terror\tk\t*\ttrue\t \n").contains("reason"));
        assert!(mistake("missing-barrier\terror\n").contains("line 1"));
        let line = "missing-barrier\terror\tk\t*\ttrue\twhy\n";
        assert!(mistake(&line.repeat(2)).contains("line 2"));
    }

    #[test]
    fn the_file_reads() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("wild.tsv");
        assert_eq!(Verdicts::read(&path).err(), None);
    }
}
