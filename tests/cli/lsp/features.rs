//! Each feature on a small module.

use super::client::{Client, edited};
use serde_json::{Value, json};

const URI: &str = "untitled:kernel.ptx";

/// `‸` marks places; they are taken out.
const MODULE: &str = r#".version 8.0
.target sm_80
.address_size 64
.file 1 "saxpy.cu"
.global .align 4 .f32 scale;
.func (.param .b32 out) helper(.param .b32 in)
{
    ret;
}
// Two comments,
// one behind the other.
.visible .entry saxpy(.param .u64 data, .param .u32 count)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>, %total;
    .reg .b64 %rd<4>;
    .loc 1 7 3
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, 40;
    add.u32 %r3, %r2, 2;
    ld.param.u64 %rd1, [data];
    setp.ge.u32 %p1, %r1, %r3;
    @%p1 bra $done;
    st.global.u32 [%rd1], %r3;
$done:
    ret;
}
"#;

fn opened(text: &str) -> Client {
    let mut client = Client::start();
    client.open(URI, text);
    client
}

/// The position of the n-th occurrence of a word, or of what stands in it behind `‸`.
fn at(text: &str, word: &str, n: usize) -> Value {
    let plain = word.replace('‸', "");
    let within = word.find('‸').unwrap_or(0);
    let (start, _) = text.match_indices(&plain).nth(n).unwrap_or_else(|| panic!("{word}"));
    super::client::position(text, start + within)
}

fn params(position: &Value) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position })
}

fn hover(client: &mut Client, position: &Value) -> String {
    let hover = client.ask("textDocument/hover", params(position));
    hover["contents"]["value"].as_str().unwrap_or_default().to_string()
}

#[test]
fn hovers_tell_what_is_known() {
    let mut client = opened(MODULE);
    client.diagnostics(URI, 1);
    let mut shown = |word: &str, n: usize| hover(&mut client, &at(MODULE, word, n));
    let opcode = shown("setp‸.ge", 0);
    assert!(
        opcode.contains("`setp`") && opcode.contains("PTX ISA 9.7") && opcode.contains("setp.uorder.unsigned p^q"),
        "{opcode}"
    );
    let register = shown("%r‸3;", 0);
    assert!(register.contains(".reg .b32 %r<8>;") && register.contains("declared on line 15"), "{register}");
    assert!(register.contains("Value: 42 (0x2a)"), "{register}");
    assert!(register.contains("Written on line 20: `add.u32 %r3, %r2, 2;`"), "{register}");
    let index = shown("%r1, %r3", 0);
    assert!(index.contains("Differs between threads: computed from the thread's index"), "{index}");
    let pointer = shown("%rd1], %r3", 0);
    assert!(pointer.contains("The same in all threads of a block"), "{pointer}");
    let special = shown("%tid", 0);
    assert!(special.contains("Thread index within the block"), "{special}");
    let parameter = shown("data]", 0);
    assert!(parameter.contains("Parameter in `.param`, 8 bytes, aligned to 8 bytes"), "{parameter}");
    let label = shown("$done:", 0);
    assert_eq!(label, "Label of line 25, named once elsewhere");
    let function = shown("helper", 0);
    assert!(function.contains("(.param .b32 out)") && function.contains("A function of 1 instruction"), "{function}");
    assert_eq!(hover(&mut client, &json!({ "line": 9, "character": 4 })), "", "a comment");
}

#[test]
fn hovers_show_the_pages_of_rules() {
    let text = MODULE.replace("mov.u32 %r2, 40;", "and.u32 %r2, %r1, 40;");
    let mut client = opened(&text);
    assert_eq!(client.diagnostics(URI, 1)[0]["code"], "bitwise-type");
    let shown = hover(&mut client, &at(&text, "and.‸u32", 0));
    assert!(shown.contains("`and`") && shown.contains("# bitwise-type\n\n## What it does"), "{shown}");
}

fn lines(locations: &Value) -> Vec<u64> {
    let line = |location: &Value| location["range"]["start"]["line"].as_u64().expect("a number") + 1;
    locations.as_array().expect("a list").iter().map(line).collect()
}

