#include "composer/placement/placement_model.h"

#include <algorithm>

#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/placement/evaluation_laws.h"
#include "fragments/model/setting_values.h"
#include "support/flag.h"

namespace weft {
namespace {

class Modelling {
 public:
  Modelling(const Library& library, const Plan& plan, const VertexTwins& twins, LibraryFacts& facts)
      : library_(library), plan_(plan), twins_(twins), facts_(facts) {}

  PlacementModel run() {
    const std::vector<Law> laws = evaluation_laws(library_, facts_.laws, plan_);
    model_.operations = operations_with_functions(facts_.operations, plan_);
    find_flat_alone();
    find_fragments_needed();
    find_calls_with_affine_results(laws);
    model_.nodes.resize(plan_.evaluations.size());
    model_.cut.nodes.reserve(plan_.evaluations.size());
    model_.evaluations.reserve(plan_.evaluations.size());
    model_.is_flat.resize(plan_.evaluations.size(), false);
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      // Evaluations inside a function count with the call that takes it.
      const bool varies = evaluation.stage == Stage::Fragment &&
                          !is_single(evaluation.natural_rate) &&
                          !plan_.functions.is_in_function(EvaluationId(i));
      if (varies) {
        model_.nodes[i] = add_node(EvaluationId(i), evaluation, laws);
      }
    }
    for (const DemandedOutput& output : plan_.outputs) {
      const std::optional<std::uint32_t>& node = model_.nodes[output.value.index()];
      if (node && demand_of(library_, plan_, output).stage == Stage::Fragment) {
        CutNode reader{Freedom::Fragment};
        reader.inputs = {*node};
        if (is_taken_flat(output.value, laws[output.value.index()])) {
          // The value crosses flat, for its demand only.
          CutNode copy{Freedom::Either};
          copy.components = interpolated_components(plan_.evaluations[output.value]);
          copy.inputs = {*node};
          reader.inputs = {add(std::move(copy), output.value)};
        }
        add(std::move(reader), output.value);
      }
    }
    return std::move(model_);
  }

 private:
  std::uint32_t add(CutNode node, EvaluationId id) {
    model_.cut.nodes.push_back(std::move(node));
    model_.evaluations.push_back(id);
    return static_cast<std::uint32_t>(model_.cut.nodes.size() - 1);
  }

  std::uint32_t add_node(EvaluationId id, const Evaluation& evaluation,
                         const std::vector<Law>& laws) {
    CutNode node;
    node.components = interpolated_components(evaluation);
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      node.freedom = Freedom::Vertex;
      return add(std::move(node), id);
    }
    const bool has_functions = plan_.functions.first[id.index()].has_value();
    const EvaluationIds around =
        has_functions ? direct_inputs(plan_.functions, library_, evaluation, id) : EvaluationIds();
    const EvaluationIds& inputs = has_functions ? around : evaluation.inputs;
    node.inputs.reserve(inputs.size());
    for (const EvaluationId input : inputs) {
      const std::optional<std::uint32_t>& known = model_.nodes[input.index()];
      const bool is_new =
          known && std::find(node.inputs.begin(), node.inputs.end(), *known) == node.inputs.end();
      if (is_new) {
        node.inputs.push_back(*known);
      }
    }
    const std::uint64_t operations = model_.operations[id.index()];
    const bool commutes = commutes_with_interpolation(laws[id.index()]);
    const bool is_flat = is_taken_flat(id, laws[id.index()]);
    if (is_flat) {
      node.components.reset();  // crosses flat with its demand (see the copy above), or not at all
    }
    const bool is_movable =
        (commutes || is_flat || has_affine_result_[id.index()]) && is_known_at_vertex(id, inputs);
    model_.is_flat[id.index()] = is_flat;
    node.freedom = is_movable ? Freedom::Either : Freedom::Fragment;
    node.fragment_operations = operations;
    node.vertex_operations = twins_[id.index()] ? 0 : operations;
    // Elsewhere a second run costs at least as much as interpolation.
    node.is_repeatable =
        is_movable && !is_flat && (!node.components || operations < *node.components);
    return add(std::move(node), id);
  }

  // A call with several results is interpolated result by result. Bools, integers, structs and
  // arrays cannot be interpolated.
  std::optional<std::uint32_t> interpolated_components(const Evaluation& evaluation) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const bool is_call = std::holds_alternative<LoopEvaluation>(evaluation.kind) ||
                         (leaf != nullptr && signature_of(library_, *leaf).results.size() > 1);
    const DataType type = plan_.types[evaluation.type].data();
    const bool is_input = std::holds_alternative<InterpolateEvaluation>(evaluation.kind);
    if (is_call || (!is_input && !(type.is_float_based() && type.is_scalar_or_vector()))) {
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(type.component_count());
  }

