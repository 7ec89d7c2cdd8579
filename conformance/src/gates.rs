//! Measures gates: from which version on, and for which targets, the assembler takes a form or word.

use crate::batch::{self, Settings};
use crate::generate::{Draft, versions};
use crate::probe::Probe;
use crate::ptxas::Ptxas;
use ptxlint::isa::{Instruction, Target};
use std::collections::{BTreeMap, BTreeSet};

/// Prints the gate of each form of the instructions, and of each word that has another one than its form.
pub(crate) fn print(ptxas: &Ptxas, instructions: &[Instruction]) -> std::io::Result<()> {
    let subjects: Vec<(String, Draft)> = instructions.iter().flat_map(|&instruction| subjects(instruction)).collect();
    let mut probes = Vec::new();
    let mut meaning = Vec::new();
    for (i, (_, draft)) in subjects.iter().enumerate() {
        for target in Target::all() {
            for (version, number) in versions().filter(|(_, number)| *number >= target.version()) {
                probes.push(Probe { version: Some(version), target: Some(target.name().into()), ..draft.probe() });
                meaning.push((i, target, number));
            }
        }
    }
    let settings = Settings { version: "9.5", target: "sm_100a", codegen: false };
    let verdicts = batch::judge(ptxas, &probes, settings)?;
    // For each subject: the lowest version of each target that takes it.
    let mut lowest: Vec<BTreeMap<Target, u8>> = vec![BTreeMap::new(); subjects.len()];
    for ((i, target, version), verdict) in meaning.into_iter().zip(verdicts) {
        if verdict.accepted {
            let known = lowest[i].entry(target).or_insert(version);
            *known = (*known).min(version);
        }
    }
    let mut form = String::new();
    for ((name, _), lowest) in subjects.iter().zip(&lowest) {
        let gate = describe(lowest);
        if !name.starts_with(' ') {
            form.clone_from(&gate);
            println!("{name}   @ {gate}");
        } else if gate != form {
            println!("{name}@{gate}");
        }
    }
    Ok(())
}

/// Each form, and each word of it, as an instruction that can be tried.
fn subjects(instruction: Instruction) -> Vec<(String, Draft)> {
    let mut all = Vec::new();
    for form in instruction.forms() {
        let base = Draft::base(instruction, form);
        all.push((form.notation().to_string(), base.clone()));
        for (i, slot) in form.slots().iter().enumerate() {
            for value in slot.values() {
                all.push((format!("    .{}: {}", slot.name(), value.word.name()), base.with(i, value.word)));
            }
        }
    }
    all
}

/// Version and targets in the table's notation.
fn describe(lowest: &BTreeMap<Target, u8>) -> String {
    if lowest.is_empty() {
        return "never".into();
    }
    // A version that the target's own introduction implies says nothing.
    let mut by_version: BTreeMap<u8, BTreeSet<Target>> = BTreeMap::new();
    let free = |target: &Target, version: u8| version <= target.version().max(23);
    let least = lowest.iter().filter(|(target, version)| !free(target, **version)).map(|(_, v)| *v).min();
    for (&target, &version) in lowest {
        let version = if free(&target, version) { least.unwrap_or(0).min(version) } else { version };
        by_version.entry(version).or_default().insert(target);
    }
    let parts = by_version.iter().map(|(version, targets)| {
        let version = if *version == 0 { String::new() } else { format!("{}.{}", version / 10, version % 10) };
        let targets = name_targets(targets);
        match (version.is_empty(), targets.is_empty()) {
            (true, true) => "always".to_string(),
            (true, false) => targets,
            (false, true) => version,
            (false, false) => format!("{version}/{targets}"),
        }
    });
    parts.collect::<Vec<_>>().join(" | ")
}

/// A set of targets: all from one on, or a union.
fn name_targets(set: &BTreeSet<Target>) -> String {
    let Some(first) = set.iter().next() else { return "none".into() };
    let newer: BTreeSet<Target> = Target::all().filter(|target| target >= first).collect();
    if newer == *set {
        let all = Target::all().next() == Some(*first);
        return if all { String::new() } else { first.name().to_string() };
    }
    set.iter().map(|target| target.name()).collect::<Vec<_>>().join("+")
}
