// Rules for intrinsics, with the meaning of fragments/interpreter/operations.h.

#include <array>
#include <utility>

#include "codegen/raise/raise_expressions.h"
#include "support/float_bits.h"

namespace weft {
namespace {

// The scalar that a vector splats; otherwise the value itself.
BodyExprId without_splat(const BodyRaise& raise, BodyExprId id) {
  const BodyExpr& value = raise.source(id);
  const bool is_splat = value.op == Operation::Construct && value.argument_count == 1 &&
                        value.type.is_vector() &&
                        raise.argument_type(value, 0) == DataType::scalar(value.type.scalar_kind());
  return is_splat ? raise.argument(value, 0) : id;
}

// The bits of a scalar or vector written with literals.
std::optional<std::vector<std::uint32_t>> literal_components(const BodyRaise& raise,
                                                             BodyExprId id) {
  const BodyExpr& from = raise.source(id);
  if (from.op == Operation::Literal) {
    return std::vector<std::uint32_t>{from.payload};
  }
  if (from.op == Operation::Negate && raise.argument_expr(from, 0).op == Operation::Literal) {
    const std::uint32_t bits = raise.argument_expr(from, 0).payload;
    return std::vector<std::uint32_t>{from.type.scalar_kind() == Scalar::Float ? bits ^ 0x80000000U
                                                                               : 0U - bits};
  }
  if (from.op != Operation::Construct || !from.type.is_vector()) {
    return std::nullopt;
  }
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const DataType part = raise.argument_type(from, i);
    const bool is_kept = part == DataType::scalar(from.type.scalar_kind());
    const auto literal =
        is_kept ? literal_components(raise, raise.argument(from, i)) : std::nullopt;
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

// Whether each component of `low` is at most that of `high`.
bool are_ordered_literals(const BodyRaise& raise, BodyExprId low, BodyExprId high) {
  const auto lows = literal_components(raise, low);
  const auto highs = literal_components(raise, high);
  const Scalar kind = raise.source(low).type.scalar_kind();
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

bool is_uint(DataType type) {
  return type.is_scalar_or_vector() && type.scalar_kind() == Scalar::Uint;
}

/// Comparisons of scalars by operator, and of vectors by component.
constexpr std::array<std::pair<Operation, Intrinsic>, 6> comparisons = {{
    {Operation::Less, Intrinsic::LessThan},
    {Operation::LessEqual, Intrinsic::LessThanEqual},
    {Operation::Greater, Intrinsic::GreaterThan},
    {Operation::GreaterEqual, Intrinsic::GreaterThanEqual},
    {Operation::Equal, Intrinsic::EqualTo},
    {Operation::NotEqual, Intrinsic::NotEqualTo},
}};

}  // namespace

std::optional<Intrinsic> comparison_by_component(Operation op) {
  for (const auto& [of_scalars, by_component] : comparisons) {
    if (of_scalars == op) {
      return by_component;
    }
  }
  return std::nullopt;
}

std::optional<Operation> comparison_of_scalars(Intrinsic comparison) {
  for (const auto& [op, by_component] : comparisons) {
    if (by_component == comparison) {
      return op;
    }
  }
  return std::nullopt;
}

std::optional<BodyExprId> scalar_geometry(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count == 0 || !raise.argument_type(from, 0).is_scalar()) {
    return std::nullopt;
  }
  switch (static_cast<Intrinsic>(from.payload)) {
    case Intrinsic::Dot:
      return raise.add(Operation::Multiply, from.type, raise.raised_arguments(from));
    case Intrinsic::Length:
      return raise.intrinsic(Intrinsic::Abs, from.type, raise.raised_arguments(from));
    case Intrinsic::Distance:
      return raise.intrinsic(
          Intrinsic::Abs, from.type,
          {raise.add(Operation::Subtract, from.type, raise.raised_arguments(from))});
    case Intrinsic::Any:
    case Intrinsic::All:
      return raise.raised(from, 0);
    case Intrinsic::Normalize:
      return raise.intrinsic(Intrinsic::Sign, from.type, raise.raised_arguments(from));
    default:  // the others accept scalars, or are a language's own concern
      return std::nullopt;
  }
}

std::optional<BodyExprId> uint_signs(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::Abs) && is_uint(from.type)) {
    return raise.raised(from, 0);
  }
  if (calls(from, Intrinsic::Sign) && is_uint(from.type)) {
    return raise.intrinsic(Intrinsic::Min, from.type,
                           {raise.raised(from, 0), raise.number(uint_type, 1)});
  }
  return std::nullopt;
}

std::optional<BodyExprId> compare_scalars(BodyRaise& raise, const BodyExpr& from) {
  const auto op = comparison_of_scalars(static_cast<Intrinsic>(from.payload));
  if (!op || !raise.argument_type(from, 0).is_scalar()) {
    return std::nullopt;
  }
  return raise.add(*op, from.type, raise.raised_arguments(from));
}

