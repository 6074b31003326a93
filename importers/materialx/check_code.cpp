#include "importers/materialx/check_code.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/load.h"
#include "fragments/syntax/parser.h"

namespace weft::materialx {
namespace {

CodeMessage message_of(const LeafCode& leaf, const Diagnostic& found, std::uint32_t leaf_begin) {
  CodeMessage made{found.message};
  const auto place =
      leaf.place_in_file(found.span->begin - leaf_begin, found.span->end - leaf_begin);
  if (place) {
    made.notes.push_back({fmt::format("it is here, in the function '{}'", leaf.function), place});
  }
  return made;
}

/// What its syntax lacks: it would spoil what comes after it.
std::optional<CodeMessage> check_syntax(const LeafCode& leaf) {
  Sources sources;
  Interner interner;
  const FileId file = sources.add(SourceFile("<code>", leaf.text));
  const ParsedModule parsed = parse_module(file, sources[file], interner);
  for (const Diagnostic& found : parsed.diagnostics) {
    if (found.severity == Severity::Error && found.span) {
      return message_of(leaf, found, 0);
    }
  }
  return std::nullopt;
}

struct Placed {
  std::uint32_t begin;  ///< in the text that is loaded
  std::size_t group;
  const LeafCode* leaf;
};

}  // namespace

std::vector<std::optional<CodeMessage>> check_code(const std::vector<std::string>& structs,
                                                   const std::vector<std::vector<LeafCode>>& groups,
                                                   const FileReader& reader,
                                                   const std::string& shipped_directory) {
  std::vector<std::optional<CodeMessage>> messages(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < groups[i].size() && !messages[i]; ++j) {
      messages[i] = check_syntax(groups[i][j]);
    }
  }
  LoadOptions load;
  load.shipped_directories = {shipped_directory};
  // Later stages of loading find their errors once there are none of earlier ones.
  for (bool is_new = true; is_new;) {
    is_new = false;
    std::string text = "import \"core\";\n";
    for (const std::string& declaration : structs) {
      text += declaration;
    }
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t j = 0; j < groups[i].size() && !messages[i]; ++j) {
        placed.push_back({static_cast<std::uint32_t>(text.size()), i, &groups[i][j]});
        text += groups[i][j].text;
      }
    }
    if (placed.empty()) {
      break;
    }
    const LoadedLibrary loaded = load_text("<code>", std::move(text), reader, load);
    for (const Diagnostic& found : loaded.diagnostics) {
      if (found.severity != Severity::Error || !found.span ||
          found.span->file != loaded.library.root_file) {
        continue;
      }
      const auto next =
          std::upper_bound(placed.begin(), placed.end(), found.span->begin,
                           [](std::uint32_t at, const Placed& one) { return at < one.begin; });
      if (next != placed.begin() && !messages[std::prev(next)->group]) {
        const Placed& one = *std::prev(next);
        messages[one.group] = message_of(*one.leaf, found, one.begin);
        is_new = true;
      }
    }
  }
  return messages;
}

}  // namespace weft::materialx
