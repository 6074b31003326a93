#include "fragments/analysis/operation_counts.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

constexpr std::uint64_t special_function = 4;  // a quarter of the multiplication rate
constexpr std::uint64_t texture_read = 16;
constexpr std::uint64_t native_code = 16;  // a native leaf that declares no count

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return b > most - a ? most : a + b;
}

std::uint64_t components_of(DataType type) {
  return type.is_plain() ? static_cast<std::uint64_t>(type.component_count()) : 1;
}

// `n`: components of the result, `m`: components of the first argument.
std::uint64_t intrinsic_count(Intrinsic intrinsic, std::uint64_t n, std::uint64_t m) {
  switch (intrinsic) {
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Exp2:
    case Intrinsic::Log2:
    case Intrinsic::Sqrt:
    case Intrinsic::InverseSqrt:
      return special_function * n;
    case Intrinsic::Exp:
    case Intrinsic::Log:
    case Intrinsic::Log10:
      return (special_function + 1) * n;
    case Intrinsic::Pow:
    case Intrinsic::Tan:
      return (2 * special_function + 1) * n;
    case Intrinsic::Asin:
    case Intrinsic::Acos:
    case Intrinsic::Atan:
    case Intrinsic::Atan2:
    case Intrinsic::Sinh:
    case Intrinsic::Cosh:
    case Intrinsic::Tanh:
      return 3 * special_function * n;
    case Intrinsic::Normalize:
      return 2 * n + special_function;
    case Intrinsic::Length:
      return m + special_function;
    case Intrinsic::Distance:
      return 2 * m + special_function;
    case Intrinsic::Dot:
      return m;
    case Intrinsic::Cross:
      return 2 * n;
    case Intrinsic::Reflect:
    case Intrinsic::FaceForward:
    case Intrinsic::Clamp:
    case Intrinsic::Mix:
    case Intrinsic::Mod:
    case Intrinsic::Fmod:
      return 2 * n;
    case Intrinsic::Refract:
      return 4 * n + special_function;
    case Intrinsic::SmoothStep:
      return 5 * n;
    case Intrinsic::Transpose:
    case Intrinsic::FloatBitsToInt:
    case Intrinsic::FloatBitsToUint:
    case Intrinsic::BitsToFloat:
      return 0;
    case Intrinsic::Determinant:
      return m * 3;
    case Intrinsic::Inverse:
      return n * 6;
    case Intrinsic::Sample:
    case Intrinsic::SampleBias:
    case Intrinsic::Gather:
    case Intrinsic::SampleLod:
    case Intrinsic::SampleGrad:
    case Intrinsic::SampleCompare:
    case Intrinsic::SampleCompareLod0:
    case Intrinsic::Texel:
      return texture_read;
    default:
      return packs_or_reads_fields(intrinsic) ? 4 * std::max(n, m) : n;
  }
}

}  // namespace

std::uint64_t operation_count(Operation op, std::uint32_t payload, DataType type,
                              std::uint64_t inner) {
  const std::uint64_t n = components_of(type);
  switch (op) {
    case Operation::Negate:  // a modifier of operands on GPUs
    case Operation::Literal:
    case Operation::Local:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Symbol:
    case Operation::Length:
    case Operation::Swizzle:
    case Operation::Member:
    case Operation::Index:
    case Operation::Construct:
    case Operation::Call:
    case Operation::PortCall:
      return 0;
    case Operation::MatrixProduct:
      return n * inner;
    case Operation::Divide:
    case Operation::Remainder:
      return special_function * n;
    case Operation::Intrinsic:
      return intrinsic_count(static_cast<Intrinsic>(payload), n, inner);
    default:
      return n;
  }
}

std::uint64_t OperationCounts::own_operations(const Body& body) const {
  std::uint64_t sum = 0;
  for (const BodyExpr& expr : body.exprs) {
    std::uint64_t inner = 1;
    if (expr.argument_count != 0) {
      const DataType first = body.exprs[body.argument(expr, 0)].type;
      const bool is_product = expr.op == Operation::MatrixProduct;
      // Terms per sum: the length of a row vector, or the columns of a matrix.
      inner = is_product
                  ? static_cast<std::uint64_t>(first.is_matrix() ? first.columns() : first.rows())
                  : components_of(first);
    }
    sum = add_saturated(sum, operation_count(expr.op, expr.payload, expr.type, inner));
  }
  for (const BodyStmt& stmt : body.stmts) {
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    if (assigned != nullptr && assigned->op) {
      sum += operation_count(*assigned->op, 0, body.exprs[assigned->target].type, 1);
    }
  }
  return sum;
}

std::optional<std::uint64_t> OperationCounts::known_count(const Fragment& leaf,
                                                          const Body* body) const {
  if (leaf.operations || body == nullptr) {
    return leaf.operations.value_or(native_code);
  }
  const auto known = known_.find(body);
  return known != known_.end() ? std::optional(known->second) : std::nullopt;
}

std::uint64_t OperationCounts::count_body(const Body& body) {
  std::vector<const Body*> open{&body};
  for (;;) {
    const Body* const next = open.back();
    std::uint64_t sum = own_operations(*next);
    const std::size_t before = open.size();
    for (const BodyExpr& expr : next->exprs) {
      if (expr.op != Operation::Call) {
        continue;
      }
      const BodyCall& call = next->calls[expr.payload];
      const Body* callee = find_body(library_, call.fragment, call.type_arguments);
      if (const auto known = known_count(library_.fragments[call.fragment], callee)) {
        sum = add_saturated(sum, *known);
      } else {
        open.push_back(callee);
      }
    }
    if (open.size() > before) {
      continue;
    }
    if (before == 1) {
      return sum;
    }
    known_[next] = sum;
    open.pop_back();
  }
}

std::uint64_t OperationCounts::count(FragmentId fragment,
                                     const std::vector<DataType>& type_arguments,
                                     const Specialization& special) {
  const Body* body = find_body(library_, fragment, type_arguments, special);
  const std::optional<std::uint64_t> known = known_count(library_.fragments[fragment], body);
  if (known) {
    return *known;
  }
  const std::uint64_t sum = count_body(*body);
  known_[body] = sum;
  return sum;
}

}  // namespace weft
