#include <cstddef>
#include <utility>

#include "fragments/load/load_passes.h"

namespace weft {

void find_visible_files(LoadState& state) {
  const Library& library = state.library;
  VisibleFiles visible(library.sources.size(), library.root_file);
  // Imported modules precede those that import them.
  for (std::size_t i = 0; i < state.modules.size(); ++i) {
    for (const std::size_t imported : state.imports[i]) {
      visible.add_import(state.modules[i].file, state.modules[imported].file);
    }
  }
  state.library.visible_files = std::move(visible);
}

}  // namespace weft