#[test]
fn names_lead_to_declarations_and_uses() {
    let mut client = opened(MODULE);
    let mut declared =
        |word: &str, n: usize| lines(&client.ask("textDocument/definition", params(&at(MODULE, word, n))));
    assert_eq!(declared("%r3;", 0), [15], "a register of a range");
    assert_eq!(declared("data]", 0), [12], "a parameter");
    assert_eq!(declared("$done;", 0), [25], "a label before its definition");
    assert_eq!(declared("%tid", 0), [0_u64; 0], "what is predefined");
    let mut used = |word: &str, declaration: bool| {
        let mut params = params(&at(MODULE, word, 0));
        params["context"] = json!({ "includeDeclaration": declaration });
        lines(&client.ask("textDocument/references", params))
    };
    assert_eq!(used("%r3,", true), [15, 20, 22, 24]);
    assert_eq!(used("%r3,", false), [20, 22, 24]);
    assert_eq!(used("%rd<", false), [21, 24], "all of a range");
    let kinds = client.ask("textDocument/documentHighlight", params(&at(MODULE, "%r2, 2", 0)));
    let kinds: Vec<u64> = kinds.as_array().expect("a list").iter().filter_map(|one| one["kind"].as_u64()).collect();
    assert_eq!(kinds, [1, 3, 2], "declared, written, read");
}

#[test]
fn what_a_module_only_declares_is_found_in_others() {
    let user = ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func helper;\n.extern .global .f32 scale;\n\
        .entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, scale; ret; }\n";
    let mut client = opened(MODULE);
    client.open("untitled:user.ptx", user);
    for (word, line) in [("helper", 6), ("scale; ret", 5)] {
        let position = super::client::position(user, user.find(word).expect("it is there"));
        let params = json!({ "textDocument": { "uri": "untitled:user.ptx" }, "position": position });
        let found = client.ask("textDocument/definition", params);
        assert_eq!((lines(&found), &found[0]["uri"]), (vec![line], &json!(URI)), "{word}");
    }
}

#[test]
fn the_source_of_a_location_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("saxpy.cu"), "1\n2\n3\n4\n5\n6\n  y[i] = a * x[i];\n").expect("a file");
    let path = folder.path().canonicalize().expect("a path").join("saxpy.ptx");
    std::fs::write(&path, MODULE).expect("a file");
    let uri = format!("file://{}", path.display());
    let mut client = Client::start();
    client.open(&uri, MODULE);
    let document = json!({ "uri": uri });
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": all }));
    assert_eq!(hints[0]["label"], "saxpy.cu:7: y[i] = a * x[i];");
    assert_eq!(hints[0]["position"], json!({ "line": 16, "character": 14 }));
    let position = json!({ "line": 16, "character": 6 });
    let found = client.ask("textDocument/definition", json!({ "textDocument": document, "position": position }));
    assert_eq!(lines(&found), [7]);
    assert!(found[0]["uri"].as_str().is_some_and(|uri| uri.ends_with("/saxpy.cu")), "{found}");
    // Where the source is missing, its name remains.
    let mut client = opened(MODULE);
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": all }));
    assert_eq!(hints[0]["label"], "saxpy.cu:7");
    let early = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": early }));
    assert_eq!(hints, json!([]));
}

#[test]
fn names_change_where_they_mean_the_same() {
    let mut client = opened(MODULE);
    let mut renamed = |word: &str, name: &str| {
        let mut params = params(&at(MODULE, word, 0));
        params["newName"] = name.into();
        edited(MODULE, &client.ask("textDocument/rename", params)["changes"][URI])
    };
    assert_eq!(renamed("$done;", "$end"), MODULE.replace("$done", "$end"));
    assert_eq!(renamed("data]", "x"), MODULE.replace("data", "x"));
    assert_eq!(renamed("scale", "factor"), MODULE.replace("scale", "factor"));
    assert_eq!(renamed("helper", "aid"), MODULE.replace("helper", "aid"));
    assert_eq!(renamed("%rd<", "%long"), MODULE.replace("%rd", "%long"), "a range");
    let expected = MODULE.replace("%r3", "%limit").replace("%r<8>", "%r<8>, %limit");
    assert_eq!(renamed("%r3,", "%limit"), expected, "one register of a range");
    let mut refused = |word: &str, name: &str| {
        let mut params = params(&at(MODULE, word, 0));
        params["newName"] = name.into();
        client.fail("textDocument/rename", params).1
    };
    assert_eq!(refused("$done;", "a b"), "`a b` is not a valid PTX identifier");
    assert_eq!(refused("$done;", "9"), "`9` is not a valid PTX identifier");
    assert_eq!(refused("%r3,", "%r1"), "`%r1` means something else here");
    assert_eq!(refused("%r3,", "%tid"), "`%tid` means something else here");
    assert_eq!(refused("data]", "count"), "`count` means something else here");
    assert_eq!(refused("%tid", "%mine"), "special registers are predefined");
    assert_eq!(refused("// Two", "x"), "there is no name here");
    let prepared = client.ask("textDocument/prepareRename", params(&at(MODULE, "%r‸3,", 0)));
    assert_eq!(prepared["placeholder"], "%r3");
    assert_eq!(client.ask("textDocument/prepareRename", params(&at(MODULE, "%tid", 0))), Value::Null);
}

