//! A kernel of one's own: written with the builder, run, and validated, alone and batched.

use ptxlint::device::Cpu;
use ptxlint::isa::Target;
use ptxlint::kernels::KernelParity;
use ptxlint::kernels::builder::{Builder, F32, LaunchAxis, U32};
use ptxlint::kernels::{Arithmetic, BuildError, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use ptxlint::parity::BatchDispatch;
use ptxlint::validate::{Case, KernelValidator};

const THREADS: u32 = 128;

/// `y[i] = x[i] * x[i]`, for one vector or, with `%ctaid.y` as its number, for each of a batch.
///
/// Parameters: `x` and `y`, floats, and `n`, the length of a vector.
#[derive(Clone, Debug)]
struct Square {
    length: u32,
    batch: Option<u32>,
}

impl Square {
    fn vectors(&self) -> u32 {
        self.batch.unwrap_or(1)
    }
}

impl Kernel for Square {
    fn name(&self) -> &'static str {
        if self.batch.is_some() { "batched_square" } else { "square" }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let mut b = Builder::new(self.name(), target, [THREADS, 1, 1]);
        b.summary("y[i] = x[i] * x[i]");
        let [mut x, mut y] = ["x", "y"].map(|name| b.pointer_parameter::<F32>(name));
        let length = b.parameter::<U32>("n");
        if self.batch.is_some() {
            let vector = b.block_index(LaunchAxis::Y);
            let first = b.mul_wide(vector, self.length);
            [x, y] = [x, y].map(|pointer| b.element(pointer, first));
        }
        let index = b.global_index(LaunchAxis::X);
        let inside = b.less(index, length);
        b.if_then(inside, |b| {
            let [from, to] = [x, y].map(|pointer| b.element(pointer, index));
            let number = b.load(from);
            let square = b.mul(number, number);
            b.store(to, square);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.length.div_ceil(THREADS), self.vectors(), 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let count = (self.length * self.vectors()) as usize;
        vec![
            ParameterValue::Floats(random::floats(seed, 0, count)),
            ParameterValue::unwritten(count),
            ParameterValue::U32(self.length),
        ]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let ParameterValue::Floats(x) = &inputs[0] else { panic!("x is a buffer of floats") };
        let values = x.iter().map(|&x| f64::from(x).powi(2)).collect();
        // The product is rounded once.
        vec![ExpectedBuffer { parameter: 1, values, arithmetic: Arithmetic::relative(1) }]
    }
}

impl KernelParity for Square {
    type Reference = Square;

    fn expected_dispatch() -> BatchDispatch {
        BatchDispatch::GridY
    }

    fn single(&self) -> Square {
        Square { batch: None, ..self.clone() }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = Target::lookup("sm_80").ok_or("no such target")?;
    let kernel = Square { length: 300, batch: Some(3) };
    let ptx = kernel.ptx(target)?;
    println!("{ptx}");

    let findings = ptxlint::check(ptx.as_bytes(), &ptxlint::Options::default())?.findings;
    println!("findings: {}", findings.len());

    let parity = kernel.validate_batch_dispatch(target);
    println!("does for each vector what its reference does: {}", parity.passed());

    let mut validator = KernelValidator::new(target, || Box::new(Cpu::new()));
    validator.validate(&Case::random(Box::new(kernel.clone())));
    validator.validate(&Case::batched(Box::new(kernel.clone()), Box::new(kernel.single()), 1));
    println!("{}", validator.report());
    Ok(())
}
