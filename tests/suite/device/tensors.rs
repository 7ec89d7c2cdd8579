//! Tensor maps and copies of boxes of tensors, against loops over elements.

use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{
    Arg, Cpu, Device, DeviceError, Fault, FaultKind, PixelBox, TensorElement, TensorMap, TensorSwizzle,
};
use ptxlint::kernels::LaunchConfig;

/// A module with a kernel of this body, whose first parameter is a tensor map, at `%rd1`; `%rd2` is the address of the output, `%rd3` of
/// what else there is. `%p1` is true in the first thread of the block, `bar` is for one arrival.
fn module(shared: usize, body: &str) -> String {
    format!(
        ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry kernel(.param .align 64 .b8 map[128], .param .u64 out, .param .u64 rest)
{{
    .shared .align 1024 .b8 s[{shared}]; .shared .align 8 .b64 bar; .shared .align 128 .b8 own[128];
    .reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<20>; .reg .b16 %h<9>;
    mov.b64 %rd9, map; cvta.param.u64 %rd1, %rd9; ld.param.u64 %rd2, [out]; ld.param.u64 %rd3, [rest];
    mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, s;
    @%p1 mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
    {body}
    ret;
}}\n"
    )
}

const WAIT: &str = "wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;";
const DONE: &str = "@%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;";

/// Copies a box into shared memory, and that as it is to the output.
fn load_all(dimensions: usize, coordinates: &str, bytes: u64) -> String {
    load_rows(dimensions, coordinates, bytes, bytes)
}

/// Copies a box whose rows lie apart into shared memory of so many bytes, which is zero between them, and that as it is to the output.
fn load_apart(dimensions: usize, coordinates: &str, bytes: u64, extent: u64) -> String {
    let clear = format!(
        "shl.b32 %r5, %r1, 2; clear: setp.ge.u32 %p3, %r5, {extent}; @%p3 bra cleared; add.u32 %r7, %r2, %r5; st.shared.u32 [%r7], 0;
        add.u32 %r5, %r5, 128; bra clear; cleared: fence.proxy.async.shared::cta; bar.sync 0;"
    );
    clear + &load_rows(dimensions, coordinates, bytes, extent)
}

fn load_rows(dimensions: usize, coordinates: &str, bytes: u64, extent: u64) -> String {
    format!(
        "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
        @%p1 cp.async.bulk.tensor.{dimensions}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [s], [%rd1, {{{coordinates}}}], [bar];
        {WAIT}
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], {extent}; {DONE}"
    )
}

/// Fills `s` with the bytes at `%rd3` and copies it to the tensor.
fn store_all(operation: &str, coordinates: &str, bytes: u64) -> String {
    format!(
        "mov.u32 %r5, %r1;
        fill: cvt.u64.u32 %rd5, %r5; add.u64 %rd6, %rd3, %rd5; ld.global.u32 %r6, [%rd6]; add.u32 %r7, %r2, %r5; st.shared.u32 [%r7], %r6;
        add.u32 %r5, %r5, 4; setp.lt.u32 %p3, %r5, {bytes}; @%p3 bra fill;
        fence.proxy.async.shared::cta;
        @%p1 {operation} [%rd1, {{{coordinates}}}], [s]; {DONE}"
    )
}

struct Given<'g> {
    map: &'g dyn Fn(u64) -> TensorMap,
    tensor: Vec<u8>,
    rest: Vec<u8>,
    out: usize,
    config: LaunchConfig,
}

