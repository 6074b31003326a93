#include "live/session/edit_json.h"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "live/session/graph_expression.h"
#include "live/session/read_json.h"
#include "support/json.h"
#include "support/severity_name.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

using Value = std::variant<std::string, std::vector<double>>;

/// Reads the members of one object and remembers what is wrong with it, and which schema they have.
class EditReader {
 public:
  static constexpr const char* string_schema = R"({"type": "string"})";

  /// `schema`: what becomes the schema of objects with the members that are asked for; may be null.
  explicit EditReader(const Json& json, Json* schema = nullptr) : json_(json), schema_(schema) {}

  std::string text(const char* name, bool is_required = true) {
    const Json* found = member(name, is_required, string_schema);
    if (found != nullptr && !found->is_string()) {
      wrong(fmt::format("'{}' is not a string", name));
      return {};
    }
    return found != nullptr ? found->get<std::string>() : std::string();
  }

  std::vector<std::string> texts(const char* name) {
    std::vector<std::string> all;
    const Json* found = member(name, true, R"({"type": "array", "items": {"type": "string"}})");
    if (found == nullptr) {
      return all;
    }
    if (!found->is_array() || !std::all_of(found->begin(), found->end(),
                                           [](const Json& each) { return each.is_string(); })) {
      wrong(fmt::format("'{}' is not an array of strings", name));
      return all;
    }
    return found->get<std::vector<std::string>>();
  }

  bool flag(const char* name) {
    const Json* found = member(name, false, R"({"type": "boolean"})");
    if (found != nullptr && !found->is_boolean()) {
      wrong(fmt::format("'{}' is not true or false", name));
      return false;
    }
    return found != nullptr && found->get<bool>();
  }

  Value value(const char* name) {
    const Json* found = member(name, true, R"({"type": ["number", "boolean", "string", "array"],
        "items": {"type": "number"}, "description": "a string is an expression"})");
    if (found == nullptr) {
      return {};
    }
    if (found->is_string()) {
      return found->get<std::string>();
    }
    if (found->is_boolean()) {
      return std::string(found->get<bool>() ? "true" : "false");
    }
    if (found->is_number()) {
      return std::vector{found->get<double>()};
    }
    if (!found->is_array() || !std::all_of(found->begin(), found->end(),
                                           [](const Json& each) { return each.is_number(); })) {
      wrong(fmt::format("'{}' is not a number, an array of numbers or a string", name));
      return {};
    }
    return found->get<std::vector<double>>();
  }

  /// An object, as text.
  std::string json(const char* name) {
    const Json* found = member(name, true, R"({"$ref": "graph.schema.json"})");
    if (found != nullptr && !found->is_object()) {
      wrong(fmt::format("'{}' is not an object", name));
    }
    return found != nullptr ? json_text(*found) : std::string();
  }

  /// Empty if every member was asked for and fits.
  Diagnostics finish() {
    for (const auto& [name, ignored] : json_.items()) {
      if (!read_.contains(name)) {
        std::vector<std::string_view> known(read_.begin(), read_.end());
        wrong(fmt::format("'{}' is not a member of this edit", name), spelling_hint(name, known));
      }
    }
    return std::move(errors_);
  }

 private:
  const Json* member(const char* name, bool is_required, const char* schema) {
    read_.insert(name);
    if (schema_ != nullptr) {
      (*schema_)["properties"][name] = Json::parse(schema);
      if (is_required) {
        (*schema_)["required"].push_back(name);
      }
    }
    const auto found = json_.find(name);
    if (found == json_.end()) {
      if (is_required) {
        wrong(fmt::format("'{}' is missing", name));
      }
      return nullptr;
    }
    return &*found;
  }

  void wrong(std::string message, std::string hint = {}) {
    errors_.push_back(
        error(Code::WrongArguments, fmt::format("in an edit: {}", message), std::move(hint)));
  }

  const Json& json_;
  Json* schema_;
  std::set<std::string, std::less<>> read_ = {"op"};
  Diagnostics errors_;
};

struct Operation {
  std::string_view name;
  Edit (*read)(EditReader&);
};

