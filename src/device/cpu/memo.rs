//! Launches that have been before: where an equal one has read the same, what it left is put there, and the kernel does not run again.
//!
//! Programs that measure launch a kernel hundreds of times. What a launch does follows from its kernel, its extents, its arguments and
//! the memory that it reads. So it need not run
//! - if an equal launch has read nothing that it has written, and nobody has changed since what it has read and written: all is there;
//! - if what an equal launch has used holds what it held before that launch: then it will hold what it held after it.

use super::memory::{Contents, GlobalBuffer};
use super::program::{Op, Program};
use super::{Checks, Cpu, Statistics};
use crate::device::{LoadedModule, Schedule};
use crate::launch::LaunchConfig;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Launches of which something is remembered.
const MOST_LAUNCHES: usize = 4096;

/// Bytes of what launches have left.
const MOST_BYTES: u64 = 1 << 30;

/// Instructions of a launch that runs no longer than it takes to look for an equal one.
const FEW_INSTRUCTIONS: u64 = 1 << 18;

/// What a launch has left is kept so many times before one has found the memory as it was.
const MOST_OUTCOMES: usize = 4;

/// What makes launches equal, but for the memory that they use.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct LaunchKey {
    module: u32,
    kernel: usize,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    cluster: Option<[u32; 3]>,
    graph: u64,
    parameters: Vec<u8>,
}

/// What is known of equal launches.
#[derive(Default)]
struct LaunchHistory {
    /// The buffers that the last one has used that has run.
    used: Vec<u32>,
    /// What that one has done.
    statistics: Statistics,
    /// The versions that the buffers had after it, if it has read nothing that it has written.
    settled: Option<Vec<u64>>,
    /// Each of different contents of memory.
    outcomes: Vec<Outcome>,
    /// An outcome was of use.
    recurs: bool,
    /// They were of none.
    is_hopeless: bool,
}

/// What a launch has found and left.
struct Outcome {
    /// Digests of the buffers that it uses, before.
    before: Vec<(u32, u128)>,
    /// What those hold that it writes, after.
    after: Vec<(u32, Contents)>,
    /// It has read nothing that it has written.
    is_settled: bool,
    statistics: Statistics,
}

/// A buffer that a launch has used.
#[derive(Clone, Copy)]
pub(super) struct BufferUse {
    buffer: u32,
    is_read: bool,
    is_written: bool,
}

/// What launches have left.
#[derive(Default)]
pub(super) struct LaunchMemo {
    histories: HashMap<LaunchKey, LaunchHistory>,
    /// Bytes of all outcomes.
    bytes: u64,
}

/// A launch that runs, of which something is to be remembered.
pub(super) struct Remembered {
    key: LaunchKey,
    /// The digests of what it is expected to use, if it is worth it.
    before: Vec<(u32, u128)>,
}

impl LaunchMemo {
    /// A buffer is gone: no launch with what it held comes again.
    pub(super) fn forget(&mut self, buffer: u32) {
        self.histories.retain(|_, history| {
            let stays = !history.used.contains(&buffer);
            if !stays {
                self.bytes -= history.bytes();
            }
            stays
        });
    }
}

impl LaunchHistory {
    fn bytes(&self) -> u64 {
        self.outcomes.iter().map(Outcome::bytes).sum()
    }
}

impl Outcome {
    fn bytes(&self) -> u64 {
        self.after.iter().map(|(_, contents)| contents.bytes()).sum()
    }
}

impl Cpu {
    /// Whether launches are looked up that have been before, and what they have left is put in place instead of running the kernel once
    /// more. They count as run, in statistics, too; races and other faults were looked for when they ran.
    pub fn remember_launches(&mut self, remembers: bool) {
        self.memo = remembers.then(LaunchMemo::default);
    }

    /// Launches that were not run, as they were known.
    pub fn recalled_launches(&self) -> u64 {
        self.recalled
    }

    /// What kernels can find is not what it was: of no launch is it known what it would do.
    pub(super) fn forget_launches(&mut self) {
        self.remember_launches(self.memo.is_some());
    }

