#include "tools/depfile.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace weft::tools {
namespace {

std::string escaped(const std::string& path) {
  std::string text;
  std::size_t backslashes = 0;  // directly before the current character
  for (char c : path) {
    if (c == ' ' || c == '\t') {
      text.append(backslashes + 1, '\\');  // make halves the backslashes before a blank
    } else if (c == '#' || c == ':') {
      text += '\\';
    } else if (c == '$') {
      text += '$';
    }
    backslashes = c == '\\' ? backslashes + 1 : 0;
    text += c;
  }
  return text;
}

bool holds_assignment(const std::string& name) { return name.find('=') != std::string::npos; }

}  // namespace

std::optional<std::string> why_no_rule_names(const std::string& name, bool is_target) {
  const std::size_t at = name.find_first_of(is_target ? "\n\t;|=" : "\n\t;|");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  switch (name[at]) {
    case '\n':
      return "a line end";
    case '\t':
      return "a tab";
    default:
      return std::string("a '") + name[at] + "'";
  }
}

std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files, bool are_phony) {
  std::string text;
  for (const std::string& target : targets) {
    text += (text.empty() ? "" : " ") + escaped(target);
  }
  text += ":";
  // The first word after the colon must not look like a target-specific variable: `made: a=b`.
  std::vector<std::string> prerequisites = files;
  std::stable_partition(prerequisites.begin(), prerequisites.end(),
                        [](const std::string& file) { return !holds_assignment(file); });
  for (const std::string& file : prerequisites) {
    text += " \\\n  " + escaped(file);
  }
  text += "\n";
  if (are_phony) {
    for (const std::string& file : files) {
      // `a=b:` would be an assignment; without the rule, make reports a deleted file
      text += holds_assignment(file) ? "" : escaped(file) + ":\n";
    }
  }
  return text;
}

std::string program_file() {
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::string() : path.string();
}

}  // namespace weft::tools
