// Colours for PTX: a tokenizer that needs to see no more than a line.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { highlightCode, tags } from "@lezer/highlight";

const TYPE = /^\.(?:[usb](?:8|16|32|64|128)|f(?:16|32|64)(?:x2)?|bf16(?:x2)?|tf32|e[245]m[123](?:x[24])?|pred|texref|samplerref|surfref)(?![\w$])/;
const SPACE = /^\.(?:global|shared(?:::\w+)?|local|const|param(?:::\w+)?|reg|sreg|tex)(?![\w$])/;
const SPECIAL = /^%(?:tid|ntid|ctaid|nctaid|laneid|warpid|nwarpid|smid|nsmid|gridid|clock\w*|globaltimer\w*|lanemask_\w+|cluster\w*|is_explicit_cluster|dynamic_smem_size|total_smem_size|aggr_smem_size|pm\d+\w*|envreg\d+)(?:\.[xyz])?(?![\w$])/;

const ptx = StreamLanguage.define({
  name: "ptx",
  startState: () => ({ inComment: false, isStart: true }),
  token(stream, state) {
    if (state.inComment) {
      if (stream.skipTo("*/")) {
        stream.match("*/");
        state.inComment = false;
      } else {
        stream.skipToEnd();
      }
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inComment = true;
      return "comment";
    }
    // The first word of a statement is an opcode, a label or a directive.
    const isStart = state.isStart;
    state.isStart = false;
    if (stream.match(/^[;{}]/)) {
      state.isStart = true;
      return "punctuation";
    }
    if (stream.match(/^@!?/)) {
      state.isGuard = true;
      return "operator";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(TYPE) || stream.match(SPACE)) return "typeName";
    if (stream.match(/^\.[a-zA-Z_]\w*(?:::\w+)*/)) return isStart ? "meta" : state.inOpcode ? "modifier" : "meta";
    state.inOpcode = false;
    if (stream.match(SPECIAL)) return "atom";
    if (stream.match(/^%[\w$]+(?:\.[xyzwrgba])?/)) {
      if (state.isGuard) {
        state.isGuard = false;
        state.isStart = true;
      }
      return "variableName";
    }
    if (stream.match(/^0[fF][0-9a-fA-F]{8}|^0[dD][0-9a-fA-F]{16}|^0[xX][0-9a-fA-F]+U?|^\d+\.\d*(?:[eE][+-]?\d+)?|^\d+U?/)) return "number";
    if (stream.match(/^[a-zA-Z_$][\w$]*(?=\s*:(?!:))/)) {
      stream.eatSpace();
      stream.eat(":");
      state.isStart = true;
      return "labelName";
    }
    if (stream.match(/^[a-zA-Z_$][\w$]*/)) {
      if (state.isGuard) {
        state.isGuard = false;
        state.isStart = true;
        return "variableName";
      }
      state.inOpcode = isStart;
      return isStart ? "keyword" : "name";
    }
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
  tokenTable: { modifier: tags.modifier, labelName: tags.labelName },
});

// Colours are those of the page, by classes.
const style = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.keyword, class: "tok-instruction" },
  { tag: tags.modifier, class: "tok-modifier" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.meta, class: "tok-directive" },
  { tag: tags.variableName, class: "tok-register" },
  { tag: tags.atom, class: "tok-special" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.labelName, class: "tok-label" },
]);

export const language = [ptx, syntaxHighlighting(style)];

// Code outside of the editor, in the same colours.
export function highlighted(text) {
  const nodes = [];
  const add = (text, classes) => {
    if (!classes) return nodes.push(text);
    const node = document.createElement("span");
    node.className = classes;
    node.textContent = text;
    nodes.push(node);
  };
  highlightCode(text, ptx.parser.parse(text), style, add, () => nodes.push("\n"));
  return nodes;
}
