#include "conversions/checks/conversion_trials.h"

#include <utility>

namespace weft {

ConversionTrials::ConversionTrials(const Library& library, const ConversionSet& conversions,
                                   FeatureDefinitions& definitions, std::uint64_t seed, int samples)
    : library_(library), conversions_(conversions), ready_(conversions.table.size()), port_(1) {
  for (int i = 0; i < samples; ++i) {
    worlds_.push_back(
        std::make_unique<World>(library, definitions, seed + static_cast<std::uint64_t>(i)));
    worlds_.back()->first_steps.resize(2 * conversions.table.size());
  }
}

ConversionTrials::Start ConversionTrials::start_of(const SemanticType& type) const {
  return {type.data(), is_of_unit_length(library_, type)};
}

std::optional<Constant> ConversionTrials::value(const Start& start, int sample) const {
  SampleSource source(worlds_[static_cast<std::size_t>(sample)]->seed);
  return source.value(start.data, start.is_unit);
}

std::optional<Constant> ConversionTrials::walk(const std::vector<ConversionId>& steps,
                                               const Start& start, int sample) {
  if (steps.empty() || conversions_.table[steps.front()].input.data != start.data) {
    return std::nullopt;
  }
  auto& first = worlds_[static_cast<std::size_t>(sample)]
                    ->first_steps[2 * steps.front().index() + (start.is_unit ? 1 : 0)];
  if (!first) {
    const auto from = value(start, sample);
    first = from ? step(steps.front(), *from, sample) : std::optional<Constant>();
  }
  std::optional<Constant> at = *first;
  for (std::size_t i = 1; i < steps.size() && at; ++i) {
    at = step(steps[i], *at, sample);
  }
  return at;
}

ConversionTrials::Ready& ConversionTrials::ready(ConversionId id) {
  std::optional<Ready>& known = ready_[id.index()];
  if (!known) {
    known.emplace();
    const ConversionRule& rule = conversions_.table[id];
    const Fragment& fragment = library_.fragments[FragmentId(rule.fragment)];
    known->instance = fragment.find_instance(conversions_.type_arguments[id.index()]);
    if (known->instance != nullptr && fragment.ports.size() == 1) {
      known->evaluator.emplace(library_, known->instance->body);
      known->results = {rule.output_data.value_or(rule.input.data)};
      known->features.resize(worlds_.size());
    }
  }
  return *known;
}

std::optional<Constant> ConversionTrials::step(ConversionId id, const Constant& value, int sample) {
  Ready& conversion = ready(id);
  if (!conversion.evaluator || value.type != conversions_.table[id].input.data) {
    return std::nullopt;
  }
  const auto world = static_cast<std::size_t>(sample);
  std::optional<std::optional<std::vector<Constant>>>& features = conversion.features[world];
  if (!features) {
    features.emplace(std::vector<Constant>());
    for (FeatureId feature : conversion.instance->body.features) {
      auto known = worlds_[world]->features.value(feature);
      if (!known) {
        features->reset();
        break;
      }
      (*features)->push_back(std::move(*known));
    }
  }
  if (!*features) {
    return std::nullopt;
  }
  port_.front() = value;
  auto results = conversion.evaluator->run(conversion.results, {port_, **features});
  return results ? std::optional<Constant>(std::move(results->front())) : std::nullopt;
}

}  // namespace weft
