#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "importers/materialx/check_inputs.h"
#include "importers/materialx/color_spaces.h"
#include "importers/materialx/textures.h"
#include "importers/materialx/translator.h"
#include "importers/materialx/values.h"
#include "support/spelling.h"

namespace weft::materialx {
namespace {

struct Given {
  std::string name;
  Value value;
  std::string_view type = {};  ///< as the document states it
};

// Inputs that say how a file is read; they become the sampler of its parameter, or mean nothing to
// a shader.
constexpr std::array<std::string_view, 13> sampling_inputs = {
    "filtertype",  "layer",          "layerx",       "layery",       "layerz", "framerange",
    "frameoffset", "frameendaction", "uaddressmode", "vaddressmode", "wrapS",  "wrapT",
    "note"};

bool is_sampling(std::string_view input) {
  return std::find(sampling_inputs.begin(), sampling_inputs.end(), input) != sampling_inputs.end();
}

/// The data type of the type parameter in a call: the type of the result where that is generic and
/// stated, else the widest of the arguments.
std::string choice_of(const NodeSignature& signature, const std::vector<Given>& given,
                      const std::string& result) {
  if (!result.empty() && signature.results.size() == 1 &&
      signature.is_generic(signature.results.front().type)) {
    return result;
  }
  std::string choice;
  for (const Given& argument : given) {
    const NodePort* port = find_port(signature, argument.name);
    if (port != nullptr && signature.is_generic(port->type) &&
        (choice.empty() || choice == "float")) {
      choice = argument.value.type;
    }
  }
  return choice;
}

bool fits(const NodeSignature& signature, const std::vector<Given>& given,
          const std::string& result) {
  const std::string choice = choice_of(signature, given, result);
  if (signature.results.size() == 1) {
    const std::string& type = signature.results.front().type;
    if (!signature.is_generic(type) && !result.empty() && type != result) {
      return false;
    }
  }
  const bool is_within_bound =
      choice.empty() ||
      std::all_of(signature.type_parameters.begin(), signature.type_parameters.end(),
                  [&](const NodeTypeParameter& one) { return signature.admits(one.name, choice); });
  return is_within_bound && std::all_of(given.begin(), given.end(), [&](const Given& argument) {
           const NodePort* port = find_port(signature, argument.name);
           if (port == nullptr) {
             return false;
           }
           return signature.is_generic(port->type)
                      ? argument.value.type == choice ||
                            (port->is_splatted && argument.value.type == "float")
                      : argument.value.type == port->type;
         });
}

/// The default of a port as a value of a data type. A port of any type has a number as its default:
/// the same one in each component, also of matrices, and zero of what has no components.
std::string default_of(const NodePort& port, const std::string& type, bool is_generic) {
  if (!is_generic || type == "float") {
    return *port.default_text;
  }
  return component_count(type) > 0 || is_matrix(type)
             ? fmt::format("{}({})", type, *port.default_text)
             : zero_of(type);
}

/// The arguments of a call, with the defaults that decide the type parameter where nothing given
/// does, and with those of all other ports if other overloads fit too.
std::string arguments_of(const NodeSignature& signature, const std::vector<Given>& given,
                         const std::string& result, bool is_only_one) {
  const std::string choice = choice_of(signature, given, result);
  bool is_decided = std::any_of(given.begin(), given.end(), [&](const Given& argument) {
    const NodePort* port = find_port(signature, argument.name);
    return port != nullptr && signature.is_generic(port->type) && argument.value.type == choice;
  });
  std::vector<std::string> arguments;
  for (const NodePort& port : signature.ports) {
    const auto argument = std::find_if(given.begin(), given.end(), [&](const Given& candidate) {
      return candidate.name == port.name;
    });
    if (argument != given.end()) {
      arguments.push_back(fmt::format("{}: {}", port.name, argument->value.text));
      continue;
    }
    const bool is_generic = signature.is_generic(port.type);
    const std::string& type = is_generic ? choice : port.type;
    const bool may_be_omitted =
        is_generic ? is_decided && component_count(choice) > 0 : is_only_one;
    if (port.default_text && may_be_omitted) {
      continue;
    }
    arguments.push_back(
        fmt::format("{}: {}", port.name,
                    port.default_text ? default_of(port, type, is_generic) : zero_of(type)));
    is_decided = is_decided || is_generic;
  }
  return fmt::format("{}", fmt::join(arguments, ", "));
}

/// Adds parameters for the inputs that a node leaves to their defaults, where these are numbers.
void add_defaults(Body& body, const std::string& owner, const NodeSignature& signature,
                  const std::string& choice, std::vector<Given>& given) {
  for (const NodePort& port : signature.ports) {
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const Given& argument) {
      return argument.name == port.name;
    });
    const bool is_generic = signature.is_generic(port.type);
    const std::string& type = is_generic ? choice : port.type;
    const std::string text = port.default_text.value_or("");
    const bool is_static = type == "int" || type == "bool";
    const bool is_number = text == "true" || text == "false" || text.starts_with("float") ||
                           text.find_first_not_of("-.0123456789e") == std::string::npos;
    if (is_given || text.empty() || !is_number || !(is_static || type.starts_with("float"))) {
      continue;
    }
    const std::string name = body.text.names.give(owner + "_" + port.name);
    body.text.hoisted.push_back(
        {name, type, type, default_of(port, type, is_generic), "", is_static});
    given.push_back({port.name, {name, type}});
  }
}

