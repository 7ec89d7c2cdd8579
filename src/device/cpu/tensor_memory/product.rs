//! `tcgen05.mma` (PTX ISA 9.7.16.10).
//!
//! Rows and columns of a product lie in tensor memory as the manual's layouts A to G say. Each element is the sum of all products of its
//! row and column as [`Sums`](super::super::decode::sums::Sums) makes it, in blocks of sixteen, scales being part of the first factors.

use super::super::access::Who;
use super::super::block::BlockState;
use super::super::decode::matrix::MatrixElement;
use super::super::decode::scales::scale_of;
use super::super::decode::sums::{Accumulation, Factors, Sums};
use super::super::exact::Rounding;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::{WARP, lanes_of};
use super::super::matrix_descriptor::{CHUNK, SharedLayout};
use super::super::program::{RegisterSlot, StepAddress};
use super::super::warp::{Front, StepFailure, Warp};
use super::instruction::{ProductInstruction, ProductKind};
use super::order::{TensorAccess, TensorAgent};
use super::sparsity::Metadata;
use super::{LANES, LANES_OF_WARP, NOTED_LANES, TensorPlace};
use crate::device::error::FaultKind;

/// Where the first factor is.
pub enum TensorFactor {
    /// A descriptor of shared memory.
    Shared(RegisterSlot),
    /// In tensor memory.
    Tensor(StepAddress),
}

/// `tcgen05.mma`, `tcgen05.mma.ws`
pub struct TensorProduct {
    /// `.kind`
    pub kind: ProductKind,
    /// `.cta_group::2`: with the other block of the pair.
    pub paired: bool,
    /// `.ws`: columns are spread over the lanes that rows leave.
    pub spread: bool,
    /// The result in tensor memory.
    pub result: StepAddress,
    /// The first factor.
    pub a: TensorFactor,
    /// A descriptor of the second factor.
    pub b: RegisterSlot,
    /// `.sp`: where the metadata of the first factor is in tensor memory.
    pub metadata: Option<StepAddress>,
    /// The instruction descriptor.
    pub instruction: RegisterSlot,
    /// The scales of both factors in tensor memory, if the kind has any.
    pub scales: Option<[StepAddress; 2]>,
    /// Bits of lanes that keep what they have.
    pub disabled: Vec<RegisterSlot>,
    /// Whether what the result holds is added.
    pub continues: RegisterSlot,
    /// What is added is divided by two to the power of this.
    pub shift: u32,
}

impl TensorProduct {
    /// Elements that are multiplied for each element of the result: of a sparse factor half are there.
    pub fn depth(&self) -> usize {
        self.kind.depth() << usize::from(self.metadata.is_some())
    }
}

/// How the rows and columns of a product are spread over blocks and lanes.
#[derive(Clone, Copy, Debug)]
pub struct ProductLayout {
    /// Blocks.
    blocks: usize,
    /// Rows of each block.
    rows: usize,
    columns: usize,
    /// Parts of the columns that are beside each other in lanes.
    parts: usize,
    /// Rows are in the lower halves of what warps reach.
    halves: bool,
}

impl ProductLayout {
    /// The layout of a product; what is wrong with its shape.
    fn of(step: &TensorProduct, instruction: &ProductInstruction) -> Result<Self, String> {
        let ProductInstruction { rows, columns, .. } = *instruction;
        let is_sparse = step.metadata.is_some();
        let (is_shape, parts) = match (step.paired, step.spread, rows) {
            (false, true, 32 | 64 | 128) => (matches!(columns, 64 | 128) || columns == 256 && !is_sparse, LANES / rows),
            (false, false, 64) => (columns.is_multiple_of(8), 1),
            (false, false, 128) => (columns.is_multiple_of(16), 1),
            (true, false, 128) if is_sparse => (columns.is_multiple_of(16) && step.scales.is_none(), 1),
            (true, false, 128) => (columns.is_multiple_of(16), 2),
            (true, false, 256) => (columns.is_multiple_of(16), 1),
            _ => (false, 1),
        };
        if !is_shape || !(8..=256).contains(&columns) {
            let group = if step.paired { "two blocks" } else { "one block" };
            return Err(format!("no products of {group} have {rows} rows and {columns} columns"));
        }
        let blocks = 1 + usize::from(step.paired);
        let halves = rows / blocks == 64 && !step.spread && parts == 1;
        Ok(Self { blocks, rows: rows / blocks, columns, parts, halves })
    }

    /// Rows of each block.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Parts of the columns that are beside each other in lanes, each of which needs what belongs to rows.
    pub fn copies(self) -> usize {
        self.parts
    }

    /// Rows are in the lower halves of what warps reach.
    pub fn is_in_halves(self) -> bool {
        self.halves
    }