    /// What makes a launch equal to others; nothing if it does more than change memory, or not always the same.
    fn launch_key(
        &self,
        (module, kernel): (LoadedModule, usize),
        program: &Program,
        config: LaunchConfig,
        parameters: &[u8],
    ) -> Option<LaunchKey> {
        let Checks { traffic, coverage, schedule, .. } = self.checks;
        let is_plain =
            !self.cooperative && self.surroundings.objects.is_none() && !(self.dependent && self.primary.is_some());
        let is_noted = traffic || coverage || matches!(schedule, Schedule::Random(_));
        let acts = |op: &Op| matches!(op, Op::Print(_) | Op::Allocate { .. } | Op::FailAssertion(_));
        if self.memo.is_none() || !is_plain || is_noted || program.steps.iter().any(|step| acts(&step.op)) {
            return None;
        }
        Some(LaunchKey {
            module: module.0,
            kernel,
            grid: config.grid,
            block: config.block,
            shared_bytes: config.shared_bytes,
            cluster: self.cluster,
            graph: self.surroundings.graph,
            parameters: parameters.to_vec(),
        })
    }

    /// Ends a launch without running it if an equal one is known. Otherwise what is to be remembered of it, if it can be.
    pub(super) fn look_up(
        &mut self,
        (module, index): (LoadedModule, usize),
        config: LaunchConfig,
        parameters: &[u8],
    ) -> ControlFlow<(), Option<Remembered>> {
        let program = self.modules[module.0 as usize].kernels[index].1.as_ref().ok();
        let key = program.and_then(|program| self.launch_key((module, index), program, config, parameters));
        match key.map(|key| self.recall(key)) {
            Some(Ok(statistics)) => {
                self.faults.clear();
                self.primary = None;
                self.recalled += 1;
                self.count(statistics);
                ControlFlow::Break(())
            }
            remembered => ControlFlow::Continue(remembered.and_then(Result::err)),
        }
    }

    /// Puts what an equal launch has left where it would leave it, and gives what that has done; otherwise what is to be remembered of
    /// this one.
    fn recall(&mut self, key: LaunchKey) -> Result<Statistics, Remembered> {
        let Some(history) = self.memo.as_mut().and_then(|memo| memo.histories.get_mut(&key)) else {
            return Err(Remembered { key, before: Vec::new() });
        };
        let buffers = &mut self.buffers;
        let mut each = history.used.iter().map(|&used| buffers.get(used as usize).and_then(Option::as_ref));
        let version = |buffer: Option<&GlobalBuffer>| buffer.map(GlobalBuffer::version);
        if let Some(settled) = &history.settled
            && settled.iter().all(|&settled| each.next().and_then(version) == Some(settled))
        {
            return Ok(history.statistics);
        }
        let bytes: u64 = history.used.iter().filter_map(|&used| Some(buffers[used as usize].as_ref()?.bytes)).sum();
        if history.is_hopeless || history.statistics.thread_instructions < FEW_INSTRUCTIONS.max(bytes / 2) {
            return Err(Remembered { key, before: Vec::new() });
        }
        let digest = |&used: &u32| Some((used, buffers[used as usize].as_mut()?.digest()));
        let before: Vec<(u32, u128)> = history.used.iter().filter_map(digest).collect();
        let Some(outcome) = history.outcomes.iter().find(|outcome| outcome.before == before) else {
            return Err(Remembered { key, before });
        };
        for (number, contents) in &outcome.after {
            if let Some(buffer) = &mut buffers[*number as usize] {
                buffer.set_contents(contents);
            }
        }
        history.recurs = true;
        history.statistics = outcome.statistics;
        let version = |&used: &u32| buffers[used as usize].as_ref().map(GlobalBuffer::version);
        history.settled = history.used.iter().map(version).collect::<Option<_>>().filter(|_| outcome.is_settled);
        Ok(outcome.statistics)
    }

