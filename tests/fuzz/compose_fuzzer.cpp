// libFuzzer: composes every material of any file for some of the profiles and prints it in both
// languages, without a crash. With WEFT_FUZZ_SPIRV=1 it also compiles and validates the texts, and
// a rejection is a failure.

#include <algorithm>
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

/// False if the material is too large for any profile, so that trying others is a waste of time.
bool compose_and_print(const Composer& composer, MaterialId material, ProfileId profile) {
  const Library& library = composer.library();
  const Result<PlacedPlan> placed = compose(composer, {material, profile, {}});
  if (!placed) {
    WEFT_CHECK(has_errors(placed.error()), "it failed without an error");
    fuzz::check_messages(placed.error(), library.sources, false);
    return std::none_of(
        placed.error().begin(), placed.error().end(),
        [](const Diagnostic& diagnostic) { return diagnostic.code == Code::ExpansionLimit; });
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
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most_plans = 2;  // every input loads the shipped files, so stay cheap
  const std::string text(reinterpret_cast<const char*>(data), size);
  const LoadedLibrary loaded = fuzz::load_beside_shipped(text, {fuzz::shipped_path("profiles")});
  fuzz::check_messages(loaded.diagnostics, loaded.library.sources, false);
  if (has_errors(loaded.diagnostics)) {
    return 0;
  }
  const Library& library = loaded.library;
  const Composer composer(library);
  // The choice of profiles depends on the input alone.
  const std::size_t pairs = library.materials.size() * library.profiles.size();
  for (std::size_t i = 0; i < std::min(pairs, most_plans); ++i) {
    const std::size_t pair = (size + i) % pairs;
    if (!compose_and_print(composer, library.materials.id_at(pair % library.materials.size()),
                           library.profiles.id_at(pair / library.materials.size()))) {
      break;
    }
  }
  return 0;
}
