//! Many probes in one run of the assembler.
//!
//! ptxas checks instructions while it parses, without a limit on the number of errors, so thousands of probes share a
//! module, each in a kernel of its own. A syntax error ends the run; the probes behind it go into the next one. Errors without a
//! line, or that appear in code generation only, are narrowed down by halving.

use crate::probe::Probe;
use crate::ptxas::{Effort, Message, Ptxas, Severity};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The assembler's verdict on a probe.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// Whether it assembles.
    pub(crate) accepted: bool,
    /// The first error otherwise.
    pub(crate) message: String,
}

/// How probes are assembled.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
    pub(crate) version: &'a str,
    pub(crate) target: &'a str,
    /// Generate code for what parses.
    pub(crate) codegen: bool,
}

/// Judges probes, in their order, on all cores.
pub(crate) fn judge(ptxas: &Ptxas, probes: &[Probe], settings: Settings<'_>) -> std::io::Result<Vec<Verdict>> {
    let mut groups: Vec<(Settings<'_>, &str, Vec<usize>)> = Vec::new();
    let mut index = std::collections::HashMap::new();
    for (i, probe) in probes.iter().enumerate() {
        let own = Settings {
            version: probe.version.as_deref().unwrap_or(settings.version),
            target: probe.target.as_deref().unwrap_or(settings.target),
            codegen: settings.codegen,
        };
        let declarations = probe.module_decls.as_deref().unwrap_or("");
        let group = *index.entry((own.version, own.target, declarations)).or_insert(groups.len());
        if group == groups.len() {
            groups.push((own, declarations, Vec::new()));
        }
        groups[group].2.push(i);
    }
    let jobs: Vec<(Settings<'_>, &str, &[usize])> = groups
        .iter()
        .flat_map(|(own, declarations, members)| members.chunks(1000).map(move |chunk| (*own, *declarations, chunk)))
        .collect();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    let work = || -> std::io::Result<Vec<(usize, Verdict)>> {
        let mut done = Vec::new();
        while let Some(&(own, declarations, members)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let batch = Batch { ptxas, settings: own, declarations, probes };
            done.extend(batch.judge(members)?);
        }
        Ok(done)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join()).collect()
    });
    let mut verdicts = vec![Verdict { accepted: false, message: "not judged".into() }; probes.len()];
    for result in results {
        let done = result.map_err(|_| std::io::Error::other("a worker panicked"))??;
        for (i, verdict) in done {
            verdicts[i] = verdict;
        }
    }
    Ok(verdicts)
}

/// Probes that share version, target and module-level declarations.
struct Batch<'a> {
    ptxas: &'a Ptxas,
    settings: Settings<'a>,
    declarations: &'a str,
    probes: &'a [Probe],
}

/// The outcome of one run: messages for each probe, and those without a place.
struct Run {
    accepted: bool,
    own: Vec<Vec<Message>>,
    stray: Vec<Message>,
}

