#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/stitch_text.h"
#include "composer/typing/type_inference.h"

// The parts of TypeInference about open ports, which are connected by meaning.
namespace weft {

/// The least difficult source offered so far.
struct TypeInference::BestStitch {
  std::optional<TypedValue> value;
  int lossy_steps = 0;
  std::vector<StitchSource>
      equals;  ///< features that fit as well as the chosen one, which comes first
};

void TypeInference::offer_stitch(const TypedValue& value, const StitchSource& source,
                                 const FragmentPort& port, const Demand& demand, Stage stage,
                                 BestStitch& best, StitchDecision& decision) {
  Demand wanted = demand;
  if (port.type.type_variable) {
    wanted.data = type_of_value(value).data();
  }
  const auto link = value.is_literal ? std::nullopt : find_link(value, wanted, stage);
  if (!link) {
    decision.refused.push_back({source, RefusedStitch::Reason::DoesNotFit, value.type});
    return;
  }
  const auto cost = std::make_pair(link->lossy_steps, link->difficulty);
  const auto least = std::make_pair(best.lossy_steps, decision.difficulty);
  if (best.value && cost >= least) {
    decision.refused.push_back(
        {source, RefusedStitch::Reason::Dearer, value.type, link->difficulty});
    if (cost == least) {
      best.equals.push_back(source);
    }
    return;
  }
  if (best.value) {
    decision.refused.push_back(
        {decision.chosen, RefusedStitch::Reason::Dearer, best.value->type, decision.difficulty});
  }
  best.value = value;
  best.lossy_steps = link->lossy_steps;
  best.equals = {source};
  decision.chosen = source;
  decision.difficulty = link->difficulty;
}

void TypeInference::offer_listed(const CallNode& node, const std::vector<CallId>& listed,
                                 const FragmentPort& port, const Demand& demand, Stage stage,
                                 BestStitch& best, StitchDecision& decision) {
  // Results listed before the call, nearest first; ties keep the first.
  const std::vector<ListedValue> names = node.stitch_sources.usable();
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const TypedValue& value = *values_[listed[i].index()];
    if (value.is_error || value.function) {
      meets_open_ = meets_open_ || value.is_open;
      continue;
    }
    StitchSource source{StitchSource::Kind::Binding, names[i].name};
    if (value.results.empty()) {
      offer_stitch(value, source, port, demand, stage, best, decision);
      continue;
    }
    source.kind = StitchSource::Kind::Result;
    for (source.result = 0; source.result < value.results.size(); ++source.result) {
      const TypeId type = value.results[source.result];
      const TypedValue part = value.graph
                                  ? result_of_graph(value, source.result)
                                  : made(add(ResultEvaluation{source.result}, {value.evaluation},
                                             stage, Rate::Constant, type, {}),
                                         type);
      offer_stitch(part, source, port, demand, stage, best, decision);
    }
  }
}

void TypeInference::offer_features(const FragmentPort& port, const Demand& demand, Stage stage,
                                   Span span, BestStitch& best, StitchDecision& decision) {
  for (std::size_t i = 0; i < library().features.size(); ++i) {
    const FeatureId id(i);
    const Feature& feature = library().features[id];
    const bool has_use = known_.use && feature.type.stated(*known_.use);
    if (!has_use || !available(stage).contains(id)) {
      continue;
    }
    const StitchSource source{StitchSource::Kind::Feature, std::nullopt, 0, id};
    // A feature has its declared type, so one that does not fit need not be expanded.
    TypedValue declared;
    declared.is_error = false;
    declared.type = graph_.types.intern(feature.type);
    Demand wanted = demand;
    wanted.data = port.type.type_variable ? feature.type.data() : demand.data;
    if (!find_link(declared, wanted, stage)) {
      decision.refused.push_back({source, RefusedStitch::Reason::DoesNotFit, declared.type});
      continue;
    }
    const CallId pulled = elaborator_.feature(id, {stage, environment_}, span);
    if (require(pulled) && !values_[pulled.index()]->is_error) {
      offer_stitch(*values_[pulled.index()], source, port, demand, stage, best, decision);
    }
  }
}

