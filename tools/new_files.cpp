#include "tools/new_files.h"

#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "fragments/syntax/lexer.h"
#include "support/check.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

std::string with_name(std::string_view text, const std::string& name) {
  constexpr std::string_view placeholder = "new_name";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = std::min(text.find(placeholder, at), text.size());
    out += text.substr(at, found - at);
    out += found < text.size() ? name : "";
    at = std::min(found + placeholder.size(), text.size());
  }
  return out;
}

/// A word of a command, quoted if a shell would take it apart.
std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
    return word;
  }
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

/// The prefix under which this program is installed if CMake would not find it by the PATH.
std::optional<fs::path> prefix_off_path() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  fs::path prefix = program.parent_path().parent_path();
  if (program.parent_path().filename() != "bin" || !fs::exists(prefix / "share/weft", ignored)) {
    return std::nullopt;
  }
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (fs::equivalent(rest.substr(0, end), program.parent_path(), ignored)) {
      return std::nullopt;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return prefix;
}

NewFiles new_project(const std::string& name, const fs::path& folder) {
  const fs::path project = folder / name;
  const std::string source = shell_word(project.string());
  const std::string build = shell_word((project / "build").string());
  std::string configure = fmt::format("cmake -S {} -B {}", source, build);
  if (const std::optional<fs::path> prefix = prefix_off_path()) {
    configure += fmt::format(" -DCMAKE_PREFIX_PATH={}", shell_word(prefix->string()));
  }
  return {{{(project / (name + ".weft")).string(), with_name(material_template(), name)},
           {(project / "CMakeLists.txt").string(), with_name(cmake_template(), name)},
           {(project / "main.cpp").string(), with_name(main_template(), name)}},
          {configure, fmt::format("cmake --build {}", build),
           shell_word((project / "build" / "app").string())}};
}

}  // namespace

NewFiles new_files(std::string_view kind, const std::string& name, const std::string& folder) {
  if (kind == "project") {
    return new_project(name, folder);
  }
  const std::string path = (fs::path(folder) / (name + ".weft")).string();
  const std::string file = shell_word(path);
  if (kind == "material") {
    return {{{path, with_name(material_template(), name)}},
            {fmt::format("weft compose {}", file),
             fmt::format("weft render {} -o {}.png", file, name)}};
  }
  if (kind == "profile") {
    return {{{path, with_name(profile_template(), name)}},
            {fmt::format("weft compose {} -p {}", file, name)}};
  }
  WEFT_CHECK(kind == "library", "the command line has other kinds");
  return {{{path, with_name(library_template(), name)}},
          {fmt::format("weft check {}", file),
           fmt::format("weft convert -L {} type:float3,use:color,encoding:{} "
                       "type:float3,use:color,encoding:srgb",
                       file, name)}};
}

std::string name_from(std::string_view word) {
  if (word.ends_with(".weft")) {
    word.remove_suffix(5);
  }
  std::string name;
  for (const char c : word) {
    if (is_name("a" + std::string(1, c))) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) {
    name.pop_back();
  }
  const std::size_t begin = std::min(name.find_first_not_of("0123456789_"), name.size());
  name.erase(0, begin);
  return is_reserved_word(name) ? name + "_" : name;
}

}  // namespace weft::tools
