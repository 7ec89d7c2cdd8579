//! Products of warpgroups: `wgmma` (PTX ISA 9.7.15.5).
//!
//! Each of the four warps of a group computes its sixteen rows by itself: it reads the whole second factor, and its rows of the first.
//! Factors are read at once, and sums have no value for anybody but further products until the warp has waited for them, which is as late
//! as they may come. Reads are those of the asynchronous proxy: threads that write there must know that the warp has waited.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::cluster::shared_address;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP};
use super::matrix_descriptor::{CHUNK, SharedLayout};
use super::program::{MemorySpace, RegisterSlot};
use super::registers::RegisterSnapshot;
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;
use crate::facts::device::WARPS_OF_GROUP;
use std::collections::VecDeque;

/// Rows of the result that a warp has.
pub const ROWS: usize = 16;

/// Where a factor is.
pub enum ProductFactor {
    /// Rows of the first factor, in registers as `mma` has them.
    Registers(Vec<RegisterSlot>),
    /// A descriptor of shared memory.
    Memory {
        /// The descriptor.
        descriptor: RegisterSlot,
        /// What is contiguous are rows of the first factor, or columns of the second, rather than the sum's index.
        transposed: bool,
    },
}

/// What a warp multiplies and adds.
#[derive(Clone, Copy)]
pub struct WarpFactors<'a> {
    /// The first factor in registers as `mma` has them: two for each four words of its rows.
    pub a: &'a [&'a Lanes],
    /// The second one likewise, one group of eight columns after the other.
    pub b: &'a [&'a Lanes],
    /// Which elements the first one has, if it is sparse.
    pub metadata: Option<&'a Lanes>,
    /// The old sums, if they count.
    pub old: Option<&'a [Lanes]>,
}

