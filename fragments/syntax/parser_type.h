#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fragments/syntax/parser_state.h"

namespace weft::parsing {

/// What a brace after a type may open besides traits. A body never begins with `name:`. The
/// bindings of a graph may, but then with `name: type =`.
enum class AfterType { NoBrace, Body, Bindings };

std::optional<syntax::TypeRef> parse_type(Parser& p, std::string_view what,
                                          std::string_view hint = {},
                                          AfterType after = AfterType::NoBrace);
/// Zero or more of `[4]`, `[N]`, `[]`.
bool parse_array_sizes(Parser& p, std::vector<std::optional<syntax::ExprId>>& into);
std::optional<syntax::Traits> parse_traits(Parser& p);
std::optional<syntax::Path> parse_path(Parser& p, std::string_view what);
bool parse_paths(Parser& p, std::vector<syntax::Path>& into);
/// `surface.uv keeps frame, surface.position`: the features of an `eval` port.
bool parse_evaluated_features(Parser& p, std::vector<syntax::EvalPort::Feature>& into);
/// `[min: 0, max: 1]`; empty if there is none here.
std::optional<syntax::Meta> parse_meta(Parser& p);

/// Whether a word begins like the data types of shading languages.
bool looks_like_type(std::string_view word);

/// `name: type` built from the words left and right of the cursor, for hints to authors who wrote
/// the type first. Skips a qualifier if there is one more word on the right.
std::string name_and_type(const TokenCursor& cursor);

}  // namespace weft::parsing
