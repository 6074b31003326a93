#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft {

/// A declaration and the module it stands in (whose expressions its ids mean).
template <typename Kind>
struct Declared {
  const syntax::Module* module;
  const syntax::Declaration* declaration;
  const Kind* kind;  ///< what `declaration` holds
};

/// Where a fragment of the library comes from; parallel to Library::fragments.
struct FragmentSource {
  const syntax::Module* module;
  const syntax::Signature* signature;
  std::optional<syntax::StmtId> body;
  const std::vector<syntax::BindingId>* bindings = nullptr;  ///< of graphs
  bool is_broken = false;  ///< its signature has errors: what follows from it is not checked
};

/// A library while it is being loaded, and what only the loader has to know. The passes of
/// load_passes.h fill it.
struct LoadState {
  Library library;
  Diagnostics diagnostics;       ///< at most most_diagnostics
  std::size_t report_count = 0;  ///< of all reports, whether they were kept or not
  bool is_unreadable = false;    ///< some file could not be read
  bool is_incomplete =
      false;  ///< some text is missing or does not parse, so names may be missing too
  bool has_broken_defaults = false;     ///< of ports, or parameters of materials that are broken
  std::vector<syntax::Module> modules;  ///< imported ones before those that import them
  std::vector<std::vector<std::size_t>>
      imports;  ///< per module: positions of those that it imports itself
  std::vector<std::unordered_set<NameId>>
      visible_spaces;  ///< per module: the namespaces of features that it can see
  std::vector<FragmentSource> fragment_sources;
  SpellingBudget spelling;
  std::vector<Declared<syntax::FeatureDecl>> feature_sources;  ///< parallel to Library::features
  std::vector<std::pair<ValueId, const syntax::Path*>> anchored_values;  ///< of traits, as written

  std::string_view text(NameId name) const { return library.text(name); }
  /// The namespaces that a name in this module could hide: those of files that it does not import
  /// do not concern it.
  const std::unordered_set<NameId>& spaces_of(const syntax::Module& module) const {
    return visible_spaces[static_cast<std::size_t>(&module - modules.data())];
  }
  /// Whether there are as many diagnostics as are kept: then a further one is only counted, and
  /// what it would say need not be made.
  bool is_full() const {
    return diagnostics.size() >= most_diagnostics && diagnostics.back().severity == Severity::Error;
  }
  /// As report, of the error that `make` gives, which is not asked when there are enough.
  template <typename Make>
  void report_made(const Make& make) {
    if (is_full()) {
      ++report_count;
    } else {
      report(make());
    }
  }
  void report(Diagnostic diagnostic) {
    ++report_count;
    append(diagnostics, std::move(diagnostic));
  }
  void report(Diagnostics several) {
    for (Diagnostic& diagnostic : several) {
      report(std::move(diagnostic));
    }
  }
  /// `duplicate-name` at `again`, with a note at the first.
  void report_duplicate(Span again, std::string message, Span first) {
    Diagnostic diagnostic = error_at(Code::DuplicateName, again, std::move(message));
    diagnostic.notes.push_back({"it is declared here first", first});
    report(std::move(diagnostic));
  }
};

/// All declarations of one kind, in the order of the modules and of their text.
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
