#include "tools/choice.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/lookups.h"
#include "support/spelling.h"
#include "tools/expression_value.h"
#include "tools/materialx_input.h"

namespace weft::tools {
namespace {

template <typename Thing>
std::vector<std::string_view> names_of(const Library& library, const Store<Thing>& things) {
  std::vector<std::string_view> names;
  for (const Thing& thing : things) {
    names.push_back(library.text(thing.name));
  }
  return names;
}

std::string quoted(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", name);
  }
  return text;
}

std::string hint_for(std::string_view word, const std::vector<std::string_view>& names,
                     std::string_view what) {
  if (std::string hint = spelling_hint(word, names); !hint.empty()) {
    return hint;
  }
  return names.empty() ? fmt::format("there is no {}", what)
                       : fmt::format("there is {}", quoted(names));
}

std::string root_path(const Library& library) { return library.sources[library.root_file].path(); }

}  // namespace

Diagnostic unknown_profile(const Library& library, std::string_view name) {
  return error(Code::UnknownProfile, fmt::format("there is no profile '{}'", name),
               hint_for(name, names_of(library, library.profiles), "profile"));
}

Diagnostic unknown_material(const Library& library, std::string_view name) {
  return error(Code::UnknownMaterial,
               fmt::format("'{}' has no material '{}'", root_path(library), name),
               hint_for(name, names_of(library, library.materials), "material"));
}

Diagnostic no_own_material(const Library& library) {
  const auto imported = names_of(library, library.materials);
  return error(
      Code::UnknownMaterial, fmt::format("'{}' declares no material", root_path(library)),
      imported.empty() ? "" : fmt::format("it imports {}: select one with -m", quoted(imported)));
}

std::optional<MaterialId> choose_material(const Library& library, const ChoiceOptions& wanted,
                                          Report& report) {
  if (wanted.material) {
    const std::optional<MaterialId> found = library.find_material(*wanted.material);
    if (!found) {
      report.add(unknown_material(library, *wanted.material));
    }
    return found;
  }
  const std::vector<MaterialId> own = own_materials(library);
  if (own.size() == 1) {
    return own.front();
  }
  if (own.empty()) {
    report.add(no_own_material(library));
  } else {
    std::vector<std::string_view> names;
    for (const MaterialId id : own) {
      names.push_back(library.text(library.materials[id].name));
    }
    report.add(error(Code::UnknownMaterial,
                     fmt::format("'{}' declares {} materials: {}", root_path(library), own.size(),
                                 quoted(names)),
                     fmt::format("select one with -m, such as -m {}", names.front())));
  }
  return std::nullopt;
}

std::optional<Choice> choose(const InputOptions& options, const ChoiceOptions& wanted,
                             Report& report) {
  const Input input(options, std::make_shared<const NotingReader>(report.files_read()));
  LoadedLibrary loaded = input.load();
  const std::string profile_name =
      wanted.profile.value_or(default_profile_of(options.file, loaded.library));
  if (!has_errors(loaded.diagnostics) && !loaded.library.find_profile(profile_name)) {
    if (auto with_shipped = input.load_with_shipped_profiles()) {
      loaded = std::move(*with_shipped);
    }
  }
  std::optional<Library> library = accept(std::move(loaded), report);
  if (!library) {
    return std::nullopt;
  }
  const std::optional<MaterialId> material = choose_material(*library, wanted, report);
  const std::optional<ProfileId> profile = library->find_profile(profile_name);
  if (!profile) {
    report.add(unknown_profile(*library, profile_name));
  }
  if (!material || !profile) {
    return std::nullopt;
  }
  return Choice{std::move(*library), *material, *profile};
}

PlacementOptions placement_of(const PlacementWords& wanted) {
  const auto is_on = [](const std::string& word) {
    return word.empty() ? std::nullopt : std::optional(word == "on");
  };
  return {!wanted.no_placement,
          wanted.vertices,
          wanted.fragments,
          wanted.interpolants,
          is_on(wanted.uniform_program),
          is_on(wanted.split_leaves)};
}

std::optional<Composed> compose_chosen(const InputOptions& input, const ChoiceOptions& wanted,
                                       const std::vector<std::string>& values, Report& report) {
  std::optional<Choice> choice = choose(input, wanted, report);
  if (!choice) {
    return std::nullopt;
  }
  Library& library = choice->library;
  auto given = read_parameter_values(library, library.materials[choice->material], values);
  if (!given) {
    report.add(given.error(), library.sources);
    return std::nullopt;
  }
  const Composer composer(library);
  Result<PlacedPlan> placed = compose(
      composer, {choice->material, choice->profile, *given, placement_of(wanted.placement)});
  if (!placed) {
    report.add(placed.error(), library.sources);
    return std::nullopt;
  }
  report.add(placed->plan.warnings, library.sources);
  return Composed{std::move(*choice), std::move(*given), std::move(*placed)};
}

}  // namespace weft::tools
