//! Instructions that read and write memory: each thread has bytes of its own there, in which it puts what it was given, and which it shows.

use super::{BLOCK, Format, Instance, Register, THREADS, Width};
use crate::generate;
use ptxlint::isa::op;

/// Of each thread 16 bytes, and of each block a tensor and its map.
pub(super) const VARIABLES: &str = ".global .align 128 .b8 slots[65536]; .global .align 128 .b8 maps[2048];";
const _: () = assert!(THREADS * 16 == 65536 && THREADS / BLOCK as usize * 128 == 2048);

/// The registers of these numbers.
pub(super) fn registers(kind: &str, numbers: std::ops::Range<usize>) -> Vec<Register> {
    numbers.map(|number| Register::of(&format!("{kind}{number}")).expect("the name of a register")).collect()
}

/// `{%r0, %r1}`.
pub(super) fn braces(registers: &[Register]) -> String {
    let names: Vec<&str> = registers.iter().map(|register| register.name.as_str()).collect();
    format!("{{{}}}", names.join(", "))
}

/// Puts words into shared memory, or into a place that an address in a register tells, four at a time.
pub(super) fn store_words(space: &str, at: &str, words: &[Register]) -> String {
    let stores = words
        .chunks(4)
        .enumerate()
        .map(|(index, four)| format!("st.{space}.v4.b32 [{at}+{}], {}; ", 16 * index, braces(four)));
    stores.collect()
}

/// As [`store_words`], the other way round.
pub(super) fn load_words(space: &str, at: &str, words: &[Register]) -> String {
    let loads = words
        .chunks(4)
        .enumerate()
        .map(|(index, four)| format!("ld.{space}.v4.b32 {}, [{at}+{}]; ", braces(four), 16 * index));
    loads.collect()
}

/// The address of the thread's 16 bytes in `%a`, or `%s` in shared memory.
fn own(is_shared: bool) -> &'static str {
    if is_shared {
        ".shared .align 16 .b8 own[4096]; .reg .b32 %s; mov.u32 %s, %tid.x; shl.b32 %s, %s, 4; mov.u32 %u, own; add.u32 %s, %s, %u;"
    } else {
        ".reg .b64 %a; mul.wide.u32 %w, %t, 16; mov.u64 %a, slots; add.u64 %a, %a, %w;"
    }
}

/// All that runs.
pub(crate) fn instances() -> Vec<Instance> {
    let mut instances = atomics();
    instances.extend(narrow());
    instances.extend(matrices());
    instances.extend(super::products::instances());
    instances.extend(super::tensors::instances());
    instances
}

/// Words that change who sees an operation when, and not what it does.
const ORDER: &[&str] =
    &[".relaxed", ".acquire", ".release", ".acq_rel", ".cta", ".cluster", ".gpu", ".sys", ".L2", ".b128", "shared::"];

/// Each operation on memory of the thread's own: what was there before, and what is there after.
fn atomics() -> Vec<Instance> {
    let mut instances = Vec::new();
    let drafts = [op::ATOM, op::RED].into_iter().flat_map(|name| generate::combinations(name, 10_000));
    for draft in drafts {
        let opcode = draft.opcode();
        if ORDER.iter().any(|word| opcode.contains(word)) {
            continue;
        }
        let is_shared = opcode.contains(".shared");
        let (mut operands, mut sources, mut results) = (Vec::new(), registers("%rd", 36..38), registers("%rd", 38..40));
        for (_, text, is_written) in draft.operand_texts() {
            if text.starts_with('[') {
                operands.push(if is_shared { "[%s]" } else { "[%a]" }.to_string());
                continue;
            }
            let named = Register::all(&text);
            if is_written {
                results.extend(named)
            } else {
                sources.extend(named)
            };
            operands.push(text);
        }
        let (at, space) = if is_shared { ("%s", "shared") } else { ("%a", "global") };
        let text = format!(
            "{} st.{space}.v2.b64 [{at}], {{%rd36, %rd37}}; {opcode} {}; ld.{space}.v2.b64 {{%rd38, %rd39}}, [{at}];",
            own(is_shared),
            operands.join(", ")
        );
        instances.push(Instance::new(text, sources, results).named(&opcode));
    }
    instances
}

