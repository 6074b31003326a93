#include "composer/verification/verify_plan.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/verification/bound_types.h"
#include "composer/verification/handed_on_types.h"
#include "composer/verification/member_reads.h"
#include "composer/verification/mixed_operands.h"
#include "composer/verification/moved_values.h"
#include "composer/verification/plan_meaning.h"
#include "composer/verification/plan_record.h"
#include "composer/verification/result_reads.h"
#include "composer/verification/state_reads.h"
#include "composer/verification/value_demands.h"
#include "fragments/model/unread_members.h"

namespace weft {
namespace {

class Verifier {
 public:
  Verifier(const Library& library, const Plan& naive, const PlacedPlan& placed,
           const PlacementOptions& options, OperationLaw operation)
      : library_(library),
        naive_(naive),
        placed_(placed),
        plan_(placed.plan),
        profile_(library.profiles[naive.profile]),
        options_(options),
        operation_(operation) {}

  std::vector<PlanFault> run() {
    check_order();
    check_shapes();
    if (faults_.empty()) {
      for (ResultFault& fault : find_result_faults(library_, placed_)) {
        faults_.push_back({PlanRule::Context, fault.evaluation, std::move(fault.text)});
      }
    }
    if (faults_.empty() && !has_its_functions(library_, plan_)) {
      report(PlanRule::Record, 0, "the functions are not those of the evaluations");
    }
    if (!faults_.empty()) {
      return std::move(faults_);
    }
    check_stages();
    check_rates();
    check_types();
    for (UndeclaredReading& reading : find_undeclared_readings(library_, naive_)) {
      faults_.push_back({PlanRule::Signature, reading.reader, std::move(reading.text)});
    }
    check_contexts();
    check_injections();
    for (MemberFault& fault : find_member_faults(library_, plan_)) {
      faults_.push_back({PlanRule::Context, fault.reader, std::move(fault.text)});
    }
    check_meaning_and_laws();
    check_budget();
    return std::move(faults_);
  }

 private:
  template <typename... Arguments>
  void report(PlanRule rule, std::size_t evaluation, fmt::format_string<Arguments...> text,
              Arguments&&... arguments) {
    faults_.push_back(
        {rule, EvaluationId(evaluation), fmt::format(text, std::forward<Arguments>(arguments)...)});
  }
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }

  void check_order() {
    if (plan_.material != naive_.material || plan_.profile != naive_.profile) {
      report(PlanRule::Record, 0, "the plan is of another material or profile");
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      for (const EvaluationId input : evaluation(EvaluationId(i)).inputs) {
        if (input.index() >= i) {
          report(PlanRule::Order, i, "reads %{}, which does not stand before it", input.index());
        }
      }
    }
    for (const DemandedOutput& output : plan_.outputs) {
      if (output.demand >= demand_count(profile_, library_.materials[naive_.material])) {
        report(PlanRule::Order, 0, "an output is of demand {}, which is not there", output.demand);
      }
      if (output.value.index() >= plan_.evaluations.size()) {
        report(PlanRule::Order, 0, "an output is %{}, which is not there", output.value.index());
      }
    }
  }

