//! GGML's super-blocks Q4_K and Q6_K: 256 weights in 144 and 210 bytes.
//!
//! The layouts and formulas are those of `block_q4_K`, `block_q6_K`, `dequantize_row_q4_K` and `dequantize_row_q6_K` in GGML
//! (`ggml-common.h`, `ggml-quants.c`); single operations are rounded in the same order, so weights are equal bit by bit.

use super::random;
use crate::launch::HalfFormat;

/// Weights of a super-block.
pub const SUPER_BLOCK: u32 = 256;

/// A quantised format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantizedFormat {
    /// 4 bits and, for each 32 weights, 6 bits of scale and 6 of minimum: `d · scale · q - dmin · minimum`.
    Q4K,
    /// 6 bits and, for each 16 weights, a signed byte of scale: `d · scale · (q - 32)`.
    Q6K,
}

impl QuantizedFormat {
    /// The name that GGML has for it.
    pub const fn name(self) -> &'static str {
        match self {
            QuantizedFormat::Q4K => "Q4_K",
            QuantizedFormat::Q6K => "Q6_K",
        }
    }

    /// Bytes of a super-block.
    pub const fn block_bytes(self) -> u32 {
        match self {
            // d, dmin, 12 bytes of scales and minimums, 128 bytes of quants.
            QuantizedFormat::Q4K => 2 + 2 + 12 + 128,
            // Lower and upper bits, scales, d.
            QuantizedFormat::Q6K => 128 + 64 + 16 + 2,
        }
    }

    /// The weights of a super-block.
    ///
    /// # Panics
    /// If `block` has not [`QuantizedFormat::block_bytes`] bytes.
    pub fn dequantize(self, block: &[u8]) -> Vec<f32> {
        assert_eq!(block.len(), self.block_bytes() as usize, "bytes of a super-block");
        match self {
            QuantizedFormat::Q4K => dequantize_q4k(block),
            QuantizedFormat::Q6K => dequantize_q6k(block),
        }
    }

    /// Pseudo-random super-blocks with scales of a plausible size.
    pub(super) fn random_blocks(self, seed: u64, stream: u32, count: usize) -> Vec<u8> {
        let size = self.block_bytes() as usize;
        let mut bytes = random::bytes(seed, stream, count * size);
        for block in bytes.chunks_exact_mut(size) {
            let halves: &[usize] = match self {
                QuantizedFormat::Q4K => &[0, 2],
                QuantizedFormat::Q6K => &[208],
            };
            for &low in halves {
                // Positive, between 2^-10 and 2^-9.
                block[low + 1] = 0x14 | block[low + 1] & 0x03;
            }
        }
        bytes
    }
}

fn half_at(block: &[u8], offset: usize) -> f32 {
    HalfFormat::F16.to_f32(u16::from_le_bytes([block[offset], block[offset + 1]]))
}

fn dequantize_q4k(block: &[u8]) -> Vec<f32> {
    let (d, dmin) = (half_at(block, 0), half_at(block, 2));
    let (scales, quants) = (&block[4..16], &block[16..]);
    let scale_and_min = |group: usize| {
        if group < 4 {
            (scales[group] & 63, scales[group + 4] & 63)
        } else {
            let scale = scales[group + 4] & 0xf | scales[group - 4] >> 6 << 4;
            (scale, scales[group + 4] >> 4 | scales[group] >> 6 << 4)
        }
    };
    let group = |group: usize| {
        let (scale, min) = scale_and_min(group);
        let (scale, min) = (d * f32::from(scale), dmin * f32::from(min));
        // Groups of 32 come in pairs: the lower halves of 32 bytes are the first, the upper ones the second.
        let bytes = &quants[group / 2 * 32..][..32];
        bytes.iter().map(move |byte| scale * f32::from(byte >> (group % 2 * 4) & 0xf) - min)
    };
    (0..8).flat_map(group).collect()
}

