#include "tests/bench/scaled_library.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/model/intrinsics.h"
#include "fragments/syntax/outline.h"
#include "tests/support/places.h"

namespace weft::testing {
namespace {

namespace fs = std::filesystem;

struct ShippedFile {
  std::string path;  ///< relative to shaders/, without the extension
  SourceFile source;
};

/// Sorted by path, without the file that imports those of another folder.
std::vector<ShippedFile> shipped_files_in(const std::string& folder) {
  const fs::path shaders = repository_root() / "shaders";
  std::vector<ShippedFile> files;
  for (const auto& entry : fs::directory_iterator(shaders / folder)) {
    if (entry.path().extension() == ".weft" && entry.path().stem() != "materialx") {
      const fs::path relative = entry.path().lexically_relative(shaders);
      files.push_back({(relative.parent_path() / relative.stem()).string(),
                       SourceFile(relative.string(), read_file(entry.path()))});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const auto& left, const auto& right) { return left.path < right.path; });
  return files;
}

const syntax::Signature* signature_of(const syntax::Declaration& declaration) {
  if (const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
    return &leaf->signature;
  }
  const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind);
  return graph != nullptr ? &graph->signature : nullptr;
}

/// The file's fragments and graphs with this suffix: their names, and the names of those in `known`
/// where they are called.
std::string renamed(const ParsedOutline& file, const SourceFile& source, const Interner& names,
                    const std::set<NameId>& known, const std::string& suffix) {
  std::string text;
  for (const syntax::Declaration& declaration : file.parsed.module.declarations) {
    const syntax::Signature* signature = signature_of(declaration);
    if (signature == nullptr) {
      continue;
    }
    std::uint32_t at = declaration.span.begin;
    for (std::size_t i = 0; i < file.tokens.size(); ++i) {
      const Token& token = file.tokens[i];
      if (token.kind != TokenKind::Name || token.begin < at || token.end > declaration.span.end) {
        continue;
      }
      const NameId name(token.payload);
      const bool is_call = file.tokens[i + 1].kind == TokenKind::LeftParen &&
                           known.count(name) != 0 && !find_intrinsic(names.text(name));
      if (is_call || token.begin == signature->name.span.begin) {
        text += source.text().substr(at, token.end - at);
        text += suffix;
        at = token.end;
      }
    }
    text += source.text().substr(at, declaration.span.end - at);
    text += "\n";
  }
  return text;
}

}  // namespace

void write_scaled_library(const TempDir& place, const std::string& folder, int copies) {
  for (const ShippedFile& file : shipped_files_in("")) {
    place.write(file.path + ".weft", file.source.text());
  }
  std::vector<ShippedFile> files = shipped_files_in(folder);
  Interner names;
  std::vector<ParsedOutline> parsed;
  std::set<NameId> known;
  for (std::size_t i = 0; i < files.size(); ++i) {
    parsed.push_back(parse_with_tokens(FileId(i), files[i].source, names));
    for (const syntax::Declaration& declaration : parsed.back().parsed.module.declarations) {
      if (const syntax::Signature* signature = signature_of(declaration)) {
        known.insert(signature->name.name);
      }
    }
  }
  std::string everything;
  for (std::size_t i = 0; i < files.size(); ++i) {
    place.write(files[i].path + ".weft", files[i].source.text());
    everything += fmt::format("import \"{}\";\n", files[i].path);
    for (int copy = 1; copy <= copies; ++copy) {
      const std::string suffix = fmt::format("_{}", copy);
      const std::string path = files[i].path + suffix;
      std::string text = fmt::format("import \"{}\";\n", files[i].path);
      text += renamed(parsed[i], files[i].source, names, known, suffix);
      place.write(path + ".weft", text);
      everything += fmt::format("import \"{}\";\n", path);
    }
  }
  place.write("everything.weft", everything);
}

}  // namespace weft::testing
