//! Ctrl-C ends a run with the results so far, and a second one at once.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What a shell shows for programs that the interrupt signal ends: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// Whether somebody wants the run to end. A process has one such signal.
static WANTED: AtomicBool = AtomicBool::new(false);

/// Takes notice of interrupts from now on.
pub(in crate::cli) fn watch() {
    // Without a handler the signal ends the process, as it does by default.
    let _ = ctrlc::set_handler(|| {
        if WANTED.swap(true, SeqCst) {
            process::exit(INTERRUPTED);
        }
        let _ = writeln!(io::stderr(), "interrupted: the results so far follow; press again to end at once");
    });
}

pub(in crate::cli) fn is_wanted() -> bool {
    WANTED.load(SeqCst)
}
