#include "importers/materialx/upgrade_nodes.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "importers/materialx/edit_document.h"

namespace weft::materialx {
namespace {

struct RenamedType {
  int before;  ///< this minor version
  std::string_view old_name;
  std::string_view name;
};

constexpr std::array<RenamedType, 3> renamed_types = {{
    {23, "vector", "vector3"},
    {35, "matrix", "matrix44"},
    {38, "color2", "vector2"},
}};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

void replace_in(Element& element, std::string_view attribute, std::string_view from,
                std::string_view to) {
  if (element.has(attribute)) {
    std::string text(element.get(attribute));
    replace_all(text, from, to);
    element.set(attribute, std::move(text));
  }
}

// `color2` had the channels r and a.
std::string vector_channels(std::string_view channels) {
  std::string text(channels);
  replace_all(text, "r", "x");
  replace_all(text, "a", "y");
  return text;
}

void rename_channels(Element& port, std::string_view attribute) {
  if (port.has(attribute)) {
    port.set(attribute, vector_channels(port.get(attribute)));
  }
}

class NodeUpgrade {
 public:
  NodeUpgrade(Document& document, const std::vector<int>& minors)
      : document_(document), minors_(minors) {}

  void run() {
    for (std::size_t i = 0; i < minors_.size(); ++i) {
      const ElementId id(i);
      if (minors_[i] < 39 && element(id).parent) {
        upgrade_attributes(id, minors_[i]);
      }
    }
    for (std::size_t i = 0; !of_color2_.empty() && i < minors_.size(); ++i) {
      if (minors_[i] < 38) {
        upgrade_channels(ElementId(i));
      }
    }
    for (std::size_t i = 0; i < minors_.size(); ++i) {
      const ElementId id(i);
      if (minors_[i] < 37 && element(id).parent) {
        upgrade_to_37(id);
      }
      if (minors_[i] < 38 && element(id).tag == "atan2") {
        exchange_inputs(id, "iny", "inx");  // upgrade() gave these names
      }
      if (minors_[i] < 39) {
        upgrade_to_39(id);
      }
    }
  }

 private:
  Element& element(ElementId id) { return document_.elements[id]; }
  std::optional<ElementId> input(ElementId node, std::string_view name) {
    return find_child(document_, node, name, "input");
  }
  NodeNames& names() {
    if (!names_) {
      names_.emplace(document_);
    }
    return *names_;
  }

  void rename_input(ElementId node, std::string_view from, const std::string& to) {
    if (const auto found = input(node, from)) {
      rename(document_, *found, to);
    }
  }

  void exchange_inputs(ElementId node, const std::string& first, const std::string& second) {
    const auto one = input(node, first);
    const auto other = input(node, second);
    if (one) {
      rename(document_, *one, second);
    }
    if (other) {
      rename(document_, *other, first);
    }
  }

  void upgrade_attributes(ElementId id, int minor) {
    Element& changed = element(id);
    for (const RenamedType& renamed : renamed_types) {
      if (minor < renamed.before && changed.get("type") == renamed.old_name) {
        changed.set("type", std::string(renamed.name));
        if (renamed.old_name == "color2") {
          of_color2_.insert(changed.tag == "input" ? changed.parent->index() : id.index());
        }
      }
    }
    if (minor < 35 && changed.has("default") && !changed.has("value")) {
      changed.set("value", std::string(changed.get("default")));
      changed.remove("default");
    }
    if (minor < 36 && changed.get("type") == "filename") {
      replace_in(changed, "value", "%UDIM", "<UDIM>");
      replace_in(changed, "value", "%UVTILE", "<UVTILE>");
    }
  }

  void upgrade_channels(ElementId id) {
    Element& port = element(id);
    if (port.tag != "input" && port.tag != "output") {
      return;
    }
    if (port.name == "channels" && of_color2_.count(port.parent->index()) != 0) {
      rename_channels(port, "value");
    }
    if (!port.has("nodename") || (!port.has("channels") && !port.has("output"))) {
      return;
    }
    const ElementId beside = port.tag == "input" ? *port.parent : id;
    const auto source = element(beside).parent
                            ? names().find(document_, beside, port.get("nodename"))
                            : std::nullopt;
    if (source && of_color2_.count(source->index()) != 0) {
      rename_channels(port, "channels");
      if (port.get("output").starts_with("out")) {
        port.set("output", "out" + vector_channels(port.get("output").substr(3)));
      }
    }
  }

