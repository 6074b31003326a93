"""A client of `weft serve` (docs/service.md) in the standard library of Python 3.

    python3 weft_client.py path/to/weft FILE.weft MATERIAL

opens a document, watches a material, drags the first number it finds, and prints what each edit did.
"""

import base64
import json
import subprocess
import sys


class Weft:
    """Starts a service and calls its methods: weft.call("graph/text", document="m.weft")."""

    def __init__(self, program="weft", *arguments):
        self.process = subprocess.Popen([program, "serve", *arguments],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def call(self, method, **params):
        """Returns the result; raises RuntimeError with the error of a refusal."""
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        body = json.dumps(request).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        reply = self.read()
        if "error" in reply:
            raise RuntimeError(json.dumps(reply["error"]))
        return reply["result"]

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":", 1)
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def close(self):
        self.call("shutdown")
        return self.process.wait()


def first_number(document, graph):
    """The id of the first node of a graph whose value is one number."""
    for node in graph["nodes"]:
        try:
            float(node["value"])
            return node
        except ValueError:
            pass
    raise SystemExit(f"{document} has no number to drag")


def main(program, document, material):
    weft = Weft(program)
    print(weft.call("graph/open", document=document))
    output = weft.call("graph/watch", document=document, material=material, glsl=True)
    for file in output["files"]:
        print(f"{output['stem']}.{file['suffix']}: {len(file['text'].splitlines())} lines")
    graphs = weft.call("graph/nodes", document=document)["graphs"]
    node = first_number(document, next(graph for graph in graphs if graph["name"] == material))
    for step in range(3):
        edit = {"op": "set_parameter" if node["kind"] == "parameter" else "set_value",
                "node": node["id"], "value": float(node["value"]) * 0.9 + 0.01 * step, "live": True}
        answer = weft.call("graph/change", document=document, edits=[edit])["outputs"][0]
        print(node["id"], edit["value"], answer["answer"], answer["bytes"])
    now = weft.call("graph/generate", document=document, output=output["output"])
    for block in now["blocks"]:
        print(block["name"], len(base64.b64decode(block["base64"])), "bytes")
    print(weft.call("graph/text", document=document)["text"])
    return weft.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
