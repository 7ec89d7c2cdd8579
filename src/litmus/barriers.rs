//! Which threads meet at which barrier.

use super::test::{LitmusOperand, LitmusOperation, Place, Test};
use super::traces::{EventKind, Trace};

/// A barrier in a run: the thread, and the position of the event in its run.
pub(super) type BarrierArrival = (usize, usize);

/// One opening of a barrier.
#[derive(Clone, Debug)]
pub(super) struct BarrierMeeting {
    /// Who opens it.
    pub members: Vec<BarrierArrival>,
    /// Who comes to the same barrier after that.
    pub later: Vec<BarrierArrival>,
}

/// What distinguishes barriers of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    place: Place,
    instance: i64,
    resource: Option<i64>,
    count: Option<i64>,
}

/// All ways in which the threads may meet, so that all of them get to their ends. Without barriers there is one, without meetings.
pub(super) fn meetings(test: &Test, traces: &[&Trace]) -> Vec<Vec<BarrierMeeting>> {
    let mut keys: Vec<(Key, Vec<Vec<usize>>)> = Vec::new();
    for (thread, trace) in traces.iter().enumerate() {
        for (place, event) in trace.events.iter().enumerate() {
            if let EventKind::Barrier { instance, resource, count, .. } = event.kind {
                let key = Key { place: test.threads[thread].place, instance, resource, count };
                let at = keys.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                    keys.push((key, vec![Vec::new(); traces.len()]));
                    keys.len() - 1
                });
                keys[at].1[thread].push(place);
            }
        }
    }
    let mut ways: Vec<Vec<BarrierMeeting>> = vec![Vec::new()];
    for (key, arrivals) in &keys {
        let own = match key.count {
            None => all_meet(test, *key, arrivals).into_iter().collect(),
            Some(count) => some_meet(usize::try_from(count).unwrap_or(usize::MAX), arrivals),
        };
        ways = ways.iter().flat_map(|way| own.iter().map(|more| [way.as_slice(), more.as_slice()].concat())).collect();
    }
    ways.retain(|way| reach_their_ends(traces, way));
    ways
}

/// Without a count a barrier takes all threads of the block that have it in their code; `None` if some do not come.
fn all_meet(test: &Test, key: Key, arrivals: &[Vec<usize>]) -> Option<Vec<BarrierMeeting>> {
    let has_it = |thread: usize| {
        test.threads[thread].place == key.place
            && test.threads[thread].code.iter().any(|instruction| match instruction.operation {
                LitmusOperation::Barrier(barrier) => {
                    let is_resource = match barrier.resource {
                        None => key.resource.is_none(),
                        Some(LitmusOperand::Constant(resource)) => key.resource == Some(resource),
                        Some(LitmusOperand::Register(_)) => !arrivals[thread].is_empty(),
                    };
                    barrier.instance == key.instance && barrier.count.is_none() && is_resource
                }
                _ => false,
            })
    };
    let threads: Vec<usize> = (0..arrivals.len()).filter(|&thread| has_it(thread)).collect();
    let times = arrivals.iter().map(Vec::len).max().unwrap_or(0);
    (0..times)
        .map(|time| {
            let members = threads.iter().map(|&thread| Some((thread, *arrivals[thread].get(time)?)));
            Some(BarrierMeeting { members: members.collect::<Option<_>>()?, later: Vec::new() })
        })
        .collect()
}

/// With a count a barrier opens whenever so many have arrived. What comes after it has opened for the last time belongs to threads that
/// the test does not show, and is not held up.
fn some_meet(count: usize, arrivals: &[Vec<usize>]) -> Vec<Vec<BarrierMeeting>> {
    let mut done = Vec::new();
    let mut open = vec![(Vec::<BarrierMeeting>::new(), vec![0; arrivals.len()])];
    while let Some((meetings, passed)) = open.pop() {
        let waiting: Vec<usize> =
            (0..arrivals.len()).filter(|&thread| passed[thread] < arrivals[thread].len()).collect();
        if count == 0 || waiting.len() < count {
            if !meetings.is_empty() {
                done.push(meetings);
            }
            continue;
        }
        for chosen in subsets(&waiting, count) {
            let mut after = passed.clone();
            let members = chosen.iter().map(|&thread| (thread, arrivals[thread][passed[thread]])).collect();
            chosen.iter().for_each(|&thread| after[thread] += 1);
            let rest = |thread: usize| arrivals[thread][after[thread]..].iter().map(move |&place| (thread, place));
            let meeting = BarrierMeeting { members, later: (0..arrivals.len()).flat_map(rest).collect() };
            open.push(([meetings.as_slice(), &[meeting]].concat(), after));
        }
    }
    done
}

/// The subsets of so many elements.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, of) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with = subsets(rest, size - 1).into_iter().map(|mut chosen| {
                chosen.insert(0, *first);
                chosen
            });
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// Whether no thread waits forever: each barrier opens when all that meet there have come so far.
fn reach_their_ends(traces: &[&Trace], meetings: &[BarrierMeeting]) -> bool {
    let mut at = vec![0; traces.len()];
    loop {
        let mut has_moved = false;
        for thread in 0..traces.len() {
            while let Some(event) = traces[thread].events.get(at[thread]) {
                let meeting = meetings.iter().find(|meeting| meeting.members.contains(&(thread, at[thread])));
                let waits = matches!(event.kind, EventKind::Barrier { waits: true, .. });
                let all_have_come =
                    |meeting: &BarrierMeeting| meeting.members.iter().all(|&(other, place)| at[other] >= place);
                if waits && !meeting.is_none_or(all_have_come) {
                    break;
                }
                at[thread] += 1;
                has_moved = true;
            }
        }
        if at.iter().zip(traces).all(|(&at, trace)| at >= trace.events.len()) {
            return true;
        }
        if !has_moved {
            return false;
        }
    }
}
