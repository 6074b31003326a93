#include "live/session/call_path.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

constexpr std::size_t most_paths = 4;       // that a message lists
constexpr std::size_t most_steps = 10'000;  // up through callers, also where the text has a cycle

/// Takes the part before the next slash.
std::string_view take_part(std::string_view& rest) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view part = rest.substr(0, slash);
  rest.remove_prefix(std::min(slash + 1, rest.size()));
  return part;
}

bool is_position(std::string_view part) {
  return !part.empty() &&
         std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The call that an expression is, without parentheses, `as {…}` and `with (…)`.
std::optional<syntax::ExprId> call_in(const syntax::Module& module, syntax::ExprId expr) {
  for (;;) {
    expr = unwrapped(module, expr);
    const auto* with = std::get_if<syntax::WithExpr>(&module.exprs[expr].kind);
    if (with == nullptr) {
      break;
    }
    expr = with->operand;
  }
  return std::holds_alternative<syntax::CallExpr>(module.exprs[expr].kind) ? std::optional(expr)
                                                                           : std::nullopt;
}

/// The name that an expression calls; empty if it is no call of a name.
std::string_view callee_of(const DocumentText& text, syntax::ExprId expr) {
  const auto& exprs = text.module().exprs;
  const auto* call = std::get_if<syntax::CallExpr>(&exprs[expr].kind);
  const auto* name =
      call != nullptr ? std::get_if<syntax::NameExpr>(&exprs[call->callee].kind) : nullptr;
  return name != nullptr ? text.spelling(name->name) : std::string_view();
}

std::vector<DeclaredFragment> declared_in(const DocumentText& text, std::string_view name) {
  std::vector<DeclaredFragment> found;
  for (const syntax::Declaration& declaration : text.module().declarations) {
    const syntax::Signature* signature = nullptr;
    if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
      signature = &graph->signature;
    } else if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
      signature = &leaf->signature;
    }
    if (signature != nullptr && text.spelling(signature->name.name) == name) {
      found.push_back({&text, signature, declaration.span});
    }
  }
  return found;
}

/// The graph of a declaration, if it is one.
std::optional<std::uint32_t> graph_of(const DeclaredFragment& declared) {
  const std::vector<DocumentGraph>& graphs = declared.text->graphs();
  for (std::uint32_t i = 0; i < graphs.size(); ++i) {
    if (graphs[i].signature == declared.signature) {
      return i;
    }
  }
  return std::nullopt;
}

class PathSearch {
 public:
  PathSearch(const EditContext& context, const Library& library, std::string_view id)
      : context_(context), library_(library), id_(id) {}

  Result<CallPath> find() {
    std::string_view rest = id_;
    const std::string_view first = take_part(rest);
    const auto graph = context_.document.find_graph(context_.names.name_of(first));
    if (graph && !context_.document.graphs()[*graph].is_material) {
      const auto full = through_only_call(*graph, rest);
      return full ? follow(*full) : failed(full.error());
    }
    return follow(std::string(id_));
  }

 private:
  /// A node that calls a graph, by its id there.
  struct Caller {
    std::uint32_t graph = 0;
    std::string id;  ///< `doubled/1`
  };

  Diagnostic refusal(Code code, std::string message, std::string hint = {}) const {
    return edit_error(code, id_, "", std::move(message), std::move(hint));
  }

  /// Nodes of imported files have no other ids.
  const NodeNames& names_of(const DocumentText& text) const {
    return &text == &context_.document ? context_.names : no_names_;
  }

  Result<CallPath> follow(const std::string& id) {
    CallPath path;
    path.text = &context_.document;
    std::string_view rest = id;
    std::string at(take_part(rest));
    for (;;) {
      at += fmt::format("/{}", take_part(rest));
      std::string_view next = rest;
      for (std::string_view part = take_part(next); is_position(part); part = take_part(next)) {
        at += fmt::format("/{}", part);
        rest = next;
      }
      auto place = find_node(*path.text, names_of(*path.text), at);
      if (!place) {
        return failed(std::move(place.error()));
      }
      path.place = std::move(*place);
      if (rest.empty()) {
        return path;
      }
      next = rest;
      auto step = step_into(path, take_part(next));
      if (!step) {
        return failed(std::move(step.error()));
      }
      path.text = step->called.text;
      at = graph_id_of(*path.text, names_of(*path.text), *graph_of(step->called));
      path.calls.push_back(std::move(*step));
    }
  }

  /// Into the graph that the place calls, towards one of its nodes.
  Result<CallStep> step_into(CallPath& path, std::string_view node) {
    const auto& operand = path.place.operand;
    const auto call =
        operand ? call_in(path.text->module(), operand->expr) : std::optional<syntax::ExprId>();
    const std::string callee(call ? callee_of(*path.text, *call) : std::string_view());
    std::vector<DeclaredFragment> declared = declarations_of(path, callee);
    std::vector<DeclaredFragment> fitting;
    std::vector<std::string_view> known;
    for (const DeclaredFragment& each : declared) {
      const auto graph = graph_of(each);
      if (!graph) {
        continue;
      }
      const DocumentGraph& within = each.text->graphs()[*graph];
      for (std::uint32_t i = within.first_node; i < within.first_node + within.node_count; ++i) {
        known.push_back(each.text->nodes()[i].name);
      }
      if (has_node(each, *graph, node)) {
        fitting.push_back(each);
      }
    }
    if (fitting.size() > 1) {
      return failed(refusal(
          Code::Unsupported,
          fmt::format("several graphs '{}' have a binding '{}', and the types of the arguments "
                      "choose among them",
                      callee, node),
          "give the bindings different names"));
    }
    if (fitting.empty()) {
      const bool has_graph = !known.empty();
      return failed(refusal(
          Code::UnknownName,
          has_graph        ? fmt::format("the graph '{}' has no binding '{}'", callee, node)
          : callee.empty() ? fmt::format("this calls no graph with a binding '{}'", node)
                           : fmt::format("'{}' is no graph with a binding '{}'", callee, node),
          spelling_hint(node, known)));
    }
    CallStep step{path.text, path.place, *call, fitting.front(), {}};
    std::copy_if(
        declared.begin(), declared.end(), std::back_inserter(step.others),
        [&](const DeclaredFragment& each) { return each.signature != step.called.signature; });
    return step;
  }