/// What is left of the tensor and of the output.
fn run(ptx: &str, given: &Given<'_>) -> Result<(Vec<u8>, Vec<u8>), DeviceError> {
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some("sm_90a"));
        assert_eq!(verdict, Verdict::Accept, "{messages}\n{ptx}");
    }
    let mut cpu = Cpu::new();
    let module = cpu.load(ptx)?;
    let [tensor, rest] = [&given.tensor, &given.rest].map(|bytes| {
        let buffer = cpu.alloc(bytes.len() as u64).expect("memory");
        cpu.upload(buffer, bytes).expect("it fits");
        buffer
    });
    let out = cpu.alloc(given.out as u64)?;
    cpu.upload(out, &vec![0xee; given.out])?;
    let map = (given.map)(cpu.address(tensor)?).encode().expect("a map");
    let arguments = [Arg::Bytes(map.to_vec()), Arg::Buffer(out), Arg::Buffer(rest)];
    cpu.launch(module, "kernel", given.config, &arguments)?;
    let mut left = (vec![0; given.tensor.len()], vec![0; given.out]);
    cpu.download(tensor, &mut left.0)?;
    cpu.download(out, &mut left.1)?;
    Ok(left)
}

fn fails(ptx: &str, given: &Given<'_>, kind: FaultKind, words: &str) -> Fault {
    match run(ptx, given) {
        Err(DeviceError::Fault(fault)) => {
            assert_eq!(fault.kind, kind, "{fault}");
            assert!(fault.message.contains(words), "{fault}");
            *fault
        }
        other => panic!("no fault but {other:?} in {ptx}"),
    }
}

/// The elements of a box, in order, by their offsets in the tensor; `None` for those outside of it.
fn elements(map: &TensorMap, start: &[i64]) -> Vec<Option<u64>> {
    let counts: Vec<u32> = std::iter::once(map.box_shape[0])
        .chain((1..map.shape.len()).map(|axis| map.box_shape[axis].div_ceil(map.element_strides[axis])))
        .collect();
    let element = u64::from(map.element.bytes());
    (0..counts.iter().product())
        .map(|index: u32| {
            let (mut rest, mut offset) = (index, Some(0));
            for (axis, &count) in counts.iter().enumerate() {
                let step = if axis == 0 { 1 } else { i64::from(map.element_strides[axis]) };
                let at = start[axis] + i64::from(rest % count) * step;
                rest /= count;
                let stride = if axis == 0 { element } else { map.strides[axis - 1] };
                let is_in = at >= 0 && (at as u64) < map.shape[axis];
                offset = offset.filter(|_| is_in).map(|offset| offset + at as u64 * stride);
            }
            offset
        })
        .collect()
}

/// Where a byte of the box is in shared memory: rows lie as far apart as the swizzle is wide.
fn swizzled(place: usize, map: &TensorMap) -> usize {
    let (swizzle, row) = (map.swizzle, (map.box_shape[0] * map.element.bytes()) as usize);
    let place = place / row * pitch(map) + place % row;
    let pieces = swizzle.span().map_or(1, |span| span as usize / 16);
    let (row, piece) = (place / 128, place / 16 % 8);
    if swizzle == TensorSwizzle::Pairs128 {
        return row * 128 + ((piece / 2) ^ (row % 4)) * 32 + place % 32;
    }
    row * 128 + (piece ^ (row % pieces)) * 16 + place % 16
}

fn pitch(map: &TensorMap) -> usize {
    ((map.box_shape[0] * map.element.bytes()) as usize).max(map.swizzle.span().unwrap_or(0) as usize)
}

/// Bytes of shared memory that a box takes.
fn extent(map: &TensorMap) -> usize {
    map.box_bytes() as usize / (map.box_shape[0] * map.element.bytes()) as usize * pitch(map)
}

fn numbers(count: usize) -> Vec<u8> {
    (0..count).flat_map(|index| ((index as u32).wrapping_mul(2_654_435_761) >> 7).to_le_bytes()).collect()
}

