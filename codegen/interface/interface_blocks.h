#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "codegen/interface/layout.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"
#include "fragments/model/profile_bindings.h"

namespace weft {

/// Assigns the values that a host provides to blocks, by rate and kind of provision. Part of
/// gather_interface(), which defines the order: members are laid out in the order of their
/// addition.
class InterfaceBlocks {
 public:
  InterfaceBlocks(const Library& library, const Profile& profile, DataTypeTable& types,
                  std::vector<StoredStruct>& structs);

  /// The descriptor set of a rate.
  std::uint32_t set_of(Rate rate) const { return slots_[slot_of(rate)].set; }

  /// Whether a value of the type can be stored in a block.
  bool can_store(DataType type) { return storage_.find(type, BlockKind::Uniform).has_value(); }

  /// Makes room for that many parameters of the material.
  void reserve_parameters(std::size_t count) {
    slots_[slot_of(Rate::Material)].members.reserve(count);
  }
  /// Adds a member; false if the type cannot be stored in a block.
  bool add(const ProvidedFeature& provided, DataType type, const ValueSource& source,
           const StageUse& use);
  bool add_parameter(std::string_view name, DataType type, const ValueSource& source,
                     const StageUse& use);
  /// Adds a result of the uniform program. A result that depends only on parameters follows them in
  /// the material's block; the others are stored in separate blocks, one per rate.
  bool add_result(std::string_view name, Rate rate, DataType type, const ValueSource& source,
                  const StageUse& use);

  /// Names and lays out the non-empty blocks, moves them to `blocks`, and sets the symbol that each
  /// value is read from. `prefix` precedes the name of the material's block. Call it last.
  void finish(std::vector<Block>& blocks, std::vector<std::optional<Symbol>>& features,
              std::vector<std::optional<Symbol>>& parameters,
              std::vector<std::optional<Symbol>>& results, Namer& names, std::string_view prefix);

  /// The bindings that are taken; those that depend on the material are taken from here.
  ProfileBindings& bindings() { return bindings_; }

 private:
  void place_declared();
  void place_slots();
  void place_buffers();
  void place_results();
  Block& material_block();
  bool add_member(Block& block, std::string_view space, std::string_view name, DataType type,
                  const ValueSource& source, const StageUse& use);
  Block& push_for(std::string_view space, Rate rate);
  void settle_parameters();
  void move_floats_to_rows(Block& block);
  Block& buffer_of(std::string_view space);

  const Library& library_;
  const Profile& profile_;
  DataTypeTable& types_;
  StorageTypes storage_;
  std::vector<std::optional<Block>>
      declared_;                  // per block of the profile; empty for push constants
  std::array<Block, 5> slots_;    // frame, view, material, object, draw
  std::array<Block, 4> results_;  // frame, view, object, draw
  std::vector<Block> buffers_;    // one per feature namespace provided as a buffer
  Block push_;
  Block rows_;  // see Block::rows
  ProfileBindings bindings_;
};

}  // namespace weft
