//! The process of a worker.

use super::DeviceIdentity;
use super::protocol::{Reply, Request, line, read_bytes, read_marked_line};
use crate::device::DeviceError;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take to end when it has nothing more to do.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How to start a process that calls [`super::serve`].
#[derive(Clone, Debug)]
pub struct WorkerProcess {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How long it may take until it has the device.
    pub start_limit: Duration,
    /// How long each request may take after that.
    pub limit: Duration,
}

/// What a worker is asked, and how many bytes follow the reply if all goes well.
struct WorkerMessage {
    bytes: Vec<u8>,
    wanted: u64,
}

/// A process that waits for requests. It is killed in the end.
pub struct Connection {
    child: Child,
    limit: Duration,
    requests: Sender<WorkerMessage>,
    replies: Receiver<io::Result<(Reply, Vec<u8>)>>,
    complaint: Receiver<String>,
}

impl WorkerProcess {
    /// What the device of such processes is.
    ///
    /// # Errors
    /// There is none.
    pub fn identify(&self) -> Result<DeviceIdentity, DeviceError> {
        Connection::start(self).map(|(_, identity)| identity)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The terminal's interrupt is for whoever started this: it decides what becomes of the process.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
}

impl Connection {
    /// Starts a process and waits until it has the device.
    pub fn start(process: &WorkerProcess) -> Result<(Self, DeviceIdentity), DeviceError> {
        let mut connection = Self::new(process)?;
        match connection.ask_within(process.start_limit, &Request::Identify, &[], 0) {
            Ok((Reply::Identity(identity), _)) => Ok((connection, identity)),
            Ok((Reply::Failed(error), _)) => Err(error),
            Ok((reply, _)) => Err(misplaced(&reply)),
            Err(DeviceError::TimeLimit { seconds }) => {
                Err(internal(&format!("the process that runs kernels has not started within {seconds} s")))
            }
            Err(error) => Err(error),
        }
    }

    fn new(process: &WorkerProcess) -> Result<Self, DeviceError> {
        let failed = |error| internal(&format!("cannot start the process that runs kernels: {error}"));
        let mut child = process.command().spawn().map_err(failed)?;
        let (requests, incoming) = mpsc::channel();
        let (outgoing, replies) = mpsc::channel();
        let (speaker, complaint) = mpsc::channel();
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            thread::spawn(move || converse(stdin, stdout, &incoming, &outgoing));
            thread::spawn(move || listen(stderr, &speaker));
        }
        Ok(Self { child, limit: process.limit, requests, replies, complaint })
    }

    /// Asks for something. After an error the process is of no use anymore.
    pub fn ask(&mut self, request: &Request, payload: &[u8], wanted: u64) -> Result<(Reply, Vec<u8>), DeviceError> {
        self.ask_within(self.limit, request, payload, wanted)
    }

    fn ask_within(
        &mut self,
        limit: Duration,
        request: &Request,
        payload: &[u8],
        wanted: u64,
    ) -> Result<(Reply, Vec<u8>), DeviceError> {
        let mut bytes = line(request).map_err(|error| internal(&error.to_string()))?;
        bytes.extend_from_slice(payload);
        // If nobody takes it nobody answers, either.
        let _ = self.requests.send(WorkerMessage { bytes, wanted });
        match self.replies.recv_timeout(limit) {
            Ok(Ok(reply)) => Ok(reply),
            Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Err(internal(&format!("the process that runs kernels has sent {error}")))
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(DeviceError::TimeLimit { seconds: limit.as_secs_f64() }),
        }
    }

    /// Why the process says nothing more.
    fn ended(&mut self) -> DeviceError {
        let how = self.wait(LAST_WORDS).map_or("its output is closed".to_string(), |status| status.to_string());
        let complaint = self.complaint.recv_timeout(LAST_WORDS).unwrap_or_default();
        let separator = if complaint.is_empty() { "" } else { ": " };
        internal(&format!("the process that runs kernels has ended without a reply: {how}{separator}{complaint}"))
    }

    /// Waits for the end of the process, but not forever: drivers that hang hold even killed processes.
    fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if started.elapsed() < limit => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.wait(LAST_WORDS);
    }
}

/// Hands messages on and waits for the replies, until one is missing or wrong.
fn converse(
    mut stdin: ChildStdin,
    stdout: ChildStdout,
    messages: &Receiver<WorkerMessage>,
    replies: &Sender<io::Result<(Reply, Vec<u8>)>>,
) {
    let mut stdout = BufReader::new(stdout);
    for WorkerMessage { bytes, wanted } in messages {
        // Whoever does not read all of it has something to say, or is gone, which shows below.
        let _ = stdin.write_all(&bytes).and_then(|()| stdin.flush());
        let reply = receive(&mut stdout, wanted);
        let is_last = reply.is_err();
        if replies.send(reply).is_err() || is_last {
            return;
        }
    }
}

fn receive(stdout: &mut impl BufRead, wanted: u64) -> io::Result<(Reply, Vec<u8>)> {
    let reply = read_marked_line(stdout)?;
    let bytes = match reply {
        Reply::Bytes(bytes) if bytes != wanted => {
            let message = format!("{bytes} bytes where {wanted} were asked for");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Reply::Bytes(bytes) => read_bytes(stdout, bytes)?,
        _ => Vec::new(),
    };
    Ok((reply, bytes))
}

/// Tells the first line with something in it; the rest is read, too, so that the writer is not held up.
fn listen(stderr: impl Read, speaker: &Sender<String>) {
    let mut stderr = BufReader::new(stderr);
    let mut bytes = Vec::new();
    while stderr.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&bytes).trim().to_string();
        if !text.is_empty() {
            // Nobody may want to know.
            let _ = speaker.send(text);
            let _ = io::copy(&mut stderr, &mut io::sink());
            return;
        }
        bytes.clear();
    }
}

/// A reply to something else.
pub fn misplaced(reply: &Reply) -> DeviceError {
    let text = format!("{reply:?}");
    internal(&format!("the process that runs kernels has sent a reply to something else: {text:.60}"))
}

fn internal(message: &str) -> DeviceError {
    DeviceError::Internal(message.to_string())
}
