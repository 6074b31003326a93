#include "tools/picture_drawing.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "render/compute_material.h"
#include "render/draw_material.h"
#include "render/png.h"
#include "tools/choice.h"
#include "tools/driver_fault.h"
#include "tools/feature_values.h"
#include "tools/scene_lights.h"
#include "tools/state_textures.h"

namespace weft::tools {
namespace {

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
  const ProfileId profile = drawing.placed.plan.profile;
  if (std::string reason = why_not_drawable(library, profile); !reason.empty()) {
    report.add(error(Code::RenderFailed, std::move(reason)));
    return false;
  }
  return can_be_given(drawing.features, library, profile, report);
}

/// What the picture is drawn of; nothing if its files have errors.
std::optional<Scenery> picture_scenery(const RenderOptions& options,
                                       const PictureDescription& picture, const Drawing& drawing,
                                       const Emission& emission, PictureMesh mesh,
                                       PictureMaker& maker, Report& report) {
  std::optional<render::BoundingSphere> frame;
  if (mesh.is_file) {
    frame = render::bounding_sphere(*mesh.mesh);
  }
  Scenery scenery = scenery_of(
      {*drawing.library, drawing.placed, drawing.values, emission, options.target == "glsl",
       picture.size[0], picture.size[1], options.show.value_or(std::string())},
      std::move(mesh.mesh));
  std::vector<std::pair<std::string, std::string>> files;
  std::copy_if(picture.textures.begin(), picture.textures.end(), std::back_inserter(files),
               [](const auto& texture) { return !names_state(texture.second); });
  auto textures = picture_textures(files, *drawing.library, drawing.placed.plan.material, report);
  render::Scene& scene = scenery.shown.scene;
  if (picture.environment) {
    scene.environment = picture_environment(*picture.environment, report);
  }
  if (!textures || (picture.environment && !scene.environment)) {
    return std::nullopt;
  }
  scenery.inputs.textures = std::move(*textures);
  if (frame) {
    scene.object_to_world = render::identity_matrix;  // the file knows where its front is
  }
  describe_scene(picture, frame, scene);
  scenery.settings.background = picture.background.value_or(scenery.settings.background);
  for (const NamedValue& feature : drawing.features) {
    scene.given[feature.name] = feature.value.bits;
  }
  if (picture.lights && !do_lights_fit(*picture.lights, drawing, emission, scene, report)) {
    return std::nullopt;
  }
  const bool is_glsl = options.target == "glsl";
  return add_state_textures(maker, picture, drawing, is_glsl, scenery, report)
             ? std::optional(std::move(scenery))
             : std::nullopt;
}

/// The output of a compute profile that the picture shows, by its position in the profile: the one
/// of that name, or the first.
std::optional<std::uint32_t> computed_output(const PreparedPicture& prepared,
                                             const std::optional<std::string>& name,
                                             Report& report) {
  for (const StorageOutput& output : prepared.emission.programs.interface.storage) {
    if (!name || output.name == *name) {
      return output.demand;
    }
  }
  report.add(without_color(*prepared.drawing.library, prepared.drawing.placed.plan.profile,
                           prepared.emission.programs.interface, name.value_or(std::string())));
  return std::nullopt;
}

/// What the threads of a compute profile computed, one per pixel.
std::optional<render::Image> draw_computed(PictureMaker& maker, render::Renderer& renderer,
                                           const PreparedPicture& picture, Report& report) {
  const Scenery& scenery = picture.scenery;
  const std::uint32_t dimensions = scenery.shader.interface->threads->dimensions;
  const auto width = static_cast<std::uint32_t>(scenery.settings.width);
  const auto height = static_cast<std::uint32_t>(scenery.settings.height);
  const std::array<std::uint32_t, 3> size = {width, dimensions > 1 ? height : 1, 1};
  const auto computed =
      picture.simulated
          ? render::simulate_material(renderer, scenery.shader, size, scenery.shown.scene,
                                      scenery.inputs, maker.textures(), *picture.simulated)
          : render::compute_material(renderer, scenery.shader, size, scenery.shown.scene,
                                     scenery.inputs, maker.textures());
  if (!computed) {
    report_trouble(computed.error(), report);
    return std::nullopt;
  }
  const auto shown =
      std::find_if(computed->begin(), computed->end(),
                   [&](const render::ComputedOutput& one) { return one.demand == picture.output; });
  render::Image image =
      render::picture_of(*picture.drawing.library, picture.drawing.placed.plan.material,
                         picture.drawing.placed.plan.profile, *shown);
  const std::vector<std::uint8_t> first_row = image.rgba;
  for (std::uint32_t row = 1; dimensions == 1 && row < height; ++row) {
    image.rgba.insert(image.rgba.end(), first_row.begin(), first_row.end());
    ++image.height;
  }
  return image;
}

}  // namespace

