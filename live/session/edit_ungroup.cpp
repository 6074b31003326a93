#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

/// Puts the bindings of a graph in the place of a call of it. Names that the caller has already get
/// a number. A port is a binding of its declared type, unless the argument is a name and has that
/// type; so values stay the same.
class Ungrouping {
 public:
  Ungrouping(const EditContext& context, const Ungroup& edit)
      : context_(context), document_(context.document), id_(edit.node) {}

  Result<PlannedEdit> plan() {
    Diagnostics errors = find_call();
    if (errors.empty()) {
      name_bindings();
      errors = bind_ports();
    }
    if (errors.empty()) {
      errors = bind_results();
    }
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
    add_bindings();
    replace_call();
    remove_unused_graph();
    sort_splices(splices_);
    const std::string changed =
        context_.fragments.changed_output(document_, document_.graphs()[caller().graph].name,
                                          apply_splices(document_.text(), splices_));
    if (!changed.empty()) {
      return failed({refused(fmt::format("the bindings of '{}' would compute something else: {}",
                                         inner().name, changed),
                             "a port that is read under `with` or by an `eval` port keeps its "
                             "value, and a binding does "
                             "not: edit the text")});
    }
    return PlannedEdit{std::move(splices_)};
  }

 private:
  Diagnostic refused(std::string message, std::string hint = {}) const {
    return edit_error(Code::WrongArguments, id_, "", std::move(message), std::move(hint));
  }

  Diagnostics find_call() {
    const auto found = find_node(document_, context_.names, id_);
    if (!found) {
      return found.error();
    }
    node_ = found->node;
    const DocumentNode& node = document_.nodes()[node_];
    const auto* call =
        found->operand && !found->is_nested()
            ? std::get_if<syntax::CallExpr>(&document_.module().exprs[found->operand->expr].kind)
            : nullptr;
    if (call == nullptr || node.kind != NodeKind::Value || node.is_stitched ||
        node.type_span.end > node.type_span.begin) {
      return {refused(fmt::format("'{}' is not a plain binding of a call", id_),
                      "extract the call first")};
    }
    const auto* callee =
        std::get_if<syntax::NameExpr>(&document_.module().exprs[call->callee].kind);
    const std::string_view name =
        callee != nullptr ? document_.spelling(callee->name) : std::string_view();
    const auto graph = document_.find_graph(name);
    if (!graph || document_.graphs()[*graph].is_material || ports_of(context_, name).size() != 1) {
      return {refused(fmt::format("'{}' is not the one graph of that name in the document", name))};
    }
    call_ = call;
    graph_ = *graph;
    if (!inner().signature->type_parameters.empty()) {
      return {refused(fmt::format("'{}' has type parameters", name), "edit the text")};
    }
    for (std::uint32_t i = inner().first_node; i < inner().first_node + inner().node_count; ++i) {
      if (document_.nodes()[i].is_stitched) {
        return {refused(fmt::format("'{}' has a stitch block", name), "edit the text")};
      }
    }
    return {};
  }

  const DocumentGraph& inner() const { return document_.graphs()[graph_]; }
  const DocumentNode& caller() const { return document_.nodes()[node_]; }
  bool is_single() const {
    return !std::holds_alternative<std::vector<syntax::NamedResult>>(inner().signature->result);
  }

  std::string fresh(std::string_view wanted) {
    std::string name(wanted);
    for (int i = 2; !taken_.insert(name).second; ++i) {
      name = fmt::format("{}_{}", wanted, i);
    }
    return name;
  }

  /// The result of a single graph that is a name takes the name of the call.
  std::optional<std::uint32_t> named_result() const {
    if (!is_single()) {
      return std::nullopt;
    }
    const auto output = document_.find_node(graph_, "", true);
    const auto* name = output
                           ? std::get_if<syntax::NameExpr>(
                                 &document_.module().exprs[*document_.nodes()[*output].value].kind)
                           : nullptr;
    const auto found = name != nullptr
                           ? document_.find_node(graph_, document_.spelling(name->name), false)
                           : std::nullopt;
    if (!found || document_.nodes()[*found].kind != NodeKind::Value) {
      return std::nullopt;
    }
    const auto* type = std::get_if<syntax::TypeRef>(&inner().signature->result);
    const bool has_type = type != nullptr && context_.fragments.type_of(
                                                 document_, document_.graphs()[caller().graph].name,
                                                 caller().name) == document_.text(type->span);
    return has_type ? found : std::nullopt;
  }

