//! The report for programs.

use super::super::coverage;
use super::Results;
use crate::render::json;
use crate::validate::{self, ReplaySession};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct TraceDocument<'a> {
    schema_version: u32,
    tool: json::Tool,
    device: &'a str,
    unwatched_bytes: u64,
    kernel: &'a str,
    title: &'a str,
    grid: [u32; 3],
    block: [u32; 3],
    steps: Vec<JsonStep<'a>>,
    replay: Option<JsonReplay<'a>>,
    /// What the kernel executed, if that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<coverage::CoverageDocument<'a>>,
    passed: bool,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    title: &'a str,
    subject: &'a str,
    passed: bool,
    /// Microseconds of the launch.
    time_us: Option<f64>,
    samples: Vec<JsonSample<'a>>,
    hashes: Vec<Hash<'a>>,
    verdicts: Vec<JsonVerdict<'a>>,
}

#[derive(Serialize)]
struct JsonSample<'a> {
    element: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct Hash<'a> {
    parameter: &'a str,
    hash: String,
}

#[derive(Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
enum JsonVerdict<'a> {
    Right { used: f64 },
    Wrong(JsonDifference<'a>),
    Identical,
    StateLeak(JsonDifference<'a>),
    NotReproducible(JsonDifference<'a>),
    Changed,
    Unchanged,
    NothingWritten,
    Stopped { error: String },
}

/// An element that is not what it was, or should be.
#[derive(Serialize)]
struct JsonDifference<'a> {
    parameter: &'a str,
    index: usize,
    before: &'a str,
    now: &'a str,
}

#[derive(Serialize)]
struct JsonReplay<'a> {
    /// Why there are no frames.
    error: Option<String>,
    identical: usize,
    same: Vec<String>,
    fresh: Vec<String>,
    first: Option<Frame<'a>>,
}

/// The first frame that differs.
#[derive(Serialize)]
struct Frame<'a> {
    session: &'static str,
    frame: usize,
    #[serde(flatten)]
    difference: JsonDifference<'a>,
}

impl<'a> TraceDocument<'a> {
    pub(super) fn new(results: &'a Results<'_>) -> Self {
        let subject = &results.subjects.subject;
        let replay = results.replay.as_ref().map(|replay| match replay {
            Ok(replay) => JsonReplay::new(replay),
            Err(error) => JsonReplay {
                error: Some(error.to_string()),
                identical: 0,
                same: Vec::new(),
                fresh: Vec::new(),
                first: None,
            },
        });
        Self {
            schema_version: json::SCHEMA_VERSION,
            tool: json::Tool::THIS,
            device: &results.device,
            unwatched_bytes: results.unwatched,
            kernel: &subject.kernel,
            title: &subject.title,
            grid: subject.config.grid,
            block: subject.config.block,
            steps: results.trace.steps.iter().map(JsonStep::new).collect(),
            replay,
            coverage: results.with_coverage.then(|| coverage::CoverageDocument::new(&results.trace.coverage)),
            passed: results.passed(),
        }
    }
}

impl<'a> JsonStep<'a> {
    fn new(step: &'a validate::TraceStep) -> Self {
        Self {
            title: &step.title,
            subject: &step.subject,
            passed: step.passed(),
            time_us: step.time.map(|time| time.as_secs_f64() * 1e6),
            samples: step.samples.iter().map(|(element, value)| JsonSample { element, value }).collect(),
            hashes: step.hashes.iter().map(|(parameter, hash)| Hash { parameter, hash: hex(*hash) }).collect(),
            verdicts: step.verdicts.iter().map(JsonVerdict::new).collect(),
        }
    }
}

impl<'a> JsonVerdict<'a> {
    fn new(verdict: &'a validate::StepVerdict) -> Self {
        match verdict {
            validate::StepVerdict::Right(used) => Self::Right { used: *used },
            validate::StepVerdict::Wrong(it) => Self::Wrong(JsonDifference::new(it)),
            validate::StepVerdict::Identical => Self::Identical,
            validate::StepVerdict::StateLeak(it) => Self::StateLeak(JsonDifference::new(it)),
            validate::StepVerdict::NotReproducible(it) => Self::NotReproducible(JsonDifference::new(it)),
            validate::StepVerdict::Changed => Self::Changed,
            validate::StepVerdict::Unchanged => Self::Unchanged,
            validate::StepVerdict::NothingWritten => Self::NothingWritten,
            validate::StepVerdict::Stopped(error) => Self::Stopped { error: error.to_string() },
        }
    }
}

impl<'a> JsonDifference<'a> {
    fn new(it: &'a validate::ElementDifference) -> Self {
        Self { parameter: &it.parameter, index: it.index, before: &it.before, now: &it.now }
    }
}

impl<'a> JsonReplay<'a> {
    fn new(replay: &'a validate::ReplayResult) -> Self {
        let first = replay.first.as_ref().map(|(session, frame, it)| Frame {
            session: match session {
                ReplaySession::Same => "same",
                ReplaySession::Fresh => "fresh",
            },
            frame: *frame,
            difference: JsonDifference::new(it),
        });
        let [same, fresh] = [&replay.same, &replay.fresh].map(|hashes| hashes.iter().map(|&hash| hex(hash)).collect());
        Self { error: None, identical: replay.identical(), same, fresh, first }
    }
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
