#pragma once

#include <string>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/module_text.h"
#include "importers/materialx/scopes.h"

/// What nodes of images state of their files: how they are sampled, and which one a host binds.
namespace weft::materialx {

/// How an image goes on beyond its borders, by the words of MaterialX.
struct AddressModes {
  std::string u;
  std::string v;

  /// Whether a sampler cannot do it: the color of a border is an input in MaterialX.
  bool need_code() const { return u == "constant" || v == "constant"; }
};
AddressModes address_modes_of(const Document& document, ElementId node);

/// `[filter: nearest, wrap: clamp, file: "cloth.png"]` for the parameter of a file that `input`
/// names. `instances` are the nodes whose definitions it is in, from the innermost on.
std::string texture_metadata(const Document& document, Scopes& scopes, ElementId input,
                             const std::vector<ElementId>& instances);

/// The same for the parameter of a file that a node does not name.
std::string metadata_without_file(const Document& document, ElementId node);

/// Gives the files from `first` on the tokens that a node states of its definition.
void take_tokens(const Document& document, Scopes& scopes, ElementId node,
                 std::vector<Hoisted>& hoisted, std::size_t first);

}  // namespace weft::materialx
