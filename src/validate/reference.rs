//! What outputs are held against.

use super::stage::Stage;
use super::{Case, Obstacle, Placement, buffer_of};
use crate::device::{Arg, Buffer};
use crate::kernels::{
    BuildError, ExpectedBuffer, HalfFormat, Kernel, ParameterValue, Recipe, Tolerance, ToleranceSource,
};

/// Where a reference comes from.
#[derive(Debug)]
pub enum Reference {
    /// [`Kernel::reference`]: double precision, on the CPU.
    Double,
    /// These values.
    Given(Vec<ExpectedBuffer>),
    /// Another kernel, on the device.
    Kernel(Twin),
}

/// A kernel that computes the same in another way.
#[derive(Debug)]
pub struct Twin {
    /// The kernel.
    pub kernel: Box<dyn Kernel>,
    /// What it gets for each of its parameters.
    pub origins: Vec<ParameterOrigin>,
    /// How often it is launched: once for each vector of a batch.
    pub vectors: usize,
    /// The parameter of the kernel under test that both write.
    pub output: usize,
    /// Both do the same operations in the same order: there is no tolerance.
    pub exact: bool,
}

/// Where a parameter of a [`Twin`] comes from. Numbers are those of the parameters of the kernel under test.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterOrigin {
    /// The same buffer.
    Buffer(usize),
    /// The vector's part of the buffer.
    Vector(usize),
    /// The vector's element of a buffer of words, as a number.
    Element(usize),
    /// The buffer's numbers of 16 bits in single precision.
    Widened(usize, HalfFormat),
    /// A number.
    Number(ParameterValue),
    /// The vector's part of the result.
    Result,
}

/// Buffers that are declared to start at multiples of this do so.
const ALIGNMENT: usize = 16;

impl Twin {
    /// A kernel with the same parameters.
    pub fn same(kernel: Box<dyn Kernel>, inputs: &[Recipe], output: usize) -> Self {
        let origin = |(index, recipe): (usize, &Recipe)| match recipe {
            _ if index == output => ParameterOrigin::Result,
            Recipe::Given(value) if !value.is_buffer() => ParameterOrigin::Number(value.clone()),
            _ => ParameterOrigin::Buffer(index),
        };
        let origins = inputs.iter().enumerate().map(origin).collect();
        Self { kernel, origins, vectors: 1, output, exact: false }
    }

    /// The kernel for one vector that a batched kernel repeats: what both have in the same size is shared by all vectors.
    pub fn single(kernel: Box<dyn Kernel>, inputs: &[Recipe], output: usize) -> Self {
        let form = kernel.recipes(0);
        let origin = |(index, (batched, one)): (usize, (&Recipe, &Recipe))| match (batched, one) {
            _ if index == output => ParameterOrigin::Result,
            (Recipe::Given(ParameterValue::Words(_)), Recipe::Given(ParameterValue::U32(_))) => {
                ParameterOrigin::Element(index)
            }
            (Recipe::Given(value), _) if !value.is_buffer() => ParameterOrigin::Number(value.clone()),
            _ if batched.elements() == one.elements() => ParameterOrigin::Buffer(index),
            _ => ParameterOrigin::Vector(index),
        };
        let origins = inputs.iter().zip(&form).enumerate().map(origin).collect();
        let vectors = inputs[output].elements() / form[output].elements();
        Self { kernel, origins, vectors, output, exact: true }
    }

    /// Runs it for each vector; gives the buffer of its results.
    pub(super) fn run(
        &self,
        case: &Case,
        args: &[Arg],
        placement: Placement,
        stage: &mut Stage<'_>,
    ) -> Result<Buffer, Obstacle> {
        let result = stage.argument(&case.inputs[self.output], placement)?;
        let sources = self.origins.iter().map(|origin| self.source(origin, case, args, &result, stage));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        let module = stage.load(self.kernel.as_ref())?;
        for vector in 0..self.vectors {
            let args: Vec<Arg> = sources.iter().map(|source| source.of(vector)).collect();
            stage.device.launch(module, self.kernel.name(), self.kernel.launch(), &args)?;
            stage.device.synchronise()?;
        }
        Ok(buffer_of(&result)?)
    }

    fn source(
        &self,
        origin: &ParameterOrigin,
        case: &Case,
        args: &[Arg],
        result: &Arg,
        stage: &mut Stage<'_>,
    ) -> Result<TwinArgument, Obstacle> {
        Ok(match *origin {
            ParameterOrigin::Buffer(index) => TwinArgument::Same(args[index].clone()),
            ParameterOrigin::Vector(index) => self.parts(&args[index], &case.inputs[index])?,
            ParameterOrigin::Result => self.parts(result, &case.inputs[self.output])?,
            ParameterOrigin::Number(ref value) => TwinArgument::Same(Arg::Bytes(value.to_bytes())),
            ParameterOrigin::Element(index) => match case.inputs[index].value() {
                ParameterValue::Words(words) => TwinArgument::Each(words),
                other => TwinArgument::Same(Arg::Bytes(other.to_bytes())),
            },
            ParameterOrigin::Widened(index, format) => {
                TwinArgument::Same(stage.widened(&args[index], &case.inputs[index], format)?.into())
            }
        })
    }

