// The playground: everything happens in the browser.
import demo from "../../examples/demo.ptx";
import race from "../../examples/race.ptx";
import saxpy from "../../examples/saxpy.ptx";
import { $, element } from "./dom.js";
import { Editor } from "./editor.js";
import { showFindings, summary } from "./findings.js";
import { GraphView } from "./graph.js";
import { Linter } from "./linter.js";
import { RulesView, example } from "./rules.js";
import { decode, draft, encode, parseBlock, theme } from "./state.js";

const EXAMPLES = { demo: ["Four bugs in a sum", demo], race: ["A data race", race], saxpy: ["Nothing wrong", saxpy] };
const NONE = { all: false, block: null, expected_kernels: [], toolchain: null };

// Thousands of characters of a link that may be too long for others.
const LONG_LINK = 30;

// How long typing may rest before the text is checked and kept.
const CHECK_AFTER = 40, KEEP_AFTER = 500;

const linter = new Linter();
let settings = { ...NONE };
// What the findings on the page are about, and the newest question.
let checkedText, lastCheck = 0;

const isDark = () => document.documentElement.dataset.theme === "dark" || (document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);

const editor = new Editor($("editor"), { onChange: changed, onCursor: showCursor, describe });
const graph = new GraphView({
  ask: request => linter.askLatest("graph", { ...request, text: editor.text, settings }),
  goToLine: line => editor.goToLine(line),
  isDark,
});
const rules = new RulesView({ page, tryOut });

async function page(rule) {
  const { answer } = await linter.ask({ command: "page", rule });
  return answer?.page;
}

async function describe(at) {
  const reply = await linter.askLatest("describe", { command: "describe", text: editor.text, at, settings });
  return reply?.answer.described;
}

function showCursor() {
  const { line, column } = editor.cursor;
  $("cursor").textContent = `Ln ${line}, Col ${column}`;
}

let checkTimer, keepTimer;

function changed(isLoad) {
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, isLoad ? 0 : CHECK_AFTER);
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => draft.save({ text: editor.text, settings }), KEEP_AFTER);
  if (!isLoad) {
    // The address no longer tells what is to be seen.
    if (location.hash || location.search) history.replaceState(null, "", location.pathname);
    $("examples").value = "";
  }
}

async function check() {
  const text = editor.document, number = ++lastCheck;
  const reply = await linter.askLatest("check", { command: "check", text: text.toString(), settings });
  if (!reply || number !== lastCheck || !editor.document.eq(text)) return;
  const { checked, error } = reply.answer;
  if (error) {
    $("summary").textContent = error;
    return;
  }
  checkedText = text;
  editor.show(checked.findings, apply);
  showFindings(checked, editor, { select, look, fix: apply, rule: showRule });
  $("count").textContent = checked.findings.length || "";
  $("fix").disabled = !checked.findings.some(finding => finding.fixes.some(fix => fix.is_safe));
  $("summary").textContent = checked.status === "not-ptx" ? "Not PTX" : `${summary(checked.findings)} in ${reply.time.toFixed(reply.time < 10 ? 1 : 0)} ms`;
  graph.update(checked.functions);
}

const isCurrent = () => checkedText && editor.document.eq(checkedText);

function apply(fix) {
  if (isCurrent()) editor.apply(fix.edits);
}

async function applyAll() {
  const text = editor.document;
  const { answer } = await linter.ask({ command: "fix", text: text.toString(), settings });
  if (!answer?.fixed || !editor.document.eq(text)) return;
  editor.replace(answer.fixed.text);
  tell(answer.fixed.applied === 1 ? "1 fix applied" : `${answer.fixed.applied} fixes applied`);
}

function select(finding, label = finding) {
  if (!isCurrent()) return;
  editor.goTo(label.from, label.to);
  look(finding);
}

function look(finding) {
  if (finding && !isCurrent()) return;
  editor.relate(finding ? [{ ...finding, isMain: true }, ...finding.labels] : []);
}

function showRule(name) {
  open("rules");
  rules.show(name);
}

// Puts a text with its settings on the page.
function load(text, other) {
  settings = { ...NONE, ...other };
  $("all").checked = settings.all;
  $("block").value = settings.block ? settings.block.join(",").replace(/(,1)+$/, "") : "";
  $("block").removeAttribute("aria-invalid");
  editor.load(text);
  // The same text may be judged otherwise now.
  changed(true);
}

