//! Kernels that make each element of the result from the same element of the inputs.

use super::builder::{BuildError, Builder, F32, LaunchAxis, Reg};
use super::common::{
    EXPONENTIAL, MAX_GRID_Y, THREADS, demand, elements, load_run, select_vector, store_run, vector_width,
};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue};
use crate::isa::Target;

/// `output[i] = input[i] + residual[i]`: the skip connection.
///
/// Parameters: `input`, `residual`, `output`, each of `length` floats. A thread makes 4 elements if `length` is a multiple of
/// 4, else one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResidualAdd {
    /// Elements of a vector.
    pub length: u32,
}

/// [`ResidualAdd`] for `batch` vectors, one after the other in memory; `%ctaid.y` selects the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchedResidualAdd {
    /// Elements of a vector.
    pub length: u32,
    /// Vectors.
    pub batch: u32,
}

/// `output[i] = silu(gate[i]) * up[i]` with `silu(g) = g / (1 + e^-g)`: the activation of gated feed-forward networks (Shazeer,
/// *GLU Variants Improve Transformer*, 2020).
///
/// Parameters: `gate`, `up`, `output`, each of `length` floats. A thread makes 4 elements if `length` is a multiple of 4, else
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiglu {
    /// Elements of a vector.
    pub length: u32,
}

/// [`Swiglu`] for `batch` vectors, one after the other in memory; `%ctaid.y` selects the vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchedSwiglu {
    /// Elements of a vector.
    pub length: u32,
    /// Vectors.
    pub batch: u32,
}

/// An operation on two vectors.
struct ElementwiseOperation {
    name: &'static str,
    formula: &'static str,
    inputs: [&'static str; 2],
    length: u32,
    /// Vectors of a batched kernel.
    batch: Option<u32>,
    emit: fn(&mut Builder, Reg<F32>, Reg<F32>) -> Reg<F32>,
    compute: fn(f64, f64) -> f64,
    /// Roundings, one after another.
    roundings: u32,
}

impl ElementwiseOperation {
    fn residual_add(name: &'static str, length: u32, batch: Option<u32>) -> Self {
        Self {
            name,
            formula: "output[i] = input[i] + residual[i]",
            inputs: ["input", "residual"],
            length,
            batch,
            emit: |b, x, y| b.add(x, y),
            compute: |x, y| x + y,
            roundings: 1,
        }
    }

    fn swiglu(name: &'static str, length: u32, batch: Option<u32>) -> Self {
        Self {
            name,
            formula: "output[i] = gate[i] / (1 + exp(-gate[i])) * up[i]",
            inputs: ["gate", "up"],
            length,
            batch,
            emit: |b, gate, up| {
                let negated = b.neg(gate);
                let exponential = b.exp(negated);
                let denominator = b.add(exponential, 1.0);
                let silu = b.div(gate, denominator);
                b.mul(silu, up)
            },
            compute: |gate, up| gate / (1.0 + (-gate).exp()) * up,
            roundings: EXPONENTIAL + 3,
        }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand((1..=1 << 31).contains(&self.length), "a vector has 1 to 2^31 elements")?;
        demand(self.batch.is_none_or(|batch| (1..=MAX_GRID_Y).contains(&batch)), "a batch has 1 to 65535 vectors")?;
        let width = vector_width(self.length);
        let mut b = Builder::new(self.name, target, self.launch().block);
        b.summary(self.formula);
        let inputs = self.inputs.map(|name| b.pointer_parameter::<F32>(name));
        let output = b.pointer_parameter::<F32>("output");
        let thread = b.global_index(LaunchAxis::X);
        let inside = b.less(thread, self.length / width);
        b.if_then(inside, |b| {
            let index = if width > 1 { b.mul(thread, width) } else { thread };
            let [first, second, output] = [inputs[0], inputs[1], output].map(|pointer| {
                let vector = select_vector(b, pointer, self.length, self.batch.is_some());
                b.element(vector, index)
            });
            let (first, second) = (load_run(b, first, width), load_run(b, second, width));
            let results: Vec<_> = first.iter().zip(&second).map(|(&x, &y)| (self.emit)(b, x, y)).collect();
            store_run(b, output, &results);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        let threads = self.length / vector_width(self.length);
        LaunchConfig::new([threads.div_ceil(THREADS), self.batch.unwrap_or(1), 1], [THREADS, 1, 1])
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = elements(&[self.length, self.batch.unwrap_or(1)]);
        // Wide enough for every part of an activation.
        let wide = |stream| Recipe::floats(seed, stream, count, 8);
        vec![wide(0), wide(1), Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let pairs = inputs[0].floats().iter().zip(inputs[1].floats());
        let values = pairs.map(|(&x, &y)| (self.compute)(f64::from(x), f64::from(y))).collect();
        vec![ExpectedBuffer { parameter: 2, values, arithmetic: Arithmetic::relative(self.roundings) }]
    }
}

/// Implements [`Kernel`] by an [`ElementwiseOperation`].
macro_rules! elementwise {
    ($($kernel:ident: $operation:ident($name:literal, $($batch:ident)?);)*) => {
        $(impl $kernel {
            fn operation(&self) -> ElementwiseOperation {
                ElementwiseOperation::$operation($name, self.length, elementwise!(@batch self $($batch)?))
            }
        }
        impl Kernel for $kernel {
            fn name(&self) -> &'static str {
                $name
            }
            fn ptx(&self, target: Target) -> Result<String, BuildError> {
                self.operation().ptx(target)
            }
            fn launch(&self) -> LaunchConfig {
                self.operation().launch()
            }
            fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
                values(&self.recipes(seed))
            }
            fn recipes(&self, seed: u64) -> Vec<Recipe> {
                self.operation().recipes(seed)
            }
            fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
                self.operation().reference(inputs)
            }
        })*
    };
    (@batch $self:ident) => { None };
    (@batch $self:ident $batch:ident) => { Some($self.$batch) };
}

elementwise! {
    ResidualAdd: residual_add("residual_add",);
    BatchedResidualAdd: residual_add("batched_residual_add", batch);
    Swiglu: swiglu("swiglu",);
    BatchedSwiglu: swiglu("batched_swiglu", batch);
}