#[test]
fn symbols_and_folds_follow_the_functions() {
    let mut client = opened(MODULE);
    let about = json!({ "textDocument": { "uri": URI } });
    let symbols = client.ask("textDocument/documentSymbol", about.clone());
    let names = |symbols: &Value| -> Vec<String> {
        let name = |symbol: &Value| symbol["name"].as_str().expect("a text").to_string();
        symbols.as_array().expect("a list").iter().map(name).collect()
    };
    assert_eq!(names(&symbols), ["scale", "helper", "saxpy"]);
    assert_eq!(names(&symbols[1]["children"]), ["out", "in"]);
    let expected = ["data", "count", "%p<2>", "%r<8>", "%total", "%rd<4>", "$done"];
    assert_eq!(names(&symbols[2]["children"]), expected);
    let folds = client.ask("textDocument/foldingRange", about);
    let fold = |fold: &Value| (fold["startLine"].as_u64(), fold["endLine"].as_u64());
    let folds: Vec<_> = folds.as_array().expect("a list").iter().map(fold).collect();
    assert_eq!(folds, [(Some(6), Some(7)), (Some(12), Some(25)), (Some(9), Some(10))]);
}

#[test]
fn tokens_tell_what_words_are() {
    let text = ".reg .b32 %r1;\n/* two\n lines */ .entry k() { @%p bra L; L: mov.b32 %r1, %tid.x; }\n";
    let mut client = Client::raw(&[]);
    let result = client.introduce(json!({}));
    let types: Vec<String> =
        serde_json::from_value(result["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"].clone())
            .expect("a list");
    client.open(URI, text);
    let tokens = client.ask("textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } }));
    let data: Vec<usize> = serde_json::from_value(tokens["data"].clone()).expect("numbers");
    let (mut line, mut start) = (0, 0);
    let mut words = Vec::new();
    for token in data.chunks(5) {
        start = if token[0] == 0 { start + token[1] } else { token[1] };
        line += token[0];
        let word = &text.lines().nth(line).expect("a line")[start..start + token[2]];
        words.push((word, types[token[3]].as_str(), token[4]));
    }
    let expected = [
        (".reg", "type", 0),
        (".b32", "type", 0),
        ("%r1", "variable", 1),
        ("/* two", "comment", 0),
        (" lines */", "comment", 0),
        (".entry", "macro", 0),
        ("k", "function", 1),
        ("bra", "keyword", 0),
        ("L", "label", 0),
        ("L", "label", 1),
        ("mov", "keyword", 0),
        (".b32", "type", 0),
        ("%r1", "variable", 4),
        ("%tid.x", "variable", 10),
    ];
    assert_eq!(words, expected);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 5 } });
    let part =
        client.ask("textDocument/semanticTokens/range", json!({ "textDocument": { "uri": URI }, "range": range }));
    assert_eq!(part["data"], json!([0, 0, 4, 2, 0]));
}

/// The labels that are offered at `‸` in a line of a kernel.
fn offered(target: &str, line: &str) -> Vec<String> {
    let text = MODULE.replace("sm_80", target).replace("    ret;\n}\n", &format!("{line}\n    ret;\n}}\n"));
    let place = text.rfind('‸').expect("a place");
    let position = super::client::position(&text, place);
    let mut client = opened(&text.replace('‸', ""));
    let items = client.ask("textDocument/completion", params(&position));
    let label = |item: &Value| {
        assert_eq!(item["textEdit"]["newText"], item["label"]);
        item["label"].as_str().expect("a text").to_string()
    };
    items.as_array().expect("a list").iter().map(label).collect()
}

