// usage: node tests/editors/grammar.mjs
// The TextMate grammar of docs/editors/vscode, run by the engine that VS Code uses: tokens of lines, then of all shipped
// files, and that every word of the grammar in docs/language.md is a keyword somewhere. Exits with 1 if something is not
// as expected.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const extension = join(root, "docs/editors/vscode");
const read = (path) => readFileSync(path, "utf8");

const wasm = readFileSync(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

// The manifest leads to every file that it names.
const manifest = JSON.parse(read(join(extension, "package.json")));
const [{ path, scopeName }] = manifest.contributes.grammars;
read(join(extension, manifest.main));
JSON.parse(read(join(extension, manifest.contributes.languages[0].configuration)));

const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) =>
    scope === scopeName ? textmate.parseRawGrammar(read(join(extension, path)), path) : null,
});
const grammar = await registry.loadGrammar(scopeName);

/// The pieces of a text with their innermost scopes, without white space.
function tokens(text) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split(/\r?\n/)) {
    const result = grammar.tokenizeLine(line, state);
    assert.ok(!result.stoppedEarly, `too slow: ${line}`);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const piece = line.slice(startIndex, endIndex).trim();
      if (piece) found.push({ piece, scope: scopes.at(-1), scopes });
    }
  }
  return found;
}

const cases = [
  ["fragment half_of(x: float) -> float { return x * 0.5; }",
    { fragment: "keyword.declaration", half_of: "entity.name.function", float: "storage.type", return: "keyword.control", "0.5": "constant.numeric" }],
  ["conversion to_world(n: float3 {basis: tangent}) -> {basis: world}",
    { conversion: "keyword.declaration", to_world: "entity.name.function", basis: "entity.name.type.trait", tangent: "constant.other.trait-value", world: "constant.other.trait-value" }],
  ["    static param count: int = 4 [min: 1, max: 8];",
    { static: "storage.modifier", param: "keyword.declaration", count: "variable.parameter", int: "storage.type", 8: "constant.numeric" }],
  ["    output albedo = #ff8800 as {use: reflectance};",
    { output: "keyword.declaration", albedo: "variable.other.output", "#ff8800": "constant.other.color", as: "keyword.operator.word" }],
  ["material worn_metal {", { material: "keyword.declaration", worn_metal: "entity.name.type" }],
  ["feature surface.normal: float3 at fragment;", { feature: "keyword.declaration", "surface.normal": "variable.other.feature" }],
  ["import \"core\";", { import: "keyword.control.import", core: "string.quoted" }],
  ["// fragment of a sentence", { "// fragment of a sentence": "comment.line.double-slash" }],
  ["/// Documentation.", { "/// Documentation.": "comment.line.documentation" }],
  ["a = b; //@ 10,20", { "//@ 10,20": "comment.line.editor-data" }],
  ["/* graph */ graph = graph(graph);", { graph: "entity.name.function.call" }],
  ["graph noisy(p: float3) -> float {", { graph: "keyword.declaration", noisy: "entity.name.function" }],
  ["  provide mesh.uv as attribute 2;", { provide: "keyword.declaration", as: "keyword.operator.word", attribute: "storage.modifier" }],
  ["  fragment demand color: float4 as target 0;", { fragment: "storage.modifier", demand: "keyword.declaration", color: "variable.other.output", target: "storage.modifier" }],
  ["trait use default none distinct { normal }", { trait: "keyword.declaration", use: "entity.name.type.trait", default: "storage.modifier", distinct: "storage.modifier" }],
  ["prefer srgb_to_linear over gamma22_to_linear;", { prefer: "keyword.declaration", over: "storage.modifier" }],
  ["scale commutes with rotate;", { commutes: "keyword.declaration", with: "keyword.declaration" }],
  ["both equals first then second;", { equals: "keyword.declaration", then: "keyword.declaration" }],
  ["native glsl \"\"\" // code \"\"\"", { native: "keyword.declaration", glsl: "entity.name.type.target" }],
];
for (const [line, expected] of cases) {
  const found = tokens(line);
  for (const [piece, scope] of Object.entries(expected)) {
    assert.ok(found.some((token) => token.piece === piece && token.scope.startsWith(scope)),
      `${line}\n  '${piece}' is not ${scope}: ${found.map((token) => `${token.piece} ${token.scope}`).join(", ")}`);
  }
}

// A native block of several lines ends where it ends.
const native = tokens('native hlsl """\nfloat f() { return 1.0; } // fragment\n"""\nmaterial m {');
assert.ok(native.find((token) => token.piece.startsWith("float f()")).scopes.includes("meta.embedded.block.hlsl"));
assert.ok(native.find((token) => token.piece === "material").scope.startsWith("keyword.declaration"));

function weftFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? weftFiles(join(folder, entry.name)) : entry.name.endsWith(".weft") ? [join(folder, entry.name)] : []);
}

// In shipped files each declaration at the beginning of a line is one, and nothing after a comment's end is a comment.
const declared = /^(import|trait|guarantee|extend|feature|struct|bound|fragment|graph|conversion|material|profile|prefer|product)\b/gm;
let count = 0;
for (const file of weftFiles(join(root, "shaders"))) {
  const text = read(file);
  const found = tokens(text);
  const bare = text.replace(/"""[^]*?"""|\/\*[^]*?\*\//g, "");
  const words = [...bare.matchAll(declared)].length;
  const keywords = found.filter(({ piece, scope }) =>
    /^keyword\.(declaration|control\.import)/.test(scope) &&
    /^(import|trait|guarantee|extend|feature|struct|bound|fragment|graph|conversion|material|profile|prefer|product)$/.test(piece)).length;
  assert.ok(keywords >= words, `${file}: ${keywords} of ${words} declarations are colored`);
  count += words;
  for (const { piece, scope, scopes } of found) {
    const isComment = scopes.some((each) => each.startsWith("comment"));
    assert.ok(!isComment || scope.startsWith("comment"), `${file}: ${piece}`);
  }
}
assert.ok(count > 300, `only ${count} declarations`);

// Every word in quotes of the documented grammar is in the TextMate grammar.
const documented = read(join(root, "docs/language.md")).split("## Grammar")[1].split("## Limits")[0];
const source = read(join(extension, path));
const missing = [...new Set([...documented.matchAll(/'([a-z]+)'/g)].map((match) => match[1]))]
  .filter((word) => !new RegExp(`\\b${word}\\b`).test(source));
assert.deepEqual(missing, [], "words of docs/language.md without a color");
console.log(`grammar: all as expected (${count} declarations)`);
