// Benchmarks of the service and the language server without their streams: from a message to its
// answer, JSON included.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "fragments/load/disk_reader.h"
#include "live/language_server/language_server.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/bench/large_materials.h"
#include "tests/support/live_document.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft;
using namespace weft::testing;

std::string message(const std::string& method, Json params) {
  return Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}}
      .dump();
}

/// The last reply to a message, once nothing waits.
std::string answer(live::MessageServer& server, const std::string& body) {
  server.post(body);
  while (server.has_work()) {
    server.step();
  }
  auto replies = server.take_replies();
  return replies.empty() ? std::string() : std::move(replies.back());
}

/// A key stroke in the middle of a material, to its diagnostics.
void lsp_diagnostics(benchmark::State& state) {
  const DiskReader reader;
  lsp::LanguageServer server(reader, shipped_options(),
                             [](const std::string&) { return std::vector<std::string>(); });
  const int nodes = static_cast<int>(state.range(0));
  const std::string text = large_material("chain", nodes);
  const std::string node = "x" + std::to_string(nodes / 2) + " = ";
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(node)), '\n');
  const std::string uri = "file:///w/m.weft";
  answer(server, message("initialize", {{"capabilities", Json::object()}}));
  answer(server,
         message("textDocument/didOpen",
                 {{"textDocument",
                   {{"uri", uri}, {"languageId", "weft"}, {"version", 0}, {"text", text}}}}));
  int version = 0;
  for (auto _ : state) {
    // Typed and deleted in turn: a name that nothing declares, and none.
    const Json begin{{"line", line}, {"character", 4}};
    const Json end{{"line", line}, {"character", version % 2 == 0 ? 4 : 5}};
    ++version;
    const std::string found = answer(
        server,
        message("textDocument/didChange",
                {{"textDocument", {{"uri", uri}, {"version", version}}},
                 {"contentChanges", Json::array({{{"range", {{"start", begin}, {"end", end}}},
                                                  {"text", version % 2 == 1 ? "y" : ""}}})}}));
    if (found.find("publishDiagnostics") == std::string::npos) {
      state.SkipWithError("no diagnostics");
      break;
    }
  }
}
BENCHMARK(lsp_diagnostics)->ArgName("nodes")->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

/// An edit of worn_metal that changes its shaders, to validated modules.
void service_rewire(benchmark::State& state) {
  const DiskReader reader;
  live::Service service(reader, shipped_options());
  const bool has_modules = state.range(0) != 0;
  const bool has_hlsl = state.range(1) != 0;
  answer(service,
         message("graph/open",
                 {{"document", "m"},
                  {"text", read_file(repository_root() / "shaders/materials/worn_metal.weft")}}));
  answer(service, message("graph/watch", {{"document", "m"},
                                          {"material", "worn_metal"},
                                          {"profile", "forward"},
                                          {"glsl", true},
                                          {"hlsl", has_hlsl},
                                          {"modules", has_modules}}));
  int i = 0;
  for (auto _ : state) {
    const Json edit{{"op", "set_value"},
                    {"node", "worn_metal/bare"},
                    {"port", "rough"},
                    {"value", "rough * " + std::to_string(++i) + ".5"}};
    const std::string reply =
        answer(service, message("graph/change", {{"document", "m"}, {"edits", {edit}}}));
    if (reply.find("\"changed\"") == std::string::npos) {
      state.SkipWithError("the edit changed nothing");
      break;
    }
  }
}
BENCHMARK(service_rewire)
    ->ArgNames({"modules", "hlsl"})
    ->Args({0, 0})
    ->Args({1, 0})
    ->Args({1, 1})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
