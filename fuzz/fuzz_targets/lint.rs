//! Lexer, parser, facts and every rule on arbitrary bytes: `cargo +nightly fuzz run lint fuzz/corpus/lint fixtures`. The package `mutants`
//! looks for the same without a nightly toolchain.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ptxlint::source::Source;
use ptxlint::{Levels, Options, Selector, Setting};

fuzz_target!(|text: &[u8]| {
    let Ok(source) = Source::new(text) else { return };
    let tokens = ptxlint::lexer::lex(source);
    drop(tokens);
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::On);
    let report = ptxlint::check(text, &Options { levels, ..Options::default() }).expect("a source that was read");
    for finding in &report.findings {
        assert_ne!(finding.rule.name, "internal-error", "{finding:?}");
        assert!(finding.span.start <= finding.span.end && finding.span.end as usize <= text.len(), "{finding:?}");
    }
});
