// The intrinsics of ExpressionPrinter: each language's names, forms and helpers, with the meaning
// of fragments/interpreter/operations.h.

#include "codegen/print/expression_printer.h"
#include "fragments/model/intrinsics.h"
#include "support/float_bits.h"

namespace weft {
namespace {

// The function's name, for intrinsics that differ from the target's function at most in name.
std::string_view plain_name(Intrinsic which, Dialect dialect) {
  const bool glsl = dialect == Dialect::Glsl;
  switch (which) {
    case Intrinsic::InverseSqrt:
      return glsl ? "inversesqrt" : "rsqrt";
    case Intrinsic::Round:
      return glsl ? "roundEven" : "round";  // HLSL's round ties to even
    case Intrinsic::Fract:
      return glsl ? "fract" : "frac";
    case Intrinsic::DerivativeX:
      return glsl ? "dFdx" : "ddx";
    case Intrinsic::DerivativeY:
      return glsl ? "dFdy" : "ddy";
    case Intrinsic::Atan2:
      return glsl ? "atan" : "atan2";
    case Intrinsic::Fma:
      return glsl ? "fma" : "mad";
    case Intrinsic::FloatBitsToInt:
      return glsl ? "floatBitsToInt" : "asint";
    case Intrinsic::FloatBitsToUint:
      return glsl ? "floatBitsToUint" : "asuint";
    default:  // same name
      return intrinsic_name(which);
  }
}

}  // namespace

void ExpressionPrinter::infix_text(const BodyExpr& from, std::string_view mark,
                                   Precedence precedence, Precedence at_least) {
  const bool wraps = precedence < at_least;
  out_ += wraps ? "(" : "";
  print(argument(from, 0), precedence);
  out_ += mark;
  print(argument(from, 1), static_cast<Precedence>(static_cast<int>(precedence) + 1));
  out_ += wraps ? ")" : "";
}

// GLSL compares vectors with functions and scalars with operators; HLSL always uses operators.
void ExpressionPrinter::comparison(const BodyExpr& from, std::string_view mark,
                                   std::string_view function, Precedence at_least) {
  if (is_glsl() && argument_type(from, 0).is_vector()) {
    call(function, from);
    return;
  }
  const bool is_equality = mark == " == " || mark == " != ";
  infix_text(from, mark, is_equality ? Precedence::Equality : Precedence::Comparison, at_least);
}

// The scalar that a vector splats; otherwise the value itself.
BodyExprId ExpressionPrinter::without_spread(BodyExprId id) const {
  const BodyExpr& value = expr(id);
  const bool is_spread = value.op == Operation::Construct && value.argument_count == 1 &&
                         value.type.is_vector() &&
                         argument_type(value, 0) == DataType::scalar(value.type.scalar_kind());
  return is_spread ? argument(value, 0) : id;
}

// Prints splatted arguments as scalars where both languages accept that: `mix(a, b, t)` instead of
// `mix(a, b, vec3(t))`. Bit i of `may_be_scalar` allows it for argument i.
void ExpressionPrinter::spreading(std::string_view name, const BodyExpr& from,
                                  std::uint32_t may_be_scalar) {
  out_ += name;
  out_ += '(';
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    out_ += i == 0 ? "" : ", ";
    const BodyExprId id = argument(from, i);
    print((may_be_scalar >> i & 1U) != 0 ? without_spread(id) : id);
  }
  out_ += ')';
}

// The bits of a scalar or vector written with literals.
std::optional<std::vector<std::uint32_t>> ExpressionPrinter::literal_components(
    BodyExprId id) const {
  const BodyExpr& from = expr(id);
  if (from.op == Operation::Literal) {
    return std::vector<std::uint32_t>{from.payload};
  }
  if (from.op == Operation::Negate && expr(argument(from, 0)).op == Operation::Literal) {
    const std::uint32_t bits = expr(argument(from, 0)).payload;
    return std::vector<std::uint32_t>{from.type.scalar_kind() == Scalar::Float ? bits ^ 0x80000000U
                                                                               : 0U - bits};
  }
  if (from.op != Operation::Construct || !from.type.is_vector()) {
    return std::nullopt;
  }
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const BodyExpr& part = expr(argument(from, i));
    const bool is_kept =
        part.type.is_scalar() && part.type.scalar_kind() == from.type.scalar_kind();
    const auto literal = is_kept ? literal_components(argument(from, i)) : std::nullopt;
    if (!literal) {
      return std::nullopt;
    }
    bits.push_back(literal->front());
  }
  if (bits.size() == 1) {
    bits.resize(static_cast<std::size_t>(from.type.rows()), bits.front());
  }
  return bits;
}

