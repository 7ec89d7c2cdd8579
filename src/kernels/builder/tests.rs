use super::*;

fn builder() -> Builder {
    Builder::new("kernel", Target::lookup("sm_80").expect("known"), [64, 1, 1])
}

#[test]
fn text_of_a_kernel() {
    let mut b = builder();
    b.summary("y[i] = sum of x");
    let x = b.pointer_parameter::<F32>("x");
    let n = b.parameter::<U32>("n");
    let thread = b.thread_index(LaunchAxis::X);
    b.comment("Each thread adds its own.");
    let sum = b.variable(0.0);
    b.for_range(thread, n, 64, |b, index| {
        let element = b.element(x, index);
        let value = b.load(element.offset(1));
        b.add_in_place(sum, value);
    });
    let total = b.block_reduce(Reduction::Sum, *sum, "partial");
    let first = b.equal(thread, 0);
    b.predicated(first, |b| b.store(x, total));
    let text = b.finish().expect("correct");
    for line in [
        ".version 7.0",
        ".target sm_80",
        ".visible .entry kernel(\n    .param .u64 .ptr .global .align 16 x,\n    .param .u32 n\n)",
        ".reqntid 64, 1, 1",
        ".shared .align 16 .b8 partial[8];",
        "// y[i] = sum of x",
        "// Each thread adds its own.",
        "ld.global.f32 %f1, [%rd2+4];",
        "@%p1 bra $loop_1;",
        "shfl.sync.bfly.b32 %f2, %f0, 16, 31, 0xffffffff;",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    let report = crate::check(text.as_bytes(), &crate::Options::default()).expect("small");
    assert!(report.findings.is_empty(), "{:?}\n{text}", report.findings);
}

/// What a mistake in a kernel is reported as.
fn mistake(write: impl FnOnce(&mut Builder)) -> BuildError {
    let mut b = builder();
    write(&mut b);
    b.finish().expect_err("a mistake")
}

#[test]
fn mistakes() {
    let condition = |b: &mut Builder| {
        let thread = b.thread_index(LaunchAxis::X);
        b.less(thread, 7)
    };
    let in_branch = mistake(|b| {
        let some = condition(b);
        b.if_then(some, Builder::barrier);
    });
    assert_eq!(in_branch, BuildError::Divergent("bar.sync"));
    let after_return = mistake(|b| {
        let some = condition(b);
        b.return_if(some);
        let lane = b.lane();
        b.shuffle_down(lane, 1);
    });
    assert_eq!(after_return, BuildError::Divergent("shfl.sync"));
    let nested = mistake(|b| {
        let some = condition(b);
        b.predicated(some, |b| b.if_then(some, |_| {}));
    });
    assert_eq!(nested, BuildError::NestedGuard);
    let named_twice = mistake(|b| {
        b.parameter::<U32>("n");
        b.shared_array::<F32>("n", 1);
    });
    assert_eq!(named_twice, BuildError::NameTaken("n".into()));
    let large = mistake(|b| {
        b.shared_array::<F32>("a", 12_000);
        b.shared_array::<F32>("b", 289);
    });
    assert_eq!(large, BuildError::SharedMemory(49_156));
    assert_eq!(mistake(|b| b.version(60)), BuildError::VersionTooLow("sm_80", 60));
    let empty = Builder::new("kernel", Target::lookup("sm_80").expect("known"), [0, 1, 1]);
    assert_eq!(empty.finish(), Err(BuildError::BlockExtents([0, 1, 1])));
}

/// A product of fragments on the tensor cores.
fn product<H: Half>(target: &str) -> Result<String, BuildError> {
    let mut b = Builder::new("product", Target::lookup(target).expect("known"), [32, 1, 1]);
    let input = b.pointer_parameter::<U32>("input");
    let output = b.pointer_parameter::<F32>("output");
    let tile = b.shared_array::<H>("tile", 16 * 16);
    let tile = b.shared_base_addr(&tile);
    let lane = b.lane();
    let index = b.shl(lane, 2);
    let source = b.element(input, index);
    let words = b.load_vector::<4, _, _>(source);
    let own = b.element(tile.cast::<U32>(), index);
    b.store_vector(own, words);
    b.barrier();
    let rows = b.matrix_rows(tile, 16);
    let left = b.load_left(rows, 0, 0);
    let [right, _] = b.load_right(rows, 0, 0);
    let sum = b.product_fragment();
    b.multiply_matrices(sum, left, right);
    let element = b.element(output, index);
    let [upper, lower] = sum.rows();
    b.store_vector(element, [*upper[0], *upper[1], *lower[0], *lower[1]]);
    b.finish()
}

#[test]
fn matrix_instructions_need_their_target() {
    for (text, version, products) in
        [(product::<F16>("sm_75"), "6.5", 2), (product::<F16>("sm_80"), "7.0", 1), (product::<BF16>("sm_80"), "7.0", 1)]
    {
        let text = text.expect("the target has it");
        assert!(text.starts_with(&format!(".version {version}\n")), "{text}");
        assert_eq!(text.matches("mma.sync").count(), products, "{text}");
        let report = crate::check(text.as_bytes(), &crate::Options::default()).expect("small");
        assert!(report.findings.is_empty(), "{:?}\n{text}", report.findings);
    }
    assert_eq!(product::<F16>("sm_70"), Err(BuildError::Unsupported { what: "ldmatrix", since: 75 }));
    assert_eq!(product::<BF16>("sm_75"), Err(BuildError::Unsupported { what: "mma.sync", since: 80 }));
}
