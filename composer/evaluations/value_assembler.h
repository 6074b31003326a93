#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "composer/evaluations/value_code.h"
#include "fragments/interpreter/value_layout.h"

namespace weft {

/// Writes the instructions and words of a ValueCode. Operations whose operands are constants are
/// computed here. After a failure all calls do nothing of use: the program is not compiled.
class ValueAssembler {
 public:
  explicit ValueAssembler(const DataTypeTable& types) : layout_(types) {}

  interpreter::ValueLayout& layout() { return layout_; }
  bool has_failed() const { return has_failed_; }
  void fail() { has_failed_ = true; }
  /// Counts work, and fails beyond the greatest size of a program.
  void count_work() { has_failed_ = has_failed_ || ++work_ > greatest_size; }

  /// Fresh words.
  ValueRegister reserve(DataType type, std::uint32_t count);
  ValueRegister reserve(DataType type) { return reserve(type, layout_.words(type)); }
  ValueRegister constant(DataType type, std::span<const std::uint32_t> words);
  bool is_constant(const ValueRegister& one) const;

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  /// Returns the instruction's position.
  std::uint32_t emit(ValueInstruction instruction, std::span<const ValueRegister> operands,
                     const ValueRegister& out = {});
  void jump_here(std::uint32_t instruction) { code_.instructions[instruction].target = here(); }
  void set_target(std::uint32_t instruction, std::uint32_t target) {
    code_.instructions[instruction].target = target;
  }
  std::uint32_t error(std::string message);

  void copy(const ValueRegister& to, const ValueRegister& from);
  void zero(const ValueRegister& to) { emit({.kind = ValueInstruction::Kind::Zero}, {}, to); }
  /// Operations of expressions; `out` may be any words of the type that are not operands.
  ValueRegister operation(Operation op, std::uint32_t payload, DataType type,
                          std::span<const ValueRegister> operands);
  ValueRegister intrinsic(std::uint32_t intrinsic, DataType type,
                          std::span<const ValueRegister> operands);
  ValueRegister member(const ValueRegister& object, std::uint32_t member);
  /// The part that a constant index selects in place, or a copy of what another one selects.
  ValueRegister element(const ValueRegister& object, const ValueRegister& index, DataType type);

  /// The clamped position of a constant index among `count` elements; `index` must be constant.
  std::uint32_t position(const ValueRegister& index, std::uint32_t count) const;

  ValueCode& code() { return code_; }

 private:
  static constexpr std::uint32_t greatest_size = 1U << 18U;
  static constexpr std::size_t most_words = std::size_t{1} << 22U;

  std::optional<ValueRegister> known(Operation op, std::uint32_t payload, DataType type,
                                     std::span<const ValueRegister> operands);
  ValueRegister equality(Operation op, std::span<const ValueRegister> operands);

  interpreter::ValueLayout layout_;
  ValueCode code_;
  std::vector<bool> is_constant_;                   ///< per word
  std::map<std::uint32_t, std::uint32_t> scalars_;  ///< the offset of each constant scalar
  std::uint32_t work_ = 0;
  bool has_failed_ = false;
};

}  // namespace weft
