// What fragments that take fragments are for, as pictures: a scene that is marched along rays, a rock without
// coordinates, a blurred pattern.

#include <string>
#include <vector>

#include "tests/render/material_drawing.h"
#include "tests/support/catch.h"

namespace {

using namespace weft::render;
using weft::testing::check_reference;
using weft::testing::compose_text;
using weft::testing::ComposedMaterial;
using weft::testing::draw_both;
using weft::testing::shipped_text;
using weft::testing::View;

View small_view() {
  View view;
  view.settings.width = 128;
  view.settings.height = 128;
  return view;
}

}  // namespace

TEST_CASE("what functions are for draws the same from both languages and as it always did") {
  for (const std::string name : {"marched", "rock", "blurred"}) {
    INFO(name);
    const ComposedMaterial material = compose_text(shipped_text("materials/" + name + ".weft"), name, "forward");
    check_reference(draw_both(material, small_view()).image, name + ".forward");
  }
}

TEST_CASE("colours of three primaries meet and draw the same from both languages") {
  const ComposedMaterial material = compose_text(shipped_text("materials/graded_tile.weft"), "graded_tile", "forward");
  check_reference(draw_both(material, small_view()).image, "graded_tile.forward");
}
