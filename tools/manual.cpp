#include "tools/manual.h"

#include <algorithm>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::tools {
namespace {

/// An option as users write it.
struct OptionWords {
  std::vector<std::string> names;    ///< `-o`, `--output`, `-MF`; empty: a positional argument
  std::string value;                 ///< the placeholder of its value; empty: a flag
  std::vector<std::string> choices;  ///< the possible values, if they are few
  std::string what;
};

/// Multi-letter options with one dash, unknown to CLI11; see rewrite().
bool has_one_dash(const std::string& name) { return name[0] == 'M' || name == "Werror"; }

OptionWords option_words(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_snames()) {
    words.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    words.names.push_back((has_one_dash(name) ? "-" : "--") + name);
  }
  words.what = option.get_description();
  if (words.what.starts_with("Also -")) {  // the one-dash name, which CLI11's help cannot show
    words.what.erase(0, words.what.find(": ") + 2);
  }
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() > 0) {
    words.value = type.substr(0, type.find(':'));
    if (words.names.empty()) {
      words.value = option.get_name(true);
    } else if (words.value.empty() || words.value[0] == '{') {
      words.value = "WORD";
    }
  }
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}');
  if (begin != std::string::npos && end != std::string::npos) {
    for (std::size_t at = begin + 1; at < end;) {
      const std::size_t comma = std::min(type.find(',', at), end);
      words.choices.push_back(type.substr(at, comma - at));
      at = comma + 1;
    }
  }
  return words;
}

