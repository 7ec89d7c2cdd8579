//! Many files: side by side, and none of them costs the others.

use super::File;
use super::finding::{self, Linted};
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What became of a file.
pub(crate) enum Outcome {
    /// It was linted.
    Linted(Linted),
    /// It could not be read, or is no PTX.
    Unread(String),
    /// The linter crashed.
    Panic(String),
    /// There was no answer in time.
    Late,
}

/// Files with what became of them.
pub(crate) struct Answer<'a> {
    /// The file.
    pub file: &'a File,
    /// Its bytes.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
    /// What became of it.
    pub outcome: Outcome,
}

/// What a worker says of a file.
enum Word {
    Starts(usize),
    Ends(usize, Duration, Outcome),
}

type Queue = Arc<Mutex<std::vec::IntoIter<(usize, PathBuf)>>>;

/// Lints files, each for as long as `limit`. A thread that takes longer is left alone, and another takes its place.
pub(crate) fn all(files: &[File], limit: Duration) -> Vec<Answer<'_>> {
    let paths: Vec<(usize, PathBuf)> = files.iter().map(|file| file.path.clone()).enumerate().collect();
    let queue: Queue = Arc::new(Mutex::new(paths.into_iter()));
    let (sender, words) = mpsc::channel();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    (0..workers).for_each(|_| work(Arc::clone(&queue), sender.clone()));
    let mut outcomes: Vec<Option<(Duration, Outcome)>> = files.iter().map(|_| None).collect();
    let mut running: Vec<(usize, Instant)> = Vec::new();
    while outcomes.iter().any(Option::is_none) {
        match words.recv_timeout(Duration::from_millis(500)) {
            Ok(Word::Starts(file)) => running.push((file, Instant::now())),
            Ok(Word::Ends(file, time, outcome)) => {
                running.retain(|&(running, _)| running != file);
                outcomes[file].get_or_insert((time, outcome));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let (late, others) = running.into_iter().partition(|(_, since)| since.elapsed() > limit);
        running = others;
        let late: Vec<(usize, Instant)> = late;
        for (file, since) in late {
            outcomes[file] = Some((since.elapsed(), Outcome::Late));
            work(Arc::clone(&queue), sender.clone());
        }
    }
    let bytes = |file: &File| std::fs::metadata(&file.path).map_or(0, |data| data.len());
    let answer = |(file, outcome): (_, Option<_>)| {
        let (time, outcome) = outcome.unwrap_or((Duration::ZERO, Outcome::Late));
        Answer { file, bytes: bytes(file), time, outcome }
    };
    files.iter().zip(outcomes).map(answer).collect()
}

fn work(queue: Queue, words: Sender<Word>) {
    std::thread::spawn(move || {
        let next = || queue.lock().ok().and_then(|mut queue| queue.next());
        while let Some((file, path)) = next() {
            let started = Instant::now();
            if words.send(Word::Starts(file)).is_err() {
                return;
            }
            let outcome = outcome(&path);
            if words.send(Word::Ends(file, started.elapsed(), outcome)).is_err() {
                return;
            }
        }
    });
}

fn outcome(path: &PathBuf) -> Outcome {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Outcome::Unread(error.to_string()),
    };
    match catch_unwind(|| finding::lint(&bytes, 3)) {
        Ok(Ok(linted)) => Outcome::Linted(linted),
        Ok(Err(reason)) => Outcome::Unread(reason),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(ToString::to_string);
            Outcome::Panic(text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_an_answer() {
        let path = |name: &str| std::env::temp_dir().join(format!("ptxlint-{name}-{}.ptx", std::process::id()));
        let file = |name: &str| File { project: name.to_string(), path: path(name) };
        std::fs::write(path("good"), ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }")
            .expect("a file");
        let files = [file("good"), file("missing")];
        let answers = all(&files, Duration::from_secs(60));
        std::fs::remove_file(path("good")).expect("it goes");
        assert!(matches!(&answers[0].outcome, Outcome::Linted(linted) if linted.kernels.len() == 1));
        assert!(matches!(answers[1].outcome, Outcome::Unread(_)));
    }

    #[test]
    fn late_answers_are_not_waited_for() {
        let path = std::env::temp_dir().join(format!("ptxlint-late-{}.ptx", std::process::id()));
        let body = "add.u32 %r1, %r1, 1;\n".repeat(400_000);
        let text =
            format!(".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {{ .reg .b32 %r<3>;\n{body} ret; }}");
        std::fs::write(&path, text).expect("a file");
        let files = [File { project: String::new(), path: path.clone() }];
        let answers = all(&files, Duration::ZERO);
        std::fs::remove_file(path).expect("it goes");
        assert!(matches!(answers[0].outcome, Outcome::Late));
    }
}
