#pragma once

#include <optional>
#include <string_view>

#include "fragments/model/library.h"

namespace weft {

/// Returns what the profile sets for `name`, or null.
const ProfileSetting* find_setting(const Library& library, const Profile& profile,
                                   std::string_view name);
/// Returns the word that the profile sets for `name`, as in `set samplers combined`; empty if
/// unset.
std::string_view setting_word(const Library& library, const Profile& profile,
                              std::string_view name);
/// Returns the number that the profile sets for `name`.
std::optional<double> setting_number(const Library& library, const Profile& profile,
                                     std::string_view name);

}  // namespace weft
