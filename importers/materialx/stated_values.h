#pragma once

#include <optional>
#include <string>
#include <vector>

#include "importers/materialx/defaults.h"
#include "importers/materialx/document.h"
#include "importers/materialx/own_declarations.h"
#include "support/diagnostic.h"

// What inputs state, checked. Errors are added to `diagnostics`, with the input's path and place.

namespace weft::materialx {

/// Adds a message about an element.
void report_at(const Document& document, Diagnostics& diagnostics, Code code, ElementId at,
               std::string message, std::string hint = {}, std::vector<Note> notes = {});

/// Whether the color space and the unit of an input are known.
bool has_known_meaning(const Document& document, const OwnDeclarations& own, ElementId input,
                       Diagnostics& diagnostics);

/// The literal that an input states, or nothing after an error.
std::optional<std::string> stated_literal(const Document& document, const OwnDeclarations& own,
                                          ElementId input, Diagnostics& diagnostics);

/// What an input of a definition has that is given nothing, as default_of(); nothing after an
/// error.
std::optional<std::string> default_value(ElementId input, const DefaultSources& from,
                                         Diagnostics& diagnostics);

}  // namespace weft::materialx
