// The pictures of `weft serve` are those of `weft render`.

#include <array>
#include <string>
#include <string_view>

#include "live/service/message_stream.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::service_picture_test {
namespace {

std::string decoded(std::string_view base64) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : base64) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) {
      break;
    }
    bits = bits << 6U | static_cast<unsigned>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xffU);
    }
  }
  return bytes;
}

/// Adds a request about a document to what a service reads.
void add_request(Command& serve, const std::string& document, int id, const char* method,
                 Json params) {
  params["document"] = document;
  serve.stdin_text += live::framed(Json{
      {"jsonrpc", "2.0"},
      {"id", id},
      {"method", method},
      {"params", std::move(params)}}.dump());
}

TEST_CASE("the service draws what weft render draws") {
  const TempDir place;
  const std::string file = (repository_root() / "shaders/materials/worn_metal.weft").string();
  Command serve{weft_program(), {"serve", "--allow", (repository_root() / "shaders").string()}};
  const auto ask = [&](int id, const char* method, Json params) {
    add_request(serve, file, id, method, std::move(params));
  };
  ask(1, "graph/open", Json::object());
  ask(2, "graph/preview", {{"node", "worn_metal/base"}, {"size", 48}, {"mesh", "cube"}});
  ask(3, "graph/preview", {{"material", "worn_metal"}, {"size", 32}, {"format", "raw"}});
  const Finished finished = run(serve);
  REQUIRE(finished.exit_code == 0);
  live::MessageStream stream;
  stream.add(finished.out);
  std::array<Json, 3> results;
  for (Json& result : results) {
    const auto message = stream.next();
    REQUIRE(message);
    REQUIRE(*message);
    INFO(**message);
    result = Json::parse(**message)["result"];
    REQUIRE(result.is_object());
  }
  const Finished drawn = run_weft(place, {"render", file, "--node", "base", "--size", "48",
                                          "--mesh", "cube", "-o", "picture.png"});
  REQUIRE(drawn.exit_code == 0);
  CHECK(decoded(results[1]["base64"].get<std::string>()) ==
        read_file(place.path() / "picture.png"));
  CHECK(results[2]["width"] == 32);
  CHECK(decoded(results[2]["base64"].get<std::string>()).size() == 32 * 32 * 4);
}

TEST_CASE("the service draws textures that their parameters state as weft render does") {
  const TempDir place;
  REQUIRE(
      run_weft(place, {"render", (repository_root() / "shaders/materials/worn_metal.weft").string(),
                       "--size", "16", "-o", "stated.png"})
          .exit_code == 0);
  const std::string parameter = "    param t: texture2d {use: reflectance, encoding: srgb} [";
  const std::string rest = "];\n    output albedo = sample(t).rgb;\n}\n";
  write_file(place.path() / "m.weft",
             "import \"core\";\nmaterial filed {\n" + parameter + "file: \"stated.png\"" + rest +
                 "material fallen {\n" + parameter +
                 "file: \"none.png\", fallback: float4(0.25, 0.5, 0.75, 1.0)" + rest);
  const std::string file = (place.path() / "m.weft").string();
  Command serve{weft_program(), {"serve", "--allow", place.path().string()}};
  const auto ask = [&](int id, const char* method, Json params) {
    add_request(serve, file, id, method, std::move(params));
  };
  ask(1, "graph/open", Json::object());
  int id = 2;
  for (const char* const material : {"filed", "fallen"}) {
    ask(id++, "graph/preview", {{"material", material}, {"profile", "unlit"}, {"size", 24}});
  }
  const Finished finished = run(serve);
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  live::MessageStream stream;
  stream.add(finished.out);
  REQUIRE(stream.next());
  for (const char* const material : {"filed", "fallen"}) {
    const auto message = stream.next();
    REQUIRE((message && *message));
    INFO(**message);
    const Json result = Json::parse(**message)["result"];
    REQUIRE(result.is_object());
    REQUIRE(run_weft(place, {"render", file, "-m", material, "-p", "unlit", "--size", "24", "-o",
                             "picture.png"})
                .exit_code == 0);
    CHECK(decoded(result["base64"].get<std::string>()) == read_file(place.path() / "picture.png"));
  }
}

}  // namespace
}  // namespace weft::testing::service_picture_test
