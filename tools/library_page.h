#pragma once

#include <string>
#include <string_view>

#include "fragments/model/library.h"

namespace weft::tools {

/// A Markdown page of everything that the library declares: for each file its import, and for each
/// declaration its signature as the source spells it and the first sentence of its comment. Files
/// in order of their names; in a file traits, structs, bounds, products, features, fragments,
/// conversions and profiles, each in order of names.
std::string library_page(const Library& library);

/// The first sentence of a comment, on one line. A period ends a sentence where a space follows,
/// except in parentheses and after initials.
std::string first_sentence(std::string_view comment);

/// What stands before the body of the declaration that begins at `at`: its head, without comments,
/// on one line.
std::string declaration_head(std::string_view source, std::size_t at);

}  // namespace weft::tools