std::optional<Emission> emit_modules(const Library& library, const PlacedPlan& placed, bool is_glsl,
                                     Report& report) {
  EmitOptions options;
  options.glsl = is_glsl;
  options.hlsl = !is_glsl;
  options.spirv = options.only_wanted_modules = true;
  Result<Emission> emission = emit(library, placed, options);
  if (!emission) {
    report.add(emission.error(), library.sources);
    return std::nullopt;
  }
  return std::move(*emission);
}

std::unique_ptr<PreparedPicture> prepare_picture(const RenderOptions& options,
                                                 const PictureDescription& picture,
                                                 PictureMesh mesh, PictureMaker& maker,
                                                 Report& report) {
  std::optional<Drawing> drawing = drawing_of(options, picture, report);
  if (!drawing || !is_drawable(*drawing, report)) {
    return nullptr;
  }
  std::optional<Emission> emission =
      emit_modules(*drawing->library, drawing->placed, options.target == "glsl", report);
  if (!emission) {
    return nullptr;
  }
  auto prepared = std::make_unique<PreparedPicture>(
      PreparedPicture{std::move(*drawing), std::move(*emission), {}});
  auto scenery = picture_scenery(options, picture, prepared->drawing, prepared->emission,
                                 std::move(mesh), maker, report);
  if (!scenery) {
    return nullptr;
  }
  prepared->scenery = std::move(*scenery);
  if (!prepared->emission.programs.interface.states.empty()) {
    prepared->simulated = simulated_time(picture);
  }
  if (prepared->emission.programs.thread) {
    prepared->output = computed_output(*prepared, options.show, report);
    return prepared->output ? std::move(prepared) : nullptr;
  }
  if (!prepared->scenery.target && options.show) {
    const Drawing& shown = prepared->drawing;
    report.add(without_color(*shown.library, shown.placed.plan.profile,
                             prepared->emission.programs.interface, *options.show));
    return nullptr;
  }
  return prepared;
}

std::optional<render::Image> draw_picture(PictureMaker& maker, const PreparedPicture& picture,
                                          Report& report) {
  render::Renderer* const renderer = maker.renderer(report);
  if (renderer == nullptr) {
    return std::nullopt;
  }
  const Plan& plan = picture.drawing.placed.plan;
  const Library& library = *picture.drawing.library;
  const DriverFaultNote note(
      fmt::format("the material '{}'", library.text(library.materials[plan.material].name)));
  const Scenery& scenery = picture.scenery;
  if (picture.output) {
    return draw_computed(maker, *renderer, picture, report);
  }
  if (!scenery.target) {
    const Drawing& drawing = picture.drawing;
    report.add(without_color(*drawing.library, drawing.placed.plan.profile,
                             picture.emission.programs.interface));
    return std::nullopt;
  }
  auto drawn =
      render::draw_material(*renderer, scenery.shader, scenery.shown.mesh, scenery.shown.scene,
                            scenery.inputs, maker.textures(), scenery.settings);
  if (!drawn) {
    report_trouble(drawn.error(), report);
    return std::nullopt;
  }
  auto image = render::picture_of(*scenery.target, *drawn, scenery.shown.scene);
  if (!image) {
    report_trouble(image.error(), report);
    return std::nullopt;
  }
  return std::move(*image);
}

void write_picture(const std::string& output, const render::Image& image, Report& report) {
  const auto png = render::encode_png(image);
  if (!png) {
    report_trouble(png.error(), report);
    return;
  }
  std::string bytes(png->begin(), png->end());
  if (output == "-") {
    report.print(bytes);
  } else {
    report.write({output, std::move(bytes)});
  }
  report.result()["output"] = output;
  report.result()["width"] = image.width;
  report.result()["height"] = image.height;
}

void report_trouble(const render::RenderError& trouble, Report& report) {
  report.add(error(Code::RenderFailed, trouble.message, trouble.hint));
  report.raise(!trouble.validation.empty() ? ExitCode::OurFault
               : trouble.hint.empty()      ? ExitCode::MachineTrouble
                                           : ExitCode::InputHasErrors);
}

render::Renderer* PictureMaker::renderer(Report& report) {
  if (!renderer_) {
    auto made = render::Renderer::create();
    if (!made) {
      report_trouble(made.error(), report);
      return nullptr;
    }
    renderer_.emplace(std::move(*made));
  }
  return &*renderer_;
}

}  // namespace weft::tools
