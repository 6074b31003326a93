#include "fragments/syntax/number_literal.h"

#include <algorithm>
#include <iterator>
#include <locale>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/foreign_names.h"

namespace weft {
namespace {

constexpr std::uint64_t greatest_int = 0x7fffffff;
constexpr std::uint64_t greatest_uint = 0xffffffff;
/// Halfway between the greatest float32 and 2^128: from here on rounding gives infinity (IEEE
/// 754, 4.3.1).
constexpr double float_overflow = 340282356779733661637539395458142568448.0;

/// More digits than correct rounding to binary64 can depend on (767). All further digits are merged
/// into one.
constexpr std::size_t significant_digits = 800;
/// Larger exponents give zero or infinity, whatever digits a file could hold.
constexpr std::int64_t greatest_exponent = 100000000000;

int hex_value(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// A decimal: 0.d₁d₂… × 10^exponent.
struct Decimal {
  std::string digits;  // without leading zeros
  std::int64_t exponent = 0;
};

/// Normalizes digits with at most one dot; `exponent` is the number after the `e`.
Decimal decimal_of(std::string_view mantissa, std::int64_t exponent) {
  Decimal result;
  result.exponent = exponent;
  bool past_dot = false;
  bool lost = false;
  for (char c : mantissa) {
    if (c == '.') {
      past_dot = true;
      continue;
    }
    bool leading_zero = result.digits.empty() && c == '0';
    if (!leading_zero) {
      if (result.digits.size() < significant_digits) {
        result.digits += c;
      } else {
        lost = lost || c != '0';
      }
    }
    if (!past_dot && !leading_zero) {
      ++result.exponent;
    } else if (past_dot && leading_zero) {
      --result.exponent;
    }
  }
  if (lost) {
    result.digits += '1';  // sticky digit: only decides on which side of a tie the value lies
  }
  return result;
}

/// The nearest double of a short literal, by the fast path of W. Clinger (How to Read Floating
/// Point Numbers Accurately, 1990): both factors are exact, so the single rounding is correct.
/// Nothing if one is not.
std::optional<double> short_double(std::string_view mantissa, std::int64_t exponent) {
  constexpr std::size_t exact_digits = 15;
  constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr auto greatest_power = static_cast<std::int64_t>(std::size(powers)) - 1;
  if (mantissa.size() > exact_digits + 1) {  // with the dot
    return std::nullopt;
  }
  std::uint64_t whole = 0;
  std::size_t digits = mantissa.size();
  std::int64_t scale = exponent;
  for (std::size_t i = 0; i < mantissa.size(); ++i) {
    if (mantissa[i] == '.') {
      --digits;
      scale -= static_cast<std::int64_t>(mantissa.size() - 1 - i);
    } else {
      whole = whole * 10 + static_cast<std::uint64_t>(mantissa[i] - '0');
    }
  }
  if (digits > exact_digits || scale < -greatest_power || scale > greatest_power) {
    return std::nullopt;
  }
  const auto exact = static_cast<double>(whole);
  return scale < 0 ? exact / powers[-scale] : exact * powers[scale];
}

/// Returns the nearest double. libc++ 13 lacks std::from_chars for floats; a stream with the
/// classic locale works but is slow.
double double_of(const Decimal& decimal) {
  if (decimal.digits.empty()) {
    return 0;
  }
  std::int64_t exponent = std::clamp<std::int64_t>(decimal.exponent, -100000, 100000);
  std::istringstream stream("0." + decimal.digits + 'e' + fmt::to_string(exponent));
  stream.imbue(std::locale::classic());
  double value = 0;
  stream >> value;  // on overflow the greatest double, on underflow zero or the least
  return value;
}

ScannedNumber read_hexadecimal(std::string_view text, std::size_t length) {
  ScannedNumber result;
  result.length = length;
  std::size_t i = 2;
  bool fits = true;
  for (; i < length && hex_value(text[i]) >= 0; ++i) {
    result.value.integer =
        result.value.integer * 16 + static_cast<std::uint64_t>(hex_value(text[i]));
    fits = fits && result.value.integer <= greatest_uint;
    result.value.integer &= greatest_uint;
  }
  bool has_suffix = i < length && (text[i] == 'u' || text[i] == 'U');
  if (i == 2 || i + (has_suffix ? 1U : 0U) != length) {
    result.error = "is not a hexadecimal number";
  } else if (!fits) {
    result.error = "does not fit 32 bits";
  } else if (!has_suffix && result.value.integer > greatest_int) {
    result.error = "does not fit an int";
    result.hint = fmt::format("an unsigned number ends in 'u': {}u", text.substr(0, length));
    if (const std::string color = color_of_hexadecimal(text.substr(0, length)); !color.empty()) {
      result.hint += fmt::format("; a color is written {}", color);
    }
  }
  result.value.kind = has_suffix ? syntax::NumberKind::Uint : syntax::NumberKind::Int;
  result.value.real = static_cast<double>(result.value.integer);
  return result;
}

void read_integer(ScannedNumber& result, std::string_view digits, bool is_unsigned) {
  result.value.kind = is_unsigned ? syntax::NumberKind::Uint : syntax::NumberKind::Int;
  std::uint64_t limit = is_unsigned ? greatest_uint : greatest_int;
  bool fits = true;
  for (char c : digits) {
    result.value.integer = result.value.integer * 10 + static_cast<std::uint64_t>(c - '0');
    fits = fits && result.value.integer <= limit;
    if (!fits) {
      result.value.integer = 0;
    }
  }
  result.value.real = static_cast<double>(result.value.integer);
  if (!fits) {
    result.error = is_unsigned ? "does not fit a uint" : "does not fit an int";
    result.hint = digits == "2147483648" ? "the least int is written -2147483647 - 1"
                                         : "with a decimal point it is a float";
  } else if (digits.size() > 1 && digits[0] == '0') {
    result.error = "has a leading zero, which means octal in some languages";
    result.hint = "drop the zero, or write hexadecimal as 0x…";
  }
}

void read_real(ScannedNumber& result, std::string_view mantissa, std::int64_t exponent) {
  result.value.kind = syntax::NumberKind::Float;
  const std::optional<double> value = short_double(mantissa, exponent);
  result.value.real = value ? *value : double_of(decimal_of(mantissa, exponent));
  if (result.value.real >= float_overflow) {
    result.value.real = 0;
    result.error = "does not fit a float of 32 bits";
  }
}

}  // namespace

bool starts_number(std::string_view text) {
  return !text.empty() &&
         (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1])));
}