  void upgrade_to_37(ElementId id) {
    const std::string tag = element(id).tag;
    const std::string type(element(id).get("type"));
    if (tag == "nodedef") {
      give_output(id);
    } else if (tag == "geompropvalue") {
      name_property(id);
    } else if (tag == "invert" && type.starts_with("matrix")) {
      element(id).tag = "invertmatrix";
    } else if (tag == "rotate") {
      element(id).tag = type == "vector2" ? "rotate2d" : "rotate3d";
    } else if (tag == "compare") {
      element(id).tag = "ifgreatereq";
      rename_input(id, "intest", "value1");
      rename_input(id, "cutoff", "value2");
      exchange_inputs(id, "in1", "in2");
    } else if (tag == "transformpoint" || tag == "transformvector" || tag == "transformnormal") {
      const bool has_spaces = input(id, "fromspace") || input(id, "tospace");
      element(id).tag = has_spaces ? tag : "transformmatrix";
    } else if (tag == "combine") {
      element(id).tag = input(id, "in4") ? "combine4" : input(id, "in3") ? "combine3" : "combine2";
    } else if (tag == "separate") {
      const auto in = input(id, "in");
      const std::string_view from = in ? element(*in).get("type") : std::string_view();
      element(id).tag = from.ends_with('4')   ? "separate4"
                        : from.ends_with('3') ? "separate3"
                                              : "separate2";
    }
  }

  // Definitions had a type in the place of outputs.
  void give_output(ElementId definition) {
    const std::string type(element(definition).get("type"));
    for (const ElementId child : element(definition).children) {
      if (element(child).tag == "output") {
        return;
      }
    }
    if (!type.empty() && type != "multioutput") {
      Element output;
      output.tag = "output";
      output.name = "out";
      output.span = element(definition).span;
      output.attributes = {{"name", "out"}, {"type", type}};
      add_child(document_, definition, std::move(output));
    }
  }

  void name_property(ElementId node) {
    rename_input(node, "attrname", "geomprop");
    const std::string named(element(node).get("attrname"));
    if (!named.empty() && !input(node, "geomprop")) {
      const ElementId property = add_input(document_, node, "geomprop", "string");
      element(property).set("value", named);
    }
  }

  void upgrade_to_39(ElementId id) {
    const std::string_view tag = element(id).tag;
    if (tag == "normalmap") {
      upgrade_normal_map(id);
    } else if (tag == "switch") {
      choose_of_five(id);
    }
  }

  // Numbers beyond the five inputs chose the first one.
  void choose_of_five(ElementId id) {
    const auto which = input(id, "which");
    const std::string_view text = which ? element(*which).get("value") : std::string_view();
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    if (number >= 5) {
      element(*which).set("value", "0");
    }
  }

  void upgrade_normal_map(ElementId id) {
    const auto space = input(id, "space");
    if (space && element(*space).get("value") == "object") {
      decode_normal(id);
      return;
    }
    if (space) {
      remove_element(document_, *space);
    }
    bool is_given = false;
    for (const char* axis : {"normal", "tangent", "bitangent"}) {
      const auto found = input(id, axis);
      if (found && !is_linked(element(*found))) {
        remove_element(document_, *found);  // the geometry's was read
      }
      is_given = is_given || (found && is_linked(element(*found)));
    }
    if (is_given && !input(id, "bitangent")) {
      add_bitangent(id);
    }
  }

  // normalize(2 in - 1)
  void decode_normal(ElementId id) {
    const std::string name = element(id).name;
    const std::string doubled = names().give(document_, id, name + "_doubled");
    const std::string vector = names().give(document_, id, name + "_vector");
    const ElementId multiply = add_node(document_, id, "multiply", doubled, "vector3");
    if (const auto in = input(id, "in")) {
      copy_input(document_, *in, multiply, "in1");
    }
    element(add_input(document_, multiply, "in2", "float")).set("value", "2");
    const ElementId subtract = add_node(document_, id, "subtract", vector, "vector3");
    link(document_, add_input(document_, subtract, "in1", "vector3"), doubled);
    element(add_input(document_, subtract, "in2", "float")).set("value", "1");
    element(id).tag = "normalize";
    element(id).remove("nodedef");
    element(id).children.clear();
    link(document_, add_input(document_, id, "in", "vector3"), vector);
  }

  // normalize(cross(normal, tangent))
  void add_bitangent(ElementId id) {
    const std::string name = element(id).name;
    const std::string crossed = names().give(document_, id, name + "_cross");
    const std::string bitangent = names().give(document_, id, name + "_bitangent");
    const ElementId cross = add_node(document_, id, "crossproduct", crossed, "vector3");
    for (const auto& [axis, port] : {std::pair("normal", "in1"), std::pair("tangent", "in2")}) {
      if (const auto given = input(id, axis)) {
        copy_input(document_, *given, cross, port);
        continue;
      }
      const std::string geometry = names().give(document_, id, name + "_" + axis);
      const ElementId node = add_node(document_, id, axis, geometry, "vector3");
      element(add_input(document_, node, "space", "string")).set("value", "world");
      link(document_, add_input(document_, cross, port, "vector3"), geometry);
    }
    const ElementId normalize = add_node(document_, id, "normalize", bitangent, "vector3");
    link(document_, add_input(document_, normalize, "in", "vector3"), crossed);
    link(document_, add_input(document_, id, "bitangent", "vector3"), bitangent);
  }

  Document& document_;
  const std::vector<int>& minors_;
  std::optional<NodeNames> names_;
  std::unordered_set<std::size_t> of_color2_;  // nodes and inputs, by their ids
};

}  // namespace

void upgrade_nodes(Document& document, const std::vector<int>& minors) {
  NodeUpgrade(document, minors).run();
}

}  // namespace weft::materialx
