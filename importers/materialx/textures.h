#pragma once

#include <map>
#include <string>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/given_texts.h"
#include "importers/materialx/module_text.h"
#include "importers/materialx/scopes.h"
#include "importers/materialx/standard_nodes.h"

/// What nodes of images state of their files: how they are sampled, and which one a host binds.
namespace weft::materialx {

/// How an image goes on beyond its borders, by the words of MaterialX; empty if the node reads it
/// from an input of its graph.
struct AddressModes {
  std::string u;
  std::string v;

  /// Whether a sampler cannot do it: the color of a border is an input in MaterialX, and graphs are
  /// given their files and their modes apart.
  bool need_code() const { return u == "constant" || v == "constant" || u.empty() || v.empty(); }
};
AddressModes address_modes_of(const Document& document, ElementId node);

/// Per input of a graph that names a file: the node that samples it, the first if several do.
using ImagesByInput = std::map<std::string, ImageNode, std::less<>>;

/// The node of an image in a graph that is given these texts. If it is a standard node, a host
/// binds the default of its definition where there is no file and the node states no other.
ImageNode image_node(const Document& document, const StandardNodes& standard, GivenTexts* texts,
                     ElementId node);

/// If `input` reads a file from an input of its graph, notes that `image` samples that file.
void note_image(ImagesByInput& images, const Element& input, const ImageNode& image);

/// Sets the type and the metadata of the parameter of a file that an input names:
/// `texture2d {use: color, encoding: srgb}`, `[filter: nearest, wrap: clamp, file: "cloth.png"]`.
/// They follow from the node that samples it, which may be in a graph that is given the file.
void sample(Hoisted& file, const Document& document, Scopes& scopes, const ImageNode& image);

/// `[filter: nearest, wrap: clamp]` for the parameter of a file that a node does not name.
std::string metadata_without_file(const Document& document, const ImageNode& image);

/// Gives the files from `first` on the tokens that a node states of its definition.
void take_tokens(const Document& document, Scopes& scopes, ElementId node,
                 std::vector<Hoisted>& hoisted, std::size_t first);

}  // namespace weft::materialx
