#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "live/language_server/hint_fixes.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/visible_names.h"
#include "live/session/splices.h"
#include "support/json.h"

// The hints of diagnostics that say what to write, as edits; and imports for names that a shipped
// file declares.

namespace weft::lsp {
namespace {

struct Fix {
  std::string title;
  Json edit;  ///< `TextEdit`
};

Json replacement(const SourceFile& source, Span span, const std::string& text) {
  return Json{{"range", range_json(source, span)}, {"newText", text}};
}

bool is_about_a_name(const Diagnostic& found) {
  switch (found.code) {
    case Code::UnknownName:
      return found.notes.empty();  // no import helps where a note lists the values of an `enum`
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

/// Whether a fix brings no syntax error.
bool stays_parsed(OpenDocument& document, const TextFix& fix) {
  const live::DocumentText& before = document.tree();
  const live::Splices fixed = {{fix.span.begin, fix.span.end, fix.text}};
  const live::DocumentText after(before, live::apply_splices(before.text(), fixed),
                                 live::change_of(fixed), before.share_names());
  return after.diagnostics().size() <= before.diagnostics().size();
}

std::vector<Fix> fixes_of(ServerState& state, OpenDocument& document,
                          const std::vector<IndexedFilePtr>& files, const Diagnostic& found) {
  std::vector<Fix> fixes;
  const auto file = shipped_import_of(found.hint);
  if (file) {
    fixes.push_back({fmt::format("import \"{}\"", *file), import_edit(*files.front(), *file)});
  } else if (is_about_a_name(found)) {  // the exact name, before one that is like it
    if (auto fix = fix_by_import(state, files, found)) {
      fixes.push_back(std::move(*fix));
    }
  }
  for (const TextFix& fix : fixes_of_hint(document, found)) {
    if (stays_parsed(document, fix)) {
      fixes.push_back({fix.title, replacement(document.source(), fix.span, fix.text)});
    }
  }
  return fixes;
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
  ImportPlaces imports;
  Json actions = Json::array();
  for (const Diagnostic& found : document.diagnostics()) {
    const bool is_here = found.span && found.span->file == document.loaded().library().root_file &&
                         found.span->begin <= to && found.span->end >= from;
    if (!is_here || files.empty()) {
      continue;
    }
    const std::vector<Fix> fixes = fixes_of(state, document, files, found);
    for (const Fix& fix : fixes) {
      actions.push_back(
          Json{{"title", fix.title},
               {"kind", "quickfix"},
               {"isPreferred", fixes.size() == 1},
               {"diagnostics", Json::array({diagnostic_json(state, document, found, imports)})},
               {"edit", {{"changes", {{document.uri(), Json::array({fix.edit})}}}}}});
    }
  }
  return json_text(actions);
}

}  // namespace

std::vector<HandlerRow> code_action_handlers() {
  return {{"textDocument/codeAction", code_actions}};
}

}  // namespace weft::lsp
