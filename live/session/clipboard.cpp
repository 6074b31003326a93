#include "live/session/clipboard.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

bool is_comment_alone(std::string_view line) {
  return line.starts_with("//") || (line.starts_with("/*") && line.find("*/") == line.size() - 2);
}

/// The lines right above a node that are comments alone, each with `indent`.
std::string comments_above(const DocumentText& document, const DocumentNode& node,
                           std::string_view indent) {
  const std::string_view text = document.text();
  std::string lines;
  std::uint32_t at = node.statement.begin;
  for (;;) {
    while (at > 0 && !is_line_end(text[at - 1])) {
      --at;
    }
    std::uint32_t end = at - (at > 0 ? 1 : 0);  // in the line break before
    end -= end > 0 && text[end] == '\n' && text[end - 1] == '\r' ? 1 : 0;
    std::uint32_t begin = end;
    while (begin > 0 && !is_line_end(text[begin - 1])) {
      --begin;
    }
    std::string_view line = text.substr(begin, end - begin);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    if (at == 0 || !is_comment_alone(line)) {
      break;
    }
    lines.insert(0, fmt::format("{}{}\n", indent, line));
    at = begin;
  }
  return lines;
}

/// The statement of a node, and the comment behind it.
std::string line_of(const DocumentText& document, const DocumentNode& node) {
  const std::string_view text = document.text();
  std::string line(document.text(node.statement));
  std::string_view rest =
      text.substr(node.statement.end, line_end(text, node.statement.end) - node.statement.end);
  const std::size_t first = rest.find_first_not_of(" \t");
  if (first != std::string_view::npos && rest.substr(first).starts_with("//")) {
    line += rest;
  }
  return line;
}

std::string text_of_nodes(const DocumentText& document, const std::vector<std::uint32_t>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto is_stitched = [&](std::size_t k) {
      return k < nodes.size() && document.nodes()[nodes[k]].is_stitched;
    };
    text += is_stitched(i) && (i == 0 || !is_stitched(i - 1)) ? "stitch {\n" : "";
    const std::string_view indent = is_stitched(i) ? "    " : "";
    const DocumentNode& node = document.nodes()[nodes[i]];
    text += comments_above(document, node, indent);
    text += fmt::format("{}{}\n", indent, line_of(document, node));
    text += is_stitched(i) && !is_stitched(i + 1) ? "}\n" : "";
  }
  return text;
}

/// What is pasted, by its own text.
class PastedText {
 public:
  PastedText(const EditContext& context, const Paste& edit, std::uint32_t graph)
      : context_(context),
        edit_(edit),
        graph_(graph),
        pasted_("edit", fmt::format("material m {{\n{}\n}}\n", edit.text)) {}

  Result<PlannedEdit> plan() {
    Diagnostics errors = check();
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
    choose_names();
    const DocumentText renamed("edit", apply_splices(pasted_.text(), renaming()));
    PlannedEdit planned;
    planned.splices = inserted(renamed);
    for (const DocumentNode& node : renamed.nodes()) {
      planned.added.push_back(fmt::format("{}/{}{}", edit_.graph,
                                          node.kind == NodeKind::Output ? "out:" : "", node.name));
    }
    errors = check_cycles(planned.splices, renamed);
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
    return planned;
  }

 private:
  Diagnostics refused(Code code, std::string_view node, std::string message,
                      std::string hint = {}) const {
    const std::string id = node.empty() ? edit_.graph : fmt::format("{}/{}", edit_.graph, node);
    return {edit_error(code, id, "", std::move(message), std::move(hint))};
  }

  Diagnostics check() const {
    for (const Diagnostic& each : pasted_.diagnostics()) {
      return refused(each.code, "", fmt::format("the pasted text: {}", each.message), each.hint);
    }
    const bool is_one = pasted_.module().declarations.size() == 1 && pasted_.graphs().size() == 1 &&
                        pasted_.graphs().front().declaration.end + 1 == pasted_.text().size();
    if (!is_one || pasted_.nodes().empty()) {
      return refused(Code::SyntaxError, "", "the pasted text is not made of nodes",
                     "written: x = 1.0;");
    }
    std::set<std::pair<std::string_view, bool>> names;
    for (const DocumentNode& node : pasted_.nodes()) {
      if (node.kind == NodeKind::Parameter && !context_.document.graphs()[graph_].is_material) {
        return refused(Code::BadDeclaration, node.name,
                       "a graph has ports in the place of parameters",
                       "paste the parameter into a material");
      }
      if (node.kind == NodeKind::Output && !context_.document.graphs()[graph_].is_material &&
          context_.document.find_node(graph_, node.name, true)) {
        return refused(Code::DuplicateName, fmt::format("out:{}", node.name),
                       "a graph has one output for each result of its signature",
                       "paste the output into a material, or add a result to the signature");
      }
      if (!names.emplace(node.name, node.kind == NodeKind::Output).second) {
        return refused(Code::DuplicateName, node.name,
                       fmt::format("the pasted text has '{}' twice", node.name));
      }
    }
    return {};
  }

