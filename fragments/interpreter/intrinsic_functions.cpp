#include <algorithm>
#include <cmath>

#include "fragments/interpreter/bit_functions.h"
#include "fragments/interpreter/float_functions.h"
#include "fragments/interpreter/matrix_functions.h"
#include "fragments/interpreter/operand.h"
#include "support/check.h"

// The intrinsics, in the order of intrinsics.def. operations.h defines them.

namespace weft::interpreter {
namespace {

using Arguments = std::span<const Operand>;

template <typename Function>
void floats(Arguments arguments, std::span<Word> out, Function function) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(function(arguments[0].number(i)));
  }
}

template <typename Function>
void floats2(Arguments arguments, std::span<Word> out, Function function) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(function(arguments[0].number(i), arguments[1].number(i)));
  }
}

template <typename Function>
void floats3(Arguments arguments, std::span<Word> out, Function function) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(
        function(arguments[0].number(i), arguments[1].number(i), arguments[2].number(i)));
  }
}

/// sin … sqrt: standard library functions, rounded once.
template <typename Function>
void in_doubles(Arguments arguments, std::span<Word> out, Function function) {
  floats(arguments, out, [function](float x) { return in_double(function, x); });
}

Word absolute(Scalar kind, Word x) {
  if (kind == Scalar::Float) {
    return from_float(std::fabs(as_float(x)));
  }
  return kind == Scalar::Int && as_int(x) < 0 ? 0U - x : x;
}

Word sign_of(Scalar kind, Word x) {
  if (kind == Scalar::Float) {
    return from_float(sign(as_float(x)));
  }
  if (kind == Scalar::Int && as_int(x) < 0) {
    return from_int(-1);
  }
  return x != 0 ? 1U : 0U;
}

bool is_below(Scalar kind, Word a, Word b) {
  return kind == Scalar::Int ? as_int(a) < as_int(b) : a < b;
}

Word least(Scalar kind, Word a, Word b) {
  if (kind == Scalar::Float) {
    return from_float(minimum(as_float(a), as_float(b)));
  }
  return is_below(kind, b, a) ? b : a;
}

Word greatest(Scalar kind, Word a, Word b) {
  if (kind == Scalar::Float) {
    return from_float(maximum(as_float(a), as_float(b)));
  }
  return is_below(kind, a, b) ? b : a;
}

float dot(const Operand& a, const Operand& b) {
  float sum = a.number(0) * b.number(0);
  for (std::uint32_t i = 1; i < std::max(a.count, b.count); ++i) {
    float term = a.number(i) * b.number(i);
    sum += term;
  }
  return sum;
}

float length(const Operand& a) {
  return a.count == 1 ? std::fabs(a.number(0)) : std::sqrt(dot(a, a));
}

float distance(const Operand& a, const Operand& b) {
  std::array<Word, 4> words = {};
  std::uint32_t count = std::max(a.count, b.count);
  for (std::uint32_t i = 0; i < count; ++i) {
    words[i] = from_float(a.number(i) - b.number(i));
  }
  return length({a.type, words.data(), count});
}

void normalize(const Operand& a, std::span<Word> out) {
  float size = length(a);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(a.number(i) / size);
  }
}

void reflect(const Operand& incident, const Operand& normal, std::span<Word> out) {
  float twice = 2.0F * dot(normal, incident);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    float part = twice * normal.number(i);
    out[i] = from_float(incident.number(i) - part);
  }
}

void refract(Arguments arguments, std::span<Word> out) {
  const Operand& incident = arguments[0];
  const Operand& normal = arguments[1];
  float eta = arguments[2].number(0);
  float d = dot(normal, incident);
  float k = 1.0F - eta * eta * (1.0F - d * d);
  if (k < 0.0F) {
    std::fill(out.begin(), out.end(), from_float(0.0F));
    return;
  }
  float scale = eta * d + std::sqrt(k);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    float along = eta * incident.number(i);
    float part = scale * normal.number(i);
    out[i] = from_float(along - part);
  }
}

void face_forward(Arguments arguments, std::span<Word> out) {
  bool stays = dot(arguments[2], arguments[1]) < 0.0F;
  floats(arguments, out, [stays](float x) { return stays ? x : -x; });
}

void cross(const Operand& a, const Operand& b, std::span<Word> out) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    std::uint32_t j = (i + 1) % 3;
    std::uint32_t k = (i + 2) % 3;
    float first = a.number(j) * b.number(k);
    float second = b.number(j) * a.number(k);
    out[i] = from_float(first - second);
  }
}

MatrixValue matrix_of(const Operand& operand) {
  MatrixValue matrix;
  matrix.rows = operand.type.rows();
  matrix.columns = operand.type.columns();
  for (std::uint32_t i = 0; i < operand.count; ++i) {
    matrix.cells[i] = as_float(operand.words[i]);
  }
  return matrix;
}

void store(const MatrixValue& matrix, std::span<Word> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(matrix.cells[i]);
  }
}

