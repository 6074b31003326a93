#include "tools/materialx_input.h"

#include <utility>

#include "importers/materialx/import.h"
#include "tools/load_input.h"

namespace weft::tools {

MaterialxModule import_materialx(const std::string& file, std::string text,
                                 const FileReader& reader, const ImportOptions& imports) {
  const LoadOptions load = load_options(imports);
  materialx::ImportOptions options;
  options.directories = load.import_directories;
  options.roots = load.import_roots;
  options.standard_nodes = find_shipped("materialx", reader, load);
  options.parameters = imports.parameters == "none"  ? materialx::Parameters::None
                       : imports.parameters == "all" ? materialx::Parameters::All
                                                     : materialx::Parameters::Authored;
  materialx::ImportedModule imported =
      materialx::import_document(file, std::move(text), reader, options);
  MaterialxModule module{std::move(imported.text),
                         {},
                         std::move(imported.sources),
                         std::move(imported.diagnostics),
                         imported.failed};
  for (materialx::ImportedElement& element : imported.elements) {
    module.elements.push_back({std::move(element.path), std::move(element.material)});
  }
  return module;
}

}  // namespace weft::tools
