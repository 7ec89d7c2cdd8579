//! Streams and events, and streams whose work a graph remembers.

use crate::error::{Answer, Code};
use crate::state::{self, State};
use crate::work::Work;
use std::collections::HashMap;
use std::time::Instant;

/// Where a stream or an event is in the graph that is captured: the graph, and what comes directly before.
#[derive(Clone, Debug)]
struct Capture {
    graph: usize,
    last: Vec<usize>,
    /// Something was done that no graph can remember: nothing comes of it.
    is_spoilt: bool,
}

/// A stream of a program.
#[derive(Default)]
pub struct Stream {
    pub flags: u32,
    pub priority: i32,
    pub number: u64,
    /// What the program has set, by its number (`cudaStreamAttrID`).
    pub attributes: HashMap<i32, [u8; 64]>,
    capture: Option<Capture>,
    /// The capture began here.
    is_origin: bool,
}

/// An event of a program.
#[derive(Default)]
struct Event {
    time: Option<Instant>,
    capture: Option<Capture>,
    is_untimed: bool,
}

/// All of them, by handle.
#[derive(Default)]
pub struct Streams {
    streams: HashMap<usize, Stream>,
    events: HashMap<usize, Event>,
    made: u64,
}

/// The handles of streams that are always there: legacy (by null and by name), and that of the thread.
const ALWAYS: [usize; 3] = [0, 1, 2];

impl Streams {
    pub fn create(&mut self, flags: u32, priority: i32) -> usize {
        let handle = state::handle();
        self.made += 1;
        let number = self.made + ALWAYS.len() as u64;
        self.streams.insert(handle, Stream { flags, priority, number, ..Stream::default() });
        handle
    }

    /// A stream that programs have not destroyed.
    pub fn stream(&mut self, handle: usize) -> Answer<&mut Stream> {
        if ALWAYS.contains(&handle) {
            let new = || Stream { number: handle as u64, ..Stream::default() };
            return Ok(self.streams.entry(handle).or_insert_with(new));
        }
        self.streams.get_mut(&handle).ok_or(Code::INVALID_HANDLE)
    }

    pub fn destroy(&mut self, handle: usize) -> Answer {
        self.streams.remove(&handle).map(|_| ()).ok_or(Code::INVALID_HANDLE)
    }

    pub fn create_event(&mut self, flags: u32) -> usize {
        const DISABLE_TIMING: u32 = 2;
        let handle = state::handle();
        self.events.insert(handle, Event { is_untimed: flags & DISABLE_TIMING != 0, ..Event::default() });
        handle
    }

    pub fn destroy_event(&mut self, handle: usize) -> Answer {
        self.events.remove(&handle).map(|_| ()).ok_or(Code::INVALID_HANDLE)
    }

    /// The event has come about now.
    pub fn stamp(&mut self, event: usize) -> Answer {
        let event = self.events.get_mut(&event).ok_or(Code::INVALID_HANDLE)?;
        (event.time, event.capture) = (Some(Instant::now()), None);
        Ok(())
    }

    /// Whether there is such an event, and it is none of a graph that is captured.
    pub fn query_event(&self, event: usize) -> Answer {
        match self.events.get(&event) {
            None => Err(Code::INVALID_HANDLE),
            Some(event) if event.capture.is_some() => Err(Code::CAPTURED_EVENT),
            Some(_) => Ok(()),
        }
    }

    /// Milliseconds between two events.
    pub fn elapsed(&self, from: usize, to: usize) -> Answer<f32> {
        let time = |event: usize| {
            let event = self.events.get(&event).filter(|event| !event.is_untimed)?;
            event.time
        };
        let (from, to) = time(from).zip(time(to)).ok_or(Code::INVALID_HANDLE)?;
        let seconds = to
            .checked_duration_since(from)
            .map_or_else(|| -from.duration_since(to).as_secs_f64(), |duration| duration.as_secs_f64());
        Ok((seconds * 1e3) as f32)
    }
}

impl State {
    /// Has the graph that a stream captures remember some work; false if it captures none.
    pub fn capture(&mut self, stream: usize, work: &Work) -> Answer<bool> {
        let Some(capture) = self.streams.stream(stream)?.capture.clone() else { return Ok(false) };
        if capture.is_spoilt {
            return Err(Code::CAPTURE_INVALIDATED);
        }
        let node = self.graphs.add(capture.graph, work.clone(), capture.last)?;
        self.streams.stream(stream)?.capture = Some(Capture { last: vec![node], ..capture });
        Ok(true)
    }

