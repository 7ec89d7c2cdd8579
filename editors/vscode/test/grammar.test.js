// The grammar, by the tokenizer of VS Code itself: `npm install && npm test`.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const GRAMMAR = path.join(__dirname, "..", "syntaxes", "ptx.tmLanguage.json");

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(GRAMMAR, "utf8"), GRAMMAR),
  });
  return registry.loadGrammar("source.ptx");
}

/** The words of a line with the innermost scope of each, without those that have none of their own. */
function scopes(rules, line, state = textmate.INITIAL) {
  const { tokens } = rules.tokenizeLine(line, state);
  const word = ({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex).trim(), scopes.at(-1)];
  return tokens.map(word).filter(([text, scope]) => text && scope !== "source.ptx");
}

test("words have their scopes", async () => {
  const rules = await grammar();
  const has = (line, expected) => assert.deepStrictEqual(scopes(rules, line).filter(([, scope]) => !scope.startsWith("punctuation")), expected, line);
  has("    add.rn.f32 %f1, %f2, 0f3F800000;", [
    ["add", "keyword.mnemonic.ptx"],
    [".rn", "storage.modifier.ptx"],
    [".f32", "storage.type.ptx"],
    ["%f1", "variable.other.register.ptx"],
    ["%f2", "variable.other.register.ptx"],
    ["0f3F800000", "constant.numeric.float.hex.ptx"],
  ]);
  has("@!%p1 bra.uni $L__BB0_2;", [
    ["@", "keyword.operator.guard.ptx"],
    ["!", "keyword.operator.not.ptx"],
    ["%p1", "variable.other.register.ptx"],
    ["bra", "keyword.control.flow.ptx"],
    [".uni", "storage.modifier.ptx"],
    ["$L__BB0_2", "variable.other.ptx"],
  ]);
  has("$L__BB0_2:", [["$L__BB0_2", "entity.name.label.ptx"]]);
  has("@p ld.global.L2::cache_hint.u32 %r1, [%rd1+4], policy;", [
    ["@", "keyword.operator.guard.ptx"],
    ["p", "variable.other.register.ptx"],
    ["ld", "keyword.mnemonic.ptx"],
    [".global", "storage.modifier.ptx"],
    [".L2::cache_hint", "storage.modifier.ptx"],
    [".u32", "storage.type.ptx"],
    ["%r1", "variable.other.register.ptx"],
    ["%rd1", "variable.other.register.ptx"],
    ["+", "keyword.operator.ptx"],
    ["4", "constant.numeric.integer.ptx"],
    ["policy", "variable.other.ptx"],
  ]);
  has("mov.u32 %r1, %tid.x; // ptxlint: allow(shfl-width) why", [
    ["mov", "keyword.mnemonic.ptx"],
    [".u32", "storage.type.ptx"],
    ["%r1", "variable.other.register.ptx"],
    ["%tid.x", "variable.language.special.ptx"],
    ["ptxlint:", "keyword.other.suppression.ptx"],
    ["allow", "keyword.other.suppression.ptx"],
    ["(", "comment.line.double-slash.ptx"],
    ["shfl-width", "entity.name.tag.rule.ptx"],
    [")", "comment.line.double-slash.ptx"],
    ["why", "comment.line.double-slash.ptx"],
  ]);
  has(".visible .entry saxpy(.param .u64 .ptr .global data)", [
    [".visible", "keyword.control.directive.ptx"],
    [".entry", "keyword.control.function.ptx"],
    ["saxpy", "variable.other.ptx"],
    [".param", "storage.modifier.space.ptx"],
    [".u64", "storage.type.ptx"],
    [".ptr", "keyword.control.directive.ptx"],
    [".global", "storage.modifier.space.ptx"],
    ["data", "variable.other.ptx"],
  ]);
});

test("every opcode of the repository's kernels is an instruction", async () => {
  const rules = await grammar();
  const examples = path.join(__dirname, "..", "..", "..", "examples");
  let opcodes = 0;
  for (const name of fs.readdirSync(examples).filter((name) => name.endsWith(".ptx"))) {
    let state = textmate.INITIAL;
    for (const line of fs.readFileSync(path.join(examples, name), "utf8").split(/\r?\n/)) {
      const { tokens, ruleStack } = rules.tokenizeLine(line, state);
      const opcode = /^\s*(?:@!?%?\w+\s+)?([a-z][a-z0-9_]*)(?:\.[\w:.]+)?\s+[^:]*;/.exec(line);
      if (opcode) {
        const start = line.indexOf(opcode[1], line.startsWith("@") ? line.indexOf(" ") : 0);
        const at = tokens.find((token) => token.startIndex <= start && start < token.endIndex);
        assert.match(at.scopes.at(-1), /^keyword\.(mnemonic|control\.flow)\.ptx$/, `${name}: ${line}`);
        opcodes += 1;
      }
      state = ruleStack;
    }
  }
  assert.ok(opcodes > 20, `${opcodes}`);
});
