#include "tests/architecture/architecture_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace weft::testing {
namespace {

constexpr std::size_t longest_file = 600;

struct Direction {
  std::string_view module;
  std::vector<std::string_view> may_include;
};

// The allowed dependencies: tools → render → codegen → composer → conversions → fragments →
// support; c_api → live → codegen; tools → live; tools → importers → fragments.
const std::vector<Direction>& directions() {
  static const std::vector<Direction> table = {
      {"support", {}},
      {"fragments", {"support"}},
      {"conversions", {"fragments", "support"}},
      {"composer", {"conversions", "fragments", "support"}},
      {"codegen", {"composer", "conversions", "fragments", "support"}},
      {"live", {"codegen", "composer", "conversions", "fragments", "support"}},
      {"importers", {"fragments", "support"}},
      {"c_api", {"live", "codegen", "composer", "conversions", "fragments", "support"}},
      {"render", {"codegen", "composer", "conversions", "fragments", "support"}},
      {"tools",
       {"render", "live", "importers", "codegen", "composer", "conversions", "fragments",
        "support"}},
      {"tests",
       {"c_api", "tools", "render", "live", "importers", "codegen", "composer", "conversions",
        "fragments", "support"}},
  };
  return table;
}

struct Rooms {
  std::string_view module;
  /// In order: a room may include itself and those before it. "" is the module's own folder.
  std::vector<std::string_view> order;
};

const std::vector<Rooms>& rooms_of_modules() {
  static const std::vector<Rooms> table = {
      {"support", {""}},
      {"fragments",
       {"types", "solver", "model", "syntax", "interpreter", "analysis", "check", "load"}},
      {"conversions", {"table", "bounds", "search", "", "checks"}},
      {"composer",
       {"evaluations", "elaborate", "typing", "placement", "verification", "", "explain",
        "checks"}},
      {"codegen",
       {"ir", "interface", "lower", "print", "raise", "raise/glsl", "raise/hlsl", "spirv", "host",
        "dump", ""}},
      {"live", {"session", "service", "language_server"}},
      {"importers", {"materialx"}},
      {"c_api", {""}},
      {"render", {""}},
      {"tools", {""}},
  };
  return table;
}

// Missing from libc++ 13 (Emscripten) or from libstdc++ 12.
constexpr std::array<std::string_view, 6> missing_standard_headers = {
    "expected", "format", "print", "ranges", "source_location", "generator"};

bool is_code(std::string_view path) { return path.ends_with(".h") || path.ends_with(".cpp"); }

/// The headers that may include nlohmann::json, for .cpp files and non-public headers.
bool is_json_door(std::string_view path) {
  return path == "support/json.h" || path == "support/json_fwd.h";
}

bool is_public_header(std::string_view path) {
  return (path.starts_with("support/") && path.ends_with(".h") && !is_json_door(path)) ||
         path == "composer/compose.h" || path == "codegen/emit.h";
}

/// Independent projects that use an installed Weft: tests/consumer/PROJECT/….
bool is_of_consumer(std::string_view path) {
  constexpr std::string_view home = "tests/consumer/";
  return path.starts_with(home) && path.find('/', home.size()) != std::string_view::npos;
}

std::string_view module_of(std::string_view path) { return path.substr(0, path.find('/')); }

/// `typing` of `composer/typing/meeting.h`; empty for files in the module's own folder.
std::string_view room_of(std::string_view path) {
  const std::size_t begin = path.find('/') + 1;
  const std::size_t end = path.rfind('/');
  return end > begin ? path.substr(begin, end - begin) : std::string_view();
}

const Direction* direction_of(std::string_view module) {
  for (const Direction& direction : directions()) {
    if (direction.module == module) {
      return &direction;
    }
  }
  return nullptr;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

struct Include {
  std::size_t line;
  bool quoted;
  std::string_view name;
};

// Parses the preprocessor's form `# include "x"` with blanks anywhere; nullopt for other lines.
std::optional<Include> read_include(std::string_view line, std::size_t number) {
  const auto skip_blanks = [&line] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  const auto skip_word = [&line](std::string_view word) {
    const bool found = line.starts_with(word);
    line.remove_prefix(found ? word.size() : 0);
    return found;
  };
  skip_blanks();
  if (!skip_word("#")) {
    return std::nullopt;
  }
  skip_blanks();
  if (!skip_word("include")) {
    return std::nullopt;
  }
  skip_blanks();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) {
    return std::nullopt;
  }
  const bool quoted = line[0] == '"';
  line.remove_prefix(1);
  const std::size_t end = line.find(quoted ? '"' : '>');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  return Include{number, quoted, line.substr(0, end)};
}

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> includes;
  std::size_t number = 0;
  for (std::string_view line : lines_of(text)) {
    if (const std::optional<Include> include = read_include(line, ++number)) {
      includes.push_back(*include);
    }
  }
  return includes;
}

