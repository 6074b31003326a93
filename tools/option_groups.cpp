#include "tools/option_groups.h"

#include <CLI/CLI.hpp>

namespace weft::tools {
namespace {

constexpr std::uint64_t most_runs = 1'000'000'000'000;
constexpr std::uint32_t most_components = 1024;

}  // namespace

void add_include(CLI::App* command, ImportOptions& imports) {
  command->add_option("-I", imports.directories, "A folder to search for imports")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command
      ->add_option("--root", imports.roots,
                   "Restrict imports to this folder and the shipped files; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_materialx(CLI::App* command, ImportOptions& imports) {
  command
      ->add_option("--parameters", imports.parameters,
                   "Which values of a MaterialX document become parameters: those that it states, "
                   "these and the defaults of its nodes, or none")
      ->check(CLI::IsMember({"authored", "all", "none"}))
      ->type_name("WHICH:{authored,all,none}")
      ->default_str("authored");
  command
      ->add_option("--materialx-libraries", imports.materialx_libraries,
                   "A folder with definitions of MaterialX nodes that Weft does not have, as the "
                   "folder 'libraries' of an installed MaterialX")
      ->type_name("DIR");
}

void add_input(CLI::App* command, InputOptions& input) {
  command->add_option("FILE", input.file, "The file to read; - is standard input")
      ->required()
      ->type_name("");
  add_include(command, input.imports);
}

void add_choice(CLI::App* command, ChoiceOptions& choice) {
  command->add_option("-m,--material", choice.material, "Default: the only one in FILE")
      ->type_name("NAME");
  command
      ->add_option("-p,--profile", choice.profile,
                   "From FILE, its imports, or the shipped profiles.weft; default: forward")
      ->type_name("NAME");
  add_placement(command, choice.placement);
}

void add_placement(CLI::App* command, PlacementWords& placement) {
  command->add_flag("--no-placement", placement.no_placement,
                    "Disable placement: compute everything where it is demanded");
  command
      ->add_option("--uniform-program", placement.uniform_program,
                   "Compute per-draw values on the CPU; default: the profile's setting, on")
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}));
  command
      ->add_option("--split-leaves", placement.split_leaves,
                   "Split off values in leaves that change less often; default: the profile's "
                   "setting, on")
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}));
  command
      ->add_option("--vertices", placement.vertices,
                   "Vertices per draw, for placement; default: the profile's, 10000")
      ->type_name("COUNT")
      ->check(CLI::Range(std::uint64_t{0}, most_runs));
  command
      ->add_option("--fragments", placement.fragments,
                   "Fragments per draw, for placement; default: the profile's, 1000000")
      ->type_name("COUNT")
      ->check(CLI::Range(std::uint64_t{0}, most_runs));
  command
      ->add_option("--interpolants", placement.interpolants,
                   "Maximum number of interpolated components; default: the profile's")
      ->type_name("COUNT")
      ->check(CLI::Range(std::uint32_t{0}, most_components));
}

void add_picture(CLI::App* command, PictureOptions& picture) {
  command
      ->add_option("--scene", picture.scene,
                   "A file in JSON with camera, lights, environment, mesh, textures and values; "
                   "the options below win")
      ->type_name("FILE");
  command->add_option("--mesh", picture.mesh, "sphere, plane, cube, or a file: OBJ, glTF or GLB")
      ->type_name("MESH")
      ->default_str("sphere");
  command->add_option("--size", picture.size, "Width and height in pixels; one number for both")
      ->type_name("W,H")
      ->default_str("256");
  command
      ->add_option("--orbit", picture.orbit,
                   "Degrees of the camera around the object and above the horizon; 0,0: in front")
      ->type_name("YAW,PITCH");
  command
      ->add_option("--distance", picture.distance,
                   "Of the camera from the object, in meters; default: all of it is seen")
      ->type_name("METERS");
  command->add_option("--fov", picture.fov, "The vertical field of view, in degrees")
      ->type_name("DEGREES")
      ->default_str("34.4");
  command->add_option("--time", picture.time, "The feature frame.time, in seconds")
      ->type_name("SECONDS")
      ->default_str("0");
  command
      ->add_option("--frames", picture.frames,
                   "Of a simulation: how many 60ths of a second it has run, 0 to 100000")
      ->type_name("N")
      ->default_str("60");
  command->add_option("--substeps", picture.substeps, "Of a simulation: steps per frame, 1 to 1000")
      ->type_name("N")
      ->default_str("1");
  command
      ->add_option("--state-size", picture.state_size,
                   "Elements of a simulation that is sampled as a texture; one number for both")
      ->type_name("W,H")
      ->default_str("256");
  command
      ->add_option("--environment", picture.environment,
                   "The light from all around: a Radiance picture FILE.hdr; default: a studio")
      ->type_name("FILE");
  command
      ->add_option("--texture", picture.textures,
                   "A PNG file for a texture parameter, or a state of a simulation, "
                   "state:MATERIAL.STATE; repeatable; default: made up")
      ->type_name("NAME=FILE")
      ->allow_extra_args(false);
}

void add_watch(CLI::App* command, bool& watch) {
  command->add_flag("--watch", watch,
                    "Do it again whenever a file that was read changes, until interrupted");
}

void add_values(CLI::App* command, std::vector<std::string>& values, const std::string& what) {
  command->add_option("-D", values, what)->type_name("NAME=VALUE")->allow_extra_args(false);
}

}  // namespace weft::tools
