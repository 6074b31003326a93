#include "live/language_server/component_names.h"

#include <cstddef>
#include <string_view>

#include "fragments/syntax/characters.h"
#include "live/language_server/value_facts.h"
#include "live/language_server/visible_names.h"

namespace weft::lsp {
namespace {

/// The data type in the head of a declaration, before its traits and default: `x: float2 {…}`.
std::optional<DataType> type_in_head(std::string_view head) {
  std::size_t at = 0;
  while (at < head.size()) {
    if (std::string_view("={([").find(head[at]) != std::string_view::npos) {
      return std::nullopt;
    }
    if (!is_word(head[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < head.size() && is_word(head[end])) {
      ++end;
    }
    if (const auto type = find_data_type(head.substr(at, end - at))) {
      const bool is_array = end < head.size() && head[end] == '[';
      return is_array ? std::nullopt : type;
    }
    at = end;
  }
  return std::nullopt;
}

std::optional<DataType> type_in_head(const FoundDeclaration& found) {
  return type_in_head(found.file->text.text(found.declared->head));
}

/// How many components a word selects; 0 if it is no such word.
int selected_count(std::string_view word) {
  for (const std::string_view set : {"xyzw", "rgba"}) {
    if (!word.empty() && word.size() <= 4 &&
        word.find_first_not_of(set) == std::string_view::npos) {
      return static_cast<int>(word.size());
    }
  }
  return 0;
}

struct Start {
  std::optional<DataType> type;
  std::size_t parts = 1;  ///< of the path
};

Start start_of(OpenDocument& document, const std::vector<IndexedFilePtr>& files,
               const std::vector<std::string>& path, std::uint32_t offset) {
  for (const VisibleName& local : local_names(files.front(), offset)) {
    if (local.name == path.front()) {
      const auto known = type_of_name(document, local.name, offset);
      return {known ? std::optional(known->data()) : type_in_head(local.found)};
    }
  }
  Start found{std::nullopt, 0};
  for (const VisibleName& feature : global_names(files, SymbolSpace::Feature)) {
    std::string name = path.front();
    for (std::size_t parts = 1; parts <= path.size(); ++parts) {
      if (name == feature.name && parts > found.parts) {
        found = {type_in_head(feature.found), parts};
      }
      name += parts < path.size() ? "." + path[parts] : "";
    }
  }
  return found;
}

}  // namespace

std::optional<DataType> type_of_path(OpenDocument& document,
                                     const std::vector<IndexedFilePtr>& files,
                                     const std::vector<std::string>& path, std::uint32_t offset) {
  if (path.empty()) {
    return std::nullopt;
  }
  auto [type, parts] = start_of(document, files, path, offset);
  for (std::size_t i = parts; i < path.size() && type; ++i) {
    const int count = type->is_vector() ? selected_count(path[i]) : 0;
    type = count > 0 ? std::optional(DataType::vector(type->scalar_kind(), count)) : std::nullopt;
  }
  return type;
}

std::vector<std::string> component_names(std::optional<DataType> type) {
  if (type && !type->is_vector()) {
    return {};
  }
  const int count = type ? type->rows() : 4;
  std::vector<std::string> names = {"x", "y"};
  if (count > 2) {
    names.insert(names.end(), {"z", "xy", "xyz", "rgb"});
  }
  if (count > 3) {
    names.emplace_back("w");
  }
  return names;
}

}  // namespace weft::lsp
