#pragma once

#include <string>
#include <vector>

#include "fragments/load/file_reader.h"
#include "importers/materialx/standard_nodes.h"
#include "support/diagnostic.h"
#include "support/source.h"

/// MaterialX documents, read as modules of Weft. The standard nodes are those of the shipped
/// `materialx.weft`; node graphs of the document become graphs, each renderable element a material.
namespace weft::materialx {

/// Which values that a document states become parameters.
enum class Parameters {
  Authored,  ///< those of colors, vectors and numbers that the document states
  All,   ///< also the defaults of the nodes, and as static ones whole numbers, booleans and words
  None,  ///< none: all are literals
};

struct ImportOptions {
  std::vector<std::string> directories = {};           ///< where included files are looked up
  std::optional<std::vector<std::string>> roots = {};  ///< if set, included files must be inside
  std::string shipped_directory;                       ///< the folder of core.weft
  Parameters parameters = Parameters::Authored;
  /// The documents of an installed MaterialX. Their definitions are used where the standard nodes
  /// have none.
  std::vector<std::string> libraries = {};
  /// The folder of the document as seen from that of the module, which relative names of images
  /// start in: `../cloth`. Empty if they are the same.
  std::string image_folder = {};
};

/// A renderable element.
struct ImportedElement {
  std::string path;      ///< in the document: `NG_brass/out`
  std::string material;  ///< the name of its material; empty if it was refused
};

struct ImportedModule {
  std::string text;                       ///< the module, laid out as by `weft fmt`
  std::vector<ImportedElement> elements;  ///< in document order
  Sources sources;                        ///< the document and what it includes
  /// Their spans are in `sources`. An element that fails is left out, the others are not.
  Diagnostics diagnostics;
  /// Errors of elements that a link leads out of the document: to a node, a graph or an output that
  /// there is not. Apart, since they are faults of the document whatever Weft knows of MaterialX.
  Diagnostics broken_links;
  /// Whether the document itself could not be read; then there is no module.
  bool failed = false;
};

/// Reads the document `text`, called `path` in messages. Errors: those of read_document(), and
/// StandardNodes::errors(), and for elements `unknown-name`, `unknown-port`, `wrong-arguments`,
/// `type-mismatch`, `bad-parameter-value`, `graph-cycle`, `nesting-too-deep`, `unsupported`. Linear
/// in the document and what its elements expand to.
ImportedModule import_document(const std::string& path, std::string text,
                               const StandardNodes& standard, const FileReader& reader,
                               const ImportOptions& options);

}  // namespace weft::materialx
