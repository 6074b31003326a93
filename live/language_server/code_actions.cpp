#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/visible_names.h"
#include "support/json.h"

// The hints of diagnostics that say what to write, as edits; and imports for names that a shipped
// file declares.

namespace weft::lsp {
namespace {

/// What is between two texts; nothing if the whole has another form.
std::optional<std::string> between(std::string_view whole, std::string_view begin,
                                   std::string_view end) {
  if (!whole.starts_with(begin) || !whole.ends_with(end) ||
      whole.size() <= begin.size() + end.size()) {
    return std::nullopt;
  }
  return std::string(whole.substr(begin.size(), whole.size() - begin.size() - end.size()));
}

struct Fix {
  std::string title;
  Json edit;  ///< `TextEdit`
};

Json replacement(const SourceFile& source, Span span, const std::string& text) {
  return Json{{"range", range_json(source, span)}, {"newText", text}};
}

/// The last name of a path, `uv` of `surface.uv`.
Span last_name(const SourceFile& source, Span span) {
  const std::size_t dot = source.text(span).rfind('.');
  return dot == std::string_view::npos
             ? span
             : Span{span.file, span.begin + static_cast<std::uint32_t>(dot) + 1, span.end};
}

/// What a hint says to write.
std::optional<Fix> fix_of_hint(const SourceFile& source, const Diagnostic& found) {
  if (const auto name = between(found.hint, "did you mean '", "'?")) {
    const bool is_path = name->find('.') != std::string::npos;
    const Span span = is_path ? *found.span : last_name(source, *found.span);
    return Fix{fmt::format("write '{}'", *name), replacement(source, span, *name)};
  }
  if (const auto path =
          between(found.hint, "a bare name is a shipped file: write import \"", "\"")) {
    return Fix{fmt::format("import \"{}\"", *path),
               replacement(source, *found.span, "\"" + *path + "\"")};
  }
  return std::nullopt;
}

bool is_about_a_name(const Diagnostic& found) {
  switch (found.code) {
    case Code::UnknownName:
    case Code::UnknownTrait:
    case Code::UnknownType:
    case Code::UnknownFeature:
    case Code::UnknownFragment:
      return true;
    default:
      return false;
  }
}

/// The import that brings an unknown name, if a shipped file declares it.
std::optional<Fix> fix_by_import(ServerState& state, const std::vector<IndexedFilePtr>& files,
                                 const Diagnostic& found) {
  const std::string_view word = files.front()->text.source().text(*found.span);
  for (const SymbolSpace space :
       {SymbolSpace::Callable, SymbolSpace::Trait, SymbolSpace::Feature}) {
    for (const VisibleName& name : importable_names(state, files, space)) {
      const bool is_space = space == SymbolSpace::Feature && name.name.starts_with(word) &&
                            name.name[word.size()] == '.';
      if (name.name == word || is_space) {
        return Fix{fmt::format("import \"{}\"", name.import),
                   import_edit(*files.front(), name.import)};
      }
    }
  }
  return std::nullopt;
}

RpcAnswer code_actions(ServerState& state, const Json& params) {
  const auto opened = document_of(state, params);
  if (!opened) {
    return tl::unexpected(opened.error());
  }
  OpenDocument& document = **opened;
  const Json& range = member(params, "range");
  const auto begin = parse_place(member(range, "start"));
  const auto end = parse_place(member(range, "end"));
  if (!begin || !end) {
    return tl::unexpected(bad_params("'range' is not a range"));
  }
  const std::uint32_t from = offset_of(document.source(), *begin);
  const std::uint32_t to = offset_of(document.source(), *end);
  const std::vector<IndexedFilePtr> files = state.index.closure(document.path());
  Json actions = Json::array();
  for (const Diagnostic& found : document.diagnostics()) {
    const bool is_here = found.span && found.span->file == document.loaded().library().root_file &&
                         found.span->begin <= to && found.span->end >= from;
    if (!is_here || files.empty()) {
      continue;
    }
    auto fix = fix_of_hint(document.source(), found);
    if (!fix && found.hint.empty() && is_about_a_name(found)) {
      fix = fix_by_import(state, files, found);
    }
    if (fix) {
      actions.push_back(
          Json{{"title", fix->title},
               {"kind", "quickfix"},
               {"isPreferred", true},
               {"diagnostics", Json::array({diagnostic_json(state, document, found)})},
               {"edit", {{"changes", {{document.uri(), Json::array({fix->edit})}}}}}});
    }
  }
  return json_text(actions);
}

}  // namespace

std::vector<HandlerRow> code_action_handlers() {
  return {{"textDocument/codeAction", code_actions}};
}

}  // namespace weft::lsp
