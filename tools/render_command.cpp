#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "fragments/load/disk_reader.h"
#include "render/draw_material.h"
#include "render/obj.h"
#include "render/png.h"
#include "render/probe.h"
#include "tools/choice.h"
#include "tools/commands.h"
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

std::optional<render::Mesh> read_mesh(const std::string& path, Report& report) {
  ReadResult read = DiskReader().read(path);
  if (read.status != ReadResult::Status::Text) {
    report.add(read.status == ReadResult::Status::NotFound
                   ? error(Code::FileNotFound, fmt::format("there is no file '{}'", path))
                   : error(Code::FileUnreadable,
                           fmt::format("'{}' cannot be read: {}", path, read.reason)));
    return std::nullopt;
  }
  render::Rendered<render::Mesh> mesh = render::parse_obj(read.text, path);
  if (!mesh) {
    report.add(error(Code::RenderFailed, mesh.error().message));
    return std::nullopt;
  }
  return std::move(*mesh);
}

/// Makes a mesh by name; reports an error and returns nothing if there is none.
std::optional<render::Mesh> make_mesh(const std::string& name, Report& report) {
  if (auto mesh = named_mesh(name)) {
    return mesh;
  }
  if (name.size() > 4 && name.compare(name.size() - 4, 4, ".obj") == 0) {
    return read_mesh(name, report);
  }
  report.refuse(fmt::format("--mesh is sphere, plane, cube or FILE.obj, not '{}'", name));
  return std::nullopt;
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
std::optional<Drawing> drawing_of(const RenderOptions& options, Report& report) {
  if (options.node) {
    return compose_node(options, report);
  }
  std::optional<Composed> composed =
      compose_chosen(options.input, options.choice, options.values, report);
  if (!composed) {
    return std::nullopt;
  }
  const auto library = std::make_shared<Library>(std::move(composed->choice.library));
  return Drawing{library, library.get(), std::move(composed->values), std::move(composed->placed)};
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
  if (options.output.empty() && !options.probe) {
    report.refuse("weft render needs -o FILE (--output) for the picture, or --probe X,Y");
    return;
  }
  std::optional<PixelWords> pixel;
  if (options.probe) {
    pixel = read_pixel(*options.probe, options.size, report);
    if (!pixel) {
      return;
    }
    if (options.output == "-") {
      report.refuse("--probe prints its values where -o - prints the picture");
      return;
    }
  }
  // The default mesh depends on the features that the shader reads.
  std::optional<render::Mesh> mesh;
  if (options.mesh != "sphere") {
    mesh = make_mesh(options.mesh, report);
    if (!mesh) {
      return;
    }
  }
  const std::optional<Drawing> drawing = drawing_of(options, report);
  if (!drawing) {
    return;
  }
  const Library& library = *drawing->library;
  const Profile& profile = library.profiles[drawing->placed.plan.profile];
  if (profile.as_functions) {
    report.add(
        error(Code::RenderFailed,
              fmt::format("the profile '{}' makes functions to include, not a shader to draw",
                          library.text(profile.name))));
    return;
  }
  const std::optional<Emission> emission = make_modules(*drawing, report);
  if (!emission) {
    return;
  }
  const Scenery scenery = scenery_of({library, drawing->placed, drawing->values, *emission,
                                      options.target == "glsl", options.size},
                                     std::move(mesh));
  if (pixel) {
    print_probe(*pixel, *drawing, scenery, report);
  }
  if (options.output.empty() || report.has_errors()) {
    return;
  }
  if (const auto image = draw(*drawing, scenery, report)) {
    write_picture(options, *image, report);
  }
}

}  // namespace weft::tools
