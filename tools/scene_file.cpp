#include "tools/scene_file.h"

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "support/json.h"
#include "tools/json_reader.h"
#include "tools/load_input.h"
#include "tools/scene_lights.h"
#include "tools/scene_numbers.h"
#include "tools/state_textures.h"

namespace weft::tools {
namespace {

class SceneReader {
 public:
  SceneReader(FileId file, const SourceFile& source, PictureDescription& picture)
      : source_(source),
        reader_(file, source),
        folder_(std::filesystem::path(source.path()).parent_path()),
        picture_(picture) {}

  Diagnostics read() {
    const Result<Json> document = reader_.parse();
    if (!document) {
      return document.error();
    }
    if (reader_.has_members(
            *document, "",
            {"size", "time", "frames", "substeps", "state_size", "mesh", "background", "camera",
             "ambient", "lights", "environment", "textures", "values"})) {
      read_members(*document);
    }
    return reader_.diagnostics();
  }

 private:
  void read_members(const Json& document) {
    for (const auto& [name, value] : document.items()) {
      const std::string where = "/" + name;
      if (name == "size") {
        picture_.size = read_size(value, where).value_or(picture_.size);
      } else if (name == "time") {
        picture_.time = number(value, where, any_number);
      } else if (name == "frames") {
        picture_.simulation.frames = read_count(value, where, 0, most_frames);
      } else if (name == "substeps") {
        picture_.simulation.substeps = read_count(value, where, 1, most_substeps);
      } else if (name == "state_size") {
        picture_.simulation.state_size = read_size(value, where);
      } else if (name == "mesh") {
        read_mesh(value, where);
      } else if (name == "background") {
        picture_.background = numbers<4>(value, where, {0.0, 1.0, "a number from 0 to 1"});
      } else if (name == "camera") {
        read_camera(value, where);
      } else if (name == "ambient") {
        picture_.ambient = numbers<3>(value, where, amount);
      } else if (name == "lights") {
        picture_.lights = read_lights(reader_, value, where);
        picture_.lights->place =
            std::make_shared<FilePlace>(FilePlace{source_, reader_.place_of(where)});
      } else if (name == "environment") {
        read_environment(value, where);
      } else if (name == "textures") {
        read_textures(value, where);
      } else if (name == "values") {
        read_values(value, where);
      }
    }
  }

  std::optional<float> number(const Json& value, const std::string& where, const Range& range) {
    return read_number(reader_, value, where, range);
  }

  template <std::size_t Count>
  std::optional<std::array<float, Count>> numbers(const Json& value, const std::string& where,
                                                  const Range& range) {
    return read_numbers<Count>(reader_, value, where, range);
  }

  std::optional<std::string> text(const Json& value, const std::string& where,
                                  std::string_view wanted) {
    if (!value.is_string() || value.get<std::string>().empty()) {
      reader_.expect(where, wanted, value);
      return std::nullopt;
    }
    return value.get<std::string>();
  }

  std::string beside(const std::string& file) const { return (folder_ / file).string(); }

  /// Width and height.
  std::optional<std::array<int, 2>> read_size(const Json& value, const std::string& where) {
    const std::string words =
        fmt::format("pixels, a whole number from 1 to {}, or two of them", longest_side);
    const auto side = [](const Json& number) {
      return number.is_number_integer() && number.get<double>() >= 1 &&
             number.get<double>() <= longest_side;
    };
    if (side(value)) {
      return std::array<int, 2>{value.get<int>(), value.get<int>()};
    }
    if (value.is_array() && value.size() == 2 && side(value[0]) && side(value[1])) {
      return std::array<int, 2>{value[0].get<int>(), value[1].get<int>()};
    }
    refuse_number(reader_, value, where, words.c_str());
    return std::nullopt;
  }

  std::optional<std::uint32_t> read_count(const Json& value, const std::string& where,
                                          std::uint32_t least, std::uint32_t most) {
    if (value.is_number_integer() && value.get<double>() >= least && value.get<double>() <= most) {
      return value.get<std::uint32_t>();
    }
    const std::string words = fmt::format("a whole number from {} to {}", least, most);
    refuse_number(reader_, value, where, words.c_str());
    return std::nullopt;
  }

