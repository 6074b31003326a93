#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/listing.h"
#include "composer/explain/listing_json.h"
#include "fragments/load/disk_reader.h"
#include "support/json.h"
#include "support/text_table.h"
#include "tools/commands.h"
#include "tools/library_page.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

constexpr const char* library_page_title = R"(# The library

Everything that ships, by file. `weft list library` prints this page; `weft list library FILE` prints the same of a file
and of all that it imports. Each line has the head of a declaration and the first sentence of its comment.
)";

/// In the order of a search's answers.
constexpr std::array all_kinds = {"fragments", "conversions", "features", "structs",  "traits",
                                  "bounds",    "products",    "profiles", "materials"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const char c : lower_case(text) + " ") {
    if (c == ' ') {
      words.emplace_back();
    } else if (words.empty()) {
      words.emplace_back(1, c);
    } else {
      words.back() += c;
    }
  }
  std::erase(words, "");
  return words;
}

/// How many of the words a text has.
std::ptrdiff_t count_of(const std::vector<std::string>& words, std::string_view text) {
  const std::string lower = lower_case(text);
  return std::count_if(words.begin(), words.end(), [&](const std::string& word) {
    return lower.find(word) != std::string::npos;
  });
}

/// What the words are looked for in: the name, the comment, and what is listed beside the name.
std::string searched_text(const ListedDeclaration& declaration) {
  std::string text = declaration.name + " " + declaration.doc;
  for (const ListedDeclaration::Member& member : declaration.members) {
    text += " " + member.cell;
  }
  return text;
}

/// The declarations that have all words, those with more of them in their names first.
std::vector<ListedDeclaration> found(std::vector<ListedDeclaration> listing,
                                     const std::string& search) {
  const std::vector<std::string> words = words_of(search);
  std::erase_if(listing, [&](const ListedDeclaration& each) {
    return count_of(words, searched_text(each)) < std::ssize(words);
  });
  std::stable_sort(listing.begin(), listing.end(),
                   [&](const ListedDeclaration& a, const ListedDeclaration& b) {
                     return count_of(words, a.name) > count_of(words, b.name);
                   });
  return listing;
}

/// Per declaration the path that imports it if it is shipped, `color`; empty for others.
std::vector<std::string> imports_of(const std::vector<ListedDeclaration>& listing) {
  std::vector<std::string> folders;
  for (const std::string& folder : load_options({}).shipped_directories) {
    folders.push_back(normalized_path(folder));
  }
  std::vector<std::string> imports;
  imports.reserve(listing.size());
  for (const ListedDeclaration& declaration : listing) {
    const std::string source = declaration.source.value_or("");
    const std::string file = normalized_path(source.substr(0, source.find(".weft:")));
    const auto folder = std::find_if(folders.begin(), folders.end(), [&](const std::string& each) {
      return is_inside(file, each);
    });
    imports.push_back(folder == folders.end() ? "" : file.substr(folder->size() + 1));
  }
  return imports;
}

/// `name  "import"  members…  // first sentence`
std::vector<std::string> row_of(const ListedDeclaration& declaration,
                                const std::optional<std::string>& import) {
  std::vector<std::string> cells{declaration.name};
  if (import) {
    cells.push_back(import->empty() ? "-" : fmt::format("\"{}\"", *import));
  }
  for (const ListedDeclaration::Member& member : declaration.members) {
    cells.push_back(member.cell);
  }
  if (!declaration.doc.empty()) {
    cells.push_back("// " + first_sentence(declaration.doc));
  }
  return cells;
}

void report_listing(const std::string& kind, const std::vector<ListedDeclaration>& listing,
                    Report& report) {
  const std::vector<std::string> imports = imports_of(listing);
  const bool has_imports = std::any_of(imports.begin(), imports.end(),
                                       [](const std::string& each) { return !each.empty(); });
  TextTable table;
  Json json = listing_json(listing);
  for (std::size_t i = 0; i < listing.size(); ++i) {
    table.add(row_of(listing[i], has_imports ? std::optional(imports[i]) : std::nullopt));
    json[i]["import"] = imports[i].empty() ? Json() : Json(imports[i]);
  }
  report.print(table.text());
  report.result()[kind] = std::move(json);
}

}  // namespace

void run(const ListOptions& options, Report& report) {
  const std::optional<Library> library =
      options.input ? accept(Input(*options.input).load(), report)
                    : accept(load_library(shipped_files(), DiskReader(), load_options({})), report);
  if (!library) {
    return;
  }
  const bool is_whole = options.kind == "library";
  if (is_whole && options.search.empty()) {
    report.print(std::string(library_page_title) + library_page(*library));
  }
  for (const std::string kind : all_kinds) {
    if (!is_whole && kind != options.kind) {
      continue;
    }
    const std::vector<ListedDeclaration> listing =
        found(list_declarations(*library, kind), options.search);
    if (!is_whole) {
      report_listing(kind, listing, report);
    } else if (options.search.empty()) {
      report.result()[kind] = listing_json(listing);
    } else if (!listing.empty()) {
      report.print(kind + "\n");
      report_listing(kind, listing, report);
    }
  }
}

}  // namespace weft::tools
