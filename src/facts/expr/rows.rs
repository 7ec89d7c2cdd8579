//! Numbers of expressions in many threads at once.

use super::evaluate::compute;
use super::{Expr, ExprTable, IntegerFormat, Node, Operation, Term};
use std::rc::Rc;

/// A set of threads, by their places in rows.
pub type Mask = u128;

/// The numbers of an expression in some threads, at most as many as a [`Mask`] has bits.
#[derive(Clone, Debug)]
pub enum ThreadRow {
    /// The same in all.
    Same(Option<i64>),
    /// One for each.
    Each {
        /// The threads in which the number is known.
        known: Mask,
        /// The numbers; 0 where it is not known.
        numbers: Rc<[i64]>,
    },
}

impl ThreadRow {
    /// The row of a number for each thread.
    #[inline]
    pub fn collect(numbers: impl ExactSizeIterator<Item = Option<i64>>) -> Self {
        let mut known = Bits::default();
        let fill = |(thread, number): (usize, Option<i64>)| {
            known.add(thread, number.is_some());
            number.unwrap_or(0)
        };
        let numbers = numbers.enumerate().map(fill).collect();
        ThreadRow::Each { known: known.mask(), numbers }
    }

    /// The number in a thread.
    #[inline]
    pub fn at(&self, thread: usize) -> Option<i64> {
        match self {
            ThreadRow::Same(number) => *number,
            ThreadRow::Each { known, numbers } => (known >> thread & 1 != 0).then(|| numbers[thread]),
        }
    }

    /// Whether a known number is such a one.
    pub fn any(&self, is_such: impl Fn(i64) -> bool) -> bool {
        match self {
            ThreadRow::Same(number) => number.is_some_and(is_such),
            ThreadRow::Each { known, numbers } => {
                numbers.iter().enumerate().any(|(thread, &number)| is_such(number) && known >> thread & 1 != 0)
            }
        }
    }

    /// The row of what becomes of each number, for so many threads.
    pub fn map(&self, width: usize, of: impl Fn(i64) -> i64) -> Self {
        Self::collect((0..width).map(|thread| self.at(thread).map(&of)))
    }

    /// The threads in which the number is known and not 0, and those in which it is 0.
    pub fn truths(&self) -> (Mask, Mask) {
        match self {
            ThreadRow::Same(None) => (0, 0),
            ThreadRow::Same(Some(0)) => (0, Mask::MAX),
            ThreadRow::Same(Some(_)) => (Mask::MAX, 0),
            ThreadRow::Each { known, numbers } => {
                let mut truths = Bits::default();
                numbers.iter().enumerate().for_each(|(thread, &number)| truths.add(thread, number != 0));
                (truths.mask() & known, !truths.mask() & known)
            }
        }
    }
}

/// A mask under construction: shifts of halves are cheaper than those of the whole.
#[derive(Default)]
struct Bits([u64; 2]);

impl Bits {
    #[inline]
    fn add(&mut self, thread: usize, bit: bool) {
        self.0[thread / 64 % 2] |= u64::from(bit) << (thread % 64);
    }

    fn mask(&self) -> Mask {
        Mask::from(self.0[1]) << 64 | Mask::from(self.0[0])
    }
}

/// Numbers of a leaf in some threads that are set thread by thread.
#[derive(Clone, Debug)]
pub struct ThreadNumbers {
    known: Mask,
    numbers: Vec<i64>,
}

impl ThreadNumbers {
    /// Nothing is known.
    pub fn new(width: usize) -> Self {
        Self { known: 0, numbers: vec![0; width] }
    }

    /// The number in a thread.
    pub fn at(&self, thread: usize) -> Option<i64> {
        (self.known >> thread & 1 != 0).then(|| self.numbers[thread])
    }

    /// Sets the number of a thread.
    pub fn set(&mut self, thread: usize, number: Option<i64>) {
        self.known = self.known & !(1 << thread) | Mask::from(number.is_some()) << thread;
        self.numbers[thread] = number.unwrap_or(0);
    }

    /// Sets the numbers of some threads to those of a row.
    pub fn set_row(&mut self, mask: Mask, row: &ThreadRow) {
        let (known, numbers) = match row {
            ThreadRow::Same(None) => (0, None),
            ThreadRow::Same(Some(number)) => {
                threads_of(mask).for_each(|thread| self.numbers[thread] = *number);
                (Mask::MAX, None)
            }
            ThreadRow::Each { known, numbers } => (*known, Some(numbers)),
        };
        match numbers {
            Some(numbers) if mask.count_ones() as usize == self.numbers.len() => self.numbers.copy_from_slice(numbers),
            Some(numbers) => threads_of(mask).for_each(|thread| self.numbers[thread] = numbers[thread]),
            None => {}
        }
        self.known = self.known & !mask | known & mask;
    }

