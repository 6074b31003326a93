#include "composer/verification/result_reads.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <variant>

#include <fmt/format.h>

namespace weft {
namespace {

/// How many results a call of a leaf has; 1 for other evaluations.
std::size_t result_count(const Library& library, const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  const std::size_t count = leaf != nullptr ? signature_of(library, *leaf).results.size() : 1;
  return std::max<std::size_t>(count, 1);
}

void check_reads(const Library& library, const Plan& plan, std::vector<ResultFault>& faults) {
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId id(i);
    const Evaluation& reader = plan.evaluations[id];
    const auto* read = std::get_if<ResultEvaluation>(&reader.kind);
    for (const EvaluationId input : reader.inputs) {
      const Evaluation& call = plan.evaluations[input];
      const std::size_t count = result_count(library, call);
      if (read == nullptr && count > 1) {
        faults.push_back({id, fmt::format("reads all results of %{}", input.index())});
      }
      const bool is_leaf = std::holds_alternative<LeafEvaluation>(call.kind);
      if (read != nullptr && is_leaf && (count == 1 || read->result >= count)) {
        faults.push_back({id, fmt::format("reads result {} of %{}, which does not compute it",
                                          read->result, input.index())});
      }
    }
  }
  for (const DemandedOutput& output : plan.outputs) {
    if (result_count(library, plan.evaluations[output.value]) > 1) {
      faults.push_back({output.value, "is an output and has several results"});
    }
  }
}

/// Parts cannot be made of all leaves.
bool can_leave_out(const Library& library, const LeafEvaluation& leaf) {
  const BodyInstance* whole = library.fragments[leaf.fragment].find_instance(leaf.type_arguments);
  return whole != nullptr && leaf.function_level == 0 &&
         may_have_parts(library.fragments[leaf.fragment], whole->body);
}

/// Whether a body calls the leaf, itself or through others.
bool reaches(const Library& library, const Body& from, const LeafEvaluation& leaf) {
  std::vector<const Body*> open{&from};
  for (std::size_t next = 0; next < open.size(); ++next) {
    for (const BodyCall& call : open[next]->calls) {
      if (call.fragment == leaf.fragment && call.type_arguments == leaf.type_arguments) {
        return true;
      }
      const Body* callee = find_body(library, call.fragment, call.type_arguments);
      if (callee != nullptr && std::find(open.begin(), open.end(), callee) == open.end()) {
        open.push_back(callee);
      }
    }
  }
  return false;
}

/// Whether a leaf that the stage calls needs the other one as a whole function.
bool is_called_in_body(const Library& library, const Plan& plan, Stage stage,
                       const LeafEvaluation& leaf) {
  return std::any_of(plan.evaluations.begin(), plan.evaluations.end(), [&](const auto& each) {
    const auto* caller = std::get_if<LeafEvaluation>(&each.kind);
    const Body* body =
        caller != nullptr && each.stage == stage ? body_of(library, *caller) : nullptr;
    return body != nullptr && reaches(library, *body, leaf);
  });
}

/// Whether a function of the stage calls the leaf, which is whole then.
bool is_called_in_function(const Plan& plan, Stage stage, const LeafEvaluation& leaf) {
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& each = plan.evaluations[EvaluationId(i)];
    const auto* called = std::get_if<LeafEvaluation>(&each.kind);
    if (called != nullptr && each.stage == stage && called->fragment == leaf.fragment &&
        called->type_arguments == leaf.type_arguments &&
        plan.functions.is_in_function(EvaluationId(i))) {
      return true;
    }
  }
  return false;
}

void check_needs(const Library& library, const Plan& plan, std::vector<ResultFault>& faults) {
  using Result = std::tuple<Stage, LeafEvaluation, std::uint32_t>;
  std::set<Result> read;
  for (const Evaluation& reader : plan.evaluations) {
    if (const auto* result = std::get_if<ResultEvaluation>(&reader.kind)) {
      const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[reader.inputs[0]].kind);
      if (leaf != nullptr) {
        read.emplace(reader.stage, *leaf, result->result);
      }
    }
  }
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& call = plan.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
    const std::size_t count = result_count(library, call);
    for (std::uint32_t k = 0; count > 1 && k < count && can_leave_out(library, *leaf); ++k) {
      if (read.count({call.stage, *leaf, k}) == 0 &&
          !is_called_in_body(library, plan, call.stage, *leaf) &&
          !is_called_in_function(plan, call.stage, *leaf)) {
        faults.push_back({EvaluationId(i), fmt::format("computes result {} for nobody", k)});
      }
    }
  }
}

}  // namespace

std::vector<ResultFault> find_result_faults(const Library& library, const PlacedPlan& placed) {
  std::vector<ResultFault> faults;
  check_reads(library, placed.plan, faults);
  if (placed.placement) {
    check_needs(library, placed.plan, faults);
  }
  return faults;
}

}  // namespace weft
