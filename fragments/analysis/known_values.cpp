#include "fragments/analysis/known_values.h"

#include <algorithm>
#include <cmath>

#include "fragments/model/intrinsics.h"
#include "support/float_bits.h"

namespace weft {
namespace {

/// Whether every component equals `number`.
bool is_all(const Constant* value, int number) {
  if (value == nullptr || !value->type.is_plain()) {
    return false;
  }
  const bool is_float = value->type.is_float_based();
  return std::all_of(value->bits.begin(), value->bits.end(), [=](std::uint32_t bits) {
    return is_float ? float_of_bits(bits) == static_cast<float>(number)
                    : bits == static_cast<std::uint32_t>(number);
  });
}

/// The rewrite rules of one operation. An argument can replace the result only if it has the same
/// type.
class Rules {
 public:
  Rules(const DataTypeTable& types, DataType type, const std::vector<const Constant*>& known,
        const std::vector<DataType>& arguments)
      : types_(types), type_(type), known_(known), arguments_(arguments) {}

  KnownOutcome operation(Operation op, std::uint32_t payload) const {
    switch (op) {
      case Operation::Add:
        return is_all(known_[0], 0) ? argument(1) : is_all(known_[1], 0) ? argument(0) : nothing();
      case Operation::Subtract:
        return is_all(known_[1], 0) ? argument(0) : nothing();
      case Operation::Multiply:
        return multiply();
      case Operation::MatrixProduct:
        return product();
      case Operation::Divide:
        return is_all(known_[1], 1) ? argument(0) : nothing();
      case Operation::And:
        return logical(true);
      case Operation::Or:
        return logical(false);
      case Operation::Select:
        return known_[0] == nullptr ? nothing() : argument(known_[0]->bits[0] != 0 ? 1 : 2);
      case Operation::Construct:
        return arguments_.size() == 1 ? argument(0) : nothing();
      case Operation::Swizzle:
        return keeps_all(payload) ? argument(0) : nothing();
      case Operation::Intrinsic:
        return intrinsic(static_cast<Intrinsic>(payload));
      default:
        return nothing();
    }
  }

 private:
  static KnownOutcome nothing() { return {}; }
  KnownOutcome argument(std::uint32_t index) const {
    return arguments_[index] == type_ ? KnownOutcome{std::nullopt, index} : nothing();
  }
  KnownOutcome zero() const { return {zero_constant(types_, type_), std::nullopt}; }

  KnownOutcome multiply() const {
    if (is_all(known_[0], 0) || is_all(known_[1], 0)) {
      return zero();
    }
    return is_all(known_[0], 1) ? argument(1) : is_all(known_[1], 1) ? argument(0) : nothing();
  }

  KnownOutcome product() const {
    return is_all(known_[0], 0) || is_all(known_[1], 0) ? zero() : nothing();
  }

  /// `neutral`: the neutral operand; the opposite operand decides the result.
  KnownOutcome logical(bool neutral) const {
    for (std::uint32_t i = 0; i < 2; ++i) {
      if (known_[i] != nullptr) {
        const bool is_neutral = (known_[i]->bits[0] != 0) == neutral;
        return is_neutral ? argument(1 - i) : KnownOutcome{*known_[i], std::nullopt};
      }
    }
    return nothing();
  }

  bool keeps_all(std::uint32_t swizzle) const {
    bool keeps = arguments_[0].is_vector() && swizzle_count(swizzle) == arguments_[0].rows();
    for (int i = 0; keeps && i < swizzle_count(swizzle); ++i) {
      keeps = swizzle_component(swizzle, i) == i;
    }
    return keeps;
  }

  KnownOutcome intrinsic(Intrinsic which) const {
    switch (which) {
      case Intrinsic::Mix:
        return is_all(known_[2], 0) ? argument(0) : is_all(known_[2], 1) ? argument(1) : nothing();
      case Intrinsic::Fma:
        return is_all(known_[0], 0) || is_all(known_[1], 0) ? argument(2) : nothing();
      case Intrinsic::Dot:
      case Intrinsic::Cross:
      case Intrinsic::Mul:
        return product();
      default:
        return nothing();
    }
  }