/// Of an include within one module.
std::optional<std::string> fault_of_rooms(std::string_view path, std::string_view name) {
  const auto& table = rooms_of_modules();
  const auto rooms = std::find_if(table.begin(), table.end(),
                                  [&](const Rooms& one) { return one.module == module_of(path); });
  if (rooms == table.end()) {
    return std::nullopt;  // tests
  }
  const auto& order = rooms->order;
  const auto own = std::find(order.begin(), order.end(), room_of(path));
  const auto target = std::find(order.begin(), order.end(), room_of(name));
  if (own == order.end() || target == order.end()) {
    return "leads from or to a room that is not in the table of rooms";
  }
  // Target languages: folders of one room that do not see each other.
  constexpr std::string_view languages = "raise/";
  if (own != target && own->starts_with(languages) && target->starts_with(languages)) {
    return "leads from one target language to another";
  }
  if (own < target) {
    return "goes against the order of rooms: " + std::string(*own) + " may not use " +
           (target->empty() ? "the module's own folder" : std::string(*target));
  }
  return std::nullopt;
}

std::optional<std::string> fault_of_quoted(std::string_view path, std::string_view name) {
  if (name.find("../") != std::string_view::npos || name.starts_with("./")) {
    return "is not a path from the root of the repository";
  }
  const Direction* own = direction_of(module_of(path));
  const std::string_view target = module_of(name);
  if (direction_of(target) == nullptr || name.find('/') == std::string_view::npos) {
    return "does not begin with a module of ours";
  }
  if (own == nullptr) {
    return std::nullopt;
  }
  if (target == own->module) {
    return fault_of_rooms(path, name);
  }
  if (std::find(own->may_include.begin(), own->may_include.end(), target) ==
      own->may_include.end()) {
    return "goes against the arrow: " + std::string(own->module) + " may not use " +
           std::string(target);
  }
  return std::nullopt;
}

std::optional<std::string> fault_of_system(std::string_view path, std::string_view name) {
  const auto& missing = missing_standard_headers;
  if (std::find(missing.begin(), missing.end(), name) != missing.end()) {
    return "is not in every standard library that we build with";
  }
  if (path.ends_with(".h") && module_of(path) != "tests" && name.starts_with("fmt/")) {
    return "belongs in .cpp files only";
  }
  return std::nullopt;
}

// Headers of the C++ standard library have neither a folder nor an extension.
bool is_from_outside(std::string_view name) {
  return name.find_first_of("/.") != std::string_view::npos && name != "tl/expected.hpp";
}

// The transitive includes of the public headers, by path.
std::set<std::string_view> reached_from_public(
    const std::map<std::string_view, const RepositoryFile*>& by_path) {
  std::vector<std::string_view> open;
  for (const auto& [path, file] : by_path) {
    if (is_public_header(path)) {
      open.push_back(path);
    }
  }
  std::set<std::string_view> reached(open.begin(), open.end());
  while (!open.empty()) {
    const std::string_view path = open.back();
    open.pop_back();
    for (const Include& include : includes_of(by_path.at(path)->text)) {
      const auto target = include.quoted ? by_path.find(include.name) : by_path.end();
      if (target != by_path.end() && reached.insert(target->first).second) {
        open.push_back(target->first);
      }
    }
  }
  return reached;
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool holds_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_character(line[at - 1])) &&
        (end == line.size() || !is_word_character(line[end]))) {
      return true;
    }
  }
  return false;
}

