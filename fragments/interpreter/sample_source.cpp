#include "fragments/interpreter/sample_source.h"

#include <cmath>

#include "fragments/interpreter/interpreter.h"
#include "support/float_bits.h"

namespace weft {

std::uint64_t SampleSource::next() {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
  return mixed ^ (mixed >> 31);
}

float SampleSource::between(float low, float high) {
  auto unit = static_cast<float>(next() >> 40) * 0x1p-24F;
  return low + (high - low) * unit;
}

std::optional<Constant> SampleSource::value(DataType type, bool is_unit) {
  Constant constant{type, {}};
  if (type.is_matrix()) {
    const int size = type.rows();
    const float angle = between(0.2F, 1.3F);
    for (int column = 0; column < type.columns(); ++column) {
      for (int row = 0; row < size; ++row) {
        bool moves = size == 4 && column == 3 && row < 3;
        float number = row == column ? 1.0F : 0.0F;
        if (row < 2 && column < 2) {
          number =
              row == column ? std::cos(angle) : (row < column ? -std::sin(angle) : std::sin(angle));
        }
        constant.bits.push_back(float_bits(moves ? between(0.5F, 2.0F) : number));
      }
    }
    return constant;
  }
  if (!type.is_scalar_or_vector()) {
    return std::nullopt;
  }
  if (type.scalar_kind() != Scalar::Float) {
    for (int i = 0; i < type.rows(); ++i) {
      auto whole = static_cast<std::uint32_t>(next() >> 62);
      constant.bits.push_back(type.scalar_kind() == Scalar::Bool ? whole & 1U : whole);
    }
    return constant;
  }
  std::vector<float> numbers;
  float square = 0.0F;
  for (int i = 0; i < type.rows(); ++i) {
    numbers.push_back(between(0.05F, 0.95F));
    square += numbers.back() * numbers.back();
  }
  for (float number : numbers) {
    constant.bits.push_back(
        float_bits(is_unit && type.is_vector() ? number / std::sqrt(square) : number));
  }
  return constant;
}

bool is_of_unit_length(const Library& library, const SemanticType& type) {
  auto norm = library.names.find("norm");
  auto unit = library.names.find("unit");
  auto trait = norm && unit ? library.lattice.find_trait(*norm) : std::nullopt;
  auto value = trait ? library.lattice.find_value(*trait, *unit) : std::nullopt;
  return value && type.stated(*trait) == value;
}

std::optional<Constant> call_leaf(const Library& library, FragmentId id,
                                  const std::vector<DataType>& type_arguments,
                                  const std::vector<Constant>& inputs, DataType result,
                                  const Specialization& special) {
  const Fragment& fragment = library.fragments[id];
  const Body* body = find_body(library, id, type_arguments, special);
  if (body == nullptr || inputs.size() != fragment.ports.size() + body->features.size()) {
    return std::nullopt;
  }
  auto features_begin = inputs.begin() + static_cast<std::ptrdiff_t>(fragment.ports.size());
  const std::vector<Constant> ports(inputs.begin(), features_begin);
  const std::vector<Constant> features(features_begin, inputs.end());
  auto results = evaluate_body(library, *body, {result}, {ports, features});
  return results ? std::optional<Constant>(std::move(results->front())) : std::nullopt;
}

}  // namespace weft
