#include <algorithm>

#include <fmt/format.h>

#include "importers/materialx/color_spaces.h"
#include "importers/materialx/defaults.h"
#include "importers/materialx/renderable_elements.h"
#include "importers/materialx/stated_values.h"
#include "importers/materialx/translator.h"
#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

constexpr std::size_t deepest_nesting = 100;
constexpr std::size_t most_variants = 10'000;

/// `a: float = 1.0, b: texture2d`, on one line; the printer lays it out.
std::string ports_text(const std::vector<Hoisted>& ports) {
  std::string text;
  for (const Hoisted& port : ports) {
    text += fmt::format("{}{}: {}{}{}", text.empty() ? "" : ", ", port.name, port.inner_type,
                        port.default_text.empty() ? "" : " = ", port.default_text);
  }
  return text;
}

/// The definitions by code that nodes of the document may have.
std::vector<const Definition*> coded_definitions(const Document& document,
                                                 const StandardNodes& standard,
                                                 const std::vector<Definition>& definitions) {
  std::vector<const Definition*> coded;
  for (const Definition& definition : definitions) {
    // Weft's own nodes come before those of an installed MaterialX.
    const bool is_hidden =
        definition.is_library &&
        standard.has(definition.node,
                     definition.outputs.size() == 1
                         ? document.elements[definition.outputs.front()].get("type")
                         : std::string_view());
    if (definition.code && !definition.graph && !is_hidden) {
      coded.push_back(&definition);
    }
  }
  std::unordered_set<std::string> named;  // categories, and after a '/' definitions
  for (std::size_t i = 0; !coded.empty() && i < document.elements.size(); ++i) {
    const Element& element = document.elements[document.elements.id_at(i)];
    named.insert(element.tag);
    named.insert(qualified_name(element.space, element.tag));
    const bool implements = element.tag == "implementation" || element.tag == "nodegraph";
    if (element.has("nodedef") && !implements) {
      named.insert(fmt::format("/{}", element.get("nodedef")));
      named.insert("/" + qualified_name(element.space, element.get("nodedef")));
    }
  }
  std::erase_if(coded, [&](const Definition* one) {
    const Element& element = document.elements[one->element];
    return named.count(one->node) == 0 && named.count("/" + element.name) == 0 &&
           named.count("/" + qualified_name(element.space, element.name)) == 0;
  });
  return coded;
}

}  // namespace

Translator::Translator(Document& document, const StandardNodes& standard,
                       const ImportOptions& options, const FileReader& reader)
    : document_(document),
      standard_(standard),
      options_(options),
      scopes_(document),
      definitions_(document),
      own_(document, module_),
      code_(document, options, reader, own_, module_, document.sources) {
  own_.declare_structs(scopes_.children(std::nullopt));
  own_.declare_structs(scopes_.library_children());
  own_.note_units(scopes_.children(std::nullopt));
}

void Translator::report(Code code, ElementId at, std::string message, std::string hint,
                        std::vector<Note> notes) {
  report_at(document_, findings_.diagnostics, code, at, std::move(message), std::move(hint),
            std::move(notes));
}

void Translator::run(ImportedModule& result) {
  code_.read(coded_definitions(document_, standard_, definitions_.all));
  for (const ElementId id : renderable_elements(document_, scopes_)) {
    ImportedElement made{path_of(document_, id), ""};
    translate_element(id, made);
    result.elements.push_back(std::move(made));
  }
  const std::string& path =
      document_.sources[document_.elements[document_.roots.back()].span.file].path();
  result.text = module_.text(
      fmt::format("From {}, for the profile materialx.",
                  std::string_view(path).substr(directory_of(path).size() +
                                                (directory_of(path).empty() ? 0 : 1))));
  for (Diagnostic& found : findings_.diagnostics) {
    append(result.diagnostics, std::move(found));
  }
  result.broken_links = std::move(findings_.broken_links);
}