impl Batch<'_> {
    fn assemble(&self, members: &[usize], codegen: bool) -> std::io::Result<Run> {
        let mut text = Probe::prologue(self.settings.version, self.settings.target, self.declarations);
        let mut starts = Vec::with_capacity(members.len());
        let mut line = 1 + text.matches('\n').count();
        for (k, &i) in members.iter().enumerate() {
            let function = self.probes[i].function(&format!("probe_{k}"));
            starts.push(line);
            line += function.matches('\n').count();
            text.push_str(&function);
        }
        let architecture = self.ptxas.architecture(self.settings.target);
        let (accepted, messages) =
            self.ptxas.run(&text, &architecture, if codegen { Effort::Link } else { Effort::Parse })?;
        let mut run = Run { accepted, own: vec![Vec::new(); members.len()], stray: Vec::new() };
        for message in messages {
            match message.line.map(|line| starts.partition_point(|&start| start <= line)) {
                Some(after) if after > 0 && message.line < Some(line) => run.own[after - 1].push(message),
                _ => run.stray.push(message),
            }
        }
        Ok(run)
    }

    fn alone(&self, i: usize) -> std::io::Result<Verdict> {
        let run = self.assemble(&[i], self.settings.codegen)?;
        Ok(verdict(run.accepted, run.own[0].iter().chain(&run.stray)))
    }

    fn judge(&self, members: &[usize]) -> std::io::Result<Vec<(usize, Verdict)>> {
        let mut done = Vec::new();
        let mut together = Vec::new();
        for &i in members {
            if self.probes[i].needs_isolation() {
                done.push((i, self.alone(i)?));
            } else {
                together.push(i);
            }
        }
        let clean = self.parse(together, &mut done)?;
        if self.settings.codegen {
            self.generate(clean, &mut done)?;
        } else {
            done.extend(clean.into_iter().map(|i| (i, verdict(true, [].iter()))));
        }
        Ok(done)
    }

    /// Judges what shows while parsing; returns the probes that parse.
    fn parse(&self, mut pending: Vec<usize>, done: &mut Vec<(usize, Verdict)>) -> std::io::Result<Vec<usize>> {
        let mut clean = Vec::new();
        while !pending.is_empty() {
            let run = self.assemble(&pending, false)?;
            let narrow = |k: &usize| run.own[*k].iter().any(Message::is_narrow_address);
            let alone: Vec<usize> = (0..pending.len()).filter(narrow).collect();
            if !alone.is_empty() {
                for &k in &alone {
                    done.push((pending[k], self.alone(pending[k])?));
                }
                let mut k = 0;
                pending.retain(|_| {
                    k += 1;
                    !alone.contains(&(k - 1))
                });
                continue;
            }
            if run.accepted {
                clean.append(&mut pending);
                break;
            }
            let blamed = run.own.iter().flatten().any(Message::is_error);
            if !blamed {
                // Nobody is named: halve.
                if pending.len() == 1 {
                    done.push((pending[0], verdict(false, run.stray.iter())));
                    break;
                }
                let rest = pending.split_off(pending.len() / 2);
                clean.extend(self.parse(pending, done)?);
                pending = rest;
                continue;
            }
            let fatal = run.own.iter().position(|own| own.iter().any(|m| m.severity == Severity::Fatal));
            let stop = fatal.unwrap_or(pending.len());
            let mut survivors = Vec::new();
            for (k, own) in run.own.iter().enumerate().take(stop) {
                if self.probes[pending[k]].is_innocent(own) {
                    done.push((pending[k], self.alone(pending[k])?));
                } else if own.iter().any(Message::is_error) {
                    done.push((pending[k], verdict(false, own.iter())));
                } else {
                    survivors.push(pending[k]);
                }
            }
            match fatal {
                None if survivors.len() == pending.len() => {
                    for i in survivors {
                        done.push((i, self.alone(i)?));
                    }
                    break;
                }
                // What is left must now be accepted as a whole.
                None => pending = survivors,
                Some(k) => {
                    let own = self.alone(pending[k])?;
                    if own.accepted
                        && survivors.last() == k.checked_sub(1).map(|before| &pending[before])
                        && let Some(before) = survivors.pop()
                    {
                        done.push((before, self.alone(before)?));
                    }
                    done.push((pending[k], own));
                    clean.append(&mut survivors);
                    pending.drain(..=k);
                }
            }
        }
        Ok(clean)
    }

    /// Judges what shows in code generation only.
    fn generate(&self, members: Vec<usize>, done: &mut Vec<(usize, Verdict)>) -> std::io::Result<()> {
        if members.is_empty() {
            return Ok(());
        }
        let run = self.assemble(&members, true)?;
        if run.accepted {
            // Among probes with wide addresses a narrow one passes with a warning.
            for (k, i) in members.into_iter().enumerate() {
                let narrow = run.own[k].iter().any(Message::is_narrow_address);
                done.push((i, if narrow { self.alone(i)? } else { verdict(true, [].iter()) }));
            }
            return Ok(());
        }
        if let [only] = members[..] {
            done.push((only, verdict(false, run.own[0].iter().chain(&run.stray))));
            return Ok(());
        }
        // Lines of these errors may be wrong: who is blamed must fail alone, too.
        let mut rest = Vec::new();
        let mut found = false;
        for (k, &i) in members.iter().enumerate() {
            let blamed = run.own[k].iter().any(|m| m.is_error() || m.is_narrow_address());
            let own = if blamed { Some(self.alone(i)?) } else { None };
            match own {
                Some(own) if !own.accepted || run.own[k].iter().any(Message::is_narrow_address) => {
                    found = true;
                    done.push((i, own));
                }
                _ => rest.push(i),
            }
        }
        if found {
            return self.generate(rest, done);
        }
        let second = rest.split_off(rest.len() / 2);
        self.generate(rest, done)?;
        self.generate(second, done)
    }
}

fn verdict<'m>(accepted: bool, messages: impl Iterator<Item = &'m Message>) -> Verdict {
    let first = messages.into_iter().find(|message| message.is_error() && !accepted);
    Verdict { accepted, message: first.map(|message| message.text.clone()).unwrap_or_default() }
}
