//! Scales of the factors of `mma.block_scale` (PTX ISA 9.7.15.5, "Block scaling").

use super::super::lanes::Lanes;
use super::Decoder;
use super::matrix::MatrixElement;
use super::words::Words;
use crate::device::cpu::exact::FloatFormat;
use crate::isa::{ScalarType, word};

/// Threads of a group, which has a row of the first factor and one eight further, and a column of the second.
const GROUP: usize = 4;

/// How many scales a row of the first factor has, and a column of the second, and what they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaleVectors {
    count: usize,
    ty: ScalarType,
}

/// The number that a byte stands for: a power of two, or `.ue4m3`.
pub(in crate::device::cpu) fn scale_of(byte: u8, is_power: bool) -> f64 {
    match (is_power, byte) {
        (false, _) => MatrixElement::Float(FloatFormat::E4M3).value(u64::from(byte & 0x7f), 0),
        (true, 0xff) => f64::NAN,
        (true, _) => f64::from_bits((u64::from(byte) + 1023 - 127) << 52),
    }
}

impl ScaleVectors {
    /// Multiplies lines of both factors with their scales. `from` has the scales of the first factor, the byte and the thread that select
    /// from them, and the same for the second one.
    ///
    /// # Errors
    /// What selects names nothing that there is.
    pub(super) fn apply(&self, a: &mut [f64], b: &mut [f64], depth: usize, from: &[&Lanes]) -> Result<(), String> {
        let [of_a, byte_a, thread_a, of_b, byte_b, thread_b] = from else { return Ok(()) };
        // Each thread of a pair has the scales of one of the two rows.
        let lane_of_a = |row: usize, thread: usize| row % 8 * GROUP + 2 * thread + row / 8;
        let lane_of_b = |column: usize, thread: usize| column * GROUP + thread;
        self.multiply(a, depth, (of_a, byte_a[0], thread_a[0], 2), lane_of_a)?;
        self.multiply(b, depth, (of_b, byte_b[0], thread_b[0], GROUP as u64), lane_of_b)
    }

    fn multiply(
        &self,
        lines: &mut [f64],
        depth: usize,
        (scales, byte, thread, threads): (&Lanes, u64, u64, u64),
        lane: impl Fn(usize, usize) -> usize,
    ) -> Result<(), String> {
        let [byte, thread] = [byte, thread].map(|selector| selector & 0xffff);
        if byte + self.count as u64 > 4 || byte % self.count as u64 != 0 || thread >= threads {
            return Err(format!("byte {byte} of thread {thread} selects no scales"));
        }
        for (line, values) in lines.chunks_exact_mut(depth).enumerate() {
            let word = scales[lane(line, thread as usize)] >> (8 * byte);
            for (index, values) in values.chunks_exact_mut(depth / self.count).enumerate() {
                let scale = scale_of((word >> (8 * index)) as u8, self.ty == ScalarType::Ue8m0);
                values.iter_mut().for_each(|value| *value *= scale);
            }
        }
        Ok(())
    }
}

impl Decoder<'_, '_> {
    /// The scales of a product, whose type is the last one that it names.
    pub(super) fn scale_vectors(&self, words: &Words<'_>, ty: Option<ScalarType>) -> Option<ScaleVectors> {
        let (is_scaled, is_narrow) = (words.has(word::BLOCK_SCALE), words.has(word::KIND_MXF8F6F4));
        words.ignore(&[word::KIND_MXF4, word::KIND_MXF4NVF4]);
        let count = match words.one_of(&[word::SCALE_VEC_1X, word::SCALE_VEC_2X, word::SCALE_VEC_4X]) {
            Some(word::SCALE_VEC_4X) => 4,
            Some(word::SCALE_VEC_2X) => 2,
            Some(_) => 1,
            None if is_narrow => 1,
            None => 2,
        };
        is_scaled.then_some(ScaleVectors { count, ty: ty? })
    }
}
