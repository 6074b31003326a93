// Random float expressions against a recursive evaluator in double that tracks a bound of the float
// rounding error.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <variant>

#include "fragments/interpreter/interpreter.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_expressions_test {

namespace {

using namespace weft;

/// A number in double, and a bound of a float32 evaluation's error. Unknown if a discontinuity
/// (floor, a comparison) is too close, or after dividing by nearly zero.
struct Tracked {
  double value = 0;
  double error = 0;
  bool is_known = true;
};
using TrackedVector = std::vector<Tracked>;

/// Adds one rounding of the result; 1e-37 covers subnormal numbers.
Tracked rounded(double value, double error) {
  constexpr double step = 1.2e-7;
  return {value, error * 1.001 + std::fabs(value) * step + 1e-37,
          std::isfinite(value) && std::fabs(value) < 1e30};
}

Tracked both(const Tracked& a, const Tracked& b, Tracked result) {
  result.is_known = result.is_known && a.is_known && b.is_known;
  return result;
}

Tracked add(const Tracked& a, const Tracked& b) {
  return both(a, b, rounded(a.value + b.value, a.error + b.error));
}
Tracked subtract(const Tracked& a, const Tracked& b) {
  return both(a, b, rounded(a.value - b.value, a.error + b.error));
}
Tracked multiply(const Tracked& a, const Tracked& b) {
  double error = std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return both(a, b, rounded(a.value * b.value, error));
}
Tracked divide(const Tracked& a, const Tracked& b) {
  if (std::fabs(b.value) <= 2 * b.error || b.value == 0) {
    return {0, 0, false};
  }
  double quotient = a.value / b.value;
  double error = (a.error + std::fabs(quotient) * b.error) / (std::fabs(b.value) - b.error);
  return both(a, b, rounded(quotient, error));
}
Tracked floor_of(const Tracked& a) {
  bool jumps = std::floor(a.value - a.error) != std::floor(a.value + a.error);
  return {std::floor(a.value), 0, a.is_known && !jumps};
}
Tracked square_root(const Tracked& a) {
  if (a.value <= 4 * a.error) {
    return {0, 0, false};
  }
  double root = std::sqrt(a.value);
  Tracked result = rounded(root, a.error / root);
  result.is_known = a.is_known;
  return result;
}
/// Functions whose slope is at most 1.
template <typename Function>
Tracked gentle(Function function, const Tracked& a) {
  Tracked result = rounded(function(a.value), a.error);
  result.is_known = result.is_known && a.is_known;
  return result;
}
Tracked least(const Tracked& a, const Tracked& b) {
  return both(a, b, {std::min(a.value, b.value), std::max(a.error, b.error)});
}
Tracked greatest(const Tracked& a, const Tracked& b) {
  return both(a, b, {std::max(a.value, b.value), std::max(a.error, b.error)});
}
Tracked exactly(double value) { return {value, 0, true}; }

struct Reference {
  const Body& body;
  const std::vector<Constant>& ports;

  Tracked at(const TrackedVector& value, std::size_t i) const {
    return value.size() == 1 ? value[0] : value[i];
  }
  TrackedVector argument(const BodyExpr& expr, std::uint32_t position) const {
    return evaluate(body.argument(expr, position));
  }