    /// The lane of a row of a block.
    fn lane(self, row: usize) -> usize {
        if self.halves { row / 16 * LANES_OF_WARP + row % 16 } else { row }
    }

    /// Where an element of a block's rows is, from the first lane and column.
    fn place(self, row: usize, column: usize) -> TensorPlace {
        let width = self.columns / self.parts;
        TensorPlace { lane: self.lane(row) + column / width * self.rows, column: column % width }
    }

    /// A place of each group of lanes that is noted, in all columns of a block's result.
    fn noted(self, first: TensorPlace) -> impl Iterator<Item = TensorPlace> {
        (0..self.rows).step_by(NOTED_LANES).flat_map(move |row| {
            (0..self.columns).map(move |column| {
                let place = self.place(row, column);
                first.further(place.lane, place.column)
            })
        })
    }
}

/// What a product has read.
#[derive(Default)]
pub struct FactorReads {
    /// Words of shared memory.
    words: Vec<usize>,
    /// Places in the tensor memory of blocks of the cluster.
    pub(super) places: Vec<(usize, TensorPlace)>,
}

/// A product that a lane begins.
pub struct LaneProduct<'s> {
    pub(super) step: &'s TensorProduct,
    pub(super) instruction: ProductInstruction,
    pub(super) layout: ProductLayout,
    pub(super) who: Who,
    /// The rank of the first block.
    rank: usize,
}

impl Warp {
    /// `tcgen05.mma`, for each lane.
    pub fn multiply_in_unit(
        &mut self,
        front: &Front,
        mask: u32,
        step: &TensorProduct,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let instructions = self.operand(front, mask, Some(step.instruction), launch, block)?;
        let continues = self.operand(front, mask, Some(step.continues), launch, block)?;
        let results = self.addresses(front, mask, &step.result, launch, block)?;
        for lane in lanes_of(mask) {
            let who = self.who(front.pc, lane);
            let invalid = |(message, is_limit): (String, bool)| {
                let kind = if is_limit { FaultKind::Unsupported } else { FaultKind::InvalidOperand };
                launch.fault(kind, message, who.pc, block, who.thread())
            };
            let instruction = ProductInstruction::of(instructions[lane] as u32, step.kind, step.metadata.is_some())
                .map_err(invalid)?;
            let layout = ProductLayout::of(step, &instruction).map_err(|message| invalid((message, false)))?;
            let rank = self.pair_of(step.paired, who, launch, block)?;
            let product = LaneProduct { step, instruction, layout, who, rank };
            let result = TensorPlace::of(results[lane]);
            self.multiply_for_lane(front, &product, result, continues[lane] & 1 == 1, launch, block)?;
        }
        Ok(())
    }

