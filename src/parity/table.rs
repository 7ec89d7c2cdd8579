//! Expressions in a normal form, each stored once: two values are the same expression when their ids are equal.
//!
//! Integers are sums of products, as if nothing overflowed; bits that are cut out of a word are [`ParityNode::Field`]s, so that a shift
//! and a mask, `bfe`, and a mask and a shift are one. Bitwise operations become sums where no bit can be set on both sides. What is
//! loaded is the bytes at an address: a field of it is a load of the bytes that it lies in, and neighbours in a sum are one load. What is
//! compared with zero is a sum, too, so that `a < b`, `b > a` and `!(a >= b)` are one.

mod arithmetic;
mod words;

use super::lists::{ListId, Lists};
use crate::ir::Component;
use crate::isa::{Instruction, ScalarType, SpecialRegister, StateSpace, Word};
use crate::util::FastMap;

/// Index of an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Id(pub u32);

/// What an operation is called: the instruction and those of its modifiers that matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OperationName {
    pub instruction: Option<Instruction>,
    pub words: ListId<Word>,
    /// Which of several results.
    pub output: u8,
}

/// An expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum ParityNode {
    /// What a parameter of the reference holds at a byte offset.
    Param(u32, u32),
    /// A parameter that only the batched kernel has.
    Extra(u32),
    /// The number of the vector.
    Batch,
    /// The number of vectors.
    Count,
    Special(SpecialRegister, Component),
    /// The address of a variable in shared memory, by its number.
    Shared(u32),
    /// The address of another variable, by the number of its name.
    Variable(u32),
    /// Rounds of a loop that are over.
    Iteration(u32),
    /// A value that a loop carries from round to round.
    Carried(u32),
    /// What an expression is when a loop is left.
    After(Id, u32),
    /// Bits and their number.
    Float(u64, u32),
    /// Terms times factors, and a constant.
    Sum(ListId<(Id, i64)>, i64),
    /// Two or more factors.
    Product(ListId<Id>),
    /// Bits of a word: position and length.
    Field(Id, u8, u8),
    /// The number that a word of so many bits is with a sign.
    Signed(Id, u8),
    /// So many bytes that memory holds from an address on, in a state of memory; as a number, the first is the lowest.
    Load(StateSpace, u8, Id, Id),
    Operation(OperationName, ListId<Id>),
    /// The number of the vector is below the number of vectors.
    Exists,
    /// A sum is below zero.
    Negative(Id),
    /// A sum is zero.
    Zero(Id),
    Not(Id),
    /// A floating-point number with the other sign.
    Opposite(Id),
    All(ListId<Id>),
    Select(Id, Id, Id),
    /// A register that nothing was written to.
    Undefined,
    /// Beyond this analysis.
    Unknown(u32),
}

/// All bits may be set, or the value is negative.
const ANY: u64 = u64::MAX;

/// Most terms of a product; what has more stays an operation.
const MAX_TERMS: usize = 64;
/// Longest sums and lists of conditions that are taken apart. Hostile code could make long ones of long ones.
const MAX_LIST: usize = 256;
/// Deepest nesting that is looked into.
const MAX_DEPTH: u32 = 64;

#[derive(Default)]
pub(super) struct ParityTable {
    nodes: Vec<ParityNode>,
    /// Bits that may be set.
    bits: Vec<u64>,
    /// Whether something in it changes while some loop goes round.
    varies: Vec<bool>,
    /// Whether it is a condition that has to do with the vector's existence.
    asks: Vec<bool>,
    ids: FastMap<ParityNode, Id>,
    lists: Lists<Id>,
    sums: Lists<(Id, i64)>,
    words: Lists<Word>,
    /// Bits that thread indices may have, by axis.
    pub thread_bits: [u64; 3],
    /// The vector for which an unrolled kernel is looked at.
    pub unrolled: i64,
    /// Fields that are being cut out of each other.
    depth: u32,
    /// Terms of a sum in the making.
    scratch: Vec<(Id, i64)>,
    /// Names of variables.
    names: Vec<String>,
    /// As what type bytes were loaded first, for those who read expressions.
    types: FastMap<Id, ScalarType>,
}

