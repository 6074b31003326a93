// weft_golden CASE.weft…      checks golden cases, or writes them with WEFT_UPDATE_GOLDEN=1
// weft_golden --strays FOLDER finds sidecars without a case
// Exit codes: 0 all passed, 1 some failed, 2 wrong usage.

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/golden/runner.h"
#include "tests/support/places.h"

int main(int argument_count, char** arguments) {
  using namespace weft::testing;
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  if (words.empty() || (words[0] == "--strays" && words.size() != 2)) {
    std::fprintf(stderr, "usage: weft_golden CASE.weft... | --strays FOLDER\n");
    return 2;
  }
  std::vector<std::string> faults;
  if (words[0] == "--strays") {
    faults = find_stray_sidecars(words[1]);
  } else {
    const GoldenSettings settings{weft_program(), repository_root(), update_is_wanted()};
    for (const std::string& word : words) {
      const std::filesystem::path file = std::filesystem::absolute(word);
      for (const std::string& fault : check_golden_case(file, settings)) {
        faults.push_back(word + "\n  " + fault);
      }
    }
  }
  for (const std::string& fault : faults) {
    std::fprintf(stdout, "%s\n", fault.c_str());
  }
  return faults.empty() ? 0 : 1;
}