    /// The vectors' parts of a buffer.
    fn parts(&self, arg: &Arg, form: &Recipe) -> Result<TwinArgument, Obstacle> {
        let bytes = form.elements() * form.element_bytes() / self.vectors;
        if self.vectors > 1 && !bytes.is_multiple_of(ALIGNMENT) {
            let why = format!(
                "vectors of {bytes} bytes, of which the second one does not start at a multiple of {ALIGNMENT}"
            );
            return Err(Obstacle::Build(BuildError::Dimension(why)));
        }
        Ok(TwinArgument::Parts(buffer_of(arg)?, bytes as u64))
    }

    /// How far apart both results may be: each may be off by its own bound.
    pub(super) fn tolerance(
        &self,
        case: &Case,
        args: &[Arg],
        source: ToleranceSource,
        stage: &mut Stage<'_>,
    ) -> Result<Tolerance, Obstacle> {
        if self.exact {
            return Ok(Tolerance::EXACT);
        }
        let largest = self.magnitudes(case, args, stage)?;
        let of_parameter = |origin: &ParameterOrigin| match *origin {
            ParameterOrigin::Buffer(index) | ParameterOrigin::Vector(index) | ParameterOrigin::Widened(index, _) => {
                largest[index]
            }
            _ => 0.0,
        };
        let of_twin: Vec<f64> = self.origins.iter().map(of_parameter).collect();
        let needs_more = |kernel: &dyn Kernel| {
            let why = format!("{} does not tell its bound without a reference in double precision", kernel.name());
            Obstacle::Build(BuildError::Dimension(why))
        };
        let of = |kernel: &dyn Kernel, largest: &[f64]| {
            kernel.arithmetic(largest).map(|arithmetic| source.of(&arithmetic)).ok_or_else(|| needs_more(kernel))
        };
        let [own, other] = [of(case.kernel.as_ref(), &largest)?, of(self.kernel.as_ref(), &of_twin)?];
        Ok(Tolerance { absolute: own.absolute + other.absolute, relative: own.relative + other.relative })
    }

    /// The largest magnitude of each floating-point input, which the device finds.
    fn magnitudes(&self, case: &Case, args: &[Arg], stage: &mut Stage<'_>) -> Result<Vec<f64>, Obstacle> {
        let mut largest = vec![0.0; args.len()];
        for (index, recipe) in case.inputs.iter().enumerate().filter(|&(index, _)| index != self.output) {
            if recipe.is_single() {
                largest[index] = stage.largest(&args[index], recipe)?;
            }
        }
        for origin in &self.origins {
            if let ParameterOrigin::Widened(index, format) = *origin {
                let form = &case.inputs[index];
                let widened = stage.widened(&args[index], form, format)?;
                largest[index] = stage.largest(&widened.into(), form)?;
            }
        }
        Ok(largest)
    }
}

/// What a twin gets for a parameter, vector by vector.
enum TwinArgument {
    Same(Arg),
    /// A buffer and the bytes of a part.
    Parts(Buffer, u64),
    Each(Vec<u32>),
}

impl TwinArgument {
    fn of(&self, vector: usize) -> Arg {
        match self {
            Self::Same(arg) => arg.clone(),
            Self::Parts(buffer, bytes) => Arg::BufferAt(*buffer, vector as u64 * bytes),
            Self::Each(words) => Arg::from(words[vector]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{BatchedRope, CoalescedGemv, NaiveGemv, Rope, RopeLayout};

    #[test]
    fn origins() {
        let (heads, head_dim, layout) = (2, 8, RopeLayout::Halves);
        let batched = BatchedRope { heads, head_dim, layout, batch: 3 };
        let twin = Twin::single(Box::new(Rope { heads, head_dim, layout }), &batched.recipes(1), 2);
        assert_eq!((twin.vectors, twin.exact), (3, true));
        assert!(
            twin.origins.contains(&ParameterOrigin::Vector(0)) && twin.origins.contains(&ParameterOrigin::Result),
            "{twin:?}"
        );
        assert!(twin.origins.iter().any(|origin| matches!(origin, ParameterOrigin::Element(_))), "{twin:?}");
        let gemv = CoalescedGemv { k: 4, n: 8 };
        let twin = Twin::same(Box::new(NaiveGemv { k: 4, n: 8 }), &gemv.recipes(1), 0);
        let numbers = [4, 8].map(|number| ParameterOrigin::Number(ParameterValue::U32(number)));
        assert_eq!(
            twin.origins[..3],
            [ParameterOrigin::Result, ParameterOrigin::Buffer(1), ParameterOrigin::Buffer(2)]
        );
        assert_eq!(twin.origins[3..], numbers);
    }
}
