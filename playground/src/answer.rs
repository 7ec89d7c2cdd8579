//! What a page may ask, and the answers.

use crate::positions::Positions;
use ptxlint::describe::{Description, describe};
use ptxlint::diagnostic::{Applicability, Diagnostic, Fix, Level, RuleInfo};
use ptxlint::facts::{Facts, has_too_many_edges};
use ptxlint::ids::FunctionId;
use ptxlint::ir::{FunctionKind, Module};
use ptxlint::isa::CudaRelease;
use ptxlint::parser::parse;
use ptxlint::render::graph::{FlowGraph, svg};
use ptxlint::source::Source;
use ptxlint::{FileStatus, Options, Report, Selector, Setting, fix, rules};
use serde::{Deserialize, Serialize};

/// A request.
#[derive(Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
enum Request {
    /// What is found in a text, and its functions.
    Check {
        text: String,
        #[serde(default)]
        settings: Settings,
    },
    /// The text after all safe fixes.
    Fix {
        text: String,
        #[serde(default)]
        settings: Settings,
    },
    /// What is to be said of a place.
    Describe {
        text: String,
        at: u32,
        #[serde(default)]
        settings: Settings,
    },
    /// The control-flow graph of a function.
    Graph {
        text: String,
        function: String,
        max_lines: usize,
        #[serde(default)]
        settings: Settings,
    },
    /// All rules.
    Rules,
    /// The page of a rule.
    Page { rule: String },
}

/// What the reader has set.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// Also rules that run only when they are asked for.
    all: bool,
    /// Extents of the blocks that kernels are launched with.
    block: Option<[u32; 3]>,
    /// Kernels that the module must define.
    expected_kernels: Vec<String>,
    /// The CUDA release that has to take the module.
    toolchain: Option<String>,
}

impl Settings {
    fn options(self) -> Options {
        let toolchain = self.toolchain.as_deref().and_then(CudaRelease::lookup);
        let expected_kernels = self.expected_kernels;
        let mut options = Options { block: self.block, expected_kernels, toolchain, ..Options::default() };
        if self.all {
            options.levels.set(Selector::All, Setting::On);
        }
        options
    }
}

/// An answer.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    Checked(Checked),
    Fixed { text: String, applied: usize },
    Described(Option<Described>),
    Picture(String),
    Rules { version: &'static str, rules: Vec<RuleEntry> },
    Page(String),
    Error(String),
}

