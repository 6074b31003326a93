#include "fragments/model/library.h"

#include <algorithm>

namespace weft {

Stage Profile::last_stage() const {
  const bool has_threads =
      std::any_of(demands.begin(), demands.end(),
                  [](const ProfileDemand& demand) { return demand.stage == Stage::Thread; });
  return has_threads || states ? Stage::Thread : Stage::Fragment;
}

const ProvidedFeature* Profile::find(FeatureId feature) const {
  auto at = std::find_if(provided.begin(), provided.end(), [feature](const ProvidedFeature& entry) {
    return entry.feature == feature;
  });
  return at != provided.end() ? &*at : nullptr;
}

std::optional<FeatureId> Library::find_feature(std::string_view path) const {
  auto name = names.find(path);
  if (!name) {
    return std::nullopt;
  }
  auto at = features_by_path.find(*name);
  return at != features_by_path.end() ? std::optional<FeatureId>(at->second) : std::nullopt;
}

std::optional<MaterialId> Library::find_material(std::string_view name) const {
  for (std::size_t i = 0; i < materials.size(); ++i) {
    if (text(materials[MaterialId(i)].name) == name) {
      return MaterialId(i);
    }
  }
  return std::nullopt;
}

std::optional<ProfileId> Library::find_profile(std::string_view name) const {
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (text(profiles[ProfileId(i)].name) == name) {
      return ProfileId(i);
    }
  }
  return std::nullopt;
}

const std::vector<FragmentId>& Library::find_fragments(NameId name) const {
  static const std::vector<FragmentId> none;
  auto at = fragments_by_name.find(name);
  return at != fragments_by_name.end() ? at->second : none;
}

std::optional<FragmentId> Library::find_conversion(NameId name) const {
  auto at = conversions_by_name.find(name);
  return at != conversions_by_name.end() ? std::optional<FragmentId>(at->second) : std::nullopt;
}

bool is_stitchable(const FragmentPort& port, bool in_stitch_block, const Lattice& lattice,
                   const Interner& names) {
  if (port.kind != FragmentPort::Kind::Value || (port.default_value && !in_stitch_block)) {
    return false;
  }
  return std::any_of(port.type.entries.begin(), port.type.entries.end(),
                     [&](const PatternEntry& entry) {
                       return entry.value && !entry.conditional &&
                              names.text(lattice.trait(entry.trait).name) == "use";
                     });
}

}  // namespace weft
