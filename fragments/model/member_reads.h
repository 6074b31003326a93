#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

// Which members of the structs that a body is given it selects: those of its ports, and those of
// what its calls return.

namespace weft {

/// Members of a struct, a bit for each. Of a struct with more members than bits, all or none.
using MemberSet = std::uint64_t;
constexpr MemberSet all_members = ~MemberSet{0};
constexpr std::uint32_t most_members = 64;

constexpr MemberSet set_of_member(std::uint32_t member) {
  return member < most_members ? MemberSet{1} << member : all_members;
}
constexpr bool has_member(MemberSet members, std::uint32_t member) {
  return (members & set_of_member(member)) != 0;
}

/// Per port, for the first `ports` of a body: the members that it selects; all if it reads the
/// struct otherwise, too. O(size of the body).
std::vector<MemberSet> members_read_of_ports(const Body& body, std::size_t ports);

/// Per expression of a body that is a call: the members that it selects of the result. A local that
/// is given the result of a call reads of it what is read of the local. O(size of the body).
std::vector<MemberSet> members_read_of_calls(const Body& body);

}  // namespace weft
