#include "tools/scene_lights.h"

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "fragments/model/lookups.h"
#include "render/light_values.h"
#include "render/vector_math.h"
#include "tools/scene_numbers.h"

namespace weft::tools {
namespace {

using render::Float3;

/// One light of the list.
class LightReader {
 public:
  LightReader(JsonReader& reader, const Json& light, const std::string& where)
      : reader_(reader), light_(light), where_(where) {}

  void read(LightsDescription& lights) {
    if (light_.is_object() && light_.contains("position")) {
      read_punctual(lights.punctual);
    } else if (light_.is_object() && light_.contains("center")) {
      read_area(lights.area);
    } else {
      read_directional(lights.directional);
    }
  }

 private:
  void read_directional(std::vector<render::DirectionalLight>& lights) {
    if (!has_members({"direction", "irradiance"}, {})) {
      return;
    }
    const auto direction = direction_of("direction");
    const auto irradiance = numbers<3>("irradiance", amount);
    if (direction && irradiance) {
      lights.push_back({*direction, *irradiance});
    }
  }

  void read_punctual(std::vector<render::PunctualLight>& lights) {
    if (!has_members({"position", "intensity"}, {"range", "radius", "axis", "cone"})) {
      return;
    }
    render::PunctualLight light;
    const auto position = numbers<3>("position", any_number);
    const auto intensity = numbers<3>("intensity", amount);
    if (light_.contains("range")) {
      light.range = number("range", amount).value_or(0.0F);
    }
    if (light_.contains("radius")) {
      light.radius = number("radius", amount).value_or(0.0F);
    }
    if (light_.contains("axis") != light_.contains("cone")) {
      reader_.complain(Code::BadDeclaration, where_, "a spot has an 'axis' and a 'cone'");
    }
    if (light_.contains("axis")) {
      light.axis = direction_of("axis").value_or(light.axis);
    }
    if (light_.contains("cone")) {
      read_cone(light);
    }
    if (position && intensity) {
      light.position = *position;
      light.intensity = *intensity;
      lights.push_back(light);
    }
  }

  void read_cone(render::PunctualLight& light) {
    const auto angles = numbers<2>("cone", {0.0, 180.0, "an angle from 0 to 180 degrees"});
    if (angles && (*angles)[0] > (*angles)[1]) {
      reader_.complain(Code::OutOfRange, at("cone"),
                       "the inner angle is greater than the outer one",
                       "write the inner angle first");
    } else if (angles) {
      for (std::size_t i = 0; i < 2; ++i) {
        light.cone[i] = std::cos((*angles)[i] * 0.017453293F);  // from degrees
      }
    }
  }

  void read_area(std::vector<render::AreaLight>& lights) {
    if (!has_members({"center", "half_x", "half_y", "radiance"}, {"shape"})) {
      return;
    }
    const auto center = numbers<3>("center", any_number);
    const auto half_x = direction_of("half_x");
    const auto half_y = direction_of("half_y");
    const auto radiance = numbers<3>("radiance", amount);
    const Json shape = light_.contains("shape") ? light_["shape"] : Json("rectangle");
    if (shape != "rectangle" && shape != "disk") {
      reader_.expect(at("shape"), "rectangle or disk", shape);
    }
    if (half_x && half_y && render::length(render::cross(*half_x, *half_y)) == 0.0F) {
      reader_.complain(Code::OutOfRange, at("half_y"), "the half axes have the same direction");
    } else if (center && half_x && half_y && radiance) {
      lights.push_back({*center, *half_x, *half_y, *radiance, shape == "disk"});
    }
  }

  /// Whether the light has all of the first, and no others than these.
  bool has_members(std::initializer_list<std::string_view> needed,
                   std::initializer_list<std::string_view> possible) {
    std::vector<std::string_view> known(needed);
    known.insert(known.end(), possible);
    if (!reader_.has_members(light_, where_, known)) {
      return false;
    }
    bool has_all = true;
    for (const std::string_view member : needed) {
      if (!light_.contains(member)) {
        reader_.complain(Code::BadDeclaration, where_,
                         fmt::format("a light needs its '{}'", member));
        has_all = false;
      }
    }
    return has_all;
  }

