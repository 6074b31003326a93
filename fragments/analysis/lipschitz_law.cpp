#include "fragments/analysis/lipschitz_law.h"

#include <algorithm>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

Law all_of(const std::vector<Law>& laws) {
  Law result = Law::Zero;
  for (const Law law : laws) {
    result = join(result, law);
  }
  return result;
}

bool are_constant(const std::vector<Law>& laws) {
  return std::all_of(laws.begin(), laws.end(), [](Law law) { return is_constant(law); });
}

bool is_lipschitz(Intrinsic intrinsic) {
  switch (intrinsic) {
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Saturate:
    case Intrinsic::Abs:
    case Intrinsic::Min:
    case Intrinsic::Max:
    case Intrinsic::Clamp:
    case Intrinsic::Mix:
    case Intrinsic::Fma:
    case Intrinsic::Dot:
    case Intrinsic::Cross:
    case Intrinsic::Length:
    case Intrinsic::Distance:
    case Intrinsic::Transpose:
    case Intrinsic::Mul:
      return true;
    default:
      return false;
  }
}

}  // namespace

Law lipschitz_law(Operation op, std::uint32_t payload, DataType type,
                  const std::vector<Law>& arguments) {
  if (are_constant(arguments)) {
    return Law::Constant;
  }
  if (type.is_plain() && !type.is_float_based()) {
    return Law::Nonlinear;  // rounding, comparing
  }
  switch (op) {
    case Operation::Negate:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::MatrixProduct:
    case Operation::Swizzle:
    case Operation::Member:
    case Operation::Construct:
      return all_of(arguments);
    case Operation::Divide:
    case Operation::Index:
      return is_constant(arguments[1]) ? arguments[0] : Law::Nonlinear;
    case Operation::Select:
      return is_constant(arguments[0]) ? join(arguments[1], arguments[2]) : Law::Nonlinear;
    case Operation::Intrinsic:
      return is_lipschitz(static_cast<Intrinsic>(payload)) ? all_of(arguments) : Law::Nonlinear;
    default:
      return Law::Nonlinear;
  }
}

}  // namespace weft
