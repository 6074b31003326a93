#include "composer/verification/bound_types.h"

#include <fmt/format.h>

#include "composer/verification/value_demands.h"

namespace weft {
namespace {

class BoundTypeSearch {
 public:
  BoundTypeSearch(const Library& library, const Plan& plan) : library_(library), plan_(plan) {}

  std::vector<BoundTypeFault> run() {
    for (const PlanFunction& function : plan_.functions.functions) {
      for (const EvaluationId id : function.body) {
        const auto* bound = std::get_if<BoundEvaluation>(&plan_.evaluations[id].kind);
        if (bound != nullptr && bound->level == function.level) {
          check(function, bound->parameter, plan_.types[plan_.evaluations[id].type]);
        }
      }
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = plan_.evaluations[EvaluationId(i)];
      const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
      if (operation != nullptr && operation->op == Operation::Select && each.inputs.size() == 3) {
        expect(EvaluationId(i), each.inputs[1], plan_.types[each.type]);
        expect(EvaluationId(i), each.inputs[2], plan_.types[each.type]);
      }
    }
    return std::move(found_);
  }

 private:
  void check(const PlanFunction& function, std::uint32_t position, const SemanticType& type) {
    const Evaluation& taker = plan_.evaluations[function.leaf];
    if (const auto* loop = std::get_if<LoopEvaluation>(&taker.kind)) {
      const std::size_t states = loop->states.size();
      if (position >= states) {
        found_.push_back({function.leaf, fmt::format("has no state {}", position)});
        return;
      }
      expect(function.leaf, taker.inputs[1 + position], type);
      expect(function.leaf, taker.inputs[1 + states + position], type);
    } else if (const auto* leaf = std::get_if<LeafEvaluation>(&taker.kind)) {
      check_ports(function, position, type, signature_of(library_, *leaf));
    }
  }

  void check_ports(const PlanFunction& function, std::uint32_t position, const SemanticType& type,
                   const Fragment& fragment) {
    const std::vector<FragmentPort>& parameters = fragment.ports[function.port].parameters;
    const auto variable =
        position < parameters.size() ? parameters[position].type.type_variable : std::nullopt;
    if (!variable || !fragment.relations.empty()) {
      return;  // relations may let operands differ
    }
    const EvaluationIds& inputs = plan_.evaluations[function.leaf].inputs;
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (fragment.ports[i].type.type_variable == variable) {
        SemanticType wanted = type;
        wanted.set_data(plan_.types[plan_.evaluations[inputs[i]].type].data());
        expect(function.leaf, inputs[i], wanted);
      }
    }
  }

  void expect(EvaluationId reader, EvaluationId value, const SemanticType& type) {
    if (!meets_demand(library_, plan_, value, read_as(library_, plan_, value, type))) {
      found_.push_back({reader, fmt::format("reads %{} as {}", value.index(),
                                            type_source(type, library_.lattice, library_.data_types,
                                                        library_.names))});
    }
  }

  const Library& library_;
  const Plan& plan_;
  std::vector<BoundTypeFault> found_;
};

}  // namespace

std::vector<BoundTypeFault> find_bound_type_faults(const Library& library, const Plan& plan) {
  return BoundTypeSearch(library, plan).run();
}

}  // namespace weft