constexpr Operation operations[] = {
    {"add_node",
     [](EditReader& in) -> Edit {
       return AddNode{in.text("graph"), in.text("name"), in.text("expression")};
     }},
    {"add_output",
     [](EditReader& in) -> Edit {
       return AddOutput{in.text("graph"), in.text("name"), in.text("expression", false)};
     }},
    {"add_parameter",
     [](EditReader& in) -> Edit {
       return AddParameter{in.text("graph"), in.text("declaration")};
     }},
    {"add_declaration", [](EditReader& in) -> Edit { return AddDeclaration{in.text("text")}; }},
    {"remove_node", [](EditReader& in) -> Edit { return RemoveNode{in.text("node")}; }},
    {"connect",
     [](EditReader& in) -> Edit {
       return Connect{in.text("node"), in.text("port", false), in.text("from"),
                      in.text("member", false)};
     }},
    {"disconnect",
     [](EditReader& in) -> Edit {
       return Disconnect{in.text("node"), in.text("port")};
     }},
    {"set_value",
     [](EditReader& in) -> Edit {
       return SetValue{in.text("node"), in.text("port", false), in.value("value"), in.flag("live")};
     }},
    {"set_parameter",
     [](EditReader& in) -> Edit {
       return SetParameter{in.text("node"), in.value("value"), in.flag("live")};
     }},
    {"rename",
     [](EditReader& in) -> Edit {
       return Rename{in.text("node"), in.text("name")};
     }},
    {"replace_fragment",
     [](EditReader& in) -> Edit {
       return ReplaceFragment{in.text("node"), in.text("fragment")};
     }},
    {"insert_on_wire",
     [](EditReader& in) -> Edit {
       return InsertOnWire{in.text("node"), in.text("port", false), in.text("fragment"),
                           in.text("name"), in.text("input", false)};
     }},
    {"extract",
     [](EditReader& in) -> Edit {
       return Extract{in.text("node"), in.text("name")};
     }},
    {"group",
     [](EditReader& in) -> Edit {
       return Group{in.texts("nodes"), in.text("name")};
     }},
    {"ungroup", [](EditReader& in) -> Edit { return Ungroup{in.text("node")}; }},
    {"set_editor_data",
     [](EditReader& in) -> Edit {
       return SetEditorData{in.text("node"), in.text("data")};
     }},
    {"set_text", [](EditReader& in) -> Edit { return SetText{in.text("text")}; }},
    {"paste",
     [](EditReader& in) -> Edit {
       return Paste{in.text("graph"), in.text("text")};
     }},
    {"set_document", [](EditReader& in) -> Edit { return SetDocument{in.json("document")}; }},
};

Result<Edit> read_edit(const Json& json) {
  if (!json.is_object() || !json.contains("op") || !json["op"].is_string()) {
    return failed(error(Code::WrongArguments, "an edit is an object with the string 'op'"));
  }
  const auto name = json["op"].get<std::string>();
  const auto* found = std::find_if(std::begin(operations), std::end(operations),
                                   [&](const Operation& each) { return each.name == name; });
  if (found == std::end(operations)) {
    std::vector<std::string_view> known;
    for (const Operation& each : operations) {
      known.push_back(each.name);
    }
    return failed(error(Code::WrongArguments, fmt::format("there is no edit '{}'", name),
                        spelling_hint(name, known)));
  }
  EditReader reader(json);
  Edit edit = found->read(reader);
  Diagnostics errors = reader.finish();
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  return edit;
}

Json json_of(const std::vector<NodeDiagnostic>& diagnostics) {
  Json all = Json::array();
  for (const NodeDiagnostic& each : diagnostics) {
    Json json;
    json["severity"] = severity_name(each.severity);
    json["code"] = slug(each.code);
    json["message"] = each.message;
    json["node"] = each.node;
    json["port"] = each.port;
    json["file"] = each.file;
    json["line"] = each.position.line;
    json["column"] = each.position.column;
    json["notes"] = each.notes;
    json["hint"] = each.hint;
    all.push_back(std::move(json));
  }
  return all;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::Parameter:
      return "parameter";
    case NodeKind::Port:
      return "port";
    case NodeKind::Value:
      return "value";
    case NodeKind::Output:
      break;
  }
  return "output";
}

}  // namespace