/// The new sums, or what is wrong with the factors.
pub type Multiply = Box<dyn Fn(WarpFactors<'_>) -> Result<Vec<Lanes>, String> + Send + Sync>;

/// `wgmma.mma_async`
pub struct WarpgroupProduct {
    /// Columns of the result.
    pub columns: usize,
    /// Elements that are multiplied for each of its elements.
    pub depth: usize,
    /// Elements of a row of the first factor that are there: half of them, if it is sparse.
    pub depth_of_a: usize,
    /// Bits of an element of a factor in memory.
    pub bits: u32,
    /// The first factor.
    pub a: ProductFactor,
    /// The second one.
    pub b: ProductFactor,
    /// Which elements the first factor has, if it is sparse.
    pub metadata: Option<RegisterSlot>,
    /// Registers of the result.
    pub sums: Vec<RegisterSlot>,
    /// Whether the sums go on from what the registers hold.
    pub continues: RegisterSlot,
    /// The product.
    pub multiply: Multiply,
}

/// A product that its warp has not waited for.
pub struct PendingProduct {
    group: u32,
    /// Numbers of registers, of all frames.
    registers: Vec<u32>,
}

/// A register of the first factor of a product that its warp has not waited for, with what it held then.
struct PendingFactor {
    group: u32,
    /// The step of the product, and its frame of registers.
    product: (u32, u32),
    register: RegisterSlot,
    values: Lanes,
}

/// The products of a warp that it has not waited for.
#[derive(Default)]
pub struct ProductQueue {
    pending: Vec<PendingProduct>,
    factors: Vec<PendingFactor>,
    /// Groups that it has made.
    groups: u32,
    /// Registers as they were at the last `wgmma.fence`, or as products have left them since.
    fenced: Option<RegisterSnapshot>,
    /// How many it has begun.
    begun: u32,
    /// How many before the end of each group that it has not waited for, and of the last one that it has.
    begun_before: VecDeque<u32>,
    begun_in_done: u32,
}

/// The products of a warp that have begun.
#[derive(Clone, Default)]
struct WarpProducts {
    /// Of each, the clock of asynchronous work.
    clocks: Vec<u32>,
    has_ended: bool,
}

/// The products that each warp of a cluster has begun.
#[derive(Default)]
pub struct BegunProducts {
    by_warp: Vec<WarpProducts>,
}

impl BegunProducts {
    fn of(&mut self, warp: usize) -> &mut WarpProducts {
        if self.by_warp.len() <= warp {
            self.by_warp.resize(warp + 1, WarpProducts::default());
        }
        &mut self.by_warp[warp]
    }

    /// A warp has ended: nobody waits for its products.
    pub fn end(&mut self, warp: usize) {
        if !self.by_warp.is_empty() {
            self.of(warp).has_ended = true;
        }
    }

    /// Whether all warps of a group have begun so many.
    fn have_begun(&self, group: std::ops::Range<usize>, count: u32) -> bool {
        let has_begun = |warp: &WarpProducts| warp.has_ended || warp.clocks.len() >= count as usize;
        count == 0 || group.into_iter().all(|warp| self.by_warp.get(warp).is_some_and(has_begun))
    }

    /// Up to where asynchronous work is known to who has waited for so many products of a group.
    fn clock(&self, group: std::ops::Range<usize>, count: u32) -> u32 {
        let last = |warp: &WarpProducts| warp.clocks.iter().take(count as usize).next_back().copied();
        self.by_warp.get(group).unwrap_or_default().iter().filter_map(last).max().unwrap_or(0)
    }
}

impl ProductQueue {
    /// Ends a group.
    pub fn commit(&mut self) {
        self.groups += 1;
        self.begun_before.push_back(self.begun);
    }

    /// `wgmma.fence`: products see registers as they are now.
    pub fn fence(&mut self, registers: RegisterSnapshot) {
        self.fenced = Some(registers);
    }

    /// What a product leaves in a register is seen by later ones without a fence.
    fn keep(&mut self, register: u32, values: &Lanes) {
        if let Some(fenced) = &mut self.fenced {
            fenced.keep(register, values);
        }
    }

    /// Whether a register holds sums of a product that is under way.
    fn writes(&self, register: u32) -> bool {
        self.pending.iter().any(|product| product.registers.contains(&register))
    }

    /// How many products have begun in all groups but the last few.
    fn begun_in_done(&mut self, keep: u32) -> u32 {
        let done = self.begun_before.len().saturating_sub(keep as usize);
        if let Some(last) = self.begun_before.drain(..done).next_back() {
            self.begun_in_done = last;
        }
        self.begun_in_done
    }

    /// A product with these sums is under way, and an earlier one with the same sums is part of it.
    fn push(&mut self, registers: Vec<u32>) {
        self.pending.retain(|product| product.registers != registers);
        self.pending.push(PendingProduct { group: self.groups, registers });
    }

    /// Takes out the factors of all groups but the last few.
    fn take_read(&mut self, keep: u32) -> Vec<PendingFactor> {
        let is_done = |factor: &mut PendingFactor| factor.group.saturating_add(keep) < self.groups;
        self.factors.extract_if(.., is_done).collect()
    }

    /// Takes out the products of all groups but the last few.
    fn take_done(&mut self, keep: u32) -> Vec<PendingProduct> {
        let is_done = |product: &PendingProduct| product.group.saturating_add(keep) < self.groups;
        let (done, left) = std::mem::take(&mut self.pending).into_iter().partition(is_done);
        self.pending = left;
        done
    }
}

impl Warp {
    /// A product for the rows of this warp; all lanes are there.
    pub fn multiply_in_group(
        &mut self,
        front: &Front,
        step: &WarpgroupProduct,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let continues = self.operand(front, u32::MAX, Some(step.continues), launch, block)?[0] & 1 == 1;
        self.check_fence(front, (step, continues), launch, block).or_else(|failure| launch.tolerate(failure))?;
        let first = self.own_index() % WARPS_OF_GROUP * ROWS;
        block.clocks.finish_asynchronous();
        let a = match &step.a {
            ProductFactor::Registers(registers) => {
                let rows = registers.iter().map(|&slot| self.operand(front, u32::MAX, Some(slot), launch, block));
                rows.collect::<Result<Vec<Lanes>, StepFailure>>()?
            }
            memory => self.factor(front, step, (memory, step.depth_of_a), first..first + ROWS, launch, block)?,
        };
        let b = self.factor(front, step, (&step.b, step.depth), 0..step.columns, launch, block)?;
        // Of the first factor both groups of eight rows have their words beside each other.
        let words = a.len() / 2;
        let a: Vec<&Lanes> = match &step.a {
            ProductFactor::Registers(_) => a.iter().collect(),
            ProductFactor::Memory { .. } => (0..a.len()).map(|i| &a[i % 2 * words + i / 2]).collect(),
        };
        let b: Vec<&Lanes> = b.iter().collect();
        let metadata = match step.metadata {
            Some(slot) => Some(self.operand(front, u32::MAX, Some(slot), launch, block)?),
            None => None,
        };
        let own: Vec<u32> = step.sums.iter().map(|slot| front.base + slot.0).collect();
        let old: Vec<Lanes> = step.sums.iter().map(|&slot| *self.lanes(front.base, slot)).collect();
        let is_known = |(&register, &slot): (&u32, &RegisterSlot)| {
            self.defined(front.base, slot) == u32::MAX || self.products.writes(register)
        };
        let known = !continues || own.iter().zip(&step.sums).all(is_known);
        let old = continues.then_some(&old[..]);
        let new = (step.multiply)(WarpFactors { a: &a, b: &b, metadata: metadata.as_ref(), old });
        let new = new.map_err(|message| {
            launch.fault(FaultKind::InvalidOperand, message, front.pc, block, self.thread(u32::MAX))
        })?;
        for (&slot, values) in step.sums.iter().zip(&new) {
            self.write(front.base, slot, u32::MAX, values, 0);
            self.products.keep(front.base + slot.0, values);
        }
        // Of sums that have started from nothing nothing will ever be known.
        if known {
            self.products.push(own);
        }
        self.keep_factors(front, &step.a);
        self.products.begun += 1;
        block.products.of(self.index()).clocks.push(block.clocks.asynchronous());
        block.clocks.tick(self.index());
        block.note_progress();
        Ok(())
    }

    /// Registers of the first factor may not change before the product is waited for.
    fn keep_factors(&mut self, front: &Front, factor: &ProductFactor) {
        let ProductFactor::Registers(registers) = factor else { return };
        let (group, product) = (self.products.groups, (front.pc, front.base));
        for &register in registers.iter().filter(|slot| slot.0 & RegisterSlot::CONSTANT == 0) {
            let values = *self.lanes(front.base, register);
            self.products.factors.push(PendingFactor { group, product, register, values });
        }
    }

    /// Complains of factors that have changed.
    fn check_factors(
        &self,
        factors: &[PendingFactor],
        front: &Front,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let is_changed = |factor: &&PendingFactor| {
            factor.product.1 == front.base && *self.lanes(front.base, factor.register) != factor.values
        };
        let Some(factor) = factors.iter().find(is_changed) else { return Ok(()) };
        let message = "a register of the first factor was written before the product was waited for".to_string();
        Err(launch.fault(FaultKind::Race, message, factor.product.0, block, self.thread(u32::MAX)))
    }

    /// What other instructions have written to registers of a product is not seen by it without a fence. Sums that it does not read are not asked for:
    /// compilers give them numbers after the fence.
    fn check_fence(
        &self,
        front: &Front,
        (step, continues): (&WarpgroupProduct, bool),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let of_a: &[RegisterSlot] = match &step.a {
            ProductFactor::Registers(registers) => registers,
            ProductFactor::Memory { .. } => &[],
        };
        let Some(fenced) = &self.products.fenced else {
            let message = "no wgmma.fence before the first product of the warp".to_string();
            return Err(launch.fault(FaultKind::Race, message, front.pc, block, self.thread(u32::MAX)));
        };
        let is_changed = |slot: &&RegisterSlot| self.registers.is_changed(fenced, front.base, **slot);
        let sums: &[RegisterSlot] = if continues { &step.sums } else { &[] };
        if !sums.iter().chain(of_a).any(|slot| is_changed(&slot)) {
            return Ok(());
        }
        let message = "a register of the product was written with no wgmma.fence since".to_string();
        Err(launch.fault(FaultKind::Race, message, front.pc, block, self.thread(u32::MAX)))
    }

    /// `wgmma.wait_group`: all groups but the last few are done. Products are those of all four warps, so that whoever has waited can speak for
    /// the others.
    pub fn wait_products(
        &mut self,
        front: &Front,
        (mask, keep): (u32, u32),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let wanted = self.products.begun_in_done(keep);
        if !block.products.have_begun(self.group(block), wanted) {
            return Ok(self.wait_for(front, mask, Wait::Products(wanted)));
        }
        let factors = self.products.take_read(keep);
        self.check_factors(&factors, front, launch, block).or_else(|failure| launch.tolerate(failure))?;
        for register in self.products.take_done(keep).iter().flat_map(|product| &product.registers) {
            self.registers.complete(*register);
        }
        block.clocks.learn_asynchronous_to(self.index(), block.products.clock(self.group(block), wanted));
        Ok(StepFlow::Next)
    }

    /// The warps of the block that multiply with this one.
    fn group(&self, block: &BlockState) -> std::ops::Range<usize> {
        let own = block.cluster.warps_of(self.rank());
        let first = self.index() - self.own_index() % WARPS_OF_GROUP;
        first..(first + WARPS_OF_GROUP).min(own.end)
    }

    /// Lets lanes go on whose products all warps of the group have begun. Whether there are any.
    pub fn retry_products(&mut self, block: &BlockState) -> bool {
        let group = self.group(block);
        self.wake(|wait| matches!(wait, Wait::Products(wanted) if block.products.have_begun(group.clone(), wanted)))
    }

    /// Lines of a factor in shared memory, each with all its elements: a register for each eight of them and four of their words.
    fn factor(
        &self,
        front: &Front,
        step: &WarpgroupProduct,
        (factor, depth): (&ProductFactor, usize),
        lines: std::ops::Range<usize>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<Lanes>, StepFailure> {
        let ProductFactor::Memory { descriptor, transposed } = factor else {
            unreachable!("registers are read elsewhere")
        };
        let who = Who { pc: front.pc, warp: self.index(), lane: 0 };
        let descriptors = self.operand(front, u32::MAX, Some(*descriptor), launch, block)?;
        let failure = |kind, message: &str| launch.fault(kind, message.to_string(), front.pc, block, who.thread());
        if descriptors.iter().any(|it| *it != descriptors[0]) {
            let message = "lanes of the warp give different matrix descriptors";
            return Err(failure(FaultKind::InvalidOperand, message));
        }
        let layout = SharedLayout::of_warpgroup(descriptors[0]);
        let layout = layout.ok_or_else(|| failure(FaultKind::Unsupported, "matrix descriptors with a base offset"))?;
        let packed = (CHUNK * 8 / step.bits) as usize;
        let count = lines.len();
        // A chunk is four words of a line, or elements of eight lines.
        let words_of_line = depth * step.bits as usize / 32;
        let mut registers = vec![[0; WARP]; count * words_of_line / WARP];
        let (rows, chunks) = if *transposed { (depth, count / packed) } else { (count, depth / packed) };
        for row in 0..rows {
            for chunk in 0..chunks {
                let address = match transposed {
                    true => layout.along_lines((lines.start / packed + chunk) as u64, row as u64),
                    false => layout.along_depth((lines.start + row) as u64, chunk as u64),
                };
                let words = self.read_chunk(who, address, launch, block)?;
                if *transposed {
                    let (word, half) = (row / 2, row % 2);
                    let register = &mut registers[chunk * words_of_line / 4 + word / 4];
                    for (line, lane) in register.iter_mut().skip(word % 4).step_by(4).enumerate() {
                        let element = words[line / 4] >> (line % 4 * 16) & 0xffff;
                        *lane |= element << (half * 16);
                    }
                } else {
                    let register = &mut registers[row / 8 * words_of_line / 4 + chunk];
                    for (word, lane) in register[row % 8 * 4..][..4].iter_mut().enumerate() {
                        *lane = words[word / 2] >> (word % 2 * 32) & u64::from(u32::MAX);
                    }
                }
            }
        }
        Ok(registers)
    }

    /// A chunk of shared memory as the asynchronous proxy sees it.
    fn read_chunk(
        &self,
        who: Who,
        address: u64,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<[u64; 2], StepFailure> {
        let address = shared_address(self.rank(), address);
        let target = self.locate(who, (MemorySpace::Shared, address, CHUNK), launch, block)?;
        let MemoryBytes::Shared(offset) = target else { unreachable!("shared memory") };
        self.note_read_of_product(who, offset, launch, block).or_else(|failure| launch.tolerate(failure))?;
        self.words_of_chunk(who, target, launch, block)
    }

    /// What is in a chunk that a matrix unit reads. What nobody has written is a fault.
    pub fn words_of_chunk(
        &self,
        who: Who,
        target: MemoryBytes,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<[u64; 2], StepFailure> {
        let mut words = [0; 2];
        for (index, word) in words.iter_mut().enumerate() {
            let part = Self::further(target, index as u32 * 8);
            let (value, known) = self.read(part, 8, launch, block, who.lane);
            if !known {
                let message = self.describe_unwritten(part, block);
                launch.tolerate(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()))?;
            }
            *word = value;
        }
        Ok(words)
    }

    fn note_read_of_product(
        &self,
        who: Who,
        offset: usize,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        if !block.shadow.is_on() {
            return Ok(());
        }
        let access = block.asynchronous_access(who.thread(), false, who.pc);
        if !block.awaited_words.is_empty() {
            block.check_awaited(who, (offset, CHUNK), false, launch)?;
        }
        let how = How::weak(false);
        let ordered = |earlier| block.is_ordered(who.warp, earlier, launch);
        // What comes behind a word that was written by others is not read any more.
        let mut words = offset / 4..(offset + CHUNK as usize) / 4;
        let unfenced =
            words.clone().find_map(|word| Some((word, block.check_proxy(who, word * 4, "`wgmma`", launch).err()?)));
        words.end = unfenced.as_ref().map_or(words.end, |(word, _)| word + 1);
        let noted = (access.key(), access.step, access.writes);
        if let Some((word, earlier)) = block.shadow.note_words(&mut words, noted, true, &ordered, &block.budget) {
            let access = LaneAccess { who, target: MemoryBytes::Shared(offset), size: CHUNK, how };
            return Err(Self::unordered(access, word as u64, launch, block, earlier));
        }
        unfenced.map_or(Ok(()), |(_, failure)| Err(failure))
    }
}
