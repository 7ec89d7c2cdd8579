//! A number for each lane of a warp.

/// Lanes of a warp.
pub(super) const LANES: usize = 32;

/// A number for each lane; `None` where it is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LaneNumbers {
    /// The same in all lanes.
    Same(Option<u64>),
    /// One for each.
    Each(Box<EachLane>),
}

/// Numbers of lanes that differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EachLane {
    /// The lanes whose numbers are known.
    pub(super) known: u32,
    /// Zero where nothing is known.
    pub(super) numbers: [u64; LANES],
}

impl EachLane {
    /// The number of all lanes, if it is known in all of them and the same.
    fn common(&self) -> Option<u64> {
        let first = self.numbers[0];
        (self.known == u32::MAX && self.numbers.iter().all(|&number| number == first)).then_some(first)
    }
}

impl LaneNumbers {
    /// Nothing is known.
    pub(super) const UNKNOWN: LaneNumbers = LaneNumbers::Same(None);

    /// The number of each lane.
    pub(super) fn of_lanes(mut number: impl FnMut(usize) -> Option<u64>) -> Self {
        Self::of_known(u32::MAX, &mut number)
    }

    /// The number of each lane of a mask; nothing is known of the others.
    fn of_known(mask: u32, number: &mut impl FnMut(usize) -> Option<u64>) -> Self {
        let mut each = EachLane { known: 0, numbers: [0; LANES] };
        for lane in lanes_of(mask) {
            if let Some(number) = number(lane) {
                each.known |= 1 << lane;
                each.numbers[lane] = number;
            }
        }
        Self::of_each(each)
    }

    /// Numbers of lanes that may be all the same.
    pub(super) fn of_each(each: EachLane) -> Self {
        match (each.known, each.common()) {
            (0, _) => Self::UNKNOWN,
            (_, Some(number)) => Self::Same(Some(number)),
            _ => Self::Each(Box::new(each)),
        }
    }

    /// The number of a lane.
    pub(super) fn at(&self, lane: usize) -> Option<u64> {
        match self {
            Self::Same(number) => *number,
            Self::Each(each) => (each.known >> lane & 1 != 0).then_some(each.numbers[lane]),
        }
    }

    /// The lanes whose numbers are known.
    pub(super) fn known(&self) -> u32 {
        match self {
            Self::Same(None) => 0,
            Self::Same(Some(_)) => u32::MAX,
            Self::Each(each) => each.known,
        }
    }

    /// A number for each lane, also where all have the same.
    pub(super) fn spread(&self) -> EachLane {
        match self {
            Self::Same(None) => EachLane { known: 0, numbers: [0; LANES] },
            Self::Same(Some(number)) => EachLane { known: u32::MAX, numbers: [*number; LANES] },
            Self::Each(each) => EachLane::clone(each),
        }
    }

    /// Takes others for some lanes.
    pub(super) fn set(&mut self, mask: u32, new: LaneNumbers) {
        if mask == u32::MAX || *self == new {
            *self = new;
            return;
        }
        let (mut each, new) = (self.spread(), new.spread());
        each.known = each.known & !mask | new.known & mask;
        for (lane, (number, new)) in each.numbers.iter_mut().zip(new.numbers).enumerate() {
            *number = if mask >> lane & 1 != 0 { new } else { *number };
        }
        *self = Self::of_each(each);
    }

    /// The low bits of all numbers.
    pub(super) fn truncated(mut self, bits: u32) -> Self {
        match &mut self {
            _ if bits >= u64::BITS => {}
            Self::Same(number) => *number = number.map(|number| truncated(number, bits)),
            Self::Each(each) => {
                each.numbers.iter_mut().for_each(|number| *number = truncated(*number, bits));
                if let Some(number) = each.common() {
                    return Self::Same(Some(number));
                }
            }
        }
        self
    }

    /// The lanes of a mask whose numbers are odd, and those whose numbers are even; unknown ones are in neither.
    pub(super) fn truths(&self, mask: u32) -> (u32, u32) {
        match self {
            Self::Same(None) => (0, 0),
            Self::Same(Some(number)) => {
                if number & 1 == 1 {
                    (mask, 0)
                } else {
                    (0, mask)
                }
            }
            Self::Each(each) => {
                let odd = each.numbers.iter().rev().fold(0, |odd, number| odd << 1 | (number & 1) as u32);
                (mask & odd, mask & each.known & !odd)
            }
        }
    }

