#include "tools/command_table.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tools/option_groups.h"

namespace weft::tools {

CommandTable::CommandTable() : app_("composes shaders from fragments", "weft") {
  app_.set_help_flag("-h,--help", "Print this help and exit");
  app_.set_version_flag("--version", std::string("weft ") + WEFT_VERSION);
  app_.require_subcommand(1);
}

CLI::App* CommandTable::add(const std::string& name, const std::string& what, const char* example,
                            std::function<CommandOptions()> take,
                            const std::vector<std::string>& formats) {
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
  command
      ->add_option("--color", color_,
                   "Colors in messages; auto: at a terminal, unless NO_COLOR is set")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN:{auto,always,never}")
      ->default_str("auto");
  commands_.push_back({command, std::move(take)});
  return command;
}

namespace {

void add_check(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("check", "Report every error in files", "weft check shaders/materials/*.weft",
                [&words] { return CommandOptions(words.check); });
  command->add_option("FILE", words.check.files, "The files to check; - is standard input")
      ->required()
      ->type_name("");
  add_include(command, words.check.imports);
  CLI::Option* cache = command
                           ->add_option("--cache", words.check.cache,
                                        "The cache folder for passed conversion checks; default: "
                                        "$XDG_CACHE_HOME/weft, or ~/.cache/weft")
                           ->type_name("DIR");
  command->add_flag("--no-cache", words.check.no_cache, "Check everything and do not use the cache")
      ->excludes(cache);
  command->add_flag("--verify", words.check.verify,
                    "Compose every material and verify the plans with an independent checker");
  command
      ->add_option("-p,--profile", words.check.profile,
                   "Compose for this profile; default: those of FILE and its imports except the "
                   "shipped ones; with --verify, every one that applies")
      ->type_name("NAME");
}

void add_convert(CommandTable& table, CommandWords& words) {
  CLI::App* command = table.add(
      "convert", "Show how a value of one type converts to another",
      "weft convert type:float3,use:color,encoding:srgb type:float3,use:color,encoding:linear",
      [&words] { return CommandOptions(words.convert); });
  command->add_option("FROM", words.convert.from, "The source type: type:float3,use:normal,…")
      ->required()
      ->type_name("");
  command->add_option("TO", words.convert.to, "The target type")->required()->type_name("");
  command
      ->add_option("-L,--library", words.convert.libraries,
                   "A file whose declarations are included")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_flag("--no-shipped", words.convert.no_shipped,
                    "Only the files of -L and what they import");
  command
      ->add_option("--features", words.convert.features,
                   "The available features, comma-separated; default: all")
      ->type_name("A,B");
  add_include(command, words.convert.imports);
}

CommandOptions take_eval(const CommandWords& words) {
  EvalOptions options = words.eval;
  options.expression = words.eval_words.back();
  if (words.eval_words.size() == 2) {
    options.input = InputOptions{words.eval_words.front(), words.eval_imports};
  }
  return options;
}

void add_eval(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("eval", "Evaluate an expression in 32-bit floating point",
                "weft eval 'mix(a, 1.0, 0.25)' -D a=0.5", [&words] { return take_eval(words); });
  command
      ->add_option("WORDS", words.eval_words,
                   "[FILE] EXPR: a file whose fragments can be called, and the expression")
      ->required()
      ->expected(1, 2)
      ->type_name("");
  add_values(command, words.eval.values, "The value of a name or of a feature path");
  add_include(command, words.eval_imports);
}

void add_dump(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("dump", "Print the result of a compiler pass on a material",
                "weft dump shaders/materials/worn_metal.weft --stage=plan --format=json",
                [&words] { return CommandOptions(words.dump); });
  add_input(command, words.dump.input);
  command->add_option("--stage", words.dump.stage, "The pass to print")
      ->required()
      ->check(CLI::IsMember({"graph", "types", "fields", "contexts", "plan", "program"}));
  add_choice(command, words.dump.choice);
  add_values(command, words.dump.values, "The value of a material parameter");
}

void add_explain(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("explain", "Explain the chosen conversions and the rate of each value",
                "weft explain shaders/materials/worn_metal.weft color",
                [&words] { return CommandOptions(words.explain); });
  add_input(command, words.explain.input);
  command->add_option("NODE", words.explain.node, "Explain only the value with this name")
      ->type_name("");
  add_choice(command, words.explain.choice);
  add_values(command, words.explain.values, "The value of a material parameter");
}

void add_fmt(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("fmt", "Format files, including their comments", "weft fmt --check shaders/*.weft",
                [&words] { return CommandOptions(words.fmt); });
  command
      ->add_option("FILE", words.fmt.files,
                   "The files to format in place; - formats standard input to standard output")
      ->required()
      ->type_name("");
  command->add_flag("--check", words.fmt.check,
                    "Write nothing; list the files that would change, and exit with 1 if any");
}

CommandOptions take_graph(const CommandWords& words, const std::string& format) {
  GraphOptions options = words.graph;
  if (format == "dot" || format == "svg") {
    options.picture = format;
  }
  return options;
}

void add_graph(CommandTable& table, CommandWords& words) {
  CLI::App* command = table.add("graph", "Draw the computed values, their rates and dependences",
                                "weft graph shaders/materials/worn_metal.weft -o worn_metal.svg",
                                [&] { return take_graph(words, table.format()); },
                                {"text", "json", "sarif", "dot", "svg"});
  add_input(command, words.graph.input);
  command
      ->add_option("-o,--output", words.graph.output,
                   "The picture: FILE.svg, which needs Graphviz, or FILE.dot; - is standard output")
      ->required()
      ->type_name("FILE");
  add_choice(command, words.graph.choice);
  add_values(command, words.graph.values, "The value of a material parameter");
}

CommandOptions take_list(const CommandWords& words) {
  ListOptions options = words.list;
  if (!words.list_input.file.empty()) {
    options.input = words.list_input;
  }
  return options;
}

void add_list(CommandTable& table, CommandWords& words) {
  CLI::App* command = table.add("list", "List declarations", "weft list --search fresnel",
                                [&words] { return take_list(words); });
  const std::vector<std::string> kinds = {"fragments", "conversions", "traits",
                                          "structs",   "bounds",      "products",
                                          "features",  "profiles",    "materials"};
  const auto in_the_plural = [kinds](const std::string& word) {
    const bool is_singular = std::find(kinds.begin(), kinds.end(), word + "s") != kinds.end();
    return is_singular ? word + "s" : word;
  };
  std::vector<std::string> known = kinds;
  known.emplace_back("library");
  command
      ->add_option("KIND", words.list.kind,
                   "fragments, conversions, traits, structs, bounds, products, features, "
                   "profiles, materials, also in the singular; library (the default): all but the "
                   "materials, as a page in Markdown")
      ->type_name("")
      ->transform(in_the_plural)
      ->check(CLI::IsMember(known));
  command->add_option("--search", words.list.search,
                      "List only declarations that have these words in their names, types or "
                      "comments");
  command
      ->add_option("FILE", words.list_input.file,
                   "The file whose declarations and imports are listed; default: the shipped files")
      ->type_name("");
  add_include(command, words.list_input.imports);
}

CommandOptions take_doc(const CommandWords& words) {
  DocOptions options = words.doc;
  if (!words.doc_input.file.empty()) {
    options.input = words.doc_input;
  }
  return options;
}

void add_doc(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("doc", "Show the documentation of a name, or of the code of a message",
                "weft doc no-conversion", [&words] { return take_doc(words); });
  command
      ->add_option("NAME", words.doc.name,
                   "A fragment, conversion, trait or one of its values, struct, bound, feature, "
                   "profile, material, or the code of a message")
      ->required()
      ->type_name("");
  command
      ->add_option("FILE", words.doc_input.file,
                   "The file whose declarations and imports are searched; default: the shipped "
                   "files")
      ->type_name("");
  add_include(command, words.doc_input.imports);
}

CommandOptions take_render(const CommandWords& words) {
  RenderOptions options = words.render;
  options.input.file = options.files.front();
  return options;
}

void add_render(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("render", "Render a material, or several on a contact sheet, to a PNG file",
                "weft render shaders/materials/worn_metal.weft -o out.png --mesh cube --size 512",
                [&words] { return take_render(words); });
  command
      ->add_option("FILE", words.render.files,
                   "The file to read; - is standard input; several make a contact sheet")
      ->required()
      ->type_name("");
  add_include(command, words.render.input.imports);
  command
      ->add_option("-o,--output", words.render.output,
                   "The picture; - is standard output; required without --probe and --view")
      ->type_name("FILE");
  add_choice(command, words.render.choice);
  command
      ->add_option("--columns", words.render.columns,
                   "Of a contact sheet of several FILEs, or of all materials of FILE (-m '*'); "
                   "default: about as wide as high")
      ->type_name("N")
      ->check(CLI::Range(1, 64));
  add_picture(command, words.render.picture);
  command->add_option("-t,--target", words.render.target, "The shader language")
      ->type_name("LANGUAGE")
      ->check(CLI::IsMember({"glsl", "hlsl"}))
      ->capture_default_str();
  add_values(command, words.render.values,
             "The value of a material parameter, or of a feature that the host gives: "
             "frame.exposure=2.0");
  add_watch(command, words.render.watch);
  command->add_flag("--view", words.render.view,
                    "Show the picture in a window, with sliders for the parameters");
  command
      ->add_option("--node", words.render.node,
                   "Show a node of the material, or one of its inputs or results, instead")
      ->type_name("NAME[.PORT]");
  command
      ->add_option("--show", words.render.show,
                   "The output of the profile to show; default: the first color")
      ->type_name("OUTPUT");
  command
      ->add_option("--probe", words.render.probe,
                   "Print the values of all ports behind a pixel, computed on the CPU")
      ->type_name("X,Y");
}

void add_serve(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("serve", "Serve editors: JSON-RPC on standard input and output (docs/service.md)",
                "weft serve --allow materials", [&words] { return CommandOptions(words.serve); });
  command
      ->add_option("--allow", words.serve.folders,
                   "A folder whose files clients may read; repeatable; default: the current one")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_flag("--schema", words.serve.schema, "Print the JSON schema of the messages");
  command
      ->add_option("--socket", words.serve.socket,
                   "Serve several clients on a Unix socket, not on standard streams")
      ->type_name("PATH");
  command
      ->add_option("--port", words.serve.port,
                   "Serve several clients by WebSocket on the loopback interface; 0: any free port")
      ->type_name("N")
      ->check(CLI::Range(0, 65535));
  command
      ->add_option("--origin", words.serve.origins,
                   "The origin of web pages that may connect to --port; repeatable; default: none")
      ->type_name("URL")
      ->allow_extra_args(false);
  add_include(command, words.serve.imports);
}

void add_lsp(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("lsp", "Serve editors: the Language Server Protocol on standard input and output",
                "weft lsp -I libraries", [&words] { return CommandOptions(words.lsp); });
  command->add_flag("--stdio", words.lsp_is_stdio,
                    "Accepted: standard input and output is what it does");
  add_include(command, words.lsp.imports);
}

void add_new(CommandTable& table, CommandWords& words) {
  CLI::App* command =
      table.add("new", "Write a first material, profile, library or project",
                "weft new material rust", [&words] { return CommandOptions(words.new_files); });
  command
      ->add_option("KIND", words.new_files.kind,
                   "material, profile or library: NAME.weft; project: a folder NAME with a "
                   "material, a program, and its CMake project")
      ->required()
      ->type_name("")
      ->check(CLI::IsMember({"material", "profile", "library", "project"}));
  command->add_option("NAME", words.new_files.name, "What to call it")->required()->type_name("");
  command->add_option("-o,--output", words.new_files.output, "The folder; default: the current one")
      ->type_name("DIR");
  command->add_flag("--force", words.new_files.force, "Replace files that exist");
}

void add_merge(CommandTable& table, CommandWords& words) {
  CLI::App* command = table.add("merge", "Make one folder and index of the shards of a table",
                                "weft merge out/rock.variants.*-of-4.json -o out",
                                [&words] { return CommandOptions(words.merge); });
  command
      ->add_option("INDEX", words.merge.indexes,
                   "MATERIAL.variants.I-of-N.json of every shard, with its outputs beside it")
      ->required()
      ->type_name("");
  command
      ->add_option("-o,--output", words.merge.output,
                   "The folder to write to; it may be that of the shards")
      ->required()
      ->type_name("DIR");
}

void add_import(CommandTable& table, CommandWords& words) {
  CLI::App* command = table.add("import", "Write a MaterialX document as a module of Weft",
                                "weft import brass.mtlx -o materials",
                                [&words] { return CommandOptions(words.import_document); });
  command->add_option("FILE", words.import_document.input.file, "The document, a .mtlx file")
      ->required()
      ->type_name("");
  add_include(command, words.import_document.input.imports);
  add_materialx(command, words.import_document.input.imports);
  command
      ->add_option("-o,--output", words.import_document.output,
                   "The folder for the .weft file; default: standard output")
      ->type_name("DIR");
}

/// Refuses an empty name of a file or a folder: joined with other names, it would mean the current
/// folder.
void refuse_empty_names(CLI::App& command) {
  const auto fault = [](const std::string& name) {
    return name.empty() ? std::string("the name is empty; the current folder is '.'")
                        : std::string();
  };
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (!option->get_positional() && (type == "FILE" || type == "DIR")) {
      option->check(fault);
    }
  }
}

}  // namespace

void add_commands(CommandTable& table, CommandWords& words) {
  add_compose(table, words.compose);
  add_check(table, words);
  add_convert(table, words);
  add_eval(table, words);
  add_dump(table, words);
  add_explain(table, words);
  add_fmt(table, words);
  add_graph(table, words);
  add_list(table, words);
  add_render(table, words);
  add_serve(table, words);
  add_doc(table, words);
  add_lsp(table, words);
  add_new(table, words);
  add_merge(table, words);
  add_import(table, words);
  for (const Command& command : table.commands()) {
    refuse_empty_names(*command.app);
  }
}

}  // namespace weft::tools
