//! Numbers of expressions in many threads at once.

use super::evaluate::{compute, decided, product};
use super::range::Bounds;
use super::{Expr, ExprTable, IntegerFormat, IntegerRelation, Node, Operation, Term};
use std::rc::Rc;

/// How far apart bounds may be that tell something of a comparison with an index.
const WIDEST: i64 = 1 << 24;

/// A set of threads, by their places in rows.
pub type Mask = u128;

/// A set of leaves that can have other numbers later: each has one of these bits, and some have it in common.
pub type LeafMarks = u64;

/// The bit of the leaf with a number.
pub const fn mark(number: usize) -> LeafMarks {
    1 << (number % LeafMarks::BITS as usize)
}

/// The numbers of an expression in some threads, at most as many as a [`Mask`] has bits.
#[derive(Clone, Debug)]
pub enum ThreadRow {
    /// The same in all, whatever happens.
    Same(Option<i64>),
    /// The same known number in all of a row that may have one for each: the number of a loop's rounds while all go round together. It counts
    /// as many numbers.
    Common(i64),
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

    /// The row of a leaf, from a number for each thread.
    pub fn of_leaf(numbers: impl ExactSizeIterator<Item = Option<i64>>) -> Self {
        let row = Self::collect(numbers);
        match &row {
            ThreadRow::Each { known, numbers } => common_number(*known, numbers).map_or(row, ThreadRow::Common),
            _ => row,
        }
    }

    /// The number in a thread.
    #[inline]
    pub fn at(&self, thread: usize) -> Option<i64> {
        match self {
            ThreadRow::Same(number) => *number,
            ThreadRow::Common(number) => Some(*number),
            ThreadRow::Each { known, numbers } => (known >> thread & 1 != 0).then(|| numbers[thread]),
        }
    }

    /// Whether the number is not known in any thread.
    fn is_unknown(&self) -> bool {
        matches!(self, Self::Same(None))
    }

    /// Where numbers are known, the number of each thread if they may differ, and the number of all otherwise.
    #[inline]
    fn numbers(&self) -> (Mask, Option<&[i64]>, i64) {
        match self {
            ThreadRow::Same(None) => (0, None, 0),
            ThreadRow::Same(Some(number)) | ThreadRow::Common(number) => (Mask::MAX, None, *number),
            ThreadRow::Each { known, numbers } => (*known, Some(numbers), 0),
        }
    }

