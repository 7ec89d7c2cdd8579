use super::*;
use crate::diagnostic::Level;
use crate::isa::Target;
use crate::options::{Selector, Setting};

/// What is found in a source: rules, levels and the text that is underlined.
fn all(name: &str, text: &str, options: &Options) -> Vec<(&'static str, Level, String)> {
    let checked = check(text.as_bytes(), Path::new(name), options).expect("it is short");
    let place = |finding: &Diagnostic| (finding.rule.name, finding.level, text[finding.span.range()].to_string());
    checked.report.findings.iter().map(place).collect()
}

fn found_in(name: &str, text: &str, options: &Options) -> Vec<(&'static str, String)> {
    all(name, text, options).into_iter().map(|(rule, _, text)| (rule, text)).collect()
}

fn found(text: &str) -> Vec<(&'static str, String)> {
    found_in("k.cu", text, &Options::default())
}

fn with_notes() -> Options {
    let mut options = Options::default();
    options.levels.set(Selector::All, Setting::On);
    options
}

fn one_in(name: &str, text: &str, options: &Options) -> (&'static str, Level, String) {
    let found = all(name, text, options);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found.into_iter().next().expect("one")
}

#[test]
fn statements_as_they_are_written() {
    let sound = [
        r#"asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));"#,
        r#"asm("mov.u32 %0, %laneid;" : "=r"(x));"#,
        r#"asm("mov.u32 %[x], %%laneid;" : [x] "=r"(x));"#,
        r#"__asm__ __volatile__ ("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %1, 0;\n\t@p add.f32 %0, %0, 1.0;\n}" : "+f"(x) : "r"((int)(a + b[2])));"#,
        r#"asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" :: "r"(a), "l"(b), "n"(Bytes));"#,
        r#"asm volatile(R"(fence.proxy.async;)" ::: "memory");"#,
        r#"asm volatile("bar.sync 0;");"#,
        "asm volatile(\"ld.global.v2.f32 {%0, %1}, [%2];\" // why\n : \"=f\"(a), /* b */ \"=f\"(b) : \"l\"(p));",
        r#"asm("" ::: "memory");"#,
        r#"asm volatile("" : "=r"(x));"#,
        r#"// asm("add.u33 %0;");"#,
        r#"const char *s = "asm(\"add.u33 %0;\")"; char c = '"'; int n = 1'000;"#,
        // A block over several statements.
        r#"asm volatile("{"); asm volatile(".reg .b32 t; mov.b32 t, %0;" :: "r"(n)); asm volatile("}");"#,
    ];
    for text in sound {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn mistakes_are_found_in_their_places() {
    let one = |text: &str| {
        let (rule, _, text) = one_in("k.cu", text, &Options::default());
        (rule, text)
    };
    assert_eq!(one(r#"asm("mov.u32 %0, %5;" : "=r"(x));"#), ("operand-mismatch", "%5".into()));
    assert_eq!(one(r#"asm("mov.u32 %0, %[y];" : "=r"(x));"#), ("operand-mismatch", "%[y]".into()));
    assert_eq!(one(r#"asm("and.u32 %0, %1, 3;" : "=r"(x) : "r"(y));"#), ("bitwise-type", ".u32".into()));
    assert_eq!(one(r#"asm("adb.u32 %0, %1, 3;" : "=r"(x) : "r"(y));"#).0, "unknown-instruction");
    assert_eq!(one(r#"asm("add.u32 %0, %1, 3;" : "=l"(x) : "r"(y));"#).1, "%0");
    assert_eq!(one(r#"asm("add.f32 %0, %1, %2;" : "=f"(x) : "f"(y), "d"(z));"#).1, "%2");
    assert_eq!(one(r#"asm("add.u32 %0, %1;" : "=r"(x) : "r"(y));"#).0, "operand-mismatch");
    let text = "asm volatile(\"{\\n\"\n  \"mov.u32 t, %0;\\n\"\n  \"add.u33 %0, %0, 1;}\" : \"+r\"(x));";
    assert_eq!(one(text), ("invalid-modifier", ".u33".into()));
}

#[test]
fn other_assembly_is_left_alone() {
    for text in [r#"asm volatile("cpuid" : "=a"(a) : "c"(0));"#, r#"asm("mov %1, %0;" : "=r"(a) : "r"(b));"#] {
        assert_eq!(found_in("k.h", text, &Options::default()), [], "{text}");
    }
    for other in [
        "vadd.f32 q0, q1, q2; vmul.i32 d0, d1, d2;",
        "amoadd.w.aq a0, %1, (%2);",
        "add.d $f0, %1, %2; sub.d %0, $f0, %1;",
        "ld x, 0(%1); add.uw %0, %9;",
        "ret; nop; .p2align 4;",
    ] {
        let text = format!(r#"asm("{other}" : "=f"(a) : "f"(b), "f"(c));"#);
        assert_eq!(found_in("k.h", &text, &Options::default()), [], "{text}");
    }
    let text = r#"asm!("mov eax, {0}; cpuid", in(reg) x, out("eax") y); asm!("nop");"#;
    assert_eq!(found_in("k.rs", text, &Options::default()), []);
    let macros = r#"asm volatile(PREFIX ".u32 %0;" : "=r"(x)); asm("add." #T " %0;"); asm("mov.u32 %0;" : OUT(x));"#;
    let checked = check(macros.as_bytes(), Path::new("k.cu"), &Options::default()).expect("it is short");
    assert_eq!((checked.read, checked.skipped, checked.report.findings.len()), (0, 3, 0));
}

/// No number that is tried for the scales is right for the transposition, too, but a wrong constraint is wrong with any of them.
#[test]
fn constraints_are_judged_beside_unknown_numbers() {
    let text = r#"asm volatile("{ .reg .pred p; setp.ne.b32 p, %5, 0; wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%0, %1}, %2, %3, p, %4, %4, %6, %6; }"
        : "+r"(a), "+r"(b) : "l"(c), "l"(d), "n"(s), "r"(e), "n"(t));"#;
    assert_eq!(found(text), []);
    let wrong = text.replace("\"+r\"(b)", "\"+h\"(b)");
    assert_eq!(found(&wrong), [("operand-mismatch", "%1".into())]);
    // The elements of a vector are judged beside the first.
    let wrong = text.replace("\"+r\"(a)", "\"+d\"(a)");
    assert_eq!(found(&wrong), [("operand-mismatch", "%1".into())]);
}

/// Headers may hold assembly of the host: that of PTX is known by any of its instructions, whether others are misspelt or not.
#[test]
fn assembly_of_headers_is_recognised() {
    for (text, rule) in [
        (
            r#"asm volatile("tcgen05.st.sync.aligned.16x64b.x1.b32" "[%0]," "{%9};" :: "r"(a), "r"(b));"#,
            "operand-mismatch",
        ),
        (
            r#"asm("{ .reg .pred p; sept.ne.b32 p, %1, 0; selp.b32 %0, 1, %1, p; }" : "=r"(a) : "r"(b));"#,
            "unknown-instruction",
        ),
        (
            r#"asm("{ .reg .pred p\n setp.ne.b32 p, %1, 0; selp.b32 %0, 1, %1, p; }" : "=r"(a) : "r"(b));"#,
            "syntax-error",
        ),
        (
            r#"asm volatile("aotm.and.acq_rel.sys.b64 %0,[%1],%2;" : "=l"(a) : "l"(b), "l"(c) : "memory");"#,
            "unknown-instruction",
        ),
        (r#"asm volatile("fence.proxyx.tensormap::generic.release.gpu;" ::: "memory");"#, "invalid-modifier"),
        (r#"asm("mbarrier.arrive.b64 _, [%1];" : "=l"(a) : "l"(b) : "memory");"#, "unwritten-asm-output"),
    ] {
        let found = found_in("k.hpp", text, &Options::default());
        assert_eq!(found_in("k.cu", text, &Options::default()), found, "{text}");
        assert_eq!(found.first().map(|(name, _)| *name), Some(rule), "{text}");
    }
}

#[test]
fn targets_count_when_they_are_known() {
    let text = r#"asm volatile("griddepcontrol.wait;" ::: "memory");"#;
    assert_eq!(found(text), []);
    let options = Options { target: Target::lookup("sm_80"), ..Options::default() };
    assert_eq!(found_in("k.cu", text, &options)[0].0, "target-too-low");
}

#[test]
fn volatile_is_missing_where_more_happens_than_outputs() {
    let warned = [
        (r#"asm("atom.global.add.u32 %0, [%1], 1;" : "=r"(x) : "l"(p));"#, "atom.global.add.u32"),
        (r#"asm("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(p));"#, "ld.acquire.gpu.global.u32"),
        (r#"asm("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(p));"#, "ld.volatile.shared.u32"),
        (r#"asm("mov.u64 %0, %%clock64;" : "=l"(x));"#, "mov.u64"),
        (r#"asm("activemask.b32 %0;" : "=r"(x));"#, "activemask.b32"),
        (
            r#"asm("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(x) : "r"(b));"#,
            "mbarrier.try_wait.parity.shared.b64",
        ),
    ];
    for (text, place) in warned {
        let expected = ("missing-volatile", Level::Warning, place.to_string());
        assert_eq!(one_in("k.cu", text, &Options::default()), expected, "{text}");
        let fixed = text.replacen("asm(", "asm volatile(", 1);
        assert_eq!(found(&fixed), [], "{fixed}");
        // The fix writes just that.
        let finding =
            &check(text.as_bytes(), Path::new("k.cu"), &Options::default()).expect("short").report.findings[0];
        let edit = &finding.fixes[0].edits[0];
        assert_eq!([&text[..edit.span.range().start], &edit.text, &text[edit.span.range().end..]].concat(), fixed);
        let clobbered = text.replace(");", " : \"memory\");");
        if text.contains("\"l\"(p)") {
            assert_eq!(found(&clobbered), [], "{clobbered}");
        }
    }
    let pure = [
        r#"asm("ld.global.nc.u32 %0, [%1];" : "=r"(x) : "l"(p));"#,
        r#"asm("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(x) : "r"(y));"#,
        r#"asm("mov.u32 %0, %%smid;" : "=r"(x));"#,
        r#"asm("st.global.u32 [%0], 1;" :: "l"(p));"#,
        r#"asm("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p));"#,
    ];
    for text in pure {
        assert_eq!(found(text), [], "{text}");
    }
    let noted = one_in("k.cu", pure[4], &with_notes());
    assert_eq!((noted.0, noted.1), ("missing-volatile", Level::Note));
}

#[test]
fn the_memory_clobber_is_a_note_unless_the_source_lies() {
    let text = r#"asm volatile("st.shared.u32 [%0], %1;" :: "r"(a), "r"(x));"#;
    assert_eq!(found(text), []);
    let expected = ("missing-memory-clobber", Level::Note, "st.shared.u32".to_string());
    assert_eq!(one_in("k.cu", text, &with_notes()), expected);
    assert_eq!(all("k.cu", &text.replace("(x))", "(x) : \"memory\")"), &with_notes()), []);
    let local = r#"asm volatile("{.reg .b64 t; cvta.to.shared.u64 t, %0;}" :: "l"(p));"#;
    assert_eq!(all("k.cu", local, &with_notes()), []);
    let text = r#"asm!("st.global.u32 [{0}], {1};", in(reg64) p, in(reg32) x, options(nomem, nostack));"#;
    let expected = ("missing-memory-clobber", Level::Warning, "st.global.u32".to_string());
    assert_eq!(one_in("k.rs", text, &Options::default()), expected);
    assert_eq!(found_in("k.rs", &text.replace("nomem, ", ""), &Options::default()), []);
}

#[test]
fn percent_is_doubled_where_it_starts_operands() {
    let text = r#"asm("{.reg .pred %%p; setp.ne.u32 %%p, %1, 0; selp.u32 %0, 1, 0, %p1;}" : "=r"(y) : "r"(x));"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("percent-escape", Level::Error, "%p1".to_string()));
    let text = r#"asm("mov.u32 %0, %tid.x;" : "=r"(y));"#;
    assert_eq!(one_in("k.cu", text, &with_notes()), ("percent-escape", Level::Note, "%tid".to_string()));
    let text = r#"asm volatile("{.reg .b32 t; mov.u32 t, %%laneid;}");"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("percent-escape", Level::Error, "%%".to_string()));
    assert_eq!(found(&text.replace("%%", "%")), []);
}

#[test]
fn names_belong_into_braces() {
    let text = r#"asm(".reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, 1, 0, p;" : "=r"(y) : "r"(x));"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("unscoped-asm-name", Level::Warning, "p".to_string()));
    assert_eq!(found(&text.replace(".reg", "{ .reg").replace("p;\" :", "p; }\" :")), []);
    let text = r#"asm volatile("WAIT: nanosleep.u32 %0; bra WAIT;" :: "r"(x));"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("unscoped-asm-name", Level::Warning, "WAIT".to_string()));
    assert_eq!(found(&text.replace("WAIT", "WAIT_%=")), []);
}

#[test]
fn operands_are_written_by_whom_they_belong_to() {
    let text = r#"asm volatile("add.u32 %0, %0, 1;" :: "r"(x));"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("written-asm-input", Level::Warning, "%0".to_string()));
    let text = r#"asm("mov.u32 %0, %2;" : "=r"(x), "=r"(y) : "r"(z));"#;
    let expected = ("unwritten-asm-output", Level::Warning, "\"=r\"".to_string());
    assert_eq!(one_in("k.cu", text, &Options::default()), expected);
    let text = r#"asm("{.reg .pred p; setp.ne.u32 p, %1, 0; @p mov.u32 %0, 1;}" : "=r"(x) : "r"(y));"#;
    assert_eq!(one_in("k.cu", text, &Options::default()), ("unwritten-asm-output", Level::Warning, "%0".to_string()));
    assert_eq!(found(&text.replace("=r", "+r")), []);
    assert_eq!(found(&text.replace("@p mov.u32 %0, 1;", "@p mov.u32 %0, 1; @!p mov.u32 %0, 2;")), []);
    // One output says whether the other is there.
    let text = r#"asm("{.reg .pred p; setp.ne.u32 p, %2, 0; selp.u32 %0, 1, 0, p; @p mov.u32 %1, 1;}" : "=r"(x), "=r"(z) : "r"(y));"#;
    assert_eq!(found(text), []);
}

#[test]
fn python_hands_assembly_to_llvm() {
    let none = Options::default();
    let call = |text: &str, rest: &str| format!("x = tl.inline_asm_elementwise({text}, {rest})");
    let sound = [
        call("asm='mov.u32 $0, %laneid;'", r#"constraints="=r", args=[], dtype=tl.int32, is_pure=False, pack=1"#),
        call(
            r#""""{ .reg .b32 t; mov.b32 t, $1; // $$ "
            add.u32 $0, t, 1; }""""#,
            r#"("=r," "r"), [x], tl.int32, True, 1"#,
        ),
        call("'atom.global.add.u32 $0, [$1], 1;'", r#""=r,l", [p], tl.int32, is_pure=False, pack=1"#),
        call("'add.u32 $0, $1, 1;'", r#""=r,0", [p], tl.int32, is_pure=True, pack=1"#),
        "llvm.inline_asm(T.i32(), [a.ir_value()], 'add.u32 $0, $1, 1;', '=r,r', has_side_effects=False)".to_string(),
        "ir.InlineAsm(fnty, 'mov.u32 $0, %clock;', '=r', side_effect=True)".to_string(),
        "# inline_asm_elementwise('add.u33 $0;', '=r', [], 0, True, 1)".to_string(),
        "def inline_asm_elementwise(asm: str, constraints: str): pass".to_string(),
    ];
    for text in &sound {
        assert_eq!(found_in("k.py", text, &none), [], "{text}");
    }
    let one = |text: &str| {
        let (rule, _, place) = one_in("k.py", text, &none);
        (rule, place)
    };
    let bad = call("'add.u32 $0, $2, 1;'", "'=r,r', [x], tl.int32, True, 1");
    assert_eq!(one(&bad), ("operand-mismatch", "$2".into()));
    let bad = call("'''add.f32\n $0, $1, 1.0;'''", "'=f,l', [x], tl.float32, True, 1");
    assert_eq!(one(&bad), ("operand-mismatch", "$1".into()));
    let bad = call("'mov.u32 $0, %%laneid;'", "'=r', [], tl.int32, True, 1");
    assert_eq!(one(&bad), ("percent-escape", "%%".into()));
    let bad = call("'atom.global.add.u32 $0, [$1], 1;'", r#""=r,l", [p], tl.int32, is_pure=True, pack=1"#);
    assert_eq!(one(&bad), ("missing-volatile", "atom.global.add.u32".into()));
    let bad = "ir.InlineAsm(fnty, 'and.u32 $0, $1, 3;', '=r,r', side_effect=True)";
    assert_eq!(one(bad), ("bitwise-type", ".u32".into()));
    let computed = call("f'add.{ty} $0, $1, 1;'", "'=r,r', [x], tl.int32, True, 1");
    let checked = check(computed.as_bytes(), Path::new("k.py"), &none).expect("it is short");
    assert_eq!((checked.read, checked.skipped), (0, 1));
}

#[test]
fn rust_has_a_macro() {
    let none = Options::default();
    let sound = [
        r#"asm!("mov.u32 {}, %laneid;", out(reg32) x, options(pure, nomem, nostack));"#,
        r##"unsafe { core::arch::asm!(r#"{{ .reg .pred p; setp.ne.u32 p, {y}, 0;"#, "selp.u32 {x}, 1, 0, p; }}", x = out(reg32) x, y = in(reg32) f(a, b)); }"##,
        r#"asm!("bar.sync {};", const 0);"#,
        r#"asm!("add.u64 {0}, {0}, {1};", inout(reg64) x => y, in(reg64) n); let c = 'x'; fn f<'a>(s: &'a str) {}"#,
    ];
    for text in sound {
        assert_eq!(found_in("k.rs", text, &none), [], "{text}");
    }
    let one = |text: &str| {
        let (rule, _, place) = one_in("k.rs", text, &none);
        (rule, place)
    };
    assert_eq!(one(r#"asm!("and.u32 {0}, {0}, 3;", inout(reg32) x);"#), ("bitwise-type", ".u32".into()));
    assert_eq!(one(r#"asm!("add.u32 {0}, {1}, 3;", out(reg32) x, in(reg64) y);"#), ("operand-mismatch", "{1}".into()));
    assert_eq!(one(r#"asm!("add.u32 {0}, {2}, 3;", out(reg32) x, in(reg32) y);"#), ("operand-mismatch", "{2}".into()));
    let text = r#"asm!("atom.global.add.u32 {0}, [{1}], 1;", out(reg32) x, in(reg64) p, options(pure, readonly));"#;
    assert_eq!(one(text), ("missing-volatile", "atom.global.add.u32".into()));
    assert_eq!(one(r#"asm!("add.u32 {0}, {0}, 1;", in(reg32) x);"#), ("written-asm-input", "{0}".into()));
}

#[test]
fn comments_in_the_source_hide_findings() {
    let text = r#"asm("and.u32 %0, %1, 3;" : "=r"(x) : "r"(y)); // ptxlint: allow(bitwise-type)"#;
    assert_eq!(found(text), []);
    let text = "// ptxlint: allow(invalid-type)\nasm(\"and.u32 %0, %1, 3;\" : \"=r\"(x) : \"r\"(y));";
    assert_eq!(found(text).len(), 1);
}
