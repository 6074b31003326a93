#include "importers/materialx/import.h"

#include "importers/materialx/check_document.h"
#include "importers/materialx/document_outputs.h"
#include "importers/materialx/forward_texts.h"
#include "importers/materialx/own_declarations.h"
#include "importers/materialx/read_document.h"
#include "importers/materialx/standard_nodes.h"
#include "importers/materialx/translator.h"
#include "importers/materialx/upgrade.h"
#include "importers/materialx/upgrade_materials.h"
#include "importers/materialx/upgrade_nodes.h"
#include "importers/materialx/versions.h"

namespace weft::materialx {

ImportedModule import_document(const std::string& path, std::string text,
                               const StandardNodes& standard, const FileReader& reader,
                               const ImportOptions& options) {
  ImportedModule result;
  ReadDocument read = read_document(path, std::move(text), reader,
                                    {options.directories, options.roots, options.libraries});
  result.diagnostics = std::move(read.diagnostics);
  for (const Diagnostic& found : standard.errors()) {
    append(result.diagnostics, found);
  }
  if (has_errors(result.diagnostics) || read.document.roots.empty()) {
    result.failed = true;
  } else {
    check_document(read.document, result.diagnostics);
    upgrade(read.document);
    upgrade_materials(read.document);
    link_document_outputs(read.document);
    const std::vector<int> minors = minor_versions(read.document);
    upgrade_nodes(read.document, minors);
    upgrade_closures(read.document, minors);
    qualify_types(read.document);
    forward_texts(read.document);
    read.document.image_folder = options.image_folder;
    Translator(read.document, standard, options, reader).run(result);
  }
  result.sources = std::move(read.document.sources);
  normalize(result.diagnostics);
  normalize(result.broken_links);
  return result;
}

}  // namespace weft::materialx
