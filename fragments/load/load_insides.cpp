#include "fragments/load/build_graph.h"
#include "fragments/load/load_defaults.h"
#include "fragments/load/load_passes.h"

namespace weft {

void define_fragments(LoadState& state) {
  for (std::size_t i = 0; i < state.fragment_sources.size(); ++i) {
    FragmentSource& source = state.fragment_sources[i];
    Fragment& fragment = state.library.fragments[FragmentId(i)];
    define_defaults(state, source, fragment);
    if (source.bindings && !source.is_broken) {
      std::get<GraphFragment>(fragment.definition).graph =
          build_fragment_graph(state, source, fragment);
    }
  }
}

}  // namespace weft
