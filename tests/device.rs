//! The interpreter runs the reference kernels and finds what is wrong with the demonstrations.

use ptxlint::device::{Arg, Cpu, Device, DeviceError};
use ptxlint::isa::Target;
use ptxlint::kernels::{self, Kernel};

/// Runs a kernel and compares what it leaves with its reference.
fn run(kernel: &dyn Kernel) -> Result<(), String> {
    let target = Target::lookup("sm_80").expect("known");
    let ptx = kernel.ptx(target).map_err(|error| error.to_string())?;
    let words = |error: DeviceError| format!("{error}\n{ptx}");
    let mut cpu = Cpu::new();
    let module = cpu.load(&ptx).map_err(words)?;
    let inputs = kernel.inputs(1);
    let args = cpu.arguments(&inputs).map_err(words)?;
    cpu.launch(module, kernel.name(), kernel.launch(), &args).map_err(words)?;
    for expected in kernel.reference(&inputs) {
        let Arg::Buffer(buffer) = args[expected.parameter] else { panic!("outputs are buffers") };
        let mut bytes = inputs[expected.parameter].to_bytes();
        cpu.download(buffer, &mut bytes).map_err(words)?;
        let found = inputs[expected.parameter].decode(&bytes);
        if let Some((index, found, right)) = expected.mismatch(&found) {
            return Err(format!("parameter {}, element {index}: {found} instead of {right}", expected.parameter));
        }
    }
    Ok(())
}

#[test]
fn kernels_agree_with_their_references() {
    let failed: Vec<String> = kernels::all()
        .iter()
        .filter_map(|kernel| Some(format!("{kernel:?}: {}", run(kernel.as_ref()).err()?)))
        .collect();
    assert!(failed.is_empty(), "{} kernels:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn survey() {
    use ptxlint::ir::DirectiveKind;
    let only = std::env::var("SURVEY").unwrap_or_default();
    for rule in only.split(',') {
        let mut files: Vec<_> =
            std::fs::read_dir(format!("fixtures/{rule}")).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for path in files {
            if path.extension().is_none_or(|e| e != "ptx") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let mut cpu = Cpu::with_checks(ptxlint::device::Checks { steps: 1 << 20, ..Default::default() });
            let name = path.file_stem().unwrap().to_string_lossy().to_string();
            let module = match cpu.load(&text) {
                Ok(m) => m,
                Err(e) => {
                    println!("{rule}/{name}: LOAD {e}");
                    continue;
                }
            };
            let source = ptxlint::source::Source::new(text.as_bytes()).unwrap();
            let parsed = ptxlint::parser::parse(source);
            for f in &parsed.functions {
                if f.kind != ptxlint::ir::FunctionKind::Entry || !f.is_definition() {
                    continue;
                }
                let kernel = parsed.name(f.name.unwrap());
                let mut block = [64, 1, 1];
                for d in &parsed.directives[f.directives.indices()] {
                    if matches!(d.kind, DirectiveKind::ReqNtid | DirectiveKind::MaxNtid) {
                        let n: Vec<u32> = parsed
                            .list(d.args)
                            .iter()
                            .filter_map(|o| Some(parsed[o.constant()?].integer()? as u32))
                            .collect();
                        for (i, n) in n.into_iter().enumerate() {
                            block[i] = n;
                        }
                    }
                }
                let mut args = Vec::new();
                for v in f.params.vars.indices() {
                    let v = &parsed.variables[v];
                    if v.size == Some(8) {
                        let b = cpu.alloc(1 << 16).unwrap();
                        cpu.upload(b, &vec![0; 1 << 16]).unwrap();
                        args.push(Arg::Buffer(b))
                    } else if v.ty.is_some_and(|t| t.is_float()) {
                        args.push(Arg::Float(1.0))
                    } else if v.size.unwrap_or(0) > 8 {
                        args.push(Arg::Bytes(vec![0; v.size.unwrap_or(0) as usize]))
                    } else {
                        args.push(Arg::Integer(64))
                    }
                }
                let mut config = ptxlint::kernels::LaunchConfig {
                    grid: [2, 1, 1],
                    block,
                    shared_bytes: if text.contains(".extern .shared") { 4096 } else { 0 },
                };
                if let Some(l) = text.lines().find_map(|l| l.strip_prefix("//@ launch:")) {
                    let Ok(l) = ptxlint::kernels::Launch::parse(l) else {
                        println!("{rule}/{name} BAD LAUNCH");
                        continue;
                    };
                    (config.grid, config.block) = (l.grid, l.block);
                    args = cpu.arguments_of(&l).unwrap();
                }
                let marks: Vec<usize> =
                    text.lines().enumerate().filter(|(_, l)| l.contains("//~")).map(|(i, _)| i + 1).collect();
                match cpu.launch(module, kernel, config, &args) {
                    Ok(()) => println!(
                        "{}{rule}/{name} {kernel}: fine {marks:?}",
                        if name.starts_with("bad") { "!! " } else { "" }
                    ),
                    Err(e) => println!(
                        "{}{rule}/{name} {kernel}: {e} {marks:?}",
                        if name.starts_with("good") { "!! " } else { "" }
                    ),
                }
            }
        }
    }
}
