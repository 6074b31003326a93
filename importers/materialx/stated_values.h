#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/materialx/defaults.h"
#include "importers/materialx/document.h"
#include "importers/materialx/findings.h"
#include "importers/materialx/own_declarations.h"

// What inputs state, checked. Errors are added to `findings`, with the input's path and place.

namespace weft::materialx {

/// Whether the color space and the unit of an input are known.
bool has_known_meaning(const Document& document, const OwnDeclarations& own, ElementId input,
                       Findings& findings);

/// The literal that an input states, or nothing after an error.
std::optional<std::string> stated_literal(const Document& document, const OwnDeclarations& own,
                                          ElementId input, Findings& findings);

/// What an input of a definition has that is given nothing, as default_of(); nothing after an
/// error.
std::optional<std::string> default_value(ElementId input, const DefaultSources& from,
                                         Findings& findings);

}  // namespace weft::materialx