/// Adds parameters for the files that a node does not name.
void add_missing_files(Body& body, const Document& document, const StandardNodes& standard,
                       ElementId node, const NodeSignature& signature, std::vector<Given>& given) {
  for (const NodePort& port : signature.ports) {
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const Given& argument) {
      return argument.name == port.name;
    });
    if (port.type == "texture2d" && !is_given) {
      const std::string name = body.text.names.give(document.elements[node].name + "_" + port.name);
      const ImageNode image = image_node(document, standard, body.texts, node);
      body.text.hoisted.push_back(
          {name, port.type, port.type, "", metadata_without_file(document, image)});
      given.push_back({port.name, {name, port.type}});
    }
  }
}

std::string list_of_types(const std::vector<Given>& given) {
  std::vector<std::string> parts;
  parts.reserve(given.size());
  for (const Given& argument : given) {
    parts.push_back(fmt::format("{}: {}", argument.name,
                                argument.type.empty() ? argument.value.type : argument.type));
  }
  return fmt::format("({})", fmt::join(parts, ", "));
}

/// Which types a node of that kind has, if the stated one is none of them.
std::string hint_of_types(const StandardNodes& standard, const OwnDeclarations& own,
                          const std::string& kind, const std::string& stated) {
  const auto has = [&](std::string_view type) {
    const std::string data_type = own.type_name(type);
    const auto gives = [&](const NodeSignature& one) {
      const std::string& result = one.results.front().type;
      return one.is_generic(result) ? one.admits(result, data_type) : result == data_type;
    };
    const std::vector<NodeSignature>& any = standard.overloads(kind);
    return !standard.overloads(fmt::format("{}_{}", kind, type)).empty() ||
           (has_values(type) && std::any_of(any.begin(), any.end(), gives));
  };
  std::vector<std::string_view> types;
  for (const std::string_view type : shader_types()) {
    if (has(type)) {
      types.push_back(type);
    }
  }
  return types.empty() || has(stated)
             ? std::string()
             : fmt::format("the types of a node '{}' are {}", kind, fmt::join(types, ", "));
}

bool knows_input(const std::vector<NodeSignature>& signatures, std::string_view name) {
  return std::any_of(signatures.begin(), signatures.end(),
                     [&](const NodeSignature& one) { return find_port(one, name) != nullptr; });
}

/// The inputs of a node, to compare a misspelled one with.
std::vector<std::string_view> input_names(const std::vector<NodeSignature>& typed,
                                          const std::vector<NodeSignature>& any) {
  std::vector<std::string_view> names;
  bool has_file = false;
  for (const std::vector<NodeSignature>* signatures : {&typed, &any}) {
    for (const NodeSignature& one : *signatures) {
      for (const NodePort& port : one.ports) {
        if (std::find(names.begin(), names.end(), port.name) == names.end()) {
          names.push_back(port.name);
        }
        has_file = has_file || port.type == "texture2d";
      }
    }
  }
  if (has_file) {
    names.insert(names.end(), sampling_inputs.begin(), sampling_inputs.end());
  }
  return names;
}

/// Whether the arguments alone decide between overloads, as in a call of `chosen`, which states
/// what has no default.
bool fits_one(const std::vector<NodeSignature>& overloads, const NodeSignature& chosen,
              const std::vector<Given>& given) {
  const auto is_filled = [&](const NodePort& port) {
    const NodePort* stated = find_port(chosen, port.name);
    return port.default_text || (stated != nullptr && !stated->default_text) ||
           std::any_of(given.begin(), given.end(),
                       [&](const Given& argument) { return argument.name == port.name; });
  };
  return std::count_if(overloads.begin(), overloads.end(), [&](const NodeSignature& one) {
           return fits(one, given, "") &&
                  std::all_of(one.ports.begin(), one.ports.end(), is_filled);
         }) == 1;
}

/// What a node is or has that nobody knows, and what may be meant.
struct Unknown {
  std::string what;
  std::string hint;
};

