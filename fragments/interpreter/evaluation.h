#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/interpreter/body_code.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operand.h"

namespace weft::interpreter {

/// The activation record of one body. Its words do not move during its lifetime.
struct Frame {
  const BodyCode* code = nullptr;
  std::size_t next = 0;         ///< the next instruction
  std::uint32_t call_expr = 0;  ///< the call expression in the caller's frame
  std::vector<Word> words;
  std::vector<Operand> values;  ///< per expression
  std::vector<Operand> ports;
  std::vector<Operand> features;

  std::span<Word> range(WordRange range) { return {words.data() + range.offset, range.count}; }
};

using Failure = std::optional<EvaluationError>;

/// The frames of the bodies being evaluated, innermost last. Frames that were left are kept, so
/// entering a body rarely allocates.
class FrameStack {
 public:
  void clear();
  /// Enters a body; null if all frames together would exceed the limit on memory.
  Frame* push(const BodyCode& code, std::uint32_t call_expr);
  void pop();
  std::size_t depth() const { return depth_; }
  Frame& top() { return *frames_[depth_ - 1]; }

 private:
  std::vector<std::unique_ptr<Frame>> frames_;  ///< those from `depth_` on are kept for reuse
  std::size_t depth_ = 0;
  std::uint64_t words_ = 0;
};

/// One run of the virtual machine: what it was given, and what it has done so far.
struct Run {
  const EvaluationInputs* inputs = nullptr;
  const std::vector<DataType>* result_types = nullptr;
  bool is_constant = false;  ///< the outermost code may not use locals, ports or features
  std::uint64_t steps = 0;
  std::vector<Constant> results = {};  ///< of the outermost frame
};

/// The virtual machine: a stack of frames, each with a position in a flattened body. Keeps
/// flattened bodies and frames between runs.
class Evaluation {
 public:
  explicit Evaluation(const Library& library) : library_(library), layout_(library.data_types) {}

  /// Returns the flattened body, memoized; null if its values are too large.
  const BodyCode* code_of(const Body& of);
  /// With `is_constant` the outermost code may not use locals, ports or features.
  tl::expected<std::vector<Constant>, EvaluationError> run(const BodyCode& root,
                                                           const std::vector<DataType>& types,
                                                           const EvaluationInputs& inputs,
                                                           bool is_constant);
  ValueLayout& value_layout() { return layout_; }

 private:
  Failure enter(const BodyCode& code, std::uint32_t call_expr);
  Failure execute(Frame& frame, const Instruction& instruction);
  Failure evaluate(Frame& frame, std::uint32_t index);
  Failure read_input(const BodyExpr& expr, const std::vector<Operand>& given, Operand& value) const;
  Operand zero(DataType type);
  Failure compute(Frame& frame, std::uint32_t index);
  Operand select_result(Frame& frame, std::uint32_t index);
  Failure call_leaf(Frame& frame, std::uint32_t index);
  Failure call_port(Frame& frame, std::uint32_t index);
  void assign(Frame& frame, const AssignBody& assignment);
  std::vector<Operand> results_of(Frame& frame, const Instruction& exit, Failure& failure);
  Failure leave(const Instruction& exit);
  void gather(Frame& frame, const BodyExpr& expr);
  Span span_of(const Frame& frame, const Instruction& instruction) const;
  /// Returns one operand per entry of `callee.features`, or the feature that is missing.
  tl::expected<std::vector<Operand>, FeatureId> features_for(const Frame& caller,
                                                             const Body& callee) const;

  const Library& library_;
  ValueLayout layout_;
  std::unordered_map<const Body*, std::optional<BodyCode>> codes_;  // lookups only
  Run run_;
  FrameStack frames_;
  std::vector<Operand> arguments_;  ///< of the current operation
  std::vector<Word> scratch_;
  std::map<std::uint32_t, std::vector<Word>> zeros_;  ///< by size: zero elements for empty arrays
};

}  // namespace weft::interpreter
