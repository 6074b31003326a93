#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "fragments/load/parsed_files.h"
#include "fragments/model/library.h"
#include "tools/options.h"

// MaterialX documents where commands expect files of Weft. A build without pugixml
// (WEFT_WITH_MATERIALX) refuses them.

namespace weft::tools {

/// Whether the file's name is that of a MaterialX document.
bool is_materialx(std::string_view file);

/// A renderable element of a document.
struct DocumentElement {
  std::string path;      ///< in the document: `NG_brass/out`
  std::string material;  ///< the name of its material; empty if it was refused
};

/// The module of a document as text, and what was found wrong with the document.
struct MaterialxModule {
  std::string text;
  std::vector<DocumentElement> elements;
  Sources sources;
  Diagnostics diagnostics;                   ///< their spans are in `sources`
  Diagnostics broken_links;                  ///< elements that lead nowhere
  bool failed = false;                       ///< there is no module
  std::optional<ParsedFiles> standard = {};  ///< the files that the module imports
};

/// `read` is the document's text, which has been read.
MaterialxModule import_materialx(const std::string& file, std::string text,
                                 const FileReader& reader, const ImportOptions& imports);

/// Loads the module of a document. Its refused elements become warnings, if others are left, but
/// broken links stay errors, as LoadedLibrary::left_out.
LoadedLibrary load_materialx(const std::string& file, const FileReader& reader,
                             const ImportOptions& imports,
                             const std::vector<std::string>& more_roots);

/// The profile for a FILE if none is named: `forward`, or for documents `materialx`, or the one
/// that the module declares because it reads properties of the geometry.
std::string default_profile_of(std::string_view file, const Library& library);

}  // namespace weft::tools