/// The bits up to the highest one of `value`.
fn smear(value: u64) -> u64 {
    value.checked_ilog2().map_or(0, |top| low_bits(top + 1))
}

fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// A sum in the making.
#[derive(Clone, Default)]
pub(super) struct Sum {
    pub terms: Vec<(Id, i64)>,
    pub constant: i64,
}

impl Sum {
    fn add_term(&mut self, term: Id, count: i64) {
        match self.terms.binary_search_by_key(&term, |&(id, _)| id) {
            Ok(at) => {
                self.terms[at].1 = self.terms[at].1.wrapping_add(count);
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if count != 0 => self.terms.insert(at, (term, count)),
            Err(_) => {}
        }
    }
}

/// The terms of `a + factor * b`; both are in order.
fn merge(a: &[(Id, i64)], b: &[(Id, i64)], factor: i64, sum: &mut Vec<(Id, i64)>) {
    let mut a = a.iter().copied().peekable();
    let mut push = |term: Id, count: i64| {
        if count != 0 {
            sum.push((term, count));
        }
    };
    for &(term, count) in b {
        while let Some((before, count)) = a.next_if(|&(other, _)| other < term) {
            push(before, count);
        }
        let own = a.next_if(|&(other, _)| other == term).map_or(0, |(_, count)| count);
        push(term, own.wrapping_add(count.wrapping_mul(factor)));
    }
    a.for_each(|(term, count)| push(term, count));
}

impl ParityTable {
    pub fn node(&self, id: Id) -> ParityNode {
        self.nodes[id.0 as usize]
    }

    pub fn list(&self, list: ListId<Id>) -> &[Id] {
        self.lists.get(list)
    }

    pub fn terms(&self, list: ListId<(Id, i64)>) -> &[(Id, i64)] {
        self.sums.get(list)
    }

    pub fn words(&self, list: ListId<Word>) -> &[Word] {
        self.words.get(list)
    }

