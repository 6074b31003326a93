#include "render/material_values.h"

#include <string_view>

#include <fmt/format.h>

#include "codegen/interface/layout.h"

namespace weft::render {

TextureKind texture_kind(TextureShape shape) {
  switch (shape) {
    case TextureShape::Texture2d:
      return TextureKind::Flat;
    case TextureShape::Texture3d:
      return TextureKind::Volume;
    case TextureShape::TextureCube:
      return TextureKind::Cube;
    case TextureShape::Texture2dArray:
      return TextureKind::Array;
    case TextureShape::TextureCubeArray:
      return TextureKind::CubeArray;
    case TextureShape::Texture2dShadow:
      return TextureKind::Flat;
    case TextureShape::Texture2dArrayShadow:
      return TextureKind::Array;
    case TextureShape::TextureCubeShadow:
      return TextureKind::Cube;
  }
  return TextureKind::Flat;
}

namespace {

Wrap wrap_of(SamplerWrap wrap) {
  switch (wrap) {
    case SamplerWrap::Clamp:
      return Wrap::ClampToEdge;
    case SamplerWrap::Mirror:
      return Wrap::MirroredRepeat;
    case SamplerWrap::Border:
      return Wrap::ClampToBorder;
    case SamplerWrap::Repeat:
      break;
  }
  return Wrap::Repeat;
}

Border border_of(SamplerBorder border) {
  return border == SamplerBorder::White   ? Border::OpaqueWhite
         : border == SamplerBorder::Black ? Border::OpaqueBlack
                                          : Border::TransparentBlack;
}

}  // namespace

SamplerState sampler_state(const weft::SamplerState& state) {
  SamplerState result;
  result.filter = state.filter == SamplerFilter::Nearest ? Filter::Nearest : Filter::Linear;
  result.mip_filter =
      state.mip_filter == SamplerFilter::Nearest ? MipFilter::Nearest : MipFilter::Linear;
  result.wrap_u = wrap_of(state.wrap);
  result.wrap_v = wrap_of(state.wrap_v);
  result.wrap_w = wrap_of(state.wrap_w);
  result.border = border_of(state.border);
  if (state.compare != SamplerCompare::None) {
    result.compare = static_cast<Compare>(static_cast<int>(state.compare) - 1);
  }
  return result;
}

std::vector<std::uint32_t> parameter_words(const MaterialShader& shader,
                                           const MaterialParameter& parameter,
                                           const MaterialInputs& inputs) {
  for (const auto& [name, value] : inputs.values) {
    if (shader.library->text(parameter.name) == name) {
      return value.bits;
    }
  }
  if (parameter.default_value) {
    return parameter.default_value->bits;
  }
  return std::vector<std::uint32_t>(shader.types->scalar_count(parameter.type.data()));
}

Rendered<const Texture*> bound_texture(const MaterialShader& shader, const TextureBinding& binding,
                                       const Scene& scene, const MaterialInputs& inputs,
                                       DefaultTextures& textures) {
  const Library& library = *shader.library;
  const TextureKind kind = texture_kind(binding.type.texture_shape());
  const Texture* texture = nullptr;
  if (binding.source.feature) {
    const std::string_view path = library.text(library.features[*binding.source.feature].path);
    const auto given = scene.given_textures.find(path);
    if (given != scene.given_textures.end()) {
      texture = given->second.get();
    } else if (path == "environment.map") {
      texture = &environment_of(scene).map;
    } else if (path == "materialx_environment.radiance") {
      texture = &environment_of(scene).radiance;
    } else if (path == "materialx_environment.irradiance") {
      texture = &environment_of(scene).irradiance;
    } else {
      return failure(fmt::format("this host has no texture {}", path));
    }
  } else {
    const MaterialParameter& parameter =
        library.materials[shader.material].parameters[*binding.source.parameter];
    const auto given = inputs.textures.find(library.text(parameter.name));
    if (given == inputs.textures.end()) {
      return textures.get(default_texture_kind(library, parameter.type), kind);
    }
    texture = &given->second;
  }
  if (texture->kind != kind) {
    return failure(fmt::format("the texture given for {} is no {}", binding.name,
                               shader.types->text(binding.type, library.names)));
  }
  return texture;
}

}  // namespace weft::render