fn dequantize_q6k(block: &[u8]) -> Vec<f32> {
    let (low, high, scales) = (&block[..128], &block[128..192], &block[192..208]);
    let d = half_at(block, 208);
    let weight = |index: usize| {
        // A half of 128 weights has 64 bytes of lower bits, 32 of upper ones and 8 scales; its quarters of 32 share the bytes.
        let (half, quarter, place) = (index / 128, index % 128 / 32, index % 32);
        let low = low[64 * half + 32 * (quarter % 2) + place] >> (4 * (quarter / 2)) & 0xf;
        let high = high[32 * half + place] >> (2 * quarter) & 3;
        let scale = scales[8 * half + 2 * quarter + place / 16].cast_signed();
        d * f32::from(scale) * (f32::from(low | high << 4) - 32.0)
    };
    (0..256).map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An independent implementation; `fixtures/_gguf/generate.py` says how the file was made.
    #[test]
    fn weights_are_those_of_the_gguf_package() {
        let mut rest = include_bytes!("../../fixtures/_gguf/super_blocks.bin").as_slice();
        for format in [QuantizedFormat::Q4K, QuantizedFormat::Q6K] {
            for block in 0..3 {
                let (bytes, weights) = rest.split_at(format.block_bytes() as usize);
                let (weights, others) = weights.split_at(4 * SUPER_BLOCK as usize);
                let found: Vec<u8> = format.dequantize(bytes).into_iter().flat_map(f32::to_le_bytes).collect();
                assert_eq!(found, weights, "{format:?} {block}");
                rest = others;
            }
        }
        assert!(rest.is_empty());
    }

    /// GGML's own loop over a Q6_K super-block, statement by statement.
    #[test]
    fn q6k_as_ggml_writes_it() {
        let block = QuantizedFormat::Q6K.random_blocks(5, 0, 1);
        let d = half_at(&block, 208);
        let mut expected = [0.0; 256];
        for n in 0..2 {
            let (ql, qh, sc) = (&block[64 * n..], &block[128 + 32 * n..], &block[192 + 8 * n..]);
            for l in 0..32 {
                let is = l / 16;
                let scale = |index: usize| f32::from(sc[is + index] as i8);
                let q1 = ((ql[l] & 0xf) | ((qh[l] & 3) << 4)) as i8 - 32;
                let q2 = ((ql[l + 32] & 0xf) | (((qh[l] >> 2) & 3) << 4)) as i8 - 32;
                let q3 = ((ql[l] >> 4) | (((qh[l] >> 4) & 3) << 4)) as i8 - 32;
                let q4 = ((ql[l + 32] >> 4) | (((qh[l] >> 6) & 3) << 4)) as i8 - 32;
                for (group, q) in [q1, q2, q3, q4].into_iter().enumerate() {
                    expected[128 * n + l + 32 * group] = d * scale(2 * group) * f32::from(q);
                }
            }
        }
        assert_eq!(QuantizedFormat::Q6K.dequantize(&block), expected);
    }

    /// The same for Q4_K.
    #[test]
    fn q4k_as_ggml_writes_it() {
        let block = QuantizedFormat::Q4K.random_blocks(5, 0, 1);
        let (d, dmin, q) = (half_at(&block, 0), half_at(&block, 2), &block[4..16]);
        let scale_min = |j: usize| {
            if j < 4 {
                (q[j] & 63, q[j + 4] & 63)
            } else {
                ((q[j + 4] & 0xf) | ((q[j - 4] >> 6) << 4), (q[j + 4] >> 4) | ((q[j] >> 6) << 4))
            }
        };
        let mut expected = Vec::new();
        for j in 0..4 {
            let qs = &block[16 + 32 * j..16 + 32 * (j + 1)];
            let ((sc1, m1), (sc2, m2)) = (scale_min(2 * j), scale_min(2 * j + 1));
            let (d1, m1, d2, m2) = (d * f32::from(sc1), dmin * f32::from(m1), d * f32::from(sc2), dmin * f32::from(m2));
            expected.extend(qs.iter().map(|q| d1 * f32::from(q & 0xf) - m1));
            expected.extend(qs.iter().map(|q| d2 * f32::from(q >> 4) - m2));
        }
        assert_eq!(QuantizedFormat::Q4K.dequantize(&block), expected);
    }
}
