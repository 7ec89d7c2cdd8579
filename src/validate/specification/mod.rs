//! The specification of matrix-vector products, run: its lists of correctness (D), stability (F) and performance (E), its
//! hypotheses (H), and a roofline (R).
//!
//! Where a bound of the specification is finer than the number format, or asks for something that says nothing about the kernel, the item's
//! own text says so. What cannot be measured on a device is [`ItemVerdict::Open`], with the reason.

mod bench;
mod correctness;
mod hypotheses;
mod performance;
mod roofline;
mod stability;

pub use bench::Bench;
pub use roofline::RoofPoint;

use super::Obstacle;
use crate::device::DeviceError;

/// A sentence of the specification that can be checked.
#[derive(Debug)]
pub struct Item {
    /// Its number there.
    pub id: &'static str,
    /// Item.
    pub title: &'static str,
    /// What it asks for.
    pub wanted: &'static str,
    measure: fn(&mut Bench<'_>) -> Result<ItemResult, Obstacle>,
}

/// What came of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemVerdict {
    /// It is as the specification asks; a hypothesis is confirmed.
    Met,
    /// It is not; a hypothesis is falsified.
    Missed,
    /// This device cannot tell.
    Open,
}

/// A verdict, and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemResult {
    /// Whether it is as it should be.
    pub verdict: ItemVerdict,
    /// The numbers, or why there are none.
    pub text: String,
}

impl ItemResult {
    fn judged(met: bool, text: impl Into<String>) -> Self {
        Self { verdict: if met { ItemVerdict::Met } else { ItemVerdict::Missed }, text: text.into() }
    }

    fn open(reason: impl Into<String>) -> Self {
        Self { verdict: ItemVerdict::Open, text: reason.into() }
    }
}

impl Item {
    /// Measures and judges. What goes wrong on the way is a miss.
    pub fn check(&self, bench: &mut Bench<'_>) -> ItemResult {
        match (self.measure)(bench) {
            Ok(finding) => finding,
            Err(Obstacle::Device(DeviceError::Unsupported { what, .. })) => {
                ItemResult::open(format!("the device does not run {what}"))
            }
            Err(obstacle) => ItemResult::judged(false, obstacle.to_string()),
        }
    }
}

/// All items, in the order in which they are told.
pub fn items() -> impl Iterator<Item = &'static Item> {
    [correctness::ITEMS, stability::ITEMS, performance::ITEMS, hypotheses::ITEMS, roofline::ITEMS].into_iter().flatten()
}
