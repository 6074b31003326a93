// Where the host's values lie, and what evaluations cost.

#include <map>
#include <utility>

#include "codegen/lower.h"
#include "codegen/profile_settings.h"
#include "tools/plan_dump.h"

namespace weft::tools {
namespace {

bool is_work(Operation op) {
  switch (op) {
    case Operation::Literal:
    case Operation::Local:
    case Operation::Port:
    case Operation::Feature:
    case Operation::Symbol:
    case Operation::Swizzle:
    case Operation::Member:
    case Operation::Construct:
    case Operation::Call:
    case Operation::PortCall:
      return false;
    case Operation::Negate:
    case Operation::Not:
    case Operation::BitNot:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::MatrixProduct:
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
    case Operation::Equal:
    case Operation::NotEqual:
    case Operation::And:
    case Operation::Or:
    case Operation::BitAnd:
    case Operation::BitXor:
    case Operation::BitOr:
    case Operation::Select:
    case Operation::Index:
    case Operation::Intrinsic:
      return true;
  }
  return true;
}

double operations_of(const BodyExpr& expr) {
  if (!is_work(expr.op)) {
    return 0.0;
  }
  const double components = expr.type.is_plain() ? expr.type.component_count() : 1;
  return expr.op == Operation::MatrixProduct ? components * 4.0 : components;
}

/// Counts the operations of leaves' bodies once each, however often and deep they are called. A
/// loop counts as one step.
class OperationCounter {
 public:
  explicit OperationCounter(const Library& library) : library_(library) {}

  double count(const BodyCall& root) {
    std::vector<BodyCall> open = {root};
    while (!open.empty()) {
      const BodyCall call = open.back();
      const BodyInstance* instance = instance_of(call);
      double sum = instance == nullptr ? 1.0 : own_operations(instance->body);
      bool is_complete = true;
      for (std::size_t i = 0; instance != nullptr && i < instance->body.calls.size(); ++i) {
        const auto known = counts_.find(key(instance->body.calls[i]));
        if (known == counts_.end()) {
          open.push_back(instance->body.calls[i]);
          is_complete = false;
        } else {
          sum += known->second;
        }
      }
      if (is_complete) {
        counts_[key(call)] = sum;
        open.pop_back();
      }
    }
    return counts_[key(root)];
  }

 private:
  using Key = std::pair<FragmentId, std::vector<DataType>>;
  static Key key(const BodyCall& call) { return {call.fragment, call.type_arguments}; }

  const BodyInstance* instance_of(const BodyCall& call) const {
    return library_.fragments[call.fragment].find_instance(call.type_arguments);
  }

  static double own_operations(const Body& body) {
    double sum = 0.0;
    for (const BodyExpr& expr : body.exprs) {
      sum += operations_of(expr);
    }
    return sum;
  }

  const Library& library_;
  std::map<Key, double> counts_;
};

/// How often things run at a rate in one draw.
double runs_at(Rate rate, double vertices, double fragments) {
  switch (rate) {
    case Rate::Constant:
      return 0.0;
    case Rate::Frame:
    case Rate::View:
    case Rate::Material:
    case Rate::Object:
    case Rate::Draw:
    case Rate::Instance:
      return 1.0;
    case Rate::Vertex:
      return vertices;
    case Rate::Fragment:
      return fragments;
  }
  return fragments;
}

std::vector<double> costs_of(const Library& library, const PlacedPlan& placed) {
  const Profile& profile = library.profiles[placed.plan.profile];
  const double vertices = setting_number(library, profile, "vertices").value_or(10'000.0);
  const double fragments = setting_number(library, profile, "fragments").value_or(1'000'000.0);
  OperationCounter counter(library);
  std::vector<double> costs;
  for (std::size_t i = 0; i < placed.plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = placed.plan.evaluations[EvaluationId(i)];
    double operations = 0.0;
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      operations = counter.count({leaf->fragment, leaf->type_arguments});
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      const DataType type = placed.plan.types[evaluation.type].data();
      operations = operations_of(BodyExpr{operation->op, type, 0, 0, 0, {}});
    }
    costs.push_back(operations * runs_at(placed.rates[i], vertices, fragments));
  }
  return costs;
}

bool reads(const Evaluation& evaluation, const ValueSource& source) {
  if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
    return source.feature == feature->feature;
  }
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
    return source.parameter == parameter->parameter;
  }
  return false;
}

std::optional<PlanFacts::Place> place_of(const Interface& interface, const Evaluation& evaluation) {
  for (const Block& block : interface.blocks) {
    for (const BlockMember& member : block.members) {
      if (reads(evaluation, member.source)) {
        const bool has_set = block.kind != BlockKind::Push;
        return PlanFacts::Place{has_set ? std::optional(block.set) : std::nullopt, member.offset};
      }
    }
  }
  for (const TextureBinding& texture : interface.textures) {
    if (reads(evaluation, texture.source)) {
      return PlanFacts::Place{texture.set, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

PlanFacts collect_facts(const Library& library, const PlacedPlan& placed) {
  PlanFacts facts;
  facts.costs = costs_of(library, placed);
  facts.places.resize(placed.plan.evaluations.size());
  // What no target has is no fault of the plan: it is shown without places then.
  if (const Result<Programs> programs = lower_plan(library, placed)) {
    for (std::size_t i = 0; i < facts.places.size(); ++i) {
      facts.places[i] = place_of(programs->interface, placed.plan.evaluations[EvaluationId(i)]);
    }
  }
  return facts;
}

}  // namespace weft::tools
