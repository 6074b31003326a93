#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "render/probe.h"
#include "tools/commands.h"
#include "tools/contact_sheet.h"
#include "tools/picture_description.h"
#include "tools/picture_drawing.h"
#include "tools/picture_files.h"
#include "tools/render_probe.h"
#include "tools/viewer_window.h"

namespace weft::tools {
namespace {

/// Whether the name does not promise another format. `-` and the empty name are of no file.
bool is_picture_name(const std::string& name) {
  const std::string extension = std::filesystem::path(name).extension().string();
  return extension.empty() || extension == ".png" || extension == ".PNG";
}

/// Prints what is behind a pixel.
void print_probe(const PixelWords& pixel, const PreparedPicture& picture,
                 render::DefaultTextures& textures, Report& report) {
  const Scenery& scenery = picture.scenery;
  const Drawing& drawing = picture.drawing;
  if (picture.output) {
    report.add(error(Code::RenderFailed, "a compute profile has no pixels to probe"));
    return;
  }
  auto probe =
      render::PictureProbe::create(scenery.shader, drawing.placed, scenery.shown.mesh,
                                   scenery.shown.scene, scenery.inputs, textures, scenery.settings);
  auto probed = probe ? probe->at(pixel.x, pixel.y)
                      : render::Rendered<render::Probe>(tl::unexpected(probe.error()));
  if (!probed) {
    report_trouble(probed.error(), report);
    return;
  }
  report_probe(*drawing.library, drawing.placed, *probed, pixel, report);
}

void run(const RenderOptions& options, PictureMaker& maker, Report& report) {
  const std::optional<PictureDescription> picture = describe_picture(options, report);
  if (!picture) {
    return;
  }
  if (options.output.empty() && !options.probe && !options.view) {
    report.refuse("weft render needs -o FILE (--output) for the picture, --probe X,Y or --view");
    return;
  }
  if (!is_picture_name(options.output)) {
    report.refuse(fmt::format("weft render writes PNG: end '{}' in .png", options.output));
    return;
  }
  const bool is_sheet = options.files.size() > 1 || options.choice.material == "*";
  const bool reads_standard_input =
      std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
  if (options.view) {
    if (is_sheet || options.probe || options.watch || !options.output.empty() ||
        reads_standard_input) {
      report.refuse(
          "--view shows one FILE and redraws when it is saved: leave -o, --probe, --watch "
          "and further FILEs out");
      return;
    }
    view_picture(options, *picture, maker, report);
    return;
  }
  if (is_sheet && (options.probe || reads_standard_input)) {
    report.refuse("a contact sheet is of files, and has no --probe");
    return;
  }
  if (options.watch && (options.output == "-" || reads_standard_input)) {
    report.refuse("--watch needs a file to read and one to write: give FILE and -o FILE");
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
  if (is_sheet) {
    draw_contact_sheet(options, *picture, mesh, maker, report);
    return;
  }
  const auto prepared = prepare_picture(options, *picture, std::move(mesh), maker, report);
  if (!prepared) {
    return;
  }
  if (pixel) {
    print_probe(*pixel, *prepared, maker.textures(), report);
  }
  if (options.output.empty() || report.has_errors()) {
    return;
  }
  if (const auto image = draw_picture(maker, *prepared, report)) {
    write_picture(options.output, *image, report);
  }
}

}  // namespace

RepeatableRun repeatable(const RenderOptions& options) {
  return [&options, maker = std::make_shared<PictureMaker>()](Report& report) {
    run(options, *maker, report);
  };
}

}  // namespace weft::tools
