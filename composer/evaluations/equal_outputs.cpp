#include "composer/evaluations/equal_outputs.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "support/overloaded.h"

namespace weft {
namespace {

/// Numbers values by what computes them, for several plans.
class Computations {
 public:
  /// Per evaluation of a plan, its number.
  std::vector<std::size_t> numbered(const Library& library, const Plan& plan) {
    fragments_.clear();
    std::vector<std::size_t> numbers;
    numbers.reserve(plan.evaluations.size());
    for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
      const Evaluation& each = plan.evaluations[EvaluationId(i)];
      std::string key = fmt::format("{} {} {} {} ", each.kind.index(), static_cast<int>(each.stage),
                                    library.type_name(plan.types[each.type].data()),
                                    text_of(library, plan, each.kind));
      for (const EvaluationId input : each.inputs) {
        key += fmt::format(" %{}", numbers[input.index()]);
      }
      numbers.push_back(numbers_.try_emplace(std::move(key), numbers_.size()).first->second);
    }
    return numbers;
  }

 private:
  std::string text_of(const Library& library, const Plan& plan, const EvaluationKind& kind) {
    return std::visit(
        Overloaded{
            [](const ConstantEvaluation& e) {
              return fmt::format("{}", fmt::join(e.value.bits, ","));
            },
            [&](const FeatureEvaluation& e) {
              return std::string(library.text(library.features[e.feature].path));
            },
            [](const ParameterEvaluation& e) { return fmt::format("{}", e.parameter); },
            [](const InterpolateEvaluation& e) { return fmt::format("{}", e.is_flat); },
            [](const UniformEvaluation&) { return std::string(); },
            [](const BoundEvaluation& e) { return fmt::format("{} {}", e.level, e.parameter); },
            [&](const LeafEvaluation& e) { return text_of(library, e); },
            [](const LoopEvaluation& e) {
              return fmt::format("{} {}", e.function_level, e.states.size());
            },
            [](const MapEvaluation& e) { return fmt::format("{} {}", e.function_level, e.size); },
            [](const ResultEvaluation& e) { return fmt::format("{}", e.result); },
            [&](const StateEvaluation& e) {
              const Material& material = library.materials[plan.material];
              return std::string(library.text(material.states[e.state].demand.name));
            },
            [](const OperationEvaluation& e) {
              return fmt::format("{} {}", static_cast<int>(e.op), e.payload);
            },
        },
        kind);
  }

  std::string text_of(const Library& library, const LeafEvaluation& leaf) {
    auto known = fragments_.find(leaf.fragment.index());
    if (known == fragments_.end()) {
      known = fragments_.emplace(leaf.fragment.index(), name_of(library, leaf.fragment)).first;
    }
    std::string text = fmt::format("{} {}", known->second, leaf.function_level);
    for (const DataType type : leaf.type_arguments) {
      text += " " + library.type_name(type);
    }
    for (const UnreadFeature& unread : leaf.special.unread) {
      text += fmt::format(" !{}.{}", unread.port, unread.position);
    }
    return text;
  }

  /// The file, the name, and how many fragments of that name are before it in the file.
  static std::string name_of(const Library& library, FragmentId id) {
    const Fragment& fragment = library.fragments[id];
    const std::vector<FragmentId>& all = library.find_fragments(fragment.name);
    const auto before = std::count_if(all.begin(), all.end(), [&](FragmentId other) {
      const Span& span = library.fragments[other].span;
      return span.file == fragment.span.file && span.begin < fragment.span.begin;
    });
    return fmt::format("{}:{}:{}", library.sources[fragment.span.file].path(),
                       library.text(fragment.name), before);
  }

  std::map<std::string, std::size_t> numbers_;
  std::unordered_map<std::size_t, std::string> fragments_;  // of the plan at hand; never iterated
};

}  // namespace

std::optional<std::uint32_t> find_unequal_output(const Library& library, const Plan& plan,
                                                 const Library& other_library, const Plan& other) {
  Computations computations;
  const std::vector<std::size_t> numbers = computations.numbered(library, plan);
  const std::vector<std::size_t> others = computations.numbered(other_library, other);
  for (std::size_t i = 0; i < std::max(plan.outputs.size(), other.outputs.size()); ++i) {
    if (i >= plan.outputs.size() || i >= other.outputs.size()) {
      return (i < plan.outputs.size() ? plan : other).outputs[i].demand;
    }
    const DemandedOutput& output = plan.outputs[i];
    if (output.demand != other.outputs[i].demand ||
        numbers[output.value.index()] != others[other.outputs[i].value.index()]) {
      return output.demand;
    }
  }
  return std::nullopt;
}

}  // namespace weft
