#include "live/session/preview_target.h"

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "live/session/preview_mapping.h"

namespace weft::live {
namespace {

SemanticType stated_type(const Library& library, const ProfileDemand& demand) {
  SemanticType type;
  for (const DemandEntry& entry : demand.type.entries) {
    type.set(entry.trait, entry.value, library.lattice);
  }
  return type;
}

/// The color that materials give for a profile which makes its target's value of it, as
/// `blended = with_opacity(color, opacity)` does.
const ProfileDemand* color_that_fills(const Library& library, const Profile& profile,
                                      const ProfileDemand* target) {
  for (const ProfileDemand& demand : profile.demands) {
    const bool is_needed = demand.stage == Stage::Fragment && demand.target == TargetKind::None &&
                           !demand.default_value;
    if (is_needed && target != nullptr && target->default_value &&
        is_stated(library, stated_type(library, demand), "use", "color")) {
      return &demand;
    }
  }
  return nullptr;
}

/// The name of the `use` of a type; empty if it states none.
std::string use_of(const Library& library, const SemanticType& type) {
  for (const TraitEntry& entry : type.entries()) {
    if (library.text(library.lattice.trait(entry.trait).name) == "use") {
      return std::string(library.text(library.lattice.value(entry.value).name));
    }
  }
  return {};
}

}  // namespace

Result<PreviewTarget> find_preview_target(const Library& library, const Profile& profile,
                                          const PreviewPoint& at) {
  const std::string name(library.text(profile.name));
  if (profile.last_stage() == Stage::Thread) {
    return failed(edit_error(
        Code::Unsupported, at.node, at.port,
        fmt::format("the profile '{}' computes images and buffers, of which there is no preview of "
                    "a value",
                    name),
        "`weft render` shows what it computes; preview with the profile forward"));
  }
  PreviewTarget target;
  const ProfileDemand* first = nullptr;
  for (const ProfileDemand& demand : profile.demands) {
    if (demand.stage == Stage::Vertex) {
      target.kept.emplace_back(library.text(demand.name));
    } else if (demand.target == TargetKind::Color &&
               (first == nullptr || demand.target_index < first->target_index)) {
      first = &demand;
    }
  }
  if (const ProfileDemand* color = color_that_fills(library, profile, first)) {
    first = color;
  }
  const SemanticType type = first != nullptr ? stated_type(library, *first) : SemanticType();
  if (first == nullptr || !is_stated(library, type, "use", "color")) {
    return failed(edit_error(
        Code::Unsupported, at.node, at.port,
        fmt::format("the profile '{}' has no color in its first target, where a preview could be "
                    "shown",
                    name),
        "preview with the profile forward"));
  }
  target.output = library.text(first->name);
  if (!is_stated(library, type, "use", "display_color")) {
    target.use = use_of(library, type);
  }
  return target;
}

}  // namespace weft::live
