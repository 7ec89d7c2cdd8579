//! Batched kernels and their references.

use super::{
    BatchedQ4KGemv, BatchedQ6KGemv, BatchedResidualAdd, BatchedRmsNorm, BatchedRope, BatchedSwiglu, Kernel, Q4KGemv,
    Q6KGemv, ResidualAdd, RmsNorm, Rope, RopeLayout, Swiglu,
};
use crate::isa::Target;
use crate::parity::{BatchDispatch, PairKnowledge, PairOutcome, ParityReport, compare_texts, violation};

/// A batched kernel that has a reference for one vector.
pub trait KernelParity: Kernel {
    /// The kernel for one vector.
    type Reference: Kernel;

    /// How the kernel finds its vectors.
    fn expected_dispatch() -> BatchDispatch
    where
        Self: Sized;

    /// The reference with the same dimensions.
    fn single(&self) -> Self::Reference;

    /// Bytes from one vector of the batch to the next behind each parameter of the reference, 0 where all vectors share what is there.
    /// Nothing is known of parameters beyond the end of the list.
    fn vector_strides(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Compares the kernel's PTX with that of its reference. What keeps either from being written is a violation, too.
    fn validate_batch_dispatch(&self, target: Target) -> ParityReport
    where
        Self: Sized,
    {
        let reference = self.single();
        let (batched_name, reference_name) = (self.name(), reference.name());
        let texts = self.ptx(target).and_then(|batched| Ok((batched, reference.ptx(target)?)));
        let expected = Self::expected_dispatch();
        let mut report = ParityReport {
            batched: batched_name.to_string(),
            reference: reference_name.to_string(),
            expected,
            ptx: String::new(),
            violations: Vec::new(),
            obstacle: None,
            assumptions: Vec::new(),
        };
        match texts {
            Ok((batched, reference)) => {
                let options = PairKnowledge {
                    expected: Some(expected),
                    strides: self.vector_strides(),
                    ..PairKnowledge::default()
                };
                match compare_texts(&batched, batched_name, &reference, reference_name, &options) {
                    Ok(PairOutcome { violations, obstacle, assumptions }) => {
                        (report.violations, report.obstacle, report.assumptions) = (violations, obstacle, assumptions);
                    }
                    Err(reason) => report.violations.push(violation(reason)),
                }
                report.ptx = batched;
            }
            Err(error) => report.violations.push(violation(format!("the kernels cannot be written: {error}"))),
        }
        report
    }
}

/// Bytes of an element.
const ELEMENT: u64 = 4;

/// Bytes of so many elements.
fn bytes(elements: u32) -> u64 {
    u64::from(elements) * ELEMENT
}

impl KernelParity for BatchedRmsNorm {
    type Reference = RmsNorm;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::GridY
    }

    fn single(&self) -> RmsNorm {
        RmsNorm { hidden: self.hidden, epsilon: self.epsilon }
    }

    fn vector_strides(&self) -> Vec<u64> {
        vec![bytes(self.hidden), 0, bytes(self.hidden)]
    }
}

impl KernelParity for BatchedQ4KGemv {
    type Reference = Q4KGemv;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::RegisterUnroll
    }

    fn single(&self) -> Q4KGemv {
        Q4KGemv { k: self.k, n: self.n }
    }

    fn vector_strides(&self) -> Vec<u64> {
        vec![0, bytes(self.k), bytes(self.n)]
    }
}

impl KernelParity for BatchedQ6KGemv {
    type Reference = Q6KGemv;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::RegisterUnroll
    }

    fn single(&self) -> Q6KGemv {
        Q6KGemv { k: self.k, n: self.n }
    }

    fn vector_strides(&self) -> Vec<u64> {
        vec![0, bytes(self.k), bytes(self.n)]
    }
}

impl KernelParity for BatchedResidualAdd {
    type Reference = ResidualAdd;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::GridY
    }

    fn single(&self) -> ResidualAdd {
        ResidualAdd { length: self.length }
    }

    fn vector_strides(&self) -> Vec<u64> {
        vec![bytes(self.length); 3]
    }
}

