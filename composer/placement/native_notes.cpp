#include "composer/placement/native_notes.h"

#include <algorithm>

#include <fmt/format.h>

#include "composer/placement/evaluation_laws.h"

namespace weft {
namespace {

/// Returns the native fragment without a law that a fragment-stage evaluation calls, or null.
const Fragment* native_without_law(const Library& library, const Plan& plan, EvaluationId id) {
  const Evaluation& evaluation = plan.evaluations[id];
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (leaf == nullptr || leaf->function_level != 0 || evaluation.stage != Stage::Fragment ||
      is_single(evaluation.natural_rate) || plan.functions.is_in_function(id)) {
    return nullptr;
  }
  const Fragment& fragment = library.fragments[leaf->fragment];
  const bool is_plain =
      fragment.results.size() > 1 || (plan.types[evaluation.type].data().is_float_based() &&
                                      plan.types[evaluation.type].data().is_scalar_or_vector());
  return !fragment.natives().empty() && !fragment.law && !fragment.is_field && is_plain ? &fragment
                                                                                        : nullptr;
}

/// Whether the call could move to the vertices if its body were linear.
bool could_move(const Evaluation& evaluation, const Fragment& fragment,
                const std::vector<Law>& laws) {
  bool varies = false;
  for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
    const Law law = laws[evaluation.inputs[i].index()];
    const bool is_feature = i >= fragment.ports.size();
    if (!commutes_with_interpolation(law) || (is_feature && !is_constant(law))) {
      return false;
    }
    varies = varies || !is_constant(law);
  }
  return varies;
}

}  // namespace

Diagnostics note_native_bodies(const Library& library, const Plan& plan) {
  Diagnostics notes;
  std::vector<Law> laws;
  std::vector<const Fragment*> seen;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Fragment* fragment = native_without_law(library, plan, EvaluationId(i));
    if (fragment == nullptr || std::find(seen.begin(), seen.end(), fragment) != seen.end()) {
      continue;
    }
    if (laws.empty()) {
      LeafLaws leaves(library);
      laws = evaluation_laws(library, leaves, plan);
    }
    const Evaluation& call = plan.evaluations[EvaluationId(i)];
    if (!could_move(call, *fragment, laws)) {
      continue;
    }
    seen.push_back(fragment);
    Diagnostic note = error_at(Code::NativeWithoutLaw, fragment->span,
                               fmt::format("native '{}' declares no law, so it runs per fragment",
                                           library.text(fragment->name)),
                               "write `law linear` or `law affine` if it is, and it may run per "
                               "vertex; `law nonlinear` if not");
    note.severity = Severity::Note;
    note.node = std::string(library.text(fragment->name));
    if (call.origin.span) {
      note.notes.push_back(
          {"all of its inputs here could be computed per vertex", call.origin.span});
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace weft
