//! What items measure with; what one has measured is there for the others.

use super::super::pool::Pool;
use super::super::stage::Stage;
use super::super::{Case, Deviation, Obstacle, Placement, SEED, buffer_of};
use super::RoofPoint;
use crate::device::{Arg, Checks, Cpu, Device, LoadedModule, Product, Properties, Repetition, Statistics};
use crate::isa::Target;
use crate::kernels::{
    CoalescedGemv, CopyFloats, Kernel, NaiveGemv, ParameterValue, Recipe, SplitGemv, ToleranceSource,
};
use std::collections::HashMap;
use std::time::Duration;

/// Opens a fresh device.
pub type OpenDevice<'a> = &'a dyn Fn() -> Box<dyn Device>;

/// A device to measure on.
pub struct Bench<'a> {
    pool: Pool<'a>,
    target: Target,
    properties: Option<Properties>,
    /// Take the sizes of the specification even where that takes minutes.
    full: bool,
    timings: HashMap<String, Timing>,
    fastest: HashMap<(u32, u32), SplitGemv>,
    points: Vec<RoofPoint>,
}

/// Times of runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Their mean, in seconds.
    pub mean: f64,
    /// The shortest one, in seconds.
    pub least: f64,
    /// How many.
    pub runs: u32,
}

impl Timing {
    /// Of some runs.
    pub fn of(times: &[Duration]) -> Self {
        let seconds = || times.iter().map(Duration::as_secs_f64);
        let runs = times.len() as u32;
        Self { mean: seconds().sum::<f64>() / f64::from(runs), least: seconds().fold(f64::INFINITY, f64::min), runs }
    }
}

/// Runs before the ones that count.
const WARM_UP: u32 = 10;
/// Runs by which forms are chosen.
const TRIALS: u32 = 20;
/// Floats of the copy by which bandwidth is measured: 256 MiB there and 256 MiB back.
const COPIED: u32 = 1 << 26;

impl<'a> Bench<'a> {
    /// A bench on devices that `open` gives. `full`: with the sizes of the specification also where there is no GPU.
    pub fn new(open: OpenDevice<'a>, target: Target, full: bool) -> Self {
        let properties = open().properties();
        let full = full || properties.is_some();
        let pool = Pool::new(open);
        Self { pool, target, properties, full, timings: HashMap::new(), fastest: HashMap::new(), points: Vec::new() }
    }

    /// What was looked at for the roofline.
    pub fn points(&self) -> &[RoofPoint] {
        &self.points
    }

    /// Keeps a point of the roofline.
    pub fn keep(&mut self, point: RoofPoint) {
        self.points.push(point);
    }

    /// The GPU, if there is one.
    pub fn gpu(&self) -> Option<&Properties> {
        self.properties.as_ref()
    }

    /// A size of the specification, or a smaller one for devices without a GPU.
    pub fn size(&self, wanted: u32, small: u32) -> u32 {
        if self.full { wanted } else { small }
    }

    /// A device that nobody has used.
    pub fn device(&self) -> Box<dyn Device> {
        self.pool.fresh()
    }

    /// The three forms of a product.
    pub fn forms(k: u32, n: u32) -> [Box<dyn Kernel>; 3] {
        [Box::new(NaiveGemv { k, n }), Box::new(CoalescedGemv { k, n }), Box::new(SplitGemv::new(k, n, k.min(4)))]
    }

    /// The values of the parameters of a form: matrix, vector, and outputs as the kernel wants them.
    pub fn inputs(kernel: &dyn Kernel, a: &[f32], x: &[f32]) -> Vec<ParameterValue> {
        let mut inputs = kernel.inputs(SEED);
        inputs[1] = ParameterValue::Floats(a.to_vec());
        inputs[2] = ParameterValue::Floats(x.to_vec());
        inputs
    }

    /// Runs all forms of a product; how far each is from the reference.
    pub fn products(&mut self, k: u32, n: u32, a: &[f32], x: &[f32]) -> Result<Vec<Deviation>, Obstacle> {
        let mut all = Vec::new();
        for kernel in Self::forms(k, n) {
            let inputs = Self::inputs(kernel.as_ref(), a, x).into_iter().map(Recipe::Given).collect();
            let case = Case { inputs, ..Case::random(kernel) };
            let check = |device: &mut dyn Device| {
                case.check(device, self.target, ToleranceSource::Computed, Placement::Host).outcome
            };
            all.extend(self.pool.with(check, Result::is_ok)?);
        }
        Ok(all)
    }

    /// Loads a kernel, runs it, and gives the bytes of the first parameter's buffer.
    pub fn run(
        &self,
        device: &mut dyn Device,
        kernel: &dyn Kernel,
        inputs: &[ParameterValue],
    ) -> Result<Vec<u8>, Obstacle> {
        let module = device.load(&self.ptx(kernel)?)?;
        Self::launch(device, module, kernel, inputs)
    }