  TrackedVector evaluate(BodyExprId id) const {
    const BodyExpr& expr = body.exprs[id];
    auto size = static_cast<std::size_t>(expr.type.component_count());
    TrackedVector result(size);
    switch (expr.op) {
      case Operation::Literal:
        return {exactly(static_cast<double>(float_of(expr.payload)))};
      case Operation::Port:
        for (std::size_t i = 0; i < size; ++i) {
          result[i] = exactly(static_cast<double>(float_of(ports[expr.payload].bits[i])));
        }
        return result;
      case Operation::Negate:
        result = argument(expr, 0);
        for (Tracked& part : result) {
          part.value = -part.value;
        }
        return result;
      case Operation::Add:
        return pairwise(expr, add);
      case Operation::Subtract:
        return pairwise(expr, subtract);
      case Operation::Multiply:
        return pairwise(expr, multiply);
      case Operation::Divide:
        return pairwise(expr, divide);
      case Operation::MatrixProduct: {
        TrackedVector matrix = argument(expr, 0);
        TrackedVector vector = argument(expr, 1);
        for (std::size_t row = 0; row < size; ++row) {
          for (std::size_t k = 0; k < vector.size(); ++k) {
            result[row] = add(result[row], multiply(matrix[k * size + row], vector[k]));
          }
        }
        return result;
      }
      case Operation::Select: {
        const BodyExpr& condition = body.exprs[body.argument(expr, 0)];
        Tracked a = argument(condition, 0)[0];
        Tracked b = argument(condition, 1)[0];
        bool known = a.is_known && b.is_known && std::fabs(a.value - b.value) > a.error + b.error;
        result = argument(expr, a.value < b.value ? 1 : 2);
        for (Tracked& part : result) {
          part.is_known = part.is_known && known;
        }
        return result;
      }
      case Operation::Swizzle: {
        TrackedVector object = argument(expr, 0);
        for (std::size_t i = 0; i < size; ++i) {
          result[i] = object[static_cast<std::size_t>(
              swizzle_component(expr.payload, static_cast<int>(i)))];
        }
        return result;
      }
      case Operation::Construct: {
        TrackedVector parts;
        for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
          TrackedVector part = argument(expr, i);
          parts.insert(parts.end(), part.begin(), part.end());
        }
        if (parts.size() == 1) {
          parts.assign(size, parts[0]);
        }
        return parts;
      }
      default:
        return intrinsic(expr);
    }
  }

  template <typename Function>
  TrackedVector pairwise(const BodyExpr& expr, Function function) const {
    TrackedVector a = argument(expr, 0);
    TrackedVector b = argument(expr, 1);
    TrackedVector result;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      result.push_back(function(at(a, i), at(b, i)));
    }
    return result;
  }

  template <typename Function>
  TrackedVector each(const BodyExpr& expr, Function function) const {
    TrackedVector result = argument(expr, 0);
    for (Tracked& part : result) {
      part = function(part);
    }
    return result;
  }

  Tracked dot(const TrackedVector& a, const TrackedVector& b) const {
    Tracked sum = exactly(0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum = add(sum, multiply(a[i], b[i]));
    }
    return sum;
  }

  TrackedVector intrinsic(const BodyExpr& expr) const {
    switch (static_cast<Intrinsic>(expr.payload)) {
      case Intrinsic::Sin:
        return each(expr,
                    [](Tracked a) { return gentle([](double x) { return std::sin(x); }, a); });
      case Intrinsic::Cos:
        return each(expr,
                    [](Tracked a) { return gentle([](double x) { return std::cos(x); }, a); });
      case Intrinsic::Atan:
        return each(expr,
                    [](Tracked a) { return gentle([](double x) { return std::atan(x); }, a); });
      case Intrinsic::Abs:
        return each(expr,
                    [](Tracked a) { return gentle([](double x) { return std::fabs(x); }, a); });
      case Intrinsic::Saturate:
        return each(expr, [](Tracked a) { return least(greatest(a, exactly(0)), exactly(1)); });
      case Intrinsic::Floor:
        return each(expr, floor_of);
      case Intrinsic::Fract:
        return each(expr, [](Tracked a) { return subtract(a, floor_of(a)); });
      case Intrinsic::Sqrt:
        return each(expr, square_root);
      case Intrinsic::Min:
        return pairwise(expr, least);
      case Intrinsic::Max:
        return pairwise(expr, greatest);
      case Intrinsic::Mod:
        return pairwise(expr, [](Tracked a, Tracked b) {
          return subtract(a, multiply(b, floor_of(divide(a, b))));
        });
      case Intrinsic::Dot:
        return {dot(argument(expr, 0), argument(expr, 1))};
      case Intrinsic::Length: {
        TrackedVector a = argument(expr, 0);
        return {a.size() == 1 ? gentle([](double x) { return std::fabs(x); }, a[0])
                              : square_root(dot(a, a))};
      }
      case Intrinsic::Mix: {
        TrackedVector a = argument(expr, 0);
        TrackedVector b = argument(expr, 1);
        TrackedVector t = argument(expr, 2);
        TrackedVector result;
        for (std::size_t i = 0; i < a.size(); ++i) {
          Tracked rest = subtract(exactly(1), at(t, i));
          result.push_back(add(multiply(a[i], rest), multiply(b[i], at(t, i))));
        }
        return result;
      }
      default:
        FAIL("the generator made what the reference does not know");
        return {};
    }
  }
};

