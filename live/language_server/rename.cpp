#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/syntax/lexer.h"
#include "fragments/types/data_type.h"
#include "live/language_server/message_params.h"
#include "live/language_server/rename_faults.h"
#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "live/session/splices.h"
#include "support/json.h"

// Renaming in all files of the workspace. A new name is refused if it is no name, if it is taken,
// or if some mention of it or of the old name would mean something else or be an error afterwards.

namespace weft::lsp {
namespace {

RpcError refused(std::string message) { return {RpcCode::RequestFailed, std::move(message), {}}; }

/// Why a symbol cannot be renamed; empty if it can.
std::string fault_of_symbol(const ServerState& state, const SymbolAt& at) {
  const std::string& name = at.symbol.name;
  switch (at.symbol.space) {
    case SymbolSpace::File:
      return "a file is renamed where it is kept";
    case SymbolSpace::FeatureSpace:
      return fmt::format("'{}' is a namespace of features: rename its features", name);
    case SymbolSpace::Output:
      return fmt::format("'{}' is an output, which profiles demand by this name", name);
    default:
      break;
  }
  if (at.declared.empty()) {
    return fmt::format("'{}' is not declared in a file", name);
  }
  for (const FoundDeclaration& each : at.declared) {
    const std::string path = state.reader.identity(each.file->path);
    for (const std::string& folder : state.options.shipped_directories) {
      if (is_inside(path, state.reader.identity(folder))) {
        return fmt::format("'{}' is declared in a shipped file", name);
      }
    }
  }
  if (at.symbol.space == SymbolSpace::Callable && at.declared.size() > 1) {
    return fmt::format(
        "there are several fragments '{}', so the calls of this one are not told apart by name",
        name);
  }
  return {};
}

/// The name as it is written: of a feature what is after its last dot.
std::string written_name(const Symbol& symbol) {
  const std::size_t dot = symbol.name.rfind('.');
  return symbol.space == SymbolSpace::Feature && dot != std::string::npos
             ? symbol.name.substr(dot + 1)
             : symbol.name;
}

std::string fault_of_name(const std::string& name) {
  if (is_name(name)) {
    return {};
  }
  return is_reserved_word(name) ? fmt::format("'{}' is a reserved word", name)
                                : fmt::format("'{}' is not a name", name);
}

/// The symbol under its new name.
Symbol with_name(const Symbol& symbol, const std::string& name) {
  Symbol renamed = symbol;
  const std::size_t dot = symbol.name.rfind('.');
  renamed.name = symbol.space == SymbolSpace::Feature && dot != std::string::npos
                     ? symbol.name.substr(0, dot + 1) + name
                     : name;
  return renamed;
}

/// Whether the document sees another declaration of the new name among the same kind of things.
bool is_taken(const SymbolAt& at, const std::string& name) {
  if (at.symbol.space == SymbolSpace::Local) {
    return false;  // a scope has it; see keeps_meaning()
  }
  return !find_declarations(at.files, with_name(at.symbol, name)).empty();
}

/// Whether a symbol is looked up like a value, so that its name competes with those of types and
/// namespaces. Members are looked up in their struct alone.
bool is_value(const SymbolAt& at) {
  const bool is_member = std::any_of(
      at.declared.begin(), at.declared.end(),
      [](const FoundDeclaration& each) { return each.declared->kind == DeclaredKind::Member; });
  const SymbolSpace space = at.symbol.space;
  return space == SymbolSpace::Local || space == SymbolSpace::Port ||
         (space == SymbolSpace::Field && !is_member);
}

/// Whether something that the declaring files see is of that name. `matches`: of a file's symbols.
template <typename Matches>
bool sees(ServerState& state, const SymbolAt& at, const Matches& matches) {
  return std::any_of(at.declared.begin(), at.declared.end(), [&](const FoundDeclaration& each) {
    const std::vector<IndexedFilePtr> files = state.index.closure(each.file->path);
    return std::any_of(files.begin(), files.end(),
                       [&](const IndexedFilePtr& file) { return matches(file->symbols); });
  });
}

/// Whether a value of that name would hide features that its declaration sees.
bool hides_features(ServerState& state, const SymbolAt& at, const std::string& name) {
  const Symbol space{SymbolSpace::FeatureSpace, {}, name};
  return is_value(at) && sees(state, at, [&](const FileSymbols& seen) {
           return std::find(seen.symbols.begin(), seen.symbols.end(), space) != seen.symbols.end();
         });
}

/// Whether a value or callable of that name would be mistaken for a data type.
bool is_data_type(ServerState& state, const SymbolAt& at, const std::string& name) {
  if (at.symbol.space != SymbolSpace::Callable && !is_value(at)) {
    return false;
  }
  const Symbol type{SymbolSpace::Callable, {}, name};
  return find_data_type(name) || sees(state, at, [&](const FileSymbols& seen) {
           const auto declared = seen.declared_by_symbol.find(type);
           return declared != seen.declared_by_symbol.end() &&
                  std::any_of(declared->second.begin(), declared->second.end(),
                              [&](std::uint32_t each) {
                                return seen.declared[each].kind == DeclaredKind::Struct;
                              });
         });
}

/// Why a symbol cannot have another name that is well formed; empty if its mentions decide.
std::string fault_of_new_name(ServerState& state, const SymbolAt& at, const std::string& name) {
  if (is_taken(at, name)) {
    return fmt::format("'{}' exists already", name);
  }
  if (hides_features(state, at, name)) {
    return fmt::format("'{}' would hide the features {}.*", name, name);
  }
  if (is_data_type(state, at, name)) {
    return fmt::format("'{}' is the name of a data type", name);
  }
  return {};
}

/// The splices of a file: one per mention.
live::Splices splices_of(const std::vector<const Occurrence*>& uses, const std::string& name) {
  live::Splices splices;
  splices.reserve(uses.size());
  for (const Occurrence* const use : uses) {
    if (use->is_shorthand) {  // `output n;` keeps its output
      splices.push_back({use->span.end, use->span.end, " = " + name});
    } else {
      splices.push_back({use->span.begin, use->span.end, name});
    }
  }
  return splices;
}

/// Whether every mention in a text has the same declaration before and after a change of names: the
/// mentions correspond in order, and two of them are of one symbol before exactly if they are
/// after.
bool keeps_meaning(const IndexedFile& before, const live::Splices& splices) {
  const live::DocumentText text(before.path, live::apply_splices(before.text.text(), splices));
  const FileSymbols after = collect_symbols(text);
  if (after.occurrences.size() != before.symbols.occurrences.size()) {
    return false;
  }
  std::map<std::uint32_t, std::uint32_t> forward;
  std::map<std::uint32_t, std::uint32_t> backward;
  for (std::size_t i = 0; i < after.occurrences.size(); ++i) {
    const std::uint32_t old = before.symbols.occurrences[i].symbol;
    const std::uint32_t now = after.occurrences[i].symbol;
    if (forward.emplace(old, now).first->second != now ||
        backward.emplace(now, old).first->second != old) {
      return false;
    }
  }
  return true;
}

/// The uses by file, in order.
std::vector<std::pair<IndexedFilePtr, std::vector<const Occurrence*>>> uses_by_file(
    ServerState& state, const SymbolAt& at) {
  std::vector<std::pair<IndexedFilePtr, std::vector<const Occurrence*>>> files;
  for (const SymbolUse& use : find_uses(state, at)) {
    if (files.empty() || files.back().first != use.file) {
      files.emplace_back(use.file, std::vector<const Occurrence*>());
    }
    files.back().second.push_back(use.occurrence);
  }
  return files;
}

RpcAnswer prepare_rename(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  const auto at = symbol_at(state, *place);
  if (!at) {
    return "null";
  }
  if (std::string fault = fault_of_symbol(state, *at); !fault.empty()) {
    return tl::unexpected(refused(std::move(fault)));
  }
  return json_text(Json{{"range", range_json(place->document->source(), at->occurrence.span)},
                        {"placeholder", written_name(at->symbol)}});
}

/// Why files cannot have the new name; empty if they can.
std::string fault_of_files(ServerState& state, const SymbolAt& at, const std::string& name,
                           const std::vector<RenamedFile>& renamed) {
  const auto taken_in = [&](const IndexedFile& file) {
    return fmt::format("'{}' means something else in '{}' already", name, file.path);
  };
  for (const RenamedFile& each : renamed) {
    if (!keeps_meaning(*each.file, each.splices)) {
      return taken_in(*each.file);
    }
  }
  // Such as the call of an intrinsic, which would call the renamed fragment.
  const Symbol now = with_name(at.symbol, name);
  const std::vector<IndexedFilePtr> others = bystanders(state, at, name, renamed);
  for (const IndexedFilePtr& file : others) {
    const std::vector<Symbol>& symbols = file->symbols.symbols;
    if (std::find(symbols.begin(), symbols.end(), now) != symbols.end()) {
      return taken_in(*file);
    }
  }
  const std::string error = error_of_rename(state, renamed, others);
  return error.empty() ? error : fmt::format("'{}' would be an error in {}", name, error);
}

RpcAnswer rename(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  const auto name = text_of(member(params, "newName"));
  const auto at = symbol_at(state, *place);
  if (!name) {
    return tl::unexpected(bad_params("'newName' is not a string"));
  }
  if (!at) {
    return tl::unexpected(refused("there is no name here"));
  }
  std::string fault = fault_of_symbol(state, *at);
  fault = fault.empty() ? fault_of_name(*name) : fault;
  std::vector<RenamedFile> renamed;
  if (fault.empty() && *name != written_name(at->symbol)) {
    fault = fault_of_new_name(state, *at, *name);
  }
  if (fault.empty()) {
    for (const auto& [file, uses] : uses_by_file(state, *at)) {
      renamed.push_back({file, splices_of(uses, *name)});
    }
  }
  if (fault.empty() && *name != written_name(at->symbol)) {
    fault = fault_of_files(state, *at, *name, renamed);
  }
  if (!fault.empty()) {
    return tl::unexpected(refused(std::move(fault)));
  }
  Json changes = Json::object();
  for (const auto& [file, splices] : renamed) {
    Json edits = Json::array();
    PlaceFinder places(file->text.source());
    for (const live::Splice& splice : splices) {
      edits.push_back(Json{{"range", range_json(places, {FileId(0), splice.begin, splice.end})},
                           {"newText", splice.text}});
    }
    changes[uri_of_file(state, file->path)] = std::move(edits);
  }
  return json_text(Json{{"changes", std::move(changes)}});
}

}  // namespace

std::vector<HandlerRow> rename_handlers() {
  return {{"textDocument/prepareRename", prepare_rename}, {"textDocument/rename", rename}};
}

}  // namespace weft::lsp