  void read_mesh(const Json& value, const std::string& where) {
    if (const auto name = text(value, where, "sphere, plane, cube or a file")) {
      const bool is_shape = *name == "sphere" || *name == "plane" || *name == "cube";
      const bool is_file =
          name->ends_with(".obj") || name->ends_with(".gltf") || name->ends_with(".glb");
      if (!is_shape && !is_file) {
        reader_.complain(Code::BadDeclaration, where,
                         fmt::format("'{}' is neither sphere, plane, cube nor a file .obj, .gltf "
                                     "or .glb",
                                     *name));
      }
      picture_.mesh = is_shape ? *name : beside(*name);
    }
  }

  void read_camera(const Json& value, const std::string& where) {
    if (!reader_.has_members(value, where, {"orbit", "distance", "position", "target", "fov"})) {
      return;
    }
    CameraDescription& camera = picture_.camera;
    if (value.contains("orbit")) {
      camera.orbit = numbers<2>(value["orbit"], where + "/orbit", any_number);
      if (camera.orbit && std::fabs((*camera.orbit)[1]) > 90.0F) {
        reader_.complain(Code::OutOfRange, where + "/orbit/1", "a pitch is from -90 to 90 degrees");
      }
    }
    if (value.contains("distance")) {
      camera.distance = number(value["distance"], where + "/distance", positive);
    }
    if (value.contains("target")) {
      camera.target = numbers<3>(value["target"], where + "/target", any_number);
    }
    if (value.contains("fov")) {
      camera.vertical_fov =
          number(value["fov"], where + "/fov", {1.0, 170.0, "an angle from 1 to 170 degrees"});
    }
    if (value.contains("position")) {
      camera.position = numbers<3>(value["position"], where + "/position", any_number);
      if (value.contains("orbit") || value.contains("distance")) {
        reader_.complain(Code::BadDeclaration, where + "/position",
                         "a camera has a position, or an orbit and a distance",
                         "leave one of them out");
      }
      if (camera.position && camera.position == camera.target) {
        reader_.complain(Code::OutOfRange, where + "/position",
                         "the camera is at its target, so it looks nowhere",
                         "move 'position' or 'target'");
      }
    }
  }

  void read_environment(const Json& value, const std::string& where) {
    if (!reader_.has_members(value, where, {"file", "color", "intensity", "turn"})) {
      return;
    }
    EnvironmentDescription environment;
    if (value.contains("file")) {
      if (const auto file = text(value["file"], where + "/file", "a file")) {
        environment.file = beside(*file);
      }
    }
    if (value.contains("color")) {
      environment.color = numbers<3>(value["color"], where + "/color", amount);
    }
    if (value.contains("file") == value.contains("color")) {
      reader_.complain(Code::BadDeclaration, where, "an environment is of a file or of one color",
                       "give 'file' or 'color'");
    }
    if (value.contains("intensity")) {
      environment.intensity =
          number(value["intensity"], where + "/intensity", amount).value_or(1.0F);
    }
    if (value.contains("turn")) {
      environment.turn = number(value["turn"], where + "/turn", any_number).value_or(0.0F);
    }
    picture_.environment = std::move(environment);
  }

  void read_textures(const Json& value, const std::string& where) {
    if (!value.is_object()) {
      reader_.expect(where, "an object of parameters and files", value);
      return;
    }
    for (const auto& [name, file] : value.items()) {
      if (const auto path = text(file, json_pointer(where, name), "a file")) {
        picture_.textures.emplace_back(name, names_state(*path) ? *path : beside(*path));
      }
    }
  }

  void read_values(const Json& value, const std::string& where) {
    if (!value.is_object()) {
      reader_.expect(where, "an object of names and values", value);
      return;
    }
    for (const auto& [name, given] : value.items()) {
      if (given.is_string()) {
        picture_.add_value(name + "=" + given.get<std::string>());
      } else if (given.is_number() || given.is_boolean()) {
        picture_.add_value(name + "=" + given.dump());
      } else {
        reader_.expect(json_pointer(where, name),
                       "a number, a boolean or an expression in a string", given);
      }
    }
  }

  const SourceFile& source_;
  JsonReader reader_;
  std::filesystem::path folder_;
  PictureDescription& picture_;
};

}  // namespace

bool read_scene_file(const std::string& path, PictureDescription& picture, Report& report) {
  report.files_read().add(path);
  ReadResult read = read_input(path);
  if (read.status != ReadResult::Status::Text) {
    report.add(trouble_of(path, read));
    return false;
  }
  Sources sources;
  const FileId file = sources.add(SourceFile(path, std::move(read.text)));
  const Diagnostics diagnostics = SceneReader(file, sources[file], picture).read();
  report.add(diagnostics, sources);
  return diagnostics.empty();
}

}  // namespace weft::tools