std::vector<OptionWords> options_of(const CLI::App& command) {
  std::vector<OptionWords> options;
  for (const CLI::Option* option : command.get_options()) {
    options.push_back(option_words(*option));
  }
  return options;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string replaced(std::string_view text, char c, std::string_view by) {
  std::string out;
  for (const char each : text) {
    out += each == c ? std::string(by) : std::string(1, each);
  }
  return out;
}

/// Escapes text for man(7): backslashes, dashes, and lines that would begin with a macro.
std::string man_text(std::string_view text) {
  std::string out = replaced(replaced(text, '\\', "\\e"), '-', "\\-");
  const std::string dots = "…";  // the only non-ASCII character in descriptions
  for (std::size_t at = out.find(dots); at != std::string::npos; at = out.find(dots, at)) {
    out.replace(at, dots.size(), "...");
  }
  for (std::size_t at = 0; at < out.size();
       at = out.find('\n', at), at += at < out.size() ? 1 : 0) {
    if (out[at] == '.' || out[at] == '\'') {
      out.insert(at, "\\&");
    }
  }
  return out;
}

/// Quotes a text for POSIX shells and fish.
std::string shell_quoted(std::string_view text) {
  return "'" + replaced(text, '\'', "'\\''") + "'";
}
std::string fish_quoted(std::string_view text) {
  return "'" + replaced(replaced(text, '\\', "\\\\"), '\'', "\\'") + "'";
}

/// An option that stands in place of a command.
struct LooseOption {
  std::string_view name;
  std::string_view what;
  std::string_view choices;
};
constexpr LooseOption loose_options[] = {
    {"--help", "Print an overview and exit", ""},
    {"--version", "Print the version and exit", ""},
    {"--man", "Print the manual page, for man(1), and exit", ""},
    {"--completions", "Print the completions of a shell and exit", "bash zsh fish"},
};

std::string bash_completions(const CLI::App& app) {
  std::string first_words = "help";
  std::string cases;
  for (const LooseOption& option : loose_options) {
    first_words += fmt::format(" {}", option.name);
    if (!option.choices.empty()) {
      cases += fmt::format("    {}) values={} ;;\n", option.name, shell_quoted(option.choices));
    }
  }
  for (const CLI::App* command : commands_of(app)) {
    first_words += " " + command->get_name();
    std::string options;
    std::string values;
    for (const OptionWords& option : options_of(*command)) {
      for (const std::string& name : option.names) {
        options += " " + name;
      }
      if (!option.choices.empty() && !option.names.empty()) {
        values += fmt::format("        {}) values={} ;;\n", fmt::join(option.names, "|"),
                              shell_quoted(fmt::format("{}", fmt::join(option.choices, " "))));
      }
      if (!option.choices.empty() && option.names.empty()) {
        options += fmt::format(" {}", fmt::join(option.choices, " "));
      }
    }
    cases += fmt::format("    {})\n      options={}\n", command->get_name(), shell_quoted(options));
    if (!values.empty()) {
      cases += "      case $before in\n" + values + "      esac\n";
    }
    cases += "      ;;\n";
  }
  return "# bash completion for weft: made by `weft --completions bash`\n"
         "# Names that live in the files of the line.\n"
         "_weft_names() {\n"
         "  COMPREPLY=($(weft --complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null))\n"
         "  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace 2>/dev/null\n"
         "  (( ${#COMPREPLY[@]} ))\n"
         "}\n"
         "_weft() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local options='' values=''\n"
         "  COMPREPLY=()\n"
         "  if [[ $COMP_CWORD -eq 1 ]]; then\n"
         "    COMPREPLY=($(compgen -W " +
         shell_quoted(first_words) +
         " -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  if [[ -n $values ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
         "  elif [[ $word != -* ]] && _weft_names; then\n"
         "    return\n"
         "  elif [[ $word == -* || ${COMP_WORDS[1]} == list ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _weft weft\n";
}

std::string zsh_completions(const CLI::App& app) {
  const auto plain = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      out += std::string_view("[]:\\").find(c) != std::string_view::npos ? std::string("\\") + c
                                                                         : std::string(1, c);
    }
    return out;
  };
  std::string commands;
  std::string options;
  std::string cases = "    help) _describe command commands ;;\n";
  for (const LooseOption& option : loose_options) {
    options += fmt::format("    {}\n",
                           shell_quoted(fmt::format("{}:{}", option.name, plain(option.what))));
    if (!option.choices.empty()) {
      cases += fmt::format("    {}) compadd {} ;;\n", option.name, option.choices);
    }
  }
  for (const CLI::App* command : commands_of(app)) {
    commands +=
        "    " + shell_quoted(command->get_name() + ":" + plain(command->get_description())) + "\n";
    cases += fmt::format("    {}) _arguments", command->get_name());
    int position = 0;
    for (const OptionWords& option : options_of(*command)) {
      position += option.names.empty() ? 1 : 0;
      if (option.names.empty() && !option.choices.empty()) {
        cases += " \\\n      " + shell_quoted(fmt::format("{}:{}:({})", position, option.value,
                                                          fmt::join(option.choices, " ")));
      }
      const std::string action =
          option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
      for (const std::string& name : option.names) {
        std::string rule = "*" + name + "[" + plain(option.what) + "]";
        rule += option.value.empty() ? "" : ":" + option.value + ":" + action;
        cases += " \\\n      " + shell_quoted(rule);
      }
    }
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return "#compdef weft\n# made by `weft --completions zsh`\n_weft() {\n  local -a commands "
         "options\n"
         "  commands=(\n" +
         commands + "  )\n  options=(\n" + options +
         "  )\n  if (( CURRENT == 2 )); then\n"
         "    if [[ $PREFIX == -* ]]; then\n      _describe -o option options\n"
         "    else\n      _describe command commands\n    fi\n    return\n  fi\n"
         "  if [[ $PREFIX != -* ]]; then\n"
         "    local -a names\n"
         "    names=(${(f)\"$(weft --complete ${(Q)words[2,CURRENT-1]} \"$PREFIX\" "
         "2>/dev/null)\"})\n"
         "    if (( $#names )); then\n"
         "      local -a suffix\n"
         "      [[ $names[1] == *= ]] && suffix=(-S '')\n"
         "      compadd \"${suffix[@]}\" -a names\n"
         "      return\n"
         "    fi\n"
         "  fi\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n" +
         cases + "  esac\n}\n_weft \"$@\"\n";
}

/// Whether the values of an option, or a positional argument, are names in a file; see
/// name_completion.h.
bool is_name_in_file(const std::string& command, const OptionWords& option) {
  for (const char* const name : {"-m", "-p", "-D", "--node"}) {
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) {
      return true;
    }
  }
  return option.names.empty() && ((command == "explain" && option.value == "NODE") ||
                                  (command == "doc" && option.value == "NAME"));
}

