#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fragments/syntax/syntax.h"

namespace weft {

struct NumberLiteral {
  syntax::NumberKind kind = syntax::NumberKind::Int;
  std::uint64_t integer = 0;  ///< for Int and Uint
  double real = 0;            ///< for every kind
};

/// The result of read_number(): the number's length in characters, its value, and an error if it is
/// malformed.
struct ScannedNumber {
  std::size_t length = 0;
  NumberLiteral value;
  std::string error = {};  ///< a message, or empty
  std::string hint = {};
};

/// Whether a number begins here: a digit, or a dot and a digit.
bool starts_number(std::string_view text);

/// Reads the number at the start of `text`, where starts_number() must hold: `1`, `1u`, `0x1f`,
/// `1.0`, `.5`, `1.`, `1e-3`, and floats with suffix `f`. Consumes all adjoining letters and
/// digits, so that an error covers them. Integers have 32 bits (`int`, or `uint` with `u`); floats
/// are read as the nearest double and must fit in 32 bits. Independent of the locale. Linear in the
/// length.
ScannedNumber read_number(std::string_view text);

/// The shortest text that read_number() reads back as the same value. Floats always have a dot or
/// an exponent.
std::string spell_number(const syntax::NumberExpr& number);
/// The same for numbers in settings and difficulties, where integers need no dot. May begin with a
/// minus sign.
std::string spell_real(double value);

}  // namespace weft