    /// Remembers a launch that has come to its end, unless it had faults.
    pub(super) fn remember(&mut self, launch: Option<Remembered>, uses: &[BufferUse], statistics: Statistics) {
        let launch = launch.filter(|_| self.faults.is_empty());
        let (Some(memo), Some(Remembered { key, before })) = (&mut self.memo, launch) else { return };
        if memo.histories.len() >= MOST_LAUNCHES && !memo.histories.contains_key(&key) {
            *memo = LaunchMemo::default();
        }
        let history = memo.histories.entry(key).or_default();
        history.used.clear();
        history.used.extend(uses.iter().map(|used| used.buffer));
        history.statistics = statistics;
        let buffers = &mut self.buffers;
        let stays = |used: &BufferUse| {
            let buffer = buffers[used.buffer as usize].as_ref()?;
            let stays = !(buffer.is_of_host() || used.is_read && used.is_written);
            stays.then(|| buffer.version())
        };
        history.settled = uses.iter().map(stays).collect();
        if before.is_empty() || !before.iter().map(|&(number, _)| number).eq(history.used.iter().copied()) {
            return;
        }
        if !history.recurs && history.outcomes.len() == MOST_OUTCOMES {
            memo.bytes -= history.bytes();
            history.outcomes.clear();
            history.is_hopeless = true;
            return;
        }
        let written = || uses.iter().filter(|used| used.is_written).map(|used| used.buffer);
        // A byte of a buffer takes one and a quarter.
        let bytes: u64 = written().filter_map(|number| Some(buffers[number as usize].as_ref()?.bytes / 4 * 5)).sum();
        if memo.bytes + bytes <= MOST_BYTES {
            let after =
                written().filter_map(|number| Some((number, buffers[number as usize].as_mut()?.contents()))).collect();
            let is_settled = history.settled.is_some();
            let outcome = Outcome { before, after, is_settled, statistics };
            memo.bytes += outcome.bytes();
            history.outcomes.push(outcome);
        }
    }

    /// A launch begins: it has used no buffer so far.
    pub(super) fn begin_uses(&mut self) {
        self.for_each_buffer(GlobalBuffer::begin_uses);
    }

    /// A launch is over: the buffers that it has used.
    pub(super) fn end_uses(&mut self) -> Vec<BufferUse> {
        let mut uses = Vec::new();
        for &buffer in &self.live {
            if let Some((is_read, is_written)) = self.buffers[buffer as usize].as_mut().map(GlobalBuffer::end_uses)
                && (is_read || is_written)
            {
                uses.push(BufferUse { buffer, is_read, is_written });
            }
        }
        uses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Arg, Buffer, Device};

