#include "fragments/model/profile_bindings.h"

#include <algorithm>

#include "fragments/model/setting_values.h"

namespace weft {
namespace {

/// After those of the blocks.
constexpr std::uint32_t usual_storage_set = 3;

std::uint32_t number_of(const Library& library, const Profile& profile, std::string_view setting,
                        std::uint32_t otherwise) {
  const std::optional<double> number = setting_number(library, profile, setting);
  return number ? static_cast<std::uint32_t>(*number) : otherwise;
}

std::uint32_t set_of(const Library& library, const Profile& profile, const BlockSlot& slot) {
  return number_of(library, profile, slot.set_setting, slot.set);
}

std::uint32_t set_of(const Library& library, const Profile& profile, Rate rate) {
  return set_of(library, profile, block_slots[slot_of(rate)]);
}

std::uint32_t set_of(const Library& library, const Profile& profile, const ResultSlot& slot) {
  return number_of(library, profile, slot.set_setting, set_of(library, profile, slot.rate));
}

}  // namespace

std::uint32_t storage_set(const Library& library, const Profile& profile) {
  return number_of(library, profile, "storage_set", usual_storage_set);
}

std::vector<StatedBinding> stated_bindings(const Library& library, const Profile& profile) {
  using Kind = StatedBinding::Kind;
  std::vector<StatedBinding> stated;
  for (const ProfileBlock& block : profile.blocks) {
    if (!block.is_push) {
      stated.push_back({Kind::Block,
                        {block.set, block.binding},
                        std::string(library.text(block.name)),
                        block.span});
    }
  }
  const auto add_slot = [&](const auto& slot, std::string_view name) {
    if (const ProfileSetting* setting = find_setting(library, profile, slot.binding_setting)) {
      const std::uint32_t binding = number_of(library, profile, slot.binding_setting, 0);
      stated.push_back({Kind::Block,
                        {set_of(library, profile, slot), binding},
                        std::string(name),
                        setting->span});
    }
  };
  for (const BlockSlot& slot : block_slots) {
    add_slot(slot, slot.space);
  }
  for (const ResultSlot& slot : result_slots) {
    add_slot(slot, slot.name);
  }
  const std::uint32_t set = storage_set(library, profile);
  for (const ProfileDemand& demand : profile.demands) {
    const bool is_image = demand.target == TargetKind::Image;
    if (is_image || demand.target == TargetKind::Buffer) {
      stated.push_back({is_image ? Kind::Image : Kind::Buffer,
                        {set, demand.target_index},
                        std::string(library.text(demand.name)),
                        demand.span});
    }
  }
  return stated;
}

std::uint32_t first_state_binding(const Library& library, const Profile& profile) {
  if (profile.states && profile.states->first_binding) {
    return *profile.states->first_binding;
  }
  const std::uint32_t set = storage_set(library, profile);
  std::uint32_t next = 0;
  for (const StatedBinding& stated : stated_bindings(library, profile)) {
    next = stated.place.set == set ? std::max(next, stated.place.binding + 1) : next;
  }
  return next;
}

ProfileBindings::ProfileBindings(const Library& library, const Profile& profile)
    : library_(library), profile_(profile) {
  take_stated();
  place_blocks();
  place_buffers();
  if (setting_word(library_, profile_, "uniform_program") != "off") {
    place_results();
  }
}

void ProfileBindings::take_stated() {
  for (const StatedBinding& stated : stated_bindings(library_, profile_)) {
    taken_[stated.place.set].insert(stated.place.binding);
  }
  if (profile_.states && profile_.states->first_binding) {
    // One state at least is there; take_states() gives this place to it.
    const std::uint32_t first = *profile_.states->first_binding;
    taken_[storage_set(library_, profile_)].insert({first, first + 1});
  }
}

// Where the profile states the binding, take_stated() has taken it.
BindingPlace ProfileBindings::place(std::uint32_t set, std::string_view setting) {
  const std::optional<double> stated = setting_number(library_, profile_, setting);
  return {set, stated ? static_cast<std::uint32_t>(*stated) : next(set, setting)};
}

void ProfileBindings::place_blocks() {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const BlockSlot& slot = block_slots[i];
    blocks_[i] = place(set_of(library_, profile_, slot), slot.binding_setting);
  }
}

void ProfileBindings::place_buffers() {
  for (const ProvidedFeature& provided : profile_.provided) {
    const Feature& feature = library_.features[provided.feature];
    if (provided.provision == Provision::Buffer && buffers_.count(feature.space) == 0) {
      const std::uint32_t set = set_of(library_, profile_, feature.rate);
      buffers_.emplace(feature.space, BindingPlace{set, next(set, "buffer_binding")});
    }
  }
}

void ProfileBindings::place_results() {
  has_results_ = true;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const ResultSlot& slot = result_slots[i];
    results_[i] = place(set_of(library_, profile_, slot), slot.binding_setting);
  }
}

BindingPlace ProfileBindings::results(std::size_t slot) {
  if (!has_results_) {
    place_results();
  }
  return results_.at(slot);
}

void ProfileBindings::take_states(std::size_t count) {
  std::set<std::uint32_t>& taken = taken_[storage_set(library_, profile_)];
  std::uint32_t binding = first_state_binding(library_, profile_);
  if (profile_.states && profile_.states->first_binding) {
    taken.erase(binding);
    taken.erase(binding + 1);
  }
  for (; states_.size() < count; ++binding) {
    if (taken.count(binding) == 0 && taken.count(binding + 1) == 0) {
      taken.insert({binding, binding + 1});
      states_.push_back(binding);
    }
  }
}

std::uint32_t ProfileBindings::next(std::uint32_t set, std::string_view setting) {
  std::uint32_t binding = number_of(library_, profile_, setting, 0);
  std::set<std::uint32_t>& taken = taken_[set];
  while (!taken.insert(binding).second) {
    ++binding;
  }
  return binding;
}

}  // namespace weft
