#pragma once

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Rewrites types and nodes of versions before 1.39 as those that MaterialX's change log and its
/// own upgrades put in their place: the types `vector`, `matrix` and `color2`, definitions with a
/// type in the place of outputs, nodes with other names or inputs (`compare`, `rotate`, `combine`,
/// …), maps of normals in object space. What a file states depends on the version of that file; a
/// file that states none is of the newest version. Linear.
void upgrade_nodes(Document& document);

/// Rewrites closures of versions before 1.39: those that were named `…_brdf` and `…_btdf`, have
/// their base as an input, or state reflectivity in the place of an index of refraction; films that
/// are layers become inputs of the closures below. Linear but for films, which take the time of
/// what they cover.
void upgrade_closures(Document& document);

}  // namespace weft::materialx