async function tryOut(name, kind = "Bad") {
  const text = await page(name);
  const found = text && example(text, kind);
  if (!found) return false;
  const rule = rules.rules.find(rule => rule.name === name);
  load(found.text, { all: rule ? !rule.is_default : false, expected_kernels: found.expected_kernels, toolchain: found.toolchain });
  $("examples").value = kind === "Bad" ? `rule:${name}` : "";
  history.replaceState(null, "", kind === "Bad" ? `?rule=${name}` : location.pathname);
  open("findings");
  return true;
}

function loadExample(name) {
  const [, text] = EXAMPLES[name];
  load(text, {});
  $("examples").value = name;
}

// Tabs.
const tabs = [...document.querySelectorAll("[role=tab]")];

function open(name) {
  for (const tab of tabs) {
    const isOpen = tab.getAttribute("aria-controls") === name;
    tab.setAttribute("aria-selected", isOpen);
    tab.tabIndex = isOpen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
  if (name === "graph") graph.draw();
}

tabs.forEach((tab, index) => {
  tab.onclick = () => open(tab.getAttribute("aria-controls"));
  tab.onkeydown = event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    open(next.getAttribute("aria-controls"));
    next.focus();
  };
});

// Themes.
const THEMES = ["system", "light", "dark"];

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  $("theme").textContent = { system: "◐", light: "☀", dark: "☾" }[name] ?? "◐";
  $("theme").title = `Theme: ${name}`;
  $("theme").setAttribute("aria-label", `Theme: ${name}`);
  graph.paint();
}

$("theme").onclick = () => {
  const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
  theme.save(next);
  setTheme(next);
};
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => graph.paint());

// Messages that go away by themselves.
let toastTimer;

function tell(text) {
  $("toast").textContent = text;
  $("toast").classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => $("toast").classList.remove("shown"), 4000);
}

$("share").onclick = async () => {
  const hash = "#" + (await encode({ text: editor.text, settings }));
  history.replaceState(null, "", location.pathname + hash);
  const size = Math.ceil(hash.length / 1000);
  const about = size > LONG_LINK ? `It has ${size},000 characters, which some services cut off.` : "It contains the text; nothing is uploaded.";
  try {
    await navigator.clipboard.writeText(location.href);
    tell(`The link is in the clipboard. ${about}`);
  } catch {
    tell(`The link is in the address bar. ${about}`);
  }
};

$("fix").onclick = applyAll;
$("all").onchange = () => {
  settings = { ...settings, all: $("all").checked };
  changed(false);
};
$("block").oninput = () => {
  const block = parseBlock($("block").value);
  if (block === undefined) {
    $("block").setAttribute("aria-invalid", "true");
    return;
  }
  $("block").removeAttribute("aria-invalid");
  settings = { ...settings, block };
  changed(false);
};
$("examples").onchange = () => {
  const value = $("examples").value;
  if (value.startsWith("rule:")) {
    tryOut(value.slice("rule:".length));
  } else if (value) {
    history.replaceState(null, "", location.pathname);
    loadExample(value);
  }
};

function fillExamples(all) {
  const option = (value, text) => element("option", { value }, text);
  const groups = Map.groupBy(all, rule => rule.group);
  $("examples").replaceChildren(
    element("option", { value: "", hidden: true }, "Choose…"),
    element("optgroup", { label: "Examples" }, Object.entries(EXAMPLES).map(([name, [title]]) => option(name, title))),
    ...[...groups].map(([group, of]) => element("optgroup", { label: `Rules: ${group}` }, of.map(rule => option(`rule:${rule.name}`, rule.name)))),
  );
}

// What the address asks for, else what was there the last time, else the first example.
async function start() {
  setTheme(theme.load());
  const { answer } = await linter.ask({ command: "rules" });
  if (answer.error) {
    $("summary").textContent = answer.error;
    return;
  }
  fillExamples(answer.rules.rules);
  rules.update(answer.rules.rules);
  $("version").textContent = `ptxlint ${answer.rules.version}`;
  await follow();
}

async function follow() {
  try {
    const shared = await decode(location.hash);
    if (shared) {
      load(shared.text, shared.settings);
      $("examples").value = "";
      return;
    }
  } catch {
    tell("The link is damaged: its text could not be read.");
  }
  const query = new URLSearchParams(location.search);
  if (query.has("rule") && (await tryOut(query.get("rule")))) return;
  const name = query.get("example");
  const kept = draft.load();
  const known = Object.keys(EXAMPLES).find(name => EXAMPLES[name][1] === kept?.text);
  if (Object.hasOwn(EXAMPLES, name ?? "")) loadExample(name);
  else if (known) loadExample(known);
  else if (typeof kept?.text === "string") load(kept.text, kept.settings);
  else loadExample("demo");
}

addEventListener("hashchange", follow);
start();
