//! The generated file is the table's, and a misspelt name anywhere in the table is an error with its line.

use super::parse::parse;

#[test]
fn generated_table_is_up_to_date() {
    let fresh = super::generate().expect("the table files are well-formed");
    let checked_in = std::fs::read_to_string(super::generated_path()).expect("the generated file exists");
    assert!(fresh == checked_in, "src/isa/generated.rs differs from isa/*.isa: run `cargo xtask isa`");
}

const TARGETS: &str = "versions 8.0 8.1\ntargets 8.0: sm_80 sm_90 sm_90a\n";
const WORDS: &str = "types b32 b64\nspaces global shared\nvectors v2 v4\ncategory scope cta sys\nmodifiers hint x32\n";
const SETS: &str = "set policy = b64 int\n";
const FORMS: &str = "section 1.1 ld ld.far
.level = cta@8.1/sm_90 sys
.num = x32
.ss = global shared
ld{.level}{.ss}{.num}{.hint}.b32   d.part:num*b32!, [a:shared], policy:policy if hint, k:<b32 int>   @ 8.0/sm_80
    excludes sys .ss
    needs hint cta|sys
ld.far.b64   d:b64, [a]
";
const EFFECTS: &str = "effects reads-memory: ld\ntolerant ld\nignores hint: ld\nignored any: hint\nrepeatable hint\n";
const ROLES: &str =
    "role address reads async: [a]: ld ld.far\nrole policy: policy: ld with hint\norder acquire cta: ld*\n";

fn table(replaced: &[(&str, &str)]) -> Result<(), String> {
    let files = [
        ("targets.isa", TARGETS),
        ("words.isa", WORDS),
        ("operands.isa", SETS),
        ("load.isa", FORMS),
        ("effects.isa", EFFECTS),
        ("roles.isa", ROLES),
    ];
    let replace = |text: &str| replaced.iter().fold(text.to_string(), |text, (old, new)| text.replacen(old, new, 1));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.to_string(), replace(text))).collect();
    parse(&files).map(drop).map_err(|error| error.to_string())
}

