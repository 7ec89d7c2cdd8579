//! Finds `asm` statements in C++ without parsing C++: comments, literals and brackets are all that is understood.

/// An `asm` statement.
#[derive(Debug, Default)]
pub(super) struct Statement {
    /// The bytes of the assembly text, each with its place in the file.
    pub text: Vec<(u8, u32)>,
    /// Outputs, then inputs.
    pub operands: Vec<AsmOperand>,
    /// Whether there is anything behind the text: only then `%` is special.
    pub is_extended: bool,
}

/// An operand of a statement.
#[derive(Debug)]
pub(super) struct AsmOperand {
    /// `=r`, say.
    pub constraint: String,
    /// Its value, where it is a number.
    pub value: Option<i64>,
}

/// All statements of a file, and how many more there are that macros put together.
pub(super) fn statements(bytes: &[u8]) -> (Vec<Statement>, usize) {
    let mut scanner = Scanner { bytes, at: 0 };
    let (mut found, mut skipped) = (Vec::new(), 0);
    while scanner.at < bytes.len() {
        scanner.skip_blank();
        let Some(word) = scanner.word() else {
            scanner.skip_token();
            continue;
        };
        if !matches!(word, b"asm" | b"__asm__" | b"__asm") {
            continue;
        }
        let resume = scanner.at;
        match scanner.statement() {
            AsmParsed::Statement(statement) => found.push(statement),
            AsmParsed::BuiltByMacros => skipped += 1,
            AsmParsed::Nothing => scanner.at = resume,
        }
    }
    (found, skipped)
}

enum AsmParsed {
    Statement(Statement),
    /// The text or the operands are not all there.
    BuiltByMacros,
    /// It is none.
    Nothing,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.skip_blank();
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// Skips white space, comments and the ends of lines that go on.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let find =
                |end: &[u8]| rest.windows(end.len()).skip(2).position(|it| it == end).map(|at| at + 2 + end.len());
            self.at += match rest {
                [b, ..] if b.is_ascii_whitespace() => 1,
                [b'\\', b'\n', ..] => 2,
                [b'\\', b'\r', b'\n', ..] => 3,
                [b'/', b'/', ..] => rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => find(b"*/").unwrap_or(rest.len()),
                _ => return,
            };
        }
    }

    /// An identifier.
    fn word(&mut self) -> Option<&'a [u8]> {
        let length = self.rest().iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        let word = &self.rest()[..length];
        if word.first().is_none_or(u8::is_ascii_digit) {
            return None;
        }
        // A raw string is no word with a string behind it.
        if word.ends_with(b"R") && self.bytes.get(self.at + length) == Some(&b'"') {
            return None;
        }
        self.at += length;
        Some(word)
    }

    /// Skips what is no identifier: a literal, a number, a sign.
    fn skip_token(&mut self) {
        match self.peek() {
            b'"' | b'R' | b'u' | b'U' | b'L' => {
                if self.literal().is_none() {
                    self.at += 1;
                }
            }
            b'\'' => {
                let mut length = 1;
                while let Some(&byte) = self.rest().get(length).filter(|&&byte| byte != b'\n') {
                    length += if byte == b'\\' { 2 } else { 1 };
                    if byte == b'\'' {
                        break;
                    }
                }
                self.at += length;
            }
            // 1'000 is no character.
            b'0'..=b'9' => {
                let is_part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'\'' | b'.' | b'_');
                self.at += self.rest().iter().take_while(is_part).count();
            }
            _ => self.at += 1,
        }
        self.at = self.at.min(self.bytes.len());
    }

    /// A string literal: its bytes with their places. Nothing for escapes that do not occur in assembly.
    fn literal(&mut self) -> Option<Vec<(u8, u32)>> {
        if self.rest().starts_with(b"R\"") {
            return self.raw_literal();
        }
        if self.peek() != b'"' {
            return None;
        }
        let mut text = Vec::new();
        let mut at = self.at + 1;
        loop {
            let place = at as u32;
            match *self.bytes.get(at)? {
                b'"' => break,
                b'\n' => return None,
                b'\\' => {
                    let byte = match *self.bytes.get(at + 1)? {
                        b'n' => b'\n',
                        b't' => b'\t',
                        b'r' => b'\r',
                        byte @ (b'"' | b'\\' | b'\'') => byte,
                        // A literal that goes on in the next line.
                        b'\n' => {
                            at += 2;
                            continue;
                        }
                        _ => b' ',
                    };
                    text.push((byte, place));
                    at += 2;
                }
                byte => {
                    text.push((byte, place));
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        Some(text)
    }

    /// `R"tag(…)tag"`
    fn raw_literal(&mut self) -> Option<Vec<(u8, u32)>> {
        let open = self.rest().iter().take(20).position(|&byte| byte == b'(')?;
        let tag = &self.rest()[2..open];
        let end = [b")", tag, b"\""].concat();
        let start = self.at + open + 1;
        let length = self.bytes[start..].windows(end.len()).position(|window| window == end)?;
        let text = self.bytes[start..start + length].iter().zip(start as u32..).map(|(&byte, place)| (byte, place));
        self.at = start + length + end.len();
        Some(text.collect())
    }

    /// What stands behind the keyword.
    fn statement(&mut self) -> AsmParsed {
        self.skip_blank();
        while let Some(word) = self.word() {
            if !matches!(word, b"volatile" | b"__volatile__" | b"__volatile" | b"inline" | b"goto") {
                return AsmParsed::Nothing;
            }
            self.skip_blank();
        }
        if !self.eat(b'(') {
            return AsmParsed::Nothing;
        }
        let mut statement = Statement::default();
        loop {
            self.skip_blank();
            match self.literal() {
                Some(mut text) => statement.text.append(&mut text),
                None => break,
            }
        }
        let mut section = 0;
        loop {
            self.skip_blank();
            match self.peek() {
                b')' => return AsmParsed::Statement(statement),
                b':' => {
                    self.at += 1;
                    section += 1;
                    statement.is_extended = true;
                }
                b',' if section > 0 => self.at += 1,
                _ if section == 0 => return AsmParsed::BuiltByMacros,
                _ => match (self.literal(), section) {
                    (Some(text), 1 | 2) => match self.operand(&text) {
                        Some(operand) => statement.operands.push(operand),
                        None => return AsmParsed::BuiltByMacros,
                    },
                    (Some(_), 3) => {}
                    _ => return AsmParsed::BuiltByMacros,
                },
            }
        }
    }

    /// The expression of an operand, in parentheses.
    fn operand(&mut self, constraint: &[(u8, u32)]) -> Option<AsmOperand> {
        if !self.eat(b'(') {
            return None;
        }
        let start = self.at;
        let mut depth = 1;
        while depth > 0 {
            self.skip_blank();
            match self.peek() {
                0 => return None,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if self.word().is_none() {
                self.skip_token();
            }
        }
        let expression = std::str::from_utf8(&self.bytes[start..self.at - 1]).unwrap_or_default().trim();
        let constraint = constraint.iter().map(|&(byte, _)| byte as char).collect();
        Some(AsmOperand { constraint, value: expression.parse().ok() })
    }
}
