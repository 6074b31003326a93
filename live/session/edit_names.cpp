#include <algorithm>

#include <fmt/format.h>

#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

/// Splices that let every mention of a node in its graph use another name.
Splices rename_mentions(const EditContext& context, const DocumentNode& renamed,
                        std::string_view name) {
  const DocumentText& document = context.document;
  Splices splices;
  const DocumentGraph& graph = document.graphs()[renamed.graph];
  const bool renames_calls = !is_called(context, renamed.name);
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    if (!node.value) {
      continue;
    }
    if (node.is_shorthand) {
      if (node.name == renamed.name) {
        splices.push_back({node.name_span.end, node.name_span.end, fmt::format(" = {}", name)});
      }
      continue;
    }
    for (const NameUse& use : names_in(document.module(), *node.value)) {
      if (document.spelling(use.name) == renamed.name && (!use.is_callee || renames_calls)) {
        splices.push_back({use.span.begin, use.span.end, std::string(name)});
      }
    }
  }
  return splices;
}

/// `duplicate-name` if a lambda or loop in the graph binds that name.
Diagnostics check_not_bound(const EditContext& context, std::uint32_t index, std::string_view name,
                            std::string_view id) {
  const DocumentText& document = context.document;
  const DocumentGraph& graph = document.graphs()[index];
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    if (!node.value) {
      continue;
    }
    for (const NameId bound : bound_in(document.module(), *node.value)) {
      if (document.spelling(bound) == name) {
        return {edit_error(Code::DuplicateName, id, "",
                           fmt::format("'{}' means something else inside '{}'", name, node.name))};
      }
    }
  }
  return {};
}

/// `duplicate-name` if calls of the renamed node, a function, would call a fragment.
Diagnostics check_calls_follow(const EditContext& context, const DocumentNode& renamed,
                               std::string_view name, std::string_view id) {
  const DocumentText& document = context.document;
  if (!is_called(context, name) || is_called(context, renamed.name)) {
    return {};
  }
  const DocumentGraph& graph = document.graphs()[renamed.graph];
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    for (const NameUse& use :
         node.value ? names_in(document.module(), *node.value) : std::vector<NameUse>()) {
      if (use.is_callee && document.spelling(use.name) == renamed.name) {
        return {edit_error(
            Code::DuplicateName, id, "",
            fmt::format("'{}' calls '{}', and would call the fragment '{}' instead",
                        id_of(document, context.names, graph.first_node + i), renamed.name, name),
            "choose another name")};
      }
    }
  }
  return {};
}

Result<PlannedEdit> rename_graph(const EditContext& context, const Rename& edit) {
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

}  // namespace

Result<PlannedEdit> plan(const EditContext& context, const Rename& edit) {
  const DocumentText& document = context.document;
  if (edit.node.find('/') == std::string::npos) {
    return rename_graph(context, edit);
  }
  const auto found = find_node(document, context.names, edit.node);
  if (!found) {
    return failed(found.error());
  }
  const DocumentNode& node = document.nodes()[found->node];
  const bool is_output = node.kind == NodeKind::Output;
  const bool is_signature =
      node.kind == NodeKind::Port || (is_output && !document.graphs()[found->graph].is_material);
  if (found->is_nested() || is_signature) {
    return failed(edit_error(
        Code::WrongArguments, edit.node, "",
        found->is_nested() ? fmt::format("'{}' is part of an expression and has no name", edit.node)
                           : fmt::format("'{}' is named by the signature of its graph", edit.node),
        found->is_nested() ? "extract it first" : "edit the signature as text"));
  }
  if (edit.name == node.name) {
    return PlannedEdit{};
  }
  Diagnostics errors = check_new_name(context, found->graph, edit.name, is_output, edit.node);
  if (errors.empty() && !is_output) {
    errors = check_not_bound(context, found->graph, edit.name, edit.node);
  }
  if (errors.empty() && !is_output) {
    errors = check_calls_follow(context, node, edit.name, edit.node);
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  PlannedEdit result;
  if (is_output && node.is_shorthand) {
    result.splices.push_back(
        {node.name_span.begin, node.name_span.end, fmt::format("{} = {}", edit.name, node.name)});
  } else {
    if (!is_output) {
      result.splices = rename_mentions(context, node, edit.name);
    }
    result.splices.push_back({node.name_span.begin, node.name_span.end, edit.name});
  }
  result.renamed = {
      {edit.node, fmt::format("{}/{}{}", graph_id_of(document, context.names, found->graph),
                              is_output ? "out:" : "", edit.name)}};
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
  return PlannedEdit{
      {line_before(document, node.statement, fmt::format("{} = {};", edit.name, value)),
       replace_operand(document, *found->operand, edit.name)}};
}

}  // namespace weft::live
