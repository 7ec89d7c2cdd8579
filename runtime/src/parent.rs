//! The program ends with the command that has started it: it would run on unseen, and nobody would tell what its kernels did.
//!
//! The system kills the process that the command has started itself. Those that this one starts, such as the tests of a test driver, watch
//! the command from their first use of CUDA on: a thread in every process of a run might be in the way of some.

#[cfg(target_os = "linux")]
mod linux {
    use crate::report::settings;
    use std::io::{Error, ErrorKind};

    /// Called by the loader before the program begins.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static AT_LOAD: extern "C" fn() = bind;

    extern "C" fn bind() {
        let Some(command) = settings().command else { return };
        // SAFETY: these functions take numbers.
        unsafe {
            if libc::getppid() != command {
                return;
            }
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // The command may have ended before the system knew.
            if libc::getppid() != command {
                libc::kill(libc::getpid(), libc::SIGKILL);
            }
        }
    }

    /// Waits in the background for the end of the command. Where its process is not to be found the program just goes on: others count
    /// processes from one on, as containers do.
    pub fn watch(command: i32) {
        let wait = move || {
            // SAFETY: the call takes numbers, and the list has one place that is ours.
            unsafe {
                let process = libc::syscall(libc::SYS_pidfd_open, command, 0) as i32;
                let mut places = [libc::pollfd { fd: process, events: libc::POLLIN, revents: 0 }];
                // A signal of the program's may end a wait early.
                let mut wait = || if process < 0 { 0 } else { libc::poll(places.as_mut_ptr(), 1, -1) };
                let mut ended = wait();
                while ended < 0 && Error::last_os_error().kind() == ErrorKind::Interrupted {
                    ended = wait();
                }
                if ended > 0 {
                    libc::kill(libc::getpid(), libc::SIGKILL);
                }
            }
        };
        let _ = std::thread::Builder::new().name("ptxlint parent".to_string()).spawn(wait);
    }
}

#[cfg(target_os = "linux")]
pub use linux::watch;

/// Programs are run on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn watch(_command: i32) {}
