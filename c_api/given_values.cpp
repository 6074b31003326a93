#include "c_api/given_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/lookups.h"
#include "fragments/model/metadata_range.h"
#include "support/float_bits.h"

namespace weft {
namespace {

bool is_whole(double number, double least, double most) {
  return number >= least && number <= most && number == std::trunc(number);
}

/// The word of a component; nothing if the type has no such value. Floats are rounded.
std::optional<std::uint32_t> word_of(Scalar scalar, double component) {
  switch (scalar) {
    case Scalar::Bool:
      if (!is_whole(component, 0.0, 1.0)) {
        return std::nullopt;
      }
      return static_cast<std::uint32_t>(component);
    case Scalar::Int:
      if (!is_whole(component, -2147483648.0, 2147483647.0)) {
        return std::nullopt;
      }
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(component));
    case Scalar::Uint:
      if (!is_whole(component, 0.0, 4294967295.0)) {
        return std::nullopt;
      }
      return static_cast<std::uint32_t>(component);
    case Scalar::Float:
      break;
  }
  // Compared before it is rounded: conversions of doubles beyond the floats are undefined.
  if (!(std::abs(component) <= double{std::numeric_limits<float>::max()})) {
    return std::nullopt;
  }
  return float_bits(static_cast<float>(component));
}

const char* values_of(Scalar scalar) {
  switch (scalar) {
    case Scalar::Bool:
      return "a bool is 0 or 1";
    case Scalar::Int:
      return "an int is a whole number from -2147483648 to 2147483647";
    case Scalar::Uint:
      return "a uint is a whole number from 0 to 4294967295";
    case Scalar::Float:
      break;
  }
  return "a float is finite";
}

/// The components as a value of the parameter. Their number is right.
Result<Constant> constant_of(const Library& library, const MaterialParameter& parameter,
                             const weft_value& value) {
  const DataType type = parameter.type.data();
  Constant constant{type, {}};
  for (std::size_t i = 0; i < value.component_count; ++i) {
    const auto word = word_of(type.scalar_kind(), value.components[i]);
    if (!word) {
      return failed(
          error(Code::BadParameterValue,
                fmt::format("component {} of the value for '{}' is {}, but its type is {}", i,
                            value.name, value.components[i], library.type_name(type)),
                values_of(type.scalar_kind())));
    }
    constant.bits.push_back(*word);
  }
  if (auto refusal = refusal_by_bounds(library, parameter, constant)) {
    return failed(std::move(*refusal));
  }
  return constant;
}

}  // namespace

Diagnostics read_values(const Library& library, const Material& material,
                        const weft_compose_options& options, ComposeRequest& request) {
  Diagnostics errors;
  if (options.values == nullptr && options.value_count != 0) {
    return {error(Code::WrongArguments, "values is a null pointer")};
  }
  for (std::size_t i = 0; i < options.value_count; ++i) {
    const weft_value& value = options.values[i];
    if (value.name == nullptr || (value.components == nullptr && value.component_count != 0)) {
      errors.push_back(
          error(Code::WrongArguments, "values[" + std::to_string(i) + "]." +
                                          (value.name == nullptr ? "name" : "components") +
                                          " is a null pointer"));
      continue;
    }
    const auto parameter = std::find_if(
        material.parameters.begin(), material.parameters.end(),
        [&](const MaterialParameter& one) { return library.text(one.name) == value.name; });
    if (parameter == material.parameters.end()) {
      errors.push_back(error(Code::UnknownName, "material '" +
                                                    std::string(library.text(material.name)) +
                                                    "' has no parameter '" + value.name + "'"));
      continue;
    }
    const DataType type = parameter->type.data();
    const bool is_number = std::all_of(value.components, value.components + value.component_count,
                                       [](double x) { return x == x; });
    if (!type.is_plain() ||
        static_cast<std::size_t>(type.component_count()) != value.component_count || !is_number) {
      errors.push_back(
          error(Code::TypeMismatch,
                "parameter '" + std::string(value.name) + "' has the type " +
                    library.type_name(type) + ", which " + std::to_string(value.component_count) +
                    (is_number ? " components do not make" : " numbers do not make: one is NaN")));
      continue;
    }
    Result<Constant> constant = constant_of(library, *parameter, value);
    if (!constant) {
      errors.insert(errors.end(), constant.error().begin(), constant.error().end());
      continue;
    }
    request.values.emplace_back(value.name, std::move(*constant));
  }
  return errors;
}

}  // namespace weft
