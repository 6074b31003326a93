#include <fmt/format.h>

#include "composer/typing/type_inference.h"

// The parts of TypeInference about limits that signatures and bodies put on rates.
namespace weft {

bool TypeInference::keeps_restriction(const Fragment& fragment, std::uint32_t port,
                                      const TypedValue& value, Span span) {
  const PortRestriction restriction = fragment.ports[port].restriction;
  const Rate rate = graph_.evaluations[value.evaluation].natural_rate;
  const bool is_kept =
      restriction == PortRestriction::None ||
      (restriction == PortRestriction::Uniform ? is_single(rate) : rate == Rate::Constant);
  if (!is_kept) {
    Diagnostic diagnostic = too_high(fragment, port, rate, span);
    note_variation(diagnostic, value.evaluation);
    diagnostic.notes.push_back({"the port is declared here", fragment.ports[port].span});
    report(std::move(diagnostic));
  }
  return is_kept;
}

Diagnostic TypeInference::too_high(const Fragment& fragment, std::uint32_t port, Rate rate,
                                   Span span) const {
  const bool is_uniform = fragment.ports[port].restriction == PortRestriction::Uniform;
  Diagnostic diagnostic =
      error_at(Code::RateTooHigh, span,
               fmt::format("port '{}' of '{}' takes one value {}, but this value varies per {}",
                           library().text(fragment.ports[port].name), library().text(fragment.name),
                           is_uniform ? "per draw" : "known when composing", rate_name(rate)));
  diagnostic.node = library().text(fragment.name);
  diagnostic.port = library().text(fragment.ports[port].name);
  return diagnostic;
}

/// `inputs`: the leaf's ports, then its features.
bool TypeInference::meets_body_demands(FragmentId leaf, const std::vector<DataType>& type_arguments,
                                       const std::vector<EvaluationId>& inputs, Span span,
                                       const UnreadFeatures& unread) {
  const std::size_t ports = library().fragments[leaf].ports.size();
  for (const BodyDemand& demand : body_demands_.of(leaf, type_arguments, unread)) {
    const bool wants_constant = demand.kind == BodyDemand::Kind::Constant;
    Rate rate = Rate::Constant;
    std::optional<EvaluationId> varying;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const bool counts = i < ports ? demand.of.ports[i] : demand.of.features[i - ports];
      const Rate of_input = graph_.evaluations[inputs[i]].natural_rate;
      if (!counts) {
        continue;
      }
      rate = join(rate, of_input);
      if (!varying && (wants_constant ? of_input != Rate::Constant : !is_single(of_input))) {
        varying = inputs[i];
      }
    }
    const bool steps = wants_constant && demand.of.steps && !varying;
    if (varying || steps) {
      report(unmet_demand(demand, leaf, rate, varying, span));
      return false;
    }
  }
  return true;
}

Diagnostic TypeInference::unmet_demand(const BodyDemand& demand, FragmentId leaf, Rate rate,
                                       std::optional<EvaluationId> varying, Span span) const {
  const std::string_view name = library().text(library().fragments[leaf].name);
  Diagnostic diagnostic;
  if (demand.kind == BodyDemand::Kind::Together) {
    const IntrinsicShape shape = intrinsic_shape(demand.compares);
    diagnostic = error_at(
        Code::DivergentDerivative, span,
        fmt::format("'{}' takes a derivative, but '{}' calls it in non-uniform control flow",
                    intrinsic_name(demand.compares), name),
        shape == IntrinsicShape::Sample ? "sample_lod takes an explicit level and works everywhere"
                                        : "compute it before the condition");
    diagnostic.notes.push_back(
        {fmt::format("it is called here, under a condition that varies per {}", rate_name(rate)),
         demand.span});
  } else if (varying) {
    diagnostic = too_high(library().fragments[demand.insists], demand.port, rate, span);
    diagnostic.notes.push_back({"it is passed here", demand.span});
  } else {
    diagnostic = error_at(
        Code::RateTooHigh, span,
        fmt::format("port '{}' of '{}' takes one value known when composing, but this value "
                    "changes with each step of a loop",
                    library().text(library().fragments[demand.insists].ports[demand.port].name),
                    library().text(library().fragments[demand.insists].name)));
    diagnostic.notes.push_back({"it is passed here", demand.span});
  }
  if (varying) {
    note_variation(diagnostic, *varying);
  }
  if (demand.kind != BodyDemand::Kind::Together) {
    diagnostic.notes.push_back(
        {"the port is declared here", library().fragments[demand.insists].ports[demand.port].span});
  }
  return diagnostic;
}

/// Applies what a graph's signature declares of a port or result besides its type.
TypedValue TypeInference::declared_by_graph(const DeclareCall& call, TypedValue value, Stage stage,
                                            const Origin& origin) {
  const Fragment& graph = library().fragments[*call.graph];
  if (call.port) {
    return keeps_restriction(graph, *call.port, value, origin.span.value_or(Span{})) ? value
                                                                                     : TypedValue{};
  }
  const Rate least = least_rate(graph, stage);
  if (is_at_most(least, graph_.evaluations[value.evaluation].natural_rate)) {
    return value;
  }
  // A field by declaration, whatever it is computed from.
  TypedValue field = made(add(OperationEvaluation{Operation::Construct}, {value.evaluation}, stage,
                              least, value.type, origin),
                          value.type);
  return field;
}

}  // namespace weft
