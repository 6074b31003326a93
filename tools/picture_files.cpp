#include "tools/picture_files.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/model/lookups.h"
#include "render/environment.h"
#include "render/gltf.h"
#include "render/hdr.h"
#include "render/material_values.h"
#include "render/obj.h"
#include "render/orbit.h"
#include "render/picture_texture.h"
#include "render/png.h"
#include "render/whole_file.h"
#include "support/float_bits.h"
#include "support/spelling.h"
#include "tools/scenery.h"

namespace weft::tools {
namespace {

std::optional<std::vector<std::uint8_t>> read_bytes(const std::string& path, Report& report) {
  report.files_read().add(path);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    report.add(error(Code::FileNotFound, fmt::format("there is no file '{}'", path)));
    return std::nullopt;
  }
  auto bytes = render::read_whole_file(path);
  if (!bytes) {
    report.add(error(Code::FileUnreadable, bytes.error().message));
    return std::nullopt;
  }
  return std::move(*bytes);
}

bool has_extension(std::string_view path, std::string_view extension) {
  return path.size() > extension.size() && path.ends_with(extension);
}

tl::expected<render::Texture, std::string> texture_of(const std::vector<std::uint8_t>& bytes,
                                                      const std::string& path,
                                                      const Library& library,
                                                      const MaterialParameter& parameter) {
  auto picture = render::decode_png(bytes, path);
  if (!picture) {
    return tl::unexpected(picture.error().message);
  }
  auto texture = render::texture_of_picture(std::move(*picture), library, parameter.type);
  if (!texture) {
    return tl::unexpected(fmt::format("'{}' is no {} for the parameter '{}': {}", path,
                                      library.type_name(parameter.type.data()),
                                      library.text(parameter.name), texture.error().message));
  }
  return std::move(*texture);
}

std::optional<render::Texture> read_texture(const std::string& path, const Library& library,
                                            const MaterialParameter& parameter, Report& report) {
  const auto bytes = read_bytes(path, report);
  if (!bytes) {
    return std::nullopt;
  }
  auto texture = texture_of(*bytes, path, library, parameter);
  if (!texture) {
    report.add(error(Code::RenderFailed, std::move(texture.error())));
    return std::nullopt;
  }
  return std::move(*texture);
}

/// Where the file that the parameter states is: beside the file that declares it. Nothing if it
/// states none.
std::optional<std::string> stated_path(const Library& library, const MaterialParameter& parameter) {
  const MetaValue* const entry = find_metadata(library, parameter.meta, "file");
  if (entry == nullptr) {
    return std::nullopt;
  }
  const std::filesystem::path declared = library.sources[parameter.span.file].path();
  return (declared.parent_path() / std::get<std::string>(entry->value)).string();
}

/// Names with tokens, such as `<UDIM>`, are for hosts that know them.
bool has_tokens(const Library& library, const MaterialParameter& parameter) {
  const MetaValue* const entry = find_metadata(library, parameter.meta, "file");
  return entry != nullptr && std::get<std::string>(entry->value).find('<') != std::string::npos;
}

/// The file that the parameter states; empty if there is none.
std::string stated_file(const Library& library, const MaterialParameter& parameter,
                        Report& report) {
  const auto stated = stated_path(library, parameter);
  if (!stated) {
    return {};
  }
  const std::string& path = *stated;
  const MetaValue* const entry = find_metadata(library, parameter.meta, "file");
  std::error_code ignored;
  if (!has_tokens(library, parameter) && std::filesystem::is_regular_file(path, ignored)) {
    return path;
  }
  Diagnostic missing = error_at(
      Code::FileNotFound, entry->span,
      fmt::format("there is no file '{}' for the texture '{}'", path, library.text(parameter.name)),
      "it is drawn with its fallback, or with a picture that is made up");
  missing.severity = Severity::Warning;
  report.add({missing}, library.sources);
  return {};
}

/// A texture of the parameter's kind with one texel in each slice, if the parameter states a texel
/// for hosts without its file.
std::optional<render::Texture> fallback_texture(const Library& library,
                                                const MaterialParameter& parameter) {
  const MetaValue* const entry = find_metadata(library, parameter.meta, "fallback");
  const DataType type = parameter.type.data();
  if (entry == nullptr || !type.is_texture()) {
    return std::nullopt;
  }
  render::Image texel{1, 1, {}};
  for (const std::uint32_t bits : std::get<Constant>(entry->value).bits) {
    texel.rgba.push_back(render::to_unorm8(float_of_bits(bits)));
  }
  const render::TextureKind kind = render::texture_kind(type.texture_shape());
  const bool has_faces =
      kind == render::TextureKind::Cube || kind == render::TextureKind::CubeArray;
  const std::vector<render::Image> slices(has_faces ? 6 : 1, texel);
  auto texture = kind == render::TextureKind::Flat
                     ? render::make_texture(std::move(texel), render::Encoding::Linear, false)
                 : kind == render::TextureKind::Volume
                     ? render::make_volume(slices, render::Encoding::Linear, false)
                     : render::make_layers(slices, kind, render::Encoding::Linear, false);
  return texture ? std::optional(std::move(*texture)) : std::nullopt;
}

}  // namespace

