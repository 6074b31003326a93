#include "tests/support/composed.h"

#include <algorithm>

#include "fragments/load/disk_reader.h"
#include "support/check.h"
#include "tests/support/places.h"

namespace weft::testing {

std::string Composed::errors() const {
  if (has_errors(loaded->diagnostics)) {
    return render_text(loaded->diagnostics, loaded->library.sources);
  }
  return plan ? std::string() : render_text(plan.error(), loaded->library.sources);
}

std::vector<std::string> Composed::calls(Stage stage) const {
  std::vector<std::string> names;
  for (const Evaluation& evaluation : plan->plan.evaluations) {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf && evaluation.stage == stage) {
      names.emplace_back(library().text(library().fragments[leaf->fragment].name));
    }
  }
  return names;
}

bool Composed::has_call(const std::string& fragment) const {
  for (Stage stage : {Stage::Vertex, Stage::Fragment}) {
    std::vector<std::string> names = calls(stage);
    if (std::find(names.begin(), names.end(), fragment) != names.end()) {
      return true;
    }
  }
  return false;
}

const Evaluation& Composed::named(const std::string& name) const {
  for (const Evaluation& evaluation : plan->plan.evaluations) {
    if (evaluation.origin.name == name) {
      return evaluation;
    }
  }
  WEFT_CHECK(false, "the plan has no evaluation of that name");
  return *plan->plan.evaluations.begin();
}

Rate Composed::rate_of(const std::string& fragment) const {
  for (const Evaluation& evaluation : plan->plan.evaluations) {
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf && library().text(library().fragments[leaf->fragment].name) == fragment) {
      return evaluation.natural_rate;
    }
  }
  WEFT_CHECK(false, "the plan has no call of that fragment");
  return Rate::Constant;
}

Composed compose_source(const std::string& source, const std::string& profile,
                        const PlacementOptions& placement) {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  Composed composed;
  composed.loaded =
      std::make_unique<LoadedLibrary>(load_text("test.weft", source, DiskReader(), options));
  if (has_errors(composed.loaded->diagnostics)) {
    composed.plan = failed(composed.loaded->diagnostics);
    return composed;
  }
  Composer composer(composed.loaded->library);
  auto profile_id = composed.loaded->library.find_profile(profile);
  WEFT_CHECK(profile_id.has_value(), "the test names a profile that does not exist");
  composed.plan = compose(composer, {MaterialId(0), *profile_id, {}, placement});
  return composed;
}

Composed compose_text(const std::string& text, const std::string& profile,
                      const PlacementOptions& placement) {
  return compose_source("import \"core\"; import \"display\"; import \"profiles\";\n" + text,
                        profile, placement);
}

}  // namespace weft::testing