  /// Checks what the other rules rely on when they read inputs.
  void check_shapes() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      const std::size_t count = each.inputs.size();
      const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
      const bool is_read = std::holds_alternative<ConstantEvaluation>(each.kind) ||
                           std::holds_alternative<FeatureEvaluation>(each.kind) ||
                           std::holds_alternative<ParameterEvaluation>(each.kind) ||
                           std::holds_alternative<BoundEvaluation>(each.kind);
      const bool is_fine = is_read           ? count == 0
                           : loop != nullptr ? count == 1 + 2 * loop->states.size()
                           : std::holds_alternative<StateEvaluation>(each.kind)     ? count == 2
                           : std::holds_alternative<MapEvaluation>(each.kind)       ? count >= 2
                           : std::holds_alternative<LeafEvaluation>(each.kind)      ? true
                           : std::holds_alternative<OperationEvaluation>(each.kind) ? count >= 1
                                                                                    : count == 1;
      if (!is_fine) {
        report(PlanRule::Type, i, "has {} inputs", count);
      }
      const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
      if (function_level(each) > greatest_function_level ||
          (bound != nullptr && bound->level > greatest_function_level)) {
        report(PlanRule::Type, i, "is of a function that is nested too deep");
      }
      const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
      if (leaf != nullptr && !has_injections(*leaf)) {
        report(PlanRule::Type, i, "leaves out what its leaf does not inject");
      }
      if (leaf != nullptr && !has_part(*leaf)) {
        report(PlanRule::Type, i, "is no part of its leaf");
      }
      if (each.type.index() >= plan_.types.size()) {
        report(PlanRule::Type, i, "has a type that is not there");
      }
    }
  }

  /// Whether the call's list of unread injections is sorted and names injections of the leaf.
  /// Members of its result are checked with their readers.
  bool has_injections(const LeafEvaluation& leaf) const {
    const std::vector<FragmentPort>& ports = library_.fragments[leaf.fragment].ports;
    return std::is_sorted(leaf.special.unread.begin(), leaf.special.unread.end(),
                          std::less_equal<>()) &&
           std::all_of(
               leaf.special.unread.begin(), leaf.special.unread.end(),
               [&](const UnreadFeature& one) {
                 return one.port == result_members ||
                        (one.port < ports.size() && one.position < ports[one.port].injected.size());
               });
  }

  /// Whether the results that a part leaves out are some of several, in order.
  static bool has_results_left(const Fragment& leaf, const LeafPart& part) {
    const std::vector<std::uint32_t>& unread = part.unread_results;
    return unread.empty() || (!part.value && unread.back() < leaf.results.size() &&
                              unread.size() < leaf.results.size() &&
                              std::is_sorted(unread.begin(), unread.end(), std::less_equal<>()));
  }

  /// Whether the call's part, if any, is one that its leaf has.
  bool has_part(const LeafEvaluation& leaf) const {
    const LeafPart* part = leaf.special.part.get();
    if (part == nullptr) {
      return true;
    }
    const Body* body = find_body(library_, leaf.fragment, leaf.type_arguments,
                                 Specialization{leaf.special.unread, nullptr});
    const auto is_inside = [&](BodyExprId id) { return id.index() < body->exprs.size(); };
    return body != nullptr && has_results_left(library_.fragments[leaf.fragment], *part) &&
           (!part->value || is_inside(*part->value)) &&
           std::all_of(part->below.begin(), part->below.end(), is_inside) &&
           leaf.special.part == library_.specialized->find_part(library_, *body, leaf.fragment,
                                                                leaf.type_arguments,
                                                                leaf.special.unread, part->key());
  }

  /// Functions must not read features that their leaf does not inject.
  void check_injections() {
    for (const PlanFunction& function : plan_.functions.functions) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation(function.leaf).kind);
      for (const EvaluationId id : function.body) {
        const auto* bound = std::get_if<BoundEvaluation>(&evaluation(id).kind);
        if (leaf != nullptr && bound != nullptr && bound->level == function.level &&
            std::find(leaf->special.unread.begin(), leaf->special.unread.end(),
                      UnreadFeature{port_of_whole(*leaf, function.port), bound->parameter}) !=
                leaf->special.unread.end()) {
          report(PlanRule::Context, id.index(), "reads a feature that %{} does not inject",
                 function.leaf.index());
        }
      }
    }
  }

  void check_stages() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      const bool crosses = std::holds_alternative<InterpolateEvaluation>(each.kind);
      if (crosses && (each.stage != Stage::Fragment || each.inputs.size() != 1)) {
        report(PlanRule::Stage, i, "an interpolation is one value of the fragment stage");
      }
      const bool is_result = std::holds_alternative<UniformEvaluation>(each.kind);
      if (is_result && (each.stage == Stage::Host || each.inputs.size() != 1)) {
        report(PlanRule::Stage, i, "a result of the uniform program is one value of a shader");
      }
      for (const EvaluationId input : each.inputs) {
        const Stage expected = crosses ? Stage::Vertex : is_result ? Stage::Host : each.stage;
        if (evaluation(input).stage != expected) {
          report(PlanRule::Stage, i, "reads %{} of the other stage", input.index());
        }
      }
      if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
        const Rate rate = library_.features[feature->feature].rate;
        const bool is_here = is_single(rate) || rate == element_rate(each.stage) ||
                             (each.stage == Stage::Vertex && rate == Rate::Instance);
        if (!is_here) {
          report(PlanRule::Stage, i, "reads '{}', which this stage does not have",
                 library_.text(library_.features[feature->feature].path));
        }
      }
    }
    for (const DemandedOutput& output : plan_.outputs) {
      const Stage stage = demand_of(library_, plan_, output).stage;
      if (evaluation(output.value).stage != stage) {
        report(PlanRule::Stage, output.value.index(), "is demanded by the other stage");
      }
    }
  }

  void check_rates() {
    if (placed_.rates.size() != plan_.evaluations.size()) {
      report(PlanRule::Rate, 0, "there are {} rates", placed_.rates.size());
      return;
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      const Rate rate = placed_.rates[i];
      if (each.stage == Stage::Vertex && rate > Rate::Vertex) {
        report(PlanRule::Rate, i, "of the vertex stage has the rate {}", rate_name(rate));
      }
      const bool varies = !is_single(rate) && !plan_.functions.is_in_function(EvaluationId(i));
      if (each.stage == Stage::Host && varies) {
        report(PlanRule::Rate, i, "of the host has the rate {}", rate_name(rate));
      }
      if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
        const Rate known = library_.features[feature->feature].rate;
        if (!is_at_most(known, rate)) {
          report(PlanRule::Rate, i, "of rate {} reads a feature of rate {}", rate_name(rate),
                 rate_name(known));
        }
      }
      // Parameters vary inside functions, and a declared dependence may ignore inputs.
      const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
      const bool is_plain =
          !plan_.functions.first[i] &&
          !(leaf != nullptr && !library_.fragments[leaf->fragment].depends_on.empty());
      for (const EvaluationId input : each.inputs) {
        const Rate below = placed_.rates[input.index()];
        if (is_plain && !is_at_most(below, rate)) {
          report(PlanRule::Rate, i, "of rate {} reads %{} of rate {}", rate_name(rate),
                 input.index(), rate_name(below));
        }
      }
    }
  }

  /// Checks the parts of ports' demands that no variable decides. Constants adopt the demanded
  /// type.
  void check_types() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const auto* leaf = std::get_if<LeafEvaluation>(&evaluation(EvaluationId(i)).kind);
      if (leaf != nullptr) {
        check_call(i, *leaf);
      }
      check_members(i);
    }
    for (const DemandedOutput& output : plan_.outputs) {
      check_input(output.value.index(), output.value, demand_of(library_, plan_, output).type);
    }
    for (const StateFault& fault : find_state_faults(library_, plan_)) {
      report(PlanRule::Type, fault.reader.index(), "{}", fault.text);
    }
    if (faults_.empty()) {
      for (const BoundTypeFault& fault : find_bound_type_faults(library_, plan_)) {
        report(PlanRule::Type, fault.reader.index(), "{}", fault.text);
      }
      for (const MixedOperands& mixed : find_mixed_operands(library_, plan_)) {
        report(PlanRule::Type, mixed.reader.index(), "{}", mixed.text);
      }
    }
  }

  /// Members of a struct are constructed from, and read with, their declared types.
  void check_members(std::size_t i) {
    const Evaluation& each = evaluation(EvaluationId(i));
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    if (operation == nullptr) {
      return;
    }
    const SemanticType& type = plan_.types[each.type];
    if (operation->op == Operation::Construct && type.data().is_struct()) {
      const auto& members = library_.data_types.structure(type.data()).members;
      if (each.inputs.size() != members.size()) {
        report(PlanRule::Type, i, "gives {} values to {} members", each.inputs.size(),
               members.size());
        return;
      }
      for (std::size_t member = 0; member < members.size(); ++member) {
        check_read(i, each.inputs[member], SemanticType(members[member]),
                   members[member].states_traits);
      }
    } else if (operation->op == Operation::Member) {
      check_member(i, operation->payload);
    }
  }

  void check_member(std::size_t i, std::uint32_t position) {
    const Evaluation& each = evaluation(EvaluationId(i));
    const DataType object = plan_.types[evaluation(each.inputs.at(0)).type].data();
    const SemanticType& type = plan_.types[each.type];
    if (!object.is_struct() || position >= library_.data_types.structure(object).members.size()) {
      report(PlanRule::Type, i, "reads a member that is not there");
      return;
    }
    const SemanticType declared(library_.data_types.structure(object).members[position]);
    // A value that a leaf passes to a function has the parameter's type, also where the host reads
    // it.
    const bool is_given =
        each.stage == Stage::Host && plan_.functions.is_in_function(EvaluationId(i));
    if (is_given ? type.data() != declared.data() : type != declared) {
      report(PlanRule::Type, i, "is {}, but the member is {}", library_.type_name(type),
             library_.type_name(declared));
    }
  }

  void check_call(std::size_t i, const LeafEvaluation& leaf) {
    const Fragment& fragment = signature_of(library_, leaf);
    const EvaluationIds& inputs = evaluation(EvaluationId(i)).inputs;
    if (leaf.type_arguments.size() != fragment.type_parameters.size()) {
      report(PlanRule::Type, i, "has {} type arguments for {} type parameters",
             leaf.type_arguments.size(), fragment.type_parameters.size());
      return;
    }
    const std::vector<FeatureId>& features = features_of(library_, leaf);
    if (inputs.size() != fragment.ports.size() + features.size()) {
      report(PlanRule::Type, i, "has {} inputs for {} ports and {} features", inputs.size(),
             fragment.ports.size(), features.size());
      return;
    }
    for (std::size_t port = 0; port < inputs.size(); ++port) {
      if (port >= fragment.ports.size()) {
        const Feature& feature = library_.features[features[port - fragment.ports.size()]];
        check_read(i, inputs[port], feature.type, feature.states_traits);
      } else if (fragment.ports[port].kind == FragmentPort::Kind::Value) {
        check_input(
            i, inputs[port],
            demand_of_pattern(library_, fragment, fragment.ports[port].type, leaf.type_arguments));
      }
    }
  }

  void check_input(std::size_t reader, EvaluationId input, const Demand& demand) {
    if (!meets_demand(library_, plan_, input, demand)) {
      report(PlanRule::Type, reader, "reads %{}, which is {}, as {}", input.index(),
             library_.type_name(plan_.types[evaluation(input).type]), library_.type_name(demand));
    }
  }

  /// Checks an input that is read as a declared type, which has its defaults if it states traits.
  void check_read(std::size_t reader, EvaluationId input, const SemanticType& type,
                  bool states_traits) {
    check_input(reader, input,
                states_traits ? read_as(library_, plan_, input, type) : demand_of(type));
  }

  void check_contexts() {
    if (plan_.needs.size() != plan_.evaluations.size()) {
      report(PlanRule::Context, 0, "there are needs of {} values", plan_.needs.size());
      return;
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      FeatureSet needs;
      if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
        needs.insert(feature->feature);
        const bool is_provided = std::any_of(
            profile_.provided.begin(), profile_.provided.end(), [&](const ProvidedFeature& one) {
              return one.feature == feature->feature && one.provision != Provision::Definition;
            });
        if (!is_provided) {
          report(PlanRule::Context, i, "reads '{}', which the profile does not provide",
                 library_.text(library_.features[feature->feature].path));
        }
      }
      for (const EvaluationId input : each.inputs) {
        needs.insert(plan_.needs[input.index()]);
      }
      if (!(needs == plan_.needs[i])) {
        report(PlanRule::Context, i, "does not need what its inputs and features say");
      }
    }
  }

  void check_meaning_and_laws() {
    PlanMeanings meanings(library_, operation_);
    const std::vector<std::uint32_t> naive = meanings.of_naive(naive_);
    const PlacedMeanings all = meanings.of_placed(plan_);
    const auto& placed = all.here;
    bool is_complete = naive_.outputs.size() == plan_.outputs.size();
    for (std::size_t i = 0; is_complete && i < plan_.outputs.size(); ++i) {
      const DemandedOutput& output = plan_.outputs[i];
      is_complete = output.demand == naive_.outputs[i].demand;
      const std::optional<std::uint32_t>& meaning = placed[output.value.index()];
      if (!meaning || *meaning != naive[naive_.outputs[i].value.index()]) {
        report(PlanRule::Meaning, output.value.index(), "is not what the naive plan gives '{}'",
               library_.text(demand_of(library_, plan_, output).name));
      }
    }
    if (!is_complete) {
      report(PlanRule::Meaning, 0, "the outputs are not those of the naive plan");
    }
    std::vector<bool> is_exempt(plan_.evaluations.size(), false);
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const auto* interpolate =
          std::get_if<InterpolateEvaluation>(&evaluation(EvaluationId(i)).kind);
      if (interpolate == nullptr || !placed[i]) {
        continue;
      }
      const Law law = meanings.law(*placed[i]);
      const bool keeps_value =
          interpolate->is_flat ? is_constant(law) : commutes_with_interpolation(law);
      const bool is_permitted = interpolate->is_flat && is_demanded_flat(EvaluationId(i));
      // The naive plan interpolates the same value in the same way.
      const bool is_unmoved = meanings.interpolation(*placed[i]) == *interpolate;
      is_exempt[i] = is_permitted || is_unmoved;
      if (!keeps_value && !is_exempt[i]) {
        report(PlanRule::Law, i, "is interpolated{}, but is {} in what the naive plan interpolates",
               interpolate->is_flat ? " flat" : "", law_name(law));
      }
    }
    // Only violations of laws leave the rest of the plan meaningful.
    const auto is_whole = [this] {
      return std::all_of(faults_.begin(), faults_.end(),
                         [](const PlanFault& fault) { return fault.rule == PlanRule::Law; });
    };
    if (!is_whole()) {
      return;
    }
    for (RecordFault& fault : check_record(library_, naive_, placed_, naive, all, options_)) {
      faults_.push_back({PlanRule::Record, fault.evaluation, std::move(fault.text)});
    }
    if (!is_whole()) {
      return;
    }
    for (const EvaluationId id :
         find_changed_values(library_, naive_, plan_, naive, all, is_exempt)) {
      report(PlanRule::Value, id.index(), "has another value than the naive plan computes");
    }
  }

  /// Whether only outputs for flat demands read it.
  bool is_demanded_flat(EvaluationId id) const {
    const bool is_read = std::any_of(
        plan_.evaluations.begin(), plan_.evaluations.end(), [id](const Evaluation& each) {
          return std::find(each.inputs.begin(), each.inputs.end(), id) != each.inputs.end();
        });
    return !is_read && std::all_of(plan_.outputs.begin(), plan_.outputs.end(),
                                   [&](const DemandedOutput& output) {
                                     return output.value != id ||
                                            demand_of(library_, plan_, output).is_flat;
                                   });
  }

  void check_budget() {
    if (!placed_.placement || !placed_.placement->budget) {
      return;
    }
    std::vector<std::array<bool, 2>> is_counted(plan_.evaluations.size(), {false, false});
    std::uint32_t components = 0;
    for (const Evaluation& each : plan_.evaluations) {
      if (const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind)) {
        bool& counted = is_counted[each.inputs[0].index()][interpolate->is_flat ? 1 : 0];
        const auto size =
            static_cast<std::uint32_t>(plan_.types[each.type].data().component_count());
        components += counted ? 0 : size;
        counted = true;
      }
    }
    if (components > *placed_.placement->budget) {
      report(PlanRule::Budget, 0, "{} components are interpolated, {} are allowed", components,
             *placed_.placement->budget);
    }
  }

  const Library& library_;
  const Plan& naive_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  const Profile& profile_;
  const PlacementOptions& options_;
  OperationLaw operation_;
  std::vector<PlanFault> faults_;
};

}  // namespace

std::string_view plan_rule_name(PlanRule rule) {
  constexpr auto names =
      std::to_array<std::string_view>({"order", "stage", "rate", "type", "signature", "context",
                                       "meaning", "law", "value", "budget", "record"});
  return names[static_cast<std::size_t>(rule)];
}

std::vector<PlanFault> verify_plan(const Library& library, const Plan& naive,
                                   const PlacedPlan& placed, const PlacementOptions& options,
                                   OperationLaw operation) {
  return Verifier(library, naive, placed, options, operation).run();
}

}  // namespace weft
