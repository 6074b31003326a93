#include "fragments/model/setting_values.h"

namespace weft {
const ProfileSetting* find_setting(const Library& library, const Profile& profile,
                                   std::string_view name) {
  for (const ProfileSetting& setting : profile.settings) {
    if (library.text(setting.name) == name) {
      return &setting;
    }
  }
  return nullptr;
}

std::string_view setting_word(const Library& library, const Profile& profile,
                              std::string_view name) {
  const ProfileSetting* setting = find_setting(library, profile, name);
  const NameId* word = setting != nullptr ? std::get_if<NameId>(&setting->value) : nullptr;
  return word != nullptr ? library.text(*word) : std::string_view();
}

std::optional<double> setting_number(const Library& library, const Profile& profile,
                                     std::string_view name) {
  const ProfileSetting* setting = find_setting(library, profile, name);
  const double* number = setting != nullptr ? std::get_if<double>(&setting->value) : nullptr;
  return number != nullptr ? std::optional<double>(*number) : std::nullopt;
}

}  // namespace weft
