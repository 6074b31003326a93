"""Tests `weft serve --socket` and `--port`: several clients, bad ones, and who is refused.

usage: sockets.py PATH/TO/weft
"""

import base64
import json
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

TEXT = """import "core";
import "profiles";
material m {
    param wear: float = 0.5;
    rough = mix(0.2, 0.8, wear);
    output color = float3(rough) as {use: radiance, encoding: linear};
}
"""


def check(what, condition):
    if not condition:
        sys.exit(f"failed: {what}")


class Client:
    """Calls and notifications over a connection that sends and reads the bodies of messages."""

    def __init__(self):
        self.last_id = 0
        self.told = []

    def request(self, method, **params):
        self.last_id += 1
        self.send_body(json.dumps({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))

    def call(self, method, **params):
        self.request(method, **params)
        while True:
            message = json.loads(self.read_body())
            if "method" not in message:
                return message
            self.told.append(message)


class Local(Client):
    def __init__(self, path):
        super().__init__()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def send_body(self, body):
        self.socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body.encode()), body.encode()))

    def read_body(self):
        length = int(self.file.readline().split(b":")[1])
        self.file.readline()
        return self.file.read(length)


class Web(Client):
    """WebSocket (RFC 6455) by hand, so that the headers can be wrong."""

    def __init__(self, port, query, host=None, origin=None):
        super().__init__()
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.file = self.socket.makefile("rb")
        lines = [f"GET /{query} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(b"0123456789abcdef").decode()]
        lines += [f"Origin: {origin}"] if origin else []
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        try:
            self.status = int((self.file.readline().split() + [b"", b"0"])[1])
        except ConnectionResetError:
            self.status = 0
        self.is_open = self.status == 101
        while self.is_open and self.file.readline().strip():
            pass

    def frame(self, opcode, data, is_last=True):
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xff" + struct.pack(">Q", len(data))
        self.socket.sendall(bytes([opcode | (0x80 if is_last else 0)]) + length + b"\0\0\0\0" + data)

    def send_body(self, body):
        data = body.encode()
        half = len(data) // 2
        self.frame(1, data[:half], is_last=False)
        self.frame(0, data[half:])

    def read_body(self):
        _, length = self.file.read(2)
        if length == 126:
            length, = struct.unpack(">H", self.file.read(2))
        elif length == 127:
            length, = struct.unpack(">Q", self.file.read(8))
        return self.file.read(length)


def start(program, *arguments):
    service = subprocess.Popen([program, "serve", *arguments], stdout=subprocess.PIPE)
    return service, json.loads(service.stdout.readline())


def set_wear(value, **more):
    return dict(document="m", edits=[{"op": "set_parameter", "node": "m/wear", "value": value}], **more)


def test_shared_documents(path):
    first, second = Local(path), Local(path)
    check("opens", first.call("graph/open", document="m", text=TEXT, shared=True)["result"]["version"] == 1)
    check("joins", second.call("graph/open", document="m", shared=True)["result"]["version"] == 1)
    check("watches", first.call("graph/watch", document="m", material="m", glsl=True)["result"]["is_current"])
    check("changes", first.call("graph/change", **set_wear(0.25, version=1))["result"]["version"] == 2)
    late = second.call("graph/change", **set_wear(0.75, version=1))
    check("the second one is late", late["error"]["data"]["version"] == 2)
    check("and is told", [told["method"] for told in second.told] == ["graph/didChange"])
    check("then it fits", second.call("graph/change", **set_wear(0.75, version=2))["result"]["version"] == 3)
    own = Local(path)
    check("a document of its own", own.call("graph/open", document="m", text=TEXT)["result"]["version"] == 1)
    check("stays so", "0.5" in own.call("graph/text", document="m")["result"]["text"])
    first.socket.close()
    first.file.close()
    check("the rest goes on", second.call("graph/text", document="m")["result"]["version"] == 3)
    check("leaves", second.call("shutdown")["result"] is None and second.file.read() == b"")


def test_bad_clients(path):
    good = Local(path)
    dead = Local(path)
    dead.socket.sendall(b"Content-Length: 1000\r\n\r\n{\"half\":")
    dead.socket.close()
    noise = Local(path)
    noise.socket.sendall(b"noise\r\n\r\n")
    check("noise is refused", b"-32700" in noise.file.read())
    busy = Local(path)
    for _ in range(2000):
        busy.request("library/didChange")
    busy.socket.close()
    half = Local(path)
    half.request("initialize")
    half.request("graph/none")
    half.socket.shutdown(socket.SHUT_WR)
    check("a client that only reads gets its answers", half.file.read().count(b"Content-Length") == 2)
    check("others are served", good.call("initialize")["result"]["name"] == "weft")


def test_web(where):
    port, query = where["port"], f"?token={where['token']}"
    check("no token", Web(port, "").status == 401)
    check("another token", Web(port, "?token=" + "0" * 32).status == 401)
    check("a part of the token", Web(port, query[:-1]).status == 401)
    check("another origin", Web(port, query, origin="http://example.org").status == 403)
    check("another host", Web(port, query, host=f"example.org:{port}").status == 403)
    check("a listed origin", Web(port, query, origin="http://localhost:8000").is_open)
    client = Web(port, query)
    check("connects", client.is_open)
    check("opens", client.call("graph/open", document="m", text=TEXT + "// " + "x" * 100000)["result"]["version"] == 1)
    check("changes", client.call("graph/change", **set_wear(0.25))["result"]["version"] == 2)
    check("malformed", client.call("graph/none")["error"]["code"] == -32601)
    with open("/proc/net/tcp", encoding="ascii") as table:
        listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
    check("only on loopback", [at for at in listening if at.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"])


def test_slow_web_client(where):
    """One that does not read for a while holds up nobody. The service would give up on it after 5 seconds."""
    query, count = f"?token={where['token']}", 40
    slow, quick = Web(where["port"], query), Web(where["port"], query)
    slow.call("graph/open", document="long", text=TEXT + "// " + "x" * 400000)
    begin = time.monotonic()
    for _ in range(count):
        slow.request("graph/text", document="long")
    check("the other one opens", quick.call("graph/open", document="m", text=TEXT)["result"]["version"] == 1)
    check("and changes", quick.call("graph/change", **set_wear(0.25))["result"]["version"] == 2)
    elapsed = time.monotonic() - begin
    check(f"meanwhile: {elapsed:.2f} s", elapsed < 4)
    check("the slow one gets all", all(json.loads(slow.read_body())["result"]["version"] == 1 for _ in range(count)))


def test_many_web_clients(where):
    """Those beyond 32 are told, and there is a place again when one leaves."""
    query = f"?token={where['token']}"
    clients = []
    while len(clients) < 100:
        clients.append(Web(where["port"], query))
        if not clients[-1].is_open:
            break
        check("is served", clients[-1].call("initialize")["result"]["name"] == "weft")
    check("is refused", clients[-1].status == 503 and len(clients) <= 33)
    clients[0].file.close()
    clients[0].socket.close()
    end = time.monotonic() + 30
    while not Web(where["port"], query).is_open:
        check("has a place", time.monotonic() < end)
        time.sleep(0.05)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "weft.sock")
        service, where = start(program, "--socket", path, "--port", "0", "--origin", "http://localhost:8000")
        check("tells its path", where["socket"] == path)
        check("is the user's alone", stat.S_IMODE(os.stat(path).st_mode) == 0o600)
        test_shared_documents(path)
        test_bad_clients(path)
        test_web(where)
        test_slow_web_client(where)
        test_many_web_clients(where)
        other = subprocess.run([program, "serve", "--socket", path], capture_output=True, text=True, check=False)
        check("one service a socket", other.returncode == 3 and "another process listens there" in other.stderr)
        service.kill()
        service.wait()
        service, _ = start(program, "--socket", path)
        check("replaces a dead one's", Local(path).call("initialize")["result"]["name"] == "weft")
        service.send_signal(signal.SIGTERM)
        check("ends", service.wait(30) == 0 and not os.path.exists(path))
        with open(path, "w", encoding="ascii"):
            other = subprocess.run([program, "serve", "--socket", path], capture_output=True, text=True, check=False)
        check("no file is lost", "no socket" in other.stderr and os.path.exists(path))
    print("all passed")


if __name__ == "__main__":
    main(*sys.argv[1:])