    /// Records an event in a stream.
    pub fn record(&mut self, event: usize, stream: usize) -> Answer {
        let capture = self.streams.stream(stream)?.capture.clone();
        if capture.is_none() {
            return self.streams.stamp(event);
        }
        self.streams.events.get_mut(&event).ok_or(Code::INVALID_HANDLE)?.capture = capture;
        Ok(())
    }

    /// Has a stream wait for an event: one that is captured draws the stream into its graph.
    pub fn wait(&mut self, stream: usize, event: usize) -> Answer {
        let event = self.streams.events.get(&event).ok_or(Code::INVALID_HANDLE)?;
        let Some(awaited) = event.capture.clone() else { return Ok(()) };
        let stream = self.streams.stream(stream)?;
        match &mut stream.capture {
            Some(capture) if capture.graph != awaited.graph => return Err(Code::CAPTURE_UNMATCHED),
            Some(capture) => {
                for node in awaited.last {
                    if !capture.last.contains(&node) {
                        capture.last.push(node);
                    }
                }
            }
            None => stream.capture = Some(awaited),
        }
        Ok(())
    }

    /// Begins to capture a stream, into a new graph or one that is there.
    pub fn begin_capture(&mut self, stream: usize, graph: Option<usize>) -> Answer {
        if stream == 0 || stream == 1 {
            return Err(Code::CAPTURE_UNSUPPORTED);
        }
        if self.streams.stream(stream)?.capture.is_some() {
            return Err(Code::INVALID_VALUE);
        }
        let graph = graph.unwrap_or_else(|| self.graphs.create());
        let stream = self.streams.stream(stream)?;
        (stream.capture, stream.is_origin) = (Some(Capture { graph, last: Vec::new(), is_spoilt: false }), true);
        Ok(())
    }

    /// The program waits for a stream, which it must not while that is captured: nothing comes of the graph then.
    pub fn synchronise_stream(&mut self, stream: usize) -> Answer {
        match &mut self.streams.stream(stream)?.capture {
            Some(capture) => {
                capture.is_spoilt = true;
                Err(Code::CAPTURE_UNSUPPORTED)
            }
            None => self.synchronise(),
        }
    }

    /// Ends it. The graph.
    pub fn end_capture(&mut self, stream: usize) -> Answer<usize> {
        let stream = self.streams.stream(stream)?;
        if !stream.is_origin {
            return Err(Code::CAPTURE_UNMATCHED);
        }
        stream.is_origin = false;
        let Capture { graph, last, mut is_spoilt } = stream.capture.take().ok_or(Code::CAPTURE_UNMATCHED)?;
        let before = self.graphs.graph(graph)?.before(last);
        let mut is_joined = true;
        let is_other = |capture: &Option<Capture>| capture.as_ref().is_some_and(|capture| capture.graph == graph);
        for other in self.streams.streams.values_mut().filter(|other| is_other(&other.capture)) {
            let other = other.capture.take();
            is_joined &= other.iter().flat_map(|other| &other.last).all(|node| before.contains(node));
            is_spoilt |= other.is_some_and(|other| other.is_spoilt);
        }
        for event in self.streams.events.values_mut().filter(|event| is_other(&event.capture)) {
            event.capture = None;
        }
        match (is_spoilt, is_joined) {
            (true, _) => Err(Code::CAPTURE_INVALIDATED),
            (_, false) => Err(Code::CAPTURE_UNJOINED),
            _ => Ok(graph),
        }
    }

    /// Says what comes directly before the next work of a stream that is captured: that alone, or that too.
    pub fn set_capture_dependencies(&mut self, stream: usize, nodes: &[usize], is_all: bool) -> Answer {
        let capture = self.streams.stream(stream)?.capture.clone().ok_or(Code::INVALID_VALUE)?;
        let graph = self.graphs.graph(capture.graph)?;
        if !nodes.iter().all(|wanted| graph.nodes.iter().any(|node| node.handle == *wanted)) {
            return Err(Code::INVALID_VALUE);
        }
        let mut last = if is_all { Vec::new() } else { capture.last };
        last.extend(nodes);
        self.streams.stream(stream)?.capture = Some(Capture { last, ..capture });
        Ok(())
    }

    /// The graph that a stream captures, if it does, and what comes directly before its next work.
    pub fn captured(&mut self, stream: usize) -> Answer<Option<(usize, Vec<usize>)>> {
        let capture = self.streams.stream(stream)?.capture.as_ref();
        Ok(capture.map(|capture| (capture.graph, capture.last.clone())))
    }
}
