#include "live/session/edit_renames.h"

#include <fmt/format.h>

#include "live/session/edit_rules.h"

namespace weft::live {

bool RenamesOfNodes::add(const Rename& edit) {
  const DocumentText& document = context_.document;
  const bool is_graph = edit.node.find('/') == std::string::npos;
  if (is_graph || has_errors(document.diagnostics())) {
    return false;
  }
  const auto found = find_node(document, context_.names, edit.node);
  if (!found || found->is_nested() || (graph_ && *graph_ != found->graph)) {
    return false;
  }
  const DocumentNode& node = document.nodes()[found->node];
  const bool is_output = node.kind == NodeKind::Output;
  const bool is_signature =
      node.kind == NodeKind::Port || (is_output && !document.graphs()[found->graph].is_material);
  if (is_signature || names_.contains(found->node) || edit.name == node.name) {
    return false;
  }
  if (!graph_) {
    look_at(found->graph);
  }
  if (!check_name(edit.name, edit.node).empty() || !is_free({edit.name, is_output}) ||
      (!is_output && !may_be_named(found->node, edit.name))) {
    return false;
  }
  taken_[{std::string(node.name), is_output}] = false;
  taken_[{edit.name, is_output}] = true;
  names_[found->node] = edit.name;
  renamed_.emplace_back(edit.node,
                        fmt::format("{}/{}{}", graph_id_of(document, context_.names, found->graph),
                                    is_output ? "out:" : "", edit.name));
  return true;
}

void RenamesOfNodes::look_at(std::uint32_t index) {
  graph_ = index;
  const DocumentText& document = context_.document;
  const DocumentGraph& graph = document.graphs()[index];
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    if (!node.value) {
      continue;
    }
    for (const NameId bound : bound_in(document.module(), *node.value)) {
      bound_.emplace(document.spelling(bound));
    }
    for (const NameUse& use : names_in(document.module(), *node.value)) {
      const auto read = document.find_node(index, document.spelling(use.name), false);
      if (use.is_callee && read) {
        called_.insert(*read);
      } else if (!use.is_callee && !read && !node.is_shorthand) {
        unresolved_.emplace(document.spelling(use.name));
      }
    }
  }
}

bool RenamesOfNodes::is_free(const Name& name) const {
  const auto changed = taken_.find(name);
  return changed != taken_.end()
             ? !changed->second
             : !context_.document.find_node(*graph_, name.first, name.second).has_value();
}

bool RenamesOfNodes::may_be_named(std::uint32_t node, std::string_view name) const {
  const bool passes = unresolved_.contains(name) && !ports_of(context_, name).empty();
  if (bound_.contains(name) || passes || context_.fragments.is_feature_space(name)) {
    return false;
  }
  return !called_.contains(node) || is_called(context_, context_.document.nodes()[node].name) ||
         !is_called(context_, name);
}

std::string_view RenamesOfNodes::name_now(std::uint32_t node) const {
  const auto renamed = names_.find(node);
  return renamed != names_.end() ? std::string_view(renamed->second)
                                 : context_.document.nodes()[node].name;
}

void RenamesOfNodes::replace_mentions(std::uint32_t index, Splices& splices) const {
  const DocumentText& document = context_.document;
  const DocumentNode& node = document.nodes()[index];
  if (node.is_shorthand) {
    const auto read = document.find_node(node.graph, node.name, false);
    if (names_.contains(index) || (read && names_.contains(*read))) {
      splices.push_back(
          {node.name_span.begin, node.name_span.end,
           fmt::format("{} = {}", name_now(index), read ? name_now(*read) : node.name)});
    }
    return;
  }
  if (names_.contains(index)) {
    splices.push_back({node.name_span.begin, node.name_span.end, std::string(name_now(index))});
  }
  if (!node.value) {
    return;
  }
  for (const NameUse& use : names_in(document.module(), *node.value)) {
    const auto read = document.find_node(node.graph, document.spelling(use.name), false);
    if (read && names_.contains(*read) &&
        (!use.is_callee || !is_called(context_, document.nodes()[*read].name))) {
      splices.push_back({use.span.begin, use.span.end, std::string(name_now(*read))});
    }
  }
}

PlannedEdit RenamesOfNodes::planned() const {
  PlannedEdit result;
  const DocumentGraph& graph = context_.document.graphs()[*graph_];
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    replace_mentions(graph.first_node + i, result.splices);
  }
  result.renamed = renamed_;
  sort_splices(result.splices);
  return result;
}

}  // namespace weft::live
