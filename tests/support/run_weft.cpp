#include "tests/support/run_weft.h"

#include "tests/support/places.h"

namespace weft::testing {

Finished run_weft(const std::vector<std::string>& arguments,
                  const std::filesystem::path& directory) {
  Command command;
  command.program = weft_program();
  command.arguments = arguments;
  command.working_directory = directory;
  return run(command);
}

Finished run_weft(const TempDir& place, const std::vector<std::string>& arguments) {
  return run_weft(arguments, place.path());
}

std::map<std::string, std::string> files_of(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      files[entry.path().filename().string()] = read_file(entry.path());
    }
  }
  return files;
}

}  // namespace weft::testing
