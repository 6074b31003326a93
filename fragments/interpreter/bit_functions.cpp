#include "fragments/interpreter/bit_functions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "fragments/interpreter/float_functions.h"

namespace weft::interpreter {
namespace {

/// To the nearest half, ties to even.
Word half_of(float value) {
  const Word bits = from_float(value);
  const Word sign = bits >> 16 & 0x8000U;
  const Word size = bits & 0x7fffffffU;
  if (size > 0x7f800000U) {
    return sign | 0x7e00U;
  }
  const auto rounded = [](Word word, Word dropped) {
    const Word kept = word >> dropped;
    const Word rest = word & ((1U << dropped) - 1U);
    const Word middle = 1U << (dropped - 1U);
    return kept + (rest > middle || (rest == middle && (kept & 1U) != 0) ? 1U : 0U);
  };
  constexpr Word least_normal = 113U << 23U;  // 2^-14
  if (size >= 143U << 23U) {                  // 65536 and more
    return sign | 0x7c00U;
  }
  if (size >= least_normal) {
    return sign | rounded(size - (112U << 23U), 13);  // may carry into infinity
  }
  const Word exponent = size >> 23U;
  constexpr Word least_that_counts = 102;  // 2^-25
  if (exponent < least_that_counts) {
    return sign;
  }
  return sign | rounded((size & 0x7fffffU) | 0x800000U, 126U - exponent);
}

float float_of_half(Word half) {
  const float sign = (half & 0x8000U) != 0 ? -1.0F : 1.0F;
  const Word exponent = half >> 10 & 31U;
  const Word mantissa = half & 0x3ffU;
  if (exponent == 31U) {
    return as_float((half & 0x8000U) << 16 | 0x7f800000U | (mantissa != 0 ? 0x400000U : 0U));
  }
  return sign * (exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                               : std::ldexp(static_cast<float>(mantissa | 0x400U),
                                            static_cast<int>(exponent) - 25));
}

/// A fraction in so many bits.
Word fraction(float value, int bits, bool is_signed) {
  const auto greatest = static_cast<float>((1U << (is_signed ? bits - 1 : bits)) - 1U);
  const float bounded = clamp(value, is_signed ? -1.0F : 0.0F, 1.0F);
  const auto whole = static_cast<std::int32_t>(round_half_even(bounded * greatest));
  return static_cast<Word>(whole) & ((1U << bits) - 1U);
}

float of_fraction(Word word, int bits, bool is_signed) {
  const auto greatest = static_cast<float>((1U << (is_signed ? bits - 1 : bits)) - 1U);
  const Word field = word & ((1U << bits) - 1U);
  if (!is_signed) {
    return static_cast<float>(field) / greatest;
  }
  const Word sign = 1U << (bits - 1);
  const auto whole = static_cast<std::int32_t>(field ^ sign) - static_cast<std::int32_t>(sign);
  return std::max(static_cast<float>(whole) / greatest, -1.0F);
}

bool is_signed(Intrinsic intrinsic) {
  return intrinsic == Intrinsic::PackSnorm2x16 || intrinsic == Intrinsic::PackSnorm4x8 ||
         intrinsic == Intrinsic::UnpackSnorm2x16 || intrinsic == Intrinsic::UnpackSnorm4x8;
}

void pack(Intrinsic intrinsic, const Operand& given, std::span<Word> out) {
  const int bits = 32 / static_cast<int>(given.count);
  out[0] = 0;
  for (std::uint32_t i = 0; i < given.count; ++i) {
    const Word part = intrinsic == Intrinsic::PackHalf2x16
                          ? half_of(given.number(i))
                          : fraction(given.number(i), bits, is_signed(intrinsic));
    out[0] |= part << (static_cast<Word>(bits) * i);
  }
}

void unpack(Intrinsic intrinsic, Word word, std::span<Word> out) {
  const int bits = 32 / static_cast<int>(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Word part = word >> (static_cast<Word>(bits) * static_cast<Word>(i));
    out[i] = from_float(intrinsic == Intrinsic::UnpackHalf2x16
                            ? float_of_half(part & 0xffffU)
                            : of_fraction(part, bits, is_signed(intrinsic)));
  }
}

struct Field {
  Word offset;
  Word bits;
};

Field field_of(const Operand& offset, const Operand& bits) {
  const std::int32_t first = std::clamp(as_int(offset.words[0]), 0, 32);
  return {static_cast<Word>(first),
          static_cast<Word>(std::clamp(as_int(bits.words[0]), 0, 32 - first))};
}

Word extracted(Word word, const Field& field, bool is_int) {
  if (field.bits == 0) {
    return 0;
  }
  const Word high = word << (32U - field.bits - field.offset);
  const Word shift = 32U - field.bits;
  return is_int ? from_int(as_int(high) >> shift) : high >> shift;
}

Word inserted(Word base, Word word, const Field& field) {
  const std::uint64_t mask = ((std::uint64_t{1} << field.bits) - 1U) << field.offset;
  return static_cast<Word>((base & ~mask) | (std::uint64_t{word} << field.offset & mask));
}

Word reversed(Word word) {
  Word result = 0;
  for (int i = 0; i < 32; ++i) {
    result = result << 1U | (word >> i & 1U);
  }
  return result;
}

/// The highest bit that differs from the sign of an int, or that a uint has.
int highest(Word word, bool is_int) {
  const Word bits = is_int && as_int(word) < 0 ? ~word : word;
  return 31 - std::countl_zero(bits);
}

}  // namespace

void compute_bits(Intrinsic intrinsic, std::span<const Operand> arguments, std::span<Word> out) {
  const Operand& first = arguments[0];
  const IntrinsicShape shape = intrinsic_shape(intrinsic);
  if (shape == IntrinsicShape::PackTwo || shape == IntrinsicShape::PackFour) {
    return pack(intrinsic, first, out);
  }
  if (shape == IntrinsicShape::UnpackTwo || shape == IntrinsicShape::UnpackFour) {
    return unpack(intrinsic, first.words[0], out);
  }
  const bool is_int = first.type.scalar_kind() == Scalar::Int;
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const Word word = first.spread(i);
    if (intrinsic == Intrinsic::BitfieldExtract) {
      out[i] = extracted(word, field_of(arguments[1], arguments[2]), is_int);
    } else if (intrinsic == Intrinsic::BitfieldInsert) {
      out[i] = inserted(word, arguments[1].spread(i), field_of(arguments[2], arguments[3]));
    } else if (intrinsic == Intrinsic::BitfieldReverse) {
      out[i] = reversed(word);
    } else if (intrinsic == Intrinsic::BitCount) {
      out[i] = from_int(std::popcount(word));
    } else if (intrinsic == Intrinsic::FindLsb) {
      out[i] = from_int(word == 0 ? -1 : std::countr_zero(word));
    } else {
      out[i] = from_int(highest(word, is_int));
    }
  }
}

}  // namespace weft::interpreter
