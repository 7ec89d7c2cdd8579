use super::*;

fn found(text: &str) -> Vec<(&'static str, String)> {
    found_in("k.cu", text, &Options::default())
}

fn found_in(name: &str, text: &str, options: &Options) -> Vec<(&'static str, String)> {
    let checked = check(text.as_bytes(), Path::new(name), options).expect("it is short");
    let place = |finding: &Diagnostic| (finding.rule.name, text[finding.span.range()].to_string());
    checked.report.findings.iter().map(place).collect()
}

#[test]
fn statements_as_they_are_written() {
    let sound = [
        r#"asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));"#,
        r#"asm("mov.u32 %0, %laneid;" : "=r"(x));"#,
        r#"__asm__ __volatile__ ("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %1, 0;\n\t@p add.f32 %0, %0, 1.0;\n}" : "+f"(x) : "r"((int)(a + b[2])));"#,
        r#"asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" :: "r"(a), "l"(b), "n"(Bytes));"#,
        r#"asm volatile(R"(fence.proxy.async;)" ::: "memory");"#,
        r#"asm volatile("bar.sync 0;");"#,
        "asm volatile(\"ld.global.v2.f32 {%0, %1}, [%2];\" // why\n : \"=f\"(a), /* b */ \"=f\"(b) : \"l\"(p));",
        r#"asm("" ::: "memory");"#,
        r#"// asm("add.u33 %0;");"#,
        r#"const char *s = "asm(\"add.u33 %0;\")"; char c = '"'; int n = 1'000;"#,
    ];
    for text in sound {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn mistakes_are_found_in_their_places() {
    let one = |text: &str| {
        let found = found(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.into_iter().next().expect("one")
    };
    assert_eq!(one(r#"asm("mov.u32 %0, %5;" : "=r"(x));"#), ("operand-mismatch", "%5".into()));
    assert_eq!(one(r#"asm("and.u32 %0, %1, 3;" : "=r"(x) : "r"(y));"#), ("bitwise-type", ".u32".into()));
    assert_eq!(one(r#"asm("adb.u32 %0, %1, 3;" : "=r"(x) : "r"(y));"#).0, "unknown-instruction");
    assert_eq!(one(r#"asm("add.u32 %0, %1, 3;" : "=l"(x) : "r"(y));"#).1, "%0");
    assert_eq!(one(r#"asm("add.f32 %0, %1, %2;" : "=f"(x) : "f"(y), "d"(z));"#).1, "%2");
    assert_eq!(one(r#"asm("add.u32 %0, %1;" : "=r"(x) : "r"(y));"#).0, "operand-mismatch");
}

#[test]
fn other_assembly_is_left_alone() {
    for text in [r#"asm volatile("cpuid" : "=a"(a) : "c"(0));"#, r#"asm("mov %1, %0;" : "=r"(a) : "r"(b));"#] {
        assert_eq!(found_in("k.h", text, &Options::default()), [], "{text}");
    }
    let macros = r#"asm volatile(PREFIX ".u32 %0;" : "=r"(x)); asm("add." #T " %0;"); asm("mov.u32 %0;" : OUT(x));"#;
    let checked = check(macros.as_bytes(), Path::new("k.cu"), &Options::default()).expect("it is short");
    assert_eq!((checked.read, checked.skipped, checked.report.findings.len()), (0, 3, 0));
}

#[test]
fn targets_count_when_they_are_known() {
    let text = r#"asm volatile("griddepcontrol.wait;" ::: "memory");"#;
    assert_eq!(found(text), []);
    let options = Options { target: crate::isa::Target::lookup("sm_80"), ..Options::default() };
    assert_eq!(found_in("k.cu", text, &options)[0].0, "target-too-low");
}
