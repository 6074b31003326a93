// Which files clients of the service can read.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "live/service/rooted_reader.h"
#include "live/service/service.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::service_files_test {

using namespace weft::live;

namespace {

Json request_of(int id, const std::string& method, Json params) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace

TEST_CASE("service: only files in the given folders are read") {
  const TempDir place;
  place.write("in/own.weft", "import \"./part.weft\";\n");
  place.write("in/part.weft", "");
  place.write("in/bad.weft", "import \"../secret.weft\";\n");
  place.write("secret.weft", "");
  std::filesystem::create_symlink(place.path() / "secret.weft", place.path() / "in/link.weft");
  const DiskReader disk;
  LoadOptions options = shipped_options();
  std::vector<std::string> folders = options.shipped_directories;
  folders.push_back((place.path() / "in").string());
  const RootedReader reader(disk, folders);
  Service service(reader, options);
  const auto reply_to = [&](const std::string& method, const std::string& file) {
    service.post(request_of(1, method, {{"document", (place.path() / file).string()}}).dump());
    service.step();
    return Json::parse(service.take_replies().front());
  };
  CHECK(reply_to("graph/open", "in/own.weft").contains("result"));
  CHECK(reply_to("graph/diagnostics", "in/own.weft")["result"]["diagnostics"].empty());
  for (const char* const outside :
       {"secret.weft", "in/../secret.weft", "in/link.weft", "in", "in/none.weft", "inside.weft"}) {
    INFO(outside);
    CHECK(reply_to("graph/open", outside).contains("error"));
  }
  CHECK(RootedReader(disk, {"."}).read("no_such_file.weft").status == ReadResult::Status::NotFound);
  CHECK(reply_to("graph/open", "in/bad.weft").contains("result"));
  const Json errors = reply_to("graph/diagnostics", "in/bad.weft")["result"]["diagnostics"];
  CHECK(errors[0]["code"] == "file-unreadable");
}

TEST_CASE("service: a text is no longer than a file may be") {
  const DiskReader disk;
  Service service(disk, shipped_options());
  const auto reply_to = [&](std::size_t size) {
    const Json params = {{"document", "m.weft"}, {"text", "//" + std::string(size - 2, 'x')}};
    service.post(request_of(1, "graph/open", params).dump());
    service.step();
    return Json::parse(service.take_replies().front());
  };
  CHECK(reply_to(longest_source + 1)["error"]["message"] ==
        "cannot open 'm.weft': it is larger than 64 MiB");
  CHECK(reply_to(longest_source).contains("result"));
}

TEST_CASE("service: hashes of stages depend on no remark and no name of a file") {
  const DiskReader disk;
  Service service(disk, shipped_options());
  const auto result_of = [&](const std::string& method, Json params) {
    service.post(request_of(1, method, std::move(params)).dump());
    while (service.has_work()) {
      service.step();
    }
    const Json reply = Json::parse(service.take_replies().back());
    INFO(reply.dump());
    REQUIRE(reply.contains("result"));
    return reply["result"];
  };
  const auto stages_of = [&](const std::string& name, const std::string& lead, const char* factor) {
    const std::string text = "import \"core\";\nimport \"profiles\";\n" + lead +
                             "material m { output color = float3(surface.uv.x * " + factor +
                             ") as {use: radiance, encoding: linear}; }\n";
    result_of("graph/open", {{"document", name}, {"text", text}});
    result_of("graph/watch", {{"document", name}, {"material", "m"}, {"glsl", true}});
    return result_of("graph/generate", {{"document", name}, {"output", 1}})["stages"];
  };
  const Json stages = stages_of("a.weft", "", "2.0");
  CHECK(stages.size() == 2);
  CHECK(stages_of("b.weft", "", "2.0") == stages);
  CHECK(stages_of("c.weft", "\n// lower\n", "2.0") == stages);
  CHECK(stages_of("d.weft", "", "3.0") != stages);
}

}  // namespace weft::testing::service_files_test
