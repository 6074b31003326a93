#include "composer/typing/settle_literals.h"

#include <algorithm>
#include <string>

#include "composer/evaluations/live_literals.h"

namespace weft {
namespace {

/// Visits everything that some roots are computed from, each once.
template <typename Id, typename Nodes, typename Visit>
void for_each_below(const Nodes& nodes, std::vector<Id> open, const Visit& visit) {
  std::vector<bool> is_seen(nodes.size(), false);
  while (!open.empty()) {
    const Id id = open.back();
    open.pop_back();
    if (is_seen[id.index()]) {
      continue;
    }
    is_seen[id.index()] = true;
    visit(nodes[id]);
    open.insert(open.end(), nodes[id].inputs.begin(), nodes[id].inputs.end());
  }
}

/// `base_amount`, or `base_amount_2` where a parameter has that name.
std::string unused_name(const Composition& composition, const std::vector<LiveLiteral>& known,
                        const std::string& wish) {
  const std::string stem = wish.empty() ? "literal" : wish;
  std::string name = stem;
  const auto& parameters = composition.material.parameters;
  for (int number = 2;; ++number) {
    const bool is_taken = std::any_of(parameters.begin(), parameters.end(),
                                      [&](const MaterialParameter& parameter) {
                                        return composition.library.text(parameter.name) == name;
                                      }) ||
                          std::any_of(known.begin(), known.end(),
                                      [&](const LiveLiteral& other) { return other.name == name; });
    if (!is_taken) {
      return name;
    }
    name = stem + "_" + std::to_string(number);
  }
}

}  // namespace

std::vector<LiveLiteral> settle_literals(const Composition& composition, const CallStore& calls,
                                         const TypedGraph& graph) {
  std::vector<LiveLiteral> literals;
  for (const LiveLiteralRequest& request : composition.live_literals) {
    LiveLiteral literal{request.place};
    literal.name = unused_name(composition, literals, request.name);
    literals.push_back(std::move(literal));
  }
  for (const Call& call : calls) {
    const auto* read = std::get_if<LiteralCall>(&call.kind);
    if (read != nullptr && read->live != no_live_literal) {
      LiveLiteral& literal = literals[read->live];
      literal.state = LiveLiteral::State::Live;
      literal.type = read->value.type;
      // Whether an int fits a uint depends on its sign.
      literal.sign_decides = read->value.type.scalar_kind() == Scalar::Int;
    }
  }
  const auto for_each_literal = [&](const std::vector<CallId>& roots, const auto& visit) {
    for_each_below(calls, roots, [&](const Call& call) {
      const auto* read = std::get_if<LiteralCall>(&call.kind);
      if (read != nullptr && read->live != no_live_literal) {
        visit(literals[read->live]);
      }
    });
  };
  for_each_literal(calls.deciding_signs(),
                   [](LiveLiteral& literal) { literal.sign_decides = true; });
  for_each_literal(calls.deciding(),
                   [](LiveLiteral& literal) { literal.state = LiveLiteral::State::Fixed; });
  std::vector<bool> is_deciding(literals.size(), false);
  for_each_below(graph.evaluations, graph.deciding, [&](const Evaluation& evaluation) {
    if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      mark_literals(*constant, is_deciding);
    }
  });
  for (std::size_t i = 0; i < literals.size(); ++i) {
    literals[i].state = is_deciding[i] ? LiveLiteral::State::Fixed : literals[i].state;
  }
  return literals;
}

}  // namespace weft
