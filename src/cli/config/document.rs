//! TOML with positions, so that every mistake is shown where it stands.

use crate::source::LineIndex;
use crate::util::{alternatives, closest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong in a document, and at which byte.
#[derive(Debug)]
pub(super) struct DocumentMistake {
    pub at: usize,
    pub message: String,
}

impl DocumentMistake {
    /// What is said of it, with its place in the text of a file of this name.
    pub(super) fn shown(&self, text: &str, name: &str) -> String {
        let position = LineIndex::new(text.as_bytes()).position(self.at.min(text.len()) as u32);
        format!("{name}:{}:{}: {}", position.line, position.column, self.message)
    }
}

/// A value and where it stands.
pub(super) type SpannedValue<'a> = Spanned<DeValue<'a>>;

/// A table that has no other keys than those that are known.
pub(super) struct ConfigTable<'a> {
    table: &'a DeTable<'a>,
    at: usize,
}

impl<'a> ConfigTable<'a> {
    /// Checks the keys of a table that starts at a byte.
    pub(super) fn new(table: &'a DeTable<'a>, at: usize, keys: &[&'static str]) -> Result<Self, DocumentMistake> {
        let unknown = table.iter().map(|(key, _)| key).filter(|key| !keys.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(Self { table, at }) };
        let name = key.get_ref().as_ref();
        let help = match closest(name, keys.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it may be {}", alternatives(keys.iter().map(ToString::to_string))),
        };
        Err(DocumentMistake { at: key.span().start, message: format!("unknown key `{name}`; {help}") })
    }

    /// What `read` makes of the value of a key, if it has one.
    pub(super) fn get<T>(
        &self,
        key: &str,
        read: impl FnOnce(&'a SpannedValue<'a>) -> Result<T, DocumentMistake>,
    ) -> Result<Option<T>, DocumentMistake> {
        let entry = self.table.iter().find(|(name, _)| name.get_ref().as_ref() == key);
        entry.map(|(_, value)| read(value)).transpose()
    }

    /// As [`get`](Self::get), of a key that has to be there.
    pub(super) fn require<T>(
        &self,
        key: &str,
        read: impl FnOnce(&'a SpannedValue<'a>) -> Result<T, DocumentMistake>,
    ) -> Result<T, DocumentMistake> {
        let missing = || DocumentMistake { at: self.at, message: format!("the key `{key}` is missing") };
        self.get(key, read)?.ok_or_else(missing)
    }
}

/// The mistake that a value is of another kind.
fn other_kind(value: &SpannedValue<'_>, wanted: &str) -> DocumentMistake {
    let found = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a floating-point number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    mistake(value, format!("expected {wanted}, found {found}"))
}

/// A mistake at a value.
pub(super) fn mistake(value: &SpannedValue<'_>, message: impl Into<String>) -> DocumentMistake {
    DocumentMistake { at: value.span().start, message: message.into() }
}

/// A table with these keys.
pub(super) fn table<'a>(
    value: &'a SpannedValue<'a>,
    keys: &[&'static str],
) -> Result<ConfigTable<'a>, DocumentMistake> {
    let table = value.get_ref().as_table().ok_or_else(|| other_kind(value, "a table"))?;
    ConfigTable::new(table, value.span().start, keys)
}

/// The entries of a table with any keys, in the order in which they are written.
pub(super) fn entries<'a>(
    value: &'a SpannedValue<'a>,
) -> Result<Vec<(usize, &'a str, &'a SpannedValue<'a>)>, DocumentMistake> {
    let table = value.get_ref().as_table().ok_or_else(|| other_kind(value, "a table"))?;
    let entries = table.iter().map(|(key, value)| (key.span().start, key.get_ref().as_ref(), value));
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|&(at, ..)| at);
    Ok(entries)
}

/// A string.
pub(super) fn text<'a>(value: &'a SpannedValue<'a>) -> Result<&'a str, DocumentMistake> {
    value.get_ref().as_str().ok_or_else(|| other_kind(value, "a string"))
}

/// What `parse` makes of a string.
pub(super) fn parsed<T>(
    value: &SpannedValue<'_>,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, DocumentMistake> {
    parse(text(value)?).map_err(|message| mistake(value, message))
}

/// One of some words, by what they stand for.
pub(super) fn word<T: Copy>(value: &SpannedValue<'_>, words: &[(&'static str, T)]) -> Result<T, DocumentMistake> {
    parsed(value, |text| {
        let found = words.iter().find(|(word, _)| *word == text).map(|&(_, meaning)| meaning);
        found.ok_or_else(|| {
            let near = closest(text, words.iter().map(|&(word, _)| word));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let all = alternatives(words.iter().map(|(word, _)| word.to_string()));
            format!("`{text}` is not one of {all}{near}")
        })
    })
}

/// What `read` makes of each element of a list.
pub(super) fn list<'a, T>(
    value: &'a SpannedValue<'a>,
    read: impl FnMut(&'a SpannedValue<'a>) -> Result<T, DocumentMistake>,
) -> Result<Vec<T>, DocumentMistake> {
    let array = value.get_ref().as_array().ok_or_else(|| other_kind(value, "a list"))?;
    array.iter().map(read).collect()
}

/// A number that is not negative.
pub(super) fn number(value: &SpannedValue<'_>) -> Result<u32, DocumentMistake> {
    let integer = value.get_ref().as_integer().ok_or_else(|| other_kind(value, "a number"))?;
    let number = u32::from_str_radix(integer.as_str(), integer.radix());
    number.map_err(|_| mistake(value, "a number of 0 to 4294967295 is expected"))
}

/// One to three extents: `256` or `[32, 8]`.
pub(super) fn extents(value: &SpannedValue<'_>) -> Result<[u32; 3], DocumentMistake> {
    let extent = |value: &SpannedValue<'_>| match number(value)? {
        0 => Err(mistake(value, "an extent is at least 1")),
        extent => Ok(extent),
    };
    let given = match value.get_ref() {
        DeValue::Integer(_) => vec![extent(value)?],
        DeValue::Array(array) => array.iter().map(extent).collect::<Result<_, _>>()?,
        _ => return Err(other_kind(value, "a number or a list of up to three")),
    };
    if given.is_empty() || given.len() > 3 {
        return Err(mistake(value, "there are one to three extents"));
    }
    let mut extents = [1; 3];
    extents[..given.len()].copy_from_slice(&given);
    Ok(extents)
}
