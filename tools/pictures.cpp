#include "tools/pictures.h"

#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "render/png.h"
#include "tools/scenery.h"

namespace weft::tools {
namespace {

class RenderedPictures final : public live::PictureSource {
 public:
  tl::expected<live::Picture, std::string> draw(const live::PictureRequest& request) override {
    const Profile& profile = request.library.profiles[request.placed.plan.profile];
    const std::string_view profile_name = request.library.text(profile.name);
    if (profile.as_functions) {
      return tl::unexpected(fmt::format(
          "the profile '{}' makes functions to include, not a shader to draw", profile_name));
    }
    EmitOptions options;
    options.spirv = true;
    const auto emission = emit(request.library, request.placed, options);
    if (!emission) {
      return tl::unexpected(emission.error().front().message);
    }
    if (!renderer_) {
      auto made = render::Renderer::create();
      if (!made) {
        return tl::unexpected(made.error().message);
      }
      renderer_.emplace(std::move(*made));
    }
    Scenery scenery = scenery_of(
        {request.library, request.placed, {}, *emission, true, request.size, request.size},
        named_mesh(request.mesh));
    scenery.shown.scene.time = request.time;
    const auto drawn =
        render::draw_material(*renderer_, scenery.shader, scenery.shown.mesh, scenery.shown.scene,
                              scenery.inputs, textures_, scenery.settings);
    if (!drawn) {
      return tl::unexpected(drawn.error().message);
    }
    if (drawn->colors.empty()) {
      return tl::unexpected(fmt::format("the profile '{}' demands no color", profile_name));
    }
    return picture_of(drawn->colors.front().image, request.is_png);
  }

 private:
  static tl::expected<live::Picture, std::string> picture_of(const render::Image& image,
                                                             bool is_png) {
    live::Picture picture{image.width, image.height, {}};
    std::vector<std::uint8_t> pixels = image.rgba;
    if (is_png) {
      auto png = render::encode_png(image);
      if (!png) {
        return tl::unexpected(png.error().message);
      }
      pixels = std::move(*png);
    }
    const auto bytes = std::as_bytes(std::span(pixels));
    picture.bytes.assign(bytes.begin(), bytes.end());
    return picture;
  }

  std::optional<render::Renderer> renderer_;
  render::DefaultTextures textures_;
};

}  // namespace

std::unique_ptr<live::PictureSource> make_pictures() {
  return std::make_unique<RenderedPictures>();
}

}  // namespace weft::tools
