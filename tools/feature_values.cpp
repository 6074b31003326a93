#include "tools/feature_values.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/draw_attributes.h"

namespace weft::tools {
namespace {

bool is_in_blocks(const ProvidedFeature& provided, const Library& library) {
  const bool is_stored = provided.provision == Provision::Uniform ||
                         provided.provision == Provision::Push ||
                         provided.provision == Provision::Buffer;
  return is_stored && !library.features[provided.feature].type.data().is_texture();
}

/// Whether it is an attribute that neither meshes nor instances have.
bool is_own_attribute(const ProvidedFeature& provided, const std::string& path) {
  return provided.provision == Provision::Attribute &&
         !render::attribute_values(path, render::Mesh(), render::Scene());
}

std::string hint_for(const Library& library, const Profile& profile) {
  std::vector<std::string> paths;
  for (const ProvidedFeature& provided : profile.provided) {
    const std::string path(library.text(library.features[provided.feature].path));
    if (is_in_blocks(provided, library) || is_own_attribute(provided, path)) {
      paths.push_back(path);
    }
  }
  return paths.empty() ? "the profile has no features that a host could give"
                       : fmt::format("there is '{}'", fmt::join(paths, "', '"));
}

}  // namespace

bool can_be_given(const std::vector<NamedValue>& values, const Library& library, ProfileId profile,
                  Report& report) {
  const Profile& chosen = library.profiles[profile];
  bool is_possible = true;
  for (const NamedValue& value : values) {
    const std::optional<FeatureId> feature = library.find_feature(value.name);
    const ProvidedFeature* provided = feature ? chosen.find(*feature) : nullptr;
    if (provided != nullptr &&
        (is_in_blocks(*provided, library) || is_own_attribute(*provided, value.name))) {
      continue;
    }
    is_possible = false;
    const std::string_view reason = provided == nullptr ? "the profile does not provide it"
                                    : provided->provision == Provision::Attribute
                                        ? "it comes from the mesh"
                                        : "the shader computes it";
    report.add(error(Code::MissingFeature,
                     fmt::format("with the profile '{}' the feature '{}' cannot be given: {}",
                                 library.text(chosen.name), value.name, reason),
                     hint_for(library, chosen)));
  }
  return is_possible;
}

}  // namespace weft::tools
