#include <fmt/format.h>

#include "live/session/edit_rules.h"

namespace weft::live {

Result<PlannedEdit> plan_rename_of_graph(const EditContext& context, const Rename& edit) {
  const DocumentText& document = context.document;
  const auto found = find_graph(document, context.names, edit.node);
  if (!found) {
    return failed(found.error());
  }
  const DocumentGraph& graph = document.graphs()[*found];
  if (edit.name == graph.name) {
    return PlannedEdit{};
  }
  Diagnostics errors = check_new_graph(context, edit.name, graph.is_material, edit.node);
  if (errors.empty() && !graph.is_material && ports_of(context, graph.name).size() > 1) {
    errors.push_back(edit_error(Code::WrongArguments, edit.node, "",
                                fmt::format("there are several fragments '{}', so the calls of "
                                            "this one are not told apart by name",
                                            graph.name),
                                "edit the text"));
  }
  std::vector<GraphMention> mentions;
  if (errors.empty() && !graph.is_material) {
    mentions = mentions_of_graph(context, graph.name);
    errors = check_not_captured(context, mentions, edit);
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  PlannedEdit result;
  result.splices.push_back({graph.name_span.begin, graph.name_span.end, edit.name});
  for (const GraphMention& mention : mentions) {
    result.splices.push_back({mention.span.begin, mention.span.end, edit.name});
  }
  result.renamed = {{edit.node, edit.name}};
  return result;
}

namespace {

/// `wrong-arguments` for a name that is no value by itself: the first word of a feature.
Diagnostics check_is_value(const EditContext& context, const NodePlace& place,
                           std::string_view node) {
  const DocumentText& document = context.document;
  const auto* name =
      std::get_if<syntax::NameExpr>(&document.module().exprs[place.operand->expr].kind);
  const std::string_view word = name != nullptr ? document.spelling(name->name) : "";
  if (name == nullptr || document.find_node(place.graph, word, false) ||
      !context.fragments.is_feature_space(word)) {
    return {};
  }
  return {edit_error(Code::WrongArguments, node, "",
                     fmt::format("'{}' is the first word of a feature, not a value", word),
                     "extract the feature as a whole")};
}

}  // namespace

Result<PlannedEdit> plan(const EditContext& context, const Extract& edit) {
  const DocumentText& document = context.document;
  const auto found = find_node(document, context.names, edit.node);
  if (!found) {
    return failed(found.error());
  }
  const DocumentNode& node = document.nodes()[found->node];
  const bool has_value = found->is_nested() || node.kind == NodeKind::Output;
  Diagnostics errors = check_new_name(context, found->graph, edit.name, false, edit.node);
  if (errors.empty() && (!has_value || node.is_shorthand || node.kind == NodeKind::Parameter ||
                         node.kind == NodeKind::Port)) {
    errors.push_back(edit_error(Code::WrongArguments, edit.node, "",
                                fmt::format("'{}' has a name already", edit.node)));
  }
  if (errors.empty()) {
    errors = check_is_value(context, *found, edit.node);
  }
  if (errors.empty()) {
    errors = check_movable(context, found->node, found->operand->expr, edit.node, "");
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const std::string_view value = document.text(document.module().exprs[found->operand->expr].span);
  return PlannedEdit{
      {line_before(document, node.statement, fmt::format("{} = {};", edit.name, value)),
       replace_operand(document, *found->operand, edit.name)}};
}

}  // namespace weft::live
