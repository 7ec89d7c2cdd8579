//! Programs that the states of a launch rule out, each with a twin that compiles.
//!
//! The twin differs in what the mutation takes away alone, so it tells why the other one does not compile. Were a transition
//! missing from the machine, a twin would not compile; were there one too many, the program beside it would, and fail as a test.
//!
//! # M1: a transition is removed
//!
//! Without `open` there is nothing to load a module with.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let compiled = Session::new().open(&mut cpu).compile(PTX, "k")?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0599
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let compiled = Session::new().compile(PTX, "k")?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! Without `compile` there is no kernel whose arguments could be allocated.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let allocated = session.compile(PTX, "k")?.allocate(&contents)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0599
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let allocated = session.allocate(&contents)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! Without `synchronise` there is no result.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let mut ready = session.compile(PTX, "k")?.allocate(&contents)?.launch(config)?.synchronise()?;
//! ready.output(0, 4)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0599
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let mut launched = session.compile(PTX, "k")?.allocate(&contents)?.launch(config)?;
//! launched.output(0, 4)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! # M2: a state is skipped
//!
//! A kernel without buffers is not launched.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let launched = session.compile(PTX, "k")?.allocate(&contents)?.launch(config)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0599
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let launched = session.compile(PTX, "k")?.launch(config)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! Nothing is waited for that was not launched.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let ready = session.compile(PTX, "k")?.allocate(&contents)?.launch(config)?.synchronise()?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0599
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let ready = session.compile(PTX, "k")?.allocate(&contents)?.synchronise()?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! A state is left for good: the kernel in flight is not launched again, unless its result has come.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let launched = session.compile(PTX, "k")?.allocate(&contents)?.launch(config)?;
//! let again = launched.synchronise()?.again().launch(config)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0382
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! let session = Session::new().open(&mut cpu);
//! let allocated = session.compile(PTX, "k")?.allocate(&contents)?;
//! let launched = allocated.launch(config)?;
//! let again = allocated.launch(config)?;
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! Nobody makes a state but the machine.
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! use ptxlint::device::session::Uninitialised;
//! let session: Session<Uninitialised> = Session::new();
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! ```compile_fail,E0423
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//! # const PTX: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out) { ret; }";
//! # let config = LaunchConfig::new([1; 3], [1; 3]);
//! # let contents = [ParameterValue::Zeros(1)];
//! # let mut cpu = Cpu::new();
//! use ptxlint::device::session::Uninitialised;
//! let session: Session<Uninitialised> = Session { state: Uninitialised(()) };
//! # Ok::<(), DeviceError>(())
//! ```
//!
//! # M3: an invariant is weakened
//!
//! That is a matter of values: see `tests/suite/device/session.rs`.
