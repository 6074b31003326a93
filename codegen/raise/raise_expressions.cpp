#include "codegen/raise/raise_expressions.h"

#include <algorithm>

#include "codegen/interface/stored_values.h"

namespace weft {
namespace {

int components_of(DataType type) { return type.is_plain() ? type.component_count() : 1; }

BodyExprId zero_of(BodyRaise& raise, DataType type) {
  if (type.is_scalar()) {
    return raise.number(type, 0);
  }
  std::vector<BodyExprId> parts;
  if (type.is_plain()) {
    parts.push_back(raise.number(DataType::scalar(type.scalar_kind()), 0));
  } else if (type.is_struct()) {
    // Recurses only on nested struct declarations.
    for (const StructMember& member : raise.programs().types.structure(type).members) {
      parts.push_back(zero_of(raise, member.type));
    }
  } else {
    const ArrayType& array = raise.programs().types.array(type);
    parts.reserve(array.size);
    for (std::uint32_t i = 0; i < array.size; ++i) {
      parts.push_back(zero_of(raise, array.element));
    }
  }
  return raise.construct(type, parts);
}

/// What decides a value besides literals.
struct ValueSources {
  bool has_specialization = false;  ///< specialization constants
  bool has_other = false;           ///< values that only a run of the shader knows
};

ValueSources sources_of(const BodyRaise& raise, const BodyExpr& from) {
  ValueSources sources;
  std::vector<const BodyExpr*> open = {&from};
  while (!open.empty() && !sources.has_other) {
    const BodyExpr& next = *open.back();
    open.pop_back();
    const bool is_specialization =
        next.op == Operation::Symbol &&
        raise.program().symbols[next.payload].kind == SymbolKind::SpecConstant;
    sources.has_specialization = sources.has_specialization || is_specialization;
    sources.has_other = next.op == Operation::Local || next.op == Operation::Port ||
                        next.op == Operation::Call ||
                        (next.op == Operation::Symbol && !is_specialization);
    for (std::uint32_t i = 0; i < next.argument_count; ++i) {
      open.push_back(&raise.argument_expr(next, i));
    }
  }
  return sources;
}

}  // namespace

std::optional<BodyExprId> read_state(BodyRaise& raise, const BodyExpr& from) {
  const BodyExpr& object = raise.argument_expr(from, 0);
  if (object.op != Operation::Symbol) {
    return std::nullopt;
  }
  const Symbol& symbol = raise.program().symbols[object.payload];
  if (symbol.kind != SymbolKind::State) {
    return std::nullopt;
  }
  const bool is_image = raise.programs().interface.states[symbol.index].format.has_value();
  std::vector<BodyExprId> arguments = raise.raised_arguments(from, 1);
  if (is_image) {
    arguments.pop_back();
  }
  return raise.call({Helper::PreviousState, from.type, symbol.index}, from.type, arguments);
}

std::optional<BodyExprId> same_value(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count != 1 || !from.type.is_plain() ||
      raise.argument_type(from, 0) != from.type) {
    return std::nullopt;
  }
  return raise.raised(from, 0);
}

std::optional<BodyExprId> cut_vectors(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count == 0 || !from.type.is_scalar_or_vector()) {
    return std::nullopt;
  }
  const DataType first = raise.argument_type(from, 0);
  if (from.argument_count == 1 && first.is_vector() && first.rows() > from.type.rows() &&
      first.scalar_kind() == from.type.scalar_kind()) {
    return raise.first_components(raise.raised(from, 0), from.type);
  }
  std::vector<BodyExprId> parts;
  bool cuts_any = false;
  int missing = from.type.rows();
  for (std::uint32_t i = 0; i < from.argument_count && missing > 0; ++i) {
    const DataType type = raise.argument_type(from, i);
    const bool is_cut = type.is_vector() && type.rows() > missing;
    parts.push_back(is_cut ? raise.first_components(raise.raised(from, i),
                                                    DataType::vector(type.scalar_kind(), missing))
                           : raise.raised(from, i));
    cuts_any = cuts_any || is_cut;
    missing -= components_of(type);
  }
  if (!cuts_any && parts.size() == from.argument_count) {
    return std::nullopt;
  }
  return raise.construct(from.type, parts);
}

std::optional<BodyExprId> zero_by_constructor(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count != 0) {
    return std::nullopt;
  }
  return zero_of(raise, from.type);
}

std::optional<BodyExprId> splat_by_constructor(BodyRaise& raise, const BodyExpr& from) {
  if (!raise.argument_type(from, 0).is_scalar()) {
    return std::nullopt;
  }
  return raise.construct(from.type, {raise.raised(from, 0)});
}

