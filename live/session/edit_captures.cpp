#include <algorithm>

#include <fmt/format.h>

#include "live/session/edit_rules.h"

// What a name means: `f(x)` calls the port `f` if that is a function, else the fragment or
// constructor `f`, and only then a function that a binding, lambda or loop calls `f`. Anywhere but
// in front of arguments the nearest local name counts, then the fragment.

namespace weft::live {

bool is_function_port(const DocumentText& document, std::uint32_t graph, std::string_view name) {
  const auto found = document.find_node(graph, name, false);
  if (!found || document.nodes()[*found].kind != NodeKind::Port) {
    return false;
  }
  for (const syntax::Port& port : document.graphs()[graph].signature->ports) {
    if (document.spelling(port.name.name) == name) {
      return !std::holds_alternative<syntax::ValuePort>(port.kind);
    }
  }
  return false;
}

namespace {

std::string_view word_for(NodeKind kind) {
  return kind == NodeKind::Port ? "port" : kind == NodeKind::Parameter ? "parameter" : "binding";
}

/// What a node's value finds under a name before any fragment: "the port 'f' of 'ap'"; empty if
/// nothing.
std::string local_name(const DocumentText& document, const DocumentNode& node,
                       std::string_view name) {
  const std::string_view graph = document.graphs()[node.graph].name;
  if (const auto found = document.find_node(node.graph, name, false)) {
    return fmt::format("the {} '{}' of '{}'", word_for(document.nodes()[*found].kind), name, graph);
  }
  const auto id = document.names().find(name);
  const std::string_view binder =
      id ? binder_in(document.module(), *node.value, *id) : std::string_view();
  return binder.empty() ? std::string() : fmt::format("the {} '{}' in '{}'", binder, name, graph);
}

}  // namespace

bool is_type(const EditContext& context, std::string_view name) {
  const DocumentText& document = context.document;
  const std::vector<syntax::Declaration>& declarations = document.module().declarations;
  const auto is_it = [&](const syntax::Declaration& declaration) {
    const auto* type = std::get_if<syntax::StructDecl>(&declaration.kind);
    return type != nullptr && document.spelling(type->name.name) == name;
  };
  return std::any_of(declarations.begin(), declarations.end(), is_it) ||
         context.fragments.is_type(name);
}

bool is_called(const EditContext& context, std::string_view name) {
  return !ports_of(context, name).empty() || is_type(context, name);
}

Diagnostics check_new_graph(const EditContext& context, std::string_view name, bool is_material,
                            std::string_view node) {
  Diagnostics errors = check_name(name, node);
  if (!errors.empty()) {
    return errors;
  }
  if (context.document.find_graph(name) || (!is_material && !ports_of(context, name).empty())) {
    return {edit_error(Code::DuplicateName, node, "", fmt::format("'{}' exists already", name))};
  }
  if (!is_material && is_type(context, name)) {
    return {edit_error(Code::DuplicateName, node, "",
                       fmt::format("'{}' exists already, as a data type", name),
                       "choose another name: calls would mean the type's constructor")};
  }
  return is_material ? Diagnostics() : check_calls_stay(context, name, node);
}

Diagnostics check_calls_stay(const EditContext& context, std::string_view name,
                             std::string_view node) {
  const DocumentText& document = context.document;
  const auto id = document.names().find(name);
  if (!id || is_called(context, name)) {
    return {};  // nothing mentions it, or such calls mean a fragment already
  }
  for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
    const DocumentNode& reader = document.nodes()[i];
    if (!reader.value || reader.is_shorthand) {
      continue;
    }
    for (const NameUse& use : all_names_in(document.module(), *reader.value)) {
      if (use.name != *id || !use.is_callee ||
          (!use.is_bound && is_function_port(document, reader.graph, name))) {
        continue;
      }
      const std::string local = local_name(document, reader, name);
      if (!local.empty()) {
        return {edit_error(Code::DuplicateName, node, "",
                           fmt::format("'{}' calls {}, and would call the graph instead",
                                       id_of(document, context.names, i), local),
                           "choose another name")};
      }
    }
  }
  return {};
}

