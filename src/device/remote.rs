//! Kernels in processes of their own, each with a time limit: what they do to the device or its driver ends with the process.
//!
//! The request goes to the standard input of the process, the reply comes from its standard output: a line of JSON each, and the
//! bytes of all buffers after it.

use super::{Arg, Buffer, Cpu, Device, DeviceError, LoadedModule};
use crate::ir::FunctionKind;
use crate::kernels::LaunchConfig;
use crate::parser;
use crate::source::Source;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What a process is to do.
#[derive(Debug, Serialize, Deserialize)]
enum Request {
    /// Tell the name of the device.
    Name,
    /// Run a kernel.
    Run {
        job: Job,
        /// Bytes of each buffer.
        buffers: Vec<usize>,
    },
}

/// A kernel and its launch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The text of the module.
    pub ptx: String,
    /// The kernel's name.
    pub kernel: String,
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub values: Vec<Parameter>,
}

/// The value of a parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Parameter {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// The address of a byte of a buffer.
    Address {
        /// Which of the buffers.
        buffer: usize,
        /// Which byte.
        offset: u64,
    },
}

/// What a process has done.
#[derive(Debug, Serialize, Deserialize)]
enum Reply {
    Name(String),
    Done { nanoseconds: u64, buffers: Vec<usize> },
    Failed(DeviceError),
}

/// What a process runs kernels on.
pub trait Worker {
    /// What it is, in words.
    ///
    /// # Errors
    /// There is no such device.
    fn name(&self) -> Result<String, DeviceError>;

    /// Runs a kernel on these buffers; gives the time that it took.
    ///
    /// # Errors
    /// Whatever goes wrong with it.
    fn run(&self, job: &Job, buffers: &mut [Vec<u8>]) -> Result<Duration, DeviceError>;
}

/// The interpreter: for trying out processes without a GPU.
pub struct CpuWorker;

impl Worker for CpuWorker {
    fn name(&self) -> Result<String, DeviceError> {
        Ok(Cpu::new().name())
    }

    fn run(&self, job: &Job, buffers: &mut [Vec<u8>]) -> Result<Duration, DeviceError> {
        let mut cpu = Cpu::new();
        let module = cpu.load(&job.ptx)?;
        let mut handles = Vec::new();
        for bytes in buffers.iter() {
            let handle = cpu.alloc(bytes.len() as u64)?;
            cpu.upload(handle, bytes)?;
            handles.push(handle);
        }
        let arg = |value: &Parameter| match value {
            Parameter::Bytes(bytes) => Ok(Arg::Bytes(bytes.clone())),
            Parameter::Address { buffer, offset } => {
                let found = handles.get(*buffer).map(|&handle| Arg::BufferAt(handle, *offset));
                found.ok_or_else(|| DeviceError::Handle(format!("there is no buffer {buffer}")))
            }
        };
        let args = job.values.iter().map(arg).collect::<Result<Vec<_>, _>>()?;
        let config = LaunchConfig { grid: job.grid, block: job.block, shared_bytes: job.shared_bytes };
        let started = Instant::now();
        cpu.launch(module, &job.kernel, config, &args)?;
        let elapsed = started.elapsed();
        for (&handle, bytes) in handles.iter().zip(buffers) {
            cpu.download(handle, bytes)?;
        }
        Ok(elapsed)
    }
}

/// Answers one request.
///
/// # Errors
/// The other side does not keep to the protocol, or is gone.
pub fn serve(worker: &dyn Worker, input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let (reply, buffers) = match read_line(&mut input)? {
        Request::Name => (worker.name().map(Reply::Name), Vec::new()),
        Request::Run { job, buffers } => {
            let mut buffers = read_buffers(&mut input, &buffers)?;
            let result = worker.run(&job, &mut buffers);
            let sizes = buffers.iter().map(Vec::len).collect();
            (result.map(|time| Reply::Done { nanoseconds: time.as_nanos() as u64, buffers: sizes }), buffers)
        }
    };
    let is_done = matches!(reply, Ok(Reply::Done { .. }));
    let mut bytes = line(&reply.unwrap_or_else(Reply::Failed))?;
    if is_done {
        buffers.iter().for_each(|buffer| bytes.extend_from_slice(buffer));
    }
    output.write_all(&bytes)?;
    output.flush()
}

