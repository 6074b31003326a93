#include <fmt/format.h>

#include <algorithm>

#include "composer/type_inference.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Whether port a says at least as much as port b, and more.
bool is_more_specific(const TypePattern& a, const TypePattern& b) {
  bool concrete = !a.type_variable && b.type_variable;
  bool same_data = a.type_variable.has_value() == b.type_variable.has_value();
  return concrete || (same_data && a.entries.size() > b.entries.size());
}
bool is_less_specific(const TypePattern& a, const TypePattern& b) { return is_more_specific(b, a); }

/// Whether signature a is the more specific one: at no port less so, at one more.
bool is_more_specific(const Fragment& a, const Fragment& b) {
  std::size_t shared = std::min(a.ports.size(), b.ports.size());
  bool more = false;
  for (std::size_t i = 0; i < shared; ++i) {
    if (is_less_specific(a.ports[i].type, b.ports[i].type)) {
      return false;
    }
    more = more || is_more_specific(a.ports[i].type, b.ports[i].type);
  }
  // With equal ports, the one with fewer defaults to fill is nearer to what was written.
  return more || (a.ports.size() < b.ports.size());
}

}  // namespace

bool TypeInference::has_relation(const Fragment& fragment, std::string_view relation) const {
  return std::any_of(fragment.relations.begin(), fragment.relations.end(),
                     [&](const RelationClause& clause) { return library().text(clause.relation) == relation; });
}

TypedValue TypeInference::type_invoke(const InvokeCall& call, const std::vector<CallId>& inputs, Stage stage,
                                      Origin origin) {
  const CallNode& node = *call.node;
  Span span = origin.span.value_or(Span{});
  std::vector<std::uint32_t> signature = call_signature(node, inputs, stage);
  if (auto known = planned_calls_.find(signature); known != planned_calls_.end()) {
    return emit_call(known->second, inputs, stage, origin);
  }
  std::vector<PlannedCall> fitting;
  std::vector<Mismatch> reasons;
  bool was_reported = false;
  for (FragmentId candidate : node.candidates) {
    auto planned = match(candidate, node, inputs, stage, span);
    if (planned) {
      fitting.push_back(std::move(*planned));
    } else {
      was_reported = was_reported || planned.error().diagnostics.empty();
      reasons.push_back(std::move(planned.error()));
    }
  }
  if (fitting.empty()) {
    if (!was_reported) {
      report_no_overload(node, inputs, reasons, span);
    }
    return {};
  }
  auto difficulty = [](const PlannedCall& plan) { return std::make_pair(plan.lossy_steps, plan.difficulty); };
  auto least = difficulty(*std::min_element(fitting.begin(), fitting.end(), [&](const auto& a, const auto& b) {
    return difficulty(a) < difficulty(b);
  }));
  std::vector<const PlannedCall*> best;
  for (const PlannedCall& plan : fitting) {
    if (difficulty(plan) == least) {
      best.push_back(&plan);
    }
  }
  auto beaten = [&](const PlannedCall* plan) {
    return std::any_of(best.begin(), best.end(), [&](const PlannedCall* other) {
      return is_more_specific(library().fragments[other->fragment], library().fragments[plan->fragment]);
    });
  };
  std::vector<const PlannedCall*> left;
  std::copy_if(best.begin(), best.end(), std::back_inserter(left), [&](const PlannedCall* plan) { return !beaten(plan); });
  if (left.size() != 1) {
    Diagnostic diagnostic = error_at(Code::AmbiguousOverload, span,
                                     fmt::format("several fragments named '{}' fit equally well", library().text(node.callee)));
    for (const PlannedCall* plan : left.empty() ? best : left) {
      diagnostic.notes.push_back({"a candidate", library().fragments[plan->fragment].span});
    }
    report(std::move(diagnostic));
    return {};
  }
  const PlannedCall& plan = planned_calls_.emplace(std::move(signature), *left.front()).first->second;
  return emit_call(plan, inputs, stage, origin);
}

std::vector<std::uint32_t> TypeInference::call_signature(const CallNode& node, const std::vector<CallId>& inputs,
                                                         Stage stage) const {
  std::vector<std::uint32_t> words{node.callee.index(), static_cast<std::uint32_t>(stage)};
  words.reserve(2 + 3 * inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const TypedValue& value = *values_[inputs[i].index()];
    const auto& name = node.arguments[i].name;
    auto rate = static_cast<std::uint32_t>(graph_.evaluations[value.evaluation].natural_rate);
    words.push_back(name ? name->index() + 1 : 0);
    words.push_back(value.type.index());
    words.push_back(rate << 2 | (value.is_literal ? 2U : 0U) | (value.is_colour ? 1U : 0U));
  }
  return words;
}

