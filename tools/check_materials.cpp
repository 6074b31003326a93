#include "tools/check_materials.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/emit.h"
#include "composer/checks/check_graphs.h"
#include "fragments/model/lookups.h"
#include "tools/shaders_directory.h"

namespace weft::tools {
namespace {

/// The number of outputs that the profile demands and the material lacks; a simulation counts as
/// one.
std::size_t outputs_lacked(const Material& material, const Profile& profile) {
  const std::vector<GraphOutput>& outputs = material.graph.outputs;
  const std::size_t states_lacked = profile.states && material.states.empty() ? 1 : 0;
  return states_lacked +
         static_cast<std::size_t>(std::count_if(
             profile.demands.begin(), profile.demands.end(), [&](const ProfileDemand& demand) {
               return !demand.default_value &&
                      std::none_of(outputs.begin(), outputs.end(), [&](const GraphOutput& output) {
                        return output.name == demand.name;
                      });
             }));
}

/// Whether FILE or a non-shipped import of it declares the profile.
bool is_declared_here(const Library& library, const Profile& profile) {
  const std::string folder = shaders_directory() + "/";
  return profile.span.file == library.root_file ||
         !library.sources[profile.span.file].path().starts_with(folder);
}

class MaterialChecker {
 public:
  MaterialChecker(const Composer& composer, std::optional<ProfileId> named)
      : composer_(composer), library_(composer.library()), named_(named) {}

  void check(MaterialId material) {
    Diagnostics found = check_material(composer_, material);
    const bool is_typed = !has_errors(found);
    std::move(found.begin(), found.end(), std::back_inserter(diagnostics_));
    ++checked_.materials;
    if (!is_typed) {
      return;
    }
    bool is_composed = false;
    for (const ProfileId profile : profiles_for(material)) {
      const Result<PlacedPlan> plan = compose(composer_, {material, profile, {}});
      const bool is_passed_over =
          !plan && !named_ &&
          std::any_of(plan.error().begin(), plan.error().end(), [](const Diagnostic& diagnostic) {
            return diagnostic.code == Code::MissingState;
          });
      if (is_passed_over) {
        continue;
      }
      if (!plan) {
        diagnostics_.insert(diagnostics_.end(), plan.error().begin(), plan.error().end());
      } else if (const auto emission = emit(library_, *plan, {}); !emission) {
        // The interface of the shaders may break the profile's limits.
        diagnostics_.insert(diagnostics_.end(), emission.error().begin(), emission.error().end());
      }
      names_.emplace(library_.text(library_.profiles[profile].name));
      is_composed = true;
    }
    checked_.composed += is_composed ? 1 : 0;
  }

  CheckedMaterials finish(Report& report) {
    GraphChecks graphs = check_uncalled_graphs(composer_);
    checked_.graphs = graphs.typed;
    diagnostics_.insert(diagnostics_.end(), graphs.diagnostics.begin(), graphs.diagnostics.end());
    checked_.is_good = !has_errors(diagnostics_);
    checked_.profiles.assign(names_.begin(), names_.end());
    report.add(diagnostics_, library_.sources);
    return std::move(checked_);
  }

 private:
  std::vector<ProfileId> profiles_for(MaterialId id) const {
    if (named_) {
      return {*named_};
    }
    const Material& material = library_.materials[id];
    std::vector<ProfileId> applying;
    std::optional<std::pair<std::size_t, ProfileId>> nearest;
    for (std::size_t i = 0; i < library_.profiles.size(); ++i) {
      const ProfileId profile(i);
      const std::size_t lacked = outputs_lacked(material, library_.profiles[profile]);
      if (!nearest || lacked < nearest->first) {
        nearest.emplace(lacked, profile);
      }
      if (lacked == 0 && is_declared_here(library_, library_.profiles[profile])) {
        applying.push_back(profile);
      }
    }
    if (nearest && nearest->first > 0) {
      return {nearest->second};  // composing for it reports the missing outputs
    }
    return applying;
  }

  const Composer& composer_;
  const Library& library_;
  std::optional<ProfileId> named_;
  Diagnostics diagnostics_;
  std::set<std::string> names_;
  CheckedMaterials checked_;
};

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

CheckedMaterials check_materials(const Composer& composer, std::optional<ProfileId> named,
                                 Report& report) {
  MaterialChecker checker(composer, named);
  for (const MaterialId id : own_materials(composer.library())) {
    checker.check(id);
  }
  return checker.finish(report);
}

std::string summary_of(const CheckedMaterials& checked) {
  const std::size_t typed = checked.materials - checked.composed;
  const std::string profiles = fmt::format("composed for {}", fmt::join(checked.profiles, ", "));
  std::string text = counted(checked.materials, "material");
  if (checked.composed == 0 && typed != 0) {
    text += ", typed";
  } else if (typed == 0 && checked.composed != 0) {
    text += ", " + profiles;
  } else if (checked.materials != 0) {
    text += fmt::format(", {} {}, {} typed", checked.composed, profiles, typed);
  }
  return checked.graphs == 0 ? text
                             : fmt::format("{}; {} typed", text, counted(checked.graphs, "graph"));
}

LoadedLibrary load_for_profile(const Input& input, const std::optional<std::string>& profile,
                               bool with_shipped) {
  LoadedLibrary loaded = input.load();
  const bool is_lacking = profile ? !loaded.library.find_profile(*profile) : with_shipped;
  if (is_lacking && !has_errors(loaded.diagnostics)) {
    if (auto extended = input.load_with_shipped_profiles()) {
      return std::move(*extended);
    }
  }
  return loaded;
}

}  // namespace weft::tools
