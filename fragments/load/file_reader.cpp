#include "fragments/load/file_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weft {

ReadResult MemoryReader::read(const std::string& path) const {
  std::string wanted = normalized_path(path);
  auto at = files_.find(wanted);
  if (at != files_.end()) {
    return {ReadResult::Status::Text, at->second, {}};
  }
  std::string folder = wanted + "/";
  auto inside = files_.lower_bound(folder);
  if (inside != files_.end() && inside->first.compare(0, folder.size(), folder) == 0) {
    return {ReadResult::Status::Unreadable, {}, "it is a directory"};
  }
  return {};
}

std::string MemoryReader::identity(const std::string& path) const { return normalized_path(path); }

std::string normalized_path(std::string_view path) {
  bool is_absolute = !path.empty() && path.front() == '/';
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    std::size_t end = path.find('/', begin);
    end = end == std::string_view::npos ? path.size() : end;
    std::string_view part = path.substr(begin, end - begin);
    if (part == "..") {
      if (!parts.empty() && parts.back() != "..") {
        parts.pop_back();
      } else if (!is_absolute) {
        parts.push_back(part);
      }
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    begin = end + 1;
  }
  std::string out = is_absolute ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    out += i == 0 ? "" : "/";
    out += parts[i];
  }
  return out.empty() ? "." : out;
}

std::string joined_path(std::string_view directory, std::string_view file) {
  if (directory.empty() || (!file.empty() && file.front() == '/')) {
    return normalized_path(file);
  }
  return normalized_path(std::string(directory) + "/" + std::string(file));
}

bool is_inside(std::string_view identity, std::string_view folder) {
  return folder == "/" || (identity.size() > folder.size() + 1 && identity.starts_with(folder) &&
                           identity[folder.size()] == '/');
}

bool is_inside_any(std::string_view identity, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) { return is_inside(identity, folder); });
}

std::vector<std::string> identities_of(const FileReader& reader,
                                       const std::vector<std::string>& folders) {
  std::vector<std::string> identities;
  identities.reserve(folders.size());
  for (const std::string& folder : folders) {
    identities.push_back(reader.identity(folder));
  }
  return identities;
}

std::string_view directory_of(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) {
    return {};
  }
  return path.substr(0, slash == 0 ? 1 : slash);
}

}  // namespace weft
