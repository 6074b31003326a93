#include "fragments/library/profile_settings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "support/spelling.h"

namespace weft {
namespace {

/// A setting with two choices, or with a whole number in a range.
struct Known {
  std::string_view name;
  std::string_view first;
  std::string_view second;
  double least = 0;
  double most = 0;
};

constexpr double most_runs = 1e12;

constexpr std::array known_settings = {
    Known{"clip_y", "up", "down"},
    Known{"depth", "zero_to_one", "minus_one_to_one"},
    Known{"draw_set", "", "", 0, 31},
    Known{"fragments", "", "", 0, most_runs},
    Known{"frame_set", "", "", 0, 31},
    Known{"interpolants", "", "", 0, 1024},
    Known{"material_set", "", "", 0, 31},
    Known{"object_set", "", "", 0, 31},
    Known{"push_bytes", "", "", 0, 65536},
    Known{"reversed_z", "on", "off"},
    Known{"samplers", "separate", "combined"},
    Known{"targets", "srgb_views", "raw"},
    Known{"textures", "srgb_views", "raw_srgb"},
    Known{"vertices", "", "", 0, most_runs},
    Known{"view_set", "", "", 0, 31},
};

}  // namespace

std::optional<ProfileSetting> resolve_setting(LoadState& state, const syntax::SettingItem& item) {
  std::string_view name = state.text(item.name.name);
  const auto* known =
      std::find_if(known_settings.begin(), known_settings.end(),
                   [name](const Known& candidate) { return candidate.name == name; });
  if (known == known_settings.end()) {
    std::vector<std::string_view> names;
    for (const Known& candidate : known_settings) {
      names.push_back(candidate.name);
    }
    state.report(error_at(Code::UnknownSetting, item.name.span,
                          fmt::format("unknown setting '{}'", name), spelling_hint(name, names)));
    return std::nullopt;
  }
  const auto* choice = std::get_if<syntax::Identifier>(&item.value);
  const auto* number = std::get_if<double>(&item.value);
  if (!known->first.empty()) {
    std::string_view chosen = choice ? state.text(choice->name) : std::string_view();
    if (choice && (chosen == known->first || chosen == known->second)) {
      return ProfileSetting{item.name.name, choice->name, item.span};
    }
    state.report(error_at(Code::UnknownSetting, choice ? choice->span : item.span,
                          fmt::format("'{}' is set to {} or {}", name, known->first, known->second),
                          spelling_hint(chosen, {known->first, known->second})));
    return std::nullopt;
  }
  if (!number) {
    state.report(error_at(Code::UnknownSetting, choice->span,
                          fmt::format("'{}' is set to a whole number", name)));
    return std::nullopt;
  }
  if (!(*number >= known->least && *number <= known->most) || *number != std::floor(*number)) {
    state.report(error_at(Code::OutOfRange, item.span,
                          fmt::format("'{}' is a whole number from {} to {}", name,
                                      static_cast<std::int64_t>(known->least),
                                      static_cast<std::int64_t>(known->most))));
    return std::nullopt;
  }
  return ProfileSetting{item.name.name, *number, item.span};
}

}  // namespace weft
