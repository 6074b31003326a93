#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/report.h"

// The parsed command line, one struct per command, with the user's words unchanged.

namespace weft::tools {

/// Where imports are looked up.
struct ImportOptions {
  std::vector<std::string> directories = {};  ///< -I
  std::vector<std::string> roots = {};        ///< --root; empty: anywhere
  std::string parameters = "authored";        ///< --parameters, of MaterialX documents
  std::string materialx_libraries = {};       ///< --materialx-libraries
  // What follows is no option of the command line.
  bool only_named = false;        ///< LoadOptions::only_named
  std::string image_folder = {};  ///< materialx::ImportOptions::image_folder
  /// The shipped profiles are loaded too, unless FILE and its imports declare one of these.
  std::vector<std::string> wanted_profiles = {};
};

/// `-` is standard input.
struct InputOptions {
  std::string file;
  ImportOptions imports = {};
};

/// The placement options of the command line.
struct PlacementWords {
  bool no_placement = false;
  std::string uniform_program;  ///< `on`, `off`, or empty for the profile's choice
  std::string split_leaves;     ///< the same
  std::optional<std::uint64_t> vertices =
      std::nullopt;  ///< overrides the profile's value, like the two below
  std::optional<std::uint64_t> fragments = std::nullopt;
  std::optional<std::uint32_t> interpolants = std::nullopt;
};

/// The material and the profile; the defaults are the only material, and `forward`.
struct ChoiceOptions {
  std::optional<std::string> material;  ///< -m
  std::optional<std::string> profile;   ///< -p
  PlacementWords placement;
};

struct ComposeOptions {
  std::vector<std::string> files;
  ImportOptions imports;
  std::vector<std::string> materials;  ///< -m: names, or `*` for all of a file
  std::vector<std::string> profiles;   ///< -p; empty: `forward`
  PlacementWords placement;
  std::vector<std::string> targets;             ///< -t: glsl, hlsl, spirv; empty: glsl
  std::optional<std::string> output;            ///< -o: a folder; absent or `-`: standard output
  std::vector<std::string> values;              ///< -D: `parameter=value`
  bool dependencies = false;                    ///< -MD
  std::optional<std::string> dependency_file;   ///< -MF: a file; `-`: standard output
  std::vector<std::string> dependency_targets;  ///< -MT: of the rule; empty: the outputs
  bool phony_dependencies = false;              ///< -MP
  std::optional<std::string> variants;          ///< --variants: a table
  std::optional<std::string> shard;             ///< --shard: `I/N`
  std::vector<std::string> response_files;      ///< response files that the words came from
  bool check = false;                           ///< only report which outputs would change
  bool watch = false;                           ///< again whenever a file changes
  std::optional<std::uint32_t> threads;         ///< -j; absent: as many as the machine has
  bool reflect = false;
  bool header = false;
  bool profile_header = false;
  bool self_contained_header = false;
  std::string header_language;  ///< accepted, without effect: one header serves C and C++
  bool debug_lines = false;
};

struct CheckOptions {
  std::vector<std::string> files;
  ImportOptions imports;
  std::optional<std::string> cache;  ///< a folder; absent: the user's cache
  bool no_cache = false;
  bool verify = false;                 ///< also check the plans of the materials
  std::optional<std::string> profile;  ///< -p; absent: see check_materials.h
};

struct ConvertOptions {
  std::string from;
  std::string to;
  std::vector<std::string> libraries;  ///< -L
  ImportOptions imports;
  bool no_shipped = false;
  std::optional<std::string> features;  ///< separated by commas; absent: all
};

struct EvalOptions {
  std::optional<InputOptions> input;
  std::string expression;
  std::vector<std::string> values;  ///< -D: `name=value`, `feature.path=value`
};

struct DumpOptions {
  InputOptions input;
  ChoiceOptions choice;
  std::string stage;
  std::vector<std::string> values;
};

struct ExplainOptions {
  InputOptions input;
  ChoiceOptions choice;
  std::optional<std::string> node;
  std::vector<std::string> values;  ///< name=value
};

struct FmtOptions {
  std::vector<std::string> files;
  bool check = false;  ///< only report which files would change
};

struct GraphOptions {
  InputOptions input;
  ChoiceOptions choice;
  std::string output;                  ///< -o: a file; `-`: the standard output
  std::optional<std::string> picture;  ///< dot, svg; absent: by the extension of the output
  std::vector<std::string> values;
};

struct ListOptions {
  std::string kind = "library";       ///< in the plural, or `library`: all kinds
  std::string search = {};            ///< words that listed declarations have; empty: no condition
  std::optional<InputOptions> input;  ///< absent: the shipped library
};

struct DocOptions {
  std::string name;
  std::optional<InputOptions> input;  ///< absent: the shipped library
};

/// What a picture shows besides the material; absent: the default.
struct PictureOptions {
  std::optional<std::string> mesh;         ///< --mesh
  std::optional<std::string> size;         ///< --size: `N` or `W,H`
  std::optional<std::string> orbit;        ///< --orbit: `YAW,PITCH`
  std::optional<std::string> distance;     ///< --distance
  std::optional<std::string> fov;          ///< --fov
  std::optional<std::string> time;         ///< --time
  std::optional<std::string> frames;       ///< --frames
  std::optional<std::string> substeps;     ///< --substeps
  std::optional<std::string> state_size;   ///< --state-size: `N` or `W,H`
  std::vector<std::string> textures;       ///< --texture: `NAME=FILE`
  std::optional<std::string> scene;        ///< --scene
  std::optional<std::string> environment;  ///< --environment
};

struct RenderOptions {
  std::vector<std::string> files;        ///< several: a contact sheet
  InputOptions input;                    ///< the first of them
  std::optional<std::uint32_t> columns;  ///< --columns, of the sheet
  ChoiceOptions choice;
  std::string output;
  PictureOptions picture;
  std::string target = "glsl";
  std::vector<std::string> values;   ///< -D: `parameter=value`, `feature.path=value`
  std::optional<std::string> node;   ///< --node: `NAME` or `NAME.PORT`
  std::optional<std::string> show;   ///< --show: an output of the profile
  std::optional<std::string> probe;  ///< --probe: `X,Y`
  bool watch = false;                ///< again whenever a file changes
  bool view = false;                 ///< in a window
};

struct ServeOptions {
  ImportOptions imports;
  std::vector<std::string> folders;   ///< --allow; empty: the current one
  bool schema = false;                ///< print the schema of the messages instead
  std::optional<std::string> socket;  ///< --socket: serve there instead of standard streams
  std::optional<int> port;            ///< --port: WebSocket; 0: a free one
  std::vector<std::string> origins;   ///< --origin: of pages that may connect
};

struct LspOptions {
  ImportOptions imports;
};

struct NewOptions {
  std::string kind;  ///< material, profile, library or project
  std::string name;
  std::optional<std::string> output;  ///< -o: a folder; absent: the current one
  bool force = false;                 ///< replace files
};

struct MergeOptions {
  std::vector<std::string> indexes;  ///< of all shards of a table
  std::string output;                ///< -o: a folder
};

/// `weft import`.
struct ImportCommandOptions {
  InputOptions input;
  std::optional<std::string> output;  ///< -o: a folder; absent or `-`: standard output
};

using CommandOptions =
    std::variant<ComposeOptions, CheckOptions, ConvertOptions, EvalOptions, DumpOptions,
                 ExplainOptions, FmtOptions, GraphOptions, ListOptions, RenderOptions, ServeOptions,
                 DocOptions, LspOptions, NewOptions, MergeOptions, ImportCommandOptions>;

struct Invocation {
  OutputFormat format = OutputFormat::Text;
  bool warnings_are_errors = false;  ///< -Werror
  std::string color = "auto";        ///< --color
  CommandOptions command;
};

}  // namespace weft::tools
