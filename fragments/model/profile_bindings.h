#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/block_slots.h"
#include "fragments/model/library.h"

namespace weft {

/// Who has which binding. What the author of a profile states has the binding that is stated: the
/// loader rejects two in one place. Everything else is placed around that, block by block and
/// dependent on the profile alone, so that a host binds its lights at one place for all materials.
/// Resources of the material (states, textures, samplers) come last and skip occupied bindings.

struct BindingPlace {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;

  bool operator==(const BindingPlace&) const = default;
};

/// A binding that a profile's author states.
struct StatedBinding {
  enum class Kind : std::uint8_t { Block, Image, Buffer };
  Kind kind = Kind::Block;
  BindingPlace place;
  std::string name;
  Span span;
};

/// The bindings that a profile states for its blocks and for the outputs of its threads, blocks
/// first, each in order of declaration. Those of states are not among them: they begin at
/// first_state_binding().
std::vector<StatedBinding> stated_bindings(const Library& library, const Profile& profile);

/// The descriptor set of what threads write.
std::uint32_t storage_set(const Library& library, const Profile& profile);

/// The lowest binding that a state may have, in the set of what threads write: the one that the
/// profile sets, else the one behind all that are stated.
std::uint32_t first_state_binding(const Library& library, const Profile& profile);

/// The bindings of a profile's blocks, and the free ones.
class ProfileBindings {
 public:
  ProfileBindings(const Library& library, const Profile& profile);

  /// Of the uniform block `block_slots[slot]`.
  BindingPlace block(std::size_t slot) const { return blocks_.at(slot); }
  /// Of the buffer for the features of a namespace that the profile provides as a buffer.
  BindingPlace buffer(NameId space) const { return buffers_.at(space); }
  /// Of the block `result_slots[slot]`. Unless the profile has a uniform program, the blocks for
  /// results are placed when the first one is asked for.
  BindingPlace results(std::size_t slot);

  /// Takes two adjacent bindings for each state of a material, in the set of what threads write.
  /// Call it once, before next() and results().
  void take_states(std::size_t count);
  /// The first of a state's two bindings.
  std::uint32_t state(std::size_t index) const { return states_.at(index); }

  /// Takes the lowest free binding of a set, starting at the one that the profile sets with
  /// `setting`.
  std::uint32_t next(std::uint32_t set, std::string_view setting);

 private:
  BindingPlace place(std::uint32_t set, std::string_view setting);
  void take_stated();
  void place_blocks();
  void place_buffers();
  void place_results();

  const Library& library_;
  const Profile& profile_;
  std::array<BindingPlace, block_slots.size()> blocks_;
  std::array<BindingPlace, result_slots.size()> results_;
  std::map<NameId, BindingPlace> buffers_;
  std::vector<std::uint32_t> states_;
  bool has_results_ = false;
  std::map<std::uint32_t, std::set<std::uint32_t>> taken_;  // bindings per set
};

}  // namespace weft
