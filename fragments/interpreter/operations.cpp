#include "fragments/interpreter/operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fragments/interpreter/matrix_functions.h"
#include "fragments/interpreter/operand.h"
#include "support/check.h"

namespace weft {
namespace interpreter {
namespace {

template <typename Function>
void elementwise(const Operand& a, std::span<Word> out, Function function) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = function(a.spread(i));
  }
}

template <typename Function>
void elementwise(const Operand& a, const Operand& b, std::span<Word> out, Function function) {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = function(a.spread(i), b.spread(i));
  }
}

void negate(const Operand& a, std::span<Word> out) {
  if (a.type.scalar_kind() == Scalar::Float) {
    elementwise(a, out, [](Word x) { return from_float(-as_float(x)); });
  } else {
    elementwise(a, out, [](Word x) { return 0U - x; });
  }
}

void compute_float(Operation op, const Operand& a, const Operand& b, std::span<Word> out) {
  if (op == Operation::Add) {
    elementwise(a, b, out, [](Word x, Word y) { return from_float(as_float(x) + as_float(y)); });
  } else if (op == Operation::Subtract) {
    elementwise(a, b, out, [](Word x, Word y) { return from_float(as_float(x) - as_float(y)); });
  } else if (op == Operation::Multiply) {
    elementwise(a, b, out, [](Word x, Word y) { return from_float(as_float(x) * as_float(y)); });
  } else {
    WEFT_CHECK(op == Operation::Divide, "only integers have a remainder");
    elementwise(a, b, out, [](Word x, Word y) { return from_float(as_float(x) / as_float(y)); });
  }
}

Word divide_ints(Word x, Word y) {
  if (y == 0) {
    return 0;
  }
  return y == ~Word{0} ? 0U - x : from_int(as_int(x) / as_int(y));  // INT_MIN / -1 would trap
}

Word remainder_of_ints(Word x, Word y) {
  return y == 0 || y == ~Word{0} ? 0 : from_int(as_int(x) % as_int(y));
}

void compute_integer(Operation op, const Operand& a, const Operand& b, std::span<Word> out) {
  bool is_signed = a.type.scalar_kind() == Scalar::Int;
  if (op == Operation::Add) {
    elementwise(a, b, out, [](Word x, Word y) { return x + y; });
  } else if (op == Operation::Subtract) {
    elementwise(a, b, out, [](Word x, Word y) { return x - y; });
  } else if (op == Operation::Multiply) {
    elementwise(a, b, out, [](Word x, Word y) { return x * y; });
  } else if (op == Operation::Divide) {
    elementwise(a, b, out, [is_signed](Word x, Word y) {
      if (is_signed) {
        return divide_ints(x, y);
      }
      return y == 0 ? 0 : x / y;
    });
  } else {
    elementwise(a, b, out, [is_signed](Word x, Word y) {
      if (is_signed) {
        return remainder_of_ints(x, y);
      }
      return y == 0 ? 0 : x % y;
    });
  }
}

void shift(Operation op, const Operand& a, const Operand& b, std::span<Word> out) {
  if (op == Operation::ShiftLeft) {
    elementwise(a, b, out, [](Word x, Word y) { return x << (y & 31U); });
  } else if (a.type.scalar_kind() == Scalar::Int) {
    elementwise(a, b, out, [](Word x, Word y) { return from_int(as_int(x) >> (y & 31U)); });
  } else {
    elementwise(a, b, out, [](Word x, Word y) { return x >> (y & 31U); });
  }
}

template <typename T>
bool is_ordered(Operation op, T a, T b) {
  if (op == Operation::Less) {
    return a < b;
  }
  if (op == Operation::LessEqual) {
    return a <= b;
  }
  return op == Operation::Greater ? a > b : a >= b;
}

bool compare(Operation op, const Operand& a, const Operand& b) {
  switch (a.type.scalar_kind()) {
    case Scalar::Float:
      return is_ordered(op, as_float(a.words[0]), as_float(b.words[0]));
    case Scalar::Int:
      return is_ordered(op, as_int(a.words[0]), as_int(b.words[0]));
    case Scalar::Bool:
    case Scalar::Uint:
      break;
  }
  return is_ordered(op, a.words[0], b.words[0]);
}

bool are_equal(Scalar kind, Word a, Word b) {
  return kind == Scalar::Float ? as_float(a) == as_float(b) : a == b;
}

