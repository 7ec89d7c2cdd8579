use crate::diagnostic::{Applicability, Edit, Finding};
use crate::ir::Expected;
use crate::ir::{HeaderKind, SyntaxError};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports text that is not PTX, at the token where parsing fails.
    ///
    /// ## Why is this bad
    /// The assembler stops at the first such token and ignores everything after it. ptxlint continues with the next statement, so one
    /// bad line costs one finding.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 1
    ///     add.s32 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<3>;
    ///     mov.b32 %r1, 1;
    ///     add.s32 %r2, %r1, %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Rules that follow data or control skip functions with syntax errors. Of more than 1,000 in a file the first are reported one by
    /// one, and the others as a number. A NUL byte at the end of the file, which the driver's
    /// loader treats as the end of the text, is not reported although `ptxas` rejects it.
    ///
    /// ## References
    /// PTX ISA, chapter 4 "Syntax".
    pub static SYNTAX_ERROR = "syntax-error" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    if let Some(mark) = cx.module.source.byte_order_mark() {
        let finding = Finding::new(mark, "the file starts with a byte order mark, which the assembler rejects")
            .help("save the file without it")
            .fix(Applicability::Safe, mark, "");
        cx.report(finding);
    }
    check_headers(cx);
    let errors = &cx.module.syntax_errors;
    let (told, others) = errors.split_at(errors.len().min(MOST));
    for error in told {
        cx.report(finding(cx, error));
    }
    if let Some(next) = others.first() {
        let count = others.len();
        let plural = if count == 1 { "statement" } else { "statements" };
        cx.report(Finding::new(next.span, format!("{count} more {plural} from here on cannot be parsed")));
    }
}

/// The most errors that are told one by one: a text with more is something else than PTX, or most of one is lost.
const MOST: usize = 1000;

/// `.version` and `.target` stand first.
fn check_headers(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let text = module.source.text();
    let first_item = module.first_item.unwrap_or(u32::MAX);
    let mut headers = module.headers.iter().filter(|header| header.span.start < first_item);
    let first = headers.next().map(|header| header.kind);
    let second = headers.next().map(|header| header.kind);
    let (missing, example) = match (first, second) {
        (Some(HeaderKind::Version(_)), Some(HeaderKind::Target(_))) => return,
        (Some(HeaderKind::Version(_)), _) => (".target", "sm_80"),
        _ => (".version", "8.0"),
    };
    // A directive that is no PTX has been reported.
    if module.lost.contains(missing.as_bytes()) {
        return;
    }
    let at =
        first_token(cx, module.headers.first().filter(|_| missing == ".target").map_or(text.start, |h| h.span.end));
    if module.syntax_errors.iter().any(|error| error.span.start == at.start) {
        return;
    }
    let finding = Finding::new(at, format!("the module does not start with `{missing}`"))
        .help(format!("write `.version` and then `.target` first, for example `{missing} {example}`"));
    cx.report(finding);
}

/// The place of the first word from an offset on, behind blanks and comments.
fn first_token(cx: &Context<'_, '_>, offset: u32) -> Span {
    let module = cx.module;
    let text = module.source.text();
    let mut at = offset;
    loop {
        let rest = module.source.slice(Span::new(at, text.end));
        at += rest.iter().take_while(|b| b.is_ascii_whitespace()).count() as u32;
        let comment = module.comments.partition_point(|comment| comment.start < at);
        match module.comments.get(comment) {
            Some(comment) if comment.start == at => at = comment.end,
            _ => break,
        }
    }
    let word = module.source.slice(Span::new(at, text.end)).iter();
    let len = word.take_while(|b| !b.is_ascii_whitespace()).count() as u32;
    if at < text.end { Span::new(at, at + len) } else { Span::at(offset) }
}

fn finding(cx: &Context<'_, '_>, error: &SyntaxError) -> Finding {
    let source = cx.module.source;
    let at_end = error.span.start >= source.text().end;
    let found = if at_end {
        "the end of the file".to_string()
    } else {
        format!("`{}`", shortened(&source.text_of(error.span)))
    };
    match error.expected {
        Expected::Reason(reason) => Finding::new(error.span, reason),
        Expected::Row(place, reason) => {
            Finding::new(error.span, format!("in the row before {found} {reason}")).label(place, "here")
        }
        Expected::Unclosed(open) => {
            Finding::new(error.span, format!("a closing brace is missing before {found}")).label(open, "opened here")
        }
        Expected::Construct("`,` or `;`" | "`;`") if starts_line(cx, error.span) => {
            let end = previous_end(cx, error.span);
            Finding::new(error.span, format!("`;` is missing before {found}"))
                .label(Span::new(end.saturating_sub(1), end), "this statement has no end")
                .help("end the statement with `;`")
                .fixes(Applicability::Safe, vec![Edit { span: Span::at(end), text: ";".into() }])
        }
        Expected::Construct(what) => {
            Finding::new(error.span, format!("expected {what}, found {found}")).caption(format!("expected {what}"))
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_string(),
    }
}

/// Whether a line ends between a token and the one before it.
fn starts_line(cx: &Context<'_, '_>, token: Span) -> bool {
    let between = Span::new(previous_end(cx, token), token.start);
    cx.module.source.slice(between).iter().any(|b| matches!(b, b'\n' | b'\r'))
}

/// End of the last byte before a token that is neither white space nor comment.
fn previous_end(cx: &Context<'_, '_>, token: Span) -> u32 {
    let bytes = cx.module.source.bytes();
    let mut end = token.start as usize;
    loop {
        while end > 0 && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let comments = &cx.module.comments;
        let before = comments.partition_point(|comment| (comment.start as usize) < end);
        match comments[..before].last() {
            Some(comment) if comment.end as usize == end => end = comment.start as usize,
            _ => return end as u32,
        }
    }
}