BodyExprId without_splats(BodyRaise& raise, const BodyExpr& from, std::uint32_t may_be_scalar) {
  std::vector<BodyExprId> arguments;
  arguments.reserve(from.argument_count);
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    const BodyExprId id = raise.argument(from, i);
    arguments.push_back(
        raise.raised((may_be_scalar >> i & 1U) != 0 ? without_splat(raise, id) : id));
  }
  return raise.add(from.op, from.type, arguments, from.payload);
}

std::optional<BodyExprId> broadcasting_calls(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::Min) || calls(from, Intrinsic::Max)) {
    return without_splats(raise, from, 2);
  }
  if (calls(from, Intrinsic::Mix)) {
    return without_splats(raise, from, 4);
  }
  return std::nullopt;
}

std::optional<BodyExprId> ordered_clamp(BodyRaise& raise, const BodyExpr& from) {
  if (!calls(from, Intrinsic::Clamp)) {
    return std::nullopt;
  }
  const BodyExprId low = raise.argument(from, 1);
  const BodyExprId high = raise.argument(from, 2);
  if (are_ordered_literals(raise, low, high)) {
    return without_splats(raise, from, 6);
  }
  const BodyExprId at_least = raise.intrinsic(
      Intrinsic::Max, from.type, {raise.raised(from, 0), raise.raised(without_splat(raise, low))});
  return raise.intrinsic(Intrinsic::Min, from.type,
                         {at_least, raise.raised(without_splat(raise, high))});
}

std::optional<BodyExprId> smoothstep_edges(BodyRaise& raise, const BodyExpr& from) {
  if (!calls(from, Intrinsic::SmoothStep)) {
    return std::nullopt;
  }
  std::array<BodyExprId, 2> edges = {raise.argument(from, 0), raise.argument(from, 1)};
  const bool falls = are_ordered_literals(raise, edges[1], edges[0]) &&
                     !are_ordered_literals(raise, edges[0], edges[1]);
  const std::array<BodyExprId, 2> scalars = {without_splat(raise, edges[0]),
                                             without_splat(raise, edges[1])};
  if (scalars[0] != edges[0] && scalars[1] != edges[1]) {
    edges = scalars;
  } else if (!falls) {
    return std::nullopt;
  }
  if (falls) {
    std::swap(edges[0], edges[1]);
  }
  const BodyExprId rising =
      raise.intrinsic(Intrinsic::SmoothStep, from.type,
                      {raise.raised(edges[0]), raise.raised(edges[1]), raise.raised(from, 2)});
  return falls ? raise.add(Operation::Subtract, from.type,
                           {raise.number(float_type, float_bits(1.0F)), rising})
               : rising;
}

std::optional<BodyExprId> saturate_by_clamp(BodyRaise& raise, const BodyExpr& from) {
  if (!calls(from, Intrinsic::Saturate)) {
    return std::nullopt;
  }
  return raise.intrinsic(Intrinsic::Clamp, from.type,
                         {raise.raised(from, 0), raise.number(float_type, float_bits(0.0F)),
                          raise.number(float_type, float_bits(1.0F))});
}

BodyExprId intrinsic_by_helper(BodyRaise& raise, const BodyExpr& from, Helper helper) {
  return raise.call({helper, raise.argument_type(from, 0)}, from.type,
                    raise.raised_arguments(from));
}

std::optional<BodyExprId> float_tests(BodyRaise& raise, const BodyExpr& from) {
  if (calls(from, Intrinsic::IsNan)) {
    return intrinsic_by_helper(raise, from, Helper::IsNan);
  }
  if (calls(from, Intrinsic::IsInf)) {
    return intrinsic_by_helper(raise, from, Helper::IsInf);
  }
  return std::nullopt;
}

std::optional<BodyExprId> truncated_remainder(BodyRaise& raise, const BodyExpr& from) {
  if (!calls(from, Intrinsic::Fmod)) {
    return std::nullopt;
  }
  return raise.call({Helper::Fmod, from.type}, from.type, raise.raised_arguments(from));
}

bool accesses_texture(const BodyExpr& from) {
  return from.op == Operation::Intrinsic &&
         static_cast<Intrinsic>(from.payload) >= Intrinsic::Sample &&
         static_cast<Intrinsic>(from.payload) <= Intrinsic::TextureSize;
}

const TextureBinding& texture_of(BodyRaise& raise, const BodyExpr& from) {
  const Symbol& symbol = raise.program().symbols[raise.argument_expr(from, 0).payload];
  return raise.programs().interface.textures[symbol.index];
}

}  // namespace weft
