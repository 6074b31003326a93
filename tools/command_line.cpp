#include "tools/command_line.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "support/spelling.h"
#include "tools/manual.h"
#include "tools/response_files.h"

namespace weft::tools {
namespace {

constexpr const char* overview =
    R"(weft composes shaders from fragments.

usage: weft COMMAND [OPTIONS] ...

  compose FILE...    compose the shaders of materials in GLSL, HLSL or SPIR-V
  check FILE...      report every error in files
  render FILE -o P   render a material to a PNG file
  explain FILE       explain the chosen conversions and the rate of each value
  graph FILE -o P    draw the computed values and their dependences, as SVG or for Graphviz
  list KIND [FILE]   list fragments, conversions, traits, structs, bounds, products, features, profiles,
                     materials, or the whole library as a page
  convert FROM TO    show how a value of one type converts to another
  eval [FILE] EXPR   evaluate an expression
  dump FILE          print the result of a compiler pass on a material
  fmt FILE...        format files

Try these in a checkout of Weft:

  weft compose shaders/materials/worn_metal.weft
  weft render shaders/materials/worn_metal.weft -o worn_metal.png
  weft eval 'srgb_to_linear(float3(0.5))'
  weft convert type:float3,use:normal,basis:model type:float3,use:normal,basis:world,norm:unit

`weft COMMAND --help` lists its options. FILE is a .weft file of at most 64 MiB, or - for standard input.
@WORDS expands to the words in the file WORDS. `weft --man` prints the manual page, and
`weft --completions SHELL` what bash, zsh or fish sources to complete words.
)";

/// Rewrites words that CLI11 cannot parse: two-letter options with one dash (-MD and its kin, from
/// compilers), and expressions that begin with a minus, which it would take for options.
void rewrite(std::vector<std::string>& words) {
  const bool is_eval = !words.empty() && words.front() == "eval";
  std::vector<std::string> expressions;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    std::string& word = words[i];
    if (word == "-MD" || word == "-MP" || word == "-MF" || word == "-MT" || word == "-Werror") {
      word.insert(0, "-");
    } else if (word.starts_with("-MF") || word.starts_with("-MT")) {
      word = "-" + word.substr(0, 3) + "=" + word.substr(3);
    } else if (is_eval && word.size() > 1 && word[0] == '-' && word[1] != '-' &&
               (word.find_first_of("0123456789.(") == 1 ||
                (word[1] != 'D' && word.find_first_of(" (") != std::string::npos))) {
      expressions.push_back(std::move(word));
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      --i;
    }
  }
  if (!expressions.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), expressions.begin(), expressions.end());
  }
}

constexpr std::uint64_t most_runs = 1'000'000'000'000;
constexpr std::uint32_t most_components = 1024;
constexpr std::uint32_t most_threads = 1024;

/// The commands, and the option structs that their words fill.
class CommandLine {
 public:
  CommandLine() : app_("composes shaders from fragments", "weft") {
    app_.set_help_flag("-h,--help", "Print this help and exit");
    app_.set_version_flag("--version", std::string("weft ") + WEFT_VERSION);
    app_.require_subcommand(1);
    add_compose();
    add_check();
    add_convert();
    add_eval();
    add_dump();
    add_explain();
    add_fmt();
    add_graph();
    add_list();
    add_render();
  }

