//! What streams do, and graphs remember.

use crate::error::{Answer, Code};
use crate::launch::Launch;
use crate::memory::{Direction, Layout};
use crate::state::{self, State};
use std::ffi::c_void;
use std::time::Instant;

/// Something that is done in the order of a stream.
#[derive(Clone, Debug)]
pub enum Work {
    Launch(Launch),
    Copy {
        to: Layout,
        from: Layout,
        extent: [u64; 3],
        direction: Direction,
        function: &'static str,
    },
    Fill {
        to: Layout,
        element: Vec<u8>,
        extent: [u64; 3],
        function: &'static str,
    },
    /// Calls a function of the host.
    Host {
        function: usize,
        data: usize,
    },
    /// Notes the time in an event.
    Record(usize),
    /// Another graph.
    Graph(Vec<Work>),
    /// Memory of a graph becomes its own; it lies at the same address in each launch.
    Allocate(u64),
    /// Nobody uses that any more.
    Free(u64),
    /// Runs one of some graphs, or one of them again and again.
    Conditional {
        /// Where the number lies that decides.
        address: u64,
        choice: Choice,
        bodies: Vec<usize>,
        /// The graph that is launched; 0 before.
        graph: usize,
    },
    Nothing,
}

/// How a number decides (`cudaGraphConditionalNodeType`).
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// The first graph runs unless it is 0, and otherwise the second.
    If,
    /// The graph runs until it is 0.
    While,
    /// It is the place of the graph that runs.
    Switch,
}

impl Choice {
    pub fn of(number: i32) -> Answer<Self> {
        Ok(match number {
            0 => Self::If,
            1 => Self::While,
            2 => Self::Switch,
            _ => return Err(Code::INVALID_VALUE),
        })
    }

    /// The place of the graph that runs.
    fn body(self, value: u32) -> Option<usize> {
        match self {
            Self::If => Some(usize::from(value == 0)),
            Self::While => (value != 0).then_some(0),
            Self::Switch => Some(value as usize),
        }
    }
}

impl Work {
    /// The number of its kind (`cudaGraphNodeType`).
    pub fn kind(&self) -> i32 {
        match self {
            Self::Launch(_) => 0,
            Self::Copy { .. } => 1,
            Self::Fill { .. } => 2,
            Self::Host { .. } => 3,
            Self::Graph(_) => 4,
            Self::Nothing => 5,
            Self::Record(_) => 7,
            Self::Allocate(_) => 10,
            Self::Free(_) => 11,
            Self::Conditional { .. } => 13,
        }
    }

    /// It is part of a graph that is launched.
    pub fn belong_to(&mut self, executable: usize) {
        match self {
            Self::Launch(launch) => launch.graph = executable,
            Self::Graph(parts) => parts.iter_mut().for_each(|part| part.belong_to(executable)),
            Self::Conditional { graph, .. } => *graph = executable,
            _ => {}
        }
    }

    /// What it is called in a drawing.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Launch(_) => "KERNEL",
            Self::Copy { .. } => "MEMCPY",
            Self::Fill { .. } => "MEMSET",
            Self::Host { .. } => "HOST",
            Self::Graph(_) => "GRAPH",
            Self::Nothing => "EMPTY",
            Self::Record(_) => "EVENT_RECORD",
            Self::Allocate(_) => "MEM_ALLOC",
            Self::Free(_) => "MEM_FREE",
            Self::Conditional { .. } => "CONDITIONAL",
        }
    }
}

/// Runs the graphs that a number chooses.
unsafe fn run_chosen(address: u64, choice: Choice, bodies: &[usize], graph: usize) -> Answer {
    let limit = state::lock().time_limit();
    let began = Instant::now();
    loop {
        let chosen = choice.body(state::lock().number_at(address)?);
        let Some(&body) = chosen.and_then(|place| bodies.get(place)) else { return Ok(()) };
        let mut parts = state::lock().graphs.graph(body)?.order()?;
        parts.iter_mut().for_each(|part| part.belong_to(graph));
        parts.iter().try_for_each(|part| run(part))?;
        if !matches!(choice, Choice::While) {
            return Ok(());
        }
        if began.elapsed() > limit {
            state::lock().reporter.misuse("a graph repeats a part of itself without end".to_string());
            return Err(Code::TIMEOUT);
        }
    }
}

/// Does it now. The state is free while functions of the program are called: these may ask for more work.
pub unsafe fn run(work: &Work) -> Answer {
    match work {
        Work::Launch(launch) => state::lock().launch(launch),
        Work::Copy { to, from, extent, direction, function } => {
            state::lock().copy_rows(*to, *from, *extent, *direction, function)
        }
        Work::Fill { to, element, extent, function } => state::lock().fill(*to, element, *extent, function),
        Work::Host { function, data } => {
            let call: unsafe extern "C" fn(*mut c_void) = std::mem::transmute(*function);
            call(*data as *mut c_void);
            Ok(())
        }
        Work::Record(event) => state::lock().streams.stamp(*event),
        Work::Graph(parts) => parts.iter().try_for_each(|part| run(part)),
        Work::Conditional { address, choice, bodies, graph } => run_chosen(*address, *choice, bodies, *graph),
        Work::Allocate(_) | Work::Free(_) | Work::Nothing => Ok(()),
    }
}

impl State {
    /// Work comes next in a stream: a launch may begin before the end of the one before it, if it says so and nothing lies between.
    fn follow(&mut self, stream: usize, work: &Work) {
        let is_programmatic = matches!(work, Work::Launch(launch) if launch.programmatic);
        self.cpu.set_dependent(is_programmatic && self.last_launch == Some(stream));
        self.last_launch = matches!(work, Work::Launch(_)).then_some(stream);
    }
}

/// Does it in the order of a stream, or has the graph remember it that the stream captures.
pub unsafe fn submit(stream: usize, work: Work) -> Answer {
    let captured = {
        let mut state = state::lock();
        state.check()?;
        state.capture(stream, &work)?
    };
    if captured {
        return Ok(());
    }
    state::lock().follow(stream, &work);
    run(&work)
}

/// Copies in the order of a stream.
pub unsafe fn copy(stream: usize, to: u64, from: u64, bytes: u64, kind: i32, function: &'static str) -> Answer {
    let flat = |address| Layout { address, pitch: bytes, layer: bytes };
    let direction = Direction::of(kind)?;
    submit(stream, Work::Copy { to: flat(to), from: flat(from), extent: [bytes, 1, 1], direction, function })
}

/// Fills in the order of a stream.
pub unsafe fn fill(stream: usize, to: u64, element: &[u8], count: u64, function: &'static str) -> Answer {
    let to = Layout { address: to, pitch: 0, layer: 0 };
    submit(stream, Work::Fill { to, element: element.to_vec(), extent: [count, 1, 1], function })
}
