#include "fragments/load/profile_settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/profile_bindings.h"
#include "fragments/model/setting_values.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// A setting with two choices, or with an integer in a range.
struct Known {
  std::string_view name;
  std::string_view first;
  std::string_view second;
  double least = 0;
  double most = 0;
};

constexpr double most_runs = 1e12;

constexpr double most_binding = 1023;

constexpr double most_constant_id = 65535;

/// As `first`: any name is allowed.
constexpr std::string_view any_name = "NAME";

constexpr std::array known_settings = {
    Known{"buffer_binding", "", "", 0, most_binding},
    Known{"clip_y", "up", "down"},
    Known{"constant_id", "", "", 0, most_constant_id},
    Known{"depth", "zero_to_one", "minus_one_to_one"},
    Known{"dimensions", "", "", 1, 3},
    Known{"draw_binding", "", "", 0, most_binding},
    Known{"draw_results_binding", "", "", 0, most_binding},
    Known{"draw_results_name", any_name, ""},
    Known{"draw_results_set", "", "", 0, 31},
    Known{"draw_set", "", "", 0, 31},
    Known{"fragments", "", "", 0, most_runs},
    Known{"frame_binding", "", "", 0, most_binding},
    Known{"frame_results_binding", "", "", 0, most_binding},
    Known{"frame_results_name", any_name, ""},
    Known{"frame_results_set", "", "", 0, 31},
    Known{"frame_set", "", "", 0, 31},
    Known{"interpolants", "", "", 0, 1024},
    Known{"material_binding", "", "", 0, most_binding},
    Known{"material_set", "", "", 0, 31},
    Known{"medium_type", "relaxed", "float16"},
    Known{"object_binding", "", "", 0, most_binding},
    Known{"object_results_binding", "", "", 0, most_binding},
    Known{"object_results_name", any_name, ""},
    Known{"object_results_set", "", "", 0, 31},
    Known{"object_set", "", "", 0, 31},
    Known{"precision", "full", "medium"},
    Known{"push_bytes", "", "", 0, 65536},
    Known{"reversed_z", "on", "off"},
    Known{"sampler_binding", "", "", 0, most_binding},
    Known{"samplers", "separate", "combined"},
    Known{"state_binding", "", "", 0, most_binding},
    Known{"state_format", "exact", "half"},
    Known{"states", "images", "buffers"},
    Known{"storage_set", "", "", 0, 31},
    Known{"targets", "srgb_views", "raw"},
    Known{"texture_binding", "", "", 0, most_binding},
    Known{"textures", "srgb_views", "raw_srgb"},
    Known{"split_leaves", "on", "off"},
    Known{"threads", "", "", 0, most_runs},
    Known{"uniform_program", "on", "off"},
    Known{"varying_location", "", "", 0, 63},
    Known{"vertices", "", "", 0, most_runs},
    Known{"view_binding", "", "", 0, most_binding},
    Known{"view_results_binding", "", "", 0, most_binding},
    Known{"view_results_name", any_name, ""},
    Known{"view_results_set", "", "", 0, 31},
    Known{"view_set", "", "", 0, 31},
    Known{"workgroup_x", "", "", 1, 1024},
    Known{"workgroup_y", "", "", 1, 1024},
    Known{"workgroup_z", "", "", 1, 64},
};

}  // namespace

std::vector<std::string_view> setting_names() {
  std::vector<std::string_view> names;
  names.reserve(known_settings.size());
  for (const Known& known : known_settings) {
    names.push_back(known.name);
  }
  return names;
}

std::vector<std::string_view> words_of_setting(std::string_view name) {
  for (const Known& known : known_settings) {
    if (known.name == name && !known.second.empty()) {
      return {known.first, known.second};
    }
  }
  return {};
}