  /// Whether the graph has the node under that id.
  bool has_node(const DeclaredFragment& declared, std::uint32_t graph,
                std::string_view node) const {
    const NodeNames& names = names_of(*declared.text);
    const std::string id = fmt::format("{}/{}", graph_id_of(*declared.text, names, graph), node);
    return find_node(*declared.text, names, id).has_value();
  }

  /// All fragments and graphs of a name, in the order of the library.
  std::vector<DeclaredFragment> declarations_of(CallPath& path, std::string_view name) {
    std::vector<DeclaredFragment> found = declared_in(context_.document, name);
    const auto known = library_.names.find(name);
    std::vector<FileId> files;
    for (const FragmentId id : known ? library_.find_fragments(*known) : no_fragments_) {
      const FileId file = library_.fragments[id].full_span.file;
      if (file != library_.root_file &&
          std::find(files.begin(), files.end(), file) == files.end()) {
        files.push_back(file);
      }
    }
    for (const FileId file : files) {
      auto& text = imported_[file];
      if (text == nullptr) {
        const SourceFile& source = library_.sources[file];
        text = std::make_shared<DocumentText>(source.path(), std::string(source.text()));
        path.imported.push_back(text);
      }
      const auto more = declared_in(*text, name);
      found.insert(found.end(), more.begin(), more.end());
    }
    return found;
  }

  /// The id of a graph's node below the only call of the graph.
  Result<std::string> through_only_call(std::uint32_t graph, std::string_view node) const {
    const DocumentText& document = context_.document;
    struct Open {
      std::uint32_t graph;
      std::string below;
    };
    std::vector<Open> open{{graph, std::string(node)}};
    std::vector<std::string> found;
    for (std::size_t i = 0; i < open.size() && i < most_steps && found.size() <= most_paths; ++i) {
      for (const Caller& caller : callers_of(open[i].graph)) {
        std::string below = fmt::format("{}/{}", caller.id, open[i].below);
        if (document.graphs()[caller.graph].is_material) {
          found.push_back(
              fmt::format("{}/{}", graph_id_of(document, context_.names, caller.graph), below));
        } else {
          open.push_back({caller.graph, std::move(below)});
        }
      }
    }
    if (found.size() == 1) {
      return std::move(found.front());
    }
    const std::string_view name = document.graphs()[graph].name;
    if (found.empty()) {
      return failed(refusal(Code::Unsupported,
                            fmt::format("no material of the document calls the graph '{}', so its "
                                        "nodes have no values",
                                        name),
                            "call it"));
    }
    const bool has_more = found.size() > most_paths;
    found.resize(std::min(found.size(), most_paths));
    return failed(refusal(
        Code::Unsupported,
        fmt::format("'{}' is called several times, and '{}' has a value per call", name, id_),
        fmt::format("name the call: {}{}", fmt::join(found, ", "), has_more ? ", …" : "")));
  }

  /// All calls of a graph in the document, in text order.
  std::vector<Caller> callers_of(std::uint32_t graph) const {
    const DocumentText& document = context_.document;
    const syntax::Module& module = document.module();
    const std::string_view name = document.graphs()[graph].name;
    std::vector<Caller> callers;
    for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
      const DocumentNode& node = document.nodes()[i];
      if (!node.value || node.kind == NodeKind::Port || node.kind == NodeKind::Parameter) {
        continue;
      }
      std::string id = id_of(document, context_.names, i);
      id.erase(0, id.find('/') + 1);
      std::vector<std::pair<syntax::ExprId, std::string>> open{{*node.value, std::move(id)}};
      while (!open.empty()) {
        auto [expr, path] = std::move(open.back());
        open.pop_back();
        expr = unwrapped(module, expr);
        if (callee_of(document, expr) == name) {
          callers.push_back({node.graph, path});
        }
        const std::vector<Operand> operands = operands_of(module, expr);
        for (std::size_t k = operands.size(); k-- > 0;) {
          open.emplace_back(operands[k].expr, fmt::format("{}/{}", path, k));
        }
      }
    }
    return callers;
  }

  const EditContext& context_;
  const Library& library_;
  std::string_view id_;
  const NodeNames no_names_;
  const std::vector<FragmentId> no_fragments_;
  std::map<FileId, std::shared_ptr<const DocumentText>> imported_;
};

}  // namespace

Result<CallPath> find_call_path(const EditContext& context, const Library& library,
                                std::string_view id) {
  return PathSearch(context, library, id).find();
}

}  // namespace weft::live
