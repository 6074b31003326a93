#include "composer/verification/plan_record.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "composer/evaluations/plan_cost.h"
#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/result_names.h"
#include "fragments/model/setting_values.h"

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

class RecordChecker {
 public:
  RecordChecker(const Library& library, const Plan& naive, const PlacedPlan& placed,
                const std::vector<std::uint32_t>& naive_meanings, const PlacedMeanings& meanings,
                const PlacementOptions& options)
      : library_(library),
        naive_(naive),
        placed_(placed),
        plan_(placed.plan),
        profile_(library.profiles[naive.profile]),
        naive_meanings_(naive_meanings),
        meanings_(meanings),
        options_(options),
        functions_(placed.plan.functions) {
    for (std::size_t i = 0; i < naive_meanings.size(); ++i) {
      naive_by_meaning_[naive_meanings[i]].emplace_back(i);
      const Origin& origin = naive.evaluations[EvaluationId(i)].origin;
      names_.insert(origin.name);
      names_.insert(name_of_part(naive, EvaluationId(i)));
      spans_.insert(begin_of(origin));
    }
  }

  std::vector<RecordFault> run() {
    check_whole();
    if (placed_.rates.size() != plan_.evaluations.size()) {
      return std::move(faults_);  // reported by PlanRule::Rate
    }
    check_use();
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      check_evaluation(EvaluationId(i));
    }
    check_lists();
    check_stated_types();
    check_placement();
    return std::move(faults_);
  }

 private:
  template <typename... Arguments>
  void report(EvaluationId evaluation, fmt::format_string<Arguments...> text,
              Arguments&&... arguments) {
    faults_.push_back({evaluation, fmt::format(text, std::forward<Arguments>(arguments)...)});
  }
  static std::uint64_t begin_of(const Origin& origin) {
    return origin.span ? 1 + ((std::uint64_t{origin.span->begin} << 32U) | origin.span->end) : 0;
  }

  /// Checks the records that placement must not change.
  void check_whole() {
    const EvaluationId none(0);
    if (plan_.static_values != naive_.static_values) {
      report(none, "the values of static parameters are not those of the naive plan");
    }
    if (plan_.defaults != naive_.defaults) {
      report(none, "the defaults of parameters are not those of the naive plan");
    }
    if (!(plan_.stitches == naive_.stitches)) {
      report(none, "the stitches are not those of the naive plan");
    }
    // Placement may add notes.
    const bool has_warnings =
        plan_.warnings.size() >= naive_.warnings.size() &&
        std::equal(naive_.warnings.begin(), naive_.warnings.end(), plan_.warnings.begin(),
                   is_same_warning) &&
        std::all_of(plan_.warnings.begin() + static_cast<std::ptrdiff_t>(naive_.warnings.size()),
                    plan_.warnings.end(),
                    [](const Diagnostic& each) { return each.severity == Severity::Note; });
    if (!has_warnings) {
      report(none, "the warnings are not those of the naive plan");
    }
  }

  void check_use() {
    std::vector<bool> is_used(plan_.evaluations.size(), false);
    for (const DemandedOutput& output : plan_.outputs) {
      is_used[output.value.index()] = true;
    }
    for (std::size_t i = is_used.size(); i-- > 0;) {
      const EvaluationId id(i);
      if (!is_used[i]) {
        report(id, "is read by nothing");
      }
      for (const EvaluationId input : plan_.evaluations[id].inputs) {
        is_used[input.index()] = is_used[input.index()] || is_used[i];
      }
    }
  }

  /// Returns the naive evaluations with the same meaning, in either stage.
  std::vector<EvaluationId> counterparts(EvaluationId id) const {
    std::vector<EvaluationId> found;
    for (const auto* meanings : {&meanings_.here, &meanings_.at_fragment}) {
      const std::optional<std::uint32_t>& meaning = (*meanings)[id.index()];
      const auto known = meaning ? naive_by_meaning_.find(*meaning) : naive_by_meaning_.end();
      if (known != naive_by_meaning_.end()) {
        found.insert(found.end(), known->second.begin(), known->second.end());
      }
    }
    return found;
  }

  bool is_in_map(EvaluationId id) const {
    return plan_.evaluations[id].stage == Stage::Host && functions_.is_in_function(id);
  }

  void check_evaluation(EvaluationId id) {
    const Evaluation& each = plan_.evaluations[id];
    const auto& [kind, inputs, stage, natural_rate, type, origin_named] = each;
    const Origin& origin = origin_named;  // clang 14 cannot capture structured bindings
    const std::vector<EvaluationId> same = counterparts(id);
    if (placed_.rates[id.index()] != natural_rate) {
      report(id, "is placed at the rate {}, but computed at {}",
             rate_name(placed_.rates[id.index()]), rate_name(natural_rate));
    }
    if (!has_natural_rate(id, same)) {
      report(id, "has not the natural rate {}", rate_name(natural_rate));
    }
    if (!has_type(id, same)) {
      report(id, "is not of the type {}", library_.type_name(plan_.types[type]));
    }
    const auto is_origin_of = [&](EvaluationId of) {
      const Origin& known = naive_.evaluations[of].origin;
      return origin.name == known.name || (known.name.empty() && names_.count(origin.name) != 0);
    };
    // In a map, a value of an element may be shared with an equal value in a function called for
    // all elements. It then has the name and position of either.
    const bool is_shared = same.empty() || is_in_map(id);
    const bool is_named = is_shared ? names_.count(origin.name) != 0 || origin.name.empty()
                                    : std::any_of(same.begin(), same.end(), is_origin_of);
    if (!is_named) {
      report(id, "is named '{}', as nothing of that meaning is", origin.name);
    }
    const bool is_located = is_shared ? spans_.count(begin_of(origin)) != 0 || !origin.span
                                      : std::any_of(same.begin(), same.end(), [&](EvaluationId of) {
                                          return naive_.evaluations[of].origin.span == origin.span;
                                        });
    if (!is_located) {
      report(id, "has a place in the source that nothing of that meaning has");
    }
    if (const auto* bound = std::get_if<BoundEvaluation>(&kind);
        bound != nullptr && (bound->rate != natural_rate || bound->type != type)) {
      report(id, "is a parameter of another rate or type");
    }
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
    if (is_in_map(id) && same.empty()) {
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
    if (each.stage == Stage::Fragment) {
      return false;
    }
    return each.natural_rate == (bound != nullptr ? bound->rate : joined) &&
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
      if (library_.data_types.find_array(element, 0) != type.data()) {
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

  /// Names one of several results of a call; empty for other evaluations.
  std::string name_of_part(const Plan& plan, EvaluationId id) const {
    const Evaluation& each = plan.evaluations[id];
    const auto* result = std::get_if<ResultEvaluation>(&each.kind);
    return result != nullptr
               ? name_of_result(library_, plan.evaluations[each.inputs[0]], result->result)
               : std::string();
  }

  void check_lists() {
    std::vector<EvaluationId> interpolated;
    std::set<EvaluationId> results;
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = plan_.evaluations[EvaluationId(i)];
      if (std::holds_alternative<InterpolateEvaluation>(each.kind)) {
        interpolated.emplace_back(i);
      } else if (std::holds_alternative<UniformEvaluation>(each.kind)) {
        results.insert(each.inputs[0]);
      }
    }
    if (interpolated != placed_.interpolated) {
      report(EvaluationId(0), "the list of what is interpolated is not what is interpolated");
    }
    if (!std::equal(results.begin(), results.end(), placed_.uniform_results.begin(),
                    placed_.uniform_results.end())) {
      report(EvaluationId(0), "the results of the uniform program are not what the shaders read");
    }
  }

  /// Checks that the plan has no stated type that the author did not state.
  void check_stated_types() {
    std::set<std::pair<std::uint32_t, TypeId>> said;
    std::set<std::pair<std::uint32_t, TypeId>> kept;
    for (const StatedType& stated : naive_.stated_types) {
      said.emplace(naive_meanings_[stated.value.index()], stated.type);
    }
    for (std::size_t i = 0; i < plan_.stated_types.size(); ++i) {
      const auto& [value, type] = plan_.stated_types[i];
      if (value.index() >= plan_.evaluations.size() ||
          (i > 0 && !(plan_.stated_types[i - 1] < plan_.stated_types[i]))) {
        report(EvaluationId(0), "the stated types are not in order");
        return;
      }
      bool is_said = is_in_map(value);  // clones of evaluations read there
      for (const auto* meanings : {&meanings_.here, &meanings_.at_fragment}) {
        const std::optional<std::uint32_t>& meaning = (*meanings)[value.index()];
        if (meaning && said.count({*meaning, type}) != 0) {
          is_said = true;
          kept.emplace(*meaning, type);
        }
      }
      if (!is_said) {
        report(value, "has a stated type that the author did not state");
      }
    }
  }

  void check_placement() {
    if (!placed_.placement) {
      if (placed_.plan.evaluations.size() != naive_.evaluations.size()) {
        report(EvaluationId(0), "is not the naive plan, but does not say what placement did");
      }
      return;
    }
    const auto& [runs, budget, naive_cost, cost, is_proven, moved] = *placed_.placement;
    const RunCounts of_profile = run_counts(library_, profile_);
    if (runs.vertices != options_.vertices.value_or(of_profile.vertices) ||
        runs.fragments != options_.fragments.value_or(of_profile.fragments)) {
      report(EvaluationId(0), "placement assumed {} vertices and {} fragments", runs.vertices,
             runs.fragments);
    }
    std::optional<std::uint32_t> limit = options_.interpolants;
    if (const auto set = setting_number(library_, profile_, "interpolants"); set && !limit) {
      limit = static_cast<std::uint32_t>(*set);
    }
    if (budget != limit) {
      report(EvaluationId(0), "placement had another budget than was asked for");
    }
    if (!budget && !is_proven) {
      report(EvaluationId(0), "placement without a budget is proven");
    }
    const std::vector<std::uint64_t> operations = operations_with_functions(library_, naive_);
    check_costs(operations, runs, naive_cost, cost);
    check_moved(operations, moved);
  }

  void check_costs(const std::vector<std::uint64_t>& operations, const RunCounts& runs,
                   std::uint64_t naive_cost, std::uint64_t cost) {
    if (naive_cost != plan_cost(naive_, operations, runs)) {
      report(EvaluationId(0), "the naive plan does not cost {}", naive_cost);
    }
    // Placement counted single values in every stage that reads them, before the host took them
    // out, and elements before they became maps. So costs may differ by at most twice the naive
    // plan's cost for single values.
    std::uint64_t of_host = 0;
    for (std::size_t i = 0; i < operations.size(); ++i) {
      of_host += is_single(naive_.evaluations[EvaluationId(i)].natural_rate) ? operations[i] : 0;
    }
    const std::vector<std::uint64_t> here = operations_with_functions(library_, plan_);
    const std::uint64_t least = plan_cost(plan_, here, runs);
    const bool has_maps = std::any_of(
        plan_.evaluations.begin(), plan_.evaluations.end(),
        [](const Evaluation& each) { return std::holds_alternative<MapEvaluation>(each.kind); });
    const bool is_near = has_maps || (cost <= least + 2 * of_host && least <= cost + 2 * of_host);
    if (cost > naive_cost || !is_near) {
      report(EvaluationId(0), "the plan does not cost {}", cost);
    }
  }

  void check_moved(const std::vector<std::uint64_t>& operations,
                   const std::vector<MovedEvaluation>& moved) {
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const auto& [id, operations_named, was_there] = moved[i];
      const auto operations_of_run =
          operations_named;  // clang 14 cannot capture structured bindings
      const bool is_in_order =
          id.index() < plan_.evaluations.size() && (i == 0 || !(id < moved[i - 1].evaluation));
      const auto seen = is_in_order ? meanings_.at_fragment[id.index()] : std::nullopt;
      const auto known = seen ? naive_by_meaning_.find(*seen) : naive_by_meaning_.end();
      if (known == naive_by_meaning_.end() || plan_.evaluations[id].stage != Stage::Vertex) {
        report(EvaluationId(0), "what was moved is not of the vertex stage, or not in order");
        continue;
      }
      const bool is_counted =
          std::any_of(known->second.begin(), known->second.end(),
                      [&](EvaluationId of) { return operations[of.index()] == operations_of_run; });
      const auto own = meanings_.here[id.index()];
      if (!is_counted || was_there != (own && naive_by_meaning_.count(*own) != 0)) {
        report(id, "was moved with {} operations{}", operations_of_run,
               was_there ? ", and was there" : "");
      }
      listed_.insert(id);
    }
    std::set<std::uint32_t> computed_per_fragment;
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = plan_.evaluations[EvaluationId(i)];
      if (each.stage == Stage::Fragment && meanings_.here[i] &&
          !std::holds_alternative<InterpolateEvaluation>(each.kind)) {
        computed_per_fragment.insert(*meanings_.here[i]);
      }
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const EvaluationId id(i);
      const auto seen = meanings_.at_fragment[i];
      const Evaluation& each = plan_.evaluations[id];
      const bool is_moved = each.stage == Stage::Vertex && !is_single(each.natural_rate) && seen &&
                            is_computed_by_naive(*seen) &&
                            computed_per_fragment.count(*seen) == 0 &&
                            !functions_.is_in_function(id);
      if (is_moved && listed_.count(id) == 0) {
        report(id, "was moved, but placement does not say so");
      }
    }
  }

  /// Whether the naive plan computes the meaning per fragment and outside functions.
  bool is_computed_by_naive(std::uint32_t meaning) const {
    const auto known = naive_by_meaning_.find(meaning);
    return known != naive_by_meaning_.end() &&
           std::any_of(known->second.begin(), known->second.end(), [&](EvaluationId of) {
             const Evaluation& each = naive_.evaluations[of];
             return each.stage == Stage::Fragment && !naive_.functions.is_in_function(of) &&
                    !is_single(each.natural_rate) &&
                    !std::holds_alternative<InterpolateEvaluation>(each.kind);
           });
  }

  const Library& library_;
  const Plan& naive_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  const Profile& profile_;
  const std::vector<std::uint32_t>& naive_meanings_;
  const PlacedMeanings& meanings_;
  const PlacementOptions& options_;
  const PlanFunctions& functions_;
  std::unordered_map<std::uint32_t, std::vector<EvaluationId>> naive_by_meaning_;  // never iterated
  std::set<std::string> names_;
  std::set<std::uint64_t> spans_;
  std::set<EvaluationId> listed_;
  std::vector<RecordFault> faults_;
};

}  // namespace

bool has_its_functions(const Library& library, const Plan& plan) {
  return are_same_functions(plan.functions, find_functions(library, plan.evaluations));
}

std::vector<RecordFault> check_record(const Library& library, const Plan& naive,
                                      const PlacedPlan& placed,
                                      const std::vector<std::uint32_t>& naive_meanings,
                                      const PlacedMeanings& meanings,
                                      const PlacementOptions& options) {
  return RecordChecker(library, naive, placed, naive_meanings, meanings, options).run();
}

}  // namespace weft
