#pragma once

#include <memory>
#include <optional>

#include "codegen/emit.h"
#include "render/renderer.h"
#include "tools/options.h"
#include "tools/picture_description.h"
#include "tools/picture_files.h"
#include "tools/render_node.h"
#include "tools/report.h"
#include "tools/scenery.h"

namespace weft::tools {

/// A composed and emitted material, or a node of one, with what it is drawn in. The scenery refers
/// to the others.
struct PreparedPicture {
  Drawing drawing;
  Emission emission;
  Scenery scenery;
};

/// Prepares the picture of `options.input`. Reports all errors; null if there are any.
std::unique_ptr<const PreparedPicture> prepare_picture(const RenderOptions& options,
                                                       const PictureDescription& picture,
                                                       PictureMesh mesh, Report& report);

/// Draws the first color of a picture. Reports errors.
std::optional<render::Image> draw_picture(render::Renderer& renderer,
                                          const PreparedPicture& picture, Report& report);

/// Writes a PNG file, or prints it for `-`, and adds its size to the result.
void write_picture(const std::string& output, const render::Image& image, Report& report);

/// Reports an error of the renderer. A finding of the validation layer is our defect; all other
/// errors are the machine's.
void report_trouble(const render::RenderError& trouble, Report& report);

/// Reports why there is no renderer.
std::optional<render::Renderer> make_renderer(Report& report);

}  // namespace weft::tools