bool ExpressionPrinter::are_ordered_literals(BodyExprId low, BodyExprId high) const {
  const auto lows = literal_components(low);
  const auto highs = literal_components(high);
  const Scalar kind = expr(low).type.scalar_kind();
  bool is_ordered = lows && highs && lows->size() == highs->size();
  for (std::size_t i = 0; is_ordered && i < lows->size(); ++i) {
    const std::uint32_t a = (*lows)[i];
    const std::uint32_t b = (*highs)[i];
    is_ordered = kind == Scalar::Float ? float_of_bits(a) <= float_of_bits(b)
                 : kind == Scalar::Int
                     ? static_cast<std::int32_t>(a) <= static_cast<std::int32_t>(b)
                     : a <= b;
  }
  return is_ordered;
}

// Both languages leave clamp() undefined if the bounds are swapped; min() and max() are defined.
void ExpressionPrinter::clamp(const BodyExpr& from) {
  if (are_ordered_literals(argument(from, 1), argument(from, 2))) {
    spreading("clamp", from, 6);
    return;
  }
  out_ += "min(max(";
  print(argument(from, 0));
  out_ += ", ";
  print(without_spread(argument(from, 1)));
  out_ += "), ";
  print(without_spread(argument(from, 2)));
  out_ += ')';
}

// HLSL's vector functions reject scalars, and the scalar forms are simpler anyway.
bool ExpressionPrinter::scalar_geometry(const BodyExpr& from, Intrinsic which,
                                        Precedence at_least) {
  if (!argument_type(from, 0).is_scalar()) {
    return false;
  }
  switch (which) {
    case Intrinsic::Dot:
      infix_text(from, " * ", Precedence::Product, at_least);
      return true;
    case Intrinsic::Length:
      call("abs", from);
      return true;
    case Intrinsic::Distance:
      out_ += "abs(";
      infix_text(from, " - ", Precedence::Sum, Precedence::Lowest);
      out_ += ')';
      return true;
    case Intrinsic::Any:
    case Intrinsic::All:
      print(argument(from, 0), at_least);
      return true;
    case Intrinsic::Normalize:
      call(is_glsl() ? "sign" : "float(sign", from);  // HLSL's sign returns int
      out_ += is_glsl() ? "" : ")";
      return true;
    case Intrinsic::Reflect:
    case Intrinsic::Refract:
    case Intrinsic::FaceForward: {
      if (is_glsl()) {
        return false;
      }
      const Helper helper = which == Intrinsic::Reflect   ? Helper::ReflectScalar
                            : which == Intrinsic::Refract ? Helper::RefractScalar
                                                          : Helper::FaceForwardScalar;
      helper_call(helper, from.type, std::string(intrinsic_name(which)) + "_scalar", from);
      return true;
    }
    default:  // the others accept scalars
      return false;
  }
}

