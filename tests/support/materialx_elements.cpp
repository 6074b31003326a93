#include "tests/support/materialx_elements.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "composer/compose.h"
#include "composer/constant_output.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/parsed_files.h"
#include "importers/materialx/standard_nodes.h"
#include "tests/support/places.h"

namespace weft::testing {
namespace {

LoadedDocument load_named(const std::string& path, std::string text,
                          materialx::Parameters parameters, const std::string& image_folder = {}) {
  const std::string shaders = (repository_root() / "shaders").string();
  const DiskReader reader;
  materialx::ImportOptions options;
  options.shipped_directory = shaders;
  options.parameters = parameters;
  options.image_folder = image_folder;
  LoadOptions load;
  load.shipped_directories = {shaders};
  ParsedFiles files({shaders + "/materialx.weft"}, reader, load);
  LoadedDocument made;
  made.module = materialx::import_document(path, std::move(text), materialx::StandardNodes(files),
                                           reader, options);
  made.loaded = std::make_unique<LoadedLibrary>(
      load_text("module.weft", made.module.text, reader, load, {}, std::move(files)));
  return made;
}

}  // namespace

std::string LoadedDocument::messages() const {
  std::string text;
  Diagnostics found = module.diagnostics;
  found.insert(found.end(), module.broken_links.begin(), module.broken_links.end());
  normalize(found);
  for (const Diagnostic& diagnostic : found) {
    text += diagnostic.node + ": " + std::string(slug(diagnostic.code)) + ": " +
            diagnostic.message + "\n";
  }
  return text + render_text(loaded->diagnostics, loaded->library.sources);
}

std::filesystem::path handed_materialx() { return repository_root() / "../shared/materialx"; }

LoadedDocument load_document(const std::string& body, materialx::Parameters parameters,
                             const std::string& image_folder) {
  const std::string text =
      body.starts_with("<?xml") ? body : "<materialx version=\"1.39\">\n" + body + "</materialx>\n";
  return load_named("document.mtlx", text, parameters, image_folder);
}

LoadedDocument load_document_file(const std::string& path, materialx::Parameters parameters) {
  std::ifstream file(path);
  return load_named(path, {std::istreambuf_iterator<char>(file), {}}, parameters);
}

std::array<double, 4> drawn(const LoadedDocument& document, const std::string& material) {
  const Library& library = document.loaded->library;
  const auto id =
      has_errors(document.loaded->diagnostics) ? std::nullopt : library.find_material(material);
  if (!id) {
    throw std::runtime_error("no material " + material + "\n" + document.messages());
  }
  std::vector<std::optional<Constant>> values(library.materials[*id].parameters.size());
  const Result<Constant> value = constant_output(Composer(library), *id, values);
  if (!value) {
    throw std::runtime_error(material + " has no value\n" +
                             render_text(value.error(), library.sources));
  }
  std::array<double, 4> channels{};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    float number = 0;
    std::memcpy(&number, &value->bits[i], sizeof number);
    channels[i] = static_cast<double>(number);
  }
  return channels;
}

std::array<double, 4> value_of(const std::string& node, const std::string& type,
                               const std::string& inputs) {
  const LoadedDocument document =
      load_document("<" + node + " name=\"n\" type=\"" + type + "\">" + inputs + "</" + node +
                    "><output name=\"o\" type=\"" + type + "\" nodename=\"n\"/>");
  if (const std::string messages = document.messages(); !messages.empty()) {
    throw std::runtime_error(node + " has messages\n" + messages);
  }
  return drawn(document, "o");
}

}  // namespace weft::testing
