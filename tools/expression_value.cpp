#include "tools/expression_value.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "composer/checks/defined_features.h"
#include "composer/compose.h"
#include "conversions/checks/sampled_features.h"
#include "fragments/check/check_body.h"
#include "fragments/check/check_body_features.h"
#include "fragments/check/check_context.h"
#include "fragments/check/check_expression.h"
#include "fragments/check/make_instances.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/model/lookups.h"
#include "fragments/model/metadata_range.h"
#include "fragments/syntax/parser.h"
#include "support/spelling.h"

namespace weft::tools {
namespace {

ParsedExpression parse_text(Library& library, const std::string& shown_name,
                            const std::string& text) {
  const FileId file = library.sources.add(SourceFile(shown_name, text));
  return parse_expression(file, library.sources[file], library.names);
}

/// The signature of a leaf whose ports are the values that are not features.
Fragment signature_of(Library& library, const std::vector<NamedValue>& values) {
  Fragment signature;
  for (const NamedValue& value : values) {
    if (!library.find_feature(value.name)) {
      FragmentPort port;
      port.name = library.names.intern(value.name);
      port.type.data = value.value.type;
      signature.ports.push_back(std::move(port));
    }
  }
  return signature;
}

/// Adds the features that the called leaves extract; the loader has closed those sets already.
void add_features_of_calls(const Library& library, Body& body) {
  std::vector<FeatureId> features = body.features;
  for (const BodyCall& call : body.calls) {
    const BodyInstance* instance =
        library.fragments[call.fragment].find_instance(call.type_arguments);
    if (instance != nullptr) {
      features.insert(features.end(), instance->body.features.begin(),
                      instance->body.features.end());
    }
  }
  sort_features(library, features);
  set_features(body, features);
}

/// The values of the body's features, in order: given, or computed from given ones.
Result<std::vector<Constant>> features_of(const Library& library, const Body& body,
                                          const std::vector<NamedValue>& values, Span whole) {
  if (body.features.empty()) {
    return std::vector<Constant>();
  }
  const Composer composer(library);
  DefinedFeatures definitions(composer);
  SampledFeatures known(library, definitions);
  for (const NamedValue& value : values) {
    if (const std::optional<FeatureId> id = library.find_feature(value.name)) {
      known.give(*id, value.value);
    }
  }
  std::vector<Constant> features;
  Diagnostics missing;
  const auto report = [&](FeatureId id, std::string reason) {
    const std::string_view path = library.text(library.features[id].path);
    missing.push_back(
        error_at(Code::EvaluationFailed, whole,
                 fmt::format("this needs the feature '{}', which has no value{}", path, reason),
                 fmt::format("give one by -D '{}=…'", path)));
  };
  for (FeatureId id : body.features) {
    const std::size_t before = known.missing().size();
    if (std::optional<Constant> value = known.value(id)) {
      features.push_back(std::move(*value));
      continue;
    }
    const bool is_derived = library.features[id].definition.has_value();
    if (is_derived && known.missing().size() == before) {
      report(id, " and cannot be computed here");
    }
    for (std::size_t i = before; i < known.missing().size(); ++i) {
      const std::string_view path = library.text(library.features[id].path);
      report(known.missing()[i], is_derived ? fmt::format(", for '{}'", path) : std::string());
    }
  }
  if (!missing.empty()) {
    return failed(std::move(missing));
  }
  return features;
}

/// Reads a value's text as a constant of a known type.
Result<Constant> constant_of(Library& library, const std::string& name, const std::string& text,
                             DataType type) {
  const ParsedExpression parsed = parse_text(library, "<-D " + name + ">", text);
  if (!parsed.expr) {
    return failed(parsed.diagnostics);
  }
  Result<Constant> value = check_constant(library, parsed.module, *parsed.expr, type);
  if (!value) {
    for (Diagnostic& diagnostic : value.error()) {
      if (diagnostic.code == Code::TypeMismatch) {
        diagnostic.code = Code::BadParameterValue;
      }
      diagnostic.notes.push_back(
          {fmt::format("'{}' has the type {}", name, library.type_name(type)), std::nullopt});
    }
  }
  return value;
}

/// The value of a parameter that is given by the name of one of its choices.
std::optional<Constant> value_of_choice(const Library& library, const MaterialParameter& parameter,
                                        std::string_view text) {
  const std::vector<EnumChoice>* choices = enum_choices(library, parameter.meta);
  for (std::size_t i = 0; choices != nullptr && i < choices->size(); ++i) {
    if (library.text((*choices)[i].name) == text) {
      return Constant{parameter.type.data(), {static_cast<std::uint32_t>((*choices)[i].value)}};
    }
  }
  return std::nullopt;
}

/// What is wrong with a text that is neither the name nor the number of a choice.
Diagnostic unknown_choice(const Library& library, const MaterialParameter& parameter,
                          const std::string& text) {
  const MetaValue& choices = *find_metadata(library, parameter.meta, "enum");
  std::vector<std::string_view> names;
  for (const EnumChoice& choice : std::get<std::vector<EnumChoice>>(choices.value)) {
    names.push_back(library.text(choice.name));
  }
  return error(Code::BadParameterValue,
               fmt::format("'{}', given for '{}', {}", text, library.text(parameter.name),
                           broken_bound_text(library, choices)),
               spelling_hint(text, names));
}

struct Assignment {
  std::string name;
  std::string text;
};

Result<Assignment> split_assignment(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0) {
    return failed(
        error(Code::BadParameterValue, fmt::format("'{}' is not of the form name=value", word)));
  }
  return Assignment{word.substr(0, equals), word.substr(equals + 1)};
}

void append(Diagnostics& all, Diagnostics more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

/// Arrays whose size the profile states match any size.
bool is_value_of(const Library& library, const Constant& value, DataType type) {
  if (value.type == type || !type.is_array() || !value.type.is_array()) {
    return value.type == type;
  }
  const ArrayType& wanted = library.data_types.array(type);
  return wanted.size == 0 && wanted.element == library.data_types.array(value.type).element;
}

Result<NamedValue> read_named_value(Library& library, const std::string& word) {
  Result<Assignment> assignment = split_assignment(word);
  if (!assignment) {
    return failed(std::move(assignment.error()));
  }
  const auto& [name, text] = *assignment;
  const std::optional<FeatureId> feature = library.find_feature(name);
  if (!feature && !is_identifier(name)) {
    std::vector<std::string_view> paths;
    for (const Feature& known : library.features) {
      paths.push_back(library.text(known.path));
    }
    return failed(error(Code::UnknownFeature,
                        fmt::format("'{}' is neither a name nor the path of a feature", name),
                        spelling_hint(name, paths)));
  }
  const bool is_plain = feature && library.features[*feature].type.data().is_plain();
  Result<Constant> value =
      is_plain ? constant_of(library, name, text, library.features[*feature].type.data())
               : evaluate_expression_text(library, "<-D " + name + ">", text, {});
  if (value && feature && !is_value_of(library, *value, library.features[*feature].type.data())) {
    return failed(error(Code::BadParameterValue,
                        fmt::format("'{}' is {}, but this is {}", name,
                                    library.type_name(library.features[*feature].type.data()),
                                    library.type_name(value->type))));
  }
  if (!value) {
    return failed(std::move(value.error()));
  }
  return NamedValue{name, std::move(*value)};
}

Result<std::pair<std::string, Constant>> read_parameter_value(Library& library,
                                                              const Material& material,
                                                              const std::string& word) {
  Result<Assignment> assignment = split_assignment(word);
  if (!assignment) {
    return failed(std::move(assignment.error()));
  }
  const auto& [name, text] = *assignment;
  std::vector<std::string_view> names;
  for (const MaterialParameter& parameter : material.parameters) {
    names.push_back(library.text(parameter.name));
    if (names.back() != name) {
      continue;
    }
    const DataType type = parameter.type.data();
    if (!type.is_plain()) {
      return failed(
          error(Code::BadParameterValue,
                fmt::format("the parameter '{}' is a {}, which cannot be given by -D", name,
                            library.type_name(type)),
                type.is_texture()
                    ? fmt::format("give `weft render` a file by --texture {}=FILE.png; other "
                                  "hosts bind it where the reflection says",
                                  name)
                    : ""));
    }
    if (std::optional<Constant> chosen = value_of_choice(library, parameter, text)) {
      return std::pair(name, std::move(*chosen));
    }
    Result<Constant> value = constant_of(library, name, text, type);
    if (!value && enum_choices(library, parameter.meta) != nullptr) {
      return failed(unknown_choice(library, parameter, text));
    }
    if (!value) {
      return failed(std::move(value.error()));
    }
    if (std::optional<Diagnostic> refusal = refusal_by_bounds(library, parameter, *value)) {
      return failed(std::move(*refusal));
    }
    return std::pair(name, std::move(*value));
  }
  std::string hint = spelling_hint(name, names);
  if (hint.empty()) {
    hint = names.empty() ? "it has none" : fmt::format("it has '{}'", fmt::join(names, "', '"));
  }
  return failed(error(
      Code::UnknownParameter,
      fmt::format("the material '{}' has no parameter '{}'", library.text(material.name), name),
      std::move(hint)));
}

}  // namespace

Result<Constant> evaluate_expression_text(Library& library, const std::string& shown_name,
                                          const std::string& text,
                                          const std::vector<NamedValue>& values) {
  const ParsedExpression parsed = parse_text(library, shown_name, text);
  if (!parsed.expr) {
    return failed(parsed.diagnostics);
  }
  const Span whole = parsed.module.exprs[*parsed.expr].span;
  const Fragment signature = signature_of(library, values);
  CheckContext context(library, parsed.module);
  context.table = &library.data_types;
  context.signature = &signature;
  context.calls_conversions = true;
  context.scopes.open();
  const CheckedValue checked = check_expression(context, *parsed.expr);
  if (!context.diagnostics.empty()) {
    return failed(std::move(context.diagnostics));
  }
  if (checked.is_error() || checked.type.is_void()) {
    return failed(error_at(Code::EvaluationFailed, whole, "this has no value"));
  }
  Body& body = context.body;
  const BodyStmtId given = body.add(BodyStmt{ReturnBody{checked.expr}, whole});
  body.root = body.add(BodyStmt{BlockBody{{given}}, whole});
  if (auto fault = make_called_instances(library, body)) {
    return failed(std::move(*fault));
  }
  add_features_of_calls(library, body);
  Result<std::vector<Constant>> features = features_of(library, body, values, whole);
  if (!features) {
    return failed(std::move(features.error()));
  }
  std::vector<Constant> ports;
  for (const NamedValue& value : values) {
    if (!library.find_feature(value.name)) {
      ports.push_back(value.value);
    }
  }
  auto results = evaluate_body(library, body, {checked.type}, EvaluationInputs{ports, *features});
  if (!results) {
    return failed(error_at(Code::EvaluationFailed, results.error().span, results.error().message));
  }
  return std::move(results->front());
}

Result<std::vector<NamedValue>> read_named_values(Library& library,
                                                  const std::vector<std::string>& words) {
  std::vector<NamedValue> values;
  Diagnostics diagnostics;
  for (const std::string& word : words) {
    Result<NamedValue> value = read_named_value(library, word);
    if (!value) {
      append(diagnostics, std::move(value.error()));
    } else if (std::any_of(values.begin(), values.end(),
                           [&](const NamedValue& other) { return other.name == value->name; })) {
      diagnostics.push_back(
          error(Code::DuplicateName, fmt::format("'{}' is given two values", value->name)));
    } else {
      values.push_back(std::move(*value));
    }
  }
  if (!diagnostics.empty()) {
    return failed(std::move(diagnostics));
  }
  return values;
}

Result<std::vector<std::pair<std::string, Constant>>> read_parameter_values(
    Library& library, const Material& material, const std::vector<std::string>& words) {
  std::vector<std::pair<std::string, Constant>> values;
  Diagnostics diagnostics;
  for (const std::string& word : words) {
    auto value = read_parameter_value(library, material, word);
    const bool is_repeated =
        value && std::any_of(values.begin(), values.end(),
                             [&](const auto& other) { return other.first == value->first; });
    if (is_repeated) {
      diagnostics.push_back(
          error(Code::DuplicateName,
                fmt::format("the parameter '{}' is given two values", value->first)));
    } else if (value) {
      values.push_back(std::move(*value));
    } else {
      append(diagnostics, std::move(value.error()));
    }
  }
  if (!diagnostics.empty()) {
    return failed(std::move(diagnostics));
  }
  return values;
}

}  // namespace weft::tools
