#include <algorithm>

#include <fmt/format.h>

#include "composer/typing/type_inference.h"

// The parts of TypeInference about rates: the effect of a declared dependence, and why a value
// varies.
namespace weft {

/// Returns the lower bound of a call's rate: for a field source the rate of the elements.
Rate TypeInference::least_rate(const Fragment& fragment, Stage stage) const {
  if (!fragment.is_field) {
    return Rate::Constant;
  }
  return stage == Stage::Fragment ? Rate::Fragment : Rate::Vertex;
}

/// Returns the rate of a value that depends on some inputs only (`from (a)`): theirs, joined with
/// that of the features that its body reads.
std::optional<Rate> TypeInference::declared_rate(const Fragment& fragment,
                                                 const std::vector<EvaluationId>& inputs) const {
  if (fragment.depends_on.empty()) {
    return std::nullopt;
  }
  Rate rate = Rate::Constant;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool is_port = i < fragment.ports.size();
    if (!is_port || std::find(fragment.depends_on.begin(), fragment.depends_on.end(), i) !=
                        fragment.depends_on.end()) {
      rate = join(rate, graph_.evaluations[inputs[i]].natural_rate);
    }
  }
  return rate;
}

/// Notes the path from a value to the source of its variation, by the named values on it.
void TypeInference::note_variation(Diagnostic& diagnostic, EvaluationId value) const {
  constexpr int most_named = 8;
  int named = 0;
  EvaluationId at = value;
  for (;;) {
    const Evaluation& evaluation = graph_.evaluations[at];
    const Rate rate = evaluation.natural_rate;
    auto below = std::find_if(
        evaluation.inputs.begin(), evaluation.inputs.end(),
        [&](EvaluationId input) { return graph_.evaluations[input].natural_rate == rate; });
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const bool is_interpolation = std::holds_alternative<InterpolateEvaluation>(evaluation.kind);
    if (is_interpolation) {
      below = evaluation.inputs.begin();
    }
    if (below == evaluation.inputs.end()) {
      std::string source = evaluation.origin.name;
      if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
        source =
            fmt::format("feature '{}'", library().text(library().features[feature->feature].path));
      } else if (leaf) {
        source = fmt::format("'{}'", library().text(library().fragments[leaf->fragment].name));
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
