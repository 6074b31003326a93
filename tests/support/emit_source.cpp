#include "tests/support/emit_source.h"

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/places.h"

namespace weft::testing {

std::string Emitted::text(std::string_view suffix) const {
  const std::string* content = emission.find(suffix);
  return content != nullptr ? *content : std::string();
}

Emitted emit_source(const std::string& source, const std::string& material,
                    const std::string& profile, const EmitOptions& options,
                    const PlacementOptions& placement) {
  const DiskReader reader;
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_text("case.weft", source, reader, load);
  const Library& library = loaded.library;
  Emitted result;
  result.messages = render_text(loaded.diagnostics, library.sources);
  if (has_errors(loaded.diagnostics)) {
    return result;
  }
  const auto found_material = library.find_material(material);
  const auto found_profile = library.find_profile(profile);
  if (!found_material || !found_profile) {
    result.messages += "no such material or profile";
    return result;
  }
  const Composer composer(library);
  const auto placed = compose(composer, {*found_material, *found_profile, {}, placement});
  if (!placed) {
    result.messages += render_text(placed.error(), library.sources);
    return result;
  }
  auto emission = emit(library, *placed, options);
  if (!emission) {
    result.messages += render_text(emission.error(), library.sources);
    return result;
  }
  result.emission = std::move(*emission);
  result.fine = true;
  return result;
}

}  // namespace weft::testing
