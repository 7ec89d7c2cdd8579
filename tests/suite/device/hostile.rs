//! Kernels that were changed at random run, fault or are refused: no panic, no hang.

use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError, kernels as kernels_of};
use ptxlint::isa::Target;
use ptxlint::kernels::{self, LaunchConfig};
use ptxlint::validate::DEMONSTRATIONS;

/// Numbers at which sizes, shifts and addresses go wrong.
const NUMBERS: [&str; 10] = ["0", "1", "-1", "3", "31", "64", "255", "65536", "0x7fffffff", "0xffffffffffffffff"];

/// Changes a few places of a text: words for others of it, numbers for odd ones, lines left out, doubled or exchanged.
fn mutate(text: &str, random: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    for _ in 0..random.usize(1..4) {
        let (line, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
        match random.u8(..8) {
            0 => drop(lines.remove(line)),
            1 => lines.swap(line, other),
            2 => lines.insert(line, lines[other].clone()),
            3 => lines[line] = replace(&lines[line], random, |_, random| NUMBERS[random.usize(..10)].to_string()),
            _ => {
                let words: Vec<String> = words(&lines[other]).map(|(_, word)| word.to_string()).collect();
                lines[line] = replace(&lines[line], random, |word, random| {
                    random.choice(&words).map_or(word.to_string(), String::clone)
                });
            }
        }
    }
    lines.join("\n")
}

/// The words of a line, with where they begin.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.match_indices(|c: char| !c.is_whitespace()).filter_map(move |(start, _)| {
        let is_word = |c: char| c.is_alphanumeric() || "%._$-".contains(c);
        let begins = line[..start].chars().next_back().is_none_or(|before| !is_word(before));
        let rest = &line[start..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (begins && end > 0).then_some((start, &rest[..end]))
    })
}

/// A line with one of its words replaced.
fn replace(line: &str, random: &mut fastrand::Rng, other: impl Fn(&str, &mut fastrand::Rng) -> String) -> String {
    let words: Vec<(usize, &str)> = words(line).collect();
    let Some(&(start, word)) = random.choice(&words) else { return line.to_string() };
    format!("{}{}{}", &line[..start], other(word, random), &line[start + word.len()..])
}

/// What came of launching changed kernels.
#[derive(Default, Debug)]
struct Outcomes {
    ran: usize,
    faulty: usize,
    refused: usize,
}

impl Outcomes {
    fn add(&mut self, result: Result<(), DeviceError>) {
        match result {
            Ok(()) => self.ran += 1,
            Err(DeviceError::Fault(_)) => self.faulty += 1,
            Err(_) => self.refused += 1,
        }
    }

    /// Changes that all come to the same show little.
    fn are_mixed(&self) -> bool {
        self.ran > 50 && self.faulty > 50 && self.refused > 50
    }
}

fn launch(
    ptx: &str,
    kernel: &str,
    config: LaunchConfig,
    arguments: impl FnOnce(&mut Cpu) -> Result<Vec<Arg>, DeviceError>,
) -> Result<(), DeviceError> {
    let mut cpu = Cpu::with_checks(Checks { steps: 20_000, ..Checks::default() });
    let module = cpu.load(ptx)?;
    let args = arguments(&mut cpu)?;
    cpu.launch(module, kernel, config, &args)?;
    cpu.synchronise()
}

#[test]
fn changed_demonstrations_run_or_are_refused() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut outcomes = Outcomes::default();
    for demonstration in DEMONSTRATIONS {
        let Some((kernel, how)) = demonstration.kernel().zip(demonstration.launch()) else { continue };
        for _ in 0..12 {
            let ptx = mutate(demonstration.ptx, &mut random);
            outcomes.add(launch(&ptx, kernel, how.config(), |cpu| cpu.arguments(&how.arguments)));
        }
    }
    assert!(outcomes.are_mixed(), "{outcomes:?}");
}

#[test]
fn changed_reference_kernels_run_or_are_refused() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut outcomes = Outcomes::default();
    for kernel in kernels::all() {
        let ptx = kernel.ptx(Target::lookup("sm_80").expect("known")).expect("it can be built");
        let inputs = kernel.inputs(1);
        for _ in 0..12 {
            let ptx = mutate(&ptx, &mut random);
            outcomes.add(launch(&ptx, kernel.name(), kernel.launch(), |cpu| cpu.arguments(&inputs)));
        }
    }
    assert!(outcomes.are_mixed(), "{outcomes:?}");
}

#[test]
fn changed_output_of_compilers_runs_or_is_refused() {
    let modules = [
        include_str!("../../../fixtures/_device/asynchronous.ptx"),
        include_str!("../../../fixtures/_device/clusters.ptx"),
        include_str!("../../../fixtures/_device/fragments.ptx"),
        include_str!("../../../fixtures/_device/primitives.ptx"),
    ];
    let mut random = fastrand::Rng::with_seed(13);
    let mut outcomes = Outcomes::default();
    for ptx in modules {
        for (kernel, formals) in kernels_of(ptx).expect("it was compiled") {
            for _ in 0..18 {
                let ptx = mutate_kernel(ptx, &kernel, &mut random);
                let config = LaunchConfig { shared_bytes: 4096, ..LaunchConfig::new([2, 1, 1], [64, 1, 1]) };
                outcomes.add(launch(&ptx, &kernel, config, |cpu| {
                    formals.iter().map(|formal| argument(cpu, formal.size)).collect()
                }));
            }
        }
    }
    assert!(outcomes.are_mixed(), "{outcomes:?}");
}

/// Changes lines of one kernel of a module only.
fn mutate_kernel(ptx: &str, kernel: &str, random: &mut fastrand::Rng) -> String {
    let start = ptx.find(&format!(".entry {kernel}(")).expect("its own name");
    let end = start + ptx[start..].find("\n}").expect("a body");
    format!("{}{}{}", &ptx[..start], mutate(&ptx[start..end], random), &ptx[end..])
}

/// A buffer for what has the size of an address, a number for others.
fn argument(cpu: &mut Cpu, size: usize) -> Result<Arg, DeviceError> {
    if size != 8 {
        return Ok(Arg::Bytes([64, 0].into_iter().chain(std::iter::repeat(0)).take(size).collect()));
    }
    let buffer = cpu.alloc(1 << 14)?;
    cpu.upload(buffer, &[1; 1 << 14])?;
    Ok(Arg::Buffer(buffer))
}
