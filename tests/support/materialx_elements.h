#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "fragments/load/load.h"
#include "importers/materialx/import.h"

namespace weft::testing {

/// A document, imported and loaded with the shipped library.
struct LoadedDocument {
  materialx::ImportedModule module;
  std::unique_ptr<LoadedLibrary> loaded;

  /// The messages about the document, one a line, `path: code: message`; then those about the
  /// module, which are faults of the importer.
  std::string messages() const;
};

/// The folder with the handed documents, pictures and tables, which need not be there.
std::filesystem::path handed_materialx();

/// `body` is what stands inside of `<materialx version="1.39">`; a text that begins with `<?xml` is
/// a whole document.
LoadedDocument load_document(const std::string& body,
                             materialx::Parameters parameters = materialx::Parameters::None,
                             const std::string& image_folder = {});
LoadedDocument load_document_file(const std::string& path, materialx::Parameters parameters);

/// What an element draws, by the interpreter; it must not depend on geometry or parameters. Aborts
/// the test with the reason if it has no value.
std::array<double, 4> drawn(const LoadedDocument& document, const std::string& material);

/// The value of a node with these inputs, by drawn(). Aborts the test if there are messages.
std::array<double, 4> value_of(const std::string& node, const std::string& type,
                               const std::string& inputs);

}  // namespace weft::testing