ScannedNumber read_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    std::size_t length = 2;
    while (length < text.size() && is_word(text[length])) {
      ++length;
    }
    return read_hexadecimal(text, length);
  }
  auto at = [text](std::size_t i) { return i < text.size() ? text[i] : '\0'; };
  std::size_t i = 0;
  while (is_digit(at(i))) {
    ++i;
  }
  bool is_float = at(i) == '.';
  if (is_float) {
    ++i;
    while (is_digit(at(i))) {
      ++i;
    }
  }
  std::string_view mantissa = text.substr(0, i);
  std::int64_t exponent = 0;
  std::size_t sign = at(i + 1) == '+' || at(i + 1) == '-' ? 1 : 0;
  if ((at(i) == 'e' || at(i) == 'E') && is_digit(at(i + 1 + sign))) {
    is_float = true;
    bool negative = at(i + 1) == '-';
    for (i += 1 + sign; is_digit(at(i)); ++i) {
      exponent = std::min(exponent * 10 + (at(i) - '0'), greatest_exponent);
    }
    exponent = negative ? -exponent : exponent;
  }
  std::size_t suffix = i;
  while (is_word(at(i))) {
    ++i;
  }
  std::string_view ending = text.substr(suffix, i - suffix);
  ScannedNumber result;
  result.length = i;
  bool ends_in_f = ending == "f" || ending == "F";
  bool ends_in_u = ending == "u" || ending == "U";
  if (is_float || ends_in_f) {
    read_real(result, mantissa, exponent);
  } else {
    read_integer(result, mantissa, ends_in_u);
  }
  bool known_ending = ending.empty() || ends_in_f || (ends_in_u && !is_float);
  if (!known_ending) {
    result.error = fmt::format("is not a number: it ends in '{}'", ending.substr(0, 20));
    result.hint = "floats may end in 'f' and unsigned integers in 'u'";
  }
  return result;
}

std::string spell_number(const syntax::NumberExpr& number) {
  switch (number.kind) {
    case syntax::NumberKind::Int:
      return fmt::to_string(number.integer);
    case syntax::NumberKind::Uint:
      return fmt::format("{}u", number.integer);
    case syntax::NumberKind::Float:
      break;
  }
  std::string text = spell_real(number.real);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

std::string spell_real(double value) {
  std::string text = fmt::format("{}", value);
  bool is_whole = text.find_first_of(".e") == std::string::npos;
  if (is_whole &&
      (value > static_cast<double>(greatest_int) || value < -static_cast<double>(greatest_int))) {
    text += ".0";  // without the dot it would be read back as an int that does not fit
  }
  return text;
}

}  // namespace weft