    /// Whether a known number is such a one.
    pub fn any(&self, is_such: impl Fn(i64) -> bool) -> bool {
        match self {
            ThreadRow::Same(number) => number.is_some_and(is_such),
            ThreadRow::Common(number) => is_such(*number),
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
            ThreadRow::Same(Some(0)) | ThreadRow::Common(0) => (0, Mask::MAX),
            ThreadRow::Same(Some(_)) | ThreadRow::Common(_) => (Mask::MAX, 0),
            ThreadRow::Each { known, numbers } => {
                let half = |numbers: &[i64]| {
                    numbers.iter().rev().fold(0u64, |bits, &number| bits << 1 | u64::from(number != 0))
                };
                let halves = numbers.chunks(64).map(half).zip([0, 64]);
                let truths = halves.fold(0, |truths, (half, place)| truths | Mask::from(half) << place);
                (truths & known, !truths & known)
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

/// The mask of so many threads.
fn all_of(width: usize) -> Mask {
    if width == Mask::BITS as usize { Mask::MAX } else { (1 << width) - 1 }
}

/// The number that is known in all threads, if it is one.
fn common_number(known: Mask, numbers: &[i64]) -> Option<i64> {
    let first = *numbers.first()?;
    (known == all_of(numbers.len()) && numbers.iter().all(|&number| number == first)).then_some(first)
}

/// Numbers of a leaf in some threads that are set for part of the threads at a time.
#[derive(Clone, Debug)]
pub struct ThreadNumbers {
    /// The number of all threads while it is one, whatever the others say.
    common: Option<i64>,
    known: Mask,
    numbers: Vec<i64>,
}

impl ThreadNumbers {
    /// Nothing is known.
    pub fn new(width: usize) -> Self {
        Self { common: None, known: 0, numbers: vec![0; width] }
    }

    /// Sets the numbers of some threads to one.
    pub fn fill(&mut self, mask: Mask, number: Option<i64>) {
        if number.is_some() && mask == all_of(self.numbers.len()) {
            self.common = number;
            return;
        }
        self.part();
        let new = number.unwrap_or(0);
        self.for_halves(mask, |number, bit| *number = if bit == 0 { *number } else { new });
        self.known = if number.is_some() { self.known | mask } else { self.known & !mask };
    }

    /// Adds one to the numbers of some threads, as far as they are known.
    pub fn increment(&mut self, mask: Mask) {
        match &mut self.common {
            Some(number) if mask == all_of(self.numbers.len()) => *number += 1,
            _ => {
                self.part();
                self.for_halves(mask & self.known, |number, bit| *number += bit as i64);
            }
        }
    }

    /// Sets the numbers of some threads to those of a row.
    pub fn set_row(&mut self, mask: Mask, row: &ThreadRow) {
        let (known, numbers) = match row {
            ThreadRow::Same(None) => (0, None),
            ThreadRow::Same(Some(number)) | ThreadRow::Common(number) => return self.fill(mask, Some(*number)),
            ThreadRow::Each { known, numbers } => (*known, Some(numbers)),
        };
        self.part();
        match numbers {
            Some(numbers) if mask.count_ones() as usize == self.numbers.len() => self.numbers.copy_from_slice(numbers),
            Some(numbers) => threads_of(mask).for_each(|thread| self.numbers[thread] = numbers[thread]),
            None => {}
        }
        self.known = self.known & !mask | known & mask;
    }

    /// The row.
    pub fn row(&self) -> ThreadRow {
        match self.common.or_else(|| common_number(self.known, &self.numbers)) {
            Some(number) => ThreadRow::Common(number),
            None => ThreadRow::Each { known: self.known, numbers: self.numbers.as_slice().into() },
        }
    }

    /// Gives each thread its own number, before some of them change.
    fn part(&mut self) {
        if let Some(number) = self.common.take() {
            self.numbers.fill(number);
            self.known = all_of(self.numbers.len());
        }
    }

    /// Calls `change` with each number and the bit of its thread.
    #[inline]
    fn for_halves(&mut self, mask: Mask, change: impl Fn(&mut i64, u64)) {
        for (half, numbers) in [mask as u64, (mask >> 64) as u64].into_iter().zip(self.numbers.chunks_mut(64)) {
            if half != 0 {
                numbers.iter_mut().enumerate().for_each(|(place, number)| change(number, half >> place & 1));
            }
        }
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

    /// The bit of a leaf that can have other numbers later.
    fn varies(&self, node: Node) -> LeafMarks;
}

/// The row of an expression.
#[derive(Debug)]
struct KnownRow {
    row: ThreadRow,
    /// The leaves that it follows from.
    varies: LeafMarks,
    /// Those of them that it is listed for: the others have changed since it was computed.
    listed: LeafMarks,
}

/// Computes rows and remembers them.
#[derive(Debug)]
pub struct Rows {
    width: usize,
    /// The places of the rows of expressions, from 1; 0 where none is known. Few expressions of a large function are asked for.
    places: Vec<u32>,
    rows: Vec<KnownRow>,
    /// For each bit of [`LeafMarks`] the places of rows that may change with its leaves.
    varying: [Vec<u32>; LeafMarks::BITS as usize],
    /// What is being computed, kept for its room; empty in between.
    stack: Vec<Expr>,
    /// Number of numbers computed.
    pub work: u64,
}

impl Rows {
    /// Rows of `width` threads.
    pub fn new(width: usize) -> Self {
        let varying = [const { Vec::new() }; LeafMarks::BITS as usize];
        Self { width, places: Vec::new(), rows: Vec::new(), varying, stack: Vec::new(), work: 0 }
    }

    /// Forgets the rows of what follows from leaves that have changed.
    pub fn forget(&mut self, mut changed: LeafMarks) {
        while changed != 0 {
            let bit = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            for place in self.varying[bit].drain(..) {
                let known = &mut self.rows[place as usize];
                known.listed &= !mark(bit);
                known.row = ThreadRow::Same(None);
            }
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
                self.keep(expr, row, varies);
            }
        }
        self.stack = work;
        self.part(expr).clone()
    }

    fn is_known(&self, expr: Expr) -> bool {
        self.known(expr).is_some()
    }

    fn known(&self, expr: Expr) -> Option<&KnownRow> {
        let place = (self.places[expr.0 as usize] as usize).checked_sub(1)?;
        Some(&self.rows[place]).filter(|known| known.listed == known.varies)
    }

    fn keep(&mut self, expr: Expr, row: ThreadRow, varies: LeafMarks) {
        let place = &mut self.places[expr.0 as usize];
        if *place == 0 {
            self.rows.push(KnownRow { row: ThreadRow::Same(None), varies, listed: 0 });
            *place = self.rows.len() as u32;
        }
        let known = &mut self.rows[*place as usize - 1];
        let mut new = varies & !known.listed;
        (known.row, known.listed) = (row, varies);
        while new != 0 {
            self.varying[new.trailing_zeros() as usize].push(*place - 1);
            new &= new - 1;
        }
    }

    /// The row of an expression whose parts are known.
    fn combine(&self, table: &ExprTable, node: Node) -> (ThreadRow, LeafMarks) {
        let (mut same, mut common, mut varies) = (true, true, 0);
        table.for_parts(node, &mut |part| {
            if let Some(known) = self.known(part) {
                same &= matches!(known.row, ThreadRow::Same(_));
                common &= matches!(known.row, ThreadRow::Same(Some(_)) | ThreadRow::Common(_));
                varies |= known.varies;
            }
        });
        let number = |thread| compute(table, node, &mut |part| self.part(part).at(thread));
        let row = match node {
            _ if same => ThreadRow::Same(number(0)),
            _ if common => self.common(node, number(0)),
            Node::Sum { constant, .. } => self.sum(table.sum_terms(node), constant),
            Node::Binary(operation, format, a, b) => self.binary(operation, format, a, b),
            Node::Compare(relation, format, a, b) => match [a, b].map(|side| self.part(side).is_unknown()) {
                [false, true] | [true, false] if self.is_open(table, [a, b]) => ThreadRow::Same(None),
                [false, true] | [true, false] => self.compare_bounds(table, relation, format, [a, b]),
                _ => self.compare(relation, format, a, b),
            },
            Node::Cast(format, a) => self.map(a, |x| format.read(x)),
            Node::Not(a) => self.map(a, |x| i64::from(x == 0)),
            Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => self.part(a).clone(),
            Node::Both(a, b) => self.both(a, b),
            Node::Product(a, b) => {
                let [a, b] = [a, b].map(|factor| self.part(factor));
                ThreadRow::collect((0..self.width).map(|thread| product(a.at(thread), b.at(thread))))
            }
            Node::Select(truth, yes, no) => {
                let [truth, yes, no] = [truth, yes, no].map(|part| self.part(part));
                let chosen = |thread| if truth.at(thread)? != 0 { yes.at(thread) } else { no.at(thread) };
                ThreadRow::collect((0..self.width).map(chosen))
            }
            _ => ThreadRow::collect((0..self.width).map(number)),
        };
        (row, varies)
    }

    /// The row of a node whose parts are the same in all threads, from the number that it has there.
    fn common(&self, node: Node, number: Option<i64>) -> ThreadRow {
        match (number, node) {
            (Some(number), _) => ThreadRow::Common(number),
            // A sum that gets too great is unknown everywhere; so is what has no result, but it counts as many numbers.
            (None, Node::Sum { .. }) => ThreadRow::Same(None),
            (None, _) => ThreadRow::Each { known: 0, numbers: std::iter::repeat_n(0, self.width).collect() },
        }
    }

    fn part(&self, part: Expr) -> &ThreadRow {
        self.known(part).map_or(&ThreadRow::Same(None), |known| &known.row)
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
                ThreadRow::Same(Some(number)) | ThreadRow::Common(number) => {
                    sums.iter_mut().for_each(|sum| add(sum, *number, coefficient));
                }
                ThreadRow::Each { known: part, numbers } => {
                    let each = sums.iter_mut().zip(numbers.iter());
                    match coefficient {
                        1 => each.for_each(|(sum, &number)| add(sum, number, 1)),
                        _ => each.for_each(|(sum, &number)| add(sum, number, coefficient)),
                    }
                    known &= part;
                }
            }
        }
        if too_great || known == 0 { ThreadRow::Same(None) } else { ThreadRow::Each { known, numbers: totals } }
    }

    /// The row of an operation: a loop for each, without a decision inside.
    fn binary(&self, operation: Operation, format: IntegerFormat, a: Expr, b: Expr) -> ThreadRow {
        macro_rules! each {
            ($($total:ident)*; $($partial:ident)*) => {
                match operation {
                    $(Operation::$total => {
                        self.zip_all(a, b, |x, y| Operation::$total.apply(format, x, y).unwrap_or_default())
                    })*
                    $(Operation::$partial => self.zip(a, b, |x, y| Operation::$partial.apply(format, x, y)),)*
                }
            };
        }
        each!(And Or Xor Shl Shr Min Max; Div Rem)
    }

    /// The row of a comparison.
    fn compare(&self, relation: IntegerRelation, format: IntegerFormat, a: Expr, b: Expr) -> ThreadRow {
        macro_rules! each {
            ($($name:ident)*) => {
                match relation {
                    $(IntegerRelation::$name => {
                        self.zip_all(a, b, |x, y| i64::from(IntegerRelation::$name.holds(format, x, y)))
                    })*
                }
            };
        }
        each!(Equal NotEqual Less LessEqual)
    }

    /// The row of a comparison of which one side is not known: its bounds may decide.
    fn compare_bounds(
        &self,
        table: &ExprTable,
        relation: IntegerRelation,
        format: IntegerFormat,
        sides: [Expr; 2],
    ) -> ThreadRow {
        let is_first = self.part(sides[0]).is_unknown();
        let [known, unknown] = if is_first { [sides[1], sides[0]] } else { sides };
        let (known, unknown) = (self.part(known), table.bounds(unknown));
        let decides = |thread| {
            let number = known.at(thread).map(|number| Bounds::new(number, number))?;
            let sides = if is_first { [unknown, number] } else { [number, unknown] };
            decided(relation, format, sides).map(i64::from)
        };
        ThreadRow::collect((0..self.width).map(decides))
    }

    /// Whether what is not known of two sides has bounds that decide nothing.
    fn is_open(&self, table: &ExprTable, sides: [Expr; 2]) -> bool {
        let is_wide = |Bounds { low, high }: Bounds| high.saturating_sub(low) > WIDEST;
        sides.into_iter().any(|side| self.part(side).is_unknown() && is_wide(table.bounds(side)))
    }

    /// The row of what is computed from one part that differs between threads.
    #[inline]
    fn map(&self, a: Expr, of: impl Fn(i64) -> i64) -> ThreadRow {
        match self.part(a) {
            ThreadRow::Same(number) => ThreadRow::Same(number.map(of)),
            ThreadRow::Common(number) => ThreadRow::Common(of(*number)),
            ThreadRow::Each { known, numbers } => {
                ThreadRow::Each { known: *known, numbers: numbers.iter().map(|&number| of(number)).collect() }
            }
        }
    }

    /// The row of two truths, of which one falsehood decides.
    fn both(&self, a: Expr, b: Expr) -> ThreadRow {
        let ((a_yes, a_no), (b_yes, b_no)) = (self.part(a).truths(), self.part(b).truths());
        let all = all_of(self.width);
        let yes = a_yes & b_yes & all;
        let halves = [yes as u64, (yes >> 64) as u64];
        let number = |thread: usize| (halves[thread / 64] >> (thread % 64) & 1) as i64;
        ThreadRow::Each { known: (yes | a_no | b_no) & all, numbers: (0..self.width).map(number).collect() }
    }

    /// The row of what is computed from two parts, where it has a result.
    #[inline]
    fn zip(&self, a: Expr, b: Expr, of: impl Fn(i64, i64) -> Option<i64>) -> ThreadRow {
        let ((a_known, a, x), (b_known, b, y)) = (self.part(a).numbers(), self.part(b).numbers());
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

    /// The row of what has a result whatever two parts are.
    #[inline]
    fn zip_all(&self, a: Expr, b: Expr, of: impl Fn(i64, i64) -> i64) -> ThreadRow {
        let ((a_known, a, x), (b_known, b, y)) = (self.part(a).numbers(), self.part(b).numbers());
        let known = a_known & b_known & all_of(self.width);
        let numbers = match (a, b) {
            _ if known == 0 => return ThreadRow::Same(None),
            (Some(a), None) => a.iter().map(|&x| of(x, y)).collect(),
            (None, Some(b)) => b.iter().map(|&y| of(x, y)).collect(),
            (Some(a), Some(b)) => a.iter().zip(b.iter()).map(|(&x, &y)| of(x, y)).collect(),
            (None, None) => return ThreadRow::Same(Some(of(x, y))),
        };
        ThreadRow::Each { known, numbers }
    }
}
