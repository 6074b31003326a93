#include "codegen/interface/finish_interface.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "codegen/interface/function_interface.h"
#include "codegen/interface/texture_bindings.h"
#include "codegen/interface/varying_slots.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

template <typename Things>
void name_members(Namer& names, Things& things, std::string_view prefix) {
  Namer members;
  members.unique("clip_position");
  members.unique("depth");
  for (auto& thing : things) {
    // `in__x` is not a valid name.
    std::string wish = thing.name;
    wish.erase(0, wish.find_first_not_of('_'));
    do {
      thing.name = members.unique(wish);
    } while (names.is_taken(std::string(prefix) + thing.name));
    names.unique(std::string(prefix) + thing.name);
  }
}

// Varying names must be free both as struct members (HLSL) and, with the prefix, as globals
// (GLSL). A slot with a single varying takes its name.
void name_varyings(Namer& names, Interface& all, std::uint32_t first_location) {
  Namer members;
  for (Varying& varying : all.varyings) {
    varying.name = members.unique(varying.name);
  }
  pack_varyings(all.varyings, all.varying_slots, first_location);
  name_members(names, all.varying_slots, "v_");
  for (Varying& varying : all.varyings) {
    const VaryingSlot& slot = all.varying_slots[varying.slot];
    varying.name = slot.type == varying.stored ? slot.name : varying.name;
  }
}

// Their values have a name like those of targets, in both languages, and the resources one of their
// own.
void name_storage(Namer& names, Interface& all) {
  std::sort(all.storage.begin(), all.storage.end(),
            [](const StorageOutput& a, const StorageOutput& b) { return a.binding < b.binding; });
  name_members(names, all.storage, "out_");
  for (StorageOutput& storage : all.storage) {
    storage.resource = names.unique(storage.name + (storage.state    ? "_after"
                                                    : storage.format ? "_image"
                                                                     : "_values"));
    if (!storage.format) {
      storage.block = names.unique((storage.state ? storage.resource : storage.name) + "_buffer");
    }
  }
}

void name_states(Namer& names, Interface& all) {
  for (std::uint32_t i = 0; i < all.storage.size(); ++i) {
    if (const auto& state = all.storage[i].state) {
      all.states[*state].storage = i;
    }
  }
  for (PreviousState& state : all.states) {
    state.resource = names.unique(state.name + "_before");
    if (!state.format) {
      state.block = names.unique(state.resource + "_buffer");
    }
    state.reader = names.unique("previous_" + state.name);
  }
}

void sort_attributes(GatheredInterface& gathered) {
  std::vector<VertexAttribute>& attributes = gathered.interface.attributes;
  std::vector<std::uint32_t> order(attributes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&attributes](std::uint32_t a, std::uint32_t b) {
    return attributes[a].location < attributes[b].location;
  });
  std::vector<VertexAttribute> sorted;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    sorted.push_back(attributes[order[i]]);
    gathered.reads.features[sorted.back().feature.index()]->index = i;
  }
  attributes = std::move(sorted);
}

}  // namespace

void finish_interface(const Library& library, const Profile& profile, InterfaceBlocks& blocks,
                      Namer& names, GatheredInterface& gathered) {
  Interface& all = gathered.interface;
  InterfaceReads& reads = gathered.reads;
  blocks.finish(all.blocks, reads.features, reads.parameters, reads.results, names,
                all.name_prefix);
  finish_textures(library, profile, blocks, names, all);
  const auto first_constant =
      static_cast<std::uint32_t>(setting_number(library, profile, "constant_id").value_or(0));
  for (SpecConstant& constant : all.spec_constants) {
    constant.name = names.unique(all.name_prefix + constant.name);
    constant.constant_id += first_constant;
  }
  name_members(names, all.attributes, "in_");
  const double first_location = setting_number(library, profile, "varying_location").value_or(0);
  name_varyings(names, all, static_cast<std::uint32_t>(first_location));
  name_members(names, all.targets, "out_");
  name_storage(names, all);
  name_states(names, all);
  if (all.functions) {
    finish_functions(all);
  }
  all.combined_samplers = setting_word(library, profile, "samplers") == "combined";
  all.clip.y_up = setting_word(library, profile, "clip_y") == "up";
  all.clip.minus_one_to_one = setting_word(library, profile, "depth") == "minus_one_to_one";
  all.clip.reversed_z = setting_word(library, profile, "reversed_z") == "on";
  std::sort(all.targets.begin(), all.targets.end(),
            [](const TargetOutput& a, const TargetOutput& b) { return a.index < b.index; });
  sort_attributes(gathered);
}

}  // namespace weft
