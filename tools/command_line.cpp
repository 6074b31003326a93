#include "tools/command_line.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/spelling.h"
#include "tools/command_table.h"
#include "tools/manual.h"
#include "tools/name_completion.h"
#include "tools/response_files.h"

namespace weft::tools {
namespace {

constexpr const char* overview =
    R"(weft composes shaders from fragments.

usage: weft COMMAND [OPTIONS] ...

  new KIND NAME      write a first material, profile, library or CMake project
  compose FILE...    compose the shaders of materials in GLSL, HLSL or SPIR-V
  check FILE...      report every error in files
  render FILE -o P   render a material to a PNG file
  explain FILE       explain the chosen conversions and the rate of each value
  graph FILE -o P    draw the computed values and their dependences, as SVG or for Graphviz
  list KIND [FILE]   list fragments, conversions, traits, structs, bounds, products, features, profiles,
                     materials, or the whole library as a page
  doc NAME [FILE]    show the documentation of a fragment, trait, feature, or of a message's code
  convert FROM TO    show how a value of one type converts to another
  eval [FILE] EXPR   evaluate an expression
  dump FILE          print the result of a compiler pass on a material
  fmt FILE...        format files
  import FILE        write a MaterialX document as a module of Weft
  merge INDEX... -o  make one index of the shards of a table of variants
  serve              serve editors: JSON-RPC on standard input and output
  lsp                the language server, for text editors

Begin with these, anywhere:

  weft new material rust
  weft compose rust.weft

Try these in a checkout of Weft:

  weft compose shaders/materials/worn_metal.weft
  weft render shaders/materials/worn_metal.weft -o worn_metal.png
  weft eval 'srgb_to_linear(float3(0.5))'
  weft convert type:float3,use:normal,basis:model type:float3,use:normal,basis:world,norm:unit

`weft COMMAND --help` lists its options. FILE is a .weft file of at most 64 MiB, a MaterialX document
(.mtlx), or - for standard input.
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

/// Describes the error in a word that should be a command, or is empty.
std::string fault_of_command(const CommandTable& table, const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : table.commands()) {
    names.push_back(command.app->get_name());
  }
  if (std::find(names.begin(), names.end(), word) != names.end()) {
    return {};
  }
  const std::string hint = spelling_hint(word, {names.begin(), names.end()});
  return fmt::format("weft: there is no command '{}'{}\n", word,
                     hint.empty() ? "; `weft --help` lists them" : ": " + hint);
}

/// Formats an error in the words themselves.
CommandLineText text_of(const Diagnostic& trouble) {
  const bool is_file = trouble.code == Code::FileNotFound || trouble.code == Code::FileUnreadable;
  return {is_file ? ExitCode::MachineTrouble : ExitCode::WrongUsage,
          render_text(Diagnostics{trouble}, Sources())};
}

/// What the first word asks for instead of a command, or the error in it.
std::optional<CommandLineText> document_of(const CommandTable& table,
                                           const std::vector<std::string>& words) {
  const std::string& first = words.front();
  if (first == "--help" || first == "-h") {
    return CommandLineText{ExitCode::Fine, overview};
  }
  if (first == "--man") {
    return CommandLineText{ExitCode::Fine, manual_page(table.app())};
  }
  if (first == "--completions") {
    const std::string shell = words.size() > 1 ? words[1] : std::string();
    if (const auto text = completions(table.app(), shell)) {
      return CommandLineText{ExitCode::Fine, *text};
    }
    return CommandLineText{ExitCode::WrongUsage, "weft: --completions is of bash, zsh or fish\n"};
  }
  if (first != "--version") {
    if (std::string fault = fault_of_command(table, first); !fault.empty()) {
      return CommandLineText{ExitCode::WrongUsage, std::move(fault)};
    }
  }
  return std::nullopt;
}

CommandLineText fault_of_words(const std::string& command, std::string_view fault) {
  return {ExitCode::WrongUsage,
          fmt::format("weft: {}\n`weft {} --help` tells what there is\n", fault, command)};
}

/// Parses the words, the first of which is a command or --version.
std::variant<Invocation, CommandLineText> parse(CommandTable& table,
                                                std::vector<std::string> words) {
  rewrite(words);
  const std::string command = words.front();
  const std::vector<std::string> given = words;
  std::reverse(words.begin(), words.end());  // the order that CLI11 expects
  try {
    table.app().parse(words);
  } catch (const CLI::CallForHelp&) {
    return CommandLineText{ExitCode::Fine, table.app().get_subcommand(command)->help()};
  } catch (const CLI::CallForVersion& version) {
    return CommandLineText{ExitCode::Fine, std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    // The text of the error has the words in reverse.
    const std::vector<std::string> extra = table.app().remaining(true);
    return fault_of_words(command, fmt::format("unexpected: {}", fmt::join(extra, " ")));
  } catch (const CLI::ParseError& fault) {
    CommandLineText told = fault_of_words(command, fault.what());
    const auto is_name = [](const std::string& word) {
      return word.size() > 1 && word[0] == '-' && word[1] != '-' && word[1] != 'D';
    };
    const auto name = std::find_if(given.begin(), given.end(), is_name);
    if (command == "eval" && name != given.end()) {
      told.text += fmt::format(
          "an expression that looks like an option stands last, behind two "
          "dashes: weft eval … -- '{}'\n",
          *name);
    }
    return told;
  }
  for (const Command& candidate : table.commands()) {
    if (candidate.app->parsed()) {
      return Invocation{table.format() == "json"    ? OutputFormat::JsonDocument
                        : table.format() == "sarif" ? OutputFormat::SarifLog
                                                    : OutputFormat::Text,
                        table.warnings_are_errors(), table.color(), candidate.take()};
    }
  }
  return CommandLineText{ExitCode::WrongUsage, overview};
}

}  // namespace

std::variant<Invocation, CommandLineText> read_command_line(std::vector<std::string> words) {
  if (words.empty()) {
    return CommandLineText{ExitCode::WrongUsage, overview};
  }
  if (words.front() == "--complete") {  // for the scripts of --completions
    words.erase(words.begin());
    std::string names;
    for (const std::string& name : complete_names(words)) {
      names += name + "\n";
    }
    return CommandLineText{ExitCode::Fine, std::move(names)};
  }
  Result<ExpandedWords> expanded = expand_response_files(words);
  if (!expanded) {
    return text_of(expanded.error().front());
  }
  words = std::move(expanded->words);
  if (words.empty()) {
    return CommandLineText{ExitCode::WrongUsage, overview};
  }
  if (words.front() == "help") {
    words = words.size() == 1 ? std::vector<std::string>{"--help"}
                              : std::vector<std::string>{words[1], "--help"};
  }
  CommandWords filled;
  filled.compose.response_files = std::move(expanded->files);
  CommandTable table;
  add_commands(table, filled);
  if (std::optional<CommandLineText> document = document_of(table, words)) {
    return std::move(*document);
  }
  return parse(table, std::move(words));
}

}  // namespace weft::tools
