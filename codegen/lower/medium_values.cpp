#include "codegen/lower/medium_values.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <variant>

#include "codegen/lower/body_ranges.h"
#include "codegen/lower/fold_arguments.h"
#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/medium_bodies.h"
#include "codegen/lower/medium_errors.h"
#include "codegen/lower/value_ranges.h"
#include "composer/evaluations/plan_demands.h"
#include "fragments/analysis/lipschitz_law.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

bool is_float(const SemanticType& type) {
  return type.data().is_scalar_or_vector() && type.data().is_float_based();
}

// Whether it only selects, arranges or repeats components.
bool moves_components(Operation op) {
  switch (op) {
    case Operation::Literal:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Swizzle:
    case Operation::Index:
    case Operation::Member:
    case Operation::Construct:
    case Operation::Select:
      return true;
    default:
      return false;
  }
}

bool reads_texture(const Body& body) {
  return std::any_of(body.exprs.begin(), body.exprs.end(),
                     [](const BodyExpr& expr) { return expr.type.is_texture(); });
}

class MediumFinder {
 public:
  MediumFinder(const Library& library, const Plan& plan, const StageSlice& slice)
      : library_(library),
        plan_(plan),
        slice_(slice),
        laws_(library, lipschitz_law),
        states_medium_(plan.evaluations.size(), false),
        is_full_(plan.evaluations.size(), false),
        is_sensitive_(plan.evaluations.size(), false),
        ranges_(plan.evaluations.size()),
        errors_(plan.evaluations.size(), 0),
        is_too_far_(plan.evaluations.size(), false),
        may_be_rounded_(plan.evaluations.size(), false),
        is_of_medium_(plan.evaluations.size(), false) {}

  std::vector<MediumRole> run() {
    read_types();
    is_sensitive_ = is_full_;
    find_sensitive();
    permit();
    return give_roles(find_computed());
  }

