#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "live/session/binding_results.h"
#include "live/session/edit_rules.h"
#include "live/session/group_edges.h"
#include "live/session/group_text.h"

namespace weft::live {
namespace {

Diagnostic group_error(Code code, std::string_view node, std::string message,
                       std::string hint = {}) {
  return edit_error(code, node, "", std::move(message), std::move(hint));
}

const syntax::Port* port_of(const DocumentText& document, const DocumentNode& node) {
  for (const syntax::Port& port : document.graphs()[node.graph].signature->ports) {
    if (document.spelling(port.name.name) == node.name) {
      return &port;
    }
  }
  return nullptr;
}

std::string unique_name(const std::string& wanted, const std::set<std::string>& taken) {
  std::string name = wanted;
  for (int i = 2; taken.contains(name); ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

std::set<std::string> names_of(const DocumentText& document, const DocumentGraph& graph) {
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < graph.node_count; ++i) {
    const DocumentNode& node = document.nodes()[graph.first_node + i];
    if (node.kind != NodeKind::Output) {
      names.emplace(node.name);
    }
    if (node.value) {
      for (const NameId name : bound_in(document.module(), *node.value)) {
        names.emplace(document.spelling(name));
      }
    }
  }
  return names;
}

/// Moves bindings into a new graph fragment.
class Grouping {
 public:
  Grouping(const EditContext& context, const Group& edit)
      : context_(context), document_(context.document), edit_(edit) {}

  Result<PlannedEdit> plan() {
    Diagnostics errors = find_members();
    if (errors.empty()) {
      errors = check_no_cycle(context_, members_);
    }
    if (errors.empty()) {
      errors = find_inputs();
    }
    if (errors.empty()) {
      errors = find_results();
    }
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
    PlannedEdit planned;
    auto declared = live::plan(context_, AddDeclaration{text_of_group(
                                             document_, edit_.name, members_, inputs_, results_)});
    if (!declared) {
      return declared;
    }
    planned.splices = std::move(declared->splices);
    add_call(planned.splices);
    rename_reads(planned.splices);
    sort_splices(planned.splices);
    const std::string changed =
        context_.fragments.changed_output(document_, document_.graphs()[graph_].name,
                                          apply_splices(document_.text(), planned.splices));
    if (!changed.empty()) {
      return failed({group_error(
          Code::WrongArguments, edit_.nodes.front(),
          fmt::format("a graph of these nodes would compute something else: {}", changed),
          "a value that is read under `with` or by an `eval` port does not pass the edge of a "
          "group, nor does a number whose readers decide its type: group it too, or write "
          "x: type = …;")});
    }
    return planned;
  }

 private:
  Diagnostics find_members() {
    for (const NodeId& id : edit_.nodes) {
      const auto found = find_node(document_, context_.names, id);
      if (!found) {
        return found.error();
      }
      const DocumentNode& node = document_.nodes()[found->node];
      if (found->is_nested() || node.kind != NodeKind::Value || node.is_stitched) {
        return {group_error(Code::WrongArguments, id,
                            fmt::format("'{}' cannot be moved into a graph", id),
                            "only bindings outside of stitch blocks can")};
      }
      if (!members_.empty() && node.graph != graph_) {
        return {group_error(Code::WrongArguments, id,
                            fmt::format("'{}' is in another graph than the first node", id))};
      }
      graph_ = node.graph;
      members_.push_back(found->node);
    }
    if (members_.empty()) {
      return {group_error(Code::WrongArguments, "", "there are no nodes to group")};
    }
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    if (is_function_port(document_, graph_, edit_.name)) {
      return {
          group_error(Code::DuplicateName, edit_.name,
                      fmt::format("'{}' is a port of '{}', and the call of the graph would call it",
                                  edit_.name, document_.graphs()[graph_].name),
                      "choose another name")};
    }
    return check_new_graph(context_, edit_.name, false, edit_.name);
  }

  bool is_member(std::uint32_t node) const {
    return std::binary_search(members_.begin(), members_.end(), node);
  }

  std::vector<NodeRead> reads_of(std::uint32_t reader) const {
    return nodes_read(context_, reader);
  }

  Diagnostics find_inputs() {
    for (const std::uint32_t member : members_) {
      Diagnostics errors = check_single_values(member);
      if (!errors.empty()) {
        return errors;
      }
      for (const auto& [node, span] : reads_of(member)) {
        if (is_member(node) || !inputs_seen_.insert(node).second) {
          continue;
        }
        std::string type = type_of(node);
        if (type.empty()) {
          return {no_type(node)};
        }
        inputs_.push_back({node, std::move(type)});
      }
    }
    return {};
  }

  Diagnostics find_results() {
    const DocumentGraph& graph = document_.graphs()[graph_];
    std::set<std::uint32_t> read;
    for (std::uint32_t i = graph.first_node; i < graph.first_node + graph.node_count; ++i) {
      if (is_member(i)) {
        continue;
      }
      Diagnostics errors = check_single_values(i);
      if (!errors.empty()) {
        return errors;
      }
      for (const auto& [node, span] : reads_of(i)) {
        if (is_member(node)) {
          read.insert(node);
        }
      }
    }
    if (read.empty()) {
      return {group_error(Code::WrongArguments, edit_.nodes.front(),
                          "nothing outside reads these nodes, so the graph would have no result")};
    }
    for (const std::uint32_t node : read) {
      std::string type = type_of(node);
      if (type.empty()) {
        return {no_type(node)};
      }
      results_.push_back({node, std::move(type)});
    }
    return {};
  }

  /// `wrong-arguments` if a node reads results by their names across the edge of the group.
  Diagnostics check_single_values(std::uint32_t reader) {
    std::map<std::uint32_t, MemberRead> members;
    bool has_members = false;
    for (const auto& [node, span] : reads_of(reader)) {
      if (is_member(node) == is_member(reader) || document_.nodes()[node].kind != NodeKind::Value) {
        continue;
      }
      auto known = results_of_.find(node);
      if (known == results_of_.end()) {
        known = results_of_.emplace(node, results_of_binding(context_, node)).first;
      }
      if (!has_members) {
        members = member_reads(document_, *document_.nodes()[reader].value);
        has_members = true;
      }
      const BindingResults& results = known->second;
      const auto read = members.find(span.begin);
      if (read != members.end() && results.names.contains(read->second.member)) {
        return {several_results(node, read->second.member)};
      }
      if (results.are_several) {
        return {several_results(node, *results.names.begin())};
      }
    }
    return {};
  }

  Diagnostic several_results(std::uint32_t binding, std::string_view result) const {
    const std::string_view name = document_.nodes()[binding].name;
    const std::string read = fmt::format("'{0}_{1} = {0}.{1};'", name, result);
    return group_error(
        Code::WrongArguments, id_of(document_, context_.names, binding),
        fmt::format("'{}' has named results, and only single values pass the edge of a group",
                    name),
        is_member(binding) ? fmt::format("add {} to the group, and read that", read)
                           : fmt::format("add {}, and read that", read));
  }

  bool is_function(const DocumentNode& node) const {
    return node.value &&
           std::holds_alternative<syntax::LambdaExpr>(
               document_.module().exprs[unwrapped(document_.module(), *node.value)].kind);
  }

  std::string type_of(std::uint32_t index) const {
    const DocumentNode& node = document_.nodes()[index];
    if (is_function(node)) {
      return {};
    }
    if (node.type_span.end > node.type_span.begin) {
      const std::string_view head =
          document_.text({node.statement.file, node.statement.begin, node.name_span.begin});
      return fmt::format("{}{}", head.starts_with("static") ? "constant " : "",
                         document_.text(node.type_span));
    }
    if (node.kind == NodeKind::Port) {
      const syntax::Port* port = port_of(document_, node);
      const auto* value = port != nullptr ? std::get_if<syntax::ValuePort>(&port->kind) : nullptr;
      return value != nullptr ? std::string(document_.text(value->type.span)) : std::string();
    }
    return context_.fragments.type_of(document_, document_.graphs()[graph_].name, node.name);
  }

  Diagnostic no_type(std::uint32_t index) const {
    const NodeId id = id_of(document_, context_.names, index);
    const DocumentNode& node = document_.nodes()[index];
    const std::string_view name = node.name;
    const bool is_lambda = is_function(node);
    if (is_lambda || is_function_port(document_, graph_, name)) {
      return group_error(
          Code::UndecidedType, id,
          fmt::format("'{}' is a function, and only values pass the edge of a group", name),
          is_lambda ? "group it with all that calls it" : "group other nodes");
    }
    return group_error(
        Code::UndecidedType, id,
        fmt::format("the type of '{}' is not known, and the graph has to state it", name),
        fmt::format("write {}: type = …;", name));
  }

  /// The name of the call: of one result the node's own, so that what reads it stays.
  std::string call_name() const {
    if (results_.size() == 1) {
      return std::string(document_.nodes()[results_[0].node].name);
    }
    return unique_name(edit_.name, names_of(document_, document_.graphs()[graph_]));
  }

  void add_call(Splices& splices) const {
    std::string call = fmt::format("{} = {}(", call_name(), edit_.name);
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      call += fmt::format("{}{}", i > 0 ? ", " : "", document_.nodes()[inputs_[i].node].name);
    }
    call += ");";
    // The call takes the place of the last member.
    for (const std::uint32_t member : members_) {
      const DocumentNode& node = document_.nodes()[member];
      if (member != members_.back()) {
        splices.push_back(remove_lines(document_, node.statement));
      } else {
        const auto size = static_cast<std::uint32_t>(line_of(document_, node).size());
        splices.push_back({node.statement.begin, node.statement.begin + size, call});
      }
    }
  }

  /// What reads one of several results reads it from the call.
  void rename_reads(Splices& splices) const {
    const DocumentGraph& graph = document_.graphs()[graph_];
    const std::string name = call_name();
    for (std::uint32_t i = graph.first_node;
         results_.size() > 1 && i < graph.first_node + graph.node_count; ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (is_member(i)) {
        continue;
      }
      for (const auto& [read, span] : reads_of(i)) {
        if (is_member(read)) {
          splices.push_back(node.is_shorthand ? Splice{span.end, span.end,
                                                       fmt::format(" = {}.{}", name, node.name)}
                                              : Splice{span.begin, span.begin, name + "."});
        }
      }
    }
  }

  const EditContext& context_;
  const DocumentText& document_;
  const Group& edit_;
  std::uint32_t graph_ = 0;
  std::vector<std::uint32_t> members_;  ///< in text order
  std::vector<GroupEdge> inputs_;
  std::set<std::uint32_t> inputs_seen_;
  std::map<std::uint32_t, BindingResults> results_of_;  ///< of bindings at the edge
  std::vector<GroupEdge> results_;
};

}  // namespace

Result<PlannedEdit> plan(const EditContext& context, const Group& edit) {
  return Grouping(context, edit).plan();
}

}  // namespace weft::live