    /// The row.
    pub fn row(&self) -> ThreadRow {
        ThreadRow::Each { known: self.known, numbers: self.numbers.as_slice().into() }
    }
}

/// The threads of a mask.
pub fn threads_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let thread = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(thread)
    })
}

/// Leaves as rows.
pub trait RowEnvironment {
    /// The numbers of a leaf.
    fn leaf(&mut self, expr: Expr, node: Node) -> ThreadRow;

    /// Whether a leaf can have other numbers later.
    fn varies(&self, node: Node) -> bool;
}

/// Computes rows and remembers them.
#[derive(Debug)]
pub struct Rows {
    width: usize,
    /// The places of the rows of expressions, from 1; 0 where none is known. Few expressions of a large function are asked for.
    places: Vec<u32>,
    /// The rows, and whether they vary.
    rows: Vec<(ThreadRow, bool)>,
    /// Expressions with rows that vary.
    varying: Vec<Expr>,
    /// Places of rows that were forgotten.
    free: Vec<u32>,
    /// What is being computed, kept for its room; empty in between.
    stack: Vec<Expr>,
    /// Number of numbers computed.
    pub work: u64,
}

impl Rows {
    /// Rows of `width` threads.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            places: Vec::new(),
            rows: Vec::new(),
            varying: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
            work: 0,
        }
    }

    /// Forgets the rows of what varies.
    pub fn forget(&mut self) {
        for expr in self.varying.drain(..) {
            self.free.push(std::mem::take(&mut self.places[expr.0 as usize]));
        }
    }

    /// The numbers of an expression.
    pub fn of(&mut self, table: &ExprTable, expr: Expr, environment: &mut impl RowEnvironment) -> ThreadRow {
        self.places.resize(table.len().max(self.places.len()), 0);
        if self.is_known(expr) {
            return self.part(expr).clone();
        }
        let mut work = std::mem::take(&mut self.stack);
        work.push(expr);
        while let Some(&expr) = work.last() {
            if self.is_known(expr) {
                work.pop();
                continue;
            }
            let node = table.node(expr);
            let before = work.len();
            table.for_parts(node, &mut |part| {
                if !self.is_known(part) {
                    work.push(part);
                }
            });
            if work.len() == before {
                work.pop();
                let (row, varies) = match node.is_leaf() {
                    true => (environment.leaf(expr, node), environment.varies(node)),
                    false => self.combine(table, node),
                };
                self.work += if matches!(row, ThreadRow::Same(_)) { 1 } else { self.width as u64 };
                if varies {
                    self.varying.push(expr);
                }
                self.keep(expr, (row, varies));
            }
        }
        self.stack = work;
        self.part(expr).clone()
    }

    fn is_known(&self, expr: Expr) -> bool {
        self.places[expr.0 as usize] != 0
    }

    fn known(&self, expr: Expr) -> Option<&(ThreadRow, bool)> {
        (self.places[expr.0 as usize] as usize).checked_sub(1).map(|place| &self.rows[place])
    }

    fn keep(&mut self, expr: Expr, row: (ThreadRow, bool)) {
        let place = match self.free.pop() {
            Some(place) => {
                self.rows[place as usize - 1] = row;
                place
            }
            None => {
                self.rows.push(row);
                self.rows.len() as u32
            }
        };
        self.places[expr.0 as usize] = place;
    }

    /// The row of an expression whose parts are known.
    fn combine(&self, table: &ExprTable, node: Node) -> (ThreadRow, bool) {
        let (mut same, mut varies) = (true, false);
        table.for_parts(node, &mut |part| {
            if let Some((row, part_varies)) = self.known(part) {
                same &= matches!(row, ThreadRow::Same(_));
                varies |= part_varies;
            }
        });
        let number = |thread| compute(table, node, &mut |part| self.part(part).at(thread));
        let row = match node {
            _ if same => ThreadRow::Same(number(0)),
            Node::Sum { constant, .. } => self.sum(table.sum_terms(node), constant),
            Node::Binary(operation, format, a, b) => self.binary(operation, format, a, b),
            Node::Compare(relation, format, a, b) => {
                self.zip(a, b, |x, y| Some(i64::from(relation.holds(format, x, y))))
            }
            Node::Cast(format, a) => self.map(a, |x| format.read(x)),
            Node::Not(a) => self.map(a, |x| i64::from(x == 0)),
            Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => self.part(a).clone(),
            Node::Both(a, b) => self.both(a, b),
            _ => ThreadRow::collect((0..self.width).map(number)),
        };
        (row, varies)
    }

    fn part(&self, part: Expr) -> &ThreadRow {
        self.known(part).map_or(&ThreadRow::Same(None), |(row, _)| row)
    }

    /// The row of a sum, term by term; nothing is known of one that gets too great in some thread.
    fn sum(&self, terms: &[Term], constant: i64) -> ThreadRow {
        let mut totals: Rc<[i64]> = std::iter::repeat_n(constant, self.width).collect();
        let Some(sums) = Rc::get_mut(&mut totals) else { return ThreadRow::Same(None) };
        let mut known = Mask::MAX;
        let mut too_great = false;
        let mut add = |sum: &mut i64, number: i64, coefficient: i64| {
            let (product, lost) = number.overflowing_mul(coefficient);
            let (new, carry) = sum.overflowing_add(product);
            *sum = new;
            too_great |= lost | carry;
        };
        for &(part, coefficient) in terms {
            match self.part(part) {
                ThreadRow::Same(None) => known = 0,
                ThreadRow::Same(Some(number)) => sums.iter_mut().for_each(|sum| add(sum, *number, coefficient)),
                ThreadRow::Each { known: part, numbers } => {
                    sums.iter_mut().zip(numbers.iter()).for_each(|(sum, &number)| add(sum, number, coefficient));
                    known &= part;
                }
            }
        }
        if too_great || known == 0 { ThreadRow::Same(None) } else { ThreadRow::Each { known, numbers: totals } }
    }

    /// The row of an operation: a loop for each, without a decision inside.
    fn binary(&self, operation: Operation, format: IntegerFormat, a: Expr, b: Expr) -> ThreadRow {
        macro_rules! each {
            ($($name:ident)*) => {
                match operation {
                    $(Operation::$name => self.zip(a, b, |x, y| Operation::$name.apply(format, x, y)),)*
                }
            };
        }
        each!(Div Rem And Or Xor Shl Shr Min Max)
    }

    /// The row of what is computed from one part that differs between threads.
    #[inline]
    fn map(&self, a: Expr, of: impl Fn(i64) -> i64) -> ThreadRow {
        match self.part(a) {
            ThreadRow::Same(number) => ThreadRow::Same(number.map(of)),
            ThreadRow::Each { known, numbers } => {
                ThreadRow::Each { known: *known, numbers: numbers.iter().map(|&number| of(number)).collect() }
            }
        }
    }

    /// The row of two truths, of which one falsehood decides.
    fn both(&self, a: Expr, b: Expr) -> ThreadRow {
        let ((a_yes, a_no), (b_yes, b_no)) = (self.part(a).truths(), self.part(b).truths());
        let all = if self.width == Mask::BITS as usize { Mask::MAX } else { (1 << self.width) - 1 };
        let yes = a_yes & b_yes & all;
        let halves = [yes as u64, (yes >> 64) as u64];
        let number = |thread: usize| (halves[thread / 64] >> (thread % 64) & 1) as i64;
        ThreadRow::Each { known: (yes | a_no | b_no) & all, numbers: (0..self.width).map(number).collect() }
    }

    /// The row of what is computed from two parts.
    #[inline]
    fn zip(&self, a: Expr, b: Expr, of: impl Fn(i64, i64) -> Option<i64>) -> ThreadRow {
        let every = |row: &ThreadRow| match row {
            ThreadRow::Same(None) => (0, None, 0),
            ThreadRow::Same(Some(number)) => (Mask::MAX, None, *number),
            ThreadRow::Each { known, numbers } => (*known, Some(numbers.clone()), 0),
        };
        let ((a_known, a, x), (b_known, b, y)) = (every(self.part(a)), every(self.part(b)));
        let known = a_known & b_known;
        let row = match (a, b) {
            _ if known == 0 => return ThreadRow::Same(None),
            (Some(a), None) => ThreadRow::collect(a.iter().map(|&x| of(x, y))),
            (None, Some(b)) => ThreadRow::collect(b.iter().map(|&y| of(x, y))),
            (Some(a), Some(b)) => ThreadRow::collect(a.iter().zip(b.iter()).map(|(&x, &y)| of(x, y))),
            (None, None) => ThreadRow::Same(of(x, y)),
        };
        match row {
            ThreadRow::Each { known: defined, numbers } => ThreadRow::Each { known: defined & known, numbers },
            same => same,
        }
    }
}
