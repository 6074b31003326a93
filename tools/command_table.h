#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/options.h"

namespace weft::tools {

struct Command {
  CLI::App* app;
  std::function<CommandOptions()> take;  ///< returns the options that were parsed
};

/// The commands, with the options that all of them have.
class CommandTable {
 public:
  CommandTable();
  CommandTable(const CommandTable&) = delete;
  CommandTable& operator=(const CommandTable&) = delete;

  CLI::App& app() { return app_; }
  const CLI::App& app() const { return app_; }
  const std::vector<Command>& commands() const { return commands_; }
  const std::string& format() const { return format_; }  ///< --format
  bool warnings_are_errors() const { return warnings_are_errors_; }
  const std::string& color() const { return color_; }  ///< --color

  /// Adds a command; `take` returns its options once the words are parsed.
  CLI::App* add(const std::string& name, const std::string& what, const char* example,
                std::function<CommandOptions()> take,
                const std::vector<std::string>& formats = {"text", "json", "sarif"});

 private:
  CLI::App app_;
  std::vector<Command> commands_;
  std::string format_ = "text";
  bool warnings_are_errors_ = false;
  std::string color_ = "auto";
};

/// What the words fill, with the parts that become optional.
struct CommandWords {
  ComposeOptions compose;
  CheckOptions check;
  ConvertOptions convert;
  EvalOptions eval;
  std::vector<std::string> eval_words;
  ImportOptions eval_imports;
  DumpOptions dump;
  ExplainOptions explain;
  FmtOptions fmt;
  GraphOptions graph;
  ListOptions list;
  InputOptions list_input;
  RenderOptions render;
  ServeOptions serve;
  DocOptions doc;
  InputOptions doc_input;
  LspOptions lsp;
  bool lsp_is_stdio = false;
  NewOptions new_files;
  MergeOptions merge;
  ImportCommandOptions import_document;
};

/// Adds `weft compose`, which has most of the options.
void add_compose(CommandTable& table, ComposeOptions& options);

/// Adds all commands. The words must outlive the table's use.
void add_commands(CommandTable& table, CommandWords& words);

}  // namespace weft::tools
