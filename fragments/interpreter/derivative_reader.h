#pragma once

#include <cstdint>
#include <span>

namespace weft {

/// dFdx, dFdy, fwidth.
enum class Derivative : std::uint8_t { X, Y, Width };

/// The source of derivatives for the interpreter, which evaluates one fragment and does not know
/// its neighbors. Without one, a derivative is an error.
class DerivativeReader {
 public:
  virtual ~DerivativeReader() = default;

  /// The derivative of an operand with these components, as bits of floats; so is the result.
  virtual void differentiate(Derivative which, std::span<const std::uint32_t> operand,
                             std::span<std::uint32_t> out) const = 0;
};

}  // namespace weft
