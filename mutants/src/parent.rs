//! The process that counts: it starts workers, ends those that hang, starts others where one has died, and adds up.

use crate::limits::resident;
use crate::{Arguments, mutant_of, seeds::Seeds};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a worker may sit over one mutant before it is ended.
const LONGEST: Duration = Duration::from_secs(60);

/// A worker with more memory than this is ended before the system does worse, in bytes.
const LARGEST: u64 = 4 << 30;

/// How often the figures so far are printed.
const INTERVAL: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Tally {
    done: u64,
    judged: u64,
    bytes: u64,
    microseconds: u64,
    bad: u64,
    /// Microseconds and number of the slowest answer.
    slowest: (u64, u64),
    /// Kilobytes and number of the answer that needed most.
    fattest: (u64, u64),
    /// How often each complaint came, and the first number.
    complaints: BTreeMap<String, (u64, u64)>,
}

/// What a worker is at.
#[derive(Default)]
struct Desk {
    child: Option<Child>,
    /// The mutant at work, and since when.
    at: Option<(u64, Instant)>,
    /// Why the worker was ended, if it was.
    ended: Option<&'static str>,
}

struct Office<'a> {
    arguments: &'a Arguments,
    seeds: &'a Seeds,
    start: Instant,
    tally: Mutex<Tally>,
    desks: Vec<Mutex<Desk>>,
    closed: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns how many mutants were bad.
pub(crate) fn run(arguments: &Arguments) -> Result<u64, String> {
    let seeds = Seeds::find(&arguments.paths)?;
    std::fs::create_dir_all(&arguments.keep).map_err(|error| format!("{}: {error}", arguments.keep.display()))?;
    let arguments = &Arguments {
        to: arguments.to.min(if arguments.plain { seeds.len() as u64 } else { u64::MAX }),
        ..arguments.clone()
    };
    println!(
        "{} seeds, {} workers, seed {}; what is bad goes to {}",
        seeds.len(),
        arguments.jobs,
        arguments.seed,
        arguments.keep.display()
    );
    let desks = (0..arguments.jobs).map(|_| Mutex::default()).collect();
    let office = Office {
        arguments,
        seeds: &seeds,
        start: Instant::now(),
        tally: Mutex::default(),
        desks,
        closed: AtomicBool::new(false),
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.jobs)
            .map(|desk| {
                scope.spawn({
                    let office = &office;
                    move || office.employ(desk)
                })
            })
            .collect();
        scope.spawn(|| office.watch());
        let results: Vec<_> = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a panic of the parent".to_string())))
            .collect();
        office.closed.store(true, Ordering::Relaxed);
        results.into_iter().filter_map(Result::err).collect()
    });
    let tally = lock(&office.tally);
    let report = office.report(&tally);
    print!("{report}");
    let path = arguments.keep.join("report.txt");
    std::fs::write(&path, &report).map_err(|error| format!("{}: {error}", path.display()))?;
    failures.into_iter().next().map_or(Ok(tally.bad), Err)
}

