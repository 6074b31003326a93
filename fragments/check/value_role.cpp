#include "fragments/check/value_role.h"

#include <fmt/format.h>

namespace weft {

std::string ValueRole::text() const { return fmt::format(fmt::runtime(pattern_), first_, second_); }

}  // namespace weft
