#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// The context of a list of bindings, which decides which other items are allowed in it.
enum class BindingPlace { Graph, Material, Loop };

/// The head of a binding, up to the start of its expression.
struct BindingHead {
  syntax::Identifier name;
  std::optional<syntax::TypeRef> type;
};

/// Parses up to and including the `=`.
std::optional<BindingHead> parse_binding_head(Parser& p, BindingPlace place);
/// Starts after the `{` and ends after the `}`. Fails only if the `}` is missing.
bool parse_bindings(Parser& p, std::vector<syntax::BindingId>& into, BindingPlace place);
bool parse_material(Parser& p, syntax::Declaration& into);
/// Parses one parameter or binding of a material.
std::optional<syntax::MaterialItem> parse_material_item(Parser& p);
/// Parses one binding, `stitch` block or output.
std::optional<syntax::BindingId> parse_binding(Parser& p, BindingPlace place);
/// Reports that the `{` at this index is never closed.
bool fail_unclosed(Parser& p, std::size_t opening);

}  // namespace weft::parsing