std::size_t TypeInference::SignatureHash::operator()(const std::vector<std::uint32_t>& words) const noexcept {
  std::size_t hash = words.size();
  for (std::uint32_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  }
  return hash;
}

void TypeInference::report_no_overload(const CallNode& node, const std::vector<CallId>& inputs,
                                       const std::vector<Mismatch>& reasons, Span span) {
  if (reasons.size() == 1) {
    for (const Diagnostic& diagnostic : reasons.front().diagnostics) {
      report(diagnostic);
    }
    return;
  }
  std::string arguments;
  for (CallId input : inputs) {
    arguments += (arguments.empty() ? "" : ", ") + library().type_name(type_of_value(*values_[input.index()]));
  }
  Diagnostic diagnostic =
      error_at(Code::NoOverload, span, fmt::format("no '{}' takes ({})", library().text(node.callee), arguments));
  for (std::size_t i = 0; i < reasons.size() && i < 8; ++i) {
    const Diagnostic& reason = reasons[i].diagnostics.front();
    std::string text = reason.message;
    for (const Note& note : reason.notes) {
      text += "; " + note.text;
    }
    diagnostic.notes.push_back({text, library().fragments[node.candidates[i]].span});
  }
  report(std::move(diagnostic));
}

TypeInference::Matched<PlannedCall> TypeInference::match(FragmentId candidate, const CallNode& node,
                                                         const std::vector<CallId>& inputs, Stage stage, Span span) {
  auto site = collect_ports(candidate, node, inputs, stage, span);
  if (!site) {
    return tl::unexpected(std::move(site.error()));
  }
  return solve(*site);
}

TypeInference::Matched<TypeInference::CallSite> TypeInference::collect_ports(FragmentId candidate, const CallNode& node,
                                                                             const std::vector<CallId>& inputs,
                                                                             Stage stage, Span span) {
  const Fragment& fragment = library().fragments[candidate];
  std::string name(library().text(fragment.name));
  CallSite site{candidate, fragment, {}, {}, {}, stage, span};
  site.values.resize(fragment.ports.size());
  site.arguments.resize(fragment.ports.size());
  site.spans.resize(fragment.ports.size(), span);
  std::vector<bool> given(fragment.ports.size(), false);
  Mismatch mismatch;
  std::size_t position = 0;
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const CallArgument& argument = node.arguments[i];
    std::size_t port = argument.name ? 0 : position++;
    while (argument.name && port < fragment.ports.size() && fragment.ports[port].name != *argument.name) {
      ++port;
    }
    if (port >= fragment.ports.size() && argument.name) {
      std::vector<std::string_view> names;
      for (const FragmentPort& p : fragment.ports) {
        names.push_back(library().text(p.name));
      }
      std::string_view wrong = library().text(*argument.name);
      mismatch.diagnostics.push_back(error_at(Code::UnknownPort, argument.span, fmt::format("'{}' has no port '{}'", name, wrong),
                                              spelling_hint(wrong, names)));
      continue;
    }
    if (port >= fragment.ports.size() || given[port]) {
      mismatch.diagnostics.push_back(error_at(
          Code::WrongArguments, argument.span,
          port >= fragment.ports.size()
              ? fmt::format("'{}' takes {} {}, but {} are given", name, fragment.ports.size(),
                            fragment.ports.size() == 1 ? "value" : "values", node.arguments.size())
              : fmt::format("port '{}' of '{}' is given twice", library().text(fragment.ports[port].name), name)));
      continue;
    }
    given[port] = true;
    site.values[port] = *values_[inputs[i].index()];
    site.arguments[port] = static_cast<std::uint32_t>(i);
    site.spans[port] = argument.span;
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const FragmentPort& port = fragment.ports[i];
    if (port.kind != FragmentPort::Kind::Value && !composition_.profile) {
      return tl::unexpected(Mismatch{});
    }
    if (port.kind != FragmentPort::Kind::Value) {
      mismatch.diagnostics.push_back(
          error_at(Code::Unsupported, span, fmt::format("'{}' takes a function, which cannot be composed yet", name)));
    } else if (!given[i] && !port.default_value) {
      Diagnostic diagnostic = error_at(Code::OpenInput, span,
                                       fmt::format("port '{}' of '{}' has neither a value nor a default", library().text(port.name), name));
      diagnostic.node = name;
      diagnostic.port = library().text(port.name);
      diagnostic.notes.push_back({"the port is declared here", port.span});
      mismatch.diagnostics.push_back(std::move(diagnostic));
    }
  }
  if (!mismatch.diagnostics.empty()) {
    return tl::unexpected(std::move(mismatch));
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (given[i]) {
      continue;
    }
    // A default stands in the library: typing it may append calls, which never moves what is already typed.
    CallId call = elaborator_.expand_expression(*fragment.ports[i].default_value, stage);
    site.values[i] = value(call);
    if (site.values[i].is_error) {
      return tl::unexpected(Mismatch{});
    }
  }
  return site;
}

