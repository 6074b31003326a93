#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/materialx_input.h"

namespace weft::tools {
namespace {

/// The path from `folder`, which may not exist yet, to the folder of a document; empty if they are
/// the same. Symbolic links are resolved first, because `..` is relative to the target of a link.
std::string folder_as_seen_from(const std::filesystem::path& folder,
                                const std::filesystem::path& document) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path from = fs::weakly_canonical(fs::absolute(folder), failed);
  const fs::path to = fs::weakly_canonical(fs::absolute(document).parent_path(), failed);
  const fs::path seen = to.lexically_relative(from);
  return seen == "." ? std::string() : seen.empty() ? to.generic_string() : seen.generic_string();
}

}  // namespace

void run(const ImportCommandOptions& options, Report& report) {
  const std::string& file = options.input.file;
  if (!is_materialx(file)) {
    report.refuse(fmt::format("'{}' is not a MaterialX document: their names end in .mtlx", file));
    return;
  }
  const DiskReader reader;
  ReadResult read = reader.read(file);
  if (read.status != ReadResult::Status::Text) {
    report.add(trouble_of(file, read));
    return;
  }
  const bool is_printed = !options.output || *options.output == "-";
  ImportOptions imports = options.input.imports;
  if (!is_printed) {
    imports.image_folder = folder_as_seen_from(*options.output, file);
  }
  MaterialxModule module = import_materialx(file, std::move(read.text), reader, imports);
  Diagnostics faults = std::move(module.diagnostics);
  faults.insert(faults.end(), module.broken_links.begin(), module.broken_links.end());
  report.add(faults, module.sources);
  if (module.failed) {
    return;
  }
  report.write_despite_errors();  // an element that fails leaves the others
  report.result()["elements"] = Json::array();
  for (const DocumentElement& element : module.elements) {
    report.result()["elements"].push_back({{"path", element.path}, {"material", element.material}});
  }
  if (is_printed) {
    report.print(module.text);
    report.result()["text"] = module.text;
    return;
  }
  const std::string stem = std::filesystem::path(file).stem().string();
  const std::string path = (std::filesystem::path(*options.output) / (stem + ".weft")).string();
  report.result()["path"] = path;
  report.write({path, std::move(module.text)});
}

}  // namespace weft::tools
