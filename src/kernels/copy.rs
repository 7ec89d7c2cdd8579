//! Copying: what memory can do at best, for other kernels to be held against.

use super::builder::{BuildError, Builder, F32, LaunchAxis};
use super::common::{THREADS, demand, load_run, store_run};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, Work};
use crate::isa::Target;

/// `output[i] = input[i]`.
///
/// Parameters: `input` and `output`, `count` floats each. A thread copies `width` neighbouring elements with one load and one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyFloats {
    /// Elements, a multiple of `width`.
    pub count: u32,
    /// Elements of a thread: 1 or 4.
    pub width: u32,
}

impl Kernel for CopyFloats {
    fn name(&self) -> &'static str {
        "copy"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand(matches!(self.width, 1 | 4), "a thread copies 1 or 4 elements")?;
        let fits = (1..=1 << 31).contains(&self.count) && self.count.is_multiple_of(self.width);
        demand(fits, "a buffer has 1 to 2^31 elements, as many as threads can share")?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("output[i] = input[i]");
        let [input, output] = ["input", "output"].map(|name| b.pointer_parameter::<F32>(name));
        let thread = b.global_index(LaunchAxis::X);
        let inside = b.less(thread, self.count / self.width);
        b.if_then(inside, |b| {
            let index = if self.width > 1 { b.mul(thread, self.width) } else { thread };
            let [input, output] = [input, output].map(|pointer| b.element(pointer, index));
            let values = load_run(b, input, self.width);
            store_run(b, output, &values);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([(self.count / self.width).div_ceil(THREADS), 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = self.count as usize;
        vec![Recipe::floats(seed, 0, count, 1), Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let values = inputs[0].floats().iter().copied().map(f64::from).collect();
        vec![ExpectedBuffer { parameter: 1, values, arithmetic: Arithmetic::EXACT }]
    }

    fn work(&self) -> Option<Work> {
        Some(Work { operations: 0.0, bytes: 8.0 * f64::from(self.count) })
    }
}
