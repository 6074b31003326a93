// The machine-readable output of `weft convert` and `weft list` does not depend on the order of
// declarations.

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_order_test {

namespace {

const std::vector<std::string> declarations = {
    "trait use { surface { skin, bark }, light }",
    "trait basis { model, world, view }",
    "trait heat default cold { cold, warm, hot }",
    "trait unit distinct { length { metre, foot }, second }",
    "guarantee norm { unit_length }",
    "extend use.surface { moss, ash }",
    "extend basis { paper }",
    "product {use: skin} * {use: light} -> {use: light};",
    "product {use: bark} * {use: light} -> {use: light};",
    "product {unit: metre} / {unit: second} -> {unit: foot};",
    "feature object.to_world: float4x4 at object;",
    "feature object.scale: float {use: light, unit: metre, heat: warm} at object;",
    "feature view.from_world: float4x4 at view;",
    "feature view.near: float at view;",
    "feature view.pair: float4x4 at view = view.from_world;",
    "conversion up(v: float3 {basis: model, unit?: metre}) -> {basis: world} difficulty 1 "
    "{ return (object.to_world * float4(v, 1.0)).xyz; }",
    "conversion across(v: float3 {basis: world, unit?: metre}) -> {basis: view} difficulty 1 "
    "{ return (view.pair * float4(v, 1.0)).xyz; }",
    "conversion over(v: float3 {basis: model, unit?: metre}) -> {basis: view} difficulty 3 "
    "{ return v * view.near; }",
    "conversion round_about(v: float3 {basis: model, unit?: metre}) -> {basis: view} difficulty 4 "
    "keeps {norm} { return v; }",
    "conversion warm_up<T: floating>(v: T {heat: cold, use: surface}) -> {heat: warm} difficulty 1 "
    "{ return v * 2.0; }",
    "conversion heat_up(v: float3 {heat: warm, use: surface}) -> {heat: hot} difficulty 1 "
    "{ return v * 2.0; }",
    "conversion even(v: float3 {use: skin}) -> {norm: unit_length} difficulty 1 "
    "{ return normalize(v); }",
    "conversion tell(v: float3 {use: skin, heat: hot}) -> float {use: light} difficulty 2 "
    "drops {basis, unit} { return v.x; }",
    "fragment twice<T: floating>(a: T) -> T { return a * 2.0; }",
    "profile p { fragment demand color: float3 {use: light, heat: warm, basis: view} as target 0; "
    "}",
};

/// Source locations do depend on it.
void erase_places(Json& json) {
  if (json.is_object()) {
    json.erase("source");
  }
  for (Json& part : json) {
    if (part.is_structured()) {
      erase_places(part);
    }
  }
}

std::vector<std::string> outputs(const std::string& file) {
  const std::string from = "type:float3,use:skin,basis:model,unit:metre";
  std::vector<std::vector<std::string>> commands = {
      {"convert", from, "type:float3,basis:view,heat:hot,norm:unit_length"},
      {"convert", from, "type:float3,basis:view", "--features", "view.near"},
      {"convert", from, "type:float3,heat:hot,basis:world", "--features", "view.near"},
      {"convert", "type:float3", "type:float3,use:skin,basis:view,unit:foot"},
      {"convert", from, "type:float,use:light"},
      {"convert", from, "type:float3,basis:paper,heat:hot"},
      {"convert", from, "type:float4,basis:view"},
  };
  for (std::vector<std::string>& command : commands) {
    command.insert(command.end(), {"--no-shipped", "-L", file});
  }
  for (const char* kind : {"fragments", "conversions", "traits", "structs", "bounds", "products",
                           "features", "profiles", "materials"}) {
    commands.push_back({"list", kind, file});
  }
  std::vector<std::string> texts;
  for (const std::vector<std::string>& arguments : commands) {
    Command command;
    command.program = weft_program();
    command.arguments = arguments;
    command.arguments.emplace_back("--format=json");
    const Finished finished = run(command);
    Json json = Json::parse(finished.out, nullptr, false);
    erase_places(json);
    texts.push_back(fmt::format("{} {}: {}", arguments[0], arguments[1], json.dump(1)));
  }
  return texts;
}

}  // namespace

TEST_CASE("cli json: convert and list do not depend on the order of declarations") {
  const TempDir place;
  const auto write = [&](const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
      text += line + "\n";
    }
    return place.write("order.weft", text).string();
  };
  const std::vector<std::string> expected = outputs(write(declarations));
  std::vector<std::string> lines = declarations;
  std::reverse(lines.begin(), lines.end());
  Random random(seed());
  for (int round = 0; round < 4; ++round) {
    const std::vector<std::string> shuffled = outputs(write(lines));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(shuffled[i] == expected[i]);
    }
    for (std::size_t i = lines.size(); i > 1; --i) {
      std::swap(lines[i - 1], lines[random.below(i)]);
    }
  }
}

}  // namespace weft::testing::cli_order_test
