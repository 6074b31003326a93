// The transfer functions of operations and intrinsics on laws.

#include <algorithm>

#include "fragments/analysis/laws.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

Law joined(const std::vector<Law>& laws) {
  Law result = Law::Zero;
  for (const Law law : laws) {
    result = join(result, law);
  }
  return result;
}

/// For operations that are not polynomials: constant if all operands are.
Law opaque(const std::vector<Law>& laws) {
  return std::all_of(laws.begin(), laws.end(), [](Law law) { return is_constant(law); })
             ? Law::Constant
             : Law::Nonlinear;
}

Law intrinsic_law(Intrinsic intrinsic, const std::vector<Law>& a) {
  if (needs_fragment_stage(intrinsic)) {
    return Law::Nonlinear;  // even for constants: it must stay in its place
  }
  switch (intrinsic) {
    case Intrinsic::Radians:
    case Intrinsic::Degrees:
    case Intrinsic::Transpose:
      return a[0];
    case Intrinsic::Dot:
    case Intrinsic::Cross:
    case Intrinsic::Mul:
      return product(a[0], a[1]);
    case Intrinsic::Fma:
      return join(product(a[0], a[1]), a[2]);
    case Intrinsic::Mix:  // a + (b - a) * t
      return join(a[0], product(join(a[0], a[1]), a[2]));
    case Intrinsic::Reflect:  // i - 2 dot(n, i) n
      return is_constant(a[1]) ? a[0] : opaque(a);
    default:
      return opaque(a);
  }
}

}  // namespace

Law operation_law(Operation op, std::uint32_t payload, DataType type,
                  const std::vector<Law>& arguments) {
  const bool is_float = !type.is_plain() || type.is_float_based();
  switch (op) {
    case Operation::Negate:
    case Operation::Add:
    case Operation::Subtract:
      return is_float ? joined(arguments) : opaque(arguments);  // integers wrap
    case Operation::Multiply:
    case Operation::MatrixProduct:
      return is_float ? product(arguments[0], arguments[1]) : opaque(arguments);
    case Operation::Divide:
      return is_float && arguments[1] == Law::Constant ? arguments[0] : opaque(arguments);
    case Operation::Select:
      return is_constant(arguments[0]) ? join(arguments[1], arguments[2]) : opaque(arguments);
    case Operation::Swizzle:
    case Operation::Member:
      return arguments[0];
    case Operation::Index:
      return is_constant(arguments[1]) ? arguments[0] : opaque(arguments);
    case Operation::Construct:  // also structs and arrays; conversion to integer rounds
      return is_float ? joined(arguments) : opaque(arguments);
    case Operation::Intrinsic:
      return intrinsic_law(static_cast<Intrinsic>(payload), arguments);
    default:
      return opaque(arguments);
  }
}

}  // namespace weft