std::string fish_completions(const CLI::App& app) {
  std::string out = "# made by `weft --completions fish`\n";
  for (const LooseOption& option : loose_options) {
    out += fmt::format("complete -c weft -n __fish_use_subcommand -l {}{} -d {}\n",
                       option.name.substr(2),
                       option.choices.empty() ? "" : " -x -a " + fish_quoted(option.choices),
                       fish_quoted(option.what));
  }
  for (const CLI::App* command : commands_of(app)) {
    out += fmt::format("complete -c weft -n __fish_use_subcommand -f -a {} -d {}\n",
                       command->get_name(), fish_quoted(command->get_description()));
    for (const OptionWords& option : options_of(*command)) {
      const std::string choices = fmt::format("{}", fmt::join(option.choices, " "));
      const bool is_name = is_name_in_file(command->get_name(), option);
      if (option.names.empty() && choices.empty() && !is_name) {
        continue;
      }
      out +=
          fmt::format("complete -c weft -n '__fish_seen_subcommand_from {}{}'", command->get_name(),
                      choices.empty() || !option.names.empty()
                          ? ""
                          : "; and not __fish_seen_subcommand_from " + choices);
      for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        out += is_long            ? " -l " + name.substr(2)
               : name.size() == 2 ? " -s " + name.substr(1)
                                  : " -o " + name.substr(1);
      }
      out += option.value.empty() || option.names.empty() ? "" : " -r";
      out += choices.empty() ? "" : " -f -a " + fish_quoted(choices);
      if (is_name) {
        out += option.names.empty() ? "" : " -f";
        out +=
            " -a " +
            fish_quoted("(weft --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)");
      }
      out += " -d " + fish_quoted(option.what) + "\n";
    }
  }
  return out;
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH WEFT 1 \"\" \"weft {}\" \"User Commands\"\n.SH NAME\nweft \\- {}\n.SH SYNOPSIS\n",
      WEFT_VERSION, man_text(app.get_description()));
  for (const CLI::App* command : commands_of(app)) {
    page += fmt::format(".B weft {}\n[\\fIOPTIONS\\fR]", command->get_name());
    for (const OptionWords& option : options_of(*command)) {
      page += option.names.empty() ? " \\fI" + man_text(option.value) + "\\fR" : "";
    }
    page += "\n.br\n";
  }
  page +=
      ".SH DESCRIPTION\nWeft composes shaders from fragments that say what their values mean: see "
      "the "
      "README and docs/language.md that come with it. A word\n.BI @ FILE\nstands for the words in "
      "that "
      "file, as in GCC.\n.SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) {
    page += fmt::format(".SS weft {}\n{}.\n", command->get_name(),
                        man_text(command->get_description()));
    for (const OptionWords& option : options_of(*command)) {
      std::vector<std::string> names;
      for (const std::string& name : option.names) {
        names.push_back("\\fB" + man_text(name) + "\\fR");
      }
      page += fmt::format(".TP\n{}{}{}\n{}", fmt::join(names, ", "),
                          names.empty() || option.value.empty() ? "" : " ",
                          option.value.empty() ? "" : "\\fI" + man_text(option.value) + "\\fR",
                          man_text(option.what));
      page += option.choices.empty()
                  ? "\n"
                  : fmt::format(" ({})\n",
                                man_text(fmt::format("{}", fmt::join(option.choices, ", "))));
    }
  }
  return page +
         ".SH EXIT STATUS\n0: fine; 1: the input has errors, or outputs are out of date; 2: wrong "
         "usage; 3: "
         "a file could not be read or written; 4: a defect of Weft.\n.SH FILES\n.I "
         "\\&../share/weft/shaders\nbeside the program: what ships.\n";
}

std::optional<std::string> completions(const CLI::App& app, std::string_view shell) {
  if (shell == "bash") {
    return bash_completions(app);
  }
  if (shell == "zsh") {
    return zsh_completions(app);
  }
  if (shell == "fish") {
    return fish_completions(app);
  }
  return std::nullopt;
}

}  // namespace weft::tools