BodyExprId splat_in_constructor(BodyRaise& raise, BodyExprId scalar, DataType type) {
  return raise.construct(type, {scalar});
}

std::optional<BodyExprId> guard_division(BodyRaise& raise, const BodyExpr& from) {
  const bool divides = from.op == Operation::Divide && from.type.is_integral();
  if (!divides && from.op != Operation::Remainder) {
    return std::nullopt;
  }
  const BodyExpr& divisor = raise.argument_expr(from, 1);
  // GLSL leaves `%` of negative ints undefined, so ints keep it for no divisor.
  const bool is_safe = divisor.op == Operation::Literal && divisor.payload != 0 &&
                       (divides ? divisor.payload != ~0U : from.type.scalar_kind() == Scalar::Uint);
  if (is_safe) {
    return std::nullopt;
  }
  return raise.call({divides ? Helper::DivideInt : Helper::RemainderInt, from.type}, from.type,
                    {raise.broadcast(raise.raised(from, 0), from.type),
                     raise.broadcast(raise.raised(from, 1), from.type)});
}

std::optional<BodyExprId> mask_shift(BodyRaise& raise, const BodyExpr& from) {
  const BodyExpr& count = raise.argument_expr(from, 1);
  if (count.op == Operation::Literal && count.payload < 32) {
    return std::nullopt;
  }
  const BodyExprId low = raise.number(DataType::scalar(count.type.scalar_kind()), 31);
  const BodyExprId masked = raise.add(Operation::BitAnd, count.type, {raise.raised(from, 1), low});
  return raise.add(from.op, from.type, {raise.raised(from, 0), masked});
}

std::optional<BodyExprId> bool_bits(BodyRaise& raise, const BodyExpr& from) {
  if (!from.type.is_scalar_or_vector() || from.type.scalar_kind() != Scalar::Bool) {
    return std::nullopt;
  }
  const DataType bits = DataType::vector(Scalar::Uint, from.type.rows());
  const BodyExprId left = raise.construct(bits, {raise.raised(from, 0)});
  const BodyExprId right = raise.construct(bits, {raise.raised(from, 1)});
  return raise.construct(from.type, {raise.add(from.op, bits, {left, right})});
}

std::optional<BodyExprId> equality_by_helper(BodyRaise& raise, const BodyExpr& from) {
  const DataType type = raise.argument_type(from, 0);
  if (type.is_scalar_or_vector()) {
    return std::nullopt;
  }
  const BodyExprId equal =
      raise.call({Helper::IsEqual, type}, bool_type, raise.raised_arguments(from));
  return from.op == Operation::Equal ? equal : raise.add(Operation::Not, bool_type, {equal});
}

bool is_computed_from_literals(const BodyRaise& raise, const BodyExpr& from) {
  const ValueSources sources = sources_of(raise, from);
  return !sources.has_specialization && !sources.has_other;
}

bool is_specialized(const BodyRaise& raise, const BodyExpr& from) {
  const ValueSources sources = sources_of(raise, from);
  return sources.has_specialization && !sources.has_other;
}

BodyExprId equality_by_components(BodyRaise& raise, const BodyExpr& from) {
  const DataType type = raise.argument_type(from, 0);
  const bool negated = from.op == Operation::NotEqual;
  const BodyExprId parts =
      raise.intrinsic(negated ? Intrinsic::NotEqualTo : Intrinsic::EqualTo,
                      DataType::vector(Scalar::Bool, type.rows()), raise.raised_arguments(from));
  return raise.intrinsic(negated ? Intrinsic::Any : Intrinsic::All, bool_type, {parts});
}

std::optional<BodyExprId> load_stored_struct(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count != 1 || !from.type.is_struct() ||
      !loads_stored(raise.programs(), from.type, raise.argument_type(from, 0))) {
    return std::nullopt;
  }
  return raise.call({Helper::LoadStruct, from.type}, from.type, raise.raised_arguments(from));
}

std::optional<BodyExprId> make_struct_by_helper(BodyRaise& raise, const BodyExpr& from) {
  if (from.argument_count == 0 || !from.type.is_struct()) {
    return std::nullopt;
  }
  return raise.call({Helper::MakeStruct, from.type}, from.type, raise.raised_arguments(from));
}

std::optional<BodyExprId> choose_struct_by_helper(BodyRaise& raise, const BodyExpr& from) {
  if (!from.type.is_struct()) {
    return std::nullopt;
  }
  return raise.call({Helper::ChooseStruct, from.type}, from.type, raise.raised_arguments(from));
}

}  // namespace weft
