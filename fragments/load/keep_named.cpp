#include "fragments/load/keep_named.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/syntax/operator_fragments.h"
#include "fragments/syntax/outline.h"

namespace weft {
namespace {

/// Parses the skipped fragments that are mentioned, and those that they mention.
class NamedFragments {
 public:
  explicit NamedFragments(LoadState& state)
      : state_(state), is_named_(state.library.names.size()), by_name_(is_named_.size()) {
    for (std::size_t module = 0; module < state.outlines.size(); ++module) {
      for (const SkippedFragment& skipped : state.outlines[module].skipped) {
        by_name_[skipped.name.index()].push_back({module, &skipped});
      }
    }
  }

  void parse() {
    for (const BinaryOperatorFragment& called : binary_operator_fragments) {
      add_spelling(called.fragment);
    }
    for (const UnaryOperatorFragment& called : unary_operator_fragments) {
      add_spelling(called.fragment);
    }
    for (const Outline& outline : state_.outlines) {
      add_words(outline.tokens);
    }
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      syntax::Module& module = state_.modules[place.module];
      ParsedFragment made = parse_skipped(module, state_.library.sources[module.file],
                                          state_.library.names, *place.skipped);
      state_.is_incomplete = state_.is_incomplete || has_errors(made.diagnostics);
      state_.report(std::move(made.diagnostics));
      add_words(made.tokens);
    }
  }

 private:
  struct Place {
    std::size_t module;
    const SkippedFragment* skipped;
  };

  void add_words(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
      if (token.kind == TokenKind::Name) {
        add_name(token.payload);
      }
    }
  }

  void add_spelling(std::string_view spelling) {
    if (const auto name = state_.library.names.find(spelling)) {
      add_name(name->index());
    }
  }

  void add_name(std::size_t name) {
    // Names that are new by now are of no skipped fragment.
    if (name >= is_named_.size() || is_named_[name]) {
      return;
    }
    is_named_[name] = true;
    open_.insert(open_.end(), by_name_[name].begin(), by_name_[name].end());
  }

  LoadState& state_;
  std::vector<bool> is_named_;               ///< per name
  std::vector<std::vector<Place>> by_name_;  ///< per name
  std::vector<Place> open_;                  ///< named, but not parsed yet
};

}  // namespace

void keep_named(LoadState& state) {
  NamedFragments(state).parse();
  for (syntax::Module& module : state.modules) {
    sort_declarations(module);
  }
  state.outlines.clear();
}

}  // namespace weft
