//! Ctrl-C ends a run after the current check, and a second one at once.

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What a shell shows for programs that the interrupt signal ends: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// Whether somebody wants the run to end.
pub(in crate::cli) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub(in crate::cli) fn watch() -> Self {
        let wanted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&wanted);
        // Without a handler the signal ends the process, as it does by default.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, SeqCst) {
                process::exit(INTERRUPTED);
            }
            let _ = writeln!(io::stderr(), "interrupted: what is running is finished first; once more ends at once");
        });
        Self(wanted)
    }

    pub(in crate::cli) fn is_wanted(&self) -> bool {
        self.0.load(SeqCst)
    }
}
