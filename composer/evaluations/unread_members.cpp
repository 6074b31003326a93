#include "composer/evaluations/unread_members.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "composer/evaluations/needed_uses.h"
#include "fragments/model/unread_members.h"

namespace weft {
namespace {

/// Per evaluation: what its readers select of a struct, and whether they are all that reads it.
struct MemberReads {
  std::vector<std::uint32_t> members;
  bool reads_whole = false;
};

// Whether members of the struct that the evaluation makes may be left out.
bool is_candidate(const TypedGraph& graph, const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  return leaf != nullptr && leaf->function_level == 0 && leaf->special.is_whole() &&
         graph.types[evaluation.type].data().is_struct();
}

// Only evaluations that an output needs count as readers.
std::vector<MemberReads> find_member_reads(const TypedGraph& graph) {
  std::vector<MemberReads> reads(graph.evaluations.size());
  const std::vector<std::uint32_t> uses = needed_uses(graph);
  for (const auto& [demand, root] : graph.outputs) {
    reads[root.index()].reads_whole = true;
  }
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Evaluation& reader = graph.evaluations[EvaluationId(i)];
    const auto* operation = std::get_if<OperationEvaluation>(&reader.kind);
    const bool is_member = operation != nullptr && operation->op == Operation::Member;
    for (std::size_t k = 0; uses[i] != 0 && k < reader.inputs.size(); ++k) {
      MemberReads& read = reads[reader.inputs[k].index()];
      if (is_member) {
        read.members.push_back(operation->payload);
      } else {
        read.reads_whole = true;
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
  if (std::none_of(graph.evaluations.begin(), graph.evaluations.end(),
                   [&](const Evaluation& each) { return is_candidate(graph, each); })) {
    return false;
  }
  const std::vector<MemberReads> reads = find_member_reads(graph);
  bool found = false;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    if (!is_candidate(graph, evaluation) || reads[i].reads_whole || reads[i].members.empty()) {
      continue;
    }
    auto& leaf = std::get<LeafEvaluation>(evaluation.kind);
    const DataType type = graph.types[evaluation.type].data();
    UnreadFeatures unread = unread_members(library, leaf, type, reads[i]);
    if (!unread.empty()) {
      const std::vector<FeatureId> before = features_of(library, leaf);
      leaf.special.unread = std::move(unread);
      keep_read_features(library, before, leaf, evaluation.inputs);
      found = true;
    }
  }
  return found;
}

}  // namespace weft