fn has(items: &[String], all: &[&str]) -> bool {
    all.iter().all(|word| items.iter().any(|item| item == word))
}

fn lacks(items: &[String], all: &[&str]) -> bool {
    !items.iter().any(|item| all.contains(&item.as_str()))
}

#[test]
fn instructions_are_those_of_the_target() {
    let items = offered("sm_80", "    ad‸");
    assert!(has(&items, &["add", "cp.async", "mma"]) && lacks(&items, &["wgmma.mma_async", "%r1"]), "{items:?}");
    assert!(has(&offered("sm_90a", "    wg‸"), &["wgmma.mma_async"]));
    assert!(has(&offered("sm_80", "    @!%p1 br‸"), &["bra"]), "behind a guard");
    assert!(has(&offered("sm_80", "$next: mo‸"), &["mov"]), "behind a label");
    assert!(has(&offered("sm_80", "    .r‸"), &[".reg", ".loc"]));
}

#[test]
fn modifiers_are_those_that_fit() {
    let items = offered("sm_80", "    add.‸");
    assert!(
        has(&items, &["f32", "s32", "rn", "ftz", "sat"]) && lacks(&items, &["wide", "global", "pred"]),
        "{items:?}"
    );
    let items = offered("sm_80", "    add.rn.‸");
    assert!(has(&items, &["f32", "f64", "ftz"]) && lacks(&items, &["s32", "rz", "rn"]), "{items:?}");
    assert!(lacks(&offered("sm_80", "    add.f32.‸"), &["f32", "s32"]), "the type is there");
    let items = offered("sm_80", "    ld.global.‸");
    assert!(has(&items, &["nc", "u32", "v4", "L2::cache_hint"]) && lacks(&items, &["shared", "rn"]), "{items:?}");
    let items = offered("sm_80", "    ld.global.L2::‸");
    assert!(has(&items, &["L2::cache_hint", "L2::128B"]), "{items:?}");
    assert!(lacks(&offered("sm_70", "    ld.global.L2::‸"), &["L2::cache_hint"]), "not on this target");
    let items = offered("sm_80", "    cp.async.‸");
    assert!(has(&items, &["ca", "cg", "wait_group"]) && lacks(&items, &["bulk"]), "{items:?}");
    assert!(has(&offered("sm_90", "    cp.async.‸"), &["bulk"]));
    let items = offered("sm_80", "    cvt.rn.‸");
    assert!(has(&items, &["f32", "f16"]), "{items:?}");
    assert_eq!(offered("sm_80", "    frob.‸"), [""; 0]);
}

/// What is offered makes an opcode to which nothing but more words is lacking: the assembler's names for it never are wrong.
#[test]
fn what_is_offered_leads_to_opcodes_that_the_table_takes() {
    for opcode in
        ["setp", "mul", "shfl.sync", "atom.global", "red.shared", "fma.rn", "bar", "cvt.rni", "mma.sync.aligned"]
    {
        for word in offered("sm_80", &format!("    {opcode}.‸")) {
            // The beginning of a longer name is no instruction yet.
            let beginning = format!("{opcode}.{word}.");
            if ptxlint::isa::Instruction::all().any(|instruction| instruction.name().starts_with(&beginning)) {
                continue;
            }
            let text = MODULE.replace("    ret;\n}\n", &format!("    {opcode}.{word};\n    ret;\n}}\n"));
            let report = ptxlint::check(text.as_bytes(), &ptxlint::Options::default()).expect("small");
            let wrong = ["unknown-instruction", "invalid-modifier", "target-too-low", "version-too-low"];
            // That more words are needed is no surprise.
            let is_wrong = |finding: &&ptxlint::diagnostic::Diagnostic| {
                wrong.contains(&finding.rule.name) && !finding.message.contains("needs")
            };
            let found: Vec<_> = report.findings.iter().filter(is_wrong).collect();
            // Nor that a name to which more is offered is judged by another form of the instruction.
            if !found.is_empty() && !offered("sm_80", &format!("    {opcode}.{word}.‸")).is_empty() {
                continue;
            }
            assert!(found.is_empty(), "{opcode}.{word}: {}", found[0].message);
        }
    }
}

