#include "fragments/load/keep_named.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fragments/syntax/operator_fragments.h"
#include "fragments/syntax/outline.h"

namespace weft {
namespace {

const syntax::Signature& signature_of(const syntax::Declaration& declaration) {
  const auto* leaf = std::get_if<syntax::FragmentDecl>(&declaration.kind);
  return leaf != nullptr ? leaf->signature
                         : std::get<syntax::GraphDecl>(declaration.kind).signature;
}

/// The names that are mentioned, and the fragments that they keep, transitively.
class NamedFragments {
 public:
  explicit NamedFragments(const LoadState& state)
      : state_(state), is_named_(state.library.names.size()), by_name_(is_named_.size()) {
    is_kept.resize(state.outlines.size());
    for (std::size_t module = 0; module < state.outlines.size(); ++module) {
      const std::vector<OutlinedFragment>& fragments = state.outlines[module].fragments;
      is_kept[module].resize(fragments.size());
      for (std::size_t i = 0; i < fragments.size(); ++i) {
        const syntax::Declaration& declaration =
            state.modules[module].declarations[fragments[i].declaration];
        by_name_[signature_of(declaration).name.name.index()].push_back({module, i});
      }
    }
  }

  void find() {
    for (const BinaryOperatorFragment& called : binary_operator_fragments) {
      add_spelling(called.fragment);
    }
    for (const UnaryOperatorFragment& called : unary_operator_fragments) {
      add_spelling(called.fragment);
    }
    for (const Outline& outline : state_.outlines) {
      std::size_t begin = 0;
      for (const OutlinedFragment& fragment : outline.fragments) {
        add_words(outline, begin, fragment.begin);
        begin = fragment.end;
      }
      add_words(outline, begin, outline.text.tokens.size());
    }
    while (!open_.empty()) {
      const auto [module, index] = open_.back();
      open_.pop_back();
      const Outline& outline = state_.outlines[module];
      add_words(outline, outline.fragments[index].begin, outline.fragments[index].end);
    }
  }

  std::vector<std::vector<bool>> is_kept;  ///< per module, per outlined fragment

 private:
  struct Place {
    std::size_t module;
    std::size_t fragment;
  };

  void add_words(const Outline& outline, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Token& token = outline.text.tokens[i];
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
    if (is_named_[name]) {
      return;
    }
    is_named_[name] = true;
    for (const Place& place : by_name_[name]) {
      is_kept[place.module][place.fragment] = true;
      open_.push_back(place);
    }
  }

  const LoadState& state_;
  std::vector<bool> is_named_;               ///< per name
  std::vector<std::vector<Place>> by_name_;  ///< per name
  std::vector<Place> open_;                  ///< kept, but their words are not added yet
};

/// Parses the bodies of the fragments that are kept and removes the other ones.
void complete_module(LoadState& state, std::size_t index, const std::vector<bool>& is_kept) {
  syntax::Module& module = state.modules[index];
  const Outline& outline = state.outlines[index];
  if (outline.fragments.empty()) {
    return;
  }
  const SourceFile& source = state.library.sources[module.file];
  std::vector<bool> is_left_out(module.declarations.size());
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    const OutlinedFragment& fragment = outline.fragments[i];
    is_left_out[fragment.declaration] = !is_kept[i];
    if (is_kept[i] && fragment.body) {
      Diagnostics errors = parse_skipped_body(module, outline.text, fragment, source);
      state.is_incomplete = state.is_incomplete || has_errors(errors);
      state.report(std::move(errors));
    }
  }
  std::vector<syntax::Declaration> declarations;
  declarations.reserve(module.declarations.size());
  for (std::size_t i = 0; i < module.declarations.size(); ++i) {
    if (!is_left_out[i]) {
      declarations.push_back(std::move(module.declarations[i]));
    }
  }
  module.declarations = std::move(declarations);
}

}  // namespace

void keep_named(LoadState& state) {
  NamedFragments named(state);
  named.find();
  for (std::size_t i = 0; i < state.outlines.size(); ++i) {
    complete_module(state, i, named.is_kept[i]);
  }
  state.outlines.clear();
}

}  // namespace weft
