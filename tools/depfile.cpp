#include "tools/depfile.h"

#include <filesystem>
#include <system_error>

namespace weft::tools {
namespace {

std::string escaped(const std::string& path) {
  std::string text;
  std::size_t backslashes = 0;  // just before the place
  for (char c : path) {
    if (c == ' ' || c == '\t') {
      text.append(backslashes + 1, '\\');  // make halves those before a blank
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

}  // namespace

std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files, bool are_phony) {
  std::string text;
  for (const std::string& target : targets) {
    text += (text.empty() ? "" : " ") + escaped(target);
  }
  text += ":";
  for (const std::string& file : files) {
    text += " \\\n  " + escaped(file);
  }
  text += "\n";
  if (are_phony) {
    for (const std::string& file : files) {
      text += escaped(file) + ":\n";
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
