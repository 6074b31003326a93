#pragma once

#include <string_view>

#include "fragments/model/library.h"

namespace weft::render {

/// Whether the type states `value` of `trait`, or a descendant of it.
bool states(const Library& library, const SemanticType& type, std::string_view trait,
            std::string_view value);

/// Whether the demand names `value` of `trait`, or a descendant of it.
bool demands(const Library& library, const Demand& demand, std::string_view trait,
             std::string_view value);

/// The name of the value that a type states of a trait; empty if it states none.
std::string_view stated_name(const Library& library, const SemanticType& type,
                             std::string_view trait);

}  // namespace weft::render
