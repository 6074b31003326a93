#include "composer/typing/stitch.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/several_results.h"
#include "composer/typing/stitch_text.h"

namespace weft {
namespace {

/// The least difficult source offered so far.
struct BestStitch {
  StitchDecision decision;
  std::optional<TypedValue> value = std::nullopt;
  int lossy_steps = 0;
  std::vector<StitchSource> equals =
      {};  ///< sources that fit as well as the chosen one, which comes first
};

void offer(const TypingContext& in, const OpenPort& open, const Demand& demand,
           const TypedValue& value, const StitchSource& source, BestStitch& best) {
  const FragmentPort& port = in.library().fragments[open.consumer].ports[open.port];
  StitchDecision& decision = best.decision;
  Demand wanted = demand;
  if (port.type.type_variable) {
    wanted.data = in.data_of(value);
  }
  const auto link = value.is_literal ? std::nullopt : in.links.find(value, wanted, open.at);
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

/// Offers the results listed before the call, nearest first; ties keep the first.
void offer_listed(const TypingContext& in, const OpenPort& open, const Demand& demand,
                  Requests& requests, BestStitch& best) {
  const std::vector<ListedValue> names = open.node.stitch_sources.usable();
  for (std::size_t i = 0; i < open.listed.size(); ++i) {
    const TypedValue& value = in.calls.value(open.listed[i]);
    if (value.is_error || value.function) {
      if (value.is_open) {
        requests.meet_open();
      }
      continue;
    }
    StitchSource source{StitchSource::Kind::Binding, names[i].name};
    if (value.several == nullptr) {
      offer(in, open, demand, value, source, best);
      continue;
    }
    source.kind = StitchSource::Kind::Result;
    for (source.result = 0; source.result < value.several->types.size(); ++source.result) {
      const TypeId type = value.several->types[source.result];
      const TypedValue part =
          !value.several->values.empty()
              ? part_of(value, source.result)
              : value_of(in.values.add(ResultEvaluation{source.result}, {value.evaluation},
                                       open.at.stage, Rate::Constant, type, {}),
                         type);
      offer(in, open, demand, part, source, best);
    }
  }
  // Listing order breaks ties between bindings, but not between the results of one binding.
  std::erase_if(best.equals, [&](const StitchSource& equal) {
    return equal.kind != StitchSource::Kind::Result ||
           equal.binding != best.decision.chosen.binding;
  });
}

void offer_features(const TypingContext& in, const OpenPort& open, const Demand& demand,
                    Requests& requests, BestStitch& best) {
  const FragmentPort& port = in.library().fragments[open.consumer].ports[open.port];
  const std::optional<TraitId>& use = in.known().use;
  for (std::size_t i = 0; i < in.library().features.size(); ++i) {
    const FeatureId id(i);
    const Feature& feature = in.library().features[id];
    const bool has_use = use && feature.type.stated(*use);
    if (!has_use || !in.elaborator.is_available(id, open.at)) {
      continue;
    }
    const StitchSource source{StitchSource::Kind::Feature, std::nullopt, 0, id};
    // A feature has its declared type, so one that does not fit need not be expanded.
    TypedValue declared;
    declared.is_error = false;
    declared.type = in.values.intern(feature.type);
    Demand wanted = demand;
    wanted.data = port.type.type_variable ? feature.type.data() : demand.data;
    if (!in.links.find(declared, wanted, open.at)) {
      best.decision.refused.push_back({source, RefusedStitch::Reason::DoesNotFit, declared.type});
      continue;
    }
    const TypedValue* pulled = requests.require(in.elaborator.feature(id, open.at, open.span));
    if (pulled != nullptr && !pulled->is_error) {
      offer(in, open, demand, *pulled, source, best);
    }
  }
}

Diagnostic several_fit(const Library& library, const StitchDecision& decision,
                       const std::vector<StitchSource>& equals, const std::string& what) {
  const Fragment& fragment = library.fragments[decision.consumer];
  const std::string_view port = library.text(fragment.ports[decision.port].name);
  Diagnostic diagnostic = error_at(Code::AmbiguousStitch, decision.span,
                                   fmt::format("{} fit the open input '{}' of '{}' equally well",
                                               what, port, library.text(fragment.name)),
                                   fmt::format("connect it: {}: …", port));
  for (const StitchSource& equal : equals) {
    diagnostic.notes.push_back(
        {fmt::format("{}, at difficulty {}", stitch_source_text(library, equal),
                     difficulty_text(decision.difficulty))});
  }
  return diagnostic;
}

Diagnostic nothing_fits(const TypingContext& in, const StitchDecision& decision,
                        const Demand& demand) {
  const Fragment& fragment = in.library().fragments[decision.consumer];
  const FragmentPort& port = fragment.ports[decision.port];
  Diagnostic diagnostic =
      error_at(Code::OpenInput, decision.span,
               fmt::format("no earlier value and no feature fits the open input '{}' of '{}'",
                           in.library().text(port.name), in.library().text(fragment.name)));
  diagnostic.node = in.library().text(fragment.name);
  diagnostic.port = in.library().text(port.name);
  diagnostic.notes.push_back(
      {fmt::format("it takes {}", in.library().type_name(demand)), port.span});
  // The most compatible one, then the one listed nearest.
  const RefusedStitch* nearest = nullptr;
  int most = -1;
  for (const RefusedStitch& refused : decision.refused) {
    if (refused.type && in.known().use && in.graph().types[*refused.type].stated(*in.known().use)) {
      const int degree = compatibility(in.graph().types[*refused.type], demand, in.lattice());
      nearest = degree > most ? &refused : nearest;
      most = std::max(most, degree);
    }
  }
  if (nearest != nullptr) {
    diagnostic.notes.push_back(
        {fmt::format("the nearest: {} is {}", stitch_source_text(in.library(), nearest->source),
                     in.library().type_name(in.graph().types[*nearest->type]))});
  }
  return diagnostic;
}

}  // namespace

Stitched stitch(const TypingContext& in, const OpenPort& open, Requests& requests) {
  const Fragment& fragment = in.library().fragments[open.consumer];
  const FragmentPort& port = fragment.ports[open.port];
  Bindings bindings;
  bindings.types.resize(fragment.type_parameters.size());
  bindings.trait_values.resize(fragment.trait_variables.size());
  const Demand demand = substitute(port.type, bindings, in.lattice());
  BestStitch best{StitchDecision{open.consumer, open.port}};
  StitchDecision& decision = best.decision;
  decision.span = open.span;
  offer_listed(in, open, demand, requests, best);
  if (best.equals.size() > 1) {
    return {.report = several_fit(in.library(), decision, best.equals,
                                  fmt::format("several results of '{}'",
                                              in.library().text(*decision.chosen.binding)))};
  }
  if (!best.value && !port.is_implicit) {  // an implicit port names its feature
    offer_features(in, open, demand, requests, best);
    if (requests.is_waiting()) {
      return {};
    }
    if (best.equals.size() > 1 && in.composition.profile) {
      return {.report = several_fit(in.library(), decision, best.equals, "several features")};
    }
  }
  for (const ListedValue& value : open.node.stitch_sources.left_out()) {
    decision.refused.push_back(
        {{StitchSource::Kind::Binding, value.name}, RefusedStitch::Reason::NotUsable});
  }
  if (!best.value && port.default_value) {
    const TypedValue* value =
        requests.require(in.elaborator.expand_expression(*port.default_value, open.at));
    if (value == nullptr) {
      return {};
    }
    best.value = *value;
  }
  if (!best.value) {
    return {.report = nothing_fits(in, decision, demand)};
  }
  return {.value = std::move(best.value), .decision = std::move(decision)};
}

TypedValue type_stitch(CallTyping& typing, const StitchCall& call, const CallIds& inputs) {
  const OpenPort open{call.fragment, call.port,    *call.node, {inputs.begin(), inputs.end()},
                      typing.at,     typing.span()};
  Stitched stitched = stitch(typing.in, open, typing.requests);
  if (stitched.decision) {
    typing.found.stitches.push_back(std::move(*stitched.decision));
  }
  if (stitched.report) {
    typing.report(std::move(*stitched.report));
  }
  return stitched.value ? std::move(*stitched.value) : TypedValue{};
}

}  // namespace weft
