// The editor: text, colours, squiggles, and what belongs to the finding that one looks at.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { element, words } from "./dom.js";
import { highlighted, language } from "./language.js";

const setRelated = StateEffect.define();

// Places that a finding is also about.
const related = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setRelated)) {
        const ranges = effect.value.filter(({ from, to }) => from < to);
        marks = Decoration.set(ranges.map(({ from, to, isMain }) => mark(isMain).range(from, to)), true);
      }
    }
    return marks;
  },
  provide: field => EditorView.decorations.from(field),
});

const mark = isMain => Decoration.mark({ class: isMain ? "related related-main" : "related" });

// What the linter says of the place under the mouse. `describe` asks it.
const hover = describe => hoverTooltip(async (view, position) => {
  // A squiggle has a tooltip of its own. What comes later into the same one would move its buttons away from under the mouse.
  if (hasDiagnostic(view.state, position)) return null;
  const text = view.state.doc;
  const found = await describe(position);
  // What has been typed meanwhile may have moved it.
  if (!found || !view.state.doc.eq(text)) return null;
  const { title, code, notes, from, to } = found;
  const parts = [
    title && element("p", { className: "title" }, words(title)),
    // Forms of the table are not quite PTX.
    code && element("pre", {}, title ? code : highlighted(code)),
    ...notes.map(note => element("p", {}, words(note))),
  ];
  return { pos: from, end: to, above: true, create: () => ({ dom: element("div", { className: "description" }, parts) }) };
});

function hasDiagnostic(state, position) {
  let found = false;
  forEachDiagnostic(state, (_, from, to) => { found ||= from <= position && position <= to; });
  return found;
}

const SEVERITIES = { error: "error", warning: "warning", perf: "info", note: "hint" };

export class Editor {
  constructor(parent, { onChange, onCursor, describe }) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          lintGutter(),
          related,
          language,
          hover(describe),
          keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ "aria-label": "PTX", autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
          EditorView.updateListener.of(update => {
            if (update.docChanged) onChange(update.transactions.some(it => it.isUserEvent("load")));
            if (update.docChanged || update.selectionSet) onCursor();
          }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  get document() {
    return this.view.state.doc;
  }

  // Another text from the beginning on. One step back brings the old one.
  load(text) {
    this.view.dispatch({ changes: { from: 0, to: this.document.length, insert: text }, selection: { anchor: 0 }, userEvent: "load", scrollIntoView: true });
  }

  // Another text that has most lines in common, as one change of the part that differs.
  replace(text) {
    const old = this.text;
    const most = Math.min(old.length, text.length);
    let start = 0, end = 0;
    while (start < most && old[start] === text[start]) start++;
    while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) }, userEvent: "input.fix" });
  }

  apply(edits) {
    const changes = edits.map(({ from, to, text }) => ({ from, to, insert: text }));
    this.view.dispatch({ changes, userEvent: "input.fix" });
  }

  // Squiggles; `act` applies a fix.
  show(findings, act) {
    const diagnostics = findings.map(finding => ({
      from: finding.from,
      to: finding.to,
      severity: SEVERITIES[finding.level],
      source: finding.rule,
      message: finding.message,
      actions: finding.fixes.map(fix => ({ name: fix.title.replaceAll("`", ""), apply: () => act(fix) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  relate(ranges) {
    this.view.dispatch({ effects: setRelated.of(ranges) });
  }

  goTo(from, to = from) {
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    // On a small screen the editor is elsewhere.
    this.view.dom.scrollIntoView({ block: "nearest" });
    this.view.focus();
  }

  goToLine(number) {
    if (number <= this.document.lines) this.goTo(this.document.line(number).from);
  }

  place(position) {
    const line = this.document.lineAt(Math.min(position, this.document.length));
    return { line: line.number, column: position - line.from + 1, text: line.text };
  }

  get cursor() {
    return this.place(this.view.state.selection.main.head);
  }
}
