#include "live/session/graph_json.h"

#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/print_syntax.h"
#include "live/session/graph_expression.h"
#include "live/session/graph_expression_json.h"
#include "live/session/graph_lines.h"
#include "support/json.h"

namespace weft::live {
namespace {

class GraphWriter {
 public:
  explicit GraphWriter(const DocumentText& document)
      : document_(document), lines_(document.source()) {}

  Json written() {
    Json json;
    Json& all = json["declarations"] = Json::array();
    std::uint32_t at = 0;
    for (const syntax::Declaration& declaration : document_.module().declarations) {
      Json one = declared(declaration);
      lines_.add_item(all, std::move(one), declaration.span, false, at);
    }
    const auto end = static_cast<std::uint32_t>(document_.text().size());
    lines_.add_between(at, end, all.empty(), json, "end");
    return json;
  }

 private:
  std::string text(Span span) const { return std::string(document_.text(span)); }
  std::string name(const syntax::Identifier& identifier) const {
    return std::string(document_.spelling(identifier.name));
  }

  Json declared(const syntax::Declaration& declaration) {
    const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind);
    const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind);
    Json json;
    if (material == nullptr && graph == nullptr) {
      json["kind"] = "text";
      json["text"] = text(declaration.span);
      return json;
    }
    graph_ = next_graph_++;
    const DocumentGraph& index = document_.graphs()[graph_];
    node_ = index.first_node +
            static_cast<std::uint32_t>(graph != nullptr ? graph->signature.ports.size() : 0);
    json["kind"] = material != nullptr ? "material" : "graph";
    json["id"] = index.key;
    json["name"] = index.name;
    if (graph != nullptr) {
      const Span& signature = graph->signature.span;
      json["signature"] = text({signature.file, index.name_span.end, signature.end});
      auto& spelled = json["signature"].get_ref<std::string&>();
      spelled = std::string(without_blanks(spelled));
    }
    json["nodes"] = Json::array();
    std::uint32_t at =
        lines_.after_brace(graph != nullptr ? graph->signature.span.end : index.name_span.end);
    if (material != nullptr) {
      for (const auto& item : material->items) {
        if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
          lines_.add_item(json["nodes"], parameter_json(*parameter), parameter->span, true, at);
        } else {
          add_binding(json["nodes"], std::get<syntax::BindingId>(item), at);
        }
      }
    } else {
      add_bindings(json["nodes"], graph->bindings, at);
    }
    lines_.add_between(at, declaration.span.end - 1, json["nodes"].empty(), json, "end");
    return json;
  }

  void add_bindings(Json& items, const std::vector<syntax::BindingId>& ids, std::uint32_t& at) {
    for (const syntax::BindingId id : ids) {
      add_binding(items, id, at);
    }
  }

  void add_binding(Json& items, syntax::BindingId id, std::uint32_t& at) {
    const syntax::Binding& binding = document_.module().bindings[id];
    Json item;
    if (const auto* stitch = std::get_if<syntax::StitchBinding>(&binding.kind)) {
      item["kind"] = "stitch";
      item["nodes"] = Json::array();
      std::uint32_t inner = lines_.after_brace(binding.span.begin);
      add_bindings(item["nodes"], stitch->bindings, inner);  // stitch blocks do not nest
      lines_.add_between(inner, binding.span.end - 1, item["nodes"].empty(), item, "end");
    } else {
      item = binding_json(binding);
    }
    const bool has_data = item["kind"] != "stitch";
    lines_.add_item(items, std::move(item), binding.span, has_data, at);
  }

  std::string id(std::string_view local) const {
    return fmt::format("{}/{}", document_.graphs()[graph_].key, local);
  }

  Json expression(syntax::ExprId expr) const {
    return expression_json(document_, lines_, graph_, expr);
  }

  Json parameter_json(const syntax::ParameterDecl& parameter) {
    using Kind = syntax::ParameterDecl::Kind;
    Json json;
    ++node_;
    json["kind"] = "parameter";
    json["id"] = id(name(parameter.name));
    json["name"] = name(parameter.name);
    if (parameter.kind != Kind::Plain) {
      json["variant"] = parameter.kind == Kind::Static ? "static" : "spec";
    }
    json["type"] = text(parameter.type.span);
    if (parameter.default_value) {
      json["value"] = expression(*parameter.default_value);
    }
    for (const syntax::MetaEntry& entry : parameter.meta) {
      Json one;
      one["name"] = name(entry.name);
      one["value"] = expression(entry.value);
      json["meta"].push_back(std::move(one));
    }
    return json;
  }

  Json binding_json(const syntax::Binding& binding) {
    Json json;
    if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
      ++node_;
      json["kind"] = "value";
      json["id"] = id(name(value->name));
      json["name"] = name(value->name);
      if (value->type) {
        json["type"] = text(value->type->span);
      }
      json["value"] = expression(value->value);
      return json;
    }
    const auto& output = std::get<syntax::OutputBinding>(binding.kind);
    const DocumentNode& node = document_.nodes()[node_++];
    json["kind"] = "output";
    json["id"] = id(fmt::format("out:{}", node.name));
    if (!node.name.empty()) {
      json["name"] = node.name;
    }
    if (!node.is_shorthand) {
      json["value"] = expression(output.value ? *output.value : output.target);
    }
    return json;
  }

  const DocumentText& document_;
  const GraphLines lines_;
  std::uint32_t graph_ = 0;
  std::uint32_t next_graph_ = 0;
  std::uint32_t node_ = 0;  ///< the next one, in DocumentText::nodes()
};

}  // namespace

Result<std::string> graph_json(const DocumentText& document) {
  if (has_errors(document.diagnostics())) {
    Diagnostic refused =
        error(Code::SyntaxError, "the document's text does not parse", "mend the text or undo");
    refused.notes.push_back(
        {document.diagnostics().front().message, document.diagnostics().front().span});
    return failed(std::move(refused));
  }
  const std::string formatted =
      print_module(document.module(), document.source(), document.identifiers(),
                   ArgumentComments::MoveBeforeLine);
  const DocumentText canonical(document.source().path(), formatted);
  return json_text(GraphWriter(canonical).written());
}

}  // namespace weft::live