    /// The rank of the first block that work is for: of the pair, which has to be there.
    pub fn pair_of(
        &self,
        paired: bool,
        who: Who,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<usize, StepFailure> {
        if !paired {
            return Ok(self.rank());
        }
        block.check_member(self.rank() ^ 1, who, launch)?;
        Ok(self.rank() & !1)
    }

    fn multiply_for_lane(
        &mut self,
        front: &Front,
        product: &LaneProduct<'_>,
        result: TensorPlace,
        continues: bool,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let LaneProduct { step, layout, who, rank, .. } = *product;
        let mut reads = FactorReads::default();
        let b = self.second_factor(front, product, &mut reads, launch, block)?;
        let mut factors = Vec::new();
        for member in 0..layout.blocks {
            let mut a = self.first_factor(front, product, member, &mut reads, launch, block)?;
            if let Some(metadata) = &step.metadata {
                let first = self.addresses(front, 1 << who.lane, metadata, launch, block)?[who.lane];
                let metadata = Metadata { kind: step.kind, first: TensorPlace::of(first), rank: rank + member };
                a = self.expand(&a, product, metadata, &mut reads, launch, block)?;
            }
            let mut b = b.clone();
            if let Some(scales) = &step.scales {
                let lanes = product.who.lane;
                for (index, (values, lines)) in
                    [(&mut a, layout.rows), (&mut b, layout.columns)].into_iter().enumerate()
                {
                    let address = self.addresses(front, 1 << lanes, &scales[index], launch, block)?[lanes];
                    product.scale(values, (index, lines), member, TensorPlace::of(address), &mut reads, block);
                }
            }
            factors.push((a, b));
        }
        let work = block.tensor_units.works.len();
        let access = |writes: bool| TensorAccess { who, agent: TensorAgent::Unit(work), writes };
        let disabled = self.disabled_lanes(front, step, who.lane, launch, block)?;
        block.begin_work(who, reads.words);
        for member in 0..layout.blocks {
            let rank = rank + member;
            let places = reads.places.iter().filter(|(of, _)| *of == rank).map(|&(_, place)| place);
            block.access_tensor_memory(rank, places, access(false), launch)?;
            block.access_tensor_memory(rank, layout.noted(result), access(true), launch)?;
        }
        for (member, (a, b)) in factors.iter().enumerate() {
            let lanes = &disabled[member * (disabled.len() / layout.blocks)..];
            product.store(a, b, (member, result, continues), lanes, block);
        }
        Ok(())
    }

    /// For each 32 lanes of the blocks the bits of those that keep what they have; nothing if none do.
    fn disabled_lanes(
        &self,
        front: &Front,
        step: &TensorProduct,
        lane: usize,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<u32>, StepFailure> {
        let of = |&slot: &RegisterSlot| Ok(self.operand(front, 1 << lane, Some(slot), launch, block)?[lane] as u32);
        step.disabled.iter().map(of).collect()
    }

    /// The layout of a descriptor that a lane gives.
    pub fn layout_for_unit(
        &self,
        front: &Front,
        who: Who,
        descriptor: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<SharedLayout, StepFailure> {
        let descriptor = self.operand(front, 1 << who.lane, Some(descriptor), launch, block)?[who.lane];
        SharedLayout::of_tensor_unit(descriptor).map_err(|(message, is_limit)| {
            let kind = if is_limit { FaultKind::Unsupported } else { FaultKind::InvalidOperand };
            launch.fault(kind, message, who.pc, block, who.thread())
        })
    }

    /// What is known of layouts in which lines are along the index of the sum.
    pub fn check_layout(
        &self,
        who: Who,
        shared: SharedLayout,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        if !shared.has_pairs() {
            return Ok(());
        }
        let message = "swizzling by 32 bytes of rows that are contiguous".to_string();
        Err(launch.fault(FaultKind::Unsupported, message, who.pc, block, who.thread()))
    }

    /// The values of the second factor, column by column: each block of a pair has half of the columns.
    fn second_factor(
        &self,
        front: &Front,
        product: &LaneProduct<'_>,
        reads: &mut FactorReads,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<f64>, StepFailure> {
        let shared = self.layout_for_unit(front, product.who, product.step.b, launch, block)?;
        let (blocks, columns) = (product.layout.blocks, product.layout.columns);
        let mut values = Vec::new();
        for member in 0..blocks {
            let lines = (product.rank + member, columns / blocks);
            values.extend(self.lines_of_shared(product, (1, shared), lines, reads, launch, block)?);
        }
        Ok(values)
    }

    /// The values of a block's rows of the first factor.
    fn first_factor(
        &self,
        front: &Front,
        product: &LaneProduct<'_>,
        member: usize,
        reads: &mut FactorReads,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<f64>, StepFailure> {
        let (who, rank, rows) = (product.who, product.rank + member, product.layout.rows);
        let place = match &product.step.a {
            TensorFactor::Shared(descriptor) => {
                let shared = self.layout_for_unit(front, who, *descriptor, launch, block)?;
                return self.lines_of_shared(product, (0, shared), (rank, rows), reads, launch, block);
            }
            TensorFactor::Tensor(place) => place,
        };
        let element = product.instruction.elements[0];
        let (depth, spacing) = (product.step.kind.depth(), product.step.kind.spacing());
        if element.width() as usize != spacing {
            let message = "factors of fewer than eight bits in tensor memory".to_string();
            return Err(launch.fault(FaultKind::Unsupported, message, who.pc, block, who.thread()));
        }
        let first = TensorPlace::of(self.addresses(front, 1 << who.lane, place, launch, block)?[who.lane]);
        let mut values = Vec::with_capacity(rows * depth);
        for row in 0..rows {
            for index in 0..depth {
                let bit = index * spacing;
                let place = first.further(product.layout.lane(row), bit / WARP);
                if bit % WARP == 0 {
                    reads.places.push((rank, place));
                }
                let (bits, known) = block.tensor_value(rank, place);
                let value = if known { element.value(u64::from(bits) >> (bit % WARP), 0) } else { f64::NAN };
                values.push(if product.instruction.negates[0] { -value } else { value });
            }
        }
        Ok(values)
    }

    /// The values of lines of a factor in the shared memory of a block: rows of the first one, columns of the second.
    fn lines_of_shared(
        &self,
        product: &LaneProduct<'_>,
        (factor, shared): (usize, SharedLayout),
        (rank, count): (usize, usize),
        reads: &mut FactorReads,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<f64>, StepFailure> {
        let (kind, element) = (product.step.kind, product.instruction.elements[factor]);
        let transposed = product.instruction.transposed[factor];
        if transposed && shared.has_pairs() != (kind == ProductKind::Tf32) {
            let message = match shared.has_pairs() {
                true => "elements of 32 bits alone are swizzled by 32 bytes where lines are contiguous",
                false => "elements of 32 bits are swizzled by 32 bytes where lines are contiguous",
            };
            let who = product.who;
            return Err(launch.fault(FaultKind::InvalidOperand, message.to_string(), who.pc, block, who.thread()));
        }
        if !transposed {
            self.check_layout(product.who, shared, launch, block)?;
        }
        let depth = if factor == 0 { kind.depth() } else { product.step.depth() };
        let width = element.width();
        let packed = CHUNK as usize * 8 / kind.spacing();
        let mut values = vec![0.0; count * depth];
        let (rows, chunks) = if transposed { (depth, count.div_ceil(packed)) } else { (count, depth / packed) };
        for row in 0..rows {
            for chunk in 0..chunks {
                let address = match transposed {
                    true => shared.along_lines(chunk as u64, row as u64),
                    false => shared.along_depth(row as u64, chunk as u64),
                };
                let (words, first) = self.read_for_unit(product.who, (rank, address), launch, block)?;
                reads.words.extend(first..first + CHUNK as usize / 4);
                let bits = u128::from(words[1]) << 64 | u128::from(words[0]);
                for place in 0..packed {
                    // Elements of fewer bits are packed, and the rest of the chunk is empty.
                    let value = element.value((bits >> (place as u32 * width)) as u64 & (u64::MAX >> (64 - width)), 0);
                    let value = if product.instruction.negates[factor] { -value } else { value };
                    let (line, at) =
                        if transposed { (chunk * packed + place, row) } else { (row, chunk * packed + place) };
                    if line < count {
                        values[line * depth + at] = value;
                    }
                }
            }
        }
        Ok(values)
    }
}

impl LaneProduct<'_> {
    /// Multiplies lines of a factor with their scales. The scales of 32 lines are in as many lanes of a column, and those of the next 32 in
    /// the next one; all warps' lanes have copies.
    fn scale(
        &self,
        values: &mut [f64],
        (factor, lines): (usize, usize),
        member: usize,
        first: TensorPlace,
        reads: &mut FactorReads,
        block: &BlockState,
    ) {
        let depth = self.step.depth();
        let scales = self.step.kind.scales();
        for line in 0..lines {
            let place = first.further(line % LANES_OF_WARP, line / LANES_OF_WARP);
            reads.places.push((self.rank + member, place));
            let (bits, known) = block.tensor_value(self.rank + member, place);
            for (index, block) in values[line * depth..][..depth].chunks_exact_mut(depth / scales).enumerate() {
                let byte = bits >> (8 * (self.instruction.scale_bytes[factor] + index)) & 0xff;
                let scale = if known { scale_of(byte as u8, self.instruction.powers) } else { f64::NAN };
                block.iter_mut().for_each(|value| *value *= scale);
            }
        }
    }

    /// Writes a block's rows of the result.
    fn store(
        &self,
        a: &[f64],
        b: &[f64],
        (member, first, continues): (usize, TensorPlace, bool),
        disabled: &[u32],
        block: &mut BlockState,
    ) {
        let (rank, layout, result) = (self.rank + member, self.layout, self.instruction.result);
        let place = |row: usize, column: usize| {
            let place = layout.place(row, column);
            first.further(place.lane, place.column)
        };
        let old = |row: usize, column: usize| {
            if !continues {
                return 0.0;
            }
            let (bits, known) = block.tensor_value(rank, place(row, column));
            match (known, result) {
                (true, _) => result.value(u64::from(bits), 0) / f64::from(1u32 << self.step.shift),
                (false, MatrixElement::Integer { .. }) => 0.0,
                (false, MatrixElement::Float(_)) => f64::NAN,
            }
        };
        let sums = Sums {
            a: self.instruction.elements[0],
            d: result,
            saturates: self.instruction.saturates,
            rounding: Rounding::Nearest,
            differs: false,
            accumulation: Accumulation::in_blocks(self.step.metadata.is_some()),
        };
        let depth = self.step.depth();
        let places = || (0..layout.rows).flat_map(|row| (0..layout.columns).map(move |column| (row, column)));
        let olds: Vec<f64> = places().map(|(row, column)| old(row, column)).collect();
        let new = sums.multiply(Factors { a, b, depth }, &olds);
        for ((row, column), bits) in places().zip(new) {
            let place = place(row, column);
            let keeps = disabled.get(place.lane / WARP).is_some_and(|lanes| lanes >> (place.lane % WARP) & 1 == 1);
            let known = !continues || block.tensor_value(rank, place).1;
            if !keeps {
                block.set_tensor_value(rank, place, bits as u32, known);
            }
        }
    }
}