  const DataTypeTable& types_;
  DataType type_;
  const std::vector<const Constant*>& known_;
  const std::vector<DataType>& arguments_;
};

/// Whether the operation can be evaluated if all arguments are known.
bool can_apply(Operation op, DataType type, const std::vector<const Constant*>& known,
               const std::vector<DataType>& arguments) {
  const bool is_operation = op != Operation::Call && op != Operation::PortCall &&
                            op != Operation::Symbol && !known.empty();
  return is_operation && type.is_plain() &&
         std::all_of(known.begin(), known.end(),
                     [](const Constant* one) { return one != nullptr; }) &&
         std::all_of(arguments.begin(), arguments.end(),
                     [](DataType one) { return one.is_plain(); });
}

/// Whether a value of the type equals itself in any case.
bool equals_itself(DataType type) {
  return type.is_scalar_or_vector() && type.scalar_kind() != Scalar::Float;
}

/// What a comparison says of equal operands, if that is certain.
std::optional<bool> comparison_of_equals(Operation op, std::uint32_t payload, DataType argument) {
  const auto is = [&](Operation comparison, Intrinsic by_components) {
    return op == Operation::Intrinsic ? static_cast<Intrinsic>(payload) == by_components
                                      : op == comparison;
  };
  if (is(Operation::Less, Intrinsic::LessThan) || is(Operation::Greater, Intrinsic::GreaterThan)) {
    return false;
  }
  if (!equals_itself(argument)) {
    return std::nullopt;
  }
  const bool is_reflexive = is(Operation::LessEqual, Intrinsic::LessThanEqual) ||
                            is(Operation::GreaterEqual, Intrinsic::GreaterThanEqual) ||
                            is(Operation::Equal, Intrinsic::EqualTo);
  if (is_reflexive) {
    return true;
  }
  return is(Operation::NotEqual, Intrinsic::NotEqualTo) ? std::optional(false) : std::nullopt;
}

/// Whether an operation of two equal operands gives that operand.
bool gives_the_operand(Operation op, std::uint32_t payload) {
  switch (op) {
    case Operation::Select:
    case Operation::And:
    case Operation::Or:
    case Operation::BitAnd:
    case Operation::BitOr:
      return true;
    default:
      return op == Operation::Intrinsic && (static_cast<Intrinsic>(payload) == Intrinsic::Min ||
                                            static_cast<Intrinsic>(payload) == Intrinsic::Max);
  }
}

}  // namespace

KnownOutcome outcome_of_equals(const DataTypeTable& types, Operation op, std::uint32_t payload,
                               DataType type, DataType argument) {
  if (gives_the_operand(op, payload) && argument == type) {
    return {std::nullopt, op == Operation::Select ? 1U : 0U};
  }
  if (const auto known = comparison_of_equals(op, payload, argument)) {
    const auto components = static_cast<std::size_t>(type.component_count());
    return {Constant{type, std::vector<std::uint32_t>(components, *known ? 1U : 0U)}, std::nullopt};
  }
  const bool is_difference = op == Operation::Subtract || op == Operation::BitXor;
  return is_difference && equals_itself(argument)
             ? KnownOutcome{zero_constant(types, type), std::nullopt}
             : KnownOutcome();
}

bool is_finite(const Constant& value) {
  return !value.type.is_float_based() ||
         std::all_of(value.bits.begin(), value.bits.end(),
                     [](std::uint32_t bits) { return std::isfinite(float_of_bits(bits)); });
}

KnownOutcome known_outcome(const DataTypeTable& types, Operation op, std::uint32_t payload,
                           DataType type, const std::vector<const Constant*>& known,
                           const std::vector<DataType>& arguments) {
  if (!can_apply(op, type, known, arguments)) {
    return type.is_plain() ? Rules(types, type, known, arguments).operation(op, payload)
                           : KnownOutcome();
  }
  std::vector<Constant> values;
  for (const Constant* one : known) {
    values.push_back(*one);
  }
  if (op != Operation::Intrinsic) {
    Constant value = apply_operation(types, op, payload, type, values);
    return is_finite(value) ? KnownOutcome{std::move(value), std::nullopt} : KnownOutcome();
  }
  auto value = apply_intrinsic(static_cast<Intrinsic>(payload), type, values);
  return value && is_finite(*value) ? KnownOutcome{std::move(*value), std::nullopt}
                                    : KnownOutcome();
}

bool is_involution(Operation op, std::uint32_t payload) {
  switch (op) {
    case Operation::Negate:
    case Operation::Not:
    case Operation::BitNot:
      return true;
    default:
      return op == Operation::Intrinsic && static_cast<Intrinsic>(payload) == Intrinsic::Transpose;
  }
}

bool is_idempotent(Operation op, std::uint32_t payload) {
  if (op != Operation::Intrinsic) {
    return false;
  }
  switch (static_cast<Intrinsic>(payload)) {
    case Intrinsic::Abs:
    case Intrinsic::Sign:
    case Intrinsic::Floor:
    case Intrinsic::Ceil:
    case Intrinsic::Round:
    case Intrinsic::Trunc:
    case Intrinsic::Saturate:
      return true;
    default:
      return false;
  }
}

}  // namespace weft
