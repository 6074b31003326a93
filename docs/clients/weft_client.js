// A client of `weft serve` (docs/service.md) for Node.js, on standard streams, and for web pages, by WebSocket.
//
//     node weft_client.js path/to/weft FILE.weft MATERIAL
//
// opens a document, watches a material, drags the first number it finds, and prints what each edit did. A page loads this
// file as a script and calls `await Weft.connect(port, token)`; see --port and --origin of `weft serve`.
"use strict";

class Weft {
  /// `send` takes the body of a message. Whoever has the connection calls receive() for each that arrives.
  constructor(send) {
    this.send = send;
    this.lastId = 0;
    this.waiting = new Map();
    this.notified = (method, params) => {};  // set it to see graph/didChange
  }

  /// Starts a service of its own (Node.js).
  static start(program, args = []) {
    const child = require("node:child_process").spawn(program, ["serve", ...args], { stdio: ["pipe", "pipe", "inherit"] });
    const weft = new Weft((body) => child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
    let bytes = Buffer.alloc(0);
    child.stdout.on("data", (more) => {
      bytes = Buffer.concat([bytes, more]);
      for (;;) {
        const end = bytes.indexOf("\r\n\r\n");
        const length = end < 0 ? 0 : Number(/content-length: *(\d+)/i.exec(bytes.subarray(0, end).toString())[1]);
        if (end < 0 || bytes.length < end + 4 + length) return;
        weft.receive(bytes.subarray(end + 4, end + 4 + length).toString());
        bytes = bytes.subarray(end + 4 + length);
      }
    });
    weft.ended = new Promise((resolve) => child.on("exit", resolve));
    return weft;
  }

  /// Connects to a service that runs with --port; resolves when it is ready.
  static connect(port, token) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${token}`);
      const weft = new Weft((body) => socket.send(body));
      socket.onopen = () => resolve(weft);
      socket.onerror = () => reject(new Error("the service refuses the connection"));
      socket.onmessage = (message) => weft.receive(message.data);
      weft.ended = new Promise((done) => (socket.onclose = done));
    });
  }

  /// Resolves to the result; rejects with an Error whose `error` is that of a refusal.
  call(method, params = {}) {
    const id = ++this.lastId;
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  receive(body) {
    const message = JSON.parse(body);
    if (message.method !== undefined) return this.notified(message.method, message.params);
    const { resolve, reject } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(Object.assign(new Error(message.error.message), { error: message.error }));
  }
}

async function main(weft, document, material) {
  console.log(await weft.call("graph/open", { document }));
  const output = await weft.call("graph/watch", { document, material, glsl: true });
  for (const file of output.files) console.log(`${output.stem}.${file.suffix}: ${file.text.split("\n").length} lines`);
  const { graphs } = await weft.call("graph/nodes", { document });
  const nodes = graphs.find((graph) => graph.name === material).nodes;
  const node = nodes.find((each) => each.value !== "" && Number.isFinite(Number(each.value)));
  for (let step = 0; step < 3; ++step) {
    const op = node.kind === "parameter" ? "set_parameter" : "set_value";
    const edit = { op, node: node.id, value: Number(node.value) * 0.9 + 0.01 * step, live: true };
    const [answer] = (await weft.call("graph/change", { document, edits: [edit] })).outputs;
    console.log(node.id, edit.value, answer.answer, JSON.stringify(answer.bytes));
  }
  console.log((await weft.call("graph/text", { document })).text);
  await weft.call("shutdown");
}

if (typeof module !== "undefined") {
  module.exports = { Weft };
  if (require.main === module) {
    const [program, document, material] = process.argv.slice(2);
    main(Weft.start(program), document, material);
  }
}