#[derive(Serialize)]
struct Checked {
    /// `ok`, `syntax-error` or `not-ptx`.
    status: &'static str,
    /// Why it is no PTX.
    reason: Option<String>,
    findings: Vec<Finding>,
    functions: Vec<Function>,
    /// What rules have not looked at, and which of them wait until errors are fixed.
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Finding {
    rule: &'static str,
    level: &'static str,
    message: String,
    from: u32,
    to: u32,
    caption: Option<String>,
    labels: Vec<Label>,
    help: Option<String>,
    /// The launch in which it shows.
    note: Option<String>,
    fixes: Vec<Repair>,
}

#[derive(Serialize)]
struct Label {
    from: u32,
    to: u32,
    message: String,
}

#[derive(Serialize)]
struct Repair {
    title: String,
    is_safe: bool,
    edits: Vec<Edit>,
}

#[derive(Serialize)]
struct Edit {
    from: u32,
    to: u32,
    text: String,
}

#[derive(Serialize)]
struct Function {
    name: String,
    is_kernel: bool,
    from: u32,
    /// Why it has no graph.
    obstacle: Option<&'static str>,
}

#[derive(Serialize)]
struct Described {
    title: Option<String>,
    code: String,
    notes: Vec<String>,
    from: u32,
    to: u32,
}

#[derive(Serialize)]
struct RuleEntry {
    name: &'static str,
    group: &'static str,
    level: &'static str,
    is_default: bool,
    is_fixable: bool,
    summary: String,
}

/// Answers a request in JSON by JSON.
pub(crate) fn answer(request: &[u8]) -> Vec<u8> {
    let answer = match serde_json::from_slice(request) {
        Ok(request) => respond(request).unwrap_or_else(Answer::Error),
        Err(error) => Answer::Error(format!("not a request: {error}")),
    };
    serde_json::to_vec(&answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}").into_bytes())
}

fn respond(request: Request) -> Result<Answer, String> {
    match request {
        Request::Check { text, settings } => check(&text, &settings.options()),
        Request::Fix { text, settings } => {
            let fixed = fix::fix(text.as_bytes(), &settings.options(), Applicability::Safe);
            let fixed = fixed.map_err(|error| error.to_string())?;
            let text = String::from_utf8(fixed.text).map_err(|error| error.to_string())?;
            Ok(Answer::Fixed { text, applied: fixed.applied.len() })
        }
        Request::Describe { text, at, settings } => described(&text, at, &settings.options()).map(Answer::Described),
        Request::Graph { text, function, max_lines, settings } => {
            graph(&text, &function, max_lines, &settings.options()).map(Answer::Picture)
        }
        Request::Rules => {
            let rules = rules::ALL.iter().map(|rule| entry(rule)).collect();
            Ok(Answer::Rules { version: ptxlint::VERSION, rules })
        }
        Request::Page { rule } => {
            let rule = rules::by_name(&rule).ok_or_else(|| format!("there is no rule `{rule}`"))?;
            Ok(Answer::Page(rule.page()))
        }
    }
}

fn entry(rule: &RuleInfo) -> RuleEntry {
    RuleEntry {
        name: rule.name,
        group: rule.group.name(),
        level: rule.level.name(),
        is_default: rule.is_default(),
        is_fixable: rule.fixable,
        summary: rule.summary(),
    }
}

fn check(text: &str, options: &Options) -> Result<Answer, String> {
    let report = ptxlint::check(text.as_bytes(), options).map_err(|error| error.to_string())?;
    let positions = Positions::new(text);
    let findings = report.findings.iter().map(|finding| convert(finding, text, &positions)).collect();
    let functions = match report.status {
        FileStatus::NotPtx => Vec::new(),
        _ => functions(text, &positions)?,
    };
    let remarks = remarks(&report);
    let status = report.status.name();
    Ok(Answer::Checked(Checked { status, reason: report.reason, findings, functions, remarks }))
}

fn convert(finding: &Diagnostic, text: &str, positions: &Positions) -> Finding {
    let (from, to) = positions.span(finding.span);
    let labels = finding.labels.iter().map(|label| {
        let (from, to) = positions.span(label.span);
        Label { from, to, message: label.message.clone() }
    });
    Finding {
        rule: finding.rule.name,
        level: finding.level.name(),
        message: finding.message.clone(),
        from,
        to,
        caption: finding.caption.clone(),
        labels: labels.collect(),
        help: finding.help.clone(),
        note: finding.witness.as_ref().map(|witness| witness.text(finding.level == Level::Error)),
        fixes: finding.fixes.iter().map(|fix| repair(fix, finding, text, positions)).collect(),
    }
}

fn repair(fix: &Fix, finding: &Diagnostic, text: &str, positions: &Positions) -> Repair {
    let slice = |edit: &ptxlint::diagnostic::Edit| shortened(text.get(edit.span.range()).unwrap_or_default());
    let title = match &fix.edits[..] {
        [one] if one.span.is_empty() => format!("Insert `{}`", shortened(&one.text)),
        [one] if one.text.is_empty() => format!("Remove `{}`", slice(one)),
        [one] => format!("Replace `{}` by `{}`", slice(one), shortened(&one.text)),
        _ => finding.help.clone().unwrap_or_else(|| "Apply the fix".to_string()),
    };
    let edits = fix.edits.iter().map(|edit| {
        let (from, to) = positions.span(edit.span);
        Edit { from, to, text: edit.text.clone() }
    });
    Repair { title, is_safe: fix.applicability == Applicability::Safe, edits: edits.collect() }
}

/// A text in one short line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 40 { line } else { line.chars().take(39).chain(['…']).collect() }
}

fn remarks(report: &Report) -> Vec<String> {
    let waiting = report.waiting.iter().map(|waiting| {
        let function = waiting.function.as_deref().map_or("the module".to_string(), |name| format!("`{name}`"));
        let count = waiting.rules.len();
        let rules = if count == 1 { "1 rule waits".to_string() } else { format!("{count} rules wait") };
        format!("{rules} until the errors in {function} are fixed")
    });
    report.incomplete.iter().map(|incomplete| incomplete.to_string()).chain(waiting).collect()
}