/// Makes random float expressions.
struct Generator {
  Random random;
  BodyBuilder builder = {};
  std::vector<DataType> port_types = {};

  DataType any_vector() {
    return DataType::vector(Scalar::Float, 1 + static_cast<int>(random.below(4)));
  }
  int rows_of(DataType type) const { return type.rows(); }

  BodyExprId leaf(DataType type) {
    if (random.chance(2)) {
      for (std::uint32_t i = 0; i < port_types.size(); ++i) {
        if (port_types[i] == type) {
          return builder.port(i, type);
        }
      }
    }
    BodyExprId literal = builder.number(static_cast<float>(random.between(-3.0, 3.0)));
    return type.is_scalar() ? literal : builder.add(Operation::Construct, type, {literal});
  }

  BodyExprId binary(DataType type, int depth) {
    constexpr Operation operations[] = {Operation::Add, Operation::Subtract, Operation::Multiply,
                                        Operation::Divide};
    BodyExprId left = expression(random.chance(4) ? float_type : type, depth);
    bool left_spreads = builder.body.exprs[left].type != type;
    BodyExprId right = expression(!left_spreads && random.chance(4) ? float_type : type, depth);
    return builder.add(operations[random.below(4)], type, {left, right});
  }

  BodyExprId unary_call(DataType type, int depth) {
    constexpr Intrinsic all[] = {Intrinsic::Sin,      Intrinsic::Cos,   Intrinsic::Atan,
                                 Intrinsic::Abs,      Intrinsic::Floor, Intrinsic::Fract,
                                 Intrinsic::Saturate, Intrinsic::Sqrt};
    BodyExprId argument = expression(type, depth);
    return builder.call(all[random.below(std::size(all))], type, {argument});
  }

  BodyExprId several_call(DataType type, int depth) {
    BodyExprId a = expression(type, depth);
    BodyExprId b = expression(type, depth);
    if (random.chance(4)) {
      BodyExprId t = expression(random.chance(2) ? float_type : type, depth);
      return builder.call(Intrinsic::Mix, type, {a, b, t});
    }
    constexpr Intrinsic all[] = {Intrinsic::Min, Intrinsic::Max, Intrinsic::Mod};
    return builder.call(all[random.below(3)], type, {a, b});
  }

  BodyExprId scalar_of_vectors(int depth) {
    DataType type = any_vector();
    BodyExprId a = expression(type, depth);
    if (random.chance(2)) {
      return builder.call(Intrinsic::Length, float_type, {a});
    }
    BodyExprId b = expression(type, depth);
    return builder.call(Intrinsic::Dot, float_type, {a, b});
  }

  BodyExprId swizzled(DataType type, int depth) {
    DataType from = any_vector();
    BodyExprId object = expression(from, depth);
    std::vector<int> components;
    for (int i = 0; i < type.rows(); ++i) {
      components.push_back(static_cast<int>(random.below(static_cast<std::size_t>(from.rows()))));
    }
    return builder.swizzle(object, components, Scalar::Float);
  }

