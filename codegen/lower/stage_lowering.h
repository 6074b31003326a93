#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/lower/body_writer.h"
#include "codegen/lower/folded_leaves.h"
#include "codegen/lower/leaf_functions.h"
#include "codegen/lower/lower_stage.h"
#include "codegen/lower/select_branches.h"

// The plan is a DAG of evaluations, a shader a list of named lines. An evaluation is inlined into
// its reader if it is unnamed or trivial, the expression stays shallow, and there is only one
// reader or repeating it is free; otherwise it gets a local (StageLowering::keep).
//
// StageLowering holds what has been lowered so far and decides that question. How each kind of
// evaluation becomes code is a file of its own: lower_evaluations.h (constants, reads, operations),
// lower_calls.h (leaves), lower_loops.h (loops and maps), lower_functions.h (functions passed to
// leaves), lower_select.h (branches), write_outputs.h (what leaves the stage).

namespace weft {

/// How to read a lowered value.
struct LoweredValue {
  std::optional<BodyExprId> expr;    ///< an expression that can be written at the read
  std::optional<Symbol> symbol;      ///< a texture
  std::optional<BodyExprId> stored;  ///< a struct, array or matrix in the host's storage form
  DataType type = {};                ///< with `stored`: the type that bodies see
  std::optional<std::uint32_t> first_result;  ///< the first of the locals of several results
  std::optional<BodyExprId> rounded;  ///< for operators that are computed with medium precision
};

/// The function being written: `main`, or a function passed to a leaf. Steps of loops and branches
/// are blocks in the frame around them. All tables are per evaluation.
struct LoweringFrame {
  BodyWriter writer;
  std::vector<LoweredValue>* values = nullptr;
  std::vector<std::uint32_t>* uses = nullptr;  ///< how many readers it has in this frame
  const SelectBranches* branches = nullptr;
  const std::vector<EvaluationId>* next_states = nullptr;  ///< of the loop being written
  bool computes_with_medium = false;  ///< the evaluation being written, an operator
  /// Before the test of coverage: EarlyDiscard::is_read_after.
  const std::vector<bool>* read_after_discard = nullptr;
};

/// The functions passed to leaves. The tables of evaluations are those of the function being
/// written; what belongs to the functions around it is set aside.
struct PassedFunctions {
  std::vector<LoweredValue> values;
  std::vector<std::uint32_t> uses;
  std::vector<std::optional<std::uint32_t>>
      at;  ///< per function of the plan: in Program::functions
  std::vector<std::vector<EvaluationId>>
      captured;  ///< per function of the plan: the captures that it takes as parameters
};

/// One stage while its evaluations are lowered in plan order.
class StageLowering {
 public:
  /// `wishes`: per evaluation, a name. All references must outlive the object.
  StageLowering(const LoweringInput& input, Stage stage, const StageSlice& slice,
                const std::vector<std::string_view>& wishes);
  StageLowering(const StageLowering&) = delete;
  StageLowering& operator=(const StageLowering&) = delete;

  const LoweringInput& input() const { return input_; }
  const Plan& plan() const { return input_.plan; }
  DataType type_of(EvaluationId id) const {
    return input_.plan.types[input_.plan.evaluations[id].type].data();
  }
  std::string_view wish(EvaluationId id) const { return wishes_[id.index()]; }

  Program& program() { return program_; }
  const Namer& names() const { return names_; }
  LeafFunctions& functions() { return functions_; }
  FoldedLeaves& folded() { return folded_; }
  PassedFunctions& passed() { return passed_; }
  LoweringFrame& frame() { return frame_; }
  BodyWriter& writer() { return frame_.writer; }
  Body& body() { return frame_.writer.body(); }

  LoweredValue& known(EvaluationId id) { return (*frame_.values)[id.index()]; }
  /// The value as an expression of its own type.
  BodyExprId value(EvaluationId id);
  /// The value as an argument of that type. Scalars are splatted where a vector is wanted.
  BodyExprId argument(EvaluationId id, DataType type);

  /// Makes the expression the value: inlined or in a local. `is_plain`: inlined even if the value
  /// has a name.
  void keep(EvaluationId id, BodyExprId expr, bool is_plain);
  /// Keeps a value in its stored form while only parts of it are read; a part is loaded once it is
  /// small enough.
  void keep_stored(EvaluationId id, BodyExprId stored, DataType type);
  /// Makes the expression the value, in a local.
  BodyExprId add_line(EvaluationId id, BodyExprId expr);
  /// Whether it is computed with medium precision, or rounded to it for others.
  MediumRole medium_role(EvaluationId id) const {
    const bool has_roles = program_.stage == Stage::Fragment && !input_.medium.empty();
    return has_roles ? input_.medium[id.index()] : MediumRole::None;
  }
  /// Makes the symbol the value. The interface must have it.
  void read(EvaluationId id, const std::optional<Symbol>& symbol);

  /// The program, after `main` is complete.
  Program finish();

 private:
  std::uint32_t uses(EvaluationId id) const { return (*frame_.uses)[id.index()]; }
  bool is_next_state(EvaluationId id) const;
  BodyExprId rounded(EvaluationId id, BodyExprId full);

  const LoweringInput& input_;
  const std::vector<std::string_view>& wishes_;
  std::vector<bool> is_first_state_;  // per evaluation: it is the initial value of a loop's state
  std::vector<bool> is_invariant_;    // per evaluation: loops read it; empty without loops
  Program program_;
  Namer names_;
  FoldedLeaves folded_;
  LeafFunctions functions_;
  std::vector<LoweredValue> values_;  // of `main`
  std::vector<std::uint32_t> uses_;   // of `main`
  PassedFunctions passed_;
  LoweringFrame frame_;
};

/// Takes the entries of `ids` out of a table; put_back() restores them.
template <typename T>
std::vector<T> take_aside(const std::vector<EvaluationId>& ids, std::vector<T>& of) {
  std::vector<T> kept;
  kept.reserve(ids.size());
  for (const EvaluationId id : ids) {
    kept.push_back(std::exchange(of[id.index()], T()));
  }
  return kept;
}

template <typename T>
void put_back(const std::vector<EvaluationId>& ids, std::vector<T>& of, std::vector<T> kept) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    of[ids[i].index()] = std::move(kept[i]);
  }
}

}  // namespace weft
