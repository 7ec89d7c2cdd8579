//! Numbers that look random, the same on every machine.

/// Numbers that look random: xorshift64*.
pub struct Dice(u64);

impl Dice {
    /// Another seed gives other numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The dice for one of many things that a seed makes: neighbours have nothing in common.
    pub fn of(seed: u64, number: u64) -> Self {
        // The finaliser of SplitMix64.
        let mut mixed =
            seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.wrapping_mul(0xd1b5_4a32_d192_ed03));
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((mixed ^ mixed >> 31).max(1))
    }

    /// A number below `sides`; 0 if that is 0.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % sides.max(1)
    }

    /// One of several things, if there are any.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.roll(from.len()))
    }
}
