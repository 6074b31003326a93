#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/language_server/language_server.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/message_loop.h"

namespace weft::tools {
namespace {

/// A workspace with more files is searched in part.
constexpr std::size_t most_workspace_files = 5'000;

/// The `.weft` files in a folder and below, without hidden folders, sorted.
std::vector<std::string> weft_files_below(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code trouble;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                      trouble);
  while (!trouble && at != fs::recursive_directory_iterator() &&
         files.size() < most_workspace_files) {
    const fs::path& path = at->path();
    std::error_code ignored;
    if (at->is_directory(ignored) && path.filename().string().starts_with('.')) {
      at.disable_recursion_pending();
    } else if (path.extension() == ".weft" && at->is_regular_file(ignored)) {
      files.push_back(path.string());
    }
    at.increment(trouble);
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void run(const LspOptions& options, Report& report) {
  const DiskReader disk;
  lsp::LanguageServer server(disk, load_options(options.imports), weft_files_below);
  serve_streams(server, WakeSignal(), report);
  if (server.has_ended() && !server.was_shut_down()) {
    report.raise(ExitCode::InputHasErrors);  // as the protocol demands
  }
}

}  // namespace weft::tools