std::vector<GraphMention> mentions_of_graph(const EditContext& context, std::string_view name) {
  const DocumentText& document = context.document;
  std::vector<GraphMention> mentions;
  const auto id = document.names().find(name);
  const bool is_constructor = is_type(context, name);
  for (std::uint32_t i = 0; id && i < document.nodes().size(); ++i) {
    const DocumentNode& node = document.nodes()[i];
    if (!node.value || node.is_shorthand) {
      continue;
    }
    const bool is_local = document.find_node(node.graph, name, false).has_value();
    const bool is_port = is_local && is_function_port(document, node.graph, name);
    for (const NameUse& use : all_names_in(document.module(), *node.value)) {
      const bool is_mention = use.is_callee ? !is_constructor && (use.is_bound || !is_port)
                                            : !use.is_bound && !is_local;
      if (use.name == *id && is_mention) {
        mentions.push_back({i, use.span});
      }
    }
  }
  return mentions;
}

std::vector<NodeMention> mentions_in(const DocumentText& document, std::uint32_t index) {
  std::vector<NodeMention> mentions;
  const DocumentGraph& graph = document.graphs()[index];
  for (std::uint32_t i = graph.first_node; i < graph.first_node + graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[i];
    for (const NameUse& use :
         node.value ? names_in(document.module(), *node.value) : std::vector<NameUse>()) {
      mentions.push_back({use.name, i, use.span, use.is_callee});
    }
  }
  std::stable_sort(mentions.begin(), mentions.end(),
                   [](const NodeMention& a, const NodeMention& b) { return a.name < b.name; });
  return mentions;
}

std::span<const NodeMention> mentions_of(const DocumentText& document,
                                         const std::vector<NodeMention>& mentions,
                                         std::string_view name) {
  const auto id = document.names().find(name);
  if (!id) {
    return {};
  }
  const auto begin =
      std::lower_bound(mentions.begin(), mentions.end(), *id,
                       [](const NodeMention& a, NameId than) { return a.name < than; });
  auto end = begin;
  while (end != mentions.end() && end->name == *id) {
    ++end;
  }
  return {begin, end};
}

namespace {

/// Whether the document lists a value of that name: `enum: one_of(soft, hard: 4)`.
bool lists_choice(const DocumentText& document, NameId name) {
  if (!document.names().find("one_of")) {
    return false;
  }
  const syntax::Module& module = document.module();
  const auto names_it = [&](const syntax::Argument& argument) {
    const auto* word = std::get_if<syntax::NameExpr>(&module.exprs[argument.value].kind);
    return argument.name ? argument.name->name == name : word != nullptr && word->name == name;
  };
  return std::any_of(module.exprs.begin(), module.exprs.end(), [&](const syntax::Expr& expr) {
    const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
    const auto* callee =
        call != nullptr ? std::get_if<syntax::NameExpr>(&module.exprs[call->callee].kind) : nullptr;
    return callee != nullptr && document.spelling(callee->name) == "one_of" &&
           std::any_of(call->arguments.begin(), call->arguments.end(), names_it);
  });
}

/// Whether the name of no node means a fragment or a value of an `enum`.
bool has_meaning(const EditContext& context, std::uint32_t graph, std::string_view name) {
  const auto id = context.document.names().find(name);
  return id && !context.document.find_node(graph, name, false) &&
         (!ports_of(context, name).empty() || lists_choice(context.document, *id) ||
          context.fragments.is_choice(name));
}

}  // namespace

std::optional<std::uint32_t> node_that_passes(const EditContext& context, std::uint32_t graph,
                                              std::string_view name,
                                              const std::vector<NodeMention>& mentions) {
  for (const NodeMention& mention : mentions_of(context.document, mentions, name)) {
    if (!mention.is_callee && !context.document.nodes()[mention.node].is_shorthand) {
      return has_meaning(context, graph, name) ? std::optional(mention.node) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> node_that_passes(const EditContext& context, std::uint32_t graph,
                                              std::string_view name) {
  return has_meaning(context, graph, name)
             ? node_that_passes(context, graph, name, mentions_in(context.document, graph))
             : std::nullopt;
}

Diagnostics check_not_captured(const EditContext& context,
                               const std::vector<GraphMention>& mentions, const Rename& edit) {
  const DocumentText& document = context.document;
  auto last = static_cast<std::uint32_t>(document.nodes().size());
  for (const GraphMention& mention : mentions) {
    if (mention.node == last) {
      continue;  // mentions come by node
    }
    last = mention.node;
    const DocumentNode& node = document.nodes()[mention.node];
    const std::string local = local_name(document, node, edit.name);
    if (!local.empty()) {
      return {edit_error(Code::DuplicateName, edit.node, "",
                         fmt::format("'{}' uses '{}', and '{}' would mean {} there",
                                     document.graphs()[node.graph].name,
                                     document.text(mention.span), edit.name, local),
                         "choose another name, or rename that first")};
    }
  }
  return {};
}

}  // namespace weft::live
