//! Names to ids, and initial values to bytes, seen in the finished module.

use crate::ir::{LabelKind, Module, NameErrorKind, OperandKind, Symbol};
use crate::source::Source;

const HEADERS: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Calls `test` with the module of `text` behind the usual headers.
fn with_module(text: &str, test: impl FnOnce(&Module<'_>)) {
    let text = format!("{HEADERS}{text}");
    let module = crate::parser::parse(Source::new(text.as_bytes()).expect("small"));
    assert!(module.syntax_errors.is_empty(), "{:?} in {text}", module.syntax_errors);
    test(&module);
}

/// Calls `test` with the module of a kernel with this body.
fn with_body(body: &str, test: impl FnOnce(&Module<'_>)) {
    with_module(&format!(".entry k() {{\n{body}\n}}"), test);
}

/// For each instruction the numbers of its first operand's register, in order of first occurrence.
fn first_registers(module: &Module<'_>) -> Vec<usize> {
    let mut seen = Vec::new();
    let register = |i| module.operands(crate::ids::InstId::new(i)).first().and_then(|operand| operand.register());
    (0..module.insts.len())
        .filter_map(register)
        .map(|reg| {
            seen.iter().position(|&other| other == reg).unwrap_or_else(|| {
                seen.push(reg);
                seen.len() - 1
            })
        })
        .collect()
}

/// The instruction that each branch goes to, counted from the start of the module.
fn targets(module: &Module<'_>) -> Vec<usize> {
    let targets = module.operands.iter().filter_map(|operand| match operand.kind {
        OperandKind::Label(label) => Some(label),
        _ => None,
    });
    let place = |label: crate::ids::LabelId| match module[label].kind {
        LabelKind::Code(inst) => Some(inst.index()),
        _ => None,
    };
    targets.filter_map(place).collect()
}

fn errors(module: &Module<'_>) -> Vec<String> {
    let kind = |kind: &NameErrorKind| match kind {
        NameErrorKind::Undeclared => "undeclared",
        NameErrorKind::UndefinedLabel => "no label",
        NameErrorKind::UndeclaredFunction => "no function",
        NameErrorKind::OutsideRange(_) => "outside",
        NameErrorKind::Duplicate(_) => "duplicate",
        NameErrorKind::Inconsistent(_) => "inconsistent",
        NameErrorKind::Reserved => "reserved",
        NameErrorKind::Dotted => "dotted",
    };
    module.name_errors.iter().map(|error| format!("{} {}", module.name(error.name), kind(&error.kind))).collect()
}

#[test]
fn spellings_of_a_register() {
    let body = ".reg .b32 %r<12>;
        mov.b32 %r1, 0; mov.b32 %r01, 0; mov.b32 %r001, 0; mov.b32 %r10, 0; mov.b32 %r010, 0; mov.b32 %r0, 0; mov.b32 %r1, 0;";
    with_body(body, |module| {
        assert_eq!(first_registers(module), [0, 0, 0, 1, 1, 2, 0]);
        assert!(errors(module).is_empty());
    });
}

#[test]
fn leading_zeros_come_first_or_last() {
    with_body(".reg .b32 %r<3>; mov.b32 %r02, 0; mov.b32 %r2, 0; mov.b32 %r1, 0; mov.b32 %r01, 0;", |module| {
        assert_eq!(first_registers(module), [0, 0, 1, 1]);
    });
}

#[test]
fn blocks_hide_and_give_back() {
    let body = ".reg .b32 %r<4>, a;
        mov.b32 %r1, 0; mov.b32 a, 0;
        { .reg .b32 %r<2>; mov.b32 %r1, 0; mov.b32 %r3, 0; { .reg .b32 a; mov.b32 a, 0; } mov.b32 a, 0; }
        mov.b32 %r1, 0; mov.b32 %r3, 0;
        { .reg .b32 %r<2>; mov.b32 %r1, 0; }";
    with_body(body, |module| {
        assert_eq!(first_registers(module), [0, 1, 2, 3, 4, 1, 0, 3, 5]);
        assert!(errors(module).is_empty());
    });
}

#[test]
fn a_declaration_holds_from_its_place_on() {
    let body = ".reg .b32 a; mov.b32 a, 0; { mov.b32 a, 0; .reg .b32 a; mov.b32 a, 0; }";
    with_body(body, |module| assert_eq!(first_registers(module), [0, 0, 1]));
    with_body("mov.b32 a, 0; .reg .b32 a;", |module| assert_eq!(errors(module), ["a undeclared"]));
}

#[test]
fn ranges_end() {
    with_body(".reg .b32 %r<2>; mov.b32 %r2, 0; mov.b32 %r, 0; mov.b32 %q0, 0;", |module| {
        assert_eq!(errors(module), ["%r2 outside", "%r undeclared", "%q0 undeclared"]);
    });
    with_body(".reg .b32 %r<4294967295>; mov.b32 %r4294967294, 0; mov.b32 %r4294967295, 0;", |module| {
        assert_eq!(errors(module), ["%r4294967295 outside"]);
    });
}

#[test]
fn labels_are_looked_up_from_inside_out() {
    // Instructions:        0         1           2           3       4
    with_body("{ l: bra l; } { bra m; m: ret; } l: bra l; { bra l; }", |module| {
        assert_eq!(targets(module), [0, 2, 3, 3]);
        assert!(errors(module).is_empty());
    });
    // The inner label stands behind its branch and still hides the outer one.
    with_body("l: { bra l; l: ret; }", |module| assert_eq!(targets(module), [1]));
    with_body("bra l; { l: ret; }", |module| assert_eq!(errors(module), ["l undeclared"]));
}

#[test]
fn a_label_behind_everything_is_the_end() {
    with_body("bra end; ret; end:", |module| {
        assert_eq!(targets(module), [2]);
        assert_eq!(module.functions[0].insts.end, 2);
    });
}

#[test]
fn functions_have_names_of_their_own() {
    let text =
        ".func a() { .reg .b32 x; l: mov.b32 x, 0; bra l; } .func b() { .reg .b32 x; l: mov.b32 x, 0; bra l; bra m; }";
    with_module(text, |module| {
        assert_eq!(first_registers(module), [0, 1]);
        assert_eq!(targets(module), [0, 2]);
        assert_eq!(errors(module), ["m undeclared"]);
        let broken: Vec<bool> = module.functions.iter().map(|function| function.broken).collect();
        assert_eq!(broken, [false, true]);
        let ranges: Vec<usize> = module.functions.iter().map(|function| function.insts.len()).collect();
        assert_eq!(ranges, [2, 3]);
    });
}

#[test]
fn declarations_of_a_function_share_a_symbol() {
    let text = ".func f(); .func g() { call f; ret; } .func f() { ret; } .visible .func h(); .alias h, f;";
    with_module(text, |module| {
        assert_eq!(module.symbols.len(), 3);
        let symbol =
            |name: &str| module.symbols.iter().find(|symbol| module.name(symbol.name) == name).expect("declared");
        let (f, h) = (symbol("f"), symbol("h"));
        assert_eq!((f.first.index(), f.definition.map(|id| id.index())), (0, Some(2)));
        assert_eq!(h.alias_of.map(|id| module.name(module[id].name)), Some("f"));
        assert!(errors(module).is_empty());
    });
}

#[test]
fn tables_and_prototypes() {
    let body = "t: .branchtargets l, m; brx.idx %r1, t; l: m: ret; p: .callprototype _ (.param .b32 _);";
    with_body(&format!(".reg .b32 %r<2>; {body}"), |module| {
        let tables: Vec<usize> = module
            .labels
            .iter()
            .filter_map(|label| match label.kind {
                LabelKind::BranchTargets(list) => Some(list.len()),
                LabelKind::CallPrototype(id) => Some(module[id].params.len()),
                _ => None,
            })
            .collect();
        assert_eq!(tables, [2, 1]);
        assert_eq!(targets(module), [1, 1]);
    });
}

#[test]
fn initial_values_are_laid_out() {
    for (declaration, expected) in [
        (".global .b8 a = 0x12;", &[0x12][..]),
        (".global .u16 a = 0x1234;", &[0x34, 0x12]),
        (".global .s32 a = -2;", &[0xfe, 0xff, 0xff, 0xff]),
        (".global .u32 a = 1 + 2 * 3;", &[7, 0, 0, 0]),
        (".global .b64 a = -1;", &[0xff; 8]),
        (".global .f32 a = 1.0;", &[0, 0, 0x80, 0x3f]),
        (".global .f32 a = 0f3F800000;", &[0, 0, 0x80, 0x3f]),
        (".global .f64 a = 0d3FF0000000000000;", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
        (".global .b8 a[4] = {1, 2, 3, 4};", &[1, 2, 3, 4]),
        (".global .b8 a[4] = {1, 2};", &[1, 2]),
        (".global .b8 a[] = {1, 2, 3};", &[1, 2, 3]),
        (".global .b8 a[2][2] = {{1}, {3, 4}};", &[1, 0, 3, 4]),
        (".global .b8 a[2][2] = {{}, {3, 4}};", &[0, 0, 3, 4]),
        (".global .v2 .b8 a = {1, 2};", &[1, 2]),
        (".global .v2 .b8 a[2] = {{1, 2}, {3, 4}};", &[1, 2, 3, 4]),
        (".global .b8 a[2] = {WARP_SZ, 017};", &[32, 15]),
    ] {
        with_module(declaration, |module| {
            let init = &module[module.variables[0].init.expect("an initial value")];
            assert_eq!(module.initial_bytes(init), expected, "{declaration}");
            assert_eq!(init.misfit, None, "{declaration}");
        });
    }
}

#[test]
fn values_that_do_not_fit_are_marked() {
    for (declaration, misfit) in [
        (".global .b8 a[2] = {1, 2, 3};", "3"),
        (".global .b8 a[2][2] = {1, 2};", "1"),
        (".global .b8 a[2] = {{1}, 2};", "{"),
        (".global .b8 a = {1};", "{"),
        (".global .b8 a[2] = 1;", "1"),
        (".global .u32 a = 1.5;", "1.5"),
        (".global .f32 a = 1;", "1"),
        (".global .v2 .b8 a[1] = {{1, 2, 3}};", "{1, 2, 3}"),
    ] {
        with_module(declaration, |module| {
            let init = &module[module.variables[0].init.expect("an initial value")];
            let found = init.misfit.unwrap_or_else(|| panic!("{declaration} fits"));
            assert_eq!(module.source.text_of(found.span), misfit, "{declaration}");
        });
    }
}

#[test]
fn addresses_are_relocated() {
    let text = ".global .b32 v; .func f() { ret; }
        .global .u64 a[3] = {v, generic(v) + 8, f};
        .global .u8 b[2] = {0xff(v), 0xff00(v)};";
    with_module(text, |module| {
        let relocations = |i: usize| module.relocations(&module[module.variables[i].init.expect("an initial value")]);
        let a = relocations(1);
        let offsets: Vec<(u32, i64, bool)> = a.iter().map(|r| (r.offset, r.addend, r.generic)).collect();
        assert_eq!(offsets, [(0, 0, false), (8, 8, true), (16, 0, false)]);
        assert!(matches!(a[0].symbol, Symbol::Var(var) if var.index() == 0));
        assert!(matches!(a[2].symbol, Symbol::Func(_)));
        let masks: Vec<(u32, Option<u64>)> = relocations(2).iter().map(|r| (r.offset, r.mask)).collect();
        assert_eq!(masks, [(0, Some(0xff)), (1, Some(0xff00))]);
    });
}

#[test]
fn sizes_of_variables() {
    for (declaration, size, alignment) in [
        (".global .b32 a;", Some(4), Some(4)),
        (".global .b64 a[3];", Some(24), Some(8)),
        (".global .v4 .f32 a[2];", Some(32), Some(16)),
        (".global .align 64 .b8 a[2][3];", Some(6), Some(64)),
        (".extern .global .b32 a[];", None, Some(4)),
        (".global .b32 a[] = {1, 2};", Some(8), Some(4)),
    ] {
        with_module(declaration, |module| {
            let variable = &module.variables[0];
            assert_eq!((variable.size, variable.alignment()), (size, alignment), "{declaration}");
        });
    }
}
