#include "composer/elaborate/available_features.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/elaborate/elaborate.h"
#include "support/spelling.h"

namespace weft {
namespace {

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> names;
  std::string name;
  for (char c : list + ",") {
    if (c == ',') {
      if (!name.empty()) {
        names.push_back(std::move(name));
      }
      name.clear();
    } else if (c != ' ') {
      name += c;
    }
  }
  return names;
}

FeatureSet available_from(const Library& library, const Profile& host, Stage stage) {
  const Material nothing;
  Composition composition{library, nothing, &host, {}};
  Elaborator elaborator(composition);
  FeatureSet available;
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    const FeatureId id = library.features.id_at(i);
    if (elaborator.is_available(id, stage)) {
      available.insert(id);
    }
  }
  return available;
}

}  // namespace

FeatureSet all_features(const Library& library) {
  FeatureSet all;
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    all.insert(library.features.id_at(i));
  }
  return all;
}

Result<FeatureSet> features_that_follow_from(const Library& library, const std::string& list) {
  FeatureSet given;
  Diagnostics diagnostics;
  for (const std::string& name : split(list)) {
    if (const std::optional<FeatureId> id = library.find_feature(name)) {
      given.insert(*id);
      continue;
    }
    std::vector<std::string_view> paths;
    for (const Feature& feature : library.features) {
      paths.push_back(library.text(feature.path));
    }
    diagnostics.push_back(error(Code::UnknownFeature, fmt::format("there is no feature '{}'", name),
                                spelling_hint(name, paths)));
  }
  if (!diagnostics.empty()) {
    return failed(std::move(diagnostics));
  }
  Profile host;
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    const FeatureId id = library.features.id_at(i);
    if (given.contains(id)) {
      host.provided.push_back({id, Provision::Uniform, 0, false, 0, {}});
    }
  }
  FeatureSet available = available_from(library, host, Stage::Fragment);
  available.insert(given);
  return available;
}

FeatureSet features_in_stage(const Library& library, ProfileId profile, Stage stage) {
  // Nothing is elaborated on the host. What it computes was moved there from a stage, and it has no
  // features per fragment.
  const Stage elaborated = stage == Stage::Host ? Stage::Vertex : stage;
  return available_from(library, library.profiles[profile], elaborated);
}

}  // namespace weft