std::optional<ProfileSetting> resolve_setting(LoadState& state, const syntax::SettingItem& item) {
  std::string_view name = state.text(item.name.name);
  const auto* known =
      std::find_if(known_settings.begin(), known_settings.end(),
                   [name](const Known& candidate) { return candidate.name == name; });
  if (known == known_settings.end()) {
    state.report(error_at(Code::UnknownSetting, item.name.span,
                          fmt::format("unknown setting '{}'", name),
                          spelling_hint(name, setting_names())));
    return std::nullopt;
  }
  const auto* choice = std::get_if<syntax::Identifier>(&item.value);
  const auto* number = std::get_if<double>(&item.value);
  if (known->first == any_name) {
    if (choice) {
      return ProfileSetting{item.name.name, choice->name, item.span};
    }
    state.report(error_at(Code::UnknownSetting, item.span, fmt::format("'{}' takes a name", name)));
    return std::nullopt;
  }
  if (!known->first.empty()) {
    std::string_view chosen = choice ? state.text(choice->name) : std::string_view();
    if (choice && (chosen == known->first || chosen == known->second)) {
      return ProfileSetting{item.name.name, choice->name, item.span};
    }
    state.report(error_at(Code::UnknownSetting, choice ? choice->span : item.span,
                          fmt::format("'{}' takes {} or {}", name, known->first, known->second),
                          spelling_hint(chosen, {known->first, known->second})));
    return std::nullopt;
  }
  if (!number) {
    state.report(
        error_at(Code::UnknownSetting, choice->span, fmt::format("'{}' takes an integer", name)));
    return std::nullopt;
  }
  if (!(*number >= known->least && *number <= known->most) || *number != std::floor(*number)) {
    state.report(error_at(Code::OutOfRange, item.span,
                          fmt::format("'{}' takes an integer from {} to {}", name,
                                      static_cast<std::int64_t>(known->least),
                                      static_cast<std::int64_t>(known->most))));
    return std::nullopt;
  }
  return ProfileSetting{item.name.name, *number, item.span};
}

namespace {

std::string_view kind_name(StatedBinding::Kind kind) {
  constexpr auto names = std::to_array<std::string_view>({"block", "image", "buffer"});
  return names[static_cast<std::size_t>(kind)];
}

void check_push(LoadState& state, const Profile& profile) {
  const ProfileBlock* push = nullptr;
  for (const ProfileBlock& block : profile.blocks) {
    if (block.is_push && push != nullptr) {
      Diagnostic diagnostic =
          error_at(Code::BadDeclaration, block.span,
                   "there are two push constant blocks, but a pipeline has only one");
      diagnostic.notes.push_back({"the other is here", push->span});
      state.report(std::move(diagnostic));
    } else if (block.is_push) {
      push = &block;
    }
  }
}

/// Reports that two parts of a profile want one place, at what the profile itself states rather
/// than at what its base does.
void report_taken(LoadState& state, const Profile& profile, std::array<Span, 2> uses,
                  std::string message, std::string hint) {
  const auto is_own = [&profile](Span span) {
    return span.file == profile.span.file && span.begin > profile.span.begin;
  };
  if (!is_own(uses[1]) && is_own(uses[0])) {
    std::swap(uses[0], uses[1]);
  }
  Diagnostic diagnostic =
      error_at(Code::BadDeclaration, uses[1], std::move(message), std::move(hint));
  diagnostic.notes.push_back({"the other use is here", uses[0]});
  state.report(std::move(diagnostic));
}

/// The bindings from the stated one on belong to states: how many depends on the material.
void check_below_states(LoadState& state, const Profile& profile, const StatedBinding& stated) {
  const ProfileSetting* setting = find_setting(state.library, profile, "state_binding");
  if (!profile.states || !profile.states->first_binding || setting == nullptr ||
      stated.place.set != storage_set(state.library, profile) ||
      stated.place.binding < *profile.states->first_binding) {
    return;
  }
  report_taken(
      state, profile, {setting->span, stated.span},
      fmt::format("binding {} of set {} is taken by the states, which begin at {}, and by the {} "
                  "'{}'",
                  stated.place.binding, stated.place.set, *profile.states->first_binding,
                  kind_name(stated.kind), stated.name),
      "they are as many as there are states, two each: let them begin behind all others");
}

}  // namespace

void check_bindings(LoadState& state, const Profile& profile) {
  using Kind = StatedBinding::Kind;
  check_push(state, profile);
  const std::vector<StatedBinding> all = stated_bindings(state.library, profile);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const StatedBinding& one = all[i];
    check_below_states(state, profile, one);
    for (std::size_t j = 0; j < i; ++j) {
      const StatedBinding& other = all[j];
      // check_targets() reports two outputs.
      if (one.place != other.place || other.kind != Kind::Block) {
        continue;
      }
      const bool is_output = one.kind != Kind::Block;
      report_taken(
          state, profile, {other.span, one.span},
          fmt::format("binding {} of set {} is taken by the block '{}' and by {}'{}'",
                      one.place.binding, one.place.set, other.name,
                      is_output ? fmt::format("the {} ", kind_name(one.kind)) : std::string(),
                      one.name),
          is_output ? "images and buffers are in the set 'storage_set': state another set or "
                      "binding for one of the two"
                    : "");
    }
  }
}

}  // namespace weft
