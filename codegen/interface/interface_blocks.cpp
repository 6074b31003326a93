#include "codegen/interface/interface_blocks.h"

#include <algorithm>
#include <utility>

#include "fragments/model/block_slots.h"
#include "fragments/model/setting_values.h"
#include "support/check.h"

namespace weft {
namespace {

// In bytes. Vulkan guarantees no more for uniform blocks ("Required Limits",
// maxUniformBufferRange).
constexpr std::uint32_t largest_uniform_block = 16384;

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z') {
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  }
  return result;
}

std::string with_small_begin(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'A' && result[0] <= 'Z') {
    result[0] = static_cast<char>(result[0] - 'A' + 'a');
  }
  return result;
}

void put(Block& block, BindingPlace place) {
  block.set = place.set;
  block.binding = place.binding;
}

}  // namespace

InterfaceBlocks::InterfaceBlocks(const Library& library, const Profile& profile,
                                 DataTypeTable& types, std::vector<StoredStruct>& structs)
    : library_(library),
      profile_(profile),
      types_(types),
      storage_(types, structs),
      bindings_(library, profile) {
  push_.kind = BlockKind::Push;
  place_declared();
  place_slots();
  place_buffers();
  if (setting_word(library_, profile_, "uniform_program") != "off") {
    place_results();
  }
}

void InterfaceBlocks::place_declared() {
  for (const ProfileBlock& declared : profile_.blocks) {
    if (declared.is_push) {
      push_.name = std::string(library_.text(declared.name));
      push_.instance = with_small_begin(push_.name);
      push_.rate = Rate::Constant;
      declared_.emplace_back();
      continue;
    }
    Block block;
    block.name = std::string(library_.text(declared.name));
    block.instance = with_small_begin(block.name);
    block.rate = Rate::Constant;
    block.set = declared.set;
    block.binding = declared.binding;
    declared_.emplace_back(std::move(block));
  }
}

void InterfaceBlocks::place_slots() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i].instance = std::string(block_slots[i].space);
    slots_[i].rate = block_slots[i].rate;
    put(slots_[i], bindings_.block(i));
  }
}

void InterfaceBlocks::place_buffers() {
  for (const ProvidedFeature& provided : profile_.provided) {
    const Feature& feature = library_.features[provided.feature];
    const std::string_view space = library_.text(feature.space);
    const bool is_known =
        std::any_of(buffers_.begin(), buffers_.end(),
                    [space](const Block& block) { return block.instance == space; });
    if (provided.provision != Provision::Buffer || is_known) {
      continue;
    }
    Block block;
    block.kind = BlockKind::Storage;
    block.instance = std::string(space);
    block.rate = feature.rate;
    put(block, bindings_.buffer(feature.space));
    buffers_.push_back(std::move(block));
  }
}

void InterfaceBlocks::place_results() {
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const ResultSlot& slot = result_slots[i];
    const std::string_view name = setting_word(library_, profile_, slot.name_setting);
    results_[i].name = std::string(name.empty() ? slot.name : name);
    results_[i].instance =
        name.empty() ? std::string(slot.space) + "_results" : with_small_begin(name);
    results_[i].rate = slot.rate;
    put(results_[i], bindings_.results(i));
  }
}

Block& InterfaceBlocks::buffer_of(std::string_view space) {
  const auto found = std::find_if(buffers_.begin(), buffers_.end(),
                                  [space](const Block& block) { return block.instance == space; });
  WEFT_CHECK(found != buffers_.end(), "a buffer that the profile does not provide");
  return *found;
}

// There is one block of push constants. It is named after its members' namespace while there is
// only one.
Block& InterfaceBlocks::push_for(std::string_view space, Rate rate) {
  if (!push_.name.empty()) {
    // The profile named it.
  } else if (push_.members.empty()) {
    push_.instance = std::string(space);
    push_.rate = rate;
  } else if (push_.instance != space && push_.instance != "push") {
    for (BlockMember& member : push_.members) {
      member.name = push_.instance + "_" + member.name;
    }
    push_.instance = "push";
  }
  push_.rate = join(push_.rate, rate);
  return push_;
}

bool InterfaceBlocks::add_member(Block& block, std::string_view space, std::string_view name,
                                 DataType type, const ValueSource& source, const StageUse& use) {
  const std::optional<DataType> stored = storage_.find(type, block.kind);
  if (!stored) {
    return false;
  }
  BlockMember& member = block.members.emplace_back();
  // `view.to_clip` in the block of the view; `lights.count` in any block but that of the lights.
  if (space != block.instance) {
    member.name = space;
    member.name += '_';
  }
  member.name += name;
  member.type = type;
  member.stored = *stored;
  member.source = source;
  member.used = use;
  join(block.used, use);
  return true;
}

bool InterfaceBlocks::add(const ProvidedFeature& provided, DataType type, const ValueSource& source,
                          const StageUse& use) {
  const Feature& feature = library_.features[provided.feature];
  const std::string_view space = library_.text(feature.space);
  const std::string_view name = library_.text(feature.member);
  if (provided.provision == Provision::Buffer) {
    return add_member(buffer_of(space), space, name, type, source, use);
  }
  if (provided.provision == Provision::Push) {
    return add_member(push_for(space, feature.rate), space, name, type, source, use);
  }
  if (provided.block && declared_[*provided.block]) {
    Block& block = *declared_[*provided.block];
    block.rate = join(block.rate, feature.rate);
    return add_member(block, space, name, type, source, use);
  }
  return add_member(slots_[slot_of(feature.rate)], space, name, type, source, use);
}

