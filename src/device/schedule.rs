//! When what is asynchronous gets done, and who is first.

use std::str::FromStr;

/// When copies that are asynchronous write their destinations, within what is allowed: from when they begin until somebody has waited for
/// them. What is reported does not depend on it, unless a program relies on one or the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub enum Schedule {
    /// When somebody waits.
    #[default]
    Late,
    /// At once.
    Early,
    /// Each either at once or when somebody waits, by this seed, which also says how warps and blocks take turns.
    Random(u64),
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("random:").map(str::parse)) {
            ("late", _) => Ok(Self::Late),
            ("early", _) => Ok(Self::Early),
            (_, Some(Ok(seed))) => Ok(Self::Random(seed)),
            _ => Err(format!("`{text}` is not a schedule: `late`, `early` or `random:N`")),
        }
    }
}

impl Schedule {
    /// Whether the copy of a number of a block is done at once.
    pub(crate) fn is_early(self, block: u32, copy: u64) -> bool {
        match self {
            Self::Late => false,
            Self::Early => true,
            Self::Random(seed) => mix(seed, block, copy) & 1 == 1,
        }
    }

    /// After how many steps of at most `most` a warp of a block lets others go on, in the turn of a number.
    pub(crate) fn steps(self, block: u32, turn: u64, most: u32) -> u32 {
        match self {
            Self::Late | Self::Early => most,
            Self::Random(seed) => (most >> (mix(!seed, block, turn) % 9)).max(1),
        }
    }

    /// Whether another path of a warp goes on after the turn of a number. Short turns would keep the lanes of a warp apart.
    pub(crate) fn is_fair(self, turn: u64) -> bool {
        !matches!(self, Self::Random(_)) || turn.is_multiple_of(FAIR_TURNS)
    }

    /// How many blocks a thread of the host runs side by side, if it need not.
    pub(crate) fn blocks(self) -> usize {
        match self {
            Self::Late | Self::Early => 1,
            Self::Random(_) => 4,
        }
    }

    /// Whether a block that runs beside others leaves out a turn.
    pub(crate) fn leaves_out(self, place: usize, turn: u32) -> bool {
        matches!(self, Self::Random(seed) if mix(seed, place as u32, u64::from(turn)) & 2 == 2)
    }
}

/// Of so many short turns one is fair to all lanes of its warp: a prime, so that each warp has one now and then.
const FAIR_TURNS: u64 = 61;

/// Bits that look random: the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
fn mix(seed: u64, block: u32, number: u64) -> u64 {
    let mut bits = seed ^ u64::from(block) << 40 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