/// Maps and where boxes begin.
fn cases() -> Vec<(TensorMap, Vec<i64>)> {
    use TensorElement::{Bf16, F16, F32, F64, U8, U32};
    let dense = |element, shape: &[u64], box_shape: &[u32]| TensorMap::dense(0, element, shape, box_shape);
    let mut cases = vec![
        (dense(U32, &[100], &[64]), vec![8]),
        (dense(U32, &[100], &[64]), vec![-4]),
        (dense(F32, &[20, 7], &[8, 4]), vec![4, 2]),
        (dense(F32, &[20, 7], &[8, 4]), vec![16, 5]),
        (dense(U8, &[48, 9], &[32, 5]), vec![16, -1]),
        (dense(F64, &[6, 5, 4], &[4, 2, 3]), vec![4, 4, -1]),
        (dense(F16, &[16, 3, 4, 5], &[8, 2, 2, 2]), vec![8, 1, 3, 4]),
        (dense(Bf16, &[8, 3, 2, 3, 2], &[8, 2, 2, 2, 2]), vec![8, 1, 0, 2, 0]),
        (dense(F32, &[20, 7], &[8, 4]), vec![40, 2]),
    ];
    for (swizzle, columns) in [
        (TensorSwizzle::Span32, 16),
        (TensorSwizzle::Span64, 8),
        (TensorSwizzle::Span128, 24),
        (TensorSwizzle::Span64, 32),
        (TensorSwizzle::Span128, 64),
        (TensorSwizzle::Pairs128, 64),
    ] {
        let mut map = dense(F16, &[72, 40], &[columns, 32]);
        map.swizzle = swizzle;
        map.fills_with_nan = true;
        cases.push((map.clone(), vec![0, 0]));
        cases.push((map, vec![8, 16]));
    }
    let mut sparse = dense(U32, &[16, 32], &[8, 16]);
    sparse.element_strides[1] = 3;
    cases.push((sparse, vec![4, 1]));
    cases
}

#[test]
fn boxes_come_into_shared_memory() {
    for (map, start) in cases() {
        let element = map.element.bytes() as usize;
        let tensor = numbers(map.shape.iter().product::<u64>() as usize * element / 4 + 1);
        let found = elements(&map, &start);
        let bytes = found.len() * element;
        assert_eq!(map.box_bytes(), bytes as u64);
        let mut right = vec![0; extent(&map)];
        for (index, offset) in found.into_iter().enumerate() {
            let outside: &[u8] = if map.fills_with_nan { &[0xf7, 0x7f] } else { &[0; 8] };
            let from = offset.map_or(&outside[..element], |offset| &tensor[offset as usize..][..element]);
            right[swizzled(index * element, &map)..][..element].copy_from_slice(from);
        }
        let names: Vec<String> = start.iter().map(i64::to_string).collect();
        let load = load_apart(start.len(), &names.join(", "), bytes as u64, right.len() as u64);
        let ptx = module(right.len(), &load);
        let given = Given {
            map: &|address| TensorMap { address, ..map.clone() },
            tensor,
            rest: vec![0; 16],
            out: right.len(),
            config: LaunchConfig::new([1, 1, 1], [32, 1, 1]),
        };
        let (_, out) = run(&ptx, &given).unwrap_or_else(|error| panic!("{map:?} at {start:?}: {error}"));
        assert_eq!(out, right, "{map:?} at {start:?}");
    }
}