bool are_equal(const ValueLayout& layout, const Operand& a, const Operand& b) {
  if (a.type.is_plain()) {
    for (std::uint32_t i = 0; i < std::max(a.count, b.count); ++i) {
      if (!are_equal(a.type.scalar_kind(), a.spread(i), b.spread(i))) {
        return false;
      }
    }
    return true;
  }
  if (a.count != b.count) {
    return false;
  }
  std::vector<Scalar> kinds = layout.scalar_kinds(a.type);
  WEFT_CHECK(kinds.size() == a.count, "the sizes of values and of their type differ");
  for (std::uint32_t i = 0; i < a.count; ++i) {
    if (!are_equal(kinds[i], a.words[i], b.words[i])) {
      return false;
    }
  }
  return true;
}

/// A vector is a column on the right and a row on the left.
MatrixValue as_matrix(const Operand& operand, bool is_left) {
  MatrixValue matrix;
  matrix.rows = operand.type.rows();
  matrix.columns = operand.type.columns();
  if (is_left && !operand.type.is_matrix()) {
    std::swap(matrix.rows, matrix.columns);
  }
  for (std::uint32_t i = 0; i < operand.count; ++i) {
    matrix.cells[i] = as_float(operand.words[i]);
  }
  return matrix;
}

void matrix_product(const Operand& a, const Operand& b, std::span<Word> out) {
  MatrixValue result = product(as_matrix(a, true), as_matrix(b, false));
  WEFT_CHECK(static_cast<std::size_t>(result.rows * result.columns) == out.size(),
             "a matrix product has another type than its operands give");
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = from_float(result.cells[i]);
  }
}

void construct_matrix_from_matrix(DataType type, const Operand& source, std::span<Word> out) {
  std::size_t at = 0;
  for (int column = 0; column < type.columns(); ++column) {
    for (int row = 0; row < type.rows(); ++row, ++at) {
      bool is_given = row < source.type.rows() && column < source.type.columns();
      out[at] = is_given ? source.words[column * source.type.rows() + row]
                         : from_float(row == column ? 1.0F : 0.0F);
    }
  }
}

void construct(DataType type, std::span<const Operand> arguments, std::span<Word> out) {
  std::fill(out.begin(), out.end(), 0U);
  if (arguments.empty()) {
    return;
  }
  const Operand& first = arguments[0];
  if (type.is_matrix() && arguments.size() == 1 && first.type.is_matrix()) {
    construct_matrix_from_matrix(type, first, out);
    return;
  }
  if (type.is_plain() && arguments.size() == 1 && first.count == 1) {
    Word word = convert_scalar(first.type.scalar_kind(), type.scalar_kind(), first.words[0]);
    if (!type.is_matrix()) {
      std::fill(out.begin(), out.end(), word);
      return;
    }
    for (int i = 0; i < std::min(type.rows(), type.columns()); ++i) {
      out[static_cast<std::size_t>(i * type.rows() + i)] = word;
    }
    return;
  }
  std::size_t at = 0;
  for (const Operand& argument : arguments) {
    bool converts = type.is_plain() && argument.type.scalar_kind() != type.scalar_kind();
    for (std::uint32_t i = 0; i < argument.count && at < out.size(); ++i, ++at) {
      out[at] = converts ? convert_scalar(argument.type.scalar_kind(), type.scalar_kind(),
                                          argument.words[i])
                         : argument.words[i];
    }
  }
  WEFT_CHECK(at == out.size(), "a constructor has too few components");
}

void copy(const Operand& from, std::span<Word> out) {
  WEFT_CHECK(from.count == out.size(), "a value has another size than its type");
  std::copy_n(from.words, from.count, out.begin());
}

}  // namespace

Operand select_element(ValueLayout& layout, const Operand& object, const Operand& index) {
  DataType element = layout.element_type(object.type);
  std::uint32_t words = layout.words(element);
  std::uint32_t count = words == 0 ? 0 : object.count / words;
  WEFT_CHECK(count > 0, "an index into nothing");
  Word at = index.words[0];
  if (index.type.scalar_kind() == Scalar::Int && as_int(at) < 0) {
    at = 0;
  }
  at = std::min(at, count - 1);
  return {element, object.words + std::size_t{at} * words, words};
}

Operand select_member(ValueLayout& layout, const Operand& object, std::uint32_t member) {
  DataType type = layout.member_type(object.type, member);
  return {type, object.words + layout.member_offset(object.type, member), layout.words(type)};
}

