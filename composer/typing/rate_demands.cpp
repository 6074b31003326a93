#include "composer/typing/rate_demands.h"

#include <fmt/format.h>

#include "composer/typing/natural_rates.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

constexpr std::string_view by_level = "sample_lod takes an explicit level and works everywhere";
constexpr std::string_view compared_by_level =
    "sample_compare_lod0 takes no derivative and works everywhere";

/// A hint: a derivative may come from a texture lookup, which has a variant with explicit LOD.
std::string_view level_hint(const Fragment& fragment) {
  for (const FragmentPort& port : fragment.ports) {
    if (port.type.data.is_texture()) {
      return port.type.data.is_shadow_texture() ? compared_by_level : by_level;
    }
  }
  return {};
}

/// For a parameter where a constant is wanted: `static` makes it one.
std::string static_hint(const TypingContext& in, EvaluationId value) {
  const auto* parameter = std::get_if<ParameterEvaluation>(&in.graph().evaluations[value].kind);
  if (parameter == nullptr) {
    return {};
  }
  const MaterialParameter& declared = in.composition.material.parameters[parameter->parameter];
  return fmt::format("declare the parameter static, which is known when composing: static param {}",
                     in.library().text(declared.name));
}

Diagnostic too_high(const Library& library, const Fragment& fragment, std::uint32_t port, Rate rate,
                    Span span) {
  const bool is_uniform = fragment.ports[port].restriction == PortRestriction::Uniform;
  Diagnostic diagnostic =
      error_at(Code::RateTooHigh, span,
               fmt::format("port '{}' of '{}' takes one value {}, but this value varies per {}",
                           library.text(fragment.ports[port].name), library.text(fragment.name),
                           is_uniform ? "per draw" : "known when composing", rate_name(rate)));
  diagnostic.node = library.text(fragment.name);
  diagnostic.port = library.text(fragment.ports[port].name);
  return diagnostic;
}

/// The name of an intrinsic as a body writes it at the start of `span`: `ddx` or `dFdx`.
std::string_view written_name(const Library& library, Intrinsic intrinsic, Span span) {
  const std::string_view text = library.sources[span.file].text(span);
  for (const std::string_view spelling : intrinsic_spellings()) {
    if (find_intrinsic(spelling) == intrinsic &&
        text.substr(0, text.find_first_of(" (")) == spelling) {
      return spelling;
    }
  }
  return intrinsic_name(intrinsic);
}

Diagnostic unmet_demand(const TypingContext& in, const BodyDemand& demand, FragmentId leaf,
                        Rate rate, std::optional<EvaluationId> varying, Span span) {
  const std::string_view name = in.library().text(in.library().fragments[leaf].name);
  Diagnostic diagnostic;
  if (demand.kind == BodyDemand::Kind::Together) {
    const IntrinsicShape shape = intrinsic_shape(demand.compares);
    diagnostic = error_at(
        Code::DivergentDerivative, span,
        fmt::format("'{}' takes a derivative, but '{}' calls it in non-uniform control flow",
                    written_name(in.library(), demand.compares, demand.span), name),
        std::string(shape == IntrinsicShape::Sample || shape == IntrinsicShape::SampleBias
                        ? by_level
                    : shape == IntrinsicShape::SampleCompare ? compared_by_level
                                                             : "compute it before the condition"));
    diagnostic.notes.push_back(
        {fmt::format("it is called here, under a condition that varies per {}", rate_name(rate)),
         demand.span});
  } else if (varying) {
    diagnostic =
        too_high(in.library(), in.library().fragments[demand.insists], demand.port, rate, span);
    if (demand.kind == BodyDemand::Kind::Constant) {
      diagnostic.hint = static_hint(in, *varying);
    }
    diagnostic.notes.push_back({"it is passed here", demand.span});
  } else {
    diagnostic = error_at(
        Code::RateTooHigh, span,
        fmt::format(
            "port '{}' of '{}' takes one value known when composing, but this value "
            "changes with each step of a loop",
            in.library().text(in.library().fragments[demand.insists].ports[demand.port].name),
            in.library().text(in.library().fragments[demand.insists].name)));
    diagnostic.notes.push_back({"it is passed here", demand.span});
  }
  if (varying) {
    note_variation(in, diagnostic, *varying);
  }
  if (demand.kind != BodyDemand::Kind::Together) {
    diagnostic.notes.push_back({"the port is declared here",
                                in.library().fragments[demand.insists].ports[demand.port].span});
  }
  return diagnostic;
}

}  // namespace

