#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/returned_expression.h"

namespace weft {
namespace {

Span span_of_from(const syntax::Signature& signature) {
  Span span = signature.name.span;
  for (const syntax::Clause& clause : signature.clauses) {
    if (const auto* from = std::get_if<syntax::FromClause>(&clause); from && !from->ports.empty()) {
      span = from->ports.front().span;
      span.end = from->ports.back().span.end;
    }
  }
  return span;
}

/// Returns the first port that the results depend on although `from (…)` omits it.
std::optional<std::uint32_t> unlisted_port(const Library& library, const Fragment& fragment,
                                           const Body& body) {
  const BodyFlow flow = find_flow(library, body, fragment.ports.size());
  for (std::uint32_t port = 0; port < fragment.ports.size(); ++port) {
    const bool is_listed = std::find(fragment.depends_on.begin(), fragment.depends_on.end(),
                                     port) != fragment.depends_on.end();
    if (!is_listed && std::any_of(flow.results.begin(), flow.results.end(),
                                  [&](const FlowSet& result) { return result.ports[port]; })) {
      return port;
    }
  }
  return std::nullopt;
}

bool returns_first_port(const Body& body) {
  const std::optional<BodyExprId> result = returned_expression(body);
  return result && body.exprs[*result].op == Operation::Port && body.exprs[*result].payload == 0;
}

}  // namespace

void check_uniform_choices(LoadState& state) {
  const Library& library = state.library;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const Fragment& fragment = library.fragments[FragmentId(i)];
    const std::vector<BodyInstance>& bodies = fragment.instances();
    const bool is_checked =
        !fragment.is_uniform_choice || state.fragment_sources[i].is_broken ||
        (!bodies.empty() &&
         std::all_of(bodies.begin(), bodies.end(), [](const BodyInstance& instance) {
           return returns_first_port(instance.body);
         }));
    if (!is_checked) {
      const std::string_view value = library.text(fragment.ports.front().name);
      state.report(error_at(Code::FalseDeclaration, fragment.span,
                            fmt::format("a 'uniform' choice has its first value where both are "
                                        "allowed, which the body of '{}' does not return",
                                        library.text(fragment.name)),
                            fmt::format("its body is: {{ return {}; }}", value)));
    }
  }
}

void check_declared_dependence(LoadState& state) {
  const Library& library = state.library;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const Fragment& fragment = library.fragments[FragmentId(i)];
    if (fragment.depends_on.empty()) {
      continue;
    }
    for (const BodyInstance& instance : fragment.instances()) {
      const auto port = unlisted_port(library, fragment, instance.body);
      if (!port) {
        continue;
      }
      const std::string_view name = library.text(fragment.ports[*port].name);
      Diagnostic diagnostic = error_at(
          Code::FalseDeclaration, span_of_from(*state.fragment_sources[i].signature),
          fmt::format("the result of '{}' also depends on '{}'", library.text(fragment.name), name),
          fmt::format("add '{}' to 'from (…)', or omit 'from' to depend on all ports", name));
      for (const BodyExpr& expr : instance.body.exprs) {
        if (expr.op == Operation::Port && expr.payload == *port) {
          diagnostic.notes.push_back({fmt::format("'{}' is used here", name), expr.span});
          break;
        }
      }
      state.report(std::move(diagnostic));
      break;
    }
  }
}

}  // namespace weft
