//! A file and what was found in it.

use super::{InstructionOrigin, SourceMap};
use crate::diagnostic::Diagnostic;
use crate::source::LineIndex;
use crate::span::Span;

/// The findings of a file and what it takes to show them.
#[derive(Clone, Copy, Debug)]
pub struct FileFindings<'a> {
    /// The file's name in reports.
    pub path: &'a str,
    /// What of that name is the path of a text within the file, behind a `!`.
    pub member: Option<&'a str>,
    /// Its text.
    pub bytes: &'a [u8],
    /// Where its lines start.
    pub lines: &'a LineIndex,
    /// The findings, by position.
    pub findings: &'a [Diagnostic],
    /// Where they come from, if the compiler has told.
    pub sources: Option<&'a SourceMap>,
}

impl<'a> FileFindings<'a> {
    /// The findings of a file.
    pub fn new(path: &'a str, bytes: &'a [u8], lines: &'a LineIndex, findings: &'a [Diagnostic]) -> Self {
        Self { path, member: None, bytes, lines, findings, sources: None }
    }

    /// The source map and the origin of a finding there.
    pub(super) fn origin(&self, finding: &Diagnostic) -> Option<(&'a SourceMap, &'a InstructionOrigin)> {
        let map = self.sources?;
        Some((map, map.origin(finding.span.start)?))
    }

    /// A span without what lies behind the end of the file.
    pub(super) fn within(&self, span: Span) -> Span {
        let length = self.bytes.len() as u32;
        Span::new(span.start.min(length), span.end.clamp(span.start.min(length), length))
    }
}

/// Text that stands for a number of findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenderedBlock {
    /// The text, with its final line end.
    pub text: String,
    /// How many findings it stands for.
    pub findings: usize,
}
