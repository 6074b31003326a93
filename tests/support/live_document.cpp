#include "tests/support/live_document.h"

#include <utility>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/load.h"
#include "fragments/syntax/print_syntax.h"
#include "tests/support/places.h"

namespace weft::testing {

std::string formatted(const live::DocumentText& document) {
  return print_module(document.module(), document.source(), document.identifiers());
}

LoadOptions shipped_options() {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  return options;
}

LiveDocument::LiveDocument(std::string text)
    : session_("test.weft", std::move(text), reader_, shipped_options()) {}

std::string LiveDocument::edit(const std::vector<live::Edit>& edits) {
  auto answer = session_.apply(edits);
  if (!answer) {
    return live::diagnostics_text(answer.error());
  }
  answer_ = std::move(*answer);
  return {};
}

live::OutputRequest unlit(const std::string& material) {
  live::OutputRequest request;
  request.material = material;
  request.profile = "unlit";
  request.options.glsl = true;
  request.options.hlsl = true;
  request.options.reflection = true;
  return request;
}

std::string composed_from_scratch(const std::string& text, const live::OutputRequest& request) {
  const LoadedLibrary loaded = load_text("test.weft", text, DiskReader(), shipped_options());
  if (has_errors(loaded.diagnostics)) {
    return "errors\n" + render_text(loaded.diagnostics, loaded.library.sources);
  }
  const auto material = loaded.library.find_material(request.material);
  const auto profile = loaded.library.find_profile(request.profile);
  if (!material || !profile) {
    return "errors\nno such material or profile\n";
  }
  const Composer composer(loaded.library);
  const auto placed = compose(composer, {*material, *profile, request.values, request.placement});
  if (!placed) {
    return "errors\n" + render_text(placed.error(), loaded.library.sources);
  }
  const auto emission = emit(loaded.library, *placed, request.options);
  if (!emission) {
    return "errors\n" + render_text(emission.error(), loaded.library.sources);
  }
  std::string all;
  for (const EmittedFile& file : emission->files) {
    all += file.suffix + ":\n" + file.content;
  }
  return all;
}

std::string files_text(const live::OutputState& output) {
  std::string all;
  if (output.good != nullptr) {
    for (const EmittedFile& file : output.good->files) {
      all += file.suffix + ":\n" + file.content;
    }
  }
  return all;
}

}  // namespace weft::testing
