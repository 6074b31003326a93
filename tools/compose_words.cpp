#include "tools/command_table.h"
#include "tools/option_groups.h"

namespace weft::tools {
namespace {

constexpr std::uint32_t most_threads = 1024;

void add_dependency_rule(CLI::App* command, ComposeOptions& options) {
  command->add_flag("--MD", options.dependencies,
                    "Also -MD: write a dependency rule for make and ninja");
  command
      ->add_option("--MF", options.dependency_file,
                   "Also -MF: write one rule for all outputs to this file; default: one per "
                   "material and profile, MATERIAL.PROFILE.d in DIR")
      ->type_name("FILE");
  command
      ->add_option("--MT", options.dependency_targets,
                   "Also -MT: the target of the rule, instead of the outputs; repeatable")
      ->type_name("TARGET")
      ->allow_extra_args(false);
  command->add_flag(
      "--MP", options.phony_dependencies,
      "Also -MP: add a phony target for each dependency, so that deleted files do not stop make");
}

}  // namespace

void add_compose(CommandTable& table, ComposeOptions& options) {
  CLI::App* command =
      table.add("compose", "Compose the shaders of the materials in every FILE for every profile",
                "weft compose shaders/materials/worn_metal.weft -p forward -t glsl -t hlsl -o out",
                [&options] { return CommandOptions(options); });
  command->add_option("FILE", options.files, "The files to read; - is standard input")
      ->required()
      ->type_name("");
  add_include(command, options.imports);
  add_materialx(command, options.imports);
  command
      ->add_option("-m,--material", options.materials,
                   "Repeatable; '*' selects all in the FILEs. Default: all; with one FILE and "
                   "one profile, its only material")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option(
          "-p,--profile", options.profiles,
          "From FILE, its imports, or the shipped profiles.weft; repeatable; default: forward")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("-j", options.threads,
                   "Number of parallel jobs; default: the number of hardware threads")
      ->type_name("THREADS")
      ->check(CLI::Range(std::uint32_t{1}, most_threads));
  add_placement(command, options.placement);
  command
      ->add_option("-t,--target", options.targets,
                   "glsl, hlsl, or spirv (the modules of both); comma-separated or repeated; "
                   "default: glsl")
      ->type_name("LANGUAGE")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"glsl", "hlsl", "spirv"}));
  command
      ->add_option("-o,--output", options.output,
                   "The folder to write to; default: standard output")
      ->type_name("DIR");
  add_values(command, options.values,
             "The value of a material parameter, written as in a .weft file");
  add_dependency_rule(command, options);
  command
      ->add_option("--variants", options.variants,
                   "A JSON table of parameter values: compose every combination, write each "
                   "distinct output once, and an index MATERIAL.variants.json")
      ->type_name("TABLE");
  command
      ->add_option("--shard", options.shard,
                   "Compose only the variants of shard I, from 1 to N, by a hash of their names; "
                   "`weft merge` makes one index of all shards")
      ->type_name("I/N");
  command->add_flag("--check", options.check,
                    "Write nothing; list the files that would change, and exit with 1 if any");
  add_watch(command, options.watch);
  command->add_flag("--header", options.header,
                    "Also write MATERIAL.PROFILE.h: blocks, tables and the uniform program");
  command->add_flag("--profile-header", options.profile_header,
                    "Also write PROFILE.h: the blocks that the host fills for all materials");
  command->add_flag("--self-contained-header", options.self_contained_header,
                    "Headers contain weft/host_math.h instead of including it");
  command
      ->add_option("--header-language", options.header_language,
                   "Accepted for earlier builds: one header serves C99 and C++17")
      ->type_name("LANGUAGE")
      ->check(CLI::IsMember({"c++", "c"}));
  command->add_flag("--reflect", options.reflect,
                    "Also write MATERIAL.PROFILE.json: blocks, bindings, offsets, parameters");
  command->add_flag(
      "-g", options.debug_lines,
      "Map generated code to .weft lines for debuggers: #line in texts, OpLine in SPIR-V");
}

}  // namespace weft::tools