fn described(text: &str, at: u32, options: &Options) -> Result<Option<Described>, String> {
    let module = parse(Source::new(text.as_bytes()).map_err(|error| error.to_string())?);
    let positions = Positions::new(text);
    let found = describe(&module, positions.byte(at), options).map(|(description, span)| {
        let Description { title, code, notes } = description;
        let (from, to) = positions.span(span);
        Described { title, code, notes, from, to }
    });
    Ok(found)
}

fn functions(text: &str, positions: &Positions) -> Result<Vec<Function>, String> {
    let module = parse(Source::new(text.as_bytes()).map_err(|error| error.to_string())?);
    let defined = module.function_ids().filter(|&id| module[id].body.is_some());
    let described = defined.map(|id| Function {
        name: name(&module, id).to_string(),
        is_kernel: module[id].kind == FunctionKind::Entry,
        from: positions.at(module[id].span.start),
        obstacle: obstacle(&module, id),
    });
    Ok(described.collect())
}

fn name<'s>(module: &Module<'s>, function: FunctionId) -> &'s str {
    module[function].name.map_or("", |name| module.name(name))
}

/// Why a function can't be drawn.
fn obstacle(module: &Module<'_>, function: FunctionId) -> Option<&'static str> {
    if module[function].broken {
        Some("it has syntax or name errors")
    } else if has_too_many_edges(module, function) {
        Some("it is too large to draw")
    } else {
        None
    }
}

fn graph(text: &str, function: &str, max_lines: usize, options: &Options) -> Result<String, String> {
    let report = ptxlint::check(text.as_bytes(), options).map_err(|error| error.to_string())?;
    let module = parse(Source::new(text.as_bytes()).map_err(|error| error.to_string())?);
    let mut defined = module.function_ids().filter(|&id| module[id].body.is_some());
    let wanted = defined.find(|&id| name(&module, id) == function);
    let wanted = wanted.ok_or_else(|| format!("there is no function `{function}`"))?;
    if let Some(obstacle) = obstacle(&module, wanted) {
        return Err(format!("`{function}` has no graph: {obstacle}"));
    }
    let facts = Facts::new(&module, wanted, options.block_of(function));
    let picture = svg(&FlowGraph::new(&facts, &report.findings, max_lines));
    picture.ok_or_else(|| format!("`{function}` has no graph: it is too large to draw"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: Value) -> Value {
        serde_json::from_slice(&answer(request.to_string().as_bytes())).expect("JSON")
    }

    const KERNEL: &str = ".version 8.0\n.target sm_80\n.address_size 64\n// é 𝒳\n.entry k() {\n    .reg .b32 %r<3>;\n    \
         mov.b32 %r2, 1;\n    and.u32 %r1, %r2, %r2;\n    st.global.b32 [0], %r1;\n    ret;\n}\n";

    /// A part of a text by the positions of JavaScript.
    fn part(text: &str, from: &Value, to: &Value) -> String {
        let units: Vec<u16> = text.encode_utf16().collect();
        let [from, to] = [from, to].map(|at| at.as_u64().expect("a position") as usize);
        String::from_utf16(&units[from..to]).expect("whole characters")
    }

    #[test]
    fn findings_are_where_javascript_looks_for_them() {
        let checked = ask(json!({ "command": "check", "text": KERNEL }));
        let checked = &checked["checked"];
        assert_eq!(checked["status"], "ok");
        let all = checked["findings"].as_array().expect("findings");
        let finding = all.iter().find(|finding| finding["rule"] == "bitwise-type").expect("the finding");
        assert_eq!(part(KERNEL, &finding["from"], &finding["to"]), ".u32");
        let fix = &finding["fixes"][0];
        assert_eq!((fix["is_safe"].as_bool(), &fix["title"]), (Some(true), &json!("Replace `.u32` by `.b32`")));
        assert_eq!(part(KERNEL, &fix["edits"][0]["from"], &fix["edits"][0]["to"]), ".u32");
        assert_eq!(checked["functions"][0]["name"], "k");
        let from = &checked["functions"][0]["from"];
        assert!(part(KERNEL, from, &json!(KERNEL.encode_utf16().count())).starts_with(".entry k"), "{from}");
    }

    #[test]
    fn fixes_are_applied() {
        let fixed = ask(json!({ "command": "fix", "text": KERNEL }));
        let text = fixed["fixed"]["text"].as_str().expect("a text");
        assert!(text.contains("and.b32 %r1") && fixed["fixed"]["applied"] == 1, "{fixed}");
    }

    #[test]
    fn places_are_described() {
        let describe = |word: &str| {
            let byte = KERNEL.find(word).expect("it is there");
            let at = KERNEL[..byte].encode_utf16().count();
            let answer = ask(json!({ "command": "describe", "text": KERNEL, "at": at }));
            let described = answer["described"].clone();
            let part = described.as_object().map(|it| part(KERNEL, &it["from"], &it["to"])).unwrap_or_default();
            (part, described)
        };
        let (part, and) = describe("and.u32");
        assert_eq!(part, "and.u32");
        assert!(and["title"].as_str().is_some_and(|title| title.starts_with("`and` (PTX ISA ")), "{and}");
        assert!(and["code"].as_str().is_some_and(|code| code.starts_with("and.")), "{and}");
        let (part, register) = describe("%r2, %r2");
        assert_eq!((part.as_str(), &register["code"]), ("%r2", &json!(".reg .b32 %r<3>;")));
        let notes = json!(["Register, declared on line 6", "Written on line 7: `mov.b32 %r2, 1;`", "Value: 1 (0x1)"]);
        assert_eq!(register["notes"], notes);
        assert_eq!(describe("// é").1, Value::Null);
    }

    #[test]
    fn graphs_are_drawn_or_the_reason_is_told() {
        let ask = |function: &str, text: &str| {
            ask(json!({ "command": "graph", "text": text, "function": function, "max_lines": 8 }))
        };
        assert!(ask("k", KERNEL)["picture"].as_str().expect("a picture").starts_with("<svg "));
        assert_eq!(ask("l", KERNEL)["error"], "there is no function `l`");
        let broken = KERNEL.replace("%r1, %r2", "%r1, %nowhere");
        assert_eq!(ask("k", &broken)["error"], "`k` has no graph: it has syntax or name errors");
    }

    /// How often a rule finds something in a text.
    fn count(rule: &str, text: &str, settings: Value) -> usize {
        let checked = ask(json!({ "command": "check", "text": text, "settings": settings }));
        let findings = checked["checked"]["findings"].as_array().expect("findings");
        findings.iter().filter(|finding| finding["rule"] == rule).count()
    }

    #[test]
    fn settings_count() {
        let rule = "kernel-name-mismatch";
        assert_eq!(count(rule, KERNEL, json!({})), 0);
        assert_eq!(count(rule, KERNEL, json!({ "expected_kernels": ["saxpy"] })), 1);
        let rule = rules::ALL.iter().find(|rule| !rule.is_default()).expect("a rule that is off");
        let page = rule.page();
        let bad = page.split("## Bad\n```ptx\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
        assert_eq!(count(rule.name, bad, json!({})), 0);
        assert!(count(rule.name, bad, json!({ "all": true })) > 0, "{}", rule.name);
        let unknown = ask(json!({ "command": "check", "text": "", "settings": { "colour": 1 } }));
        assert!(unknown["error"].as_str().expect("an error").contains("colour"));
    }

    #[test]
    fn what_is_no_ptx_is_told() {
        let checked = ask(json!({ "command": "check", "text": "hello" }));
        assert_eq!(checked["checked"]["status"], "not-ptx", "{checked}");
        assert!(checked["checked"]["reason"].is_string());
    }

    #[test]
    fn every_rule_has_a_page() {
        let answer = ask(json!({ "command": "rules" }));
        let rules = answer["rules"]["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), rules::ALL.len());
        for rule in rules {
            let page = ask(json!({ "command": "page", "rule": rule["name"] }));
            assert!(page["page"].as_str().is_some_and(|page| page.contains("## Bad\n```ptx\n")), "{page}");
        }
    }
}