#[test]
fn boxes_go_to_global_memory() {
    for (map, mut start) in cases() {
        start.iter_mut().for_each(|at| *at = at.abs());
        if map.element_strides.iter().any(|&stride| stride != 1) || map.element.bytes() > 4 {
            continue;
        }
        let element = map.element.bytes() as usize;
        let tensor = numbers(map.shape.iter().product::<u64>() as usize * element / 4 + 1);
        let found = elements(&map, &start);
        let rest: Vec<u8> = numbers(extent(&map) / 4 + 1).into_iter().rev().collect();
        for reduces in [false, true] {
            if reduces && map.element != TensorElement::U32 {
                continue;
            }
            let mut right = tensor.clone();
            for (index, offset) in found.iter().enumerate() {
                let Some(offset) = offset.map(|offset| offset as usize) else { continue };
                let from = &rest[swizzled(index * element, &map)..][..element];
                if reduces {
                    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                    let sum = word(&right[offset..]).wrapping_add(word(from));
                    right[offset..offset + 4].copy_from_slice(&sum.to_le_bytes());
                } else {
                    right[offset..offset + element].copy_from_slice(from);
                }
            }
            let names: Vec<String> = start.iter().map(i64::to_string).collect();
            let operation = match reduces {
                true => format!("cp.reduce.async.bulk.tensor.{}d.global.shared::cta.add.tile.bulk_group", start.len()),
                false => format!("cp.async.bulk.tensor.{}d.global.shared::cta.tile.bulk_group", start.len()),
            };
            let body = format!(
                "@!%p1 bra end; {} end:",
                store_all(&operation, &names.join(", "), extent(&map) as u64).replace("@%p1", "")
            );
            let given = Given {
                map: &|address| TensorMap { address, ..map.clone() },
                tensor: tensor.clone(),
                rest: rest.clone(),
                out: 16,
                config: LaunchConfig::new([1, 1, 1], [32, 1, 1]),
            };
            let (left, _) =
                run(&module(extent(&map), &body), &given).unwrap_or_else(|error| panic!("{map:?}: {error}"));
            assert_eq!(left, right, "{map:?} at {start:?}, {reduces}");
        }
    }
}

/// A tensor of 20 × 8 numbers, of which 8 × 4 are copied.
fn small(address: u64) -> TensorMap {
    TensorMap::dense(address, TensorElement::F32, &[20, 8], &[8, 4])
}

fn given(blocks: u32) -> Given<'static> {
    Given {
        map: &small,
        tensor: numbers(160),
        rest: numbers(64),
        out: 256,
        config: LaunchConfig::new([blocks, 1, 1], [32, 1, 1]),
    }
}

#[test]
fn what_is_wrong_with_copies() {
    let load = load_all(2, "0, 0", 128);
    let check = |body: &str, kind, words| fails(&module(256, body), &given(1), kind, words);
    run(&module(256, &load), &given(1)).expect("it runs");
    check(&load.replace("[s], [%rd1", "[%r2+64], [%rd1"), FaultKind::Misaligned, "not a multiple of 128");
    check(&load.replace("[s], [%rd1", "[%r2+3968], [%rd1"), FaultKind::OutOfBounds, "shared memory");
    check(&load.replace("2d", "3d").replace("0, 0", "0, 0, 0"), FaultKind::InvalidOperand, "2 dimensions");
    check(&load.replace("bar], 128", "bar], 112"), FaultKind::Deadlock, "-16 bytes");
    check(&load.replace("[%rd1, {", "[%rd3, {"), FaultKind::InvalidOperand, "tensor map");
    // The box is read before it is there.
    let early = load.replace(WAIT, "ld.shared.u32 %r9, [s];");
    check(&early, FaultKind::Race, "while an asynchronous copy writes it");
    let store = store_all("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group", "0, 0", 128);
    let store = format!("@!%p1 bra end; {} end:", store.replace("@%p1", ""));
    run(&module(256, &store), &given(1)).expect("it runs");
    check(&store.replace("fence.proxy.async.shared::cta;", ""), FaultKind::Race, "no fence.proxy.async");
    check(&store.replace("setp.lt.u32 %p3, %r5, 128", "setp.lt.u32 %p3, %r5, 64"), FaultKind::Uninitialised, "written");
    // What has been read may be overwritten, and what has not may not.
    let overwritten =
        |wait: &str| store.replace("cp.async.bulk.wait_group 0;", &format!("{wait} st.shared.u32 [s], %r1;"));
    let ended = " cp.async.bulk.wait_group.read 0;";
    check(&format!("{} ", overwritten("")), FaultKind::Race, "while an asynchronous copy reads it");
    run(&module(256, &overwritten(ended)), &given(1)).expect("it runs");
}