Block& InterfaceBlocks::material_block() {
  return profile_.parameters_as == Provision::Push ? push_for("material", Rate::Material)
                                                   : slots_[slot_of(Rate::Material)];
}

bool InterfaceBlocks::add_parameter(std::string_view name, DataType type, const ValueSource& source,
                                    const StageUse& use) {
  return add_member(material_block(), "material", name, type, source, use);
}

bool InterfaceBlocks::add_result(std::string_view name, Rate rate, DataType type,
                                 const ValueSource& source, const StageUse& use) {
  const bool is_of_parameters = slot_of(rate) == slot_of(Rate::Material);
  const std::string_view space = block_slots[slot_of(rate)].space;
  // `object.normal_to_world` in the block of the object's results.
  if (name.substr(0, space.size()) == space && name.substr(space.size(), 1) == "_" &&
      name.size() > space.size() + 1) {
    name.remove_prefix(space.size() + 1);
  }
  if (is_of_parameters) {
    return add_member(material_block(), space, name, type, source, use);
  }
  Block& block = results_[result_slot_of(rate)];
  if (block.name.empty()) {
    place_results();  // the profile turned results off
  }
  return add_member(block, block.instance, name, type, source, use);
}

// Chooses the kind of the material's block: uniform, unless the profile asks for a buffer or the
// block is too large. This depends on what the material declares, not on what is read, so that a
// host fills the block once for all profiles.
void InterfaceBlocks::settle_parameters() {
  Block& block = slots_[slot_of(Rate::Material)];
  const bool is_wanted = profile_.parameters_as == Provision::Buffer;
  lay_out(block, types_);
  if (block.size > (is_wanted ? largest_buffer_element : largest_uniform_block)) {
    move_floats_to_rows(block);
    lay_out(block, types_);
  }
  if (is_wanted || block.size > largest_uniform_block) {
    block.kind = BlockKind::Storage;
    for (BlockMember& member : block.members) {
      member.stored = *storage_.find(member.type, block.kind);
    }
  }
}

// Moves float members to an array of float4, whose size is practically unlimited. Other members
// stay: passing their bits through floats could change them.
void InterfaceBlocks::move_floats_to_rows(Block& block) {
  rows_.kind = BlockKind::Storage;
  rows_.instance = "parameters";
  rows_.rate = block.rate;
  rows_.set = block.set;
  rows_.binding = bindings_.next(block.set, "buffer_binding");
  std::vector<BlockMember> members = std::exchange(block.members, {});
  block.used = {};
  for (BlockMember& member : members) {
    const bool is_float = member.stored.is_plain() && member.stored.scalar_kind() == Scalar::Float;
    Block& to = is_float ? rows_ : block;
    join(to.used, member.used);
    to.members.push_back(std::move(member));
  }
}

void InterfaceBlocks::finish(std::vector<Block>& blocks,
                             std::vector<std::optional<Symbol>>& features,
                             std::vector<std::optional<Symbol>>& parameters,
                             std::vector<std::optional<Symbol>>& results, Namer& names,
                             std::string_view prefix) {
  settle_parameters();
  if (!rows_.members.empty()) {
    rows_.rows = names.unique("rows");
  }
  blocks.reserve(declared_.size() + slots_.size() + buffers_.size() + results_.size() + 2);
  const auto take = [&blocks](Block& block) {
    if (!block.members.empty()) {
      blocks.push_back(std::move(block));
    }
  };
  take(rows_);
  for (std::optional<Block>& block : declared_) {
    if (block) {
      take(*block);
    }
  }
  std::for_each(slots_.begin(), slots_.end(), take);
  std::for_each(buffers_.begin(), buffers_.end(), take);
  std::for_each(results_.begin(), results_.end(), take);
  std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
    return a.set != b.set ? a.set < b.set : a.binding < b.binding;
  });
  take(push_);
  const auto name = [&](Block& block) {
    if (is_of_material(block)) {
      block.instance = std::string(prefix) + block.instance;
    }
    block.name = names.unique(block.name.empty() ? capitalized(block.instance) : block.name);
    block.instance = names.unique(block.instance);
  };
  // Name the profile's blocks and the push constants first, so that their names do not depend on
  // the other blocks.
  std::vector<Block*> unnamed;
  for (Block& block : blocks) {
    if (block.name.empty() && block.kind != BlockKind::Push) {
      unnamed.push_back(&block);
    } else {
      name(block);
    }
  }
  for (Block* block : unnamed) {
    name(*block);
  }
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    Block& block = blocks[i];
    lay_out(block, types_);
    Namer members;
    std::string global_name = block.instance + "_";
    const std::size_t prefix_size = global_name.size();
    for (std::uint32_t j = 0; j < block.members.size(); ++j) {
      BlockMember& member = block.members[j];
      member.name = members.unique(member.name);
      global_name.resize(prefix_size);
      global_name += member.name;
      member.global_name = names.unique(global_name);
      const Symbol symbol = {SymbolKind::BlockMember, i, j, member.stored};
      if (member.source.feature) {
        features[member.source.feature->index()] = symbol;
      } else if (member.source.result) {
        results[member.source.result->index()] = symbol;
      } else {
        parameters[*member.source.parameter] = symbol;
      }
    }
  }
}

}  // namespace weft
