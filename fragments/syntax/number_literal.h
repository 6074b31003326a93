#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fragments/syntax/syntax.h"

namespace weft {

struct NumberLiteral {
  syntax::NumberKind kind = syntax::NumberKind::Int;
  std::uint64_t integer = 0;  ///< for Int and Uint
  double real = 0;            ///< for all kinds
};

/// What read_number() found: how many characters belong to the number, its value, and what is wrong
/// with it.
struct ScannedNumber {
  std::size_t length = 0;
  NumberLiteral value;
  std::string error = {};  ///< a message, or empty
  std::string hint = {};
};

/// Does a number begin here: a digit, or a dot and a digit?
bool starts_number(std::string_view text);

/// Reads the number at the beginning of `text`, where starts_number() holds: `1`, `1u`, `0x1f`,
/// `1.0`, `.5`, `1.`, `1e-3`, each of the floats also with `f`. Takes all letters and digits that
/// stick to it, so that an error covers them all. Integers are those of 32 bits (`int`, or `uint`
/// with `u`), floats are read as the nearest double and must fit 32 bits. Does not look at the
/// locale. Linear in the length.
ScannedNumber read_number(std::string_view text);

/// The shortest text that read_number() reads back as the same value; always with a dot or an
/// exponent for floats.
std::string spell_number(const syntax::NumberExpr& number);
/// Likewise for the numbers of settings and difficulties, where whole ones need no dot. May begin
/// with a minus.
std::string spell_real(double value);

}  // namespace weft
