#include "composer/verification/plan_record.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/result_names.h"
#include "composer/verification/compared_plans.h"
#include "composer/verification/invertible_traits.h"
#include "composer/verification/placement_record.h"

namespace weft {
namespace {

// The bindings name every field, so a new field does not compile until it is compared here.
bool is_same_function(const PlanFunction& a, const PlanFunction& b) {
  const auto& [leaf, port, level, results, body, captures] = a;
  return leaf == b.leaf && port == b.port && level == b.level && results == b.results &&
         body == b.body && captures == b.captures;
}

bool are_same_functions(const PlanFunctions& a, const PlanFunctions& b) {
  const auto& [functions, levels, first] = a;
  return levels == b.levels && first == b.first &&
         std::equal(functions.begin(), functions.end(), b.functions.begin(), b.functions.end(),
                    is_same_function);
}

bool is_same_note(const Note& a, const Note& b) {
  const auto& [text, span] = a;
  return text == b.text && span == b.span;
}

bool is_same_warning(const Diagnostic& a, const Diagnostic& b) {
  const auto& [code, severity, message, span, node, port, notes, hint] = a;
  return code == b.code && severity == b.severity && message == b.message && span == b.span &&
         node == b.node && port == b.port && hint == b.hint &&
         std::equal(notes.begin(), notes.end(), b.notes.begin(), b.notes.end(), is_same_note);
}

/// Checks the records that placement must not change.
void check_unchanged(const Plan& naive, const Plan& plan, RecordFaults& faults) {
  if (plan.static_values != naive.static_values) {
    faults.report("the values of static parameters are not those of the naive plan");
  }
  if (plan.defaults != naive.defaults) {
    faults.report("the defaults of parameters are not those of the naive plan");
  }
  if (plan.live_literals != naive.live_literals) {
    faults.report("the live literals are not those of the naive plan");
  }
  if (!(plan.stitches == naive.stitches)) {
    faults.report("the stitches are not those of the naive plan");
  }
  // Placement may add notes.
  const bool has_warnings =
      plan.warnings.size() >= naive.warnings.size() &&
      std::equal(naive.warnings.begin(), naive.warnings.end(), plan.warnings.begin(),
                 is_same_warning) &&
      std::all_of(plan.warnings.begin() + static_cast<std::ptrdiff_t>(naive.warnings.size()),
                  plan.warnings.end(),
                  [](const Diagnostic& each) { return each.severity == Severity::Note; });
  if (!has_warnings) {
    faults.report("the warnings are not those of the naive plan");
  }
}

/// Checks that the outputs need every evaluation.
void check_use(const Plan& plan, RecordFaults& faults) {
  std::vector<bool> is_used(plan.evaluations.size(), false);
  for (const DemandedOutput& output : plan.outputs) {
    is_used[output.value.index()] = true;
  }
  for (std::size_t i = is_used.size(); i-- > 0;) {
    const EvaluationId id(i);
    if (!is_used[i]) {
      faults.report(id, "is read by nothing");
    }
    for (const EvaluationId input : plan.evaluations[id].inputs) {
      is_used[input.index()] = is_used[input.index()] || is_used[i];
    }
  }
}

/// Checks the records of single evaluations: rate, type, name and source position.
class EvaluationRecords {
 public:
  EvaluationRecords(const ComparedPlans& plans, RecordFaults& faults)
      : plans_(plans),
        naive_(plans.naive()),
        placed_(plans.placed()),
        plan_(plans.placed().plan),
        faults_(faults) {
    for (std::size_t i = 0; i < naive_.evaluations.size(); ++i) {
      const Origin& origin = naive_.evaluations[EvaluationId(i)].origin;
      names_.insert(origin.name);
      names_.insert(name_of_part(plans.library(), naive_, EvaluationId(i)));
      spans_.insert(begin_of(origin));
    }
  }

  void check() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      check_evaluation(EvaluationId(i));
    }
  }

 private:
  static std::uint64_t begin_of(const Origin& origin) {
    return origin.span ? 1 + ((std::uint64_t{origin.span->begin} << 32U) | origin.span->end) : 0;
  }

  /// Names one of several results of a call; empty for other evaluations.
  static std::string name_of_part(const Library& library, const Plan& plan, EvaluationId id) {
    const Evaluation& each = plan.evaluations[id];
    const auto* result = std::get_if<ResultEvaluation>(&each.kind);
    return result != nullptr
               ? name_of_result(library, plan.evaluations[each.inputs[0]], result->result)
               : std::string();
  }

