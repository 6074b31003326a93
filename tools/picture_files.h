#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/load/file_reader.h"
#include "fragments/model/library.h"
#include "render/draw_material.h"
#include "tools/picture_description.h"
#include "tools/report.h"

namespace weft::tools {

/// Makes a mesh by name, or reads FILE.obj, FILE.gltf or FILE.glb. Reports errors; nothing is also
/// the default mesh, `sphere`, which depends on the features that a shader reads.
struct PictureMesh {
  std::optional<render::Mesh> mesh;
  bool is_file = false;
};
PictureMesh picture_mesh(const std::string& name, Report& report);

/// The texture parameter of that name; reports why there is none and returns null then.
const MaterialParameter* find_texture_parameter(const Library& library, const Material& material,
                                                std::string_view name, Report& report);

/// Textures by the names of their parameters.
using PictureTextures = std::map<std::string, render::Texture, std::less<>>;

/// Reads the textures of a material's parameters. Reports all errors: parameters that the material
/// lacks, that are no textures or are given twice, files that cannot be read or are no PNG files,
/// and pictures of another size than the parameter's kind of texture needs. Nothing after an error.
/// Parameters that are not given are read from the files that they state, beside their
/// declaration; without a file, which is a warning, they are their fallback.
std::optional<PictureTextures> picture_textures(
    const std::vector<std::pair<std::string, std::string>>& files, const Library& library,
    MaterialId material, Report& report);

/// The textures that a material's parameters state: from their files, or where `reader` gives none
/// their fallback. Others are left out. The error is about a file that is no fitting picture.
tl::expected<PictureTextures, std::string> stated_textures(const Library& library,
                                                           MaterialId material,
                                                           const FileReader& reader);

/// Makes an environment of a color or of a file. Reports errors of the file and returns null then.
std::shared_ptr<const render::Environment> picture_environment(const EnvironmentDescription& wanted,
                                                               Report& report);

}  // namespace weft::tools