void ExpressionPrinter::intrinsic(const BodyExpr& from, Precedence at_least) {
  const auto which = static_cast<Intrinsic>(from.payload);
  if (texture_access(from, which) || scalar_geometry(from, which, at_least)) {
    return;
  }
  const bool is_uint = from.type.is_scalar_or_vector() && from.type.scalar_kind() == Scalar::Uint;
  switch (which) {
    case Intrinsic::Saturate:
      if (is_glsl()) {
        out_ += "clamp(";
        print(argument(from, 0));
        out_ += ", 0.0, 1.0)";
      } else {
        call("saturate", from);
      }
      return;
    case Intrinsic::Abs:
      if (is_uint) {
        print(argument(from, 0), at_least);
      } else {
        call("abs", from);
      }
      return;
    case Intrinsic::Sign:
      if (is_uint) {
        out_ += "min(";  // both languages accept a scalar beside a vector
        print(argument(from, 0));
        out_ += ", 1u)";
      } else if (!is_glsl() && from.type.scalar_kind() == Scalar::Float) {
        out_ += type_name(from.type);  // HLSL's sign returns int
        out_ += '(';
        call("sign", from);
        out_ += ')';
      } else {
        call("sign", from);
      }
      return;
    case Intrinsic::Log10:
      if (is_glsl()) {
        helper_call(Helper::Log10, from.type, "log10", from);
      } else {
        call("log10", from);
      }
      return;
    case Intrinsic::Mod:
      if (is_glsl()) {
        spreading("mod", from, 2);
      } else {
        helper_call(Helper::Mod, from.type, "mod", from);
      }
      return;
    case Intrinsic::Fmod:
      // glslang translates HLSL's fmod() to OpFMod, which floors.
      helper_call(Helper::Fmod, from.type, is_glsl() ? "fmod" : "truncated_mod", from);
      return;
    case Intrinsic::Inverse:
      if (is_glsl()) {
        call("inverse", from);
      } else {
        helper_call(Helper::Inverse, from.type, "inverse", from);
      }
      return;
    case Intrinsic::Min:
    case Intrinsic::Max:
      spreading(intrinsic_name(which), from, 2);
      return;
    case Intrinsic::Clamp:
      clamp(from);
      return;
    case Intrinsic::IsNan:
      helper_call(Helper::IsNan, argument_type(from, 0), "is_nan", from);
      return;
    case Intrinsic::IsInf:
      helper_call(Helper::IsInf, argument_type(from, 0), "is_inf", from);
      return;
    case Intrinsic::Mix:
      spreading(is_glsl() ? "mix" : "lerp", from, 4);
      return;
    case Intrinsic::Step:
      spreading("step", from, is_glsl() ? 1 : 0);
      return;
    case Intrinsic::SmoothStep:
      spreading("smoothstep", from, 0);
      return;
    case Intrinsic::BitsToFloat:
      call(!is_glsl()                                             ? "asfloat"
           : argument_type(from, 0).scalar_kind() == Scalar::Uint ? "uintBitsToFloat"
                                                                  : "intBitsToFloat",
           from);
      return;
    case Intrinsic::LessThan:
      comparison(from, " < ", "lessThan", at_least);
      return;
    case Intrinsic::LessThanEqual:
      comparison(from, " <= ", "lessThanEqual", at_least);
      return;
    case Intrinsic::GreaterThan:
      comparison(from, " > ", "greaterThan", at_least);
      return;
    case Intrinsic::GreaterThanEqual:
      comparison(from, " >= ", "greaterThanEqual", at_least);
      return;
    case Intrinsic::EqualTo:
      comparison(from, " == ", "equal", at_least);
      return;
    case Intrinsic::NotEqualTo:
      comparison(from, " != ", "notEqual", at_least);
      return;
    default:  // a call by name
      call(plain_name(which, scope_.dialect), from);
      return;
  }
}

bool ExpressionPrinter::texture_access(const BodyExpr& from, Intrinsic which) {
  switch (which) {
    case Intrinsic::Sample:
    case Intrinsic::SampleLod:
    case Intrinsic::SampleGrad:
    case Intrinsic::Texel:
    case Intrinsic::TextureSize:
      if (is_glsl()) {
        glsl_texture(from, which);
      } else {
        hlsl_texture(from, which);
      }
      return true;
    default:  // not a texture intrinsic
      return false;
  }
}

void ExpressionPrinter::glsl_texture(const BodyExpr& from, Intrinsic which) {
  const Symbol& symbol = scope_.program.symbols[expr(argument(from, 0)).payload];
  const Interface& interface = scope_.programs.interface;
  const TextureBinding& texture = interface.textures[symbol.index];
  out_ += which == Intrinsic::Sample        ? "texture("
          : which == Intrinsic::SampleLod   ? "textureLod("
          : which == Intrinsic::SampleGrad  ? "textureGrad("
          : which == Intrinsic::TextureSize ? "textureSize("
                                            : "texelFetch(";
  if (interface.combined_samplers) {
    out_ += texture.name;
  } else {
    out_ += spelled_sampler(texture.type);
    out_ += '(';
    out_ += texture.name;
    out_ += ", ";
    out_ += interface.samplers[texture.sampler].name;
    out_ += ')';
  }
  out_ += ", ";
  arguments_of(from, 1);
  out_ += ')';
}

void ExpressionPrinter::hlsl_texture(const BodyExpr& from, Intrinsic which) {
  const Symbol& symbol = scope_.program.symbols[expr(argument(from, 0)).payload];
  const Interface& interface = scope_.programs.interface;
  const TextureBinding& texture = interface.textures[symbol.index];
  out_ += texture.name;
  if (which == Intrinsic::TextureSize) {
    helpers_.push_back({Helper::TextureSize, texture.type, symbol.index});
    out_ += "_size(";
    arguments_of(from, 1);
  } else if (which == Intrinsic::Texel) {
    const DataType coordinates = argument_type(from, 1);
    out_ += ".Load(";
    out_ += type_name(DataType::vector(Scalar::Int, coordinates.rows() + 1));
    out_ += '(';
    arguments_of(from, 1);
    out_ += ')';
  } else {
    out_ += which == Intrinsic::Sample      ? ".Sample("
            : which == Intrinsic::SampleLod ? ".SampleLevel("
                                            : ".SampleGrad(";
    out_ += interface.samplers[texture.sampler].name;
    out_ += ", ";
    arguments_of(from, 1);
  }
  out_ += ')';
}

}  // namespace weft
