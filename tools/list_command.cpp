#include <optional>
#include <string>
#include <utility>

#include "composer/explain/listing.h"
#include "composer/explain/listing_json.h"
#include "fragments/load/disk_reader.h"
#include "support/text_table.h"
#include "tools/commands.h"
#include "tools/library_page.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

constexpr const char* library_page_title = R"(# The library

Everything that ships, by file. `weft list library` prints this page; `weft list library FILE` prints the same of a file
and of all that it imports. Each line has the head of a declaration and the first sentence of its comment.
)";

}  // namespace

void run(const ListOptions& options, Report& report) {
  const std::optional<Library> library =
      options.input ? accept(Input(*options.input).load(), report)
                    : accept(load_library(shipped_files(), DiskReader(), load_options({})), report);
  if (!library) {
    return;
  }
  if (options.kind == "library") {
    report.print(std::string(library_page_title) + library_page(*library));
    for (const char* kind : {"traits", "structs", "bounds", "products", "features", "fragments",
                             "conversions", "profiles", "materials"}) {
      report.result()[kind] = listing_json(list_declarations(*library, kind));
    }
    return;
  }
  const std::vector<ListedDeclaration> listing = list_declarations(*library, options.kind);
  TextTable table;
  for (const ListedDeclaration& declaration : listing) {
    table.add(listed_cells(declaration));
  }
  report.print(table.text());
  report.result()[options.kind] = listing_json(listing);
}

}  // namespace weft::tools
