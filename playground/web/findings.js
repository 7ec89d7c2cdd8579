// The list of findings.
import { $, element, words } from "./dom.js";

// Cards that are shown: thousands would be read by nobody, and cost seconds.
const MOST = 200;

// Shows what was found. `on` has what happens: `select`, `leave`, `fix`, `rule`.
export function showFindings(checked, editor, on) {
  const list = $("findings");
  if (checked.status === "not-ptx") {
    list.replaceChildren(element("p", { className: "empty" }, "This is not PTX: ", checked.reason, "."));
    return;
  }
  const cards = checked.findings.slice(0, MOST).map(finding => card(finding, editor, on));
  const remarks = checked.remarks.map(remark => element("li", {}, words(remark)));
  const more = checked.findings.length - cards.length;
  if (more > 0) remarks.unshift(element("li", {}, `${more} more findings are underlined in the text`));
  const clean = element("p", { className: "empty" }, element("strong", {}, "No findings."), " Nothing is known to be wrong with this module.");
  list.replaceChildren(
    ...(cards.length ? [element("ol", { className: "cards" }, cards)] : [clean]),
    ...(remarks.length ? [element("ul", { className: "remarks" }, remarks)] : []),
  );
}

function card(finding, editor, on) {
  const { line, column, text } = editor.place(finding.from);
  const place = element("button", { type: "button", className: "place", onclick: () => on.select(finding) }, `${line}:${column}`);
  place.setAttribute("aria-label", `Go to line ${line}, column ${column}`);
  const rule = element("button", { type: "button", className: "link", onclick: () => on.rule(finding.rule) }, finding.rule);
  const excerpt = element("button", { type: "button", className: "excerpt", tabIndex: -1, onclick: () => on.select(finding) }, underlined(text, finding, column));
  excerpt.setAttribute("aria-hidden", "true");
  const labels = finding.labels.map(label => {
    const at = editor.place(label.from);
    const go = element("button", { type: "button", className: "place", onclick: () => on.select(finding, label) }, `${at.line}:${at.column}`);
    go.setAttribute("aria-label", `Go to line ${at.line}`);
    return element("li", {}, go, " ", words(label.message));
  });
  const fixes = finding.fixes.map(fix => {
    const title = fix.is_safe ? "It does what was meant" : "Look at the result: it may behave differently";
    const button = element("button", { type: "button", className: fix.is_safe ? "fix" : "fix unsafe", title, onclick: () => on.fix(fix) }, words(fix.title));
    return fix.is_safe ? button : element("span", { className: "doubt" }, button, " look at the result");
  });
  const part = (name, content) => content && element("p", { className: "part" }, element("span", { className: "key" }, name), " ", element("span", {}, words(content)));
  const item = element(
    "li",
    { className: `card ${finding.level}` },
    element("p", { className: "message" }, element("span", { className: "level" }, finding.level), " ", words(finding.message)),
    element("p", { className: "where" }, place, rule),
    excerpt,
    finding.caption && element("p", { className: "caption" }, words(finding.caption)),
    labels.length ? element("ul", { className: "labels" }, labels) : "",
    part("help", finding.help),
    part("note", finding.note),
    fixes.length ? element("div", { className: "fixes" }, fixes) : "",
  );
  item.addEventListener("pointerenter", () => on.look(finding));
  item.addEventListener("pointerleave", () => on.look(undefined));
  item.addEventListener("focusin", () => on.look(finding));
  return item;
}

// The line of a finding with the guilty part underlined.
function underlined(text, finding, column) {
  const start = column - 1, end = Math.min(text.length, start + Math.max(1, finding.to - finding.from));
  const indent = text.length - text.trimStart().length;
  return [text.slice(Math.min(indent, start), start), element("mark", {}, text.slice(start, end)), text.slice(end)];
}

// How many of each level, in words.
export function summary(findings) {
  const count = level => findings.filter(finding => finding.level === level).length;
  const names = { error: ["error", "errors"], warning: ["warning", "warnings"], perf: ["perf", "perf"], note: ["note", "notes"] };
  const parts = Object.entries(names).map(([level, [one, many]]) => {
    const number = count(level);
    return number && `${number} ${number === 1 ? one : many}`;
  });
  return parts.filter(Boolean).join(", ") || "No findings";
}
