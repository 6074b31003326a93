#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/syntax/outline.h"
#include "fragments/syntax/syntax.h"
#include "fragments/syntax/token.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft {

/// A declaration and its module, which owns the expressions that its ids refer to.
template <typename Kind>
struct Declared {
  const syntax::Module* module;
  const syntax::Declaration* declaration;
  const Kind* kind;  ///< the alternative held by `declaration`
};

/// The source of a fragment; parallel to Library::fragments.
struct FragmentSource {
  const syntax::Module* module;
  const syntax::Signature* signature;
  std::optional<syntax::StmtId> body;
  const std::vector<syntax::BindingId>* bindings = nullptr;  ///< of graphs
  bool is_broken = false;  ///< its signature has errors, so dependent checks are skipped
};

/// What keep_named() needs of a file.
struct Outline {
  std::vector<Token> tokens;
  std::vector<SkippedFragment> skipped;
};

/// A library under construction, with the loader's own state. Filled by the passes of
/// load_passes.h.
struct LoadState {
  Library library;
  Diagnostics diagnostics;       ///< at most most_diagnostics
  std::size_t report_count = 0;  ///< number of reported errors, kept or not
  bool is_unreadable = false;    ///< some file could not be read
  /// Some text is missing or does not parse, so names may be missing too.
  bool is_incomplete = false;
  bool has_broken_defaults = false;  ///< some default is erroneous, or some material parameter is
  std::vector<syntax::Module> modules;  ///< imported modules first
  /// While its materials are declared: a module beside `modules` that sees what `root_module` sees.
  const syntax::Module* document = nullptr;
  std::size_t root_module = 0;
  /// If LoadOptions::only_named, parallel to `modules` until keep_named().
  std::vector<Outline> outlines;
  /// Modules by the identities of their files; none while a file's imports are being read. Lookups
  /// only.
  std::unordered_map<std::string, std::optional<std::size_t>> module_of_file;
  /// Per module: indices of the modules that it imports directly.
  std::vector<std::vector<std::size_t>> imports;
  /// Per module: the feature namespaces that it can see.
  std::vector<std::unordered_set<NameId>> visible_spaces;
  std::vector<bool> is_shipped;  ///< per file, whether it is in a shipped directory
  std::vector<FragmentSource> fragment_sources;
  SpellingBudget spelling;
  std::vector<Declared<syntax::FeatureDecl>> feature_sources;  ///< parallel to Library::features
  std::vector<std::pair<ValueId, const syntax::Path*>>
      anchored_values;  ///< trait values and their anchors, as written
  std::vector<std::pair<ValueId, const syntax::Identifier*>>
      precise_values;  ///< trait values and the precision that their declarations state

  std::string_view text(NameId name) const { return library.text(name); }
  /// The namespaces that a name in this module could hide. Excludes those of files it does not
  /// import.
  const std::unordered_set<NameId>& spaces_of(const syntax::Module& module) const {
    return &module == document ? visible_spaces[root_module]
                               : visible_spaces[static_cast<std::size_t>(&module - modules.data())];
  }
  /// Whether no more diagnostics are kept; further ones are only counted, so their text need not be
  /// made.
  bool is_full() const {
    return diagnostics.size() >= most_diagnostics && diagnostics.back().severity == Severity::Error;
  }
  /// Reports the error that `make` returns; does not call `make` once is_full().
  template <typename Make>
  void report_made(const Make& make) {
    if (is_full()) {
      ++report_count;
    } else {
      report(make());
    }
  }
  void report(Diagnostic diagnostic) {
    report_count += diagnostic.severity == Severity::Error ? 1 : 0;
    append(diagnostics, std::move(diagnostic));
  }
  void report(Diagnostics several) {
    for (Diagnostic& diagnostic : several) {
      report(std::move(diagnostic));
    }
  }
  /// Reports `duplicate-name` at `again`, with a note at the first declaration.
  void report_duplicate(Span again, std::string message, Span first) {
    Diagnostic diagnostic = error_at(Code::DuplicateName, again, std::move(message));
    diagnostic.notes.push_back({"the first declaration is here", first});
    report(std::move(diagnostic));
  }
};

/// All declarations of one kind, by module, then in source order.
template <typename Kind>
std::vector<Declared<Kind>> declarations_of(const LoadState& state) {
  std::vector<Declared<Kind>> found;
  for (const syntax::Module& module : state.modules) {
    for (const syntax::Declaration& declaration : module.declarations) {
      if (const Kind* kind = std::get_if<Kind>(&declaration.kind)) {
        found.push_back({&module, &declaration, kind});
      }
    }
  }
  return found;
}

/// `a.b.c`
inline std::string path_text(const LoadState& state, const syntax::Path& path) {
  std::string text;
  for (const syntax::Identifier& part : path.parts) {
    text += text.empty() ? "" : ".";
    text += state.text(part.name);
  }
  return text;
}

}  // namespace weft
