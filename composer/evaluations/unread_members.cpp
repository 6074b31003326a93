#include "composer/evaluations/unread_members.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "fragments/model/unread_members.h"

namespace weft {
namespace {

/// Per evaluation: what its readers select of a struct, and whether they are all that reads it.
struct MemberReads {
  std::vector<std::uint32_t> members;
  bool reads_whole = false;
};

// Only evaluations that an output needs count as readers.
std::vector<MemberReads> find_member_reads(const TypedGraph& graph) {
  std::vector<MemberReads> reads(graph.evaluations.size());
  std::vector<bool> is_needed(graph.evaluations.size(), false);
  std::vector<EvaluationId> open;
  open.reserve(graph.outputs.size());
  for (const auto& [demand, root] : graph.outputs) {
    is_needed[root.index()] = reads[root.index()].reads_whole = true;
    open.push_back(root);
  }
  while (!open.empty()) {
    const Evaluation& reader = graph.evaluations[open.back()];
    open.pop_back();
    const auto* operation = std::get_if<OperationEvaluation>(&reader.kind);
    const bool is_member = operation != nullptr && operation->op == Operation::Member;
    for (const EvaluationId input : reader.inputs) {
      MemberReads& read = reads[input.index()];
      if (is_member) {
        read.members.push_back(operation->payload);
      } else {
        read.reads_whole = true;
      }
      if (!is_needed[input.index()]) {
        is_needed[input.index()] = true;
        open.push_back(input);
      }
    }
  }
  return reads;
}

// The members that the call may leave out; none if that leaves its body as it is.
UnreadFeatures unread_members(const Library& library, const LeafEvaluation& leaf, DataType type,
                              const MemberReads& reads) {
  UnreadFeatures unread;
  const StructType& made = library.data_types.structure(type);
  for (std::uint32_t member = 0; member < made.members.size(); ++member) {
    const bool is_read =
        std::find(reads.members.begin(), reads.members.end(), member) != reads.members.end();
    if (!is_read && may_leave_out(made.members[member].type)) {
      unread.push_back({result_members, member});
    }
  }
  const Body* whole = body_of(library, leaf);
  if (whole == nullptr || unread.empty()) {
    return {};
  }
  LeafEvaluation without = leaf;
  without.special.unread = unread;
  return body_of(library, without)->exprs.size() < whole->exprs.size() ? unread : UnreadFeatures();
}

// The inputs of features that the body still reads; those of ports stay.
void keep_read_features(const Library& library, const std::vector<FeatureId>& before,
                        const LeafEvaluation& leaf, EvaluationIds& inputs) {
  const std::vector<FeatureId>& left = features_of(library, leaf);
  const std::size_t ports = library.fragments[leaf.fragment].ports.size();
  EvaluationIds kept(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(ports));
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::find(left.begin(), left.end(), before[i]) != left.end()) {
      kept.push_back(inputs[ports + i]);
    }
  }
  inputs = std::move(kept);
}

}  // namespace

bool drop_unread_members(const Library& library, TypedGraph& graph) {
  const std::vector<MemberReads> reads = find_member_reads(graph);
  bool found = false;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const DataType type = graph.types[evaluation.type].data();
    if (leaf == nullptr || !type.is_struct() || leaf->function_level != 0 || reads[i].reads_whole ||
        reads[i].members.empty() || !leaf->special.is_whole()) {
      continue;
    }
    UnreadFeatures unread = unread_members(library, *leaf, type, reads[i]);
    if (!unread.empty()) {
      const std::vector<FeatureId> before = features_of(library, *leaf);
      leaf->special.unread = std::move(unread);
      keep_read_features(library, before, *leaf, evaluation.inputs);
      found = true;
    }
  }
  return found;
}

}  // namespace weft
