#include "fragments/library/profile_settings.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "fragments/library/block_slots.h"
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

constexpr double most_binding = 1023;

constexpr std::array known_settings = {
    Known{"buffer_binding", "", "", 0, most_binding},
    Known{"clip_y", "up", "down"},
    Known{"depth", "zero_to_one", "minus_one_to_one"},
    Known{"draw_binding", "", "", 0, most_binding},
    Known{"draw_set", "", "", 0, 31},
    Known{"fragments", "", "", 0, most_runs},
    Known{"frame_binding", "", "", 0, most_binding},
    Known{"frame_set", "", "", 0, 31},
    Known{"interpolants", "", "", 0, 1024},
    Known{"material_binding", "", "", 0, most_binding},
    Known{"material_set", "", "", 0, 31},
    Known{"object_binding", "", "", 0, most_binding},
    Known{"object_set", "", "", 0, 31},
    Known{"push_bytes", "", "", 0, 65536},
    Known{"reversed_z", "on", "off"},
    Known{"sampler_binding", "", "", 0, most_binding},
    Known{"samplers", "separate", "combined"},
    Known{"targets", "srgb_views", "raw"},
    Known{"texture_binding", "", "", 0, most_binding},
    Known{"textures", "srgb_views", "raw_srgb"},
    Known{"uniform_program", "on", "off"},
    Known{"varying_location", "", "", 0, 63},
    Known{"vertices", "", "", 0, most_runs},
    Known{"view_binding", "", "", 0, most_binding},
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

void check_bindings(LoadState& state, const Profile& profile) {
  const auto find = [&](std::string_view name) -> const ProfileSetting* {
    for (const ProfileSetting& setting : profile.settings) {
      if (state.text(setting.name) == name) {
        return &setting;
      }
    }
    return nullptr;
  };
  const auto set_of = [&](const BlockSlot& slot) {
    const ProfileSetting* setting = find(slot.set_setting);
    return setting ? std::get<double>(setting->value) : static_cast<double>(slot.set);
  };
  for (std::size_t i = 0; i < block_slots.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ProfileSetting* one = find(block_slots[j].binding_setting);
      const ProfileSetting* other = find(block_slots[i].binding_setting);
      if (one && other && std::get<double>(one->value) == std::get<double>(other->value) &&
          set_of(block_slots[j]) == set_of(block_slots[i])) {
        Diagnostic diagnostic =
            error_at(Code::BadDeclaration, other->span,
                     fmt::format("binding {} of set {} is taken by the block '{}' and by '{}'",
                                 static_cast<std::int64_t>(std::get<double>(one->value)),
                                 static_cast<std::int64_t>(set_of(block_slots[j])),
                                 block_slots[j].space, block_slots[i].space));
        diagnostic.notes.push_back({"it is taken here too", one->span});
        state.report(std::move(diagnostic));
      }
    }
  }
}

}  // namespace weft