    /// The number of a variable's name.
    pub fn name(&mut self, name: &str) -> u32 {
        let place = self.names.iter().position(|other| other == name);
        place.unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        }) as u32
    }

    /// The name with a number.
    pub fn name_of(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// An operation with its inputs.
    pub fn operation(&mut self, instruction: Option<Instruction>, words: &[Word], output: u8, inputs: &[Id]) -> Id {
        let operation = OperationName { instruction, words: self.words.intern(words), output };
        let inputs = self.lists.intern(inputs);
        self.intern(ParityNode::Operation(operation, inputs))
    }

    pub fn intern(&mut self, node: ParityNode) -> Id {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let bits = self.bits_of(node);
        let id = Id(self.nodes.len() as u32);
        let mut varies = matches!(node, ParityNode::Iteration(_) | ParityNode::Carried(_));
        self.for_each_child(node, |child| varies |= self.varies(child));
        self.nodes.push(node);
        self.bits.push(bits);
        self.varies.push(varies);
        let asks = match node {
            ParityNode::Exists => true,
            ParityNode::Not(inner) => self.asks[inner.0 as usize],
            ParityNode::All(list) => self.list(list).iter().any(|inner| self.asks[inner.0 as usize]),
            _ => false,
        };
        self.asks.push(asks);
        self.ids.insert(node, id);
        id
    }

    /// A node whose value an instruction's type bounds.
    pub fn bounded(&mut self, node: ParityNode, bits: u64) -> Id {
        let count = self.nodes.len();
        let id = self.intern(node);
        if id.0 as usize == count {
            self.bits[count] &= bits;
        }
        id
    }

    fn bits(&self, id: Id) -> u64 {
        self.bits[id.0 as usize]
    }

    /// Whether a value is known to be below `2^count` and not negative.
    pub fn fits(&self, id: Id, count: u32) -> bool {
        let bits = self.bits(id);
        bits != ANY && bits <= low_bits(count)
    }

    fn bits_of(&self, node: ParityNode) -> u64 {
        use crate::isa::SpecialKind as Kind;
        match node {
            ParityNode::Special(register, component) => match (register.kind, component) {
                (Kind::Tid, Component::X) => self.thread_bits[0],
                (Kind::Tid, Component::Y) => self.thread_bits[1],
                (Kind::Tid, Component::Z) => self.thread_bits[2],
                (Kind::LaneId | Kind::WarpId, _) => 31,
                (Kind::Ntid, _) => 0x7ff,
                (Kind::Ctaid, Component::X) => 0x7fff_ffff,
                (Kind::Ctaid, _) => 0xffff,
                _ => 0xffff_ffff,
            },
            ParityNode::Batch | ParityNode::Count | ParityNode::Iteration(_) => 0x7fff_ffff,
            ParityNode::Field(_, _, length) => low_bits(u32::from(length)),
            ParityNode::Load(_, bytes, ..) => low_bits(8 * u32::from(bytes)),
            ParityNode::Select(_, a, b) => self.bits(a) | self.bits(b),
            ParityNode::After(inner, _) => self.bits(inner),
            ParityNode::Sum(terms, constant) => self.bits_of_sum(self.terms(terms), constant).unwrap_or(ANY),
            ParityNode::Product(factors) => {
                let greatest = self.list(factors).iter().try_fold(1u64, |product, &factor| match self.bits(factor) {
                    ANY => None,
                    bits => product.checked_mul(bits),
                });
                greatest.map_or(ANY, smear)
            }
            _ => ANY,
        }
    }

    /// The bits that a sum may have, unless it may be negative or large.
    fn bits_of_sum(&self, terms: &[(Id, i64)], constant: i64) -> Option<u64> {
        let constant = u64::try_from(constant).ok()?;
        let (mut union, mut greatest, mut disjoint) = (constant, constant, true);
        let mut zeros = if constant == 0 { 64 } else { constant.trailing_zeros() };
        for &(term, factor) in terms {
            let factor = u64::try_from(factor).ok()?;
            let bits = Some(self.bits(term)).filter(|&bits| bits != ANY)?;
            let most = bits.checked_mul(factor)?;
            let low = factor.trailing_zeros() + bits.trailing_zeros().min(63);
            let mask = if factor.is_power_of_two() { most } else { smear(most) & !low_bits(low) };
            zeros = zeros.min(low);
            disjoint &= union & mask == 0;
            union |= mask;
            greatest = greatest.checked_add(most)?;
        }
        Some(if disjoint { union } else { smear(greatest) & !low_bits(zeros) })
    }

    pub fn constant(&mut self, value: i64) -> Id {
        let terms = self.sums.intern(&[]);
        self.intern(ParityNode::Sum(terms, value))
    }

    pub fn as_constant(&self, id: Id) -> Option<i64> {
        match self.node(id) {
            ParityNode::Sum(terms, value) if self.terms(terms).is_empty() => Some(value),
            _ => None,
        }
    }

    /// An expression as a sum.
    pub fn sum(&self, id: Id) -> Sum {
        let own = [(id, 1)];
        let (terms, constant) = self.as_sum(&own);
        Sum { terms: terms.to_vec(), constant }
    }

    /// The terms and the constant of the expression in `own`, which is a sum of itself if it is no other.
    fn as_sum<'t>(&'t self, own: &'t [(Id, i64); 1]) -> (&'t [(Id, i64)], i64) {
        match self.node(own[0].0) {
            ParityNode::Sum(terms, constant) if self.terms(terms).len() <= MAX_LIST => (self.terms(terms), constant),
            _ => (own, 0),
        }
    }

    pub fn of_sum(&mut self, terms: &[(Id, i64)], constant: i64) -> Id {
        let Some(joined) = self.joined(terms) else { return self.of_joined(terms, constant) };
        // What was joined may be a part itself.
        self.depth += 1;
        let id = self.of_sum(&joined.terms, constant.wrapping_add(joined.constant));
        self.depth -= 1;
        id
    }

    /// A sum in which no terms are parts of one word.
    fn of_joined(&mut self, terms: &[(Id, i64)], constant: i64) -> Id {
        match *terms {
            [(term, 1)] if constant == 0 => term,
            _ => {
                let terms = self.sums.intern(terms);
                self.intern(ParityNode::Sum(terms, constant))
            }
        }
    }

    /// `a + factor * b`
    pub fn add(&mut self, a: Id, b: Id, factor: i64) -> Id {
        let mut sum = std::mem::take(&mut self.scratch);
        let (a, b) = ([(a, 1)], [(b, 1)]);
        let ((terms, constant), (others, other)) = (self.as_sum(&a), self.as_sum(&b));
        merge(terms, others, factor, &mut sum);
        let id = self.of_sum(&sum, constant.wrapping_add(other.wrapping_mul(factor)));
        sum.clear();
        self.scratch = sum;
        id
    }

    pub fn scale(&mut self, a: Id, factor: i64) -> Id {
        let zero = self.constant(0);
        self.add(zero, a, factor)
    }

    /// `a * b`; `None` when that has too many terms.
    pub fn multiply(&mut self, a: Id, b: Id) -> Option<Id> {
        if let Some(factor) = self.as_constant(a) {
            return Some(self.scale(b, factor));
        }
        if let Some(factor) = self.as_constant(b) {
            return Some(self.scale(a, factor));
        }
        let (a, b) = (self.sum(a), self.sum(b));
        if a.terms.len().max(1) * b.terms.len().max(1) > MAX_TERMS {
            return None;
        }
        let mut sum = Sum { terms: Vec::new(), constant: a.constant.wrapping_mul(b.constant) };
        for &(x, factor) in &a.terms {
            sum.add_term(x, factor.wrapping_mul(b.constant));
            for &(y, other) in &b.terms {
                let product = self.product(x, y);
                sum.add_term(product, factor.wrapping_mul(other));
            }
        }
        for &(y, factor) in &b.terms {
            sum.add_term(y, factor.wrapping_mul(a.constant));
        }
        Some(self.of_sum(&sum.terms, sum.constant))
    }

    fn product(&mut self, a: Id, b: Id) -> Id {
        let mut factors: Vec<Id> = [a, b]
            .into_iter()
            .flat_map(|id| match self.node(id) {
                ParityNode::Product(factors) => self.list(factors).to_vec(),
                _ => vec![id],
            })
            .collect();
        factors.sort_unstable();
        let factors = self.lists.intern(&factors);
        self.intern(ParityNode::Product(factors))
    }

    /// Whether no bit can be set in both.
    pub fn are_disjoint(&self, a: Id, b: Id) -> bool {
        let (a, b) = (self.bits(a), self.bits(b));
        a != ANY && b != ANY && a & b == 0
    }

    /// `a < 0`
    pub fn negative(&mut self, sum: Id) -> Id {
        if let Some(value) = self.as_constant(sum) {
            return self.truth(value < 0);
        }
        if let ParityNode::Sum(terms, constant) = self.node(sum) {
            let terms = self.terms(terms);
            let factor = |wanted: ParityNode| {
                terms.iter().find(|&&(term, _)| self.node(term) == wanted).map_or(0, |&(_, factor)| factor)
            };
            let (batch, count) = (factor(ParityNode::Batch), factor(ParityNode::Count));
            let others = terms.len() - usize::from(batch != 0) - usize::from(count != 0);
            match (batch, count, constant, others) {
                (1, -1, 0, 0) => return self.intern(ParityNode::Exists),
                (-1, 1, -1, 0) => {
                    let exists = self.intern(ParityNode::Exists);
                    return self.intern(ParityNode::Not(exists));
                }
                // Where vectors are worked on, there is one.
                (0, -1, 0, 0) => return self.truth(true),
                (0, 1, -1, 0) => return self.truth(false),
                (0, -1, vector, 0) if (1..=self.unrolled).contains(&vector) => {
                    return if vector == self.unrolled { self.intern(ParityNode::Exists) } else { self.truth(true) };
                }
                (0, 1, rest, 0) if (1..=self.unrolled).contains(&-rest.saturating_add(1)) => {
                    let exists = self.intern(ParityNode::Exists);
                    return if -rest - 1 == self.unrolled {
                        self.intern(ParityNode::Not(exists))
                    } else {
                        self.truth(false)
                    };
                }
                _ => {}
            }
        }
        self.intern(ParityNode::Negative(sum))
    }

    /// `-a` of a floating-point number.
    pub fn opposite(&mut self, value: Id) -> Id {
        match self.node(value) {
            ParityNode::Opposite(inner) => inner,
            ParityNode::Float(bits, width) => self.intern(ParityNode::Float(bits ^ 1 << (width - 1), width)),
            _ => self.intern(ParityNode::Opposite(value)),
        }
    }

    /// Whether a value may change while some loop goes round.
    pub fn varies(&self, id: Id) -> bool {
        self.varies[id.0 as usize]
    }

    /// Whether a factor of a sum is the same in all rounds of all loops.
    pub fn is_invariant(&self, id: Id) -> bool {
        match self.node(id) {
            ParityNode::Param(..) | ParityNode::Extra(_) | ParityNode::Count | ParityNode::Special(..) => true,
            ParityNode::Product(factors) => self.list(factors).iter().all(|&factor| self.is_invariant(factor)),
            _ => false,
        }
    }

    /// Whether something is computed that has nothing to do with the batch, so that it says something to have it twice.
    pub fn is_operation(&self, id: Id) -> bool {
        let is_leaf = matches!(
            self.node(id),
            ParityNode::Special(..) | ParityNode::Param(..) | ParityNode::Float(..) | ParityNode::Exists
        );
        let terms = self.sum(id).terms;
        !is_leaf && !terms.is_empty() && !terms.iter().any(|&(term, _)| self.has_batch(term))
    }

    /// The expressions that a node is made of.
    pub fn children(&self, id: Id) -> Vec<Id> {
        let mut children = Vec::new();
        self.for_each_child(self.node(id), |child| children.push(child));
        children
    }

    fn for_each_child(&self, node: ParityNode, mut f: impl FnMut(Id)) {
        match node {
            ParityNode::Sum(terms, _) => self.terms(terms).iter().for_each(|&(term, _)| f(term)),
            ParityNode::Product(list) | ParityNode::Operation(_, list) | ParityNode::All(list) => {
                self.list(list).iter().copied().for_each(f);
            }
            ParityNode::Load(_, _, a, b) => [a, b].into_iter().for_each(f),
            ParityNode::Field(a, ..)
            | ParityNode::Negative(a)
            | ParityNode::Zero(a)
            | ParityNode::Not(a)
            | ParityNode::Opposite(a)
            | ParityNode::Signed(a, _)
            | ParityNode::After(a, _) => f(a),
            ParityNode::Select(a, b, c) => [a, b, c].into_iter().for_each(f),
            _ => {}
        }
    }

    /// `a == 0`
    pub fn zero(&mut self, sum: Id) -> Id {
        if let Some(value) = self.as_constant(sum) {
            return self.truth(value == 0);
        }
        let flip = match self.node(sum) {
            ParityNode::Sum(terms, _) => self.terms(terms).first().is_some_and(|&(_, factor)| factor < 0),
            _ => false,
        };
        let sum = if flip { self.scale(sum, -1) } else { sum };
        self.intern(ParityNode::Zero(sum))
    }

    pub fn truth(&mut self, value: bool) -> Id {
        self.constant(i64::from(value))
    }

    pub fn not(&mut self, truth: Id) -> Id {
        match self.node(truth) {
            ParityNode::Not(inner) => inner,
            // !(a < 0) is -a - 1 < 0.
            ParityNode::Negative(sum) => {
                let minus_one = self.constant(-1);
                let opposite = self.add(minus_one, sum, -1);
                self.negative(opposite)
            }
            _ => match self.as_constant(truth) {
                Some(value) => self.truth(value == 0),
                None => self.intern(ParityNode::Not(truth)),
            },
        }
    }

    pub fn all(&mut self, conditions: &[Id]) -> Id {
        let mut list: Vec<Id> = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            match self.node(condition) {
                ParityNode::All(inner) if self.list(inner).len() <= MAX_LIST => {
                    list.extend_from_slice(self.list(inner))
                }
                _ => list.push(condition),
            }
        }
        if list.iter().any(|&id| self.as_constant(id) == Some(0)) {
            return self.truth(false);
        }
        list.retain(|&id| self.as_constant(id).is_none());
        list.sort_unstable();
        list.dedup();
        match list.as_slice() {
            [] => self.truth(true),
            &[one] => one,
            list => {
                let list = self.lists.intern(list);
                self.intern(ParityNode::All(list))
            }
        }
    }

    pub fn any(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (self.not(a), self.not(b));
        let none = self.all(&[a, b]);
        self.not(none)
    }

    /// What a condition is for vectors that exist.
    pub fn for_existing(&mut self, truth: Id) -> Id {
        if !self.asks[truth.0 as usize] || self.depth > MAX_DEPTH {
            return truth;
        }
        self.depth += 1;
        let existing = match self.node(truth) {
            ParityNode::Exists => self.truth(true),
            ParityNode::Not(inner) => {
                let inner = self.for_existing(inner);
                self.not(inner)
            }
            ParityNode::All(list) => {
                let list = self.list(list).to_vec();
                let list: Vec<Id> = list.into_iter().map(|condition| self.for_existing(condition)).collect();
                self.all(&list)
            }
            _ => truth,
        };
        self.depth -= 1;
        existing
    }

    /// Whether a condition only holds for vectors that exist.
    pub fn asks_for_existence(&self, truth: Id) -> bool {
        match self.node(truth) {
            ParityNode::Exists => true,
            ParityNode::All(list) => {
                self.list(list).iter().any(|&condition| self.node(condition) == ParityNode::Exists)
            }
            _ => false,
        }
    }

    pub fn select(&mut self, truth: Id, yes: Id, no: Id) -> Id {
        let truth = self.for_existing(truth);
        if yes == no {
            return yes;
        }
        if let Some(value) = self.as_constant(truth) {
            return if value == 0 { no } else { yes };
        }
        // Of a condition and its opposite, the one that was stored first.
        let opposite = self.not(truth);
        match opposite < truth {
            true => self.intern(ParityNode::Select(opposite, no, yes)),
            false => self.intern(ParityNode::Select(truth, yes, no)),
        }
    }

    /// Whether an expression, or a factor or term of it, is the number of the vector.
    fn has_batch(&self, term: Id) -> bool {
        match self.node(term) {
            ParityNode::Batch => true,
            ParityNode::Product(factors) => {
                self.list(factors).iter().any(|&factor| self.node(factor) == ParityNode::Batch)
            }
            _ => false,
        }
    }

    /// A sum without the terms that select the vector, and those terms.
    pub fn split_batch(&mut self, id: Id) -> (Id, Id) {
        let own = [(id, 1)];
        let (terms, constant) = self.as_sum(&own);
        if !terms.iter().any(|&(term, _)| self.has_batch(term)) {
            return (id, self.constant(0));
        }
        let (batch, rest): (Vec<_>, Vec<_>) = terms.iter().partition(|&&(term, _)| self.has_batch(term));
        (self.of_sum(&rest, constant), self.of_sum(&batch, 0))
    }
}
