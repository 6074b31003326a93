#pragma once

#include <string>

#include "importers/materialx/document.h"
#include "importers/materialx/own_declarations.h"
#include "importers/materialx/scopes.h"
#include "importers/materialx/standard_nodes.h"

namespace weft::materialx {

/// Where the values of inputs come from.
struct DefaultSources {
  const Document& document;
  Scopes& scopes;
  const StandardNodes& standard;
  const OwnDeclarations& own;
};

/// The value of an input of a definition that is given none, as an expression: the geometry or the
/// value that it states, in the color space and unit that are worked in, else zero. Empty for
/// files.
std::string default_of(ElementId input, const DefaultSources& from);

}  // namespace weft::materialx
