#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "codegen/emit.h"
#include "render/default_textures.h"
#include "render/renderer.h"
#include "tools/options.h"
#include "tools/picture_description.h"
#include "tools/picture_files.h"
#include "tools/render_node.h"
#include "tools/report.h"
#include "tools/scenery.h"

namespace weft::tools {

/// The color behind transparent pictures, on sheets and in windows.
inline constexpr std::array<std::uint8_t, 4> paper_color = {40, 40, 44, 255};

/// A composed and emitted material, or a node of one, with what it is drawn in. The scenery refers
/// to the others.
struct PreparedPicture {
  Drawing drawing;
  Emission emission;
  Scenery scenery;
  std::optional<std::uint32_t> output = {};  ///< of a compute profile: the demand that is shown
  /// Of a material with simulations: how long they run.
  std::optional<render::SimulatedTime> simulated = {};
};

/// What pictures are drawn with. It is made once: starting a renderer takes longer than drawing.
class PictureMaker {
 public:
  /// Starts it the first time. Reports why there is none and returns null then.
  render::Renderer* renderer(Report& report);
  render::DefaultTextures& textures() { return textures_; }

 private:
  std::optional<render::Renderer> renderer_;
  render::DefaultTextures textures_;
};

/// Emits the modules of the language that is drawn. Reports all errors.
std::optional<Emission> emit_modules(const Library& library, const PlacedPlan& placed, bool is_glsl,
                                     Report& report);

/// Prepares the picture of `options.input`. Simulations that it samples run meanwhile. Reports all
/// errors; null if there are any.
std::unique_ptr<PreparedPicture> prepare_picture(const RenderOptions& options,
                                                 const PictureDescription& picture,
                                                 PictureMesh mesh, PictureMaker& maker,
                                                 Report& report);

/// Draws the first color of a picture. Reports errors.
std::optional<render::Image> draw_picture(PictureMaker& maker, const PreparedPicture& picture,
                                          Report& report);

/// Writes a PNG file, or prints it for `-`, and adds its size to the result.
void write_picture(const std::string& output, const render::Image& image, Report& report);

/// Reports an error of the renderer. A finding of the validation layer is our defect; all other
/// errors are the machine's.
void report_trouble(const render::RenderError& trouble, Report& report);

}  // namespace weft::tools