/// Someone who adds a modifier reviews what they wrote, not a file that has shifted.
#[test]
fn small_changes_of_the_table_make_small_diffs() {
    /// A file, a text in it, and what replaces it.
    type Edit = (&'static str, &'static str, &'static str);
    const NEW_WORD: Edit = ("isa/words.isa", "modifiers ", "modifiers new_hint ");
    const FAMILY: &str = ".cop = ca@sm_20 ";
    const ONE: &str = "activemask.b32   d:b32 ";
    let changes: [(&str, &[Edit]); 3] = [
        ("a modifier of a family", &[NEW_WORD, ("isa/memory.isa", FAMILY, ".cop = ca@sm_20 new_hint@sm_90a ")]),
        ("a modifier of an instruction", &[NEW_WORD, ("isa/sync.isa", ONE, "activemask{.new_hint}.b32   d:b32 ")]),
        (
            "an instruction",
            &[
                ("isa/sync.isa", "9.7.13.11 activemask\n", "9.7.13.11 activemask newmask\n"),
                ("isa/sync.isa", ONE, "newmask.b32   d:b32, a:b32   @ 9.0/sm_90\nactivemask.b32   d:b32 "),
            ],
        ),
    ];
    let lines = |files: &[(String, String)]| -> Vec<String> {
        let table = parse(files).expect("the table is well-formed");
        super::emit::emit(&table).lines().map(str::to_string).collect()
    };
    let count = |lines: &[String], others: &[String]| {
        let others: std::collections::HashSet<&String> = others.iter().collect();
        lines.iter().filter(|line| !others.contains(line)).count()
    };
    let files = super::files().expect("the table files are there");
    let before = lines(&files);
    for (what, edits) in changes {
        let mut files = files.clone();
        for (file, old, new) in edits {
            let (_, text) = files.iter_mut().find(|(name, _)| name == file).expect("the file is there");
            assert!(text.contains(old), "{old}");
            *text = text.replacen(old, new, 1);
        }
        let after = lines(&files);
        let changed = count(&before, &after) + count(&after, &before);
        assert!((2..100).contains(&changed), "{changed} lines of the generated file change with {what}");
    }
}

/// Who renames a type rewrites the lines that say its name, not all that refer to them.
#[test]
fn constants_are_named_by_what_they_hold() {
    let value =
        |ty: &str| format!("{ty} {{ name: \"a: B::C\", shape: {ty}::One, place: {ty}::of(&[{ty}::Two]), ..OPERAND }}");
    let contents = super::emit::contents(&value("OperandSpec"));
    assert_eq!(contents, super::emit::contents(&value("Operand")));
    for different in [value("OperandSpec").replace("One", "Two"), value("OperandSpec").replace("B::C", "C::C")] {
        assert_ne!(contents, super::emit::contents(&different));
    }
}

#[test]
fn well_formed_table_is_read() {
    assert_eq!(table(&[]), Ok(()));
}

#[test]
fn misspelt_names_are_errors() {
    for (right, wrong, message) in [
        ("excludes sys", "excludes syss", "load.isa:6: no word of these forms `syss`; did you mean `sys`?"),
        ("excludes sys .ss", "excludes sys .s", "load.isa:6: no slot `s`; did you mean `ss`?"),
        ("needs hint", "needs hnt", "load.isa:7: no word of these forms `hnt`; did you mean `hint`?"),
        ("needs hint", "neds hint", "load.isa:7: neither slot nor constraint: `neds hint cta|sys`"),
        ("if hint", "if hnit", "load.isa:5: no word of this form `hnit`; did you mean `hint`?"),
        (
            "ld{.level}",
            "ld{.levl}",
            "load.isa:5: no slot or word `levl`; did you mean `level`? (words.isa lists the words)",
        ),
        ("{.num}", "", "load.isa:5: no slot `num`"),
        ("num*b32!", "ss*b32", "load.isa:5: `ss`: the word `global` lacks a number"),
        ("num*b32!", "num*b23!", "load.isa:5: no type, type slot or set `b23`; did you mean `b32`?"),
        ("d.part", "d.prat", "load.isa:5: no set of selectors `prat`; did you mean `part`?"),
        ("[a:shared]", "[a:shard]", "load.isa:5: no space or set `shard`; did you mean `shared`?"),
        ("<b32 int>", "<b32 itn>", "load.isa:5: no kind of operand `itn`; did you mean `int`?"),
        ("@ 8.0/sm_80", "@ 8.0/sm_08", "load.isa:5: no target `sm_08`; did you mean `sm_80`?"),
        ("@ 8.0/sm_80", "@ 8.2/sm_80", "load.isa:5: no version `8.2`; did you mean `8.0`?"),
        ("cta@8.1/sm_90", "cta@8.1/sm90", "load.isa:2: no version `sm90`"),
        ("cta@8.1", "cat@8.1", "load.isa:2: no word `cat`; did you mean `cta`? (words.isa lists them all)"),
        ("sys\n.num", "sys cta\n.num", "load.isa:2: `cta` is listed twice"),
        (".num = x32\n", ".num = x32\n.nmu = x32\n", "load.isa:4: no form has the slot `.nmu`"),
        (".num = x32\n", ".num = x32\n.num = x32\n", "load.isa:4: a second slot `.num`"),
        ("ld ld.far", "ld ld.far ld.near", "load.isa:1: `ld.near` has no form in its section"),
        (
            "ld.far.b64",
            "dl.far.b64",
            "load.isa:8: `dl.far.b64` starts with no name of its section; did you mean `ld.far`?",
        ),
        (
            "ld.far.b64   d:b64, [a]",
            "ld.far{.hint}.b64   d:b64, [a]\n    .hint = x32",
            "load.isa:5: `.hint` is a word here and a slot of the form in line 8",
        ),
        ("b64 int", "b644 int", "operands.isa:1: no kind of operand `b644`; did you mean `b64`?"),
        ("reads-memory", "read-memory", "effects.isa:1: no effect `read-memory`; did you mean `reads-memory`?"),
        ("memory: ld", "memory: ldd", "effects.isa:1: no instruction `ldd`; did you mean `ld`?"),
        ("tolerant ld", "tolerant ldx", "effects.isa:2: no instruction `ldx`; did you mean `ld`?"),
        (
            "ignores hint",
            "ignores hnt",
            "effects.isa:3: no word `hnt`; did you mean `hint`? (words.isa lists them all)",
        ),
        ("any: hint", "all: hint", "effects.isa:4: neither any, strict nor tolerant: `all`"),
        ("repeatable hint", "repeatable full", "effects.isa:5: no word `full` (words.isa lists them all)"),
        ("role policy", "role polcy", "roles.isa:2: no role `polcy`; did you mean `policy`?"),
        ("reads async", "reads asnyc", "roles.isa:1: no access `asnyc`; did you mean `async`?"),
        (": [a]: ld", ": [b]: ld", "roles.isa:1: none of these instructions has an operand `[b]`"),
        ("policy: ld with", "policy: ld ld.far with", "roles.isa:2: `ld.far` has no operand `policy` in these forms"),
        ("with hint", "with hnt", "roles.isa:2: no word `hnt`; did you mean `hint`? (words.isa lists them all)"),
        ("order acquire", "order aquire", "roles.isa:3: no semantics `aquire`; did you mean `acquire`?"),
        ("acquire cta", "acquire cat", "roles.isa:3: no scope `cat`; did you mean `cta`?"),
        ("cta: ld*", "cta: st*", "roles.isa:3: no instruction `st*`"),
        ("[a]: ld ld.far", "[a]: ld", "roles.isa: `[a]` of `ld.far` has no role"),
    ] {
        assert!([TARGETS, WORDS, SETS, FORMS, EFFECTS, ROLES].iter().any(|text| text.contains(right)), "{right}");
        assert_eq!(table(&[(right, wrong)]), Err(message.to_string()), "{right} -> {wrong}");
    }
}
