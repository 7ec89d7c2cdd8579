//! Recovery: what is lost to a statement that is no PTX, and what is not.

use crate::ir::Module;
use crate::source::Source;

fn with_module(text: &str, test: impl FnOnce(&Module<'_>)) {
    let text = format!(".version 8.0\n.target sm_80\n{text}");
    test(&super::parse(Source::new(text.as_bytes()).expect("small")));
}

/// Opcodes of all instructions.
fn opcodes<'s>(module: &Module<'s>) -> Vec<&'s str> {
    module.insts.iter().map(|inst| module.name(module[inst.opcode].name)).collect()
}

#[test]
fn one_bad_statement_costs_one_error() {
    for statement in [
        "add.u32 %r1, %r1 1;",
        "add.u32 %r1, %r1, 1",
        "add.u32 %r1, (1 + 2, 1;",
        "ld.global.u32 %r1, [%rd1;",
        "ld.global.v2.u32 {%r1, %r1, [%rd1];",
        "ld.global.v2.u32 {%r1, %r1\n    }, [%rd1;",
        "@ 5 bra l;",
        "@%p1;",
        "bra l m;",
        "call (%r1, f, (%r1);",
        "call;",
        ";",
        "%r1 = %r1 + 1;",
        "add.u32 %r1, %r1, \"text\";",
        "5;",
        "]",
        "€",
        ".loc 1",
        ".reg .b32 %x<;",
        ".reg .foo %x;",
        ".shared .b32 t[4;",
        ".shared .b32 t[4] = {1, 2;",
        "t: .branchtargets l m;",
        "p: .callprototype;",
        ".visible .global .b32 inner;",
        ".section .debug_info { }",
    ] {
        let text = format!(".entry k() {{\nmov.u32 %a, 1;\n{statement}\nexit;\nl: ret;\n}}\n.entry m() {{ trap; }}");
        with_module(&text, |module| {
            assert_eq!(module.syntax_errors.len(), 1, "{statement}: {:?}", module.syntax_errors);
            let found = opcodes(module);
            assert!(found.starts_with(&["mov.u32"]) && found.ends_with(&["ret", "trap"]), "{statement}: {found:?}");
            let broken: Vec<bool> = module.functions.iter().filter(|f| f.name.is_some()).map(|f| f.broken).collect();
            assert_eq!(broken, [true, false], "{statement}");
        });
    }
}

#[test]
fn the_rest_of_the_line_is_skipped() {
    with_module(".entry k() { add %r1 %r2; exit; ret; }", |module| {
        assert_eq!(module.syntax_errors.len(), 1);
        assert_eq!(opcodes(module), ["exit", "ret"]);
    });
}

#[test]
fn a_missing_brace_ends_with_the_next_function() {
    with_module(".entry a() { { exit;\n.entry b() { ret; }\n.visible .func c() { trap; }", |module| {
        assert_eq!(module.syntax_errors.len(), 1);
        assert_eq!(opcodes(module), ["exit", "ret", "trap"]);
        assert_eq!(module.functions.len(), 3);
    });
}

#[test]
fn a_bad_header_costs_its_body_only() {
    with_module(".entry a( { exit; { ret; } }\n.func (.reg) b() { exit; }\n.entry c() { ret; }", |module| {
        assert_eq!(module.syntax_errors.len(), 2);
        assert_eq!(opcodes(module), ["ret"]);
    });
}

#[test]
fn a_bad_module_item_costs_no_other() {
    for item in
        ["foo", ".foo;", ".global .b32 a = ;", ".global a;", ".file 1", "ret;", "}", "{ ret; }", ".section x { }"]
    {
        with_module(&format!(".entry a() {{ exit; }}\n{item}\n.entry b() {{ ret; }}"), |module| {
            assert_eq!(module.syntax_errors.len(), 1, "{item}: {:?}", module.syntax_errors);
            assert_eq!(opcodes(module), ["exit", "ret"], "{item}");
        });
    }
}

#[test]
fn no_name_of_a_bad_statement_is_reported() {
    with_module(".entry a() { add.u32 %x, %y %z;\n bra nowhere there;\n ret; }", |module| {
        assert_eq!(module.syntax_errors.len(), 2);
        assert!(module.name_errors.is_empty());
    });
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| format!(".entry a() {{ {}exit;{} ret; }}", "{".repeat(depth), "}".repeat(depth));
    with_module(&nested(900), |module| assert!(module.syntax_errors.is_empty()));
    with_module(&nested(5000), |module| {
        assert_eq!(module.syntax_errors.len(), 1);
        assert_eq!(opcodes(module), ["exit", "ret"]);
    });
}