  std::string at(const std::string& member) const { return where_ + "/" + member; }

  std::optional<float> number(const std::string& member, const Range& range) {
    return read_number(reader_, light_[member], at(member), range);
  }

  template <std::size_t Count>
  std::optional<std::array<float, Count>> numbers(const std::string& member, const Range& range) {
    return read_numbers<Count>(reader_, light_[member], at(member), range);
  }

  std::optional<Float3> direction_of(const std::string& member) {
    const auto direction = numbers<3>(member, any_number);
    if (direction && *direction == Float3{0.0F, 0.0F, 0.0F}) {
      reader_.complain(Code::OutOfRange, at(member), "a direction is not zero");
      return std::nullopt;
    }
    return direction;
  }

  JsonReader& reader_;
  const Json& light_;
  const std::string& where_;
};

}  // namespace

LightsDescription read_lights(JsonReader& reader, const Json& value, const std::string& where) {
  LightsDescription lights;
  if (!value.is_array()) {
    reader.expect(where, "a list of lights", value);
    return lights;
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string place = json_pointer(where, i);
    LightReader(reader, value[i], place).read(lights);
  }
  return lights;
}

namespace {

/// Whether a profile provides a feature whose value depends on the lights of `scene`.
bool provides_lights(const Library& library, const Profile& profile, const render::Scene& scene) {
  const render::Scene dark{};
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    const std::string_view feature = library.text(library.features[FeatureId(i)].path);
    if (find_provided(profile, FeatureId(i)) != nullptr &&
        render::light_value(scene, feature) != render::light_value(dark, feature)) {
      return true;
    }
  }
  return false;
}

/// Warns of lights of kinds that the profile does not know.
void warn_of_unknown_lights(const LightsDescription& lights, const Library& library,
                            const Profile& profile, Report& report) {
  Sources sources;
  const FileId file = sources.add(lights.place->source);
  const auto warn = [&](std::string_view kind, std::size_t count, const render::Scene& scene) {
    if (count > 0 && !provides_lights(library, profile, scene)) {
      Diagnostic told =
          error_at(Code::NoEffect, {file, lights.place->span.begin, lights.place->span.end},
                   fmt::format("the profile '{}' has no lights {}, so {} of the scene {} not shown",
                               library.text(profile.name), kind, count, count == 1 ? "is" : "are"));
      told.severity = Severity::Warning;
      report.add({std::move(told)}, sources);
    }
  };
  render::Scene scene;
  scene.lights = lights.directional;
  warn("at infinity", lights.directional.size(), scene);
  scene = {};
  scene.punctual_lights = lights.punctual;
  warn("at points", lights.punctual.size(), scene);
  scene = {};
  scene.area_lights = lights.area;
  warn("of areas", lights.area.size(), scene);
}

}  // namespace

bool do_lights_fit(const LightsDescription& lights, const Drawing& drawing,
                   const Emission& emission, const render::Scene& scene, Report& report) {
  const Library& library = *drawing.library;
  warn_of_unknown_lights(lights, library, library.profiles[drawing.placed.plan.profile], report);
  const DataTypeTable& types = emission.programs.types;
  for (const Block& block : emission.programs.interface.blocks) {
    for (const BlockMember& member : block.members) {
      if (!member.source.feature || !member.type.is_array()) {
        continue;
      }
      const std::string_view feature = library.text(library.features[*member.source.feature].path);
      const auto words = render::light_value(scene, feature);
      const std::size_t room = types.array(member.type).size;
      const std::size_t scalars = types.scalar_count(member.type);
      if (!words || scene.given.contains(feature) || words->size() <= scalars) {
        continue;
      }
      Sources sources;
      const FileId file = sources.add(lights.place->source);
      const Span span{file, lights.place->span.begin, lights.place->span.end};
      const Profile& profile = library.profiles[drawing.placed.plan.profile];
      report.add({error_at(Code::OutOfRange, span,
                           fmt::format("the profile '{}' has room for {} elements of '{}', and "
                                       "these lights give {}",
                                       library.text(profile.name), room, feature,
                                       words->size() / (scalars / room)))},
                 sources);
      return false;
    }
  }
  return true;
}

}  // namespace weft::tools
