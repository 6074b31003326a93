#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "codegen/interface/layout.h"
#include "codegen/ir/namer.h"
#include "codegen/ir/program.h"

namespace weft {

/// Sorts what a host provides into blocks by rate and way of providing; part of gather_interface,
/// which says the order. Members are to be added in the order in which they shall lie.
class InterfaceBlocks {
 public:
  InterfaceBlocks(const Library& library, const Profile& profile, DataTypeTable& types,
                  std::vector<StoredStruct>& structs);

  /// The descriptor set for things of that rate.
  std::uint32_t set_of(Rate rate) const { return slots_[slot_of(rate)].set; }

  /// Whether a value of the type can lie in a block.
  bool can_store(DataType type) { return storage_.find(type, BlockKind::Uniform).has_value(); }

  /// False if the type cannot lie in a block.
  bool add(const ProvidedFeature& provided, DataType type, const ValueSource& source,
           const StageUse& use);
  bool add_parameter(std::string_view name, DataType type, const ValueSource& source,
                     const StageUse& use);
  /// A result of the uniform program: one that needs parameters alone lies behind them, the others
  /// in blocks of their own, one for each rate.
  bool add_result(std::string_view name, Rate rate, DataType type, const ValueSource& source,
                  const StageUse& use);

  /// Names and lays out the blocks that have members, moves them to `blocks` and says where each
  /// value is read. Afterwards nothing can be added.
  /// `prefix` goes in front of the name of the material's block.
  void finish(std::vector<Block>& blocks, std::vector<std::optional<Symbol>>& features,
              std::vector<std::optional<Symbol>>& parameters,
              std::vector<std::optional<Symbol>>& results, Namer& names, std::string_view prefix);

  /// Takes the lowest binding of a set that is free, from the one on that the profile sets by
  /// `setting`.
  std::uint32_t next_binding(std::uint32_t set, std::string_view setting);

 private:
  static std::size_t slot_of(Rate rate);
  static std::size_t result_slot_of(Rate rate);
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
  std::vector<std::optional<Block>> declared_;  // per block of the profile; not the push constants
  std::array<Block, 5> slots_;                  // frame, view, material, object, draw
  std::array<Block, 4> results_;                // frame, view, object, draw
  std::vector<Block> buffers_;  // one per namespace that the profile provides as a buffer
  Block push_;
  Block rows_;                                              // see Block::rows
  std::map<std::uint32_t, std::set<std::uint32_t>> taken_;  // bindings, per set
};

}  // namespace weft
