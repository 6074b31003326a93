#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "render/draw_material.h"
#include "render/png.h"
#include "render/probe.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/feature_values.h"
#include "tools/picture_description.h"
#include "tools/picture_files.h"
#include "tools/render_node.h"
#include "tools/render_probe.h"
#include "tools/scenery.h"

namespace weft::tools {
namespace {

/// A finding of the validation layer is our defect; all other errors are the machine's.
void fail(const render::RenderError& trouble, Report& report) {
  report.add(error(Code::RenderFailed, trouble.message));
  report.raise(trouble.validation.empty() ? ExitCode::MachineTrouble : ExitCode::OurFault);
}

std::optional<render::Image> draw(const Drawing& drawing, const Scenery& scenery, Report& report) {
  auto renderer = render::Renderer::create();
  if (!renderer) {
    fail(renderer.error(), report);
    return std::nullopt;
  }
  render::DefaultTextures textures;
  auto drawn =
      render::draw_material(*renderer, scenery.shader, scenery.shown.mesh, scenery.shown.scene,
                            scenery.inputs, textures, scenery.settings);
  if (!drawn) {
    fail(drawn.error(), report);
    return std::nullopt;
  }
  if (drawn->colors.empty()) {
    const Profile& profile = drawing.library->profiles[drawing.placed.plan.profile];
    report.add(error(Code::RenderFailed, fmt::format("the profile '{}' demands no color",
                                                     drawing.library->text(profile.name))));
    return std::nullopt;
  }
  return std::move(drawn->colors.front().image);
}

std::optional<Emission> make_modules(const Drawing& drawing, Report& report) {
  EmitOptions options;
  options.spirv = true;
  Result<Emission> emission = emit(*drawing.library, drawing.placed, options);
  if (!emission) {
    report.add(emission.error(), drawing.library->sources);
    return std::nullopt;
  }
  return std::move(*emission);
}

/// What is drawn: the material, or a node of it.
std::optional<Drawing> drawing_of(const RenderOptions& options, const PictureDescription& picture,
                                  Report& report) {
  if (options.node) {
    return compose_node(options, picture, report);
  }
  std::optional<Composed> composed =
      compose_chosen(options.input, options.choice, picture.parameter_values, report);
  if (!composed) {
    return std::nullopt;
  }
  Library& loaded = composed->choice.library;
  auto features = read_named_values(loaded, picture.feature_values);
  if (!features) {
    report.add(features.error(), loaded.sources);
    return std::nullopt;
  }
  const auto library = std::make_shared<Library>(std::move(composed->choice.library));
  return Drawing{library, library.get(), std::move(composed->values), std::move(*features),
                 std::move(composed->placed)};
}

/// Whether the profile makes shaders and has what values are given for.
bool is_drawable(const Drawing& drawing, Report& report) {
  const Library& library = *drawing.library;
  const Profile& profile = library.profiles[drawing.placed.plan.profile];
  if (profile.as_functions) {
    report.add(
        error(Code::RenderFailed,
              fmt::format("the profile '{}' makes functions to include, not a shader to draw",
                          library.text(profile.name))));
    return false;
  }
  return can_be_given(drawing.features, library, drawing.placed.plan.profile, report);
}

/// What the picture is drawn of; nothing if its files have errors.
std::optional<Scenery> picture_scenery(const RenderOptions& options,
                                       const PictureDescription& picture, const Drawing& drawing,
                                       const Emission& emission, PictureMesh mesh, Report& report) {
  std::optional<render::BoundingSphere> frame;
  if (mesh.is_file) {
    frame = render::bounding_sphere(*mesh.mesh);
  }
  Scenery scenery = scenery_of({*drawing.library, drawing.placed, drawing.values, emission,
                                options.target == "glsl", picture.size[0], picture.size[1]},
                               std::move(mesh.mesh));
  scenery.inputs.textures =
      picture_textures(picture.textures, *drawing.library, drawing.placed.plan.material, report);
  render::Scene& scene = scenery.shown.scene;
  if (picture.environment) {
    scene.environment = picture_environment(*picture.environment, report);
  }
  if (report.has_errors()) {
    return std::nullopt;
  }
  if (frame) {
    scene.object_to_world = render::identity_matrix;  // the file knows where its front is
  }
  describe_scene(picture, frame, scene);
  scenery.settings.background = picture.background.value_or(scenery.settings.background);
  for (const NamedValue& feature : drawing.features) {
    scene.given[feature.name] = feature.value.bits;
  }
  return scenery;
}

/// Prints what is behind a pixel.
void print_probe(const PixelWords& pixel, const Drawing& drawing, const Scenery& scenery,
                 Report& report) {
  render::DefaultTextures textures;
  auto probe =
      render::PictureProbe::create(scenery.shader, drawing.placed, scenery.shown.mesh,
                                   scenery.shown.scene, scenery.inputs, textures, scenery.settings);
  auto probed = probe ? probe->at(pixel.x, pixel.y)
                      : render::Rendered<render::Probe>(tl::unexpected(probe.error()));
  if (!probed) {
    fail(probed.error(), report);
    return;
  }
  report_probe(*drawing.library, drawing.placed, *probed, pixel, report);
}

void write_picture(const RenderOptions& options, const render::Image& image, Report& report) {
  const auto png = render::encode_png(image);
  if (!png) {
    fail(png.error(), report);
    return;
  }
  std::string bytes(png->begin(), png->end());
  if (options.output == "-") {
    report.print(bytes);
  } else {
    report.write({options.output, std::move(bytes)});
  }
  report.result()["output"] = options.output;
  report.result()["width"] = image.width;
  report.result()["height"] = image.height;
}

}  // namespace

void run(const RenderOptions& options, Report& report) {
  const std::optional<PictureDescription> picture = describe_picture(options, report);
  if (!picture) {
    return;
  }
  if (options.output.empty() && !options.probe) {
    report.refuse("weft render needs -o FILE (--output) for the picture, or --probe X,Y");
    return;
  }
  std::optional<PixelWords> pixel;
  if (options.probe) {
    pixel = read_pixel(*options.probe, picture->size, report);
    if (!pixel) {
      return;
    }
    if (options.output == "-") {
      report.refuse("--probe prints its values where -o - prints the picture");
      return;
    }
  }
  PictureMesh mesh = picture_mesh(picture->mesh, report);
  if (report.has_errors()) {
    return;
  }
  const std::optional<Drawing> drawing = drawing_of(options, *picture, report);
  if (!drawing || !is_drawable(*drawing, report)) {
    return;
  }
  const std::optional<Emission> emission = make_modules(*drawing, report);
  if (!emission) {
    return;
  }
  const auto scenery =
      picture_scenery(options, *picture, *drawing, *emission, std::move(mesh), report);
  if (!scenery) {
    return;
  }
  if (pixel) {
    print_probe(*pixel, *drawing, *scenery, report);
  }
  if (options.output.empty() || report.has_errors()) {
    return;
  }
  if (const auto image = draw(*drawing, *scenery, report)) {
    write_picture(options, *image, report);
  }
}

}  // namespace weft::tools