  void choose_names() {
    for (const DocumentNode& node : pasted_.nodes()) {
      taken_.emplace(node.name);
      if (node.value) {
        for (const NameUse& use : names_in(pasted_.module(), *node.value)) {
          taken_.emplace(pasted_.spelling(use.name));
        }
        for (const NameId bound : bound_in(pasted_.module(), *node.value)) {
          taken_.emplace(pasted_.spelling(bound));
        }
      }
    }
    for (const DocumentNode& node : pasted_.nodes()) {
      const bool is_output = node.kind == NodeKind::Output;
      if (is_free(node.name, is_output)) {
        continue;
      }
      std::string_view stem = node.name;
      const std::size_t last = stem.find_last_not_of("0123456789");
      if (last + 1 < stem.size() && last > 0 && stem[last] == '_') {
        stem = stem.substr(0, last);
      }
      std::string fresh;
      for (int i = 2; fresh.empty() || taken_.contains(fresh) || !is_free(fresh, is_output) ||
                      is_called(context_, fresh);
           ++i) {
        fresh = fmt::format("{}_{}", stem, i);
      }
      taken_.insert(fresh);
      (is_output ? outputs_ : values_).emplace(node.name, std::move(fresh));
    }
  }

  bool is_free(std::string_view name, bool is_output) const {
    return !context_.document.find_node(graph_, name, is_output) &&
           (is_output || (!context_.fragments.is_feature_space(name) &&
                          !node_that_passes(context_, graph_, name)));
  }

  /// Splices of the pasted text.
  Splices renaming() const {
    Splices splices;
    for (const DocumentNode& node : pasted_.nodes()) {
      const auto& own = node.kind == NodeKind::Output ? outputs_ : values_;
      const auto renamed = own.find(node.name);
      if (renamed != own.end()) {
        splices.push_back({node.name_span.begin, node.name_span.end, renamed->second});
      }
      if (node.is_shorthand) {
        const auto read = values_.find(node.name);
        if (renamed != own.end() || read != values_.end()) {
          splices.push_back({node.name_span.end, node.name_span.end,
                             fmt::format(" = {}", read != values_.end() ? read->second
                                                                        : std::string(node.name))});
        }
      } else if (node.value) {
        rename_mentions(*node.value, splices);
      }
    }
    sort_splices(splices);
    return splices;
  }

  void rename_mentions(syntax::ExprId value, Splices& splices) const {
    for (const NameUse& use : names_in(pasted_.module(), value)) {
      const auto renamed = values_.find(pasted_.spelling(use.name));
      if (renamed == values_.end()) {
        continue;
      }
      if (!use.is_callee || !is_called(context_, renamed->first)) {
        splices.push_back({use.span.begin, use.span.end, renamed->second});
      }
    }
  }

  /// Splices of the document: parameters, values and outputs go after those it has.
  Splices inserted(const DocumentText& renamed) const {
    std::array<std::vector<std::uint32_t>, 3> by_kind;
    for (std::uint32_t i = 0; i < renamed.nodes().size(); ++i) {
      const NodeKind kind = renamed.nodes()[i].kind;
      by_kind[kind == NodeKind::Parameter ? 0 : kind == NodeKind::Output ? 2 : 1].push_back(i);
    }
    const DocumentText& document = context_.document;
    const DocumentGraph& graph = document.graphs()[graph_];
    const std::size_t ports = graph.signature != nullptr ? graph.signature->ports.size() : 0;
    if (graph.node_count == ports) {
      by_kind[0].insert(by_kind[0].end(), by_kind[1].begin(), by_kind[1].end());
      by_kind[0].insert(by_kind[0].end(), by_kind[2].begin(), by_kind[2].end());
      return {inserted(text_of_nodes(renamed, by_kind[0]), false, false)};
    }
    Splices splices;
    for (std::size_t i = 0; i < 3; ++i) {
      if (!by_kind[i].empty()) {
        splices.push_back(inserted(text_of_nodes(renamed, by_kind[i]), i == 2, i == 0));
      }
    }
    return splices;
  }

