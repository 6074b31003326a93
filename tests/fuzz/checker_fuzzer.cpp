// libFuzzer: loads any file and types its materials without a crash; a second load reports the same
// messages.

#include <cstddef>
#include <cstdint>
#include <string>

#include "composer/compose.h"
#include "support/check.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/shipped.h"

namespace {

using namespace weft;

Diagnostics check_materials(const Library& library) {
  Diagnostics all;
  const Composer composer(library);
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    Diagnostics found = check_material(composer, library.materials.id_at(i));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::string messages(const std::string& text) {
  const LoadedLibrary loaded = fuzz::load_beside_shipped(text);
  fuzz::check_messages(loaded.diagnostics, loaded.library.sources, false);
  Diagnostics all = loaded.diagnostics;
  if (!has_errors(loaded.diagnostics)) {
    const Diagnostics found = check_materials(loaded.library);
    fuzz::check_messages(found, loaded.library.sources, false);
    all.insert(all.end(), found.begin(), found.end());
  }
  return render_text(all, loaded.library.sources);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string said = messages(text);
  if (size % 8 == 0) {  // an eighth of the inputs suffices to find nondeterminism
    WEFT_CHECK(messages(text) == said, "the same file gets other messages the second time");
  }
  return 0;
}
