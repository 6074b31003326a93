#include "composer/evaluations/value_program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "composer/evaluations/compile_values.h"
#include "support/check.h"

namespace weft {

using interpreter::as_float;
using interpreter::as_int;
using interpreter::Operand;
using interpreter::Word;
using Kind = ValueInstruction::Kind;

std::optional<ValueProgram> ValueProgram::compile(const UniformProgram& program) {
  std::optional<ValueCode> code = compile_values(program);
  if (!code) {
    return std::nullopt;
  }
  return ValueProgram(program, std::move(*code));
}

ValueProgram::ValueProgram(const UniformProgram& program, ValueCode code)
    : code_(std::move(code)), layout_(program.library().data_types) {
  operands_.reserve(code_.operands.size());
  for (const ValueRegister& one : code_.operands) {
    operands_.push_back({one.type, code_.words.data() + one.offset, one.count});
    layout_.words(one.type);  // remembered, so that update() does not allocate
    if (one.type.is_array()) {
      layout_.words(layout_.element_type(one.type));
    }
  }
  const std::size_t steps = code_.steps.size() - 1;
  dirty_.assign(steps / 64 + 1, 0);
  for (std::uint32_t step = 0; step < steps; ++step) {
    mark(step);
  }
  evaluated_.reserve(code_.results.size());
}

std::span<std::uint32_t> ValueProgram::change_input(std::size_t input) {
  const ValueInput& changed = code_.inputs[input];
  for (const std::uint32_t step : changed.steps) {
    mark(step);
  }
  return {code_.words.data() + changed.words.offset, changed.words.count};
}

std::span<const std::uint32_t> ValueProgram::result(std::size_t position) const {
  const ValueRegister& found = code_.results[position];
  return {code_.words.data() + found.offset, found.count};
}

tl::expected<void, EvaluationError> ValueProgram::update() {
  evaluated_.clear();
  for (std::size_t part = 0; part < dirty_.size(); ++part) {
    while (dirty_[part] != 0) {
      const auto step =
          static_cast<std::uint32_t>(part * 64 + std::size_t(std::countr_zero(dirty_[part])));
      if (const auto failed = run(step)) {
        return tl::unexpected(EvaluationError{code_.errors[*failed], Span{}});
      }
      dirty_[part] &= dirty_[part] - 1;
      const ValueCode::Step& done = code_.steps[step];
      const ValueCode::Step& next = code_.steps[step + 1];
      for (std::uint32_t i = done.first_user; i < next.first_user; ++i) {
        mark(code_.users[i]);
      }
      for (std::uint32_t i = done.first_result; i < next.first_result; ++i) {
        evaluated_.push_back(code_.results_of_steps[i]);
      }
    }
  }
  return {};
}

/// Returns the error, if there is one.
std::optional<std::uint32_t> ValueProgram::run(std::uint32_t step) {
  std::uint32_t next = code_.steps[step].first_instruction;
  const std::uint32_t end = code_.steps[step + 1].first_instruction;
  while (next < end) {
    const ValueInstruction& instruction = code_.instructions[next++];
    if (instruction.kind == Kind::Operation) {
      interpreter::compute_operation(
          layout_, instruction.op, instruction.payload, instruction.type,
          {operands_.data() + instruction.first_operand, instruction.operand_count},
          out_of(instruction));
    } else if (const auto failed = execute(instruction, next)) {
      return failed;
    }
  }
  return std::nullopt;
}

std::optional<std::uint32_t> ValueProgram::execute(const ValueInstruction& instruction,
                                                   std::uint32_t& next) {
  const std::span<const Operand> operands = {operands_.data() + instruction.first_operand,
                                             instruction.operand_count};
  const std::span<Word> out = out_of(instruction);
  switch (instruction.kind) {
    case Kind::Operation:
      break;
    case Kind::Intrinsic:
      interpreter::compute_intrinsic(static_cast<Intrinsic>(instruction.payload), instruction.type,
                                     operands, out);
      break;
    case Kind::EqualParts:
      out[0] = are_equal(instruction) == (instruction.op == Operation::Equal) ? 1U : 0U;
      break;
    case Kind::Copy:
      std::memmove(out.data(), operands[0].words, out.size_bytes());
      break;
    case Kind::Zero:
      std::fill(out.begin(), out.end(), 0U);
      break;
    case Kind::Load:
      load(instruction);
      break;
    case Kind::Store:
      store(instruction);
      break;
    case Kind::AddIndex: {
      const Word at = operands[0].words[0];
      const bool is_negative = operands[0].type.scalar_kind() == Scalar::Int && as_int(at) < 0;
      const Word index = is_negative ? 0 : std::min(at, instruction.limit - 1);
      out[0] = index * instruction.payload + (operands.size() > 1 ? operands[1].words[0] : 0U);
      break;
    }
    case Kind::Jump:
      next = instruction.target;
      break;
    case Kind::JumpIfFalse:
      next = operands[0].words[0] == 0 ? instruction.target : next;
      break;
    case Kind::StartLoop: {
      const Word rounds = operands[0].words[0];
      out[0] = operands[0].type == int_type && as_int(rounds) < 0 ? 0 : rounds;
      return out[0] > instruction.limit ? std::optional(instruction.payload) : std::nullopt;
    }
    case Kind::CountDown:
      next = out[0] == 0 ? instruction.target : next;
      out[0] -= out[0] == 0 ? 0 : 1;
      break;
    case Kind::CountUp:
      next = ++out[0] < instruction.limit ? instruction.target : next;
      break;
    case Kind::AddSteps:
      out[0] += instruction.payload;
      return out[0] > instruction.limit ? std::optional(instruction.target) : std::nullopt;
    case Kind::Fail:
      return instruction.payload;
  }
  return std::nullopt;
}

bool ValueProgram::are_equal(const ValueInstruction& instruction) const {
  const Operand& a = operands_[instruction.first_operand];
  const Operand& b = operands_[instruction.first_operand + 1];
  for (std::uint32_t i = 0; i < a.count; ++i) {
    const bool is_float = code_.kinds[instruction.payload + i] == Scalar::Float;
    if (is_float ? as_float(a.words[i]) != as_float(b.words[i]) : a.words[i] != b.words[i]) {
      return false;
    }
  }
  return true;
}

namespace {

std::uint32_t position(std::uint32_t swizzle, std::uint32_t i) {
  return swizzle == 0 ? i
                      : static_cast<std::uint32_t>(swizzle_component(swizzle, static_cast<int>(i)));
}

}  // namespace

void ValueProgram::load(const ValueInstruction& instruction) {
  const Operand& from = operands_[instruction.first_operand];
  const std::uint32_t by =
      instruction.operand_count > 1 ? operands_[instruction.first_operand + 1].words[0] : 0;
  const std::span<Word> out = out_of(instruction);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i] = from.words[by + position(instruction.payload, i)];
  }
}

/// The value may cover a part of the destination; a swizzled one has at most four components.
void ValueProgram::store(const ValueInstruction& instruction) {
  const Operand& value = operands_[instruction.first_operand];
  const std::uint32_t by =
      instruction.operand_count > 1 ? operands_[instruction.first_operand + 1].words[0] : 0;
  Word* const out = code_.words.data() + instruction.out + by;
  if (instruction.payload == 0) {
    std::memmove(out, value.words, value.count * sizeof(Word));
    return;
  }
  std::array<Word, 4> fresh = {};
  std::copy_n(value.words, value.count, fresh.begin());
  for (std::uint32_t i = 0; i < value.count; ++i) {
    out[position(instruction.payload, i)] = fresh[i];
  }
}

}  // namespace weft
