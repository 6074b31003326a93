"""Documents that use one standard node of MaterialX each."""

import re
from xml.sax.saxutils import quoteattr

NUMBERS = {"float": 1, "vector2": 2, "vector3": 3, "vector4": 4, "color3": 3, "color4": 4}
CLOSURES = {"BSDF": "bsdf", "EDF": "edf"}
DRAWN = {*NUMBERS, *CLOSURES, "integer", "boolean", "matrix33", "matrix44", "surfaceshader"}
# Inputs with these defaults are directions, which are left as they are.
DIRECTIONS = {"Nworld", "Tworld", "Bworld", "Vworld", "Nobject"}
IMAGE = "grid.png"


def number_range(port):
    """The least and greatest number that is given to an input."""
    low = port.get("uimin", port.get("uisoftmin"))
    high = port.get("uimax", port.get("uisoftmax"))
    interval = re.fullmatch(r"interval(\d+)", port["name"])
    if interval:  # of a ramp, which are sorted
        return (int(interval[1]) - 1) / 10, int(interval[1]) / 10
    if re.search("roughness|alpha", port["name"]):
        low, high = low or "0.1", high or "0.7"
    if re.search("ior$", port["name"], re.I):
        low, high = "1.1", "1.9"
    if port["name"] in ("extinction", "exponent"):
        low, high = "1.5", "5.5"
    if re.search("film_?thickness$", port["name"], re.I):
        low, high = low or "100", high or "700"
    if low is None and high is None:
        # Places in a picture that is infinitely small differ by the order of roundings.
        return (0.4, 1.6) if re.search("scale$|size$", port["name"]) else (-0.7, 1.3)
    first = float((low or "0").split(",")[0])
    return first, float(high.split(",")[0]) if high else first + 1.5


def words_of(port):
    return [word.strip() for word in port.get("enum", "").split(",") if word.strip()]


def values_of(port):
    """The enumerated values of an input."""
    words = [word.strip() for word in port.get("enumvalues", "").split(",") if word.strip()]
    size = NUMBERS.get(port["type"], 1)
    values = [", ".join(words[at:at + size]) for at in range(0, len(words), size)]
    return values or (words_of(port) if port["type"] == "string" else [str(i) for i in range(len(words_of(port)))])


def stated_value(port, index):
    """A literal for an input that is not its default."""
    kind = port["type"]
    if kind in NUMBERS:
        low, high = number_range(port)
        parts = [0.37, 0.62, 0.81, 0.55, 0.23, 0.48]
        return ", ".join(f"{low + (high - low) * parts[(index + i) % 6]:.4g}" for i in range(NUMBERS[kind]))
    if kind in ("matrix33", "matrix44"):
        size = 3 if kind == "matrix33" else 4
        return ", ".join(f"{(row == column) + 0.1 * row - 0.07 * column + 0.05 * index:.4g}"
                         for row in range(size) for column in range(size))
    if kind == "boolean":
        return "false" if port.get("value") == "true" else "true"
    if kind == "integer" and not words_of(port):
        default = int(port.get("value") or 0)
        return "0" if default == 1 else str(default + 1)
    if kind == "filename":
        return IMAGE
    return None


