//! The parser of litmus tests.

use super::condition::{Compare, Condition, ConditionTerm, Expression, Observable, Quantifier};
use super::lexer::{LitmusToken, PlacedToken, tokens};
use super::opcode::{AccessSemantics, LitmusOpcode, UpdateName, opcode, proxy_named};
use super::test::{
    ADDRESSES, AtomicUpdate, Comparison, LitmusAccess, LitmusAddress, LitmusBarrier, LitmusInstruction, LitmusLocation,
    LitmusOperand, LitmusOperation, LitmusProxy, LitmusRegister, LitmusThread, Place, Test,
};
use std::fmt;

/// Why a text is not a litmus test that can be explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, the first being 1.
    pub line: usize,
    /// The character in the line, the first being 1.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl ParseError {
    pub(super) fn new(text: &str, at: usize, message: String) -> Self {
        let before = &text[..at];
        let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: before.matches('\n').count() + 1, column: before[begin..].chars().count() + 1, message }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a whole test.
pub(super) fn test(text: &str) -> Result<Test> {
    let first = text.len() - text.trim_start().len();
    let line_end = text[first..].find(['\n', '{']).map_or(text.len(), |end| first + end);
    let Some(begin) = opening_brace(text, line_end) else {
        return Err(ParseError::new(text, line_end, "`{` and the initial values are expected here".to_string()));
    };
    let mut words = text[first..line_end].splitn(2, char::is_whitespace);
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("ptx")) {
        return Err(ParseError::new(text, first, "a litmus test begins with `PTX` and its name".to_string()));
    }
    let name = words.next().unwrap_or_default().trim().trim_matches('"').to_string();
    let mut parser = Parser {
        text,
        tokens: tokens(text, begin)?,
        next: 0,
        test: Test {
            name,
            threads: Vec::new(),
            locations: Vec::new(),
            filter: None,
            condition: None,
            shown: Vec::new(),
        },
        initial: Vec::new(),
        labels: Vec::new(),
    };
    parser.whole()?;
    Ok(parser.test)
}

/// Where the initial values begin. What is before them is for people, much of it in quotes.
fn opening_brace(text: &str, from: usize) -> Option<usize> {
    let mut is_quoted = false;
    let brace = text[from..].char_indices().find(|&(_, character)| {
        is_quoted ^= character == '"';
        character == '{' && !is_quoted
    });
    brace.map(|(at, _)| from + at).or_else(|| text[from..].find('{').map(|at| from + at))
}

/// A register with a value from the beginning: the number of its thread, its name, and the byte of its mention.
struct Initial<'t> {
    thread: u32,
    register: &'t str,
    value: i64,
    at: usize,
}

