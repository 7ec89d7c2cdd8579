//! Numbers of expressions in many threads at once.

use super::evaluate::{apply, compute, relate};
use super::{Expr, Node, Table, Term};
use std::rc::Rc;

/// The numbers of an expression in some threads.
#[derive(Clone, Debug)]
pub enum Row {
    /// The same in all.
    Same(Option<i64>),
    /// One for each.
    Each(Rc<[Option<i64>]>),
}

impl Row {
    /// The number in a thread.
    pub fn at(&self, thread: usize) -> Option<i64> {
        match self {
            Row::Same(number) => *number,
            Row::Each(numbers) => numbers[thread],
        }
    }
}

/// Leaves as rows.
pub trait RowEnvironment {
    /// The numbers of a leaf.
    fn leaf(&mut self, expr: Expr, node: Node) -> Row;

    /// Whether a leaf can have other numbers later.
    fn varies(&self, node: Node) -> bool;
}

/// Computes rows and remembers them.
#[derive(Debug)]
pub struct Rows {
    width: usize,
    /// The row of each expression, and whether it varies.
    known: Vec<Option<(Row, bool)>>,
    /// Expressions with rows that vary.
    varying: Vec<Expr>,
    /// Number of numbers computed.
    pub work: u64,
}

impl Rows {
    /// Rows of `width` threads.
    pub fn new(width: usize) -> Self {
        Self { width, known: Vec::new(), varying: Vec::new(), work: 0 }
    }

    /// Forgets the rows of what varies.
    pub fn forget(&mut self) {
        for expr in self.varying.drain(..) {
            self.known[expr.0 as usize] = None;
        }
    }

    /// The numbers of an expression.
    pub fn of(&mut self, table: &Table, expr: Expr, environment: &mut impl RowEnvironment) -> Row {
        self.known.resize(table.len().max(self.known.len()), None);
        let mut work = vec![expr];
        while let Some(&expr) = work.last() {
            if self.known[expr.0 as usize].is_some() {
                work.pop();
                continue;
            }
            let node = table.node(expr);
            let before = work.len();
            table.for_parts(node, &mut |part| {
                if self.known[part.0 as usize].is_none() {
                    work.push(part);
                }
            });
            if work.len() == before {
                work.pop();
                let (row, varies) = match node.is_leaf() {
                    true => (environment.leaf(expr, node), environment.varies(node)),
                    false => self.combine(table, node),
                };
                self.work += if matches!(row, Row::Same(_)) { 1 } else { self.width as u64 };
                if varies {
                    self.varying.push(expr);
                }
                self.known[expr.0 as usize] = Some((row, varies));
            }
        }
        self.known[expr.0 as usize].as_ref().map_or(Row::Same(None), |(row, _)| row.clone())
    }

    /// The row of an expression whose parts are known.
    fn combine(&self, table: &Table, node: Node) -> (Row, bool) {
        let (mut same, mut varies) = (true, false);
        table.for_parts(node, &mut |part| {
            if let Some((row, part_varies)) = &self.known[part.0 as usize] {
                same &= matches!(row, Row::Same(_));
                varies |= part_varies;
            }
        });
        let number = |thread| compute(table, node, &mut |part| self.part(part).at(thread));
        let row = match node {
            _ if same => Row::Same(number(0)),
            Node::Sum { constant, .. } => self.sum(table.sum_terms(node), constant),
            Node::Binary(operation, format, a, b) => self.zip(a, b, |x, y| apply(operation, format, x, y)),
            Node::Compare(relation, format, a, b) => {
                self.zip(a, b, |x, y| Some(i64::from(relate(relation, format, x, y))))
            }
            _ => Row::Each((0..self.width).map(number).collect()),
        };
        (row, varies)
    }

    fn part(&self, part: Expr) -> &Row {
        self.known[part.0 as usize].as_ref().map_or(&Row::Same(None), |(row, _)| row)
    }

    /// The row of a sum, term by term.
    fn sum(&self, terms: &[Term], constant: i64) -> Row {
        let mut totals = vec![Some(constant); self.width];
        let add = |total: &mut Option<i64>, number: Option<i64>, coefficient: i64| {
            *total = total.and_then(|total| total.checked_add(number?.checked_mul(coefficient)?));
        };
        for &(part, coefficient) in terms {
            match self.part(part) {
                Row::Same(number) => totals.iter_mut().for_each(|total| add(total, *number, coefficient)),
                Row::Each(numbers) => {
                    totals.iter_mut().zip(numbers.iter()).for_each(|(total, &number)| add(total, number, coefficient));
                }
            }
        }
        Row::Each(totals.into())
    }

    /// The row of what is computed from two parts.
    fn zip(&self, a: Expr, b: Expr, of: impl Fn(i64, i64) -> Option<i64>) -> Row {
        let of = |a: Option<i64>, b: Option<i64>| of(a?, b?);
        Row::Each(match (self.part(a), self.part(b)) {
            (Row::Each(a), &Row::Same(b)) => a.iter().map(|&a| of(a, b)).collect(),
            (&Row::Same(a), Row::Each(b)) => b.iter().map(|&b| of(a, b)).collect(),
            (a, b) => (0..self.width).map(|thread| of(a.at(thread), b.at(thread))).collect(),
        })
    }
}