  void check_evaluation(EvaluationId id) {
    const Evaluation& each = plan_.evaluations[id];
    const auto& [kind, inputs, stage, natural_rate, type, origin_named] = each;
    const Origin& origin = origin_named;  // clang 14 cannot capture structured bindings
    const std::vector<EvaluationId> same = plans_.counterparts(id);
    const LeafPart* part = same.empty() ? part_read(id) : nullptr;
    if (placed_.rates[id.index()] != natural_rate) {
      faults_.report(id,
                     fmt::format("is placed at the rate {}, but computed at {}",
                                 rate_name(placed_.rates[id.index()]), rate_name(natural_rate)));
    }
    if (!has_natural_rate(id, same)) {
      faults_.report(id, fmt::format("has not the natural rate {}", rate_name(natural_rate)));
    }
    if (!has_type(id, same)) {
      faults_.report(
          id, fmt::format("is not of the type {}", plans_.library().type_name(plan_.types[type])));
    }
    const auto is_origin_of = [&](EvaluationId of) {
      const Origin& known = naive_.evaluations[of].origin;
      return origin.name == known.name || (known.name.empty() && names_.count(origin.name) != 0);
    };
    // In a map, a value of an element may be shared with an equal value in a function called for
    // all elements. It then has the name and position of either.
    const bool is_shared = same.empty() || plans_.is_in_map(id);
    const bool is_named = part != nullptr ? origin.name == part->name
                          : is_shared     ? names_.count(origin.name) != 0 || origin.name.empty()
                                          : std::any_of(same.begin(), same.end(), is_origin_of);
    if (!is_named) {
      faults_.report(id, fmt::format("is named '{}', as nothing of that meaning is", origin.name));
    }
    const bool is_located = part != nullptr ? origin.span == part->span
                            : is_shared
                                ? spans_.count(begin_of(origin)) != 0 || !origin.span
                                : std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
                                    return naive_.evaluations[of].origin.span == origin.span;
                                  });
    if (!is_located) {
      faults_.report(id, "has a place in the source that nothing of that meaning has");
    }
    if (const auto* bound = std::get_if<BoundEvaluation>(&kind);
        bound != nullptr && (bound->rate != natural_rate || bound->type != type)) {
      faults_.report(id, "is a parameter of another rate or type");
    }
  }

  /// The part of a leaf that an evaluation computes, or reads from another stage, also as an
  /// element of what a map makes of it for all elements; null for others.
  const LeafPart* part_read(EvaluationId id) const {
    const Evaluation* each = &plan_.evaluations[id];
    while (true) {
      const auto* operation = std::get_if<OperationEvaluation>(&each->kind);
      if (std::holds_alternative<UniformEvaluation>(each->kind) ||
          std::holds_alternative<InterpolateEvaluation>(each->kind) ||
          (operation != nullptr && operation->op == Operation::Index)) {
        each = &plan_.evaluations[each->inputs[0]];
      } else if (std::holds_alternative<MapEvaluation>(each->kind)) {
        each = &plan_.evaluations[each->inputs.back()];
      } else {
        break;
      }
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&each->kind);
    return leaf != nullptr ? value_part(*leaf) : nullptr;
  }

  bool has_natural_rate(EvaluationId id, const std::vector<EvaluationId>& same) const {
    const Evaluation& each = plan_.evaluations[id];
    if (std::holds_alternative<UniformEvaluation>(each.kind)) {
      return each.natural_rate == plan_.evaluations[each.inputs[0]].natural_rate;
    }
    Rate joined = Rate::Constant;
    for (const EvaluationId input : each.inputs) {
      joined = join(joined, plan_.evaluations[input].natural_rate);
    }
    const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
    if (bound != nullptr && bound->parameter == index_of_call) {
      // Same rate as the elements read with it.
      return std::any_of(
          plan_.evaluations.begin(), plan_.evaluations.end(), [&](const Evaluation& reader) {
            return reader.natural_rate == each.natural_rate &&
                   std::find(reader.inputs.begin(), reader.inputs.end(), id) != reader.inputs.end();
          });
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    if (leaf != nullptr && lacks_results(*leaf) && is_at_most(joined, each.natural_rate)) {
      return true;  // the rate of the whole call, of which it lacks inputs
    }
    if (plans_.is_in_map(id) && same.empty()) {
      return bound != nullptr || each.natural_rate == joined;
    }
    const bool is_kept = std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
      const Evaluation& known = naive_.evaluations[of];
      const bool is_here = known.stage == each.stage || is_single(known.natural_rate);
      return is_here && known.natural_rate == each.natural_rate;
    });
    if (is_kept) {
      return true;
    }
    if (std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      return each.natural_rate == Rate::Fragment;
    }
    if (part_read(id) != nullptr) {
      // Of one value per draw too, where it reads a parameter of a function of the stage.
      return each.natural_rate == joined;
    }
    return !is_last_stage(each.stage) &&
           each.natural_rate == (bound != nullptr ? bound->rate : joined) &&
           (each.stage == Stage::Host || !is_single(each.natural_rate));
  }

  bool has_type(EvaluationId id, const std::vector<EvaluationId>& same) const {
    const Evaluation& each = plan_.evaluations[id];
    const SemanticType& type = plan_.types[each.type];
    if (std::holds_alternative<UniformEvaluation>(each.kind)) {
      return each.type == plan_.evaluations[each.inputs[0]].type;
    }
    if (std::holds_alternative<MapEvaluation>(each.kind)) {
      const DataType element = plan_.types[plan_.evaluations[each.inputs.back()].type].data();
      if (plans_.library().data_types.find_array(element, 0) != type.data()) {
        return false;
      }
    }
    if (!same.empty()) {
      return std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
        return naive_.types[naive_.evaluations[of].type] == type;
      });
    }
    if (type == SemanticType(type.data())) {
      return true;  // the data type is part of the meanings of its readers
    }
    const auto is_type_of = [&](const SemanticType& known) {
      SemanticType as_this = known;
      as_this.set_data(type.data());
      return as_this == type;
    };
    return std::any_of(naive_.evaluations.begin(), naive_.evaluations.end(),
                       [&](const Evaluation& of) { return is_type_of(naive_.types[of.type]); });
  }

  const ComparedPlans& plans_;
  const Plan& naive_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  RecordFaults& faults_;
  std::set<std::string> names_;
  std::set<std::uint64_t> spans_;
};