    /// Runs a kernel that is loaded, and gives the bytes of the first parameter's buffer. No buffer remains.
    pub fn launch(
        device: &mut dyn Device,
        module: LoadedModule,
        kernel: &dyn Kernel,
        inputs: &[ParameterValue],
    ) -> Result<Vec<u8>, Obstacle> {
        let args = device.arguments(inputs)?;
        device.launch(module, kernel.name(), kernel.launch(), &args)?;
        device.synchronise()?;
        let mut bytes = inputs[0].to_bytes();
        if let Arg::Buffer(buffer) = args[0] {
            device.download(buffer, &mut bytes)?;
        }
        for arg in args {
            if let Arg::Buffer(buffer) = arg {
                device.free(buffer)?;
            }
        }
        Ok(bytes)
    }

    /// What the interpreter counts in a launch.
    pub fn count(&self, kernel: &dyn Kernel) -> Result<Statistics, Obstacle> {
        let mut cpu = Cpu::with_checks(Checks { races: false, traffic: true, ..Checks::default() });
        self.run(&mut cpu, kernel, &kernel.inputs(SEED))?;
        Ok(cpu.statistics())
    }

    /// The module of a kernel.
    pub fn ptx(&self, kernel: &dyn Kernel) -> Result<String, Obstacle> {
        kernel.ptx(self.target).map_err(Obstacle::Build)
    }

    /// Times a kernel with its own kinds of inputs, made on the device, the level 2 cache emptied before each run.
    pub fn time(&mut self, kernel: &dyn Kernel, runs: u32) -> Result<Timing, Obstacle> {
        let key = format!("{kernel:?}, {runs}");
        if let Some(&timing) = self.timings.get(&key) {
            return Ok(timing);
        }
        let time = |device: &mut dyn Device| -> Result<Timing, Obstacle> {
            let mut stage = Stage::new(device, self.target);
            let module = stage.load(kernel)?;
            let recipes = kernel.recipes(SEED);
            let args = recipes.iter().map(|recipe| stage.argument(recipe, Placement::Device));
            let args = args.collect::<Result<Vec<_>, _>>()?;
            let repetition = Repetition { warm_up: WARM_UP, runs, cold: true };
            let times = stage.device.benchmark(module, kernel.name(), kernel.launch(), &args, repetition)?;
            Ok(Timing::of(&times))
        };
        let timing = self.pool.with(time, Result::is_ok)?;
        self.timings.insert(key, timing);
        Ok(timing)
    }

    /// The fastest form of a product on this device, and its time.
    pub fn fastest(&mut self, k: u32, n: u32, runs: u32) -> Result<(SplitGemv, Timing), Obstacle> {
        let kernel = match self.fastest.get(&(k, n)) {
            Some(&kernel) => kernel,
            None => {
                let forms = [4, 8, 16, 32, 64].into_iter().flat_map(|splits| [4, 8, 16].map(|warps| (splits, warps)));
                let mut best: Option<(f64, SplitGemv)> = None;
                for (splits, warps) in forms {
                    let kernel = SplitGemv { k, n, splits: splits.min(k), warps };
                    let time = self.time(&kernel, TRIALS)?.mean;
                    if best.is_none_or(|(least, _)| time < least) {
                        best = Some((time, kernel));
                    }
                }
                let kernel = best.map_or(SplitGemv::new(k, n, 1), |(_, kernel)| kernel);
                self.fastest.insert((k, n), kernel);
                kernel
            }
        };
        Ok((kernel, self.time(&kernel, runs)?))
    }

    /// Bytes per second that a copy moves, reads and writes together, `width` elements at a time.
    pub fn copy_bandwidth(&mut self, width: u32) -> Result<f64, Obstacle> {
        let kernel = CopyFloats { count: COPIED, width };
        Ok(2.0 * 4.0 * f64::from(COPIED) / self.time(&kernel, TRIALS)?.mean)
    }

    /// Times the product of the vendor's library; nothing without one.
    pub fn library(&mut self, (m, n, k): (u32, u32, u32), runs: u32) -> Result<Option<Timing>, Obstacle> {
        let time = |device: &mut dyn Device| -> Result<Option<Timing>, Obstacle> {
            let mut stage = Stage::new(device, self.target);
            let mut matrix = |seed, rows: u32, columns: u32| {
                let recipe = Recipe::Floats { count: rows as usize * columns as usize, seed, size: 1 };
                stage.argument(&recipe, Placement::Device).and_then(|arg| Ok(buffer_of(&arg)?))
            };
            let product = Product { m, n, k, a: matrix(0, m, k)?, b: matrix(1, k, n)?, c: matrix(2, m, n)? };
            let times = stage.device.library_product(&product, Repetition { warm_up: WARM_UP, runs, cold: true })?;
            Ok(times.map(|times| Timing::of(&times)))
        };
        self.pool.with(time, Result::is_ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_minima() {
        let timing = Timing::of(&[Duration::from_millis(1), Duration::from_millis(3)]);
        assert_eq!((timing.mean, timing.least, timing.runs), (0.002, 0.001, 2));
    }
}