  /// Finds the evaluations that only flat demands need.
  void find_flat_alone() {
    is_flat_alone_.assign(plan_.evaluations.size(), true);
    for (const DemandedOutput& output : plan_.outputs) {
      const ProfileDemand& demand = demand_of(library_, plan_, output);
      is_flat_alone_[output.value.index()] =
          is_flat_alone_[output.value.index()] && demand.is_flat && is_last_stage(demand.stage);
    }
    for (std::size_t i = plan_.evaluations.size(); i-- > 0;) {
      for (const EvaluationId input : plan_.evaluations[EvaluationId(i)].inputs) {
        is_flat_alone_[input.index()] = is_flat_alone_[input.index()] && is_flat_alone_[i];
      }
    }
  }

  /// Finds the calls of several results of which one can be interpolated, whatever the others are.
  void find_calls_with_affine_results(const std::vector<Law>& laws) {
    has_affine_result_.assign(plan_.evaluations.size(), false);
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if (std::holds_alternative<ResultEvaluation>(evaluation.kind) &&
          commutes_with_interpolation(laws[i])) {
        const EvaluationId call = evaluation.inputs[0];
        has_affine_result_[call.index()] = !needs_fragments(plan_.evaluations[call]);
      }
    }
  }

  bool is_taken_flat(EvaluationId id, Law law) {
    return !commutes_with_interpolation(law) && is_flat_alone_[id.index()] &&
           !gives_fragments_[id.index()] && !needs_fragments(plan_.evaluations[id]);
  }

  /// Whether it takes derivatives (even of constants, the result depends on the stage) or reads a
  /// feature.
  bool needs_fragments(const Evaluation& evaluation) {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf == nullptr) {
      return std::holds_alternative<FeatureEvaluation>(evaluation.kind);
    }
    const std::vector<Law>& laws = facts_.laws.results(
        leaf->fragment, leaf->type_arguments,
        std::vector<Law>(evaluation.inputs.size(), Law::Constant), leaf->special);
    return signature_of(library_, *leaf).is_field ||
           std::find(laws.begin(), laws.end(), Law::Nonlinear) != laws.end();
  }

  /// Per evaluation: whether a function that it takes needs the fragment stage.
  void find_fragments_needed() {
    gives_fragments_.assign(plan_.evaluations.size(), false);
    for (const PlanFunction& function : plan_.functions.functions) {  // inner ones first
      for (const EvaluationId id : function.body) {
        gives_fragments_[function.leaf.index()] = gives_fragments_[function.leaf.index()] ||
                                                  gives_fragments_[id.index()] ||
                                                  needs_fragments(plan_.evaluations[id]);
      }
    }
  }

  bool is_known_at_vertex(EvaluationId id, const EvaluationIds& inputs) const {
    const EvaluationKind& kind = plan_.evaluations[id].kind;
    const bool is_computed = std::holds_alternative<LeafEvaluation>(kind) ||
                             std::holds_alternative<LoopEvaluation>(kind) ||
                             std::holds_alternative<ResultEvaluation>(kind) ||
                             std::holds_alternative<OperationEvaluation>(kind);
    return is_computed && !gives_fragments_[id.index()] &&
           std::all_of(inputs.begin(), inputs.end(), [this](EvaluationId input) {
             // Values without a node are single and can be computed in either stage.
             const std::optional<std::uint32_t>& node = model_.nodes[input.index()];
             return !node || model_.cut.nodes[*node].freedom != Freedom::Fragment;
           });
  }

  const Library& library_;
  const Plan& plan_;
  const VertexTwins& twins_;
  LibraryFacts& facts_;
  std::vector<Flag> is_flat_alone_;      // per evaluation: needed by flat demands only
  std::vector<Flag> has_affine_result_;  // per evaluation: a call
  std::vector<Flag>
      gives_fragments_;  // per evaluation: takes a function that needs the fragment stage
  PlacementModel model_;
};

}  // namespace

RunCounts run_counts(const Library& library, const Profile& profile,
                     const PlacementOptions& options) {
  const RunCounts declared = run_counts(library, profile);
  return {options.vertices.value_or(declared.vertices),
          options.fragments.value_or(declared.fragments)};
}

bool has_uniform_program(const Library& library, const Profile& profile,
                         const PlacementOptions& options) {
  return options.uniform_program.value_or(setting_word(library, profile, "uniform_program") !=
                                          "off");
}

bool may_split_leaves(const Library& library, const Profile& profile,
                      const PlacementOptions& options) {
  return options.splits_leaves.value_or(setting_word(library, profile, "split_leaves") != "off");
}

std::optional<std::uint32_t> interpolant_budget(const Library& library, const Profile& profile,
                                                const PlacementOptions& options) {
  const auto limit = setting_number(library, profile, "interpolants");
  return options.interpolants || !limit ? options.interpolants
                                        : std::optional(static_cast<std::uint32_t>(*limit));
}

PlacementModel model_placement(const Library& library, const Plan& plan, const VertexTwins& twins,
                               const PlacementOptions& options, LibraryFacts& facts) {
  PlacementModel model = Modelling(library, plan, twins, facts).run();
  const Profile& profile = library.profiles[plan.profile];
  const RunCounts runs = run_counts(library, profile, options);
  model.cut.vertices = runs.vertices;
  model.cut.fragments = runs.fragments;
  model.cut.budget = interpolant_budget(library, profile, options);
  return model;
}

}  // namespace weft
