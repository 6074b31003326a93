#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "importers/materialx/document.h"
#include "importers/materialx/names.h"

/// The module that is being written, as lines of Weft. The printer of `weft fmt` lays it out.
namespace weft::materialx {

/// A node that samples a file.
struct ImageNode {
  ElementId node;
  bool is_nearest = false;  ///< filtered so
  std::string missing;      ///< the default texel of its definition, as Weft; empty if it has none
};

/// An input of a graph, or a parameter of a material.
struct Hoisted {
  std::string name;
  std::string type;                     ///< with traits, as declared by a material
  std::string inner_type;               ///< as a port of a graph declares it
  std::string default_text;             ///< empty for textures
  std::string meta;                     ///< `[filter: nearest]`, or empty
  bool is_static = false;               ///< known when composing: whole numbers, booleans and words
  std::optional<ElementId> file = {};   ///< the input that names the file of a texture
  std::optional<ImageNode> image = {};  ///< with `file`: the node that samples it
  /// The nodes whose definitions it is in, from the innermost on: their tokens go into its name.
  std::vector<ElementId> instances = {};
};

/// A property of the geometry that a document reads.
struct GeometricProperty {
  std::string name;          ///< as the document spells it
  std::string type;          ///< a data type
  std::string default_text;  ///< where the profile does not provide it; empty if none is stated
};

/// A graph or a material in the making.
struct BodyText {
  NameGiver names = {};
  std::vector<Hoisted> hoisted = {};  ///< authored values and textures, to be given from outside
  std::vector<std::string> lines = {};
};

struct ModuleText {
  NameGiver names = {};
  std::map<std::string, GeometricProperty> features = {};  ///< by their paths
  std::vector<std::string> declarations = {};              ///< structs and leaves
  std::vector<std::string> graphs = {};
  std::vector<std::string> materials = {};
  bool has_encoded_files = false;  ///< files in a color space that is not worked in

  /// The whole module, laid out. `remark` is its first comment.
  std::string text(const std::string& remark) const;
};

}  // namespace weft::materialx
