#include "live/session/graph_form.h"

#include <array>

#include <fmt/format.h>

#include "support/json.h"

namespace weft::live {
namespace {

using enum MemberShape;
using Of = FormGroup;

constexpr FormMember before_member{
    "before",
    Texts,
    false,
    {},
    "the lines before it: comments, and an empty text for an empty line"};
constexpr FormMember after_member{"after", Text, false, {}, "the comment at the end of its line"};
constexpr FormMember data_member{
    "data",
    Text,
    false,
    {},
    "what an editor remembers of it: the comment //@ at the end of its line"};
constexpr FormMember id_member{
    "id", Text, false, {}, "the id, made of the names; may be left out when it is read"};
constexpr FormMember end_member{
    "end", Texts, false, {}, "the lines before the closing brace or the end"};

constexpr auto document_members = std::to_array<FormMember>(
    {{"declarations", Objects, true, Of::Declaration, "in the order of the text"}, end_member});

constexpr auto text_members = std::to_array<FormMember>(
    {{"text", Text, true, {}, "one declaration that is neither a material nor a graph, as text"},
     before_member,
     after_member});
constexpr auto material_members = std::to_array<FormMember>(
    {id_member,
     {"name", Text, true, {}, "the material's name"},
     {"nodes", Objects, true, Of::Item, "parameters, values, outputs, stitch blocks"},
     before_member,
     after_member,
     end_member});
constexpr auto graph_members = std::to_array<FormMember>(
    {id_member,
     {"name", Text, true, {}, "the graph's name"},
     {"signature", Text, true, {}, "what follows the name: ports, results, clauses"},
     {"nodes", Objects, true, Of::Item, "values, outputs, stitch blocks"},
     before_member,
     after_member,
     end_member});

constexpr auto parameter_members =
    std::to_array<FormMember>({id_member,
                               {"name", Text, true, {}, "the parameter's name"},
                               {"variant", Text, false, {}, "static or spec"},
                               {"type", Text, true, {}, "the type as text"},
                               {"value", Object, false, Of::Expression, "the default"},
                               {"meta", Objects, false, Of::Entry, "label, min, max and the like"},
                               data_member,
                               before_member,
                               after_member});
constexpr auto value_members =
    std::to_array<FormMember>({id_member,
                               {"name", Text, true, {}, "the node's name"},
                               {"type", Text, false, {}, "the type as text, if stated"},
                               {"value", Object, true, Of::Expression, "what it is"},
                               data_member,
                               before_member,
                               after_member});
constexpr auto output_members = std::to_array<FormMember>(
    {id_member,
     {"name", Text, false, {}, "the output's name; none for the single result of a graph"},
     {"value", Object, false, Of::Expression, "none: the node of the output's name"},
     data_member,
     before_member,
     after_member});
constexpr auto stitch_members = std::to_array<FormMember>(
    {{"nodes", Objects, true, Of::Item, "bindings whose open inputs are connected by meaning"},
     before_member,
     after_member,
     end_member});

constexpr FormMember parentheses{
    "parentheses", Count, false, {}, "pairs around it, if not those that operators need"};
constexpr auto node_members = std::to_array<FormMember>(
    {{"node", Text, true, {}, "a parameter, port or value of the same graph"}, parentheses});
constexpr auto local_members = std::to_array<FormMember>(
    {{"local", Text, true, {}, "what a function or loop around it binds"}, parentheses});
constexpr auto name_members = std::to_array<FormMember>(
    {{"name", Text, true, {}, "another name: the first word of a feature, a fragment"},
     parentheses});
constexpr auto number_members =
    std::to_array<FormMember>({{"number", Text, true, {}, "as it is written"}, parentheses});
constexpr auto color_members =
    std::to_array<FormMember>({{"color", Text, true, {}, "#rrggbb or #rrggbbaa"}, parentheses});
constexpr auto bool_members =
    std::to_array<FormMember>({{"bool", Flag, true, {}, "true or false"}, parentheses});
constexpr auto string_members =
    std::to_array<FormMember>({{"string", Text, true, {}, "its characters"}, parentheses});
constexpr auto call_members = std::to_array<FormMember>(
    {{"call", Text, true, {}, "the fragment, type or function that is called"},
     {"arguments", Objects, true, Of::Argument, "in order"},
     parentheses});
constexpr auto apply_members = std::to_array<FormMember>(
    {{"apply", Object, true, Of::Expression, "the function, where it is more than a name"},
     {"arguments", Objects, true, Of::Argument, "in order"},
     parentheses});
constexpr auto operator_members = std::to_array<FormMember>(
    {{"operator", Text, true, {}, "with one operand, two, or three for ?:"},
     {"operands", Objects, true, Of::Expression, "in order"},
     parentheses});
constexpr auto member_members =
    std::to_array<FormMember>({{"member", Text, true, {}, "a component, result or member"},
                               {"of", Object, true, Of::Expression, "of which value"},
                               parentheses});
constexpr auto index_members =
    std::to_array<FormMember>({{"index", Object, true, Of::Expression, "which element"},
                               {"of", Object, true, Of::Expression, "of which value"},
                               parentheses});
constexpr auto as_members =
    std::to_array<FormMember>({{"as", Text, true, {}, "traits as text, with braces"},
                               {"of", Object, true, Of::Expression, "which value"},
                               parentheses});
constexpr auto with_members = std::to_array<FormMember>(
    {{"with", Objects, true, Of::Injection, "the features that are replaced"},
     {"of", Object, true, Of::Expression, "in which value"},
     parentheses});
constexpr auto function_members =
    std::to_array<FormMember>({{"function", Texts, true, {}, "the names of its parameters"},
                               {"body", Object, true, Of::Expression, "its value"},
                               parentheses});
constexpr auto loop_members = std::to_array<FormMember>(
    {{"loop", Object, true, Of::Expression, "the number of steps: a number or a name"},
     {"states", Objects, true, Of::State, "what a step hands to the next"},
     {"bindings", Objects, true, Of::Item, "values and stitch blocks"},
     end_member,
     parentheses});

constexpr auto argument_members = std::to_array<FormMember>(
    {{"port", Text, false, {}, "the port, if the text names it; else its place says which"},
     {"value", Object, true, Of::Expression, "what the port reads"}});
constexpr auto injection_members =
    std::to_array<FormMember>({{"feature", Text, true, {}, "such as surface.uv"},
                               {"value", Object, true, Of::Expression, "what takes its place"},
                               {"keeps_frame",
                                Flag,
                                false,
                                {},
                                "whether the author declares that anchored values stay valid"}});
constexpr auto state_members =
    std::to_array<FormMember>({{"name", Text, true, {}, "the state's name"},
                               {"type", Text, true, {}, "the type as text"},
                               {"value", Object, true, Of::Expression, "before the first step"}});
constexpr auto entry_members =
    std::to_array<FormMember>({{"name", Text, true, {}, "such as label"},
                               {"value", Object, true, Of::Expression, "its value"}});

constexpr std::array forms = {
    GraphForm{Of::Document, "document", "A document: a .weft text as data.", document_members},
    GraphForm{Of::Declaration, "text", "Imports, traits, leaves and others.", text_members},
    GraphForm{Of::Declaration, "material", "A material.", material_members},
    GraphForm{Of::Declaration, "graph", "A graph fragment.", graph_members},
    GraphForm{Of::Item, "parameter", "A parameter of a material.", parameter_members},
    GraphForm{Of::Item, "value", "A node: a name for an expression.", value_members},
    GraphForm{Of::Item, "output", "An output of a material, a result of a graph.", output_members},
    GraphForm{Of::Item, "stitch", "A stitch block.", stitch_members},
    GraphForm{Of::Expression, "node", "A wire.", node_members},
    GraphForm{Of::Expression, "local", "A bound name.", local_members},
    GraphForm{Of::Expression, "name", "A name that the graph does not declare.", name_members},
    GraphForm{Of::Expression, "number", "A number.", number_members},
    GraphForm{Of::Expression, "color", "A color.", color_members},
    GraphForm{Of::Expression, "bool", "True or false.", bool_members},
    GraphForm{Of::Expression, "string", "A text.", string_members},
    GraphForm{Of::Expression, "call", "A call.", call_members},
    GraphForm{Of::Expression, "apply", "A call of a computed function.", apply_members},
    GraphForm{Of::Expression, "operator", "An operator.", operator_members},
    GraphForm{Of::Expression, "member", "A part of a value.", member_members},
    GraphForm{Of::Expression, "index", "An element.", index_members},
    GraphForm{Of::Expression, "as", "A value with traits that its author states.", as_members},
    GraphForm{Of::Expression, "with", "A value under other features.", with_members},
    GraphForm{Of::Expression, "function", "A function.", function_members},
    GraphForm{Of::Expression, "loop", "A loop.", loop_members},
    GraphForm{Of::Argument, "argument", "An argument of a call.", argument_members},
    GraphForm{Of::Injection, "injection", "A feature and its value.", injection_members},
    GraphForm{Of::State, "state", "A state of a loop.", state_members},
    GraphForm{Of::Entry, "entry", "A piece of metadata.", entry_members},
};

Json reference_to(std::string_view definition) {
  Json json;
  json["$ref"] = fmt::format("#/$defs/{}", definition);
  return json;
}

Json schema_of(const FormMember& member) {
  Json json;
  switch (member.shape) {
    case Text:
      json["type"] = "string";
      break;
    case Flag:
      json["type"] = "boolean";
      break;
    case Count:
      json["type"] = "integer";
      json["minimum"] = 0;
      break;
    case Texts:
      json["type"] = "array";
      json["items"]["type"] = "string";
      break;
    case Object:
      json = reference_to(group_name(member.of));
      break;
    case Objects:
      json["type"] = "array";
      json["items"] = reference_to(group_name(member.of));
      break;
  }
  json["description"] = member.description;
  return json;
}

Json schema_of(const GraphForm& form) {
  Json json;
  json["type"] = "object";
  json["description"] = form.description;
  json["properties"] = Json::object();
  json["required"] = Json::array();
  if (has_kinds(form.group)) {
    json["properties"]["kind"]["const"] = form.name;
    json["required"].push_back("kind");
  }
  for (const FormMember& member : form.members) {
    json["properties"][std::string(member.name)] = schema_of(member);
    if (member.is_required) {
      json["required"].push_back(member.name);
    }
  }
  json["additionalProperties"] = false;
  return json;
}

bool has_several_forms(FormGroup group) { return has_kinds(group) || group == Of::Expression; }

}  // namespace

std::span<const GraphForm> graph_forms() { return forms; }

bool has_kinds(FormGroup group) { return group == Of::Declaration || group == Of::Item; }

std::string_view group_name(FormGroup group) {
  constexpr auto names = std::to_array<std::string_view>(
      {"document", "declaration", "item", "expression", "argument", "injection", "state", "entry"});
  return names[static_cast<std::size_t>(group)];
}

std::string graph_schema() {
  Json schema;
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = "A Weft document";
  schema["$ref"] = "#/$defs/document";
  Json& definitions = schema["$defs"] = Json::object();
  for (const GraphForm& form : forms) {
    if (!has_several_forms(form.group)) {
      definitions[std::string(form.name)] = schema_of(form);
      continue;
    }
    const std::string group(group_name(form.group));
    const std::string name = fmt::format("{}-{}", form.name, group);
    definitions[group]["oneOf"].push_back(reference_to(name));
    definitions[name] = schema_of(form);
  }
  return schema.dump(2) + "\n";
}

}  // namespace weft::live
