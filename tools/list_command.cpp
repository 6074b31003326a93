#include <optional>
#include <utility>

#include "composer/explain/listing.h"
#include "fragments/load/disk_reader.h"
#include "support/text_table.h"
#include "tools/commands.h"
#include "tools/load_input.h"

namespace weft::tools {

void run(const ListOptions& options, Report& report) {
  const std::optional<Library> library =
      options.input ? accept(Input(*options.input).load(), report)
                    : accept(load_library(shipped_files(), DiskReader(), load_options({})), report);
  if (!library) {
    return;
  }
  Listing listing = list_declarations(*library, options.kind);
  TextTable table;
  for (std::vector<std::string>& row : listing.rows) {
    table.add(std::move(row));
  }
  report.print(table.text());
  report.result()[options.kind] = std::move(listing.entries);
}

}  // namespace weft::tools
