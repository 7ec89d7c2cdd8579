//! A statement as a module of PTX: its operands are registers of the types that their constraints have.

use super::statement::{AsmLanguage, AsmOperandKind, AsmPiece, AsmStatement, depth_of};
use crate::check::gate::VERSIONS;
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// What registers of operands are called in the module; no register of a source has the name.
const OPERAND: &str = "%asm";

/// What stands for an operand that does not exist.
const NONE: &str = "%none";

/// The module of a statement.
pub(super) struct AsmModule {
    pub text: Vec<u8>,
    /// Where the text of the statement is in it.
    pub inside: Span,
    /// The place in the source of each byte; nothing for those that are not there.
    places: Vec<Option<Span>>,
    language: AsmLanguage,
}

impl AsmModule {
    pub(super) fn new(statement: &AsmStatement, guess: i64) -> Self {
        let (text, places) = (Vec::new(), Vec::new());
        let mut module = Self { text, inside: Span::default(), places, language: statement.language };
        let newest = VERSIONS.last().copied().unwrap_or(90);
        let header =
            format!(".version {}.{}\n.target sm_100a\n.address_size 64\n.func asm()\n{{\n", newest / 10, newest % 10);
        module.add(&header, None);
        for (i, operand) in statement.operands.iter().enumerate() {
            if let AsmOperandKind::Register(kind) = operand.kind {
                module.add(&format!(".reg {kind} {OPERAND}{i};\n"), None);
            }
        }
        // Statements may open a block that another one closes.
        let mut depth = 0;
        let lowest = statement.pieces.iter().map(|(piece, _)| {
            depth += depth_of(piece);
            depth
        });
        let opened = lowest.min().unwrap_or(0).min(0).unsigned_abs() as usize;
        module.add(&"{\n".repeat(opened + 1), None);
        let start = module.text.len() as u32;
        for (piece, place) in &statement.pieces {
            let text = match piece {
                AsmPiece::Byte(byte) => {
                    module.text.push(*byte);
                    module.places.push(Some(*place));
                    continue;
                }
                AsmPiece::Operand(number) => match statement.operands[*number].kind {
                    AsmOperandKind::Register(_) => format!("{OPERAND}{number}"),
                    AsmOperandKind::Number(value) => value.unwrap_or(guess).to_string(),
                },
                AsmPiece::Missing => NONE.to_string(),
                AsmPiece::Unique => "0".to_string(),
            };
            module.add(&text, Some(*place));
        }
        module.inside = Span::new(start, module.text.len() as u32);
        let open = usize::try_from(statement.balance() + opened as i64).unwrap_or(0);
        module.add(&format!("\n{}ret;\n}}\n", "}\n".repeat(open + 1)), None);
        module
    }

    fn add(&mut self, text: &str, place: Option<Span>) {
        self.text.extend(text.as_bytes());
        self.places.resize(self.text.len(), place);
    }

    /// A finding at its place in the source; none if it is about something else than the statement's text.
    pub(super) fn place(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.span = self.source(finding.span)?;
        finding.labels.retain_mut(|label| {
            self.source(label.span).is_some_and(|span| {
                label.span = span;
                true
            })
        });
        if finding.message.contains(NONE) {
            return None;
        }
        finding.message = self.renamed(&finding.message);
        finding.caption = finding.caption.map(|caption| self.renamed(&caption));
        finding.help = finding.help.map(|help| self.renamed(&help));
        finding.function = None;
        finding.fixes.clear();
        Some(finding)
    }

    /// A message with the names that operands have in the source.
    pub(super) fn renamed(&self, message: &str) -> String {
        let mut parts = message.split(OPERAND);
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let digits = part.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = part.split_at(digits);
            text.push_str(&marker(self.language, number));
            text.push_str(rest);
        }
        text
    }

    /// Where something is in the source.
    pub(super) fn source(&self, span: Span) -> Option<Span> {
        let first = (*self.places.get(span.start as usize)?)?;
        let last = (*self.places.get((span.end.max(span.start + 1) - 1) as usize)?)?;
        Some(Span::new(first.start, last.end.max(first.end)))
    }

    /// The number of the operand that a register stands for.
    pub(super) fn operand(name: &str) -> Option<usize> {
        name.strip_prefix(OPERAND)?.parse().ok()
    }
}

/// How an operand is written.
pub(super) fn marker(language: AsmLanguage, number: &str) -> String {
    match language {
        AsmLanguage::Extended | AsmLanguage::Basic => format!("%{number}"),
        AsmLanguage::Llvm => format!("${number}"),
        AsmLanguage::Rust => format!("{{{number}}}"),
    }
}
