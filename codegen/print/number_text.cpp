#include "codegen/print/number_text.h"

#include <cmath>
#include <cstring>
#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "support/append_number.h"
#include "support/check.h"

namespace weft {
namespace {

void append_float(std::string& out, std::uint32_t bits, const Spelling& spelling) {
  float value = 0.0F;
  std::memcpy(&value, &bits, sizeof value);
  if (!std::isfinite(value)) {
    fmt::format_to(std::back_inserter(out), "{}(0x{:08x}u)", spelling.uint_bits_to_float, bits);
    return;
  }
  constexpr float greatest_whole = 1e6F;  // far below where an exponent is shorter
  constexpr std::uint32_t negative_zero = 0x80000000U;
  const std::size_t begin = out.size();
  if (std::trunc(value) == value && std::fabs(value) <= greatest_whole && bits != negative_zero) {
    append_number(out, static_cast<std::int32_t>(value));
  } else {
    fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value);
  }
  if (out.find_first_of(".e", begin) == std::string::npos) {
    out += ".0";
  }
  out += spelling.float_suffix;
}

}  // namespace

bool is_negative_literal(DataType scalar, std::uint32_t bits) {
  constexpr std::uint32_t sign = 0x80000000U;
  if (scalar.scalar_kind() == Scalar::Float) {
    constexpr std::uint32_t exponent = 0x7f800000U;
    return (bits & sign) != 0 && (bits & exponent) != exponent;
  }
  return scalar.scalar_kind() == Scalar::Int && (bits & sign) != 0 && bits != sign;
}

void append_literal(std::string& out, DataType scalar, std::uint32_t bits,
                    const Spelling& spelling) {
  switch (scalar.scalar_kind()) {
    case Scalar::Bool:
      out += bits != 0 ? spelling.words.true_word : spelling.words.false_word;
      return;
    case Scalar::Int:
      // A negative literal is a minus before a positive one, and the least int has no positive
      // counterpart.
      if (bits == 0x80000000U) {
        out += spelled(int_type, spelling);
        out += "(0x80000000u)";
      } else {
        append_number(out, static_cast<std::int32_t>(bits));
      }
      return;
    case Scalar::Uint:
      append_number(out, bits);
      out += 'u';
      return;
    case Scalar::Float:
      append_float(out, bits, spelling);
      return;
  }
  WEFT_CHECK(false, "a literal of no scalar type");
}

}  // namespace weft