impl KernelParity for BatchedRope {
    type Reference = Rope;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::GridY
    }

    fn single(&self) -> Rope {
        Rope { heads: self.heads, head_dim: self.head_dim, layout: self.layout }
    }

    fn vector_strides(&self) -> Vec<u64> {
        let vector = bytes(self.heads) * u64::from(self.head_dim);
        vec![vector, 0, vector, ELEMENT]
    }
}

impl KernelParity for BatchedSwiglu {
    type Reference = Swiglu;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::GridY
    }

    fn single(&self) -> Swiglu {
        Swiglu { length: self.length }
    }

    fn vector_strides(&self) -> Vec<u64> {
        vec![bytes(self.length); 3]
    }
}

/// Dimensions of a decoder that make those of its kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dimensions {
    /// Elements of a vector between layers.
    pub hidden: u32,
    /// Elements of a vector inside a feed-forward network.
    pub intermediate: u32,
    /// Attention heads.
    pub heads: u32,
    /// Elements of a head.
    pub head_dim: u32,
}

/// A batched kernel of this crate and its reference.
#[derive(Debug)]
pub struct KernelPair {
    /// Name of the batched kernel.
    pub batched: &'static str,
    /// Name of its reference.
    pub reference: &'static str,
    /// How the batched kernel finds its vectors.
    pub dispatch: BatchDispatch,
    /// Compares both.
    pub validate: fn(&Dimensions, Target) -> ParityReport,
}

/// Vectors of the batches that are compared; their number has no part in the code.
const BATCH: u32 = 8;

/// What keeps the divisor of a normalisation from zero.
const EPSILON: f32 = 1e-6;

/// All pairs. Matrices have `hidden` columns and `intermediate` rows.
pub const PAIRS: [KernelPair; 6] = [
    KernelPair {
        batched: "BatchedRmsNorm",
        reference: "RmsNorm",
        dispatch: BatchDispatch::GridY,
        validate: |dimensions, target| {
            let kernel = BatchedRmsNorm { hidden: dimensions.hidden, epsilon: EPSILON, batch: BATCH };
            kernel.validate_batch_dispatch(target)
        },
    },
    KernelPair {
        batched: "BatchedQ4KGemv",
        reference: "Q4KGemv",
        dispatch: BatchDispatch::RegisterUnroll,
        validate: |dimensions, target| {
            let kernel = BatchedQ4KGemv { k: dimensions.hidden, n: dimensions.intermediate, batch: BATCH };
            kernel.validate_batch_dispatch(target)
        },
    },
    KernelPair {
        batched: "BatchedQ6KGemv",
        reference: "Q6KGemv",
        dispatch: BatchDispatch::RegisterUnroll,
        validate: |dimensions, target| {
            let kernel = BatchedQ6KGemv { k: dimensions.hidden, n: dimensions.intermediate, batch: BATCH };
            kernel.validate_batch_dispatch(target)
        },
    },
    KernelPair {
        batched: "BatchedResidualAdd",
        reference: "ResidualAdd",
        dispatch: BatchDispatch::GridY,
        validate: |dimensions, target| {
            BatchedResidualAdd { length: dimensions.hidden, batch: BATCH }.validate_batch_dispatch(target)
        },
    },
    KernelPair {
        batched: "BatchedRope",
        reference: "Rope",
        dispatch: BatchDispatch::GridY,
        validate: |dimensions, target| {
            let Dimensions { heads, head_dim, .. } = *dimensions;
            let kernel = BatchedRope { heads, head_dim, layout: RopeLayout::Halves, batch: BATCH };
            kernel.validate_batch_dispatch(target)
        },
    },
    KernelPair {
        batched: "BatchedSwiglu",
        reference: "Swiglu",
        dispatch: BatchDispatch::GridY,
        validate: |dimensions, target| {
            BatchedSwiglu { length: dimensions.intermediate, batch: BATCH }.validate_batch_dispatch(target)
        },
    },
];