#[test]
fn operands_are_names_in_scope() {
    let items = offered("sm_80", "    add.u32 %r1, ‸");
    assert!(has(&items, &["%r0", "%r7", "%total", "%rd3", "%tid.x", "scale", "data"]), "{items:?}");
    assert!(lacks(&items, &["%r8", "$done", "add", "in"]), "{items:?}");
    assert!(has(&offered("sm_80", "    add.u32 %r1, %‸"), &["%r0", "%ctaid.y"]));
    let items = offered("sm_80", "    bra ‸");
    assert!(has(&items, &["$done"]) && lacks(&items, &["scale", "%tid.x"]), "{items:?}");
    assert!(has(&offered("sm_80", "    call ‸"), &["helper"]));
    let items = offered("sm_80", "    @‸");
    assert_eq!(items, ["%p0", "%p1"]);
    assert!(has(&offered("sm_80", "    st.v2.u32 [%rd1], {%r1, ‸"), &["%r2"]), "within braces");
    assert!(has(&offered("sm_80", "    .reg .‸"), &[".b32", ".pred"]));
    assert_eq!(offered("sm_80", "    // add.‸"), [""; 0], "a comment");
}

#[test]
fn fixes_are_offered_and_mend() {
    let text = MODULE.replace("mov.u32 %r2, 40;", "and.u32 %r2, %r1, 40;\n    or.u32 %r2, %r1, 40;");
    let mut client = opened(&text);
    let range = json!({ "start": at(&text, "and.u32", 0), "end": at(&text, "and.u32‸", 0) });
    let about = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
    // Without waiting for what is published.
    let actions = client.ask("textDocument/codeAction", about.clone());
    let titles: Vec<&str> =
        actions.as_array().expect("a list").iter().filter_map(|one| one["title"].as_str()).collect();
    assert_eq!(titles, ["bitwise-type: replace `.u32` by `.b32`", "Allow `bitwise-type` on this line"]);
    let mended = edited(&text, &actions[0]["edit"]["changes"][URI]);
    assert_eq!(mended, text.replace("and.u32", "and.b32"));
    let allowed = edited(&text, &actions[1]["edit"]["changes"][URI]);
    assert!(allowed.contains("and.u32 %r2, %r1, 40; // ptxlint: allow(bitwise-type)\n"), "{allowed}");
    let mut all = about.clone();
    all["context"]["only"] = json!(["source.fixAll"]);
    let actions = client.ask("textDocument/codeAction", all);
    assert_eq!(actions[0]["title"], "ptxlint: apply 2 safe fixes");
    let mended = edited(&text, &actions[0]["edit"]["changes"][URI]);
    assert_eq!(mended, text.replace("and.u32", "and.b32").replace("or.u32", "or.b32"));
    let mut others = about;
    others["context"]["only"] = json!(["refactor"]);
    assert_eq!(client.ask("textDocument/codeAction", others), json!([]));
}

#[test]
fn comments_that_are_there_take_what_is_allowed() {
    for (line, expected) in [
        ("and.u32 %r2, %r1, 40; // why", "and.u32 %r2, %r1, 40; // ptxlint: allow(bitwise-type) // why"),
        (
            "and.u32 %r2, %r1, 40; // ptxlint: allow(shfl-width) why",
            "and.u32 %r2, %r1, 40; // ptxlint: allow(bitwise-type, shfl-width) why",
        ),
        ("and.u32 %r2, %r1, 40; /* why */", "and.u32 %r2, %r1, 40; /* why */ // ptxlint: allow(bitwise-type)"),
        (
            "and.u32 %r2, %r1, 40; /* why\n not */",
            "and.u32 %r2, %r1, 40; /* ptxlint: allow(bitwise-type) */ /* why\n not */",
        ),
    ] {
        let text = MODULE.replace("mov.u32 %r2, 40;", line);
        let mut client = opened(&text);
        let place = at(&text, "and.u32", 0);
        let range = json!({ "start": place, "end": at(&text, "and.u32‸", 0) });
        let about = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
        let actions = client.ask("textDocument/codeAction", about);
        let allowed = edited(&text, &actions[1]["edit"]["changes"][URI]);
        assert_eq!(allowed, MODULE.replace("mov.u32 %r2, 40;", expected));
        client.change(URI, 2, json!([{ "text": allowed }]));
        let left = client.diagnostics(URI, 2);
        assert!(!left.iter().any(|finding| finding["code"] == "bitwise-type"), "{left:?}");
    }
}