template <typename T>
bool holds(Intrinsic comparison, T a, T b) {
  if (comparison == Intrinsic::LessThan) {
    return a < b;
  }
  if (comparison == Intrinsic::LessThanEqual) {
    return a <= b;
  }
  if (comparison == Intrinsic::GreaterThan) {
    return a > b;
  }
  if (comparison == Intrinsic::GreaterThanEqual) {
    return a >= b;
  }
  return (a == b) == (comparison == Intrinsic::EqualTo);
}

void compare(Intrinsic comparison, Arguments arguments, std::span<Word> out) {
  Scalar kind = arguments[0].type.scalar_kind();
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    Word a = arguments[0].spread(i);
    Word b = arguments[1].spread(i);
    bool result = kind == Scalar::Float ? holds(comparison, as_float(a), as_float(b))
                  : kind == Scalar::Int ? holds(comparison, as_int(a), as_int(b))
                                        : holds(comparison, a, b);
    out[i] = from_bool(result);
  }
}

bool is_true(Word word) { return word != 0; }

}  // namespace

std::optional<std::string_view> compute_intrinsic(Intrinsic intrinsic, DataType type,
                                                  Arguments arguments, std::span<Word> out) {
  WEFT_CHECK(!arguments.empty(), "an intrinsic without arguments");
  const Operand& first = arguments[0];
  Scalar kind = type.scalar_kind();
  auto numbers = [&](auto function) {
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      out[i] = function(kind, first.spread(i));
    }
  };
  auto pairs = [&](auto function) {
    for (std::uint32_t i = 0; i < out.size(); ++i) {
      out[i] = function(kind, first.spread(i), arguments[1].spread(i));
    }
  };
  switch (intrinsic) {
    case Intrinsic::Radians:
      floats(arguments, out, radians);
      break;
    case Intrinsic::Degrees:
      floats(arguments, out, degrees);
      break;
    case Intrinsic::Sin:
      in_doubles(arguments, out, [](double x) { return std::sin(x); });
      break;
    case Intrinsic::Cos:
      in_doubles(arguments, out, [](double x) { return std::cos(x); });
      break;
    case Intrinsic::Tan:
      in_doubles(arguments, out, [](double x) { return std::tan(x); });
      break;
    case Intrinsic::Asin:
      in_doubles(arguments, out, [](double x) { return std::asin(x); });
      break;
    case Intrinsic::Acos:
      in_doubles(arguments, out, [](double x) { return std::acos(x); });
      break;
    case Intrinsic::Atan:
      in_doubles(arguments, out, [](double x) { return std::atan(x); });
      break;
    case Intrinsic::Sinh:
      in_doubles(arguments, out, [](double x) { return std::sinh(x); });
      break;
    case Intrinsic::Cosh:
      in_doubles(arguments, out, [](double x) { return std::cosh(x); });
      break;
    case Intrinsic::Tanh:
      in_doubles(arguments, out, [](double x) { return std::tanh(x); });
      break;
    case Intrinsic::Exp:
      in_doubles(arguments, out, [](double x) { return std::exp(x); });
      break;
    case Intrinsic::Log:
      in_doubles(arguments, out, [](double x) { return std::log(x); });
      break;
    case Intrinsic::Exp2:
      in_doubles(arguments, out, [](double x) { return std::exp2(x); });
      break;
    case Intrinsic::Log2:
      in_doubles(arguments, out, [](double x) { return std::log2(x); });
      break;
    case Intrinsic::Log10:
      in_doubles(arguments, out, [](double x) { return std::log10(x); });
      break;
    case Intrinsic::Sqrt:
      floats(arguments, out, [](float x) { return std::sqrt(x); });
      break;
    case Intrinsic::InverseSqrt:
      floats(arguments, out, inverse_sqrt);
      break;
    case Intrinsic::Floor:
      floats(arguments, out, [](float x) { return std::floor(x); });
      break;
    case Intrinsic::Ceil:
      floats(arguments, out, [](float x) { return std::ceil(x); });
      break;
    case Intrinsic::Trunc:
      floats(arguments, out, [](float x) { return std::trunc(x); });
      break;
    case Intrinsic::Round:
      floats(arguments, out, round_half_even);
      break;
    case Intrinsic::Fract:
      floats(arguments, out, fract);
      break;
    case Intrinsic::Saturate:
      floats(arguments, out, [](float x) { return clamp(x, 0.0F, 1.0F); });
      break;
    case Intrinsic::Abs:
      numbers(absolute);
      break;
    case Intrinsic::Sign:
      numbers(sign_of);
      break;
    case Intrinsic::DerivativeX:
    case Intrinsic::DerivativeY:
    case Intrinsic::FilterWidth:
      return "a derivative has no value on the CPU";
    case Intrinsic::Normalize:
      normalize(first, out);
      break;

    case Intrinsic::Atan2:
      floats2(arguments, out, [](float y, float x) {
        return static_cast<float>(std::atan2(static_cast<double>(y), static_cast<double>(x)));
      });
      break;
    case Intrinsic::Pow:
      floats2(arguments, out, power);
      break;
    case Intrinsic::Step:
      floats2(arguments, out, [](float edge, float x) { return x < edge ? 0.0F : 1.0F; });
      break;
    case Intrinsic::Mod:
      floats2(arguments, out, floored_mod);
      break;
    case Intrinsic::Fmod:
      floats2(arguments, out, truncated_mod);
      break;
    case Intrinsic::Min:
      pairs(least);
      break;
    case Intrinsic::Max:
      pairs(greatest);
      break;
    case Intrinsic::Reflect:
      reflect(first, arguments[1], out);
      break;

    case Intrinsic::Clamp:
      for (std::uint32_t i = 0; i < out.size(); ++i) {
        Word raised = greatest(kind, first.spread(i), arguments[1].spread(i));
        out[i] = least(kind, raised, arguments[2].spread(i));
      }
      break;
    case Intrinsic::Mix:
      floats3(arguments, out, mix);
      break;
    case Intrinsic::SmoothStep:
      floats3(arguments, out, smooth_step);
      break;
    case Intrinsic::Fma:
      floats3(arguments, out, [](float a, float b, float c) {
        float scaled = a * b;
        return scaled + c;
      });
      break;
    case Intrinsic::FaceForward:
      face_forward(arguments, out);
      break;
    case Intrinsic::Refract:
      refract(arguments, out);
      break;

    case Intrinsic::Dot:
      out[0] = from_float(dot(first, arguments[1]));
      break;
    case Intrinsic::Cross:
      cross(first, arguments[1], out);
      break;
    case Intrinsic::Length:
      out[0] = from_float(length(first));
      break;
    case Intrinsic::Distance:
      out[0] = from_float(distance(first, arguments[1]));
      break;
    case Intrinsic::Transpose:
      store(transpose(matrix_of(first)), out);
      break;
    case Intrinsic::Determinant:
      out[0] = from_float(determinant(matrix_of(first)));
      break;
    case Intrinsic::Inverse:
      store(inverse(matrix_of(first)), out);
      break;
    case Intrinsic::OuterProduct:
      for (std::uint32_t i = 0; i < out.size(); ++i) {
        out[i] = from_float(first.number(i % first.count) * arguments[1].number(i / first.count));
      }
      break;
    case Intrinsic::Mul:
    case Intrinsic::LengthOf:
      WEFT_CHECK(false, "this intrinsic becomes an operation when a body is checked");
      break;

    case Intrinsic::Any:
      out[0] = from_bool(std::any_of(first.words, first.words + first.count, is_true));
      break;
    case Intrinsic::All:
      out[0] = from_bool(std::all_of(first.words, first.words + first.count, is_true));
      break;
    case Intrinsic::LessThan:
    case Intrinsic::LessThanEqual:
    case Intrinsic::GreaterThan:
    case Intrinsic::GreaterThanEqual:
    case Intrinsic::EqualTo:
    case Intrinsic::NotEqualTo:
      compare(intrinsic, arguments, out);
      break;
    case Intrinsic::IsNan:
      for (std::uint32_t i = 0; i < out.size(); ++i) {
        out[i] = from_bool(std::isnan(first.number(i)));
      }
      break;
    case Intrinsic::IsInf:
      for (std::uint32_t i = 0; i < out.size(); ++i) {
        out[i] = from_bool(std::isinf(first.number(i)));
      }
      break;
    case Intrinsic::FloatBitsToInt:
    case Intrinsic::FloatBitsToUint:
    case Intrinsic::BitsToFloat:
      for (std::uint32_t i = 0; i < out.size(); ++i) {
        out[i] = first.spread(i);
      }
      break;
    case Intrinsic::PackHalf2x16:
    case Intrinsic::PackUnorm2x16:
    case Intrinsic::PackSnorm2x16:
    case Intrinsic::PackUnorm4x8:
    case Intrinsic::PackSnorm4x8:
    case Intrinsic::UnpackHalf2x16:
    case Intrinsic::UnpackUnorm2x16:
    case Intrinsic::UnpackSnorm2x16:
    case Intrinsic::UnpackUnorm4x8:
    case Intrinsic::UnpackSnorm4x8:
    case Intrinsic::BitfieldExtract:
    case Intrinsic::BitfieldInsert:
    case Intrinsic::BitfieldReverse:
    case Intrinsic::BitCount:
    case Intrinsic::FindLsb:
    case Intrinsic::FindMsb:
      compute_bits(intrinsic, arguments, out);
      break;

    case Intrinsic::Sample:
    case Intrinsic::SampleBias:
    case Intrinsic::SampleLod:
    case Intrinsic::SampleGrad:
    case Intrinsic::SampleCompare:
    case Intrinsic::SampleCompareLod0:
    case Intrinsic::Gather:
    case Intrinsic::Texel:
    case Intrinsic::TextureLevels:
    case Intrinsic::TextureSize:
      return "a texture cannot be read here";
  }
  return std::nullopt;
}

}  // namespace weft::interpreter