fn line(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(message)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn read_line<T: for<'a> Deserialize<'a>>(input: &mut impl BufRead) -> io::Result<T> {
    let mut bytes = Vec::new();
    input.read_until(b'\n', &mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

fn read_buffers(input: &mut impl Read, sizes: &[usize]) -> io::Result<Vec<Vec<u8>>> {
    let read = |&size: &usize| {
        let mut bytes = Vec::new();
        let count = input.by_ref().take(size as u64).read_to_end(&mut bytes)?;
        if count == size { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    };
    sizes.iter().map(read).collect()
}

/// How to start a process that calls [`serve`].
#[derive(Clone, Debug)]
pub struct WorkerProcess {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// How long it may take.
    pub limit: Duration,
}

impl WorkerProcess {
    /// The name of the device of such processes.
    ///
    /// # Errors
    /// There is none.
    pub fn name(&self) -> Result<String, DeviceError> {
        match self.ask(&Request::Name, &[])? {
            (Reply::Name(name), _) => Ok(name),
            _ => Err(protocol("a name was asked for")),
        }
    }

    fn ask(&self, request: &Request, buffers: &[&[u8]]) -> Result<(Reply, Vec<Vec<u8>>), DeviceError> {
        let failed = |error: io::Error| protocol(&format!("cannot start the process that runs kernels: {error}"));
        let mut message = line(request).map_err(failed)?;
        buffers.iter().for_each(|buffer| message.extend_from_slice(buffer));
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // Whoever does not read all of it has something to say, or is gone, which shows below.
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&message)));
        let complaint = thread::spawn(move || stderr.map_or_else(String::new, first_line));
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut bytes));
            sender.send(read.map(|_| bytes))
        });
        let Ok(read) = receiver.recv_timeout(self.limit) else {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(DeviceError::TimeLimit { seconds: self.limit.as_secs_f64() });
        };
        let status = child.wait().map_err(failed)?;
        let ended = |_| ended(status, &complaint.join().unwrap_or_default());
        read.and_then(|bytes| reply(&bytes)).map_err(ended).and_then(|(reply, buffers)| match reply {
            Reply::Failed(error) => Err(error),
            reply => Ok((reply, buffers)),
        })
    }
}

fn reply(bytes: &[u8]) -> io::Result<(Reply, Vec<Vec<u8>>)> {
    let mut input = bytes;
    let reply = read_line(&mut input)?;
    let buffers = match &reply {
        Reply::Done { buffers, .. } => read_buffers(&mut input, buffers)?,
        Reply::Name(_) | Reply::Failed(_) => Vec::new(),
    };
    Ok((reply, buffers))
}

/// The first line with something in it; the rest is read, too, so that the writer is not held up.
fn first_line(mut input: impl Read) -> String {
    let mut bytes = Vec::new();
    // What has come until then will do.
    let _ = input.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_string()
}

fn ended(status: ExitStatus, complaint: &str) -> DeviceError {
    let separator = if complaint.is_empty() { "" } else { ": " };
    protocol(&format!("the process that runs the kernel has ended without a reply: {status}{separator}{complaint}"))
}

fn protocol(message: &str) -> DeviceError {
    DeviceError::Internal(message.to_string())
}

/// A device each of whose launches is a process.
pub struct Remote {
    process: WorkerProcess,
    name: String,
    buffers: Vec<Option<Vec<u8>>>,
    modules: Vec<String>,
    elapsed: Option<Duration>,
}

impl Remote {
    /// A device of this name, whose launches are such processes.
    pub fn new(process: WorkerProcess, name: String) -> Self {
        Self { process, name, buffers: Vec::new(), modules: Vec::new(), elapsed: None }
    }

    fn buffer(&mut self, buffer: Buffer) -> Result<&mut Vec<u8>, DeviceError> {
        let found = self.buffers.get_mut(buffer.0 as usize).and_then(Option::as_mut);
        found.ok_or_else(|| DeviceError::Handle(format!("there is no buffer {}", buffer.0)))
    }

