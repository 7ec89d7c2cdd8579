//! Drawings of control-flow graphs.

use super::{kernel, run, run_on};

/// A file with a loop, a divergent branch, a barrier, a finding, and code that control never gets to.
fn sample() -> String {
    kernel(
        ".reg .pred %p<3>;
    mov.u32 %r1, %tid.x;
    setp.gt.u32 %p1, %r1, 7;
    @%p1 bra skip;
loop:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 9;
    @%p2 bra loop;
    shfl.sync.down.b32 %r2, %r1, 16, 32, -1;
skip:
    bar.sync 0;
    ret;
    st.global.u32 [0], %r2;",
    )
}

#[test]
fn text_for_graphviz() {
    insta::assert_snapshot!(run_on(["graph", "-"], sample()).ends_with(0));
}

#[test]
fn a_picture() {
    insta::assert_snapshot!(run_on(["graph", "--format", "svg", "-"], sample()).ends_with(0));
}

#[test]
fn the_extension_of_the_output_tells_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, start) in [("k.svg", "<svg "), ("k.dot", "digraph "), ("k.SVG", "<svg ")] {
        let path = folder.path().join(name);
        let output = path.to_str().expect("a path in UTF-8");
        assert_eq!(run_on(["graph", "-", "--output", output], sample()).ends_with(0), "");
        let text = std::fs::read_to_string(&path).expect("the output");
        assert!(text.starts_with(start), "{name}: {text}");
    }
}

#[test]
fn one_function_of_several() {
    let header = ".version 8.0\n.target sm_80\n.address_size 64\n";
    let two = format!("{header}.entry first() {{ ret; }}\n.entry second() {{ trap; }}\n");
    run_on(["graph", "-"], &two).fails_with("`first` or `second`");
    run_on(["graph", "-", "--function", "secnd"], &two).fails_with("did you mean `second`?");
    assert!(run_on(["graph", "-", "--function", "second"], &two).ends_with(0).contains("trap;"));
    let helper = format!("{header}.func helper() {{ ret; }}\n.entry only() {{ trap; }}\n");
    assert!(run_on(["graph", "-"], &helper).ends_with(0).contains("digraph \"only\""));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    run(["graph", "no-such-file.ptx"]).fails_with("there is no such file");
    run(["graph", "fixtures"]).fails_with("name one of them");
    run_on(["graph", "-"], b"\x7fELF").fails_with("is not PTX");
    run_on(["graph", "-"], ".version 8.0\n").fails_with("defines no function");
    run_on(["graph", "-"], kernel("mov.u32 %r1, %nowhere;")).fails_with("has syntax or name errors");
    run_on(["graph", "-", "-o", "no-such-folder/k.dot"], sample()).fails_with("cannot write");
}

#[test]
fn names_cannot_leave_their_quotes() {
    let evil = sample().replace("bar.sync 0;", "bar.sync 0; /* \"]; <script> & */ mov.u32 %r3, 1;");
    assert!(!run_on(["graph", "--format", "svg", "-"], &evil).ends_with(0).contains("<script>"));
    let odd = sample().replace("shfl.sync.down.b32 %r2, %r1, 16", "shfl.sync.down.b32 %r2, /*\"\\*/ %r1, 16");
    assert!(run_on(["graph", "-"], odd).ends_with(0).contains("/*\\\"\\\\*/"));
}

#[test]
fn large_functions_are_drawn_or_refused() {
    let blocks: String = (0..30_000).map(|i| format!("l{i}: @%p1 bra l{};\n", i / 2)).collect();
    let text = kernel(&format!(".reg .pred %p<2>;\n{blocks}"));
    assert!(run_on(["graph", "-"], &text).ends_with(0).len() > 1_000_000);
    run_on(["graph", "--format", "svg", "-"], &text).fails_with("too large to draw");
}
