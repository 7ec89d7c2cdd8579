use crate::diagnostic::Finding;
use crate::facts::traffic::{self, BankConflict};
use crate::facts::{AccessKind, Facts, MemoryAccess, is_shared};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Computes the bank of each lane's word in accesses to shared memory, and reports accesses in which several lanes access
    /// different words of one bank.
    ///
    /// ## Why is this bad
    /// Shared memory has 32 banks of 4 bytes, each of which serves one word at a time. When n lanes access different words of one
    /// bank, the access takes n times as long.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<4>;
    ///     .shared .align 4 .b8 tile[4096];
    ///     mov.u32 %r1, %tid.x;
    ///     and.b32 %r1, %r1, 31;
    ///     shl.b32 %r2, %r1, 7;
    ///     mov.u32 %r3, tile;
    ///     add.u32 %r2, %r3, %r2;
    ///     st.shared.u32 [%r2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<4>;
    ///     .shared .align 4 .b8 tile[4224];
    ///     mov.u32 %r1, %tid.x;
    ///     and.b32 %r1, %r1, 31;
    ///     mul.lo.u32 %r2, %r1, 132;
    ///     mov.u32 %r3, tile;
    ///     add.u32 %r2, %r3, %r2;
    ///     st.shared.u32 [%r2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Banks are computed for the first warp of a block with the required shape, or a usual one. Accesses of 8 and 16 bytes are
    /// served in halves and quarters of the warp, and judged that way. Atomics and addresses that depend on data are not judged.
    ///
    /// ## References
    /// CUDA C++ Programming Guide, "Shared Memory" of each compute capability; CUDA C++ Best Practices Guide, "Shared Memory and
    /// Memory Banks".
    pub static BANK_CONFLICT = "bank-conflict" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Most bytes that a lane accesses with one instruction.
const MOST_BYTES: u32 = 16;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for access in facts.own_accesses() {
        if is_shared(facts, access) && access.kind != AccessKind::Atomic && access.size <= MOST_BYTES {
            let launches = traffic::launches(facts, access);
            let conflicts: Option<Vec<BankConflict>> =
                launches.iter().map(|lanes| BankConflict::worst(lanes, access.size)).collect();
            // What is reported happens in all launches that were tried.
            let least = conflicts.and_then(|all| all.into_iter().min_by_key(|conflict| conflict.lanes.len()));
            if let Some(conflict) = least {
                cx.report(finding(access, &conflict));
            }
        }
    }
}

fn finding(access: &MemoryAccess, conflict: &BankConflict) -> Finding {
    let degree = conflict.lanes.len();
    let mut lanes = conflict.lanes.clone();
    lanes.sort_unstable();
    let shown: Vec<String> = lanes.iter().take(4).map(u32::to_string).collect();
    let more = if degree > 4 { ", …" } else { "" };
    Finding::new(access.span(), format!("{degree}-way bank conflict: this access is split into {degree}"))
        .caption(format!("lanes {}{more} access different words of bank {}", shown.join(", "), conflict.bank))
        .help("pad the rows of the array by one word, or swizzle the index with XOR")
}
