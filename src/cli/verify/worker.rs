//! `ptxlint run-kernel`: the process that has a device.

use super::super::Ending;
use super::super::terminal::Terminal;
use super::DeviceChoice;
use crate::device::serve;
use std::any::Any;
use std::io::{self, Read};
use std::panic::{self, PanicHookInfo};
use std::process;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// Bytes that are read at once.
const CHUNK: usize = 1 << 20;
/// How long the process may go on when nobody asks for anything more.
const GRACE: Duration = Duration::from_secs(2);

/// Does what the standard input says.
pub(in crate::cli) fn run_kernel(device: DeviceChoice, terminal: Terminal) -> io::Result<Ending> {
    // Whoever started this process decides when it ends.
    let _ = ctrlc::set_handler(|| ());
    panic::set_hook(Box::new(|panic| eprintln!("{}", words(panic))));
    let input = Lifeline::new();
    Ok(match serve(device.open(), input, io::stdout().lock()) {
        Ok(()) => Ending::Clean,
        Err(error) => {
            terminal.complain(&format!("cannot run the kernel: {error}"));
            Ending::Failure
        }
    })
}

/// A panic in one line: only the first one is told.
fn words(panic: &PanicHookInfo<'_>) -> String {
    let payload: &dyn Any = panic.payload();
    let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
    let place = panic.location().map_or(String::new(), |location| format!(" ({location})"));
    format!("{}{place}", message.unwrap_or("a panic").replace('\n', " "))
}

/// The standard input. When it ends the process does, too, even if a kernel never does: whoever has started it is gone.
struct Lifeline {
    chunks: Receiver<Vec<u8>>,
    chunk: io::Cursor<Vec<u8>>,
}

impl Lifeline {
    fn new() -> Self {
        let (sender, chunks) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut buffer = vec![0; CHUNK];
            loop {
                match input.read(&mut buffer) {
                    Ok(count @ 1..) if sender.send(buffer[..count].to_vec()).is_ok() => (),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                    _ => break,
                }
            }
            drop(sender);
            thread::sleep(GRACE);
            // An orderly exit would wait for the kernel.
            process::abort();
        });
        Self { chunks, chunk: io::Cursor::default() }
    }
}

impl Read for Lifeline {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.chunk.position() == self.chunk.get_ref().len() as u64 {
            let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
            self.chunk = io::Cursor::new(chunk);
        }
        self.chunk.read(buffer)
    }
}
