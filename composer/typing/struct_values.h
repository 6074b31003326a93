#pragma once

#include <string_view>
#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Types a read of a struct's member. `names`: the names that `member` failed to match, for the
/// hint.
TypedValue type_struct_member(CallTyping& typing, NameId member, const TypedValue& object,
                              std::vector<std::string_view> names);

/// Types a constructor of a struct: each value is converted to the declared type of its member.
TypedValue type_struct(CallTyping& typing, const ConstructNode& node, const CallIds& inputs);

}  // namespace weft
