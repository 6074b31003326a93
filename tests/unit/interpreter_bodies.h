#pragma once

// Builders of bodies, constants and literals for tests of the interpreter.

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/intrinsics.h"

namespace weft::testing {

inline constexpr float infinite = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
inline constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();
inline constexpr std::int32_t int_max = std::numeric_limits<std::int32_t>::max();

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float float_of(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline Constant floats(const std::vector<float>& values) {
  Constant constant{DataType::vector(Scalar::Float, static_cast<int>(values.size())), {}};
  for (float value : values) {
    constant.bits.push_back(bits_of(value));
  }
  return constant;
}
inline Constant ints(const std::vector<std::int32_t>& values) {
  Constant constant{DataType::vector(Scalar::Int, static_cast<int>(values.size())), {}};
  for (std::int32_t value : values) {
    constant.bits.push_back(static_cast<std::uint32_t>(value));
  }
  return constant;
}
inline Constant uints(const std::vector<std::uint32_t>& values) {
  return {DataType::vector(Scalar::Uint, static_cast<int>(values.size())), values};
}
inline Constant bools(const std::vector<bool>& values) {
  Constant constant{DataType::vector(Scalar::Bool, static_cast<int>(values.size())), {}};
  for (bool value : values) {
    constant.bits.push_back(value ? 1 : 0);
  }
  return constant;
}
/// `cells` column by column.
inline Constant matrix(int rows, int columns, const std::vector<float>& cells) {
  Constant constant = floats({0});
  constant.type = DataType::matrix(rows, columns);
  constant.bits.clear();
  for (float cell : cells) {
    constant.bits.push_back(bits_of(cell));
  }
  return constant;
}

/// A constant as text for failed checks.
inline std::string text_of(const Constant& constant) {
  std::string text(data_type_name(constant.type));
  for (std::uint32_t bits : constant.bits) {
    text += ' ';
    text += constant.type.is_float_based() ? std::to_string(float_of(bits)) + "/" : std::string();
    text += std::to_string(bits);
  }
  return text;
}

/// Builds a body by hand, statement by statement.
struct BodyBuilder {
  Body body;
  std::vector<BodyStmtId> statements = {};

  BodyExprId add(Operation op, DataType type, ArgumentList arguments, std::uint32_t payload = 0) {
    return body.add(op, type, payload, arguments, Span{FileId(0), next_span_++, 0});
  }
  BodyExprId number(float value) { return add(Operation::Literal, float_type, {}, bits_of(value)); }
  BodyExprId integer(std::int32_t value) {
    return add(Operation::Literal, int_type, {}, static_cast<std::uint32_t>(value));
  }
  BodyExprId boolean(bool value) { return add(Operation::Literal, bool_type, {}, value ? 1 : 0); }
  BodyExprId port(std::uint32_t index, DataType type) {
    return add(Operation::Port, type, {}, index);
  }
  BodyExprId call(Intrinsic intrinsic, DataType type, ArgumentList arguments) {
    return add(Operation::Intrinsic, type, arguments, static_cast<std::uint32_t>(intrinsic));
  }
  BodyExprId swizzle(BodyExprId object, const std::vector<int>& components, Scalar kind) {
    int count = static_cast<int>(components.size());
    return add(Operation::Swizzle, DataType::vector(kind, count), {object},
               pack_swizzle(components.data(), count));
  }
  /// A scalar, vector or matrix as a constructor of literals.
  BodyExprId constant(const Constant& value) {
    std::vector<BodyExprId> parts;
    for (std::uint32_t bits : value.bits) {
      parts.push_back(
          add(Operation::Literal, DataType::scalar(value.type.scalar_kind()), {}, bits));
    }
    return parts.size() == 1 ? parts[0] : add(Operation::Construct, value.type, parts);
  }

  std::uint32_t local(DataType type, std::optional<std::uint32_t> output = std::nullopt) {
    body.locals.push_back({NameId(0), type, output, {}});
    return static_cast<std::uint32_t>(body.locals.size() - 1);
  }
  BodyExprId read(std::uint32_t local) {
    return add(Operation::Local, body.locals[local].type, {}, local);
  }

  template <typename Kind>
  BodyStmtId statement(Kind kind) {
    return body.add(BodyStmt{std::move(kind), Span{FileId(0), next_span_++, 0}});
  }
  BodyStmtId block(std::vector<BodyStmtId> inner) { return statement(BlockBody{std::move(inner)}); }
  BodyStmtId declare(std::uint32_t local, std::optional<BodyExprId> initial = std::nullopt) {
    return statement(DeclareBody{local, initial});
  }
  BodyStmtId assign(BodyExprId target, BodyExprId value,
                    std::optional<Operation> op = std::nullopt) {
    return statement(AssignBody{op, target, value});
  }
  BodyStmtId give(BodyExprId value) { return statement(ReturnBody{value}); }

  /// The body with these statements as its block.
  Body finish(std::vector<BodyStmtId> all) {
    body.root = block(std::move(all));
    return std::move(body);
  }

 private:
  std::uint32_t next_span_ = 1;
};

}  // namespace weft::testing
