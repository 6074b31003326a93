// usage: node tests/editors/language_server.mjs WEFT
// A conversation with `weft lsp` through Microsoft's own client libraries, which check what arrives: every feature of
// docs/language-server.md, in a folder of two files. Exits with 1 at the first thing that is not as expected.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node.js";

const {
  CodeActionRequest, CompletionRequest, DefinitionRequest, DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification, DocumentFormattingRequest, DocumentHighlightRequest, DocumentSymbolRequest,
  ExitNotification, HoverRequest, InitializeRequest, InitializedNotification, InlayHintRequest, PrepareRenameRequest,
  PublishDiagnosticsNotification, ReferencesRequest, RegistrationRequest, RenameRequest, SemanticTokensRequest,
  ShutdownRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
} = protocol;

const folder = mkdtempSync(join(tmpdir(), "weft-lsp-"));
const parts = `import "core";
/// Half of a value.
fragment half_of(x: float) -> float { return x * 0.5; }
`;
// Before the calls stands a character of two UTF-16 units and four bytes.
const small = `import "./parts.weft";
material small {
    param gloss: float = 0.5;
    /* 😀 */ soft = half_of(gloss); hard = half_of(glos);
    output albedo = float3(soft, hard, 0.0) as {use: reflectance, encoding: linear};
    output normal = surface.normal;
}
`;

function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { uri: pathToFileURL(path).href, text };
}

/// The place of the nth occurrence of a string, in UTF-16 units like a JavaScript string.
function place(text, wanted, nth = 0) {
  let at = -1;
  for (let i = 0; i <= nth; ++i) at = text.indexOf(wanted, at + 1);
  assert.ok(at >= 0, `the text has no ${wanted}`);
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}

function after(place, count) {
  return { line: place.line, character: place.character + count };
}

function offset(text, place) {
  return text.split("\n").slice(0, place.line).reduce((sum, line) => sum + line.length + 1, 0) + place.character;
}

function applied(text, edits) {
  return [...edits]
    .sort((a, b) => offset(text, b.range.start) - offset(text, a.range.start))
    .reduce((old, edit) =>
      old.slice(0, offset(text, edit.range.start)) + edit.newText + old.slice(offset(text, edit.range.end)), text);
}