// Whether `prefix`, a folder such as "/x/", occurs at the start of a path that continues after it.
bool holds_path(std::string_view line, std::string_view prefix) {
  for (std::size_t at = line.find(prefix); at != std::string_view::npos;
       at = line.find(prefix, at + 1)) {
    const std::size_t end = at + prefix.size();
    const bool begins = at == 0 || (!is_word_character(line[at - 1]) && line[at - 1] != '.' &&
                                    line[at - 1] != '/' && line[at - 1] != '-');
    if (begins && end < line.size() && (is_word_character(line[end]) || line[end] == '.')) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string describe(const Violation& violation) {
  std::string text = violation.path;
  if (violation.line != 0) {
    text += ":" + std::to_string(violation.line);
  }
  return text + ": " + violation.message;
}

std::vector<Violation> check_includes(const std::vector<RepositoryFile>& files) {
  std::map<std::string_view, const RepositoryFile*> by_path;
  for (const RepositoryFile& file : files) {
    if (is_code(file.path) && !is_of_consumer(file.path) &&
        direction_of(module_of(file.path)) != nullptr) {
      by_path.emplace(file.path, &file);
    }
  }
  const std::set<std::string_view> in_public = reached_from_public(by_path);

  std::vector<Violation> violations;
  for (const auto& [path, file] : by_path) {
    for (const Include& include : includes_of(file->text)) {
      std::optional<std::string> fault = include.quoted ? fault_of_quoted(path, include.name)
                                                        : fault_of_system(path, include.name);
      if (!fault && !include.quoted && in_public.count(path) != 0 &&
          is_from_outside(include.name)) {
        fault = "comes from outside and is reached from a public header";
      }
      if (!fault && include.name.starts_with("nlohmann/") && !is_json_door(path)) {
        fault = "is reached through support/json.h and support/json_fwd.h alone";
      }
      if (fault) {
        violations.push_back({std::string(path), include.line,
                              "include of " + std::string(include.name) + " " + *fault});
      }
    }
  }
  return violations;
}

std::vector<Violation> check_lengths(const std::vector<RepositoryFile>& files) {
  std::vector<Violation> violations;
  for (const RepositoryFile& file : files) {
    const std::size_t length = is_code(file.path) ? lines_of(file.text).size() : 0;
    if (length > longest_file) {
      violations.push_back({file.path, 0,
                            std::to_string(length) + " lines: split it by concept (limit " +
                                std::to_string(longest_file) + ")"});
    }
  }
  return violations;
}

std::vector<Violation> check_paths_of_one_machine(const std::vector<RepositoryFile>& files) {
  // Split in halves, so that this file does not violate its own rule.
  const std::array<std::string, 5> folders = {
      "/wo"
      "rk/",
      "/fa"
      "rm/",
      "/ro"
      "ot/",
      "/ho"
      "me/",
      "/Us"
      "ers/"};
  std::vector<Violation> violations;
  for (const RepositoryFile& file : files) {
    std::size_t number = 0;
    for (std::string_view line : lines_of(file.text)) {
      ++number;
      for (const std::string& folder : folders) {
        if (holds_path(line, folder)) {
          violations.push_back({file.path, number, "a path of one machine: " + folder});
        }
      }
    }
  }
  return violations;
}

std::vector<Violation> check_named_languages(const std::vector<RepositoryFile>& files) {
  constexpr std::string_view printers = "codegen/print/";
  constexpr std::string_view shared = "codegen/raise/";
  std::vector<Violation> violations;
  for (const RepositoryFile& file : files) {
    const std::string_view path = file.path;
    const bool is_shared =
        path.starts_with(shared) && path.find('/', shared.size()) == std::string_view::npos;
    if (!path.starts_with(printers) && !is_shared) {
      continue;
    }
    std::size_t number = 0;
    for (const std::string_view line : lines_of(file.text)) {
      ++number;
      std::string code(line.substr(0, line.find("//")));
      std::transform(code.begin(), code.end(), code.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      });
      for (const std::string_view language : {"glsl", "hlsl"}) {
        if (code.find(language) != std::string::npos) {
          violations.push_back({file.path, number, "names " + std::string(language)});
        }
      }
    }
  }
  return violations;
}

std::vector<Violation> check_unfinished_words(const std::vector<RepositoryFile>& files) {
  const std::array<std::string, 4> words = {
      "TO"
      "DO",
      "FIX"
      "ME",
      "XX"
      "X",
      "HA"
      "CK"};
  std::vector<Violation> violations;
  for (const RepositoryFile& file : files) {
    std::size_t number = 0;
    for (std::string_view line : lines_of(file.text)) {
      ++number;
      for (const std::string& word : words) {
        if (holds_word(line, word)) {
          violations.push_back({file.path, number, "says " + word});
        }
      }
    }
  }
  return violations;
}

}  // namespace weft::testing
