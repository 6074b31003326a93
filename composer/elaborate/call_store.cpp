#include "composer/elaborate/call_store.h"

#include <algorithm>

#include "support/hash.h"
#include "support/overloaded.h"

namespace weft {
namespace {

std::uint64_t hash_of(const void* pointer) {
  return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

std::uint64_t hash_of(DataType type) {
  return static_cast<std::uint64_t>(type.kind()) << 48 |
         static_cast<std::uint64_t>(type.scalar_kind()) << 40 |
         static_cast<std::uint64_t>(type.rows() * 8 + type.columns()) << 32 | type.index();
}

std::uint64_t hash_of(const TypePattern& pattern) {
  std::uint64_t hash = mix_hash(hash_of(pattern.data), pattern.type_variable.value_or(~0U));
  for (const PatternEntry& entry : pattern.entries) {
    hash = mix_hash(mix_hash(hash, entry.trait.index()), entry.value ? entry.value->index() : ~0U);
  }
  return hash;
}

/// Whether two declarations have the same effect. Ports of equal types are interchangeable, so that
/// graphs that pass their arguments on in another order share instances.
bool declares_the_same(const DeclareCall& a, const DeclareCall& b) {
  const bool is_free = a.restriction == PortRestriction::None && a.port && b.port;
  return (a.pattern == b.pattern ||
          (a.pattern->data == b.pattern->data && same_pattern(*a.pattern, *b.pattern))) &&
         a.variable == b.variable && a.handed_on == b.handed_on && a.restriction == b.restriction &&
         a.function_of == b.function_of && a.is_binding == b.is_binding &&
         (is_free || (a.graph == b.graph && a.port == b.port));
}

// Addresses only spread hash keys; nothing is ordered by them.
std::uint64_t payload_hash(const CallKind& kind) {
  return std::visit(
      Overloaded{
          [](const LiteralCall& call) {
            std::uint64_t hash = hash_of(call.value.type);
            for (std::uint32_t word : call.value.bits) {
              hash = mix_hash(hash, word);
            }
            return mix_hash(hash ^ call.live, call.is_color ? 1 : 0);
          },
          [](const FeatureCall& call) { return std::uint64_t{call.feature.index()}; },
          [](const ParameterCall& call) { return std::uint64_t{call.parameter}; },
          [](const BoundCall& call) {
            return std::uint64_t{call.level} << 32 | std::uint64_t{call.parameter};
          },
          [](const FunctionCall& call) { return std::uint64_t{call.closure.index()}; },
          [](const InterpolateCall& call) { return std::uint64_t{call.is_flat ? 1U : 0U}; },
          [](const InvokeCall& call) {
            const std::uint64_t place =
                call.instance ? mix_hash(hash_of(call.node), call.instance->index()) : 0;
            return mix_hash(call.node->callee.index() ^ place,
                            call.member ? call.member->index() + 1 : 0);
          },
          [](const StitchCall& call) { return mix_hash(call.fragment.index(), call.port); },
          [](const MemberCall& call) { return std::uint64_t{call.member.index()}; },
          [](const IndexCall&) { return std::uint64_t{0}; },
          [](const ConstructCall& call) { return hash_of(call.node->type); },
          [](const SelectCall&) { return std::uint64_t{0}; },
          [](const AscribeCall& call) { return std::uint64_t{call.node->entries.size()}; },
          [](const DeclareCall& call) { return hash_of(*call.pattern); },
          [](const DeclareFeatureCall& call) { return std::uint64_t{call.feature.index()}; },
          [](const ResultsCall& call) { return std::uint64_t{call.fragment.index()}; },
          [](const GraphResultCall& call) { return mix_hash(call.instance.index(), call.result); },
          [](const GivenCall& call) { return std::uint64_t{call.port}; },
          [](const LoopCall& call) { return mix_hash(hash_of(call.node), call.instance.index()); },
          [](const StateCall& call) { return std::uint64_t{call.state}; },
          [](const StepCall& call) { return std::uint64_t{call.state}; },
          [](const SimulationCall& call) { return std::uint64_t{call.node->states.size()}; },
          [](const ErroneousCall& call) {
            return std::uint64_t{call.report.value_or(0)} << 32 |
                   (call.missing ? call.missing->index() + 1 : 0);
          },
      },
      kind);
}

bool same_arguments(const CallNode& a, const CallNode& b) {
  if (a.callee != b.callee || a.arguments.size() != b.arguments.size()) {
    return false;
  }
  // Without equal outsiders they may call different fragments of that name.
  if (a.is_stitched != b.is_stitched || a.outsiders.key != b.outsiders.key) {
    return false;
  }
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    if (a.arguments[i].name != b.arguments[i].name ||
        a.arguments[i].is_parameter != b.arguments[i].is_parameter) {
      return false;
    }
  }
  return true;
}

/// Whether two calls with equal inputs and context compute the same.
bool same_payload(const CallKind& a, const CallKind& b) {
  if (a.index() != b.index()) {
    return false;
  }
  return std::visit(
      Overloaded{
          [&](const LiteralCall& x) {
            const auto& y = std::get<LiteralCall>(b);
            return x.value == y.value && x.is_color == y.is_color && x.live == y.live;
          },
          [&](const FeatureCall& x) { return x.feature == std::get<FeatureCall>(b).feature; },
          [&](const ParameterCall& x) {
            return x.parameter == std::get<ParameterCall>(b).parameter;
          },
          [&](const BoundCall& x) {
            const auto& y = std::get<BoundCall>(b);
            return x.level == y.level && x.parameter == y.parameter && x.rate == y.rate &&
                   x.type == y.type;
          },
          [&](const FunctionCall& x) { return x.closure == std::get<FunctionCall>(b).closure; },
          [&](const InterpolateCall& x) {
            return x.is_flat == std::get<InterpolateCall>(b).is_flat;
          },
          [&](const InvokeCall& x) {
            const auto& y = std::get<InvokeCall>(b);
            return x.member == y.member && x.instance == y.instance &&
                   (!x.instance || x.node == y.node) && same_arguments(*x.node, *y.node);
          },
          [&](const StitchCall& x) {
            const auto& y = std::get<StitchCall>(b);
            return x.fragment == y.fragment && x.port == y.port &&
                   x.node->is_stitched == y.node->is_stitched;
          },
          [&](const MemberCall& x) { return x.member == std::get<MemberCall>(b).member; },
          [](const IndexCall&) { return true; },
          [&](const ConstructCall& x) {
            return x.node->type == std::get<ConstructCall>(b).node->type;
          },
          [](const SelectCall&) { return true; },
          [&](const AscribeCall& x) {
            return x.node->entries == std::get<AscribeCall>(b).node->entries;
          },
          [&](const DeclareCall& x) { return declares_the_same(x, std::get<DeclareCall>(b)); },
          [&](const DeclareFeatureCall& x) {
            const auto& y = std::get<DeclareFeatureCall>(b);
            return x.feature == y.feature && x.is_injected == y.is_injected;
          },
          [&](const ResultsCall& x) { return x.fragment == std::get<ResultsCall>(b).fragment; },
          [&](const GraphResultCall& x) {
            const auto& y = std::get<GraphResultCall>(b);
            return x.instance == y.instance && x.result == y.result;
          },
          [&](const GivenCall& x) { return x == std::get<GivenCall>(b); },
          [&](const LoopCall& x) {
            const auto& y = std::get<LoopCall>(b);
            return x.node == y.node && x.instance == y.instance;
          },
          [&](const StateCall& x) { return x.state == std::get<StateCall>(b).state; },
          [&](const StepCall& x) { return x.state == std::get<StepCall>(b).state; },
          [&](const SimulationCall& x) { return x.node == std::get<SimulationCall>(b).node; },
          [&](const ErroneousCall& x) {
            const auto& y = std::get<ErroneousCall>(b);
            return x.missing == y.missing && x.report == y.report;
          },
      },
      a);
}

/// Whether typing the call may read features, for conversions, defaults or the bodies of leaves.
bool sees_environment(const CallKind& kind) {
  return !(
      std::holds_alternative<LiteralCall>(kind) || std::holds_alternative<FeatureCall>(kind) ||
      std::holds_alternative<ParameterCall>(kind) || std::holds_alternative<BoundCall>(kind) ||
      std::holds_alternative<FunctionCall>(kind) || std::holds_alternative<InterpolateCall>(kind) ||
      std::holds_alternative<StateCall>(kind) || std::holds_alternative<SimulationCall>(kind) ||
      std::holds_alternative<ErroneousCall>(kind));
}

}  // namespace

CallId CallStore::add(CallKind kind, CallIds inputs, CallContext context, Origin origin) {
  const Stage stage = context.stage;
  const EnvironmentId environment = sees_environment(kind) ? context.environment : no_environment;
  std::uint64_t hash =
      mix_hash(payload_hash(kind), kind.index() * 2 + static_cast<std::uint64_t>(stage));
  hash = mix_hash(hash, environment.index());
  for (CallId input : inputs) {
    hash = mix_hash(hash, input.index());
  }
  auto known = table_.find(hash, [&](std::uint32_t index) {
    const Call& call = calls_[index];
    return call.stage == stage && call.environment == environment && call.inputs == inputs &&
           same_payload(call.kind, kind);
  });
  if (known) {
    return CallId(*known);
  }
  const CallId id(calls_.size());
  calls_.emplace_back(std::move(kind), std::move(inputs), stage, std::move(origin), environment);
  table_.insert(hash, id.index());
  return id;
}

void CallStore::suggest_name(CallId id, NameId name, std::string_view text) {
  Call& call = calls_[id.index()];
  if (auto* invoke = std::get_if<InvokeCall>(&call.kind); invoke != nullptr && invoke->member) {
    invoke->member_name = invoke->member_name.value_or(name);
  } else if (call.origin.name.empty()) {
    call.origin.name = text;
  }
}

}  // namespace weft