  std::variant<Invocation, CommandLineText> read(std::vector<std::string> words) {
    if (words.empty()) {
      return CommandLineText{ExitCode::WrongUsage, overview};
    }
    Result<ExpandedWords> expanded = expand_response_files(words);
    if (!expanded) {
      return text_of(expanded.error().front());
    }
    words = std::move(expanded->words);
    compose_.response_files = std::move(expanded->files);
    if (words.empty()) {
      return CommandLineText{ExitCode::WrongUsage, overview};
    }
    if (words.front() == "help") {
      words = words.size() == 1 ? std::vector<std::string>{"--help"}
                                : std::vector<std::string>{words[1], "--help"};
    }
    if (words.front() == "--help" || words.front() == "-h") {
      return CommandLineText{ExitCode::Fine, overview};
    }
    if (words.front() == "--man") {
      return CommandLineText{ExitCode::Fine, manual_page(app_)};
    }
    if (words.front() == "--completions") {
      const std::string shell = words.size() > 1 ? words[1] : std::string();
      if (const auto text = completions(app_, shell)) {
        return CommandLineText{ExitCode::Fine, *text};
      }
      return CommandLineText{ExitCode::WrongUsage, "weft: --completions is of bash, zsh or fish\n"};
    }
    if (words.front() != "--version") {
      if (std::string fault = fault_of_command(words.front()); !fault.empty()) {
        return CommandLineText{ExitCode::WrongUsage, std::move(fault)};
      }
    }
    rewrite(words);
    const std::string command = words.front();
    std::reverse(words.begin(), words.end());  // the order that CLI11 expects
    try {
      app_.parse(words);
    } catch (const CLI::CallForHelp&) {
      return CommandLineText{ExitCode::Fine, help_of(command)};
    } catch (const CLI::CallForVersion& version) {
      return CommandLineText{ExitCode::Fine, std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& fault) {
      return CommandLineText{
          ExitCode::WrongUsage,
          fmt::format("weft: {}\n`weft {} --help` tells what there is\n", fault.what(), command)};
    }
    for (const Command& candidate : commands_) {
      if (candidate.app->parsed()) {
        return Invocation{format_ == "json"    ? OutputFormat::JsonDocument
                          : format_ == "sarif" ? OutputFormat::SarifLog
                                               : OutputFormat::Text,
                          warnings_are_errors_, candidate.take()};
      }
    }
    return CommandLineText{ExitCode::WrongUsage, overview};
  }

 private:
  struct Command {
    CLI::App* app;
    std::function<CommandOptions()> take;  ///< returns the options that were parsed
  };

  /// Formats an error in the words themselves.
  static CommandLineText text_of(const Diagnostic& trouble) {
    const bool is_file = trouble.code == Code::FileNotFound || trouble.code == Code::FileUnreadable;
    return {is_file ? ExitCode::MachineTrouble : ExitCode::WrongUsage,
            render_text(Diagnostics{trouble}, Sources())};
  }

  /// Adds a command; `take` returns its options once the words are parsed.
  CLI::App* add_command(const std::string& name, const std::string& what, const char* example,
                        std::function<CommandOptions()> take,
                        const std::vector<std::string>& formats = {"text", "json", "sarif"}) {
    CLI::App* command = app_.add_subcommand(name, what);
    command->footer(std::string("\nexample:\n  ") + example);
    command
        ->add_option(
            "--format", format_,
            formats.size() == 3
                ? "text: human-readable; json: one document on standard output; sarif: only the "
                  "messages, as a SARIF 2.1.0 log"
                : "dot, svg: the format of the picture (default: from the output's extension); "
                  "json: one document on standard output; sarif: only the messages")
        ->check(CLI::IsMember(formats))
        ->default_str("text");
    command->add_flag("--Werror", warnings_are_errors_, "Also -Werror: treat warnings as errors");
    commands_.push_back({command, std::move(take)});
    return command;
  }

  std::string help_of(const std::string& command) const {
    return app_.get_subcommand(command)->help();
  }

  static void add_include(CLI::App* command, ImportOptions& imports) {
    command->add_option("-I", imports.directories, "A folder to search for imports")
        ->type_name("DIR")
        ->allow_extra_args(false);
    command
        ->add_option("--root", imports.roots,
                     "Restrict imports to this folder and the shipped files; repeatable")
        ->type_name("DIR")
        ->allow_extra_args(false);
  }

  static void add_input(CLI::App* command, InputOptions& input) {
    command->add_option("FILE", input.file, "The file to read; - is standard input")
        ->required()
        ->type_name("");
    add_include(command, input.imports);
  }

  static void add_choice(CLI::App* command, ChoiceOptions& choice) {
    command->add_option("-m,--material", choice.material, "Default: the only one in FILE")
        ->type_name("NAME");
    command
        ->add_option("-p,--profile", choice.profile,
                     "From FILE, its imports, or the shipped files; default: forward")
        ->type_name("NAME");
    add_placement(command, choice.placement);
  }

  static void add_placement(CLI::App* command, PlacementWords& placement) {
    command->add_flag("--no-placement", placement.no_placement,
                      "Disable placement: compute everything where it is demanded");
    command
        ->add_option("--uniform-program", placement.uniform_program,
                     "Compute per-draw values on the CPU; default: the profile's setting, on")
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

  static void add_values(CLI::App* command, std::vector<std::string>& values,
                         const std::string& what) {
    command->add_option("-D", values, what)->type_name("NAME=VALUE")->allow_extra_args(false);
  }

  void add_compose() {
    CLI::App* command = add_command(
        "compose", "Compose the shaders of the materials in every FILE for every profile",
        "weft compose shaders/materials/worn_metal.weft -p forward -t glsl -t hlsl -o out",
        [this] { return CommandOptions(compose_); });
    command->add_option("FILE", compose_.files, "The files to read; - is standard input")
        ->required()
        ->type_name("");
    add_include(command, compose_.imports);
    command
        ->add_option("-m,--material", compose_.materials,
                     "Repeatable; '*' selects all in the FILEs. Default: all; with one FILE and "
                     "one profile, its only material")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option("-p,--profile", compose_.profiles,
                     "From FILE, its imports, or the shipped files; repeatable; default: forward")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option("-j", compose_.threads,
                     "Number of parallel jobs; default: the number of hardware threads")
        ->type_name("THREADS")
        ->check(CLI::Range(std::uint32_t{1}, most_threads));
    add_placement(command, compose_.placement);
    command
        ->add_option("-t,--target", compose_.targets,
                     "glsl, hlsl, or spirv (the modules of both); comma-separated or repeated; "
                     "default: glsl")
        ->type_name("LANGUAGE")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"glsl", "hlsl", "spirv"}));
    command
        ->add_option("-o,--output", compose_.output,
                     "The folder to write to; default: standard output")
        ->type_name("DIR");
    add_values(command, compose_.values,
               "The value of a material parameter, written as in a .weft file");
    command->add_flag("--MD", compose_.dependencies,
                      "Also -MD: write a dependency rule for make and ninja");
    command
        ->add_option("--MF", compose_.dependency_file,
                     "Also -MF: write one rule for all outputs to this file; default: one per "
                     "material and profile, MATERIAL.PROFILE.d in DIR")
        ->type_name("FILE");
    command
        ->add_option("--MT", compose_.dependency_targets,
                     "Also -MT: the target of the rule, instead of the outputs; repeatable")
        ->type_name("TARGET")
        ->allow_extra_args(false);
    command->add_flag(
        "--MP", compose_.phony_dependencies,
        "Also -MP: add a phony target for each dependency, so that deleted files do not stop make");
    command
        ->add_option("--variants", compose_.variants,
                     "A JSON table of parameter values: compose every combination, write each "
                     "distinct output once, and an index MATERIAL.variants.json")
        ->type_name("TABLE");
    command->add_flag("--check", compose_.check,
                      "Write nothing; list the files that would change, and exit with 1 if any");
    command->add_flag("--header", compose_.header,
                      "Also write MATERIAL.PROFILE.h: blocks, tables and the uniform program");
    command->add_flag("--profile-header", compose_.profile_header,
                      "Also write PROFILE.h: the blocks that the host fills for all materials");
    command->add_flag("--self-contained-header", compose_.self_contained_header,
                      "Headers contain weft/host_math.h instead of including it");
    command
        ->add_option("--header-language", compose_.header_language,
                     "Accepted for earlier builds: one header serves C99 and C++17")
        ->type_name("LANGUAGE")
        ->check(CLI::IsMember({"c++", "c"}));
    command->add_flag("--reflect", compose_.reflect,
                      "Also write MATERIAL.PROFILE.json: blocks, bindings, offsets, parameters");
    command->add_flag(
        "-g", compose_.debug_lines,
        "Map generated code to .weft lines for debuggers: #line in texts, OpLine in SPIR-V");
  }

  void add_check() {
    CLI::App* command =
        add_command("check", "Report every error in files", "weft check shaders/materials/*.weft",
                    [this] { return CommandOptions(check_); });
    command->add_option("FILE", check_.files, "The files to check; - is standard input")
        ->required()
        ->type_name("");
    add_include(command, check_.imports);
    CLI::Option* cache = command
                             ->add_option("--cache", check_.cache,
                                          "The cache folder for passed conversion checks; default: "
                                          "$XDG_CACHE_HOME/weft, or ~/.cache/weft")
                             ->type_name("DIR");
    command->add_flag("--no-cache", check_.no_cache, "Check everything and do not use the cache")
        ->excludes(cache);
    command->add_flag("--verify", check_.verify,
                      "Compose every material and verify the plans with an independent checker");
    command
        ->add_option("-p,--profile", check_.profile,
                     "Compose for this profile; default: those of FILE and its imports except the "
                     "shipped ones; with --verify, every one that applies")
        ->type_name("NAME");
  }

  void add_convert() {
    CLI::App* command = add_command(
        "convert", "Show how a value of one type converts to another",
        "weft convert type:float3,use:color,encoding:srgb type:float3,use:color,encoding:linear",
        [this] { return CommandOptions(convert_); });
    command->add_option("FROM", convert_.from, "The source type: type:float3,use:normal,…")
        ->required()
        ->type_name("");
    command->add_option("TO", convert_.to, "The target type")->required()->type_name("");
    command
        ->add_option("-L,--library", convert_.libraries, "A file whose declarations are included")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command->add_flag("--no-shipped", convert_.no_shipped,
                      "Only the files of -L and what they import");
    command
        ->add_option("--features", convert_.features,
                     "The available features, comma-separated; default: all")
        ->type_name("A,B");
    add_include(command, convert_.imports);
  }

  void add_eval() {
    CLI::App* command =
        add_command("eval", "Evaluate an expression in 32-bit floating point",
                    "weft eval 'mix(a, 1.0, 0.25)' -D a=0.5", [this] { return take_eval(); });
    command
        ->add_option("WORDS", eval_words_,
                     "[FILE] EXPR: a file whose fragments can be called, and the expression")
        ->required()
        ->expected(1, 2)
        ->type_name("");
    add_values(command, eval_.values, "The value of a name or of a feature path");
    add_include(command, eval_includes_);
  }

  CommandOptions take_eval() const {
    EvalOptions options = eval_;
    options.expression = eval_words_.back();
    if (eval_words_.size() == 2) {
      options.input = InputOptions{eval_words_.front(), eval_includes_};
    }
    return options;
  }

  void add_dump() {
    CLI::App* command =
        add_command("dump", "Print the result of a compiler pass on a material",
                    "weft dump shaders/materials/worn_metal.weft --stage=plan --format=json",
                    [this] { return CommandOptions(dump_); });
    add_input(command, dump_.input);
    command->add_option("--stage", dump_.stage, "The pass to print")
        ->required()
        ->check(CLI::IsMember({"graph", "types", "fields", "contexts", "plan", "program"}));
    add_choice(command, dump_.choice);
    add_values(command, dump_.values, "The value of a material parameter");
  }

  void add_explain() {
    CLI::App* command =
        add_command("explain", "Explain the chosen conversions and the rate of each value",
                    "weft explain shaders/materials/worn_metal.weft color",
                    [this] { return CommandOptions(explain_); });
    add_input(command, explain_.input);
    command->add_option("NODE", explain_.node, "Explain only the value with this name")
        ->type_name("");
    add_choice(command, explain_.choice);
    add_values(command, explain_.values, "The value of a material parameter");
  }

  void add_fmt() {
    CLI::App* command =
        add_command("fmt", "Format files, including their comments",
                    "weft fmt --check shaders/*.weft", [this] { return CommandOptions(fmt_); });
    command
        ->add_option("FILE", fmt_.files,
                     "The files to format in place; - formats standard input to standard output")
        ->required()
        ->type_name("");
    command->add_flag("--check", fmt_.check,
                      "Write nothing; list the files that would change, and exit with 1 if any");
  }

  void add_graph() {
    CLI::App* command =
        add_command("graph", "Draw the computed values, their rates and dependences",
                    "weft graph shaders/materials/worn_metal.weft -o worn_metal.svg",
                    [this] { return take_graph(); }, {"text", "json", "sarif", "dot", "svg"});
    add_input(command, graph_.input);
    command
        ->add_option(
            "-o,--output", graph_.output,
            "The picture: FILE.svg, which needs Graphviz, or FILE.dot; - is standard output")
        ->required()
        ->type_name("FILE");
    add_choice(command, graph_.choice);
    add_values(command, graph_.values, "The value of a material parameter");
  }

  CommandOptions take_graph() const {
    GraphOptions options = graph_;
    if (format_ == "dot" || format_ == "svg") {
      options.picture = format_;
    }
    return options;
  }

  void add_list() {
    CLI::App* command = add_command("list", "List declarations", "weft list conversions",
                                    [this] { return take_list(); });
    command
        ->add_option("KIND", list_.kind,
                     "fragments, conversions, traits, structs, bounds, products, features, "
                     "profiles, materials; library: all but the materials, as a page in Markdown")
        ->required()
        ->type_name("")
        ->check(CLI::IsMember({"fragments", "conversions", "traits", "structs", "bounds",
                               "products", "features", "profiles", "materials", "library"}));
    command
        ->add_option(
            "FILE", list_input_.file,
            "The file whose declarations and imports are listed; default: the shipped files")
        ->type_name("");
    add_include(command, list_input_.imports);
  }

  CommandOptions take_list() const {
    ListOptions options = list_;
    if (!list_input_.file.empty()) {
      options.input = list_input_;
    }
    return options;
  }

  void add_render() {
    CLI::App* command = add_command(
        "render", "Render a material to a PNG file",
        "weft render shaders/materials/worn_metal.weft -o out.png --mesh cube --size 512",
        [this] { return CommandOptions(render_); });
    add_input(command, render_.input);
    command->add_option("-o,--output", render_.output, "The picture; - is standard output")
        ->required()
        ->type_name("FILE");
    add_choice(command, render_.choice);
    command->add_option("--mesh", render_.mesh, "sphere, plane, cube, or a file FILE.obj")
        ->type_name("MESH")
        ->capture_default_str();
    command->add_option("--size", render_.size, "Width and height in pixels")
        ->type_name("N")
        ->check(CLI::Range(1, 8192))
        ->capture_default_str();
    command->add_option("-t,--target", render_.target, "The shader language")
        ->type_name("LANGUAGE")
        ->check(CLI::IsMember({"glsl", "hlsl"}))
        ->capture_default_str();
    add_values(command, render_.values, "The value of a material parameter");
  }

  /// Describes the error in a word that should be a command, or is empty.
  std::string fault_of_command(const std::string& word) const {
    std::vector<std::string> names;
    for (const Command& command : commands_) {
      names.push_back(command.app->get_name());
    }
    if (std::find(names.begin(), names.end(), word) != names.end()) {
      return {};
    }
    const std::string hint = spelling_hint(word, {names.begin(), names.end()});
    return fmt::format("weft: there is no command '{}'{}\n", word,
                       hint.empty() ? "; `weft --help` lists them" : ": " + hint);
  }

  CLI::App app_;
  std::vector<Command> commands_;
  std::string format_ = "text";
  bool warnings_are_errors_ = false;
  ComposeOptions compose_;
  CheckOptions check_;
  ConvertOptions convert_;
  EvalOptions eval_;
  std::vector<std::string> eval_words_;
  ImportOptions eval_includes_;
  DumpOptions dump_;
  ExplainOptions explain_;
  FmtOptions fmt_;
  GraphOptions graph_;
  ListOptions list_;
  InputOptions list_input_;
  RenderOptions render_;
};

}  // namespace

std::variant<Invocation, CommandLineText> read_command_line(std::vector<std::string> words) {
  return CommandLine().read(std::move(words));
}

}  // namespace weft::tools
