#pragma once

#include <string_view>
#include <vector>

#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"
#include "importers/materialx/findings.h"
#include "importers/materialx/standard_nodes.h"

// Warnings about inputs that Weft reads and MaterialX refuses. Types of MaterialX that are one data
// type of Weft, as color3 and vector3, are told apart only here. Nothing is said about the files of
// an installed MaterialX.

namespace weft::materialx {

/// Warns of words that are none of those that the input may have: by `definition`, or for standard
/// nodes if there is none.
void check_word(const Document& document, ElementId input, const Definition* definition,
                Findings& findings);

/// Warns if what an input or output is linked to has another type of MaterialX, `source`. An empty
/// one is not known.
void check_link_type(const Document& document, ElementId link, std::string_view source,
                     Findings& findings);

/// Tells inputs that a node states with a type that no definition of its category has. `definition`
/// is the one that is called. Returns whether it can be: Weft has no conversion for some types.
bool check_types_of_definition(const Document& document, const DefinitionTable& definitions,
                               ElementId node, const Definition& definition, Findings& findings);

/// The same for a standard node: what its type parameter stands for has one type of MaterialX.
void check_types_of_standard(const Document& document, ElementId node,
                             const NodeSignature& signature, Findings& findings);

}  // namespace weft::materialx