async function converse(weft) {
  const child = spawn(weft, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const connection = protocol.createProtocolConnection(child.stdout, child.stdin);
  const waiting = [];
  const published = [];
  const registered = [];
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    const next = waiting.shift();
    next ? next(params) : published.push(params);
  });
  connection.onRequest(RegistrationRequest.type, (params) => void registered.push(...params.registrations));
  connection.onError((error) => assert.fail(`the connection: ${error}`));
  connection.listen();
  const diagnostics = () =>
    published.length ? Promise.resolve(published.shift()) : new Promise((resolve) => waiting.push(resolve));

  const { uri: partsUri } = write("parts.weft", parts);
  const { uri, text: opened } = write("small.weft", small);
  let text = opened;
  let version = 1;
  const textDocument = { uri };
  const about = (wanted, nth) => ({ textDocument, position: place(text, wanted, nth) });
  const change = (changes) => {
    for (const { range, text: put } of changes) text = applied(text, [{ range, newText: put }]);
    return connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: ++version },
      contentChanges: changes,
    });
  };

  // ---- the beginning
  const { capabilities } = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "test" }],
    capabilities: {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { publishDiagnostics: { relatedInformation: true } },
    },
  });
  assert.equal(capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(InitializedNotification.type, {});
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "weft", version, text },
  });

  // ---- diagnostics and the quick fix
  const wrong = await diagnostics();
  assert.equal(wrong.uri, uri);
  assert.equal(wrong.diagnostics.length, 1);
  const [misspelled] = wrong.diagnostics;
  assert.deepEqual(misspelled.range, { start: place(text, "glos)"), end: after(place(text, "glos)"), 4) });
  assert.match(misspelled.message, /glos/);
  assert.equal(registered[0].method, "workspace/didChangeWatchedFiles");
  const [fix] = await connection.sendRequest(CodeActionRequest.type, {
    textDocument, range: misspelled.range, context: { diagnostics: [misspelled] },
  });
  assert.equal(fix.title, "write 'gloss'");
  await change(fix.edit.changes[uri].map(({ range, newText }) => ({ range, text: newText })));
  assert.deepEqual((await diagnostics()).diagnostics, []);

  // ---- reading
  const hover = await connection.sendRequest(HoverRequest.type, about("half_of"));
  assert.match(hover.contents.value, /Half of a value/);
  assert.match((await connection.sendRequest(HoverRequest.type, about("soft"))).contents.value, /float/);
  const [definition] = [await connection.sendRequest(DefinitionRequest.type, about("half_of"))].flat();
  assert.equal(definition.uri, partsUri);
  assert.deepEqual(definition.range.start, place(parts, "half_of"));
  const references = await connection.sendRequest(ReferencesRequest.type, {
    ...about("half_of"), context: { includeDeclaration: true },
  });
  assert.deepEqual(references.map((each) => each.uri).sort(), [partsUri, uri, uri].sort());
  const highlights = await connection.sendRequest(DocumentHighlightRequest.type, about("gloss"));
  assert.equal(highlights.length, 3);
  const symbols = await connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
  assert.deepEqual(symbols.map((each) => each.name), ["small"]);
  assert.ok(symbols[0].children.some((each) => each.name === "soft"));
  const found = await connection.sendRequest(WorkspaceSymbolRequest.type, { query: "halfof" });
  assert.ok(found.some((each) => each.name === "half_of" && each.location.uri === partsUri));

  // ---- what editors draw
  const { legend } = capabilities.semanticTokensProvider;
  const { data } = await connection.sendRequest(SemanticTokensRequest.type, { textDocument });
  const colored = [];
  for (let i = 0, line = 0, character = 0; i < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1] : data[i + 1];
    line += data[i];
    const at = offset(text, { line, character });
    colored.push(`${text.slice(at, at + data[i + 2])} ${legend.tokenTypes[data[i + 3]]}`);
  }
  for (const wanted of ["small class", "gloss parameter", "half_of function", "soft variable", "reflectance enumMember"]) {
    assert.ok(colored.includes(wanted), `no token '${wanted}' in ${colored.join(", ")}`);
  }
  const hints = await connection.sendRequest(InlayHintRequest.type, {
    textDocument, range: { start: { line: 0, character: 0 }, end: { line: 7, character: 0 } },
  });
  const labels = hints.map((hint) => [hint.label].flat().map((part) => part.value ?? part).join(""));
  assert.ok(labels.some((label) => label.includes("float")), `the hints are ${labels.join(" | ")}`);

  // ---- writing
  const line = { line: 5, character: 0 };
  await change([{ range: { start: line, end: line }, text: "    more = half_of(so\n" }]);
  const typing = { textDocument, position: { line: 5, character: "    more = half_of(so".length } };
  const completion = await connection.sendRequest(CompletionRequest.type, typing);
  const items = completion.items ?? completion;
  const soft = items.find((item) => item.label === "soft");
  assert.ok(soft, "completion offers no 'soft'");
  const sorted = (item) => item.sortText ?? item.label;
  assert.ok(sorted(soft) < sorted(items.find((item) => item.label === "surface.normal")), "what fits comes first");
  const help = await connection.sendRequest(SignatureHelpRequest.type, typing);
  assert.match(help.signatures[help.activeSignature ?? 0].label, /half_of\(x: float\)/);
  await change([{ range: { start: line, end: { line: 6, character: 0 } }, text: "    more   =   half_of(  soft );\n" }]);
  const formatted = await connection.sendRequest(DocumentFormattingRequest.type, {
    textDocument, options: { tabSize: 4, insertSpaces: true },
  });
  assert.match(applied(text, formatted), /^ {4}more = half_of\(soft\);$/m);

  // ---- rename
  const prepared = await connection.sendRequest(PrepareRenameRequest.type, about("half_of"));
  assert.deepEqual((prepared.range ?? prepared).start, place(text, "half_of"));
  const { changes } = await connection.sendRequest(RenameRequest.type, { ...about("half_of"), newName: "halved" });
  assert.match(applied(text, changes[uri]), /soft = halved\(gloss\); hard = halved\(gloss\);/);
  assert.match(applied(parts, changes[partsUri]), /fragment halved\(/);
  await assert.rejects(connection.sendRequest(RenameRequest.type, { ...about("soft"), newName: "hard" }), /hard/);

  // ---- the end
  await assert.rejects(connection.sendRequest("weft/noSuchRequest", {}), (error) => error.code === -32601);
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  assert.equal(await exited, 0);
}

setTimeout(() => assert.fail("no end within 50 seconds"), 50000).unref();
try {
  await converse(process.argv[2]);
  console.log("language server: all as expected");
} finally {
  rmSync(folder, { recursive: true });
}
