#pragma once

#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// Member names made valid in C++ and C: a word of these languages gets a number appended.
class HostMemberNames {
 public:
  explicit HostMemberNames(const Programs& programs);

  /// In the order of Block::members, for a position in Interface::blocks.
  const std::vector<std::string>& of_block(std::uint32_t block) const { return blocks_[block]; }
  /// In the order of the members, for the index of a struct.
  const std::vector<std::string>& of_struct(std::uint32_t index) const { return structs_[index]; }

 private:
  std::vector<std::vector<std::string>> blocks_;
  std::vector<std::vector<std::string>> structs_;
};

}  // namespace weft