void Translator::translate_element(ElementId id, ImportedElement& made) {
  const Element& element = document_.elements[id];
  Body body;
  body.is_material = true;
  Value drawn;
  if (element.tag == "output") {
    const bool is_in_graph =
        element.parent && document_.elements[*element.parent].tag == "nodegraph";
    const std::optional<ElementId> target = is_in_graph ? element.parent : target_of(id);
    if (!target) {
      return;
    }
    resolve(body, *target);
    if (is_in_graph) {
      const auto& results = body.nodes[target->index()].results;
      const auto found = results.find(element.name);
      if (found == results.end()) {
        return;
      }
      drawn = found->second;
    } else {
      const std::optional<Value> value = value_of(body, id);
      if (!value) {
        return;
      }
      drawn = *value;
    }
  } else if (element.tag != "surfacematerial") {
    resolve(body, id);
    const NodeState& state = body.nodes[id.index()];
    const auto first = state.results.find(state.first);
    if (state.kind != NodeState::Kind::Done || first == state.results.end()) {
      return;
    }
    drawn = first->second;
  } else {
    const std::optional<Value> value = surface_of_material(body, id);
    const std::optional<Value> offset = shader_of(body, id, "displacementshader");
    if (!value || !offset) {
      return;
    }
    drawn = *value;
    if (!offset->text.empty()) {
      body.text.lines.push_back(fmt::format(
          "output position_offset = {} as {{use: direction, basis: model}};", offset->text));
    }
  }
  made.material = module_.names.give(identifier_of(made.path));
  std::string text = fmt::format("material {} {{\n", made.material);
  for (const Hoisted& parameter : body.text.hoisted) {
    text += fmt::format("    {}param {}: {}{}{}{};\n", parameter.is_static ? "static " : "",
                        parameter.name, parameter.type, parameter.default_text.empty() ? "" : " = ",
                        parameter.default_text, parameter.meta);
  }
  for (const std::string& line : body.text.lines) {
    text += fmt::format("    {}\n", line);
  }
  text += fmt::format("    output color = mx_draw({});\n", drawn.text);
  if (drawn.type == "ShadedSurface") {
    text += fmt::format("    output coverage = mtlx_coverage({});\n", drawn.text);
  }
  module_.materials.push_back(text + "}\n");
}

std::optional<Value> Translator::shader_of(Body& body, ElementId material, std::string_view input) {
  const std::optional<ElementId> link = find_child(document_, material, input);
  if (!link) {
    return Value{};
  }
  if (const std::optional<ElementId> target = target_of(*link)) {
    resolve(body, *target);
  }
  return value_of(body, *link);
}

std::optional<Value> Translator::surface_of_material(Body& body, ElementId material) {
  const std::optional<Value> front = shader_of(body, material, "surfaceshader");
  const std::optional<Value> back = shader_of(body, material, "backsurfaceshader");
  if (!front || !back) {
    return std::nullopt;
  }
  const std::string nothing = zero_of("ShadedSurface");
  if (back->text.empty()) {
    return Value{front->text.empty() ? nothing : front->text, "ShadedSurface"};
  }
  const std::string name = body.text.names.give("both_sides");
  body.text.lines.push_back(fmt::format("{} = mtlx_two_sided({}, {});", name,
                                        front->text.empty() ? nothing : front->text, back->text));
  return Value{name, "ShadedSurface"};
}

const TranslatedGraph* Translator::graph_of(ElementId id, const Definition* definition,
                                            ElementId node, const Body& caller) {
  if (open_graphs_.count(id.index()) != 0) {
    report(Code::GraphCycle, id,
           fmt::format("the node graph '{}' uses itself", path_of(document_, id)));
    return nullptr;
  }
  GivenTexts texts{node, definition, caller.texts};
  GraphVariants& variants = graphs_[id.index()];
  const auto key = [&] {
    std::string joined;
    for (const std::string& name : variants.texts) {
      const std::string text = text_of(document_, &texts, name);
      joined += fmt::format("{}:{}", text.size(), text);
    }
    return joined;
  };
  const auto known = variants.made.find(key());
  if (known != variants.made.end()) {
    return &known->second;
  }
  if (open_graphs_.size() >= deepest_nesting) {
    report(Code::NestingTooDeep, id,
           fmt::format("node graphs are nested more than {} levels deep", deepest_nesting));
    return nullptr;
  }
  if (!variants.made.empty() && ++variants_ > most_variants) {
    report(Code::ExpansionLimit, id,
           fmt::format("node graphs are needed with more than {} texts", most_variants));
    return nullptr;
  }
  open_graphs_.insert(id.index());
  TranslatedGraph made = write_graph(id, definition, texts);
  open_graphs_.erase(id.index());
  for (const auto& [name, text] : texts.read) {
    if (std::find(variants.texts.begin(), variants.texts.end(), name) == variants.texts.end()) {
      variants.texts.push_back(name);
    }
  }
  return &variants.made.emplace(key(), std::move(made)).first->second;
}

