#include "codegen/value_inputs.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/interpreter/value_layout.h"
#include "fragments/model/lookups.h"
#include "support/hash.h"

namespace weft {
namespace {

bool is_value(DataType type) { return type.is_plain() || type.is_struct() || type.is_array(); }

}  // namespace

const Constant* InitialValues::of_parameter(std::uint32_t parameter) const {
  const auto& fixed = emission_.uniform_program.static_values();
  const bool is_static = parameter < fixed.size() && fixed[parameter].has_value();
  const std::optional<Constant>& value =
      is_static ? fixed[parameter] : emission_.defaults[parameter];
  return value ? &*value : nullptr;
}

tl::expected<std::vector<Constant>, EvaluationError> InitialValues::of_results() const {
  interpreter::ValueLayout layout(library_.data_types);
  // Arrays of an open size have no words here: the program adds what the profile states.
  const auto zero = [&](DataType type) {
    const std::uint32_t words = layout.words(type);
    const bool has_value = words != interpreter::ValueLayout::too_large;
    return Constant{type, std::vector<std::uint32_t>(has_value ? words : 0, 0U)};
  };
  const auto& declared = library_.materials[emission_.material].parameters;
  const auto type_of = [&](std::uint32_t parameter) {
    return parameter < declared.size() ? declared[parameter].type.data()
                                       : emission_.live_literals[parameter - declared.size()].type;
  };
  const auto feature = [&](FeatureId id) { return zero(library_.features[id].type.data()); };
  const auto parameter = [&](std::uint32_t id) {
    const Constant* const value = of_parameter(id);
    return value != nullptr ? *value : zero(type_of(id));
  };
  return emission_.uniform_program.evaluate({feature, parameter});
}

ValueInputs::ValueInputs(const Library& library, const Emission& emission) : library_(library) {
  const Material& material = library.materials[emission.material];
  const Profile& profile = library.profiles[emission.profile];
  const InitialValues initial(library, emission);
  parameter_count_ = static_cast<std::uint32_t>(material.parameters.size());
  inputs_.reserve(parameter_count_ + emission.live_literals.size() + library.features.size());
  for (std::uint32_t i = 0; i < parameter_count_; ++i) {
    const MaterialParameter& parameter = material.parameters[i];
    const DataType type = parameter.type.data();
    const Kind kind = !is_value(type)                           ? Kind::Opaque
                      : parameter.kind == ParameterKind::Static ? Kind::Static
                      : parameter.kind == ParameterKind::Spec   ? Kind::Spec
                                                                : Kind::Parameter;
    add(kind, library.text(parameter.name), type, 0, initial.of_parameter(i));
    parameters_by_name_.insert(hash_text(inputs_[i].name), i);
  }
  for (std::size_t i = 0; i < emission.live_literals.size(); ++i) {
    const LiveLiteral& literal = emission.live_literals[i];
    add(literal.state == LiveLiteral::State::Live ? Kind::Parameter : Kind::Opaque, literal.name,
        literal.type, 0, initial.of_parameter(parameter_count_));
    parameters_by_name_.insert(hash_text(literal.name), parameter_count_++);
  }
  for (const SpecConstant& constant : emission.programs.interface.spec_constants) {
    inputs_[constant.parameter].constant_id = constant.constant_id;
  }
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    const Feature& feature = library.features[FeatureId(i)];
    const ProvidedFeature* provided = find_provided(profile, FeatureId(i));
    features_by_path_.insert(hash_text(library.text(feature.path)), size());
    add(is_value(feature.type.data()) ? Kind::Feature : Kind::Opaque, library.text(feature.path),
        feature.type.data(), provided != nullptr ? provided->capacity : 0, nullptr);
  }
}

void ValueInputs::add(Kind kind, std::string_view name, DataType type, std::size_t capacity,
                      const Constant* value) {
  const DataTypeTable& types = library_.data_types;
  interpreter::ValueLayout layout(types);
  Input input;
  input.kind = kind;
  input.name = name;
  input.type = type;
  input.first_word = static_cast<std::uint32_t>(words_.size());
  const bool is_open = type.is_array() && types.array(type).size == 0;
  const DataType repeated = is_open ? types.array(type).element : type;
  if (layout.words(repeated) != interpreter::ValueLayout::too_large && kind != Kind::Opaque) {
    for (std::size_t i = 0; i < (is_open ? capacity : 1); ++i) {
      layout.append_scalar_kinds(repeated, kinds_);
    }
  }
  words_.resize(kinds_.size(), 0);
  input.count = static_cast<std::uint32_t>(words_.size()) - input.first_word;
  input.may_be_shorter = kind == Kind::Feature && type.is_array();
  if (value != nullptr && value->bits.size() == input.count) {
    std::copy(value->bits.begin(), value->bits.end(), words_.begin() + input.first_word);
  }
  inputs_.push_back(std::move(input));
}

std::string ValueInputs::described(std::uint32_t input) const {
  return fmt::format("{} '{}'", input < parameter_count_ ? "parameter" : "feature",
                     inputs_[input].name);
}

std::optional<std::uint32_t> ValueInputs::find(const IndexTable& table,
                                               std::string_view name) const {
  return table.find(hash_text(name), [&](std::uint32_t i) { return inputs_[i].name == name; });
}

/// An array feature without a capacity is not one of the profile: nothing reads its value.
bool ValueInputs::fits(const Input& input, std::size_t words) const {
  return input.may_be_shorter ? input.count == 0 || words <= input.count : words == input.count;
}

std::optional<Diagnostic> ValueInputs::refusal(const HostValue& value) const {
  if (value.input >= inputs_.size()) {
    return error(Code::UnknownParameter,
                 fmt::format("there is no parameter or feature with the number {}", value.input));
  }
  const Input& input = inputs_[value.input];
  if (input.kind == Kind::Opaque) {
    return error(Code::TypeMismatch,
                 fmt::format("{} is a {}, which has no value in a block", described(value.input),
                             library_.type_name(input.type)));
  }
  if (!fits(input, value.words.size())) {
    return error(Code::TypeMismatch,
                 fmt::format("{} has the type {}: {}{} words, not {}", described(value.input),
                             library_.type_name(input.type), input.may_be_shorter ? "at most " : "",
                             input.count, value.words.size()));
  }
  if (auto reason = refusal_of_words(value)) {
    return reason;
  }
  if (input.kind == Kind::Static &&
      !std::equal(value.words.begin(), value.words.end(), words_.begin() + input.first_word)) {
    return error(Code::BadParameterValue,
                 fmt::format("{} is static: its value is part of the text", described(value.input)),
                 "compose again with the new value");
  }
  return std::nullopt;
}

std::optional<Diagnostic> ValueInputs::refusal_of_words(const HostValue& value) const {
  const Input& input = inputs_[value.input];
  for (std::size_t i = 0; i < std::min<std::size_t>(value.words.size(), input.count); ++i) {
    const Scalar kind = kinds_[input.first_word + i];
    if (kind == Scalar::Bool && value.words[i] > 1) {
      return error(Code::BadParameterValue, fmt::format("word {} of {} is a bool: 0 or 1, not {}",
                                                        i, described(value.input), value.words[i]));
    }
    constexpr std::uint32_t exponent = 0x7f800000U;
    const bool is_finite = (value.words[i] & exponent) != exponent;
    if (kind == Scalar::Float && input.kind != Kind::Feature && !is_finite) {
      return error(Code::BadParameterValue,
                   fmt::format("word {} of {} is NaN or infinite", i, described(value.input)),
                   "a parameter takes finite numbers");
    }
  }
  return std::nullopt;
}

}  // namespace weft