void compute_operation(ValueLayout& layout, Operation op, std::uint32_t payload, DataType type,
                       std::span<const Operand> arguments, std::span<Word> out) {
  switch (op) {
    case Operation::Negate:
      return negate(arguments[0], out);
    case Operation::Not:
      return elementwise(arguments[0], out, [](Word x) { return x ^ 1U; });
    case Operation::BitNot:
      return elementwise(arguments[0], out, [](Word x) { return ~x; });
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
      return arguments[0].type.scalar_kind() == Scalar::Float
                 ? compute_float(op, arguments[0], arguments[1], out)
                 : compute_integer(op, arguments[0], arguments[1], out);
    case Operation::MatrixProduct:
      return matrix_product(arguments[0], arguments[1], out);
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
      return shift(op, arguments[0], arguments[1], out);
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
      out[0] = from_bool(compare(op, arguments[0], arguments[1]));
      return;
    case Operation::Equal:
    case Operation::NotEqual:
      out[0] = from_bool(are_equal(layout, arguments[0], arguments[1]) == (op == Operation::Equal));
      return;
    case Operation::And:
    case Operation::BitAnd:
      return elementwise(arguments[0], arguments[1], out, [](Word x, Word y) { return x & y; });
    case Operation::Or:
    case Operation::BitOr:
      return elementwise(arguments[0], arguments[1], out, [](Word x, Word y) { return x | y; });
    case Operation::BitXor:
      return elementwise(arguments[0], arguments[1], out, [](Word x, Word y) { return x ^ y; });
    case Operation::Select:
      return copy(arguments[0].words[0] != 0 ? arguments[1] : arguments[2], out);
    case Operation::Swizzle:
      for (int i = 0; i < swizzle_count(payload); ++i) {
        auto component = static_cast<std::uint32_t>(swizzle_component(payload, i));
        WEFT_CHECK(component < arguments[0].count,
                   "a swizzle names a component that does not exist");
        out[static_cast<std::size_t>(i)] = arguments[0].words[component];
      }
      return;
    case Operation::Index:
      return copy(select_element(layout, arguments[0], arguments[1]), out);
    case Operation::Member:
      return copy(select_member(layout, arguments[0], payload), out);
    case Operation::Construct:
      return construct(type, arguments, out);
    case Operation::Length:
      if (arguments.empty()) {
        break;
      }
      out[0] = layout.element_count(arguments[0].type, arguments[0].count);
      return;
    case Operation::Literal:
    case Operation::Local:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Symbol:
    case Operation::Intrinsic:
    case Operation::Call:
    case Operation::PortCall:
      break;
  }
  WEFT_CHECK(false, "this operation needs more than its arguments");
}

namespace {

std::vector<Operand> operands_of(const std::vector<Constant>& arguments) {
  std::vector<Operand> operands;
  operands.reserve(arguments.size());
  for (const Constant& argument : arguments) {
    operands.push_back(
        {argument.type, argument.bits.data(), static_cast<std::uint32_t>(argument.bits.size())});
  }
  return operands;
}

}  // namespace
}  // namespace interpreter

Constant apply_operation(const DataTypeTable& types, Operation op, std::uint32_t payload,
                         DataType type, const std::vector<Constant>& arguments) {
  interpreter::ValueLayout layout(types);
  Constant result{type, std::vector<std::uint32_t>(layout.words(type))};
  interpreter::compute_operation(layout, op, payload, type, interpreter::operands_of(arguments),
                                 result.bits);
  return result;
}

tl::expected<Constant, std::string> apply_intrinsic(Intrinsic intrinsic, DataType type,
                                                    const std::vector<Constant>& arguments) {
  Constant result{type,
                  std::vector<std::uint32_t>(static_cast<std::size_t>(type.component_count()))};
  if (auto reason = interpreter::compute_intrinsic(
          intrinsic, type, interpreter::operands_of(arguments), result.bits)) {
    return tl::unexpected<std::string>(std::string(*reason));
  }
  return result;
}

Constant zero_constant(const DataTypeTable& types, DataType type) {
  return {type, std::vector<std::uint32_t>(interpreter::ValueLayout(types).words(type))};
}

Constant float_constant(DataType type, const std::vector<float>& components) {
  WEFT_CHECK(type.is_float_based() &&
                 static_cast<std::size_t>(type.component_count()) == components.size(),
             "components that do not make this type");
  Constant constant{type, {}};
  for (float component : components) {
    constant.bits.push_back(interpreter::from_float(component));
  }
  return constant;
}

}  // namespace weft
