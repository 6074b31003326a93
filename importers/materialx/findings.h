#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "importers/materialx/document.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft::materialx {

/// What is found wrong with a document while it is translated.
struct Findings {
  Diagnostics diagnostics;
  Diagnostics broken_links;  ///< ImportedModule::broken_links
  SpellingBudget spelling;

  /// Reports a link that leads nowhere. Links are followed several times; each is told once.
  void add_broken_link(const Document& document, Code code, ElementId link, std::string message,
                       std::string hint);
  /// What a name that an element does not have may mean: the nearest of those that it has, or all
  /// of them if they are few. `kind` is what they are: `output`.
  template <typename Names>
  std::string hint(std::string_view wanted, std::string_view kind, const Names& names) {
    if (spelling.is_spent()) {
      return {};
    }
    const std::vector<std::string_view> all = names();
    std::string near = spelling.hint(wanted, [&] { return all; });
    return near.empty() ? list_of_names(kind, all) : near;
  }
  bool has_told(ElementId link) const { return told_.count(link.index()) != 0; }

 private:
  static std::string list_of_names(std::string_view kind,
                                   const std::vector<std::string_view>& names);

  std::unordered_set<std::size_t> told_;  ///< links, by their elements
};

/// Adds an error about an element.
void report_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
               std::string message, std::string hint = {}, std::vector<Note> notes = {});

/// Adds a warning about an element.
void warn_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
             std::string message, std::string hint = {}, std::vector<Note> notes = {});

}  // namespace weft::materialx
