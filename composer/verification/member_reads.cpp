#include "composer/verification/member_reads.h"

#include <algorithm>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "fragments/model/unread_members.h"

namespace weft {
namespace {

// A call that returns its leaf's result, not a part of it.
const LeafEvaluation* call_of_result(const Plan& plan, EvaluationId id) {
  const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[id].kind);
  return leaf != nullptr && value_part(*leaf) == nullptr ? leaf : nullptr;
}

// The first member that the call leaves out among those that a reader selects: one, or all.
std::optional<std::uint32_t> left_out(const Plan& plan, EvaluationId call,
                                      const std::optional<std::uint32_t>& selected) {
  const LeafEvaluation* leaf = call_of_result(plan, call);
  if (leaf == nullptr) {
    return std::nullopt;
  }
  const UnreadFeatures& unread = leaf->special.unread;
  const auto found = std::find_if(unread.begin(), unread.end(), [&](const UnreadFeature& one) {
    return one.port == result_members && (!selected || *selected == one.position);
  });
  return found != unread.end() ? std::optional(found->position) : std::nullopt;
}

bool has_member(const Library& library, DataType type, std::uint32_t member) {
  return type.is_struct() && member < library.data_types.structure(type).members.size();
}

void check_list(const Library& library, const Plan& plan, EvaluationId call,
                std::vector<MemberFault>& faults) {
  const LeafEvaluation* leaf = call_of_result(plan, call);
  if (leaf == nullptr) {
    return;
  }
  const DataType type = plan.types[plan.evaluations[call].type].data();
  for (const UnreadFeature& one : leaf->special.unread) {
    if (one.port == result_members && !has_member(library, type, one.position)) {
      faults.push_back({call, fmt::format("leaves out member {}, which it lacks", one.position)});
    }
  }
}

}  // namespace

std::vector<MemberFault> find_member_faults(const Library& library, const Plan& plan) {
  std::vector<MemberFault> faults;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const EvaluationId id(i);
    check_list(library, plan, id, faults);
    const Evaluation& reader = plan.evaluations[id];
    const auto* read = std::get_if<OperationEvaluation>(&reader.kind);
    const bool selects = read != nullptr && read->op == Operation::Member;
    for (const EvaluationId input : reader.inputs) {
      if (const auto member =
              left_out(plan, input, selects ? std::optional(read->payload) : std::nullopt)) {
        faults.push_back({id, fmt::format("reads member {} of %{}, which leaves it out", *member,
                                          input.index())});
      }
    }
  }
  for (const DemandedOutput& output : plan.outputs) {
    if (const auto member = left_out(plan, output.value, std::nullopt)) {
      faults.push_back(
          {output.value, fmt::format("is an output and leaves out member {}", *member)});
    }
  }
  return faults;
}

}  // namespace weft