PictureMesh picture_mesh(const std::string& name, Report& report) {
  if (name == "sphere") {
    return {};
  }
  if (auto mesh = named_mesh(name)) {
    return {std::move(mesh), false};
  }
  const bool is_gltf = has_extension(name, ".gltf") || has_extension(name, ".glb");
  if (!is_gltf && !has_extension(name, ".obj")) {
    report.refuse(
        fmt::format("--mesh is sphere, plane, cube or a file .obj, .gltf or .glb, not '{}'", name));
    return {};
  }
  const auto bytes = read_bytes(name, report);
  if (!bytes) {
    return {};
  }
  const auto note = [&report](const std::string& path) { report.files_read().add(path); };
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  auto mesh = is_gltf ? render::parse_gltf(*bytes, name, note) : render::parse_obj(text, name);
  if (!mesh) {
    report.add(error(Code::RenderFailed, mesh.error().message));
    return {};
  }
  return {std::move(*mesh), true};
}

const MaterialParameter* find_texture_parameter(const Library& library, const Material& material,
                                                std::string_view name, Report& report) {
  std::vector<std::string_view> names;
  for (const MaterialParameter& parameter : material.parameters) {
    const bool is_texture = parameter.type.data().is_texture();
    if (is_texture) {
      names.push_back(library.text(parameter.name));
    }
    if (library.text(parameter.name) != name) {
      continue;
    }
    if (is_texture) {
      return &parameter;
    }
    report.add(error(Code::BadParameterValue,
                     fmt::format("the parameter '{}' is a {}, no texture", name,
                                 library.type_name(parameter.type.data())),
                     fmt::format("give its value by -D {}=…", name)));
    return nullptr;
  }
  std::string hint = spelling_hint(name, names);
  if (hint.empty()) {
    hint = names.empty() ? "it has no textures"
                         : fmt::format("its textures are '{}'", fmt::join(names, "', '"));
  }
  report.add(error(
      Code::UnknownParameter,
      fmt::format("the material '{}' has no parameter '{}'", library.text(material.name), name),
      std::move(hint)));
  return nullptr;
}

std::optional<PictureTextures> picture_textures(
    const std::vector<std::pair<std::string, std::string>>& files, const Library& library,
    MaterialId material, Report& report) {
  PictureTextures textures;
  for (const auto& [name, path] : files) {
    const MaterialParameter* parameter =
        find_texture_parameter(library, library.materials[material], name, report);
    if (parameter == nullptr) {
      continue;
    }
    if (textures.contains(name)) {
      report.add(error(Code::DuplicateName,
                       fmt::format("the parameter '{}' is given two textures", name)));
    } else if (auto texture = read_texture(path, library, *parameter, report)) {
      textures.emplace(name, std::move(*texture));
    }
  }
  if (textures.size() != files.size()) {
    return std::nullopt;
  }
  for (const MaterialParameter& parameter : library.materials[material].parameters) {
    const std::string name(library.text(parameter.name));
    if (!parameter.type.data().is_texture() || textures.contains(name)) {
      continue;
    }
    const std::string path = stated_file(library, parameter, report);
    auto texture = path.empty() ? fallback_texture(library, parameter)
                                : read_texture(path, library, parameter, report);
    if (texture) {
      textures.emplace(name, std::move(*texture));
    } else if (!path.empty()) {
      return std::nullopt;
    }
  }
  return textures;
}

tl::expected<PictureTextures, std::string> stated_textures(const Library& library,
                                                           MaterialId material,
                                                           const FileReader& reader) {
  PictureTextures textures;
  for (const MaterialParameter& parameter : library.materials[material].parameters) {
    if (!parameter.type.data().is_texture()) {
      continue;
    }
    const auto path =
        has_tokens(library, parameter) ? std::nullopt : stated_path(library, parameter);
    const ReadResult file = path ? reader.read_regular(*path) : ReadResult();
    std::optional<render::Texture> texture;
    if (file.status == ReadResult::Status::Text) {
      auto read = texture_of({file.text.begin(), file.text.end()}, *path, library, parameter);
      if (!read) {
        return tl::unexpected(std::move(read.error()));
      }
      texture = std::move(*read);
    } else {
      texture = fallback_texture(library, parameter);
    }
    if (texture) {
      textures.emplace(library.text(parameter.name), std::move(*texture));
    }
  }
  return textures;
}

std::shared_ptr<const render::Environment> picture_environment(const EnvironmentDescription& wanted,
                                                               Report& report) {
  const std::string what = wanted.color ? "the environment" : fmt::format("'{}'", wanted.file);
  render::FloatImage picture{32, 16, 4, {}};
  if (wanted.color) {
    for (int i = 0; i < picture.width * picture.height; ++i) {
      picture.values.insert(picture.values.end(), wanted.color->begin(), wanted.color->end());
      picture.values.push_back(1.0F);
    }
  } else {
    const auto bytes = read_bytes(wanted.file, report);
    if (!bytes) {
      return nullptr;
    }
    auto decoded = render::decode_hdr(*bytes, wanted.file);
    if (!decoded) {
      report.add(error(Code::RenderFailed, decoded.error().message));
      return nullptr;
    }
    picture = std::move(*decoded);
  }
  const float turn = wanted.turn * render::degree;
  auto environment =
      render::environment_map(picture, turn, wanted.intensity).and_then(render::make_environment);
  if (!environment) {
    report.add(error(Code::RenderFailed, fmt::format("{} cannot be an environment: {}", what,
                                                     environment.error().message)));
    return nullptr;
  }
  return std::make_shared<const render::Environment>(std::move(*environment));
}

}  // namespace weft::tools
