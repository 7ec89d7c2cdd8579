//! When forms and words may be used: targets, versions and gates.

use super::model::{Gate, Table, Target};
use super::vocabulary::unknown;

pub(super) fn targets(table: &mut Table, line: &str) -> Result<(), String> {
    let (version, names) = line.split_once(':').ok_or("no `:` after the version")?;
    let version = self::version(table, version)?;
    table.targets.extend(names.split_whitespace().map(|name| Target { name: name.to_string(), version }));
    table.targets.sort_by_key(|target| split_target(&target.name));
    match table.targets.len() {
        0..=64 => Ok(()),
        _ => Err("more than 64 targets".into()),
    }
}

/// Number and suffix of `sm_90a`.
fn split_target(name: &str) -> (u32, String) {
    let digits: String = name.trim_start_matches("sm_").chars().take_while(char::is_ascii_digit).collect();
    let suffix = name.trim_start_matches("sm_")[digits.len()..].to_string();
    (digits.parse().unwrap_or(0), suffix)
}

/// `versions 8.0 8.1`: all versions there are.
pub(super) fn versions(table: &mut Table, line: &str) -> Result<(), String> {
    for text in line.split_whitespace() {
        let number = text.split_once('.').and_then(|(major, minor)| {
            let minor = minor.parse::<u8>().ok().filter(|&minor| minor < 10)?;
            major.parse::<u8>().ok()?.checked_mul(10)?.checked_add(minor)
        });
        table.versions.insert(text.to_string(), number.ok_or(format!("no version: `{text}`"))?);
    }
    Ok(())
}

fn version(table: &Table, text: &str) -> Result<u8, String> {
    let text = text.trim();
    let known = || table.versions.keys().map(String::as_str);
    table.versions.get(text).copied().ok_or_else(|| unknown("version", text, known()))
}

/// `8.0/sm_90 | 8.6/sm_100a`, `..6.3/sm_70`
pub(super) fn gate(table: &Table, text: &str) -> Result<Gate, String> {
    let mut alternatives = Vec::new();
    for alternative in text.split('|') {
        let (mut least, mut last, mut set) = (0, u8::MAX, u64::MAX);
        for part in alternative.trim().split('/').filter(|part| !part.is_empty()) {
            if part.starts_with("sm_") {
                set = part.split('+').try_fold(0, |set, name| Ok::<u64, String>(set | target_set(table, name)?))?;
            } else if let Some((from, to)) = part.split_once("..") {
                least = if from.is_empty() { 0 } else { version(table, from)? };
                last = version(table, to)?;
            } else {
                least = version(table, part)?;
            }
        }
        alternatives.push((least, last, set));
    }
    if alternatives.contains(&(0, u8::MAX, u64::MAX)) {
        alternatives.clear();
    }
    Ok(Gate { alternatives })
}

fn names(table: &Table) -> impl Iterator<Item = &str> {
    table.targets.iter().map(|target| target.name.as_str())
}

/// The targets that `sm_90`, `sm_90a`, `sm_100f` or `sm_12..sm_62` stands for.
pub(super) fn target_set(table: &Table, name: &str) -> Result<u64, String> {
    if let Some((from, to)) = name.split_once("..") {
        let place = table.targets.iter().position(|target| target.name == to);
        let last = place.ok_or_else(|| unknown("target", to, names(table)))?;
        return Ok(target_set(table, from)? & (u64::MAX >> (63 - last)));
    }
    if !table.targets.iter().any(|target| target.name == name) {
        return Err(unknown("target", name, names(table)));
    }
    let (number, suffix) = split_target(name);
    // sm_101 is the old name of sm_110.
    let renamed = |number| if number == 101 { 110 } else { number };
    let included = |(other, other_suffix): (u32, String)| match suffix.as_str() {
        "" => other >= number,
        "f" => renamed(other) / 10 == number / 10 && renamed(other) >= number && !other_suffix.is_empty(),
        _ => renamed(other) == number && other_suffix == suffix,
    };
    let bits = table.targets.iter().enumerate().filter(|(_, target)| included(split_target(&target.name)));
    Ok(bits.fold(0, |set, (bit, _)| set | 1 << bit))
}
