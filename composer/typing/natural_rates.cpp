#include "composer/typing/natural_rates.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft {

Rate least_rate(const Fragment& fragment, Stage stage) {
  if (!fragment.is_field) {
    return Rate::Constant;
  }
  return element_rate(stage);
}

std::optional<Rate> declared_rate(const TypedGraph& graph, const Fragment& fragment,
                                  const EvaluationIds& inputs) {
  if (fragment.depends_on.empty()) {
    return std::nullopt;
  }
  Rate rate = Rate::Constant;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool is_port = i < fragment.ports.size();
    if (!is_port || std::find(fragment.depends_on.begin(), fragment.depends_on.end(), i) !=
                        fragment.depends_on.end()) {
      rate = join(rate, graph.evaluations[inputs[i]].natural_rate);
    }
  }
  return rate;
}

void note_variation(const TypingContext& in, Diagnostic& diagnostic, EvaluationId value) {
  constexpr int most_named = 8;
  int named = 0;
  EvaluationId at = value;
  for (;;) {
    const Evaluation& evaluation = in.graph().evaluations[at];
    const Rate rate = evaluation.natural_rate;
    auto below = std::find_if(
        evaluation.inputs.begin(), evaluation.inputs.end(),
        [&](EvaluationId input) { return in.graph().evaluations[input].natural_rate == rate; });
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const bool is_interpolation = std::holds_alternative<InterpolateEvaluation>(evaluation.kind);
    if (is_interpolation) {
      below = evaluation.inputs.begin();
    }
    if (below == evaluation.inputs.end()) {
      std::string source = evaluation.origin.name;
      if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
        source = fmt::format("feature '{}'",
                             in.library().text(in.library().features[feature->feature].path));
      } else if (leaf) {
        source =
            fmt::format("'{}'", in.library().text(in.library().fragments[leaf->fragment].name));
      } else if (std::holds_alternative<BoundEvaluation>(evaluation.kind)) {
        source = fmt::format("'{}', which the function is called with,", evaluation.origin.name);
      }
      diagnostic.notes.push_back({fmt::format("{} varies per {}", source, rate_name(rate)),
                                  leaf ? evaluation.origin.span : std::nullopt});
      return;
    }
    if (!evaluation.origin.name.empty() && !is_interpolation && named < most_named) {
      diagnostic.notes.push_back(
          {fmt::format("'{}' varies", evaluation.origin.name), evaluation.origin.span});
      ++named;
    }
    at = *below;
  }
}

}  // namespace weft