  BodyExprId constructed(DataType type, int depth) {
    std::vector<BodyExprId> parts;
    for (int missing = type.rows(); missing > 0;) {
      int size = 1 + static_cast<int>(random.below(static_cast<std::size_t>(missing)));
      parts.push_back(expression(DataType::vector(Scalar::Float, size), depth));
      missing -= size;
    }
    return builder.add(Operation::Construct, type, parts);
  }

  BodyExprId transformed(DataType type, int depth) {
    int columns = 2 + static_cast<int>(random.below(3));
    std::vector<BodyExprId> parts;
    for (int i = 0; i < columns; ++i) {
      parts.push_back(expression(type, depth - 1));
    }
    BodyExprId matrix =
        builder.add(Operation::Construct, DataType::matrix(type.rows(), columns), parts);
    BodyExprId vector = expression(DataType::vector(Scalar::Float, columns), depth - 1);
    return builder.add(Operation::MatrixProduct, type, {matrix, vector});
  }

  BodyExprId choice(DataType type, int depth) {
    BodyExprId a = expression(float_type, depth - 1);
    BodyExprId b = expression(float_type, depth - 1);
    BodyExprId condition = builder.add(Operation::Less, bool_type, {a, b});
    BodyExprId yes = expression(type, depth);
    BodyExprId no = expression(type, depth);
    return builder.add(Operation::Select, type, {condition, yes, no});
  }

  BodyExprId expression(DataType type, int depth) {
    if (depth <= 0) {
      return leaf(type);
    }
    switch (random.below(10)) {
      case 0:
        return leaf(type);
      case 1:
        return builder.add(Operation::Negate, type, {expression(type, depth - 1)});
      case 2:
        return unary_call(type, depth - 1);
      case 3:
        return several_call(type, depth - 1);
      case 4:
        return type.is_scalar() ? scalar_of_vectors(depth - 1) : constructed(type, depth - 1);
      case 5:
        return swizzled(type, depth - 1);
      case 6:
        return type.is_scalar() ? binary(type, depth - 1) : transformed(type, depth - 1);
      case 7:
        return choice(type, depth - 1);
      default:
        return binary(type, depth - 1);
    }
  }
};

}  // namespace

TEST_CASE("interpreter: random float expressions stay within their error bound") {
  Library library;
  Random random(seed());
  std::size_t compared = 0;
  std::size_t total = 0;
  for (std::size_t round = 0; round < scaled(3000); ++round) {
    Generator generator{Random(random.next())};
    std::vector<Constant> ports;
    for (int size = 1; size <= 4; ++size) {
      std::vector<float> values;
      for (int i = 0; i < size; ++i) {
        values.push_back(static_cast<float>(generator.random.between(-4.0, 4.0)));
      }
      ports.push_back(floats(values));
      generator.port_types.push_back(ports.back().type);
    }
    DataType type = generator.any_vector();
    BodyExprId root = generator.expression(type, 5);
    BodyStmtId end = generator.builder.give(root);
    Body body = generator.builder.finish({end});
    std::vector<Constant> none;
    auto values = evaluate_body(library, body, {type}, {ports, none});
    REQUIRE(values);
    TrackedVector expected = Reference{body, ports}.evaluate(root);
    REQUIRE(expected.size() == values->front().bits.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ++total;
      if (!expected[i].is_known) {
        continue;
      }
      ++compared;
      double actual = static_cast<double>(float_of(values->front().bits[i]));
      INFO("round " << round << ", component " << i << ": " << actual << " for "
                    << expected[i].value << " ± " << expected[i].error);
      CHECK(std::fabs(actual - expected[i].value) <= expected[i].error);
    }
  }
  CHECK(compared * 2 > total);  // guards against a test that compares hardly anything
}

}  // namespace weft::testing::interpreter_expressions_test