/// What an H200 does, with maps that its driver has made.
#[test]
fn what_gpus_make_of_edges() {
    let module = |body: &str| module(256, body);
    let store = |operation: &str, coordinates: &str| {
        let store = store_all(&format!("{operation}.tile.bulk_group"), coordinates, 128);
        format!("@!%p1 bra end; {} end:", store.replace("@%p1", ""))
    };
    let plain = "cp.async.bulk.tensor.2d.global.shared::cta";
    // Boxes begin at multiples of 16 bytes.
    let fault =
        fails(&module(&load_all(2, "2, 0", 128)), &given(1), FaultKind::InvalidOperand, "not a multiple of 16 bytes");
    assert!(fault.message.contains("element 2 of 4 bytes"), "{fault}");
    run(&module(&load_all(2, "-4, -1", 128)), &given(1)).expect("it runs");
    for coordinates in ["-4, 0", "0, -1"] {
        fails(&module(&store(plain, coordinates)), &given(1), FaultKind::InvalidOperand, "before the tensor");
    }
    // A row of 18 numbers ends within 16 bytes, which a store writes all the same.
    let map = |address| {
        let mut map = TensorMap::dense(address, TensorElement::U32, &[18, 8], &[8, 4]);
        map.strides[0] = 80;
        map
    };
    let given_18 = Given { map: &map, ..given(1) };
    let (left, _) = run(&module(&store(plain, "16, 2")), &given_18).expect("it runs");
    let changed: Vec<usize> = (0..160).filter(|at| left[4 * at..][..4] != given_18.tensor[4 * at..][..4]).collect();
    let rows = [2, 3, 4, 5].iter().flat_map(|row| (16..20).map(move |column| row * 20 + column));
    assert_eq!(changed, rows.collect::<Vec<usize>>());
    // At the end of its buffer that is out of bounds.
    let short = Given {
        map: &|address| TensorMap::dense(address, TensorElement::U32, &[18], &[8]),
        tensor: numbers(18),
        ..given(1)
    };
    let alone = store("cp.async.bulk.tensor.1d.global.shared::cta", "16").replace("%r5, 128", "%r5, 32");
    fails(&module(&alone), &short, FaultKind::OutOfBounds, "of global memory");
    // Bits of signed numbers of 64 bits are not combined.
    let signed = |element| move |address| TensorMap::dense(address, element, &[20, 4], &[4, 4]);
    let combine = module(&store("cp.reduce.async.bulk.tensor.2d.global.shared::cta.and", "0, 0"));
    run(&combine, &Given { map: &signed(TensorElement::U64), ..given(1) }).expect("it runs");
    let s64 = signed(TensorElement::S64);
    fails(&combine, &Given { map: &s64, ..given(1) }, FaultKind::InvalidOperand, "type .s64 are not combined");
    // Numbers of type `tf32` are rounded when they are loaded.
    let map = |address| TensorMap::dense(address, TensorElement::Tf32, &[20, 8], &[8, 4]);
    let mut rounded = Given { map: &map, ..given(1) };
    rounded.tensor[..8].copy_from_slice(&[0xff, 0x0f, 0x80, 0x3f, 0x00, 0x10, 0x80, 0x3f]);
    let (_, out) = run(&module(&load_all(2, "0, 0", 128)), &rounded).expect("it runs");
    assert_eq!(out[..8], [0x00, 0x00, 0x80, 0x3f, 0x00, 0x20, 0x80, 0x3f]);
}