Result<std::vector<Edit>> parse_edits(std::string_view text) {
  const auto parsed = read_json(text);
  if (!parsed) {
    return failed(error(Code::SyntaxError, "the edits are " + parsed.error(),
                        R"(written: {"op": "set_value", "node": "m/base", "value": 0.5})"));
  }
  const Json& json = *parsed;
  std::vector<Edit> edits;
  const std::size_t count = json.is_array() ? json.size() : 1;
  for (std::size_t i = 0; i < count; ++i) {
    auto edit = read_edit(json.is_array() ? json[i] : json);
    if (!edit) {
      for (Diagnostic& each : edit.error()) {
        if (count > 1) {
          each.notes.push_back({fmt::format("in edit {} of {}", i + 1, count)});
        }
      }
      return failed(std::move(edit.error()));
    }
    edits.push_back(std::move(*edit));
  }
  return edits;
}

std::string edit_schema() {
  Json all = Json::array();
  const Json nothing = Json::object();
  for (const Operation& operation : operations) {
    Json schema{{"type", "object"},
                {"properties", {{"op", {{"const", operation.name}}}}},
                {"required", Json::array({"op"})},
                {"additionalProperties", false}};
    EditReader reader(nothing, &schema);  // asks for every member, and gets none
    operation.read(reader);
    all.push_back(std::move(schema));
  }
  return Json{{"description", "An edit, as live/session/edit.h has them."},
              {"oneOf", std::move(all)}}
      .dump();
}

std::string answer_json(const EditAnswer& answer) {
  Json json;
  json["version"] = answer.version;
  json["diagnostics"] = json_of(answer.diagnostics);
  json["added"] = answer.added;
  json["outputs"] = Json::array();
  for (const OutputAnswer& output : answer.outputs) {
    Json one;
    one["output"] = output.output;
    one["answer"] = answer_name(output.answer);
    one["has_errors"] = output.has_errors;
    one["stages"] = Json::array();
    for (const StageAnswer& stage : output.stages) {
      one["stages"].push_back({{"suffix", stage.suffix}, {"answer", answer_name(stage.answer)}});
    }
    one["bytes"] = Json::array();
    for (const ByteRange& range : output.bytes) {
      one["bytes"].push_back(
          {{"block", range.block}, {"offset", range.offset}, {"size", range.size}});
    }
    one["resized"] = Json::array();
    for (const BlockSize& block : output.resized) {
      one["resized"].push_back({{"block", block.block}, {"size", block.size}});
    }
    one["files"] = output.files;
    one["constants"] = Json::array();
    for (const ChangedConstant& constant : output.constants) {
      one["constants"].push_back({{"constant_id", constant.constant_id}, {"bits", constant.bits}});
    }
    one["diagnostics"] = json_of(output.diagnostics);
    one["stitched_anew"] = Json::array();
    for (const StitchedInput& input : output.stitched_anew) {
      one["stitched_anew"].push_back(
          {{"node", input.node}, {"port", input.port}, {"source", input.source}});
    }
    json["outputs"].push_back(std::move(one));
  }
  return text_of(json);
}

std::string refusal_json(std::uint64_t version, const std::vector<NodeDiagnostic>& errors) {
  Json json;
  json["version"] = version;
  json["refused"] = json_of(errors);
  return text_of(json);
}

std::string diagnostics_json(const std::vector<NodeDiagnostic>& diagnostics) {
  return text_of(json_of(diagnostics));
}

std::string document_json(const DocumentText& document, const NodeNames& names) {
  Json graphs = Json::array();
  for (std::uint32_t i = 0; i < document.graphs().size(); ++i) {
    const DocumentGraph& graph = document.graphs()[i];
    Json nodes = Json::array();
    for (std::uint32_t k = graph.first_node; k < graph.first_node + graph.node_count; ++k) {
      const DocumentNode& node = document.nodes()[k];
      Json one;
      one["id"] = id_of(document, names, k);
      one["kind"] = kind_name(node.kind);
      one["name"] = node.name;
      one["value"] = node.value ? document.text(document.module().exprs[*node.value].span)
                                : std::string_view();
      one["data"] = editor_data(document, node);
      one["line"] = document.source().position(node.statement.begin).line;
      nodes.push_back(std::move(one));
    }
    Json one;
    one["id"] = graph_id_of(document, names, i);
    one["name"] = graph.name;
    one["material"] = graph.is_material;
    one["nodes"] = std::move(nodes);
    graphs.push_back(std::move(one));
  }
  Json json;
  json["graphs"] = std::move(graphs);
  return text_of(json);
}

}  // namespace weft::live
