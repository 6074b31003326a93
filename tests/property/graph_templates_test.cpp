// Random programs: graphs that are typed apart from their callers give what they give in their
// places.

#include <cstddef>
#include <string>

#include "composer/typing/shared_answers.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/property/random_program.h"
#include "tests/support/catch.h"
#include "tests/support/same_plan.h"
#include "tests/support/seed.h"

namespace weft::testing::graph_templates_property {

TEST_CASE("graph templates: random programs compute the same", "[inference]") {
  std::size_t usable = 0;
  const std::size_t wanted = by_scale(100, 1'000, 20'000);
  for (std::size_t i = 0; i < wanted; ++i) {
    Random random(seed() + i);
    const std::string text = program_text(random_program(random));
    CAPTURE(seed(), i, text);
    const LoadedLibrary loaded = load_text("program.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Composer composer(loaded.library);
    const std::string in_place = values_of(composer, MaterialId(0), ProfileId(0), false);
    REQUIRE(values_of(composer, MaterialId(0), ProfileId(0), true) == in_place);
    REQUIRE(values_of(composer, MaterialId(0), ProfileId(0), true) == in_place);
    for (const auto& made : composer.shared_answers().graphs.answers()) {
      usable += made->is_usable ? 1 : 0;
    }
  }
  CHECK(usable > wanted / 4);
}

}  // namespace weft::testing::graph_templates_property
