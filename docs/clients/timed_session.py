#!/usr/bin/env python3
"""An editing session through weft_client.py with the time of every step.

    python3 timed_session.py path/to/weft

opens worn_metal, drags a number, rewires an input, takes it back, compiles, and draws a port.
"""

import base64
import sys
import time

from weft_client import Weft

DOCUMENT = "shaders/materials/worn_metal.weft"
MATERIAL = "worn_metal"


def main(program):
    weft = Weft(program)

    def step(what, method, show, repeat=1, **params):
        """Calls a method some times, and prints the median of the times and what `show` says of the last result."""
        times = []
        for turn in range(repeat):
            given = {name: value(turn) if callable(value) else value for name, value in params.items()}
            begin = time.perf_counter()
            result = weft.call(method, document=DOCUMENT, **given)
            times.append((time.perf_counter() - begin) * 1000)
        median = sorted(times)[len(times) // 2]
        print(f"{what:<46} {median:8.2f} ms   {show(result)}", flush=True)
        time.sleep(0.4)
        return result

    def answers(result):
        output = result["outputs"][0]
        stages = ", ".join(stage["suffix"] for stage in output["stages"] if stage["answer"] == "changed")
        bytes_of = ", ".join(f"{each['size']} bytes at {each['offset']}" for each in output["bytes"])
        return f"{output['answer']} {stages or bytes_of}"

    def drag(turn):
        return [{"op": "set_parameter", "node": f"{MATERIAL}/wear", "value": 0.2 + 0.001 * turn, "live": True}]

    def rewire(turn):
        return [{"op": "set_value", "node": f"{MATERIAL}/bare", "port": "rough", "value": f"rough * 0.{turn + 1}"}]

    step("open", "graph/open", lambda result: f"{len(result['diagnostics'])} diagnostics")
    step("watch: compose and print", "graph/watch",
         lambda result: f"{sum(len(file['text'].splitlines()) for file in result['files'])} lines of GLSL",
         material=MATERIAL, profile="forward", glsl=True)
    step("drag a parameter, 200 times", "graph/change", answers, repeat=200, edits=drag)
    step("rewire an input, 8 times", "graph/change", answers, repeat=8, edits=rewire)
    step("undo", "graph/undo", answers)
    step("the same to validated SPIR-V: watch", "graph/watch",
         lambda result: f"{sum('base64' in file for file in result['files'])} modules",
         material=MATERIAL, profile="forward", glsl=True, hlsl=True, modules=True)
    step("rewire: both languages, 8 times", "graph/change", answers, repeat=8, edits=lambda turn: rewire(turn + 10))
    step("their SPIR-V", "graph/generate",
         lambda result: f"{sum('base64' in file for file in result['files'])} modules of version {result['version']}",
         output=2)
    step("what fits this input?", "graph/candidates",
         lambda result: f"{len(result['candidates'])} candidates", node=f"{MATERIAL}/bare", port="rough")

    def picture(result):
        return f"{result['width']} x {result['height']}, {len(base64.b64decode(result['base64']))} bytes of PNG"

    step("draw a port, the first time", "graph/preview", picture, node=f"{MATERIAL}/bare", size=256)
    step("draw it again, 8 times", "graph/preview", picture, repeat=8, node=f"{MATERIAL}/bare", size=256)
    return weft.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
