#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/service/module_threads.h"
#include "live/service/rooted_reader.h"
#include "live/service/service.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/message_loop.h"
#include "tools/pictures.h"
#include "tools/serve_sockets.h"
#include "tools/wake_signal.h"

namespace weft::tools {
namespace {

/// Two, so that a long request on one document holds up no other, and at most four.
std::size_t document_threads() { return std::clamp(std::thread::hardware_concurrency(), 2U, 4U); }

}  // namespace

void run(const ServeOptions& options, Report& report) {
  if (options.schema) {
    report.print(live::service_schema());
    return;
  }
  LoadOptions load = load_options(options.imports);
  std::vector<std::string> folders = options.folders;
  if (folders.empty()) {
    folders.emplace_back(".");
  }
  for (const std::string& shipped : load.shipped_directories) {
    folders.push_back(shipped);
  }
  const DiskReader disk;
  const live::RootedReader reader(disk, folders);
  const WakeSignal wake;
  const auto wakes = [&wake] { wake.wake(); };
  const auto pictures = make_pictures(reader, wakes);
  live::ModuleThreads modules(wakes);
  WorkerThreads documents(document_threads(), wakes);
  if (options.socket || options.port) {
    live::SharedDocuments shared;
    serve_sockets(
        options,
        [&] {
          return std::make_unique<live::Service>(
              reader, load, live::ServiceParts{pictures.get(), &shared, &modules, &documents});
        },
        wake, report);
    return;
  }
  live::Service service(reader, std::move(load), {pictures.get(), nullptr, &modules, &documents});
  serve_streams(service, wake, report);
}

}  // namespace weft::tools