  void name_bindings() {
    const DocumentGraph& outer = document_.graphs()[caller().graph];
    for (std::uint32_t i = outer.first_node; i < outer.first_node + outer.node_count; ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (node.kind != NodeKind::Output && (i != node_ || is_single())) {
        taken_.emplace(node.name);
      }
      for (const NameId name :
           node.value ? bound_in(document_.module(), *node.value) : std::vector<NameId>()) {
        taken_.emplace(document_.spelling(name));
      }
    }
    const auto result = named_result();
    if (result) {
      renamed_[*result] = std::string(caller().name);
    }
    for (std::uint32_t i = inner().first_node; i < inner().first_node + inner().node_count; ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (node.kind == NodeKind::Value && !renamed_.contains(i)) {
        renamed_[i] = fresh(node.name);
      }
    }
  }

  Diagnostics bind_ports() {
    std::size_t position = 0;
    for (std::uint32_t i = inner().first_node; i < inner().first_node + inner().node_count; ++i) {
      const DocumentNode& port = document_.nodes()[i];
      if (port.kind != NodeKind::Port) {
        continue;
      }
      const syntax::Port& declared = inner().signature->ports[position];
      const auto* value = std::get_if<syntax::ValuePort>(&declared.kind);
      std::optional<syntax::ExprId> argument = argument_for(port.name, position++);
      if (!argument) {
        argument = declared.default_value;
      }
      if (value == nullptr || !argument) {
        return {refused(value == nullptr ? fmt::format("'{}' is a function", port.name)
                                         : fmt::format("the port '{}' is open", port.name),
                        "edit the text")};
      }
      const std::string_view type = document_.text(value->type.span);
      const std::string_view text = document_.text(document_.module().exprs[*argument].span);
      if (type_of_argument(*argument) == type) {
        renamed_[i] = std::string(text);
        continue;
      }
      const std::string name = fresh(port.name);
      renamed_[i] = name;
      lines_.push_back(fmt::format("{}: {} = {};", name, type, text));
    }
    return {};
  }

  std::optional<syntax::ExprId> argument_for(std::string_view port, std::size_t position) const {
    for (std::size_t i = 0; i < call_->arguments.size(); ++i) {
      const syntax::Argument& argument = call_->arguments[i];
      if (argument.name ? document_.spelling(argument.name->name) == port : i == position) {
        return argument.value;
      }
    }
    return std::nullopt;
  }

  /// The type of an argument that is a name of the caller's; empty otherwise.
  std::string type_of_argument(syntax::ExprId argument) const {
    const auto* name = std::get_if<syntax::NameExpr>(&document_.module().exprs[argument].kind);
    const auto found =
        name != nullptr ? document_.find_node(caller().graph, document_.spelling(name->name), false)
                        : std::nullopt;
    if (!found) {
      return {};
    }
    const DocumentNode& node = document_.nodes()[*found];
    if (node.type_span.end > node.type_span.begin) {
      return std::string(document_.text(node.type_span));
    }
    return context_.fragments.type_of(document_, document_.graphs()[caller().graph].name,
                                      node.name);
  }

  Splices renames_in(syntax::ExprId expr) const {
    Splices splices;
    for (const NameUse& use : names_in(document_.module(), expr)) {
      const auto node = document_.find_node(graph_, document_.spelling(use.name), false);
      const auto name = node && !use.is_callee ? renamed_.find(*node) : renamed_.end();
      if (name != renamed_.end() && name->second != document_.spelling(use.name)) {
        splices.push_back({use.span.begin, use.span.end, name->second});
      }
    }
    return splices;
  }

  std::string moved(const Span& span, Splices splices) const {
    sort_splices(splices);
    for (Splice& splice : splices) {
      splice.begin -= span.begin;
      splice.end -= span.begin;
    }
    return apply_splices(document_.text(span), splices);
  }

  Diagnostics bind_results() {
    for (std::uint32_t i = inner().first_node; i < inner().first_node + inner().node_count; ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (node.kind == NodeKind::Value) {
        Splices splices = renames_in(*node.value);
        if (renamed_.at(i) != node.name) {
          splices.push_back({node.name_span.begin, node.name_span.end, renamed_.at(i)});
        }
        Span line = node.statement;
        const std::string_view rest =
            document_.text({line.file, line.end, line_end(document_.text(), line.end)});
        const std::size_t comment = rest.find_first_not_of(" \t");
        if (comment != std::string_view::npos && rest.substr(comment).starts_with("//")) {
          line.end = line_end(document_.text(), line.end);
        }
        lines_.push_back(moved(line, std::move(splices)));
      } else if (node.kind == NodeKind::Output) {
        bind_result(node);
      }
    }
    return check_reads();
  }