 private:
  // What types and demands say.
  void read_types() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      read_type(EvaluationId(i), plan_.types[plan_.evaluations[EvaluationId(i)].type]);
    }
    for (const StatedType& stated : plan_.stated_types) {
      if (!stated.is_round_trip) {
        read_type(stated.value, plan_.types[stated.type]);
      }
    }
    for (const DemandedOutput& output : plan_.outputs) {
      const TargetKind target = demand_of(library_, plan_, output).target;
      // A literal may be read elsewhere too.
      if (target != TargetKind::Color && target != TargetKind::None && !is_literal(output.value)) {
        is_full_[output.value.index()] = true;
      }
    }
  }

  void read_type(EvaluationId id, const SemanticType& type) {
    if (!is_float(type)) {
      is_full_[id.index()] = true;
    }
    for (const TraitEntry& entry : type.entries()) {
      const std::optional<Precision>& precision = library_.lattice.value(entry.value).precision;
      if (precision == Precision::Full) {
        is_full_[id.index()] = true;
      } else if (precision == Precision::Medium) {
        states_medium_[id.index()] = true;
      }
    }
  }

  // Readers have greater ids than their inputs.
  void find_sensitive() {
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      const EvaluationId id(i);
      const Evaluation& reader = plan_.evaluations[id];
      if (!is_here(id) || is_of_another_stage(reader.kind)) {
        continue;
      }
      for (std::uint32_t input = 0; input < reader.inputs.size(); ++input) {
        const std::size_t read = reader.inputs[input].index();
        is_sensitive_[read] =
            is_sensitive_[read] || is_sensitive_[i] || !is_continuous(id, reader, input);
      }
    }
  }

  // Functions are counted with each stage: which one calls them is not asked.
  bool is_here(EvaluationId id) const {
    return slice_.needs(id) || plan_.functions.is_in_function(id);
  }

  // Whether an error of one input is one of the same order of what reads it.
  bool is_continuous(EvaluationId id, const Evaluation& reader, std::uint32_t input) {
    std::vector<Law> laws(reader.inputs.size(), Law::Constant);
    laws[input] = Law::Affine;
    if (const auto* operation = std::get_if<OperationEvaluation>(&reader.kind)) {
      return lipschitz_law(operation->op, operation->payload, plan_.types[reader.type].data(),
                           laws) != Law::Nonlinear;
    }
    if (const auto* leaf = std::get_if<LeafEvaluation>(&reader.kind)) {
      // A conversion states a value in another way, and the word of the result's type is about
      // all of them: the transfer function of a color has a branch, but no jump.
      if (input == 0 && states_medium_[id.index()] &&
          library_.fragments[leaf->fragment].is_conversion()) {
        return true;
      }
      const std::vector<Law>& results =
          laws_.results(leaf->fragment, leaf->type_arguments, laws, leaf->special);
      return std::find(results.begin(), results.end(), Law::Nonlinear) == results.end();
    }
    return std::holds_alternative<ResultEvaluation>(reader.kind);
  }

  void permit() {
    ranges_ = value_ranges(library_, plan_, states_medium_);
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const double most =
          states_medium_[i] || is_literal(EvaluationId(i)) ? greatest_medium : greatest_plain;
      may_be_rounded_[i] = !is_full_[i] && ranges_[i].is_within(-most, most) &&
                           !plan_.functions.is_in_function(EvaluationId(i));
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      find_error(EvaluationId(i), evaluation);
      is_of_medium_[i] =
          states_medium_[i] ||
          (may_be_rounded_[i] && !is_too_far_[i] &&
           (is_operator(evaluation) || calls_medium(EvaluationId(i), evaluation)) &&
           std::any_of(evaluation.inputs.begin(), evaluation.inputs.end(),
                       [this](EvaluationId input) { return is_of_medium_[input.index()]; }));
    }
  }

  // What an operator gives if it and all that it reads have medium precision. A type that permits
  // it says that one rounding after the other is well there; of numbers it has to be shown.
  void find_error(EvaluationId id, const Evaluation& evaluation) {
    double& error = errors_[id.index()];
    const ValueRange& range = ranges_[id.index()];
    error = rounding_error(range);
    if (states_medium_[id.index()] || !may_be_rounded_[id.index()]) {
      return;
    }
    const double computed = error_of_operator(evaluation, range);
    is_too_far_[id.index()] = computed > most_medium_error;
    error = is_too_far_[id.index()] ? error : computed;
  }

  double error_of_operator(const Evaluation& evaluation, const ValueRange& range) const {
    std::vector<ValueRange> ranges;
    std::vector<double> errors;
    for (const EvaluationId input : evaluation.inputs) {
      ranges.push_back(ranges_[input.index()]);
      errors.push_back(errors_[input.index()]);
    }
    if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      return operation_error(operation->op, operation->payload, plan_.types[evaluation.type].data(),
                             ranges, errors, range);
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const Body* body = leaf != nullptr ? body_of(library_, *leaf) : nullptr;
    return body != nullptr ? body_ranges(library_, *body, ranges, errors).error
                           : rounding_error(range);
  }

  // Constants are literals, which have the precision of the operands beside them.
  bool is_literal(EvaluationId id) const {
    const EvaluationKind& kind = plan_.evaluations[id].kind;
    const auto* read = std::get_if<ParameterEvaluation>(&kind);
    return std::holds_alternative<ConstantEvaluation>(kind) ||
           (read != nullptr && read->parameter < plan_.static_values.size() &&
            plan_.static_values[read->parameter].has_value());
  }

  // Per evaluation: an operator that is computed with medium precision.
  std::vector<bool> find_computed() {
    std::vector<bool> computed(plan_.evaluations.size(), false);
    std::vector<bool> is_read_in_full(plan_.evaluations.size(), false);
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      const EvaluationId id(i);
      const Evaluation& evaluation = plan_.evaluations[id];
      if (!is_here(id)) {
        continue;
      }
      const bool is_written_here = slice_.needs(id) && is_operator(evaluation);
      const bool may_compute =
          is_written_here || (slice_.needs(id) && calls_medium(id, evaluation));
      computed[i] = may_compute && may_be_rounded_[i] && !is_too_far_[i] && !is_sensitive_[i] &&
                    !is_read_in_full[i] && has_medium_operands(id, evaluation);
      for (const EvaluationId input : evaluation.inputs) {
        const bool is_taken = computed[i] || (!is_written_here && is_of_medium_[input.index()]);
        is_read_in_full[input.index()] = is_read_in_full[input.index()] || !is_taken;
      }
    }
    return computed;
  }

  // Whether it calls a function that can have medium precision throughout. glslang's HLSL would
  // hand that precision down into an int that an argument computes from floats.
  bool calls_medium(EvaluationId id, const Evaluation& evaluation) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const Body* body = leaf != nullptr ? body_of(library_, *leaf) : nullptr;
    if (body == nullptr || only_moves_components(evaluation.kind) ||
        !is_float(plan_.types[evaluation.type])) {
      return false;
    }
    std::vector<ValueRange> inputs;
    std::vector<double> errors;
    inputs.reserve(evaluation.inputs.size());
    errors.reserve(evaluation.inputs.size());
    for (const EvaluationId input : evaluation.inputs) {
      const DataType type = plan_.types[plan_.evaluations[input].type].data();
      if (!type.is_scalar_or_vector() || (type.is_integral() && !is_literal(input))) {
        return false;
      }
      inputs.push_back(ranges_[input.index()]);
      errors.push_back(errors_[input.index()]);
    }
    const double most =
        states_medium_[id.index()] ? std::numeric_limits<double>::infinity() : most_medium_error;
    return allows_medium(library_, *body, inputs, errors, most);
  }

  // Whether the call is written as operators in the line that reads it. Texture reads are not: what
  // they are given are coordinates.
  bool is_operator(const Evaluation& evaluation) const {
    if (std::holds_alternative<OperationEvaluation>(evaluation.kind)) {
      return true;
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const Body* body = leaf != nullptr ? body_of(library_, *leaf) : nullptr;
    if (body == nullptr || signature_of(library_, *leaf).results.size() > 1) {
      return false;
    }
    const std::optional<FoldedBody> folded = fold_part(library_, plan_, evaluation, *leaf);
    return inlined_expression(*leaf, folded ? folded->body : *body) && !reads_texture(*body);
  }

  // Conditions and indices have no precision. Matrices, structs and arrays have the full one.
  bool has_medium_operands(EvaluationId id, const Evaluation& evaluation) {
    for (std::uint32_t i = 0; i < evaluation.inputs.size(); ++i) {
      const EvaluationId input = evaluation.inputs[i];
      const DataType type = plan_.types[plan_.evaluations[input].type].data();
      const bool has_none = type.is_scalar_or_vector() && !type.is_float_based();
      if (!has_none && !(may_be_rounded_[input.index()] && is_continuous(id, evaluation, i))) {
        return false;
      }
    }
    return true;
  }

  bool only_moves_components(const EvaluationKind& kind) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&kind);
    if (leaf == nullptr) {
      return true;
    }
    const Body& body = *body_of(library_, *leaf);
    return std::all_of(body.exprs.begin(), body.exprs.end(),
                       [](const BodyExpr& expr) { return moves_components(expr.op); });
  }

  // Operators that only move components count where a real one reads them, or where they read one.
  std::vector<MediumRole> give_roles(const std::vector<bool>& computed) const {
    std::vector<bool> is_operand(plan_.evaluations.size(), false);
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      const Evaluation& reader = plan_.evaluations[EvaluationId(i)];
      if (computed[i] && (is_operand[i] || !only_moves_components(reader.kind))) {
        for (const EvaluationId input : reader.inputs) {
          is_operand[input.index()] = true;
        }
      }
    }
    std::vector<MediumRole> roles(plan_.evaluations.size(), MediumRole::None);
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const EvaluationId id(i);
      const Evaluation& evaluation = plan_.evaluations[id];
      const bool reads_computed = std::any_of(
          evaluation.inputs.begin(), evaluation.inputs.end(),
          [&](EvaluationId input) { return roles[input.index()] == MediumRole::Computed; });
      if (computed[i] &&
          (is_operand[i] || reads_computed || !only_moves_components(evaluation.kind))) {
        roles[i] = MediumRole::Computed;
      } else if (is_operand[i] && may_be_rounded_[i] && !is_literal(id)) {
        roles[i] = MediumRole::Rounded;
      }
    }
    return roles;
  }

  const Library& library_;
  const Plan& plan_;
  const StageSlice& slice_;
  LeafLaws laws_;
  // Per evaluation:
  std::vector<bool> states_medium_;  // some type of it permits medium precision
  std::vector<bool> is_full_;        // some type of it, or a demand, keeps full precision
  std::vector<bool> is_sensitive_;   // and those from which such a value is computed
  std::vector<ValueRange> ranges_;
  std::vector<double> errors_;        // with medium precision
  std::vector<bool> is_too_far_;      // numbers whose error would be too great
  std::vector<bool> may_be_rounded_;  // for operators that are computed with medium precision
  std::vector<bool> is_of_medium_;    // its type permits it, or that of what operators made it of
};

}  // namespace

std::vector<MediumRole> find_medium_values(const Library& library, const Plan& plan,
                                           const StageSlice& slice) {
  const Profile& profile = library.profiles[plan.profile];
  if (setting_word(library, profile, "precision") != "medium") {
    return {};
  }
  return MediumFinder(library, plan, slice).run();
}

}  // namespace weft
