"""The C interface from Python, by ctypes alone: compose, read an error, fill a block, use threads."""

import ctypes
import json
import struct
import sys
import threading

weft = ctypes.CDLL(sys.argv[1])
text = ctypes.c_char_p
handle = ctypes.c_void_p
size = ctypes.c_size_t
READ = ctypes.CFUNCTYPE(ctypes.c_int, handle, text, ctypes.POINTER(ctypes.c_uint32), size)

for name, result, arguments in (
    ("weft_version", text, []),
    ("weft_load", handle, [ctypes.POINTER(text), size, handle]),
    ("weft_load_text", handle, [text, text, size, handle]),
    ("weft_library_free", None, [handle]),
    ("weft_library_ok", ctypes.c_int, [handle]),
    ("weft_library_report", handle, [handle]),
    ("weft_library_material", text, [handle, size]),
    ("weft_report_text", text, [handle]),
    ("weft_report_json", text, [handle]),
    ("weft_compose", handle, [handle, text, text, ctypes.c_uint32, handle]),
    ("weft_shaders_free", None, [handle]),
    ("weft_shaders_ok", ctypes.c_int, [handle]),
    ("weft_shaders_report", handle, [handle]),
    ("weft_shaders_data", handle, [handle, text, ctypes.POINTER(size)]),
    ("weft_shaders_block_size", size, [handle, text]),
    ("weft_fill_block", ctypes.c_int, [handle, text, READ, handle, handle, size]),
):
    function = getattr(weft, name)
    function.restype = result
    function.argtypes = arguments

GLSL, HLSL, SPIRV, REFLECTION = 1, 2, 4, 8


def data(shaders, name):
    length = size()
    address = weft.weft_shaders_data(shaders, name.encode(), ctypes.byref(length))
    assert address, name
    return ctypes.string_at(address, length.value)


path = text(sys.argv[2].encode())
library = weft.weft_load(ctypes.byref(path), 1, None)
assert weft.weft_library_ok(library), weft.weft_report_text(weft.weft_library_report(library))
assert weft.weft_library_material(library, 0) == b"worn_metal"

shaders = weft.weft_compose(library, None, b"forward", GLSL | HLSL | REFLECTION, None)
assert weft.weft_shaders_ok(shaders), weft.weft_report_text(weft.weft_shaders_report(shaders))
glsl = data(shaders, "worn_metal.forward.frag.glsl").decode()
assert "void main()" in glsl
reflection = json.loads(data(shaders, "worn_metal.forward.json"))
members = {m["name"]: m for block in reflection["blocks"] if block["name"] == "Material" for m in block["members"]}

asked = []


def give(_, name, words, count):
    asked.append(name)
    if name == b"paint" and count == 3:
        for i in range(3):
            words[i] = struct.unpack("I", struct.pack("f", 0.5))[0]
        return 1
    return 0


length = weft.weft_shaders_block_size(shaders, b"Material")
block = ctypes.create_string_buffer(length)
assert weft.weft_fill_block(shaders, b"Material", READ(give), None, block, length) == 1
at = lambda name: struct.unpack_from("f", block.raw, members[name]["offset"])[0]
assert "paint" not in members  # only the uniform program reads it
assert abs(at("wear") - 0.6) < 1e-6, at("wear")
assert abs(at("paint_linear") - 0.21404114) < 1e-6, at("paint_linear")
assert b"paint" in asked

# Several threads share one library: all get the same bytes.
texts = []


def compose():
    mine = weft.weft_compose(library, b"worn_metal", b"forward", GLSL, None)
    texts.append(data(mine, "worn_metal.forward.frag.glsl"))
    weft.weft_shaders_free(mine)


threads = [threading.Thread(target=compose) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(texts) == 8 and all(one.decode() == glsl for one in texts)

wrong = b"material m { output color = nothing(1.0); }"
broken = weft.weft_load_text(b"m.weft", wrong, len(wrong), None)
assert not weft.weft_library_ok(broken)
report = json.loads(weft.weft_report_json(weft.weft_library_report(broken)))
assert report[0]["severity"] == "error" and report[0]["line"] == 1, report
weft.weft_library_free(broken)

weft.weft_shaders_free(shaders)
weft.weft_library_free(library)
print("fine", weft.weft_version().decode())
