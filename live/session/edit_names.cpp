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
    errors = check_movable(context, found->node, found->operand->expr, edit.node, "");
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  const std::string_view value = document.text(document.module().exprs[found->operand->expr].span);
  Splices splices{line_before(document, node.statement, fmt::format("{} = {};", edit.name, value)),
                  replace_operand(document, *found->operand, edit.name)};
  sort_splices(splices);
  const std::string changed = context.fragments.changed_output(
      document, document.graphs()[found->graph].name, apply_splices(document.text(), splices));
  if (!changed.empty()) {
    return failed(edit_error(
        Code::WrongArguments, edit.node, "",
        fmt::format("'{}' is no value by itself, or another one in a binding: {}", value, changed),
        "extract a larger expression"));
  }
  return PlannedEdit{std::move(splices)};
}

}  // namespace weft::live