bool keeps_restriction(CallTyping& typing, const Fragment& fragment, std::uint32_t port,
                       const TypedValue& value, Span span) {
  const TypingContext& in = typing.in;
  const PortRestriction restriction = fragment.ports[port].restriction;
  const Rate rate = in.values.rate_of(value);
  const bool is_kept =
      restriction == PortRestriction::None ||
      (restriction == PortRestriction::Uniform ? is_single(rate) : rate == Rate::Constant);
  if (restriction == PortRestriction::Constant) {
    in.values.note_deciding(value.evaluation);
  }
  if (!is_kept) {
    Diagnostic diagnostic = too_high(in.library(), fragment, port, rate, span);
    if (restriction == PortRestriction::Constant) {
      diagnostic.hint = static_hint(in, value.evaluation);
    }
    note_variation(in, diagnostic, value.evaluation);
    diagnostic.notes.push_back({"the port is declared here", fragment.ports[port].span});
    typing.report(std::move(diagnostic));
  }
  return is_kept;
}

bool meets_body_demands(CallTyping& typing, FragmentId leaf, const std::vector<BodyDemand>& demands,
                        const EvaluationIds& inputs, Span span) {
  const TypingContext& in = typing.in;
  const std::size_t ports = in.library().fragments[leaf].ports.size();
  for (const BodyDemand& demand : demands) {
    const bool wants_constant = demand.kind == BodyDemand::Kind::Constant;
    Rate rate = Rate::Constant;
    std::optional<EvaluationId> varying;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const bool counts = i < ports ? demand.of.ports[i] : demand.of.features[i - ports];
      const Rate of_input = in.graph().evaluations[inputs[i]].natural_rate;
      if (!counts) {
        continue;
      }
      rate = join(rate, of_input);
      if (wants_constant) {
        in.values.note_deciding(inputs[i]);
      }
      if (!varying && (wants_constant ? of_input != Rate::Constant : !is_single(of_input))) {
        varying = inputs[i];
      }
    }
    const bool steps = wants_constant && demand.of.steps && !varying;
    if (varying || steps) {
      typing.report(unmet_demand(in, demand, leaf, rate, varying, span));
      return false;
    }
  }
  return true;
}

bool can_take_derivative(CallTyping& typing, const Fragment& fragment, Stage stage, Span span) {
  if (takes_derivatives(stage)) {
    return true;
  }
  typing.found.shows_path = true;
  typing.report(error_at(Code::RateTooHigh, span,
                         fmt::format("'{}' takes a derivative, but its value is demanded per {}",
                                     typing.in.library().text(fragment.name), stage_name(stage)),
                         std::string(level_hint(fragment))));
  return false;
}

TypedValue declared_by_graph(CallTyping& typing, const DeclareCall& call, TypedValue value) {
  const TypingContext& in = typing.in;
  const Fragment& graph = in.library().fragments[*call.graph];
  if (call.port) {
    return keeps_restriction(typing, graph, *call.port, value, typing.span()) ? value
                                                                              : TypedValue{};
  }
  const Rate least = least_rate(graph, typing.at.stage);
  if (is_at_most(least, in.values.rate_of(value))) {
    return value;
  }
  // A field by declaration, whatever it is computed from.
  return typing.make(OperationEvaluation{Operation::Construct}, {value.evaluation}, least,
                     value.type);
}

}  // namespace weft
