#include "composer/verification/member_reads.h"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/unread_members.h"

namespace weft {
namespace {

// A call that returns its leaf's result, not a part of it.
const LeafEvaluation* call_of_result(const Plan& plan, EvaluationId id) {
  const auto* leaf = std::get_if<LeafEvaluation>(&plan.evaluations[id].kind);
  return leaf != nullptr && value_part(*leaf) == nullptr ? leaf : nullptr;
}

// Whether a leaf that is given a struct selects the member, or reads more than members of it.
bool selects(const Body& leaf, std::uint32_t port, std::uint32_t member) {
  const auto is_port = [&](BodyExprId id) {
    return leaf.exprs[id].op == Operation::Port && leaf.exprs[id].payload == port;
  };
  bool is_read = false;
  for (const BodyExpr& expr : leaf.exprs) {
    const bool is_other = expr.op == Operation::Member && expr.payload != member;
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      is_read = is_read || (is_port(leaf.argument(expr, i)) && !is_other);
    }
  }
  for (const BodyStmt& stmt : leaf.stmts) {
    visit_expressions(stmt, [&](BodyExprId id) { is_read = is_read || is_port(id); });
  }
  return is_read;
}

// Whether the evaluation selects the member of an input, or reads more than members of it.
bool selects(const Library& library, const Evaluation& reader, std::size_t input,
             std::uint32_t member) {
  if (const auto* operation = std::get_if<OperationEvaluation>(&reader.kind)) {
    return operation->op != Operation::Member || operation->payload == member;
  }
  const auto* leaf = std::get_if<LeafEvaluation>(&reader.kind);
  const Body* body = leaf != nullptr ? body_of(library, *leaf) : nullptr;
  if (body == nullptr) {
    return true;
  }
  const std::vector<FragmentPort>& ports = signature_of(library, *leaf).ports;
  return input >= ports.size() || ports[input].kind != FragmentPort::Kind::Value ||
         selects(*body, static_cast<std::uint32_t>(input), member);
}

// The members that the call leaves out.
std::vector<std::uint32_t> left_out(const Plan& plan, EvaluationId call) {
  std::vector<std::uint32_t> members;
  const LeafEvaluation* leaf = call_of_result(plan, call);
  for (std::size_t i = 0; leaf != nullptr && i < leaf->special.unread.size(); ++i) {
    const UnreadFeature& one = leaf->special.unread[i];
    if (one.port == result_members) {
      members.push_back(one.position);
    }
  }
  return members;
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
    for (std::size_t k = 0; k < reader.inputs.size(); ++k) {
      for (const std::uint32_t member : left_out(plan, reader.inputs[k])) {
        if (selects(library, reader, k, member)) {
          faults.push_back({id, fmt::format("reads member {} of %{}, which leaves it out", member,
                                            reader.inputs[k].index())});
        }
      }
    }
  }
  for (const DemandedOutput& output : plan.outputs) {
    for (const std::uint32_t member : left_out(plan, output.value)) {
      faults.push_back(
          {output.value, fmt::format("is an output and leaves out member {}", member)});
    }
  }
  return faults;
}

}  // namespace weft
