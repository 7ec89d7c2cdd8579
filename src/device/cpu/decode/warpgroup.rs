//! `wgmma`: products of warpgroups.

use super::super::lanes::{Lanes, WARP};
use super::super::program::Op;
use super::super::warpgroup::{ProductFactor, ROWS, WarpFactors, WarpgroupProduct};
use super::float::rounding_of;
use super::matrix::{MatrixElement, MatrixShape, shape};
use super::mma::{PackedElement, complete, gather, spread};
use super::register_product::{ProductRegisters, RegisterProduct};
use super::sparsity::Sparsity;
use super::sums::{Accumulation, FEW, Factors, LANES, Sums};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::exact::Rounding;
use crate::isa::{ScalarType, op, word};

/// What the factors hold, and what becomes of their products.
struct GroupProduct {
    shape: MatrixShape,
    a: MatrixElement,
    b: MatrixElement,
    d: MatrixElement,
    /// The factors are negated.
    negates: [bool; 2],
    sums: Sums,
    sparsity: Option<Sparsity>,
    /// What is faster for nearly all factors.
    direct: Option<RegisterProduct>,
}

impl GroupProduct {
    /// Registers of the result.
    fn registers(&self) -> usize {
        self.shape.n * ROWS / WARP / if self.d.width() == 16 { 2 } else { 1 }
    }

    /// Elements of a row of the first factor that are there.
    fn depth_of_a(&self) -> usize {
        if self.sparsity.is_some() { self.shape.k / 2 } else { self.shape.k }
    }

    /// The first factor row by row, and the second one column by column.
    fn factors(&self, a: &[&Lanes], b: &[&Lanes]) -> (Vec<f64>, Vec<f64>) {
        let [of_a, of_b] = [self.a, self.b].map(|element| PackedElement { element, spacing: element.width() });
        let words = b.len() * LANES / self.shape.n;
        let mut first = of_a.lines(a, self.depth_of_a(), |i| (8 * (i % 2), 4 * (i / 2)));
        let mut second = of_b.lines(b, self.shape.k, |i| (i / words * LANES, i % words * 4));
        for (factor, negates) in [&mut first, &mut second].into_iter().zip(self.negates) {
            if negates {
                factor.iter_mut().for_each(|element| *element = -*element);
            }
        }
        (first, second)
    }

    fn compute(&self, from: WarpFactors<'_>) -> std::result::Result<Vec<Lanes>, String> {
        let WarpFactors { a, b, metadata, old } = from;
        let (depth, columns) = (self.shape.k, self.shape.n);
        let old: Vec<&Lanes> = old.into_iter().flatten().collect();
        let mut new = vec![[0; WARP]; self.registers()];
        let missing = self.direct.and_then(|direct| direct.multiply(&ProductRegisters { a, b, old: &old }, &mut new));
        let missing = missing.filter(|missing| missing.len() <= ROWS * columns / FEW);
        if missing.as_ref().is_some_and(Vec::is_empty) {
            return Ok(new);
        }
        let (mut a, b) = self.factors(a, b);
        if let (Some(sparsity), Some(metadata)) = (self.sparsity, metadata) {
            a = sparsity.expand(&a, depth, metadata)?;
        }
        let factors = Factors { a: &a, b: &b, depth };
        if let Some(missing) = missing {
            complete(&self.sums, factors, &missing, &old, &mut new);
            return Ok(new);
        }
        let old = match &old[..] {
            [] => vec![0.0; ROWS * columns],
            old => gather(self.d, old, columns),
        };
        // Single precision has been tried.
        let is_any = self.direct.is_some();
        let sums = if is_any { self.sums.multiply_any(factors, &old) } else { self.sums.multiply(factors, &old) };
        spread(self.d, &sums, columns, new.iter_mut());
        Ok(new)
    }
}

impl Decoder<'_, '_> {
    /// `wgmma`
    pub(super) fn warpgroup(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SYNC, word::ALIGNED]);
        match words.op {
            op::WGMMA_FENCE => self.emit(Op::FenceProducts),
            op::WGMMA_COMMIT_GROUP => self.emit(Op::CommitProducts),
            op::WGMMA_WAIT_GROUP => {
                let keep = self.constant_operand(0)? as u32;
                self.emit(Op::WaitProducts { keep });
            }
            _ => return self.multiply_in_group(words),
        }
        Ok(())
    }

    fn multiply_in_group(&mut self, words: &Words<'_>) -> Result<()> {
        let shape = words.find(shape).ok_or_else(|| self.refuse_form())?;
        let saturates = words.has(word::SATFINITE);
        words.ignore(&[word::ROW, word::COL, word::AND, word::POPC]);
        let types = words.types();
        let [d, a, b] = types[..] else { return Err(self.refuse_form()) };
        let [Some(d), Some(a), Some(b)] = [d, a, b].map(MatrixElement::of) else { return Err(self.refuse_form()) };
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        let is_sparse = words.op == op::WGMMA_MMA_ASYNC_SP;
        let accumulation = Accumulation::of_warpgroup(a, is_sparse);
        let sums = Sums { a, d, saturates, rounding, differs: false, accumulation };
        let first = self.operand(1)?;
        let in_registers = self.parts(first).len() > 1;
        // Metadata and its selector stand before what follows them.
        let more = if is_sparse { 2 } else { 0 };
        let sparsity = if more > 0 { Some(self.sparsity(words, shape.k, a.width(), 4)?) } else { None };
        let metadata = if more > 0 { Some(self.source(3, ScalarType::B32)?) } else { None };
        let flag = |index: usize, of: i64| {
            Ok(index + more < self.operand_count() && self.constant_operand(index + more)? == of)
        };
        let negates = [flag(4, -1)?, flag(5, -1)?];
        let (a_transposed, b_transposed) = match in_registers {
            true => (false, flag(6, 1)?),
            false => (flag(6, 1)?, flag(7, 1)?),
        };
        let of_warp = MatrixShape { m: ROWS, n: LANES, ..shape };
        let is_plain =
            sparsity.is_none() && negates == [false; 2] && sums.accumulation == Accumulation::in_blocks(false);
        let direct = if is_plain { RegisterProduct::new(of_warp, [a, b, d, d]) } else { None };
        let product = GroupProduct { shape, a, b, d, negates, sums, sparsity, direct };
        let bits = a.width();
        if (a_transposed || b_transposed) && bits != 16 || shape.m != 4 * ROWS {
            return Err(self.refuse_form());
        }
        let a = match in_registers {
            true => ProductFactor::Registers(self.fragment(1)?),
            false => ProductFactor::Memory { descriptor: self.source(1, ScalarType::B64)?, transposed: a_transposed },
        };
        let b = ProductFactor::Memory { descriptor: self.source(2, ScalarType::B64)?, transposed: b_transposed };
        let sums = self.fragment_results(0)?;
        let continues = self.source(3 + more, ScalarType::Pred)?;
        if sums.len() != product.registers() {
            return Err(self.refuse_form());
        }
        let (columns, depth) = (shape.n, shape.k);
        let depth_of_a = product.depth_of_a();
        let multiply = Box::new(move |from: WarpFactors<'_>| product.compute(from));
        let step = WarpgroupProduct { columns, depth, depth_of_a, bits, a, b, metadata, sums, continues, multiply };
        self.emit(Op::WarpgroupProduct(Box::new(step)));
        Ok(())
    }
}
