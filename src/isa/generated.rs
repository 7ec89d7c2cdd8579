// Written by `cargo xtask isa` from the files in `isa/`. Do not edit.

use super::atoms::Atom::*;
use super::atoms::AtomSet;
use super::operands::*;
use super::roles::*;
use super::table::*;
use super::{Effects, Quirks, ScalarType, StateSpace};
use word as w;

pub(super) static TARGETS: &[TargetData] = &[
    TargetData { name: "sm_10", version: 10 },
    TargetData { name: "sm_11", version: 10 },
    TargetData { name: "sm_12", version: 12 },
    TargetData { name: "sm_13", version: 12 },
    TargetData { name: "sm_20", version: 20 },
    TargetData { name: "sm_21", version: 20 },
    TargetData { name: "sm_30", version: 30 },
    TargetData { name: "sm_32", version: 40 },
    TargetData { name: "sm_35", version: 31 },
    TargetData { name: "sm_37", version: 41 },
    TargetData { name: "sm_50", version: 40 },
    TargetData { name: "sm_52", version: 41 },
    TargetData { name: "sm_53", version: 42 },
    TargetData { name: "sm_60", version: 50 },
    TargetData { name: "sm_61", version: 50 },
    TargetData { name: "sm_62", version: 50 },
    TargetData { name: "sm_70", version: 51 },
    TargetData { name: "sm_72", version: 61 },
    TargetData { name: "sm_75", version: 63 },
    TargetData { name: "sm_80", version: 70 },
    TargetData { name: "sm_82", version: 62 },
    TargetData { name: "sm_86", version: 71 },
    TargetData { name: "sm_87", version: 74 },
    TargetData { name: "sm_88", version: 90 },
    TargetData { name: "sm_89", version: 78 },
    TargetData { name: "sm_90", version: 78 },
    TargetData { name: "sm_90a", version: 80 },
    TargetData { name: "sm_100", version: 86 },
    TargetData { name: "sm_100a", version: 86 },
    TargetData { name: "sm_100f", version: 88 },
    TargetData { name: "sm_101", version: 86 },
    TargetData { name: "sm_101a", version: 86 },
    TargetData { name: "sm_101f", version: 88 },
    TargetData { name: "sm_103", version: 88 },
    TargetData { name: "sm_103a", version: 88 },
    TargetData { name: "sm_103f", version: 88 },
    TargetData { name: "sm_107", version: 94 },
    TargetData { name: "sm_107a", version: 94 },
    TargetData { name: "sm_107f", version: 94 },
    TargetData { name: "sm_110", version: 90 },
    TargetData { name: "sm_110a", version: 90 },
    TargetData { name: "sm_110f", version: 90 },
    TargetData { name: "sm_120", version: 87 },
    TargetData { name: "sm_120a", version: 87 },
    TargetData { name: "sm_120f", version: 88 },
    TargetData { name: "sm_121", version: 88 },
    TargetData { name: "sm_121a", version: 88 },
    TargetData { name: "sm_121f", version: 88 },
];

words! {
    _128X128B "128x128b";
    _128X256B "128x256b";
    _16X128B "16x128b";
    _16X256B "16x256b";
    _16X32BX2 "16x32bx2";
    _16X64B "16x64b";
    _1D "1d" category: "dimension",;
    _2D "2d" category: "dimension",;
    _2DMS "2dms" category: "geometry",;
    _32X128B "32x128b";
    _32X32B "32x32b";
    _3D "3d" category: "dimension",;
    _4D "4d" category: "dimension",;
    _4X256B "4x256b";
    _5D "5d" category: "dimension",;
    _64X128B "64x128b";
    L1 "L1" category: "cache",;
    L1_32B "L1::32B" category: "prefetch",;
    L1_EVICT_FIRST "L1::evict_first" category: "eviction",;
    L1_EVICT_LAST "L1::evict_last" category: "eviction",;
    L1_EVICT_NORMAL "L1::evict_normal" category: "eviction",;
    L1_EVICT_UNCHANGED "L1::evict_unchanged" category: "eviction",;
    L1_NO_ALLOCATE "L1::no_allocate" category: "eviction",;
    L2 "L2" category: "cache",;
    L2_128B "L2::128B" category: "prefetch",;
    L2_256B "L2::256B" category: "prefetch",;
    L2_64B "L2::64B" category: "prefetch",;
    L2_CACHE_HINT "L2::cache_hint";
    L2_EVICT_FIRST "L2::evict_first" category: "eviction",;
    L2_EVICT_LAST "L2::evict_last" category: "eviction",;
    L2_EVICT_NORMAL "L2::evict_normal" category: "eviction",;
    L2_EVICT_UNCHANGED "L2::evict_unchanged" category: "eviction",;
    L2_NO_ALLOCATE "L2::no_allocate" category: "eviction",;
    NAN_RESULT "NaN" repeatable: true,;
    A "a" category: "component",;
    A1D "a1d" category: "geometry",;
    A2D "a2d" category: "geometry",;
    A2DMS "a2dms" category: "geometry",;
    ABS "abs";
    ACC_F16 "acc::f16" category: "accumulation", ignored: Ignored::Any,;
    ACC_F32 "acc::f32" category: "accumulation", ignored: Ignored::Any,;
    ACQ_REL "acq_rel" category: "semantics",;
    ACQUIRE "acquire" category: "semantics",;
    ACUBE "acube" category: "geometry",;
    ADD "add";
    ADDR_MODE_0 "addr_mode_0" category: "query",;
    ADDR_MODE_1 "addr_mode_1" category: "query",;
    ADDR_MODE_2 "addr_mode_2" category: "query",;
    ALIAS "alias";
    ALIGNED "aligned";
    ALL "all" category: "quantifier",;
    ALLOC_LARGE "alloc_large";
    ALLOC_SAME "alloc_same";
    ALLOC_SMALL "alloc_small";
    AND "and";
    ANY "any" category: "quantifier",;
    APPROX "approx" repeatable: true,;
    ARRAY_SIZE "array_size" category: "query",;
    ASHIFT "ashift";
    ASYNC "async";
    ASYNC_GENERIC "async::generic";
    B "b" category: "component",;
    B1 "b1" class: Class::Type(ScalarType::B1),;
    B1024 "b1024";
    B128 "b128" class: Class::Type(ScalarType::B128),;
    B16 "b16" class: Class::Type(ScalarType::B16),;
    B2 "b2" class: Class::Type(ScalarType::B2), ignored: Ignored::Strict,;
    B32 "b32" class: Class::Type(ScalarType::B32),;
    B4E "b4e" category: "permutation",;
    B4X16_P64 "b4x16_p64" ignored: Ignored::Any,;
    B64 "b64" class: Class::Type(ScalarType::B64),;
    B6X16_P32 "b6x16_p32" ignored: Ignored::Any,;
    B8 "b8" class: Class::Type(ScalarType::B8),;
    B8X16 "b8x16" ignored: Ignored::Any,;
    BALLOT "ballot";
    BF16 "bf16" class: Class::Type(ScalarType::Bf16),;
    BF16X2 "bf16x2" class: Class::Type(ScalarType::Bf16x2),;
    BFLY "bfly" category: "shuffle",;
    BLOCK16 "block16" category: "scale_block",;
    BLOCK32 "block32" category: "scale_block",;
    BLOCK_SCALE "block_scale";
    BOX_DIM "box_dim" category: "field", ignored: Ignored::Any,;
    BULK_GROUP "bulk_group" category: "completion",;
    CA "ca" category: "cache",;
    CAS "cas";
    CC "cc" repeatable: true,;
    CG "cg" category: "cache",;
    CHANNEL_DATA_TYPE "channel_data_type" category: "query",;
    CHANNEL_ORDER "channel_order" category: "query",;
    CLAMP "clamp" category: "clamping",;
    CLUSTER "cluster" category: "scope",;
    COL "col";
    COLLECTOR_A_DISCARD "collector::a::discard";
    COLLECTOR_A_FILL "collector::a::fill";
    COLLECTOR_A_LASTUSE "collector::a::lastuse";
    COLLECTOR_A_USE "collector::a::use";
    COLLECTOR_B0_DISCARD "collector::b0::discard";
    COLLECTOR_B0_FILL "collector::b0::fill";
    COLLECTOR_B0_LASTUSE "collector::b0::lastuse";
    COLLECTOR_B0_USE "collector::b0::use";
    COLLECTOR_B1_DISCARD "collector::b1::discard";
    COLLECTOR_B1_FILL "collector::b1::fill";
    COLLECTOR_B1_LASTUSE "collector::b1::lastuse";
    COLLECTOR_B1_USE "collector::b1::use";
    COLLECTOR_B2_DISCARD "collector::b2::discard";
    COLLECTOR_B2_FILL "collector::b2::fill";
    COLLECTOR_B2_LASTUSE "collector::b2::lastuse";
    COLLECTOR_B2_USE "collector::b2::use";
    COLLECTOR_B3_DISCARD "collector::b3::discard";
    COLLECTOR_B3_FILL "collector::b3::fill";
    COLLECTOR_B3_LASTUSE "collector::b3::lastuse";
    COLLECTOR_B3_USE "collector::b3::use";
    COLLECTOR_B_DISCARD "collector::b::discard";
    COLLECTOR_B_FILL "collector::b::fill";
    COLLECTOR_B_LASTUSE "collector::b::lastuse";
    COLLECTOR_B_USE "collector::b::use";
    COMMIT_GROUP "commit_group";
    CONST "const" class: Class::Space(StateSpace::Const),;
    COUNTED_BYTES "counted::bytes";
    CP_MASK "cp_mask";
    CS "cs" category: "cache",;
    CTA "cta" category: "scope",;
    CTA_GROUP_1 "cta_group::1" category: "cta_group",;
    CTA_GROUP_2 "cta_group::2" category: "cta_group",;
    CUBE "cube" category: "geometry",;
    CV "cv" category: "cache",;
    DEC "dec";
    DECOMPRESS_LUT_B "decompress::lut::b";
    DEPTH "depth" category: "query",;
    DOWN "down" category: "shuffle",;
    E2M1 "e2m1" class: Class::Type(ScalarType::E2m1),;
    E2M1X2 "e2m1x2" class: Class::Type(ScalarType::E2m1x2),;
    E2M1X4 "e2m1x4" class: Class::Type(ScalarType::E2m1x4),;
    E2M3 "e2m3" class: Class::Type(ScalarType::E2m3),;
    E2M3X2 "e2m3x2" class: Class::Type(ScalarType::E2m3x2),;
    E2M3X4 "e2m3x4" class: Class::Type(ScalarType::E2m3x4),;
    E3M2 "e3m2" class: Class::Type(ScalarType::E3m2),;
    E3M2X2 "e3m2x2" class: Class::Type(ScalarType::E3m2x2),;
    E3M2X4 "e3m2x4" class: Class::Type(ScalarType::E3m2x4),;
    E4M3 "e4m3" class: Class::Type(ScalarType::E4m3),;
    E4M3X2 "e4m3x2" class: Class::Type(ScalarType::E4m3x2),;
    E4M3X4 "e4m3x4" class: Class::Type(ScalarType::E4m3x4),;
    E5M2 "e5m2" class: Class::Type(ScalarType::E5m2),;
    E5M2X2 "e5m2x2" class: Class::Type(ScalarType::E5m2x2),;
    E5M2X4 "e5m2x4" class: Class::Type(ScalarType::E5m2x4),;
    ECL "ecl" category: "permutation",;
    ECR "ecr" category: "permutation",;
    ELEMENT_STRIDE "element_stride" category: "field", ignored: Ignored::Any,;
    ELEMTYPE "elemtype" category: "field", ignored: Ignored::Any,;
    EQ "eq" category: "comparison",;
    EQU "equ" category: "comparison",;
    EVICT_FIRST "evict_first" category: "eviction",;
    EVICT_LAST "evict_last" category: "eviction",;
    EVICT_NORMAL "evict_normal" category: "eviction",;
    EVICT_UNCHANGED "evict_unchanged" category: "eviction",;
    EXCH "exch";
    EXCLUSIVE "exclusive";
    F16 "f16" class: Class::Type(ScalarType::F16),;
    F16X2 "f16x2" class: Class::Type(ScalarType::F16x2),;
    F32 "f32" class: Class::Type(ScalarType::F32),;
    F32X2 "f32x2" class: Class::Type(ScalarType::F32x2),;
    F4E "f4e" category: "permutation",;
    F64 "f64" class: Class::Type(ScalarType::F64),;
    FABRIC_FABRIC "fabric::fabric";
    FABRIC_GENERIC "fabric::generic";
    FILL_MODE "fill_mode" category: "field", ignored: Ignored::Any,;
    FILTER_MODE "filter_mode" category: "query",;
    FINITE "finite" category: "testp", ignored: Ignored::Any,;
    FORCE_UNNORMALIZED_COORDS "force_unnormalized_coords" category: "query",;
    FTZ "ftz";
    G "g" category: "component",;
    GE "ge" category: "comparison",;
    GENERIC_FABRIC "generic::fabric";
    GET_FIRST_CTAID "get_first_ctaid";
    GET_FIRST_CTAID_X "get_first_ctaid::x";
    GET_FIRST_CTAID_Y "get_first_ctaid::y";
    GET_FIRST_CTAID_Z "get_first_ctaid::z";
    GEU "geu" category: "comparison",;
    GL "gl" category: "scope",;
    GLOBAL "global" class: Class::Space(StateSpace::Global),;
    GLOBAL_ADDRESS "global_address" category: "field", ignored: Ignored::Any,;
    GLOBAL_DIM "global_dim" category: "field", ignored: Ignored::Any,;
    GLOBAL_STRIDE "global_stride" category: "field", ignored: Ignored::Any,;
    GPU "gpu" category: "scope",;
    GT "gt" category: "comparison",;
    GTU "gtu" category: "comparison",;
    HEIGHT "height" category: "query",;
    HI "hi" category: "comparison",;
    HS "hs" category: "comparison",;
    IDX "idx" category: "shuffle",;
    IGNORE_OOB "ignore_oob";
    IM2COL "im2col" category: "load_mode",;
    IM2COL_W "im2col::w" category: "load_mode",;
    IM2COL_W_128 "im2col::w::128" category: "load_mode",;
    IM2COL_NO_OFFS "im2col_no_offs" category: "load_mode",;
    INC "inc";
    INFINITE "infinite" category: "testp", ignored: Ignored::Any,;
    INTERLEAVE_LAYOUT "interleave_layout" category: "field", ignored: Ignored::Any,;
    INVALL "invall" category: "cache",;
    IS_CANCELED "is_canceled";
    KIND_F16 "kind::f16" category: "kind",;
    KIND_F8F6F4 "kind::f8f6f4" category: "kind",;
    KIND_I8 "kind::i8" category: "kind",;
    KIND_MXF4 "kind::mxf4" category: "kind",;
    KIND_MXF4NVF4 "kind::mxf4nvf4" category: "kind",;
    KIND_MXF8F6F4 "kind::mxf8f6f4" category: "kind",;
    KIND_TF32 "kind::tf32" category: "kind",;
    KIND_TI16 "kind::ti16";
    LAUNCH_DEPENDENTS "launch_dependents";
    LAYOUT_V0 "layout::v0";
    LAYOUT_V1 "layout::v1";
    LE "le" category: "comparison",;
    LEU "leu" category: "comparison",;
    LO "lo" category: "comparison",;
    LOCAL "local" class: Class::Space(StateSpace::Local),;
    LS "ls" category: "comparison",;
    LT "lt" category: "comparison",;
    LTU "ltu" category: "comparison",;
    LU "lu" category: "cache",;
    M16N16 "m16n16" category: "shape",;
    M16N16K16 "m16n16k16" category: "shape",;
    M16N16K8 "m16n16k8" category: "shape",;
    M16N8 "m16n8" category: "shape",;
    M16N8K128 "m16n8k128" category: "shape",;
    M16N8K16 "m16n8k16" category: "shape",;
    M16N8K256 "m16n8k256" category: "shape",;
    M16N8K32 "m16n8k32" category: "shape",;
    M16N8K4 "m16n8k4" category: "shape",;
    M16N8K64 "m16n8k64" category: "shape",;
    M16N8K8 "m16n8k8" category: "shape",;
    M32N8K16 "m32n8k16" category: "shape",;
    M64N104K16 "m64n104k16" category: "shape",;
    M64N104K32 "m64n104k32" category: "shape",;
    M64N104K64 "m64n104k64" category: "shape",;
    M64N104K8 "m64n104k8" category: "shape",;
    M64N112K16 "m64n112k16" category: "shape",;
    M64N112K256 "m64n112k256" category: "shape",;
    M64N112K32 "m64n112k32" category: "shape",;
    M64N112K64 "m64n112k64" category: "shape",;
    M64N112K8 "m64n112k8" category: "shape",;
    M64N120K16 "m64n120k16" category: "shape",;
    M64N120K32 "m64n120k32" category: "shape",;
    M64N120K64 "m64n120k64" category: "shape",;
    M64N120K8 "m64n120k8" category: "shape",;
    M64N128K16 "m64n128k16" category: "shape",;
    M64N128K256 "m64n128k256" category: "shape",;
    M64N128K32 "m64n128k32" category: "shape",;
    M64N128K64 "m64n128k64" category: "shape",;
    M64N128K8 "m64n128k8" category: "shape",;
    M64N136K16 "m64n136k16" category: "shape",;
    M64N136K32 "m64n136k32" category: "shape",;
    M64N136K64 "m64n136k64" category: "shape",;
    M64N136K8 "m64n136k8" category: "shape",;
    M64N144K16 "m64n144k16" category: "shape",;
    M64N144K256 "m64n144k256" category: "shape",;
    M64N144K32 "m64n144k32" category: "shape",;
    M64N144K64 "m64n144k64" category: "shape",;
    M64N144K8 "m64n144k8" category: "shape",;
    M64N152K16 "m64n152k16" category: "shape",;
    M64N152K32 "m64n152k32" category: "shape",;
    M64N152K64 "m64n152k64" category: "shape",;
    M64N152K8 "m64n152k8" category: "shape",;
    M64N160K16 "m64n160k16" category: "shape",;
    M64N160K256 "m64n160k256" category: "shape",;
    M64N160K32 "m64n160k32" category: "shape",;
    M64N160K64 "m64n160k64" category: "shape",;
    M64N160K8 "m64n160k8" category: "shape",;
    M64N168K16 "m64n168k16" category: "shape",;
    M64N168K32 "m64n168k32" category: "shape",;
    M64N168K64 "m64n168k64" category: "shape",;
    M64N168K8 "m64n168k8" category: "shape",;
    M64N16K16 "m64n16k16" category: "shape",;
    M64N16K256 "m64n16k256" category: "shape",;
    M64N16K32 "m64n16k32" category: "shape",;
    M64N16K64 "m64n16k64" category: "shape",;
    M64N16K8 "m64n16k8" category: "shape",;
    M64N176K16 "m64n176k16" category: "shape",;
    M64N176K256 "m64n176k256" category: "shape",;
    M64N176K32 "m64n176k32" category: "shape",;
    M64N176K64 "m64n176k64" category: "shape",;
    M64N176K8 "m64n176k8" category: "shape",;
    M64N184K16 "m64n184k16" category: "shape",;
    M64N184K32 "m64n184k32" category: "shape",;
    M64N184K64 "m64n184k64" category: "shape",;
    M64N184K8 "m64n184k8" category: "shape",;
    M64N192K16 "m64n192k16" category: "shape",;
    M64N192K256 "m64n192k256" category: "shape",;
    M64N192K32 "m64n192k32" category: "shape",;
    M64N192K64 "m64n192k64" category: "shape",;
    M64N192K8 "m64n192k8" category: "shape",;
    M64N200K16 "m64n200k16" category: "shape",;
    M64N200K32 "m64n200k32" category: "shape",;
    M64N200K64 "m64n200k64" category: "shape",;
    M64N200K8 "m64n200k8" category: "shape",;
    M64N208K16 "m64n208k16" category: "shape",;
    M64N208K256 "m64n208k256" category: "shape",;
    M64N208K32 "m64n208k32" category: "shape",;
    M64N208K64 "m64n208k64" category: "shape",;
    M64N208K8 "m64n208k8" category: "shape",;
    M64N216K16 "m64n216k16" category: "shape",;
    M64N216K32 "m64n216k32" category: "shape",;
    M64N216K64 "m64n216k64" category: "shape",;
    M64N216K8 "m64n216k8" category: "shape",;
    M64N224K16 "m64n224k16" category: "shape",;
    M64N224K256 "m64n224k256" category: "shape",;
    M64N224K32 "m64n224k32" category: "shape",;
    M64N224K64 "m64n224k64" category: "shape",;
    M64N224K8 "m64n224k8" category: "shape",;
    M64N232K16 "m64n232k16" category: "shape",;
    M64N232K32 "m64n232k32" category: "shape",;
    M64N232K64 "m64n232k64" category: "shape",;
    M64N232K8 "m64n232k8" category: "shape",;
    M64N240K16 "m64n240k16" category: "shape",;
    M64N240K256 "m64n240k256" category: "shape",;
    M64N240K32 "m64n240k32" category: "shape",;
    M64N240K64 "m64n240k64" category: "shape",;
    M64N240K8 "m64n240k8" category: "shape",;
    M64N248K16 "m64n248k16" category: "shape",;
    M64N248K32 "m64n248k32" category: "shape",;
    M64N248K64 "m64n248k64" category: "shape",;
    M64N248K8 "m64n248k8" category: "shape",;
    M64N24K16 "m64n24k16" category: "shape",;
    M64N24K256 "m64n24k256" category: "shape",;
    M64N24K32 "m64n24k32" category: "shape",;
    M64N24K64 "m64n24k64" category: "shape",;
    M64N24K8 "m64n24k8" category: "shape",;
    M64N256K16 "m64n256k16" category: "shape",;
    M64N256K256 "m64n256k256" category: "shape",;
    M64N256K32 "m64n256k32" category: "shape",;
    M64N256K64 "m64n256k64" category: "shape",;
    M64N256K8 "m64n256k8" category: "shape",;
    M64N32K16 "m64n32k16" category: "shape",;
    M64N32K256 "m64n32k256" category: "shape",;
    M64N32K32 "m64n32k32" category: "shape",;
    M64N32K64 "m64n32k64" category: "shape",;
    M64N32K8 "m64n32k8" category: "shape",;
    M64N40K16 "m64n40k16" category: "shape",;
    M64N40K32 "m64n40k32" category: "shape",;
    M64N40K64 "m64n40k64" category: "shape",;
    M64N40K8 "m64n40k8" category: "shape",;
    M64N48K16 "m64n48k16" category: "shape",;
    M64N48K256 "m64n48k256" category: "shape",;
    M64N48K32 "m64n48k32" category: "shape",;
    M64N48K64 "m64n48k64" category: "shape",;
    M64N48K8 "m64n48k8" category: "shape",;
    M64N56K16 "m64n56k16" category: "shape",;
    M64N56K32 "m64n56k32" category: "shape",;
    M64N56K64 "m64n56k64" category: "shape",;
    M64N56K8 "m64n56k8" category: "shape",;
    M64N64K16 "m64n64k16" category: "shape",;
    M64N64K256 "m64n64k256" category: "shape",;
    M64N64K32 "m64n64k32" category: "shape",;
    M64N64K64 "m64n64k64" category: "shape",;
    M64N64K8 "m64n64k8" category: "shape",;
    M64N72K16 "m64n72k16" category: "shape",;
    M64N72K32 "m64n72k32" category: "shape",;
    M64N72K64 "m64n72k64" category: "shape",;
    M64N72K8 "m64n72k8" category: "shape",;
    M64N80K16 "m64n80k16" category: "shape",;
    M64N80K256 "m64n80k256" category: "shape",;
    M64N80K32 "m64n80k32" category: "shape",;
    M64N80K64 "m64n80k64" category: "shape",;
    M64N80K8 "m64n80k8" category: "shape",;
    M64N88K16 "m64n88k16" category: "shape",;
    M64N88K32 "m64n88k32" category: "shape",;
    M64N88K64 "m64n88k64" category: "shape",;
    M64N88K8 "m64n88k8" category: "shape",;
    M64N8K16 "m64n8k16" category: "shape",;
    M64N8K256 "m64n8k256" category: "shape",;
    M64N8K32 "m64n8k32" category: "shape",;
    M64N8K64 "m64n8k64" category: "shape",;
    M64N8K8 "m64n8k8" category: "shape",;
    M64N96K16 "m64n96k16" category: "shape",;
    M64N96K256 "m64n96k256" category: "shape",;
    M64N96K32 "m64n96k32" category: "shape",;
    M64N96K64 "m64n96k64" category: "shape",;
    M64N96K8 "m64n96k8" category: "shape",;
    M8N16 "m8n16" category: "shape",;
    M8N32K16 "m8n32k16" category: "shape",;
    M8N8 "m8n8" category: "shape",;
    M8N8K128 "m8n8k128" category: "shape",;
    M8N8K16 "m8n8k16" category: "shape",;
    M8N8K32 "m8n8k32" category: "shape",;
    M8N8K4 "m8n8k4" category: "shape",;
    MAX "max";
    MBARRIER "mbarrier" category: "completion",;
    MBARRIER_ARRIVE_ONE "mbarrier::arrive::one" category: "completion",;
    MBARRIER_COMPLETE_TX_16B "mbarrier::complete_tx::16B";
    MBARRIER_COMPLETE_TX_BYTES "mbarrier::complete_tx::bytes" category: "completion",;
    MBARRIER_MEET_TX_BYTES "mbarrier::meet_tx::bytes" category: "completion",;
    MBARRIER_REPORT_DISABLED "mbarrier::report::disabled";
    MBARRIER_REPORT_FABRIC "mbarrier::report::fabric";
    MBARRIER_REPORT_VALIDITY_PER_16BYTES_8 "mbarrier::report::validity::per_16bytes::8";
    MBARRIER_REPORT_VALIDITY_PER_16BYTES_80 "mbarrier::report::validity::per_16bytes::80";
    MBARRIER_REPORT_VALIDITY_PER_16BYTES_8000 "mbarrier::report::validity::per_16bytes::8000";
    MBARRIER_REPORT_VALIDITY_PER_16BYTES_80000000 "mbarrier::report::validity::per_16bytes::80000000";
    MBARRIER_REPORT_VALIDITY_PER_ELEMENT_FF "mbarrier::report::validity::per_element::ff";
    MBARRIER_INIT "mbarrier_init";
    MEMORY_LAYOUT "memory_layout" category: "query",;
    MIN "min";
    MMIO "mmio";
    MULTICAST_CLUSTER "multicast::cluster";
    MULTICAST_CLUSTER_16B "multicast::cluster::16b";
    MULTICAST_CLUSTER_32B "multicast::cluster::32b";
    MULTICAST_CLUSTER_ALL "multicast::cluster::all";
    MULTIMEM "multimem";
    NAN "nan" category: "comparison",;
    NC "nc";
    NE "ne" category: "comparison",;
    NEU "neu" category: "comparison",;
    NOCOMPLETE "noComplete";
    NO_ALLOCATE "no_allocate" category: "eviction",;
    NOFTZ "noftz";
    NOINC "noinc";
    NORMAL "normal" category: "testp", ignored: Ignored::Any,;
    NORMALIZED_COORDS "normalized_coords" category: "query",;
    NOTANUMBER "notanumber" category: "testp", ignored: Ignored::Any,;
    NUM "num" category: "comparison",;
    NUM_MIPMAP_LEVELS "num_mipmap_levels" category: "query",;
    NUM_SAMPLES "num_samples" category: "query",;
    NUMBER "number" category: "testp", ignored: Ignored::Any,;
    OOB "oob";
    OP_RESTRICT_FETCHING "op_restrict::fetching";
    OR "or";
    OVERRIDE_GLOBAL_ADDRESS "override::global_address";
    OVERRIDE_GLOBAL_DIM "override::global_dim";
    OVERRIDE_GLOBAL_DIM_STRIDE "override::global_dim_stride";
    PACK_16B "pack::16b";
    PARAM "param" class: Class::Space(StateSpace::Param),;
    PARAM_ENTRY "param::entry" class: Class::Space(StateSpace::Param),;
    PARAM_FUNC "param::func" class: Class::Space(StateSpace::Param),;
    PHASE_TYPE_CONDITIONAL "phase_type::conditional";
    PHASE_TYPE_PRIMARY "phase_type::primary";
    PO "po";
    POPC "popc";
    PRED "pred" class: Class::Type(ScalarType::Pred), ignored: Ignored::Tolerant,;
    R "r" category: "component",;
    RANK "rank" category: "field", ignored: Ignored::Any,;
    RC16 "rc16" category: "permutation",;
    RC8 "rc8" category: "permutation",;
    READ "read";
    REG "reg" class: Class::Space(StateSpace::Reg),;
    RELAXED "relaxed" category: "semantics",;
    RELEASE "release" category: "semantics",;
    RELU "relu" repeatable: true,;
    RM "rm" category: "rounding",;
    RMI "rmi" category: "rounding",;
    RN "rn" category: "rounding",;
    RNA "rna" category: "rounding",;
    RNI "rni" category: "rounding",;
    ROW "row";
    RP "rp" category: "rounding",;
    RPI "rpi" category: "rounding",;
    RS "rs" category: "rounding",;
    RZ "rz" category: "rounding",;
    RZI "rzi" category: "rounding",;
    S16 "s16" class: Class::Type(ScalarType::S16),;
    S16X2 "s16x2" class: Class::Type(ScalarType::S16x2),;
    S2 "s2" class: Class::Type(ScalarType::S2),;
    S2F6X2 "s2f6x2" class: Class::Type(ScalarType::S2f6x2),;
    S32 "s32" class: Class::Type(ScalarType::S32),;
    S4 "s4" class: Class::Type(ScalarType::S4),;
    S64 "s64" class: Class::Type(ScalarType::S64),;
    S8 "s8" class: Class::Type(ScalarType::S8),;
    S8X4 "s8x4" class: Class::Type(ScalarType::S8x4),;
    SAMPLERREF "samplerref" class: Class::Type(ScalarType::Samplerref), ignored: Ignored::Tolerant,;
    SAT "sat" repeatable: true,;
    SATFINITE "satfinite" repeatable: true,;
    SC "sc" category: "semantics",;
    SCALE_VEC_1X "scale_vec::1X" category: "scale_vec",;
    SCALE_VEC_2X "scale_vec::2X" category: "scale_vec",;
    SCALE_VEC_4X "scale_vec::4X" category: "scale_vec",;
    SCALED_N1_UE8M0 "scaled::n1::ue8m0" category: "scaled",;
    SCALED_N2_UE8M0 "scaled::n2::ue8m0" category: "scaled",;
    SHARED "shared" class: Class::Space(StateSpace::Shared),;
    SHARED_CLUSTER "shared::cluster" class: Class::Space(StateSpace::Shared),;
    SHARED_CTA "shared::cta" class: Class::Space(StateSpace::Shared),;
    SHIFTAMT "shiftamt" repeatable: true,;
    SHR15 "shr15" category: "shift_right",;
    SHR7 "shr7" category: "shift_right",;
    SP "sp" movable: true,;
    SP_2_4 "sp::2:4";
    SP_ORDERED_METADATA "sp::ordered_metadata" movable: true,;
    SREG "sreg" class: Class::Space(StateSpace::Sreg),;
    SUBNORMAL "subnormal" category: "testp", ignored: Ignored::Any,;
    SURFREF "surfref" class: Class::Type(ScalarType::Surfref), ignored: Ignored::Tolerant,;
    SWIZZLE_ATOMICITY "swizzle_atomicity" category: "field", ignored: Ignored::Any,;
    SWIZZLE_MODE "swizzle_mode" category: "field", ignored: Ignored::Any,;
    SYNC "sync" repeatable: true,;
    SYNC_RESTRICT_PROXY_ASYNC "sync_restrict::proxy::async";
    SYNC_RESTRICT_READ "sync_restrict::read";
    SYNC_RESTRICT_READS "sync_restrict::reads";
    SYNC_RESTRICT_SHARED_CLUSTER "sync_restrict::shared::cluster";
    SYNC_RESTRICT_SHARED_CLUSTER_READ "sync_restrict::shared::cluster::read";
    SYNC_RESTRICT_SHARED_CTA "sync_restrict::shared::cta";
    SYNC_RESTRICT_SHARED_READ_MMA_A "sync_restrict::shared::read::mma::a";
    SYS "sys" category: "scope",;
    TENSORMAP "tensormap" category: "cache",;
    TENSORMAP_GENERIC "tensormap::generic";
    TEXREF "texref" class: Class::Type(ScalarType::Texref), ignored: Ignored::Tolerant,;
    TF32 "tf32" class: Class::Type(ScalarType::Tf32),;
    TILE "tile" category: "load_mode",;
    TILE_GATHER4 "tile::gather4" category: "load_mode",;
    TILE_SCATTER4 "tile::scatter4" category: "load_mode",;
    TRANS "trans";
    TRAP "trap" category: "clamping",;
    U16 "u16" class: Class::Type(ScalarType::U16),;
    U16X2 "u16x2" class: Class::Type(ScalarType::U16x2),;
    U2 "u2" class: Class::Type(ScalarType::U2),;
    U32 "u32" class: Class::Type(ScalarType::U32),;
    U4 "u4" class: Class::Type(ScalarType::U4),;
    U64 "u64" class: Class::Type(ScalarType::U64),;
    U8 "u8" class: Class::Type(ScalarType::U8),;
    U8X4 "u8x4" class: Class::Type(ScalarType::U8x4),;
    UE4M3 "ue4m3" class: Class::Type(ScalarType::Ue4m3),;
    UE5M3X2 "ue5m3x2" class: Class::Type(ScalarType::Ue5m3x2),;
    UE8M0 "ue8m0" class: Class::Type(ScalarType::Ue8m0),;
    UE8M0X2 "ue8m0x2" class: Class::Type(ScalarType::Ue8m0x2),;
    UNI "uni" repeatable: true,;
    UNPACK_16B "unpack::16b";
    UP "up" category: "shuffle",;
    V2 "v2" class: Class::Vector(2),;
    V4 "v4" class: Class::Vector(4),;
    V8 "v8" class: Class::Vector(8),;
    VALID_ADDR "valid_addr";
    VOLATILE "volatile" category: "semantics",;
    WAIT "wait";
    WARPX2_01_23 "warpx2::01_23";
    WARPX2_02_13 "warpx2::02_13";
    WARPX4 "warpx4";
    WB "wb" category: "cache",;
    WEAK "weak" category: "semantics",;
    WIDTH "width" category: "query",;
    WRAP "wrap" category: "clamping",;
    WT "wt" category: "cache",;
    X1 "x1" category: "repetition",;
    X128 "x128" category: "repetition",;
    X16 "x16" category: "repetition",;
    X2 "x2" category: "repetition",;
    X32 "x32" category: "repetition",;
    X4 "x4" category: "repetition",;
    X64 "x64" category: "repetition",;
    X8 "x8" category: "repetition",;
    XOR "xor";
    XORSIGN "xorsign";
    ZERO "zero" category: "clamping",;
}

instructions! {
    ABS "abs" "9.7.3.9" F_ABS tolerant: true,;
    ACTIVEMASK "activemask" "9.7.13.11" F_ACTIVEMASK effects: Effects::of(&[Effects::CONVERGENT]),;
    ADD "add" "9.7.3.3" F_ADD tolerant: true, commutative: true,;
    ADDC "addc" "9.7.2.2" F_ADDC commutative: true,;
    ALLOCA "alloca" "9.7.17.3" F_ALLOCA;
    AND "and" "9.7.8.1" F_AND commutative: true,;
    APPLYPRIORITY "applypriority" "9.7.9.16" F_APPLYPRIORITY;
    APPLYPRIORITY_ASYNC_BULK "applypriority.async.bulk" "9.7.9.16" F_APPLYPRIORITY_ASYNC_BULK;
    ATOM "atom" "9.7.13.5" F_ATOM tolerant: true, effects: Effects::of(&[Effects::ATOMIC, Effects::READS_MEMORY, Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Gpu) }),;
    BAR "bar" "9.7.13.1" F_BAR effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BAR_ARRIVE "bar.arrive" "9.7.13.1" F_BAR_ARRIVE effects: Effects::of(&[Effects::BARRIER_ARRIVE, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    BAR_CTA_ARRIVE "bar.cta.arrive" "9.7.13.1" F_BAR_CTA_ARRIVE effects: Effects::of(&[Effects::BARRIER_ARRIVE, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    BAR_CTA_RED "bar.cta.red" "9.7.13.1" F_BAR_CTA_RED effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BAR_CTA_SYNC "bar.cta.sync" "9.7.13.1" F_BAR_CTA_SYNC effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BAR_RED "bar.red" "9.7.13.1" F_BAR_RED effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BAR_SYNC "bar.sync" "9.7.13.1" F_BAR_SYNC effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BAR_WARP "bar.warp" "9.7.13.2" F_BAR_WARP effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER "barrier" "9.7.13.1" F_BARRIER effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER_ARRIVE "barrier.arrive" "9.7.13.1" F_BARRIER_ARRIVE effects: Effects::of(&[Effects::BARRIER_ARRIVE, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    BARRIER_CLUSTER_ARRIVE "barrier.cluster.arrive" "9.7.13.3" F_BARRIER_CLUSTER_ARRIVE effects: Effects::of(&[Effects::CLUSTER_BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cluster) }),;
    BARRIER_CLUSTER_WAIT "barrier.cluster.wait" "9.7.13.3" F_BARRIER_CLUSTER_WAIT effects: Effects::of(&[Effects::CLUSTER_BARRIER, Effects::CONVERGENT, Effects::WAITS]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Cluster) }),;
    BARRIER_CTA "barrier.cta" "9.7.13.1" F_BARRIER_CTA effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER_CTA_ARRIVE "barrier.cta.arrive" "9.7.13.1" F_BARRIER_CTA_ARRIVE effects: Effects::of(&[Effects::BARRIER_ARRIVE, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    BARRIER_CTA_RED "barrier.cta.red" "9.7.13.1" F_BARRIER_CTA_RED effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER_CTA_SYNC "barrier.cta.sync" "9.7.13.1" F_BARRIER_CTA_SYNC effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER_RED "barrier.red" "9.7.13.1" F_BARRIER_RED effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BARRIER_SYNC "barrier.sync" "9.7.13.1" F_BARRIER_SYNC effects: Effects::of(&[Effects::BARRIER, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Cta) }),;
    BFE "bfe" "9.7.1.19" F_BFE;
    BFI "bfi" "9.7.1.20" F_BFI;
    BFIND "bfind" "9.7.1.16" F_BFIND;
    BMSK "bmsk" "9.7.1.22" F_BMSK;
    BRA "bra" "9.7.12.3" F_BRA effects: Effects::of(&[Effects::BRANCH]),;
    BREV "brev" "9.7.1.18" F_BREV;
    BRKPT "brkpt" "9.7.19.1" F_BRKPT;
    BRX_IDX "brx.idx" "9.7.12.4" F_BRX_IDX effects: Effects::of(&[Effects::BRANCH]),;
    CALL "call" "9.7.12.5" F_CALL effects: Effects::of(&[Effects::CALL]),;
    CLUSTERLAUNCHCONTROL_QUERY_CANCEL "clusterlaunchcontrol.query_cancel" "9.7.13.16" F_CLUSTERLAUNCHCONTROL_QUERY_CANCEL;
    CLUSTERLAUNCHCONTROL_TRY_CANCEL "clusterlaunchcontrol.try_cancel" "9.7.13.16" F_CLUSTERLAUNCHCONTROL_TRY_CANCEL effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CLZ "clz" "9.7.1.15" F_CLZ;
    CNOT "cnot" "9.7.8.5" F_CNOT;
    COPYSIGN "copysign" "9.7.3.2" F_COPYSIGN;
    COS "cos" "9.7.3.19" F_COS tolerant: true,;
    CP_ASYNC "cp.async" "9.7.9.25.3.1" F_CP_ASYNC effects: Effects::of(&[Effects::ASYNCHRONOUS]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CP_ASYNC_BULK "cp.async.bulk" "9.7.9.25.4.1" F_CP_ASYNC_BULK effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::BULK_GROUPS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CP_ASYNC_BULK_COMMIT_GROUP "cp.async.bulk.commit_group" "9.7.9.25.6.1" F_CP_ASYNC_BULK_COMMIT_GROUP effects: Effects::of(&[Effects::COMMITS, Effects::BULK_GROUPS]),;
    CP_ASYNC_BULK_PREFETCH "cp.async.bulk.prefetch" "9.7.9.25.4.3" F_CP_ASYNC_BULK_PREFETCH effects: Effects::of(&[Effects::ASYNCHRONOUS]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    CP_ASYNC_BULK_PREFETCH_TENSOR "cp.async.bulk.prefetch.tensor" "9.7.9.25.5.4" F_CP_ASYNC_BULK_PREFETCH_TENSOR effects: Effects::of(&[Effects::ASYNCHRONOUS]),;
    CP_ASYNC_BULK_TENSOR "cp.async.bulk.tensor" "9.7.9.25.5.2" F_CP_ASYNC_BULK_TENSOR effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::BULK_GROUPS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST, Quirks::NO_PREDICATES]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CP_ASYNC_BULK_WAIT_GROUP "cp.async.bulk.wait_group" "9.7.9.25.6.2" F_CP_ASYNC_BULK_WAIT_GROUP effects: Effects::of(&[Effects::WAITS, Effects::BULK_GROUPS]),;
    CP_ASYNC_CA "cp.async.ca" "9.7.9.25.3.1" F_CP_ASYNC_CA effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CP_ASYNC_CG "cp.async.cg" "9.7.9.25.3.1" F_CP_ASYNC_CG effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::SEPARABLE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    CP_ASYNC_COMMIT_GROUP "cp.async.commit_group" "9.7.9.25.3.2" F_CP_ASYNC_COMMIT_GROUP effects: Effects::of(&[Effects::COMMITS]),;
    CP_ASYNC_MBARRIER_ARRIVE "cp.async.mbarrier.arrive" "9.7.13.15.15" F_CP_ASYNC_MBARRIER_ARRIVE effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::COMMITS, Effects::MBARRIER_ARRIVE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    CP_ASYNC_WAIT_ALL "cp.async.wait_all" "9.7.9.25.3.3" F_CP_ASYNC_WAIT_ALL effects: Effects::of(&[Effects::WAITS]),;
    CP_ASYNC_WAIT_GROUP "cp.async.wait_group" "9.7.9.25.3.3" F_CP_ASYNC_WAIT_GROUP effects: Effects::of(&[Effects::WAITS]),;
    CP_REDUCE_ASYNC_BULK "cp.reduce.async.bulk" "9.7.9.25.4.2" F_CP_REDUCE_ASYNC_BULK tolerant: true, effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::BULK_GROUPS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Gpu) }),;
    CP_REDUCE_ASYNC_BULK_TENSOR "cp.reduce.async.bulk.tensor" "9.7.9.25.5.3" F_CP_REDUCE_ASYNC_BULK_TENSOR effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::BULK_GROUPS]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Gpu) }),;
    CREATEPOLICY_CVT "createpolicy.cvt" "9.7.9.18" F_CREATEPOLICY_CVT;
    CREATEPOLICY_FRACTIONAL "createpolicy.fractional" "9.7.9.18" F_CREATEPOLICY_FRACTIONAL;
    CREATEPOLICY_RANGE "createpolicy.range" "9.7.9.18" F_CREATEPOLICY_RANGE quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    CVT "cvt" "9.7.9.21" F_CVT tolerant: true, quirks: Quirks::of(&[Quirks::PART_READ_FIRST]),;
    CVT_PACK "cvt.pack" "9.7.9.22" F_CVT_PACK tolerant: true,;
    CVTA "cvta" "9.7.9.20" F_CVTA;
    CVTA_TO "cvta.to" "9.7.9.20" F_CVTA_TO;
    DISCARD "discard" "9.7.9.17" F_DISCARD;
    DIV "div" "9.7.3.8" F_DIV;
    DIV_FULL "div.full" "9.7.3.8" F_DIV_FULL;
    DP2A_HI "dp2a.hi" "9.7.1.24" F_DP2A_HI;
    DP2A_LO "dp2a.lo" "9.7.1.24" F_DP2A_LO;
    DP4A "dp4a" "9.7.1.23" F_DP4A;
    ELECT "elect" "9.7.13.14" F_ELECT effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    EX2 "ex2" "9.7.3.21" F_EX2 tolerant: true,;
    EXIT "exit" "9.7.12.7" F_EXIT effects: Effects::of(&[Effects::EXIT]),;
    FABRIC_SUBMIT "fabric.submit" "9.7.9" F_FABRIC_SUBMIT effects: Effects::of(&[Effects::COMMITS]),;
    FABRIC_TRY_ATOM_ASYNC "fabric.try_atom.async" "9.7.9" F_FABRIC_TRY_ATOM_ASYNC tolerant: true, effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]),;
    FABRIC_TRY_GET_ASYNC "fabric.try_get.async" "9.7.9" F_FABRIC_TRY_GET_ASYNC effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) }),;
    FABRIC_TRY_GET_ASYNC_TENSOR "fabric.try_get.async.tensor" "9.7.9" F_FABRIC_TRY_GET_ASYNC_TENSOR effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]),;
    FABRIC_TRY_PULLRED_ASYNC "fabric.try_pullred.async" "9.7.9" F_FABRIC_TRY_PULLRED_ASYNC tolerant: true, effects: Effects::of(&[Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) }),;
    FABRIC_TRY_PUT_ASYNC "fabric.try_put.async" "9.7.9" F_FABRIC_TRY_PUT_ASYNC effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) }),;
    FABRIC_TRY_PUT_ASYNC_TENSOR "fabric.try_put.async.tensor" "9.7.9" F_FABRIC_TRY_PUT_ASYNC_TENSOR effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]),;
    FABRIC_TRY_RED_ASYNC "fabric.try_red.async" "9.7.9" F_FABRIC_TRY_RED_ASYNC tolerant: true, effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) }),;
    FABRIC_WAIT "fabric.wait" "9.7.9" F_FABRIC_WAIT effects: Effects::of(&[Effects::WAITS]),;
    FENCE "fence" "9.7.13.4" F_FENCE effects: Effects::of(&[Effects::FENCE]), order: Some(Order { semantics: Semantics::AcqRel, scope: Some(Scope::Sys) }),;
    FENCE_PROXY "fence.proxy" "9.7.13.4" F_FENCE_PROXY effects: Effects::of(&[Effects::FENCE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    FMA "fma" "9.7.3.6" F_FMA tolerant: true, commutative: true,;
    FNS "fns" "9.7.1.17" F_FNS;
    GETCTARANK "getctarank" "9.7.9.24" F_GETCTARANK;
    GRIDDEPCONTROL "griddepcontrol" "9.7.13.13" F_GRIDDEPCONTROL effects: Effects::of(&[Effects::WAITS]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Gpu) }),;
    ISSPACEP "isspacep" "9.7.9.19" F_ISSPACEP;
    ISTYPEP "istypep" "9.7.9.19" F_ISTYPEP;
    LD "ld" "9.7.9.8" F_LD effects: Effects::of(&[Effects::READS_MEMORY]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::PARTS_WRITTEN]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    LDMATRIX "ldmatrix" "9.7.14.5.15" F_LDMATRIX tolerant: true, ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::READS_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::PARTS_WRITTEN]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    LDU "ldu" "9.7.9.10" F_LDU effects: Effects::of(&[Effects::READS_MEMORY]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    LG2 "lg2" "9.7.3.20" F_LG2 tolerant: true,;
    LOP3 "lop3" "9.7.8.6" F_LOP3;
    MAD "mad" "9.7.3.7" F_MAD commutative: true,;
    MAD_HI "mad.hi" "9.7.1.4" F_MAD_HI commutative: true,;
    MAD_LO "mad.lo" "9.7.1.4" F_MAD_LO commutative: true,;
    MAD_WIDE "mad.wide" "9.7.1.4" F_MAD_WIDE commutative: true,;
    MAD24_HI "mad24.hi" "9.7.1.6" F_MAD24_HI commutative: true,;
    MAD24_LO "mad24.lo" "9.7.1.6" F_MAD24_LO commutative: true,;
    MADC_HI "madc.hi" "9.7.2.6" F_MADC_HI commutative: true,;
    MADC_LO "madc.lo" "9.7.2.6" F_MADC_LO commutative: true,;
    MAPA "mapa" "9.7.9.23" F_MAPA;
    MATCH "match" "9.7.13.10" F_MATCH effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    MAX "max" "9.7.3.12" F_MAX tolerant: true, commutative: true,;
    MBARRIER_ARRIVE "mbarrier.arrive" "9.7.13.15.13" F_MBARRIER_ARRIVE effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_ARRIVE]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    MBARRIER_ARRIVE_EXPECT_TX "mbarrier.arrive.expect_tx" "9.7.13.15.13" F_MBARRIER_ARRIVE_EXPECT_TX effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_ARRIVE, Effects::MBARRIER_EXPECT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    MBARRIER_ARRIVE_DROP "mbarrier.arrive_drop" "9.7.13.15.14" F_MBARRIER_ARRIVE_DROP effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_ARRIVE]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    MBARRIER_ARRIVE_DROP_EXPECT_TX "mbarrier.arrive_drop.expect_tx" "9.7.13.15.14" F_MBARRIER_ARRIVE_DROP_EXPECT_TX effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_ARRIVE, Effects::MBARRIER_EXPECT]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cta) }),;
    MBARRIER_CHECK_LAYOUT "mbarrier.check_layout" "9.7.13.15.18" F_MBARRIER_CHECK_LAYOUT quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    MBARRIER_COMPLETE_TX "mbarrier.complete_tx" "9.7.13.15.12" F_MBARRIER_COMPLETE_TX effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_COMPLETE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Cta) }),;
    MBARRIER_EXPECT_TX "mbarrier.expect_tx" "9.7.13.15.11" F_MBARRIER_EXPECT_TX effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::MBARRIER_EXPECT]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Cta) }),;
    MBARRIER_INIT "mbarrier.init" "9.7.13.15.9" F_MBARRIER_INIT effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::GENERIC_SHARED, Effects::MBARRIER_INIT]),;
    MBARRIER_INVAL "mbarrier.inval" "9.7.13.15.10" F_MBARRIER_INVAL effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::GENERIC_SHARED, Effects::MBARRIER_INVAL]),;
    MBARRIER_PENDING_COUNT "mbarrier.pending_count" "9.7.13.15.17" F_MBARRIER_PENDING_COUNT;
    MBARRIER_TEST_WAIT "mbarrier.test_wait" "9.7.13.15.16" F_MBARRIER_TEST_WAIT effects: Effects::of(&[Effects::READS_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::WAITS, Effects::MBARRIER_WAIT]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Cta) }),;
    MBARRIER_TEST_WAIT_PARITY "mbarrier.test_wait.parity" "9.7.13.15.16" F_MBARRIER_TEST_WAIT_PARITY effects: Effects::of(&[Effects::READS_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::WAITS, Effects::MBARRIER_WAIT]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Cta) }),;
    MBARRIER_TRY_WAIT "mbarrier.try_wait" "9.7.13.15.16" F_MBARRIER_TRY_WAIT effects: Effects::of(&[Effects::READS_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::WAITS, Effects::MBARRIER_WAIT]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Cta) }),;
    MBARRIER_TRY_WAIT_PARITY "mbarrier.try_wait.parity" "9.7.13.15.16" F_MBARRIER_TRY_WAIT_PARITY effects: Effects::of(&[Effects::READS_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::WAITS, Effects::MBARRIER_WAIT]), order: Some(Order { semantics: Semantics::Acquire, scope: Some(Scope::Cta) }),;
    MEMBAR "membar" "9.7.13.4" F_MEMBAR effects: Effects::of(&[Effects::FENCE]), order: Some(Order { semantics: Semantics::Sc, scope: Some(Scope::Sys) }),;
    MEMBAR_PROXY "membar.proxy" "9.7.13.4" F_MEMBAR_PROXY effects: Effects::of(&[Effects::FENCE]),;
    MIN "min" "9.7.3.11" F_MIN tolerant: true, commutative: true,;
    MMA "mma" "9.7.14.5.14" F_MMA ignored: &[w::B1, w::BF16, w::BF16X2, w::TF32, w::S4, w::U4, w::S2, w::U2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN]),;
    MMA_SP "mma.sp" "9.7.14.6.3" F_MMA_SP ignored: &[w::B1, w::BF16, w::BF16X2, w::TF32, w::S4, w::U4, w::S2, w::U2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN, Quirks::SEPARABLE]),;
    MMA_SP_ORDERED_METADATA "mma.sp::ordered_metadata" "9.7.14.6.3" F_MMA_SP_ORDERED_METADATA ignored: &[w::B1, w::BF16, w::BF16X2, w::TF32, w::S4, w::U4, w::S2, w::U2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SEPARABLE]),;
    MOV "mov" "9.7.9.3" F_MOV quirks: Quirks::of(&[Quirks::PARTS_WRITTEN, Quirks::PART_READ_FIRST]),;
    MOVMATRIX "movmatrix" "9.7.14.5.17" F_MOVMATRIX ignored: &[w::B1, w::BF16, w::BF16X2, w::TF32, w::S4, w::U4, w::S2, w::U2, w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    MUL "mul" "9.7.3.5" F_MUL tolerant: true, commutative: true,;
    MUL_HI "mul.hi" "9.7.1.3" F_MUL_HI commutative: true,;
    MUL_LO "mul.lo" "9.7.1.3" F_MUL_LO commutative: true,;
    MUL_WIDE "mul.wide" "9.7.1.3" F_MUL_WIDE commutative: true,;
    MUL24_HI "mul24.hi" "9.7.1.5" F_MUL24_HI commutative: true,;
    MUL24_LO "mul24.lo" "9.7.1.5" F_MUL24_LO commutative: true,;
    MULTIMEM_LD_REDUCE "multimem.ld_reduce" "9.7.9.14" F_MULTIMEM_LD_REDUCE tolerant: true, effects: Effects::of(&[Effects::READS_MEMORY]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::PARTS_WRITTEN]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    MULTIMEM_RED "multimem.red" "9.7.9.14" F_MULTIMEM_RED tolerant: true, effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) }),;
    MULTIMEM_ST "multimem.st" "9.7.9.14" F_MULTIMEM_ST tolerant: true, effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    NANOSLEEP "nanosleep" "9.7.19.2" F_NANOSLEEP;
    NEG "neg" "9.7.3.10" F_NEG tolerant: true,;
    NOT "not" "9.7.8.4" F_NOT;
    OR "or" "9.7.8.2" F_OR commutative: true,;
    PMEVENT "pmevent" "9.7.19.3" F_PMEVENT;
    PMEVENT_MASK "pmevent.mask" "9.7.19.3" F_PMEVENT_MASK;
    POPC "popc" "9.7.1.14" F_POPC;
    PREFETCH "prefetch" "9.7.9.15" F_PREFETCH;
    PREFETCHU "prefetchu" "9.7.9.15" F_PREFETCHU;
    PRMT "prmt" "9.7.9.7" F_PRMT;
    RCP "rcp" "9.7.3.13" F_RCP tolerant: true,;
    RED "red" "9.7.13.6" F_RED tolerant: true, effects: Effects::of(&[Effects::ATOMIC, Effects::READS_MEMORY, Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Gpu) }),;
    RED_ASYNC "red.async" "9.7.13.7" F_RED_ASYNC effects: Effects::of(&[Effects::ATOMIC, Effects::READS_MEMORY, Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Cluster) }),;
    REDUX "redux" "9.7.13.12" F_REDUX effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    REM "rem" "9.7.1.9" F_REM;
    RET "ret" "9.7.12.6" F_RET effects: Effects::of(&[Effects::RETURN]),;
    RSQRT "rsqrt" "9.7.3.16" F_RSQRT tolerant: true,;
    SAD "sad" "9.7.1.7" F_SAD commutative: true,;
    SELP "selp" "9.7.6.3" F_SELP;
    SET "set" "9.7.6.1" F_SET tolerant: true,;
    SETMAXNREG_DEC "setmaxnreg.dec" "9.7.19.5" F_SETMAXNREG_DEC effects: Effects::of(&[Effects::CONVERGENT]),;
    SETMAXNREG_INC "setmaxnreg.inc" "9.7.19.5" F_SETMAXNREG_INC effects: Effects::of(&[Effects::CONVERGENT]),;
    SETP "setp" "9.7.6.2" F_SETP tolerant: true,;
    SHF_L "shf.l" "9.7.8.7" F_SHF_L;
    SHF_R "shf.r" "9.7.8.7" F_SHF_R;
    SHFL "shfl" "9.7.9.5" F_SHFL effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    SHL "shl" "9.7.8.8" F_SHL;
    SHR "shr" "9.7.8.9" F_SHR;
    SIN "sin" "9.7.3.18" F_SIN tolerant: true,;
    SLCT "slct" "9.7.6.4" F_SLCT;
    SQRT "sqrt" "9.7.3.15" F_SQRT tolerant: true,;
    ST "st" "9.7.9.11" F_ST effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST, Quirks::NO_PREDICATES]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    ST_ASYNC "st.async" "9.7.9.12" F_ST_ASYNC effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ASYNCHRONOUS, Effects::MBARRIER_COMPLETE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::PART_READ_FIRST, Quirks::NO_PREDICATES]), order: Some(Order { semantics: Semantics::Relaxed, scope: Some(Scope::Cluster) }),;
    ST_BULK "st.bulk" "9.7.9.13" F_ST_BULK effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    STACKRESTORE "stackrestore" "9.7.17.2" F_STACKRESTORE;
    STACKSAVE "stacksave" "9.7.17.1" F_STACKSAVE;
    STMATRIX "stmatrix" "9.7.14.5.16" F_STMATRIX ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::WRITES_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::PART_READ_FIRST, Quirks::NO_PREDICATES]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    SUB "sub" "9.7.3.4" F_SUB tolerant: true,;
    SUBC "subc" "9.7.2.4" F_SUBC;
    SULD_B "suld.b" "9.7.11.1" F_SULD_B effects: Effects::of(&[Effects::READS_MEMORY]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN]),;
    SUQ "suq" "9.7.11.4" F_SUQ;
    SURED_B "sured.b" "9.7.11.3" F_SURED_B effects: Effects::of(&[Effects::WRITES_MEMORY]),;
    SURED_P "sured.p" "9.7.11.3" F_SURED_P effects: Effects::of(&[Effects::WRITES_MEMORY]),;
    SUST_B "sust.b" "9.7.11.2" F_SUST_B effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::PART_READ_FIRST]),;
    SUST_P "sust.p" "9.7.11.2" F_SUST_P effects: Effects::of(&[Effects::WRITES_MEMORY]),;
    SZEXT "szext" "9.7.1.21" F_SZEXT;
    TANH "tanh" "9.7.3.22" F_TANH tolerant: true,;
    TCGEN05_ALLOC "tcgen05.alloc" "9.7.16.7" F_TCGEN05_ALLOC effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::WRITES_MEMORY, Effects::GENERIC_SHARED, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    TCGEN05_COMMIT "tcgen05.commit" "9.7.16.11" F_TCGEN05_COMMIT effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::ORDERED, Effects::GENERIC_SHARED, Effects::ASYNCHRONOUS, Effects::COMMITS, Effects::MBARRIER_ARRIVE]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]), order: Some(Order { semantics: Semantics::Release, scope: Some(Scope::Cluster) }),;
    TCGEN05_CP "tcgen05.cp" "9.7.16.9" F_TCGEN05_CP ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::TENSOR_MOVES]),;
    TCGEN05_DEALLOC "tcgen05.dealloc" "9.7.16.7" F_TCGEN05_DEALLOC effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    TCGEN05_FENCE_AFTER_THREAD_SYNC "tcgen05.fence::after_thread_sync" "9.7.16.11" F_TCGEN05_FENCE_AFTER_THREAD_SYNC;
    TCGEN05_FENCE_BEFORE_THREAD_SYNC "tcgen05.fence::before_thread_sync" "9.7.16.11" F_TCGEN05_FENCE_BEFORE_THREAD_SYNC;
    TCGEN05_LD "tcgen05.ld" "9.7.16.8" F_TCGEN05_LD ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::TENSOR_LOADS]), quirks: Quirks::of(&[Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]),;
    TCGEN05_LD_RED "tcgen05.ld.red" "9.7.16.8" F_TCGEN05_LD_RED effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::TENSOR_LOADS]),;
    TCGEN05_LD_RED_SPCOMPRESS "tcgen05.ld.red.spcompress" "9.7.16.8" F_TCGEN05_LD_RED_SPCOMPRESS tolerant: true, effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::TENSOR_LOADS]),;
    TCGEN05_LD_SPCOMPRESS "tcgen05.ld.spcompress" "9.7.16.8" F_TCGEN05_LD_SPCOMPRESS tolerant: true, effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::TENSOR_LOADS]),;
    TCGEN05_MMA "tcgen05.mma" "9.7.16.10" F_TCGEN05_MMA effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::TENSOR_PRODUCTS]),;
    TCGEN05_MMA_WS "tcgen05.mma.ws" "9.7.16.10" F_TCGEN05_MMA_WS effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::TENSOR_PRODUCTS]),;
    TCGEN05_RELINQUISH_ALLOC_PERMIT "tcgen05.relinquish_alloc_permit" "9.7.16.7" F_TCGEN05_RELINQUISH_ALLOC_PERMIT effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    TCGEN05_SHIFT "tcgen05.shift" "9.7.16.9" F_TCGEN05_SHIFT effects: Effects::of(&[Effects::ASYNCHRONOUS, Effects::TENSOR_MOVES]),;
    TCGEN05_ST "tcgen05.st" "9.7.16.8" F_TCGEN05_ST ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::TENSOR_STORES]), quirks: Quirks::of(&[Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]),;
    TCGEN05_WAIT_LD "tcgen05.wait::ld" "9.7.16.8" F_TCGEN05_WAIT_LD effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::WAITS, Effects::TENSOR_LOADS]),;
    TCGEN05_WAIT_ST "tcgen05.wait::st" "9.7.16.8" F_TCGEN05_WAIT_ST effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::WAITS, Effects::TENSOR_STORES]),;
    TENSORMAP_CP_FENCEPROXY "tensormap.cp_fenceproxy" "9.7.13.13" F_TENSORMAP_CP_FENCEPROXY effects: Effects::of(&[Effects::WRITES_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    TENSORMAP_QUERY_ALLOC_CLASS_LARGE "tensormap.query.alloc_class_large" "9.7.9.26" F_TENSORMAP_QUERY_ALLOC_CLASS_LARGE;
    TENSORMAP_REPLACE "tensormap.replace" "9.7.9.26" F_TENSORMAP_REPLACE effects: Effects::of(&[Effects::WRITES_MEMORY]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE]),;
    TESTP "testp" "9.7.3.1" F_TESTP;
    TEX "tex" "9.7.10.3" F_TEX ignored: &[w::UNI], effects: Effects::of(&[Effects::READS_MEMORY]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN]),;
    TEX_BASE "tex.base" "9.7.10.3" F_TEX_BASE ignored: &[w::UNI], effects: Effects::of(&[Effects::READS_MEMORY]),;
    TEX_GRAD "tex.grad" "9.7.10.3" F_TEX_GRAD ignored: &[w::UNI], effects: Effects::of(&[Effects::READS_MEMORY]),;
    TEX_LEVEL "tex.level" "9.7.10.3" F_TEX_LEVEL ignored: &[w::UNI], effects: Effects::of(&[Effects::READS_MEMORY]),;
    TLD4 "tld4" "9.7.10.4" F_TLD4 effects: Effects::of(&[Effects::READS_MEMORY]),;
    TRAP "trap" "9.7.19.4" F_TRAP effects: Effects::of(&[Effects::EXIT, Effects::TRAP]),;
    TXQ "txq" "9.7.10.5" F_TXQ;
    TXQ_LEVEL "txq.level" "9.7.10.5" F_TXQ_LEVEL;
    VABSDIFF "vabsdiff" "9.7.18.1" F_VABSDIFF;
    VABSDIFF2 "vabsdiff2" "9.7.18.5" F_VABSDIFF2;
    VABSDIFF4 "vabsdiff4" "9.7.18.7" F_VABSDIFF4;
    VADD "vadd" "9.7.18.1" F_VADD;
    VADD2 "vadd2" "9.7.18.5" F_VADD2;
    VADD4 "vadd4" "9.7.18.7" F_VADD4;
    VAVRG2 "vavrg2" "9.7.18.5" F_VAVRG2;
    VAVRG4 "vavrg4" "9.7.18.7" F_VAVRG4;
    VMAD "vmad" "9.7.18.3" F_VMAD;
    VMAX "vmax" "9.7.18.1" F_VMAX;
    VMAX2 "vmax2" "9.7.18.5" F_VMAX2;
    VMAX4 "vmax4" "9.7.18.7" F_VMAX4;
    VMIN "vmin" "9.7.18.1" F_VMIN;
    VMIN2 "vmin2" "9.7.18.5" F_VMIN2;
    VMIN4 "vmin4" "9.7.18.7" F_VMIN4;
    VOTE "vote" "9.7.13.8" F_VOTE effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    VSET "vset" "9.7.18.4" F_VSET;
    VSET2 "vset2" "9.7.18.6" F_VSET2;
    VSET4 "vset4" "9.7.18.8" F_VSET4;
    VSHL "vshl" "9.7.18.2" F_VSHL;
    VSHR "vshr" "9.7.18.2" F_VSHR;
    VSUB "vsub" "9.7.18.1" F_VSUB;
    VSUB2 "vsub2" "9.7.18.5" F_VSUB2;
    VSUB4 "vsub4" "9.7.18.7" F_VSUB4;
    WGMMA_COMMIT_GROUP "wgmma.commit_group" "9.7.15.7" F_WGMMA_COMMIT_GROUP effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::COMMITS, Effects::WARPGROUP]),;
    WGMMA_FENCE "wgmma.fence" "9.7.15.7" F_WGMMA_FENCE effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]),;
    WGMMA_MMA_ASYNC "wgmma.mma_async" "9.7.15.5" F_WGMMA_MMA_ASYNC tolerant: true, ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::ACCUMULATES, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::WARPGROUP]),;
    WGMMA_MMA_ASYNC_SP "wgmma.mma_async.sp" "9.7.15.5" F_WGMMA_MMA_ASYNC_SP tolerant: true, ignored: &[w::ROW, w::COL], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::ACCUMULATES, Effects::CONVERGENT, Effects::ASYNCHRONOUS, Effects::WARPGROUP]),;
    WGMMA_WAIT_GROUP "wgmma.wait_group" "9.7.15.7" F_WGMMA_WAIT_GROUP effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT, Effects::WAITS, Effects::WARPGROUP]),;
    WMMA_LOAD_A "wmma.load.a" "9.7.14.4.3" F_WMMA_LOAD_A effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::READS_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    WMMA_LOAD_B "wmma.load.b" "9.7.14.4.3" F_WMMA_LOAD_B ignored: &[w::B2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::READS_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    WMMA_LOAD_C "wmma.load.c" "9.7.14.4.3" F_WMMA_LOAD_C ignored: &[w::B2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::READS_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    WMMA_MMA "wmma.mma" "9.7.14.4.5" F_WMMA_MMA tolerant: true, effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::PARTS_WRITTEN]),;
    WMMA_STORE_D "wmma.store.d" "9.7.14.4.4" F_WMMA_STORE_D ignored: &[w::B2], effects: Effects::of(&[Effects::WARP_SYNCHRONOUS, Effects::WRITES_MEMORY, Effects::CONVERGENT]), quirks: Quirks::of(&[Quirks::SPECIAL_BASE, Quirks::NO_PREDICATES, Quirks::PLAIN_ELEMENTS]), order: Some(Order { semantics: Semantics::Weak, scope: None }),;
    XOR "xor" "9.7.8.3" F_XOR commutative: true,;
}

const G_OPEN: &Gate = &Gate { alternatives: &[] };
const G_SM_100: &Gate = &Gate { alternatives: &[(0, 255, 0xfffff8000000)] };
const G_SM_100F: &Gate = &Gate { alternatives: &[(0, 255, 0x6c30000000)] };
const G_SM_100F_SM_110F: &Gate = &Gate { alternatives: &[(0, 255, 0x36db0000000)] };
const G_SM_100F_SM_110F_SM_120A_SM_121A: &Gate = &Gate { alternatives: &[(0, 255, 0x4b6db0000000)] };
const G_SM_100F_SM_110F_SM_120F: &Gate = &Gate { alternatives: &[(0, 255, 0xdb6db0000000)] };
const G_SM_100F_SM_110F_SM_120F_SM_90A: &Gate = &Gate { alternatives: &[(0, 255, 0xdb6db4000000)] };
const G_SM_103A_SM_107A: &Gate = &Gate { alternatives: &[(0, 255, 0x2400000000)] };
const G_SM_107A: &Gate = &Gate { alternatives: &[(0, 255, 0x2000000000)] };
const G_SM_107F: &Gate = &Gate { alternatives: &[(0, 255, 0x6000000000)] };
const G_SM_10_TO_SM_13_OR_TO_V31_SM_20: &Gate = &Gate { alternatives: &[(0, 255, 0xf), (0, 31, 0xfffffffffff0)] };
const G_SM_11: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffffffe)] };
const G_SM_110A_SM_100A: &Gate = &Gate { alternatives: &[(0, 255, 0x10090000000)] };
const G_SM_110A_SM_100A_SM_103A_SM_107A: &Gate = &Gate { alternatives: &[(0, 255, 0x12490000000)] };
const G_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A: &Gate = &Gate { alternatives: &[(0, 255, 0x492490000000)] };
const G_SM_12: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffffffc)] };
const G_SM_120A_SM_121A: &Gate = &Gate { alternatives: &[(0, 255, 0x480000000000)] };
const G_SM_120F: &Gate = &Gate { alternatives: &[(0, 255, 0xd80000000000)] };
const G_SM_13: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffffff8)] };
const G_SM_20: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffffff0)] };
const G_SM_30: &Gate = &Gate { alternatives: &[(0, 255, 0xffffffffffc0)] };
const G_SM_32: &Gate = &Gate { alternatives: &[(0, 255, 0xffffffffff80)] };
const G_SM_50: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffffc00)] };
const G_SM_60: &Gate = &Gate { alternatives: &[(0, 255, 0xffffffffe000)] };
const G_SM_70: &Gate = &Gate { alternatives: &[(0, 255, 0xffffffff0000)] };
const G_SM_75: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffffc0000)] };
const G_SM_80: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffff80000)] };
const G_SM_90: &Gate = &Gate { alternatives: &[(0, 255, 0xfffffe000000)] };
const G_TO_V63_SM_12_OR_SM_12_TO_SM_62: &Gate = &Gate { alternatives: &[(0, 63, 0xfffffffffffc), (0, 255, 0xfffc)] };
const G_TO_V63_SM_20_OR_SM_20_TO_SM_62: &Gate = &Gate { alternatives: &[(0, 63, 0xfffffffffff0), (0, 255, 0xfff0)] };
const G_TO_V63_SM_30_OR_SM_30_TO_SM_62: &Gate = &Gate { alternatives: &[(0, 63, 0xffffffffffc0), (0, 255, 0xffc0)] };
const G_TO_V64: &Gate = &Gate { alternatives: &[(0, 64, 0xffffffffffffffff)] };
const G_V10_SM_11: &Gate = &Gate { alternatives: &[(10, 255, 0xfffffffffffe)] };
const G_V20_SM_20: &Gate = &Gate { alternatives: &[(20, 255, 0xfffffffffff0)] };
const G_V21_SM_20: &Gate = &Gate { alternatives: &[(21, 255, 0xfffffffffff0)] };
const G_V30: &Gate = &Gate { alternatives: &[(30, 255, 0xffffffffffffffff)] };
const G_V30_SM_20: &Gate = &Gate { alternatives: &[(30, 255, 0xfffffffffff0)] };
const G_V31: &Gate = &Gate { alternatives: &[(31, 255, 0xffffffffffffffff)] };
const G_V31_SM_20: &Gate = &Gate { alternatives: &[(31, 255, 0xfffffffffff0)] };
const G_V31_SM_30: &Gate = &Gate { alternatives: &[(31, 255, 0xffffffffffc0)] };
const G_V31_SM_32: &Gate = &Gate { alternatives: &[(31, 255, 0xffffffffff80)] };
const G_V32_SM_20: &Gate = &Gate { alternatives: &[(32, 255, 0xfffffffffff0)] };
const G_V32_SM_30: &Gate = &Gate { alternatives: &[(32, 255, 0xffffffffffc0)] };
const G_V40_SM_20: &Gate = &Gate { alternatives: &[(40, 255, 0xfffffffffff0)] };
const G_V40_SM_30: &Gate = &Gate { alternatives: &[(40, 255, 0xffffffffffc0)] };
const G_V41: &Gate = &Gate { alternatives: &[(41, 255, 0xffffffffffffffff)] };
const G_V41_SM_20: &Gate = &Gate { alternatives: &[(41, 255, 0xfffffffffff0)] };
const G_V41_SM_30: &Gate = &Gate { alternatives: &[(41, 255, 0xffffffffffc0)] };
const G_V42: &Gate = &Gate { alternatives: &[(42, 255, 0xffffffffffffffff)] };
const G_V42_SM_53: &Gate = &Gate { alternatives: &[(42, 255, 0xfffffffff000)] };
const G_V43: &Gate = &Gate { alternatives: &[(43, 255, 0xffffffffffffffff)] };
const G_V43_SM_20: &Gate = &Gate { alternatives: &[(43, 255, 0xfffffffffff0)] };
const G_V43_SM_30: &Gate = &Gate { alternatives: &[(43, 255, 0xffffffffffc0)] };
const G_V43_SM_50: &Gate = &Gate { alternatives: &[(43, 255, 0xfffffffffc00)] };
const G_V50_SM_20: &Gate = &Gate { alternatives: &[(50, 255, 0xfffffffffff0)] };
const G_V50_SM_61: &Gate = &Gate { alternatives: &[(50, 255, 0xffffffffc000)] };
const G_V51_SM_30: &Gate = &Gate { alternatives: &[(51, 255, 0xffffffffffc0)] };
const G_V51_SM_53: &Gate = &Gate { alternatives: &[(51, 255, 0xfffffffff000)] };
const G_V60_TO_V62_SM_70: &Gate = &Gate { alternatives: &[(60, 62, 0xffffffff0000)] };
const G_V61: &Gate = &Gate { alternatives: &[(61, 255, 0xffffffffffffffff)] };
const G_V62_SM_30: &Gate = &Gate { alternatives: &[(62, 255, 0xffffffffffc0)] };
const G_V62_SM_60: &Gate = &Gate { alternatives: &[(62, 255, 0xffffffffe000)] };
const G_V62_SM_70: &Gate = &Gate { alternatives: &[(62, 255, 0xffffffff0000)] };
const G_V63_SM_70: &Gate = &Gate { alternatives: &[(63, 255, 0xffffffff0000)] };
const G_V63_SM_72: &Gate = &Gate { alternatives: &[(63, 255, 0xfffffffe0000)] };
const G_V63_SM_75: &Gate = &Gate { alternatives: &[(63, 255, 0xfffffffc0000)] };
const G_V64_SM_70: &Gate = &Gate { alternatives: &[(64, 255, 0xffffffff0000)] };
const G_V65_SM_53: &Gate = &Gate { alternatives: &[(65, 255, 0xfffffffff000)] };
const G_V65_SM_72: &Gate = &Gate { alternatives: &[(65, 255, 0xfffffffe0000)] };
const G_V65_SM_75: &Gate = &Gate { alternatives: &[(65, 255, 0xfffffffc0000)] };
const G_V70_SM_75: &Gate = &Gate { alternatives: &[(70, 255, 0xfffffffc0000)] };
const G_V70_SM_80: &Gate = &Gate { alternatives: &[(70, 255, 0xfffffff80000)] };
const G_V71_SM_60: &Gate = &Gate { alternatives: &[(71, 255, 0xffffffffe000)] };
const G_V71_SM_80: &Gate = &Gate { alternatives: &[(71, 255, 0xfffffff80000)] };
const G_V72_SM_86: &Gate = &Gate { alternatives: &[(72, 255, 0xffffffe00000)] };
const G_V73_SM_52: &Gate = &Gate { alternatives: &[(73, 255, 0xfffffffff800)] };
const G_V74: &Gate = &Gate { alternatives: &[(74, 255, 0xffffffffffffffff)] };
const G_V74_SM_70: &Gate = &Gate { alternatives: &[(74, 255, 0xffffffff0000)] };
const G_V74_SM_75: &Gate = &Gate { alternatives: &[(74, 255, 0xfffffffc0000)] };
const G_V74_SM_80: &Gate = &Gate { alternatives: &[(74, 255, 0xfffffff80000)] };
const G_V75_SM_60: &Gate = &Gate { alternatives: &[(75, 255, 0xffffffffe000)] };
const G_V75_SM_70: &Gate = &Gate { alternatives: &[(75, 255, 0xffffffff0000)] };
const G_V76_SM_70: &Gate = &Gate { alternatives: &[(76, 255, 0xffffffff0000)] };
const G_V76_SM_80: &Gate = &Gate { alternatives: &[(76, 255, 0xfffffff80000)] };
const G_V77_SM_70: &Gate = &Gate { alternatives: &[(77, 255, 0xffffffff0000)] };
const G_V78: &Gate = &Gate { alternatives: &[(78, 255, 0xffffffffffffffff)] };
const G_V78_SM_12: &Gate = &Gate { alternatives: &[(78, 255, 0xfffffffffffc)] };
const G_V78_SM_20: &Gate = &Gate { alternatives: &[(78, 255, 0xfffffffffff0)] };
const G_V78_SM_30: &Gate = &Gate { alternatives: &[(78, 255, 0xffffffffffc0)] };
const G_V78_SM_75: &Gate = &Gate { alternatives: &[(78, 255, 0xfffffffc0000)] };
const G_V78_SM_90: &Gate = &Gate { alternatives: &[(78, 255, 0xfffffe000000)] };
const G_V78_SM_90_OR_V81_SM_89: &Gate = &Gate { alternatives: &[(78, 255, 0xfffffe000000), (81, 255, 0xffffff000000)] };
const G_V80: &Gate = &Gate { alternatives: &[(80, 255, 0xffffffffffffffff)] };
const G_V80_SM_50: &Gate = &Gate { alternatives: &[(80, 255, 0xfffffffffc00)] };
const G_V80_SM_80: &Gate = &Gate { alternatives: &[(80, 255, 0xfffffff80000)] };
const G_V80_SM_90: &Gate = &Gate { alternatives: &[(80, 255, 0xfffffe000000)] };
const G_V80_SM_90A: &Gate = &Gate { alternatives: &[(80, 255, 0x4000000)] };
const G_V81: &Gate = &Gate { alternatives: &[(81, 255, 0xffffffffffffffff)] };
const G_V81_SM_50: &Gate = &Gate { alternatives: &[(81, 255, 0xfffffffffc00)] };
const G_V81_SM_70: &Gate = &Gate { alternatives: &[(81, 255, 0xffffffff0000)] };
const G_V81_SM_90: &Gate = &Gate { alternatives: &[(81, 255, 0xfffffe000000)] };
const G_V82: &Gate = &Gate { alternatives: &[(82, 255, 0xffffffffffffffff)] };
const G_V82_SM_70: &Gate = &Gate { alternatives: &[(82, 255, 0xffffffff0000)] };
const G_V82_SM_90A: &Gate = &Gate { alternatives: &[(82, 255, 0x4000000)] };
const G_V83: &Gate = &Gate { alternatives: &[(83, 255, 0xffffffffffffffff)] };
const G_V83_SM_100F_SM_110F_SM_120F_SM_90A: &Gate = &Gate { alternatives: &[(83, 255, 0xdb6db4000000)] };
const G_V83_SM_70: &Gate = &Gate { alternatives: &[(83, 255, 0xffffffff0000)] };
const G_V83_SM_90: &Gate = &Gate { alternatives: &[(83, 255, 0xfffffe000000)] };
const G_V84: &Gate = &Gate { alternatives: &[(84, 255, 0xffffffffffffffff)] };
const G_V84_SM_70: &Gate = &Gate { alternatives: &[(84, 255, 0xffffffff0000)] };
const G_V84_SM_89: &Gate = &Gate { alternatives: &[(84, 255, 0xffffff000000)] };
const G_V84_SM_90: &Gate = &Gate { alternatives: &[(84, 255, 0xfffffe000000)] };
const G_V85_SM_80: &Gate = &Gate { alternatives: &[(85, 255, 0xfffffff80000)] };
const G_V85_SM_89: &Gate = &Gate { alternatives: &[(85, 255, 0xffffff000000)] };
const G_V86: &Gate = &Gate { alternatives: &[(86, 255, 0xffffffffffffffff)] };
const G_V86_SM_100: &Gate = &Gate { alternatives: &[(86, 255, 0xfffff8000000)] };
const G_V86_SM_90: &Gate = &Gate { alternatives: &[(86, 255, 0xfffffe000000)] };
const G_V87: &Gate = &Gate { alternatives: &[(87, 255, 0xffffffffffffffff)] };
const G_V87_SM_100: &Gate = &Gate { alternatives: &[(87, 255, 0xfffff8000000)] };
const G_V87_SM_100A_SM_103A_SM_107A: &Gate = &Gate { alternatives: &[(87, 255, 0x2410000000)] };
const G_V87_SM_100F_SM_110F_SM_120F: &Gate = &Gate { alternatives: &[(87, 255, 0xdb6db0000000)] };
const G_V87_SM_110A_SM_100A_SM_103A_SM_107A: &Gate = &Gate { alternatives: &[(87, 255, 0x12490000000)] };
const G_V87_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A: &Gate = &Gate { alternatives: &[(87, 255, 0x492490000000)] };
const G_V87_SM_120F: &Gate = &Gate { alternatives: &[(87, 255, 0xd80000000000)] };
const G_V87_SM_89: &Gate = &Gate { alternatives: &[(87, 255, 0xffffff000000)] };
const G_V88: &Gate = &Gate { alternatives: &[(88, 255, 0xffffffffffffffff)] };
const G_V88_SM_100: &Gate = &Gate { alternatives: &[(88, 255, 0xfffff8000000)] };
const G_V88_SM_101F_SM_110F: &Gate = &Gate { alternatives: &[(88, 255, 0x36d80000000)] };
const G_V91: &Gate = &Gate { alternatives: &[(91, 255, 0xffffffffffffffff)] };
const G_V91_SM_100F_SM_110F_SM_120F: &Gate = &Gate { alternatives: &[(91, 255, 0xdb6db0000000)] };
const G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A: &Gate = &Gate { alternatives: &[(91, 255, 0x492490000000)] };
const G_V92: &Gate = &Gate { alternatives: &[(92, 255, 0xffffffffffffffff)] };
const G_V92_SM_100F_SM_110F_SM_120F: &Gate = &Gate { alternatives: &[(92, 255, 0xdb6db0000000)] };
const G_V92_SM_120F_SM_107F: &Gate = &Gate { alternatives: &[(92, 255, 0xd86000000000)] };
const G_V92_SM_90: &Gate = &Gate { alternatives: &[(92, 255, 0xfffffe000000)] };
const G_V93: &Gate = &Gate { alternatives: &[(93, 255, 0xffffffffffffffff)] };
const G_V93_SM_100: &Gate = &Gate { alternatives: &[(93, 255, 0xfffff8000000)] };
const G_V93_SM_90: &Gate = &Gate { alternatives: &[(93, 255, 0xfffffe000000)] };
const G_V94: &Gate = &Gate { alternatives: &[(94, 255, 0xffffffffffffffff)] };
const G_V94_SM_100: &Gate = &Gate { alternatives: &[(94, 255, 0xfffff8000000)] };
const G_V94_SM_100F_SM_110F: &Gate = &Gate { alternatives: &[(94, 255, 0x36db0000000)] };
const G_V94_SM_100F_SM_110F_SM_120F_SM_90A: &Gate = &Gate { alternatives: &[(94, 255, 0xdb6db4000000)] };
const G_V94_SM_107F: &Gate = &Gate { alternatives: &[(94, 255, 0x6000000000)] };
const G_V94_SM_90: &Gate = &Gate { alternatives: &[(94, 255, 0xfffffe000000)] };
const G_V95: &Gate = &Gate { alternatives: &[(95, 255, 0xffffffffffffffff)] };
const G_V95_SM_100: &Gate = &Gate { alternatives: &[(95, 255, 0xfffff8000000)] };
const G_V95_SM_100F_SM_110F_SM_120F_SM_90A: &Gate = &Gate { alternatives: &[(95, 255, 0xdb6db4000000)] };
const G_V95_SM_90: &Gate = &Gate { alternatives: &[(95, 255, 0xfffffe000000)] };

const V_ABTYPE_31F6D1: &[SlotWord] = &[any(w::F16), any(w::BF16)];
const V_ACC_48D92B: &[SlotWord] = &[gated(w::ACC_F32, G_V82), any(w::ACC_F16)];
const V_ACC_85AB6E: &[SlotWord] = &[any(w::ACC_F32), any(w::ACC_F16)];
const V_ACQUIRE_6D53A0: &[SlotWord] = &[gated(w::ACQUIRE, G_V80_SM_90)];
const V_ACTION_BE2F15: &[SlotWord] = &[any(w::LAUNCH_DEPENDENTS), any(w::WAIT)];
const V_ALAYOUT_B126C1: &[SlotWord] = &[any(w::ROW), any(w::COL)];
const V_ALLOC_0B17DB: &[SlotWord] = &[gated(w::ALLOC_LARGE, G_V95), gated(w::ALLOC_SMALL, G_V95), gated(w::ALLOC_SAME, G_V95)];
const V_ALL_00274C: &[SlotWord] = &[gated(w::MULTICAST_CLUSTER_ALL, G_SM_100F_SM_110F_SM_120F)];
const V_ANDOR_152FBC: &[SlotWord] = &[any(w::AND), any(w::OR)];
const V_ANY_344E31: &[SlotWord] = &[gated(w::ANY, G_V51_SM_30)];
const V_ANY_ALL_CCBAEF: &[SlotWord] = &[gated(w::ANY, G_V51_SM_30), gated(w::ALL, G_V51_SM_30)];
const V_ATYPE_31F6D1: &[SlotWord] = &[any(w::F16), any(w::BF16)];
const V_ATYPE_97B378: &[SlotWord] = &[any(w::U32), any(w::S32)];
const V_ATYPE_C6A32C: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S64)];
const V_BHALF_7C9EA1: &[SlotWord] = &[any(w::BF16), any(w::BF16X2)];
const V_BITS_1B0149: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64), gated(w::B128, G_V83_SM_70)];
const V_BITS_9CBBF2: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR), any(w::EXCH)];
const V_BITS_D85C0E: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64)];
const V_BIT_A62104: &[SlotWord] = &[any(w::M64N8K256), any(w::M64N16K256), any(w::M64N24K256), any(w::M64N32K256), any(w::M64N48K256), any(w::M64N64K256), any(w::M64N80K256), any(w::M64N96K256), any(w::M64N112K256), any(w::M64N128K256), any(w::M64N144K256), any(w::M64N160K256), any(w::M64N176K256), any(w::M64N192K256), any(w::M64N208K256), any(w::M64N224K256), any(w::M64N240K256), any(w::M64N256K256)];
const V_BLAYOUT_B126C1: &[SlotWord] = &[any(w::ROW), any(w::COL)];
const V_BOOLEAN_4FEC32: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR)];
const V_BOOL_1B1EC3: &[SlotWord] = &[any(w::OR), any(w::AND)];
const V_BOOL_4FEC32: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR)];
const V_BTYPE_97B378: &[SlotWord] = &[any(w::U32), any(w::S32)];
const V_BYTE2_99F4C2: &[SlotWord] = &[any(w::S8), any(w::U8)];
const V_BYTE32_5D2AC5: &[SlotWord] = &[any(w::M64N8K32), any(w::M64N16K32), any(w::M64N24K32), any(w::M64N32K32), any(w::M64N48K32), any(w::M64N64K32), any(w::M64N80K32), any(w::M64N96K32), any(w::M64N112K32), any(w::M64N128K32), any(w::M64N144K32), any(w::M64N160K32), any(w::M64N176K32), any(w::M64N192K32), any(w::M64N208K32), any(w::M64N224K32), any(w::M64N240K32), any(w::M64N256K32)];
const V_BYTE64_4D7D4D: &[SlotWord] = &[any(w::M64N8K64), any(w::M64N16K64), any(w::M64N24K64), any(w::M64N32K64), any(w::M64N48K64), any(w::M64N64K64), any(w::M64N80K64), any(w::M64N96K64), any(w::M64N112K64), any(w::M64N128K64), any(w::M64N144K64), any(w::M64N160K64), any(w::M64N176K64), any(w::M64N192K64), any(w::M64N208K64), any(w::M64N224K64), any(w::M64N240K64), any(w::M64N256K64)];
const V_BYTE_99F4C2: &[SlotWord] = &[any(w::S8), any(w::U8)];
const V_CAST_7C7ABD: &[SlotWord] = &[any(w::MULTICAST_CLUSTER), gated(w::MULTICAST_CLUSTER_32B, G_V94_SM_107F)];
const V_CLAMP_B28F69: &[SlotWord] = &[any(w::TRAP), any(w::CLAMP), any(w::ZERO)];
const V_CMP_7E6C74: &[SlotWord] = &[any(w::EQ), any(w::NE), any(w::LT), any(w::LE), any(w::GT), any(w::GE)];
const V_COLL_A_95F8ED: &[SlotWord] = &[any(w::COLLECTOR_A_DISCARD), any(w::COLLECTOR_A_FILL), any(w::COLLECTOR_A_USE), any(w::COLLECTOR_A_LASTUSE)];
const V_COLL_BN_733DCD: &[SlotWord] = &[any(w::COLLECTOR_B0_DISCARD), any(w::COLLECTOR_B0_FILL), any(w::COLLECTOR_B0_USE), any(w::COLLECTOR_B0_LASTUSE), any(w::COLLECTOR_B1_DISCARD), any(w::COLLECTOR_B1_FILL), any(w::COLLECTOR_B1_USE), any(w::COLLECTOR_B1_LASTUSE), any(w::COLLECTOR_B2_DISCARD), any(w::COLLECTOR_B2_FILL), any(w::COLLECTOR_B2_USE), any(w::COLLECTOR_B2_LASTUSE), any(w::COLLECTOR_B3_DISCARD), any(w::COLLECTOR_B3_FILL), any(w::COLLECTOR_B3_USE), any(w::COLLECTOR_B3_LASTUSE)];
const V_COLL_B_91C256: &[SlotWord] = &[gated(w::COLLECTOR_B_DISCARD, G_SM_107F), gated(w::COLLECTOR_B_FILL, G_SM_107F), gated(w::COLLECTOR_B_USE, G_SM_107F), gated(w::COLLECTOR_B_LASTUSE, G_SM_107F)];
const V_COMP_3C32D4: &[SlotWord] = &[any(w::R), any(w::G), any(w::B), any(w::A)];
const V_CONDITIONAL_79DB77: &[SlotWord] = &[any(w::PHASE_TYPE_CONDITIONAL)];
const V_COP_22462E: &[SlotWord] = &[gated(w::CA, G_SM_20), gated(w::CG, G_SM_20), gated(w::CS, G_SM_20), gated(w::LU, G_SM_20), gated(w::CV, G_SM_20)];
const V_COP_6032D2: &[SlotWord] = &[gated(w::WB, G_SM_20), gated(w::CG, G_SM_20), gated(w::CS, G_SM_20), gated(w::WT, G_SM_20)];
const V_COP_66EB43: &[SlotWord] = &[any(w::CA), any(w::CG), any(w::CS)];
const V_COP_89948C: &[SlotWord] = &[gated(w::CA, G_V20_SM_20), gated(w::CG, G_V20_SM_20), gated(w::CS, G_V20_SM_20), gated(w::CV, G_V20_SM_20)];
const V_COP_FEEFD1: &[SlotWord] = &[gated(w::WB, G_V20_SM_20), gated(w::CG, G_V20_SM_20), gated(w::CS, G_V20_SM_20), gated(w::WT, G_V20_SM_20)];
const V_CTA_GROUP_748255: &[SlotWord] = &[any(w::CTA_GROUP_1), any(w::CTA_GROUP_2)];
const V_CTA_GROUP_BA09DB: &[SlotWord] = &[gated(w::CTA_GROUP_1, G_SM_100F_SM_110F), gated(w::CTA_GROUP_2, G_SM_100F_SM_110F)];
const V_CTYPE_955D21: &[SlotWord] = &[any(w::S32), any(w::F32)];
const V_CUBES_36E895: &[SlotWord] = &[gated(w::CUBE, G_V30), gated(w::ACUBE, G_V30_SM_20)];
const V_CUBES_D550BF: &[SlotWord] = &[any(w::CUBE), any(w::ACUBE)];
const V_DIMENSION_85B197: &[SlotWord] = &[any(w::GET_FIRST_CTAID_X), any(w::GET_FIRST_CTAID_Y), any(w::GET_FIRST_CTAID_Z)];
const V_DIMS_0CBAC4: &[SlotWord] = &[gated(w::OVERRIDE_GLOBAL_DIM_STRIDE, G_V94_SM_107F)];
const V_DIMS_7F8436: &[SlotWord] = &[gated(w::OVERRIDE_GLOBAL_DIM, G_V94_SM_107F)];
const V_DIMS_8C7005: &[SlotWord] = &[any(w::OVERRIDE_GLOBAL_DIM_STRIDE)];
const V_DIMS_CAC5DC: &[SlotWord] = &[any(w::OVERRIDE_GLOBAL_DIM)];
const V_DTYPE_56DD5E: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::F32)];
const V_DTYPE_5AF5F7: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::F32), gated(w::F16, G_V42_SM_53), gated(w::F16X2, G_V42_SM_53)];
const V_DTYPE_97B378: &[SlotWord] = &[any(w::U32), any(w::S32)];
const V_DTYPE_AD96B8: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64), any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_EQUALITY_F16A45: &[SlotWord] = &[any(w::EQ), any(w::NE)];
const V_EVICTION_59EA37: &[SlotWord] = &[gated(w::L2_EVICT_LAST, G_SM_107F)];
const V_F8B_6A5701: &[SlotWord] = &[any(w::E4M3), any(w::E5M2)];
const V_F8F6F4B_3F25AC: &[SlotWord] = &[any(w::E4M3), any(w::E5M2), any(w::E3M2), any(w::E2M3), any(w::E2M1)];
const V_F8F6F4_3F25AC: &[SlotWord] = &[any(w::E4M3), any(w::E5M2), any(w::E3M2), any(w::E2M3), any(w::E2M1)];
const V_F8_6A5701: &[SlotWord] = &[any(w::E4M3), any(w::E5M2)];
const V_FABRICS_19A281: &[SlotWord] = &[any(w::GENERIC_FABRIC), any(w::FABRIC_FABRIC), any(w::FABRIC_GENERIC)];
const V_FAR_7BCF7E: &[SlotWord] = &[gated(w::GLOBAL, G_SM_11)];
const V_FAR_F018C2: &[SlotWord] = &[any(w::GLOBAL)];
const V_FIELD_80D066: &[SlotWord] = &[any(w::BOX_DIM), any(w::GLOBAL_DIM), any(w::ELEMENT_STRIDE)];
const V_FLAT_36BF0F: &[SlotWord] = &[any(w::_1D), any(w::_2D), any(w::A1D), any(w::A2D), any(w::_5D)];
const V_FLAT_60513B: &[SlotWord] = &[any(w::_2D), gated(w::A2D, G_V43_SM_30)];
const V_FLOAT_9FA277: &[SlotWord] = &[any(w::KIND_F16), any(w::KIND_TF32)];
const V_FMT_180B8A: &[SlotWord] = &[any(w::B6X16_P32), any(w::B4X16_P64)];
const V_FORDER_DD88C8: &[SlotWord] = &[any(w::EQ), any(w::NE), any(w::LT), any(w::LE), any(w::GT), any(w::GE), any(w::EQU), any(w::NEU), any(w::LTU), any(w::LEU), any(w::GTU), any(w::GEU), any(w::NUM), any(w::NAN)];
const V_FORMAT_180B8A: &[SlotWord] = &[any(w::B6X16_P32), any(w::B4X16_P64)];
const V_FP16_31F6D1: &[SlotWord] = &[any(w::F16), any(w::BF16)];
const V_FP8_6A5701: &[SlotWord] = &[any(w::E4M3), any(w::E5M2)];
const V_FRND_BEB585: &[SlotWord] = &[any(w::RN), any(w::RZ), any(w::RM), any(w::RP)];
const V_FROM_3E95BA: &[SlotWord] = &[any(w::F16), any(w::F64)];
const V_FROM_4B6DD5: &[SlotWord] = &[any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_6C7E7D: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2), any(w::E2M1X2), any(w::E2M3X2), any(w::E3M2X2)];
const V_FROM_7055A9: &[SlotWord] = &[any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_741F74: &[SlotWord] = &[any(w::BF16), any(w::F16), any(w::F32)];
const V_FROM_80413B: &[SlotWord] = &[any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_85348C: &[SlotWord] = &[any(w::F16), any(w::F32)];
const V_FROM_94763D: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_94D71D: &[SlotWord] = &[any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_DC0575: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_FROM_F18CD1: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::U64), any(w::S32), any(w::S64)];
const V_FROM_F976C4: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S64)];
const V_FTZ_ABB4E4: &[SlotWord] = &[gated(w::FTZ, G_SM_90)];
const V_FTZ_B584A1: &[SlotWord] = &[gated(w::FTZ, G_V40_SM_20)];
const V_GEOM_54E6F7: &[SlotWord] = &[any(w::_1D), any(w::_2D), gated(w::_3D, G_V30_SM_20), gated(w::A1D, G_V30_SM_20), gated(w::A2D, G_V30_SM_20), gated(w::_4D, G_V43_SM_30), gated(w::_5D, G_V30_SM_20)];
const V_GEOM_EADD02: &[SlotWord] = &[any(w::_1D), any(w::_2D), gated(w::_3D, G_V30), gated(w::_4D, G_V43_SM_30)];
const V_GLOBAL_508EFF: &[SlotWord] = &[gated(w::GLOBAL, G_V87)];
const V_HALF2_1890E2: &[SlotWord] = &[any(w::F16X2), any(w::BF16X2)];
const V_HALF2_6363F2: &[SlotWord] = &[any(w::F16X2), gated(w::BF16X2, G_V91_SM_100F_SM_110F_SM_120F)];
const V_HALF_162256: &[SlotWord] = &[any(w::M16N16K16), gated(w::M8N32K16, G_V61), gated(w::M32N8K16, G_V61)];
const V_HALF_193F64: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::S16), any(w::S32)];
const V_HALF_29D3DB: &[SlotWord] = &[gated(w::F16, G_V42_SM_53), gated(w::BF16, G_V78_SM_90)];
const V_HALF_A8CC5A: &[SlotWord] = &[any(w::F16), any(w::F16X2)];
const V_INT32_97B378: &[SlotWord] = &[any(w::U32), any(w::S32)];
const V_INT_5026F9: &[SlotWord] = &[any(w::U16), any(w::S16), any(w::U32), any(w::S32)];
const V_INT_80413B: &[SlotWord] = &[any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64)];
const V_IRND_679D89: &[SlotWord] = &[any(w::RNI), any(w::RZI), any(w::RMI), any(w::RPI)];
const V_K16_82A7D7: &[SlotWord] = &[any(w::M64N8K16), any(w::M64N16K16), any(w::M64N24K16), any(w::M64N32K16), any(w::M64N40K16), any(w::M64N48K16), any(w::M64N56K16), any(w::M64N64K16), any(w::M64N72K16), any(w::M64N80K16), any(w::M64N88K16), any(w::M64N96K16), any(w::M64N104K16), any(w::M64N112K16), any(w::M64N120K16), any(w::M64N128K16), any(w::M64N136K16), any(w::M64N144K16), any(w::M64N152K16), any(w::M64N160K16), any(w::M64N168K16), any(w::M64N176K16), any(w::M64N184K16), any(w::M64N192K16), any(w::M64N200K16), any(w::M64N208K16), any(w::M64N216K16), any(w::M64N224K16), any(w::M64N232K16), any(w::M64N240K16), any(w::M64N248K16), any(w::M64N256K16)];
const V_K32_359392: &[SlotWord] = &[any(w::M64N8K32), any(w::M64N16K32), any(w::M64N24K32), any(w::M64N32K32), any(w::M64N40K32), any(w::M64N48K32), any(w::M64N56K32), any(w::M64N64K32), any(w::M64N72K32), any(w::M64N80K32), any(w::M64N88K32), any(w::M64N96K32), any(w::M64N104K32), any(w::M64N112K32), any(w::M64N120K32), any(w::M64N128K32), any(w::M64N136K32), any(w::M64N144K32), any(w::M64N152K32), any(w::M64N160K32), any(w::M64N168K32), any(w::M64N176K32), any(w::M64N184K32), any(w::M64N192K32), any(w::M64N200K32), any(w::M64N208K32), any(w::M64N216K32), any(w::M64N224K32), any(w::M64N232K32), any(w::M64N240K32), any(w::M64N248K32), any(w::M64N256K32)];
const V_K64_1061FF: &[SlotWord] = &[any(w::M64N8K64), any(w::M64N16K64), any(w::M64N24K64), any(w::M64N32K64), any(w::M64N40K64), any(w::M64N48K64), any(w::M64N56K64), any(w::M64N64K64), any(w::M64N72K64), any(w::M64N80K64), any(w::M64N88K64), any(w::M64N96K64), any(w::M64N104K64), any(w::M64N112K64), any(w::M64N120K64), any(w::M64N128K64), any(w::M64N136K64), any(w::M64N144K64), any(w::M64N152K64), any(w::M64N160K64), any(w::M64N168K64), any(w::M64N176K64), any(w::M64N184K64), any(w::M64N192K64), any(w::M64N200K64), any(w::M64N208K64), any(w::M64N216K64), any(w::M64N224K64), any(w::M64N232K64), any(w::M64N240K64), any(w::M64N248K64), any(w::M64N256K64)];
const V_K8_B98EA1: &[SlotWord] = &[any(w::M64N8K8), any(w::M64N16K8), any(w::M64N24K8), any(w::M64N32K8), any(w::M64N40K8), any(w::M64N48K8), any(w::M64N56K8), any(w::M64N64K8), any(w::M64N72K8), any(w::M64N80K8), any(w::M64N88K8), any(w::M64N96K8), any(w::M64N104K8), any(w::M64N112K8), any(w::M64N120K8), any(w::M64N128K8), any(w::M64N136K8), any(w::M64N144K8), any(w::M64N152K8), any(w::M64N160K8), any(w::M64N168K8), any(w::M64N176K8), any(w::M64N184K8), any(w::M64N192K8), any(w::M64N200K8), any(w::M64N208K8), any(w::M64N216K8), any(w::M64N224K8), any(w::M64N232K8), any(w::M64N240K8), any(w::M64N248K8), any(w::M64N256K8)];
const V_KIND_67F9CE: &[SlotWord] = &[gated(w::KIND_F8F6F4, G_SM_100F_SM_110F_SM_120F), gated(w::KIND_MXF8F6F4, G_SM_100F_SM_110F_SM_120F), gated(w::KIND_MXF4, G_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A), gated(w::KIND_MXF4NVF4, G_V87_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A), gated(w::KIND_I8, G_SM_110A_SM_100A), gated(w::KIND_F16, G_SM_100F_SM_110F), gated(w::KIND_TF32, G_SM_100F_SM_110F)];
const V_KIND_724502: &[SlotWord] = &[any(w::KIND_F16), any(w::KIND_TF32), any(w::KIND_F8F6F4), gated(w::KIND_I8, G_SM_110A_SM_100A), gated(w::KIND_TI16, G_SM_107F)];
const V_KIND_75CF1E: &[SlotWord] = &[gated(w::KIND_F8F6F4, G_SM_100F_SM_110F_SM_120F), gated(w::KIND_MXF8F6F4, G_SM_100F_SM_110F_SM_120F), gated(w::KIND_MXF4, G_SM_100F_SM_110F_SM_120F), gated(w::KIND_MXF4NVF4, G_V87_SM_100F_SM_110F_SM_120F), gated(w::KIND_I8, G_SM_110A_SM_100A), gated(w::KIND_F16, G_SM_100F_SM_110F), gated(w::KIND_TF32, G_SM_100F_SM_110F)];
const V_KIND_CE78CA: &[SlotWord] = &[any(w::ALIAS), gated(w::ASYNC, G_V80_SM_90)];
const V_L1_1D821C: &[SlotWord] = &[gated(w::L1_EVICT_NORMAL, G_V74_SM_70), gated(w::L1_EVICT_UNCHANGED, G_V74_SM_70), gated(w::L1_EVICT_FIRST, G_V74_SM_70), gated(w::L1_EVICT_LAST, G_V74_SM_70), gated(w::L1_NO_ALLOCATE, G_V74_SM_70)];
const V_L2_BCCEF1: &[SlotWord] = &[any(w::L2_EVICT_NORMAL), any(w::L2_EVICT_FIRST), any(w::L2_EVICT_LAST)];
const V_L2_CACHE_HINT_4441B9: &[SlotWord] = &[gated(w::L2_CACHE_HINT, G_V74_SM_80)];
const V_LAYOUT_90CAFD: &[SlotWord] = &[any(w::LAYOUT_V0), any(w::LAYOUT_V1)];
const V_LAYOUT_B126C1: &[SlotWord] = &[any(w::ROW), any(w::COL)];
const V_LAYOUT_DA0BCE: &[SlotWord] = &[gated(w::LAYOUT_V0, G_V93_SM_90), gated(w::LAYOUT_V1, G_V93_SM_90)];
const V_LAYOUT_EA43AC: &[SlotWord] = &[gated(w::LAYOUT_V0, G_V93_SM_90)];
const V_LEVEL_291578: &[SlotWord] = &[any(w::CTA), any(w::GL), gated(w::SYS, G_SM_20)];
const V_LEVEL_ED5DDF: &[SlotWord] = &[any(w::L1), any(w::L2)];
const V_LEVEL_QUERY_4C4A8A: &[SlotWord] = &[any(w::WIDTH), any(w::HEIGHT), any(w::DEPTH)];
const V_LOGIC_4FEC32: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR)];
const V_MANY_96EA50: &[SlotWord] = &[any(w::X8), any(w::X16), any(w::X32), any(w::X64), any(w::X128)];
const V_MASK16_3307F8: &[SlotWord] = &[any(w::MULTICAST_CLUSTER), gated(w::MULTICAST_CLUSTER_16B, G_V94)];
const V_MINMAX_CD9687: &[SlotWord] = &[any(w::MIN), any(w::MAX)];
const V_MODE_5DEB5A: &[SlotWord] = &[any(w::ALL), any(w::ANY), any(w::UNI)];
const V_MODE_61317C: &[SlotWord] = &[any(w::F4E), any(w::B4E), any(w::RC8), any(w::ECL), any(w::ECR), any(w::RC16)];
const V_MODE_DDD4E8: &[SlotWord] = &[any(w::UP), any(w::DOWN), any(w::BFLY), any(w::IDX)];
const V_MODE_E5FD35: &[SlotWord] = &[any(w::CLAMP), any(w::WRAP)];
const V_MULTICAST_1B358A: &[SlotWord] = &[any(w::WARPX2_02_13), any(w::WARPX2_01_23), any(w::WARPX4)];
const V_NAN_6483C3: &[SlotWord] = &[gated(w::NAN_RESULT, G_V70_SM_80)];
const V_NARROW2_2E0F7F: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2), gated(w::E2M1X2, G_V91_SM_100F_SM_110F_SM_120F), gated(w::E2M3X2, G_V91_SM_100F_SM_110F_SM_120F), gated(w::E3M2X2, G_V91_SM_100F_SM_110F_SM_120F)];
const V_NARROW2_6351EC: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2), gated(w::E2M1X2, G_SM_100F_SM_110F_SM_120F), gated(w::E2M3X2, G_SM_100F_SM_110F_SM_120F), gated(w::E3M2X2, G_SM_100F_SM_110F_SM_120F)];
const V_NARROW2_6C7E7D: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2), any(w::E2M1X2), any(w::E2M3X2), any(w::E3M2X2)];
const V_NARROW4_DB6745: &[SlotWord] = &[any(w::E4M3X4), any(w::E5M2X4), any(w::E2M1X4), any(w::E2M3X4), any(w::E3M2X4)];
const V_NARROW_49BECA: &[SlotWord] = &[any(w::B8), any(w::B16), any(w::B32)];
const V_NEAR_4D2406: &[SlotWord] = &[any(w::SHARED), any(w::SHARED_CTA)];
const V_NEAR_SCOPE_2ABCF1: &[SlotWord] = &[any(w::CTA), any(w::CLUSTER)];
const V_NIBBLE2_459CE7: &[SlotWord] = &[any(w::S4), any(w::U4)];
const V_NIBBLE_459CE7: &[SlotWord] = &[any(w::S4), any(w::U4)];
const V_NOFTZ_2C97DF: &[SlotWord] = &[gated(w::NOFTZ, G_V94)];
const V_NUM_0FA69A: &[SlotWord] = &[any(w::X1), any(w::X2), any(w::X4), any(w::X8), any(w::X16), any(w::X32)];
const V_NUM_14B7DB: &[SlotWord] = &[any(w::X1), any(w::X2)];
const V_NUM_1BB2C7: &[SlotWord] = &[any(w::X1), any(w::X2), any(w::X4), any(w::X8), any(w::X16), any(w::X32), any(w::X64)];
const V_NUM_1FD100: &[SlotWord] = &[any(w::X2), any(w::X4), any(w::X8), any(w::X16), any(w::X32), any(w::X64), any(w::X128)];
const V_NUM_9E9B90: &[SlotWord] = &[any(w::X1), any(w::X2), any(w::X4)];
const V_NUM_E4106A: &[SlotWord] = &[any(w::X1), any(w::X2), any(w::X4), any(w::X8), any(w::X16), any(w::X32), any(w::X64), any(w::X128)];
const V_NUM_E55B8B: &[SlotWord] = &[any(w::X4), any(w::X8), any(w::X16), any(w::X32), any(w::X64), any(w::X128)];
const V_OP2_5F26A5: &[SlotWord] = &[any(w::ADD), any(w::MIN), any(w::MAX)];
const V_OP_0A0797: &[SlotWord] = &[any(w::EXCH), any(w::CAS)];
const V_OP_0E89BE: &[SlotWord] = &[any(w::FINITE), any(w::INFINITE), any(w::NUMBER), any(w::NOTANUMBER), any(w::NORMAL), any(w::SUBNORMAL)];
const V_OP_152FBC: &[SlotWord] = &[any(w::AND), any(w::OR)];
const V_OP_4CEBAD: &[SlotWord] = &[any(w::ADD)];
const V_OP_4FEC32: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR)];
const V_OP_5F26A5: &[SlotWord] = &[any(w::ADD), any(w::MIN), any(w::MAX)];
const V_OP_AACA0F: &[SlotWord] = &[any(w::INC), any(w::DEC)];
const V_OP_B8FD29: &[SlotWord] = &[any(w::XOR), gated(w::AND, G_V71_SM_80)];
const V_OP_C96365: &[SlotWord] = &[any(w::ADD), any(w::MIN), any(w::MAX), any(w::AND), any(w::OR)];
const V_OP_CA17DC: &[SlotWord] = &[any(w::AND), any(w::OR), any(w::XOR), any(w::ADD), any(w::INC), any(w::DEC), any(w::MIN), any(w::MAX)];
const V_OP_CD9687: &[SlotWord] = &[any(w::MIN), any(w::MAX)];
const V_ORDER_7E6C74: &[SlotWord] = &[any(w::EQ), any(w::NE), any(w::LT), any(w::LE), any(w::GT), any(w::GE)];
const V_OVERRIDE_61B4E2: &[SlotWord] = &[gated(w::OVERRIDE_GLOBAL_ADDRESS, G_V94_SM_107F)];
const V_PACKED16_1890E2: &[SlotWord] = &[any(w::F16X2), any(w::BF16X2)];
const V_PACKED8_F0ECA6: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2)];
const V_PAIR_C30B12: &[SlotWord] = &[any(w::TENSORMAP_GENERIC)];
const V_PGEOM_4CE672: &[SlotWord] = &[any(w::_1D), any(w::_2D), gated(w::_3D, G_V30_SM_20), gated(w::A1D, G_V41_SM_30), gated(w::A2D, G_V41_SM_30), gated(w::_4D, G_V43_SM_30), gated(w::_5D, G_V41_SM_30)];
const V_PREFETCH_B20F45: &[SlotWord] = &[gated(w::L1_32B, G_V74), gated(w::L2_64B, G_V74), gated(w::L2_128B, G_V74), gated(w::L2_256B, G_V74)];
const V_PREFETCH_E2F5B2: &[SlotWord] = &[gated(w::L1_32B, G_V74_SM_75), gated(w::L2_64B, G_V74_SM_75), gated(w::L2_128B, G_V74_SM_75), gated(w::L2_256B, G_V74_SM_80)];
const V_PRIMARY_5C2997: &[SlotWord] = &[any(w::L2_EVICT_LAST), any(w::L2_EVICT_NORMAL), any(w::L2_EVICT_FIRST), any(w::L2_EVICT_UNCHANGED)];
const V_PRIMARY_E5722F: &[SlotWord] = &[any(w::PHASE_TYPE_PRIMARY)];
const V_PRIORITY_2E23A4: &[SlotWord] = &[any(w::L2_CACHE_HINT), gated(w::L2_EVICT_LAST, G_SM_107F)];
const V_PRIORITY_BA5D13: &[SlotWord] = &[any(w::L2_EVICT_LAST), any(w::L2_EVICT_NORMAL)];
const V_QUAD8_6E9E3B: &[SlotWord] = &[any(w::E4M3X4), any(w::E5M2X4)];
const V_QUERY_E80AA0: &[SlotWord] = &[any(w::WIDTH), any(w::HEIGHT), any(w::DEPTH), any(w::CHANNEL_DATA_TYPE), any(w::CHANNEL_ORDER), gated(w::ARRAY_SIZE, G_V41), gated(w::MEMORY_LAYOUT, G_V42)];
const V_RELAXED_662FA6: &[SlotWord] = &[gated(w::RELAXED, G_V93)];
const V_RELEASE_3F4D65: &[SlotWord] = &[gated(w::RELEASE, G_V87)];
const V_RELU_887AD8: &[SlotWord] = &[gated(w::RELU, G_V70_SM_80)];
const V_RELU_E5D48E: &[SlotWord] = &[gated(w::RELU, G_V80_SM_90)];
const V_REPORT_DDC144: &[SlotWord] = &[gated(w::MBARRIER_REPORT_VALIDITY_PER_16BYTES_8, G_V94_SM_107F), gated(w::MBARRIER_REPORT_VALIDITY_PER_16BYTES_80, G_V94_SM_107F), gated(w::MBARRIER_REPORT_VALIDITY_PER_16BYTES_8000, G_V94_SM_107F), gated(w::MBARRIER_REPORT_VALIDITY_PER_16BYTES_80000000, G_V94_SM_107F), gated(w::MBARRIER_REPORT_VALIDITY_PER_ELEMENT_FF, G_V94_SM_107F), gated(w::MBARRIER_REPORT_DISABLED, G_V94_SM_107F)];
const V_RESTRICT_2B3156: &[SlotWord] = &[gated(w::SYNC_RESTRICT_SHARED_CTA, G_V86), gated(w::SYNC_RESTRICT_SHARED_CLUSTER, G_V86)];
const V_RESTRICT_7062DB: &[SlotWord] = &[gated(w::SYNC_RESTRICT_SHARED_CTA, G_V86_SM_90), gated(w::SYNC_RESTRICT_SHARED_CLUSTER, G_V86_SM_90), gated(w::SYNC_RESTRICT_SHARED_CLUSTER_READ, G_V94_SM_90)];
const V_RESTRICT_C8B898: &[SlotWord] = &[gated(w::SYNC_RESTRICT_SHARED_CTA, G_V86), gated(w::SYNC_RESTRICT_SHARED_CLUSTER, G_V86), gated(w::SYNC_RESTRICT_PROXY_ASYNC, G_V95)];
const V_RESTRICT_E72505: &[SlotWord] = &[any(w::SYNC_RESTRICT_SHARED_CTA), any(w::SYNC_RESTRICT_SHARED_CLUSTER), gated(w::SYNC_RESTRICT_SHARED_READ_MMA_A, G_SM_107F)];
const V_RND_627FD6: &[SlotWord] = &[any(w::RN), any(w::RZ), gated(w::RM, G_SM_13), gated(w::RP, G_SM_13)];
const V_RND_6E9A66: &[SlotWord] = &[any(w::RN), any(w::RZ), gated(w::RM, G_SM_20), gated(w::RP, G_SM_20)];
const V_RND_7AE66D: &[SlotWord] = &[any(w::RN), any(w::RZ), any(w::RP)];
const V_RND_80937F: &[SlotWord] = &[any(w::RN), gated(w::RZ, G_SM_107F)];
const V_RND_ACBD4E: &[SlotWord] = &[any(w::RN), gated(w::RZ, G_SM_20), gated(w::RM, G_SM_20), gated(w::RP, G_SM_20)];
const V_RND_BEB585: &[SlotWord] = &[any(w::RN), any(w::RZ), any(w::RM), any(w::RP)];
const V_RND_CABF40: &[SlotWord] = &[any(w::RN), gated(w::RZ, G_SM_107A)];
const V_RN_RZ_A22EE0: &[SlotWord] = &[any(w::RN), any(w::RZ)];
const V_RZ_RP_2524C3: &[SlotWord] = &[any(w::RZ), any(w::RP)];
const V_SAMPLES_B75223: &[SlotWord] = &[any(w::_2DMS), any(w::A2DMS)];
const V_SATFINITE_7FAD74: &[SlotWord] = &[gated(w::SATFINITE, G_SM_100)];
const V_SATFINITE_C92104: &[SlotWord] = &[gated(w::SATFINITE, G_V81)];
const V_SATFINITE_FF69B5: &[SlotWord] = &[gated(w::SATFINITE, G_V81_SM_70)];
const V_SAT_2E0370: &[SlotWord] = &[gated(w::SATFINITE, G_TO_V64)];
const V_SCALE_1BC675: &[SlotWord] = &[any(w::SHR7), any(w::SHR15)];
const V_SCOPE_23CCF4: &[SlotWord] = &[any(w::GPU), any(w::SYS)];
const V_SCOPE_2ABCF1: &[SlotWord] = &[any(w::CTA), any(w::CLUSTER)];
const V_SCOPE_7F9CB7: &[SlotWord] = &[any(w::CTA), any(w::CLUSTER), any(w::GPU), gated(w::SYS, G_V84)];
const V_SCOPE_82E064: &[SlotWord] = &[any(w::CTA), gated(w::CLUSTER, G_V80_SM_90)];
const V_SCOPE_AAFD8F: &[SlotWord] = &[gated(w::CTA, G_SM_60), gated(w::CLUSTER, G_SM_90), gated(w::GPU, G_SM_60), gated(w::SYS, G_SM_60)];
const V_SCOPE_AC1448: &[SlotWord] = &[any(w::CTA), gated(w::CLUSTER, G_SM_90), any(w::GPU), any(w::SYS)];
const V_SCOPE_C7D300: &[SlotWord] = &[any(w::CTA), any(w::CLUSTER), any(w::GPU), any(w::SYS)];
const V_SECONDARY_BFB12E: &[SlotWord] = &[any(w::L2_EVICT_FIRST), any(w::L2_EVICT_UNCHANGED)];
const V_SEM_1EE261: &[SlotWord] = &[gated(w::ACQUIRE, G_V80), gated(w::RELAXED, G_V86_SM_90)];
const V_SEM_2028EA: &[SlotWord] = &[any(w::RELAXED), any(w::ACQUIRE)];
const V_SEM_2BAC07: &[SlotWord] = &[any(w::ACQUIRE), any(w::ACQ_REL)];
const V_SEM_32E442: &[SlotWord] = &[gated(w::RELAXED, G_SM_70), gated(w::RELEASE, G_SM_70)];
const V_SEM_3AA73D: &[SlotWord] = &[any(w::SC), any(w::ACQ_REL), gated(w::ACQUIRE, G_V86_SM_90), gated(w::RELEASE, G_V86_SM_90)];
const V_SEM_4614E5: &[SlotWord] = &[any(w::RELAXED), gated(w::RELEASE, G_V87)];
const V_SEM_464185: &[SlotWord] = &[any(w::RELEASE), any(w::ACQ_REL)];
const V_SEM_7BEA8A: &[SlotWord] = &[gated(w::RELAXED, G_SM_70), gated(w::ACQUIRE, G_SM_70), gated(w::RELEASE, G_SM_70), gated(w::ACQ_REL, G_SM_70)];
const V_SEM_880364: &[SlotWord] = &[any(w::RELAXED), gated(w::ACQUIRE, G_V93)];
const V_SEM_8F0D73: &[SlotWord] = &[any(w::ACQUIRE), any(w::RELEASE)];
const V_SEM_9B72A4: &[SlotWord] = &[any(w::RELAXED), any(w::RELEASE)];
const V_SEM_A91698: &[SlotWord] = &[gated(w::RELEASE, G_V80_SM_90), gated(w::RELAXED, G_V80_SM_90)];
const V_SEM_D56F4A: &[SlotWord] = &[any(w::RELEASE), gated(w::RELAXED, G_V86_SM_90)];
const V_SEM_E23F19: &[SlotWord] = &[any(w::RELAXED), gated(w::RELEASE, G_V93)];
const V_SHAPE_1267B2: &[SlotWord] = &[any(w::_128X256B), any(w::_4X256B), any(w::_128X128B), any(w::_64X128B), any(w::_32X128B)];
const V_SHAPE_142C9C: &[SlotWord] = &[any(w::M8N8K4), gated(w::M16N8K4, G_V78_SM_90), gated(w::M16N8K8, G_V78_SM_90), gated(w::M16N8K16, G_V78_SM_90)];
const V_SHAPE_24E2E6: &[SlotWord] = &[any(w::M16N8K8), gated(w::M16N8K16, G_V70_SM_80)];
const V_SHAPE_32BF34: &[SlotWord] = &[any(w::M16N8K4), any(w::M16N8K8)];
const V_SHAPE_3C34D2: &[SlotWord] = &[any(w::_16X64B), any(w::_32X32B)];
const V_SHAPE_5E1550: &[SlotWord] = &[any(w::M16N8K16), any(w::M16N8K32)];
const V_SHAPE_7268E7: &[SlotWord] = &[any(w::M16N8K8), any(w::M16N8K16)];
const V_SHAPE_7343AA: &[SlotWord] = &[any(w::M16N16K16), any(w::M8N32K16), any(w::M32N8K16), gated(w::M16N16K8, G_V70_SM_80), gated(w::M8N8K32, G_V63_SM_75), gated(w::M8N8K128, G_V63_SM_75)];
const V_SHAPE_8A7684: &[SlotWord] = &[any(w::M8N8K32), gated(w::M16N8K32, G_V70_SM_80), gated(w::M16N8K64, G_V70_SM_80)];
const V_SHAPE_8CF60D: &[SlotWord] = &[any(w::M16N16K16), any(w::M8N32K16), any(w::M32N8K16), gated(w::M8N8K32, G_V63_SM_75), gated(w::M8N8K128, G_V63_SM_75)];
const V_SHAPE_9FCDA5: &[SlotWord] = &[any(w::M8N8K128), gated(w::M16N8K128, G_V70_SM_80), gated(w::M16N8K256, G_V70_SM_80)];
const V_SHAPE_AFD196: &[SlotWord] = &[gated(w::M16N8K16, G_V87_SM_89), any(w::M16N8K32)];
const V_SIGNED_6F0F50: &[SlotWord] = &[any(w::S16), any(w::S32), any(w::S64)];
const V_SIZE_189892: &[SlotWord] = &[gated(w::SCALE_VEC_1X, G_SM_110A_SM_100A_SM_103A_SM_107A), gated(w::BLOCK32, G_V88)];
const V_SIZE_38CB8E: &[SlotWord] = &[gated(w::SCALE_VEC_2X, G_SM_110A_SM_100A_SM_103A_SM_107A), gated(w::BLOCK32, G_V88)];
const V_SIZE_8CF53F: &[SlotWord] = &[gated(w::SCALE_VEC_1X, G_SM_107A), gated(w::BLOCK32, G_V88)];
const V_SIZE_CBE0C1: &[SlotWord] = &[gated(w::SCALE_VEC_2X, G_V87_SM_110A_SM_100A_SM_103A_SM_107A), gated(w::SCALE_VEC_4X, G_V87_SM_110A_SM_100A_SM_103A_SM_107A), gated(w::BLOCK16, G_V88), gated(w::BLOCK32, G_V88)];
const V_SPACE_3408B1: &[SlotWord] = &[any(w::GLOBAL), any(w::SHARED_CTA), any(w::SHARED_CLUSTER)];
const V_SPACE_73ADCA: &[SlotWord] = &[any(w::GLOBAL), any(w::LOCAL)];
const V_SPACE_7976DA: &[SlotWord] = &[any(w::GLOBAL), any(w::LOCAL), any(w::SHARED), gated(w::CONST, G_V31), gated(w::PARAM, G_V77_SM_70), gated(w::PARAM_ENTRY, G_V83_SM_70), gated(w::SHARED_CTA, G_V78), gated(w::SHARED_CLUSTER, G_V78_SM_90)];
const V_SPACE_C15FDD: &[SlotWord] = &[gated(w::GLOBAL, G_SM_11), gated(w::SHARED, G_SM_12), gated(w::SHARED_CTA, G_V78_SM_12), gated(w::SHARED_CLUSTER, G_SM_90)];
const V_SP_599220: &[SlotWord] = &[gated(w::SP, G_SM_110A_SM_100A_SM_103A_SM_107A)];
const V_SQUERY_F200D1: &[SlotWord] = &[any(w::FILTER_MODE), any(w::ADDR_MODE_0), any(w::ADDR_MODE_1), any(w::ADDR_MODE_2)];
const V_SSS_07D299: &[SlotWord] = &[any(w::GLOBAL), any(w::SHARED), gated(w::SHARED_CTA, G_V78), gated(w::SHARED_CLUSTER, G_SM_90)];
const V_SS_198557: &[SlotWord] = &[any(w::GLOBAL), any(w::CONST), any(w::LOCAL), any(w::PARAM), gated(w::PARAM_ENTRY, G_V83), gated(w::PARAM_FUNC, G_V83), any(w::SHARED), gated(w::SHARED_CTA, G_V78), gated(w::SHARED_CLUSTER, G_SM_90)];
const V_SS_290301: &[SlotWord] = &[any(w::CONST), any(w::GLOBAL), any(w::PARAM), any(w::PARAM_ENTRY), any(w::SHARED_CTA)];
const V_SS_4D2406: &[SlotWord] = &[any(w::SHARED), any(w::SHARED_CTA)];
const V_SS_79F26B: &[SlotWord] = &[any(w::GLOBAL), any(w::LOCAL), any(w::PARAM), gated(w::PARAM_FUNC, G_V83), any(w::SHARED), gated(w::SHARED_CTA, G_V78), gated(w::SHARED_CLUSTER, G_SM_90)];
const V_SS_8A35BE: &[SlotWord] = &[any(w::SHARED), any(w::SHARED_CTA), any(w::SHARED_CLUSTER)];
const V_SS_92922D: &[SlotWord] = &[any(w::GLOBAL), any(w::SHARED_CTA)];
const V_SS_CDF222: &[SlotWord] = &[any(w::GLOBAL), any(w::SHARED), gated(w::SHARED_CTA, G_V78)];
const V_SS_DD0714: &[SlotWord] = &[any(w::SHARED), gated(w::SHARED_CTA, G_V78)];
const V_SS_F018C2: &[SlotWord] = &[any(w::GLOBAL)];
const V_STRAY_026A75: &[SlotWord] = &[any(w::GLOBAL), any(w::SHARED), any(w::SHARED_CTA), any(w::SHARED_CLUSTER)];
const V_STYPE_7CCB57: &[SlotWord] = &[any(w::UE4M3), gated(w::UE8M0, G_V91)];
const V_TENSORMAP_SPACE_1B3A70: &[SlotWord] = &[any(w::CONST), any(w::PARAM)];
const V_TO_3E95BA: &[SlotWord] = &[any(w::F16), any(w::F64)];
const V_TQUERY2_BA021F: &[SlotWord] = &[gated(w::ARRAY_SIZE, G_V41), gated(w::NUM_MIPMAP_LEVELS, G_V41_SM_20), gated(w::NUM_SAMPLES, G_V41_SM_30), gated(w::MEMORY_LAYOUT, G_V42)];
const V_TQUERY_5344E8: &[SlotWord] = &[any(w::WIDTH), any(w::HEIGHT), any(w::DEPTH), any(w::CHANNEL_DATA_TYPE), any(w::CHANNEL_ORDER), any(w::NORMALIZED_COORDS)];
const V_TYPE16_33644D: &[SlotWord] = &[any(w::U16), any(w::S16)];
const V_TYPE64_5DF4F0: &[SlotWord] = &[any(w::U64), any(w::S64)];
const V_TYPE_06AA9C: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32)];
const V_TYPE_08FF14: &[SlotWord] = &[gated(w::B16, G_V63_SM_70), any(w::B32), any(w::B64)];
const V_TYPE_0BEB82: &[SlotWord] = &[any(w::B8), any(w::B32), any(w::B64), any(w::U8), any(w::U32), any(w::U64), any(w::S8), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_TYPE_0C14A8: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::U64), any(w::F32), any(w::F64)];
const V_TYPE_0EBDF6: &[SlotWord] = &[any(w::U32), any(w::S32), gated(w::U64, G_V81_SM_50), gated(w::S64, G_V81_SM_50)];
const V_TYPE_11265D: &[SlotWord] = &[any(w::F32)];
const V_TYPE_1890E2: &[SlotWord] = &[any(w::F16X2), any(w::BF16X2)];
const V_TYPE_193F64: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::S16), any(w::S32)];
const V_TYPE_234057: &[SlotWord] = &[gated(w::U2, G_SM_75), gated(w::S2, G_SM_75), gated(w::U4, G_SM_75), gated(w::S4, G_SM_75), any(w::U8), any(w::S8)];
const V_TYPE_2760C9: &[SlotWord] = &[any(w::B32), any(w::U32), any(w::S32), any(w::F32), any(w::B64), any(w::U64), any(w::S64), any(w::F64), gated(w::B128, G_V92)];
const V_TYPE_2C6F9B: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::F16), any(w::F32), any(w::BF16)];
const V_TYPE_2E0DC5: &[SlotWord] = &[any(w::F32), any(w::F16X2), any(w::BF16X2)];
const V_TYPE_304985: &[SlotWord] = &[gated(w::F16, G_SM_100F_SM_110F_SM_120F), gated(w::BF16, G_SM_100F_SM_110F_SM_120F)];
const V_TYPE_31B3AF: &[SlotWord] = &[gated(w::F16, G_V63_SM_70), gated(w::F32, G_V94_SM_90), gated(w::BF16, G_SM_90), gated(w::F16X2, G_V62_SM_60), gated(w::BF16X2, G_SM_90)];
const V_TYPE_31F6D1: &[SlotWord] = &[any(w::F16), any(w::BF16)];
const V_TYPE_33644D: &[SlotWord] = &[any(w::U16), any(w::S16)];
const V_TYPE_3CFE09: &[SlotWord] = &[any(w::U32)];
const V_TYPE_3E44EF: &[SlotWord] = &[any(w::F16), any(w::BF16), gated(w::F32, G_V94)];
const V_TYPE_41371B: &[SlotWord] = &[any(w::U32), any(w::S32), gated(w::U64, G_V43), gated(w::S64, G_V43)];
const V_TYPE_42DE2B: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::U64), any(w::S64)];
const V_TYPE_445C82: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::U64), any(w::S64), any(w::F16), any(w::BF16)];
const V_TYPE_4561D1: &[SlotWord] = &[any(w::B16), any(w::U16), any(w::S16)];
const V_TYPE_495EDF: &[SlotWord] = &[any(w::B16), any(w::U16), any(w::S16), any(w::B32), any(w::U32), any(w::S32), any(w::F32), any(w::B64), any(w::U64), any(w::S64), any(w::F64)];
const V_TYPE_4C0527: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::U64)];
const V_TYPE_4C3427: &[SlotWord] = &[any(w::B32)];
const V_TYPE_56DD5E: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::F32)];
const V_TYPE_591525: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::F32), any(w::F64), any(w::F16X2), any(w::BF16X2)];
const V_TYPE_5BC461: &[SlotWord] = &[any(w::B16), any(w::U16), any(w::S16), any(w::B32), any(w::U32), any(w::S32), any(w::F32)];
const V_TYPE_5FE66A: &[SlotWord] = &[any(w::U32), gated(w::U64, G_SM_32), any(w::S32), gated(w::S64, G_SM_32)];
const V_TYPE_66C24C: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32), any(w::S64), any(w::F16), any(w::BF16)];
const V_TYPE_6A5701: &[SlotWord] = &[any(w::E4M3), any(w::E5M2)];
const V_TYPE_6E9E3B: &[SlotWord] = &[any(w::E4M3X4), any(w::E5M2X4)];
const V_TYPE_6F0F50: &[SlotWord] = &[any(w::S16), any(w::S32), any(w::S64)];
const V_TYPE_70CE02: &[SlotWord] = &[any(w::U32), any(w::S32), any(w::F32), any(w::U64), any(w::S64), any(w::F64)];
const V_TYPE_74AAD9: &[SlotWord] = &[any(w::F32), any(w::F64), any(w::F16X2), any(w::BF16X2)];
const V_TYPE_7992F3: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S32), any(w::S64)];
const V_TYPE_7B94D9: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32), any(w::S64), any(w::F16X2), any(w::BF16X2)];
const V_TYPE_875BA2: &[SlotWord] = &[any(w::B16), any(w::U16), any(w::S16), any(w::B32), any(w::U32), any(w::S32)];
const V_TYPE_88C96E: &[SlotWord] = &[any(w::B32), any(w::B64)];
const V_TYPE_8B9887: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::F16), any(w::F32), any(w::F64), any(w::BF16)];
const V_TYPE_8F98DF: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32), any(w::F32), gated(w::F64, G_SM_60)];
const V_TYPE_97B378: &[SlotWord] = &[any(w::U32), any(w::S32)];
const V_TYPE_986D89: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64), any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S32), any(w::S64)];
const V_TYPE_9AC850: &[SlotWord] = &[any(w::B32), any(w::B64), any(w::U32), any(w::U64), any(w::S32), any(w::S64)];
const V_TYPE_9C1235: &[SlotWord] = &[any(w::B32), any(w::B64), any(w::B128)];
const V_TYPE_9E60D3: &[SlotWord] = &[any(w::F32), any(w::F16), any(w::F16X2), gated(w::BF16, G_V78_SM_90), gated(w::BF16X2, G_V78_SM_90)];
const V_TYPE_AB0358: &[SlotWord] = &[any(w::PRED), any(w::B16), any(w::B32), any(w::B64)];
const V_TYPE_ABB02C: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32), any(w::S64)];
const V_TYPE_AD96B8: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64), any(w::U16), any(w::U32), any(w::U64), any(w::S16), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_TYPE_B103AC: &[SlotWord] = &[any(w::B32), any(w::U32), any(w::S32), any(w::F32), any(w::B64), any(w::U64), any(w::S64), any(w::F64)];
const V_TYPE_B89FCE: &[SlotWord] = &[any(w::B8), any(w::B16), any(w::B32), any(w::B64)];
const V_TYPE_C16511: &[SlotWord] = &[gated(w::E4M3, G_SM_100F_SM_110F_SM_120F), gated(w::E5M2, G_SM_100F_SM_110F_SM_120F)];
const V_TYPE_C76EF9: &[SlotWord] = &[any(w::B8), any(w::B16), any(w::B32), any(w::B64), any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_TYPE_D058B3: &[SlotWord] = &[any(w::B32), any(w::B64), gated(w::B128, G_V83_SM_90)];
const V_TYPE_D083D3: &[SlotWord] = &[any(w::B32), gated(w::B64, G_SM_32)];
const V_TYPE_D0C1C6: &[SlotWord] = &[any(w::U32), any(w::U64)];
const V_TYPE_D13BF8: &[SlotWord] = &[any(w::U32), any(w::U64), any(w::S32), any(w::S64), any(w::F16), any(w::BF16), gated(w::E4M3, G_SM_100F_SM_110F_SM_120F), gated(w::E5M2, G_SM_100F_SM_110F_SM_120F)];
const V_TYPE_D85C0E: &[SlotWord] = &[any(w::B16), any(w::B32), any(w::B64)];
const V_TYPE_E75C45: &[SlotWord] = &[any(w::TEXREF), any(w::SAMPLERREF), any(w::SURFREF)];
const V_TYPE_E92C45: &[SlotWord] = &[any(w::B8), any(w::B16), any(w::B32), any(w::B64), gated(w::B128, G_V84), any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_TYPE_EAE5CF: &[SlotWord] = &[any(w::B8), any(w::B16), any(w::B32), any(w::B64), gated(w::B128, G_V83_SM_70), any(w::U8), any(w::U16), any(w::U32), any(w::U64), any(w::S8), any(w::S16), any(w::S32), any(w::S64), any(w::F32), any(w::F64)];
const V_TYPE_F0ECA6: &[SlotWord] = &[any(w::E4M3X2), any(w::E5M2X2)];
const V_TYPE_F17DFE: &[SlotWord] = &[any(w::F32), any(w::F64)];
const V_TYPE_F8A0B1: &[SlotWord] = &[any(w::U32), any(w::S32), gated(w::U64, G_V43_SM_20), gated(w::S64, G_V43_SM_20)];
const V_UNI_1C53E0: &[SlotWord] = &[gated(w::UNI, G_V32_SM_20)];
const V_UNSIGNED_980C83: &[SlotWord] = &[any(w::U16), any(w::U32), any(w::U64)];
const V_UORDER_5F1237: &[SlotWord] = &[any(w::EQ), any(w::NE), any(w::LT), any(w::LE), any(w::GT), any(w::GE), any(w::LO), any(w::LS), any(w::HI), any(w::HS)];
const V_VEC_1C3FA2: &[SlotWord] = &[any(w::V2), any(w::V4), any(w::V8)];
const V_VEC_78469F: &[SlotWord] = &[any(w::V4), any(w::V8)];
const V_VEC_94274E: &[SlotWord] = &[any(w::V2), any(w::V4)];
const V_VEC_D3B393: &[SlotWord] = &[any(w::V4), any(w::V2)];
const V_VSS_962F23: &[SlotWord] = &[any(w::GLOBAL), gated(w::LOCAL, G_V91), any(w::SHARED), gated(w::SHARED_CTA, G_V78), gated(w::SHARED_CLUSTER, G_SM_90)];
const V_WEAK_5D24A8: &[SlotWord] = &[gated(w::WEAK, G_V93)];
const V_WEAK_F7BE6A: &[SlotWord] = &[gated(w::WEAK, G_SM_70)];
const V_WIDE_78469F: &[SlotWord] = &[any(w::V4), any(w::V8)];
const V_WRAP_AACA0F: &[SlotWord] = &[any(w::INC), any(w::DEC)];
const V_WTYPE_7AE4DB: &[SlotWord] = &[any(w::B64), any(w::U64), any(w::S64), any(w::F64), any(w::B32), any(w::U32), any(w::S32), any(w::F32)];
const V_W_723C91: &[SlotWord] = &[any(w::IM2COL_W), any(w::IM2COL_W_128)];
const V_X2_CD967B: &[SlotWord] = &[any(w::U16X2), any(w::S16X2)];
const V_X4_E022EF: &[SlotWord] = &[any(w::U8X4), any(w::S8X4)];

const S_ABS: Slot = Slot { name: "abs", class: SlotClass::Modifier, required: true, values: &[any(w::ABS)], absent: G_OPEN };
const S_ABS_MAYBE: Slot = Slot { name: "abs", class: SlotClass::Modifier, required: false, values: &[any(w::ABS)], absent: G_OPEN };
const S_ABTYPE_EFFF38: Slot = Slot { name: "abtype", class: SlotClass::Type, required: true, values: V_ABTYPE_31F6D1, absent: G_OPEN };
const S_ACC_BC1C24: Slot = Slot { name: "acc", class: SlotClass::Modifier, required: true, values: V_ACC_85AB6E, absent: G_OPEN };
const S_ACC_F32: Slot = Slot { name: "acc::f32", class: SlotClass::Modifier, required: true, values: &[any(w::ACC_F32)], absent: G_OPEN };
const S_ACC_FF226F: Slot = Slot { name: "acc", class: SlotClass::Modifier, required: false, values: V_ACC_48D92B, absent: G_OPEN };
const S_ACQUIRE: Slot = Slot { name: "acquire", class: SlotClass::Modifier, required: true, values: &[any(w::ACQUIRE)], absent: G_OPEN };
const S_ACQUIRE_CFB8F3: Slot = Slot { name: "acquire", class: SlotClass::Modifier, required: false, values: V_ACQUIRE_6D53A0, absent: G_OPEN };
const S_ACQ_REL: Slot = Slot { name: "acq_rel", class: SlotClass::Modifier, required: true, values: &[any(w::ACQ_REL)], absent: G_OPEN };
const S_ACTION_0F7F40: Slot = Slot { name: "action", class: SlotClass::Modifier, required: true, values: V_ACTION_BE2F15, absent: G_OPEN };
const S_ADD: Slot = Slot { name: "add", class: SlotClass::Modifier, required: true, values: &[any(w::ADD)], absent: G_OPEN };
const S_ADD_MAYBE: Slot = Slot { name: "add", class: SlotClass::Modifier, required: false, values: &[any(w::ADD)], absent: G_OPEN };
const S_ALAYOUT_E66D44: Slot = Slot { name: "alayout", class: SlotClass::Modifier, required: true, values: V_ALAYOUT_B126C1, absent: G_OPEN };
const S_ALIAS: Slot = Slot { name: "alias", class: SlotClass::Modifier, required: true, values: &[any(w::ALIAS)], absent: G_OPEN };
const S_ALIGNED: Slot = Slot { name: "aligned", class: SlotClass::Modifier, required: true, values: &[any(w::ALIGNED)], absent: G_OPEN };
const S_ALIGNED_MAYBE: Slot = Slot { name: "aligned", class: SlotClass::Modifier, required: false, values: &[any(w::ALIGNED)], absent: G_OPEN };
const S_ALL: Slot = Slot { name: "all", class: SlotClass::Modifier, required: true, values: &[any(w::ALL)], absent: G_OPEN };
const S_ALLOC_7F3A3B: Slot = Slot { name: "alloc", class: SlotClass::Modifier, required: false, values: V_ALLOC_0B17DB, absent: G_OPEN };
const S_ALL_A26965: Slot = Slot { name: "all", class: SlotClass::Modifier, required: false, values: V_ALL_00274C, absent: G_OPEN };
const S_AND: Slot = Slot { name: "and", class: SlotClass::Modifier, required: true, values: &[any(w::AND)], absent: G_OPEN };
const S_ANDOR_6F5C88: Slot = Slot { name: "andor", class: SlotClass::Modifier, required: true, values: V_ANDOR_152FBC, absent: G_OPEN };
const S_ANY: Slot = Slot { name: "any", class: SlotClass::Modifier, required: true, values: &[any(w::ANY)], absent: G_OPEN };
const S_ANY_55FDAF: Slot = Slot { name: "any", class: SlotClass::Modifier, required: false, values: V_ANY_344E31, absent: G_OPEN };
const S_ANY_ALL_3A6E1B: Slot = Slot { name: "any_all", class: SlotClass::Modifier, required: false, values: V_ANY_ALL_CCBAEF, absent: G_OPEN };
const S_APPROX: Slot = Slot { name: "approx", class: SlotClass::Modifier, required: true, values: &[any(w::APPROX)], absent: G_OPEN };
const S_ASHIFT_MAYBE: Slot = Slot { name: "ashift", class: SlotClass::Modifier, required: false, values: &[any(w::ASHIFT)], absent: G_OPEN };
const S_ASYNC: Slot = Slot { name: "async", class: SlotClass::Modifier, required: true, values: &[any(w::ASYNC)], absent: G_OPEN };
const S_ASYNC_GENERIC: Slot = Slot { name: "async::generic", class: SlotClass::Modifier, required: true, values: &[any(w::ASYNC_GENERIC)], absent: G_OPEN };
const S_ASYNC_MAYBE: Slot = Slot { name: "async", class: SlotClass::Modifier, required: false, values: &[any(w::ASYNC)], absent: G_OPEN };
const S_ATYPE_5403B1: Slot = Slot { name: "atype", class: SlotClass::Type, required: true, values: V_ATYPE_C6A32C, absent: G_OPEN };
const S_ATYPE_C59F1F: Slot = Slot { name: "atype", class: SlotClass::Type, required: true, values: V_ATYPE_31F6D1, absent: G_OPEN };
const S_ATYPE_F69D5D: Slot = Slot { name: "atype", class: SlotClass::Type, required: true, values: V_ATYPE_97B378, absent: G_OPEN };
const S_B1: Slot = Slot { name: "b1", class: SlotClass::Type, required: true, values: &[any(w::B1)], absent: G_OPEN };
const S_B1024: Slot = Slot { name: "b1024", class: SlotClass::Modifier, required: true, values: &[any(w::B1024)], absent: G_OPEN };
const S_B128: Slot = Slot { name: "b128", class: SlotClass::Type, required: true, values: &[any(w::B128)], absent: G_OPEN };
const S_B128_MAYBE: Slot = Slot { name: "b128", class: SlotClass::Type, required: false, values: &[any(w::B128)], absent: G_OPEN };
const S_B16: Slot = Slot { name: "b16", class: SlotClass::Type, required: true, values: &[any(w::B16)], absent: G_OPEN };
const S_B2: Slot = Slot { name: "b2", class: SlotClass::Type, required: true, values: &[any(w::B2)], absent: G_OPEN };
const S_B32: Slot = Slot { name: "b32", class: SlotClass::Type, required: true, values: &[any(w::B32)], absent: G_OPEN };
const S_B64: Slot = Slot { name: "b64", class: SlotClass::Type, required: true, values: &[any(w::B64)], absent: G_OPEN };
const S_B8: Slot = Slot { name: "b8", class: SlotClass::Type, required: true, values: &[any(w::B8)], absent: G_OPEN };
const S_B8X16: Slot = Slot { name: "b8x16", class: SlotClass::Modifier, required: true, values: &[any(w::B8X16)], absent: G_OPEN };
const S_B8X16_MAYBE: Slot = Slot { name: "b8x16", class: SlotClass::Modifier, required: false, values: &[any(w::B8X16)], absent: G_OPEN };
const S_BALLOT: Slot = Slot { name: "ballot", class: SlotClass::Modifier, required: true, values: &[any(w::BALLOT)], absent: G_OPEN };
const S_BF16: Slot = Slot { name: "bf16", class: SlotClass::Type, required: true, values: &[any(w::BF16)], absent: G_OPEN };
const S_BF16X2: Slot = Slot { name: "bf16x2", class: SlotClass::Type, required: true, values: &[any(w::BF16X2)], absent: G_OPEN };
const S_BHALF_973F55: Slot = Slot { name: "bhalf", class: SlotClass::Type, required: true, values: V_BHALF_7C9EA1, absent: G_OPEN };
const S_BITS_24F3FE: Slot = Slot { name: "bits", class: SlotClass::Type, required: true, values: V_BITS_D85C0E, absent: G_OPEN };
const S_BITS_3EC4DE: Slot = Slot { name: "bits", class: SlotClass::Modifier, required: true, values: V_BITS_9CBBF2, absent: G_OPEN };
const S_BITS_891901: Slot = Slot { name: "bits", class: SlotClass::Type, required: true, values: V_BITS_1B0149, absent: G_OPEN };
const S_BIT_74EF64: Slot = Slot { name: "bit", class: SlotClass::Modifier, required: true, values: V_BIT_A62104, absent: G_OPEN };
const S_BLAYOUT_6E3736: Slot = Slot { name: "blayout", class: SlotClass::Modifier, required: true, values: V_BLAYOUT_B126C1, absent: G_OPEN };
const S_BLOCK_SCALE: Slot = Slot { name: "block_scale", class: SlotClass::Modifier, required: true, values: &[any(w::BLOCK_SCALE)], absent: G_OPEN };
const S_BOOLEAN_C4757E: Slot = Slot { name: "boolean", class: SlotClass::Modifier, required: false, values: V_BOOLEAN_4FEC32, absent: G_OPEN };
const S_BOOL_08E1A7: Slot = Slot { name: "bool", class: SlotClass::Modifier, required: true, values: V_BOOL_4FEC32, absent: G_OPEN };
const S_BOOL_79B225: Slot = Slot { name: "bool", class: SlotClass::Modifier, required: true, values: V_BOOL_1B1EC3, absent: G_OPEN };
const S_BTYPE_EB0CE8: Slot = Slot { name: "btype", class: SlotClass::Type, required: true, values: V_BTYPE_97B378, absent: G_OPEN };
const S_BULK_GROUP: Slot = Slot { name: "bulk_group", class: SlotClass::Modifier, required: true, values: &[any(w::BULK_GROUP)], absent: G_OPEN };
const S_BYTE2_A599CD: Slot = Slot { name: "byte2", class: SlotClass::Type, required: true, values: V_BYTE2_99F4C2, absent: G_OPEN };
const S_BYTE32_DC20FB: Slot = Slot { name: "byte32", class: SlotClass::Modifier, required: true, values: V_BYTE32_5D2AC5, absent: G_OPEN };
const S_BYTE64_06DF53: Slot = Slot { name: "byte64", class: SlotClass::Modifier, required: true, values: V_BYTE64_4D7D4D, absent: G_OPEN };
const S_BYTE_979E3C: Slot = Slot { name: "byte", class: SlotClass::Type, required: true, values: V_BYTE_99F4C2, absent: G_OPEN };
const S_CA: Slot = Slot { name: "ca", class: SlotClass::Modifier, required: true, values: &[any(w::CA)], absent: G_OPEN };
const S_CAS: Slot = Slot { name: "cas", class: SlotClass::Modifier, required: true, values: &[any(w::CAS)], absent: G_OPEN };
const S_CAST_F38F72: Slot = Slot { name: "cast", class: SlotClass::Modifier, required: false, values: V_CAST_7C7ABD, absent: G_OPEN };
const S_CC: Slot = Slot { name: "cc", class: SlotClass::Modifier, required: true, values: &[any(w::CC)], absent: G_OPEN };
const S_CG: Slot = Slot { name: "cg", class: SlotClass::Modifier, required: true, values: &[any(w::CG)], absent: G_OPEN };
const S_CLAMP_D0E375: Slot = Slot { name: "clamp", class: SlotClass::Modifier, required: true, values: V_CLAMP_B28F69, absent: G_OPEN };
const S_CLUSTER: Slot = Slot { name: "cluster", class: SlotClass::Modifier, required: true, values: &[any(w::CLUSTER)], absent: G_OPEN };
const S_CLUSTER_MAYBE: Slot = Slot { name: "cluster", class: SlotClass::Modifier, required: false, values: &[any(w::CLUSTER)], absent: G_OPEN };
const S_CMP_D001F0: Slot = Slot { name: "cmp", class: SlotClass::Modifier, required: true, values: V_CMP_7E6C74, absent: G_OPEN };
const S_COL: Slot = Slot { name: "col", class: SlotClass::Modifier, required: true, values: &[any(w::COL)], absent: G_OPEN };
const S_COLL_A_76710A: Slot = Slot { name: "coll_a", class: SlotClass::Modifier, required: false, values: V_COLL_A_95F8ED, absent: G_OPEN };
const S_COLL_BN_939759: Slot = Slot { name: "coll_bn", class: SlotClass::Modifier, required: false, values: V_COLL_BN_733DCD, absent: G_OPEN };
const S_COLL_B_96B2FC: Slot = Slot { name: "coll_b", class: SlotClass::Modifier, required: false, values: V_COLL_B_91C256, absent: G_OPEN };
const S_COMMIT_GROUP: Slot = Slot { name: "commit_group", class: SlotClass::Modifier, required: true, values: &[any(w::COMMIT_GROUP)], absent: G_OPEN };
const S_COMP_AF6658: Slot = Slot { name: "comp", class: SlotClass::Modifier, required: true, values: V_COMP_3C32D4, absent: G_OPEN };
const S_CONDITIONAL_CDD731: Slot = Slot { name: "conditional", class: SlotClass::Modifier, required: true, values: V_CONDITIONAL_79DB77, absent: G_OPEN };
const S_COP_29DAEF: Slot = Slot { name: "cop", class: SlotClass::Modifier, required: false, values: V_COP_FEEFD1, absent: G_OPEN };
const S_COP_5A7FE6: Slot = Slot { name: "cop", class: SlotClass::Modifier, required: false, values: V_COP_6032D2, absent: G_OPEN };
const S_COP_B78487: Slot = Slot { name: "cop", class: SlotClass::Modifier, required: false, values: V_COP_66EB43, absent: G_OPEN };
const S_COP_ED09A0: Slot = Slot { name: "cop", class: SlotClass::Modifier, required: false, values: V_COP_22462E, absent: G_OPEN };
const S_COP_EED3AC: Slot = Slot { name: "cop", class: SlotClass::Modifier, required: false, values: V_COP_89948C, absent: G_OPEN };
const S_COUNTED_BYTES: Slot = Slot { name: "counted::bytes", class: SlotClass::Modifier, required: true, values: &[any(w::COUNTED_BYTES)], absent: G_OPEN };
const S_COUNTED_BYTES_MAYBE: Slot = Slot { name: "counted::bytes", class: SlotClass::Modifier, required: false, values: &[any(w::COUNTED_BYTES)], absent: G_OPEN };
const S_CP_MASK: Slot = Slot { name: "cp_mask", class: SlotClass::Modifier, required: true, values: &[any(w::CP_MASK)], absent: G_OPEN };
const S_CTA: Slot = Slot { name: "cta", class: SlotClass::Modifier, required: true, values: &[any(w::CTA)], absent: G_OPEN };
const S_CTA_GROUP_1: Slot = Slot { name: "cta_group::1", class: SlotClass::Modifier, required: true, values: &[any(w::CTA_GROUP_1)], absent: G_OPEN };
const S_CTA_GROUP_9A4D53: Slot = Slot { name: "cta_group", class: SlotClass::Modifier, required: false, values: V_CTA_GROUP_BA09DB, absent: G_OPEN };
const S_CTA_GROUP_FFD3B6: Slot = Slot { name: "cta_group", class: SlotClass::Modifier, required: true, values: V_CTA_GROUP_748255, absent: G_OPEN };
const S_CTYPE_223040: Slot = Slot { name: "ctype", class: SlotClass::Type, required: true, values: V_CTYPE_955D21, absent: G_OPEN };
const S_CUBES_22E310: Slot = Slot { name: "cubes", class: SlotClass::Modifier, required: true, values: V_CUBES_36E895, absent: G_OPEN };
const S_CUBES_267FC2: Slot = Slot { name: "cubes", class: SlotClass::Modifier, required: true, values: V_CUBES_D550BF, absent: G_OPEN };
const S_DECOMPRESS_LUT_B: Slot = Slot { name: "decompress::lut::b", class: SlotClass::Modifier, required: true, values: &[any(w::DECOMPRESS_LUT_B)], absent: G_OPEN };
const S_DIMENSION_FCCC27: Slot = Slot { name: "dimension", class: SlotClass::Modifier, required: true, values: V_DIMENSION_85B197, absent: G_OPEN };
const S_DIMS_7D3573: Slot = Slot { name: "dims", class: SlotClass::Modifier, required: false, values: V_DIMS_8C7005, absent: G_OPEN };
const S_DIMS_A48ACA: Slot = Slot { name: "dims", class: SlotClass::Modifier, required: false, values: V_DIMS_CAC5DC, absent: G_OPEN };
const S_DIMS_B7C42D: Slot = Slot { name: "dims", class: SlotClass::Modifier, required: false, values: V_DIMS_0CBAC4, absent: G_OPEN };
const S_DIMS_D1DDD3: Slot = Slot { name: "dims", class: SlotClass::Modifier, required: false, values: V_DIMS_7F8436, absent: G_OPEN };
const S_DOWN: Slot = Slot { name: "down", class: SlotClass::Modifier, required: true, values: &[any(w::DOWN)], absent: G_OPEN };
const S_DTYPE_1E89A7: Slot = Slot { name: "dtype", class: SlotClass::Type, required: true, values: V_DTYPE_56DD5E, absent: G_OPEN };
const S_DTYPE_6F69B7: Slot = Slot { name: "dtype", class: SlotClass::Type, required: true, values: V_DTYPE_5AF5F7, absent: G_OPEN };
const S_DTYPE_870175: Slot = Slot { name: "dtype", class: SlotClass::Type, required: true, values: V_DTYPE_97B378, absent: G_OPEN };
const S_DTYPE_FA47E9: Slot = Slot { name: "dtype", class: SlotClass::Type, required: true, values: V_DTYPE_AD96B8, absent: G_OPEN };
const S_E2M1: Slot = Slot { name: "e2m1", class: SlotClass::Type, required: true, values: &[any(w::E2M1)], absent: G_OPEN };
const S_ELEMTYPE: Slot = Slot { name: "elemtype", class: SlotClass::Modifier, required: true, values: &[any(w::ELEMTYPE)], absent: G_OPEN };
const S_EQUALITY_D89121: Slot = Slot { name: "equality", class: SlotClass::Modifier, required: true, values: V_EQUALITY_F16A45, absent: G_OPEN };
const S_EVICTION_8D13FC: Slot = Slot { name: "eviction", class: SlotClass::Modifier, required: false, values: V_EVICTION_59EA37, absent: G_OPEN };
const S_EXCH: Slot = Slot { name: "exch", class: SlotClass::Modifier, required: true, values: &[any(w::EXCH)], absent: G_OPEN };
const S_EXCLUSIVE: Slot = Slot { name: "exclusive", class: SlotClass::Modifier, required: true, values: &[any(w::EXCLUSIVE)], absent: G_OPEN };
const S_F16: Slot = Slot { name: "f16", class: SlotClass::Type, required: true, values: &[any(w::F16)], absent: G_OPEN };
const S_F16X2: Slot = Slot { name: "f16x2", class: SlotClass::Type, required: true, values: &[any(w::F16X2)], absent: G_OPEN };
const S_F32: Slot = Slot { name: "f32", class: SlotClass::Type, required: true, values: &[any(w::F32)], absent: G_OPEN };
const S_F32X2: Slot = Slot { name: "f32x2", class: SlotClass::Type, required: true, values: &[any(w::F32X2)], absent: G_OPEN };
const S_F64: Slot = Slot { name: "f64", class: SlotClass::Type, required: true, values: &[any(w::F64)], absent: G_OPEN };
const S_F8B_7C0F8F: Slot = Slot { name: "f8b", class: SlotClass::Type, required: true, values: V_F8B_6A5701, absent: G_OPEN };
const S_F8F6F4B_72BBDB: Slot = Slot { name: "f8f6f4b", class: SlotClass::Type, required: true, values: V_F8F6F4B_3F25AC, absent: G_OPEN };
const S_F8F6F4_4F68D9: Slot = Slot { name: "f8f6f4", class: SlotClass::Type, required: true, values: V_F8F6F4_3F25AC, absent: G_OPEN };
const S_F8_A0E9F8: Slot = Slot { name: "f8", class: SlotClass::Type, required: true, values: V_F8_6A5701, absent: G_OPEN };
const S_FABRICS_9365C9: Slot = Slot { name: "fabrics", class: SlotClass::Modifier, required: true, values: V_FABRICS_19A281, absent: G_OPEN };
const S_FAR_1F3195: Slot = Slot { name: "far", class: SlotClass::Space, required: false, values: V_FAR_7BCF7E, absent: G_SM_20 };
const S_FAR_810F61: Slot = Slot { name: "far", class: SlotClass::Space, required: false, values: V_FAR_F018C2, absent: G_SM_20 };
const S_FAR_A6B4A3: Slot = Slot { name: "far", class: SlotClass::Space, required: false, values: V_FAR_F018C2, absent: G_OPEN };
const S_FIELD_DAE868: Slot = Slot { name: "field", class: SlotClass::Modifier, required: true, values: V_FIELD_80D066, absent: G_OPEN };
const S_FILL_MODE: Slot = Slot { name: "fill_mode", class: SlotClass::Modifier, required: true, values: &[any(w::FILL_MODE)], absent: G_OPEN };
const S_FLAT_15A8E4: Slot = Slot { name: "flat", class: SlotClass::Modifier, required: true, values: V_FLAT_36BF0F, absent: G_OPEN };
const S_FLAT_1992CF: Slot = Slot { name: "flat", class: SlotClass::Modifier, required: true, values: V_FLAT_60513B, absent: G_OPEN };
const S_FLOAT_A627B4: Slot = Slot { name: "float", class: SlotClass::Modifier, required: true, values: V_FLOAT_9FA277, absent: G_OPEN };
const S_FMT_9512B3: Slot = Slot { name: "fmt", class: SlotClass::Modifier, required: false, values: V_FMT_180B8A, absent: G_OPEN };
const S_FORCE_UNNORMALIZED_COORDS: Slot = Slot { name: "force_unnormalized_coords", class: SlotClass::Modifier, required: true, values: &[any(w::FORCE_UNNORMALIZED_COORDS)], absent: G_OPEN };
const S_FORDER_AC968A: Slot = Slot { name: "forder", class: SlotClass::Modifier, required: true, values: V_FORDER_DD88C8, absent: G_OPEN };
const S_FORMAT_D4843A: Slot = Slot { name: "format", class: SlotClass::Modifier, required: true, values: V_FORMAT_180B8A, absent: G_OPEN };
const S_FP16_075499: Slot = Slot { name: "fp16", class: SlotClass::Type, required: true, values: V_FP16_31F6D1, absent: G_OPEN };
const S_FP8_8ED070: Slot = Slot { name: "fp8", class: SlotClass::Type, required: true, values: V_FP8_6A5701, absent: G_OPEN };
const S_FRND_07DBF8: Slot = Slot { name: "frnd", class: SlotClass::Modifier, required: false, values: V_FRND_BEB585, absent: G_OPEN };
const S_FRND_B39B9F: Slot = Slot { name: "frnd", class: SlotClass::Modifier, required: true, values: V_FRND_BEB585, absent: G_OPEN };
const S_FROM_40AD77: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_7055A9, absent: G_OPEN };
const S_FROM_4F66B7: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_3E95BA, absent: G_OPEN };
const S_FROM_5BBCC2: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_DC0575, absent: G_OPEN };
const S_FROM_709E01: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_94763D, absent: G_OPEN };
const S_FROM_766216: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_94D71D, absent: G_OPEN };
const S_FROM_76AB86: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_741F74, absent: G_OPEN };
const S_FROM_8C700F: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_6C7E7D, absent: G_OPEN };
const S_FROM_B2600F: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_85348C, absent: G_OPEN };
const S_FROM_E72B4E: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_F976C4, absent: G_OPEN };
const S_FROM_ECD606: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_F18CD1, absent: G_OPEN };
const S_FROM_F34F4C: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_80413B, absent: G_OPEN };
const S_FROM_FE5E6F: Slot = Slot { name: "from", class: SlotClass::Type, required: true, values: V_FROM_4B6DD5, absent: G_OPEN };
const S_FTZ: Slot = Slot { name: "ftz", class: SlotClass::Modifier, required: true, values: &[any(w::FTZ)], absent: G_OPEN };
const S_FTZ_6216EC: Slot = Slot { name: "ftz", class: SlotClass::Modifier, required: false, values: V_FTZ_ABB4E4, absent: G_OPEN };
const S_FTZ_944270: Slot = Slot { name: "ftz", class: SlotClass::Modifier, required: false, values: V_FTZ_B584A1, absent: G_OPEN };
const S_FTZ_MAYBE: Slot = Slot { name: "ftz", class: SlotClass::Modifier, required: false, values: &[any(w::FTZ)], absent: G_OPEN };
const S_GEOM_E72FA6: Slot = Slot { name: "geom", class: SlotClass::Modifier, required: true, values: V_GEOM_EADD02, absent: G_OPEN };
const S_GEOM_F99A93: Slot = Slot { name: "geom", class: SlotClass::Modifier, required: true, values: V_GEOM_54E6F7, absent: G_OPEN };
const S_GET_FIRST_CTAID: Slot = Slot { name: "get_first_ctaid", class: SlotClass::Modifier, required: true, values: &[any(w::GET_FIRST_CTAID)], absent: G_OPEN };
const S_GLOBAL: Slot = Slot { name: "global", class: SlotClass::Space, required: true, values: &[any(w::GLOBAL)], absent: G_OPEN };
const S_GLOBAL_ADDRESS: Slot = Slot { name: "global_address", class: SlotClass::Modifier, required: true, values: &[any(w::GLOBAL_ADDRESS)], absent: G_OPEN };
const S_GLOBAL_D3C93E: Slot = Slot { name: "global", class: SlotClass::Space, required: false, values: V_GLOBAL_508EFF, absent: G_OPEN };
const S_GLOBAL_MAYBE: Slot = Slot { name: "global", class: SlotClass::Space, required: false, values: &[any(w::GLOBAL)], absent: G_OPEN };
const S_GLOBAL_STRIDE: Slot = Slot { name: "global_stride", class: SlotClass::Modifier, required: true, values: &[any(w::GLOBAL_STRIDE)], absent: G_OPEN };
const S_HALF2_0B3BF9: Slot = Slot { name: "half2", class: SlotClass::Type, required: true, values: V_HALF2_6363F2, absent: G_OPEN };
const S_HALF2_B60253: Slot = Slot { name: "half2", class: SlotClass::Type, required: true, values: V_HALF2_1890E2, absent: G_OPEN };
const S_HALF_44CC80: Slot = Slot { name: "half", class: SlotClass::Type, required: true, values: V_HALF_193F64, absent: G_OPEN };
const S_HALF_94166E: Slot = Slot { name: "half", class: SlotClass::Type, required: true, values: V_HALF_29D3DB, absent: G_OPEN };
const S_HALF_B55E2D: Slot = Slot { name: "half", class: SlotClass::Modifier, required: true, values: V_HALF_162256, absent: G_OPEN };
const S_HALF_B58E3B: Slot = Slot { name: "half", class: SlotClass::Type, required: true, values: V_HALF_A8CC5A, absent: G_OPEN };
const S_IGNORE_OOB: Slot = Slot { name: "ignore_oob", class: SlotClass::Modifier, required: true, values: &[any(w::IGNORE_OOB)], absent: G_OPEN };
const S_IM2COL: Slot = Slot { name: "im2col", class: SlotClass::Modifier, required: true, values: &[any(w::IM2COL)], absent: G_OPEN };
const S_IM2COL_NO_OFFS: Slot = Slot { name: "im2col_no_offs", class: SlotClass::Modifier, required: true, values: &[any(w::IM2COL_NO_OFFS)], absent: G_OPEN };
const S_IM2COL_W: Slot = Slot { name: "im2col::w", class: SlotClass::Modifier, required: true, values: &[any(w::IM2COL_W)], absent: G_OPEN };
const S_IM2COL_W_128: Slot = Slot { name: "im2col::w::128", class: SlotClass::Modifier, required: true, values: &[any(w::IM2COL_W_128)], absent: G_OPEN };
const S_INT32_6F8624: Slot = Slot { name: "int32", class: SlotClass::Type, required: true, values: V_INT32_97B378, absent: G_OPEN };
const S_INTERLEAVE_LAYOUT: Slot = Slot { name: "interleave_layout", class: SlotClass::Modifier, required: true, values: &[any(w::INTERLEAVE_LAYOUT)], absent: G_OPEN };
const S_INT_1334AB: Slot = Slot { name: "int", class: SlotClass::Type, required: true, values: V_INT_5026F9, absent: G_OPEN };
const S_INT_14D634: Slot = Slot { name: "int", class: SlotClass::Type, required: true, values: V_INT_80413B, absent: G_OPEN };
const S_IRND_ABF34F: Slot = Slot { name: "irnd", class: SlotClass::Modifier, required: false, values: V_IRND_679D89, absent: G_OPEN };
const S_IRND_B2BA03: Slot = Slot { name: "irnd", class: SlotClass::Modifier, required: true, values: V_IRND_679D89, absent: G_OPEN };
const S_IS_CANCELED: Slot = Slot { name: "is_canceled", class: SlotClass::Modifier, required: true, values: &[any(w::IS_CANCELED)], absent: G_OPEN };
const S_K16_FA2720: Slot = Slot { name: "k16", class: SlotClass::Modifier, required: true, values: V_K16_82A7D7, absent: G_OPEN };
const S_K32_18CB2C: Slot = Slot { name: "k32", class: SlotClass::Modifier, required: true, values: V_K32_359392, absent: G_OPEN };
const S_K64_79BF70: Slot = Slot { name: "k64", class: SlotClass::Modifier, required: true, values: V_K64_1061FF, absent: G_OPEN };
const S_K8_DC5116: Slot = Slot { name: "k8", class: SlotClass::Modifier, required: true, values: V_K8_B98EA1, absent: G_OPEN };
const S_KIND_CB745A: Slot = Slot { name: "kind", class: SlotClass::Modifier, required: true, values: V_KIND_CE78CA, absent: G_OPEN };
const S_KIND_D13C8E: Slot = Slot { name: "kind", class: SlotClass::Modifier, required: false, values: V_KIND_75CF1E, absent: G_OPEN };
const S_KIND_E21EFB: Slot = Slot { name: "kind", class: SlotClass::Modifier, required: false, values: V_KIND_67F9CE, absent: G_OPEN };
const S_KIND_E26C1D: Slot = Slot { name: "kind", class: SlotClass::Modifier, required: true, values: V_KIND_724502, absent: G_OPEN };
const S_KIND_F8F6F4: Slot = Slot { name: "kind::f8f6f4", class: SlotClass::Modifier, required: true, values: &[any(w::KIND_F8F6F4)], absent: G_OPEN };
const S_KIND_I8: Slot = Slot { name: "kind::i8", class: SlotClass::Modifier, required: true, values: &[any(w::KIND_I8)], absent: G_OPEN };
const S_KIND_MXF4: Slot = Slot { name: "kind::mxf4", class: SlotClass::Modifier, required: true, values: &[any(w::KIND_MXF4)], absent: G_OPEN };
const S_KIND_MXF4NVF4: Slot = Slot { name: "kind::mxf4nvf4", class: SlotClass::Modifier, required: true, values: &[any(w::KIND_MXF4NVF4)], absent: G_OPEN };
const S_KIND_MXF8F6F4: Slot = Slot { name: "kind::mxf8f6f4", class: SlotClass::Modifier, required: true, values: &[any(w::KIND_MXF8F6F4)], absent: G_OPEN };
const S_L1: Slot = Slot { name: "L1", class: SlotClass::Modifier, required: true, values: &[any(w::L1)], absent: G_OPEN };
const S_L1_32B: Slot = Slot { name: "L1::32B", class: SlotClass::Modifier, required: true, values: &[any(w::L1_32B)], absent: G_OPEN };
const S_L1_CB4281: Slot = Slot { name: "L1", class: SlotClass::Modifier, required: false, values: V_L1_1D821C, absent: G_OPEN };
const S_L2: Slot = Slot { name: "L2", class: SlotClass::Modifier, required: true, values: &[any(w::L2)], absent: G_OPEN };
const S_L2_90AD63: Slot = Slot { name: "L2", class: SlotClass::Modifier, required: false, values: V_L2_BCCEF1, absent: G_OPEN };
const S_L2_CACHE_HINT: Slot = Slot { name: "L2::cache_hint", class: SlotClass::Modifier, required: true, values: &[any(w::L2_CACHE_HINT)], absent: G_OPEN };
const S_L2_CACHE_HINT_B0A8C5: Slot = Slot { name: "L2::cache_hint", class: SlotClass::Modifier, required: false, values: V_L2_CACHE_HINT_4441B9, absent: G_OPEN };
const S_L2_CACHE_HINT_MAYBE: Slot = Slot { name: "L2::cache_hint", class: SlotClass::Modifier, required: false, values: &[any(w::L2_CACHE_HINT)], absent: G_OPEN };
const S_L2_EVICT_NORMAL: Slot = Slot { name: "L2::evict_normal", class: SlotClass::Modifier, required: true, values: &[any(w::L2_EVICT_NORMAL)], absent: G_OPEN };
const S_LAYOUT_5D7E91: Slot = Slot { name: "layout", class: SlotClass::Modifier, required: false, values: V_LAYOUT_EA43AC, absent: G_OPEN };
const S_LAYOUT_9B9D42: Slot = Slot { name: "layout", class: SlotClass::Modifier, required: false, values: V_LAYOUT_DA0BCE, absent: G_OPEN };
const S_LAYOUT_AF43E8: Slot = Slot { name: "layout", class: SlotClass::Modifier, required: true, values: V_LAYOUT_90CAFD, absent: G_OPEN };
const S_LAYOUT_CE5C6D: Slot = Slot { name: "layout", class: SlotClass::Modifier, required: true, values: V_LAYOUT_B126C1, absent: G_OPEN };
const S_LEVEL_67FC6F: Slot = Slot { name: "level", class: SlotClass::Modifier, required: true, values: V_LEVEL_291578, absent: G_OPEN };
const S_LEVEL_EE260E: Slot = Slot { name: "level", class: SlotClass::Modifier, required: true, values: V_LEVEL_ED5DDF, absent: G_OPEN };
const S_LEVEL_QUERY_CD63F8: Slot = Slot { name: "level_query", class: SlotClass::Modifier, required: true, values: V_LEVEL_QUERY_4C4A8A, absent: G_OPEN };
const S_LOGIC_A82058: Slot = Slot { name: "logic", class: SlotClass::Modifier, required: true, values: V_LOGIC_4FEC32, absent: G_OPEN };
const S_M16N16: Slot = Slot { name: "m16n16", class: SlotClass::Modifier, required: true, values: &[any(w::M16N16)], absent: G_OPEN };
const S_M16N16K8: Slot = Slot { name: "m16n16k8", class: SlotClass::Modifier, required: true, values: &[any(w::M16N16K8)], absent: G_OPEN };
const S_M16N8: Slot = Slot { name: "m16n8", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8)], absent: G_OPEN };
const S_M16N8K128: Slot = Slot { name: "m16n8k128", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8K128)], absent: G_OPEN };
const S_M16N8K16: Slot = Slot { name: "m16n8k16", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8K16)], absent: G_OPEN };
const S_M16N8K32: Slot = Slot { name: "m16n8k32", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8K32)], absent: G_OPEN };
const S_M16N8K64: Slot = Slot { name: "m16n8k64", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8K64)], absent: G_OPEN };
const S_M16N8K8: Slot = Slot { name: "m16n8k8", class: SlotClass::Modifier, required: true, values: &[any(w::M16N8K8)], absent: G_OPEN };
const S_M8N16: Slot = Slot { name: "m8n16", class: SlotClass::Modifier, required: true, values: &[any(w::M8N16)], absent: G_OPEN };
const S_M8N8: Slot = Slot { name: "m8n8", class: SlotClass::Modifier, required: true, values: &[any(w::M8N8)], absent: G_OPEN };
const S_M8N8K128: Slot = Slot { name: "m8n8k128", class: SlotClass::Modifier, required: true, values: &[any(w::M8N8K128)], absent: G_OPEN };
const S_M8N8K16: Slot = Slot { name: "m8n8k16", class: SlotClass::Modifier, required: true, values: &[any(w::M8N8K16)], absent: G_OPEN };
const S_M8N8K32: Slot = Slot { name: "m8n8k32", class: SlotClass::Modifier, required: true, values: &[any(w::M8N8K32)], absent: G_OPEN };
const S_M8N8K4: Slot = Slot { name: "m8n8k4", class: SlotClass::Modifier, required: true, values: &[any(w::M8N8K4)], absent: G_OPEN };
const S_MANY_37EAA8: Slot = Slot { name: "many", class: SlotClass::Modifier, required: true, values: V_MANY_96EA50, absent: G_OPEN };
const S_MASK16_F687ED: Slot = Slot { name: "mask16", class: SlotClass::Modifier, required: true, values: V_MASK16_3307F8, absent: G_OPEN };
const S_MBARRIER_ARRIVE_ONE: Slot = Slot { name: "mbarrier::arrive::one", class: SlotClass::Modifier, required: true, values: &[any(w::MBARRIER_ARRIVE_ONE)], absent: G_OPEN };
const S_MBARRIER_COMPLETE_TX_16B: Slot = Slot { name: "mbarrier::complete_tx::16B", class: SlotClass::Modifier, required: true, values: &[any(w::MBARRIER_COMPLETE_TX_16B)], absent: G_OPEN };
const S_MBARRIER_COMPLETE_TX_BYTES: Slot = Slot { name: "mbarrier::complete_tx::bytes", class: SlotClass::Modifier, required: true, values: &[any(w::MBARRIER_COMPLETE_TX_BYTES)], absent: G_OPEN };
const S_MBARRIER_COMPLETE_TX_BYTES_MAYBE: Slot = Slot { name: "mbarrier::complete_tx::bytes", class: SlotClass::Modifier, required: false, values: &[any(w::MBARRIER_COMPLETE_TX_BYTES)], absent: G_OPEN };
const S_MBARRIER_INIT: Slot = Slot { name: "mbarrier_init", class: SlotClass::Modifier, required: true, values: &[any(w::MBARRIER_INIT)], absent: G_OPEN };
const S_MBARRIER_REPORT_FABRIC: Slot = Slot { name: "mbarrier::report::fabric", class: SlotClass::Modifier, required: true, values: &[any(w::MBARRIER_REPORT_FABRIC)], absent: G_OPEN };
const S_MINMAX_7F54F9: Slot = Slot { name: "minmax", class: SlotClass::Modifier, required: true, values: V_MINMAX_CD9687, absent: G_OPEN };
const S_MMIO: Slot = Slot { name: "mmio", class: SlotClass::Modifier, required: true, values: &[any(w::MMIO)], absent: G_OPEN };
const S_MODE_2E8B09: Slot = Slot { name: "mode", class: SlotClass::Modifier, required: true, values: V_MODE_5DEB5A, absent: G_OPEN };
const S_MODE_5A3C81: Slot = Slot { name: "mode", class: SlotClass::Modifier, required: true, values: V_MODE_DDD4E8, absent: G_OPEN };
const S_MODE_AF612D: Slot = Slot { name: "mode", class: SlotClass::Modifier, required: true, values: V_MODE_E5FD35, absent: G_OPEN };
const S_MODE_B8E33B: Slot = Slot { name: "mode", class: SlotClass::Modifier, required: false, values: V_MODE_61317C, absent: G_OPEN };
const S_MULTICAST_CLUSTER: Slot = Slot { name: "multicast::cluster", class: SlotClass::Modifier, required: true, values: &[any(w::MULTICAST_CLUSTER)], absent: G_OPEN };
const S_MULTICAST_CLUSTER_32B: Slot = Slot { name: "multicast::cluster::32b", class: SlotClass::Modifier, required: true, values: &[any(w::MULTICAST_CLUSTER_32B)], absent: G_OPEN };
const S_MULTICAST_EF911C: Slot = Slot { name: "multicast", class: SlotClass::Modifier, required: false, values: V_MULTICAST_1B358A, absent: G_OPEN };
const S_MULTIMEM: Slot = Slot { name: "multimem", class: SlotClass::Modifier, required: true, values: &[any(w::MULTIMEM)], absent: G_OPEN };
const S_MULTIMEM_MAYBE: Slot = Slot { name: "multimem", class: SlotClass::Modifier, required: false, values: &[any(w::MULTIMEM)], absent: G_OPEN };
const S_NAN_A1BDB1: Slot = Slot { name: "NaN", class: SlotClass::Modifier, required: false, values: V_NAN_6483C3, absent: G_OPEN };
const S_NAN_RESULT_MAYBE: Slot = Slot { name: "NaN", class: SlotClass::Modifier, required: false, values: &[any(w::NAN_RESULT)], absent: G_OPEN };
const S_NARROW2_16EE24: Slot = Slot { name: "narrow2", class: SlotClass::Type, required: true, values: V_NARROW2_2E0F7F, absent: G_OPEN };
const S_NARROW2_DCEE55: Slot = Slot { name: "narrow2", class: SlotClass::Type, required: true, values: V_NARROW2_6C7E7D, absent: G_OPEN };
const S_NARROW2_E12165: Slot = Slot { name: "narrow2", class: SlotClass::Type, required: true, values: V_NARROW2_6351EC, absent: G_OPEN };
const S_NARROW4_0DF038: Slot = Slot { name: "narrow4", class: SlotClass::Type, required: true, values: V_NARROW4_DB6745, absent: G_OPEN };
const S_NARROW_5333AF: Slot = Slot { name: "narrow", class: SlotClass::Type, required: true, values: V_NARROW_49BECA, absent: G_OPEN };
const S_NC: Slot = Slot { name: "nc", class: SlotClass::Modifier, required: true, values: &[any(w::NC)], absent: G_OPEN };
const S_NEAR_D72631: Slot = Slot { name: "near", class: SlotClass::Space, required: true, values: V_NEAR_4D2406, absent: G_OPEN };
const S_NEAR_SCOPE_1BB7B3: Slot = Slot { name: "near_scope", class: SlotClass::Modifier, required: true, values: V_NEAR_SCOPE_2ABCF1, absent: G_OPEN };
const S_NIBBLE2_E8B521: Slot = Slot { name: "nibble2", class: SlotClass::Type, required: true, values: V_NIBBLE2_459CE7, absent: G_OPEN };
const S_NIBBLE_7EED37: Slot = Slot { name: "nibble", class: SlotClass::Type, required: true, values: V_NIBBLE_459CE7, absent: G_OPEN };
const S_NOCOMPLETE: Slot = Slot { name: "noComplete", class: SlotClass::Modifier, required: true, values: &[any(w::NOCOMPLETE)], absent: G_OPEN };
const S_NOFTZ: Slot = Slot { name: "noftz", class: SlotClass::Modifier, required: true, values: &[any(w::NOFTZ)], absent: G_OPEN };
const S_NOFTZ_2235CA: Slot = Slot { name: "noftz", class: SlotClass::Modifier, required: false, values: V_NOFTZ_2C97DF, absent: G_OPEN };
const S_NOINC_MAYBE: Slot = Slot { name: "noinc", class: SlotClass::Modifier, required: false, values: &[any(w::NOINC)], absent: G_OPEN };
const S_NUM_106B98: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_1FD100, absent: G_OPEN };
const S_NUM_6815ED: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_9E9B90, absent: G_OPEN };
const S_NUM_7E9AB9: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_E4106A, absent: G_OPEN };
const S_NUM_868A6A: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_1BB2C7, absent: G_OPEN };
const S_NUM_AB57E4: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_14B7DB, absent: G_OPEN };
const S_NUM_E609F3: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_0FA69A, absent: G_OPEN };
const S_NUM_F58758: Slot = Slot { name: "num", class: SlotClass::Modifier, required: true, values: V_NUM_E55B8B, absent: G_OPEN };
const S_OOB: Slot = Slot { name: "oob", class: SlotClass::Modifier, required: true, values: &[any(w::OOB)], absent: G_OPEN };
const S_OP2_D69251: Slot = Slot { name: "op2", class: SlotClass::Modifier, required: true, values: V_OP2_5F26A5, absent: G_OPEN };
const S_OP_0623A1: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_AACA0F, absent: G_OPEN };
const S_OP_62AC99: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_CD9687, absent: G_OPEN };
const S_OP_68246A: Slot = Slot { name: "op", class: SlotClass::Modifier, required: false, values: V_OP_0E89BE, absent: G_OPEN };
const S_OP_6B85C2: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_B8FD29, absent: G_OPEN };
const S_OP_7D9013: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_4CEBAD, absent: G_OPEN };
const S_OP_969323: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_4FEC32, absent: G_OPEN };
const S_OP_9CE0AA: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_5F26A5, absent: G_OPEN };
const S_OP_C6639E: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_C96365, absent: G_OPEN };
const S_OP_CD88CD: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_0A0797, absent: G_OPEN };
const S_OP_D2432F: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_CA17DC, absent: G_OPEN };
const S_OP_E99F0A: Slot = Slot { name: "op", class: SlotClass::Modifier, required: true, values: V_OP_152FBC, absent: G_OPEN };
const S_OP_RESTRICT_FETCHING_MAYBE: Slot = Slot { name: "op_restrict::fetching", class: SlotClass::Modifier, required: false, values: &[any(w::OP_RESTRICT_FETCHING)], absent: G_OPEN };
const S_ORDER_6F243F: Slot = Slot { name: "order", class: SlotClass::Modifier, required: true, values: V_ORDER_7E6C74, absent: G_OPEN };
const S_OVERRIDE_4C6E62: Slot = Slot { name: "override", class: SlotClass::Modifier, required: false, values: V_OVERRIDE_61B4E2, absent: G_OPEN };
const S_OVERRIDE_GLOBAL_ADDRESS: Slot = Slot { name: "override::global_address", class: SlotClass::Modifier, required: true, values: &[any(w::OVERRIDE_GLOBAL_ADDRESS)], absent: G_OPEN };
const S_PACKED16_83B5E2: Slot = Slot { name: "packed16", class: SlotClass::Type, required: true, values: V_PACKED16_1890E2, absent: G_OPEN };
const S_PACKED8_45CBDC: Slot = Slot { name: "packed8", class: SlotClass::Type, required: true, values: V_PACKED8_F0ECA6, absent: G_OPEN };
const S_PACK_16B_MAYBE: Slot = Slot { name: "pack::16b", class: SlotClass::Modifier, required: false, values: &[any(w::PACK_16B)], absent: G_OPEN };
const S_PAIR_7CA238: Slot = Slot { name: "pair", class: SlotClass::Modifier, required: true, values: V_PAIR_C30B12, absent: G_OPEN };
const S_PGEOM_5DD08C: Slot = Slot { name: "pgeom", class: SlotClass::Modifier, required: true, values: V_PGEOM_4CE672, absent: G_OPEN };
const S_PO: Slot = Slot { name: "po", class: SlotClass::Modifier, required: true, values: &[any(w::PO)], absent: G_OPEN };
const S_POPC: Slot = Slot { name: "popc", class: SlotClass::Modifier, required: true, values: &[any(w::POPC)], absent: G_OPEN };
const S_PRED: Slot = Slot { name: "pred", class: SlotClass::Type, required: true, values: &[any(w::PRED)], absent: G_OPEN };
const S_PREFETCH_54FDCA: Slot = Slot { name: "prefetch", class: SlotClass::Modifier, required: false, values: V_PREFETCH_E2F5B2, absent: G_OPEN };
const S_PREFETCH_E9A23F: Slot = Slot { name: "prefetch", class: SlotClass::Modifier, required: false, values: V_PREFETCH_B20F45, absent: G_OPEN };
const S_PRIMARY_17D6F9: Slot = Slot { name: "primary", class: SlotClass::Modifier, required: true, values: V_PRIMARY_E5722F, absent: G_OPEN };
const S_PRIMARY_A6F208: Slot = Slot { name: "primary", class: SlotClass::Modifier, required: true, values: V_PRIMARY_5C2997, absent: G_OPEN };
const S_PRIORITY_53BA59: Slot = Slot { name: "priority", class: SlotClass::Modifier, required: true, values: V_PRIORITY_BA5D13, absent: G_OPEN };
const S_PRIORITY_F01E04: Slot = Slot { name: "priority", class: SlotClass::Modifier, required: false, values: V_PRIORITY_2E23A4, absent: G_OPEN };
const S_QUAD8_09B825: Slot = Slot { name: "quad8", class: SlotClass::Type, required: true, values: V_QUAD8_6E9E3B, absent: G_OPEN };
const S_QUERY_C01B9D: Slot = Slot { name: "query", class: SlotClass::Modifier, required: true, values: V_QUERY_E80AA0, absent: G_OPEN };
const S_RANK: Slot = Slot { name: "rank", class: SlotClass::Modifier, required: true, values: &[any(w::RANK)], absent: G_OPEN };
const S_READ_MAYBE: Slot = Slot { name: "read", class: SlotClass::Modifier, required: false, values: &[any(w::READ)], absent: G_OPEN };
const S_RELAXED: Slot = Slot { name: "relaxed", class: SlotClass::Modifier, required: true, values: &[any(w::RELAXED)], absent: G_OPEN };
const S_RELAXED_30355E: Slot = Slot { name: "relaxed", class: SlotClass::Modifier, required: true, values: V_RELAXED_662FA6, absent: G_OPEN };
const S_RELAXED_MAYBE: Slot = Slot { name: "relaxed", class: SlotClass::Modifier, required: false, values: &[any(w::RELAXED)], absent: G_OPEN };
const S_RELEASE: Slot = Slot { name: "release", class: SlotClass::Modifier, required: true, values: &[any(w::RELEASE)], absent: G_OPEN };
const S_RELEASE_B9ACBD: Slot = Slot { name: "release", class: SlotClass::Modifier, required: false, values: V_RELEASE_3F4D65, absent: G_OPEN };
const S_RELU: Slot = Slot { name: "relu", class: SlotClass::Modifier, required: true, values: &[any(w::RELU)], absent: G_OPEN };
const S_RELU_4E61D4: Slot = Slot { name: "relu", class: SlotClass::Modifier, required: false, values: V_RELU_887AD8, absent: G_OPEN };
const S_RELU_A1DAC6: Slot = Slot { name: "relu", class: SlotClass::Modifier, required: false, values: V_RELU_E5D48E, absent: G_OPEN };
const S_RELU_MAYBE: Slot = Slot { name: "relu", class: SlotClass::Modifier, required: false, values: &[any(w::RELU)], absent: G_OPEN };
const S_REPORT_A36CD9: Slot = Slot { name: "report", class: SlotClass::Modifier, required: false, values: V_REPORT_DDC144, absent: G_OPEN };
const S_RESTRICT_0BA0FC: Slot = Slot { name: "restrict", class: SlotClass::Modifier, required: false, values: V_RESTRICT_2B3156, absent: G_OPEN };
const S_RESTRICT_177F0D: Slot = Slot { name: "restrict", class: SlotClass::Modifier, required: false, values: V_RESTRICT_7062DB, absent: G_OPEN };
const S_RESTRICT_19F146: Slot = Slot { name: "restrict", class: SlotClass::Modifier, required: false, values: V_RESTRICT_E72505, absent: G_OPEN };
const S_RESTRICT_372CA8: Slot = Slot { name: "restrict", class: SlotClass::Modifier, required: false, values: V_RESTRICT_C8B898, absent: G_OPEN };
const S_RN: Slot = Slot { name: "rn", class: SlotClass::Modifier, required: true, values: &[any(w::RN)], absent: G_OPEN };
const S_RNA: Slot = Slot { name: "rna", class: SlotClass::Modifier, required: true, values: &[any(w::RNA)], absent: G_OPEN };
const S_RND_08DFCF: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: false, values: V_RND_627FD6, absent: G_OPEN };
const S_RND_0FBD1A: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: false, values: V_RND_6E9A66, absent: G_OPEN };
const S_RND_2BFD82: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: false, values: V_RND_BEB585, absent: G_OPEN };
const S_RND_43CF79: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_80937F, absent: G_OPEN };
const S_RND_4BA3DC: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_627FD6, absent: G_OPEN };
const S_RND_6FA51F: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_7AE66D, absent: G_OPEN };
const S_RND_8FC8B8: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_CABF40, absent: G_OPEN };
const S_RND_A9A5B3: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_BEB585, absent: G_OPEN };
const S_RND_B9E475: Slot = Slot { name: "rnd", class: SlotClass::Modifier, required: true, values: V_RND_ACBD4E, absent: G_OPEN };
const S_RN_MAYBE: Slot = Slot { name: "rn", class: SlotClass::Modifier, required: false, values: &[any(w::RN)], absent: G_OPEN };
const S_RN_RZ_7714BB: Slot = Slot { name: "rn_rz", class: SlotClass::Modifier, required: true, values: V_RN_RZ_A22EE0, absent: G_OPEN };
const S_ROW: Slot = Slot { name: "row", class: SlotClass::Modifier, required: true, values: &[any(w::ROW)], absent: G_OPEN };
const S_RS: Slot = Slot { name: "rs", class: SlotClass::Modifier, required: true, values: &[any(w::RS)], absent: G_OPEN };
const S_RZ_RP_4B4A64: Slot = Slot { name: "rz_rp", class: SlotClass::Modifier, required: true, values: V_RZ_RP_2524C3, absent: G_OPEN };
const S_S16: Slot = Slot { name: "s16", class: SlotClass::Type, required: true, values: &[any(w::S16)], absent: G_OPEN };
const S_S16X2: Slot = Slot { name: "s16x2", class: SlotClass::Type, required: true, values: &[any(w::S16X2)], absent: G_OPEN };
const S_S2F6X2: Slot = Slot { name: "s2f6x2", class: SlotClass::Type, required: true, values: &[any(w::S2F6X2)], absent: G_OPEN };
const S_S32: Slot = Slot { name: "s32", class: SlotClass::Type, required: true, values: &[any(w::S32)], absent: G_OPEN };
const S_S4: Slot = Slot { name: "s4", class: SlotClass::Type, required: true, values: &[any(w::S4)], absent: G_OPEN };
const S_S64: Slot = Slot { name: "s64", class: SlotClass::Type, required: true, values: &[any(w::S64)], absent: G_OPEN };
const S_S8: Slot = Slot { name: "s8", class: SlotClass::Type, required: true, values: &[any(w::S8)], absent: G_OPEN };
const S_S8X4: Slot = Slot { name: "s8x4", class: SlotClass::Type, required: true, values: &[any(w::S8X4)], absent: G_OPEN };
const S_SAMPLES_D46361: Slot = Slot { name: "samples", class: SlotClass::Modifier, required: true, values: V_SAMPLES_B75223, absent: G_OPEN };
const S_SAT: Slot = Slot { name: "sat", class: SlotClass::Modifier, required: true, values: &[any(w::SAT)], absent: G_OPEN };
const S_SATFINITE: Slot = Slot { name: "satfinite", class: SlotClass::Modifier, required: true, values: &[any(w::SATFINITE)], absent: G_OPEN };
const S_SATFINITE_16CC86: Slot = Slot { name: "satfinite", class: SlotClass::Modifier, required: false, values: V_SATFINITE_7FAD74, absent: G_OPEN };
const S_SATFINITE_B729BF: Slot = Slot { name: "satfinite", class: SlotClass::Modifier, required: false, values: V_SATFINITE_FF69B5, absent: G_OPEN };
const S_SATFINITE_FB3C75: Slot = Slot { name: "satfinite", class: SlotClass::Modifier, required: false, values: V_SATFINITE_C92104, absent: G_OPEN };
const S_SATFINITE_MAYBE: Slot = Slot { name: "satfinite", class: SlotClass::Modifier, required: false, values: &[any(w::SATFINITE)], absent: G_OPEN };
const S_SAT_ABDE80: Slot = Slot { name: "sat", class: SlotClass::Modifier, required: false, values: V_SAT_2E0370, absent: G_OPEN };
const S_SAT_MAYBE: Slot = Slot { name: "sat", class: SlotClass::Modifier, required: false, values: &[any(w::SAT)], absent: G_OPEN };
const S_SCALED_N1_UE8M0: Slot = Slot { name: "scaled::n1::ue8m0", class: SlotClass::Modifier, required: true, values: &[any(w::SCALED_N1_UE8M0)], absent: G_OPEN };
const S_SCALED_N2_UE8M0: Slot = Slot { name: "scaled::n2::ue8m0", class: SlotClass::Modifier, required: true, values: &[any(w::SCALED_N2_UE8M0)], absent: G_OPEN };
const S_SCALE_742613: Slot = Slot { name: "scale", class: SlotClass::Modifier, required: false, values: V_SCALE_1BC675, absent: G_OPEN };
const S_SCALE_VEC_1X_MAYBE: Slot = Slot { name: "scale_vec::1X", class: SlotClass::Modifier, required: false, values: &[any(w::SCALE_VEC_1X)], absent: G_OPEN };
const S_SCALE_VEC_2X: Slot = Slot { name: "scale_vec::2X", class: SlotClass::Modifier, required: true, values: &[any(w::SCALE_VEC_2X)], absent: G_OPEN };
const S_SCALE_VEC_2X_MAYBE: Slot = Slot { name: "scale_vec::2X", class: SlotClass::Modifier, required: false, values: &[any(w::SCALE_VEC_2X)], absent: G_OPEN };
const S_SCALE_VEC_4X: Slot = Slot { name: "scale_vec::4X", class: SlotClass::Modifier, required: true, values: &[any(w::SCALE_VEC_4X)], absent: G_OPEN };
const S_SCOPE_1BAA7E: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: false, values: V_SCOPE_AAFD8F, absent: G_OPEN };
const S_SCOPE_384D27: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: true, values: V_SCOPE_AC1448, absent: G_OPEN };
const S_SCOPE_443E5A: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: true, values: V_SCOPE_23CCF4, absent: G_OPEN };
const S_SCOPE_577DF9: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: true, values: V_SCOPE_2ABCF1, absent: G_OPEN };
const S_SCOPE_95B181: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: false, values: V_SCOPE_C7D300, absent: G_OPEN };
const S_SCOPE_A1E7AC: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: false, values: V_SCOPE_7F9CB7, absent: G_OPEN };
const S_SCOPE_E30A4A: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: true, values: V_SCOPE_C7D300, absent: G_OPEN };
const S_SCOPE_EBF560: Slot = Slot { name: "scope", class: SlotClass::Modifier, required: true, values: V_SCOPE_82E064, absent: G_OPEN };
const S_SECONDARY_7DF685: Slot = Slot { name: "secondary", class: SlotClass::Modifier, required: false, values: V_SECONDARY_BFB12E, absent: G_OPEN };
const S_SEM_0B7903: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_D56F4A, absent: G_OPEN };
const S_SEM_2244CF: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_8F0D73, absent: G_OPEN };
const S_SEM_497982: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_2028EA, absent: G_OPEN };
const S_SEM_4A2616: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: false, values: V_SEM_7BEA8A, absent: G_OPEN };
const S_SEM_509B38: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_9B72A4, absent: G_OPEN };
const S_SEM_5CDDFB: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_2BAC07, absent: G_OPEN };
const S_SEM_89811F: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_880364, absent: G_OPEN };
const S_SEM_9B6192: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: false, values: V_SEM_32E442, absent: G_OPEN };
const S_SEM_A7F5F1: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_1EE261, absent: G_OPEN };
const S_SEM_C1FC80: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: false, values: V_SEM_3AA73D, absent: G_OPEN };
const S_SEM_D60921: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_464185, absent: G_OPEN };
const S_SEM_D72F03: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_E23F19, absent: G_OPEN };
const S_SEM_DD0C3C: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: true, values: V_SEM_4614E5, absent: G_OPEN };
const S_SEM_EA51CC: Slot = Slot { name: "sem", class: SlotClass::Modifier, required: false, values: V_SEM_A91698, absent: G_OPEN };
const S_SHAPE_2EFF0B: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_24E2E6, absent: G_OPEN };
const S_SHAPE_3AE089: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_32BF34, absent: G_OPEN };
const S_SHAPE_3D306C: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_8A7684, absent: G_OPEN };
const S_SHAPE_48F8D7: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_AFD196, absent: G_OPEN };
const S_SHAPE_671290: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_7343AA, absent: G_OPEN };
const S_SHAPE_74C4F7: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_3C34D2, absent: G_OPEN };
const S_SHAPE_84BD9B: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_5E1550, absent: G_OPEN };
const S_SHAPE_8E44EF: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_7268E7, absent: G_OPEN };
const S_SHAPE_96D088: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_1267B2, absent: G_OPEN };
const S_SHAPE_B39CB9: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_142C9C, absent: G_OPEN };
const S_SHAPE_E1E69E: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_8CF60D, absent: G_OPEN };
const S_SHAPE_E3BAF6: Slot = Slot { name: "shape", class: SlotClass::Modifier, required: true, values: V_SHAPE_9FCDA5, absent: G_OPEN };
const S_SHARED_CLUSTER: Slot = Slot { name: "shared::cluster", class: SlotClass::Space, required: true, values: &[any(w::SHARED_CLUSTER)], absent: G_OPEN };
const S_SHARED_CLUSTER_MAYBE: Slot = Slot { name: "shared::cluster", class: SlotClass::Space, required: false, values: &[any(w::SHARED_CLUSTER)], absent: G_OPEN };
const S_SHARED_CTA: Slot = Slot { name: "shared::cta", class: SlotClass::Space, required: true, values: &[any(w::SHARED_CTA)], absent: G_OPEN };
const S_SHIFTAMT: Slot = Slot { name: "shiftamt", class: SlotClass::Modifier, required: true, values: &[any(w::SHIFTAMT)], absent: G_OPEN };
const S_SIGNED_752543: Slot = Slot { name: "signed", class: SlotClass::Type, required: true, values: V_SIGNED_6F0F50, absent: G_OPEN };
const S_SIZE_014C93: Slot = Slot { name: "size", class: SlotClass::Modifier, required: false, values: V_SIZE_189892, absent: G_OPEN };
const S_SIZE_233489: Slot = Slot { name: "size", class: SlotClass::Modifier, required: true, values: V_SIZE_CBE0C1, absent: G_OPEN };
const S_SIZE_7AD9FE: Slot = Slot { name: "size", class: SlotClass::Modifier, required: false, values: V_SIZE_38CB8E, absent: G_OPEN };
const S_SIZE_C0BDFB: Slot = Slot { name: "size", class: SlotClass::Modifier, required: false, values: V_SIZE_8CF53F, absent: G_OPEN };
const S_SPACE_4E2C05: Slot = Slot { name: "space", class: SlotClass::Space, required: false, values: V_SPACE_73ADCA, absent: G_OPEN };
const S_SPACE_869B00: Slot = Slot { name: "space", class: SlotClass::Space, required: false, values: V_SPACE_C15FDD, absent: G_SM_20 };
const S_SPACE_87C7C5: Slot = Slot { name: "space", class: SlotClass::Space, required: true, values: V_SPACE_7976DA, absent: G_OPEN };
const S_SPACE_F322A2: Slot = Slot { name: "space", class: SlotClass::Space, required: false, values: V_SPACE_3408B1, absent: G_OPEN };
const S_SP_2_4: Slot = Slot { name: "sp::2:4", class: SlotClass::Modifier, required: true, values: &[any(w::SP_2_4)], absent: G_OPEN };
const S_SP_BB8331: Slot = Slot { name: "sp", class: SlotClass::Modifier, required: false, values: V_SP_599220, absent: G_OPEN };
const S_SP_MAYBE: Slot = Slot { name: "sp", class: SlotClass::Modifier, required: false, values: &[any(w::SP)], absent: G_OPEN };
const S_SQUERY_3D78D6: Slot = Slot { name: "squery", class: SlotClass::Modifier, required: true, values: V_SQUERY_F200D1, absent: G_OPEN };
const S_SSS_E32C1B: Slot = Slot { name: "sss", class: SlotClass::Space, required: false, values: V_SSS_07D299, absent: G_SM_20 };
const S_SS_1522B2: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_92922D, absent: G_OPEN };
const S_SS_1AC893: Slot = Slot { name: "ss", class: SlotClass::Space, required: true, values: V_SS_DD0714, absent: G_OPEN };
const S_SS_1C677F: Slot = Slot { name: "ss", class: SlotClass::Space, required: true, values: V_SS_8A35BE, absent: G_OPEN };
const S_SS_224B2B: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_8A35BE, absent: G_OPEN };
const S_SS_29DBEE: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_290301, absent: G_OPEN };
const S_SS_37DC5D: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_F018C2, absent: G_OPEN };
const S_SS_4D005E: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_CDF222, absent: G_OPEN };
const S_SS_62335C: Slot = Slot { name: "ss", class: SlotClass::Space, required: true, values: V_SS_4D2406, absent: G_OPEN };
const S_SS_A94C62: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_198557, absent: G_SM_20 };
const S_SS_EB1869: Slot = Slot { name: "ss", class: SlotClass::Space, required: false, values: V_SS_79F26B, absent: G_SM_20 };
const S_STRAY_3D6D65: Slot = Slot { name: "stray", class: SlotClass::Space, required: false, values: V_STRAY_026A75, absent: G_OPEN };
const S_STYPE_78E972: Slot = Slot { name: "stype", class: SlotClass::Type, required: true, values: V_STYPE_7CCB57, absent: G_OPEN };
const S_SWIZZLE_ATOMICITY: Slot = Slot { name: "swizzle_atomicity", class: SlotClass::Modifier, required: true, values: &[any(w::SWIZZLE_ATOMICITY)], absent: G_OPEN };
const S_SWIZZLE_MODE: Slot = Slot { name: "swizzle_mode", class: SlotClass::Modifier, required: true, values: &[any(w::SWIZZLE_MODE)], absent: G_OPEN };
const S_SYNC: Slot = Slot { name: "sync", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC)], absent: G_OPEN };
const S_SYNC_RESTRICT_READ: Slot = Slot { name: "sync_restrict::read", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC_RESTRICT_READ)], absent: G_OPEN };
const S_SYNC_RESTRICT_READS: Slot = Slot { name: "sync_restrict::reads", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC_RESTRICT_READS)], absent: G_OPEN };
const S_SYNC_RESTRICT_SHARED_CLUSTER: Slot = Slot { name: "sync_restrict::shared::cluster", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC_RESTRICT_SHARED_CLUSTER)], absent: G_OPEN };
const S_SYNC_RESTRICT_SHARED_CLUSTER_READ: Slot = Slot { name: "sync_restrict::shared::cluster::read", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC_RESTRICT_SHARED_CLUSTER_READ)], absent: G_OPEN };
const S_SYNC_RESTRICT_SHARED_CTA: Slot = Slot { name: "sync_restrict::shared::cta", class: SlotClass::Modifier, required: true, values: &[any(w::SYNC_RESTRICT_SHARED_CTA)], absent: G_OPEN };
const S_SYS: Slot = Slot { name: "sys", class: SlotClass::Modifier, required: true, values: &[any(w::SYS)], absent: G_OPEN };
const S_SYS_MAYBE: Slot = Slot { name: "sys", class: SlotClass::Modifier, required: false, values: &[any(w::SYS)], absent: G_OPEN };
const S_TENSORMAP: Slot = Slot { name: "tensormap", class: SlotClass::Modifier, required: true, values: &[any(w::TENSORMAP)], absent: G_OPEN };
const S_TENSORMAP_GENERIC: Slot = Slot { name: "tensormap::generic", class: SlotClass::Modifier, required: true, values: &[any(w::TENSORMAP_GENERIC)], absent: G_OPEN };
const S_TENSORMAP_SPACE_825731: Slot = Slot { name: "tensormap_space", class: SlotClass::Space, required: false, values: V_TENSORMAP_SPACE_1B3A70, absent: G_OPEN };
const S_TF32: Slot = Slot { name: "tf32", class: SlotClass::Type, required: true, values: &[any(w::TF32)], absent: G_OPEN };
const S_TILE: Slot = Slot { name: "tile", class: SlotClass::Modifier, required: true, values: &[any(w::TILE)], absent: G_OPEN };
const S_TILE_GATHER4: Slot = Slot { name: "tile::gather4", class: SlotClass::Modifier, required: true, values: &[any(w::TILE_GATHER4)], absent: G_OPEN };
const S_TILE_MAYBE: Slot = Slot { name: "tile", class: SlotClass::Modifier, required: false, values: &[any(w::TILE)], absent: G_OPEN };
const S_TILE_SCATTER4: Slot = Slot { name: "tile::scatter4", class: SlotClass::Modifier, required: true, values: &[any(w::TILE_SCATTER4)], absent: G_OPEN };
const S_TO_E29348: Slot = Slot { name: "to", class: SlotClass::Type, required: true, values: V_TO_3E95BA, absent: G_OPEN };
const S_TQUERY2_6DA71B: Slot = Slot { name: "tquery2", class: SlotClass::Modifier, required: true, values: V_TQUERY2_BA021F, absent: G_OPEN };
const S_TQUERY_94A7F4: Slot = Slot { name: "tquery", class: SlotClass::Modifier, required: true, values: V_TQUERY_5344E8, absent: G_OPEN };
const S_TRANS: Slot = Slot { name: "trans", class: SlotClass::Modifier, required: true, values: &[any(w::TRANS)], absent: G_OPEN };
const S_TRANS_MAYBE: Slot = Slot { name: "trans", class: SlotClass::Modifier, required: false, values: &[any(w::TRANS)], absent: G_OPEN };
const S_TYPE16_B93574: Slot = Slot { name: "type16", class: SlotClass::Type, required: true, values: V_TYPE16_33644D, absent: G_OPEN };
const S_TYPE64_6C364E: Slot = Slot { name: "type64", class: SlotClass::Type, required: true, values: V_TYPE64_5DF4F0, absent: G_OPEN };
const S_TYPE_05A22D: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_5BC461, absent: G_OPEN };
const S_TYPE_07488C: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_B103AC, absent: G_OPEN };
const S_TYPE_0D33BC: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_06AA9C, absent: G_OPEN };
const S_TYPE_0DFBD7: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_F0ECA6, absent: G_OPEN };
const S_TYPE_1405CD: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_F17DFE, absent: G_OPEN };
const S_TYPE_15487B: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_11265D, absent: G_OPEN };
const S_TYPE_1A4F91: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_445C82, absent: G_OPEN };
const S_TYPE_1BAB21: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_1890E2, absent: G_OPEN };
const S_TYPE_1BD261: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_ABB02C, absent: G_OPEN };
const S_TYPE_1EF8EB: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_4C3427, absent: G_OPEN };
const S_TYPE_208F9F: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_31B3AF, absent: G_OPEN };
const S_TYPE_21603B: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_7992F3, absent: G_OPEN };
const S_TYPE_24FCAE: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_EAE5CF, absent: G_OPEN };
const S_TYPE_250920: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_875BA2, absent: G_OPEN };
const S_TYPE_266320: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_97B378, absent: G_OPEN };
const S_TYPE_2831A8: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_4561D1, absent: G_OPEN };
const S_TYPE_2C1F78: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_C76EF9, absent: G_OPEN };
const S_TYPE_2D4893: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_6F0F50, absent: G_OPEN };
const S_TYPE_2DD2FB: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_D083D3, absent: G_OPEN };
const S_TYPE_2DF733: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_AB0358, absent: G_OPEN };
const S_TYPE_369B7A: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_2760C9, absent: G_OPEN };
const S_TYPE_3A505E: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_3CFE09, absent: G_OPEN };
const S_TYPE_3BF2A9: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_3E44EF, absent: G_OPEN };
const S_TYPE_3D0B2B: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_56DD5E, absent: G_OPEN };
const S_TYPE_42EA03: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_304985, absent: G_OPEN };
const S_TYPE_477683: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_7B94D9, absent: G_OPEN };
const S_TYPE_4A58C1: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_D85C0E, absent: G_OPEN };
const S_TYPE_4D7036: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_B89FCE, absent: G_OPEN };
const S_TYPE_4F0AD7: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_6A5701, absent: G_OPEN };
const S_TYPE_5366CB: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_6E9E3B, absent: G_OPEN };
const S_TYPE_5D79D2: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_234057, absent: G_OPEN };
const S_TYPE_5DE588: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_9E60D3, absent: G_OPEN };
const S_TYPE_626B3D: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_88C96E, absent: G_OPEN };
const S_TYPE_63898B: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_5FE66A, absent: G_OPEN };
const S_TYPE_640B51: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_F8A0B1, absent: G_OPEN };
const S_TYPE_696B12: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_9C1235, absent: G_OPEN };
const S_TYPE_6B3394: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_D13BF8, absent: G_OPEN };
const S_TYPE_7DF118: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_8F98DF, absent: G_OPEN };
const S_TYPE_7E2C48: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_D058B3, absent: G_OPEN };
const S_TYPE_7FDFB8: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_986D89, absent: G_OPEN };
const S_TYPE_805088: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_66C24C, absent: G_OPEN };
const S_TYPE_87CABA: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_4C0527, absent: G_OPEN };
const S_TYPE_8B9E38: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_70CE02, absent: G_OPEN };
const S_TYPE_91300C: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_193F64, absent: G_OPEN };
const S_TYPE_9673E1: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_9AC850, absent: G_OPEN };
const S_TYPE_A19AA3: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_33644D, absent: G_OPEN };
const S_TYPE_A7B27D: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_C16511, absent: G_OPEN };
const S_TYPE_ACE325: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_8B9887, absent: G_OPEN };
const S_TYPE_ADD925: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_0BEB82, absent: G_OPEN };
const S_TYPE_AE725B: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_591525, absent: G_OPEN };
const S_TYPE_B2991C: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_2E0DC5, absent: G_OPEN };
const S_TYPE_BBFDF7: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_AD96B8, absent: G_OPEN };
const S_TYPE_C010ED: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_D0C1C6, absent: G_OPEN };
const S_TYPE_C1BE23: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_0C14A8, absent: G_OPEN };
const S_TYPE_C24181: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_41371B, absent: G_OPEN };
const S_TYPE_D69690: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_74AAD9, absent: G_OPEN };
const S_TYPE_D9D618: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_E75C45, absent: G_OPEN };
const S_TYPE_DAB36C: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_08FF14, absent: G_OPEN };
const S_TYPE_DB9E9E: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_31F6D1, absent: G_OPEN };
const S_TYPE_F2F9E1: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_42DE2B, absent: G_OPEN };
const S_TYPE_F630B7: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_2C6F9B, absent: G_OPEN };
const S_TYPE_FC919D: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_0EBDF6, absent: G_OPEN };
const S_TYPE_FDD669: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_E92C45, absent: G_OPEN };
const S_TYPE_FF3B36: Slot = Slot { name: "type", class: SlotClass::Type, required: true, values: V_TYPE_495EDF, absent: G_OPEN };
const S_U16: Slot = Slot { name: "u16", class: SlotClass::Type, required: true, values: &[any(w::U16)], absent: G_OPEN };
const S_U16X2: Slot = Slot { name: "u16x2", class: SlotClass::Type, required: true, values: &[any(w::U16X2)], absent: G_OPEN };
const S_U32: Slot = Slot { name: "u32", class: SlotClass::Type, required: true, values: &[any(w::U32)], absent: G_OPEN };
const S_U4: Slot = Slot { name: "u4", class: SlotClass::Type, required: true, values: &[any(w::U4)], absent: G_OPEN };
const S_U64: Slot = Slot { name: "u64", class: SlotClass::Type, required: true, values: &[any(w::U64)], absent: G_OPEN };
const S_U8: Slot = Slot { name: "u8", class: SlotClass::Type, required: true, values: &[any(w::U8)], absent: G_OPEN };
const S_U8X4: Slot = Slot { name: "u8x4", class: SlotClass::Type, required: true, values: &[any(w::U8X4)], absent: G_OPEN };
const S_UE5M3X2: Slot = Slot { name: "ue5m3x2", class: SlotClass::Type, required: true, values: &[any(w::UE5M3X2)], absent: G_OPEN };
const S_UE8M0: Slot = Slot { name: "ue8m0", class: SlotClass::Type, required: true, values: &[any(w::UE8M0)], absent: G_OPEN };
const S_UE8M0X2: Slot = Slot { name: "ue8m0x2", class: SlotClass::Type, required: true, values: &[any(w::UE8M0X2)], absent: G_OPEN };
const S_UNI_D8B3CA: Slot = Slot { name: "uni", class: SlotClass::Modifier, required: false, values: V_UNI_1C53E0, absent: G_OPEN };
const S_UNI_MAYBE: Slot = Slot { name: "uni", class: SlotClass::Modifier, required: false, values: &[any(w::UNI)], absent: G_OPEN };
const S_UNPACK_16B_MAYBE: Slot = Slot { name: "unpack::16b", class: SlotClass::Modifier, required: false, values: &[any(w::UNPACK_16B)], absent: G_OPEN };
const S_UNSIGNED_08DBC3: Slot = Slot { name: "unsigned", class: SlotClass::Type, required: true, values: V_UNSIGNED_980C83, absent: G_OPEN };
const S_UORDER_EB1188: Slot = Slot { name: "uorder", class: SlotClass::Modifier, required: true, values: V_UORDER_5F1237, absent: G_OPEN };
const S_V2: Slot = Slot { name: "v2", class: SlotClass::Vector, required: true, values: &[any(w::V2)], absent: G_OPEN };
const S_V2_MAYBE: Slot = Slot { name: "v2", class: SlotClass::Vector, required: false, values: &[any(w::V2)], absent: G_OPEN };
const S_V4: Slot = Slot { name: "v4", class: SlotClass::Vector, required: true, values: &[any(w::V4)], absent: G_OPEN };
const S_V4_MAYBE: Slot = Slot { name: "v4", class: SlotClass::Vector, required: false, values: &[any(w::V4)], absent: G_OPEN };
const S_V8_MAYBE: Slot = Slot { name: "v8", class: SlotClass::Vector, required: false, values: &[any(w::V8)], absent: G_OPEN };
const S_VALID_ADDR: Slot = Slot { name: "valid_addr", class: SlotClass::Modifier, required: true, values: &[any(w::VALID_ADDR)], absent: G_OPEN };
const S_VEC_45DD17: Slot = Slot { name: "vec", class: SlotClass::Vector, required: true, values: V_VEC_78469F, absent: G_OPEN };
const S_VEC_72DE48: Slot = Slot { name: "vec", class: SlotClass::Vector, required: true, values: V_VEC_94274E, absent: G_OPEN };
const S_VEC_C6C0E2: Slot = Slot { name: "vec", class: SlotClass::Vector, required: false, values: V_VEC_94274E, absent: G_OPEN };
const S_VEC_CB2603: Slot = Slot { name: "vec", class: SlotClass::Vector, required: true, values: V_VEC_D3B393, absent: G_OPEN };
const S_VEC_EF4C7E: Slot = Slot { name: "vec", class: SlotClass::Vector, required: true, values: V_VEC_1C3FA2, absent: G_OPEN };
const S_VOLATILE: Slot = Slot { name: "volatile", class: SlotClass::Modifier, required: true, values: &[any(w::VOLATILE)], absent: G_OPEN };
const S_VSS_3D620F: Slot = Slot { name: "vss", class: SlotClass::Space, required: false, values: V_VSS_962F23, absent: G_SM_20 };
const S_WEAK_1B544F: Slot = Slot { name: "weak", class: SlotClass::Modifier, required: false, values: V_WEAK_5D24A8, absent: G_OPEN };
const S_WEAK_FA1364: Slot = Slot { name: "weak", class: SlotClass::Modifier, required: false, values: V_WEAK_F7BE6A, absent: G_OPEN };
const S_WEAK_MAYBE: Slot = Slot { name: "weak", class: SlotClass::Modifier, required: false, values: &[any(w::WEAK)], absent: G_OPEN };
const S_WIDE_2C268B: Slot = Slot { name: "wide", class: SlotClass::Vector, required: true, values: V_WIDE_78469F, absent: G_OPEN };
const S_WRAP_81E5E1: Slot = Slot { name: "wrap", class: SlotClass::Modifier, required: true, values: V_WRAP_AACA0F, absent: G_OPEN };
const S_WTYPE_4521CF: Slot = Slot { name: "wtype", class: SlotClass::Type, required: true, values: V_WTYPE_7AE4DB, absent: G_OPEN };
const S_W_15A3A9: Slot = Slot { name: "w", class: SlotClass::Modifier, required: true, values: V_W_723C91, absent: G_OPEN };
const S_X2_4881C3: Slot = Slot { name: "x2", class: SlotClass::Type, required: true, values: V_X2_CD967B, absent: G_OPEN };
const S_X4_E1A2EF: Slot = Slot { name: "x4", class: SlotClass::Type, required: true, values: V_X4_E022EF, absent: G_OPEN };
const S_XORSIGN: Slot = Slot { name: "xorsign", class: SlotClass::Modifier, required: true, values: &[any(w::XORSIGN)], absent: G_OPEN };
const S__16X128B: Slot = Slot { name: "16x128b", class: SlotClass::Modifier, required: true, values: &[any(w::_16X128B)], absent: G_OPEN };
const S__16X256B: Slot = Slot { name: "16x256b", class: SlotClass::Modifier, required: true, values: &[any(w::_16X256B)], absent: G_OPEN };
const S__16X32BX2: Slot = Slot { name: "16x32bx2", class: SlotClass::Modifier, required: true, values: &[any(w::_16X32BX2)], absent: G_OPEN };
const S__1D: Slot = Slot { name: "1d", class: SlotClass::Modifier, required: true, values: &[any(w::_1D)], absent: G_OPEN };
const S__2D: Slot = Slot { name: "2d", class: SlotClass::Modifier, required: true, values: &[any(w::_2D)], absent: G_OPEN };
const S__32X32B: Slot = Slot { name: "32x32b", class: SlotClass::Modifier, required: true, values: &[any(w::_32X32B)], absent: G_OPEN };
const S__3D: Slot = Slot { name: "3d", class: SlotClass::Modifier, required: true, values: &[any(w::_3D)], absent: G_OPEN };
const S__4D: Slot = Slot { name: "4d", class: SlotClass::Modifier, required: true, values: &[any(w::_4D)], absent: G_OPEN };
const S__5D: Slot = Slot { name: "5d", class: SlotClass::Modifier, required: true, values: &[any(w::_5D)], absent: G_OPEN };

const O_ACCESS_52022E: OperandSpec = OperandSpec { name: "access", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), ..OPERAND };
const O_ALIGN_AA1A97: OperandSpec = OperandSpec { name: "align", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 1, high: 1, step: 1 }, Range { low: 2, high: 2, step: 1 }, Range { low: 4, high: 4, step: 1 }, Range { low: 8, high: 8, step: 1 }, Range { low: 16, high: 16, step: 1 }, Range { low: 32, high: 32, step: 1 }, Range { low: 64, high: 64, step: 1 }, Range { low: 128, high: 128, step: 1 }, Range { low: 256, high: 256, step: 1 }, Range { low: 512, high: 512, step: 1 }, Range { low: 1024, high: 1024, step: 1 }, Range { low: 2048, high: 2048, step: 1 }, Range { low: 4096, high: 4096, step: 1 }, Range { low: 8192, high: 8192, step: 1 }, Range { low: 16384, high: 16384, step: 1 }, Range { low: 32768, high: 32768, step: 1 }, Range { low: 65536, high: 65536, step: 1 }, Range { low: 131072, high: 131072, step: 1 }, Range { low: 262144, high: 262144, step: 1 }, Range { low: 524288, high: 524288, step: 1 }, Range { low: 1048576, high: 1048576, step: 1 }, Range { low: 2097152, high: 2097152, step: 1 }, Range { low: 4194304, high: 4194304, step: 1 }, Range { low: 8388608, high: 8388608, step: 1 }], ..OPERAND };
const O_A_006C79: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, parts: &[O_OFFSET_903CF6], role: Role::Remote, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_03346E: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Surfref])) }, parts: &[O_B_C68DE6], role: Role::Surface, access: RoleAccess { reads: true, proxy: Proxy::Surface, ..RoleAccess::NONE }, ..OPERAND };
const O_A_04A0A6: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), ..OPERAND };
const O_A_0768A3: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, role: Role::Address, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_0885E8: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), flags: WIDENING, ..OPERAND };
const O_A_089BF9: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), access: RoleAccess { later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_0B288D: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16)), ..OPERAND };
const O_A_0BC27C: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 4, letters: "mk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_0E2B7A: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(1)), ..OPERAND };
const O_A_0F6DE0: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), ..OPERAND };
const O_A_1089E3: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_11C602: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: SINK | ADMIT_SPECIAL, ..OPERAND };
const O_A_166309: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegPred, RegF16x2, Int, NotPred, SpecialPred, Func, Entry])), ..OPERAND };
const O_A_1663BF: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), flags: WIDENING, ..OPERAND };
const O_A_16712A: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_A_17D7E4: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_A_1874A5: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WIDENING, ..OPERAND };
const O_A_1A5100: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), ..OPERAND };
const O_A_1EB155: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), flags: ADMIT_SPECIAL | WIDENING, ..OPERAND };
const O_A_1F0641: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), flags: NAMED_VARIABLE, ..OPERAND };
const O_A_20346A: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Global, Shared, Local])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_23A0A6: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared, RegF64, Offset])), role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_23A5C3: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Space(StateSpace::Global) }, role: Role::Address, ..OPERAND };
const O_A_24A22E: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: UNIFIED, role: Role::Address, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_29AEAF: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), flags: NAMED_VARIABLE, ..OPERAND };
const O_A_2B64EA: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::MatrixDescriptor, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_2F88F5: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_A_2F9789: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_302CA9: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_A_315FA4: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_3183BA: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), ..OPERAND };
const O_A_338743: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_355335: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_35535C: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_A_38ED2A: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U32)), ..OPERAND };
const O_A_3D687E: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: ADMIT_VARIABLE | ADMIT_SPECIAL, ..OPERAND };
const O_A_3D7CE0: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Global])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_405642: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_40C3B4: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: ADMIT_VARIABLE | ADMIT_SPECIAL, ..OPERAND };
const O_A_41ECC5: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32x2)), ..OPERAND };
const O_A_428C24: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_443929: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Texref, Samplerref])) }, role: Role::Texture, ..OPERAND };
const O_A_453C47: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16)), flags: WIDENING, ..OPERAND };
const O_A_46C550: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(1)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes4), ..OPERAND };
const O_A_499407: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S8x4)), ..OPERAND };
const O_A_49D820: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U8x4)), ..OPERAND };
const O_A_4A1166: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Slot(0)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_4A5514: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, role: Role::Address, access: RoleAccess { reads: true, writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_4E1115: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegPred, Int, NotPred])), ..OPERAND };
const O_A_511F69: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 4, letters: "mk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_A_53B4AB: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_A_5402D6: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Texref])) }, role: Role::Texture, ..OPERAND };
const O_A_5444C0: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Address, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_55E5BC: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64])) }, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_56DE01: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_A_580EDE: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: ADMIT_VARIABLE, ..OPERAND };
const O_A_5B2122: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(1)), flags: WIDENING, ..OPERAND };
const O_A_5B9D8A: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), selectors: Some(Selectors::Part), ..OPERAND };
const O_A_5CF05C: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16)), ..OPERAND };
const O_A_6267BD: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB8, RegU8, RegS8, RegB16, RegU16, RegS16, RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, RegB128, RegF16, RegF16x2, RegF32, RegF64, Decimal, HexSingle, HexDouble, Shared, Offset])), role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_627C16: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Pred)), ..OPERAND };
const O_A_62EFA0: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_649B78: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 256 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_A_650329: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Address, access: RoleAccess { writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_66ECE9: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: ADMIT_VARIABLE | ADMIT_SPECIAL, ..OPERAND };
const O_A_6AC906: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Address, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_6D0D1E: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_70375C: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Ue8m0x2)), ..OPERAND };
const O_A_732237: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(1)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes2), ..OPERAND };
const O_A_73390C: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Ue5m3x2)), ..OPERAND };
const O_A_73C108: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, role: Role::TensorMap, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_7619CF: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S16x2)), ..OPERAND };
const O_A_764807: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Texref])) }, parts: &[O_B_DBE911, O_C_094BE5], role: Role::Texture, access: RoleAccess { reads: true, proxy: Proxy::Texture, ..RoleAccess::NONE }, ..OPERAND };
const O_A_7923F1: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), ..OPERAND };
const O_A_795541: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::TensorMap, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_79C6EE: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Samplerref])) }, role: Role::Sampler, ..OPERAND };
const O_A_7A7D2C: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global, Shared, Local, Const, Param, Int, Entry, Func])) }, role: Role::Address, ..OPERAND };
const O_A_7B7C2D: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_7B97EB: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Slot(0)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_7E0E5C: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_81F085: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S2f6x2)), ..OPERAND };
const O_A_8511A1: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), flags: REGISTER_ONLY, ..OPERAND };
const O_A_86B601: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), ..OPERAND };
const O_A_8EE7DC: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Int, Offset])), ..OPERAND };
const O_A_8F75A4: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 32 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), ..OPERAND };
const O_A_91D807: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_A_921BCE: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), flags: MUST_NEGATE, selectors: Some(Selectors::Part), ..OPERAND };
const O_A_946FE2: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_950E18: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_A_951C82: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(8), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_95897A: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_95EDDD: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 65535, step: 1 }], ..OPERAND };
const O_A_95F682: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_A_987D78: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes2), ..OPERAND };
const O_A_9BEEF8: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 0, high: 15, step: 1 }], role: Role::NamedBarrier, ..OPERAND };
const O_A_9C6715: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_A05725: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, ..OPERAND };
const O_A_A0BB5C: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, role: Role::Address, ..OPERAND };
const O_A_A24467: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_A_A3C761: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_A6FF64: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Surfref])) }, parts: &[O_B_C68DE6], role: Role::Surface, access: RoleAccess { writes: true, proxy: Proxy::Surface, ..RoleAccess::NONE }, ..OPERAND };
const O_A_A97F8C: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 15, step: 1 }], ..OPERAND };
const O_A_AA4724: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Surfref])) }, parts: &[O_B_C68DE6], role: Role::Surface, access: RoleAccess { reads: true, writes: true, proxy: Proxy::Surface, ..RoleAccess::NONE }, ..OPERAND };
const O_A_AE0BBA: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_AE2AE8: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_A_B1F99D: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_B4AF7D: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), flags: ADMIT_VARIABLE | ADMIT_SPECIAL, ..OPERAND };
const O_A_B6FB9E: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_BA8F04: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_A_BB47C8: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Texref])) }, parts: &[O_B_DBE911, O_C_64D96F], role: Role::Texture, access: RoleAccess { reads: true, proxy: Proxy::Texture, ..RoleAccess::NONE }, ..OPERAND };
const O_A_BC1E5F: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: UNIFIED, role: Role::Address, ..OPERAND };
const O_A_BCB90C: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Address, ..OPERAND };
const O_A_BDD58C: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle, NotPred, Offset])), ..OPERAND };
const O_A_BDEDDD: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(0)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes4), ..OPERAND };
const O_A_BE4970: OperandSpec = OperandSpec { name: "a", shape: Shape::Counted(Count { slot: 2, letters: "mk", times: 1, over: 1024 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_A_C73F64: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_A_C8DEFA: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_C95285: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_CA507B: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_DA0C56: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), flags: ADMIT_VARIABLE | ADMIT_SPECIAL, ..OPERAND };
const O_A_DC4C76: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_A_DDCD98: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), flags: MAY_NEGATE, selectors: Some(Selectors::Part), ..OPERAND };
const O_A_DFC69A: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_E15E57: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_E73E2B: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[SpecialVector])), ..OPERAND };
const O_A_E88D52: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Texref])) }, parts: &[O_B_DBE911, O_C_492948], role: Role::Texture, access: RoleAccess { reads: true, proxy: Proxy::Texture, ..RoleAccess::NONE }, ..OPERAND };
const O_A_F102C6: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Global, Shared, Local])) }, role: Role::Barrier, access: RoleAccess { reads: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_F24248: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_A_F2A0C8: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Slot(1)), flags: ADMIT_SPECIAL | WIDENING, ..OPERAND };
const O_A_F4CAA6: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), access: RoleAccess { later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_A_F6F23E: OperandSpec = OperandSpec { name: "a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_A_F9236C: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Surfref])) }, role: Role::Surface, ..OPERAND };
const O_A_FB10E9: OperandSpec = OperandSpec { name: "a", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Slot(0)), flags: ADMIT_SPECIAL, ..OPERAND };
const O_A_FBE3B7: OperandSpec = OperandSpec { name: "a", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U16x2)), ..OPERAND };
const O_A_FF9310: OperandSpec = OperandSpec { name: "a", shape: Shape::Address { base: AddressBase::Named }, flags: UNIFIED, role: Role::Address, access: RoleAccess { reads: true, writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_BASE_BBCFE1: OperandSpec = OperandSpec { name: "base", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_BYTE_2F2C03: OperandSpec = OperandSpec { name: "byte", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 0, step: 1 }, Range { low: 2, high: 2, step: 1 }], ..OPERAND };
const O_BYTE_BE3515: OperandSpec = OperandSpec { name: "byte", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 3, step: 1 }], ..OPERAND };
const O_BYTE_F7CE9C: OperandSpec = OperandSpec { name: "byte", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 0, step: 1 }], ..OPERAND };
const O_B_074E30: OperandSpec = OperandSpec { name: "b", shape: Shape::AnyVector, place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_092B52: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S8x4)), ..OPERAND };
const O_B_0C9A2C: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: WIDENING, ..OPERAND };
const O_B_0E4251: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(0)), flags: NO_SUM, ..OPERAND };
const O_B_0F7AD6: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), flags: WIDENING, ..OPERAND };
const O_B_1C26D9: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_B_1C2788: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_1C5024: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U8x4)), ..OPERAND };
const O_B_2251F3: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16)), ..OPERAND };
const O_B_25FE33: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: -9223372036854775808, high: -32, step: 32 }, Range { low: 32, high: 9223372036854775807, step: 32 }], role: Role::Count, ..OPERAND };
const O_B_2C5DE4: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 4, letters: "nk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_321F30: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), ..OPERAND };
const O_B_37BDAC: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), ..OPERAND };
const O_B_3B4B2B: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), selectors: Some(Selectors::Part), ..OPERAND };
const O_B_40D0AA: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_B_41100C: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_B_50D848: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_B_53231C: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 1 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_53D211: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_54467F: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), flags: MAY_NEGATE, selectors: Some(Selectors::Part), ..OPERAND };
const O_B_5BE5BD: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_B_5C60AA: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U16x2)), ..OPERAND };
const O_B_65F206: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2, Int])), flags: MUST_NEGATE, selectors: Some(Selectors::Part), ..OPERAND };
const O_B_68C0EE: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(1)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes2), ..OPERAND };
const O_B_699868: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32x2)), ..OPERAND };
const O_B_6BD259: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_B_6C19C8: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_6F9BB1: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_B_711E17: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_B_75AD04: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), ..OPERAND };
const O_B_76904F: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), ..OPERAND };
const O_B_7A4817: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16)), ..OPERAND };
const O_B_7AB633: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(2)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes2), ..OPERAND };
const O_B_81CA1B: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_835930: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), ..OPERAND };
const O_B_87BF8A: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::MatrixDescriptor, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_B_8DB100: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_B_94064E: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_B_97E6F8: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U32)), ..OPERAND };
const O_B_9840E1: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WIDENING, ..OPERAND };
const O_B_9AE363: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_B_9F6BD3: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_B_A15F72: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_B_A29845: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: -9223372036854775808, high: 9223372036854775807, step: 32 }], role: Role::Count, ..OPERAND };
const O_B_A3C982: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), ..OPERAND };
const O_B_A425BB: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), ..OPERAND };
const O_B_A74B3D: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), ..OPERAND };
const O_B_B0E459: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_B_B45DE4: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(1)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes4), ..OPERAND };
const O_B_B86A42: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 255, step: 1 }], ..OPERAND };
const O_B_BA978F: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 1024 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_BD9254: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: SINK | WIDENING, ..OPERAND };
const O_B_BDA736: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_BE6251: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 256 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_C0572C: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_B_C58FD0: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_B_C68DE6: OperandSpec = OperandSpec { name: "b", shape: Shape::PerGeometry(Measure::Surface), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::Coordinates, ..OPERAND };
const O_B_D28DD8: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle])), ..OPERAND };
const O_B_D48AB0: OperandSpec = OperandSpec { name: "b", shape: Shape::PerVector, place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, Int, HexSingle, Offset])), ..OPERAND };
const O_B_D67907: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WIDENING, ..OPERAND };
const O_B_D6899C: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S16x2)), ..OPERAND };
const O_B_D848B7: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_B_DBE911: OperandSpec = OperandSpec { name: "b", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Samplerref])), flags: UNIFIED_OPTIONAL, role: Role::Sampler, ..OPERAND };
const O_B_DD53AD: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), ..OPERAND };
const O_B_E02CDA: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(8), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_E9505D: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(1)), ..OPERAND };
const O_B_F27839: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Slot(2)), flags: REGISTER_ONLY, selectors: Some(Selectors::Lanes4), ..OPERAND };
const O_B_F28A38: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 4, letters: "nk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_B_F33793: OperandSpec = OperandSpec { name: "b", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_F4D1BA: OperandSpec = OperandSpec { name: "b", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_B_FD6993: OperandSpec = OperandSpec { name: "b", shape: Shape::Counted(Count { slot: 2, letters: "nk", times: 1, over: 32 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), ..OPERAND };
const O_COUNTER_39C8E8: OperandSpec = OperandSpec { name: "counter", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64])), role: Role::Offset, ..OPERAND };
const O_COUNTER_DD8DC2: OperandSpec = OperandSpec { name: "counter", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64])), when: Some(w::COUNTED_BYTES), role: Role::Offset, ..OPERAND };
const O_COUNT_DD8EA6: OperandSpec = OperandSpec { name: "count", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset, Vector])), ranges: &[Range { low: 1, high: 9223372036854775807, step: 1 }], role: Role::Count, ..OPERAND };
const O_COUNT_F6FA49: OperandSpec = OperandSpec { name: "count", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 1, high: 1048575, step: 1 }], role: Role::Count, ..OPERAND };
const O_CTAMASK_3B99FB: OperandSpec = OperandSpec { name: "ctaMask", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 65535, step: 1 }], role: Role::BlockMask, ..OPERAND };
const O_CTAMASK_6CB00D: OperandSpec = OperandSpec { name: "ctaMask", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 4294967295, step: 1 }], role: Role::BlockMask, ..OPERAND };
const O_C_05053B: OperandSpec = OperandSpec { name: "c", shape: Shape::Counted(Count { slot: 3, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle])), ..OPERAND };
const O_C_091FF9: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(8), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_C_094BE5: OperandSpec = OperandSpec { name: "c", shape: Shape::PerGeometry(Measure::Texture), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), role: Role::Coordinates, ..OPERAND };
const O_C_18A132: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), ..OPERAND };
const O_C_1E478D: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U32)), ..OPERAND };
const O_C_20CCFC: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_24B65B: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(5), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_25DA01: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WIDENING, ..OPERAND };
const O_C_27EC03: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(3), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_2E2159: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 255, step: 1 }], ..OPERAND };
const O_C_2FE247: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32x2)), ..OPERAND };
const O_C_35CA8B: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_38B017: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_C_3B6C53: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(8), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_492948: OperandSpec = OperandSpec { name: "c", shape: Shape::PerGeometry(Measure::Texture), place: ElementKind::Type(TypeSpec::Slot(1)), role: Role::Coordinates, ..OPERAND };
const O_C_4D983E: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_C_523510: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2])), ..OPERAND };
const O_C_5420F5: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_571DE2: OperandSpec = OperandSpec { name: "c", shape: Shape::Counted(Count { slot: 3, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_59C3C9: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_C_5C1BCE: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(8), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle])), ..OPERAND };
const O_C_5CB829: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: REGISTER_ONLY, ..OPERAND };
const O_C_5D2381: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_C_5F81BA: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_C_64D96F: OperandSpec = OperandSpec { name: "c", shape: Shape::PerGeometry(Measure::Texture), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_656B96: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(5), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_67EC5A: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_79F87C: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_C_7A8B20: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64])), ..OPERAND };
const O_C_81FA6D: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Slot(0)), ..OPERAND };
const O_C_845320: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_86AD4F: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_86B451: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegPred, NotPred])), ..OPERAND };
const O_C_87E18C: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Wide(0)), ..OPERAND };
const O_C_8C45C4: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[Vector, RegVector])), ..OPERAND };
const O_C_902846: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), ..OPERAND };
const O_C_91B298: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_9824E4: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_AB58C6: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegB128])), ..OPERAND };
const O_C_BA548A: OperandSpec = OperandSpec { name: "c", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WIDENING, ..OPERAND };
const O_C_C1B5B5: OperandSpec = OperandSpec { name: "c", place: ElementKind::Set(AtomSet::of(&[RegPred, Int, NotPred])), ..OPERAND };
const O_C_C569A4: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: REGISTER_ONLY, ..OPERAND };
const O_C_C82103: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), ..OPERAND };
const O_C_CED68B: OperandSpec = OperandSpec { name: "c", shape: Shape::Counted(Count { slot: 2, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_D577F7: OperandSpec = OperandSpec { name: "c", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WIDENING, ..OPERAND };
const O_C_D791A6: OperandSpec = OperandSpec { name: "c", shape: Shape::Counted(Count { slot: 2, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64, Int, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_C_DF23AE: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), flags: WIDENING, ..OPERAND };
const O_C_ED7E64: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WIDENING, ..OPERAND };
const O_C_EDFE43: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Slot(0)), flags: REGISTER_ONLY, ..OPERAND };
const O_C_F62ADA: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(3), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), role: Role::Coordinates, ..OPERAND };
const O_C_F8F5DB: OperandSpec = OperandSpec { name: "c", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_C_FE1992: OperandSpec = OperandSpec { name: "c", place: ElementKind::Type(TypeSpec::Slot(0)), flags: MUST_NEGATE, ..OPERAND };
const O_DIMS_233679: OperandSpec = OperandSpec { name: "dims", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, when: Some(w::OVERRIDE_GLOBAL_DIM), role: Role::Result, ..OPERAND };
const O_DIMS_30A9D1: OperandSpec = OperandSpec { name: "dims", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), role: Role::Result, ..OPERAND };
const O_DIMS_96D1FB: OperandSpec = OperandSpec { name: "dims", shape: Shape::Vector(3), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), role: Role::Result, ..OPERAND };
const O_DIMS_9F6587: OperandSpec = OperandSpec { name: "dims", shape: Shape::Vector(5), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), role: Role::Result, ..OPERAND };
const O_DIMS_ED98D3: OperandSpec = OperandSpec { name: "dims", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), role: Role::Result, ..OPERAND };
const O_DMETA_FF694F: OperandSpec = OperandSpec { name: "dMeta", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 32 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_DREDVAL_0EC559: OperandSpec = OperandSpec { name: "dRedval", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_DST_486A19: OperandSpec = OperandSpec { name: "dst", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Shared, Global, Local])) }, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_DST_6E0A86: OperandSpec = OperandSpec { name: "dst", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Shared])) }, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_011557: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_03AFFF: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_087BA2: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_0AA9C4: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_0B50CB: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, parts: &[O_OFFSET_903CF6], role: Role::Remote, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_0BB463: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN, selectors: Some(Selectors::Mask4), role: Role::Result, ..OPERAND };
const O_D_0CB5AE: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_129E47: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "nk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_1307D1: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_16F993: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 2 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_176089: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Ue8m0x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_18105F: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_1AC640: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_1CBC0D: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Pred)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_1ECA05: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(8), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_1FC17D: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_215184: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_22EF7D: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U16)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_258FAB: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_275D88: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_2813A3: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Address, access: RoleAccess { writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_295EA0: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_2B1246: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_2E63DF: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | PAIR | SINK, role: Role::Result, ..OPERAND };
const O_D_33674E: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 2, letters: "n", times: 1, over: 4 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN, role: Role::Accumulator, access: RoleAccess { later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_3564FF: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_3A23DE: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_3B4C4A: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_3CC0F6: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), flags: WRITTEN, role: Role::Policy, ..OPERAND };
const O_D_3FF626: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 1 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_4054FA: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | SINK | WIDENING, role: Role::Result, ..OPERAND };
const O_D_41D548: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_45239B: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "mk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_45872D: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_465C84: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_4A8EF9: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_4D28F9: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_4F326B: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U8x4)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_51B472: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_548AB3: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_54985D: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 2, over: 1 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_54C485: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, selectors: Some(Selectors::Mask4), role: Role::Result, ..OPERAND };
const O_D_5B2006: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 4, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_5BC846: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_5D0CD1: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Ue5m3x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_5D9E4D: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_5F53E2: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S8)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_5FBAA1: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: WRITTEN | SINK | WIDENING, role: Role::Result, ..OPERAND };
const O_D_606C62: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_620784: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_63BD6F: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S8x4)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_659387: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 2, letters: "n", times: 1, over: 2 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN, role: Role::Accumulator, access: RoleAccess { later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_66EE39: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[Vector, RegVector])), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_6B075C: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, parts: &[O_OFFSET_903CF6, O_COUNTER_39C8E8], role: Role::Remote, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_6D4428: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_72718E: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | PAIR_ONLY | PAIR | SINK, role: Role::Result, ..OPERAND };
const O_D_72F67A: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_731FFE: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_7486B5: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN, selectors: Some(Selectors::Mask2), role: Role::Result, ..OPERAND };
const O_D_75B3AF: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64])), flags: WRITTEN | SINK, role: Role::BarrierState, ..OPERAND };
const O_D_767AEC: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | PAIR, role: Role::Result, ..OPERAND };
const O_D_7A40A2: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "mn", times: 1, over: 32 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_7B351F: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S16x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_7B9D4E: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_7C2F01: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | PAIR_ONLY | PAIR | SINK, role: Role::Result, ..OPERAND };
const O_D_7C7885: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_7CD483: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_7E5D83: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_7EA8AC: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared, Global, Local])) }, role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_7FF512: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(8), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16x2)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_83AF85: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, selectors: Some(Selectors::Part), role: Role::Result, ..OPERAND };
const O_D_868B88: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 2, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_877186: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S64)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_8A9926: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_8DFDCF: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_8E09E9: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_90C88A: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 2, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_9299EA: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, access: RoleAccess { writes: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_94B74D: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_960D75: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_979A03: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_982C42: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S32)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_9876E8: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared])) }, role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_A012CF: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_A16ACE: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | WHOLE_SINK | SINK, role: Role::Result, ..OPERAND };
const O_D_A52492: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Global])) }, role: Role::Address, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_A82F67: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U32)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_AB736C: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_AD7C9D: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, selectors: Some(Selectors::Mask2), role: Role::Result, ..OPERAND };
const O_D_AD9C6E: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U16x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_B38B73: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_B418AA: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::S16)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_B5AB8C: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_B64ADF: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_B6C736: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_B929AE: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 2, letters: "n", times: 1, over: 2 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN, role: Role::Accumulator, access: RoleAccess { later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_D_BBF447: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U64)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_C59C3B: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegF64])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_C71D5B: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_CA5514: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_CB3F33: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_CCA814: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[Sink])), flags: WRITTEN, role: Role::BarrierState, ..OPERAND };
const O_D_CD7570: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F64)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_CF2866: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "", times: 2, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_CF999A: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Tf32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_D075C3: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_D09D1B: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F16)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_D1B41B: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B8)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_D28E37: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_D2D57B: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::U8)), flags: WRITTEN | WIDENING, role: Role::Result, ..OPERAND };
const O_D_D404B6: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: WRITTEN | PAIR_ONLY | PAIR, role: Role::Result, ..OPERAND };
const O_D_D413D0: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, parts: &[O_OFFSET_903CF6, O_COUNTER_39C8E8], role: Role::Remote, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_D477F7: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_D5B6FE: OperandSpec = OperandSpec { name: "d", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, parts: &[O_OFFSET_903CF6], role: Role::Remote, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_D_DAF3CA: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_E29E9D: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "mn", times: 1, over: 32 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_E7D813: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Slot(0)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_E8EC7F: OperandSpec = OperandSpec { name: "d", shape: Shape::PerVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_EE0FD9: OperandSpec = OperandSpec { name: "d", shape: Shape::AnyVector, place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_EE162D: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "mk", times: 1, over: 64 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Bf16x2)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_F08F90: OperandSpec = OperandSpec { name: "d", shape: Shape::Counted(Count { slot: 3, letters: "nk", times: 1, over: 128 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_F53DB2: OperandSpec = OperandSpec { name: "d", place: ElementKind::Type(TypeSpec::Wide(0)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_D_F97B39: OperandSpec = OperandSpec { name: "d", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN, selectors: Some(Selectors::Part), role: Role::Result, ..OPERAND };
const O_D_FE0855: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(8), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_D_FE33A3: OperandSpec = OperandSpec { name: "d", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_ENABLE_2B6A60: OperandSpec = OperandSpec { name: "enable", place: ElementKind::Set(AtomSet::of(&[RegPred, Int, NotPred])), role: Role::Accumulate, ..OPERAND };
const O_E_20056D: OperandSpec = OperandSpec { name: "e", shape: Shape::PerGeometry(Measure::Offset), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::Offset, ..OPERAND };
const O_E_24C010: OperandSpec = OperandSpec { name: "e", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 255, step: 1 }], ..OPERAND };
const O_E_EDAB0E: OperandSpec = OperandSpec { name: "e", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::Offset, ..OPERAND };
const O_FRACTION_065FEB: OperandSpec = OperandSpec { name: "fraction", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_F_6407D9: OperandSpec = OperandSpec { name: "f", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_GLOBAL_F06BB0: OperandSpec = OperandSpec { name: "global", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64])), when: Some(w::OVERRIDE_GLOBAL_ADDRESS), role: Role::Address, ..OPERAND };
const O_HANDLE_760211: OperandSpec = OperandSpec { name: "handle", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32])), ..OPERAND };
const O_HIGH_8BBDAC: OperandSpec = OperandSpec { name: "high", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16])), when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), ..OPERAND };
const O_HINT_9CE4FE: OperandSpec = OperandSpec { name: "hint", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_IDESC_911599: OperandSpec = OperandSpec { name: "idesc", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int])), flags: NO_SUM, role: Role::InstructionDescriptor, ..OPERAND };
const O_IMMHALFSPLITOFF_20205D: OperandSpec = OperandSpec { name: "immHalfSplitoff", place: ElementKind::Set(AtomSet::of(&[Int])), ..OPERAND };
const O_IMM_SCALE_A_57F468: OperandSpec = OperandSpec { name: "imm-scale-a", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: -1, high: -1, step: 1 }, Range { low: 1, high: 1, step: 1 }], ..OPERAND };
const O_IMM_SCALE_B_711766: OperandSpec = OperandSpec { name: "imm-scale-b", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: -1, high: -1, step: 1 }, Range { low: 1, high: 1, step: 1 }], ..OPERAND };
const O_IMM_TRANS_A_A9BE04: OperandSpec = OperandSpec { name: "imm-trans-a", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 1, step: 1 }], ..OPERAND };
const O_IMM_TRANS_B_8B9D6D: OperandSpec = OperandSpec { name: "imm-trans-b", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 1, step: 1 }], ..OPERAND };
const O_INIT_9A6C5B: OperandSpec = OperandSpec { name: "init", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 0, step: 1 }], ..OPERAND };
const O_I_DF7086: OperandSpec = OperandSpec { name: "i", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_LANES_743770: OperandSpec = OperandSpec { name: "lanes", shape: Shape::Counted(Count { slot: 0, letters: "", times: 4, over: 1 }), place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, Int, HexSingle, Param, Special16, Special32])), flags: MIXED, ..OPERAND };
const O_LANES_DCF60B: OperandSpec = OperandSpec { name: "lanes", place: ElementKind::Set(AtomSet::of(&[RegPred, NotPred])), ..OPERAND };
const O_LEFT_A1D8B9: OperandSpec = OperandSpec { name: "left", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 0, high: 15, step: 1 }], role: Role::Size, ..OPERAND };
const O_LOD_DFC1D4: OperandSpec = OperandSpec { name: "lod", shape: Shape::AnyVector, place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_LOD_EDEDAB: OperandSpec = OperandSpec { name: "lod", shape: Shape::AnyVector, place: ElementKind::Type(TypeSpec::Fixed(ScalarType::F32)), ..OPERAND };
const O_LOD_EE47EB: OperandSpec = OperandSpec { name: "lod", shape: Shape::AnyVector, place: ElementKind::Type(TypeSpec::Slot(1)), ..OPERAND };
const O_LUT_479461: OperandSpec = OperandSpec { name: "lut", place: ElementKind::Set(AtomSet::of(&[Int])), ..OPERAND };
const O_LUT_B5A971: OperandSpec = OperandSpec { name: "lut", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_L_8328CA: OperandSpec = OperandSpec { name: "l", place: ElementKind::Set(AtomSet::of(&[BranchTargets])), role: Role::Target, ..OPERAND };
const O_MAP_044FDD: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_91B298], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_08AF22: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_DIMS_233679, O_C_C82103], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_19729A: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_9824E4], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_19F341: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_233679, O_C_35CA8B], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_1B1EA5: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_845320], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_22B2C6: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_COUNTER_DD8DC2, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_24B65B], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_26E941: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_91B298], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_2AD266: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_F62ADA], role: Role::TensorMap, ..OPERAND };
const O_MAP_31112C: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_656B96], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_369A9A: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_24B65B], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_378540: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_233679, O_C_35CA8B], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_37D04F: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_43A569: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_656B96], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_45941B: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_233679, O_C_35CA8B], role: Role::TensorMap, ..OPERAND };
const O_MAP_47F788: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_F62ADA], role: Role::TensorMap, ..OPERAND };
const O_MAP_581758: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_COUNTER_DD8DC2, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_27EC03], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_5B2FCD: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_91B298], role: Role::TensorMap, ..OPERAND };
const O_MAP_5B43BD: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_91B298], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_6478D9: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_91B298], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_675F30: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_5420F5], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_74D5A9: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_944E3F: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_99DDDB: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_COUNTER_DD8DC2, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_5420F5], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_A259E2: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_656B96], role: Role::TensorMap, ..OPERAND };
const O_MAP_ABCE57: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_9824E4], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_AF7565: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_656B96], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_AF7A8A: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_COUNTER_DD8DC2, O_DIMS_233679, O_C_C82103], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_AF945E: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_91B298], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_AFADCA: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_656B96], role: Role::TensorMap, ..OPERAND };
const O_MAP_B46152: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_9824E4], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_BECCEA: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_656B96], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_C1D855: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_COUNTER_DD8DC2, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_845320], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_C6C902: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_656B96], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_CA9F60: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_91B298], role: Role::TensorMap, ..OPERAND };
const O_MAP_CCB53F: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_ED98D3, O_STRIDES_2D5572, O_HIGH_8BBDAC, O_C_91B298], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_CCBF5D: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_233679, O_C_35CA8B], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_D990F7: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_HANDLE_760211, O_OFFSET_903CF6, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_27EC03], role: Role::TensorMap, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_E4FD18: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_9F6587, O_STRIDES_72091C, O_HIGH_8BBDAC, O_C_656B96], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_EAD943: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_30A9D1, O_STRIDES_C54A90, O_HIGH_8BBDAC, O_C_9824E4], role: Role::TensorMap, ..OPERAND };
const O_MAP_F2638D: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_F695E3: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MAP_F986DD: OperandSpec = OperandSpec { name: "map", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB128, RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, RegF64, RegF32, RegF16, RegF16x2, RegPred, Global])) }, parts: &[O_GLOBAL_F06BB0, O_DIMS_96D1FB, O_STRIDES_85B496, O_HIGH_8BBDAC, O_C_F62ADA], role: Role::TensorMap, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MASK_013996: OperandSpec = OperandSpec { name: "mask", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::BlockMask, ..OPERAND };
const O_MASK_35D257: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), when: Some(w::MULTICAST_CLUSTER_32B), role: Role::BlockMask, ..OPERAND };
const O_MASK_382DC2: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 65535, step: 1 }], when: Some(w::MULTICAST_CLUSTER), role: Role::BlockMask, ..OPERAND };
const O_MASK_487FB6: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::ByteMask, ..OPERAND };
const O_MASK_532668: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::BlockMask, ..OPERAND };
const O_MASK_5F279A: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_MASK_6E9980: OperandSpec = OperandSpec { name: "mask", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::ByteMask, ..OPERAND };
const O_MASK_8CFBB7: OperandSpec = OperandSpec { name: "mask", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::ByteMask, ..OPERAND };
const O_MASK_A63EB6: OperandSpec = OperandSpec { name: "mask", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::BlockMask, ..OPERAND };
const O_MASK_CB657F: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 65535, step: 1 }], role: Role::BlockMask, ..OPERAND };
const O_MASK_CF12D7: OperandSpec = OperandSpec { name: "mask", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::BlockMask, ..OPERAND };
const O_MASK_D62E34: OperandSpec = OperandSpec { name: "mask", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 65535, step: 1 }], role: Role::BlockMask, ..OPERAND };
const O_MBAR_02E08D: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Named }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_14324E: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Shared, Global, Local])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_2358BE: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Vector(2), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_33AB9C: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_422AF0: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared, Global, Local])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_554922: OperandSpec = OperandSpec { name: "mbar", place: ElementKind::Set(AtomSet::of(&[RegB8, RegU8, RegS8, RegB16, RegU16, RegS16, RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, RegB128, RegF16, RegF16x2, RegF32, RegF64, Decimal, HexSingle, HexDouble, Shared, Offset])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_6DE920: OperandSpec = OperandSpec { name: "mbar", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_9F4E02: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_A9E221: OperandSpec = OperandSpec { name: "mbar", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int, RegB16, RegU16, RegS16])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_BFEFAA: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_C05C4D: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, RegB16, RegU16, RegS16, RegB8, RegU8, RegS8, Shared])) }, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_D7B5DD: OperandSpec = OperandSpec { name: "mbar", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared, RegF64, Offset])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_DA0CBF: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Vector(1), place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_MBAR_FAA7B6: OperandSpec = OperandSpec { name: "mbar", shape: Shape::Address { base: AddressBase::Named }, flags: WIDENING, role: Role::Barrier, access: RoleAccess { reads: true, writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_MEMBERMASK_410BFB: OperandSpec = OperandSpec { name: "membermask", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: -1, high: -1, step: 1 }, Range { low: 4294967295, high: 4294967295, step: 1 }], role: Role::LaneMask, ..OPERAND };
const O_MEMBERMASK_7F3DE7: OperandSpec = OperandSpec { name: "membermask", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::LaneMask, ..OPERAND };
const O_METADATA_02CA6E: OperandSpec = OperandSpec { name: "metadata", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, HexSingle])), ..OPERAND };
const O_METADATA_2DAD93: OperandSpec = OperandSpec { name: "metadata", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle, NotPred, Offset, Vector, RegVector])), ..OPERAND };
const O_METADATA_384F04: OperandSpec = OperandSpec { name: "metadata", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Offset, Vector])), ..OPERAND };
const O_METADATA_424CAD: OperandSpec = OperandSpec { name: "metadata", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Offset])), ..OPERAND };
const O_META_B15705: OperandSpec = OperandSpec { name: "meta", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, when: Some(w::SP), role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_NCOLS_7255F5: OperandSpec = OperandSpec { name: "nCols", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 32, high: 32, step: 1 }, Range { low: 64, high: 64, step: 1 }, Range { low: 128, high: 128, step: 1 }, Range { low: 256, high: 256, step: 1 }, Range { low: 512, high: 512, step: 1 }], role: Role::Count, ..OPERAND };
const O_NCOLS_E4DC1F: OperandSpec = OperandSpec { name: "nCols", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 32, high: 9223372036854775807, step: 32 }], role: Role::Count, ..OPERAND };
const O_N_08F382: OperandSpec = OperandSpec { name: "n", place: ElementKind::Set(AtomSet::of(&[Int])), ..OPERAND };
const O_N_58BA53: OperandSpec = OperandSpec { name: "n", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 9223372036854775807, step: 1 }], role: Role::Count, ..OPERAND };
const O_N_6CA383: OperandSpec = OperandSpec { name: "n", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 24, high: 256, step: 8 }], role: Role::Count, ..OPERAND };
const O_N_980C47: OperandSpec = OperandSpec { name: "n", place: ElementKind::Set(AtomSet::of(&[Int])), role: Role::Count, ..OPERAND };
const O_OFFSETS_1CA9B0: OperandSpec = OperandSpec { name: "offsets", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), role: Role::Offset, ..OPERAND };
const O_OFFSETS_C94714: OperandSpec = OperandSpec { name: "offsets", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), role: Role::Offset, ..OPERAND };
const O_OFFSETS_FFC610: OperandSpec = OperandSpec { name: "offsets", shape: Shape::Vector(3), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B16)), role: Role::Offset, ..OPERAND };
const O_OFFSET_60D55F: OperandSpec = OperandSpec { name: "offset", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_OFFSET_903CF6: OperandSpec = OperandSpec { name: "offset", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64])), role: Role::Offset, ..OPERAND };
const O_ORD_01A6D3: OperandSpec = OperandSpec { name: "ord", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 4, step: 1 }], ..OPERAND };
const O_PHASE_49D013: OperandSpec = OperandSpec { name: "phase", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::BarrierPhase, ..OPERAND };
const O_PHASE_D1F676: OperandSpec = OperandSpec { name: "phase", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 1, step: 1 }], role: Role::BarrierPhase, ..OPERAND };
const O_POLICY_60E612: OperandSpec = OperandSpec { name: "policy", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), when: Some(w::L2_CACHE_HINT), role: Role::Policy, ..OPERAND };
const O_POLICY_934DAA: OperandSpec = OperandSpec { name: "policy", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::Policy, ..OPERAND };
const O_PRIMARY_D62789: OperandSpec = OperandSpec { name: "primary", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_P_28FE2F: OperandSpec = OperandSpec { name: "p", place: ElementKind::Set(AtomSet::of(&[RegPred])), flags: WRITTEN | PAIR | SINK, role: Role::Result, ..OPERAND };
const O_P_424909: OperandSpec = OperandSpec { name: "p", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::Pred)), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_P_83D155: OperandSpec = OperandSpec { name: "p", place: ElementKind::Set(AtomSet::of(&[RegPred])), flags: WRITTEN | PAIR, role: Role::Result, ..OPERAND };
const O_P_9D29C2: OperandSpec = OperandSpec { name: "p", place: ElementKind::Set(AtomSet::of(&[RegPred])), flags: WRITTEN | SINK, role: Role::Result, ..OPERAND };
const O_P_D6CD77: OperandSpec = OperandSpec { name: "p", place: ElementKind::Set(AtomSet::of(&[RegPred])), flags: WRITTEN, role: Role::Result, ..OPERAND };
const O_Q1_021337: OperandSpec = OperandSpec { name: "q1", place: ElementKind::Set(AtomSet::of(&[RegPred, Int, NotPred])), ..OPERAND };
const O_RBITS_FD9C1F: OperandSpec = OperandSpec { name: "rbits", place: ElementKind::Set(AtomSet::of(&[RegB32])), ..OPERAND };
const O_RESPONSE_5232E7: OperandSpec = OperandSpec { name: "response", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B128)), ..OPERAND };
const O_RESPONSE_85B14C: OperandSpec = OperandSpec { name: "response", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), ..OPERAND };
const O_RIGHT_C48938: OperandSpec = OperandSpec { name: "right", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), flags: NARROW, ranges: &[Range { low: 0, high: 15, step: 1 }], role: Role::Size, ..OPERAND };
const O_R_7AD78D: OperandSpec = OperandSpec { name: "r", shape: Shape::Counted(Count { slot: 3, letters: "", times: 2, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: MIXED, ..OPERAND };
const O_R_98C309: OperandSpec = OperandSpec { name: "r", shape: Shape::Counted(Count { slot: 3, letters: "", times: 4, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: MIXED, ..OPERAND };
const O_R_F73B47: OperandSpec = OperandSpec { name: "r", shape: Shape::Counted(Count { slot: 3, letters: "", times: 1, over: 1 }), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), flags: MIXED, ..OPERAND };
const O_SCALEA_84D13F: OperandSpec = OperandSpec { name: "scaleA", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_SCALEB_2E3C2F: OperandSpec = OperandSpec { name: "scaleB", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_SCALE_341800: OperandSpec = OperandSpec { name: "scale", place: ElementKind::Set(AtomSet::of(&[RegB8])), ..OPERAND };
const O_SCALE_A_F678F7: OperandSpec = OperandSpec { name: "scale-a", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle, NotPred, Offset, Vector, RegVector])), ..OPERAND };
const O_SCALE_B_1F760F: OperandSpec = OperandSpec { name: "scale-b", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF32, RegF16x2, RegPred, HexSingle, NotPred, Offset, Vector, RegVector])), ..OPERAND };
const O_SCALE_C0874E: OperandSpec = OperandSpec { name: "scale", place: ElementKind::Set(AtomSet::of(&[RegB16])), ..OPERAND };
const O_SCALE_C5171E: OperandSpec = OperandSpec { name: "scale", place: ElementKind::Set(AtomSet::of(&[Int])), ..OPERAND };
const O_SCALE_D_B86DFF: OperandSpec = OperandSpec { name: "scale-d", place: ElementKind::Set(AtomSet::of(&[RegPred, Int, NotPred])), ranges: &[Range { low: 0, high: 1, step: 1 }], role: Role::Accumulate, ..OPERAND };
const O_SCALE_EADFC5: OperandSpec = OperandSpec { name: "scale", place: ElementKind::Set(AtomSet::of(&[Int])), flags: NARROW, ranges: &[Range { low: 0, high: 15, step: 1 }], ..OPERAND };
const O_SDESC_1DDEA8: OperandSpec = OperandSpec { name: "sdesc", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::MatrixDescriptor, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_SELECTOR_931AB4: OperandSpec = OperandSpec { name: "selector", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 3, step: 1 }], ..OPERAND };
const O_SELECTOR_A_7BAFE7: OperandSpec = OperandSpec { name: "selector-a", shape: Shape::Tuple, parts: &[O_BYTE_F7CE9C, O_THREAD_CF5F80], ..OPERAND };
const O_SELECTOR_A_7E6C1B: OperandSpec = OperandSpec { name: "selector-a", shape: Shape::Tuple, parts: &[O_BYTE_BE3515, O_THREAD_CF5F80], ..OPERAND };
const O_SELECTOR_A_944BF0: OperandSpec = OperandSpec { name: "selector-a", shape: Shape::Tuple, parts: &[O_BYTE_2F2C03, O_THREAD_CF5F80], ..OPERAND };
const O_SELECTOR_B_253FC1: OperandSpec = OperandSpec { name: "selector-b", shape: Shape::Tuple, parts: &[O_BYTE_F7CE9C, O_THREAD_DDA5A5], ..OPERAND };
const O_SELECTOR_B_3AB3DF: OperandSpec = OperandSpec { name: "selector-b", shape: Shape::Tuple, parts: &[O_BYTE_2F2C03, O_THREAD_DDA5A5], ..OPERAND };
const O_SELECTOR_B_A078A5: OperandSpec = OperandSpec { name: "selector-b", shape: Shape::Tuple, parts: &[O_BYTE_BE3515, O_THREAD_DDA5A5], ..OPERAND };
const O_SELECTOR_E75E4E: OperandSpec = OperandSpec { name: "selector", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 0, step: 1 }], ..OPERAND };
const O_SELECTOR_F530D7: OperandSpec = OperandSpec { name: "selector", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 1, step: 1 }], ..OPERAND };
const O_SIZE_0A9FE4: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 8, high: 8, step: 1 }], role: Role::Size, ..OPERAND };
const O_SIZE_0E216B: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[Int])), role: Role::Size, ..OPERAND };
const O_SIZE_2377CC: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::Size, ..OPERAND };
const O_SIZE_747DBB: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ranges: &[Range { low: 0, high: 1048560, step: 16 }], role: Role::Size, ..OPERAND };
const O_SIZE_88F229: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 128, high: 128, step: 1 }], role: Role::Size, ..OPERAND };
const O_SIZE_A026F0: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, Int, Offset])), ranges: &[Range { low: 0, high: 16777216, step: 8 }], role: Role::Size, ..OPERAND };
const O_SIZE_A987B4: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 4, high: 4, step: 1 }], role: Role::Size, ..OPERAND };
const O_SIZE_E99AC7: OperandSpec = OperandSpec { name: "size", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 16, high: 16, step: 1 }], role: Role::Size, ..OPERAND };
const O_SRC_15E34B: OperandSpec = OperandSpec { name: "src", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset, RegPred, NotPred])), ranges: &[Range { low: 0, high: 4, step: 1 }], role: Role::Size, ..OPERAND };
const O_SRC_32860E: OperandSpec = OperandSpec { name: "src", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset, RegPred, NotPred])), ranges: &[Range { low: 0, high: 8, step: 1 }], role: Role::Size, ..OPERAND };
const O_SRC_8A39A9: OperandSpec = OperandSpec { name: "src", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared])) }, role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_SRC_DBD8D1: OperandSpec = OperandSpec { name: "src", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset, RegPred, NotPred])), ranges: &[Range { low: 0, high: 16, step: 1 }], role: Role::Size, ..OPERAND };
const O_SRC_ECA8AC: OperandSpec = OperandSpec { name: "src", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared, RegF64, Offset])), role: Role::Address, access: RoleAccess { reads: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_STATE_7DCA65: OperandSpec = OperandSpec { name: "state", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), role: Role::BarrierState, ..OPERAND };
const O_STRIDES_2D5572: OperandSpec = OperandSpec { name: "strides", shape: Shape::Vector(3), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), ..OPERAND };
const O_STRIDES_72091C: OperandSpec = OperandSpec { name: "strides", shape: Shape::Vector(4), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), ..OPERAND };
const O_STRIDES_85B496: OperandSpec = OperandSpec { name: "strides", shape: Shape::Vector(2), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), ..OPERAND };
const O_STRIDES_C54A90: OperandSpec = OperandSpec { name: "strides", shape: Shape::Vector(1), place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), when: Some(w::OVERRIDE_GLOBAL_DIM_STRIDE), ..OPERAND };
const O_STRIDE_CF2F92: OperandSpec = OperandSpec { name: "stride", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_TADDR_21BAD7: OperandSpec = OperandSpec { name: "taddr", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_TADDR_5E66B4: OperandSpec = OperandSpec { name: "taddr", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, role: Role::TensorMemory, access: RoleAccess { writes: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_TADDR_A40F65: OperandSpec = OperandSpec { name: "taddr", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32, RegF16x2])) }, role: Role::TensorMemory, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_TADDR_D261CA: OperandSpec = OperandSpec { name: "taddr", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::TensorMemory, ..OPERAND };
const O_TADDR_E8A2F5: OperandSpec = OperandSpec { name: "taddr", shape: Shape::Address { base: AddressBase::Set(AtomSet::of(&[RegB32, RegU32, RegS32])) }, role: Role::TensorMemory, access: RoleAccess { reads: true, later: true, ..RoleAccess::NONE }, ..OPERAND };
const O_THREAD_CF5F80: OperandSpec = OperandSpec { name: "thread", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 1, step: 1 }], ..OPERAND };
const O_THREAD_DDA5A5: OperandSpec = OperandSpec { name: "thread", place: ElementKind::Set(AtomSet::of(&[RegB16, RegU16, RegS16, Int])), ranges: &[Range { low: 0, high: 3, step: 1 }], ..OPERAND };
const O_TOTAL_A58150: OperandSpec = OperandSpec { name: "total", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_TO_3B3644: OperandSpec = OperandSpec { name: "to", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared, RegF64, Offset])), role: Role::Address, access: RoleAccess { reads: true, writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_TO_8D6DD0: OperandSpec = OperandSpec { name: "to", place: ElementKind::Set(AtomSet::of(&[RegB8, RegU8, RegS8, RegB16, RegU16, RegS16, RegB32, RegU32, RegS32, RegB64, RegU64, RegS64, RegB128, RegF16, RegF16x2, RegF32, RegF64, Decimal, HexSingle, HexDouble, Shared, Offset])), role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_TO_AD7AF7: OperandSpec = OperandSpec { name: "to", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, RegB32, RegU32, RegS32, Shared, RegF64, Offset])), role: Role::Address, access: RoleAccess { writes: true, later: true, proxy: Proxy::Async, ..RoleAccess::NONE }, ..OPERAND };
const O_TXCOUNT_EE5BC3: OperandSpec = OperandSpec { name: "txcount", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), role: Role::Count, ..OPERAND };
const O_T_206F6B: OperandSpec = OperandSpec { name: "t", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_T_88FF4A: OperandSpec = OperandSpec { name: "t", place: ElementKind::Set(AtomSet::of(&[Label])), role: Role::Target, ..OPERAND };
const O_VALUE_2A290D: OperandSpec = OperandSpec { name: "value", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B64)), ..OPERAND };
const O_VALUE_51B198: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 13, high: 15, step: 1 }], ..OPERAND };
const O_VALUE_5538E9: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 1, step: 1 }], ..OPERAND };
const O_VALUE_A841EC: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[RegB32, RegU32, RegS32, Int, Offset])), ..OPERAND };
const O_VALUE_B32CF4: OperandSpec = OperandSpec { name: "value", place: ElementKind::Type(TypeSpec::Fixed(ScalarType::B32)), ..OPERAND };
const O_VALUE_B834B8: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 12, step: 1 }], ..OPERAND };
const O_VALUE_D06EFA: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 2, step: 1 }], ..OPERAND };
const O_VALUE_D4F43B: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 0, high: 3, step: 1 }], ..OPERAND };
const O_VALUE_D62AAC: OperandSpec = OperandSpec { name: "value", place: ElementKind::Set(AtomSet::of(&[Int])), ranges: &[Range { low: 4, high: 4, step: 1 }], ..OPERAND };
const O_X_02884E: OperandSpec = OperandSpec { name: "x", shape: Shape::PerGeometry(Measure::Gradient), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_Y_20CF21: OperandSpec = OperandSpec { name: "y", shape: Shape::PerGeometry(Measure::Gradient), place: ElementKind::Set(AtomSet::of(&[RegB32, RegF32, HexSingle, HexDouble, Decimal])), ..OPERAND };
const O_ZERO_COLUMN_MASK_3574E0: OperandSpec = OperandSpec { name: "zero_column_mask", place: ElementKind::Set(AtomSet::of(&[RegB64, RegU64, RegS64, Int])), ..OPERAND };
const O__AC53E5: OperandSpec = OperandSpec { name: "", shape: Shape::Rest, ..OPERAND };

static F_ABS: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "abs{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, notation: "abs.f64 d:f64, a:f64", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V65_SM_53, notation: "abs{.ftz}.half d:half, a:half", ..FORM },
    Form { slots: &[S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V70_SM_80, notation: "abs.bhalf d:bhalf, a:bhalf", ..FORM },
    Form { slots: &[S_TYPE_2D4893], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, notation: "abs.type d:type, a:type", ..FORM },
];
static F_ACTIVEMASK: &[Form] = &[
    Form { slots: &[S_B32], operands: &[O_D_1AC640], required_operands: 1, gate: G_V62_SM_30, notation: "activemask.b32 d:b32", ..FORM },
];
static F_ADD: &[Form] = &[
    Form { slots: &[S_RND_0FBD1A, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "add{.rnd}{.ftz}{.sat}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_2BFD82, S_FTZ_MAYBE, S_F32X2], operands: &[O_D_A012CF, O_A_41ECC5, O_B_699868], required_operands: 3, gate: G_V86_SM_100, notation: "add{.rnd}{.ftz}.f32x2 d:f32x2, a:f32x2, b:f32x2", ..FORM },
    Form { slots: &[S_RND_08DFCF, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "add{.rnd}.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_FTZ_MAYBE, S_SAT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V42_SM_53, notation: "add{.rn}{.ftz}{.sat}.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V78_SM_90, notation: "add{.rn}.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_RND_2BFD82, S_SAT_MAYBE, S_F32, S_ATYPE_C59F1F], operands: &[O_D_CB3F33, O_A_0E2B7A, O_C_5D2381], required_operands: 3, gate: G_V86_SM_100, notation: "add{.rnd}{.sat}.f32.atype d:f32, a:atype, c:f32", ..FORM },
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "add.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "add.sat.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_SAT, S_U32], operands: &[O_D_4A8EF9, O_A_38ED2A, O_B_97E6F8], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "add.sat.u32 d:u32, a:u32, b:u32", ..FORM },
    Form { slots: &[S_X2_4881C3], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V80_SM_90, notation: "add.x2 d:x2, a:x2, b:x2", ..FORM },
    Form { slots: &[S_SAT, S_X2_4881C3], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "add.sat.x2 d:x2, a:x2, b:x2", ..FORM },
    Form { slots: &[S_SAT_MAYBE, S_X4_E1A2EF], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "add{.sat}.x4 d:x4, a:x4, b:x4", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "add.cc.type d:type, a:type, b:type", ..FORM },
];
static F_ADDC: &[Form] = &[
    Form { slots: &[S_TYPE_F2F9E1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "addc.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "addc.cc.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "addc.sat.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_TYPE16_B93574], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "addc.type16 d:type16, a:type16, b:type16", ..FORM },
];
static F_ALLOCA: &[Form] = &[
    Form { slots: &[S_TYPE_C010ED], operands: &[O_D_B38B73, O_A_950E18, O_ALIGN_AA1A97], required_operands: 2, gate: G_V73_SM_52, notation: "alloca.type d:type, a:type{, align:<int>(1|2|4|8|16|32|64|128|256|512|1024|2048|4096|8192|16384|32768|65536|131072|262144|524288|1048576|2097152|4194304|8388608)}", ..FORM },
];
static F_AND: &[Form] = &[
    Form { slots: &[S_TYPE_2DF733], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "and.type d:type, a:type, b:type", ..FORM },
];
static F_APPLYPRIORITY: &[Form] = &[
    Form { slots: &[S_FAR_A6B4A3, S_L2_EVICT_NORMAL], operands: &[O_A_A0BB5C, O_SIZE_88F229], required_operands: 2, gate: G_V74_SM_80, notation: "applypriority{.far}.L2::evict_normal [a], size:<int>(128)", ..FORM },
];
static F_APPLYPRIORITY_ASYNC_BULK: &[Form] = &[
    Form { slots: &[S_GLOBAL, S_BULK_GROUP, S_L2_EVICT_NORMAL], operands: &[O_A_A0BB5C, O_SIZE_2377CC], required_operands: 2, gate: G_V94_SM_107F, notation: "applypriority.async.bulk.global.bulk_group.L2::evict_normal [a], size:i32", ..FORM },
];
static F_ATOM: &[Form] = &[
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_ADD, S_L2_CACHE_HINT_B0A8C5, S_TYPE_7DF118], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.add{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_MINMAX_7F54F9, S_L2_CACHE_HINT_B0A8C5, S_TYPE_63898B], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.minmax{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_LOGIC_A82058, S_L2_CACHE_HINT_B0A8C5, S_TYPE_2DD2FB], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.logic{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_WRAP_81E5E1, S_L2_CACHE_HINT_B0A8C5, S_TYPE_3A505E], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.wrap{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_EXCH, S_L2_CACHE_HINT_B0A8C5, S_TYPE_7E2C48], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SYS, &[w::B128]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.exch{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_CAS, S_TYPE_DAB36C], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "atom{.sem}{.scope}{.space}.cas.type d:type?, [a].unified?, b:type, c:type", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_CAS, S_B128], operands: &[O_D_7B9D4E, O_A_FF9310, O_B_DD53AD, O_C_C569A4], required_operands: 4, gate: G_V83_SM_90, constraints: &[excludes(w::SYS, &[w::B128])], notation: "atom{.sem}{.scope}{.space}.cas.b128 d:b128?, [a].unified?, b:b128, c:b128!", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_SPACE_869B00, S_ADD, S_NOFTZ, S_L2_CACHE_HINT_B0A8C5, S_TYPE_208F9F], operands: &[O_D_215184, O_A_FF9310, O_B_D848B7, O_POLICY_60E612], required_operands: 3, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type d:type?, [a].unified?, b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_FAR_1F3195, S_ADD, S_NOFTZ_2235CA, S_L2_CACHE_HINT_MAYBE, S_VEC_72DE48, S_TYPE_15487B], operands: &[O_D_A16ACE, O_A_FF9310, O_B_8DB100, O_POLICY_60E612], required_operands: 3, gate: G_V81_SM_90, notation: "atom{.sem}{.scope}{.far}.add{.noftz}{.L2::cache_hint}.vec.type d?:vec*type?, [a].unified?, b:vec*type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_FAR_1F3195, S_OP_9CE0AA, S_NOFTZ, S_L2_CACHE_HINT_MAYBE, S_VEC_72DE48, S_TYPE_1BAB21], operands: &[O_D_A16ACE, O_A_FF9310, O_B_8DB100, O_POLICY_60E612], required_operands: 3, gate: G_V81_SM_90, notation: "atom{.sem}{.scope}{.far}.op.noftz{.L2::cache_hint}.vec.type d?:vec*type?, [a].unified?, b:vec*type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_FAR_1F3195, S_OP_9CE0AA, S_NOFTZ, S_L2_CACHE_HINT_MAYBE, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_D_A16ACE, O_A_FF9310, O_B_8DB100, O_POLICY_60E612], required_operands: 3, gate: G_V81_SM_90, notation: "atom{.sem}{.scope}{.far}.op.noftz{.L2::cache_hint}.vec.type d?:vec*type?, [a].unified?, b:vec*type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SYS, S_SPACE_869B00, S_EXCH, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_7B9D4E, O_A_FF9310, O_B_DD53AD, O_POLICY_60E612], required_operands: 3, gate: G_V84_SM_90, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "atom{.sem}.sys{.space}.exch{.L2::cache_hint}.b128 d:b128?, [a].unified?, b:b128, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SYS, S_SPACE_869B00, S_CAS, S_B128], operands: &[O_D_7B9D4E, O_A_FF9310, O_B_DD53AD, O_C_C569A4], required_operands: 4, gate: G_V84_SM_90, notation: "atom{.sem}.sys{.space}.cas.b128 d:b128?, [a].unified?, b:b128, c:b128!", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_1BAA7E, S_FAR_1F3195, S_BITS_3EC4DE, S_B32], operands: &[O_D_275D88, O_A_FF9310, O_B_C58FD0, O_C_523510], required_operands: 4, notation: "atom{.sem}{.scope}{.far}.bits.b32 d:b32?, [a].unified?, b:b32, c:<b32 u32 s32 f32 f16x2>", ..FORM },
    Form { slots: &[S_SEM_4A2616, S_SCOPE_A1E7AC, S_FAR_1F3195, S_EXCH, S_B128], operands: &[O_D_7B9D4E, O_A_FF9310, O_B_DD53AD, O_C_AB58C6], required_operands: 4, gate: G_V83_SM_90, notation: "atom{.sem}{.scope}{.far}.exch.b128 d:b128?, [a].unified?, b:b128, c:<b128>", ..FORM },
];
static F_BAR: &[Form] = &[
    Form { slots: &[S_ANY_ALL_3A6E1B, S_SYNC], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, notation: "bar{.any_all}.sync a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BAR_ARRIVE: &[Form] = &[
    Form { slots: &[S_ANY_55FDAF], operands: &[O_A_9BEEF8, O_B_25FE33], required_operands: 2, gate: G_SM_20, notation: "bar.arrive{.any} a:i32(0..15 as u32), b:i32(..-32/32|32../32)", ..FORM },
];
static F_BAR_CTA_ARRIVE: &[Form] = &[
    Form { slots: &[], operands: &[O_A_9BEEF8, O_B_25FE33], required_operands: 2, gate: G_V78_SM_20, notation: "bar.cta.arrive a:i32(0..15 as u32), b:i32(..-32/32|32../32)", ..FORM },
];
static F_BAR_CTA_RED: &[Form] = &[
    Form { slots: &[S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V78_SM_20, notation: "bar.cta.red.popc.u32 d:u32, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V78_SM_20, notation: "bar.cta.red.popc.u32 d:u32, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
    Form { slots: &[S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V78_SM_20, notation: "bar.cta.red.op.pred p:pred, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V78_SM_20, notation: "bar.cta.red.op.pred p:pred, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
];
static F_BAR_CTA_SYNC: &[Form] = &[
    Form { slots: &[], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, gate: G_V78_SM_20, notation: "bar.cta.sync a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BAR_RED: &[Form] = &[
    Form { slots: &[S_ANY_55FDAF, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_SM_20, notation: "bar.red{.any}.popc.u32 d:u32, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ANY_55FDAF, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_SM_20, notation: "bar.red{.any}.popc.u32 d:u32, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
    Form { slots: &[S_ANY_55FDAF, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_SM_20, notation: "bar.red{.any}.op.pred p:pred, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ANY_55FDAF, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_SM_20, notation: "bar.red{.any}.op.pred p:pred, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
];
static F_BAR_SYNC: &[Form] = &[
    Form { slots: &[S_ANY_ALL_3A6E1B], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, notation: "bar.sync{.any_all} a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BAR_WARP: &[Form] = &[
    Form { slots: &[S_SYNC], operands: &[O_MEMBERMASK_7F3DE7], required_operands: 1, gate: G_V51_SM_30, notation: "bar.warp.sync membermask:i32", ..FORM },
];
static F_BARRIER: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE, S_SYNC], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, gate: G_V51_SM_30, notation: "barrier{.aligned}.sync a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BARRIER_ARRIVE: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE], operands: &[O_A_9BEEF8, O_B_25FE33], required_operands: 2, gate: G_V51_SM_30, notation: "barrier.arrive{.aligned} a:i32(0..15 as u32), b:i32(..-32/32|32../32)", ..FORM },
];
static F_BARRIER_CLUSTER_ARRIVE: &[Form] = &[
    Form { slots: &[S_SEM_EA51CC, S_ALIGNED_MAYBE], operands: &[], gate: G_SM_90, notation: "barrier.cluster.arrive{.sem}{.aligned}", ..FORM },
];
static F_BARRIER_CLUSTER_WAIT: &[Form] = &[
    Form { slots: &[S_ACQUIRE_CFB8F3, S_ALIGNED_MAYBE], operands: &[], gate: G_SM_90, notation: "barrier.cluster.wait{.acquire}{.aligned}", ..FORM },
];
static F_BARRIER_CTA: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE, S_SYNC], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, gate: G_V78_SM_30, notation: "barrier.cta{.aligned}.sync a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BARRIER_CTA_ARRIVE: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE], operands: &[O_A_9BEEF8, O_B_25FE33], required_operands: 2, gate: G_V78_SM_30, notation: "barrier.cta.arrive{.aligned} a:i32(0..15 as u32), b:i32(..-32/32|32../32)", ..FORM },
];
static F_BARRIER_CTA_RED: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V78_SM_30, notation: "barrier.cta.red{.aligned}.popc.u32 d:u32, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V78_SM_30, notation: "barrier.cta.red{.aligned}.popc.u32 d:u32, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V78_SM_30, notation: "barrier.cta.red{.aligned}.op.pred p:pred, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V78_SM_30, notation: "barrier.cta.red{.aligned}.op.pred p:pred, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
];
static F_BARRIER_CTA_SYNC: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, gate: G_V78_SM_30, notation: "barrier.cta.sync{.aligned} a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BARRIER_RED: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V51_SM_30, notation: "barrier.red{.aligned}.popc.u32 d:u32, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_POPC, S_U32], operands: &[O_D_4A8EF9, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V51_SM_30, notation: "barrier.red{.aligned}.popc.u32 d:u32, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_C_C1B5B5], required_operands: 3, gate: G_V51_SM_30, notation: "barrier.red{.aligned}.op.pred p:pred, a:i32(0..15 as u32), c:bool", ..FORM },
    Form { slots: &[S_ALIGNED_MAYBE, S_OP_E99F0A, S_PRED], operands: &[O_P_424909, O_A_9BEEF8, O_B_A29845, O_C_C1B5B5], required_operands: 4, gate: G_V51_SM_30, notation: "barrier.red{.aligned}.op.pred p:pred, a:i32(0..15 as u32), b:i32(../32), c:bool", ..FORM },
];
static F_BARRIER_SYNC: &[Form] = &[
    Form { slots: &[S_ALIGNED_MAYBE], operands: &[O_A_9BEEF8, O_B_A29845], required_operands: 1, gate: G_V51_SM_30, notation: "barrier.sync{.aligned} a:i32(0..15 as u32){, b:i32(../32)}", ..FORM },
];
static F_BFE: &[Form] = &[
    Form { slots: &[S_TYPE_1BD261], operands: &[O_D_B38B73, O_A_950E18, O_B_B86A42, O_C_2E2159], required_operands: 4, gate: G_V20_SM_20, notation: "bfe.type d:type, a:type, b:i32(0..255), c:i32(0..255)", ..FORM },
];
static F_BFI: &[Form] = &[
    Form { slots: &[S_TYPE_626B3D], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_2E2159, O_E_24C010], required_operands: 5, gate: G_V20_SM_20, notation: "bfi.type d:type, a:type, b:type, c:i32(0..255), e:i32(0..255)", ..FORM },
];
static F_BFIND: &[Form] = &[
    Form { slots: &[S_TYPE_1BD261], operands: &[O_D_960D75, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "bfind.type d:i32reg, a:type", ..FORM },
    Form { slots: &[S_SHIFTAMT, S_TYPE_1BD261], operands: &[O_D_960D75, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "bfind.shiftamt.type d:i32reg, a:type", ..FORM },
];
static F_BMSK: &[Form] = &[
    Form { slots: &[S_MODE_AF612D, S_B32], operands: &[O_D_960D75, O_A_F6F23E, O_B_94064E], required_operands: 3, gate: G_V76_SM_70, notation: "bmsk.mode.b32 d:i32reg, a:i32, b:i32", ..FORM },
];
static F_BRA: &[Form] = &[
    Form { slots: &[S_UNI_MAYBE], operands: &[O_T_88FF4A], required_operands: 1, notation: "bra{.uni} t:<label>", ..FORM },
];
static F_BREV: &[Form] = &[
    Form { slots: &[S_TYPE_626B3D], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "brev.type d:type, a:type", ..FORM },
];
static F_BRKPT: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_V10_SM_11, notation: "brkpt", ..FORM },
];
static F_BRX_IDX: &[Form] = &[
    Form { slots: &[S_UNI_MAYBE], operands: &[O_I_DF7086, O_L_8328CA], required_operands: 2, gate: G_V51_SM_30, notation: "brx.idx{.uni} i:i32, l:<branchtargets>", ..FORM },
];
static F_CALL: &[Form] = &[
    Form { slots: &[S_UNI_MAYBE], operands: &[O__AC53E5], notation: "call{.uni} ...", ..FORM },
];
static F_CLUSTERLAUNCHCONTROL_QUERY_CANCEL: &[Form] = &[
    Form { slots: &[S_IS_CANCELED, S_PRED, S_B128], operands: &[O_P_D6CD77, O_RESPONSE_5232E7], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p:predreg, response:b128", ..FORM },
    Form { slots: &[S_GET_FIRST_CTAID, S_V4, S_B32, S_B128], operands: &[O_D_CA5514, O_RESPONSE_5232E7], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 d:4*b32?, response:b128", ..FORM },
    Form { slots: &[S_DIMENSION_FCCC27, S_B32, S_B128], operands: &[O_D_1AC640, O_RESPONSE_5232E7], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.query_cancel.dimension.b32.b128 d:b32, response:b128", ..FORM },
    Form { slots: &[S_DIMENSION_FCCC27, S_B32, S_B128], operands: &[O_D_1AC640, O_RESPONSE_85B14C], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.query_cancel.dimension.b32.b128 d:b32, response:2*b64", ..FORM },
];
static F_CLUSTERLAUNCHCONTROL_TRY_CANCEL: &[Form] = &[
    Form { slots: &[S_ASYNC, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_ALL_A26965, S_B128], operands: &[O_D_011557, O_MBAR_C05C4D], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes{.all}.b128 [d:near], [mbar:near]", ..FORM },
    Form { slots: &[S_ASYNC, S_MBARRIER_COMPLETE_TX_BYTES, S_ALL_A26965, S_B128], operands: &[O_D_7EA8AC, O_MBAR_422AF0], required_operands: 2, gate: G_SM_100, notation: "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes{.all}.b128 [d:anywhere], [mbar:anywhere]", ..FORM },
];
static F_CLZ: &[Form] = &[
    Form { slots: &[S_TYPE_626B3D], operands: &[O_D_960D75, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "clz.type d:i32reg, a:type", ..FORM },
];
static F_CNOT: &[Form] = &[
    Form { slots: &[S_TYPE_4A58C1], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, notation: "cnot.type d:type, a:type", ..FORM },
];
static F_COPYSIGN: &[Form] = &[
    Form { slots: &[S_TYPE_1405CD], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V20_SM_20, notation: "copysign.type d:type, a:type, b:type", ..FORM },
];
static F_COS: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "cos.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
];
static F_CP_ASYNC: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_A987B4, O_SRC_15E34B], required_operands: 3, gate: G_SM_80, notation: "cp.async.ss.global.ca{.prefetch} [d:near], [a:far], size:<int>(4){, src:<i32 pred notpred>(0..4)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_0A9FE4, O_SRC_32860E], required_operands: 3, gate: G_SM_80, notation: "cp.async.ss.global.ca{.prefetch} [d:near], [a:far], size:<int>(8){, src:<i32 pred notpred>(0..8)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_E99AC7, O_SRC_DBD8D1], required_operands: 3, gate: G_SM_80, notation: "cp.async.ss.global.ca{.prefetch} [d:near], [a:far], size:<int>(16){, src:<i32 pred notpred>(0..16)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_A987B4, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(4), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_A987B4, O_SRC_15E34B, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(4), src:<i32 pred notpred>(0..4), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_0A9FE4, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(8), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_0A9FE4, O_SRC_32860E, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(8), src:<i32 pred notpred>(0..8), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CA, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_SRC_DBD8D1, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ss.global.ca{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), src:<i32 pred notpred>(0..16), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CG, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_E99AC7, O_SRC_DBD8D1], required_operands: 3, gate: G_SM_80, notation: "cp.async.ss.global.cg{.prefetch} [d:near], [a:far], size:<int>(16){, src:<i32 pred notpred>(0..16)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CG, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ss.global.cg{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_CG, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_SRC_DBD8D1, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ss.global.cg{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), src:<i32 pred notpred>(0..16), policy:policy", ..FORM },
];
static F_CP_ASYNC_BULK: &[Form] = &[
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_33AB9C], required_operands: 4, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:<i64reg i32reg b8 u8 s8 svar>]", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_33AB9C], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:<i64reg i32reg b8 u8 s8 svar>]", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_A9E221], required_operands: 4, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:<policy i16reg>", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_A9E221], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:<policy i16reg>", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_DA0CBF], required_operands: 4, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_DA0CBF], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_2358BE], required_operands: 4, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:2*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_2358BE], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), mbar:2*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_C05C4D, O_POLICY_934DAA], required_operands: 5, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:near], policy:policy", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_C05C4D, O_POLICY_934DAA], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:near], policy:policy", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_532668], required_operands: 5, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_532668], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_A63EB6], required_operands: 5, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_A63EB6], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_013996], required_operands: 5, gate: G_V86_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:2*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_L2_CACHE_HINT, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_POLICY_934DAA, O_MASK_013996], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), policy:policy, mask:2*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CTA, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_IGNORE_OOB, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_LEFT_A1D8B9, O_RIGHT_C48938, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 6, gate: G_V92_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob{.L2::cache_hint}{.b128} [d:near], [a:far], size:i32(0..1048560/16), left:i32(0..15 as u32), right:i32(0..15 as u32), [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_MULTICAST_CLUSTER, S_L2_CACHE_HINT_MAYBE, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_C05C4D, O_MASK_CB657F, O_POLICY_60E612], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{.L2::cache_hint}{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:near], mask:mask16(0..65535), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_MULTICAST_CLUSTER_32B, S_REPORT_A36CD9, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_C05C4D, O_MASK_CF12D7, O_POLICY_60E612], required_operands: 5, gate: G_V94_SM_107F, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b{.report}{.L2::cache_hint}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:near], mask:i32, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_GLOBAL, S_MBARRIER_COMPLETE_TX_BYTES, S_MULTICAST_CLUSTER, S_L2_CACHE_HINT_MAYBE, S_REPORT_A36CD9, S_B128_MAYBE], operands: &[O_D_011557, O_A_C73F64, O_SIZE_747DBB, O_MBAR_C05C4D, O_MASK_D62E34, O_POLICY_60E612], required_operands: 5, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{.L2::cache_hint}{.report}{.b128} [d:near], [a:far], size:i32(0..1048560/16), [mbar:near], mask:1*mask16(0..65535), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_B128_MAYBE], operands: &[O_D_011557, O_A_1089E3, O_SIZE_747DBB, O_MBAR_33AB9C], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{.b128} [d:near], [a:near], size:i32(0..1048560/16), [mbar:<i64reg i32reg b8 u8 s8 svar>]", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_B128_MAYBE], operands: &[O_D_011557, O_A_1089E3, O_SIZE_747DBB, O_MBAR_A9E221], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{.b128} [d:near], [a:near], size:i32(0..1048560/16), mbar:<policy i16reg>", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_B128_MAYBE], operands: &[O_D_011557, O_A_1089E3, O_SIZE_747DBB, O_MBAR_DA0CBF], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{.b128} [d:near], [a:near], size:i32(0..1048560/16), mbar:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_B128_MAYBE], operands: &[O_D_011557, O_A_1089E3, O_SIZE_747DBB, O_MBAR_2358BE], required_operands: 4, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{.b128} [d:near], [a:near], size:i32(0..1048560/16), mbar:2*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_620784, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.global.shared::cta.bulk_group{.L2::cache_hint}{.b128} [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_CP_MASK, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_620784, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612, O_MASK_487FB6], required_operands: 4, gate: G_SM_100, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.global.shared::cta.bulk_group.cp_mask{.L2::cache_hint}{.b128} [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint, mask:mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_CP_MASK, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_620784, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612, O_MASK_8CFBB7], required_operands: 4, gate: G_SM_100, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.global.shared::cta.bulk_group.cp_mask{.L2::cache_hint}{.b128} [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint, mask:1*mask16", ..FORM },
    Form { slots: &[S_WEAK_1B544F, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_CP_MASK, S_L2_CACHE_HINT_MAYBE, S_B128_MAYBE], operands: &[O_D_620784, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612, O_MASK_6E9980], required_operands: 4, gate: G_SM_100, constraints: &[excludes(w::WEAK, &[w::B128])], notation: "cp.async.bulk{.weak}.global.shared::cta.bulk_group.cp_mask{.L2::cache_hint}{.b128} [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint, mask:2*mask16", ..FORM },
];
static F_CP_ASYNC_BULK_COMMIT_GROUP: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_V80_SM_90, notation: "cp.async.bulk.commit_group", ..FORM },
];
static F_CP_ASYNC_BULK_PREFETCH: &[Form] = &[
    Form { slots: &[S_L2, S_GLOBAL, S_EVICTION_8D13FC], operands: &[O_A_A05725, O_SIZE_747DBB], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.prefetch.L2.global{.eviction} [a:far], size:i32(0..1048560/16)", ..FORM },
    Form { slots: &[S_L2, S_GLOBAL, S_L2_CACHE_HINT], operands: &[O_A_A05725, O_SIZE_747DBB, O_POLICY_934DAA], required_operands: 3, gate: G_V80_SM_90, notation: "cp.async.bulk.prefetch.L2.global.L2::cache_hint [a:far], size:i32(0..1048560/16), policy:policy", ..FORM },
];
static F_CP_ASYNC_BULK_PREFETCH_TENSOR: &[Form] = &[
    Form { slots: &[S__1D, S_L2, S_GLOBAL, S_TILE_MAYBE, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_MAP_45941B, O_POLICY_60E612], required_operands: 1, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.prefetch.tensor.1d.L2.global{.tile}{.priority}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_L2, S_GLOBAL, S_TILE_MAYBE, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_EAD943, O_POLICY_60E612], required_operands: 1, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.prefetch.tensor.2d.L2.global{.tile}{.priority}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_L2, S_GLOBAL, S_TILE_MAYBE, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_47F788, O_POLICY_60E612], required_operands: 1, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.prefetch.tensor.3d.L2.global{.tile}{.priority}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_L2, S_GLOBAL, S_TILE_MAYBE, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_CA9F60, O_POLICY_60E612], required_operands: 1, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.prefetch.tensor.4d.L2.global{.tile}{.priority}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_L2, S_GLOBAL, S_TILE_MAYBE, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_AFADCA, O_POLICY_60E612], required_operands: 1, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.prefetch.tensor.5d.L2.global{.tile}{.priority}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_L2, S_GLOBAL, S_TILE_GATHER4, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_A259E2, O_POLICY_60E612], required_operands: 1, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4{.priority}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_L2, S_GLOBAL, S_IM2COL, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_2AD266, O_OFFSETS_C94714, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.prefetch.tensor.3d.L2.global.im2col{.priority}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], offsets:1*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_L2, S_GLOBAL, S_IM2COL, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_5B2FCD, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.prefetch.tensor.4d.L2.global.im2col{.priority}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_L2, S_GLOBAL, S_IM2COL, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_A259E2, O_OFFSETS_FFC610, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.prefetch.tensor.5d.L2.global.im2col{.priority}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], offsets:3*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_L2, S_GLOBAL, S_W_15A3A9, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_2AD266, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.prefetch.tensor.3d.L2.global.w{.priority}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_L2, S_GLOBAL, S_W_15A3A9, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_5B2FCD, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.prefetch.tensor.4d.L2.global.w{.priority}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_L2, S_GLOBAL, S_W_15A3A9, S_PRIORITY_F01E04, S_OVERRIDE_4C6E62], operands: &[O_MAP_A259E2, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.prefetch.tensor.5d.L2.global.w{.priority}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
];
static F_CP_ASYNC_BULK_TENSOR: &[Form] = &[
    Form { slots: &[S__1D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_TO_8D6DD0, O_MAP_378540, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_TO_8D6DD0, O_MAP_378540, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_D_011557, O_MAP_378540, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_D_011557, O_MAP_378540, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_TO_8D6DD0, O_MAP_378540, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_TO_8D6DD0, O_MAP_378540, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_D_011557, O_MAP_378540, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_D_011557, O_MAP_378540, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_ABCE57, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_ABCE57, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_ABCE57, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_ABCE57, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_ABCE57, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_ABCE57, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_ABCE57, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_ABCE57, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_944E3F, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_944E3F, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_944E3F, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_944E3F, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_944E3F, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_944E3F, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_944E3F, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_944E3F, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_26E941, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_26E941, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_26E941, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_26E941, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_26E941, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_26E941, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_26E941, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_26E941, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_43A569, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_43A569, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_43A569, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_43A569, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_V86_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cta.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_43A569, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_TO_8D6DD0, O_MAP_43A569, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} to:loose, [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_43A569, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_D_011557, O_MAP_43A569, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.shared::cluster.global{.tile}.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override}{.dims} [d:near], [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_SM_100, notation: "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_SM_100, notation: "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_POLICY_60E612], required_operands: 3, gate: G_SM_100, notation: "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 3, gate: G_SM_100, notation: "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CLUSTER, S_GLOBAL, S_TILE_GATHER4, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 3, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_C94714, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:1*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_C94714, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:1*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_C94714, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:1*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_C94714, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:1*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_C94714, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:1*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_C94714, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:1*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_C94714, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:1*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_C94714, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:1*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_FFC610, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:3*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_FFC610, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:3*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_FFC610, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:3*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_FFC610, O_POLICY_60E612], required_operands: 4, gate: G_V86_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:3*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_FFC610, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:3*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_FFC610, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:3*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_FFC610, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:3*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_IM2COL, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_FFC610, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:3*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_37D04F, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.3d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:3*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_6478D9, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.4d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:4*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_GLOBAL, S_IM2COL_W_128, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cta.global.im2col::w::128.mbarrier::complete_tx::bytes{.report}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_TO_8D6DD0, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} to:loose, [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_554922, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], mbar:loose, offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CLUSTER, S_GLOBAL, S_W_15A3A9, S_MBARRIER_COMPLETE_TX_BYTES, S_REPORT_A36CD9, S_CAST_F38F72, S_CTA_GROUP_9A4D53, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_D_011557, O_MAP_31112C, O_MBAR_C05C4D, O_OFFSETS_1CA9B0, O_MASK_382DC2, O_MASK_35D257, O_POLICY_60E612], required_operands: 4, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.5d.shared::cluster.global.w.mbarrier::complete_tx::bytes{.report}{.cast}{.cta_group}{.L2::cache_hint}{.scope}{.override} [d:near], [map:map, global:i64reg if override::global_address, c:5*s32], [mbar:near], offsets:2*b16, mask:mask16(0..65535) if multicast::cluster, mask:i32 if multicast::cluster::32b, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_MAP_CCBF5D, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_MAP_CCBF5D, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.1d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_B46152, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_B46152, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.2d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_F986DD, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_F986DD, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.3d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_044FDD, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_044FDD, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.4d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_BECCEA, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_BECCEA, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.async.bulk.tensor.5d.global.shared::cta{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_TILE_SCATTER4, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF7565, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_TILE_SCATTER4, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF7565, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_F2638D, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_F2638D, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF945E, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF945E, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF7565, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_AF7565, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
];
static F_CP_ASYNC_BULK_WAIT_GROUP: &[Form] = &[
    Form { slots: &[S_READ_MAYBE, S_RESTRICT_372CA8], operands: &[O_N_980C47], required_operands: 1, gate: G_V80_SM_90, notation: "cp.async.bulk.wait_group{.read}{.restrict} n:<int>", ..FORM },
];
static F_CP_ASYNC_CA: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_A987B4, O_SRC_15E34B], required_operands: 3, gate: G_SM_80, notation: "cp.async.ca.ss.global{.prefetch} [d:near], [a:far], size:<int>(4){, src:<i32 pred notpred>(0..4)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_0A9FE4, O_SRC_32860E], required_operands: 3, gate: G_SM_80, notation: "cp.async.ca.ss.global{.prefetch} [d:near], [a:far], size:<int>(8){, src:<i32 pred notpred>(0..8)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_E99AC7, O_SRC_DBD8D1], required_operands: 3, gate: G_SM_80, notation: "cp.async.ca.ss.global{.prefetch} [d:near], [a:far], size:<int>(16){, src:<i32 pred notpred>(0..16)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_A987B4, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(4), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_A987B4, O_SRC_15E34B, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(4), src:<i32 pred notpred>(0..4), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_0A9FE4, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(8), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_0A9FE4, O_SRC_32860E, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(8), src:<i32 pred notpred>(0..8), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_SRC_DBD8D1, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.ca.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), src:<i32 pred notpred>(0..16), policy:policy", ..FORM },
];
static F_CP_ASYNC_CG: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F], operands: &[O_D_2813A3, O_A_DFC69A, O_SIZE_E99AC7, O_SRC_DBD8D1], required_operands: 3, gate: G_SM_80, notation: "cp.async.cg.ss.global{.prefetch} [d:near], [a:far], size:<int>(16){, src:<i32 pred notpred>(0..16)}", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_POLICY_934DAA], required_operands: 4, gate: G_V74_SM_80, notation: "cp.async.cg.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), policy:policy", ..FORM },
    Form { slots: &[S_SS_1AC893, S_GLOBAL, S_PREFETCH_E9A23F, S_L2_CACHE_HINT], operands: &[O_D_2813A3, O_A_3D7CE0, O_SIZE_E99AC7, O_SRC_DBD8D1, O_POLICY_934DAA], required_operands: 5, gate: G_V74_SM_80, notation: "cp.async.cg.ss.global{.prefetch}.L2::cache_hint [d:near], [a:<i64reg gvar>], size:<int>(16), src:<i32 pred notpred>(0..16), policy:policy", ..FORM },
];
static F_CP_ASYNC_COMMIT_GROUP: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_SM_80, notation: "cp.async.commit_group", ..FORM },
];
static F_CP_ASYNC_MBARRIER_ARRIVE: &[Form] = &[
    Form { slots: &[S_NOINC_MAYBE, S_B64], operands: &[O_A_20346A], required_operands: 1, gate: G_SM_80, notation: "cp.async.mbarrier.arrive{.noinc}.b64 [a:<i64reg i32reg gvar svar lvar>]", ..FORM },
    Form { slots: &[S_NOINC_MAYBE, S_SS_1AC893, S_B64], operands: &[O_A_CA507B], required_operands: 1, gate: G_SM_80, notation: "cp.async.mbarrier.arrive{.noinc}.ss.b64 [a:near]", ..FORM },
];
static F_CP_ASYNC_WAIT_ALL: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_SM_80, notation: "cp.async.wait_all", ..FORM },
];
static F_CP_ASYNC_WAIT_GROUP: &[Form] = &[
    Form { slots: &[], operands: &[O_N_980C47], required_operands: 1, gate: G_SM_80, notation: "cp.async.wait_group n:<int>", ..FORM },
];
static F_CP_REDUCE_ASYNC_BULK: &[Form] = &[
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_SCOPE_E30A4A, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_C1BE23], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.add.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_SCOPE_E30A4A, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_C1BE23], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.L2::cache_hint}.add.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_SCOPE_E30A4A, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_1A4F91], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_SCOPE_E30A4A, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_1A4F91], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.L2::cache_hint}.op.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_ADD, S_NOFTZ, S_TYPE_3BF2A9], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}.add.noftz.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_SCOPE_E30A4A, S_GLOBAL, S_SHARED_CTA, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_ADD, S_NOFTZ, S_TYPE_3BF2A9], operands: &[O_D_A52492, O_A_1089E3, O_SIZE_747DBB, O_POLICY_60E612], required_operands: 3, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.scope.global.shared::cta.bulk_group{.L2::cache_hint}.add.noftz.type [d:far], [a:near], size:i32(0..1048560/16), policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_969323, S_TYPE_1EF8EB], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_969323, S_TYPE_1EF8EB], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_969323, S_TYPE_1EF8EB], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_969323, S_TYPE_1EF8EB], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_ADD, S_TYPE_87CABA], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_ADD, S_TYPE_87CABA], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_ADD, S_TYPE_87CABA], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_ADD, S_TYPE_87CABA], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_0623A1, S_TYPE_3A505E], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_C05C4D], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), [mbar:near]", ..FORM },
    Form { slots: &[S_RELAXED_30355E, S_NEAR_SCOPE_1BB7B3, S_SHARED_CLUSTER, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_18105F, O_A_1089E3, O_SIZE_747DBB, O_MBAR_6DE920], required_operands: 4, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.relaxed.near_scope.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.op.type [d:near], [a:near], size:i32(0..1048560/16), mbar:policy", ..FORM },
];
static F_CP_REDUCE_ASYNC_BULK_TENSOR: &[Form] = &[
    Form { slots: &[S__1D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_MAP_19F341, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.1d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_D1DDD3], operands: &[O_MAP_19F341, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.1d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:1*b16 if override::global_dim, c:1*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_19729A, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.2d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_19729A, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.2d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_F695E3, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.3d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_F695E3, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.3d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_CCB53F, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.4d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_CCB53F, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.4d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_E4FD18, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.5d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_MAYBE, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62, S_DIMS_B7C42D], operands: &[O_MAP_E4FD18, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, constraints: &[needs(w::OVERRIDE_GLOBAL_DIM_STRIDE, &[w::OVERRIDE_GLOBAL_ADDRESS])], notation: "cp.reduce.async.bulk.tensor.5d.global.shared::cta.op{.tile}.bulk_group{.L2::cache_hint}{.scope}{.override}{.dims} [map:map, global:i64reg if override::global_address, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_SCATTER4, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_C6C902, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.reduce.async.bulk.tensor.2d.global.shared::cta.op.tile::scatter4.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_TILE_SCATTER4, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_C6C902, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "cp.reduce.async.bulk.tensor.2d.global.shared::cta.op.tile::scatter4.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_74D5A9, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.3d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_74D5A9, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.3d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:3*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_5B43BD, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.4d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_5B43BD, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.4d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:4*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_C6C902, O_A_6267BD, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.5d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], a:loose, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_GLOBAL, S_SHARED_CTA, S_OP_D2432F, S_IM2COL_NO_OFFS, S_BULK_GROUP, S_L2_CACHE_HINT_MAYBE, S_SCOPE_95B181, S_OVERRIDE_4C6E62], operands: &[O_MAP_C6C902, O_A_1089E3, O_POLICY_60E612], required_operands: 2, gate: G_V80_SM_90, notation: "cp.reduce.async.bulk.tensor.5d.global.shared::cta.op.im2col_no_offs.bulk_group{.L2::cache_hint}{.scope}{.override} [map:map, global:i64reg if override::global_address, c:5*s32], [a:near], policy:policy if L2::cache_hint", ..FORM },
];
static F_CREATEPOLICY_CVT: &[Form] = &[
    Form { slots: &[S_L2, S_B64], operands: &[O_D_3CC0F6, O_ACCESS_52022E], required_operands: 2, gate: G_V74_SM_80, notation: "createpolicy.cvt.L2.b64 d:u64, access:policy", ..FORM },
];
static F_CREATEPOLICY_FRACTIONAL: &[Form] = &[
    Form { slots: &[S_PRIMARY_A6F208, S_SECONDARY_7DF685, S_B64], operands: &[O_D_3CC0F6, O_FRACTION_065FEB], required_operands: 1, gate: G_V74_SM_80, notation: "createpolicy.fractional.primary{.secondary}.b64 d:u64{, fraction:f32}", ..FORM },
];
static F_CREATEPOLICY_RANGE: &[Form] = &[
    Form { slots: &[S_FAR_A6B4A3, S_PRIMARY_A6F208, S_SECONDARY_7DF685, S_B64], operands: &[O_D_3CC0F6, O_A_BC1E5F, O_PRIMARY_D62789, O_TOTAL_A58150], required_operands: 4, gate: G_V74_SM_80, notation: "createpolicy.range{.far}.primary{.secondary}.b64 d:u64, [a].unified?, primary:i32, total:i32", ..FORM },
];
static F_CVT: &[Form] = &[
    Form { slots: &[S_INT_14D634, S_FROM_F34F4C], operands: &[O_D_3A23DE, O_A_F2A0C8], required_operands: 2, notation: "cvt.int.from d:int~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_U8, S_FROM_5BBCC2], operands: &[O_D_D2D57B, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.u8.from d:u8~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_U16, S_FROM_709E01], operands: &[O_D_22EF7D, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.u16.from d:u16~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_U32, S_FROM_40AD77], operands: &[O_D_A82F67, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.u32.from d:u32~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_U64, S_FROM_766216], operands: &[O_D_72F67A, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.u64.from d:u64~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_S8, S_FROM_FE5E6F], operands: &[O_D_5F53E2, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.s8.from d:s8~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_S16, S_FROM_ECD606], operands: &[O_D_B418AA, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.s16.from d:s16~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_S32, S_FROM_E72B4E], operands: &[O_D_982C42, O_A_F2A0C8], required_operands: 2, notation: "cvt.sat.s32.from d:s32~, a:from~%", ..FORM },
    Form { slots: &[S_SAT, S_S64, S_U64], operands: &[O_D_877186, O_A_1EB155], required_operands: 2, notation: "cvt.sat.s64.u64 d:s64~, a:u64~%", ..FORM },
    Form { slots: &[S_IRND_B2BA03, S_SAT_MAYBE, S_INT_14D634, S_FROM_4F66B7], operands: &[O_D_3A23DE, O_A_5B2122], required_operands: 2, notation: "cvt.irnd{.sat}.int.from d:int~, a:from~", ..FORM },
    Form { slots: &[S_IRND_B2BA03, S_FTZ_MAYBE, S_SAT_MAYBE, S_INT_14D634, S_F32], operands: &[O_D_3A23DE, O_A_1874A5], required_operands: 2, notation: "cvt.irnd{.ftz}{.sat}.int.f32 d:int~, a:f32~", ..FORM },
    Form { slots: &[S_IRND_B2BA03, S_INT_14D634, S_BF16], operands: &[O_D_B38B73, O_A_5CF05C], required_operands: 2, gate: G_V78_SM_90, notation: "cvt.irnd.int.bf16 d:int, a:bf16", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_SAT_MAYBE, S_TO_E29348, S_INT_14D634], operands: &[O_D_3A23DE, O_A_5B2122], required_operands: 2, notation: "cvt.frnd{.sat}.to.int d:to~, a:int~", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32, S_INT_14D634], operands: &[O_D_AB736C, O_A_5B2122], required_operands: 2, notation: "cvt.frnd{.ftz}{.sat}.f32.int d:f32~, a:int~", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_BF16, S_INT_14D634], operands: &[O_D_4D28F9, O_A_0E2B7A], required_operands: 2, gate: G_V78_SM_90, notation: "cvt.frnd.bf16.int d:bf16, a:int", ..FORM },
    Form { slots: &[S_IRND_ABF34F, S_SAT_MAYBE, S_F16, S_F16], operands: &[O_D_7C7885, O_A_453C47], required_operands: 2, notation: "cvt{.irnd}{.sat}.f16.f16 d:f16~, a:f16~", ..FORM },
    Form { slots: &[S_IRND_ABF34F, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32, S_F32], operands: &[O_D_AB736C, O_A_1874A5], required_operands: 2, notation: "cvt{.irnd}{.ftz}{.sat}.f32.f32 d:f32~, a:f32~", ..FORM },
    Form { slots: &[S_IRND_ABF34F, S_SAT_MAYBE, S_F64, S_F64], operands: &[O_D_CD7570, O_A_1663BF], required_operands: 2, notation: "cvt{.irnd}{.sat}.f64.f64 d:f64~, a:f64~", ..FORM },
    Form { slots: &[S_IRND_ABF34F, S_BF16, S_BF16], operands: &[O_D_4D28F9, O_A_5CF05C], required_operands: 2, gate: G_V78_SM_90, notation: "cvt{.irnd}.bf16.bf16 d:bf16, a:bf16", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_SAT_MAYBE, S_F32, S_F16], operands: &[O_D_AB736C, O_A_453C47], required_operands: 2, notation: "cvt{.ftz}{.sat}.f32.f16 d:f32~, a:f16~", ..FORM },
    Form { slots: &[S_SAT_MAYBE, S_F64, S_F16], operands: &[O_D_CD7570, O_A_453C47], required_operands: 2, notation: "cvt{.sat}.f64.f16 d:f64~, a:f16~", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_SAT_MAYBE, S_F64, S_F32], operands: &[O_D_CD7570, O_A_1874A5], required_operands: 2, notation: "cvt{.ftz}{.sat}.f64.f32 d:f64~, a:f32~", ..FORM },
    Form { slots: &[S_FRND_07DBF8, S_FTZ_6216EC, S_F32, S_BF16], operands: &[O_D_CB3F33, O_A_5CF05C], required_operands: 2, gate: G_V71_SM_80, notation: "cvt{.frnd}{.ftz}.f32.bf16 d:f32, a:bf16", ..FORM },
    Form { slots: &[S_FRND_07DBF8, S_F64, S_BF16], operands: &[O_D_3B4C4A, O_A_5CF05C], required_operands: 2, gate: G_V78_SM_90, notation: "cvt{.frnd}.f64.bf16 d:f64, a:bf16", ..FORM },
    Form { slots: &[S_FRND_07DBF8, S_F16, S_BF16], operands: &[O_D_D09D1B, O_A_5CF05C], required_operands: 2, gate: G_V78_SM_90, notation: "cvt{.frnd}.f16.bf16 d:f16, a:bf16", ..FORM },
    Form { slots: &[S_FRND_07DBF8, S_BF16, S_F16], operands: &[O_D_4D28F9, O_A_0B288D], required_operands: 2, gate: G_V78_SM_90, notation: "cvt{.frnd}.bf16.f16 d:bf16, a:f16", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_FTZ_MAYBE, S_SAT_MAYBE, S_F16, S_F32], operands: &[O_D_7C7885, O_A_1874A5], required_operands: 2, notation: "cvt.frnd{.ftz}{.sat}.f16.f32 d:f16~, a:f32~", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_SAT_MAYBE, S_F16, S_F64], operands: &[O_D_7C7885, O_A_1663BF], required_operands: 2, notation: "cvt.frnd{.sat}.f16.f64 d:f16~, a:f64~", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32, S_F64], operands: &[O_D_AB736C, O_A_1663BF], required_operands: 2, notation: "cvt.frnd{.ftz}{.sat}.f32.f64 d:f32~, a:f64~", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_RELU_4E61D4, S_SATFINITE_B729BF, S_F16, S_F32], operands: &[O_D_7C7885, O_A_1874A5], required_operands: 2, notation: "cvt.rn_rz{.relu}{.satfinite}.f16.f32 d:f16~, a:f32~", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_FTZ_MAYBE, S_BF16, S_F32], operands: &[O_D_4D28F9, O_A_53B4AB], required_operands: 2, gate: G_V70_SM_80, notation: "cvt.frnd{.ftz}.bf16.f32 d:bf16, a:f32", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_RELU_MAYBE, S_SATFINITE_FB3C75, S_BF16, S_F32], operands: &[O_D_4D28F9, O_A_53B4AB], required_operands: 2, gate: G_V70_SM_80, notation: "cvt.rn_rz{.relu}{.satfinite}.bf16.f32 d:bf16, a:f32", ..FORM },
    Form { slots: &[S_FRND_B39B9F, S_BF16, S_F64], operands: &[O_D_4D28F9, O_A_1A5100], required_operands: 2, gate: G_V78_SM_90, notation: "cvt.frnd.bf16.f64 d:bf16, a:f64", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_RELU_MAYBE, S_SATFINITE_FB3C75, S_F16X2, S_F32], operands: &[O_D_6D4428, O_A_1874A5, O_B_D67907], required_operands: 3, gate: G_V70_SM_80, notation: "cvt.rn_rz{.relu}{.satfinite}.f16x2.f32 d:f16x2~, a:f32~, b:f32~", ..FORM },
    Form { slots: &[S_RS, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_F16X2, S_F32], operands: &[O_D_6D4428, O_A_1874A5, O_B_D67907, O_RBITS_FD9C1F], required_operands: 4, gate: G_V87_SM_100A_SM_103A_SM_107A, notation: "cvt.rs{.relu}{.satfinite}.f16x2.f32 d:f16x2~, a:f32~, b:f32~, rbits:<b32>", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_RELU_MAYBE, S_SATFINITE_FB3C75, S_BF16X2, S_F32], operands: &[O_D_D477F7, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_V70_SM_80, notation: "cvt.rn_rz{.relu}{.satfinite}.bf16x2.f32 d:bf16x2, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RS, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_BF16X2, S_F32], operands: &[O_D_D477F7, O_A_53B4AB, O_B_1C26D9, O_RBITS_FD9C1F], required_operands: 4, gate: G_V87_SM_100A_SM_103A_SM_107A, notation: "cvt.rs{.relu}{.satfinite}.bf16x2.f32 d:bf16x2, a:f32, b:f32, rbits:<b32>", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_RELU_MAYBE, S_SATFINITE_16CC86, S_TF32, S_F32], operands: &[O_D_CF999A, O_A_53B4AB], required_operands: 2, gate: G_V78_SM_90, notation: "cvt.rn_rz{.relu}{.satfinite}.tf32.f32 d:tf32, a:f32", ..FORM },
    Form { slots: &[S_RNA, S_SATFINITE_FB3C75, S_TF32, S_F32], operands: &[O_D_CF999A, O_A_53B4AB], required_operands: 2, gate: G_V70_SM_80, notation: "cvt.rna{.satfinite}.tf32.f32 d:tf32, a:f32", ..FORM },
    Form { slots: &[S_RND_43CF79, S_SATFINITE, S_RELU_MAYBE, S_NARROW2_E12165, S_F32], operands: &[O_D_B38B73, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_V78_SM_90_OR_V81_SM_89, notation: "cvt.rnd.satfinite{.relu}.narrow2.f32 d:narrow2, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_43CF79, S_SATFINITE, S_RELU_MAYBE, S_NARROW2_16EE24, S_HALF2_0B3BF9], operands: &[O_D_B38B73, O_A_0E2B7A], required_operands: 2, gate: G_V78_SM_90_OR_V81_SM_89, notation: "cvt.rnd.satfinite{.relu}.narrow2.half2 d:narrow2, a:half2", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_SATFINITE, S_RELU_MAYBE, S_SCALED_N1_UE8M0, S_NARROW2_DCEE55, S_F32], operands: &[O_D_B38B73, O_A_53B4AB, O_B_1C26D9, O_SCALE_341800], required_operands: 4, gate: G_SM_107F, notation: "cvt.rn_rz.satfinite{.relu}.scaled::n1::ue8m0.narrow2.f32 d:narrow2, a:f32, b:f32, scale:<b8>", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_SATFINITE, S_RELU_MAYBE, S_SCALED_N1_UE8M0, S_NARROW2_DCEE55, S_HALF2_B60253], operands: &[O_D_B38B73, O_A_0E2B7A, O_SCALE_341800], required_operands: 3, gate: G_SM_107F, notation: "cvt.rn_rz.satfinite{.relu}.scaled::n1::ue8m0.narrow2.half2 d:narrow2, a:half2, scale:<b8>", ..FORM },
    Form { slots: &[S_RN, S_RELU_MAYBE, S_F16X2, S_NARROW2_E12165], operands: &[O_D_1307D1, O_A_0E2B7A], required_operands: 2, gate: G_V78_SM_90_OR_V81_SM_89, notation: "cvt.rn{.relu}.f16x2.narrow2 d:f16x2, a:narrow2", ..FORM },
    Form { slots: &[S_RN, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_BF16X2, S_FROM_8C700F], operands: &[O_D_D477F7, O_A_0E2B7A], required_operands: 2, gate: G_V92_SM_100F_SM_110F_SM_120F, notation: "cvt.rn{.relu}{.satfinite}.bf16x2.from d:bf16x2, a:from", ..FORM },
    Form { slots: &[S_RN, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_BF16X2, S_S2F6X2], operands: &[O_D_D477F7, O_A_81F085], required_operands: 2, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rn{.relu}{.satfinite}.bf16x2.s2f6x2 d:bf16x2, a:s2f6x2", ..FORM },
    Form { slots: &[S_RN, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_SCALED_N2_UE8M0, S_BF16X2, S_FROM_8C700F], operands: &[O_D_D477F7, O_A_0E2B7A, O_SCALE_C0874E], required_operands: 3, gate: G_V92_SM_100F_SM_110F_SM_120F, notation: "cvt.rn{.relu}{.satfinite}.scaled::n2::ue8m0.bf16x2.from d:bf16x2, a:from, scale:<b16>", ..FORM },
    Form { slots: &[S_RN, S_RELU_MAYBE, S_SATFINITE_MAYBE, S_SCALED_N2_UE8M0, S_BF16X2, S_S2F6X2], operands: &[O_D_D477F7, O_A_81F085, O_SCALE_C0874E], required_operands: 3, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rn{.relu}{.satfinite}.scaled::n2::ue8m0.bf16x2.s2f6x2 d:bf16x2, a:s2f6x2, scale:<b16>", ..FORM },
    Form { slots: &[S_RS, S_RELU_MAYBE, S_SATFINITE, S_NARROW4_0DF038, S_F32], operands: &[O_D_B38B73, O_A_F24248, O_RBITS_FD9C1F], required_operands: 3, gate: G_V87_SM_100A_SM_103A_SM_107A, notation: "cvt.rs{.relu}.satfinite.narrow4.f32 d:narrow4, a:4*f32, rbits:<b32>", ..FORM },
    Form { slots: &[S_RND_8FC8B8, S_SATFINITE, S_RELU_MAYBE, S_S2F6X2, S_F32], operands: &[O_D_0CB5AE, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rnd.satfinite{.relu}.s2f6x2.f32 d:b16, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_8FC8B8, S_SATFINITE, S_RELU_MAYBE, S_S2F6X2, S_BF16X2], operands: &[O_D_0CB5AE, O_A_7923F1], required_operands: 2, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rnd.satfinite{.relu}.s2f6x2.bf16x2 d:b16, a:bf16x2", ..FORM },
    Form { slots: &[S_RND_8FC8B8, S_SATFINITE, S_RELU_MAYBE, S_SCALED_N2_UE8M0, S_S2F6X2, S_F32], operands: &[O_D_0CB5AE, O_A_53B4AB, O_B_1C26D9, O_SCALE_C0874E], required_operands: 4, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rnd.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.f32 d:b16, a:f32, b:f32, scale:<b16>", ..FORM },
    Form { slots: &[S_RND_8FC8B8, S_SATFINITE, S_RELU_MAYBE, S_SCALED_N2_UE8M0, S_S2F6X2, S_BF16X2], operands: &[O_D_0CB5AE, O_A_7923F1, O_SCALE_C0874E], required_operands: 3, gate: G_V91_SM_110A_SM_100A_SM_103A_SM_107A_SM_120A_SM_121A, notation: "cvt.rnd.satfinite{.relu}.scaled::n2::ue8m0.s2f6x2.bf16x2 d:b16, a:bf16x2, scale:<b16>", ..FORM },
    Form { slots: &[S_RZ_RP_4B4A64, S_SATFINITE_MAYBE, S_UE8M0X2, S_F32], operands: &[O_D_176089, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_SM_100F_SM_110F_SM_120F, notation: "cvt.rz_rp{.satfinite}.ue8m0x2.f32 d:ue8m0x2, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RZ_RP_4B4A64, S_SATFINITE_MAYBE, S_UE8M0X2, S_BF16X2], operands: &[O_D_176089, O_A_7923F1], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "cvt.rz_rp{.satfinite}.ue8m0x2.bf16x2 d:ue8m0x2, a:bf16x2", ..FORM },
    Form { slots: &[S_RN, S_BF16X2, S_UE8M0X2], operands: &[O_D_D477F7, O_A_70375C], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "cvt.rn.bf16x2.ue8m0x2 d:bf16x2, a:ue8m0x2", ..FORM },
    Form { slots: &[S_RND_6FA51F, S_SATFINITE_MAYBE, S_UE5M3X2, S_F32], operands: &[O_D_5D0CD1, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_SM_107F, notation: "cvt.rnd{.satfinite}.ue5m3x2.f32 d:ue5m3x2, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_6FA51F, S_SATFINITE_MAYBE, S_UE5M3X2, S_HALF2_B60253], operands: &[O_D_5D0CD1, O_A_0E2B7A], required_operands: 2, gate: G_SM_107F, notation: "cvt.rnd{.satfinite}.ue5m3x2.half2 d:ue5m3x2, a:half2", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_SATFINITE_MAYBE, S_SCALED_N1_UE8M0, S_UE5M3X2, S_F32], operands: &[O_D_5D0CD1, O_A_53B4AB, O_B_1C26D9, O_SCALE_341800], required_operands: 4, gate: G_SM_107F, notation: "cvt.rn_rz{.satfinite}.scaled::n1::ue8m0.ue5m3x2.f32 d:ue5m3x2, a:f32, b:f32, scale:<b8>", ..FORM },
    Form { slots: &[S_RN_RZ_7714BB, S_SATFINITE_MAYBE, S_SCALED_N1_UE8M0, S_UE5M3X2, S_HALF2_B60253], operands: &[O_D_5D0CD1, O_A_0E2B7A, O_SCALE_341800], required_operands: 3, gate: G_SM_107F, notation: "cvt.rn_rz{.satfinite}.scaled::n1::ue8m0.ue5m3x2.half2 d:ue5m3x2, a:half2, scale:<b8>", ..FORM },
    Form { slots: &[S_RN, S_F16X2, S_UE5M3X2], operands: &[O_D_1307D1, O_A_73390C], required_operands: 2, gate: G_SM_107F, notation: "cvt.rn.f16x2.ue5m3x2 d:f16x2, a:ue5m3x2", ..FORM },
    Form { slots: &[S_RN, S_SATFINITE_MAYBE, S_BF16X2, S_UE5M3X2], operands: &[O_D_D477F7, O_A_73390C], required_operands: 2, gate: G_SM_107F, notation: "cvt.rn{.satfinite}.bf16x2.ue5m3x2 d:bf16x2, a:ue5m3x2", ..FORM },
    Form { slots: &[S_RN, S_SATFINITE_MAYBE, S_SCALED_N2_UE8M0, S_BF16X2, S_UE5M3X2], operands: &[O_D_D477F7, O_A_73390C, O_SCALE_C0874E], required_operands: 3, gate: G_SM_107F, notation: "cvt.rn{.satfinite}.scaled::n2::ue8m0.bf16x2.ue5m3x2 d:bf16x2, a:ue5m3x2, scale:<b16>", ..FORM },
];
static F_CVT_PACK: &[Form] = &[
    Form { slots: &[S_SAT, S_TYPE_A19AA3, S_S32], operands: &[O_D_A82F67, O_A_0885E8, O_B_0F7AD6], required_operands: 3, gate: G_V65_SM_72, notation: "cvt.pack.sat.type.s32 d:u32~, a:s32~, b:s32~", ..FORM },
    Form { slots: &[S_SAT, S_TYPE_5D79D2, S_S32, S_B32], operands: &[O_D_A82F67, O_A_0885E8, O_B_0F7AD6, O_C_25DA01], required_operands: 4, gate: G_V65_SM_72, notation: "cvt.pack.sat.type.s32.b32 d:u32~, a:s32~, b:s32~, c:b32~", ..FORM },
];
static F_CVTA: &[Form] = &[
    Form { slots: &[S_SPACE_87C7C5, S_U64], operands: &[O_D_BBF447, O_A_1F0641], required_operands: 2, gate: G_V20_SM_20, notation: "cvta.space.u64 d:u64, a:u64$", ..FORM },
];
static F_CVTA_TO: &[Form] = &[
    Form { slots: &[S_SPACE_87C7C5, S_U64], operands: &[O_D_BBF447, O_A_3183BA], required_operands: 2, gate: G_V20_SM_20, notation: "cvta.to.space.u64 d:u64, a:u64", ..FORM },
];
static F_DISCARD: &[Form] = &[
    Form { slots: &[S_FAR_A6B4A3, S_L2], operands: &[O_A_405642, O_SIZE_88F229], required_operands: 2, gate: G_V74_SM_80, notation: "discard{.far}.L2 [a], size:<int>(128)", ..FORM },
];
static F_DIV: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "div.approx{.ftz}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_SM_20, notation: "div.rnd{.ftz}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_B9E475, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "div.rnd.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_TYPE_91300C], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "div.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_TYPE64_6C364E], operands: &[O_D_B38B73, O_A_0F6DE0, O_B_A425BB], required_operands: 3, notation: "div.type64 d:type64, a:<b64 u64 s64 int>, b:<b64 u64 s64 int>", ..FORM },
];
static F_DIV_FULL: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "div.full{.ftz}.f32 d:f32, a:f32, b:f32", ..FORM },
];
static F_DP2A_HI: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8], operands: &[O_D_960D75, O_A_38ED2A, O_B_97E6F8, O_C_20CCFC], required_operands: 4, gate: G_V50_SM_61, notation: "dp2a.hi.atype.btype d:i32reg, a:u32, b:u32, c:i32", ..FORM },
];
static F_DP2A_LO: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8], operands: &[O_D_960D75, O_A_38ED2A, O_B_97E6F8, O_C_20CCFC], required_operands: 4, gate: G_V50_SM_61, notation: "dp2a.lo.atype.btype d:i32reg, a:u32, b:u32, c:i32", ..FORM },
];
static F_DP4A: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8], operands: &[O_D_960D75, O_A_38ED2A, O_B_97E6F8, O_C_20CCFC], required_operands: 4, gate: G_V50_SM_61, notation: "dp4a.atype.btype d:i32reg, a:u32, b:u32, c:i32", ..FORM },
];
static F_ELECT: &[Form] = &[
    Form { slots: &[S_SYNC], operands: &[O_D_D404B6, O_MEMBERMASK_7F3DE7], required_operands: 2, gate: G_V80_SM_90, notation: "elect.sync d|p:b32, membermask:i32", ..FORM },
];
static F_EX2: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "ex2.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_APPROX, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V70_SM_75, notation: "ex2.approx.half d:half, a:half", ..FORM },
    Form { slots: &[S_APPROX, S_FTZ, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V78_SM_90, notation: "ex2.approx.ftz.bhalf d:bhalf, a:bhalf", ..FORM },
];
static F_EXIT: &[Form] = &[
    Form { slots: &[], operands: &[], notation: "exit", ..FORM },
];
static F_FABRIC_SUBMIT: &[Form] = &[
    Form { slots: &[S_OP_RESTRICT_FETCHING_MAYBE], operands: &[], gate: G_V93_SM_100, notation: "fabric.submit{.op_restrict::fetching}", ..FORM },
    Form { slots: &[S_COMMIT_GROUP], operands: &[], gate: G_V95_SM_100, notation: "fabric.submit.commit_group", ..FORM },
];
static F_FABRIC_TRY_ATOM_ASYNC: &[Form] = &[
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_7D9013, S_TYPE_AE725B], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_7D9013, S_TYPE_AE725B], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_7D9013, S_TYPE_AE725B], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_7D9013, S_TYPE_AE725B], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_477683], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_477683], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_477683], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_477683], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_CD88CD, S_TYPE_696B12], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_CD88CD, S_TYPE_696B12], operands: &[O_D_D5B6FE, O_A_2F9789, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_CD88CD, S_TYPE_696B12], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_8A39A9, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, [src:remote], [mbar:near], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED, S_SYS, S_L2_CACHE_HINT_MAYBE, S_OP_CD88CD, S_TYPE_696B12], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SRC_ECA8AC, O_MBAR_C05C4D, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_100, notation: "fabric.try_atom.async.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.relaxed.sys{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, src:handle, [mbar:near], policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_TRY_GET_ASYNC: &[Form] = &[
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_9876E8, O_A_006C79, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_9876E8, O_A_006C79, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:remote], [a:<i32reg>, offset:i64reg], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_TO_AD7AF7, O_A_006C79, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_TO_AD7AF7, O_A_006C79, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_get.async.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 to:handle, [a:<i32reg>, offset:i64reg], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_TRY_GET_ASYNC_TENSOR: &[Form] = &[
    Form { slots: &[S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_D_9876E8, O_MAP_08AF22, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.1d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:1*b16 if override::global_dim, c:1*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_D_9876E8, O_MAP_08AF22, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.1d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:1*b16 if override::global_dim, c:1*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_TO_AD7AF7, O_MAP_08AF22, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.1d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:1*b16 if override::global_dim, c:1*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_TO_AD7AF7, O_MAP_08AF22, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.1d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:1*b16 if override::global_dim, c:1*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_675F30, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.2d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_675F30, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.2d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_675F30, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.2d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_675F30, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.2d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_D990F7, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_D990F7, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_D990F7, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_D990F7, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.3d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_1B1EA5, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.4d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_1B1EA5, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.4d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_1B1EA5, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.4d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_1B1EA5, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.4d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_369A9A, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.5d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_D_9876E8, O_MAP_369A9A, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.5d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [d:remote], [map:map, handle:<i32reg>, offset:i64reg, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_369A9A, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.5d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_TO_AD7AF7, O_MAP_369A9A, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 3, gate: G_V94_SM_107F, notation: "fabric.try_get.async.tensor.5d.shared::cta.tile.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 to:handle, [map:map, handle:<i32reg>, offset:i64reg, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], mbar:handle, policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_TRY_PULLRED_ASYNC: &[Form] = &[
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_OP_969323, S_TYPE_626B3D, S_SYNC], operands: &[O_D_7CD483, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.op.type.sync [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_OP_969323, S_TYPE_626B3D, S_SYNC], operands: &[O_TO_3B3644, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.op.type.sync to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_OP_62AC99, S_TYPE_6B3394, S_SYNC], operands: &[O_D_7CD483, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.op.type.sync [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_OP_62AC99, S_TYPE_6B3394, S_SYNC], operands: &[O_TO_3B3644, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.op.type.sync to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_TYPE_F630B7, S_SYNC], operands: &[O_D_7CD483, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.type.sync [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_TYPE_F630B7, S_SYNC], operands: &[O_TO_3B3644, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16]), excludes(w::SYNC, &[w::ACC_F32])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.type.sync to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_ACC_F32, S_TYPE_42EA03, S_SYNC], operands: &[O_D_7CD483, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.acc::f32.type.sync [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_ACC_F32, S_TYPE_42EA03, S_SYNC], operands: &[O_TO_3B3644, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS]), excludes(w::SYNC, &[w::ACC_F16])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.acc::f32.type.sync to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_ACC_BC1C24, S_TYPE_A7B27D, S_SYNC], operands: &[O_D_7CD483, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.acc.type.sync [d:remote], [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
    Form { slots: &[S_MULTIMEM, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_BYTES, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_ADD, S_ACC_BC1C24, S_TYPE_A7B27D, S_SYNC], operands: &[O_TO_3B3644, O_A_006C79, O_SIZE_2377CC, O_MBAR_C05C4D, O_MEMBERMASK_410BFB], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_pullred.async.multimem.shared::cta.mbarrier::complete_tx::bytes.mbarrier::report::fabric{.relaxed}{.sys}.add.acc.type.sync to:handle, [a:<i32reg>, offset:i64reg], size:i32, [mbar:near], membermask:<int>(-1|4294967295)", ..FORM },
];
static F_FABRIC_TRY_PUT_ASYNC: &[Form] = &[
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_MASK_487FB6, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], mask:mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_MASK_487FB6, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, mask:mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_MASK_487FB6, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], mask:mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_MASK_487FB6, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, mask:mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_MASK_8CFBB7, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], mask:1*mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_MASK_8CFBB7, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, mask:1*mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_MASK_8CFBB7, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], mask:1*mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_CP_MASK, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_0B50CB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_MASK_8CFBB7, O_POLICY_60E612], required_operands: 5, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.cp_mask{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, mask:1*mask16, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_D413D0, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_D413D0, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_D413D0, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_B128], operands: &[O_D_D413D0, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_put.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.b128 [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_TRY_PUT_ASYNC_TENSOR: &[Form] = &[
    Form { slots: &[S_MULTIMEM_MAYBE, S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_MAP_AF7A8A, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.1d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:1*b16 if override::global_dim, c:1*s32], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_MAP_AF7A8A, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.1d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:1*b16 if override::global_dim, c:1*s32], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_MAP_AF7A8A, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.1d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:1*b16 if override::global_dim, c:1*s32], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__1D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_A48ACA, S_B128], operands: &[O_MAP_AF7A8A, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.1d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:1*b16 if override::global_dim, c:1*s32], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_99DDDB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.2d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_99DDDB, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.2d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_99DDDB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.2d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__2D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_99DDDB, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.2d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:2*b16 if override::global_dim_stride, strides:1*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:2*s32], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_581758, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.3d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_581758, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.3d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_581758, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.3d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__3D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_581758, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.3d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:3*b16 if override::global_dim_stride, strides:2*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:3*s32], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_C1D855, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.4d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_C1D855, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.4d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_C1D855, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.4d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__4D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_C1D855, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.4d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:4*b16 if override::global_dim_stride, strides:3*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:4*s32], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_22B2C6, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.5d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_22B2C6, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.5d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_22B2C6, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.5d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S__5D, S_SHARED_CTA, S_TILE, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES_MAYBE, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OVERRIDE_GLOBAL_ADDRESS, S_DIMS_7D3573, S_B128], operands: &[O_MAP_22B2C6, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V94_SM_107F, notation: "fabric.try_put.async.tensor{.multimem}.5d.shared::cta.tile.mbarrier::complete_tx::16B.mbarrier::report::fabric{.counted::bytes}{.relaxed}{.sys}{.L2::cache_hint}.override::global_address{.dims}.b128 [map:map, handle:<i32reg>, offset:i64reg, counter:i64reg if counted::bytes, dims:5*b16 if override::global_dim_stride, strides:4*b32 if override::global_dim_stride, high:i16reg if override::global_dim_stride, c:5*s32], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_TRY_RED_ASYNC: &[Form] = &[
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_D5B6FE, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_D5B6FE, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_969323, S_TYPE_626B3D], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_OP_62AC99, S_TYPE_805088], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.op.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_6B075C, O_A_2F9789, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg, counter:i64reg], [a:remote], size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_9F4E02, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, [mbar:remote], policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MULTIMEM_MAYBE, S_SHARED_CTA, S_MBARRIER_COMPLETE_TX_16B, S_MBARRIER_REPORT_FABRIC, S_COUNTED_BYTES, S_RELAXED_MAYBE, S_SYS_MAYBE, S_L2_CACHE_HINT_MAYBE, S_ADD, S_TYPE_ACE325], operands: &[O_D_6B075C, O_A_23A0A6, O_SIZE_2377CC, O_MBAR_D7B5DD, O_POLICY_60E612], required_operands: 4, gate: G_V93_SM_100, constraints: &[needs(w::RELAXED, &[w::SYS])], notation: "fabric.try_red.async{.multimem}.shared::cta.mbarrier::complete_tx::16B.mbarrier::report::fabric.counted::bytes{.relaxed}{.sys}{.L2::cache_hint}.add.type [d:<i32reg>, offset:i64reg, counter:i64reg], a:handle, size:i32, mbar:handle, policy:policy if L2::cache_hint", ..FORM },
];
static F_FABRIC_WAIT: &[Form] = &[
    Form { slots: &[S_SYNC_RESTRICT_READS], operands: &[], gate: G_V93_SM_100, notation: "fabric.wait.sync_restrict::reads", ..FORM },
    Form { slots: &[S_SYNC_RESTRICT_READ], operands: &[O_N_08F382], required_operands: 1, gate: G_V95_SM_100, notation: "fabric.wait.sync_restrict::read n:<int>", ..FORM },
];
static F_FENCE: &[Form] = &[
    Form { slots: &[S_SEM_C1FC80, S_SCOPE_384D27, S_ASYNC_MAYBE], operands: &[], gate: G_SM_70, notation: "fence{.sem}.scope{.async}", ..FORM },
    Form { slots: &[S_ALIAS, S_SYNC_RESTRICT_READ, S_RELEASE, S_SYS], operands: &[], gate: G_V95_SM_90, notation: "fence.alias.sync_restrict::read.release.sys", ..FORM },
    Form { slots: &[S_ACQUIRE, S_SYNC_RESTRICT_SHARED_CLUSTER, S_CLUSTER, S_ASYNC_MAYBE], operands: &[], gate: G_V86_SM_90, notation: "fence.acquire.sync_restrict::shared::cluster.cluster{.async}", ..FORM },
    Form { slots: &[S_RELEASE, S_SYNC_RESTRICT_SHARED_CTA, S_CLUSTER, S_ASYNC_MAYBE], operands: &[], gate: G_V86_SM_90, notation: "fence.release.sync_restrict::shared::cta.cluster{.async}", ..FORM },
    Form { slots: &[S_MBARRIER_INIT, S_RELEASE, S_CLUSTER, S_RESTRICT_0BA0FC, S_ASYNC_MAYBE], operands: &[], gate: G_V80_SM_90, notation: "fence.mbarrier_init.release.cluster{.restrict}{.async}", ..FORM },
];
static F_FENCE_PROXY: &[Form] = &[
    Form { slots: &[S_ALIAS, S_RESTRICT_177F0D], operands: &[], gate: G_V75_SM_70, notation: "fence.proxy.alias{.restrict}", ..FORM },
    Form { slots: &[S_ALIAS, S_SEM_2244CF, S_SYS, S_RESTRICT_177F0D], operands: &[], gate: G_V94_SM_90, notation: "fence.proxy.alias.sem.sys{.restrict}", ..FORM },
    Form { slots: &[S_ASYNC, S_SPACE_F322A2, S_RESTRICT_177F0D], operands: &[], gate: G_V80_SM_90, notation: "fence.proxy.async{.space}{.restrict}", ..FORM },
    Form { slots: &[S_PAIR_7CA238, S_SEM_D60921, S_SCOPE_384D27, S_STRAY_3D6D65, S_RESTRICT_177F0D], operands: &[], gate: G_V83_SM_90, notation: "fence.proxy.pair.sem.scope{.stray}{.restrict}", ..FORM },
    Form { slots: &[S_TENSORMAP_GENERIC, S_SEM_5CDDFB, S_SCOPE_384D27], operands: &[O_A_7A7D2C, O_SIZE_88F229], required_operands: 2, gate: G_V83_SM_90, notation: "fence.proxy.tensormap::generic.sem.scope [a:<b64 u64 s64 b32 u32 s32 b16 u16 s16 b8 u8 s8 gvar svar lvar cvar param int entry func>], size:<int>(128)", ..FORM },
    Form { slots: &[S_ASYNC_GENERIC, S_ACQ_REL, S_SCOPE_384D27], operands: &[O_A_7A7D2C, O_SIZE_0E216B], required_operands: 2, gate: G_V83_SM_90, notation: "fence.proxy.async::generic.acq_rel.scope [a:<b64 u64 s64 b32 u32 s32 b16 u16 s16 b8 u8 s8 gvar svar lvar cvar param int entry func>], size:<int>", ..FORM },
    Form { slots: &[S_ASYNC_GENERIC, S_ACQ_REL, S_SCOPE_384D27, S_STRAY_3D6D65, S_RESTRICT_177F0D], operands: &[], gate: G_V83_SM_90, notation: "fence.proxy.async::generic.acq_rel.scope{.stray}{.restrict}", ..FORM },
    Form { slots: &[S_ASYNC_GENERIC, S_ACQUIRE, S_SYNC_RESTRICT_SHARED_CLUSTER, S_CLUSTER, S_STRAY_3D6D65], operands: &[], gate: G_V86_SM_90, notation: "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster{.stray}", ..FORM },
    Form { slots: &[S_ASYNC_GENERIC, S_RELEASE, S_SYNC_RESTRICT_SHARED_CTA, S_CLUSTER, S_STRAY_3D6D65], operands: &[], gate: G_V86_SM_90, notation: "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster{.stray}", ..FORM },
    Form { slots: &[S_ASYNC_GENERIC, S_RELEASE, S_SYNC_RESTRICT_SHARED_CLUSTER_READ, S_SCOPE_577DF9, S_STRAY_3D6D65], operands: &[], gate: G_V94_SM_90, notation: "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.scope{.stray}", ..FORM },
    Form { slots: &[S_FABRICS_9365C9, S_ALIAS, S_ACQ_REL, S_SCOPE_384D27, S_STRAY_3D6D65, S_RESTRICT_177F0D], operands: &[], gate: G_V93_SM_100, notation: "fence.proxy.fabrics.alias.acq_rel.scope{.stray}{.restrict}", ..FORM },
    Form { slots: &[S_FABRICS_9365C9, S_ALIAS, S_SEM_2244CF, S_SYS, S_STRAY_3D6D65, S_RESTRICT_177F0D], operands: &[], gate: G_V93_SM_100, notation: "fence.proxy.fabrics.alias.sem.sys{.stray}{.restrict}", ..FORM },
];
static F_FMA: &[Form] = &[
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9, O_C_5D2381], required_operands: 4, gate: G_V20_SM_20, notation: "fma.rnd{.ftz}{.sat}.f32 d:f32, a:f32, b:f32, c:f32", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_F32X2], operands: &[O_D_A012CF, O_A_41ECC5, O_B_699868, O_C_2FE247], required_operands: 4, gate: G_V86_SM_100, notation: "fma.rnd{.ftz}.f32x2 d:f32x2, a:f32x2, b:f32x2, c:f32x2", ..FORM },
    Form { slots: &[S_RND_4BA3DC, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930, O_C_18A132], required_operands: 4, notation: "fma.rnd.f64 d:f64, a:f64, b:f64, c:f64", ..FORM },
    Form { slots: &[S_RN, S_FTZ_MAYBE, S_SAT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V42_SM_53, notation: "fma.rn{.ftz}{.sat}.half d:half, a:half, b:half, c:half", ..FORM },
    Form { slots: &[S_RN, S_FTZ_MAYBE, S_RELU, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V70_SM_80, notation: "fma.rn{.ftz}.relu.half d:half, a:half, b:half, c:half", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_RELU_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V70_SM_80, notation: "fma.rnd{.relu}.bhalf d:bhalf, a:bhalf, b:bhalf, c:bhalf", ..FORM },
    Form { slots: &[S_RN, S_OOB, S_SAT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V81_SM_90, notation: "fma.rn.oob{.sat}.half d:half, a:half, b:half, c:half", ..FORM },
    Form { slots: &[S_RN, S_OOB, S_RELU, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V81_SM_90, notation: "fma.rn.oob.relu.half d:half, a:half, b:half, c:half", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_OOB, S_RELU_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V81_SM_90, notation: "fma.rnd.oob{.relu}.bhalf d:bhalf, a:bhalf, b:bhalf, c:bhalf", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_SAT_MAYBE, S_F32, S_ABTYPE_EFFF38], operands: &[O_D_CB3F33, O_A_0E2B7A, O_B_E9505D, O_C_5D2381], required_operands: 4, gate: G_V86_SM_100, notation: "fma.rnd{.sat}.f32.abtype d:f32, a:abtype, b:abtype, c:f32", ..FORM },
];
static F_FNS: &[Form] = &[
    Form { slots: &[S_B32], operands: &[O_D_1AC640, O_MASK_5F279A, O_BASE_BBCFE1, O_OFFSET_60D55F], required_operands: 4, gate: G_V51_SM_30, notation: "fns.b32 d:b32, mask:b32, base:b32, offset:b32", ..FORM },
];
static F_GETCTARANK: &[Form] = &[
    Form { slots: &[S_SHARED_CLUSTER_MAYBE, S_TYPE_F2F9E1], operands: &[O_D_960D75, O_A_29AEAF], required_operands: 2, gate: G_V78_SM_90, notation: "getctarank{.shared::cluster}.type d:i32reg, a:type$", ..FORM },
];
static F_GRIDDEPCONTROL: &[Form] = &[
    Form { slots: &[S_ACTION_0F7F40], operands: &[], gate: G_SM_90, notation: "griddepcontrol.action", ..FORM },
];
static F_ISSPACEP: &[Form] = &[
    Form { slots: &[S_SPACE_87C7C5], operands: &[O_P_D6CD77, O_A_8EE7DC], required_operands: 2, gate: G_V20_SM_20, notation: "isspacep.space p:predreg, a:<b32 u32 s32 b64 u64 s64 int sym+>", ..FORM },
];
static F_ISTYPEP: &[Form] = &[
    Form { slots: &[S_TYPE_D9D618], operands: &[O_P_D6CD77, O_A_0F6DE0], required_operands: 2, gate: G_V40_SM_30, notation: "istypep.type p:predreg, a:<b64 u64 s64 int>", ..FORM },
];
static F_LD: &[Form] = &[
    Form { slots: &[S_WEAK_FA1364, S_SS_A94C62, S_COP_ED09A0, S_L1_CB4281, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_B0A8C5, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::CA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LU, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CV, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CONST, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_ENTRY, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CONST, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::LOCAL, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_ENTRY, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_FUNC, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CTA, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CLUSTER, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::CONST, &[w::L2_CACHE_HINT]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_ENTRY, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "ld{.weak}{.ss}{.cop}{.L1}{.prefetch}{.L2::cache_hint}{.vec}.type d:vec*type~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_810F61, S_COP_ED09A0, S_L1_CB4281, S_L2_90AD63, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_MAYBE, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::CA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LU, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CV, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "ld{.weak}{.far}{.cop}{.L1}{.L2}{.prefetch}{.L2::cache_hint}.wide.wtype d:vec*wtype~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_VOLATILE, S_VSS_3D620F, S_PREFETCH_54FDCA, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_D_4054FA, O_A_24A22E], required_operands: 2, constraints: &[excludes(w::CONST, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::LOCAL, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_ENTRY, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_FUNC, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CTA, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CLUSTER, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "ld.volatile{.vss}{.prefetch}{.vec}.type d:vec*type~?, [a].unified?", ..FORM },
    Form { slots: &[S_VOLATILE, S_FAR_810F61, S_L2_90AD63, S_PREFETCH_54FDCA, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_D_4054FA, O_A_24A22E], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "ld.volatile{.far}{.L2}{.prefetch}.wide.wtype d:vec*wtype~?, [a].unified?", ..FORM },
    Form { slots: &[S_SEM_497982, S_SCOPE_384D27, S_SSS_E32C1B, S_L1_CB4281, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_B0A8C5, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_SM_70, constraints: &[excludes(w::SYS, &[w::B128]), excludes(w::CONST, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_ENTRY, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CONST, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::LOCAL, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_ENTRY, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_FUNC, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CTA, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CLUSTER, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::CONST, &[w::L2_CACHE_HINT]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_ENTRY, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "ld.sem.scope{.sss}{.L1}{.prefetch}{.L2::cache_hint}{.vec}.type d:vec*type~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_497982, S_SCOPE_384D27, S_FAR_810F61, S_L1_CB4281, S_L2_90AD63, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_MAYBE, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "ld.sem.scope{.far}{.L1}{.L2}{.prefetch}{.L2::cache_hint}.wide.wtype d:vec*wtype~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_497982, S_SYS, S_SSS_E32C1B, S_L1_CB4281, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_B0A8C5, S_B128], operands: &[O_D_5FBAA1, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_V84_SM_70, constraints: &[excludes(w::CONST, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_ENTRY, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CONST, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::LOCAL, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_ENTRY, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::PARAM_FUNC, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CTA, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::SHARED_CLUSTER, &[w::L1_32B, w::L2_64B, w::L2_128B, w::L2_256B]), excludes(w::CONST, &[w::L2_CACHE_HINT]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_ENTRY, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "ld.sem.sys{.sss}{.L1}{.prefetch}{.L2::cache_hint}.b128 d:vec*b128~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MMIO, S_SEM_89811F, S_SYS, S_FAR_810F61, S_TYPE_FDD669], operands: &[O_D_295EA0, O_A_24A22E], required_operands: 2, gate: G_V82_SM_70, notation: "ld.mmio.sem.sys{.far}.type d:vec*type~, [a].unified?", ..FORM },
    Form { slots: &[S_NC, S_GLOBAL, S_COP_B78487, S_L1_CB4281, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_B0A8C5, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_SM_32, constraints: &[excludes(w::CA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "ld.nc.global{.cop}{.L1}{.prefetch}{.L2::cache_hint}{.vec}.type d:vec*type~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_NC, S_GLOBAL, S_COP_B78487, S_L1_CB4281, S_L2_90AD63, S_PREFETCH_54FDCA, S_L2_CACHE_HINT_MAYBE, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_D_4054FA, O_A_24A22E, O_POLICY_60E612], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::CA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "ld.nc.global{.cop}{.L1}{.L2}{.prefetch}{.L2::cache_hint}.wide.wtype d:vec*wtype~?, [a].unified?, policy:policy if L2::cache_hint", ..FORM },
];
static F_LDMATRIX: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_NUM_6815ED, S_TRANS_MAYBE, S_B16], operands: &[O_D_3FF626, O_A_6AC906], required_operands: 2, gate: G_V65_SM_75, constraints: &[excludes(w::M8N8, &[w::B8X16]), excludes(w::M8N8, &[w::B6X16_P32]), excludes(w::M8N8, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n8.num{.trans}.b16 d:num*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_NUM_6815ED, S_TRANS_MAYBE, S_SS_1AC893, S_B16], operands: &[O_D_3FF626, O_A_0768A3], required_operands: 2, gate: G_V65_SM_75, constraints: &[excludes(w::M8N8, &[w::B8X16]), excludes(w::M8N8, &[w::B6X16_P32]), excludes(w::M8N8, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n8.num{.trans}.ss.b16 d:num*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_NUM_6815ED, S_S8, S_S4], operands: &[O_D_3FF626, O_A_6AC906], required_operands: 2, gate: G_V94_SM_100F_SM_110F_SM_120F_SM_90A, constraints: &[excludes(w::M8N16, &[w::B8X16]), excludes(w::M8N16, &[w::B6X16_P32]), excludes(w::M8N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.num.s8.s4 d:num*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_NUM_6815ED, S_SS_1AC893, S_S8, S_S4], operands: &[O_D_3FF626, O_A_0768A3], required_operands: 2, gate: G_V94_SM_100F_SM_110F_SM_120F_SM_90A, constraints: &[excludes(w::M8N16, &[w::B8X16]), excludes(w::M8N16, &[w::B6X16_P32]), excludes(w::M8N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.num.ss.s8.s4 d:num*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_NUM_AB57E4, S_TRANS, S_B8], operands: &[O_D_54985D, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[excludes(w::M16N16, &[w::B8X16]), excludes(w::M16N16, &[w::B6X16_P32]), excludes(w::M16N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.num.trans.b8 d:2num*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_NUM_AB57E4, S_TRANS, S_SS_1AC893, S_B8], operands: &[O_D_54985D, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[excludes(w::M16N16, &[w::B8X16]), excludes(w::M16N16, &[w::B6X16_P32]), excludes(w::M16N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.num.trans.ss.b8 d:2num*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_NUM_AB57E4, S_TRANS, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_54985D, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.num.trans.b8x16.format d:2num*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_NUM_AB57E4, S_TRANS, S_SS_1AC893, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_54985D, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.num.trans.ss.b8x16.format d:2num*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_NUM_6815ED, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_3FF626, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.num.b8x16.format d:num*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_NUM_6815ED, S_SS_1AC893, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_3FF626, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.num.ss.b8x16.format d:num*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_MANY_37EAA8, S_TRANS_MAYBE, S_B16], operands: &[O_D_EE0FD9, O_A_6AC906], required_operands: 2, gate: G_V65_SM_75, constraints: &[excludes(w::M8N8, &[w::B8X16]), excludes(w::M8N8, &[w::B6X16_P32]), excludes(w::M8N8, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n8.many{.trans}.b16 d:any*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_MANY_37EAA8, S_TRANS_MAYBE, S_SS_1AC893, S_B16], operands: &[O_D_EE0FD9, O_A_0768A3], required_operands: 2, gate: G_V65_SM_75, constraints: &[excludes(w::M8N8, &[w::B8X16]), excludes(w::M8N8, &[w::B6X16_P32]), excludes(w::M8N8, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n8.many{.trans}.ss.b16 d:any*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_MANY_37EAA8, S_S8, S_S4], operands: &[O_D_EE0FD9, O_A_6AC906], required_operands: 2, gate: G_V94_SM_100F_SM_110F_SM_120F_SM_90A, constraints: &[excludes(w::M8N16, &[w::B8X16]), excludes(w::M8N16, &[w::B6X16_P32]), excludes(w::M8N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.many.s8.s4 d:any*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_MANY_37EAA8, S_SS_1AC893, S_S8, S_S4], operands: &[O_D_EE0FD9, O_A_0768A3], required_operands: 2, gate: G_V94_SM_100F_SM_110F_SM_120F_SM_90A, constraints: &[excludes(w::M8N16, &[w::B8X16]), excludes(w::M8N16, &[w::B6X16_P32]), excludes(w::M8N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.many.ss.s8.s4 d:any*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_MANY_37EAA8, S_TRANS, S_B8], operands: &[O_D_EE0FD9, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[excludes(w::M16N16, &[w::B8X16]), excludes(w::M16N16, &[w::B6X16_P32]), excludes(w::M16N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.many.trans.b8 d:any*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_MANY_37EAA8, S_TRANS, S_SS_1AC893, S_B8], operands: &[O_D_EE0FD9, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[excludes(w::M16N16, &[w::B8X16]), excludes(w::M16N16, &[w::B6X16_P32]), excludes(w::M16N16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.many.trans.ss.b8 d:any*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_MANY_37EAA8, S_TRANS, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_EE0FD9, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.many.trans.b8x16.format d:any*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N16, S_MANY_37EAA8, S_TRANS, S_SS_1AC893, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_EE0FD9, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m16n16.many.trans.ss.b8x16.format d:any*wordreg?, [a]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_MANY_37EAA8, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_EE0FD9, O_A_6AC906], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.many.b8x16.format d:any*wordreg?, [a~]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N16, S_MANY_37EAA8, S_SS_1AC893, S_B8X16, S_FORMAT_D4843A], operands: &[O_D_EE0FD9, O_A_0768A3], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, constraints: &[precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "ldmatrix.sync.aligned.m8n16.many.ss.b8x16.format d:any*wordreg?, [a]", ..FORM },
];
static F_LDU: &[Form] = &[
    Form { slots: &[S_SS_37DC5D, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_D_4054FA, O_A_24A22E], required_operands: 2, gate: G_V20_SM_20, constraints: &[excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64]), excludes(w::V4, &[w::U64]), excludes(w::V4, &[w::S64]), excludes(w::V4, &[w::F64]), excludes(w::V4, &[w::B128])], notation: "ldu{.ss}{.vec}.type d:vec*type~?, [a].unified?", ..FORM },
];
static F_LG2: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "lg2.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
];
static F_LOP3: &[Form] = &[
    Form { slots: &[S_B32], operands: &[O_D_275D88, O_A_16712A, O_B_C58FD0, O_C_5F81BA, O_LUT_479461], required_operands: 5, gate: G_V43_SM_50, notation: "lop3.b32 d:b32?, a:b32, b:b32, c:b32, lut:<int>", ..FORM },
    Form { slots: &[S_BOOL_79B225, S_B32], operands: &[O_D_7C2F01, O_A_16712A, O_B_C58FD0, O_C_5F81BA, O_LUT_479461, O_Q1_021337], required_operands: 6, gate: G_V82_SM_70, notation: "lop3.bool.b32 d|p:b32?, a:b32, b:b32, c:b32, lut:<int>, q1:bool", ..FORM },
];
static F_MAD: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9, O_C_5D2381], required_operands: 4, gate: G_SM_10_TO_SM_13_OR_TO_V31_SM_20, notation: "mad{.ftz}{.sat}.f32 d:f32, a:f32, b:f32, c:f32", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9, O_C_5D2381], required_operands: 4, gate: G_SM_20, notation: "mad.rnd{.ftz}{.sat}.f32 d:f32, a:f32, b:f32, c:f32", ..FORM },
    Form { slots: &[S_RND_4BA3DC, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930, O_C_18A132], required_operands: 4, notation: "mad.rnd.f64 d:f64, a:f64, b:f64, c:f64", ..FORM },
];
static F_MAD_HI: &[Form] = &[
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "mad.hi.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259, O_C_86AD4F], required_operands: 4, notation: "mad.hi.sat.s32 d:s32, a:s32, b:s32, c:s32", ..FORM },
    Form { slots: &[S_CC, S_TYPE_C24181], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "mad.hi.cc.type d:type, a:type, b:type, c:type", ..FORM },
];
static F_MAD_LO: &[Form] = &[
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "mad.lo.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_CC, S_TYPE_C24181], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "mad.lo.cc.type d:type, a:type, b:type, c:type", ..FORM },
];
static F_MAD_WIDE: &[Form] = &[
    Form { slots: &[S_HALF_44CC80], operands: &[O_D_F53DB2, O_A_950E18, O_B_D848B7, O_C_87E18C], required_operands: 4, notation: "mad.wide.half d:wide(half), a:half, b:half, c:wide(half)", ..FORM },
];
static F_MAD24_HI: &[Form] = &[
    Form { slots: &[S_TYPE_266320], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "mad24.hi.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259, O_C_86AD4F], required_operands: 4, notation: "mad24.hi.sat.s32 d:s32, a:s32, b:s32, c:s32", ..FORM },
];
static F_MAD24_LO: &[Form] = &[
    Form { slots: &[S_TYPE_266320], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "mad24.lo.type d:type, a:type, b:type, c:type", ..FORM },
];
static F_MADC_HI: &[Form] = &[
    Form { slots: &[S_TYPE_F2F9E1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.hi.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.hi.cc.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259, O_C_86AD4F], required_operands: 4, gate: G_V30_SM_20, notation: "madc.hi.sat.s32 d:s32, a:s32, b:s32, c:s32", ..FORM },
    Form { slots: &[S_TYPE16_B93574], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.hi.type16 d:type16, a:type16, b:type16, c:type16", ..FORM },
];
static F_MADC_LO: &[Form] = &[
    Form { slots: &[S_TYPE_F2F9E1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.lo.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.lo.cc.type d:type, a:type, b:type, c:type", ..FORM },
    Form { slots: &[S_TYPE16_B93574], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, gate: G_V30_SM_20, notation: "madc.lo.type16 d:type16, a:type16, b:type16, c:type16", ..FORM },
];
static F_MAPA: &[Form] = &[
    Form { slots: &[S_SHARED_CLUSTER_MAYBE, S_TYPE_F2F9E1], operands: &[O_D_B38B73, O_A_29AEAF, O_B_94064E], required_operands: 3, gate: G_V78_SM_90, notation: "mapa{.shared::cluster}.type d:type, a:type$, b:i32", ..FORM },
];
static F_MATCH: &[Form] = &[
    Form { slots: &[S_ANY, S_SYNC, S_TYPE_626B3D], operands: &[O_D_960D75, O_A_950E18, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_SM_70, notation: "match.any.sync.type d:i32reg, a:type, membermask:i32", ..FORM },
    Form { slots: &[S_ALL, S_SYNC, S_TYPE_626B3D], operands: &[O_D_2E63DF, O_A_950E18, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_SM_70, notation: "match.all.sync.type d^p:i32reg?, a:type, membermask:i32", ..FORM },
];
static F_MAX: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_NAN_A1BDB1, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "max{.ftz}{.NaN}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_V72_SM_86, notation: "max{.ftz}{.NaN}.xorsign.abs.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_ABS_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9, O_C_5D2381], required_operands: 4, gate: G_V88_SM_100, notation: "max{.ftz}{.NaN}{.abs}.f32 d:f32, a:f32, b:f32, c:f32", ..FORM },
    Form { slots: &[S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "max.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V70_SM_80, notation: "max{.ftz}{.NaN}.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V72_SM_86, notation: "max{.ftz}{.NaN}.xorsign.abs.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_NAN_RESULT_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V70_SM_80, notation: "max{.NaN}.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V72_SM_86, notation: "max{.NaN}.xorsign.abs.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_ATYPE_5403B1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "max.atype d:atype, a:atype, b:atype", ..FORM },
    Form { slots: &[S_RELU_A1DAC6, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "max{.relu}.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_U16X2], operands: &[O_D_AD9C6E, O_A_FBE3B7, O_B_5C60AA], required_operands: 3, gate: G_V80_SM_90, notation: "max.u16x2 d:u16x2, a:u16x2, b:u16x2", ..FORM },
    Form { slots: &[S_RELU_MAYBE, S_S16X2], operands: &[O_D_7B351F, O_A_7619CF, O_B_D6899C], required_operands: 3, gate: G_V80_SM_90, notation: "max{.relu}.s16x2 d:s16x2, a:s16x2, b:s16x2", ..FORM },
    Form { slots: &[S_U8X4], operands: &[O_D_4F326B, O_A_49D820, O_B_1C5024], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "max.u8x4 d:u8x4, a:u8x4, b:u8x4", ..FORM },
    Form { slots: &[S_RELU_MAYBE, S_S8X4], operands: &[O_D_63BD6F, O_A_499407, O_B_092B52], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "max{.relu}.s8x4 d:s8x4, a:s8x4, b:s8x4", ..FORM },
];
static F_MBARRIER_ARRIVE: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57], required_operands: 2, gate: G_SM_80, notation: "mbarrier.arrive.ss.b64 d:i64reg?, [a:near]", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743], required_operands: 2, gate: G_SM_80, notation: "mbarrier.arrive.b64 d:i64reg?, [a:generic]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57], required_operands: 2, gate: G_V80_SM_80, notation: "mbarrier.arrive.sem.scope.ss.b64 d:i64reg?, [a:near]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743], required_operands: 2, gate: G_V80_SM_80, notation: "mbarrier.arrive.sem.scope.b64 d:i64reg?, [a:generic]", ..FORM },
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_90, notation: "mbarrier.arrive.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_90, notation: "mbarrier.arrive.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.sem.scope.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.sem.scope.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.arrive.shared::cluster.b64 d:<sink>, [a:near]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.arrive.sem.scope.shared::cluster.b64 d:<sink>, [a:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.shared::cluster.b64 d:<sink>, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.sem.scope.shared::cluster.b64 d:<sink>, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_NOCOMPLETE, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_80, notation: "mbarrier.arrive.noComplete.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_NOCOMPLETE, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_80, notation: "mbarrier.arrive.noComplete.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_RELEASE, S_CTA, S_NOCOMPLETE, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_80, notation: "mbarrier.arrive.release.cta.noComplete.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_RELEASE, S_CTA, S_NOCOMPLETE, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_80, notation: "mbarrier.arrive.release.cta.noComplete.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], count:<i32 vector>(1..), mask:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive.sem.scope.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], count:<i32 vector>(1..), mask:i32", ..FORM },
];
static F_MBARRIER_ARRIVE_EXPECT_TX: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.ss.b64 d:i64reg?, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.sem.scope.ss.b64 d:i64reg?, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.b64 d:i64reg?, [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.sem.scope.b64 d:i64reg?, [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.shared::cluster.b64 d:<sink>, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive.expect_tx.sem.scope.shared::cluster.b64 d:<sink>, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive.expect_tx.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], txcount:i32, mask:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive.expect_tx.sem.scope.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], txcount:i32, mask:i32", ..FORM },
];
static F_MBARRIER_ARRIVE_DROP: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57], required_operands: 2, gate: G_SM_80, notation: "mbarrier.arrive_drop.ss.b64 d:i64reg?, [a:near]", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743], required_operands: 2, gate: G_SM_80, notation: "mbarrier.arrive_drop.b64 d:i64reg?, [a:generic]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57], required_operands: 2, gate: G_V80_SM_80, notation: "mbarrier.arrive_drop.sem.scope.ss.b64 d:i64reg?, [a:near]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743], required_operands: 2, gate: G_V80_SM_80, notation: "mbarrier.arrive_drop.sem.scope.b64 d:i64reg?, [a:generic]", ..FORM },
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_90, notation: "mbarrier.arrive_drop.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_90, notation: "mbarrier.arrive_drop.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.sem.scope.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.sem.scope.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.shared::cluster.b64 d:<sink>, [a:near]", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.sem.scope.shared::cluster.b64 d:<sink>, [a:near]", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.shared::cluster.b64 d:<sink>, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.sem.scope.shared::cluster.b64 d:<sink>, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_NOCOMPLETE, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_80, notation: "mbarrier.arrive_drop.noComplete.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_NOCOMPLETE, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_SM_80, notation: "mbarrier.arrive_drop.noComplete.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_RELEASE, S_CTA, S_NOCOMPLETE, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_80, notation: "mbarrier.arrive_drop.release.cta.noComplete.ss.b64 d:i64reg?, [a:near], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_RELEASE, S_CTA, S_NOCOMPLETE, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_COUNT_DD8EA6], required_operands: 3, gate: G_V80_SM_80, notation: "mbarrier.arrive_drop.release.cta.noComplete.b64 d:i64reg?, [a:generic], count:<i32 vector>(1..)", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive_drop.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], count:<i32 vector>(1..), mask:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_COUNT_DD8EA6, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive_drop.sem.scope.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], count:<i32 vector>(1..), mask:i32", ..FORM },
];
static F_MBARRIER_ARRIVE_DROP_EXPECT_TX: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.ss.b64 d:i64reg?, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_D_75B3AF, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.sem.scope.ss.b64 d:i64reg?, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_75B3AF, O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.b64 d:i64reg?, [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_B64], operands: &[O_D_75B3AF, O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.sem.scope.b64 d:i64reg?, [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.shared::cluster.b64 d:<sink>, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 3, gate: G_V80_SM_90, notation: "mbarrier.arrive_drop.expect_tx.sem.scope.shared::cluster.b64 d:<sink>, [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive_drop.expect_tx.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], txcount:i32, mask:i32", ..FORM },
    Form { slots: &[S_SEM_0B7903, S_SCOPE_EBF560, S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_D_CCA814, O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 4, gate: G_V94_SM_107F, notation: "mbarrier.arrive_drop.expect_tx.sem.scope.shared::cluster.multicast::cluster::32b.b64 d:<sink>, [a:near], txcount:i32, mask:i32", ..FORM },
];
static F_MBARRIER_CHECK_LAYOUT: &[Form] = &[
    Form { slots: &[S_LAYOUT_AF43E8, S_SCOPE_95B181, S_B64], operands: &[O_P_D6CD77, O_A_F102C6], required_operands: 2, gate: G_V93_SM_90, notation: "mbarrier.check_layout.layout{.scope}.b64 p:predreg, [a:<i64reg i32reg gvar svar lvar>]", ..FORM },
    Form { slots: &[S_LAYOUT_AF43E8, S_SCOPE_95B181, S_SS_62335C, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA], required_operands: 2, gate: G_V93_SM_90, notation: "mbarrier.check_layout.layout{.scope}.ss.b64 p:predreg, [a:near]", ..FORM },
];
static F_MBARRIER_COMPLETE_TX: &[Form] = &[
    Form { slots: &[S_SS_1C677F, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.complete_tx.ss.b64 [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_RELAXED, S_SCOPE_577DF9, S_SS_1C677F, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.complete_tx.relaxed.scope.ss.b64 [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_B64], operands: &[O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.complete_tx.b64 [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_RELAXED, S_SCOPE_577DF9, S_B64], operands: &[O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.complete_tx.relaxed.scope.b64 [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 3, gate: G_V94_SM_107F, notation: "mbarrier.complete_tx.shared::cluster.multicast::cluster::32b.b64 [a:near], txcount:i32, mask:i32", ..FORM },
    Form { slots: &[S_RELAXED, S_SCOPE_577DF9, S_SHARED_CLUSTER, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3, O_MASK_CF12D7], required_operands: 3, gate: G_V94_SM_107F, notation: "mbarrier.complete_tx.relaxed.scope.shared::cluster.multicast::cluster::32b.b64 [a:near], txcount:i32, mask:i32", ..FORM },
];
static F_MBARRIER_EXPECT_TX: &[Form] = &[
    Form { slots: &[S_SS_1C677F, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.expect_tx.ss.b64 [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_RELAXED, S_SCOPE_577DF9, S_SS_1C677F, S_B64], operands: &[O_A_E15E57, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.expect_tx.relaxed.scope.ss.b64 [a:near], txcount:i32", ..FORM },
    Form { slots: &[S_B64], operands: &[O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.expect_tx.b64 [a:generic], txcount:i32", ..FORM },
    Form { slots: &[S_RELAXED, S_SCOPE_577DF9, S_B64], operands: &[O_A_338743, O_TXCOUNT_EE5BC3], required_operands: 2, gate: G_V80_SM_90, notation: "mbarrier.expect_tx.relaxed.scope.b64 [a:generic], txcount:i32", ..FORM },
];
static F_MBARRIER_INIT: &[Form] = &[
    Form { slots: &[S_LAYOUT_9B9D42, S_SS_1AC893, S_B64], operands: &[O_A_95897A, O_COUNT_F6FA49], required_operands: 2, gate: G_SM_80, notation: "mbarrier.init{.layout}.ss.b64 [a:near], count:i32(1..1048575 as u32)", ..FORM },
    Form { slots: &[S_LAYOUT_9B9D42, S_B64], operands: &[O_A_A3C761, O_COUNT_F6FA49], required_operands: 2, gate: G_SM_80, notation: "mbarrier.init{.layout}.b64 [a:generic], count:i32(1..1048575 as u32)", ..FORM },
];
static F_MBARRIER_INVAL: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_A_95897A], required_operands: 1, gate: G_SM_80, notation: "mbarrier.inval.ss.b64 [a:near]", ..FORM },
    Form { slots: &[S_B64], operands: &[O_A_A3C761], required_operands: 1, gate: G_SM_80, notation: "mbarrier.inval.b64 [a:generic]", ..FORM },
];
static F_MBARRIER_PENDING_COUNT: &[Form] = &[
    Form { slots: &[S_LAYOUT_5D7E91, S_B64], operands: &[O_D_960D75, O_STATE_7DCA65], required_operands: 2, gate: G_SM_80, notation: "mbarrier.pending_count{.layout}.b64 d:i32reg, state:policy", ..FORM },
];
static F_MBARRIER_TEST_WAIT: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.ss.b64 p:predreg, [a:near], state:policy", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.sem.scope.ss.b64 p:predreg, [a:near], state:policy", ..FORM },
    Form { slots: &[S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.b64 p:predreg, [a:generic], state:policy", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.sem.scope.b64 p:predreg, [a:generic], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.ss.b64 p^q:predreg, [a:near], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.sem.scope.ss.b64 p^q:predreg, [a:near], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.b64 p^q:predreg, [a:generic], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.sem.scope.b64 p^q:predreg, [a:generic], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.ss.b64 p^q:predreg, d:b8, [a:near], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_STATE_7DCA65], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.sem.scope.ss.b64 p^q:predreg, d:b8, [a:near], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.b64 p^q:predreg, d:b8, [a:generic], state:policy", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_STATE_7DCA65], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.primary.sem.scope.b64 p^q:predreg, d:b8, [a:generic], state:policy", ..FORM },
];
static F_MBARRIER_TEST_WAIT_PARITY: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.parity.ss.b64 p:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.parity.sem.scope.ss.b64 p:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.parity.b64 p:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_SM_80, notation: "mbarrier.test_wait.parity.sem.scope.b64 p:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.conditional.ss.b64 p:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.conditional.sem.scope.ss.b64 p:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.conditional.b64 p:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.conditional.sem.scope.b64 p:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.ss.b64 p^q:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.sem.scope.ss.b64 p^q:predreg, [a:near], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.b64 p^q:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_PHASE_D1F676], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.sem.scope.b64 p^q:predreg, [a:generic], phase:i32(0..1)", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_PHASE_49D013], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.ss.b64 p^q:predreg, d:b8, [a:near], phase:i32", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_PHASE_49D013], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.sem.scope.ss.b64 p^q:predreg, d:b8, [a:near], phase:i32", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_PHASE_49D013], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.b64 p^q:predreg, d:b8, [a:generic], phase:i32", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_PHASE_49D013], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.test_wait.parity.primary.sem.scope.b64 p^q:predreg, d:b8, [a:generic], phase:i32", ..FORM },
];
static F_MBARRIER_TRY_WAIT: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.ss.b64 p:predreg, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.sem.scope.ss.b64 p:predreg, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.b64 p:predreg, [a:generic], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.sem.scope.b64 p:predreg, [a:generic], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.ss.b64 p^q:predreg, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.sem.scope.ss.b64 p^q:predreg, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.b64 p^q:predreg, [a:generic], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.sem.scope.b64 p^q:predreg, [a:generic], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.ss.b64 p^q:predreg, d:b8, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.sem.scope.ss.b64 p^q:predreg, d:b8, [a:near], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.b64 p^q:predreg, d:b8, [a:generic], state:policy{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_STATE_7DCA65, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.primary.sem.scope.b64 p^q:predreg, d:b8, [a:generic], state:policy{, hint:i32}", ..FORM },
];
static F_MBARRIER_TRY_WAIT_PARITY: &[Form] = &[
    Form { slots: &[S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.parity.ss.b64 p:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.parity.sem.scope.ss.b64 p:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.parity.b64 p:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V78_SM_90, notation: "mbarrier.try_wait.parity.sem.scope.b64 p:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.conditional.ss.b64 p:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_D6CD77, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.conditional.sem.scope.ss.b64 p:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.conditional.b64 p:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_CONDITIONAL_CDD731, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_D6CD77, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.conditional.sem.scope.b64 p:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.ss.b64 p^q:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_A_C8DEFA, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.sem.scope.ss.b64 p^q:predreg, [a:near], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.b64 p^q:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_A_B6FB9E, O_PHASE_D1F676, O_HINT_9CE4FE], required_operands: 3, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.sem.scope.b64 p^q:predreg, [a:generic], phase:i32(0..1){, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_PHASE_49D013, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.ss.b64 p^q:predreg, d:b8, [a:near], phase:i32{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_SS_1AC893, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_C8DEFA, O_PHASE_49D013, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.sem.scope.ss.b64 p^q:predreg, d:b8, [a:near], phase:i32{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_PHASE_49D013, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.b64 p^q:predreg, d:b8, [a:generic], phase:i32{, hint:i32}", ..FORM },
    Form { slots: &[S_PRIMARY_17D6F9, S_SEM_A7F5F1, S_SCOPE_EBF560, S_B64], operands: &[O_P_83D155, O_D_C71D5B, O_A_B6FB9E, O_PHASE_49D013, O_HINT_9CE4FE], required_operands: 4, gate: G_V93_SM_90, notation: "mbarrier.try_wait.parity.primary.sem.scope.b64 p^q:predreg, d:b8, [a:generic], phase:i32{, hint:i32}", ..FORM },
];
static F_MEMBAR: &[Form] = &[
    Form { slots: &[S_LEVEL_67FC6F], operands: &[], notation: "membar.level", ..FORM },
];
static F_MEMBAR_PROXY: &[Form] = &[
    Form { slots: &[S_KIND_CB745A], operands: &[], gate: G_V75_SM_60, notation: "membar.proxy.kind", ..FORM },
];
static F_MIN: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_NAN_A1BDB1, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "min{.ftz}{.NaN}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, gate: G_V72_SM_86, notation: "min{.ftz}{.NaN}.xorsign.abs.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_ABS_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9, O_C_5D2381], required_operands: 4, gate: G_V88_SM_100, notation: "min{.ftz}{.NaN}{.abs}.f32 d:f32, a:f32, b:f32, c:f32", ..FORM },
    Form { slots: &[S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "min.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V70_SM_80, notation: "min{.ftz}{.NaN}.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V72_SM_86, notation: "min{.ftz}{.NaN}.xorsign.abs.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_NAN_RESULT_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V70_SM_80, notation: "min{.NaN}.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_NAN_RESULT_MAYBE, S_XORSIGN, S_ABS, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V72_SM_86, notation: "min{.NaN}.xorsign.abs.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_ATYPE_5403B1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "min.atype d:atype, a:atype, b:atype", ..FORM },
    Form { slots: &[S_RELU_A1DAC6, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "min{.relu}.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_U16X2], operands: &[O_D_AD9C6E, O_A_FBE3B7, O_B_5C60AA], required_operands: 3, gate: G_V80_SM_90, notation: "min.u16x2 d:u16x2, a:u16x2, b:u16x2", ..FORM },
    Form { slots: &[S_RELU_MAYBE, S_S16X2], operands: &[O_D_7B351F, O_A_7619CF, O_B_D6899C], required_operands: 3, gate: G_V80_SM_90, notation: "min{.relu}.s16x2 d:s16x2, a:s16x2, b:s16x2", ..FORM },
    Form { slots: &[S_U8X4], operands: &[O_D_4F326B, O_A_49D820, O_B_1C5024], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "min.u8x4 d:u8x4, a:u8x4, b:u8x4", ..FORM },
    Form { slots: &[S_RELU_MAYBE, S_S8X4], operands: &[O_D_63BD6F, O_A_499407, O_B_092B52], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "min{.relu}.s8x4 d:s8x4, a:s8x4, b:s8x4", ..FORM },
];
static F_MMA: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8K4, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_258FAB, O_A_95F682, O_B_F33793, O_C_4D983E], required_operands: 4, gate: G_V64_SM_70, notation: "mma.sync.aligned.m8n8k4.alayout.blayout.f16.f16.f16.f16 d:4*f16x2?, a:2*f16x2, b:2*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8K4, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_F32, S_F16, S_F16, S_F16], operands: &[O_D_1ECA05, O_A_95F682, O_B_F33793, O_C_4D983E], required_operands: 4, gate: G_V64_SM_70, notation: "mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f16 d:8*f32?, a:2*f16x2, b:2*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8K4, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_1ECA05, O_A_95F682, O_B_F33793, O_C_091FF9], required_operands: 4, gate: G_V64_SM_70, notation: "mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f32 d:8*f32?, a:2*f16x2, b:2*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_2EFF0B, S_ROW, S_COL, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_548AB3, O_A_946FE2, O_B_BDA736, O_C_902846], required_operands: 4, gate: G_V65_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col.f16.f16.f16.f16 d:2*f16x2?, a:shape.mk/64*f16x2, b:shape.nk/64*f16x2, c:2*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_2EFF0B, S_ROW, S_COL, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_D075C3, O_A_946FE2, O_B_BDA736, O_C_38B017], required_operands: 4, gate: G_V65_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col.f32.f16.f16.f32 d:4*f32?, a:shape.mk/64*f16x2, b:shape.nk/64*f16x2, c:4*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_8E44EF, S_ROW, S_COL, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_D075C3, O_A_04A0A6, O_B_75AD04, O_C_38B017], required_operands: 4, gate: G_V70_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col.f32.bf16.bf16.f32 d:4*f32?, a:shape.mk/64*bf16x2, b:shape.nk/64*bf16x2, c:4*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_3AE089, S_ROW, S_COL, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_D075C3, O_A_8F75A4, O_B_FD6993, O_C_38B017], required_operands: 4, gate: G_V70_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col.f32.tf32.tf32.f32 d:4*f32?, a:shape.mk/32*tf32, b:shape.nk/32*tf32, c:4*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_B39CB9, S_ROW, S_COL, S_RND_2BFD82, S_F64, S_F64, S_F64, S_F64], operands: &[O_D_90C88A, O_A_35535C, O_B_5BE5BD, O_C_D791A6], required_operands: 4, gate: G_V70_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col{.rnd}.f64.f64.f64.f64 d:shape.mn/32*f64reg?, a:shape.mk/32*f64word, b:shape.nk/32*f64word, c:shape.mn/32*f64word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8K16, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_94B74D, O_A_56DE01, O_B_81CA1B, O_C_F8F5DB], required_operands: 4, gate: G_V65_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m8n8k16.row.col{.satfinite}.s32.byte.byte2.s32 d:2*i32reg?, a:1*bits32, b:1*word, c:2*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_84BD9B, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_3564FF, O_A_A24467, O_B_D28DD8, O_C_67EC5A], required_operands: 4, gate: G_V70_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col{.satfinite}.s32.byte.byte2.s32 d:4*i32reg?, a:shape.mk/128*word, b:shape.nk/128*word, c:4*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_3D306C, S_ROW, S_COL, S_SATFINITE_MAYBE, S_BOOLEAN_C4757E, S_S32, S_NIBBLE_7EED37, S_NIBBLE2_E8B521, S_S32], operands: &[O_D_868B88, O_A_649B78, O_B_BE6251, O_C_CED68B], required_operands: 4, gate: G_V65_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col{.satfinite}{.boolean}.s32.nibble.nibble2.s32 d:shape.mn/32*i32reg?, a:shape.mk/256*bits32, b:shape.nk/256*word, c:shape.mn/32*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_E3BAF6, S_ROW, S_COL, S_S32, S_B1, S_B1, S_S32, S_OP_6B85C2, S_POPC], operands: &[O_D_868B88, O_A_BE4970, O_B_BA978F, O_C_CED68B], required_operands: 4, gate: G_V70_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col.s32.b1.b1.s32.op.popc d:shape.mn/32*i32reg?, a:shape.mk/1024*bits32, b:shape.nk/1024*word, c:shape.mn/32*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_48F8D7, S_ROW, S_COL, S_KIND_D13C8E, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F, S_F32], operands: &[O_D_D075C3, O_A_A24467, O_B_9F6BD3, O_C_38B017], required_operands: 4, gate: G_V84_SM_89, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col{.kind}.f32.f8.f8b.f32 d:4*f32?, a:shape.mk/128*word, b:shape.nk/128*bits32, c:4*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_84BD9B, S_ROW, S_COL, S_KIND_D13C8E, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F, S_F16], operands: &[O_D_548AB3, O_A_A24467, O_B_9F6BD3, O_C_902846], required_operands: 4, gate: G_V87_SM_89, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.shape.row.col{.kind}.f16.f8.f8b.f16 d:2*f16x2?, a:shape.mk/128*word, b:shape.nk/128*bits32, c:2*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_KIND_F8F6F4, S_F32, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F32], operands: &[O_D_D075C3, O_A_17D7E4, O_B_1C2788, O_C_38B017], required_operands: 4, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.f8f6f4.f8f6f4b.f32 d:4*f32?, a:4*word, b:2*word, c:4*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_KIND_F8F6F4, S_F16, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F16], operands: &[O_D_548AB3, O_A_17D7E4, O_B_1C2788, O_C_902846], required_operands: 4, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.f8f6f4.f8f6f4b.f16 d:2*f16x2?, a:4*word, b:2*word, c:2*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SCALE_VEC_1X_MAYBE, S_F32, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_76904F, O_C_38B017, O_SCALE_A_F678F7, O_SELECTOR_A_7E6C1B, O_SCALE_B_1F760F, O_SELECTOR_B_A078A5], required_operands: 8, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.f8f6f4.f8f6f4b.f32.ue8m0 d:4*f32?, a:4*tf32, b:2*tf32, c:4*f32sum, scale-a:metadata, selector-a:tuple(byte:i16(0..3), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0..3), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_MXF4, S_BLOCK_SCALE, S_SCALE_VEC_2X_MAYBE, S_F32, S_E2M1, S_E2M1, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_76904F, O_C_38B017, O_SCALE_A_F678F7, O_SELECTOR_A_944BF0, O_SCALE_B_1F760F, O_SELECTOR_B_3AB3DF], required_operands: 8, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale{.scale_vec::2X}.f32.e2m1.e2m1.f32.ue8m0 d:4*f32?, a:4*tf32, b:2*tf32, c:4*f32sum, scale-a:metadata, selector-a:tuple(byte:i16(0|2), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0|2), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SCALE_VEC_2X, S_F32, S_E2M1, S_E2M1, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_76904F, O_C_38B017, O_SCALE_A_F678F7, O_SELECTOR_A_944BF0, O_SCALE_B_1F760F, O_SELECTOR_B_3AB3DF], required_operands: 8, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 d:4*f32?, a:4*tf32, b:2*tf32, c:4*f32sum, scale-a:metadata, selector-a:tuple(byte:i16(0|2), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0|2), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SCALE_VEC_4X, S_F32, S_E2M1, S_E2M1, S_F32, S_STYPE_78E972], operands: &[O_D_D075C3, O_A_86B601, O_B_76904F, O_C_38B017, O_SCALE_A_F678F7, O_SELECTOR_A_7BAFE7, O_SCALE_B_1F760F, O_SELECTOR_B_253FC1], required_operands: 8, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.stype d:4*f32?, a:4*tf32, b:2*tf32, c:4*f32sum, scale-a:metadata, selector-a:tuple(byte:i16(0), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0), thread:i16(0..3))", ..FORM },
];
static F_MMA_SP: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_548AB3, O_A_95F682, O_B_F33793, O_C_902846, O_METADATA_02CA6E, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 d:2*f16x2?, a:2*f16x2, b:2*f16x2, c:2*f16x2, metadata:bits32, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_087BA2, O_A_95F682, O_B_F33793, O_C_79F87C, O_METADATA_02CA6E, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d:4*wordreg?, a:2*f16x2, b:2*f16x2, c:4*wordsum, metadata:bits32, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_087BA2, O_A_2F88F5, O_B_1C2788, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d:4*wordreg?, a:2*word, b:2*word, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_548AB3, O_A_355335, O_B_53D211, O_C_902846, O_METADATA_02CA6E, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 d:2*f16x2?, a:4*f16x2, b:4*f16x2, c:2*f16x2, metadata:bits32, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_087BA2, O_A_355335, O_B_53D211, O_C_79F87C, O_METADATA_02CA6E, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 d:4*wordreg?, a:4*f16x2, b:4*f16x2, c:4*wordsum, metadata:bits32, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_087BA2, O_A_17D7E4, O_B_6C19C8, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_F530D7], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 d:4*wordreg?, a:4*word, b:4*word, c:4*wordsum, metadata:metadata, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K8, S_ROW, S_COL, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_087BA2, O_A_2F88F5, O_B_1C2788, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 d:4*wordreg?, a:2*word, b:2*word, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_087BA2, O_A_17D7E4, O_B_6C19C8, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_F530D7], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 d:4*wordreg?, a:4*word, b:4*word, c:4*wordsum, metadata:metadata, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_3564FF, O_A_2F88F5, O_B_1C2788, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_F530D7], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k32.row.col{.satfinite}.s32.byte.byte2.s32 d:4*i32reg?, a:2*word, b:2*word, c:4*i32, metadata:bits32, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_3564FF, O_A_17D7E4, O_B_6C19C8, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k64.row.col{.satfinite}.s32.byte.byte2.s32 d:4*i32reg?, a:4*word, b:4*word, c:4*i32, metadata:bits32, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_NIBBLE_7EED37, S_NIBBLE2_E8B521, S_S32], operands: &[O_D_3564FF, O_A_91D807, O_B_1C2788, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_F530D7], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k64.row.col{.satfinite}.s32.nibble.nibble2.s32 d:4*i32reg?, a:2*bits32, b:2*word, c:4*i32, metadata:bits32, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K128, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_NIBBLE_7EED37, S_NIBBLE2_E8B521, S_S32], operands: &[O_D_3564FF, O_A_DC4C76, O_B_6C19C8, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V71_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k128.row.col{.satfinite}.s32.nibble.nibble2.s32 d:4*i32reg?, a:4*bits32, b:4*word, c:4*i32, metadata:bits32, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F, S_F32], operands: &[O_D_5BC846, O_A_17D7E4, O_B_6F9BB1, O_C_38B017, O_METADATA_424CAD, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V84_SM_89, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp.sync.aligned.m16n8k64.row.col.f32.f8.f8b.f32 d:4*f32, a:4*word, b:4*bits32, c:4*f32sum, metadata:<b32 u32 s32 sym+>, selector:<int>(0)", ..FORM },
];
static F_MMA_SP_ORDERED_METADATA: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_548AB3, O_A_95F682, O_B_F33793, O_C_902846, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 d:2*f16x2?, a:2*f16x2, b:2*f16x2, c:2*f16x2, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_087BA2, O_A_95F682, O_B_F33793, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d:4*wordreg?, a:2*f16x2, b:2*f16x2, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_087BA2, O_A_2F88F5, O_B_1C2788, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 d:4*wordreg?, a:2*word, b:2*word, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F16, S_F16, S_F16, S_F16], operands: &[O_D_548AB3, O_A_355335, O_B_53D211, O_C_902846, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 d:2*f16x2?, a:4*f16x2, b:4*f16x2, c:2*f16x2, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F32, S_F16, S_F16, S_F32], operands: &[O_D_087BA2, O_A_355335, O_B_53D211, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 d:4*wordreg?, a:4*f16x2, b:4*f16x2, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_087BA2, O_A_17D7E4, O_B_6C19C8, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_F530D7], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 d:4*wordreg?, a:4*word, b:4*word, c:4*wordsum, metadata:metadata, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K8, S_ROW, S_COL, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_087BA2, O_A_2F88F5, O_B_1C2788, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_931AB4], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 d:4*wordreg?, a:2*word, b:2*word, c:4*wordsum, metadata:metadata, selector:<int>(0..3)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K16, S_ROW, S_COL, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_087BA2, O_A_17D7E4, O_B_6C19C8, O_C_79F87C, O_METADATA_2DAD93, O_SELECTOR_F530D7], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 d:4*wordreg?, a:4*word, b:4*word, c:4*wordsum, metadata:metadata, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K32, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_3564FF, O_A_2F88F5, O_B_1C2788, O_C_67EC5A, O_METADATA_2DAD93, O_SELECTOR_F530D7], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col{.satfinite}.s32.byte.byte2.s32 d:4*i32reg?, a:2*word, b:2*word, c:4*i32, metadata:metadata, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD, S_S32], operands: &[O_D_3564FF, O_A_17D7E4, O_B_6C19C8, O_C_67EC5A, O_METADATA_2DAD93, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col{.satfinite}.s32.byte.byte2.s32 d:4*i32reg?, a:4*word, b:4*word, c:4*i32, metadata:metadata, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_NIBBLE_7EED37, S_NIBBLE2_E8B521, S_S32], operands: &[O_D_3564FF, O_A_91D807, O_B_1C2788, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_F530D7], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col{.satfinite}.s32.nibble.nibble2.s32 d:4*i32reg?, a:2*bits32, b:2*word, c:4*i32, metadata:bits32, selector:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K128, S_ROW, S_COL, S_SATFINITE_MAYBE, S_S32, S_NIBBLE_7EED37, S_NIBBLE2_E8B521, S_S32], operands: &[O_D_3564FF, O_A_DC4C76, O_B_6C19C8, O_C_67EC5A, O_METADATA_02CA6E, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V85_SM_80, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col{.satfinite}.s32.nibble.nibble2.s32 d:4*i32reg?, a:4*bits32, b:4*word, c:4*i32, metadata:bits32, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_E21EFB, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F, S_F32], operands: &[O_D_5BC846, O_A_17D7E4, O_B_6F9BB1, O_C_38B017, O_METADATA_424CAD, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V85_SM_89, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col{.kind}.f32.f8.f8b.f32 d:4*f32, a:4*word, b:4*bits32, c:4*f32sum, metadata:<b32 u32 s32 sym+>, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_E21EFB, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F, S_F16], operands: &[O_D_548AB3, O_A_17D7E4, O_B_6F9BB1, O_C_902846, O_METADATA_424CAD, O_SELECTOR_E75E4E], required_operands: 6, gate: G_V87_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col{.kind}.f16.f8.f8b.f16 d:2*f16x2?, a:4*word, b:4*bits32, c:2*f16x2, metadata:<b32 u32 s32 sym+>, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_F8F6F4, S_F32, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F32], operands: &[O_D_D075C3, O_A_17D7E4, O_B_6C19C8, O_C_38B017, O_METADATA_424CAD, O_SELECTOR_E75E4E], required_operands: 6, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.f8f6f4.f8f6f4b.f32 d:4*f32?, a:4*word, b:4*word, c:4*f32sum, metadata:<b32 u32 s32 sym+>, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_F8F6F4, S_F16, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F16], operands: &[O_D_548AB3, O_A_17D7E4, O_B_6C19C8, O_C_902846, O_METADATA_424CAD, O_SELECTOR_E75E4E], required_operands: 6, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16.f8f6f4.f8f6f4b.f16 d:2*f16x2?, a:4*word, b:4*word, c:2*f16x2, metadata:<b32 u32 s32 sym+>, selector:<int>(0)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K64, S_ROW, S_COL, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SCALE_VEC_1X_MAYBE, S_F32, S_F8F6F4_4F68D9, S_F8F6F4B_72BBDB, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_A3C982, O_C_38B017, O_METADATA_384F04, O_SELECTOR_E75E4E, O_SCALE_A_F678F7, O_SELECTOR_A_7E6C1B, O_SCALE_B_1F760F, O_SELECTOR_B_A078A5], required_operands: 10, gate: G_SM_120F, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale{.scale_vec::1X}.f32.f8f6f4.f8f6f4b.f32.ue8m0 d:4*f32?, a:4*tf32, b:4*tf32, c:4*f32sum, metadata:<b32 u32 s32 sym+ vector>, selector:<int>(0), scale-a:metadata, selector-a:tuple(byte:i16(0..3), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0..3), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K128, S_ROW, S_COL, S_KIND_MXF4, S_BLOCK_SCALE, S_SCALE_VEC_2X_MAYBE, S_F32, S_E2M1, S_E2M1, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_A3C982, O_C_38B017, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_A_F678F7, O_SELECTOR_A_944BF0, O_SCALE_B_1F760F, O_SELECTOR_B_3AB3DF], required_operands: 10, gate: G_SM_120A_SM_121A, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale{.scale_vec::2X}.f32.e2m1.e2m1.f32.ue8m0 d:4*f32?, a:4*tf32, b:4*tf32, c:4*f32sum, metadata:metadata, selector:<int>(0), scale-a:metadata, selector-a:tuple(byte:i16(0|2), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0|2), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K128, S_ROW, S_COL, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SCALE_VEC_2X, S_F32, S_E2M1, S_E2M1, S_F32, S_UE8M0], operands: &[O_D_D075C3, O_A_86B601, O_B_A3C982, O_C_38B017, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_A_F678F7, O_SELECTOR_A_944BF0, O_SCALE_B_1F760F, O_SELECTOR_B_3AB3DF], required_operands: 10, gate: G_SM_120A_SM_121A, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0 d:4*f32?, a:4*tf32, b:4*tf32, c:4*f32sum, metadata:metadata, selector:<int>(0), scale-a:metadata, selector-a:tuple(byte:i16(0|2), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0|2), thread:i16(0..3))", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8K128, S_ROW, S_COL, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SCALE_VEC_4X, S_F32, S_E2M1, S_E2M1, S_F32, S_STYPE_78E972], operands: &[O_D_D075C3, O_A_86B601, O_B_A3C982, O_C_38B017, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_A_F678F7, O_SELECTOR_A_7BAFE7, O_SCALE_B_1F760F, O_SELECTOR_B_253FC1], required_operands: 10, gate: G_SM_120A_SM_121A, constraints: &[precedes(w::ROW, &[w::COL])], notation: "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.stype d:4*f32?, a:4*tf32, b:4*tf32, c:4*f32sum, metadata:metadata, selector:<int>(0), scale-a:metadata, selector-a:tuple(byte:i16(0), thread:i16(0..1)), scale-b:metadata, selector-b:tuple(byte:i16(0), thread:i16(0..3))", ..FORM },
];
static F_MOV: &[Form] = &[
    Form { slots: &[S_PRED], operands: &[O_D_1CBC0D, O_A_166309], required_operands: 2, notation: "mov.pred d:pred, a:<pred f16x2 int notpred sregpred func entry>", ..FORM },
    Form { slots: &[S_TYPE_FF3B36], operands: &[O_D_B38B73, O_A_B4AF7D], required_operands: 2, notation: "mov.type d:type, a:type%&", ..FORM },
    Form { slots: &[S_B128], operands: &[O_D_979A03, O_A_40C3B4], required_operands: 2, gate: G_V83_SM_70, notation: "mov.b128 d:b128, a:b128%&", ..FORM },
    Form { slots: &[S_V2, S_TYPE_FF3B36], operands: &[O_D_8DFDCF, O_A_4A1166], required_operands: 2, notation: "mov.v2.type d:2*type?, a:2*type%", ..FORM },
    Form { slots: &[S_V4, S_TYPE_05A22D], operands: &[O_D_DAF3CA, O_A_FB10E9], required_operands: 2, notation: "mov.v4.type d:4*type?, a:4*type%", ..FORM },
    Form { slots: &[S_V2, S_TYPE_FF3B36], operands: &[O_D_8DFDCF, O_A_B4AF7D], required_operands: 2, notation: "mov.v2.type d:2*type?, a:type%&", ..FORM },
    Form { slots: &[S_V4, S_TYPE_05A22D], operands: &[O_D_DAF3CA, O_A_B4AF7D], required_operands: 2, notation: "mov.v4.type d:4*type?, a:type%&", ..FORM },
    Form { slots: &[S_V4, S_TYPE_250920], operands: &[O_D_DAF3CA, O_A_E73E2B], required_operands: 2, notation: "mov.v4.type d:4*type?, a:<sregvec>", ..FORM },
    Form { slots: &[S_B16], operands: &[O_D_0CB5AE, O_A_7E0E5C], required_operands: 2, notation: "mov.b16 d:b16, a:2*b8%", ..FORM },
    Form { slots: &[S_B16], operands: &[O_D_D1B41B, O_A_66ECE9], required_operands: 2, notation: "mov.b16 d:2*b8?, a:b16%&", ..FORM },
    Form { slots: &[S_B32], operands: &[O_D_1AC640, O_A_11C602], required_operands: 2, notation: "mov.b32 d:b32, a:2*b16%?", ..FORM },
    Form { slots: &[S_B32], operands: &[O_D_1FC17D, O_A_3D687E], required_operands: 2, notation: "mov.b32 d:2*b16?, a:b32%&", ..FORM },
    Form { slots: &[S_B32], operands: &[O_D_1AC640, O_A_AE0BBA], required_operands: 2, notation: "mov.b32 d:b32, a:4*b8%", ..FORM },
    Form { slots: &[S_B32], operands: &[O_D_45872D, O_A_3D687E], required_operands: 2, notation: "mov.b32 d:4*b8?, a:b32%&", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_7E5D83, O_A_C95285], required_operands: 2, notation: "mov.b64 d:b64, a:2*b32%", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_465C84, O_A_DA0C56], required_operands: 2, notation: "mov.b64 d:2*b32?, a:b64%&", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_7E5D83, O_A_62EFA0], required_operands: 2, notation: "mov.b64 d:b64, a:4*b16%", ..FORM },
    Form { slots: &[S_B64], operands: &[O_D_FE33A3, O_A_DA0C56], required_operands: 2, notation: "mov.b64 d:4*b16?, a:b64%&", ..FORM },
    Form { slots: &[S_B128], operands: &[O_D_979A03, O_A_428C24], required_operands: 2, gate: G_V83_SM_70, notation: "mov.b128 d:b128, a:2*b64%", ..FORM },
    Form { slots: &[S_B128], operands: &[O_D_B6C736, O_A_580EDE], required_operands: 2, gate: G_V83_SM_70, notation: "mov.b128 d:2*b64?, a:b128&", ..FORM },
    Form { slots: &[S_B128], operands: &[O_D_979A03, O_A_315FA4], required_operands: 2, gate: G_V83_SM_70, notation: "mov.b128 d:b128, a:4*b32%", ..FORM },
    Form { slots: &[S_B128], operands: &[O_D_CA5514, O_A_580EDE], required_operands: 2, gate: G_V83_SM_70, notation: "mov.b128 d:4*b32?, a:b128&", ..FORM },
    Form { slots: &[S_BITS_891901], operands: &[O_D_B38B73, O_A_7B97EB], required_operands: 2, notation: "mov.bits d:bits, a:1*bits%", ..FORM },
    Form { slots: &[S_BITS_891901], operands: &[O_D_E7D813, O_A_B4AF7D], required_operands: 2, notation: "mov.bits d:1*bits, a:bits%&", ..FORM },
];
static F_MOVMATRIX: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_TRANS, S_B16], operands: &[O_D_5D9E4D, O_A_BDD58C], required_operands: 2, gate: G_V78_SM_75, notation: "movmatrix.sync.aligned.m8n8.trans.b16 d:wordreg, a:<word notpred sym+>", ..FORM },
];
static F_MUL: &[Form] = &[
    Form { slots: &[S_RND_0FBD1A, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "mul{.rnd}{.ftz}{.sat}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_2BFD82, S_FTZ_MAYBE, S_F32X2], operands: &[O_D_A012CF, O_A_41ECC5, O_B_699868], required_operands: 3, gate: G_V86_SM_100, notation: "mul{.rnd}{.ftz}.f32x2 d:f32x2, a:f32x2, b:f32x2", ..FORM },
    Form { slots: &[S_RND_08DFCF, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "mul{.rnd}.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_FTZ_MAYBE, S_SAT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V42_SM_53, notation: "mul{.rn}{.ftz}{.sat}.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V78_SM_90, notation: "mul{.rn}.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
];
static F_MUL_HI: &[Form] = &[
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "mul.hi.type d:type, a:type, b:type", ..FORM },
];
static F_MUL_LO: &[Form] = &[
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "mul.lo.type d:type, a:type, b:type", ..FORM },
];
static F_MUL_WIDE: &[Form] = &[
    Form { slots: &[S_HALF_44CC80], operands: &[O_D_F53DB2, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "mul.wide.half d:wide(half), a:half, b:half", ..FORM },
];
static F_MUL24_HI: &[Form] = &[
    Form { slots: &[S_TYPE_266320], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "mul24.hi.type d:type, a:type, b:type", ..FORM },
];
static F_MUL24_LO: &[Form] = &[
    Form { slots: &[S_TYPE_266320], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "mul24.lo.type d:type, a:type, b:type", ..FORM },
];
static F_MULTIMEM_LD_REDUCE: &[Form] = &[
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_TYPE_0D33BC], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}{.far}.add{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_TYPE_0D33BC], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.add{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_TYPE_1405CD], operands: &[O_D_8E09E9, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}{.far}.add{.acc}.type d:vec*type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_TYPE_1405CD], operands: &[O_D_8E09E9, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.add{.acc}.type d:vec*type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_MINMAX_7F54F9, S_ACC_FF226F, S_TYPE_1BD261], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN, w::MAX]), excludes(w::ACC_F16, &[w::MIN, w::MAX])], notation: "multimem.ld_reduce{.weak}{.far}.minmax{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_MINMAX_7F54F9, S_ACC_FF226F, S_TYPE_1BD261], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN, w::MAX]), excludes(w::ACC_F16, &[w::MIN, w::MAX])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.minmax{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_LOGIC_A82058, S_ACC_FF226F, S_TYPE_626B3D], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::AND, w::OR, w::XOR]), excludes(w::ACC_F16, &[w::AND, w::OR, w::XOR])], notation: "multimem.ld_reduce{.weak}{.far}.logic{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_LOGIC_A82058, S_ACC_FF226F, S_TYPE_626B3D], operands: &[O_D_B38B73, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::AND, w::OR, w::XOR]), excludes(w::ACC_F16, &[w::AND, w::OR, w::XOR])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.logic{.acc}.type d:type, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_PACKED16_83B5E2], operands: &[O_D_8E09E9, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16X2, w::BF16X2])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.packed16 d:vec*packed16, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_PACKED16_83B5E2], operands: &[O_D_8E09E9, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16X2, w::BF16X2])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.packed16 d:vec*packed16, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_QUAD8_09B825], operands: &[O_D_51B472, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X4, w::E5M2X4])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.quad8 d:vec*<b32 u32 s32 f32 f16x2 pred>, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_QUAD8_09B825], operands: &[O_D_51B472, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X4, w::E5M2X4])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.quad8 d:vec*<b32 u32 s32 f32 f16x2 pred>, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_VEC_72DE48, S_F32], operands: &[O_D_E8EC7F, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}{.far}.add{.acc}.vec.f32 d:vec*f32?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_ACC_FF226F, S_VEC_72DE48, S_F32], operands: &[O_D_E8EC7F, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::ADD]), excludes(w::ACC_F16, &[w::ADD])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.add{.acc}.vec.f32 d:vec*f32?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_72DE48, S_PACKED16_83B5E2], operands: &[O_D_B64ADF, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16X2, w::BF16X2])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.vec.packed16 d:vec*packed16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_72DE48, S_PACKED16_83B5E2], operands: &[O_D_B64ADF, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16X2, w::BF16X2])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.vec.packed16 d:vec*packed16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_EF4C7E, S_FP16_075499], operands: &[O_D_B64ADF, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16, w::BF16])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.vec.fp16 d:vec*fp16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_EF4C7E, S_FP16_075499], operands: &[O_D_B64ADF, O_A_24A22E], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F16, &[w::F16, w::BF16])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.vec.fp16 d:vec*fp16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_45DD17, S_FP8_8ED070], operands: &[O_D_731FFE, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3, w::E5M2])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.vec.fp8 d:vec*b8?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_45DD17, S_FP8_8ED070], operands: &[O_D_731FFE, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3, w::E5M2])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.vec.fp8 d:vec*b8?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_EF4C7E, S_PACKED8_45CBDC], operands: &[O_D_606C62, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X2, w::E5M2X2])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.vec.packed8 d:vec*b16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_EF4C7E, S_PACKED8_45CBDC], operands: &[O_D_606C62, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X2, w::E5M2X2])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.vec.packed8 d:vec*b16?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_72DE48, S_QUAD8_09B825], operands: &[O_D_41D548, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X4, w::E5M2X4])], notation: "multimem.ld_reduce{.weak}{.far}.op{.acc}.vec.quad8 d:vec*b32?, [a].unified?", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_497982, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_ACC_FF226F, S_VEC_72DE48, S_QUAD8_09B825], operands: &[O_D_41D548, O_A_24A22E], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::ACQUIRE]), excludes(w::ACC_F32, &[w::MIN]), excludes(w::ACC_F16, &[w::MIN]), excludes(w::ACC_F32, &[w::MAX]), excludes(w::ACC_F16, &[w::MAX]), excludes(w::ACC_F32, &[w::E4M3X4, w::E5M2X4])], notation: "multimem.ld_reduce{.weak}.sem.scope{.far}.op{.acc}.vec.quad8 d:vec*b32?, [a].unified?", ..FORM },
];
static F_MULTIMEM_RED: &[Form] = &[
    Form { slots: &[S_FAR_A6B4A3, S_ADD, S_TYPE_0D33BC], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.add.type [a], b:type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_TYPE_0D33BC], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.add.type [a], b:type", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_ADD, S_TYPE_D69690], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.add.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_TYPE_D69690], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.add.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_MINMAX_7F54F9, S_TYPE_1BD261], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.minmax.type [a], b:type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_MINMAX_7F54F9, S_TYPE_1BD261], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.minmax.type [a], b:type", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_LOGIC_A82058, S_TYPE_626B3D], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.logic.type [a], b:type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_LOGIC_A82058, S_TYPE_626B3D], operands: &[O_A_4A5514, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.logic.type [a], b:type", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_ADD, S_VEC_72DE48, S_F32], operands: &[O_A_4A5514, O_B_41100C], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.add.vec.f32 [a], b:vec*f32", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_ADD, S_VEC_72DE48, S_F32], operands: &[O_A_4A5514, O_B_41100C], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.add.vec.f32 [a], b:vec*f32", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_OP_9CE0AA, S_VEC_72DE48, S_TYPE_1BAB21], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.op.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_VEC_72DE48, S_TYPE_1BAB21], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.op.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_OP_9CE0AA, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red{.far}.op.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_OP_9CE0AA, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_A_4A5514, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, notation: "multimem.red.sem.scope{.far}.op.vec.type [a], b:vec*type", ..FORM },
];
static F_MULTIMEM_ST: &[Form] = &[
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_TYPE_9673E1], operands: &[O_A_405642, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.type [a], b:type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_TYPE_9673E1], operands: &[O_A_405642, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.type [a], b:type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_TYPE_D69690], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_TYPE_D69690], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_TYPE_5366CB], operands: &[O_A_405642, O_B_D48AB0], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.type [a], b:vec*<b32 u32 s32 f32 f16x2 int hexf sym+>", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_TYPE_5366CB], operands: &[O_A_405642, O_B_D48AB0], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.type [a], b:vec*<b32 u32 s32 f32 f16x2 int hexf sym+>", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_VEC_72DE48, S_TYPE_B2991C], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_VEC_72DE48, S_TYPE_B2991C], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_VEC_72DE48, S_TYPE_5366CB], operands: &[O_A_405642, O_B_C0572C], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.vec.type [a], b:vec*b32", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_VEC_72DE48, S_TYPE_5366CB], operands: &[O_A_405642, O_B_C0572C], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.vec.type [a], b:vec*b32", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_A_405642, O_B_8DB100], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.vec.type [a], b:vec*type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_VEC_EF4C7E, S_TYPE_0DFBD7], operands: &[O_A_405642, O_B_37BDAC], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.vec.type [a], b:vec*b16", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_VEC_EF4C7E, S_TYPE_0DFBD7], operands: &[O_A_405642, O_B_37BDAC], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.vec.type [a], b:vec*b16", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_A6B4A3, S_VEC_45DD17, S_TYPE_4F0AD7], operands: &[O_A_405642, O_B_A74B3D], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}{.far}.vec.type [a], b:vec*b8", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SEM_509B38, S_SCOPE_E30A4A, S_FAR_A6B4A3, S_VEC_45DD17, S_TYPE_4F0AD7], operands: &[O_A_405642, O_B_A74B3D], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120A_SM_121A, constraints: &[excludes(w::WEAK, &[w::RELAXED, w::RELEASE])], notation: "multimem.st{.weak}.sem.scope{.far}.vec.type [a], b:vec*b8", ..FORM },
];
static F_NANOSLEEP: &[Form] = &[
    Form { slots: &[S_U32], operands: &[O_T_206F6B], required_operands: 1, gate: G_V62_SM_70, notation: "nanosleep.u32 t:i32", ..FORM },
];
static F_NEG: &[Form] = &[
    Form { slots: &[S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "neg{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, notation: "neg.f64 d:f64, a:f64", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V51_SM_53, notation: "neg{.ftz}.half d:half, a:half", ..FORM },
    Form { slots: &[S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V70_SM_80, notation: "neg.bhalf d:bhalf, a:bhalf", ..FORM },
    Form { slots: &[S_TYPE_2D4893], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, notation: "neg.type d:type, a:type", ..FORM },
    Form { slots: &[S_S8X4], operands: &[O_D_63BD6F, O_A_499407], required_operands: 2, gate: G_V92_SM_120F_SM_107F, notation: "neg.s8x4 d:s8x4, a:s8x4", ..FORM },
];
static F_NOT: &[Form] = &[
    Form { slots: &[S_TYPE_2DF733], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, notation: "not.type d:type, a:type", ..FORM },
];
static F_OR: &[Form] = &[
    Form { slots: &[S_TYPE_2DF733], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "or.type d:type, a:type, b:type", ..FORM },
];
static F_PMEVENT: &[Form] = &[
    Form { slots: &[], operands: &[O_A_A97F8C], required_operands: 1, notation: "pmevent a:<int>(0..15)", ..FORM },
];
static F_PMEVENT_MASK: &[Form] = &[
    Form { slots: &[], operands: &[O_A_95EDDD], required_operands: 1, gate: G_V30_SM_20, notation: "pmevent.mask a:<int>(0..65535)", ..FORM },
];
static F_POPC: &[Form] = &[
    Form { slots: &[S_TYPE_626B3D], operands: &[O_D_960D75, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "popc.type d:i32reg, a:type", ..FORM },
];
static F_PREFETCH: &[Form] = &[
    Form { slots: &[S_SPACE_4E2C05, S_LEVEL_EE260E], operands: &[O_A_A0BB5C], required_operands: 1, gate: G_SM_20, notation: "prefetch{.space}.level [a]", ..FORM },
    Form { slots: &[S_GLOBAL, S_L1_32B, S_VALID_ADDR], operands: &[O_A_A0BB5C], required_operands: 1, gate: G_V94_SM_90, notation: "prefetch.global.L1::32B.valid_addr [a]", ..FORM },
    Form { slots: &[S_FAR_A6B4A3, S_PRIORITY_53BA59], operands: &[O_A_A0BB5C], required_operands: 1, gate: G_V74_SM_80, notation: "prefetch{.far}.priority [a]", ..FORM },
    Form { slots: &[S_TENSORMAP_SPACE_825731, S_TENSORMAP], operands: &[O_A_BCB90C], required_operands: 1, gate: G_V80_SM_90, notation: "prefetch{.tensormap_space}.tensormap [a~]", ..FORM },
];
static F_PREFETCHU: &[Form] = &[
    Form { slots: &[S_L1], operands: &[O_A_23A5C3], required_operands: 1, gate: G_SM_20, notation: "prefetchu.L1 [a:global]", ..FORM },
];
static F_PRMT: &[Form] = &[
    Form { slots: &[S_B32, S_MODE_B8E33B], operands: &[O_D_1AC640, O_A_16712A, O_B_C58FD0, O_C_5F81BA], required_operands: 4, gate: G_V20_SM_20, notation: "prmt.b32{.mode} d:b32, a:b32, b:b32, c:b32", ..FORM },
];
static F_RCP: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "rcp.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, gate: G_SM_20, notation: "rcp.rnd{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_RND_B9E475, S_FTZ_MAYBE, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, notation: "rcp.rnd{.ftz}.f64 d:f64, a:f64", ..FORM },
    Form { slots: &[S_APPROX, S_FTZ, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, gate: G_V21_SM_20, notation: "rcp.approx.ftz.f64 d:f64, a:f64", ..FORM },
];
static F_RED: &[Form] = &[
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_SPACE_869B00, S_ADD, S_L2_CACHE_HINT_B0A8C5, S_TYPE_7DF118], operands: &[O_A_4A5514, O_B_D848B7, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "red{.sem}{.scope}{.space}.add{.L2::cache_hint}.type [a], b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_SPACE_869B00, S_MINMAX_7F54F9, S_L2_CACHE_HINT_B0A8C5, S_TYPE_63898B], operands: &[O_A_4A5514, O_B_D848B7, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "red{.sem}{.scope}{.space}.minmax{.L2::cache_hint}.type [a], b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_SPACE_869B00, S_LOGIC_A82058, S_L2_CACHE_HINT_B0A8C5, S_TYPE_2DD2FB], operands: &[O_A_4A5514, O_B_D848B7, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "red{.sem}{.scope}{.space}.logic{.L2::cache_hint}.type [a], b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_SPACE_869B00, S_WRAP_81E5E1, S_L2_CACHE_HINT_B0A8C5, S_TYPE_3A505E], operands: &[O_A_4A5514, O_B_D848B7, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "red{.sem}{.scope}{.space}.wrap{.L2::cache_hint}.type [a], b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_SPACE_869B00, S_ADD, S_NOFTZ, S_L2_CACHE_HINT_B0A8C5, S_TYPE_208F9F], operands: &[O_A_4A5514, O_B_D848B7, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "red{.sem}{.scope}{.space}.add.noftz{.L2::cache_hint}.type [a], b:type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_FAR_1F3195, S_ADD, S_NOFTZ_2235CA, S_L2_CACHE_HINT_MAYBE, S_VEC_72DE48, S_TYPE_15487B], operands: &[O_A_4A5514, O_B_8DB100, O_POLICY_60E612], required_operands: 2, gate: G_V81_SM_90, notation: "red{.sem}{.scope}{.far}.add{.noftz}{.L2::cache_hint}.vec.type [a], b:vec*type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_FAR_1F3195, S_OP_9CE0AA, S_NOFTZ, S_L2_CACHE_HINT_MAYBE, S_VEC_72DE48, S_TYPE_1BAB21], operands: &[O_A_4A5514, O_B_8DB100, O_POLICY_60E612], required_operands: 2, gate: G_V81_SM_90, notation: "red{.sem}{.scope}{.far}.op.noftz{.L2::cache_hint}.vec.type [a], b:vec*type, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_9B6192, S_SCOPE_1BAA7E, S_FAR_1F3195, S_OP_9CE0AA, S_NOFTZ, S_L2_CACHE_HINT_MAYBE, S_VEC_EF4C7E, S_TYPE_DB9E9E], operands: &[O_A_4A5514, O_B_8DB100, O_POLICY_60E612], required_operands: 2, gate: G_V81_SM_90, notation: "red{.sem}{.scope}{.far}.op.noftz{.L2::cache_hint}.vec.type [a], b:vec*type, policy:policy if L2::cache_hint", ..FORM },
];
static F_RED_ASYNC: &[Form] = &[
    Form { slots: &[S_RELAXED, S_CLUSTER, S_SHARED_CLUSTER_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_ADD, S_TYPE_1BD261], operands: &[O_A_5444C0, O_B_D848B7, O_MBAR_FAA7B6], required_operands: 2, gate: G_V81_SM_90, notation: "red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.add.type [a~], b:type{, [mbar~]}", ..FORM },
    Form { slots: &[S_RELAXED, S_CLUSTER, S_SHARED_CLUSTER_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_MINMAX_7F54F9, S_TYPE_266320], operands: &[O_A_5444C0, O_B_D848B7, O_MBAR_FAA7B6], required_operands: 2, gate: G_V81_SM_90, notation: "red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.minmax.type [a~], b:type{, [mbar~]}", ..FORM },
    Form { slots: &[S_RELAXED, S_CLUSTER, S_SHARED_CLUSTER_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_LOGIC_A82058, S_TYPE_1EF8EB], operands: &[O_A_5444C0, O_B_D848B7, O_MBAR_FAA7B6], required_operands: 2, gate: G_V81_SM_90, notation: "red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.logic.type [a~], b:type{, [mbar~]}", ..FORM },
    Form { slots: &[S_RELAXED, S_CLUSTER, S_SHARED_CLUSTER_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_WRAP_81E5E1, S_TYPE_3A505E], operands: &[O_A_5444C0, O_B_D848B7, O_MBAR_FAA7B6], required_operands: 2, gate: G_V81_SM_90, notation: "red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.wrap.type [a~], b:type{, [mbar~]}", ..FORM },
    Form { slots: &[S_SEM_DD0C3C, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_ADD, S_TYPE_1BD261], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_SM_100, notation: "red.async.sem.scope{.global}.add.type [a~], b:type=", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_ADD, S_TYPE_1BD261], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_V87_SM_100, notation: "red.async.mmio.release.sys{.global}.add.type [a~], b:type=", ..FORM },
    Form { slots: &[S_SEM_DD0C3C, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_MINMAX_7F54F9, S_TYPE_266320], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_SM_100, notation: "red.async.sem.scope{.global}.minmax.type [a~], b:type=", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_MINMAX_7F54F9, S_TYPE_266320], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_V87_SM_100, notation: "red.async.mmio.release.sys{.global}.minmax.type [a~], b:type=", ..FORM },
    Form { slots: &[S_SEM_DD0C3C, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_LOGIC_A82058, S_TYPE_1EF8EB], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_SM_100, notation: "red.async.sem.scope{.global}.logic.type [a~], b:type=", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_LOGIC_A82058, S_TYPE_1EF8EB], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_V87_SM_100, notation: "red.async.mmio.release.sys{.global}.logic.type [a~], b:type=", ..FORM },
    Form { slots: &[S_SEM_DD0C3C, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_WRAP_81E5E1, S_TYPE_3A505E], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_SM_100, notation: "red.async.sem.scope{.global}.wrap.type [a~], b:type=", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_WRAP_81E5E1, S_TYPE_3A505E], operands: &[O_A_5444C0, O_B_0E4251], required_operands: 2, gate: G_V87_SM_100, notation: "red.async.mmio.release.sys{.global}.wrap.type [a~], b:type=", ..FORM },
];
static F_REDUX: &[Form] = &[
    Form { slots: &[S_SYNC, S_OP_9CE0AA, S_TYPE_266320], operands: &[O_D_960D75, O_A_F6F23E, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_SM_80, notation: "redux.sync.op.type d:i32reg, a:i32, membermask:i32", ..FORM },
    Form { slots: &[S_SYNC, S_OP_969323, S_B32], operands: &[O_D_960D75, O_A_F6F23E, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_SM_80, notation: "redux.sync.op.b32 d:i32reg, a:i32, membermask:i32", ..FORM },
    Form { slots: &[S_SYNC, S_OP_62AC99, S_ABS_MAYBE, S_NAN_RESULT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_SM_100F, notation: "redux.sync.op{.abs}{.NaN}.f32 d:f32, a:f32, membermask:i32", ..FORM },
];
static F_REM: &[Form] = &[
    Form { slots: &[S_TYPE_91300C], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "rem.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_TYPE64_6C364E], operands: &[O_D_B38B73, O_A_0F6DE0, O_B_A425BB], required_operands: 3, notation: "rem.type64 d:type64, a:<b64 u64 s64 int>, b:<b64 u64 s64 int>", ..FORM },
];
static F_RET: &[Form] = &[
    Form { slots: &[S_UNI_MAYBE], operands: &[], notation: "ret{.uni}", ..FORM },
];
static F_RSQRT: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "rsqrt.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_APPROX, S_FTZ_944270, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, notation: "rsqrt.approx{.ftz}.f64 d:f64, a:f64", ..FORM },
];
static F_SAD: &[Form] = &[
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_81FA6D], required_operands: 4, notation: "sad.type d:type, a:type, b:type, c:type", ..FORM },
];
static F_SELP: &[Form] = &[
    Form { slots: &[S_TYPE_BBFDF7], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_C1B5B5], required_operands: 4, notation: "selp.type d:type, a:type, b:type, c:bool", ..FORM },
];
static F_SET: &[Form] = &[
    Form { slots: &[S_EQUALITY_D89121, S_DTYPE_1E89A7, S_BITS_24F3FE], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.equality.dtype.bits d:dtype, a:bits, b:bits", ..FORM },
    Form { slots: &[S_EQUALITY_D89121, S_BOOL_08E1A7, S_DTYPE_1E89A7, S_BITS_24F3FE], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, notation: "set.equality.bool.dtype.bits d:dtype, a:bits, b:bits, c:bool", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_DTYPE_1E89A7, S_UNSIGNED_08DBC3], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.uorder.dtype.unsigned d:dtype, a:unsigned, b:unsigned", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_BOOL_08E1A7, S_DTYPE_1E89A7, S_UNSIGNED_08DBC3], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, notation: "set.uorder.bool.dtype.unsigned d:dtype, a:unsigned, b:unsigned, c:bool", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_DTYPE_1E89A7, S_SIGNED_752543], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.order.dtype.signed d:dtype, a:signed, b:signed", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_BOOL_08E1A7, S_DTYPE_1E89A7, S_SIGNED_752543], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, notation: "set.order.bool.dtype.signed d:dtype, a:signed, b:signed, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B38B73, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "set.forder{.ftz}.dtype.f32 d:dtype, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B38B73, O_A_53B4AB, O_B_1C26D9, O_C_C1B5B5], required_operands: 4, notation: "set.forder.bool{.ftz}.dtype.f32 d:dtype, a:f32, b:f32, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_DTYPE_1E89A7, S_F64], operands: &[O_D_B38B73, O_A_1A5100, O_B_835930], required_operands: 3, notation: "set.forder.dtype.f64 d:dtype, a:f64, b:f64", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_DTYPE_1E89A7, S_F64], operands: &[O_D_B38B73, O_A_1A5100, O_B_835930, O_C_C1B5B5], required_operands: 4, notation: "set.forder.bool.dtype.f64 d:dtype, a:f64, b:f64, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_INT_1334AB, S_F16], operands: &[O_D_B38B73, O_A_0B288D, O_B_2251F3], required_operands: 3, gate: G_V65_SM_53, notation: "set.forder{.ftz}.int.f16 d:int, a:f16, b:f16", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_INT_1334AB, S_F16], operands: &[O_D_B38B73, O_A_0B288D, O_B_2251F3, O_C_C1B5B5], required_operands: 4, gate: G_V65_SM_53, notation: "set.forder.bool{.ftz}.int.f16 d:int, a:f16, b:f16, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_INT_1334AB, S_BF16], operands: &[O_D_B38B73, O_A_5CF05C, O_B_7A4817], required_operands: 3, gate: G_V78_SM_90, notation: "set.forder.int.bf16 d:int, a:bf16, b:bf16", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_INT_1334AB, S_BF16], operands: &[O_D_B38B73, O_A_5CF05C, O_B_7A4817, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.forder.bool.int.bf16 d:int, a:bf16, b:bf16, c:<pred notpred>", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_INT32_6F8624, S_F16X2], operands: &[O_D_B38B73, O_A_6D0D1E, O_B_F4D1BA], required_operands: 3, gate: G_V65_SM_53, notation: "set.forder{.ftz}.int32.f16x2 d:int32, a:f16x2, b:f16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_INT32_6F8624, S_F16X2], operands: &[O_D_B38B73, O_A_6D0D1E, O_B_F4D1BA, O_C_C1B5B5], required_operands: 4, gate: G_V65_SM_53, notation: "set.forder.bool{.ftz}.int32.f16x2 d:int32, a:f16x2, b:f16x2, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_INT32_6F8624, S_BF16X2], operands: &[O_D_B38B73, O_A_7923F1, O_B_321F30], required_operands: 3, gate: G_V78_SM_90, notation: "set.forder.int32.bf16x2 d:int32, a:bf16x2, b:bf16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_INT32_6F8624, S_BF16X2], operands: &[O_D_B38B73, O_A_7923F1, O_B_321F30, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.forder.bool.int32.bf16x2 d:int32, a:bf16x2, b:bf16x2, c:<pred notpred>", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_F16X2, S_F16X2], operands: &[O_D_1307D1, O_A_6D0D1E, O_B_F4D1BA], required_operands: 3, gate: G_V42_SM_53, notation: "set.forder{.ftz}.f16x2.f16x2 d:f16x2, a:f16x2, b:f16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_F16X2, S_F16X2], operands: &[O_D_1307D1, O_A_6D0D1E, O_B_F4D1BA, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.forder.bool{.ftz}.f16x2.f16x2 d:f16x2, a:f16x2, b:f16x2, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BF16X2, S_BF16X2], operands: &[O_D_D477F7, O_A_7923F1, O_B_321F30], required_operands: 3, gate: G_V78_SM_90, notation: "set.forder.bf16x2.bf16x2 d:bf16x2, a:bf16x2, b:bf16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_BF16X2, S_BF16X2], operands: &[O_D_D477F7, O_A_7923F1, O_B_321F30, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.forder.bool.bf16x2.bf16x2 d:bf16x2, a:bf16x2, b:bf16x2, c:<pred notpred>", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_F16, S_FROM_B2600F], operands: &[O_D_D09D1B, O_A_0E2B7A, O_B_E9505D], required_operands: 3, gate: G_V42_SM_53, notation: "set.forder{.ftz}.f16.from d:f16, a:from, b:from", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_F16, S_FROM_B2600F], operands: &[O_D_D09D1B, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.forder.bool{.ftz}.f16.from d:f16, a:from, b:from, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_HALF_94166E, S_F64], operands: &[O_D_B38B73, O_A_1A5100, O_B_835930], required_operands: 3, notation: "set.forder.half.f64 d:half, a:f64, b:f64", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_F16, S_F64], operands: &[O_D_D09D1B, O_A_1A5100, O_B_835930, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.forder.bool.f16.f64 d:f16, a:f64, b:f64, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_BF16, S_F64], operands: &[O_D_4D28F9, O_A_1A5100, O_B_835930, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.forder.bool.bf16.f64 d:bf16, a:f64, b:f64, c:<pred notpred>", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BF16, S_FROM_76AB86], operands: &[O_D_4D28F9, O_A_0E2B7A, O_B_E9505D], required_operands: 3, gate: G_V78_SM_90, notation: "set.forder.bf16.from d:bf16, a:from, b:from", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_BF16, S_FROM_76AB86], operands: &[O_D_4D28F9, O_A_0E2B7A, O_B_E9505D, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.forder.bool.bf16.from d:bf16, a:from, b:from, c:<pred notpred>", ..FORM },
    Form { slots: &[S_EQUALITY_D89121, S_HALF_94166E, S_BITS_24F3FE], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.equality.half.bits d:half, a:bits, b:bits", ..FORM },
    Form { slots: &[S_EQUALITY_D89121, S_BOOL_08E1A7, S_F16, S_BITS_24F3FE], operands: &[O_D_D09D1B, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.equality.bool.f16.bits d:f16, a:bits, b:bits, c:bool", ..FORM },
    Form { slots: &[S_EQUALITY_D89121, S_BOOL_08E1A7, S_BF16, S_BITS_24F3FE], operands: &[O_D_4D28F9, O_A_0E2B7A, O_B_E9505D, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.equality.bool.bf16.bits d:bf16, a:bits, b:bits, c:<pred notpred>", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_HALF_94166E, S_UNSIGNED_08DBC3], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.uorder.half.unsigned d:half, a:unsigned, b:unsigned", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_BOOL_08E1A7, S_F16, S_UNSIGNED_08DBC3], operands: &[O_D_D09D1B, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.uorder.bool.f16.unsigned d:f16, a:unsigned, b:unsigned, c:bool", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_BOOL_08E1A7, S_BF16, S_UNSIGNED_08DBC3], operands: &[O_D_4D28F9, O_A_0E2B7A, O_B_E9505D, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.uorder.bool.bf16.unsigned d:bf16, a:unsigned, b:unsigned, c:<pred notpred>", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_HALF_94166E, S_SIGNED_752543], operands: &[O_D_B38B73, O_A_0E2B7A, O_B_E9505D], required_operands: 3, notation: "set.order.half.signed d:half, a:signed, b:signed", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_BOOL_08E1A7, S_F16, S_SIGNED_752543], operands: &[O_D_D09D1B, O_A_0E2B7A, O_B_E9505D, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "set.order.bool.f16.signed d:f16, a:signed, b:signed, c:bool", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_BOOL_08E1A7, S_BF16, S_SIGNED_752543], operands: &[O_D_4D28F9, O_A_0E2B7A, O_B_E9505D, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "set.order.bool.bf16.signed d:bf16, a:signed, b:signed, c:<pred notpred>", ..FORM },
];
static F_SETMAXNREG_DEC: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_TYPE_266320], operands: &[O_N_6CA383], required_operands: 1, gate: G_SM_100F_SM_110F_SM_120F_SM_90A, notation: "setmaxnreg.dec.sync.aligned.type n:<int>(24..256/8)", ..FORM },
];
static F_SETMAXNREG_INC: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_TYPE_266320], operands: &[O_N_6CA383], required_operands: 1, gate: G_SM_100F_SM_110F_SM_120F_SM_90A, notation: "setmaxnreg.inc.sync.aligned.type n:<int>(24..256/8)", ..FORM },
];
static F_SETP: &[Form] = &[
    Form { slots: &[S_EQUALITY_D89121, S_BITS_24F3FE], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "setp.equality.bits p^q:predreg?, a:bits, b:bits", ..FORM },
    Form { slots: &[S_EQUALITY_D89121, S_BOOL_08E1A7, S_BITS_24F3FE], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7, O_C_C1B5B5], required_operands: 4, notation: "setp.equality.bool.bits p^q:predreg?, a:bits, b:bits, c:bool", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_UNSIGNED_08DBC3], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "setp.uorder.unsigned p^q:predreg?, a:unsigned, b:unsigned", ..FORM },
    Form { slots: &[S_UORDER_EB1188, S_BOOL_08E1A7, S_UNSIGNED_08DBC3], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7, O_C_C1B5B5], required_operands: 4, notation: "setp.uorder.bool.unsigned p^q:predreg?, a:unsigned, b:unsigned, c:bool", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_SIGNED_752543], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "setp.order.signed p^q:predreg?, a:signed, b:signed", ..FORM },
    Form { slots: &[S_ORDER_6F243F, S_BOOL_08E1A7, S_SIGNED_752543], operands: &[O_P_28FE2F, O_A_950E18, O_B_D848B7, O_C_C1B5B5], required_operands: 4, notation: "setp.order.bool.signed p^q:predreg?, a:signed, b:signed, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_F32], operands: &[O_P_28FE2F, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "setp.forder{.ftz}.f32 p^q:predreg?, a:f32, b:f32", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_F32], operands: &[O_P_28FE2F, O_A_53B4AB, O_B_1C26D9, O_C_C1B5B5], required_operands: 4, notation: "setp.forder.bool{.ftz}.f32 p^q:predreg?, a:f32, b:f32, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_F64], operands: &[O_P_28FE2F, O_A_1A5100, O_B_835930], required_operands: 3, notation: "setp.forder.f64 p^q:predreg?, a:f64, b:f64", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_F64], operands: &[O_P_28FE2F, O_A_1A5100, O_B_835930, O_C_C1B5B5], required_operands: 4, notation: "setp.forder.bool.f64 p^q:predreg?, a:f64, b:f64, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_F16], operands: &[O_P_9D29C2, O_A_0B288D, O_B_2251F3], required_operands: 3, gate: G_V42_SM_53, notation: "setp.forder{.ftz}.f16 p:predreg?, a:f16, b:f16", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_F16], operands: &[O_P_9D29C2, O_A_0B288D, O_B_2251F3, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "setp.forder.bool{.ftz}.f16 p:predreg?, a:f16, b:f16, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_FTZ_MAYBE, S_F16X2], operands: &[O_P_28FE2F, O_A_6D0D1E, O_B_F4D1BA], required_operands: 3, gate: G_V42_SM_53, notation: "setp.forder{.ftz}.f16x2 p^q:predreg?, a:f16x2, b:f16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_FTZ_MAYBE, S_F16X2], operands: &[O_P_28FE2F, O_A_6D0D1E, O_B_F4D1BA, O_C_C1B5B5], required_operands: 4, gate: G_V42_SM_53, notation: "setp.forder.bool{.ftz}.f16x2 p^q:predreg?, a:f16x2, b:f16x2, c:bool", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BF16], operands: &[O_P_9D29C2, O_A_5CF05C, O_B_7A4817], required_operands: 3, gate: G_V78_SM_90, notation: "setp.forder.bf16 p:predreg?, a:bf16, b:bf16", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_BF16], operands: &[O_P_9D29C2, O_A_5CF05C, O_B_7A4817, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "setp.forder.bool.bf16 p:predreg?, a:bf16, b:bf16, c:<pred notpred>", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BF16X2], operands: &[O_P_28FE2F, O_A_7923F1, O_B_321F30], required_operands: 3, gate: G_V78_SM_90, notation: "setp.forder.bf16x2 p^q:predreg?, a:bf16x2, b:bf16x2", ..FORM },
    Form { slots: &[S_FORDER_AC968A, S_BOOL_08E1A7, S_BF16X2], operands: &[O_P_28FE2F, O_A_7923F1, O_B_321F30, O_C_86B451], required_operands: 4, gate: G_V78_SM_90, notation: "setp.forder.bool.bf16x2 p^q:predreg?, a:bf16x2, b:bf16x2, c:<pred notpred>", ..FORM },
];
static F_SHF_L: &[Form] = &[
    Form { slots: &[S_MODE_AF612D, S_B32], operands: &[O_D_1AC640, O_A_16712A, O_B_C58FD0, O_C_20CCFC], required_operands: 4, gate: G_V31_SM_32, notation: "shf.l.mode.b32 d:b32, a:b32, b:b32, c:i32", ..FORM },
];
static F_SHF_R: &[Form] = &[
    Form { slots: &[S_MODE_AF612D, S_B32], operands: &[O_D_1AC640, O_A_16712A, O_B_C58FD0, O_C_20CCFC], required_operands: 4, gate: G_V31_SM_32, notation: "shf.r.mode.b32 d:b32, a:b32, b:b32, c:i32", ..FORM },
];
static F_SHFL: &[Form] = &[
    Form { slots: &[S_MODE_5A3C81, S_B32], operands: &[O_D_767AEC, O_A_16712A, O_B_97E6F8, O_C_1E478D], required_operands: 4, gate: G_TO_V63_SM_30_OR_SM_30_TO_SM_62, notation: "shfl.mode.b32 d^p:b32, a:b32, b:u32, c:u32", ..FORM },
    Form { slots: &[S_SYNC, S_MODE_5A3C81, S_B32], operands: &[O_D_767AEC, O_A_16712A, O_B_C58FD0, O_C_5F81BA, O_MEMBERMASK_7F3DE7], required_operands: 5, gate: G_V51_SM_30, notation: "shfl.sync.mode.b32 d^p:b32, a:b32, b:b32, c:b32, membermask:i32", ..FORM },
];
static F_SHL: &[Form] = &[
    Form { slots: &[S_TYPE_4A58C1], operands: &[O_D_B38B73, O_A_950E18, O_B_94064E], required_operands: 3, notation: "shl.type d:type, a:type, b:i32", ..FORM },
];
static F_SHR: &[Form] = &[
    Form { slots: &[S_TYPE_7FDFB8], operands: &[O_D_B38B73, O_A_950E18, O_B_94064E], required_operands: 3, notation: "shr.type d:type, a:type, b:i32", ..FORM },
];
static F_SIN: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "sin.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
];
static F_SLCT: &[Form] = &[
    Form { slots: &[S_DTYPE_FA47E9, S_S32], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_86AD4F], required_operands: 4, notation: "slct.dtype.s32 d:dtype, a:dtype, b:dtype, c:s32", ..FORM },
    Form { slots: &[S_FTZ_MAYBE, S_DTYPE_FA47E9, S_F32], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7, O_C_5D2381], required_operands: 4, notation: "slct{.ftz}.dtype.f32 d:dtype, a:dtype, b:dtype, c:f32", ..FORM },
];
static F_SQRT: &[Form] = &[
    Form { slots: &[S_APPROX, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, notation: "sqrt.approx{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_RND_A9A5B3, S_FTZ_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB], required_operands: 2, gate: G_SM_20, notation: "sqrt.rnd{.ftz}.f32 d:f32, a:f32", ..FORM },
    Form { slots: &[S_RND_B9E475, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100], required_operands: 2, notation: "sqrt.rnd.f64 d:f64, a:f64", ..FORM },
];
static F_ST: &[Form] = &[
    Form { slots: &[S_WEAK_FA1364, S_SS_EB1869, S_COP_5A7FE6, S_L1_CB4281, S_L2_CACHE_HINT_B0A8C5, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_A_405642, O_B_9840E1, O_POLICY_60E612], required_operands: 2, constraints: &[excludes(w::WB, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::WT, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "st{.weak}{.ss}{.cop}{.L1}{.L2::cache_hint}{.vec}.type [a], b:vec*type~, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_FAR_810F61, S_COP_5A7FE6, S_L1_CB4281, S_L2_90AD63, S_L2_CACHE_HINT_MAYBE, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_A_405642, O_B_BD9254, O_POLICY_60E612], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::WB, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CG, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::CS, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::WT, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "st{.weak}{.far}{.cop}{.L1}{.L2}{.L2::cache_hint}.wide.wtype [a], b:vec*wtype~?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_VOLATILE, S_VSS_3D620F, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_A_405642, O_B_9840E1], required_operands: 2, constraints: &[excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "st.volatile{.vss}{.vec}.type [a], b:vec*type~", ..FORM },
    Form { slots: &[S_VOLATILE, S_FAR_810F61, S_L2_90AD63, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_A_405642, O_B_BD9254], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "st.volatile{.far}{.L2}.wide.wtype [a], b:vec*wtype~?", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_384D27, S_SSS_E32C1B, S_L1_CB4281, S_L2_CACHE_HINT_B0A8C5, S_VEC_C6C0E2, S_TYPE_24FCAE], operands: &[O_A_405642, O_B_9840E1, O_POLICY_60E612], required_operands: 2, gate: G_SM_70, constraints: &[excludes(w::SYS, &[w::B128]), excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64, w::U64, w::S64, w::F64, w::B128])], notation: "st.sem.scope{.sss}{.L1}{.L2::cache_hint}{.vec}.type [a], b:vec*type~, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SCOPE_384D27, S_FAR_810F61, S_L1_CB4281, S_L2_90AD63, S_L2_CACHE_HINT_MAYBE, S_WIDE_2C268B, S_WTYPE_4521CF], operands: &[O_A_405642, O_B_BD9254, O_POLICY_60E612], required_operands: 2, gate: G_V88_SM_100, constraints: &[excludes(w::V4, &[w::B32, w::U32, w::S32, w::F32]), excludes(w::V8, &[w::B64, w::U64, w::S64, w::F64])], notation: "st.sem.scope{.far}{.L1}{.L2}{.L2::cache_hint}.wide.wtype [a], b:vec*wtype~?, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_SEM_509B38, S_SYS, S_SSS_E32C1B, S_L1_CB4281, S_L2_CACHE_HINT_B0A8C5, S_B128], operands: &[O_A_405642, O_B_0C9A2C, O_POLICY_60E612], required_operands: 2, gate: G_V84_SM_70, constraints: &[excludes(w::LOCAL, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::PARAM_FUNC, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CTA, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::SHARED_CLUSTER, &[w::L1_EVICT_NORMAL, w::L1_EVICT_UNCHANGED, w::L1_EVICT_FIRST, w::L1_EVICT_LAST, w::L1_NO_ALLOCATE]), excludes(w::LOCAL, &[w::L2_CACHE_HINT]), excludes(w::PARAM, &[w::L2_CACHE_HINT]), excludes(w::PARAM_FUNC, &[w::L2_CACHE_HINT]), excludes(w::SHARED, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CTA, &[w::L2_CACHE_HINT]), excludes(w::SHARED_CLUSTER, &[w::L2_CACHE_HINT])], notation: "st.sem.sys{.sss}{.L1}{.L2::cache_hint}.b128 [a], b:vec*b128~, policy:policy if L2::cache_hint", ..FORM },
    Form { slots: &[S_MMIO, S_SEM_D72F03, S_SYS, S_FAR_810F61, S_TYPE_FDD669], operands: &[O_A_405642, O_B_9840E1], required_operands: 2, gate: G_V82_SM_70, notation: "st.mmio.sem.sys{.far}.type [a], b:vec*type~", ..FORM },
];
static F_ST_ASYNC: &[Form] = &[
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_MBARRIER_COMPLETE_TX_BYTES, S_VEC_C6C0E2, S_TYPE_369B7A], operands: &[O_A_650329, O_B_8DB100, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64]), excludes(w::V4, &[w::U64]), excludes(w::V4, &[w::S64]), excludes(w::V4, &[w::F64]), excludes(w::V4, &[w::B128])], notation: "st.async{.weak}{.cluster}.mbarrier::complete_tx::bytes{.vec}.type [a~], b:vec*type, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_1C677F, S_MBARRIER_COMPLETE_TX_BYTES_MAYBE, S_VEC_C6C0E2, S_TYPE_369B7A], operands: &[O_A_650329, O_B_8DB100, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA]), needs(w::CLUSTER, &[w::MBARRIER_COMPLETE_TX_BYTES]), needs(w::SHARED_CLUSTER, &[w::MBARRIER_COMPLETE_TX_BYTES]), excludes(w::V2, &[w::B128]), excludes(w::V4, &[w::B64]), excludes(w::V4, &[w::U64]), excludes(w::V4, &[w::S64]), excludes(w::V4, &[w::F64]), excludes(w::V4, &[w::B128])], notation: "st.async{.weak}{.cluster}.ss{.mbarrier::complete_tx::bytes}{.vec}.type [a~], b:vec*type, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES, S_V2, S_TYPE_07488C], operands: &[O_A_650329, O_B_D848B7, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA])], notation: "st.async{.weak}{.cluster}{.ss}.mbarrier::complete_tx::bytes.v2.type [a~], b:type, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES, S_TYPE_8B9E38], operands: &[O_A_650329, O_B_9AE363, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA])], notation: "st.async{.weak}{.cluster}{.ss}.mbarrier::complete_tx::bytes.type [a~], b:2*type, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES, S_TYPE_3D0B2B], operands: &[O_A_650329, O_B_B0E459, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA])], notation: "st.async{.weak}{.cluster}{.ss}.mbarrier::complete_tx::bytes.type [a~], b:4*type, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_NEAR_D72631, S_V2, S_TYPE_07488C], operands: &[O_A_650329, O_B_D848B7, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, notation: "st.async{.weak}.near.v2.type [a~], b:type, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_NEAR_D72631, S_TYPE_8B9E38], operands: &[O_A_650329, O_B_9AE363, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, notation: "st.async{.weak}.near.type [a~], b:2*type, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_NEAR_D72631, S_TYPE_3D0B2B], operands: &[O_A_650329, O_B_B0E459, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, notation: "st.async{.weak}.near.type [a~], b:4*type, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES, S_B64], operands: &[O_A_650329, O_B_711E17, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA])], notation: "st.async{.weak}{.cluster}{.ss}.mbarrier::complete_tx::bytes.b64 [a~], b:2*b32, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES, S_B64], operands: &[O_A_650329, O_B_40D0AA, O_MBAR_FAA7B6], required_operands: 3, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA])], notation: "st.async{.weak}{.cluster}{.ss}.mbarrier::complete_tx::bytes.b64 [a~], b:2*f32, [mbar~]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_NEAR_D72631, S_B64], operands: &[O_A_650329, O_B_711E17, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, notation: "st.async{.weak}.near.b64 [a~], b:2*b32, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_NEAR_D72631, S_B64], operands: &[O_A_650329, O_B_40D0AA, O_MBAR_02E08D], required_operands: 3, gate: G_V81_SM_90, notation: "st.async{.weak}.near.b64 [a~], b:2*f32, [mbar]", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_CLUSTER_MAYBE, S_SS_224B2B, S_MBARRIER_COMPLETE_TX_BYTES_MAYBE, S_TYPE_2C1F78], operands: &[O_A_650329, O_B_D848B7], required_operands: 2, gate: G_V81_SM_90, constraints: &[excludes(w::WEAK, &[w::CLUSTER]), excludes(w::CLUSTER, &[w::SHARED]), excludes(w::CLUSTER, &[w::SHARED_CTA]), needs(w::CLUSTER, &[w::MBARRIER_COMPLETE_TX_BYTES]), needs(w::SHARED_CLUSTER, &[w::MBARRIER_COMPLETE_TX_BYTES])], notation: "st.async{.weak}{.cluster}{.ss}{.mbarrier::complete_tx::bytes}.type [a~], b:type", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_GLOBAL, S_TYPE_2C1F78], operands: &[O_A_650329, O_B_D848B7], required_operands: 2, gate: G_V87_SM_100, notation: "st.async{.weak}.global.type [a~], b:type", ..FORM },
    Form { slots: &[S_RELEASE_B9ACBD, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_TYPE_ADD925], operands: &[O_A_650329, O_B_0E4251], required_operands: 2, gate: G_SM_100, notation: "st.async{.release}.scope{.global}.type [a~], b:type=", ..FORM },
    Form { slots: &[S_RELEASE_B9ACBD, S_SCOPE_443E5A, S_GLOBAL_D3C93E, S_TYPE_2831A8], operands: &[O_A_650329, O_B_D848B7], required_operands: 2, gate: G_SM_100, notation: "st.async{.release}.scope{.global}.type [a~], b:type", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_TYPE_ADD925], operands: &[O_A_650329, O_B_0E4251], required_operands: 2, gate: G_V87_SM_100, notation: "st.async.mmio.release.sys{.global}.type [a~], b:type=", ..FORM },
    Form { slots: &[S_MMIO, S_RELEASE, S_SYS, S_GLOBAL_MAYBE, S_TYPE_2831A8], operands: &[O_A_650329, O_B_D848B7], required_operands: 2, gate: G_V87_SM_100, notation: "st.async.mmio.release.sys{.global}.type [a~], b:type", ..FORM },
];
static F_ST_BULK: &[Form] = &[
    Form { slots: &[S_WEAK_MAYBE], operands: &[O_A_7B7C2D, O_SIZE_A026F0, O_INIT_9A6C5B], required_operands: 3, gate: G_V86_SM_100, notation: "st.bulk{.weak} [a~], size:<b32 u32 s32 b64 u64 s64 int sym+>(0..16777216/8), init:<int>(0)", ..FORM },
    Form { slots: &[S_WEAK_MAYBE, S_SHARED_CTA], operands: &[O_A_55E5BC, O_SIZE_A026F0, O_INIT_9A6C5B], required_operands: 3, gate: G_V86_SM_100, notation: "st.bulk{.weak}.shared::cta [a:<b32 u32 s32 b64 u64 s64>], size:<b32 u32 s32 b64 u64 s64 int sym+>(0..16777216/8), init:<int>(0)", ..FORM },
];
static F_STACKRESTORE: &[Form] = &[
    Form { slots: &[S_TYPE_C010ED], operands: &[O_A_8511A1], required_operands: 1, gate: G_V73_SM_52, notation: "stackrestore.type a:type!", ..FORM },
];
static F_STACKSAVE: &[Form] = &[
    Form { slots: &[S_TYPE_C010ED], operands: &[O_D_B38B73], required_operands: 1, gate: G_V73_SM_52, notation: "stacksave.type d:type", ..FORM },
];
static F_STMATRIX: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_NUM_6815ED, S_TRANS_MAYBE, S_B16], operands: &[O_A_7B7C2D, O_B_53231C], required_operands: 2, gate: G_V78_SM_90, notation: "stmatrix.sync.aligned.m8n8.num{.trans}.b16 [a~], b:num*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_NUM_6815ED, S_TRANS_MAYBE, S_SS_1AC893, S_B16], operands: &[O_A_405642, O_B_53231C], required_operands: 2, gate: G_V78_SM_90, notation: "stmatrix.sync.aligned.m8n8.num{.trans}.ss.b16 [a], b:num*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8, S_NUM_6815ED, S_TRANS, S_B8], operands: &[O_A_7B7C2D, O_B_53231C], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "stmatrix.sync.aligned.m16n8.num.trans.b8 [a~], b:num*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8, S_NUM_6815ED, S_TRANS, S_SS_1AC893, S_B8], operands: &[O_A_405642, O_B_53231C], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "stmatrix.sync.aligned.m16n8.num.trans.ss.b8 [a], b:num*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_MANY_37EAA8, S_TRANS_MAYBE, S_B16], operands: &[O_A_7B7C2D, O_B_074E30], required_operands: 2, gate: G_V78_SM_90, notation: "stmatrix.sync.aligned.m8n8.many{.trans}.b16 [a~], b:any*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M8N8, S_MANY_37EAA8, S_TRANS_MAYBE, S_SS_1AC893, S_B16], operands: &[O_A_405642, O_B_074E30], required_operands: 2, gate: G_V78_SM_90, notation: "stmatrix.sync.aligned.m8n8.many{.trans}.ss.b16 [a], b:any*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8, S_MANY_37EAA8, S_TRANS, S_B8], operands: &[O_A_7B7C2D, O_B_074E30], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "stmatrix.sync.aligned.m16n8.many.trans.b8 [a~], b:any*word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_M16N8, S_MANY_37EAA8, S_TRANS, S_SS_1AC893, S_B8], operands: &[O_A_405642, O_B_074E30], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "stmatrix.sync.aligned.m16n8.many.trans.ss.b8 [a], b:any*word", ..FORM },
];
static F_SUB: &[Form] = &[
    Form { slots: &[S_RND_0FBD1A, S_FTZ_MAYBE, S_SAT_MAYBE, S_F32], operands: &[O_D_CB3F33, O_A_53B4AB, O_B_1C26D9], required_operands: 3, notation: "sub{.rnd}{.ftz}{.sat}.f32 d:f32, a:f32, b:f32", ..FORM },
    Form { slots: &[S_RND_2BFD82, S_FTZ_MAYBE, S_F32X2], operands: &[O_D_A012CF, O_A_41ECC5, O_B_699868], required_operands: 3, gate: G_V86_SM_100, notation: "sub{.rnd}{.ftz}.f32x2 d:f32x2, a:f32x2, b:f32x2", ..FORM },
    Form { slots: &[S_RND_08DFCF, S_F64], operands: &[O_D_3B4C4A, O_A_1A5100, O_B_835930], required_operands: 3, notation: "sub{.rnd}.f64 d:f64, a:f64, b:f64", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_FTZ_MAYBE, S_SAT_MAYBE, S_HALF_B58E3B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V42_SM_53, notation: "sub{.rn}{.ftz}{.sat}.half d:half, a:half, b:half", ..FORM },
    Form { slots: &[S_RN_MAYBE, S_BHALF_973F55], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V78_SM_90, notation: "sub{.rn}.bhalf d:bhalf, a:bhalf, b:bhalf", ..FORM },
    Form { slots: &[S_RND_2BFD82, S_SAT_MAYBE, S_F32, S_ATYPE_C59F1F], operands: &[O_D_CB3F33, O_A_0E2B7A, O_C_5D2381], required_operands: 3, gate: G_V86_SM_100, notation: "sub{.rnd}{.sat}.f32.atype d:f32, a:atype, c:f32", ..FORM },
    Form { slots: &[S_TYPE_21603B], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "sub.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "sub.sat.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_SAT_MAYBE, S_X4_E1A2EF], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, gate: G_V92_SM_120F_SM_107F, notation: "sub{.sat}.x4 d:x4, a:x4, b:x4", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "sub.cc.type d:type, a:type, b:type", ..FORM },
];
static F_SUBC: &[Form] = &[
    Form { slots: &[S_TYPE_F2F9E1], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "subc.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_CC, S_TYPE_640B51], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "subc.cc.type d:type, a:type, b:type", ..FORM },
    Form { slots: &[S_SAT, S_S32], operands: &[O_D_0AA9C4, O_A_302CA9, O_B_6BD259], required_operands: 3, notation: "subc.sat.s32 d:s32, a:s32, b:s32", ..FORM },
    Form { slots: &[S_TYPE16_B93574], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "subc.type16 d:type16, a:type16, b:type16", ..FORM },
];
static F_SULD_B: &[Form] = &[
    Form { slots: &[S_GEOM_F99A93, S_COP_EED3AC, S_VEC_C6C0E2, S_TYPE_4D7036, S_CLAMP_D0E375], operands: &[O_D_4054FA, O_A_03346E], required_operands: 2, constraints: &[excludes(w::B64, &[w::V4])], notation: "suld.b.geom{.cop}{.vec}.type.clamp d:vec*type~?, [a:surfaces, b:surface*i32]", ..FORM },
    Form { slots: &[S_GEOM_F99A93, S_COP_EED3AC, S_TYPE_4D7036, S_CLAMP_D0E375], operands: &[O_D_66EE39, O_A_03346E], required_operands: 2, constraints: &[excludes(w::B64, &[w::V4])], notation: "suld.b.geom{.cop}.type.clamp d:<vector regvec>, [a:surfaces, b:surface*i32]", ..FORM },
];
static F_SUQ: &[Form] = &[
    Form { slots: &[S_QUERY_C01B9D, S_B32], operands: &[O_D_1AC640, O_A_F9236C], required_operands: 2, notation: "suq.query.b32 d:b32, [a:surfaces]", ..FORM },
];
static F_SURED_B: &[Form] = &[
    Form { slots: &[S_ADD, S_GEOM_E72FA6, S_TYPE_87CABA, S_CLAMP_D0E375], operands: &[O_A_AA4724, O_C_ED7E64], required_operands: 2, gate: G_V20_SM_20, notation: "sured.b.add.geom.type.clamp [a:surfaces, b:surface*i32], c:type~", ..FORM },
    Form { slots: &[S_MINMAX_7F54F9, S_GEOM_E72FA6, S_TYPE_FC919D, S_CLAMP_D0E375], operands: &[O_A_AA4724, O_C_ED7E64], required_operands: 2, gate: G_V20_SM_20, notation: "sured.b.minmax.geom.type.clamp [a:surfaces, b:surface*i32], c:type~", ..FORM },
    Form { slots: &[S_ANDOR_6F5C88, S_GEOM_E72FA6, S_B32, S_CLAMP_D0E375], operands: &[O_A_AA4724, O_C_25DA01], required_operands: 2, gate: G_V20_SM_20, notation: "sured.b.andor.geom.b32.clamp [a:surfaces, b:surface*i32], c:b32~", ..FORM },
];
static F_SURED_P: &[Form] = &[
    Form { slots: &[S_OP_C6639E, S_GEOM_E72FA6, S_B32, S_CLAMP_D0E375], operands: &[O_A_AA4724, O_C_25DA01], required_operands: 2, gate: G_V20_SM_20, notation: "sured.p.op.geom.b32.clamp [a:surfaces, b:surface*i32], c:b32~", ..FORM },
    Form { slots: &[S_MINMAX_7F54F9, S_GEOM_E72FA6, S_B64, S_CLAMP_D0E375], operands: &[O_A_AA4724, O_C_DF23AE], required_operands: 2, gate: G_V81_SM_50, notation: "sured.p.minmax.geom.b64.clamp [a:surfaces, b:surface*i32], c:b64~", ..FORM },
];
static F_SUST_B: &[Form] = &[
    Form { slots: &[S_GEOM_F99A93, S_COP_29DAEF, S_VEC_C6C0E2, S_TYPE_4D7036, S_CLAMP_D0E375], operands: &[O_A_A6FF64, O_C_BA548A], required_operands: 2, constraints: &[excludes(w::B64, &[w::V4])], notation: "sust.b.geom{.cop}{.vec}.type.clamp [a:surfaces, b:surface*i32], c:vec*type~", ..FORM },
    Form { slots: &[S_GEOM_F99A93, S_COP_29DAEF, S_TYPE_4D7036, S_CLAMP_D0E375], operands: &[O_A_A6FF64, O_C_8C45C4], required_operands: 2, constraints: &[excludes(w::B64, &[w::V4])], notation: "sust.b.geom{.cop}.type.clamp [a:surfaces, b:surface*i32], c:<vector regvec>", ..FORM },
    Form { slots: &[S_GEOM_F99A93, S_COP_29DAEF, S_VEC_72DE48, S_NARROW_5333AF, S_CLAMP_D0E375], operands: &[O_A_A6FF64, O_C_7A8B20], required_operands: 2, constraints: &[excludes(w::B64, &[w::V4])], notation: "sust.b.geom{.cop}.vec.narrow.clamp [a:surfaces, b:surface*i32], c:f64reg", ..FORM },
];
static F_SUST_P: &[Form] = &[
    Form { slots: &[S_PGEOM_5DD08C, S_COP_29DAEF, S_VEC_C6C0E2, S_B32, S_CLAMP_D0E375], operands: &[O_A_A6FF64, O_C_D577F7], required_operands: 2, gate: G_V20_SM_20, constraints: &[excludes(w::B64, &[w::V4])], notation: "sust.p.pgeom{.cop}{.vec}.b32.clamp [a:surfaces, b:surface*i32], c:vec*b32~", ..FORM },
    Form { slots: &[S_PGEOM_5DD08C, S_COP_29DAEF, S_B32, S_CLAMP_D0E375], operands: &[O_A_A6FF64, O_C_8C45C4], required_operands: 2, gate: G_V20_SM_20, constraints: &[excludes(w::B64, &[w::V4])], notation: "sust.p.pgeom{.cop}.b32.clamp [a:surfaces, b:surface*i32], c:<vector regvec>", ..FORM },
];
static F_SZEXT: &[Form] = &[
    Form { slots: &[S_MODE_AF612D, S_TYPE_266320], operands: &[O_D_B38B73, O_A_950E18, O_B_94064E], required_operands: 3, gate: G_V76_SM_70, notation: "szext.mode.type d:type, a:type, b:i32", ..FORM },
];
static F_TANH: &[Form] = &[
    Form { slots: &[S_APPROX, S_TYPE_5DE588], operands: &[O_D_B38B73, O_A_950E18], required_operands: 2, gate: G_V70_SM_75, notation: "tanh.approx.type d:type, a:type", ..FORM },
];
static F_TCGEN05_ALLOC: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_B32], operands: &[O_DST_486A19, O_NCOLS_7255F5], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.alloc.cta_group.sync.aligned.b32 [dst:generic32], nCols:i32(32|64|128|256|512 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_SHARED_CTA, S_B32], operands: &[O_DST_6E0A86, O_NCOLS_7255F5], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.alloc.cta_group.sync.aligned.shared::cta.b32 [dst:shared32], nCols:i32(32|64|128|256|512 as u32)", ..FORM },
    Form { slots: &[S_EXCLUSIVE, S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_B32], operands: &[O_DST_486A19, O_NCOLS_E4DC1F], required_operands: 2, gate: G_V94_SM_100F_SM_110F, notation: "tcgen05.alloc.exclusive.cta_group.sync.aligned.b32 [dst:generic32], nCols:i32(32../32 as u32)", ..FORM },
    Form { slots: &[S_EXCLUSIVE, S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_SHARED_CTA, S_B32], operands: &[O_DST_6E0A86, O_NCOLS_E4DC1F], required_operands: 2, gate: G_V94_SM_100F_SM_110F, notation: "tcgen05.alloc.exclusive.cta_group.sync.aligned.shared::cta.b32 [dst:shared32], nCols:i32(32../32 as u32)", ..FORM },
];
static F_TCGEN05_COMMIT: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_B64], operands: &[O_MBAR_14324E], required_operands: 1, gate: G_SM_100F_SM_110F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.b64 [mbar:generic32]", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_SHARED_CLUSTER, S_B64], operands: &[O_MBAR_BFEFAA], required_operands: 1, gate: G_SM_100F_SM_110F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.shared::cluster.b64 [mbar:shared32]", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_MASK16_F687ED, S_B64], operands: &[O_MBAR_14324E, O_CTAMASK_3B99FB], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.mask16.b64 [mbar:generic32], ctaMask:<b16 u16 s16 int>(0..65535)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_MASK16_F687ED, S_SHARED_CLUSTER, S_B64], operands: &[O_MBAR_BFEFAA, O_CTAMASK_3B99FB], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.mask16.shared::cluster.b64 [mbar:shared32], ctaMask:<b16 u16 s16 int>(0..65535)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_MULTICAST_CLUSTER_32B, S_B64], operands: &[O_MBAR_14324E, O_CTAMASK_6CB00D], required_operands: 2, gate: G_SM_107F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.multicast::cluster::32b.b64 [mbar:generic32], ctaMask:i32(0..4294967295)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_MBARRIER_ARRIVE_ONE, S_RESTRICT_19F146, S_MULTICAST_CLUSTER_32B, S_SHARED_CLUSTER, S_B64], operands: &[O_MBAR_BFEFAA, O_CTAMASK_6CB00D], required_operands: 2, gate: G_SM_107F, notation: "tcgen05.commit.cta_group.mbarrier::arrive::one{.restrict}.multicast::cluster::32b.shared::cluster.b64 [mbar:shared32], ctaMask:i32(0..4294967295)", ..FORM },
];
static F_TCGEN05_CP: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_SHAPE_96D088, S_MULTICAST_EF911C, S_B8X16_MAYBE, S_FMT_9512B3], operands: &[O_TADDR_A40F65, O_SDESC_1DDEA8], required_operands: 2, gate: G_SM_100F_SM_110F, constraints: &[needs(w::_64X128B, &[w::WARPX2_02_13, w::WARPX2_01_23]), needs(w::_32X128B, &[w::WARPX4]), needs(w::WARPX2_02_13, &[w::_64X128B]), needs(w::WARPX2_01_23, &[w::_64X128B]), needs(w::WARPX4, &[w::_32X128B]), needs(w::B8X16, &[w::B6X16_P32, w::B4X16_P64]), needs(w::B6X16_P32, &[w::B8X16]), needs(w::B4X16_P64, &[w::B8X16]), precedes(w::B8X16, &[w::B6X16_P32]), precedes(w::B8X16, &[w::B4X16_P64])], notation: "tcgen05.cp.cta_group.shape{.multicast}{.b8x16}{.fmt} [taddr:tmem], sdesc:desc", ..FORM },
];
static F_TCGEN05_DEALLOC: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_B32], operands: &[O_TADDR_D261CA, O_NCOLS_7255F5], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.dealloc.cta_group.sync.aligned.b32 taddr:i32, nCols:i32(32|64|128|256|512 as u32)", ..FORM },
    Form { slots: &[S_EXCLUSIVE, S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED, S_B32], operands: &[O_TADDR_D261CA, O_NCOLS_E4DC1F], required_operands: 2, gate: G_V94_SM_100F_SM_110F, notation: "tcgen05.dealloc.exclusive.cta_group.sync.aligned.b32 taddr:i32, nCols:i32(32../32 as u32)", ..FORM },
];
static F_TCGEN05_FENCE_AFTER_THREAD_SYNC: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_SM_100F_SM_110F, notation: "tcgen05.fence::after_thread_sync", ..FORM },
];
static F_TCGEN05_FENCE_BEFORE_THREAD_SYNC: &[Form] = &[
    Form { slots: &[], operands: &[], gate: G_SM_100F_SM_110F, notation: "tcgen05.fence::before_thread_sync", ..FORM },
];
static F_TCGEN05_LD: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_74C4F7, S_NUM_7E9AB9, S_PACK_16B_MAYBE, S_B32], operands: &[O_D_B5AB8C, O_TADDR_E8A2F5], required_operands: 2, gate: G_SM_100F_SM_110F, distinct: true, notation: "tcgen05.ld.sync.aligned.shape.num{.pack::16b}.b32 d:num*b32, [taddr:i32reg]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X128B, S_NUM_868A6A, S_PACK_16B_MAYBE, S_B32], operands: &[O_D_CF2866, O_TADDR_E8A2F5], required_operands: 2, gate: G_SM_100F_SM_110F, distinct: true, notation: "tcgen05.ld.sync.aligned.16x128b.num{.pack::16b}.b32 d:2num*b32, [taddr:i32reg]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X256B, S_NUM_E609F3, S_PACK_16B_MAYBE, S_B32], operands: &[O_D_5B2006, O_TADDR_E8A2F5], required_operands: 2, gate: G_SM_100F_SM_110F, distinct: true, notation: "tcgen05.ld.sync.aligned.16x256b.num{.pack::16b}.b32 d:4num*b32, [taddr:i32reg]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X32BX2, S_NUM_7E9AB9, S_PACK_16B_MAYBE, S_B32], operands: &[O_D_B5AB8C, O_TADDR_E8A2F5, O_IMMHALFSPLITOFF_20205D], required_operands: 3, gate: G_SM_100F_SM_110F, distinct: true, notation: "tcgen05.ld.sync.aligned.16x32bx2.num{.pack::16b}.b32 d:num*b32, [taddr:i32reg], immHalfSplitoff:<int>", ..FORM },
];
static F_TCGEN05_LD_RED: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S__32X32B, S_NUM_106B98, S_OP_62AC99, S_ABS_MAYBE, S_NAN_RESULT_MAYBE, S_F32], operands: &[O_D_B5AB8C, O_DREDVAL_0EC559, O_TADDR_E8A2F5], required_operands: 3, gate: G_V88_SM_101F_SM_110F, distinct: true, notation: "tcgen05.ld.red.sync.aligned.32x32b.num.op{.abs}{.NaN}.f32 d:num*b32, dRedval:vec*b32, [taddr:i32reg]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X32BX2, S_NUM_106B98, S_OP_62AC99, S_ABS_MAYBE, S_NAN_RESULT_MAYBE, S_F32], operands: &[O_D_B5AB8C, O_DREDVAL_0EC559, O_TADDR_E8A2F5, O_IMMHALFSPLITOFF_20205D], required_operands: 4, gate: G_V88_SM_101F_SM_110F, distinct: true, notation: "tcgen05.ld.red.sync.aligned.16x32bx2.num.op{.abs}{.NaN}.f32 d:num*b32, dRedval:vec*b32, [taddr:i32reg], immHalfSplitoff:<int>", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__32X32B, S_NUM_106B98, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_B5AB8C, O_DREDVAL_0EC559, O_TADDR_E8A2F5], required_operands: 3, gate: G_V88_SM_101F_SM_110F, distinct: true, notation: "tcgen05.ld.red.sync.aligned.32x32b.num.op.type d:num*b32, dRedval:vec*b32, [taddr:i32reg]", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X32BX2, S_NUM_106B98, S_OP_62AC99, S_TYPE_266320], operands: &[O_D_B5AB8C, O_DREDVAL_0EC559, O_TADDR_E8A2F5, O_IMMHALFSPLITOFF_20205D], required_operands: 4, gate: G_V88_SM_101F_SM_110F, distinct: true, notation: "tcgen05.ld.red.sync.aligned.16x32bx2.num.op.type d:num*b32, dRedval:vec*b32, [taddr:i32reg], immHalfSplitoff:<int>", ..FORM },
];
static F_TCGEN05_LD_RED_SPCOMPRESS: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S__32X32B, S_NUM_F58758, S_OP_62AC99, S_ABS_MAYBE, S_NAN_RESULT_MAYBE, S_SP_2_4, S_F32, S_B2], operands: &[O_DMETA_FF694F, O_D_16F993, O_DREDVAL_0EC559, O_TADDR_E8A2F5], required_operands: 4, gate: G_SM_107A, distinct: true, notation: "tcgen05.ld.red.spcompress.sync.aligned.32x32b.num.op{.abs}{.NaN}.sp::2:4.f32.b2 dMeta:num/32*b32, d:num/2*b32, dRedval:vec*b32, [taddr:i32reg]", ..FORM },
];
static F_TCGEN05_LD_SPCOMPRESS: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S__32X32B, S_NUM_F58758, S_OP_62AC99, S_ABS_MAYBE, S_SP_2_4, S_F32, S_B2], operands: &[O_DMETA_FF694F, O_D_16F993, O_TADDR_E8A2F5], required_operands: 3, gate: G_SM_107A, distinct: true, notation: "tcgen05.ld.spcompress.sync.aligned.32x32b.num.op{.abs}.sp::2:4.f32.b2 dMeta:num/32*b32, d:num/2*b32, [taddr:i32reg]", ..FORM },
];
static F_TCGEN05_MMA: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_E26C1D, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60], required_operands: 5, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_E26C1D, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60], required_operands: 5, gate: G_SM_100F_SM_110F, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind{.sp}{.ashift}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_E26C1D, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_E26C1D, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_100F_SM_110F, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind{.sp}{.ashift}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 6, gate: G_SM_100F, notation: "tcgen05.mma.cta_group.float{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 6, gate: G_SM_100F, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.float{.sp}{.ashift}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 7, gate: G_SM_100F, notation: "tcgen05.mma.cta_group.float{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 7, gate: G_SM_100F, notation: "tcgen05.mma.cta_group.float{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:<pred notpred>, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 7, gate: G_SM_100F, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.float{.sp}{.ashift}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_FLOAT_A627B4, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60, O_SCALE_EADFC5], required_operands: 7, gate: G_SM_100F, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.float{.sp}{.ashift}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:<pred notpred>, enable:bool, scale:<int>(0..15 as u32)", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_SP_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 6, gate: G_SM_110A_SM_100A, notation: "tcgen05.mma.cta_group.kind::i8{.sp}{.coll_a} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 6, gate: G_SM_110A_SM_100A, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind::i8{.sp}{.ashift}{.coll_a} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_SP_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_110A_SM_100A, notation: "tcgen05.mma.cta_group.kind::i8{.sp}{.coll_a} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:<pred notpred>, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_SP_MAYBE, S_ASHIFT_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_110A_SM_100A, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind::i8{.sp}{.ashift}{.coll_a} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, lanes:<pred notpred>, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 7, gate: G_SM_110A_SM_100A, notation: "tcgen05.mma.cta_group.kind::i8{.coll_a} [d:b32reg], a:desc, b:desc, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 7, gate: G_SM_110A_SM_100A, notation: "tcgen05.mma.cta_group.kind::i8{.coll_a} [d:b32reg], a:desc, b:desc, idesc:idesc=, lanes:<pred notpred>, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_ASHIFT_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 7, gate: G_SM_110A_SM_100A, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind::i8{.ashift}{.coll_a} [d:b32reg], [a:b32reg], b:desc, idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_I8, S_ASHIFT_MAYBE, S_COLL_A_76710A], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_IDESC_911599, O_LANES_DCF60B, O_ENABLE_2B6A60, O_SCALE_C5171E], required_operands: 7, gate: G_SM_110A_SM_100A, constraints: &[excludes(w::ASHIFT, &[w::COLLECTOR_A_FILL]), excludes(w::ASHIFT, &[w::COLLECTOR_A_USE])], notation: "tcgen05.mma.cta_group.kind::i8{.ashift}{.coll_a} [d:b32reg], [a:b32reg], b:desc, idesc:idesc=, lanes:<pred notpred>, enable:bool, scale:<int>", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_F8F6F4, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [lut:b32reg], idesc:idesc=, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_F8F6F4, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_ENABLE_2B6A60], required_operands: 6, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [lut:b32reg], idesc:idesc=, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_F8F6F4, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [lut:b32reg], idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_F8F6F4, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_LANES_743770, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::f8f6f4.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [lut:b32reg], idesc:idesc=, lanes:4cta_group*lanemask+, enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SIZE_014C93, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf8f6f4.block_scale{.size}{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SIZE_014C93, S_SP_MAYBE, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf8f6f4.block_scale{.size}{.sp}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SIZE_C0BDFB, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 8, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::mxf8f6f4.block_scale{.size}.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [lut:b32reg], idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF8F6F4, S_BLOCK_SCALE, S_SIZE_C0BDFB, S_DECOMPRESS_LUT_B, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_LUT_B5A971, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 8, gate: G_SM_107F, notation: "tcgen05.mma.cta_group.kind::mxf8f6f4.block_scale{.size}.decompress::lut::b{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [lut:b32reg], idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF4, S_BLOCK_SCALE, S_SIZE_7AD9FE, S_SP_BB8331, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf4.block_scale{.size}{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF4, S_BLOCK_SCALE, S_SIZE_7AD9FE, S_SP_BB8331, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf4.block_scale{.size}{.sp}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SIZE_233489, S_SP_BB8331, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf4nvf4.block_scale.size{.sp}{.coll_a}{.coll_b} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_KIND_MXF4NVF4, S_BLOCK_SCALE, S_SIZE_233489, S_SP_BB8331, S_COLL_A_76710A, S_COLL_B_96B2FC], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_SCALEA_84D13F, O_SCALEB_2E3C2F, O_ENABLE_2B6A60], required_operands: 7, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.cta_group.kind::mxf4nvf4.block_scale.size{.sp}{.coll_a}{.coll_b} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, [scaleA:b32reg], [scaleB:b32reg], enable:bool", ..FORM },
];
static F_TCGEN05_MMA_WS: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_1, S_KIND_E26C1D, S_SP_MAYBE, S_COLL_BN_939759], operands: &[O_D_2B1246, O_A_2B64EA, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_ZERO_COLUMN_MASK_3574E0], required_operands: 5, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.ws.cta_group::1.kind{.sp}{.coll_bn} [d:b32reg], a:desc, b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool{, zero_column_mask:desc}", ..FORM },
    Form { slots: &[S_CTA_GROUP_1, S_KIND_E26C1D, S_SP_MAYBE, S_COLL_BN_939759], operands: &[O_D_2B1246, O_A_9C6715, O_B_87BF8A, O_META_B15705, O_IDESC_911599, O_ENABLE_2B6A60, O_ZERO_COLUMN_MASK_3574E0], required_operands: 5, gate: G_SM_100F_SM_110F, notation: "tcgen05.mma.ws.cta_group::1.kind{.sp}{.coll_bn} [d:b32reg], [a:b32reg], b:desc, [meta:b32reg] if sp, idesc:idesc=, enable:bool{, zero_column_mask:desc}", ..FORM },
];
static F_TCGEN05_RELINQUISH_ALLOC_PERMIT: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_SYNC, S_ALIGNED], operands: &[], gate: G_SM_100F_SM_110F, notation: "tcgen05.relinquish_alloc_permit.cta_group.sync.aligned", ..FORM },
];
static F_TCGEN05_SHIFT: &[Form] = &[
    Form { slots: &[S_CTA_GROUP_FFD3B6, S_DOWN], operands: &[O_TADDR_21BAD7], required_operands: 1, gate: G_SM_110A_SM_100A_SM_103A_SM_107A, notation: "tcgen05.shift.cta_group.down [taddr:tmem]", ..FORM },
];
static F_TCGEN05_ST: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED, S_SHAPE_74C4F7, S_NUM_7E9AB9, S_UNPACK_16B_MAYBE, S_B32], operands: &[O_TADDR_5E66B4, O_R_F73B47], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.st.sync.aligned.shape.num{.unpack::16b}.b32 [taddr:i32reg], r:num*b32+", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X128B, S_NUM_868A6A, S_UNPACK_16B_MAYBE, S_B32], operands: &[O_TADDR_5E66B4, O_R_7AD78D], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.st.sync.aligned.16x128b.num{.unpack::16b}.b32 [taddr:i32reg], r:2num*b32+", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X256B, S_NUM_E609F3, S_UNPACK_16B_MAYBE, S_B32], operands: &[O_TADDR_5E66B4, O_R_98C309], required_operands: 2, gate: G_SM_100F_SM_110F, notation: "tcgen05.st.sync.aligned.16x256b.num{.unpack::16b}.b32 [taddr:i32reg], r:4num*b32+", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S__16X32BX2, S_NUM_7E9AB9, S_UNPACK_16B_MAYBE, S_B32], operands: &[O_TADDR_5E66B4, O_IMMHALFSPLITOFF_20205D, O_R_F73B47], required_operands: 3, gate: G_SM_100F_SM_110F, notation: "tcgen05.st.sync.aligned.16x32bx2.num{.unpack::16b}.b32 [taddr:i32reg], immHalfSplitoff:<int>, r:num*b32+", ..FORM },
];
static F_TCGEN05_WAIT_LD: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED], operands: &[], gate: G_SM_100F_SM_110F, notation: "tcgen05.wait::ld.sync.aligned", ..FORM },
];
static F_TCGEN05_WAIT_ST: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED], operands: &[], gate: G_SM_100F_SM_110F, notation: "tcgen05.wait::st.sync.aligned", ..FORM },
];
static F_TENSORMAP_CP_FENCEPROXY: &[Form] = &[
    Form { slots: &[S_GLOBAL, S_SHARED_CTA, S_TENSORMAP_GENERIC, S_RELEASE, S_SCOPE_E30A4A, S_SYNC, S_ALIGNED], operands: &[O_D_9299EA, O_A_B1F99D, O_SIZE_88F229], required_operands: 3, gate: G_V83_SM_90, notation: "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.scope.sync.aligned [d:far], [a:near], size:<int>(128)", ..FORM },
];
static F_TENSORMAP_QUERY_ALLOC_CLASS_LARGE: &[Form] = &[
    Form { slots: &[S_SS_29DBEE, S_B1024], operands: &[O_P_D6CD77, O_A_73C108], required_operands: 2, gate: G_V95_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.query.alloc_class_large{.ss}.b1024 p:predreg, [a]", ..FORM },
];
static F_TENSORMAP_REPLACE: &[Form] = &[
    Form { slots: &[S_TILE, S_GLOBAL_ADDRESS, S_ALLOC_7F3A3B, S_SS_1522B2, S_B1024, S_B64], operands: &[O_A_795541, O_VALUE_2A290D], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.global_address{.alloc}{.ss}.b1024.b64 [a~], value:b64", ..FORM },
    Form { slots: &[S_TILE, S_RANK, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_B32CF4], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.rank{.ss}.b1024.b32 [a~], value:b32", ..FORM },
    Form { slots: &[S_TILE, S_FIELD_DAE868, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_ORD_01A6D3, O_VALUE_A841EC], required_operands: 3, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.field{.ss}.b1024.b32 [a~], ord:<int>(0..4), value:i32", ..FORM },
    Form { slots: &[S_TILE, S_GLOBAL_STRIDE, S_SS_1522B2, S_B1024, S_B64], operands: &[O_A_795541, O_ORD_01A6D3, O_VALUE_2A290D], required_operands: 3, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.global_stride{.ss}.b1024.b64 [a~], ord:<int>(0..4), value:b64", ..FORM },
    Form { slots: &[S_TILE, S_ELEMTYPE, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_B834B8], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.elemtype{.ss}.b1024.b32 [a~], value:<int>(0..12)", ..FORM },
    Form { slots: &[S_TILE, S_ELEMTYPE, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_51B198], required_operands: 2, gate: G_V87_SM_100F_SM_110F_SM_120F, notation: "tensormap.replace.tile.elemtype{.ss}.b1024.b32 [a~], value:<int>(13..15)", ..FORM },
    Form { slots: &[S_TILE, S_INTERLEAVE_LAYOUT, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_D06EFA], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.interleave_layout{.ss}.b1024.b32 [a~], value:<int>(0..2)", ..FORM },
    Form { slots: &[S_TILE, S_SWIZZLE_MODE, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_D4F43B], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.swizzle_mode{.ss}.b1024.b32 [a~], value:<int>(0..3)", ..FORM },
    Form { slots: &[S_TILE, S_SWIZZLE_MODE, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_D62AAC], required_operands: 2, gate: G_SM_103A_SM_107A, notation: "tensormap.replace.tile.swizzle_mode{.ss}.b1024.b32 [a~], value:<int>(4)", ..FORM },
    Form { slots: &[S_TILE, S_SWIZZLE_ATOMICITY, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_D4F43B], required_operands: 2, gate: G_SM_100F_SM_110F_SM_120F, notation: "tensormap.replace.tile.swizzle_atomicity{.ss}.b1024.b32 [a~], value:<int>(0..3)", ..FORM },
    Form { slots: &[S_TILE, S_FILL_MODE, S_SS_1522B2, S_B1024, S_B32], operands: &[O_A_795541, O_VALUE_5538E9], required_operands: 2, gate: G_V83_SM_100F_SM_110F_SM_120F_SM_90A, notation: "tensormap.replace.tile.fill_mode{.ss}.b1024.b32 [a~], value:<int>(0..1)", ..FORM },
];
static F_TESTP: &[Form] = &[
    Form { slots: &[S_OP_68246A, S_TYPE_1405CD], operands: &[O_P_D6CD77, O_A_950E18], required_operands: 2, gate: G_V20_SM_20, notation: "testp{.op}.type p:predreg, a:type", ..FORM },
];
static F_TEX: &[Form] = &[
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52], required_operands: 2, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52], required_operands: 2, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807], required_operands: 2, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_B64ADF, O_A_BB47C8], required_operands: 2, gate: G_V32_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.samples.vec.dtype.s32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32]", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_72718E, O_A_BB47C8], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.samples.vec.dtype.s32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32]", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_B64ADF, O_A_BB47C8, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.samples.vec.dtype.s32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32], e:offset*i32", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_72718E, O_A_BB47C8, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.samples.vec.dtype.s32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32], e:offset*i32", ..FORM },
];
static F_TEX_BASE: &[Form] = &[
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52], required_operands: 2, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52], required_operands: 2, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype]", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], e:offset*i32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807], required_operands: 2, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_B64ADF, O_A_BB47C8], required_operands: 2, gate: G_V32_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.samples.vec.dtype.s32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32]", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_72718E, O_A_BB47C8], required_operands: 2, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.samples.vec.dtype.s32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32]", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_B64ADF, O_A_BB47C8, O_E_20056D], required_operands: 3, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.samples.vec.dtype.s32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32], e:offset*i32", ..FORM },
    Form { slots: &[S_SAMPLES_D46361, S_VEC_CB2603, S_DTYPE_6F69B7, S_S32], operands: &[O_D_72718E, O_A_BB47C8, O_E_20056D], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.base.samples.vec.dtype.s32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*s32], e:offset*i32", ..FORM },
];
static F_TEX_GRAD: &[Form] = &[
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_X_02884E, O_Y_20CF21, O_E_20056D], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats, e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_X_02884E, O_Y_20CF21, O_E_20056D], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats, e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_X_02884E, O_Y_20CF21, O_E_20056D, O_F_6407D9], required_operands: 6, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_X_02884E, O_Y_20CF21, O_E_20056D, O_F_6407D9], required_operands: 6, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_X_02884E, O_Y_20CF21, O_F_6407D9], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_X_02884E, O_Y_20CF21, O_F_6407D9], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, f:f32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_X_02884E, O_Y_20CF21, O_E_20056D], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats, e:offset*i32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_X_02884E, O_Y_20CF21, O_E_20056D], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], x:gradient*floats, y:gradient*floats, e:offset*i32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V43_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_X_02884E, O_Y_20CF21], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_X_02884E, O_Y_20CF21, O_E_EDAB0E, O_F_6407D9], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_X_02884E, O_Y_20CF21, O_E_EDAB0E, O_F_6407D9], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_X_02884E, O_Y_20CF21, O_F_6407D9], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, f:f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_X_02884E, O_Y_20CF21, O_F_6407D9], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.grad.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], x:gradient*floats, y:gradient*floats, f:f32", ..FORM },
];
static F_TEX_LEVEL: &[Form] = &[
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_LOD_EE47EB], required_operands: 3, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_LOD_EE47EB], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_LOD_EE47EB, O_E_20056D], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype, e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_LOD_EE47EB, O_E_20056D], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype, e:offset*i32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_LOD_EDEDAB, O_E_20056D, O_F_6407D9], required_operands: 5, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_LOD_EDEDAB, O_E_20056D, O_F_6407D9], required_operands: 5, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, e:offset*i32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_LOD_EDEDAB, O_F_6407D9], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, f:f32", ..FORM },
    Form { slots: &[S_FLAT_15A8E4, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_LOD_EDEDAB, O_F_6407D9], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.flat.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, f:f32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_LOD_EE47EB], required_operands: 3, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_LOD_EE47EB], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_B64ADF, O_A_E88D52, O_LOD_EE47EB, O_E_20056D], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.3d.vec.dtype.ctype d:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype, e:offset*i32", ..FORM },
    Form { slots: &[S__3D, S_VEC_CB2603, S_DTYPE_6F69B7, S_CTYPE_223040], operands: &[O_D_72718E, O_A_E88D52, O_LOD_EE47EB, O_E_20056D], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.3d.vec.dtype.ctype d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*ctype], lod:any*ctype, e:offset*i32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_LOD_EDEDAB], required_operands: 3, gate: G_V31_SM_20, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_LOD_EDEDAB], required_operands: 3, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_LOD_EDEDAB, O_E_EDAB0E, O_F_6407D9], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_LOD_EDEDAB, O_E_EDAB0E, O_F_6407D9], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, e:i32{, f:f32}", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_LOD_EDEDAB, O_F_6407D9], required_operands: 4, gate: G_V43_SM_30, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, f:f32", ..FORM },
    Form { slots: &[S_CUBES_22E310, S_VEC_CB2603, S_DTYPE_6F69B7, S_F32], operands: &[O_D_72718E, O_A_764807, O_LOD_EDEDAB, O_F_6407D9], required_operands: 4, gate: G_V71_SM_60, constraints: &[needs(w::F16X2, &[w::V2]), needs(w::V2, &[w::F16X2])], notation: "tex.level.cubes.vec.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], lod:any*f32, f:f32", ..FORM },
];
static F_TLD4: &[Form] = &[
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B64ADF, O_A_764807], required_operands: 2, gate: G_SM_20, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_72718E, O_A_764807], required_operands: 2, gate: G_V71_SM_60, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32{, f:f32}", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_20056D, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], e:offset*i32{, f:f32}", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_FLAT_1992CF, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, notation: "tld4{.uni}.comp.flat.v4.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_CUBES_267FC2, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 2, gate: G_V43_SM_30, notation: "tld4{.uni}.comp.cubes.v4.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]{, e:i32}{, f:f32}", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_CUBES_267FC2, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_72718E, O_A_764807, O_E_EDAB0E, O_F_6407D9], required_operands: 2, gate: G_V71_SM_60, notation: "tld4{.uni}.comp.cubes.v4.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32]{, e:i32}{, f:f32}", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_CUBES_267FC2, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_B64ADF, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V43_SM_30, notation: "tld4{.uni}.comp.cubes.v4.dtype.f32 d:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
    Form { slots: &[S_UNI_D8B3CA, S_COMP_AF6658, S_CUBES_267FC2, S_V4, S_DTYPE_1E89A7, S_F32], operands: &[O_D_72718E, O_A_764807, O_F_6407D9], required_operands: 3, gate: G_V71_SM_60, notation: "tld4{.uni}.comp.cubes.v4.dtype.f32 d|p:vec*dtype?, [a:textures{, b:samplers}, c:texture*f32], f:f32", ..FORM },
];
static F_TRAP: &[Form] = &[
    Form { slots: &[], operands: &[], notation: "trap", ..FORM },
];
static F_TXQ: &[Form] = &[
    Form { slots: &[S_TQUERY_94A7F4, S_B32], operands: &[O_D_1AC640, O_A_5402D6], required_operands: 2, notation: "txq.tquery.b32 d:b32, [a:textures]", ..FORM },
    Form { slots: &[S_TQUERY2_6DA71B, S_B32], operands: &[O_D_1AC640, O_A_5402D6], required_operands: 2, notation: "txq.tquery2.b32 d:b32, [a:textures]", ..FORM },
    Form { slots: &[S_SQUERY_3D78D6, S_B32], operands: &[O_D_1AC640, O_A_443929], required_operands: 2, notation: "txq.squery.b32 d:b32, [a:<i64reg texref samplerref>]", ..FORM },
    Form { slots: &[S_FORCE_UNNORMALIZED_COORDS, S_B32], operands: &[O_D_1AC640, O_A_79C6EE], required_operands: 2, gate: G_V31_SM_20, notation: "txq.force_unnormalized_coords.b32 d:b32, [a:samplers]", ..FORM },
];
static F_TXQ_LEVEL: &[Form] = &[
    Form { slots: &[S_LEVEL_QUERY_CD63F8, S_B32], operands: &[O_D_1AC640, O_A_5402D6, O_LOD_DFC1D4], required_operands: 3, gate: G_V43_SM_30, notation: "txq.level.level_query.b32 d:b32, [a:textures], lod:any*i32", ..FORM },
];
static F_VABSDIFF: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vabsdiff.dtype.atype.btype{.sat} d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vabsdiff.dtype.atype.btype{.sat} d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vabsdiff.dtype.atype.btype{.sat}.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VABSDIFF2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vabsdiff2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vabsdiff2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VABSDIFF4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vabsdiff4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vabsdiff4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_VADD: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vadd.dtype.atype.btype{.sat} d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vadd.dtype.atype.btype{.sat} d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vadd.dtype.atype.btype{.sat}.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VADD2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vadd2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vadd2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VADD4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vadd4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vadd4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_VAVRG2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vavrg2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vavrg2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VAVRG4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vavrg4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vavrg4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_VMAD: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_SCALE_742613], operands: &[O_D_B38B73, O_A_DDCD98, O_B_54467F, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmad.dtype.atype.btype{.sat}{.scale} d:dtype, {-}a.part:video, {-}b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_SCALE_742613], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_FE1992], required_operands: 4, gate: G_SM_20, notation: "vmad.dtype.atype.btype{.sat}{.scale} d:dtype, a.part:video, b.part:video, -c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_SCALE_742613], operands: &[O_D_B38B73, O_A_921BCE, O_B_65F206, O_C_FE1992], required_operands: 4, gate: G_SM_20, notation: "vmad.dtype.atype.btype{.sat}{.scale} d:dtype, -a.part:video, -b.part:video, -c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_PO, S_SAT_MAYBE, S_SCALE_742613], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmad.dtype.atype.btype.po{.sat}{.scale} d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_PO, S_SAT_MAYBE, S_SCALE_742613], operands: &[O_D_B38B73, O_A_921BCE, O_B_65F206, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmad.dtype.atype.btype.po{.sat}{.scale} d:dtype, -a.part:video, -b.part:video, c:dtype", ..FORM },
];
static F_VMAX: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vmax.dtype.atype.btype{.sat} d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmax.dtype.atype.btype{.sat} d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmax.dtype.atype.btype{.sat}.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VMAX2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmax2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmax2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VMAX4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmax4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmax4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_VMIN: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vmin.dtype.atype.btype{.sat} d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmin.dtype.atype.btype{.sat} d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vmin.dtype.atype.btype{.sat}.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VMIN2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmin2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmin2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VMIN4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmin4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vmin4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_VOTE: &[Form] = &[
    Form { slots: &[S_MODE_2E8B09, S_PRED], operands: &[O_P_424909, O_A_627C16], required_operands: 2, gate: G_TO_V63_SM_12_OR_SM_12_TO_SM_62, notation: "vote.mode.pred p:pred, a:pred", ..FORM },
    Form { slots: &[S_BALLOT, S_B32], operands: &[O_D_1AC640, O_A_4E1115], required_operands: 2, gate: G_TO_V63_SM_20_OR_SM_20_TO_SM_62, notation: "vote.ballot.b32 d:b32, a:bool", ..FORM },
    Form { slots: &[S_SYNC, S_MODE_2E8B09, S_PRED], operands: &[O_P_424909, O_A_627C16, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_V51_SM_30, notation: "vote.sync.mode.pred p:pred, a:pred, membermask:i32", ..FORM },
    Form { slots: &[S_SYNC, S_BALLOT, S_B32], operands: &[O_D_1AC640, O_A_4E1115, O_MEMBERMASK_7F3DE7], required_operands: 3, gate: G_V51_SM_30, notation: "vote.sync.ballot.b32 d:b32, a:bool, membermask:i32", ..FORM },
];
static F_VSET: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_CMP_D001F0], operands: &[O_D_960D75, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vset.atype.btype.cmp d:i32reg, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_CMP_D001F0], operands: &[O_D_F97B39, O_A_5B9D8A, O_B_3B4B2B, O_C_20CCFC], required_operands: 4, gate: G_SM_20, notation: "vset.atype.btype.cmp d.part:i32reg, a.part:video, b.part:video, c:i32", ..FORM },
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_CMP_D001F0, S_OP2_D69251], operands: &[O_D_960D75, O_A_5B9D8A, O_B_3B4B2B, O_C_20CCFC], required_operands: 4, gate: G_SM_20, notation: "vset.atype.btype.cmp.op2 d:i32reg, a.part:video, b.part:video, c:i32", ..FORM },
];
static F_VSET2: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_CMP_D001F0, S_ADD_MAYBE], operands: &[O_D_7486B5, O_A_987D78, O_B_68C0EE, O_C_5CB829], required_operands: 4, gate: G_SM_30, notation: "vset2.atype.btype.cmp{.add} d.mask2:i32reg, a.lanes2:atype!, b.lanes2:btype!, c:i32reg!", ..FORM },
];
static F_VSET4: &[Form] = &[
    Form { slots: &[S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_CMP_D001F0, S_ADD_MAYBE], operands: &[O_D_0BB463, O_A_BDEDDD, O_B_B45DE4, O_C_5CB829], required_operands: 4, gate: G_SM_30, notation: "vset4.atype.btype.cmp{.add} d.mask4:i32reg, a.lanes4:atype!, b.lanes4:btype!, c:i32reg!", ..FORM },
];
static F_VSHL: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vshl.dtype.atype.u32{.sat}.mode d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vshl.dtype.atype.u32{.sat}.mode d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vshl.dtype.atype.u32{.sat}.mode.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VSHR: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vshr.dtype.atype.u32{.sat}.mode d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vshr.dtype.atype.u32{.sat}.mode d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_U32, S_SAT_MAYBE, S_MODE_AF612D, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vshr.dtype.atype.u32{.sat}.mode.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VSUB: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B], required_operands: 3, gate: G_SM_20, notation: "vsub.dtype.atype.btype{.sat} d:dtype, a.part:video, b.part:video", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_83AF85, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vsub.dtype.atype.btype{.sat} d.part:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE, S_OP2_D69251], operands: &[O_D_B38B73, O_A_5B9D8A, O_B_3B4B2B, O_C_81FA6D], required_operands: 4, gate: G_SM_20, notation: "vsub.dtype.atype.btype{.sat}.op2 d:dtype, a.part:video, b.part:video, c:dtype", ..FORM },
];
static F_VSUB2: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vsub2.dtype.atype.btype{.sat} d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_AD7C9D, O_A_732237, O_B_7AB633, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vsub2.dtype.atype.btype.add d.mask2:dtype, a.lanes2:atype!, b.lanes2:btype!, c:dtype!", ..FORM },
];
static F_VSUB4: &[Form] = &[
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_SAT_MAYBE], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vsub4.dtype.atype.btype{.sat} d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
    Form { slots: &[S_DTYPE_870175, S_ATYPE_F69D5D, S_BTYPE_EB0CE8, S_ADD], operands: &[O_D_54C485, O_A_46C550, O_B_F27839, O_C_EDFE43], required_operands: 4, gate: G_SM_30, notation: "vsub4.dtype.atype.btype.add d.mask4:dtype, a.lanes4:atype!, b.lanes4:btype!, c:dtype!", ..FORM },
];
static F_WGMMA_COMMIT_GROUP: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE], operands: &[], gate: G_V80_SM_90A, notation: "wgmma.commit_group.sync{.aligned}", ..FORM },
];
static F_WGMMA_FENCE: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE], operands: &[], gate: G_V80_SM_90A, notation: "wgmma.fence.sync{.aligned}", ..FORM },
];
static F_WGMMA_MMA_ASYNC: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F16, S_F16, S_F16], operands: &[O_D_33674E, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 8, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f16.f16.f16 d:k16.n/4*f16x2, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F16, S_F16, S_F16], operands: &[O_D_33674E, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 7, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f16.f16.f16 d:k16.n/4*f16x2, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_F16, S_F16], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 8, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f32.f16.f16 d:k16.n/2*f32, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_F16, S_F16], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 7, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f32.f16.f16 d:k16.n/2*f32, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_BF16, S_BF16], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 8, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f32.bf16.bf16 d:k16.n/2*f32, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_BF16, S_BF16], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 7, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k16.f32.bf16.bf16 d:k16.n/2*f32, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K8_DC5116, S_F32, S_TF32, S_TF32], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k8.f32.tf32.tf32 d:k8.n/2*f32, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K8_DC5116, S_F32, S_TF32, S_TF32], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k8.f32.tf32.tf32 d:k8.n/2*f32, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_33674E, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k32.f16.f8.f8b d:k32.n/4*f16x2, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_33674E, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k32.f16.f8.f8b d:k32.n/4*f16x2, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k32.f32.f8.f8b d:k32.n/2*f32, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 6, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.k32.f32.f8.f8b d:k32.n/2*f32, a:4*f16x2, b:<i64reg int>, scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BYTE32_DC20FB, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD], operands: &[O_D_659387, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF], required_operands: 4, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.byte32{.satfinite}.s32.byte.byte2 d:byte32.n/2*i32reg, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BYTE32_DC20FB, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD], operands: &[O_D_659387, O_A_F4CAA6, O_B_87BF8A, O_SCALE_D_B86DFF], required_operands: 4, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.byte32{.satfinite}.s32.byte.byte2 d:byte32.n/2*i32reg, a:4*word, b:<i64reg int>, scale-d:bool(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BIT_74EF64, S_S32, S_B1, S_B1, S_AND, S_POPC], operands: &[O_D_659387, O_A_2B64EA, O_B_87BF8A, O_SCALE_D_B86DFF], required_operands: 4, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.bit.s32.b1.b1.and.popc d:bit.n/2*i32reg, a:<i64reg int>, b:<i64reg int>, scale-d:bool(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BIT_74EF64, S_S32, S_B1, S_B1, S_AND, S_POPC], operands: &[O_D_659387, O_A_F4CAA6, O_B_87BF8A, O_SCALE_D_B86DFF], required_operands: 4, gate: G_V80_SM_90A, notation: "wgmma.mma_async.sync{.aligned}.bit.s32.b1.b1.and.popc d:bit.n/2*i32reg, a:4*word, b:<i64reg int>, scale-d:bool(0..1)", ..FORM },
];
static F_WGMMA_MMA_ASYNC_SP: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F16, S_F16, S_F16], operands: &[O_D_33674E, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 10, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f16.f16.f16 d:k32.n/4*f16x2, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F16, S_F16, S_F16], operands: &[O_D_33674E, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 9, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f16.f16.f16 d:k32.n/4*f16x2, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_F16, S_F16], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 10, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f32.f16.f16 d:k32.n/2*f32, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_F16, S_F16], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 9, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f32.f16.f16 d:k32.n/2*f32, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_BF16, S_BF16], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_A_A9BE04, O_IMM_TRANS_B_8B9D6D], required_operands: 10, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f32.bf16.bf16 d:k32.n/2*f32, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-a:<int>(0..1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K32_18CB2C, S_F32, S_BF16, S_BF16], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766, O_IMM_TRANS_B_8B9D6D], required_operands: 9, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k32.f32.bf16.bf16 d:k32.n/2*f32, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1), imm-trans-b:<int>(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_TF32, S_TF32], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k16.f32.tf32.tf32 d:k16.n/2*f32, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K16_FA2720, S_F32, S_TF32, S_TF32], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_F530D7, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k16.f32.tf32.tf32 d:k16.n/2*f32, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0..1), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K64_79BF70, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_33674E, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k64.f16.f8.f8b d:k64.n/4*f16x2, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K64_79BF70, S_F16, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_33674E, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k64.f16.f8.f8b d:k64.n/4*f16x2, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K64_79BF70, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_B929AE, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k64.f32.f8.f8b d:k64.n/2*f32, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_K64_79BF70, S_F32, S_F8_A0E9F8, S_F8B_7C0F8F], operands: &[O_D_B929AE, O_A_089BF9, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF, O_IMM_SCALE_A_57F468, O_IMM_SCALE_B_711766], required_operands: 8, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.k64.f32.f8.f8b d:k64.n/2*f32, a:4*f16x2, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1), imm-scale-a:<int>(-1|1), imm-scale-b:<int>(-1|1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BYTE64_06DF53, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD], operands: &[O_D_659387, O_A_2B64EA, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF], required_operands: 6, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.byte64{.satfinite}.s32.byte.byte2 d:byte64.n/2*i32reg, a:<i64reg int>, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1)", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE, S_BYTE64_06DF53, S_SATFINITE_MAYBE, S_S32, S_BYTE_979E3C, S_BYTE2_A599CD], operands: &[O_D_659387, O_A_F4CAA6, O_B_87BF8A, O_METADATA_2DAD93, O_SELECTOR_E75E4E, O_SCALE_D_B86DFF], required_operands: 6, gate: G_V82_SM_90A, notation: "wgmma.mma_async.sp.sync{.aligned}.byte64{.satfinite}.s32.byte.byte2 d:byte64.n/2*i32reg, a:4*word, b:<i64reg int>, metadata:metadata, selector:<int>(0), scale-d:bool(0..1)", ..FORM },
];
static F_WGMMA_WAIT_GROUP: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALIGNED_MAYBE], operands: &[O_N_58BA53], required_operands: 1, gate: G_V80_SM_90A, notation: "wgmma.wait_group.sync{.aligned} n:<int>(0..)", ..FORM },
];
static F_WMMA_LOAD_A: &[Form] = &[
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16], operands: &[O_D_7FF512, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.load.a.sync.layout.half{.ss}.f16 d:8*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16, S_V8_MAYBE], operands: &[O_D_7FF512, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.load.a.sync.aligned.layout.half{.ss}.f16{.v8} d:8*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_BF16], operands: &[O_D_EE162D, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.a.sync.aligned.layout.half{.ss}.bf16 d:half.mk/64*bf16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_BYTE_979E3C], operands: &[O_D_45239B, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_72, notation: "wmma.load.a.sync.aligned.layout.half{.ss}.byte d:half.mk/128*i32reg?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M16N16K8, S_SS_4D005E, S_TF32, S_V4_MAYBE], operands: &[O_D_03AFFF, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.a.sync.aligned.layout.m16n16k8{.ss}.tf32{.v4} d:4*tf32?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M8N8K4, S_SS_4D005E, S_F64], operands: &[O_D_C59C3B, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.a.sync.aligned.layout.m8n8k4{.ss}.f64 d:1*f64reg?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ROW, S_M8N8K32, S_SS_4D005E, S_NIBBLE_7EED37], operands: &[O_D_D28E37, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_75, notation: "wmma.load.a.sync.aligned.row.m8n8k32{.ss}.nibble d:1*b32, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ROW, S_M8N8K128, S_SS_4D005E, S_B1], operands: &[O_D_D28E37, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_75, notation: "wmma.load.a.sync.aligned.row.m8n8k128{.ss}.b1 d:1*b32, [a~]{, stride:i32}", ..FORM },
];
static F_WMMA_LOAD_B: &[Form] = &[
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16], operands: &[O_D_7FF512, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.load.b.sync.layout.half{.ss}.f16 d:8*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16, S_V8_MAYBE], operands: &[O_D_7FF512, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.load.b.sync.aligned.layout.half{.ss}.f16{.v8} d:8*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_BF16], operands: &[O_D_129E47, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.b.sync.aligned.layout.half{.ss}.bf16 d:half.nk/64*bf16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_BYTE_979E3C], operands: &[O_D_F08F90, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_72, notation: "wmma.load.b.sync.aligned.layout.half{.ss}.byte d:half.nk/128*i32reg?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M16N16K8, S_SS_4D005E, S_TF32, S_V4_MAYBE], operands: &[O_D_03AFFF, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.b.sync.aligned.layout.m16n16k8{.ss}.tf32{.v4} d:4*tf32?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M8N8K4, S_SS_4D005E, S_F64], operands: &[O_D_C59C3B, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.b.sync.aligned.layout.m8n8k4{.ss}.f64 d:1*f64reg?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_COL, S_M8N8K32, S_SS_4D005E, S_NIBBLE_7EED37], operands: &[O_D_D28E37, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_75, notation: "wmma.load.b.sync.aligned.col.m8n8k32{.ss}.nibble d:1*b32, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_COL, S_M8N8K128, S_SS_4D005E, S_B1], operands: &[O_D_D28E37, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_75, notation: "wmma.load.b.sync.aligned.col.m8n8k128{.ss}.b1 d:1*b32, [a~]{, stride:i32}", ..FORM },
];
static F_WMMA_LOAD_C: &[Form] = &[
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16], operands: &[O_D_258FAB, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.load.c.sync.layout.half{.ss}.f16 d:4*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F32], operands: &[O_D_1ECA05, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.load.c.sync.layout.half{.ss}.f32 d:8*f32?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16, S_V4_MAYBE], operands: &[O_D_258FAB, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.load.c.sync.aligned.layout.half{.ss}.f16{.v4} d:4*f16x2?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_SHAPE_671290, S_SS_4D005E, S_F32], operands: &[O_D_7A40A2, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.load.c.sync.aligned.layout.shape{.ss}.f32 d:shape.mn/32*f32?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_SHAPE_E1E69E, S_SS_4D005E, S_S32], operands: &[O_D_E29E9D, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_72, notation: "wmma.load.c.sync.aligned.layout.shape{.ss}.s32 d:shape.mn/32*i32reg?, [a~]{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M8N8K4, S_SS_4D005E, S_F64, S_V2_MAYBE], operands: &[O_D_8A9926, O_A_6AC906, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.load.c.sync.aligned.layout.m8n8k4{.ss}.f64{.v2} d:2*f64reg?, [a~]{, stride:i32}", ..FORM },
];
static F_WMMA_MMA: &[Form] = &[
    Form { slots: &[S_SYNC, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F16, S_F16, S_SAT_ABDE80], operands: &[O_D_258FAB, O_A_951C82, O_B_E02CDA, O_C_4D983E], required_operands: 4, gate: G_V60_TO_V62_SM_70, notation: "wmma.mma.sync.alayout.blayout.half.f16.f16{.sat} d:4*f16x2?, a:8*f16x2, b:8*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F16, S_F32, S_SAT_ABDE80], operands: &[O_D_258FAB, O_A_951C82, O_B_E02CDA, O_C_091FF9], required_operands: 4, gate: G_V60_TO_V62_SM_70, notation: "wmma.mma.sync.alayout.blayout.half.f16.f32{.sat} d:4*f16x2?, a:8*f16x2, b:8*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F32, S_F16, S_SAT_ABDE80], operands: &[O_D_1ECA05, O_A_951C82, O_B_E02CDA, O_C_4D983E], required_operands: 4, gate: G_V60_TO_V62_SM_70, notation: "wmma.mma.sync.alayout.blayout.half.f32.f16{.sat} d:8*f32?, a:8*f16x2, b:8*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F32, S_F32, S_SAT_ABDE80], operands: &[O_D_1ECA05, O_A_951C82, O_B_E02CDA, O_C_091FF9], required_operands: 4, gate: G_V60_TO_V62_SM_70, notation: "wmma.mma.sync.alayout.blayout.half.f32.f32{.sat} d:8*f32?, a:8*f16x2, b:8*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F16, S_F16, S_SAT_ABDE80], operands: &[O_D_258FAB, O_A_951C82, O_B_E02CDA, O_C_4D983E], required_operands: 4, gate: G_V63_SM_70, notation: "wmma.mma.sync.aligned.alayout.blayout.half.f16.f16{.sat} d:4*f16x2?, a:8*f16x2, b:8*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F16, S_F32, S_SAT_ABDE80], operands: &[O_D_258FAB, O_A_951C82, O_B_E02CDA, O_C_091FF9], required_operands: 4, gate: G_V63_SM_70, notation: "wmma.mma.sync.aligned.alayout.blayout.half.f16.f32{.sat} d:4*f16x2?, a:8*f16x2, b:8*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F32, S_F16, S_SAT_ABDE80], operands: &[O_D_1ECA05, O_A_951C82, O_B_E02CDA, O_C_4D983E], required_operands: 4, gate: G_V63_SM_70, notation: "wmma.mma.sync.aligned.alayout.blayout.half.f32.f16{.sat} d:8*f32?, a:8*f16x2, b:8*f16x2, c:4*f16x2", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F32, S_F32, S_SAT_ABDE80], operands: &[O_D_1ECA05, O_A_951C82, O_B_E02CDA, O_C_091FF9], required_operands: 4, gate: G_V63_SM_70, notation: "wmma.mma.sync.aligned.alayout.blayout.half.f32.f32{.sat} d:8*f32?, a:8*f16x2, b:8*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_F32, S_BF16, S_BF16, S_F32], operands: &[O_D_1ECA05, O_A_0BC27C, O_B_2C5DE4, O_C_091FF9], required_operands: 4, gate: G_V70_SM_80, notation: "wmma.mma.sync.aligned.alayout.blayout.half.f32.bf16.bf16.f32 d:8*f32?, a:half.mk/64*f16x2, b:half.nk/64*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_M16N16K8, S_F32, S_TF32, S_TF32, S_F32], operands: &[O_D_1ECA05, O_A_355335, O_B_53D211, O_C_091FF9], required_operands: 4, gate: G_V70_SM_80, notation: "wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 d:8*f32?, a:4*f16x2, b:4*f16x2, c:8*f32sum", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_M8N8K4, S_RND_2BFD82, S_F64, S_F64, S_F64, S_F64], operands: &[O_D_8A9926, O_A_BA8F04, O_B_50D848, O_C_59C3C9], required_operands: 4, gate: G_V70_SM_80, notation: "wmma.mma.sync.aligned.alayout.blayout.m8n8k4{.rnd}.f64.f64.f64.f64 d:2*f64reg?, a:1*f64word, b:1*f64word, c:2*f64word", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_S32, S_S8, S_S8, S_S32, S_SATFINITE_MAYBE], operands: &[O_D_FE0855, O_A_511F69, O_B_F28A38, O_C_3B6C53], required_operands: 4, gate: G_V63_SM_72, notation: "wmma.mma.sync.aligned.alayout.blayout.half.s32.s8.s8.s32{.satfinite} d:8*i32reg?, a:half.mk/128*i32, b:half.nk/128*i32, c:8*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ALAYOUT_E66D44, S_BLAYOUT_6E3736, S_HALF_B55E2D, S_S32, S_U8, S_U8, S_S32, S_SATFINITE_MAYBE], operands: &[O_D_FE0855, O_A_511F69, O_B_F28A38, O_C_3B6C53], required_operands: 4, gate: G_V63_SM_72, notation: "wmma.mma.sync.aligned.alayout.blayout.half.s32.u8.u8.s32{.satfinite} d:8*i32reg?, a:half.mk/128*i32, b:half.nk/128*i32, c:8*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ROW, S_COL, S_M8N8K32, S_S32, S_S4, S_S4, S_S32, S_SATFINITE_MAYBE], operands: &[O_D_94B74D, O_A_AE2AE8, O_B_A15F72, O_C_F8F5DB], required_operands: 4, gate: G_V63_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32{.satfinite} d:2*i32reg?, a:1*i32, b:1*i32, c:2*i32", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_ROW, S_COL, S_M8N8K32, S_S32, S_U4, S_U4, S_S32, S_SATFINITE_MAYBE], operands: &[O_D_94B74D, O_A_AE2AE8, O_B_A15F72, O_C_F8F5DB], required_operands: 4, gate: G_V63_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32{.satfinite} d:2*i32reg?, a:1*i32, b:1*i32, c:2*i32", ..FORM },
    Form { slots: &[S_OP_6B85C2, S_POPC, S_SYNC, S_ALIGNED, S_ROW, S_COL, S_M8N8K128, S_S32, S_B1, S_B1, S_S32], operands: &[O_D_94B74D, O_A_AE2AE8, O_B_A15F72, O_C_F8F5DB], required_operands: 4, gate: G_V63_SM_75, constraints: &[precedes(w::ROW, &[w::COL])], notation: "wmma.mma.op.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 d:2*i32reg?, a:1*i32, b:1*i32, c:2*i32", ..FORM },
];
static F_WMMA_STORE_D: &[Form] = &[
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16], operands: &[O_A_7B7C2D, O_C_4D983E, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.store.d.sync.layout.half{.ss}.f16 [a~], c:4*f16x2{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F32], operands: &[O_A_7B7C2D, O_C_5C1BCE, O_STRIDE_CF2F92], required_operands: 2, gate: G_V60_TO_V62_SM_70, notation: "wmma.store.d.sync.layout.half{.ss}.f32 [a~], c:8*f32word{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_HALF_B55E2D, S_SS_4D005E, S_F16], operands: &[O_A_7B7C2D, O_C_4D983E, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.store.d.sync.aligned.layout.half{.ss}.f16 [a~], c:4*f16x2{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_SHAPE_671290, S_SS_4D005E, S_F32], operands: &[O_A_7B7C2D, O_C_05053B, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_70, notation: "wmma.store.d.sync.aligned.layout.shape{.ss}.f32 [a~], c:shape.mn/32*f32word{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_SHAPE_E1E69E, S_SS_4D005E, S_S32], operands: &[O_A_7B7C2D, O_C_571DE2, O_STRIDE_CF2F92], required_operands: 2, gate: G_V63_SM_72, notation: "wmma.store.d.sync.aligned.layout.shape{.ss}.s32 [a~], c:shape.mn/32*i32{, stride:i32}", ..FORM },
    Form { slots: &[S_SYNC, S_ALIGNED, S_LAYOUT_CE5C6D, S_M8N8K4, S_SS_4D005E, S_F64], operands: &[O_A_7B7C2D, O_C_59C3C9, O_STRIDE_CF2F92], required_operands: 2, gate: G_V70_SM_80, notation: "wmma.store.d.sync.aligned.layout.m8n8k4{.ss}.f64 [a~], c:2*f64word{, stride:i32}", ..FORM },
];
static F_XOR: &[Form] = &[
    Form { slots: &[S_TYPE_2DF733], operands: &[O_D_B38B73, O_A_950E18, O_B_D848B7], required_operands: 3, notation: "xor.type d:type, a:type, b:type", ..FORM },
];

pub(super) static SPECIALS: &[(&str, &Gate)] = &[
    ("%aggr_smem_size", G_V81_SM_90),
    ("%clock64", G_SM_20),
    ("%clock_hi", G_V50_SM_20),
    ("%cluster_ctaid", G_SM_90),
    ("%cluster_ctarank", G_SM_90),
    ("%cluster_nctaid", G_SM_90),
    ("%cluster_nctarank", G_SM_90),
    ("%clusterid", G_SM_90),
    ("%current_graph_exec", G_V80_SM_50),
    ("%dynamic_smem_size", G_V41_SM_20),
    ("%globaltimer", G_V31_SM_30),
    ("%globaltimer_hi", G_V31_SM_30),
    ("%globaltimer_lo", G_V31_SM_30),
    ("%is_explicit_cluster", G_SM_90),
    ("%lanemask_eq", G_SM_20),
    ("%lanemask_ge", G_SM_20),
    ("%lanemask_gt", G_SM_20),
    ("%lanemask_le", G_SM_20),
    ("%lanemask_lt", G_SM_20),
    ("%nclusterid", G_SM_90),
    ("%nsmid", G_SM_20),
    ("%nwarpid", G_SM_20),
    ("%pm0_64", G_SM_50),
    ("%pm1_64", G_SM_50),
    ("%pm2_64", G_SM_50),
    ("%pm3_64", G_SM_50),
    ("%pm4", G_V30_SM_20),
    ("%pm4_64", G_SM_50),
    ("%pm5", G_V30_SM_20),
    ("%pm5_64", G_SM_50),
    ("%pm6", G_V30_SM_20),
    ("%pm6_64", G_SM_50),
    ("%pm7", G_V30_SM_20),
    ("%pm7_64", G_SM_50),
    ("%reserved_smem_offset_0", G_V76_SM_80),
    ("%reserved_smem_offset_1", G_V76_SM_80),
    ("%reserved_smem_offset_begin", G_V76_SM_80),
    ("%reserved_smem_offset_cap", G_V76_SM_80),
    ("%reserved_smem_offset_end", G_V76_SM_80),
    ("%total_smem_size", G_V41_SM_20),
];
