#include "composer/typing/typing_context.h"

#include "fragments/model/setting_values.h"

namespace weft {

TypingFacts::TypingFacts(const Library& library, const Profile* profile) : known(library) {
  if (profile != nullptr) {
    counts = run_counts(library, *profile);
    views_decode = setting_word(library, *profile, "textures") != "raw_srgb";
  }
}

}  // namespace weft
