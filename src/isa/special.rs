//! Special registers (PTX ISA chapter 10).

use super::generated::SPECIALS;
use super::table::Gate;
use super::types::ScalarType;

macro_rules! special_registers {
    ($(#[doc = $doc:literal] $variant:ident $name:literal $ty:ident $vector:literal;)*) => {
        /// A predefined, read-only register, or an indexed family of them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum SpecialKind { $(#[doc = $doc] $variant,)* }

        impl SpecialKind {
            /// All kinds.
            pub const ALL: &'static [SpecialKind] = &[$(SpecialKind::$variant,)*];

            /// The name, `%` included; the prefix of an indexed family.
            pub const fn name(self) -> &'static str {
                match self { $(SpecialKind::$variant => $name,)* }
            }

            /// The type of the register or of one component.
            pub const fn ty(self) -> ScalarType {
                match self { $(SpecialKind::$variant => ScalarType::$ty,)* }
            }

            /// What it holds, in a sentence.
            pub const fn description(self) -> &'static str {
                match self { $(SpecialKind::$variant => $doc.trim_ascii(),)* }
            }

            /// Number of components: 4 for registers such as `%tid`, otherwise 1.
            pub const fn components(self) -> u8 {
                match self { $(SpecialKind::$variant => $vector,)* }
            }
        }
    };
}

special_registers! {
    /// Thread index within the block.
    Tid "%tid" U32 4;
    /// Block dimensions in threads.
    Ntid "%ntid" U32 4;
    /// Lane index within the warp.
    LaneId "%laneid" U32 1;
    /// Warp index within the block (volatile).
    WarpId "%warpid" U32 1;
    /// Number of warp indices.
    NwarpId "%nwarpid" U32 1;
    /// Block index within the grid.
    Ctaid "%ctaid" U32 4;
    /// Grid dimensions in blocks.
    Nctaid "%nctaid" U32 4;
    /// Multiprocessor index (volatile).
    SmId "%smid" U32 1;
    /// Number of multiprocessor indices.
    NsmId "%nsmid" U32 1;
    /// Grid index.
    GridId "%gridid" U64 1;
    /// Whether the launch gave cluster dimensions.
    IsExplicitCluster "%is_explicit_cluster" Pred 1;
    /// Cluster index within the grid.
    ClusterId "%clusterid" U32 4;
    /// Grid dimensions in clusters.
    NclusterId "%nclusterid" U32 4;
    /// Block index within the cluster.
    ClusterCtaid "%cluster_ctaid" U32 4;
    /// Cluster dimensions in blocks.
    ClusterNctaid "%cluster_nctaid" U32 4;
    /// Linear block index within the cluster.
    ClusterCtarank "%cluster_ctarank" U32 1;
    /// Number of blocks in the cluster.
    ClusterNctarank "%cluster_nctarank" U32 1;
    /// Mask with the bit of this lane.
    LanemaskEq "%lanemask_eq" U32 1;
    /// Mask of the lanes up to this one.
    LanemaskLe "%lanemask_le" U32 1;
    /// Mask of the lanes below this one.
    LanemaskLt "%lanemask_lt" U32 1;
    /// Mask of the lanes from this one on.
    LanemaskGe "%lanemask_ge" U32 1;
    /// Mask of the lanes above this one.
    LanemaskGt "%lanemask_gt" U32 1;
    /// Cycle counter, lower half.
    Clock "%clock" U32 1;
    /// Cycle counter, upper half.
    ClockHi "%clock_hi" U32 1;
    /// Cycle counter.
    Clock64 "%clock64" U64 1;
    /// Performance counters `%pm0` to `%pm7`.
    Pm "%pm" U32 1;
    /// Wide performance counters `%pm0_64` to `%pm7_64`.
    Pm64 "%pm_64" U64 1;
    /// Driver-defined registers `%envreg0` to `%envreg31`.
    Envreg "%envreg" B32 1;
    /// Global nanosecond timer.
    GlobalTimer "%globaltimer" U64 1;
    /// Global nanosecond timer, lower half.
    GlobalTimerLo "%globaltimer_lo" U32 1;
    /// Global nanosecond timer, upper half.
    GlobalTimerHi "%globaltimer_hi" U32 1;
    /// Start of the shared memory reserved by the system.
    ReservedSmemOffsetBegin "%reserved_smem_offset_begin" B32 1;
    /// End of the shared memory reserved by the system.
    ReservedSmemOffsetEnd "%reserved_smem_offset_end" B32 1;
    /// Size of the shared memory reserved by the system.
    ReservedSmemOffsetCap "%reserved_smem_offset_cap" B32 1;
    /// Offsets `%reserved_smem_offset_0` and `%reserved_smem_offset_1`.
    ReservedSmemOffset "%reserved_smem_offset_" B32 1;
    /// Shared memory of the block in bytes.
    TotalSmemSize "%total_smem_size" U32 1;
    /// Shared memory of the block in bytes, the reserved part included.
    AggrSmemSize "%aggr_smem_size" U32 1;
    /// Dynamic shared memory of the block in bytes.
    DynamicSmemSize "%dynamic_smem_size" U32 1;
    /// Handle of the executing device graph.
    CurrentGraphExec "%current_graph_exec" U64 1;
}

