#include "codegen/lower/write_outputs.h"

#include <algorithm>

#include "codegen/lower/stage_lowering.h"
#include "codegen/lower/symbol_reads.h"
#include "composer/evaluations/plan_demands.h"

namespace weft {
namespace {

void write(StageLowering& stage, const Symbol& symbol, BodyExprId value,
           std::optional<EvaluationId> origin) {
  const std::uint32_t index = symbol_index(stage.program(), symbol);
  const BodyExprId target = stage.body().add(Operation::Symbol, symbol.type, index, {}, {});
  stage.writer().assign(target, value, origin);
}

void write_function_output(StageLowering& stage, const DemandedOutput& output) {
  const auto& functions = *stage.input().interface.functions;
  const auto& outputs = functions[static_cast<std::size_t>(stage.program().stage)].outputs;
  const auto member =
      std::find_if(outputs.begin(), outputs.end(),
                   [&output](const FunctionMember& one) { return one.demand == output.demand; });
  const auto index = static_cast<std::uint32_t>(member - outputs.begin());
  const BodyExprId value = stage.value(output.value);
  write(stage, {SymbolKind::FunctionOutput, index, 0, member->type}, value, output.value);
}

// Bools are stored as uints.
BodyExprId stored_number(StageLowering& stage, EvaluationId id, DataType stored) {
  const BodyExprId value = stage.value(id);
  return stage.body().exprs[value].type == stored
             ? value
             : stage.body().add(Operation::Construct, stored, 0, {value}, {});
}

void write_output(StageLowering& stage, const ProfileDemand& demand, const DemandedOutput& output) {
  const EvaluationId id = output.value;
  switch (demand.target) {
    case TargetKind::None:
      return;
    case TargetKind::Color: {
      const auto& targets = stage.input().interface.targets;
      const auto target =
          std::find_if(targets.begin(), targets.end(),
                       [&](const TargetOutput& one) { return one.index == demand.target_index; });
      const auto index = static_cast<std::uint32_t>(target - targets.begin());
      write(stage, {SymbolKind::Target, index, 0, target->type}, stage.value(id), id);
      return;
    }
    case TargetKind::Image:
    case TargetKind::Buffer:
    case TargetKind::State: {
      const auto& storage = stage.input().interface.storage;
      const auto found =
          std::find_if(storage.begin(), storage.end(),
                       [&](const StorageOutput& one) { return one.demand == output.demand; });
      const auto index = static_cast<std::uint32_t>(found - storage.begin());
      write(stage, {SymbolKind::Storage, index, 0, found->type},
            stored_number(stage, id, found->type), id);
      return;
    }
    case TargetKind::Depth:
      write(stage, {SymbolKind::Depth, 0, 0, float_type}, stage.value(id), id);
      return;
    case TargetKind::Clip:
      write(stage, {SymbolKind::ClipPosition, 0, 0, float4_type}, stage.value(id), id);
      return;
    case TargetKind::Discard:  // written by write_coverage()
      return;
  }
}

}  // namespace

void write_varyings(StageLowering& stage) {
  const std::vector<Varying>& varyings = stage.input().interface.varyings;
  for (std::uint32_t i = 0; i < varyings.size(); ++i) {
    const Varying& varying = varyings[i];
    BodyExprId source = stage.value(varying.source);
    if (varying.stored != varying.type) {
      source = stage.body().add(Operation::Construct, varying.stored, 0, {source}, {});
    }
    write(stage, {SymbolKind::VaryingOut, i, 0, varying.stored}, source, varying.source);
  }
}

std::optional<EvaluationId> find_coverage(StageLowering& stage) {
  const Plan& plan = stage.plan();
  const Profile& profile = stage.input().library.profiles[plan.profile];
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(stage.input().library, plan, output);
    if (!profile.as_functions && demand.target == TargetKind::Discard &&
        demand.stage == stage.program().stage && has_effect(profile, plan, demand, output)) {
      return output.value;
    }
  }
  return std::nullopt;
}

void write_coverage(StageLowering& stage, EvaluationId coverage) {
  write(stage, {SymbolKind::Coverage, 0, 0, bool_type}, stage.value(coverage), coverage);
}

void write_outputs(StageLowering& stage) {
  const Plan& plan = stage.plan();
  const Profile& profile = stage.input().library.profiles[plan.profile];
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(stage.input().library, plan, output);
    if (demand.stage != stage.program().stage || !has_effect(profile, plan, demand, output)) {
      continue;
    }
    if (profile.as_functions) {
      write_function_output(stage, output);
    } else {
      write_output(stage, demand, output);
    }
  }
}

void write_members(StageLowering& stage, std::uint32_t block) {
  const std::vector<BlockMember>& members = stage.input().interface.blocks[block].members;
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    const Symbol member = {SymbolKind::HostResult, block, i, members[i].type};
    if (const auto& result = members[i].source.result) {
      write(stage, member, stage.value(*result), result);
    } else if (const auto& parameter = members[i].source.parameter) {
      const auto& input = stage.input().reads.parameters[*parameter];
      WEFT_CHECK(input.has_value(), "a parameter of a block that the inputs lack");
      write(stage, member, symbol_itself(stage.body(), stage.program(), *input), std::nullopt);
    }
  }
}

}  // namespace weft
