// libFuzzer: every material of any file is composed for every profile that there is and printed in both languages
// without a crash. With WEFT_FUZZ_SPIRV=1 the texts are also compiled and validated: a refusal is a fault of ours then.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "support/check.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/shipped.h"

namespace {

using namespace weft;

bool is_compiling() {
  static const char* wanted = std::getenv("WEFT_FUZZ_SPIRV");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

void compose_and_print(const Composer& composer, MaterialId material, ProfileId profile) {
  const Library& library = composer.library();
  const Result<PlacedPlan> placed = compose(composer, {material, profile, {}});
  if (!placed) {
    WEFT_CHECK(has_errors(placed.error()), "it failed without an error");
    fuzz::check_messages(placed.error(), library.sources, false);
    return;
  }
  fuzz::check_messages(placed->plan.warnings, library.sources, false);
  EmitOptions options;
  options.glsl = true;
  options.hlsl = true;
  options.reflection = true;
  options.spirv = is_compiling();
  const Result<Emission> emission = emit(library, *placed, options);
  if (!emission) {
    WEFT_CHECK(has_errors(emission.error()), "it failed without an error");
    fuzz::check_messages(emission.error(), library.sources, false);
    for (const Diagnostic& diagnostic : emission.error()) {
      WEFT_CHECK(diagnostic.code != Code::ShaderRefused, "a shader of ours was refused");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int most_plans = 6;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const LoadedLibrary loaded = fuzz::load_beside_shipped(text, {fuzz::shipped_path("profiles")});
  fuzz::check_messages(loaded.diagnostics, loaded.library.sources, false);
  if (has_errors(loaded.diagnostics)) {
    return 0;
  }
  const Composer composer(loaded.library);
  int plans = 0;
  for (std::size_t material = 0; material < loaded.library.materials.size(); ++material) {
    for (std::size_t profile = 0; profile < loaded.library.profiles.size() && plans < most_plans; ++profile, ++plans) {
      compose_and_print(composer, loaded.library.materials.id_at(material), loaded.library.profiles.id_at(profile));
    }
  }
  return 0;
}