/// Checks the lists of interpolations and of results of the uniform program.
void check_lists(const PlacedPlan& placed, RecordFaults& faults) {
  std::vector<EvaluationId> interpolated;
  std::set<EvaluationId> results;
  for (std::size_t i = 0; i < placed.plan.evaluations.size(); ++i) {
    const Evaluation& each = placed.plan.evaluations[EvaluationId(i)];
    if (std::holds_alternative<InterpolateEvaluation>(each.kind)) {
      interpolated.emplace_back(i);
    } else if (std::holds_alternative<UniformEvaluation>(each.kind)) {
      results.insert(each.inputs[0]);
    }
  }
  if (interpolated != placed.interpolated) {
    faults.report("the list of what is interpolated is not what is interpolated");
  }
  if (!std::equal(results.begin(), results.end(), placed.uniform_results.begin(),
                  placed.uniform_results.end())) {
    faults.report("the results of the uniform program are not what the shaders read");
  }
}

/// Checks that the plan has no stated type that the author did not state, and that its round trips
/// are those of the naive plan, through types that lead back.
void check_stated_types(const ComparedPlans& plans, RecordFaults& faults) {
  const Plan& naive = plans.naive();
  const Plan& plan = plans.placed().plan;
  const InvertibleTraits invertible(plans.library());
  std::set<std::tuple<std::uint32_t, TypeId, bool>> said;
  for (const StatedType& stated : naive.stated_types) {
    const SemanticType& own = naive.types[naive.evaluations[stated.value].type];
    if (!stated.is_round_trip || invertible.may_pass(own, naive.types[stated.type])) {
      said.emplace(plans.naive_meanings()[stated.value.index()], stated.type, stated.is_round_trip);
    }
  }
  for (std::size_t i = 0; i < plan.stated_types.size(); ++i) {
    const auto& [value, type, is_round_trip] = plan.stated_types[i];
    if (value.index() >= plan.evaluations.size() ||
        (i > 0 && !(plan.stated_types[i - 1] < plan.stated_types[i]))) {
      faults.report("the stated types are not in order");
      return;
    }
    bool is_said = plans.is_in_map(value);  // clones of evaluations read there
    for (const auto* meanings : {&plans.meanings().here, &plans.meanings().at_fragment}) {
      const std::optional<std::uint32_t>& meaning = (*meanings)[value.index()];
      if (meaning && said.count({*meaning, type, is_round_trip}) != 0) {
        is_said = true;
      }
    }
    if (!is_said) {
      faults.report(value, "has a stated type that the author did not state");
    }
  }
}

}  // namespace

bool has_its_functions(const Library& library, const Plan& plan) {
  return are_same_functions(plan.functions, find_functions(library, plan.evaluations));
}

std::vector<RecordFault> check_record(const Library& library, const Plan& naive,
                                      const PlacedPlan& placed,
                                      const std::vector<std::uint32_t>& naive_meanings,
                                      const PlacedMeanings& meanings,
                                      const PlacementOptions& options) {
  RecordFaults faults;
  check_unchanged(naive, placed.plan, faults);
  if (placed.rates.size() != placed.plan.evaluations.size()) {
    return faults.take();  // reported by PlanRule::Rate
  }
  check_use(placed.plan, faults);
  const ComparedPlans plans(library, naive, placed, naive_meanings, meanings);
  EvaluationRecords(plans, faults).check();
  check_lists(placed, faults);
  check_stated_types(plans, faults);
  check_placement_record(plans, options, faults);
  return faults.take();
}

}  // namespace weft
