// Every diagnostic code has a golden case that shows it, or a reason for having none.

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "support/diagnostic.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_diagnostics_test {

namespace {

using weft::Code;

/// Codes that no golden case can show, with the reasons. A code that gets a case must be removed
/// from the list.
const std::map<Code, std::string>& exemptions() {
  static const std::map<Code, std::string> reasons = {
      {Code::FileUnreadable, "exit code 3, golden cases end with 0 or 1: cli_files_test.cpp"},
      {Code::FileUnwritable, "exit code 3, golden cases end with 0 or 1: cli_files_test.cpp"},
      {Code::PlanFault, "a defect of ours: no input is known that brings it about"},
      {Code::ShaderRefused, "a defect of ours: no input is known that brings it about"},
  };
  return reasons;
}

/// The slugs of all messages in the sidecars, in the text format.
std::set<std::string> shown_slugs() {
  namespace fs = std::filesystem;
  std::set<std::string> slugs;
  const fs::path golden = weft::testing::repository_root() / "tests" / "golden";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(golden)) {
    if (!entry.is_regular_file() ||
        entry.path().filename().string().find(".expected.") == std::string::npos) {
      continue;
    }
    const std::string text = weft::testing::read_file(entry.path());
    for (std::size_t open = text.find(" ["); open != std::string::npos;
         open = text.find(" [", open + 1)) {
      const std::size_t close = text.find("]\n", open);
      if (close != std::string::npos) {
        slugs.insert(text.substr(open + 2, close - open - 2));
      }
    }
  }
  return slugs;
}

}  // namespace

TEST_CASE("diagnostics: every code of the catalog has a golden case or a reason") {
  const std::set<std::string> shown = shown_slugs();
  for (Code code : weft::all_codes()) {
    const std::string name(weft::slug(code));
    const bool is_shown = shown.count(name) != 0;
    const bool is_exempt = exemptions().count(code) != 0;
    INFO(name << ": " << weft::summary(code));
    CHECK(is_shown != is_exempt);
  }
}

}  // namespace weft::testing::cli_diagnostics_test