impl Office<'_> {
    /// Keeps one desk busy: each worker goes on behind the mutant at which the one before it died.
    fn employ(&self, desk: usize) -> Result<(), String> {
        let mut from = self.arguments.from + desk as u64;
        loop {
            let left = self.arguments.minutes - self.start.elapsed().as_secs_f64() / 60.0;
            if left <= 0.0 || from >= self.arguments.to {
                return Ok(());
            }
            let (last, done) = self.listen(desk, from, left)?;
            let Desk { child, at, ended } = std::mem::take(&mut *lock(&self.desks[desk]));
            let status = child.map(|mut child| child.wait());
            if done {
                return Ok(());
            }
            let Some((number, since)) = at else {
                let Some(last) = last else {
                    return Err(format!("a worker does not start: {status:?}"));
                };
                // It has grown too large between two mutants.
                from = last + self.arguments.step;
                continue;
            };
            let kind = ended.unwrap_or("crash");
            let how = status.and_then(Result::ok).map_or(String::new(), |status| status.to_string());
            let message = if ended.is_some() { "the worker was ended".to_string() } else { how };
            self.complain(number, &format!("{kind} {message}"));
            lock(&self.tally).count(number, 0, false, since.elapsed().as_micros() as u64, 0);
            let (text, _) = mutant_of(self.arguments, self.seeds, number).map_err(|error| error.to_string())?;
            std::fs::write(self.arguments.file(kind, number), text).map_err(|error| error.to_string())?;
            from = number + self.arguments.step;
        }
    }

    /// Starts a worker and reads what it says, until it ends. Returns the last mutant that it has finished, and whether it has done all.
    fn listen(&self, desk: usize, from: u64, minutes: f64) -> Result<(Option<u64>, bool), String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(self.arguments.for_worker(from, minutes))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("a worker does not start: {error}"))?;
        let output = child.stdout.take().ok_or("a worker has no output")?;
        *lock(&self.desks[desk]) = Desk { child: Some(child), at: None, ended: None };
        let mut last = None;
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            let number = lock(&self.desks[desk]).at.map_or(0, |(number, _)| number);
            match line.split_at_checked(2) {
                Some(("> ", number)) => {
                    lock(&self.desks[desk]).at = number.parse().ok().map(|number| (number, Instant::now()));
                }
                Some(("! ", complaint)) => self.complain(number, complaint),
                Some(("< ", figures)) => {
                    let figures: Vec<u64> = figures.split(' ').filter_map(|figure| figure.parse().ok()).collect();
                    if let [bytes, judged, microseconds, kilobytes] = figures[..] {
                        lock(&self.tally).count(number, bytes, judged > 0, microseconds, kilobytes);
                    }
                    last = Some(number);
                    lock(&self.desks[desk]).at = None;
                }
                _ if line == "=" => return Ok((last, true)),
                _ => {}
            }
        }
        Ok((last, false))
    }

    fn complain(&self, number: u64, complaint: &str) {
        let mut tally = lock(&self.tally);
        tally.bad += 1;
        let known = tally.complaints.entry(complaint.to_string()).or_insert((0, number));
        known.0 += 1;
        if known.0 == 1 {
            println!("mutant {number}: {complaint}");
        }
    }

    /// Ends workers that hang or grow, and prints the figures from time to time.
    fn watch(&self) {
        let mut printed = Instant::now();
        while !self.closed.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(200));
            for desk in &self.desks {
                let mut desk = lock(desk);
                let hangs = desk.at.is_some_and(|(_, since)| since.elapsed() > LONGEST);
                let grows = desk.child.as_ref().is_some_and(|child| resident(child.id()) > LARGEST);
                if desk.ended.is_none() && desk.at.is_some() && (hangs || grows) {
                    desk.ended = Some(if hangs { "hang" } else { "fat" });
                    // One that has just ended cannot be ended: that is what was wanted.
                    let _ = desk.child.as_mut().map(Child::kill);
                }
            }
            if printed.elapsed() > INTERVAL {
                printed = Instant::now();
                println!("{}", self.figures(&lock(&self.tally)));
            }
        }
    }

    fn figures(&self, tally: &Tally) -> String {
        format!(
            "{} mutants ({} MB, {} % of them judged by all rules) in {:.1} min with {} workers, {:.1} min of processor time: {} bad; \
             the slowest took {:.3} s (mutant {}), the fattest {} MB (mutant {})",
            tally.done,
            tally.bytes >> 20,
            100 * tally.judged / tally.done.max(1),
            self.start.elapsed().as_secs_f64() / 60.0,
            self.desks.len(),
            tally.microseconds as f64 / 60e6,
            tally.bad,
            tally.slowest.0 as f64 / 1e6,
            tally.slowest.1,
            tally.fattest.0 >> 10,
            tally.fattest.1,
        )
    }

    fn report(&self, tally: &Tally) -> String {
        let complaints =
            tally.complaints.iter().map(|(what, (count, first))| format!("{count} x, first mutant {first}: {what}\n"));
        format!("{}\n{}", self.figures(tally), complaints.collect::<String>())
    }
}

impl Tally {
    fn count(&mut self, number: u64, bytes: u64, judged: bool, microseconds: u64, kilobytes: u64) {
        self.done += 1;
        self.bytes += bytes;
        self.judged += u64::from(judged);
        self.microseconds += microseconds;
        self.slowest = self.slowest.max((microseconds, number));
        self.fattest = self.fattest.max((kilobytes, number));
    }
}