class Document:
    """Elements that use one node, drawn from outputs or materials."""

    def __init__(self, definition):
        self.definition = definition
        self.lines = ['<position name="place" type="vector3"/>']
        self.elements = []

    def text(self):
        return '<?xml version="1.0"?>\n<materialx version="1.39">\n' + "\n".join(self.lines) + "\n</materialx>\n"

    def add(self, tag, name, kind, inputs, attributes=""):
        """Adds a node. `inputs` are triples of a name, a type and an attribute."""
        self.lines.append(f'<{tag} name="{name}" type="{kind}"{attributes}>' + "".join(
            f'<input name="{port}" type="{type_}" {stated}/>' for port, type_, stated in inputs) + f"</{tag}>")
        return f'nodename="{name}"'

    def linked(self, port, index, name):
        """An attribute that links an input to a value that depends on the place, or nothing."""
        kind = port["type"]
        if kind in CLOSURES:
            return self.closure(kind, index, name)
        if kind not in NUMBERS or port.get("defaultgeomprop") in DIRECTIONS:
            return None
        low, high = number_range(port)
        # No two inputs are equal along a line that pixels lie on.
        signs = [(1, -0.97, 0.93), (-0.89, 0.94, 0.83), (0.79, 0.91, -0.88), (0.95, 0.87, 1)][index % 4]
        scale = ", ".join(f"{sign * (high - low) / 2:.4g}" for sign in signs)
        middle = ", ".join([f"{(low + high) / 2:.4g}"] * 3)
        scaled = self.add("multiply", name + "_scaled", "vector3",
                          [("in1", "vector3", 'nodename="place"'), ("in2", "vector3", f'value="{scale}"')])
        value = self.add("add", name + "_moved", "vector3", [("in1", "vector3", scaled), ("in2", "vector3", f'value="{middle}"')])
        if kind == "vector3":
            return value
        single = self.add("extract", name + "_one", "float", [("in", "vector3", value), ("index", "integer", f'value="{index % 3}"')])
        if kind == "float":
            return single
        if kind in ("vector4", "color4"):
            color = value if kind == "vector4" else self.add("convert", name + "_color", "color3", [("in", "vector3", value)])
            return self.add("combine2", name + "_four", kind,
                            [("in1", "vector3" if kind == "vector4" else "color3", color), ("in2", "float", single)])
        return self.add("convert", name + "_converted", kind, [("in", "vector3", value)])

    def closure(self, kind, index, name):
        if kind == "EDF":
            return self.add("uniform_edf", name + "_edf", "EDF", [("color", "color3", f'value="0.{2 + index}, 0.3, 0.1"')])
        if index % 2 == 0:
            return self.add("dielectric_bsdf", name + "_bsdf", "BSDF", [("weight", "float", 'value="0.7"'),
                                                                       ("roughness", "vector2", 'value="0.3, 0.3"')])
        return self.add("oren_nayar_diffuse_bsdf", name + "_bsdf", "BSDF", [("color", "color3", 'value="0.6, 0.3, 0.2"')])

    def draw(self, name, output):
        """Makes an element of an output of the node `name`."""
        kind = output["type"]
        several = len(self.definition["outputs"]) > 1
        source = f'nodename="{name}"' + (f' output="{output["name"]}"' if several else "")
        name = f'{name}_{output["name"]}'
        if kind in CLOSURES:
            source = self.add("surface", name + "_surface", "surfaceshader", [(CLOSURES[kind], kind, source)])
        if kind in CLOSURES or kind == "surfaceshader":
            self.add("surfacematerial", name, "material", [("surfaceshader", "surfaceshader", source)])
            self.elements.append(name)
            return
        if kind in ("integer", "boolean"):
            source = self.add("convert", name + "_number", "float", [("in", kind, source)])
            kind = "float"
        if kind in ("matrix33", "matrix44"):
            vector = "vector3" if kind == "matrix33" else "vector4"
            value = "0.3, 0.5, 0.7" if kind == "matrix33" else "0.3, 0.5, 0.7, 1"
            source = self.add("transformmatrix", name + "_column", vector,
                              [("in", vector, f'value="{value}"'), ("mat", kind, source)])
            kind = vector
        self.lines.append(f'<output name="{name}" type="{kind}" {source}/>')
        self.elements.append(name)

    def use(self, name, inputs):
        definition = self.definition
        outputs = [output for output in definition["outputs"] if output["type"] in DRAWN]
        version = "" if definition["is_default"] else f' version="{definition["version"]}"'
        kind = definition["outputs"][0]["type"] if len(definition["outputs"]) == 1 else "multioutput"
        self.add(definition["node"], name, kind, inputs, version)
        for output in outputs:
            self.draw(name, output)


def telling_inputs(definition, others):
    """The inputs whose types tell the definition from others of the same node with the same outputs."""
    kinds = [output["type"] for output in definition["outputs"]]
    names = set()
    for other in others:
        if other is not definition and other["node"] == definition["node"] and kinds == [o["type"] for o in other["outputs"]]:
            types = {port["name"]: port["type"] for port in other["inputs"]}
            names |= {port["name"] for port in definition["inputs"] if types.get(port["name"]) != port["type"]}
    return names


def node_document(definition, others):
    """A document of elements that state nothing of a node, that state values, that link its inputs, all of them or, for the
    first definition of a node, all but one, and that state each of the words of an input. Nothing if the node has no output that can be drawn."""
    document = Document(definition)
    if not any(output["type"] in DRAWN for output in definition["outputs"]):
        return None
    is_closure = any(output["type"] in CLOSURES or output["type"] == "surfaceshader" for output in definition["outputs"])
    ports = [dict(port, uimin=port.get("uimin", "0.05"), uimax=port.get("uimax", "0.95"))
             if is_closure and port["type"] == "color3" else port for port in definition["inputs"]]
    telling = telling_inputs(definition, others)

    def inputs(way, word=None, left_out=None):
        found = []
        for index, port in enumerate(ports):
            value, stated = None, None
            if port["name"] == left_out:
                continue
            if word and port["name"] == word[0]:
                value = word[1]
            elif way == "unstated":
                if port["type"] in CLOSURES and definition["node"] != "surface":
                    stated = document.closure(port["type"], index, f"{way}_{port['name']}")
                elif port["name"] in telling and port.get("value"):
                    value = port["value"]
            else:
                if way == "linked" or port["type"] in CLOSURES:
                    prefix = word[2] if word else f"without_{left_out}" if left_out else way
                    stated = document.linked(port, index, f"{prefix}_{port['name']}")
                if stated is None and "defaultgeomprop" not in port:  # MaterialX's generator ignores values of these
                    value = stated_value(port, index)
            if value is not None:
                stated = f"value={quoteattr(value)}"
            if stated:
                found.append((port["name"], port["type"], stated))
        return found

    document.use("unstated", inputs("unstated"))
    if ports:
        document.use("stated", inputs("stated"))
        document.use("linked", inputs("linked"))
    is_first = definition is next(other for other in others if other["node"] == definition["node"])
    for port in ports if is_first and 1 < len(ports) <= 12 else []:  # more are those of models, with pictures of their own
        has_value = port["type"] != "string" and port["type"] not in CLOSURES
        if has_value and port["name"] not in telling:
            document.use(f"without_{port['name']}", inputs("linked", left_out=port["name"]))
    for port in ports:
        for number, value in enumerate(values_of(port)):
            if value != port.get("value"):
                document.use(f"{port['name']}_{number}", inputs("linked", (port["name"], value, f"{port['name']}_{number}")))
    return document