std::optional<std::string> Translator::declare_inputs(const std::vector<ElementId>& inputs,
                                                      Body& body, TranslatedGraph& made) {
  std::string ports;
  for (const ElementId id : inputs) {
    const Element& input = document_.elements[id];
    std::string data_type = own_.type_name(input.get("type"));
    if (input.get("type") == "string") {
      data_type = "int";
    }
    if (data_type.empty()) {
      continue;
    }
    // What the input of a graph that is no definition states is an argument, and checked there.
    const std::optional<std::string> stated =
        body.is_authored ? default_of(id, {document_, scopes_, standard_, own_})
                         : default_value(id, {document_, scopes_, standard_, own_}, findings_);
    if (!stated) {
      return std::nullopt;
    }
    const std::string name = body.text.names.give(input.name);
    const std::string value = stated->empty() ? std::string() : " = " + *stated;
    // A BSDF reads the light's direction, which only what sums the lights up provides.
    const std::string declared = data_type == "Bsdf" ? "eval(light.direction) -> Bsdf" : data_type;
    ports += fmt::format("{}{}: {}{}", ports.empty() ? "" : ", ", name, declared, value);
    made.inputs.emplace(input.name, Value{name, data_type});
    body.inputs.emplace(input.name, Value{name, data_type, std::string(input.get("type"))});
  }
  return ports;
}

TranslatedGraph Translator::write_graph(ElementId id, const Definition* definition,
                                        GivenTexts& texts) {
  const Element& element = document_.elements[id];
  TranslatedGraph made;
  Body body;
  body.is_authored = definition == nullptr;
  body.texts = &texts;
  const std::optional<std::string> declared = declare_inputs(
      definition == nullptr ? inputs_of(document_, id) : definition->inputs, body, made);
  if (!declared) {
    return made;
  }
  std::string ports = *declared;
  std::string results;
  for (const ElementId child : element.children) {
    const Element& output = document_.elements[child];
    if (output.tag != "output") {
      continue;
    }
    if (made.first_output.empty()) {
      made.first_output = output.name;
    }
    if (const auto target = target_of(child)) {
      resolve(body, *target);
    }
    const std::optional<Value> value = value_of(body, child);
    if (!value || value->text.empty()) {
      made.missing_outputs.emplace(output.name, !value);
      continue;
    }
    const std::string name = body.text.names.give(output.name);
    body.text.lines.push_back(fmt::format("output {} = {};", name, value->text));
    results += fmt::format("{}{}: {}", results.empty() ? "" : ", ", name, value->type);
    made.outputs.emplace(output.name, Value{name, value->type, std::string(output.get("type"))});
  }
  if (made.outputs.empty()) {
    const bool has_outputs =
        std::any_of(element.children.begin(), element.children.end(),
                    [&](ElementId child) { return document_.elements[child].tag == "output"; });
    if (!has_outputs) {
      report(Code::WrongArguments, id,
             fmt::format("the node graph '{}' has no output", path_of(document_, id)));
    }
    return made;
  }
  made.name = module_.names.give(element.name + "_graph");
  made.hoisted = body.text.hoisted;
  made.read_inputs = std::move(body.read_inputs);
  made.images = std::move(body.images);
  const std::string authored = ports_text(made.hoisted);
  ports += (ports.empty() || authored.empty() ? "" : ", ") + authored;
  std::string text = fmt::format("graph {}({}) -> ({})\n{{\n", made.name, ports, results);
  for (const std::string& line : body.text.lines) {
    text += fmt::format("    {}\n", line);
  }
  module_.graphs.push_back(text + "}\n");
  return made;
}

}  // namespace weft::materialx