#[test]
fn boxes_reach_several_blocks() {
    // Each of two blocks fetches half of the rows for both.
    let body = "mov.u32 %r10, %cluster_ctarank; shl.b32 %r11, %r10, 1; mul.lo.u32 %r12, %r10, 128; add.u32 %r13, %r2, %r12;
        @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128; mov.u16 %h1, 3;
        barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
        @%p1 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r13], [%rd1, {0, %r11}], [bar], %h1;
        WAIT
        setp.eq.u32 %p4, %r10, 1; and.pred %p5, %p4, %p1; @%p5 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s], 256;
        @%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;
        barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        .replace("WAIT", WAIT);
    let map = |address| TensorMap { box_shape: vec![8, 2], ..small(address) };
    let given = Given { map: &map, ..given(2) };
    let ptx = |body: &str| module(256, body).replace(")\n{", ")\n.reqnctapercluster 2, 1, 1\n{");
    // Boxes of 64 bytes, to places 128 bytes apart.
    let fault = fails(&ptx(&body), &given, FaultKind::Uninitialised, "offset 64");
    assert!(fault.message.contains("never written"), "{fault}");
    let whole = body.replace("[s], 256", "[s], 64");
    let (_, out) = run(&ptx(&whole), &given).expect("it runs");
    let right: Vec<u8> = [0, 1].iter().flat_map(|row| given.tensor[row * 80..row * 80 + 32].to_vec()).collect();
    assert_eq!(out[..64], right);
    // Without waiting for each other the other one may not be there yet.
    let barrier = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n        @%p1 cp";
    fails(&ptx(&whole.replace(barrier, "@%p1 cp")), &given, FaultKind::Race, "may not have begun");
}

#[test]
fn maps_are_made_by_kernels() {
    // A map of 16 × 4 numbers with boxes of 4 × 2 is made in shared memory and copied to the output, from where it is used.
    let make = "shl.b32 %r20, %r1, 2; mov.u32 %r21, own; add.u32 %r22, %r21, %r20; st.shared.u32 [%r22], 0; bar.warp.sync 0xffffffff;
        @%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [own], %rd3;
        @%p1 tensormap.replace.tile.rank.shared::cta.b1024.b32 [own], 1;
        @%p1 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [own], 0, 4;
        @%p1 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [own], 1, 2;
        @%p1 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [own], 0, 16;
        @%p1 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [own], 1, 4;
        mov.b64 %rd10, 64; @%p1 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [own], 0, %rd10;
        @%p1 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [own], 0, 1;
        @%p1 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [own], 1, 1;
        @%p1 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [own], 2;
        @%p1 tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [own], 0;
        @%p1 tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [own], 0;
        @%p1 tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [own], 0;
        bar.warp.sync 0xffffffff;
        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd2], [own], 128;";
    let acquire = "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;";
    let load = load_all(2, "4, 1", 32).replace("[%rd1, {", "[%rd2, {").replace("[%rd2], [s]", "[%rd2+128], [s]");
    let (_, out) = run(&module(256, &format!("{make} {acquire} {load}")), &given(1)).expect("it runs");
    let input = numbers(64);
    let right: Vec<u8> = [20, 36].iter().flat_map(|at| input[at * 4..at * 4 + 16].to_vec()).collect();
    assert_eq!(out[128..160], right);
    let wrong = module(256, &format!("{make} {load}"));
    fails(&wrong, &given(1), FaultKind::Race, "no fence.proxy.tensormap");
    // Nobody writes a map while a copy goes by it; once that is there, one may.
    let again = "@%p1 st.global.u32 [%rd2+120], 0;";
    let wait = load.find("wait:").expect("it waits");
    let early = format!("{}{again} {}", &load[..wait], &load[wait..]);
    let fault = fails(
        &module(256, &format!("{make} {acquire} {early}")),
        &given(1),
        FaultKind::Race,
        "goes by the tensor map in it",
    );
    assert!(fault.other.is_some_and(|other| !other.writes), "the copy reads the map");
    run(&module(256, &format!("{make} {acquire} {load} {again}")), &given(1)).expect("the copy is there");
    let half = make.replace("box_dim.shared::cta.b1024.b32 [own], 1, 2", "box_dim.shared::cta.b1024.b32 [own], 1, 0");
    fails(&module(256, &format!("{half} {acquire} {load}")), &given(1), FaultKind::InvalidOperand, "extent 0");
}

