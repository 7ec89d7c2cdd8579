//! Versions and targets: what the module declares against what a form or word needs.

use crate::ir::{HeaderKind, Module};
use crate::isa::{Gate, Target};

/// What a module declares, as far as gates ask.
#[derive(Clone, Copy, Debug)]
pub struct Environment {
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

impl Environment {
    /// Reads a module's headers. With several `.target` directives the last one counts.
    pub fn new(module: &Module<'_>) -> Self {
        let mut environment = Self { version: None, target: None, separate_samplers: false };
        for header in &module.headers {
            match header.kind {
                HeaderKind::Version(span) => {
                    let text = module.source.slice(span);
                    environment.version = environment.version.or(parse_version(text));
                }
                HeaderKind::Target(span) => {
                    let text = module.source.text_of(span);
                    let mut names = text.split(',').map(str::trim);
                    environment.separate_samplers |= names.clone().any(|name| name == "texmode_independent");
                    environment.target = names.by_ref().rev().find_map(Target::lookup).or(environment.target);
                }
                HeaderKind::AddressSize(_) => {}
            }
        }
        environment
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

/// `8.4` to 84.
pub(crate) fn parse_version(text: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(text).ok()?;
    let (major, minor) = text.split_once('.')?;
    let (major, minor): (u8, u8) = (major.parse().ok()?, minor.parse().ok()?);
    (minor < 10).then_some(())?;
    major.checked_mul(10)?.checked_add(minor)
}