/// One special register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpecialRegister {
    /// Which register or family.
    pub kind: SpecialKind,
    /// Index within a family, otherwise 0.
    pub index: u8,
}

impl SpecialRegister {
    /// When the register of this name may be used; `None`: always.
    pub fn gate(name: &str) -> Option<&'static Gate> {
        let found = SPECIALS.binary_search_by(|(special, _)| (*special).cmp(name)).ok()?;
        Some(SPECIALS[found].1)
    }

    /// The special register of this name (`%` included, without component).
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(&kind) = SpecialKind::ALL.iter().find(|kind| kind.name() == name && !kind.is_family()) {
            return Some(Self { kind, index: 0 });
        }
        let (stem, wide) = match name.strip_suffix("_64") {
            Some(stem) => (stem, true),
            None => (name, false),
        };
        let digits = stem.len() - stem.bytes().rev().take_while(u8::is_ascii_digit).count();
        let index: u8 = stem[digits..].parse().ok()?;
        let (kind, count) = match (&stem[..digits], wide) {
            ("%pm", false) => (SpecialKind::Pm, 8),
            ("%pm", true) => (SpecialKind::Pm64, 8),
            ("%envreg", false) => (SpecialKind::Envreg, 32),
            ("%reserved_smem_offset_", false) => (SpecialKind::ReservedSmemOffset, 2),
            _ => return None,
        };
        let canonical = stem.len() - digits == 1 || !stem[digits..].starts_with('0');
        (index < count && canonical).then_some(Self { kind, index })
    }
}

impl SpecialKind {
    /// Whether the name takes a number.
    pub const fn is_family(self) -> bool {
        matches!(self, Self::Pm | Self::Pm64 | Self::Envreg | Self::ReservedSmemOffset)
    }
}

impl SpecialKind {
    /// Whether two reads by one thread may differ: counters of time and events, and where the thread runs.
    pub const fn is_volatile(self) -> bool {
        self.is_counter() || matches!(self, SpecialKind::SmId | SpecialKind::WarpId)
    }

    /// Whether it tells threads of a block apart.
    pub const fn is_of_thread(self) -> bool {
        matches!(
            self,
            SpecialKind::Tid
                | SpecialKind::LaneId
                | SpecialKind::WarpId
                | SpecialKind::LanemaskEq
                | SpecialKind::LanemaskLe
                | SpecialKind::LanemaskLt
                | SpecialKind::LanemaskGe
                | SpecialKind::LanemaskGt
        )
    }

    /// Whether it counts time or events, so that no two reads need be the same.
    pub const fn is_counter(self) -> bool {
        matches!(
            self,
            SpecialKind::Clock
                | SpecialKind::ClockHi
                | SpecialKind::Clock64
                | SpecialKind::Pm
                | SpecialKind::Pm64
                | SpecialKind::GlobalTimer
                | SpecialKind::GlobalTimerLo
                | SpecialKind::GlobalTimerHi
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_those_of_registers() {
        for (name, _) in SPECIALS {
            assert!(SpecialRegister::from_name(name).is_some(), "isa/special.isa: {name}");
        }
    }

    #[test]
    fn names_and_families() {
        let kind = |name| SpecialRegister::from_name(name).map(|r| (r.kind, r.index));
        assert_eq!(kind("%tid"), Some((SpecialKind::Tid, 0)));
        assert_eq!(kind("%envreg31"), Some((SpecialKind::Envreg, 31)));
        assert_eq!(kind("%pm3_64"), Some((SpecialKind::Pm64, 3)));
        assert_eq!(kind("%reserved_smem_offset_1"), Some((SpecialKind::ReservedSmemOffset, 1)));
        for name in ["%envreg32", "%envreg", "%pm8", "%pm_64", "%tid2", "%envreg01", "%r1", "tid"] {
            assert_eq!(kind(name), None, "{name}");
        }
    }
}