/// A map of images and the start of a copy of pixels: coordinates from the channel on, and offsets from the width on.
struct Pixels {
    map: TensorMap,
    start: Vec<i64>,
    offsets: Vec<i64>,
}

impl Pixels {
    fn new(shape: &[u64], boxed: [u32; 2], corners: [&[i32]; 2], start: &[i64], offsets: &[i64]) -> Self {
        let mut map = TensorMap::dense(0, TensorElement::F16, shape, &boxed);
        map.pixels = Some(PixelBox { lower: corners[0].to_vec(), upper: corners[1].to_vec() });
        Self { map, start: start.to_vec(), offsets: offsets.to_vec() }
    }

    /// All places of the filter in all images, of which those from the start on count; then the offsets of the elements in the tensor.
    fn elements(&self) -> Vec<Option<u64>> {
        let PixelBox { lower, upper } = self.map.pixels.clone().expect("a map of pixels");
        let axes = lower.len();
        let along = |axis: usize| {
            let last = self.map.shape[axis + 1] as i64 - 1 + i64::from(upper[axis]);
            (i64::from(lower[axis])..=last).step_by(self.map.element_strides[axis + 1] as usize)
        };
        let mut places: Vec<Vec<i64>> = vec![vec![]];
        // Images, then depths, rows and columns, the last of which change first.
        for axis in (0..=axes).rev() {
            let choices: Vec<i64> = if axis == axes { (0..1000).collect() } else { along(axis).collect() };
            places = places.iter().flat_map(|place| choices.iter().map(|&at| [&[at], &place[..]].concat())).collect();
        }
        let first = places.iter().position(|place| place[..] == self.start[1..]).expect("a place of the filter");
        let mut elements = Vec::new();
        for place in &places[first..first + self.map.box_shape[1] as usize] {
            for channel in 0..i64::from(self.map.box_shape[0]) {
                let mut offset = Some(0);
                let pixel = place.iter().enumerate().map(|(axis, at)| at + self.offsets.get(axis).unwrap_or(&0));
                for (axis, at) in std::iter::once(self.start[0] + channel).chain(pixel).enumerate() {
                    let is_in = at >= 0 && (at as u64) < self.map.shape[axis];
                    let stride = if axis == 0 { 2 } else { self.map.strides[axis - 1] };
                    offset = offset.filter(|_| is_in).map(|offset| offset + at as u64 * stride);
                }
                elements.push(offset);
            }
        }
        elements
    }

    fn list(numbers: &[i64]) -> String {
        numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
    }

    fn load(&self, bytes: usize) -> String {
        let load = load_all(self.start.len(), &Self::list(&self.start), bytes as u64);
        let names: Vec<String> = (0..self.offsets.len()).map(|axis| format!("%h{}", axis + 1)).collect();
        let values = names.iter().zip(&self.offsets).map(|(name, offset)| format!("mov.b16 {name}, {offset};"));
        let moves: String = values.collect();
        moves
            + &load
                .replace("global.tile", "global.im2col")
                .replace("}], [bar]", &format!("}}], [bar], {{{}}}", names.join(", ")))
    }

    fn cases() -> Vec<Self> {
        let mut strided = Self::new(&[16, 9, 8, 3], [16, 20], [&[-1, -1], &[-1, -1]], &[0, 5, 3, 1], &[1, 1]);
        strided.map.element_strides = vec![1, 2, 2, 1];
        let mut swizzled = Self::new(&[64, 4, 5, 2], [32, 24], [&[-1, -1], &[-1, -1]], &[16, -1, -1, 0], &[2, 0]);
        swizzled.map.swizzle = TensorSwizzle::Span64;
        swizzled.map.fills_with_nan = true;
        vec![
            Self::new(&[64, 9, 14, 4], [8, 64], [&[-1, -1], &[-1, -1]], &[0, 4, 7, 2], &[0, 0]),
            Self::new(&[64, 9, 14, 4], [8, 64], [&[0, 0], &[-2, -2]], &[8, 4, 7, 2], &[2, 2]),
            // Images end before the pixels do, and channels before the box.
            Self::new(&[16, 5, 2], [16, 12], [&[-1], &[-1]], &[8, 3, 1], &[2]),
            Self::new(&[8, 3, 2, 3, 2], [8, 16], [&[-1, 0, -1], &[-1, 0, -1]], &[0, 1, 1, 0, 0], &[1, 0, 2]),
            strided,
            swizzled,
        ]
    }
}

