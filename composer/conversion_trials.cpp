#include "composer/conversion_trials.h"

#include <utility>

namespace weft {

ConversionTrials::ConversionTrials(const Library& library, const ConversionSet& conversions,
                                   std::uint64_t seed, int samples)
    : library_(library), conversions_(conversions) {
  for (int i = 0; i < samples; ++i) {
    worlds_.push_back(
        std::make_unique<World>(library, conversions, seed + static_cast<std::uint64_t>(i)));
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

std::optional<Constant> ConversionTrials::step(ConversionId id, const Constant& value, int sample) {
  const ConversionRule& rule = conversions_.table[id];
  const std::vector<DataType>& type_arguments = conversions_.type_arguments[id.index()];
  const FragmentId fragment(rule.fragment);
  const BodyInstance* instance = library_.fragments[fragment].find_instance(type_arguments);
  if (instance == nullptr || value.type != rule.input.data) {
    return std::nullopt;
  }
  std::vector<Constant> inputs{value};
  for (FeatureId feature : instance->body.features) {
    auto known = worlds_[static_cast<std::size_t>(sample)]->features.value(feature);
    if (!known) {
      return std::nullopt;
    }
    inputs.push_back(std::move(*known));
  }
  return call_leaf(library_, fragment, type_arguments, inputs,
                   rule.output_data.value_or(rule.input.data));
}

}  // namespace weft
