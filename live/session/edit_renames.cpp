#include "live/session/edit_renames.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace weft::live {

Result<bool> RenamesOfNodes::add(const Rename& edit) {
  const DocumentText& document = context_.document;
  const auto found = find_node(document, context_.names, edit.node);
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
  if (edit.name == name_now(found->node)) {
    return true;
  }
  if (names_.contains(found->node) || (graph_ && *graph_ != found->graph)) {
    return false;
  }
  graph_ = found->graph;
  Diagnostics errors = check(edit, found->node);
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  taken_[{std::string(node.name), is_output}] = false;
  taken_[{edit.name, is_output}] = true;
  names_[found->node] = edit.name;
  renamed_.emplace_back(edit.node,
                        fmt::format("{}/{}{}", graph_id_of(document, context_.names, found->graph),
                                    is_output ? "out:" : "", edit.name));
  return true;
}

Diagnostics RenamesOfNodes::check(const Rename& edit, std::uint32_t node) {
  const bool is_output = context_.document.nodes()[node].kind == NodeKind::Output;
  const bool is_name_taken = is_taken({edit.name, is_output});
  NewName name{*graph_, edit.name, edit.node, is_output, is_name_taken, std::nullopt};
  if (is_output) {
    return check_new_name(context_, name);
  }
  look_at_mentions();
  name.passed_by = node_that_passes(context_, *graph_, edit.name, mentions_);
  Diagnostics errors = check_new_name(context_, name);
  if (errors.empty()) {
    errors = check_not_bound(edit);
  }
  return errors.empty() ? check_calls_follow(edit, node) : errors;
}

void RenamesOfNodes::look_at_mentions() {
  if (is_looked_at_) {
    return;
  }
  is_looked_at_ = true;
  const DocumentText& document = context_.document;
  mentions_ = mentions_in(document, *graph_);
  const DocumentGraph& graph = document.graphs()[*graph_];
  for (std::uint32_t i = graph.first_node; i < graph.first_node + graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[i];
    for (const NameId bound :
         node.value ? bound_in(document.module(), *node.value) : std::vector<NameId>()) {
      bound_.emplace_back(bound, i);
    }
  }
  std::sort(bound_.begin(), bound_.end());
}

bool RenamesOfNodes::is_taken(const Name& name) const {
  const auto changed = taken_.find(name);
  return changed != taken_.end()
             ? changed->second
             : context_.document.find_node(*graph_, name.first, name.second).has_value();
}

/// `duplicate-name` if a lambda or loop in the graph binds the new name.
Diagnostics RenamesOfNodes::check_not_bound(const Rename& edit) const {
  const DocumentText& document = context_.document;
  const auto name = document.names().find(edit.name);
  const auto bound =
      name ? std::lower_bound(bound_.begin(), bound_.end(), std::pair(*name, 0U)) : bound_.end();
  if (bound == bound_.end() || bound->first != *name) {
    return {};
  }
  return {edit_error(
      Code::DuplicateName, edit.node, "",
      fmt::format("'{}' means something else inside '{}'", edit.name, name_now(bound->second)))};
}

/// `duplicate-name` if calls of the renamed node, a function, would call a fragment.
Diagnostics RenamesOfNodes::check_calls_follow(const Rename& edit, std::uint32_t node) const {
  const std::string_view name = context_.document.nodes()[node].name;
  if (!is_called(context_, edit.name) || is_called(context_, name)) {
    return {};
  }
  for (const NodeMention& mention : mentions_of(context_.document, mentions_, name)) {
    if (mention.is_callee) {
      return {edit_error(
          Code::DuplicateName, edit.node, "",
          fmt::format("'{}' calls '{}', and would call the fragment '{}' instead",
                      id_of(context_.document, context_.names, mention.node), name, edit.name),
          "choose another name")};
    }
  }
  return {};
}

std::string_view RenamesOfNodes::name_now(std::uint32_t node) const {
  const auto renamed = names_.find(node);
  return renamed != names_.end() ? std::string_view(renamed->second)
                                 : context_.document.nodes()[node].name;
}

/// `output n;` with the value that it had.
Splice RenamesOfNodes::shorthand(std::uint32_t output) const {
  const DocumentNode& node = context_.document.nodes()[output];
  const auto read = context_.document.find_node(node.graph, node.name, false);
  return {node.name_span.begin, node.name_span.end,
          fmt::format("{} = {}", name_now(output), read ? name_now(*read) : node.name)};
}

PlannedEdit RenamesOfNodes::planned() const {
  const DocumentText& document = context_.document;
  PlannedEdit result;
  std::set<std::uint32_t> shorthands;
  for (const auto& [index, name] : names_) {
    const DocumentNode& node = document.nodes()[index];
    if (node.is_shorthand) {
      shorthands.insert(index);
    } else {
      result.splices.push_back({node.name_span.begin, node.name_span.end, name});
    }
    if (node.kind == NodeKind::Output) {
      continue;  // nothing mentions it
    }
    const bool renames_calls = !is_called(context_, node.name);
    for (const NodeMention& mention : mentions_of(document, mentions_, node.name)) {
      if (document.nodes()[mention.node].is_shorthand) {
        shorthands.insert(mention.node);
      } else if (!mention.is_callee || renames_calls) {
        result.splices.push_back({mention.span.begin, mention.span.end, name});
      }
    }
  }
  for (const std::uint32_t output : shorthands) {
    result.splices.push_back(shorthand(output));
  }
  result.renamed = renamed_;
  sort_splices(result.splices);
  return result;
}

Result<PlannedEdit> plan(const EditContext& context, const Rename& edit) {
  if (edit.node.find('/') == std::string::npos) {
    return plan_rename_of_graph(context, edit);
  }
  RenamesOfNodes renames(context);
  const auto added = renames.add(edit);
  return added ? Result<PlannedEdit>(renames.planned()) : failed(added.error());
}

}  // namespace weft::live
