#include "fragments/analysis/body_demands.h"

#include <algorithm>
#include <optional>

namespace weft {
namespace {

/// Translates `inner` from the callee's inputs to those of the calling body.
FlowSet in_terms_of_caller(const FlowSet& inner, const Body& callee, const Body& body,
                           const BodyExpr& call, const BodyFlow& flow, FlowSet none) {
  for (std::uint32_t i = 0; i < call.argument_count && i < inner.ports.size(); ++i) {
    if (inner.ports[i]) {
      join(none, flow.exprs[body.argument(call, i).index()]);
    }
  }
  for (std::size_t i = 0; i < inner.features.size(); ++i) {
    const auto at = std::find(body.features.begin(), body.features.end(), callee.features[i]);
    if (inner.features[i] && at != body.features.end()) {
      none.features.insert(static_cast<std::size_t>(at - body.features.begin()));
    }
  }
  none.steps = none.steps || inner.steps;
  return none;
}

}  // namespace

std::optional<BodyDemands::Key> BodyDemands::key_of(const BodyCall& call) const {
  const Fragment& leaf = library_.fragments[call.fragment];
  const BodyInstance* instance = leaf.find_declared(call.type_arguments);
  return instance != nullptr
             ? std::optional<Key>(
                   {call.fragment, static_cast<std::size_t>(instance - leaf.instances().data())})
             : std::nullopt;
}

const std::vector<BodyDemand>& BodyDemands::of(FragmentId fragment,
                                               const std::vector<DataType>& type_arguments,
                                               const Specialization& special) {
  if (!special.is_whole()) {
    of(fragment, type_arguments);  // computes the demands of all callees
    const std::optional<Key> key = key_of({fragment, type_arguments});
    const Body* body = find_body(library_, fragment, type_arguments, special);
    if (!key || body == nullptr) {
      return none_;
    }
    const auto [at, is_new] = specialized_.try_emplace({*key, special});
    if (is_new) {
      at->second = find(find_signature(library_, fragment, special), *body);
    }
    return at->second;
  }
  const std::optional<Key> root = key_of({fragment, type_arguments});
  if (!root) {
    return none_;
  }
  if (const auto at = known_.find(*root); at != known_.end()) {
    return at->second;
  }
  // Callees first, with an explicit stack; the loader has rejected recursion between leaves.
  std::vector<Key> open{*root};
  while (!open.empty()) {
    const Key key = open.back();
    if (known_.count(key) != 0) {
      open.pop_back();
      continue;
    }
    const Fragment& leaf = library_.fragments[key.first];
    const Body& body = leaf.instances()[key.second].body;
    const std::size_t before = open.size();
    for (const BodyCall& call : body.calls) {
      const std::optional<Key> callee = key_of(call);
      if (callee && known_.count(*callee) == 0) {
        open.push_back(*callee);
      }
    }
    if (open.size() == before) {
      known_.emplace(key, find(leaf, body));
      open.pop_back();
    }
  }
  return known_.at(*root);
}

std::vector<BodyDemand> BodyDemands::find(const Fragment& fragment, const Body& body) const {
  const auto restriction = [&](const BodyExpr& call, std::uint32_t port) {
    return library_.fragments[body.calls[call.payload].fragment].ports[port].restriction;
  };
  const auto demands_of = [&](const BodyExpr& call) -> const std::vector<BodyDemand>& {
    const std::optional<Key> key = key_of(body.calls[call.payload]);
    return key ? known_.at(*key) : none_;
  };
  // Most bodies demand nothing, so skip their flow analysis.
  const bool may_demand = std::any_of(body.exprs.begin(), body.exprs.end(), [&](const auto& expr) {
    if (expr.op == Operation::Intrinsic) {
      return needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
    }
    bool demands = expr.op == Operation::Call && !demands_of(expr).empty();
    for (std::uint32_t i = 0; expr.op == Operation::Call && i < expr.argument_count; ++i) {
      demands = demands || restriction(expr, i) != PortRestriction::None;
    }
    return demands;
  });
  if (!may_demand) {
    return {};
  }
  const BodyFlow flow = find_flow(library_, body, fragment.ports.size());
  const std::vector<FlowSet> control = find_control(body, flow);
  const FlowSet none = no_flow(body, fragment.ports.size());
  std::vector<BodyDemand> found;
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Intrinsic &&
        needs_fragment_stage(static_cast<Intrinsic>(expr.payload))) {
      found.push_back({BodyDemand::Kind::Together, control[i], expr.span,
                       static_cast<Intrinsic>(expr.payload)});
    }
    if (expr.op != Operation::Call) {
      continue;
    }
    const BodyCall& called = body.calls[expr.payload];
    for (std::uint32_t port = 0; port < expr.argument_count; ++port) {
      if (restriction(expr, port) != PortRestriction::None) {
        const BodyExprId argument = body.argument(expr, port);
        found.push_back({restriction(expr, port) == PortRestriction::Uniform
                             ? BodyDemand::Kind::Uniform
                             : BodyDemand::Kind::Constant,
                         flow.exprs[argument.index()], body.exprs[argument].span, Intrinsic(0),
                         called.fragment, port});
      }
    }
    // At most one demand of each kind per call; otherwise nested calls would multiply them.
    std::optional<std::size_t> of_kind[3];
    for (const BodyDemand& inner : demands_of(expr)) {
      const Body& callee =
          library_.fragments[called.fragment].find_declared(called.type_arguments)->body;
      BodyDemand demand = inner;
      demand.of = in_terms_of_caller(inner.of, callee, body, expr, flow, none);
      if (inner.kind == BodyDemand::Kind::Together) {
        join(demand.of, control[i]);
      }
      std::optional<std::size_t>& known = of_kind[static_cast<std::size_t>(inner.kind)];
      if (known) {
        join(found[*known].of, demand.of);
      } else {
        known = found.size();
        found.push_back(std::move(demand));
      }
    }
  }
  return found;
}

}  // namespace weft
