//! Bits of words, and words of bits.

use super::{ANY, Id, MAX_DEPTH, ParityNode, ParityTable, Sum, low_bits};
use crate::isa::{ScalarType, StateSpace};

/// Where bytes are: the space, their address, and the state of memory.
type BytePlace = (StateSpace, Id, Id);

/// What bits are part of: bytes in memory at an address without its constant, or a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Whole {
    Memory(StateSpace, Id, Id),
    Word(Id),
}

/// Bits from a position in the whole on, times a factor.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Segment {
    start: i64,
    length: i64,
    factor: i64,
}

impl Segment {
    fn end(&self) -> i64 {
        self.start + self.length
    }

    /// With what the bit at a position is multiplied.
    fn at(&self, position: i64) -> i64 {
        let up = position - self.start;
        if (0..self.length).contains(&up) { shifted(self.factor, up) } else { 0 }
    }
}

fn shifted(factor: i64, count: i64) -> i64 {
    u32::try_from(count).ok().and_then(|count| factor.checked_shl(count)).unwrap_or(0)
}

/// Most terms of a sum in which parts of words are looked for.
const MAX_PARTS: usize = 64;

impl ParityTable {
    /// Bits of a word, as a number.
    pub fn field(&mut self, word: Id, position: u32, length: u32) -> Id {
        let bits = self.bits(word);
        let length = match bits {
            ANY => length,
            _ if bits.checked_shr(position).unwrap_or(0) == 0 => 0,
            _ if position == 0 && bits <= low_bits(length) => return word,
            _ => length.min(bits.ilog2() + 1 - position),
        };
        if length == 0 {
            return self.constant(0);
        }
        match self.node(word) {
            ParityNode::Field(inner, below, width) => {
                let length = length.min(u32::from(width) - position);
                self.field(inner, position + u32::from(below), length)
            }
            ParityNode::Load(space, bytes, address, state) => {
                let length = length.min((8 * u32::from(bytes)).saturating_sub(position));
                self.bits_in_memory((space, address, state), i64::from(position), length)
            }
            ParityNode::Signed(inner, width) if position + length <= u32::from(width) => {
                self.field(inner, position, length)
            }
            ParityNode::Sum(terms, constant) if self.depth < MAX_DEPTH => {
                let terms = self.terms(terms).to_vec();
                self.depth += 1;
                let simple = self.field_of_sum(&terms, constant, position, length);
                self.depth -= 1;
                match simple {
                    Some(id) => id,
                    None => self.intern(ParityNode::Field(word, position as u8, length as u8)),
                }
            }
            _ => self.intern(ParityNode::Field(word, position as u8, length as u8)),
        }
    }

    fn field_of_sum(&mut self, terms: &[(Id, i64)], constant: i64, position: u32, length: u32) -> Option<Id> {
        if terms.is_empty() {
            return Some(self.constant((constant as u64 >> position & low_bits(length)) as i64));
        }
        // Terms above the field don't show in it, and terms below it don't if they carry nothing into it.
        let unit = 1i64.checked_shl(position).filter(|_| position < 62)?;
        let end = 1i64.checked_shl(position + length).filter(|_| position + length < 62);
        let is_above = |factor: i64| end.is_some_and(|end| factor % end == 0);
        let kept: Vec<_> = terms.iter().copied().filter(|&(_, factor)| !is_above(factor)).collect();
        let constant = end.map_or(constant, |end| constant.rem_euclid(end));
        let (below, rest): (Vec<_>, Vec<_>) = kept.iter().partition(|&&(_, factor)| factor % unit != 0);
        let low = self.bits_of_sum(&below, constant.rem_euclid(unit));
        let (kept, constant, rest_position) = match low {
            Some(bits) if bits < unit as u64 => {
                let shifted = rest.iter().map(|&(term, factor)| (term, factor / unit)).collect();
                (shifted, constant.div_euclid(unit), 0)
            }
            _ => (kept, constant, position),
        };
        let is_simpler = kept.len() < terms.len() || rest_position < position;
        let word = self.of_sum(&kept, constant);
        if rest_position == 0 && self.fits(word, length) {
            return Some(word);
        }
        if let Some(id) = self.field_of_disjoint(&kept, constant, rest_position, length) {
            return Some(id);
        }
        is_simpler.then(|| match self.node(word) {
            ParityNode::Sum(..) => self.intern(ParityNode::Field(word, rest_position as u8, length as u8)),
            _ => self.field(word, rest_position, length),
        })
    }

    /// The field of a sum of shifted words that share no bit: the sum of their fields.
    fn field_of_disjoint(&mut self, terms: &[(Id, i64)], constant: i64, position: u32, length: u32) -> Option<Id> {
        let mut union = u64::try_from(constant).ok()?;
        for &(term, factor) in terms {
            let factor = u64::try_from(factor).ok().filter(|factor| factor.is_power_of_two())?;
            let bits = match self.bits(term) {
                ANY if terms.len() == 1 && constant == 0 && factor.trailing_zeros() >= position => 0,
                ANY => return None,
                bits => bits.checked_mul(factor)?,
            };
            if union & bits != 0 {
                return None;
            }
            union |= bits;
        }
        let mut sum = self.constant((constant as u64 >> position & low_bits(length)) as i64);
        for &(term, factor) in terms {
            let shift = factor.trailing_zeros();
            let (part, scale) = match shift.checked_sub(position) {
                Some(up) if up >= length => continue,
                Some(up) => (self.field(term, 0, length - up), 1 << up),
                None => (self.field(term, position - shift, length), 1),
            };
            sum = self.add(sum, part, scale);
        }
        Some(sum)
    }

