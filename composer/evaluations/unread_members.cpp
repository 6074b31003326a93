#include "composer/evaluations/unread_members.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "composer/evaluations/needed_uses.h"
#include "fragments/model/member_reads.h"
#include "fragments/model/unread_members.h"

namespace weft {
namespace {

// Whether members of the struct that the evaluation makes may be left out.
bool is_candidate(const TypedGraph& graph, const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  return leaf != nullptr && leaf->function_level == 0 && leaf->special.is_whole() &&
         graph.types[evaluation.type].data().is_struct();
}

/// Adds what the evaluation reads of its inputs. A leaf reads of a struct what its body selects.
void find_reads(const Library& library, const TypedGraph& graph, const Evaluation& reader,
                std::vector<MemberSet>& reads) {
  const auto* operation = std::get_if<OperationEvaluation>(&reader.kind);
  const bool is_member = operation != nullptr && operation->op == Operation::Member;
  const MemberSet members = is_member ? set_of_member(operation->payload) : all_members;
  const bool is_given_struct =
      std::any_of(reader.inputs.begin(), reader.inputs.end(), [&](EvaluationId input) {
        return graph.types[graph.evaluations[input].type].data().is_struct();
      });
  const auto* leaf = is_given_struct ? std::get_if<LeafEvaluation>(&reader.kind) : nullptr;
  const Body* body = leaf != nullptr ? body_of(library, *leaf) : nullptr;
  if (body == nullptr) {
    for (const EvaluationId input : reader.inputs) {
      reads[input.index()] |= members;
    }
    return;
  }
  const std::vector<FragmentPort>& ports = signature_of(library, *leaf).ports;
  const std::vector<MemberSet> of_ports = members_read_of_ports(*body, ports.size());
  for (std::size_t i = 0; i < reader.inputs.size(); ++i) {
    const bool is_value = i < ports.size() && ports[i].kind == FragmentPort::Kind::Value;
    reads[reader.inputs[i].index()] |= is_value ? of_ports[i] : all_members;
  }
}

// The members that the call may leave out; none if that leaves its body as it is.
UnreadFeatures unread_members(const Library& library, const LeafEvaluation& leaf, DataType type,
                              MemberSet reads) {
  UnreadFeatures unread;
  const StructType& made = library.data_types.structure(type);
  for (std::uint32_t member = 0; member < made.members.size(); ++member) {
    if (!has_member(reads, member) && may_leave_out(made.members[member].type)) {
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

/// Whether the call now leaves out members.
bool leave_out(const Library& library, const TypedGraph& graph, Evaluation& evaluation,
               MemberSet reads) {
  auto& leaf = std::get<LeafEvaluation>(evaluation.kind);
  const DataType type = graph.types[evaluation.type].data();
  UnreadFeatures unread = unread_members(library, leaf, type, reads);
  if (unread.empty()) {
    return false;
  }
  const std::vector<FeatureId> before = features_of(library, leaf);
  leaf.special.unread = std::move(unread);
  keep_read_features(library, before, leaf, evaluation.inputs);
  return true;
}

}  // namespace

bool drop_unread_members(const Library& library, TypedGraph& graph) {
  if (std::none_of(graph.evaluations.begin(), graph.evaluations.end(),
                   [&](const Evaluation& each) { return is_candidate(graph, each); })) {
    return false;
  }
  // Only evaluations that an output needs count as readers. They have greater ids, so what they
  // leave out of their own structs is known.
  const std::vector<std::uint32_t> uses = needed_uses(graph);
  std::vector<MemberSet> reads(graph.evaluations.size(), 0);
  for (const auto& [demand, root] : graph.outputs) {
    reads[root.index()] = all_members;
  }
  bool found = false;
  for (std::size_t i = reads.size(); i-- > 0;) {
    Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    if (uses[i] == 0) {
      continue;
    }
    if (is_candidate(graph, evaluation) && reads[i] != all_members && reads[i] != 0) {
      found = leave_out(library, graph, evaluation, reads[i]) || found;
    }
    find_reads(library, graph, evaluation, reads);
  }
  return found;
}

}  // namespace weft
