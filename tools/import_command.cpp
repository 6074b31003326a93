#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/materialx_input.h"

namespace weft::tools {

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
  MaterialxModule module =
      import_materialx(file, std::move(read.text), reader, options.input.imports);
  report.add(module.diagnostics, module.sources);
  if (module.failed) {
    return;
  }
  report.write_despite_errors();  // an element that fails leaves the others
  report.result()["elements"] = Json::array();
  for (const DocumentElement& element : module.elements) {
    report.result()["elements"].push_back({{"path", element.path}, {"material", element.material}});
  }
  if (!options.output || *options.output == "-") {
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