TypedValue TypeInference::emit_call(const PlannedCall& plan, const std::vector<CallId>& arguments, Stage stage,
                                    const Origin& origin) {
  const Fragment& fragment = library().fragments[plan.fragment];
  std::string_view name = library().text(fragment.name);
  std::vector<EvaluationId> inputs;
  inputs.reserve(plan.ports.size());
  for (std::size_t i = 0; i < plan.ports.size(); ++i) {
    const PlannedPort& port = plan.ports[i];
    TypedValue value = port.argument ? *values_[arguments[*port.argument].index()] : port.default_value;
    if (!port.link.steps.empty() || port.link.takes_demand) {
      std::optional<Span> span = graph_.evaluations[value.evaluation].origin.span;
      value = apply_link(value, port.link, stage, fmt::format("{}.{}", name, library().text(fragment.ports[i].name)),
                         span ? span : origin.span);
    }
    if (value.is_error) {
      return {};
    }
    Rate rate = graph_.evaluations[value.evaluation].natural_rate;
    PortRestriction restriction = fragment.ports[i].restriction;
    bool too_high = (restriction == PortRestriction::Uniform && !is_single(rate)) ||
                    (restriction == PortRestriction::Constant && rate != Rate::Constant);
    if (too_high) {
      Diagnostic diagnostic =
          error_at(Code::RateTooHigh, origin.span.value_or(Span{}),
                   fmt::format("port '{}' of '{}' wants one value {}, but the value varies per {}",
                               library().text(fragment.ports[i].name), name,
                               restriction == PortRestriction::Uniform ? "per draw" : "known when composing", rate_name(rate)));
      diagnostic.node = name;
      diagnostic.port = library().text(fragment.ports[i].name);
      diagnostic.notes.push_back({"the port is declared here", fragment.ports[i].span});
      report(std::move(diagnostic));
      return {};
    }
    if (port.spread_to) {
      SemanticType spread(*port.spread_to);
      TypeId type = graph_.types.intern(spread);
      value = made(add(OperationEvaluation{Operation::Construct}, {value.evaluation}, stage, Rate::Constant, type,
                       graph_.evaluations[value.evaluation].origin),
                   type);
    }
    inputs.push_back(value.evaluation);
  }
  const BodyInstance* instance = fragment.find_instance(plan.type_arguments);
  if (!append_features(instance ? instance->body.features : fragment.declared_features, stage, origin.span, inputs)) {
    return {};
  }
  Rate least = Rate::Constant;
  if (needs_fragment_stage(plan.fragment, plan.type_arguments)) {
    if (stage == Stage::Vertex) {
      report(error_at(Code::RateTooHigh, origin.span.value_or(Span{}),
                      fmt::format("'{}' needs neighbouring fragments, but its value is wanted per vertex", name),
                      "sample_lod takes the level itself and works everywhere"));
      return {};
    }
    least = Rate::Fragment;
  }
  std::vector<TypeId> types;
  for (const SemanticType& result : plan.results) {
    types.push_back(graph_.types.intern(result));
  }
  EvaluationId id = add(LeafEvaluation{plan.fragment, plan.type_arguments}, std::move(inputs), stage, least, types.front(), origin);
  if (!plan.lost.empty()) {
    lost_[id] = plan.lost;
  }
  TypedValue value = made(id, types.front());
  if (types.size() > 1) {
    value.results = std::move(types);
  }
  return value;
}

}  // namespace weft