    /// Stores or adds three times the first number, after some thousand turns of a loop; `printing` does so and prints.
    fn module(cpu: &mut Cpu) -> LoadedModule {
        let kernel = |name: &str, end: &str| {
            format!(
                ".visible .entry {name}(.param .u64 from, .param .u64 to) {{
                    .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %rd<4>;
                    ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];
                    mov.u32 %r1, 0;
                    turn: add.u32 %r1, %r1, 1;
                    setp.lt.u32 %p, %r1, 5000;
                    @%p bra turn;
                    ld.global.u32 %r2, [%rd1];
                    mul.lo.u32 %r2, %r2, 3;
                    {end}
                    ret;
                }}\n"
            )
        };
        let text = [
            ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
            .global .align 1 .b8 text[2] = {65, 0};\n",
            &kernel("stores", "st.global.u32 [%rd2], %r2;"),
            &kernel("adds", "red.global.add.u32 [%rd2], %r2;"),
            &kernel(
                "prints",
                "{ .param .b64 f; .param .b64 v; .param .b32 r; cvta.global.u64 %rd3, text; st.param.b64 [f], %rd3; st.param.b64 [v], 0;
                call.uni (r), vprintf, (f, v); }
                st.global.u32 [%rd2], %r2;",
            ),
        ];
        cpu.load(&text.concat()).expect("a module")
    }

    struct MemoBench {
        cpu: Cpu,
        module: LoadedModule,
        from: Buffer,
        to: Buffer,
    }

    impl MemoBench {
        fn new(schedule: Schedule) -> Self {
            let mut cpu = Cpu::with_checks(Checks { schedule, ..Checks::default() });
            cpu.remember_launches(true);
            let module = module(&mut cpu);
            let [from, to] = [0; 2].map(|_| cpu.alloc(4).expect("a buffer"));
            let mut bench = Self { cpu, module, from, to };
            bench.write(from, 2);
            bench.write(to, 0);
            bench
        }

        fn write(&mut self, buffer: Buffer, number: u32) {
            self.cpu.upload(buffer, &number.to_le_bytes()).expect("room");
        }

        /// What is there after a launch, and whether that was known.
        fn launch(&mut self, kernel: &str) -> (u32, bool) {
            let before = self.cpu.recalled_launches();
            let config = LaunchConfig::new([1; 3], [64, 1, 1]);
            let arguments: [Arg; 2] = [self.from.into(), self.to.into()];
            self.cpu.launch(self.module, kernel, config, &arguments).expect("no fault");
            let mut bytes = [0; 4];
            self.cpu.download(self.to, &mut bytes).expect("room");
            (u32::from_le_bytes(bytes), self.cpu.recalled_launches() > before)
        }
    }

    #[test]
    fn what_reads_nothing_that_it_writes_runs_once() {
        let mut bench = MemoBench::new(Schedule::Late);
        assert_eq!(bench.launch("stores"), (6, false));
        let instructions = bench.cpu.statistics().thread_instructions;
        assert_eq!(bench.launch("stores"), (6, true));
        assert_eq!(bench.cpu.statistics().thread_instructions, 2 * instructions);
        bench.write(bench.from, 2);
        assert_eq!(bench.launch("stores"), (6, true), "the same number was written");
        bench.write(bench.from, 5);
        assert_eq!(bench.launch("stores"), (15, false));
        assert_eq!(bench.launch("stores"), (15, true));
    }

    #[test]
    fn what_is_overwritten_is_put_back() {
        let mut bench = MemoBench::new(Schedule::Late);
        let mut launch = |number: u32| {
            bench.write(bench.to, number);
            bench.launch("stores")
        };
        assert_eq!(
            [launch(0), launch(1), launch(1), launch(2), launch(1)].map(|(_, known)| known),
            [false, false, true, false, true]
        );
        assert_eq!(bench.launch("stores"), (6, true));
    }

    #[test]
    fn what_adds_goes_on_adding() {
        let mut bench = MemoBench::new(Schedule::Late);
        for turn in 1..=4 {
            assert_eq!(bench.launch("adds"), (turn * 6 * 64, false));
        }
        let mut again = |number: u32| {
            bench.write(bench.to, number);
            bench.launch("adds")
        };
        // Of the four launches so far the last three were kept, with what they found.
        assert_eq!(again(2 * 6 * 64), (3 * 6 * 64, true));
        assert_eq!(again(1), (1 + 6 * 64, false));
        assert_eq!(again(1), (1 + 6 * 64, true));
    }

    #[test]
    fn what_never_recurs_is_given_up() {
        let mut bench = MemoBench::new(Schedule::Late);
        for _ in 0..10 {
            assert!(!bench.launch("adds").1);
        }
        assert_eq!(bench.cpu.memo.as_ref().map(|memo| memo.bytes), Some(0));
    }

    #[test]
    fn what_is_not_always_the_same_runs_each_time() {
        let mut bench = MemoBench::new(Schedule::Late);
        let printed = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let count = printed.clone();
        bench.cpu.on_print(move |_| _ = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        assert_eq!([bench.launch("prints"), bench.launch("prints")], [(6, false); 2]);
        assert_eq!(printed.load(std::sync::atomic::Ordering::Relaxed), 128);
        let mut bench = MemoBench::new(Schedule::Random(1));
        assert_eq!([bench.launch("stores"), bench.launch("stores")], [(6, false); 2]);
        bench.cpu.remember_launches(false);
        assert_eq!([bench.launch("stores"), bench.launch("stores")], [(6, false); 2]);
    }

    #[test]
    fn nothing_is_known_once_a_texture_is_gone() {
        let mut bench = MemoBench::new(Schedule::Late);
        assert_eq!([bench.launch("stores"), bench.launch("stores")], [(6, false), (6, true)]);
        bench.cpu.remove_image_object(0);
        assert_eq!(bench.launch("stores"), (6, false));
    }

    #[test]
    fn nothing_is_known_of_freed_buffers() {
        let mut bench = MemoBench::new(Schedule::Late);
        bench.launch("stores");
        bench.cpu.free(bench.to).expect("it is there");
        assert_eq!(bench.cpu.memo.as_ref().map(|memo| memo.histories.len()), Some(0));
        let arguments: [Arg; 2] = [bench.from.into(), Arg::Bytes(vec![0; 8])];
        let ended = bench.cpu.launch(bench.module, "stores", LaunchConfig::new([1; 3], [1; 3]), &arguments);
        assert!(ended.is_err(), "there is no memory at 0");
        assert!(bench.cpu.memo.as_ref().is_some_and(|memo| memo.histories.is_empty()), "a fault is not remembered");
    }
}
