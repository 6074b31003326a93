#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "composer/evaluations/uniform_program.h"
#include "composer/evaluations/value_code.h"
#include "fragments/interpreter/operand.h"
#include "fragments/interpreter/value_layout.h"

namespace weft {

/// A uniform program with its current inputs and results. After some inputs change, update()
/// evaluates only what depends on them, with the bits that UniformProgram::evaluate gives for all
/// inputs. Neither input() nor update() allocates memory, unless update() fails. Owns everything
/// but the library, which must outlive it. Not thread-safe: one object per thread.
class ValueProgram {
 public:
  /// Nothing if the program cannot be compiled (compile_values.h). All inputs are zero, and
  /// update() has to run once before results are valid.
  static std::optional<ValueProgram> compile(const UniformProgram& program);

  ValueProgram(ValueProgram&&) noexcept = default;
  ValueProgram(const ValueProgram&) = delete;  // the operands are addresses

  const std::vector<ValueInput>& inputs() const { return code_.inputs; }
  /// The words of an input, to be written; its dependents are evaluated by the next update().
  std::span<std::uint32_t> change_input(std::size_t input);

  /// Evaluates what depends on the changed inputs: O(that). After an error, results are those of no
  /// inputs: change the same inputs to values for which it succeeded, and update again.
  tl::expected<void, EvaluationError> update();

  /// Positions in UniformProgram::results() of what the last update() evaluated, ascending. Valid
  /// until the next one.
  std::span<const std::uint32_t> evaluated() const { return evaluated_; }
  std::span<const std::uint32_t> result(std::size_t position) const;

 private:
  ValueProgram(const UniformProgram& program, ValueCode code);
  void mark(std::uint32_t step) { dirty_[step / 64] |= std::uint64_t{1} << step % 64; }
  std::optional<std::uint32_t> run(std::uint32_t step);
  std::optional<std::uint32_t> execute(const ValueInstruction& instruction, std::uint32_t& next);
  bool are_equal(const ValueInstruction& instruction) const;
  void load(const ValueInstruction& instruction);
  void store(const ValueInstruction& instruction);
  std::span<interpreter::Word> out_of(const ValueInstruction& instruction) {
    return {code_.words.data() + instruction.out, instruction.out_count};
  }

  ValueCode code_;
  interpreter::ValueLayout layout_;
  std::vector<interpreter::Operand> operands_;  ///< views of the words, which never move
  std::vector<std::uint64_t> dirty_;            ///< a bit per step
  std::vector<std::uint32_t> evaluated_;
};

}  // namespace weft
