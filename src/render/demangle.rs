//! Names as the authors of C++ and Rust wrote them.

use cpp_demangle::{DemangleOptions, ParseOptions, Symbol};
use std::borrow::Cow;

/// Characters of a name that are shown. Templates can make names of any length.
const LONGEST: usize = 120;

/// A text with the mangled names in it as they are written in the source. Text without such names is not copied.
pub(super) fn names(text: &str) -> Cow<'_, str> {
    let mut result = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = next(&text[at..]) {
        let start = at + found;
        let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
        at = end;
        if let Some(name) = demangle(&text[start..end]) {
            result.push_str(&text[copied..start]);
            result.push_str(&shown(&name));
            copied = end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    result.push_str(&text[copied..]);
    Cow::Owned(result)
}

/// Where the next word starts that may be a mangled name.
fn next(text: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('_') {
        let start = at + found;
        let is_start = !text[..start].ends_with(is_part);
        if is_start && (text[start..].starts_with("_Z") || text[start..].starts_with("_R")) {
            return Some(start);
        }
        at = start + 1;
    }
    None
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

/// A name as its author wrote it, if it is mangled.
pub(super) fn demangle(name: &str) -> Option<String> {
    if name.starts_with("_R") || is_old_rust(name) {
        return rustc_demangle::try_demangle(name).ok().map(|name| format!("{name:#}"));
    }
    if !name.starts_with("_Z") {
        return None;
    }
    let parsing = ParseOptions::default().recursion_limit(96);
    let symbol = Symbol::new_with_options(name, &parsing).ok()?;
    let options = DemangleOptions::new().no_return_type().recursion_limit(96);
    symbol.demangle_with_options(&options).ok()
}

/// The name that was asked for last: findings of one function follow each other.
#[derive(Default)]
pub(super) struct LastName {
    name: String,
    demangled: Option<String>,
}

impl LastName {
    /// See [`demangle`].
    pub(super) fn demangle(&mut self, name: &str) -> Option<String> {
        if self.name != name {
            (self.name, self.demangled) = (name.to_string(), demangle(name));
        }
        self.demangled.clone()
    }
}

/// Whether a name ends in the hash with which Rust tells names apart that C++ would mangle alike.
fn is_old_rust(name: &str) -> bool {
    let hash = name.strip_suffix('E').and_then(|name| name.len().checked_sub(19).and_then(|at| name.get(at..)));
    hash.and_then(|hash| hash.strip_prefix("17h")).is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn shown(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(LONGEST) {
        Some((cut, _)) => Cow::Owned(format!("{}…", &name[..cut])),
        None => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_languages() {
        assert_eq!(names("`_Z5saxpyifPKfPf` calls"), "`saxpy(int, float, float const*, float*)` calls");
        assert_eq!(names("`_ZZ1kvE4tile` and `_ZZ1kvE4tile`"), "`k()::tile` and `k()::tile`");
        assert_eq!(names("_Z1kIfEvPT_"), "k<float>(float*)");
        assert_eq!(names("_ZN4core3ptr4read17h0123456789abcdefE"), "core::ptr::read");
        assert_eq!(names("_RNvC6_123foo3bar"), "123foo::bar");
        for same in ["kernel", "a_Z1kv", "`_Zonk`", "_Z", "_ _Z9", "", "é_ZZ"] {
            assert!(matches!(names(same), Cow::Borrowed(text) if text == same), "{same}");
        }
        assert!(names(&format!("_Z{}{}v", 300, "x".repeat(300))).chars().count() <= LONGEST + 1);
    }
}
