#include "fragments/interpreter/scalar_values.h"

#include <limits>

namespace weft::interpreter {

std::int32_t float_to_int(float value) {
  if (value != value) {
    return 0;
  }
  if (value >= 2147483648.0F) {
    return std::numeric_limits<std::int32_t>::max();
  }
  if (value <= -2147483648.0F) {
    return std::numeric_limits<std::int32_t>::min();
  }
  return static_cast<std::int32_t>(value);
}

std::uint32_t float_to_uint(float value) {
  if (!(value > 0.0F)) {  // NaN too
    return 0;
  }
  if (value >= 4294967296.0F) {
    return std::numeric_limits<std::uint32_t>::max();
  }
  return static_cast<std::uint32_t>(value);
}

Word convert_scalar(Scalar from, Scalar to, Word word) {
  if (from == to) {
    return word;
  }
  switch (to) {
    case Scalar::Bool:
      return from_bool(from == Scalar::Float ? as_float(word) != 0.0F : word != 0);
    case Scalar::Int:
      return from == Scalar::Float ? from_int(float_to_int(as_float(word))) : word;
    case Scalar::Uint:
      return from == Scalar::Float ? float_to_uint(as_float(word)) : word;
    case Scalar::Float:
      return from_float(from == Scalar::Int ? static_cast<float>(as_int(word))
                                            : static_cast<float>(word));
  }
  return word;
}

}  // namespace weft::interpreter
