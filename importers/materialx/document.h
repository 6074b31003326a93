#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/id.h"
#include "support/source.h"
#include "support/store.h"

/// MaterialX documents as they are written: elements with attributes, in document order, each with
/// its place in the text. Nothing is resolved. Files that a document includes are part of it.
namespace weft::materialx {

struct Element;
using ElementId = Id<Element>;

struct Element {
  std::string tag;   ///< with a prefix, as written: `ns:node`
  std::string name;  ///< the attribute `name`, or empty
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<ElementId> children;
  std::optional<ElementId> parent;  ///< none of a root
  std::string space;                ///< the namespace that encloses it, or empty
  Span span;                        ///< its tag

  /// The attribute's value, or an empty text.
  std::string_view get(std::string_view attribute) const;
  bool has(std::string_view attribute) const;
  /// Replaces or adds an attribute.
  void set(std::string_view attribute, std::string value);
  void remove(std::string_view attribute);
};

/// A document with all files that it includes. Parents have smaller ids than their children.
struct Document {
  Sources sources;
  Store<Element> elements;
  std::vector<ElementId> roots;  ///< `<materialx>` of each file; that of the document is last
  std::vector<ElementId> library_roots;  ///< those of the files of an installed MaterialX
  std::size_t library_elements = 0;      ///< the first elements are those of these files
  std::string image_folder = {};         ///< ImportOptions::image_folder
};

/// The roots of the document, then those of libraries.
std::vector<ElementId> roots_of(const Document& document);

bool is_of_library(const Document& document, ElementId id);

/// The names from the root to the element, joined by '/': `NG_brass/image_color`.
std::string path_of(const Document& document, ElementId id);

/// The name as it is found from everywhere: with the namespace in front, if there is one and the
/// name does not have it yet.
std::string qualified_name(std::string_view space, std::string_view name);

/// The child with that name and, if one is given, that tag.
std::optional<ElementId> find_child(const Document& document, ElementId parent,
                                    std::string_view name, std::string_view tag = {});

/// The children with the tag `input`.
std::vector<ElementId> inputs_of(const Document& document, ElementId node);

/// The value of an attribute that children inherit, as `colorspace`: the element's own, or that of
/// the nearest ancestor with one; empty if there is none.
std::string_view inherited(const Document& document, ElementId id, std::string_view attribute);

}  // namespace weft::materialx