    /// The part of a buffer that holds so many bytes.
    fn part(&mut self, buffer: Buffer, bytes: usize) -> Result<&mut [u8], DeviceError> {
        let found = self.buffer(buffer)?;
        let size = found.len();
        let part = found.get_mut(..bytes);
        part.ok_or_else(|| DeviceError::Handle(format!("{bytes} bytes of a buffer of {size}")))
    }
}

/// Sizes of a kernel's parameters.
fn parameter_sizes(ptx: &str, kernel: &str) -> Result<Vec<usize>, DeviceError> {
    let source = Source::new(ptx.as_bytes()).map_err(|_| DeviceError::Handle("a module of more than 4 GiB".into()))?;
    let module = parser::parse(source);
    let entries = || module.functions.iter().filter(|function| function.kind == FunctionKind::Entry);
    let name = |function: &crate::ir::Function| function.name.map_or("", |name| module.name(name));
    let found = entries().find(|function| name(function) == kernel).ok_or_else(|| DeviceError::UnknownKernel {
        kernel: kernel.to_string(),
        known: entries().map(|function| name(function).to_string()).collect(),
    })?;
    let size = |index: usize| module.variables[index].size.unwrap_or(0) as usize;
    Ok(found.params.vars.indices().map(size).collect())
}

fn value(arg: &Arg, size: usize) -> Parameter {
    let bytes = match *arg {
        Arg::Buffer(buffer) => return Parameter::Address { buffer: buffer.0 as usize, offset: 0 },
        Arg::BufferAt(buffer, offset) => return Parameter::Address { buffer: buffer.0 as usize, offset },
        Arg::Bytes(ref bytes) => bytes.clone(),
        Arg::Integer(integer) => integer.to_le_bytes()[..size.min(8)].to_vec(),
        Arg::Float(number) if size == 4 => (number as f32).to_le_bytes().to_vec(),
        Arg::Float(number) => number.to_le_bytes().to_vec(),
    };
    Parameter::Bytes(bytes)
}

impl Device for Remote {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        let mut memory = Vec::new();
        let size = usize::try_from(bytes).map_err(|_| DeviceError::OutOfMemory { bytes })?;
        memory.try_reserve_exact(size).map_err(|_| DeviceError::OutOfMemory { bytes })?;
        memory.resize(size, 0);
        self.buffers.push(Some(memory));
        Ok(Buffer(self.buffers.len() as u32 - 1))
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.buffer(buffer)?;
        self.buffers[buffer.0 as usize] = None;
        Ok(())
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.part(buffer, bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        bytes.copy_from_slice(self.part(buffer, bytes.len())?);
        Ok(())
    }

    /// The module is compiled when one of its kernels is launched.
    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.modules.push(ptx.to_string());
        Ok(LoadedModule(self.modules.len() as u32 - 1))
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        let Some(ptx) = self.modules.get(module.0 as usize) else {
            return Err(DeviceError::Handle(format!("there is no module {}", module.0)));
        };
        let sizes = parameter_sizes(ptx, kernel)?;
        if sizes.len() != args.len() {
            return Err(DeviceError::Launch(format!("{} arguments for {} parameters", args.len(), sizes.len())));
        }
        let LaunchConfig { grid, block, shared_bytes } = config;
        let values = args.iter().zip(sizes).map(|(arg, size)| value(arg, size)).collect();
        let job = Job { ptx: ptx.clone(), kernel: kernel.to_string(), grid, block, shared_bytes, values };
        // Buffers that are gone keep their numbers.
        let buffers: Vec<&[u8]> = self.buffers.iter().map(|buffer| buffer.as_deref().unwrap_or_default()).collect();
        let request = Request::Run { job, buffers: buffers.iter().map(|bytes| bytes.len()).collect() };
        let (Reply::Done { nanoseconds, .. }, changed) = self.process.ask(&request, &buffers)? else {
            return Err(protocol("a kernel was to be run"));
        };
        for (buffer, bytes) in self.buffers.iter_mut().zip(changed) {
            if let Some(buffer) = buffer {
                *buffer = bytes;
            }
        }
        self.elapsed = Some(Duration::from_nanos(nanoseconds));
        Ok(())
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        Err(protocol("the process does not tell how much memory is free"))
    }

    fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }
}
