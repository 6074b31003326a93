#include "tools/materialx_input.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/parsed_files.h"
#include "importers/materialx/import.h"
#include "importers/materialx/standard_nodes.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

/// The documents below the folder of `--materialx-libraries`, sorted. None is an error.
std::vector<std::string> library_documents(const std::string& folder, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    if (at->path().extension() == ".mtlx") {
      files.push_back(at->path().string());
    }
  }
  if (failed || files.empty()) {
    append(diagnostics, error(Code::FileNotFound,
                              fmt::format("the folder '{}' has no MaterialX documents{}", folder,
                                          failed ? ": " + failed.message() : std::string())));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

MaterialxModule import_materialx(const std::string& file, std::string text,
                                 const FileReader& reader, const ImportOptions& imports) {
  const LoadOptions load = load_options(imports);
  materialx::ImportOptions options;
  options.directories = load.import_directories;
  options.roots = load.import_roots;
  options.shipped_directory = load.shipped_directories.front();
  options.image_folder = imports.image_folder;
  options.parameters = imports.parameters == "none"  ? materialx::Parameters::None
                       : imports.parameters == "all" ? materialx::Parameters::All
                                                     : materialx::Parameters::Authored;
  if (!imports.materialx_libraries.empty()) {
    MaterialxModule failed;
    options.libraries = library_documents(imports.materialx_libraries, failed.diagnostics);
    if (has_errors(failed.diagnostics)) {
      failed.failed = true;
      return failed;
    }
  }
  ParsedFiles standard({options.shipped_directory + "/materialx.weft"}, reader, load);
  materialx::ImportedModule imported = materialx::import_document(
      file, std::move(text), materialx::StandardNodes(standard), reader, options);
  MaterialxModule module{std::move(imported.text),
                         {},
                         std::move(imported.sources),
                         std::move(imported.diagnostics),
                         std::move(imported.broken_links),
                         imported.failed,
                         std::move(standard)};
  for (materialx::ImportedElement& element : imported.elements) {
    module.elements.push_back({std::move(element.path), std::move(element.material)});
  }
  return module;
}

}  // namespace weft::tools