  Splice inserted(std::string_view lines, bool is_output, bool is_parameter) const {
    static constexpr std::string_view mark = "line";
    Splice splice = add_line(context_.document, graph_, mark, is_output, is_parameter);
    const std::size_t place = splice.text.rfind(mark);
    const std::string before = splice.text.substr(0, place);
    const std::string rest = splice.text.substr(place + mark.size());
    const bool begins_line = before.find_first_of(line_ends) != std::string::npos;
    std::string text;
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find_first_of(line_ends), lines.size());
      const bool is_last = lines.find_first_not_of("\r\n", end) == std::string_view::npos;
      text += (text.empty() ? before : begins_line ? before : rest + before);
      text += lines.substr(0, end);
      lines.remove_prefix(is_last ? lines.size()
                                  : end + (lines.substr(end).starts_with("\r\n") ? 2 : 1));
    }
    splice.text = text + rest;
    return splice;
  }

  /// New values that read themselves, also through nodes that missed them.
  Diagnostics check_cycles(Splices splices, const DocumentText& renamed) const {
    sort_splices(splices);
    const DocumentText after("edit", apply_splices(context_.document.text(), splices));
    if (has_errors(after.diagnostics()) || graph_ >= after.graphs().size()) {
      return {};  // the batch refuses it
    }
    const DocumentGraph& graph = after.graphs()[graph_];
    enum : char { Unseen, Open, Done };
    std::vector<char> state(graph.node_count, Unseen);
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> path;
    const auto enter = [&](std::uint32_t node) {
      const DocumentNode& at = after.nodes()[node];
      std::vector<std::uint32_t> read;
      if (at.kind == NodeKind::Value) {
        for (const NameUse& use : names_in(after.module(), *at.value)) {
          if (const auto found = after.find_node(graph_, after.spelling(use.name), false)) {
            read.push_back(*found);
          }
        }
      }
      state[node - graph.first_node] = Open;
      path.emplace_back(node, std::move(read));
    };
    for (std::uint32_t root = graph.first_node; root < graph.first_node + graph.node_count;
         ++root) {
      if (state[root - graph.first_node] == Unseen) {
        enter(root);
      }
      while (!path.empty()) {
        auto& [node, read] = path.back();
        if (read.empty()) {
          state[node - graph.first_node] = Done;
          path.pop_back();
          continue;
        }
        const std::uint32_t next = read.back();
        read.pop_back();
        const auto is_pasted = [&](const auto& on_path) {
          return renamed.find_node(0, after.nodes()[on_path.first].name, false).has_value();
        };
        const auto first = std::find_if(path.begin(), path.end(),
                                        [&](const auto& on_path) { return on_path.first == next; });
        if (std::any_of(first, path.end(), is_pasted)) {
          return refused(Code::GraphCycle, after.nodes()[next].name,
                         fmt::format("'{}' would depend on itself through '{}'",
                                     after.nodes()[next].name, after.nodes()[node].name));
        }
        if (state[next - graph.first_node] == Unseen) {
          enter(next);
        }
      }
    }
    return {};
  }

  const EditContext& context_;
  const Paste& edit_;
  std::uint32_t graph_;
  DocumentText pasted_;
  std::set<std::string, std::less<>> taken_;
  std::map<std::string, std::string, std::less<>> values_, outputs_;  ///< old to fresh names
};

}  // namespace

Result<std::string> copied_nodes(const DocumentText& document, const NodeNames& names,
                                 const std::vector<NodeId>& nodes) {
  std::set<std::uint32_t> found;
  std::optional<std::uint32_t> graph;
  for (const NodeId& id : nodes) {
    const auto place = find_node(document, names, id);
    if (!place) {
      return failed(place.error());
    }
    const NodeKind kind = document.nodes()[place->node].kind;
    const bool has_line = !place->is_nested() && kind != NodeKind::Port;
    if (!has_line || (graph && *graph != place->graph)) {
      return failed(edit_error(Code::WrongArguments, id, "",
                               has_line ? "the nodes are of several graphs"
                                        : fmt::format("'{}' has no line of its own", id)));
    }
    graph = place->graph;
    found.insert(place->node);
  }
  return text_of_nodes(document, {found.begin(), found.end()});
}

Result<PlannedEdit> plan(const EditContext& context, const Paste& edit) {
  const auto graph = find_graph(context.document, context.names, edit.graph);
  if (!graph) {
    return failed(graph.error());
  }
  return PastedText(context, edit, *graph).plan();
}

}  // namespace weft::live
