#include "codegen/host/member_names.h"

#include "codegen/ir/host_words.h"

namespace weft {
namespace {

std::vector<std::string> without_words(const std::vector<std::string>& names, const Namer& words) {
  Namer taken(&words);
  std::vector<std::string> given(names.size());
  // Names that can stay are assigned before the others.
  for (const bool is_word : {false, true}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (words.is_taken(names[i]) == is_word) {
        given[i] = taken.unique(names[i]);
      }
    }
  }
  return given;
}

}  // namespace

HostMemberNames::HostMemberNames(const Programs& programs) {
  const Namer& words = member_words();
  for (const Block& block : programs.interface.blocks) {
    std::vector<std::string> names;
    for (const BlockMember& member : block.members) {
      names.push_back(member.name);
    }
    blocks_.push_back(without_words(names, words));
  }
  for (const std::vector<std::string>& names : programs.member_names) {
    structs_.push_back(without_words(names, words));
  }
}

}  // namespace weft
