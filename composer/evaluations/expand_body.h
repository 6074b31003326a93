#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/evaluations/value_assembler.h"
#include "fragments/interpreter/body_code.h"
#include "fragments/model/library.h"

namespace weft {

/// Flattened bodies of a library, made when they are asked for.
class FlatBodies {
 public:
  FlatBodies(const Library& library, interpreter::ValueLayout& layout)
      : library_(library), layout_(layout) {}

  const Library& library() const { return library_; }
  /// Null if the body's values are too large.
  const interpreter::BodyCode* find(const Body& body);
  /// Whether the body or one that it calls has a loop. O(bodies below it).
  bool has_loop(const Body& body);
  /// The body that a call evaluates; null if there is none.
  const Body* callee(const BodyCall& call) const;

 private:
  const Library& library_;
  interpreter::ValueLayout& layout_;
  std::unordered_map<const Body*, std::optional<interpreter::BodyCode>> codes_;  // lookups only
  std::unordered_map<const Body*, bool> has_loop_;                               // lookups only
};

/// Expands one call of a leaf, with everything that it calls, into instructions.
class BodyExpansion {
 public:
  /// Expands a call of the leaf's function port `port_call` and returns its value.
  using CallPort =
      std::function<ValueRegister(const PortCall& call, std::span<const ValueRegister> arguments)>;

  BodyExpansion(ValueAssembler& assembler, FlatBodies& bodies, CallPort call_port)
      : assembler_(assembler), bodies_(bodies), call_port_(std::move(call_port)) {}

  /// Returns the results. Fails the assembler where the interpreter has to evaluate the body.
  std::vector<ValueRegister> expand(const Body& body, std::vector<ValueRegister> ports,
                                    std::vector<ValueRegister> features);

 private:
  /// A body that is being expanded: its registers, and the instructions made so far.
  struct Frame {
    const interpreter::BodyCode* code = nullptr;
    std::uint32_t call = 0;  ///< the call expression in the caller's frame
    std::uint32_t next = 0;
    std::uint32_t words = 0;  ///< where the frame's words begin
    std::vector<ValueRegister> ports, features;
    std::vector<ValueRegister> values;                            ///< per expression
    std::map<std::uint32_t, std::vector<ValueRegister>> several;  ///< per call with several results
    std::vector<bool> is_target;                                  ///< per instruction of the body
    std::vector<std::uint32_t> starts;                            ///< the same: where it begins
    std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps;   ///< and their targets in the body
    std::vector<std::uint32_t> exits;                             ///< jumps to the end
    std::vector<ValueRegister> results;
    bool copies_results = false;
  };

  void enter(const Body& body, std::uint32_t call, std::vector<ValueRegister> ports,
             std::vector<ValueRegister> features);
  void leave();
  void translate(const interpreter::Instruction& instruction);
  void exit(const interpreter::Instruction& instruction);
  void evaluate(std::uint32_t index);
  void compute(std::uint32_t index);
  void take_length(std::uint32_t index);
  void call_leaf(std::uint32_t index);
  void assign(const AssignBody& assignment);
  ValueRegister range(interpreter::WordRange range, DataType type) const;
  std::vector<ValueRegister> operands_of(const BodyExpr& expr) const;
  void spend(std::uint32_t steps) { pending_ += counter_ ? steps : 0; }
  void flush();

  ValueAssembler& assembler_;
  FlatBodies& bodies_;
  CallPort call_port_;
  std::vector<Frame> frames_;
  std::optional<ValueRegister> counter_;  ///< of steps, where there are loops
  std::uint32_t pending_ = 0;             ///< steps of the current block
  std::vector<ValueRegister> results_;
};

}  // namespace weft
