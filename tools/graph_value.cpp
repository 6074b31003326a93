#include "tools/graph_value.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/constant_output.h"
#include "fragments/language/parser.h"

namespace weft::tools {

bool calls_graph(Library& library, const std::string& expression) {
  const FileId file = library.sources.add(SourceFile("<expression>", expression));
  const ParsedExpression parsed = parse_expression(file, library.sources[file], library.names);
  if (!parsed.expr) {
    return false;
  }
  for (std::size_t i = 0; i < parsed.module.exprs.size(); ++i) {
    const auto* name = std::get_if<syntax::NameExpr>(&parsed.module.exprs[syntax::ExprId(i)].kind);
    if (name == nullptr) {
      continue;
    }
    const std::vector<FragmentId>& called = library.find_fragments(name->name);
    const bool is_graph = std::any_of(called.begin(), called.end(), [&](FragmentId id) {
      return library.fragments[id].kind == FragmentKind::Graph;
    });
    if (is_graph) {
      return true;
    }
  }
  return false;
}

std::string material_of_expression(const Library& library, const std::string& expression,
                                   const std::vector<NamedValue>& values) {
  std::string text = fmt::format("material {} {{\n", evaluated_material);
  std::string injected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto feature = library.find_feature(values[i].name);
    const std::string name = feature ? fmt::format("given_value_{}", i) : values[i].name;
    const std::string type = feature ? library.type_name(library.features[*feature].type)
                                     : library.type_name(values[i].value.type);
    text += fmt::format("static param {}: {};\n", name, type);
    if (feature) {
      injected += fmt::format("{}{}: {}", injected.empty() ? "" : ", ", values[i].name, name);
    }
  }
  text += injected.empty()
              ? fmt::format("output value = {};\n}}\n", expression)
              : fmt::format("output value = ({}) with ({});\n}}\n", expression, injected);
  return text;
}

Result<Constant> evaluate_material_of_expression(const Library& library,
                                                 const std::vector<NamedValue>& values) {
  const std::optional<MaterialId> material = library.find_material(evaluated_material);
  if (!material) {
    return failed(error(Code::EvaluationFailed, "this has no value"));
  }
  std::vector<std::optional<Constant>> given;
  for (const NamedValue& value : values) {
    given.emplace_back(value.value);
  }
  return constant_output(Composer(library), *material, given);
}

}  // namespace weft::tools