  void bind_result(const DocumentNode& output) {
    if (is_single() && named_result()) {
      return;
    }
    const std::string name = is_single() ? std::string(caller().name) : fresh(output.name);
    results_[std::string(output.name)] = name;
    const Span span = document_.module().exprs[*output.value].span;
    lines_.push_back(fmt::format("{}: {} = {};", name, result_type(output.name),
                                 moved(span, renames_in(*output.value))));
  }

  std::string result_type(std::string_view result) const {
    if (const auto* type = std::get_if<syntax::TypeRef>(&inner().signature->result)) {
      return std::string(document_.text(type->span));
    }
    for (const syntax::NamedResult& each :
         std::get<std::vector<syntax::NamedResult>>(inner().signature->result)) {
      if (document_.spelling(each.name.name) == result) {
        return std::string(document_.text(each.type.span));
      }
    }
    return {};
  }

  /// Splices for what reads the results by name: `call.result`.
  Diagnostics check_reads() {
    const DocumentGraph& outer = document_.graphs()[caller().graph];
    for (std::uint32_t i = outer.first_node;
         !is_single() && i < outer.first_node + outer.node_count; ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (!node.value) {
        continue;
      }
      std::size_t read = 0;
      for (const NameUse& use : names_in(document_.module(), *node.value)) {
        read += !use.is_callee && document_.spelling(use.name) == caller().name ? 1 : 0;
      }
      std::vector<syntax::ExprId> open{*node.value};
      while (read > 0 && !open.empty()) {
        const syntax::ExprId id = open.back();
        open.pop_back();
        const auto* member = std::get_if<syntax::MemberExpr>(&document_.module().exprs[id].kind);
        const auto* object =
            member != nullptr
                ? std::get_if<syntax::NameExpr>(&document_.module().exprs[member->object].kind)
                : nullptr;
        if (object != nullptr && document_.spelling(object->name) == caller().name) {
          const auto result = results_.find(std::string(document_.spelling(member->member.name)));
          if (result != results_.end()) {
            const Span span = document_.module().exprs[id].span;
            splices_.push_back({span.begin, span.end, result->second});
            --read;
          }
          continue;
        }
        for (const Operand& operand : operands_of(document_.module(), id)) {
          open.push_back(operand.expr);
        }
      }
      if (read > 0) {
        return {refused(fmt::format("'{}' reads the call as a whole", node.name))};
      }
    }
    return {};
  }

  void add_bindings() {
    const std::string_view text = document_.text();
    const std::string_view indentation = indentation_at(text, caller().statement.begin);
    for (const std::string& line : lines_) {
      inserted_ += inserted_.empty() ? "" : fmt::format("{}{}", line_break_of(text), indentation);
      inserted_ += line;
    }
  }

  void replace_call() {
    splices_.push_back({caller().statement.begin, caller().statement.end, inserted_});
  }

  void remove_unused_graph() {
    for (std::uint32_t i = 0; i < document_.nodes().size(); ++i) {
      const DocumentNode& node = document_.nodes()[i];
      if (i == node_ || !node.value) {
        continue;
      }
      for (const NameUse& use : names_in(document_.module(), *node.value)) {
        const std::string_view name = document_.spelling(use.name);
        if (name == inner().name &&
            (use.is_callee || !document_.find_node(node.graph, name, false))) {
          return;
        }
      }
    }
    // With the blank lines and the documentation before it.
    const std::string_view text = document_.text();
    std::uint32_t begin = inner().declaration.begin;
    const auto blank_before = [&] {
      while (begin > 0 && (text[begin - 1] == ' ' || is_line_end(text[begin - 1]))) {
        --begin;
      }
    };
    for (blank_before(); begin > 0;) {
      std::uint32_t line = begin;
      while (line > 0 && !is_line_end(text[line - 1])) {
        --line;
      }
      if (!text.substr(line).starts_with("///")) {
        break;
      }
      begin = line;
      blank_before();
    }
    splices_.push_back({begin, inner().declaration.end, ""});
  }

  const EditContext& context_;
  const DocumentText& document_;
  const NodeId id_;
  std::uint32_t node_ = 0;
  std::uint32_t graph_ = 0;  ///< the one that is called
  const syntax::CallExpr* call_ = nullptr;
  std::set<std::string> taken_;
  std::map<std::uint32_t, std::string> renamed_;  ///< nodes of the graph, by what they become
  std::map<std::string, std::string> results_;    ///< names that results become
  std::vector<std::string> lines_;
  std::string inserted_;
  Splices splices_;
};

}  // namespace

Result<PlannedEdit> plan(const EditContext& context, const Ungroup& edit) {
  return Ungrouping(context, edit).plan();
}

}  // namespace weft::live