    /// `word & mask`: the sum of the runs of ones.
    pub fn mask(&mut self, word: Id, mask: u64) -> Id {
        let mut sum = self.constant(0);
        let (mut rest, mut position) = (mask, 0);
        while rest != 0 {
            let gap = rest.trailing_zeros();
            position += gap;
            rest = rest.checked_shr(gap).unwrap_or(0);
            let length = rest.trailing_ones();
            let part = self.field(word, position, length);
            sum = self.add(sum, part, 1i64.wrapping_shl(position));
            rest = rest.checked_shr(length).unwrap_or(0);
            position += length;
        }
        sum
    }

    /// The number that the low bits of a word are with a sign.
    pub fn signed(&mut self, word: Id, width: u32) -> Id {
        let half = 1i64 << (width - 1);
        if let Some((least, most)) = self.range(word)
            && -half <= least
            && most < half
        {
            return word;
        }
        let bits = self.field(word, 0, width);
        match self.as_constant(bits) {
            Some(value) => self.constant((value ^ half).wrapping_sub(half)),
            None if self.fits(bits, width - 1) => bits,
            None => self.intern(ParityNode::Signed(bits, width as u8)),
        }
    }

    /// A number with a sign, of `width` bits, less its lowest ones.
    pub fn above_signed(&mut self, number: Id, count: u32, width: u32) -> Id {
        let (word, width) = match self.node(number) {
            ParityNode::Signed(word, own) if count < u32::from(own) => (word, u32::from(own)),
            _ => (number, width),
        };
        let rest = self.field(word, count, width - count);
        self.signed(rest, width - count)
    }

    /// The lower half of 64 bits: indices are taken not to reach above it, but bytes that were loaded do.
    pub fn low_half(&mut self, word: Id) -> Id {
        match self.node(word) {
            ParityNode::Load(..) | ParityNode::Field(..) => self.field(word, 0, 32),
            _ => word,
        }
    }

    /// What a register of so many bits keeps of a number: the number, if it fits with or without a sign.
    pub fn low(&mut self, number: Id, width: u32) -> Id {
        match self.range(number) {
            Some((least, most)) if least >= -1i64 << (width - 1) && most < 1i64 << width => number,
            _ => self.field(number, 0, width),
        }
    }

    /// Four of the eight bytes of two words, each chosen by four bits; `None` where the signs of several bytes are repeated.
    pub fn permuted(&mut self, low: Id, high: Id, choice: u32) -> Option<Id> {
        let byte = |table: &mut Self, number: u32| {
            let chosen = choice >> (4 * number) & 7;
            table.field(if chosen < 4 { low } else { high }, 8 * (chosen & 3), 8)
        };
        let is_sign = |number: u32| choice >> (4 * number) & 8 != 0;
        let plain = (0..4).take_while(|&number| !is_sign(number)).count() as u32;
        let mut sum = self.constant(0);
        for number in 0..plain {
            let part = byte(self, number);
            sum = self.add(sum, part, 1 << (8 * number));
        }
        if plain == 4 {
            return Some(sum);
        }
        // All bytes above repeat the sign of the highest one.
        let sign = plain.checked_sub(1)?;
        let is_repeated = |number: u32| choice >> (4 * number) & 0xf == choice >> (4 * sign) & 0xf | 8;
        (plain..4).all(is_repeated).then(|| self.signed(sum, 8 * plain))
    }

    /// The least and the greatest number that a value can be, if that is known.
    fn range(&self, id: Id) -> Option<(i64, i64)> {
        let range = |id: Id| match self.node(id) {
            ParityNode::Signed(_, width) => Some((-1i64 << (width - 1), (1i64 << (width - 1)) - 1)),
            _ => Some((0, i64::try_from(self.bits(id)).ok()?)),
        };
        let sum = self.sum(id);
        sum.terms.iter().try_fold((sum.constant, sum.constant), |(least, most), &(term, factor)| {
            let (low, high) = range(term)?;
            let (a, b) = (low.checked_mul(factor)?, high.checked_mul(factor)?);
            Some((least.checked_add(a.min(b))?, most.checked_add(a.max(b))?))
        })
    }

    /// What memory holds at an address, loaded as a type.
    pub fn load(&mut self, space: StateSpace, ty: ScalarType, address: Id, state: Id) -> Id {
        let id = self.intern(ParityNode::Load(space, ty.bytes() as u8, address, state));
        self.types.entry(id).or_insert(ty);
        id
    }

    /// As what bytes were loaded, if as a whole.
    pub fn type_of(&self, load: Id) -> Option<ScalarType> {
        self.types.get(&load).copied()
    }

