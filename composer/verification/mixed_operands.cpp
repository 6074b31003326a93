#include "composer/verification/mixed_operands.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "composer/verification/value_demands.h"
#include "fragments/model/signature_types.h"
#include "fragments/solver/relation.h"

namespace weft {
namespace {

/// What a value may state of a trait: one entry, more if the author states several types.
using Statements = std::vector<std::optional<ValueId>>;

class MixedSearch {
 public:
  MixedSearch(const Library& library, const Plan& plan) : library_(library), plan_(plan) {
    for (std::size_t i = 0; i < library.lattice.traits().size(); ++i) {
      if (library.lattice.trait(TraitId(i)).kind == TraitKind::Meaning) {
        meanings_.emplace_back(i);
      }
    }
    std::copy_if(meanings_.begin(), meanings_.end(), std::back_inserter(unmultiplied_),
                 [&](TraitId trait) {
                   const std::string_view name = library_.text(library_.lattice.trait(trait).name);
                   return name != "use" && name != "unit";
                 });
  }

  std::vector<MixedOperands> run() {
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      reader_ = EvaluationId(i);
      const Evaluation& each = plan_.evaluations[reader_];
      const EvaluationIds& inputs = each.inputs;
      if (const auto* leaf = std::get_if<LeafEvaluation>(&each.kind)) {
        check_call(signature_of(library_, *leaf), inputs);
      } else if (const auto* operation = std::get_if<OperationEvaluation>(&each.kind)) {
        const bool is_array = plan_.types[each.type].data().is_array();
        if (operation->op == Operation::Select && inputs.size() == 3) {
          check({inputs[1], inputs[2]}, meanings_);
        } else if (operation->op == Operation::Construct && is_array) {
          check(inputs, meanings_);
        }
      } else if (const auto* loop = std::get_if<LoopEvaluation>(&each.kind)) {
        const std::size_t states = loop->states.size();
        for (std::size_t state = 0; state < states; ++state) {
          check({inputs[1 + state], inputs[1 + states + state]}, meanings_);
        }
      }
    }
    return std::move(found_);
  }

 private:
  void check_call(const Fragment& fragment, const EvaluationIds& inputs) {
    const bool is_product = std::any_of(fragment.relations.begin(), fragment.relations.end(),
                                        [](const RelationClause& clause) {
                                          return clause.rule == solver_relations::product ||
                                                 clause.rule == solver_relations::factors ||
                                                 clause.rule == solver_relations::quotient;
                                        });
    const auto is_value = [&](std::size_t port) {
      return fragment.ports[port].kind == FragmentPort::Kind::Value;
    };
    for (std::size_t variable = 0; variable < fragment.type_parameters.size(); ++variable) {
      std::vector<EvaluationId> operands;
      for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
        // What an array states applies to its elements.
        const auto& own = fragment.ports[port].type.type_variable;
        if (is_value(port) && own && element_parameter(fragment, *own) == variable) {
          operands.push_back(inputs[port]);
        }
      }
      if (fragment.type_parameters[variable].fixed) {
        continue;  // `float[N]` is a concrete type and ties nothing
      }
      check(operands, without_stated(fragment, is_product ? unmultiplied_ : meanings_));
    }
    for (std::size_t variable = 0; variable < fragment.trait_variables.size(); ++variable) {
      std::vector<EvaluationId> operands;
      std::optional<TraitId> trait;
      for (std::size_t port = 0; port < fragment.ports.size(); ++port) {
        for (const PatternEntry& entry : fragment.ports[port].type.entries) {
          if (is_value(port) && entry.variable == variable) {
            operands.push_back(inputs[port]);
            trait = entry.trait;
          }
        }
      }
      if (trait) {
        check(operands, {*trait});
      }
    }
  }

  /// Without the traits that ports of a type parameter demand: those may differ by port.
  static std::vector<TraitId> without_stated(const Fragment& fragment,
                                             std::vector<TraitId> traits) {
    for (const FragmentPort& port : fragment.ports) {
      for (const PatternEntry& entry : port.type.entries) {
        if (port.type.type_variable && entry.value) {
          traits.erase(std::remove(traits.begin(), traits.end(), entry.trait), traits.end());
        }
      }
    }
    return traits;
  }

  /// Whether values of a trait meet without a conversion.
  bool may_meet(TraitId trait, std::optional<ValueId> a, std::optional<ValueId> b) const {
    return a == b || (!library_.lattice.trait(trait).is_distinct && a && b &&
                      library_.lattice.common_ancestor(*a, *b));
  }

  void check(const EvaluationIds& operands, const std::vector<TraitId>& traits) {
    for (const TraitId trait : traits) {
      std::optional<EvaluationId> first;
      Statements common;
      for (const EvaluationId operand : operands) {
        const Statements own = statements_of(operand, trait);
        if (std::find(own.begin(), own.end(), std::nullopt) != own.end()) {
          continue;  // does not state it
        }
        if (!first) {
          first = operand;
          common = own;
          continue;
        }
        Statements both;
        std::copy_if(own.begin(), own.end(), std::back_inserter(both),
                     [&](const std::optional<ValueId>& value) {
                       return std::any_of(common.begin(), common.end(),
                                          [&](const std::optional<ValueId>& other) {
                                            return may_meet(trait, value, other);
                                          });
                     });
        if (both.empty()) {
          report(trait, *first, common.front(), operand, own.front());
          break;
        }
        common = std::move(both);
      }
    }
  }

  Statements statements_of(EvaluationId value, TraitId trait) const {
    const Evaluation& evaluation = plan_.evaluations[value];
    if (is_literal(library_, plan_, value)) {
      return {std::nullopt};
    }
    Statements statements{plan_.types[evaluation.type].stated(trait)};
    for (const StatedType& stated : stated_types_of(plan_, value)) {
      if (!stated.is_round_trip) {
        statements.push_back(plan_.types[stated.type].stated(trait));
      }
    }
    return statements;
  }

  void report(TraitId trait, EvaluationId first, std::optional<ValueId> of_first,
              EvaluationId second, std::optional<ValueId> of_second) {
    const auto name = [&](std::optional<ValueId> value) {
      return library_.text(library_.lattice.value(*value).name);
    };
    found_.push_back(
        {reader_, fmt::format("mixes {}: %{} is in {}, %{} in {}",
                              library_.text(library_.lattice.trait(trait).name), first.index(),
                              name(of_first), second.index(), name(of_second))});
  }

  const Library& library_;
  const Plan& plan_;
  std::vector<TraitId> meanings_;
  std::vector<TraitId> unmultiplied_;  ///< those that no product rule decides
  EvaluationId reader_ = EvaluationId(0);
  std::vector<MixedOperands> found_;
};

}  // namespace

std::vector<MixedOperands> find_mixed_operands(const Library& library, const Plan& plan) {
  return MixedSearch(library, plan).run();
}

}  // namespace weft