/// Loads into wider registers, and stores from them.
fn narrow() -> Vec<Instance> {
    let mut instances = Vec::new();
    let types = ["u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32"];
    for (kind, width) in [("%h", 16), ("%r", 32), ("%rd", 64)] {
        for ty in types.into_iter().filter(|ty| ty[1..].parse().is_ok_and(|bits: u32| bits <= width)) {
            let (from, to) = (registers("%rd", 36..38), registers("%rd", 38..40));
            let register = Register::of(&format!("{kind}1")).expect("the name of a register");
            let start = format!("{} st.global.v2.b64 [%a], {{%rd36, %rd37}};", own(false));
            let load = format!("{start} ld.global.{ty} {}, [%a+8];", register.name);
            instances.push(
                Instance::new(load, from.clone(), vec![register.clone()]).named(&format!("ld.global.{ty} {kind}")),
            );
            let store =
                format!("{start} st.global.{ty} [%a+4], {}; ld.global.v2.b64 {{%rd38, %rd39}}, [%a];", register.name);
            instances.push(
                Instance::new(store, [from, vec![register]].concat(), to).named(&format!("st.global.{ty} {kind}")),
            );
        }
    }
    instances
}

/// Matrices of 8 × 8 halves from rows of shared memory that the lanes name, and into those.
fn matrices() -> Vec<Instance> {
    let mut instances = Vec::new();
    // Each warp has 2 KB.
    let start = ".shared .align 128 .b8 s[16384]; .reg .b32 %l, %m; mov.u32 %l, %tid.x; shr.u32 %m, %l, 5; shl.b32 %m, %m, 11; mov.u32 %u, s; \
        add.u32 %m, %m, %u; and.b32 %l, %l, 31;";
    for count in [1, 2, 4] {
        for trans in ["", ".trans"] {
            let (given, found) = (registers("%r", 80..96), registers("%r", 100..100 + count));
            let named = braces(&found);
            let load = format!(
                "{start} shl.b32 %u, %l, 6; add.u32 %u, %u, %m; {}bar.warp.sync -1; and.b32 %u, %r79, 0x7f0; add.u32 %u, %u, %m; \
                 ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {named}, [%u];",
                store_words("shared", "%u", &given)
            );
            let sources = [registers("%r", 79..80), given].concat();
            instances.push(
                Instance::plain(load, sources, found.clone(), Format::Bits).named(&format!("ldmatrix.x{count}{trans}")),
            );
            // Rows lie in another order than lanes.
            let shown = registers("%r", 110..114);
            let store = format!(
                "{start} mov.b32 %v, 0; shl.b32 %u, %l, 4; add.u32 %u, %u, %m; st.shared.v4.b32 [%u], {{%v, %v, %v, %v}}; bar.warp.sync -1; \
                 mul.lo.u32 %l, %l, 11; and.b32 %l, %l, 31; shl.b32 %l, %l, 4; add.u32 %l, %l, %m; \
                 stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%l], {named}; bar.warp.sync -1; {}",
                load_words("shared", "%u", &shown)
            );
            instances
                .push(Instance::plain(store, found, shown, Format::Bits).named(&format!("stmatrix.x{count}{trans}")));
        }
    }
    instances
}

impl Instance {
    /// With sources that all hold elements of one format.
    pub(super) fn plain(text: String, sources: Vec<Register>, results: Vec<Register>, format: Format) -> Self {
        let formats = vec![format; sources.len()];
        Self::with_formats(text, sources, results, formats)
    }

    /// With sources of these formats.
    pub(super) fn with_formats(
        text: String,
        sources: Vec<Register>,
        results: Vec<Register>,
        formats: Vec<Format>,
    ) -> Self {
        debug_assert!(sources.len() == formats.len() && sources.iter().all(|source| source.width != Width::Predicate));
        let mut this = Self::new(text, sources, results);
        this.formats = Some(formats);
        this
    }
}
