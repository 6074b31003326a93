#include "tools/pictures.h"

#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "render/png.h"
#include "support/worker_threads.h"
#include "tools/picture_files.h"
#include "tools/scenery.h"

namespace weft::tools {
namespace {

/// A draw with what it refers to.
struct PreparedDraw {
  render::MaterialInputs inputs;
  render::DrawInput input;
  render::ShownTarget target;
  render::Scene scene;
};

/// Prepares pictures where they are asked for, and draws them on a thread of its own, which has the
/// renderer: making that takes ten times as long as drawing.
class RenderedPictures final : public live::PictureSource {
 public:
  RenderedPictures(const FileReader& reader, std::function<void()> drawn)
      : reader_(reader), thread_(1, std::move(drawn)) {}

  std::string why_not_drawable(const Library& library, ProfileId profile) const override {
    return tools::why_not_drawable(library, profile);
  }

  std::future<live::PictureResult> draw(const live::PictureRequest& request) override {
    const std::lock_guard lock(preparing_);
    if (request.emission.programs.thread) {
      return refused("a compute profile has no picture: `weft render` shows what it computes");
    }
    Scenery scenery = scenery_of(
        {request.library, request.placed, {}, request.emission, true, request.size, request.size},
        named_mesh(request.mesh));
    scenery.shown.scene.time = request.time;
    auto textures = stated_textures(request.library, request.placed.plan.material, reader_);
    if (!textures) {
      return refused(std::move(textures.error()));
    }
    auto drawing = std::make_shared<PreparedDraw>();
    drawing->inputs = std::move(scenery.inputs);
    drawing->inputs.textures = std::move(*textures);
    auto input =
        render::material_draw_input(scenery.shader, scenery.shown.mesh, scenery.shown.scene,
                                    drawing->inputs, textures_, scenery.settings);
    if (!input) {
      return refused(input.error().message);
    }
    if (!scenery.target) {
      return refused(without_color(request.library, request.placed.plan.profile,
                                   request.emission.programs.interface)
                         .message);
    }
    drawing->input = std::move(*input);
    drawing->target = *scenery.target;
    drawing->scene = std::move(scenery.shown.scene);
    return thread_.run<live::PictureResult>(
        [this, drawing, is_png = request.is_png] { return picture_of(*drawing, is_png); });
  }

 private:
  static std::future<live::PictureResult> refused(std::string reason) {
    return live::ready_picture(tl::unexpected(std::move(reason)));
  }

  /// On the thread.
  live::PictureResult picture_of(const PreparedDraw& prepared, bool is_png) {
    if (!renderer_) {
      auto made = render::Renderer::create();
      if (!made) {
        return tl::unexpected(made.error().message);
      }
      renderer_.emplace(std::move(*made));
    }
    const auto drawn = renderer_->draw(prepared.input);
    if (!drawn) {
      return tl::unexpected(drawn.error().message);
    }
    const auto image = render::picture_of(prepared.target, *drawn, prepared.scene);
    if (!image) {
      return tl::unexpected(image.error().message);
    }
    live::Picture picture{image->width, image->height, {}};
    std::vector<std::uint8_t> pixels = image->rgba;
    if (is_png) {
      auto png = render::encode_png(*image);
      if (!png) {
        return tl::unexpected(png.error().message);
      }
      pixels = std::move(*png);
    }
    const auto bytes = std::as_bytes(std::span(pixels));
    picture.bytes.assign(bytes.begin(), bytes.end());
    return picture;
  }

  const FileReader& reader_;
  std::mutex preparing_;
  render::DefaultTextures textures_;          ///< needs `preparing_`
  std::optional<render::Renderer> renderer_;  ///< of the thread
  WorkerThreads thread_;                      ///< last: it ends before what it uses
};

}  // namespace

std::unique_ptr<live::PictureSource> make_pictures(const FileReader& reader,
                                                   const std::function<void()>& drawn) {
  return std::make_unique<RenderedPictures>(reader, drawn);
}

}  // namespace weft::tools