    /// For each lane of a mask, those that have the same number; unknown unless the numbers of all are known.
    pub(super) fn alike(&self, mask: u32) -> Self {
        let has = |number: u64| move |&lane: &usize| self.at(lane) == Some(number);
        let like = |number: u64| lanes_of(mask).filter(has(number)).fold(0, |all, lane| all | 1 << lane);
        match self.known() & mask == mask {
            true => Self::of_known(mask, &mut |lane| self.at(lane).map(like)),
            false => Self::UNKNOWN,
        }
    }

    /// What a function makes of the numbers of each lane.
    pub(super) fn combined(inputs: &[LaneNumbers], mask: u32, compute: impl Fn(&[u64]) -> Option<u64>) -> Self {
        let inputs = &inputs[..inputs.len().min(4)];
        let known = inputs.iter().fold(u32::MAX, |known, input| known & input.known());
        let mut numbers = [0; 4];
        let mut is_same = true;
        for (slot, input) in numbers.iter_mut().zip(inputs) {
            match input {
                Self::Same(number) => *slot = number.unwrap_or(0),
                Self::Each(_) => is_same = false,
            }
        }
        if is_same {
            return Self::Same(if known != 0 { compute(&numbers[..inputs.len()]) } else { None });
        }
        Self::of_known(mask & known, &mut |lane| {
            for (slot, input) in numbers.iter_mut().zip(inputs) {
                if let Self::Each(each) = input {
                    *slot = each.numbers[lane];
                }
            }
            compute(&numbers[..inputs.len()])
        })
    }
}

/// The low bits of a number.
pub(super) fn truncated(number: u64, bits: u32) -> u64 {
    if bits >= 64 { number } else { number & ((1 << bits) - 1) }
}

/// The lanes of a mask.
pub(super) fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < u32::BITS).then_some(lane as usize)
    })
}

/// Addresses of some lanes.
pub(super) struct LanePlaces {
    mask: u32,
    at: [u32; LANES],
}

impl LanePlaces {
    /// Those of no lane.
    pub(super) const NONE: LanePlaces = LanePlaces { mask: 0, at: [0; LANES] };

    pub(super) fn insert(&mut self, lane: usize, at: u32) {
        self.mask |= 1 << lane;
        self.at[lane] = at;
    }

    /// Number of lanes.
    pub(super) fn len(&self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Each lane and its address, in the order of the lanes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        lanes_of(self.mask).map(|lane| (lane, self.at[lane]))
    }

    /// The first lane and its address.
    pub(super) fn first(&self) -> Option<(usize, u32)> {
        self.iter().next()
    }

    /// From the lowest address to the end of so many bytes at the highest.
    pub(super) fn extent(&self, bytes: u32) -> std::ops::Range<u32> {
        let (low, high) = self.iter().fold((u32::MAX, 0), |(low, high), (_, at)| (low.min(at), high.max(at)));
        low..high.saturating_add(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_that_are_not_set_keep_their_numbers() {
        let mut numbers = LaneNumbers::Same(Some(7));
        numbers.set(0b10, LaneNumbers::Same(None));
        assert_eq!([numbers.at(0), numbers.at(1), numbers.at(2)], [Some(7), None, Some(7)]);
        assert_eq!(numbers.truths(0b111), (0b101, 0));
        numbers.set(u32::MAX, LaneNumbers::Same(Some(2)));
        assert_eq!(numbers, LaneNumbers::Same(Some(2)));
    }

    #[test]
    fn lanes_with_the_same_number_are_told() {
        let numbers = LaneNumbers::of_lanes(|lane| Some(lane as u64 % 2));
        assert_eq!([numbers.alike(0b1011).at(1), numbers.alike(0b1011).at(0)], [Some(0b1010), Some(0b1)]);
        assert_eq!(LaneNumbers::UNKNOWN.alike(0b11), LaneNumbers::UNKNOWN);
    }

    #[test]
    fn numbers_are_combined_lane_by_lane() {
        let lanes = LaneNumbers::of_lanes(|lane| Some(lane as u64));
        let sums = LaneNumbers::combined(&[lanes, LaneNumbers::Same(Some(10))], u32::MAX, |it| Some(it[0] + it[1]));
        assert_eq!([sums.at(0), sums.at(31)], [Some(10), Some(41)]);
    }
}
