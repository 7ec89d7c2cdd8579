use crate::diagnostic::Finding;
use crate::facts::traffic::{self, LaneAddresses, Sectors, is_global};
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Counts the 32-byte sectors that a warp touches with one access to global memory, and reports accesses that touch at
    /// least twice as many as their bytes need.
    ///
    /// ## Why is this bad
    /// Memory is read and written in sectors. When adjacent lanes access adjacent words, 32 words of 4 bytes are four sectors; with a
    /// stride of 32 bytes or more they are 32, and seven eighths of the traffic is wasted.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 a)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [a];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 128;
    ///     add.u64 %rd2, %rd2, %rd3;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 a)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [a];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd3;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Sectors are counted for the first warp of a block with the required shape, or a usual one; parameters have typical values, and
    /// the pointer the best alignment. What several accesses take from the same sectors, as in loops over the fields of a structure,
    /// may come from the cache: the traffic is then lower than reported. Addresses that depend on data are not judged.
    ///
    /// ## References
    /// CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
    pub static UNCOALESCED_ACCESS = "uncoalesced-access" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Fewest lanes whose access matters.
const FEWEST_LANES: usize = 4;

/// Most bytes that a lane accesses with one instruction; more are copied by an engine of its own.
const MOST_BYTES: u32 = 32;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    for access in facts.own_accesses() {
        if is_global(facts, access)
            && access.kind != AccessKind::Atomic
            && access.size <= MOST_BYTES
            && let Some(finding) = judge(facts, access)
        {
            cx.report(finding);
        }
    }
}

fn judge(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Finding> {
    let launches = traffic::launches(facts, access);
    let counts: Vec<Sectors> = launches.iter().map(|lanes| Sectors::of(lanes, access.size)).collect();
    let enough = |lanes: &LaneAddresses| lanes.addresses.len() >= FEWEST_LANES;
    if !launches.iter().all(enough) || !counts.iter().all(|sectors| sectors.touched >= 2 * sectors.needed) {
        return None;
    }
    // The best launch is the one to be believed.
    let (lanes, sectors) = launches.iter().zip(counts).min_by_key(|(_, sectors)| sectors.touched)?;
    let size = i64::from(access.size);
    let (first, start) = *lanes.addresses.first()?;
    let &(other, address) =
        lanes.addresses.iter().find(|(_, address)| address.abs_diff(start) > size.unsigned_abs())?;
    let useful = 100.0 * sectors.needed as f64 / sectors.touched as f64;
    let Sectors { touched, needed } = sectors;
    let message =
        format!("a warp touches {touched} sectors here instead of {needed}: {useful:.1} % of the traffic is useful");
    let apart = address.abs_diff(start);
    let finding = Finding::new(access.span(), message)
        .caption(format!("lanes {first} and {other} are {apart} bytes apart{}", by_parameters(facts, access)))
        .help("let adjacent lanes access adjacent elements: swap the indices, or stage through shared memory");
    let [x, y, z] = lanes.shape;
    Some(if y * z > 1 {
        finding.label(facts.module[access.inst].span, format!("in a block of {x}x{y}x{z} threads"))
    } else {
        finding
    })
}

/// What the distance depends on.
fn by_parameters(facts: &Facts<'_, '_>, access: &MemoryAccess) -> String {
    let module = facts.module;
    let names: Vec<String> = traffic::factors(facts, access)
        .into_iter()
        .filter_map(|var| module[var].name)
        .map(|name| format!("`{}`", module.name(name)))
        .collect();
    if names.is_empty() { String::new() } else { format!(", for a usual {}", names.join(" and ")) }
}
