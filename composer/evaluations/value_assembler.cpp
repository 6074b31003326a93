#include "composer/evaluations/value_assembler.h"

#include <algorithm>
#include <array>

#include "fragments/interpreter/operand.h"
#include "fragments/interpreter/texture_operations.h"

namespace weft {

using interpreter::Operand;
using Kind = ValueInstruction::Kind;

ValueRegister ValueAssembler::reserve(DataType type, std::uint32_t count) {
  if (code_.words.size() + count > most_words) {
    has_failed_ = true;
    return {type, 0, 0};
  }
  const ValueRegister made{type, static_cast<std::uint32_t>(code_.words.size()), count};
  code_.words.resize(code_.words.size() + count, 0);
  is_constant_.resize(code_.words.size(), false);
  return made;
}

ValueRegister ValueAssembler::constant(DataType type, std::span<const std::uint32_t> words) {
  if (words.size() == 1) {
    const auto [at, is_new] = scalars_.try_emplace(words[0], 0);
    if (!is_new) {
      return {type, at->second, 1};
    }
    at->second = static_cast<std::uint32_t>(code_.words.size());
  }
  const ValueRegister made = reserve(type, static_cast<std::uint32_t>(words.size()));
  for (std::uint32_t i = 0; i < made.count; ++i) {
    code_.words[made.offset + i] = words[i];
    is_constant_[made.offset + i] = true;
  }
  return made;
}

bool ValueAssembler::is_constant(const ValueRegister& one) const {
  for (std::uint32_t i = 0; i < one.count; ++i) {
    if (!is_constant_[one.offset + i]) {
      return false;
    }
  }
  return one.count != 0;
}

std::uint32_t ValueAssembler::emit(ValueInstruction instruction,
                                   std::span<const ValueRegister> operands,
                                   const ValueRegister& out) {
  count_work();
  instruction.first_operand = static_cast<std::uint32_t>(code_.operands.size());
  instruction.operand_count = static_cast<std::uint32_t>(operands.size());
  instruction.out = out.offset;
  instruction.out_count = out.count;
  code_.operands.insert(code_.operands.end(), operands.begin(), operands.end());
  code_.instructions.push_back(instruction);
  return here() - 1;
}

std::uint32_t ValueAssembler::error(std::string message) {
  const auto found = std::find(code_.errors.begin(), code_.errors.end(), message);
  if (found == code_.errors.end()) {
    code_.errors.push_back(std::move(message));
    return static_cast<std::uint32_t>(code_.errors.size() - 1);
  }
  return static_cast<std::uint32_t>(found - code_.errors.begin());
}

void ValueAssembler::copy(const ValueRegister& to, const ValueRegister& from) {
  if (to.count != from.count) {
    fail();
  } else if (to.offset != from.offset) {
    emit({.kind = Kind::Copy}, {&from, 1}, to);
  }
}

std::uint32_t ValueAssembler::position(const ValueRegister& index, std::uint32_t count) const {
  const std::uint32_t at = code_.words[index.offset];
  const bool is_negative = index.type.scalar_kind() == Scalar::Int && interpreter::as_int(at) < 0;
  return is_negative ? 0 : std::min(at, count - 1);
}

ValueRegister ValueAssembler::member(const ValueRegister& object, std::uint32_t member) {
  const DataType type = layout_.member_type(object.type, member);
  return {type, object.offset + layout_.member_offset(object.type, member), layout_.words(type)};
}

ValueRegister ValueAssembler::element(const ValueRegister& object, const ValueRegister& index,
                                      DataType type) {
  if (object.count == 0) {  // an array feature that the host left empty
    return reserve(type);
  }
  const std::uint32_t words = layout_.words(layout_.element_type(object.type));
  if (words == 0) {
    fail();
    return reserve(type);
  }
  if (is_constant(index)) {
    return {type, object.offset + position(index, object.count / words) * words, words};
  }
  const ValueRegister out = reserve(type, words);
  const std::array<ValueRegister, 2> operands = {object, index};
  emit({.kind = Kind::Operation, .op = Operation::Index, .type = type}, operands, out);
  return out;
}

/// Computes an operation of constants.
std::optional<ValueRegister> ValueAssembler::known(Operation op, std::uint32_t payload,
                                                   DataType type,
                                                   std::span<const ValueRegister> operands) {
  std::vector<Operand> given;
  for (const ValueRegister& one : operands) {
    if (!is_constant(one)) {
      return std::nullopt;
    }
    given.push_back({one.type, code_.words.data() + one.offset, one.count});
  }
  std::vector<std::uint32_t> words(layout_.words(type));
  interpreter::compute_operation(layout_, op, payload, type, given, words);
  return constant(type, words);
}

ValueRegister ValueAssembler::operation(Operation op, std::uint32_t payload, DataType type,
                                        std::span<const ValueRegister> operands) {
  if (op == Operation::Select) {
    if (is_constant(operands[0])) {
      return operands[code_.words[operands[0].offset] != 0 ? 1 : 2];
    }
    if (operands[1].count != operands[2].count) {
      fail();
    }
    const ValueRegister out = reserve(type, operands[1].count);
    emit({.kind = Kind::Operation, .op = op, .type = type}, operands, out);
    return out;
  }
  if (op == Operation::Index) {
    return element(operands[0], operands[1], type);
  }
  if (op == Operation::Member) {
    return member(operands[0], payload);
  }
  const bool compares = op == Operation::Equal || op == Operation::NotEqual;
  if (compares && !operands[0].type.is_plain()) {
    return equality(op, operands);
  }
  if (const auto value = known(op, payload, type, operands)) {
    return *value;
  }
  const ValueRegister out = reserve(type);
  emit({.kind = Kind::Operation, .op = op, .type = type, .payload = payload}, operands, out);
  return out;
}

ValueRegister ValueAssembler::equality(Operation op, std::span<const ValueRegister> operands) {
  const std::vector<Scalar> kinds = layout_.scalar_kinds(operands[0].type);
  if (operands[0].count != operands[1].count || kinds.size() != operands[0].count) {
    fail();
  }
  const ValueRegister out = reserve(bool_type);
  emit({.kind = Kind::EqualParts,
        .op = op,
        .type = bool_type,
        .payload = static_cast<std::uint32_t>(code_.kinds.size())},
       operands, out);
  code_.kinds.insert(code_.kinds.end(), kinds.begin(), kinds.end());
  return out;
}

ValueRegister ValueAssembler::intrinsic(std::uint32_t intrinsic, DataType type,
                                        std::span<const ValueRegister> operands) {
  const auto which = static_cast<Intrinsic>(intrinsic);
  const bool has_value = !interpreter::reads_texture(which) && which != Intrinsic::DerivativeX &&
                         which != Intrinsic::DerivativeY && which != Intrinsic::FilterWidth;
  if (!has_value || operands.empty()) {
    fail();
  }
  const ValueRegister out = reserve(type);
  emit({.kind = Kind::Intrinsic, .type = type, .payload = intrinsic}, operands, out);
  return out;
}

}  // namespace weft