/// `kinds`: of all nodes, if that of the element is unknown.
Unknown unknown_of(const Element& element, const std::string& type,
                   const std::vector<std::string>& kinds) {
  if (kinds.empty()) {
    return {fmt::format("has the type '{}'", type), spelling_hint(type, shader_types())};
  }
  return {fmt::format("is a node of the kind '{}', of the type '{}'", element.tag, type),
          spelling_hint(element.tag, {kinds.begin(), kinds.end()})};
}

/// Notes the results of a call. `type` is that of the node, which says nothing of several results.
void give_results(const NodeSignature& called, const std::string& binding,
                  const std::string& choice, const std::string& type, NodeState& state) {
  state.first = called.results.front().name;
  for (const NodeResult& one : called.results) {
    const std::string data_type = called.is_generic(one.type) ? choice : one.type;
    state.results.emplace(one.name, Value{one.name.empty() ? binding : binding + "." + one.name,
                                          data_type, type == "multioutput" ? "" : type});
  }
  state.kind = NodeState::Kind::Done;
}

}  // namespace

void Translator::call_standard(Body& body, ElementId node, NodeState& state) {
  const Element& element = document_.elements[node];
  const std::string type(element.get("type"));
  const std::vector<NodeSignature>& typed = standard_.overloads(element.tag + "_" + type);
  const std::vector<NodeSignature>& any = standard_.overloads(element.tag);
  const std::string result = own_.type_name(type);
  const bool has_kind = !typed.empty() || !any.empty();
  if (!has_kind || (result.empty() && !type.empty() && type != "multioutput")) {
    const auto kinds = has_kind ? std::vector<std::string>() : standard_.names();
    Unknown unknown = unknown_of(element, type, kinds);
    report(Code::UnknownName, node,
           fmt::format("'{}' {}, which is not known", path_of(document_, node), unknown.what),
           std::move(unknown.hint));
    return;
  }
  std::vector<Given> given;
  for (const ElementId input : inputs_of(document_, node)) {
    const Element& declared = document_.elements[input];
    check_word(document_, input, nullptr, findings_);
    const std::vector<NodeSignature>& candidates = typed.empty() ? any : typed;
    const bool is_mode =
        declared.name.ends_with("addressmode") || declared.name.starts_with("wrap");
    const bool has_modes = find_port(candidates.front(), declared.name) != nullptr;
    if (is_sampling(declared.name) &&
        !(is_mode && has_modes && address_modes_of(document_, node).need_code())) {
      continue;
    }
    if (!knows_input(typed, declared.name) && !knows_input(any, declared.name)) {
      report(Code::WrongArguments, input,
             fmt::format("the node '{}' has no input '{}'", element.tag, declared.name),
             findings_.hint(declared.name, "input", [&] { return input_names(typed, any); }));
      return;
    }
    const std::optional<Value> value = value_of(body, input);
    if (!value) {
      return;
    }
    if (declared.get("type") == "filename") {
      note_image(body.images, declared, image_node(document_, standard_, body.texts, node));
    }
    if (!value->text.empty()) {
      given.push_back({declared.name, *value, declared.get("type")});
    }
  }
  const auto fitting = [&](const NodeSignature& one) { return fits(one, given, result); };
  auto chosen = std::find_if(typed.begin(), typed.end(), fitting);
  const bool is_typed = chosen != typed.end();
  if (!is_typed) {
    chosen = std::find_if(any.begin(), any.end(), fitting);
    if (chosen == any.end()) {
      report(Code::NoOverload, node,
             fmt::format("no node '{}' of the type '{}' takes {}", element.tag, type,
                         list_of_types(given)),
             hint_of_types(standard_, own_, element.tag, type));
      return;
    }
  }
  const std::string choice = choice_of(*chosen, given, result);
  if (choice.empty() &&
      std::any_of(chosen->results.begin(), chosen->results.end(),
                  [&](const NodeResult& one) { return chosen->is_generic(one.type); })) {
    report(Code::WrongArguments, node,
           fmt::format("'{}' states no type that a node '{}' has", path_of(document_, node),
                       element.tag));
    return;
  }
  check_types_of_standard(document_, node, *chosen, findings_);
  add_missing_files(body, document_, standard_, node, *chosen, given);
  if (options_.parameters == Parameters::All && body.is_authored) {
    add_defaults(body, element.name, *chosen, choice, given);
  }
  const bool is_only_one = fits_one(is_typed ? typed : any, *chosen, given);
  const std::string binding = body.text.names.give(element.name);
  body.text.lines.push_back(fmt::format("{} = {}({});", binding, chosen->name,
                                        arguments_of(*chosen, given, result, is_only_one)));
  give_results(*chosen, binding, choice, type, state);
}

}  // namespace weft::materialx
