//! Versions and targets: what the module declares against what a form or word needs.

use crate::ir::{HeaderKind, Module};
use crate::isa::{Gate, Target};
use crate::options::Options;
use crate::span::Span;

/// What a module declares, as far as gates ask.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredTarget {
    /// PTX version times 10; `None` when it cannot be read.
    pub version: Option<u8>,
    /// Target architecture; `None` when it is unknown.
    pub target: Option<Target>,
    /// Whether samplers are apart from textures (`.target texmode_independent`).
    pub separate_samplers: bool,
}

/// What a module lacks for a form or word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    /// A PTX version of at least this, times 10.
    Version(u8),
    /// One of these targets, as a set of [`Target::bit`]s.
    Target(u64),
}

impl DeclaredTarget {
    /// Reads a module's headers. With several `.target` directives the last one counts. What the options give takes precedence.
    pub fn new(module: &Module<'_>, options: &Options) -> Self {
        let mut environment = Self { version: None, target: None, separate_samplers: false };
        for header in &module.headers {
            match header.kind {
                HeaderKind::Version(span) => {
                    let text = module.source.slice(span);
                    let version = parse_version(text).filter(|version| VERSIONS.contains(version));
                    environment.version = environment.version.or(version);
                }
                HeaderKind::Target(list) => {
                    for name in target_names(module, list) {
                        environment.separate_samplers |= module.source.slice(name) == b"texmode_independent";
                        environment.target = architecture(module.source.slice(name)).or(environment.target);
                    }
                }
                HeaderKind::AddressSize(_) => {}
            }
        }
        environment.version = options.version.or(environment.version);
        environment.target = options.target.or(environment.target);
        environment
    }

    /// Whether a gate admits older versions or targets alone.
    pub fn outlived(&self, gate: &Gate) -> bool {
        let is_older = |&(_, last, targets): &(u8, u8, u64)| {
            self.version.is_some_and(|declared| declared > last)
                || self.target.is_some_and(|target| targets < target.bit())
        };
        !gate.alternatives.is_empty() && gate.alternatives.iter().all(is_older)
    }

    /// Whether a gate is for older versions only.
    pub fn is_past(&self, gate: &Gate) -> bool {
        let past = |last: u8| self.version.is_some_and(|declared| declared > last);
        !gate.alternatives.is_empty() && gate.alternatives.iter().all(|&(_, last, _)| past(last))
    }

    /// What is lacking for a gate; `None` when it is open, or nothing is known of the module.
    pub fn lacks(&self, gate: &Gate) -> Option<Lack> {
        let mut lack = None;
        for &(version, last, targets) in gate.alternatives {
            if self.version.is_some_and(|declared| declared > last) {
                continue;
            }
            let target_fits = self.target.is_none_or(|target| targets & target.bit() != 0);
            let version_fits = self.version.is_none_or(|declared| declared >= version);
            match (target_fits, version_fits) {
                (true, true) => return None,
                (true, false) => lack = Some(Lack::Version(version)),
                (false, _) if matches!(lack, Some(Lack::Version(_))) => {}
                (false, _) => {
                    let known = if let Some(Lack::Target(known)) = lack { known } else { 0 };
                    lack = Some(Lack::Target(known | targets));
                }
            }
        }
        lack
    }
}

/// The versions that exist, times 10.
pub(crate) const VERSIONS: &[u8] = &[
    10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 30, 31, 32, 40, 41, 42, 43, 50, 51, 60, 61, 62, 63, 64, 65, 70, 71, 72, 73,
    74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94, 95,
];

/// `8.4` to 84. Further digits do not matter.
pub(crate) fn parse_version(text: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(text).ok()?;
    let (major, minor) = text.split_once('.')?;
    let (first, rest) = minor.split_at_checked(1)?;
    let (major, minor): (u8, u8) = (major.parse().ok()?, first.parse().ok()?);
    if rest.bytes().any(|digit| digit != b'0') {
        return None;
    }
    major.checked_mul(10)?.checked_add(minor)
}

/// 84 to `8.4`.
pub(crate) fn written(version: u8) -> String {
    format!("{}.{}", version / 10, version % 10)
}

/// The names in the list of a `.target`.
pub(crate) fn target_names(module: &Module<'_>, list: Span) -> impl Iterator<Item = Span> {
    let text = module.source.slice(list);
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let end = match rest {
                [] => return None,
                [b'/', b'/', ..] => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => rest.windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 2),
                _ => rest.iter().take_while(|b| is_name(b)).count().max(1),
            };
            at += end;
            if is_name(&rest[0]) {
                let start = list.start + (at - end) as u32;
                return Some(Span::new(start, start + end as u32));
            }
        }
    })
}

/// The target that a name of a `.target` list means. `compute_90` and `sm_90A` are `sm_90` and `sm_90a`.
pub(crate) fn architecture(name: &[u8]) -> Option<Target> {
    let rest = name.strip_prefix(b"sm_").or_else(|| name.strip_prefix(b"compute_"))?;
    let rest = String::from_utf8_lossy(rest).to_ascii_lowercase();
    Target::lookup(&format!("sm_{}", rest.trim_start_matches('0')))
}
