use crate::diagnostic::{Applicability, Finding};
use crate::facts::Facts;
use crate::facts::protocol::{Agent, ProtocolStep, calls_others, reaches, with_effects};
use crate::ids::InstId;
use crate::isa::Effects;
use crate::rules::insertion::behind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loads from tensor memory (`tcgen05.ld`) and stores to it (`tcgen05.st`) that no wait follows: no path from them leads to
    /// `tcgen05.wait::ld` or `tcgen05.wait::st`.
    ///
    /// ## Why is this bad
    /// Both instructions return at once, and neither registers nor barriers wait for them. What a load has not read yet may be overwritten
    /// by the next product, and what a store has not written yet may be missing for a thread that is signalled before that.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u32 place)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<2>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u32 %r1, [place];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r1];
    ///     st.global.u32 [%rd1], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u32 place)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<2>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u32 %r1, [place];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r2}, [%r1];
    ///     tcgen05.wait::ld.sync.aligned;
    ///     st.global.u32 [%rd1], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A wait on any path after the load or store silences the rule, wherever the result is used: compilers move computations, and stores
    /// too, across the wait, and the hardware keeps track of registers. Stores are reported if the kernel reads tensor memory. Functions
    /// that call others are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.16.8 "Tensor Memory and Register Load/Store Instructions", `tcgen05.wait`; 9.7.16.6 "Memory Consistency Model of 5th
    /// generation of TensorCore operations".
    pub static MISSING_TCGEN05_WAIT = "missing-tcgen05-wait" {
        group: Sync,
        level: Warning,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::TENSOR_LOADS.union(Effects::TENSOR_STORES)) || calls_others(facts) {
        return;
    }
    let module = cx.module;
    let unawaited = |agent: Agent| {
        let waits = agent.waits(facts);
        agent.starts(facts).into_iter().find(|&start| reaches(facts, start, &waits) == Some(false))
    };
    if let Some(load) = unawaited(Agent::TensorLoads) {
        cx.report(
            Finding::new(module[load].span, "nothing waits for this load from tensor memory")
                .caption("may still be going on when its registers are used, or its source is overwritten")
                .help("put `tcgen05.wait::ld.sync.aligned` after the loads, before what they load is used")
                .fixes(
                    Applicability::Safe,
                    vec![behind(module, last_of(facts, load), "tcgen05.wait::ld.sync.aligned;")],
                ),
        );
    }
    let mut readers = Agent::TensorLoads.starts(facts);
    readers.extend(with_effects(facts, Effects::TENSOR_PRODUCTS));
    if let Some(store) = unawaited(Agent::TensorStores)
        && let Some(&reader) = readers.iter().min()
    {
        cx.report(
            Finding::new(module[store].span, "nothing waits for this store to tensor memory")
                .caption("may still be going on when tensor memory is read")
                .label(module[reader].span, "tensor memory is read here")
                .help("put `tcgen05.wait::st.sync.aligned` after the stores, before other threads are signalled"),
        );
    }
}

/// The last of the loads from tensor memory that follow each other without anything in between.
fn last_of(facts: &Facts<'_, '_>, load: InstId) -> InstId {
    let insts = facts.cfg().insts(facts.cfg().block_of(load)).filter(|&inst| inst > load);
    insts.take_while(|&inst| Agent::TensorLoads.step(facts, inst) == Some(ProtocolStep::Start)).last().unwrap_or(load)
}