    /// Bits of what is in memory: a field of no more bytes than it needs.
    fn bits_in_memory(&mut self, (space, address, state): BytePlace, position: i64, length: u32) -> Id {
        let offset = self.constant(position.div_euclid(8));
        let address = self.add(address, offset, 1);
        let position = position.rem_euclid(8) as u32;
        let bytes = (position + length).div_ceil(8);
        let word = self.intern(ParityNode::Load(space, bytes as u8, address, state));
        if length == 8 * bytes {
            return word;
        }
        self.intern(ParityNode::Field(word, position as u8, length as u8))
    }

    /// An address as a constant behind another one.
    fn base(&mut self, address: Id) -> (Id, i64) {
        match self.node(address) {
            ParityNode::Sum(terms, offset) if offset != 0 => {
                let terms = self.terms(terms).to_vec();
                (self.of_joined(&terms, 0), offset)
            }
            _ => (address, 0),
        }
    }

    /// Which bits a term consists of.
    fn segment(&mut self, term: Id, factor: i64) -> Option<(Whole, Segment)> {
        let (word, position, length) = match self.node(term) {
            ParityNode::Field(word, position, length) => (word, i64::from(position), i64::from(length)),
            _ => (term, 0, i64::from(self.bits(term).checked_ilog2()? + 1)),
        };
        let ParityNode::Load(space, bytes, address, state) = self.node(word) else {
            let is_bounded = word != term || self.bits(word) != ANY;
            return is_bounded.then_some((Whole::Word(word), Segment { start: position, length, factor }));
        };
        let length = if word == term { 8 * i64::from(bytes) } else { length };
        let (base, offset) = self.base(address);
        let start = offset.checked_mul(8)?.checked_add(position)?;
        Some((Whole::Memory(space, base, state), Segment { start, length, factor }))
    }

    /// The terms of a sum in which parts of a word make it up again: each bit has one factor, and bits whose factors double from
    /// one to the next are one field. `None` where no terms have to do with each other.
    pub(super) fn joined(&mut self, terms: &[(Id, i64)]) -> Option<Sum> {
        if !(2..=MAX_PARTS).contains(&terms.len()) || self.depth > MAX_DEPTH {
            return None;
        }
        let is_field = |&&(term, _): &&(Id, i64)| matches!(self.node(term), ParityNode::Field(..));
        let is_load = |&&(term, _): &&(Id, i64)| matches!(self.node(term), ParityNode::Load(..));
        let fields = terms.iter().filter(is_field).count();
        if fields == 0 && terms.iter().filter(is_load).count() < 2 {
            return None;
        }
        let mut parts: Vec<(Whole, Segment, (Id, i64))> = Vec::new();
        for &(term, factor) in terms {
            let part = self.segment(term, factor);
            parts.extend(part.map(|(whole, segment)| (whole, segment, (term, factor))));
        }
        parts.sort_by_key(|&(whole, segment, _)| (whole, segment.start));
        let (mut sum, mut is_new) = (Sum { terms: terms.to_vec(), constant: 0 }, false);
        for parts in parts.chunk_by(|a, b| a.0 == b.0).filter(|parts| parts.len() > 1) {
            let segments: Vec<Segment> = parts.iter().map(|part| part.1).collect();
            let runs = runs(&segments);
            if runs == segments {
                continue;
            }
            is_new = true;
            parts.iter().for_each(|&(.., (term, factor))| sum.add_term(term, factor.wrapping_neg()));
            for run in runs {
                let word = self.bits_of_whole(parts[0].0, run);
                let own = [(word, 1)];
                let (terms, constant) = self.as_sum(&own);
                terms.iter().for_each(|&(term, factor)| sum.add_term(term, factor.wrapping_mul(run.factor)));
                sum.constant = sum.constant.wrapping_add(constant.wrapping_mul(run.factor));
            }
        }
        is_new.then_some(sum)
    }

    fn bits_of_whole(&mut self, whole: Whole, run: Segment) -> Id {
        let length = run.length as u32;
        match whole {
            Whole::Memory(space, base, state) => self.bits_in_memory((space, base, state), run.start, length),
            Whole::Word(word) if run.start == 0 && self.fits(word, length) => word,
            Whole::Word(word) => self.intern(ParityNode::Field(word, run.start as u8, length as u8)),
        }
    }
}

/// The longest fields that segments of one whole make up together.
fn runs(segments: &[Segment]) -> Vec<Segment> {
    let mut bounds: Vec<i64> = segments.iter().flat_map(|it| [it.start, it.start + it.length]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    let mut runs: Vec<Segment> = Vec::new();
    for bound in bounds.windows(2) {
        let (start, length) = (bound[0], bound[1] - bound[0]);
        let factor = segments.iter().fold(0i64, |sum, segment| sum.wrapping_add(segment.at(start)));
        match runs.last_mut() {
            Some(last) if last.end() == start && factor != 0 && shifted(last.factor, last.length) == factor => {
                last.length += length;
            }
            _ if factor != 0 => runs.push(Segment { start, length, factor }),
            _ => {}
        }
    }
    runs
}
