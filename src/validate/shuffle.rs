//! Which reading of the last operand of `shfl` before the mask is right: a width, or a clamp and a segment mask.
//!
//! `shfl-width/bad_sum` adds up a warp with `shfl.sync.down` and `c` = 32. Both readings tell what each lane then has.

use super::{Confirmation, KernelOutcome};

const LANES: usize = 32;
/// The operand of the demonstration.
const C: u32 = 32;

/// How the operand `c` may be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The number of lanes of a segment.
    Width,
    /// A clamp in the bits 4:0, a segment mask in the bits 12:8 (PTX ISA, `shfl.sync`).
    ClampAndMask,
}

impl Reading {
    /// The reading in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Width => "a width",
            Self::ClampAndMask => "a clamp and a segment mask",
        }
    }

    /// The last lane that a lane may read from.
    fn last_lane(self, lane: usize) -> usize {
        match self {
            Self::Width => lane / C as usize * C as usize + C as usize - 1,
            Self::ClampAndMask => {
                let (clamp, mask) = (C as usize & 31, C as usize >> 8 & 31);
                lane & mask | clamp & !mask
            }
        }
    }

    /// What the lanes have when each started with its number.
    pub fn sums(self) -> [u32; LANES] {
        let mut sums = std::array::from_fn(|lane| lane as u32);
        for distance in [16, 8, 4, 2, 1] {
            let before = sums;
            for (lane, sum) in sums.iter_mut().enumerate() {
                let source = lane + distance;
                *sum += before[if source <= self.last_lane(lane) { source } else { lane }];
            }
        }
        sums
    }
}

/// Which reading the demonstrations' output agrees with, and that output.
pub fn read_shuffle(confirmation: &Confirmation) -> Option<(Reading, &[u32])> {
    let Confirmation::Tried(trials) = confirmation else { return None };
    let trial = trials.iter().find(|trial| trial.bad.name == "shfl-width/bad_sum")?;
    let KernelOutcome::Finished(buffers) = &trial.bad_outcome else { return None };
    let measured = buffers.first()?;
    let reading =
        [Reading::Width, Reading::ClampAndMask].into_iter().find(|reading| reading.sums()[..] == **measured)?;
    Some((reading, measured))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_differ() {
        assert_eq!(Reading::Width.sums()[0], 31 * 32 / 2);
        assert_eq!(Reading::ClampAndMask.sums(), std::array::from_fn(|lane| 32 * lane as u32));
    }
}