/// The labels of a thread, and the branches to them.
#[derive(Default)]
struct Labels<'t> {
    defined: Vec<(&'t str, usize)>,
    used: Vec<(&'t str, usize, usize)>,
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<PlacedToken<'t>>,
    next: usize,
    test: Test,
    initial: Vec<Initial<'t>>,
    labels: Vec<Labels<'t>>,
}

impl<'t> Parser<'t> {
    fn whole(&mut self) -> Result<()> {
        self.sign("{")?;
        self.declarations()?;
        self.headings()?;
        while !self.is_at_questions() {
            self.row()?;
        }
        self.resolve_labels()?;
        self.questions()
    }

    // Tokens.

    fn peek(&self) -> LitmusToken<'t> {
        self.tokens[self.next].0
    }

    fn peek_second(&self) -> LitmusToken<'t> {
        self.tokens.get(self.next + 1).map_or(LitmusToken::End, |&(token, _)| token)
    }

    fn at(&self) -> usize {
        self.tokens[self.next].1
    }

    fn advance(&mut self) -> LitmusToken<'t> {
        let token = self.peek();
        if token != LitmusToken::End {
            self.next += 1;
        }
        token
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError::new(self.text, self.at(), message.into()))
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_there = self.peek() == LitmusToken::Sign(sign);
        if is_there {
            self.next += 1;
        }
        is_there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_there = self.peek() == LitmusToken::Word(word);
        if is_there {
            self.next += 1;
        }
        is_there
    }

    fn sign(&mut self, sign: &str) -> Result<()> {
        if self.takes(sign) { Ok(()) } else { self.error(format!("`{sign}` is expected here")) }
    }

    fn word(&mut self, what: &str) -> Result<&'t str> {
        match self.peek() {
            LitmusToken::Word(word) => {
                self.next += 1;
                Ok(word)
            }
            _ => self.error(format!("{what} is expected here")),
        }
    }

    fn number(&mut self) -> Result<i64> {
        let is_negative = self.takes("-");
        match self.peek() {
            LitmusToken::Number(value) => {
                self.next += 1;
                Ok(if is_negative { -value } else { value })
            }
            _ => self.error("a number is expected here"),
        }
    }

    // Declarations.

    fn declarations(&mut self) -> Result<()> {
        while !self.takes("}") {
            if !self.takes(";") {
                self.declaration()?;
                if self.peek() != LitmusToken::Sign("}") {
                    self.sign(";")?;
                }
            }
        }
        self.takes(";");
        Ok(())
    }

    fn declaration(&mut self) -> Result<()> {
        if let Some(thread) = self.thread_of_register()? {
            let at = self.at();
            let register = self.word("a register")?;
            self.takes("=");
            let value = match self.peek() {
                LitmusToken::Number(_) | LitmusToken::Sign("-") => self.number()?,
                _ => {
                    self.takes("&");
                    let name = self.word("a number or a location")?;
                    ADDRESSES + self.location(name) as i64
                }
            };
            self.initial.push(Initial { thread, register, value, at });
            return Ok(());
        }
        let name = self.word("a location or a register")?;
        let location = self.location(name);
        if self.takes("@") {
            return self.alias(location);
        }
        if self.takes("=") {
            self.test.locations[location].initial = match self.peek() {
                LitmusToken::Number(_) | LitmusToken::Sign("-") => self.number()?,
                _ => {
                    self.takes("&");
                    let name = self.word("a number or a location")?;
                    ADDRESSES + self.location(name) as i64
                }
            };
        }
        Ok(())
    }

    /// `name @ proxy aliases other`: another name of memory, at the same virtual address unless the proxy is the generic one.
    fn alias(&mut self, location: usize) -> Result<()> {
        let Some(proxy) = proxy_named(self.word("a proxy")?) else {
            self.next -= 1;
            return self.error("a proxy is `generic`, `texture`, `surface` or `constant`");
        };
        if !self.takes_word("aliases") {
            return self.error("`aliases` is expected here");
        }
        let other = self.word("a location")?;
        let other = self.location(other);
        let (memory, address) = (self.test.locations[other].memory, self.test.locations[other].address);
        let mine = &mut self.test.locations[location];
        mine.memory = memory;
        mine.address = if proxy == LitmusProxy::Generic { location } else { address };
        Ok(())
    }

    /// The thread of `P1:` or `1:`, if that comes next.
    fn thread_of_register(&mut self) -> Result<Option<u32>> {
        if self.peek_second() != LitmusToken::Sign(":") {
            return Ok(None);
        }
        let number = match self.peek() {
            LitmusToken::Number(number) => u32::try_from(number).ok(),
            LitmusToken::Word(word) => thread_number(word),
            _ => None,
        };
        match number {
            None => self.error("a thread is `P0`, `P1` and so on"),
            Some(number) => {
                self.next += 2;
                Ok(Some(number))
            }
        }
    }

    /// `P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;`
    fn headings(&mut self) -> Result<()> {
        loop {
            let Some(number) = self.word("a thread, such as `P0@cta 0,gpu 0`").map(thread_number)? else {
                self.next -= 1;
                return self.error("a thread is `P0`, `P1` and so on");
            };
            if self.test.threads.iter().any(|thread| thread.number == number) {
                self.next -= 1;
                return self.error(format!("there are two threads P{number}"));
            }
            let place = self.place()?;
            self.test.threads.push(LitmusThread { number, place, registers: Vec::new(), code: Vec::new() });
            self.labels.push(Labels::default());
            if !self.takes("|") {
                break;
            }
        }
        self.sign(";")?;
        for Initial { thread, register, value, at } in std::mem::take(&mut self.initial) {
            let Some(thread) = self.test.threads.iter().position(|known| known.number == thread) else {
                return Err(ParseError::new(self.text, at, format!("there is no thread P{thread}")));
            };
            let register = self.register(thread, register);
            self.test.threads[thread].registers[register].initial = value;
        }
        Ok(())
    }

    fn place(&mut self) -> Result<Place> {
        let mut place = Place { cta: 0, cluster: None, gpu: 0 };
        if !self.takes("@") {
            return Ok(place);
        }
        loop {
            let level = self.word("`cta`, `cluster` or `gpu`")?;
            let Ok(number) = u32::try_from(self.number()?) else {
                return self.error("this number is too large");
            };
            match level {
                "cta" => place.cta = number,
                "cluster" => place.cluster = Some(number),
                "gpu" => place.gpu = number,
                _ => return self.error(format!("`{level}` is neither `cta` nor `cluster` nor `gpu`")),
            }
            if !self.takes(",") {
                return Ok(place);
            }
        }
    }

    // Instructions.

    fn is_at_questions(&self) -> bool {
        match self.peek() {
            LitmusToken::End | LitmusToken::Sign("~") => true,
            LitmusToken::Word(word) => ["exists", "forall", "filter", "locations", "not", "final"].contains(&word),
            _ => false,
        }
    }

    fn row(&mut self) -> Result<()> {
        for thread in 0..self.test.threads.len() {
            if thread > 0 && !self.takes("|") {
                let count = self.test.threads.len();
                return self.error(format!("`|` and the instruction of one of the {count} threads are expected here"));
            }
            if let (LitmusToken::Word(label), LitmusToken::Sign(":")) = (self.peek(), self.peek_second()) {
                self.next += 2;
                let place = self.test.threads[thread].code.len();
                self.labels[thread].defined.push((label, place));
            }
            if !matches!(self.peek(), LitmusToken::Sign("|" | ";")) {
                let instruction = self.instruction(thread)?;
                self.test.threads[thread].code.push(instruction);
            }
        }
        self.sign(";")
    }

    fn instruction(&mut self, thread: usize) -> Result<LitmusInstruction> {
        let guard = if self.takes("@") {
            let is_true = !self.takes("!");
            let name = self.word("a predicate")?;
            Some((self.register(thread, name), is_true))
        } else {
            None
        };
        let at = self.at();
        let word = self.word("an instruction")?;
        let opcode = opcode(word).map_err(|message| ParseError::new(self.text, at, message))?;
        let operation = self.operation(thread, opcode)?;
        Ok(LitmusInstruction { guard, operation })
    }

    fn operation(&mut self, thread: usize, opcode: LitmusOpcode) -> Result<LitmusOperation> {
        Ok(match opcode {
            LitmusOpcode::Load(semantics) => {
                let to = self.destination(thread)?;
                self.sign(",")?;
                if !semantics.order.is_strong && self.is_value(thread) {
                    LitmusOperation::Move { to, from: self.operand(thread)? }
                } else {
                    LitmusOperation::Load { to, access: self.access(thread, semantics)? }
                }
            }
            LitmusOpcode::Store(semantics) => {
                let access = self.access(thread, semantics)?;
                LitmusOperation::Store { access, value: self.another(thread)? }
            }
            LitmusOpcode::Atomic { semantics, update, returns } => {
                let to = if returns {
                    let to = self.destination(thread)?;
                    self.sign(",")?;
                    Some(to)
                } else {
                    None
                };
                let access = self.access(thread, semantics)?;
                let first = self.another(thread)?;
                let update = match update {
                    UpdateName::Binary(binary) => AtomicUpdate::Binary(binary, first),
                    UpdateName::Exchange => AtomicUpdate::Exchange(first),
                    UpdateName::CompareAndSwap => {
                        AtomicUpdate::CompareAndSwap { expected: first, new: self.another(thread)? }
                    }
                };
                LitmusOperation::Atomic { to, access, update }
            }
            LitmusOpcode::Fence { order, scope } => LitmusOperation::Fence { order, scope },
            LitmusOpcode::ProxyFence(proxy) => LitmusOperation::ProxyFence(proxy),
            LitmusOpcode::AliasFence => LitmusOperation::AliasFence,
            LitmusOpcode::InstanceBarrier { waits } => {
                let instance = self.number()?;
                let resource = self.further(thread)?;
                let count = self.further(thread)?;
                LitmusOperation::Barrier(LitmusBarrier { waits, instance, resource, count })
            }
            LitmusOpcode::Barrier { waits } => {
                let resource = Some(self.operand(thread)?);
                let count = self.further(thread)?;
                LitmusOperation::Barrier(LitmusBarrier { waits, instance: 0, resource, count })
            }
            LitmusOpcode::Move => {
                let to = self.destination(thread)?;
                LitmusOperation::Move { to, from: self.another(thread)? }
            }
            LitmusOpcode::Compute(what) => {
                let to = self.destination(thread)?;
                LitmusOperation::Compute { what, to, operands: [self.another(thread)?, self.another(thread)?] }
            }
            LitmusOpcode::Compare(what) => {
                let to = self.destination(thread)?;
                LitmusOperation::Compare { what, to, operands: [self.another(thread)?, self.another(thread)?] }
            }
            LitmusOpcode::BranchIf(comparison) => {
                let operands = [self.operand(thread)?, self.another(thread)?];
                self.sign(",")?;
                self.branch(thread, Some((comparison, operands)))?
            }
            LitmusOpcode::Branch => self.branch(thread, None)?,
        })
    }

    fn branch(&mut self, thread: usize, when: Option<(Comparison, [LitmusOperand; 2])>) -> Result<LitmusOperation> {
        let at = self.at();
        let label = self.word("a label")?;
        let place = self.test.threads[thread].code.len();
        self.labels[thread].used.push((label, place, at));
        Ok(LitmusOperation::Branch { when, to: usize::MAX })
    }

    fn resolve_labels(&mut self) -> Result<()> {
        for (thread, labels) in self.test.threads.iter_mut().zip(&self.labels) {
            for &(label, place, at) in &labels.used {
                let Some(&(_, target)) = labels.defined.iter().find(|(defined, _)| *defined == label) else {
                    let message = format!("P{} has no label `{label}`", thread.number);
                    return Err(ParseError::new(self.text, at, message));
                };
                if let LitmusOperation::Branch { to, .. } = &mut thread.code[place].operation {
                    *to = target;
                }
            }
        }
        Ok(())
    }

    /// Whether a register or a number comes next, and no location.
    fn is_value(&self, thread: usize) -> bool {
        match self.peek() {
            LitmusToken::Number(_) | LitmusToken::Sign("-") => true,
            LitmusToken::Word(name) => self.is_register(thread, name),
            _ => false,
        }
    }

    fn is_register(&self, thread: usize, name: &str) -> bool {
        let is_location = self.test.locations.iter().any(|location| location.name == name);
        let is_known = self.test.threads[thread].registers.iter().any(|register| register.name == name);
        let is_numbered = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        !is_location && (is_known || name.starts_with('%') || name.strip_prefix('r').is_some_and(is_numbered))
    }

    fn destination(&mut self, thread: usize) -> Result<usize> {
        let name = self.word("a register")?;
        if self.test.locations.iter().any(|location| location.name == name) {
            self.next -= 1;
            return self.error(format!("`{name}` is a location; a register is expected here"));
        }
        Ok(self.register(thread, name))
    }

    fn access(
        &mut self,
        thread: usize,
        AccessSemantics { order, scope, proxy }: AccessSemantics,
    ) -> Result<LitmusAccess> {
        let is_bracketed = self.takes("[");
        let name = self.word("a location")?;
        let at = if is_bracketed && self.is_register(thread, name) {
            LitmusAddress::Register(self.register(thread, name))
        } else {
            LitmusAddress::Location(self.location(name))
        };
        if is_bracketed {
            self.sign("]")?;
        }
        Ok(LitmusAccess { at, order, scope, proxy })
    }

    fn another(&mut self, thread: usize) -> Result<LitmusOperand> {
        self.sign(",")?;
        self.operand(thread)
    }

    fn further(&mut self, thread: usize) -> Result<Option<LitmusOperand>> {
        if self.takes(",") { self.operand(thread).map(Some) } else { Ok(None) }
    }

    fn operand(&mut self, thread: usize) -> Result<LitmusOperand> {
        match self.peek() {
            LitmusToken::Number(_) | LitmusToken::Sign("-") => self.number().map(LitmusOperand::Constant),
            LitmusToken::Word(name) if self.is_register(thread, name) => {
                self.next += 1;
                Ok(LitmusOperand::Register(self.register(thread, name)))
            }
            LitmusToken::Word(name) => self.error(format!("`{name}` is not a register of this thread")),
            _ => self.error("a register or a number is expected here"),
        }
    }

    fn register(&mut self, thread: usize, name: &str) -> usize {
        let registers = &mut self.test.threads[thread].registers;
        registers.iter().position(|register| register.name == name).unwrap_or_else(|| {
            registers.push(LitmusRegister { name: name.to_string(), initial: 0 });
            registers.len() - 1
        })
    }

    fn location(&mut self, name: &str) -> usize {
        let locations = &mut self.test.locations;
        locations.iter().position(|location| location.name == name).unwrap_or_else(|| {
            let place = locations.len();
            locations.push(LitmusLocation { name: name.to_string(), initial: 0, memory: place, address: place });
            place
        })
    }

    // Questions.

    fn questions(&mut self) -> Result<()> {
        if self.takes_word("locations") {
            self.sign("[")?;
            while !self.takes("]") {
                if !self.takes(";") {
                    let observable = self.observable()?;
                    self.test.shown.push(observable);
                }
            }
        }
        if self.takes_word("filter") {
            self.test.filter = Some(self.any()?);
            self.takes(";");
        }
        if self.peek() == LitmusToken::End {
            return Ok(());
        }
        let quantifier = match (self.advance(), self.peek()) {
            (LitmusToken::Word("exists"), _) => Quantifier::Exists,
            (LitmusToken::Word("forall"), _) => Quantifier::Forall,
            (LitmusToken::Sign("~") | LitmusToken::Word("not"), LitmusToken::Word("exists")) => {
                self.next += 1;
                Quantifier::NotExists
            }
            _ => {
                self.next -= 1;
                return self.error("`exists`, `~exists` or `forall` is expected here");
            }
        };
        let expression = self.any()?;
        self.test.condition = Some(Condition { quantifier, expression });
        self.takes(";");
        if self.peek() == LitmusToken::End { Ok(()) } else { self.error("the test ends with its condition") }
    }

    fn any(&mut self) -> Result<Expression> {
        let mut parts = vec![self.all()?];
        while self.takes(r"\/") || self.takes("||") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
    }

    fn all(&mut self) -> Result<Expression> {
        let mut parts = vec![self.statement()?];
        while self.takes(r"/\") || self.takes("&&") {
            parts.push(self.statement()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::All(parts) })
    }

    fn statement(&mut self) -> Result<Expression> {
        if self.takes("~") || self.takes("!") || self.takes_word("not") {
            return Ok(Expression::Not(Box::new(self.statement()?)));
        }
        if self.takes("(") {
            let inner = self.any()?;
            self.sign(")")?;
            return Ok(inner);
        }
        for (word, value) in [("true", Expression::All(Vec::new())), ("false", Expression::Any(Vec::new()))] {
            if self.takes_word(word) {
                return Ok(value);
            }
        }
        let left = self.term()?;
        let what = match self.advance() {
            LitmusToken::Sign("=" | "==") => Comparison::Equal,
            LitmusToken::Sign("!=") => Comparison::NotEqual,
            LitmusToken::Sign("<") => Comparison::Less,
            LitmusToken::Sign("<=") => Comparison::LessOrEqual,
            LitmusToken::Sign(">") => Comparison::Greater,
            LitmusToken::Sign(">=") => Comparison::GreaterOrEqual,
            _ => {
                self.next -= 1;
                return self.error("a comparison is expected here");
            }
        };
        Ok(Expression::Compare(Compare { what, left, right: self.term()? }))
    }

    fn term(&mut self) -> Result<ConditionTerm> {
        let is_number = matches!(self.peek(), LitmusToken::Sign("-"))
            || (matches!(self.peek(), LitmusToken::Number(_)) && self.peek_second() != LitmusToken::Sign(":"));
        if is_number { self.number().map(ConditionTerm::Constant) } else { self.observable().map(ConditionTerm::State) }
    }

    fn observable(&mut self) -> Result<Observable> {
        if let Some(number) = self.thread_of_register()? {
            let Some(thread) = self.test.threads.iter().position(|thread| thread.number == number) else {
                return self.error(format!("there is no thread P{number}"));
            };
            let name = self.word("a register")?;
            let Some(register) = self.test.threads[thread].registers.iter().position(|known| known.name == name) else {
                self.next -= 1;
                return self.error(format!("P{number} has no register `{name}`"));
            };
            return Ok(Observable::Register { thread, register });
        }
        let is_bracketed = self.takes("[");
        let name = self.word("a location or a register of a thread, such as `P0:r1`,")?;
        let Some(location) = self.test.locations.iter().position(|known| known.name == name) else {
            self.next -= 1;
            return self.error(format!("there is no location `{name}`"));
        };
        if is_bracketed {
            self.sign("]")?;
        }
        Ok(Observable::Location(location))
    }
}

/// The number of the thread that `P1` names.
fn thread_number(word: &str) -> Option<u32> {
    word.strip_prefix('P')?.parse().ok()
}