std::optional<TypedValue> TypeInference::stitch(FragmentId consumer, std::uint32_t index,
                                                const CallNode& node,
                                                const std::vector<CallId>& listed, Stage stage,
                                                Span span, Mismatch& mismatch,
                                                std::vector<StitchDecision>& decisions) {
  const Fragment& fragment = library().fragments[consumer];
  const FragmentPort& port = fragment.ports[index];
  Bindings open;
  open.types.resize(fragment.type_parameters.size());
  open.trait_values.resize(fragment.trait_variables.size());
  const Demand demand = substitute(port.type, open, lattice());
  StitchDecision decision{consumer, index};
  decision.span = span;
  BestStitch best;
  offer_listed(node, listed, port, demand, stage, best, decision);
  // Listing order breaks ties between bindings, but not between the results of one binding.
  best.equals.erase(std::remove_if(best.equals.begin(), best.equals.end(),
                                   [&](const StitchSource& equal) {
                                     return equal.kind != StitchSource::Kind::Result ||
                                            equal.binding != decision.chosen.binding;
                                   }),
                    best.equals.end());
  if (best.equals.size() > 1) {
    mismatch.diagnostics.push_back(several_fit(
        decision, best.equals,
        fmt::format("several results of '{}'", library().text(*decision.chosen.binding))));
    return std::nullopt;
  }
  if (!best.value && !port.is_implicit) {  // an implicit port names its feature
    offer_features(port, demand, stage, span, best, decision);
    if (!waits_for_.empty()) {
      return std::nullopt;
    }
    if (best.equals.size() > 1 && composition_.profile) {
      mismatch.diagnostics.push_back(several_fit(decision, best.equals, "several features"));
      return std::nullopt;
    }
  }
  for (const ListedValue& value : node.stitch_sources.left_out()) {
    decision.refused.push_back(
        {{StitchSource::Kind::Binding, value.name}, RefusedStitch::Reason::NotUsable});
  }
  if (!best.value && port.default_value) {
    const CallId call = elaborator_.expand_expression(*port.default_value, {stage, environment_});
    if (!require(call)) {
      return std::nullopt;
    }
    best.value = *values_[call.index()];
  }
  if (!best.value) {
    mismatch.diagnostics.push_back(nothing_fits(decision, demand));
    return std::nullopt;
  }
  decisions.push_back(std::move(decision));
  return best.value;
}

Diagnostic TypeInference::several_fit(const StitchDecision& decision,
                                      const std::vector<StitchSource>& equals,
                                      const std::string& what) const {
  const Fragment& fragment = library().fragments[decision.consumer];
  const std::string_view port = library().text(fragment.ports[decision.port].name);
  Diagnostic diagnostic = error_at(Code::AmbiguousStitch, decision.span,
                                   fmt::format("{} fit the open input '{}' of '{}' equally well",
                                               what, port, library().text(fragment.name)),
                                   fmt::format("connect it: {}: …", port));
  for (const StitchSource& equal : equals) {
    diagnostic.notes.push_back(
        {fmt::format("{}, at difficulty {}", stitch_source_text(library(), equal),
                     difficulty_text(decision.difficulty))});
  }
  return diagnostic;
}

Diagnostic TypeInference::nothing_fits(const StitchDecision& decision, const Demand& demand) const {
  const Fragment& fragment = library().fragments[decision.consumer];
  const FragmentPort& port = fragment.ports[decision.port];
  Diagnostic diagnostic =
      error_at(Code::OpenInput, decision.span,
               fmt::format("no earlier value and no feature fits the open input '{}' of '{}'",
                           library().text(port.name), library().text(fragment.name)));
  diagnostic.node = library().text(fragment.name);
  diagnostic.port = library().text(port.name);
  diagnostic.notes.push_back({fmt::format("it takes {}", library().type_name(demand)), port.span});
  // The most compatible one, then the one listed nearest.
  const RefusedStitch* nearest = nullptr;
  int most = -1;
  for (const RefusedStitch& refused : decision.refused) {
    if (refused.type && known_.use && graph_.types[*refused.type].stated(*known_.use)) {
      const int degree = compatibility(graph_.types[*refused.type], demand, lattice());
      nearest = degree > most ? &refused : nearest;
      most = std::max(most, degree);
    }
  }
  if (nearest != nullptr) {
    diagnostic.notes.push_back(
        {fmt::format("the nearest: {} is {}", stitch_source_text(library(), nearest->source),
                     library().type_name(graph_.types[*nearest->type]))});
  }
  return diagnostic;
}

void TypeInference::record(const std::vector<StitchDecision>& decisions) {
  for (const StitchDecision& decision : decisions) {
    const auto known = std::find(graph_.stitches.begin(), graph_.stitches.end(), decision);
    const auto at = static_cast<std::size_t>(known - graph_.stitches.begin());
    if (known == graph_.stitches.end()) {
      graph_.stitches.push_back(decision);
      stitched_by_.emplace_back();
    }
    if (typing_) {
      stitched_by_[at].push_back(*typing_);
    }
  }
}

TypedValue TypeInference::type_stitch(const StitchCall& call, const std::vector<CallId>& inputs,
                                      Stage stage, Span span) {
  Mismatch mismatch;
  std::vector<StitchDecision> decisions;
  auto value =
      stitch(call.fragment, call.port, *call.node, inputs, stage, span, mismatch, decisions);
  record(decisions);
  for (Diagnostic& diagnostic : mismatch.diagnostics) {
    report(std::move(diagnostic));
  }
  return value ? std::move(*value) : TypedValue{};
}

}  // namespace weft
