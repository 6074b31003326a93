#include "tools/graph_value.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/constant_output.h"
#include "fragments/syntax/parser.h"

namespace weft::tools {

namespace {

/// Whether a fragment has no body, as a graph, or takes functions.
bool is_composed(const Fragment& fragment) {
  return fragment.is_graph() ||
         std::any_of(fragment.ports.begin(), fragment.ports.end(), [](const FragmentPort& port) {
           return port.kind != FragmentPort::Kind::Value;
         });
}

/// Array features have as many elements as were given, which no expression can inject.
bool given_directly(const Library& library, const NamedValue& value) {
  const auto feature = library.find_feature(value.name);
  return feature && value.value.type.is_array() && !library.features[*feature].definition;
}

}  // namespace

bool needs_composing(Library& library, const std::string& expression) {
  const FileId file = library.sources.add(SourceFile("<expression>", expression));
  const ParsedExpression parsed = parse_expression(file, library.sources[file], library.names);
  if (!parsed.expr) {
    return false;
  }
  for (std::size_t i = 0; i < parsed.module.exprs.size(); ++i) {
    const auto& kind = parsed.module.exprs[syntax::ExprId(i)].kind;
    if (std::holds_alternative<syntax::LambdaExpr>(kind) ||
        std::holds_alternative<syntax::LoopExpr>(kind) ||
        std::holds_alternative<syntax::AscribeExpr>(kind) ||
        std::holds_alternative<syntax::WithExpr>(kind) ||
        std::holds_alternative<syntax::ColorExpr>(kind)) {
      return true;
    }
    const auto* name = std::get_if<syntax::NameExpr>(&kind);
    if (name == nullptr) {
      continue;
    }
    const std::vector<FragmentId>& called = library.find_fragments(name->name);
    const bool is_any_composed = std::any_of(called.begin(), called.end(), [&](FragmentId id) {
      return is_composed(library.fragments[id]);
    });
    if (is_any_composed) {
      return true;
    }
  }
  return false;
}

std::string material_of_expression(const Library& library, const std::string& expression,
                                   const std::vector<NamedValue>& values) {
  std::string parameters;
  std::string injected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto feature = library.find_feature(values[i].name);
    if (given_directly(library, values[i])) {
      continue;
    }
    const std::string name = feature ? fmt::format("given_value_{}", i) : values[i].name;
    const bool is_static = values[i].value.type.is_plain();
    const std::string type = feature && is_static
                                 ? library.type_name(library.features[*feature].type)
                                 : library.type_name(values[i].value.type);
    parameters += fmt::format("{}param {}: {};\n", is_static ? "static " : "", name, type);
    if (feature) {
      injected += fmt::format("{}{}: {}", injected.empty() ? "" : ", ", values[i].name, name);
    }
  }
  // The expression is on lines of its own: see material_of_expression() in the header.
  return fmt::format("material {} {{ output value = (\n{}\n){};\n{}}}\n", evaluated_material,
                     expression, injected.empty() ? "" : fmt::format(" with ({})", injected),
                     parameters);
}

Result<Constant> evaluate_material_of_expression(const Library& library,
                                                 const std::vector<NamedValue>& values) {
  const std::optional<MaterialId> material = library.find_material(evaluated_material);
  if (!material) {
    return failed(error(Code::EvaluationFailed, "this has no value"));
  }
  std::vector<std::optional<Constant>> given;
  std::map<FeatureId, Constant> features;
  // The values were read with another library, whose structs and arrays have other ids.
  const std::vector<MaterialParameter>& parameters = library.materials[*material].parameters;
  for (const NamedValue& value : values) {
    if (given_directly(library, value)) {
      const FeatureId feature = *library.find_feature(value.name);
      const DataType whole = library.features[feature].type.data();
      features.emplace(feature, Constant{whole, value.value.bits});
    } else {
      given.emplace_back(Constant{parameters[given.size()].type.data(), value.value.bits});
    }
  }
  return constant_output(Composer(library), *material, given, features);
}

}  // namespace weft::tools