#[test]
fn pixels_of_images() {
    for case in Pixels::cases() {
        let map = &case.map;
        let found = case.elements();
        let bytes = found.len() * 2;
        let tensor = numbers(map.shape.iter().product::<u64>() as usize / 2);
        let given = Given {
            map: &|address| TensorMap { address, ..map.clone() },
            tensor: tensor.clone(),
            rest: numbers(bytes / 4),
            out: bytes,
            config: LaunchConfig::new([1, 1, 1], [32, 1, 1]),
        };
        let mut right = vec![0; bytes];
        for (index, offset) in found.iter().enumerate() {
            let outside: &[u8] = if map.fills_with_nan { &[0xf7, 0x7f] } else { &[0; 2] };
            let from = offset.map_or(outside, |offset| &tensor[offset as usize..][..2]);
            right[swizzled(index * 2, map)..][..2].copy_from_slice(from);
        }
        let ptx = module(bytes, &case.load(bytes));
        let (_, out) = run(&ptx, &given).unwrap_or_else(|error| panic!("{map:?} at {:?}: {error}", case.start));
        assert_eq!(out, right, "{map:?} at {:?}", case.start);
        // Stores have no offsets, and are to no pixel twice.
        let still = Pixels { map: map.clone(), start: case.start.clone(), offsets: vec![] };
        let mut right = tensor;
        for (index, offset) in still.elements().into_iter().enumerate() {
            let Some(offset) = offset else { continue };
            right[offset as usize..][..2].copy_from_slice(&given.rest[swizzled(index * 2, &still.map)..][..2]);
        }
        let dimensions = still.start.len();
        let operation = format!("cp.async.bulk.tensor.{dimensions}d.global.shared::cta.im2col_no_offs.bulk_group");
        let store = store_all(&operation, &Pixels::list(&still.start), bytes as u64).replace("@%p1", "");
        let (left, _) = run(&module(bytes, &format!("@!%p1 bra end; {store} end:")), &given).expect("it runs");
        assert_eq!(left, right, "a store, {:?}", still.start);
    }
}

#[test]
fn what_is_wrong_with_pixels() {
    let case = &Pixels::cases()[0];
    let bytes = 64 * 16;
    let given = |map: &dyn Fn(u64) -> TensorMap, words: &str, ptx: &str| {
        let given = Given {
            map: &|address| map(address),
            tensor: numbers(64 * 9 * 14 * 4 / 2),
            rest: vec![0; 16],
            out: bytes,
            config: LaunchConfig::new([1, 1, 1], [32, 1, 1]),
        };
        fails(ptx, &given, FaultKind::InvalidOperand, words);
    };
    let ptx = module(bytes, &case.load(bytes));
    let map = |address| TensorMap { address, ..case.map.clone() };
    let tiles = |address| TensorMap::dense(address, TensorElement::F16, &[64, 9, 14, 4], &[8, 8, 8, 1]);
    given(&tiles, "the copy is of the form im2col", &ptx);
    given(&map, "the tensor map is of the form im2col", &module(bytes, &load_all(4, "0, 4, 7, 2", bytes as u64)));
    given(&map, "the filter begins at 8, and its places are those from -1 to 7", &ptx.replace("{0, 4, 7", "{0, 8, 7"));
}
