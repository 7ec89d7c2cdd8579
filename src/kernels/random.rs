//! Random numbers that are a function of seed and index: the same on every machine, in any order.

use crate::launch::HalfFormat;

/// The multipliers of [`philox`].
pub(super) const MULTIPLIERS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];
/// What is added to the key after each round of [`philox`].
pub(super) const WEYL: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
/// Rounds of [`philox`].
pub(super) const ROUNDS: u32 = 10;

/// Philox-4x32-10: four random words for a counter and a key (Salmon et al., *Parallel Random Numbers: As Easy as 1, 2, 3*, SC 2011).
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut words = counter;
    let mut key = key;
    for _ in 0..ROUNDS {
        let first = u64::from(MULTIPLIERS[0]) * u64::from(words[0]);
        let second = u64::from(MULTIPLIERS[1]) * u64::from(words[2]);
        words = [
            (second >> 32) as u32 ^ words[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ words[3] ^ key[1],
            first as u32,
        ];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    words
}

/// The random word of this index.
pub fn word(seed: u64, index: u64) -> u32 {
    let block = index / 4;
    philox([block as u32, (block >> 32) as u32, 0, 0], [seed as u32, (seed >> 32) as u32])[(index % 4) as usize]
}

/// The random number of this index, uniform in `low..=high`: 24 bits of [`word`] times the width, rounded to `f32` once.
pub fn uniform(seed: u64, index: u64, low: f32, high: f32) -> f32 {
    let fraction = (word(seed, index) >> 8) as f32 * (1.0 / 16_777_216.0);
    fraction.mul_add(high - low, low)
}

/// The seed of a stream.
pub(super) fn of_stream(seed: u64, stream: u32) -> u64 {
    seed ^ u64::from(stream) << 48
}

/// `count` numbers in -1..=1. Different `stream`s of a seed have nothing in common.
pub fn floats(seed: u64, stream: u32, count: usize) -> Vec<f32> {
    let seed = of_stream(seed, stream);
    (0..count as u64).map(|index| uniform(seed, index, -1.0, 1.0)).collect()
}

/// `count` bytes.
pub fn bytes(seed: u64, stream: u32, count: usize) -> Vec<u8> {
    let seed = of_stream(seed, stream);
    let words = (0..count.div_ceil(4) as u64).flat_map(|index| word(seed, index).to_le_bytes());
    words.take(count).collect()
}

impl HalfFormat {
    /// `count` numbers in -1..=1. Different `stream`s of a seed have nothing in common.
    pub(super) fn random(self, seed: u64, stream: u32, count: usize) -> Vec<u16> {
        floats(seed, stream, count).into_iter().map(|number| self.round(number)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that come with Random123.
    #[test]
    fn known_answers() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn uniform_fills_its_range() {
        let numbers = floats(3, 1, 10_000);
        assert!(numbers.iter().all(|number| (-1.0..=1.0).contains(number)));
        let mean = numbers.iter().sum::<f32>() / 10_000.0;
        assert!(mean.abs() < 0.02, "{mean}");
        assert_ne!(numbers, floats(3, 2, 10_000));
    }
}
