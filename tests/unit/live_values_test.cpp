// Numbers dragged in a session: at most one new text, then only bytes.

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_values_test {
namespace {

using namespace weft::live;

const std::string source = R"(import "core";
import "profiles";

fragment powered(x: float3, steps: constant int) -> float3 {
    float3 r = x;
    for (int i = 0; i < steps; ++i) { r *= x; }
    return r;
}
graph twice(x: float) -> float
{
    output x * 2.0;
}

material m {
    param gain: float = 0.5;  // of everything
    param tint: float3 = float3(1.0, 0.5, 0.25);
    spec param mode: int = 1;
    n = normalize(surface.normal);
    bent = n * 0.25;
    base = mix(float3(0.5, 0.25, 1), bent, 0.75) * #ff8000;
    steps = powered(bent, 3);
    shade = twice(n.y * 4) * gain * (mode > 0 ? 1.0 : 0.5);
    output albedo = (base + steps * tint + float3(shade)) as {use: reflectance, encoding: linear};
}

material other {
    output albedo = float3(0.25) as {use: reflectance, encoding: linear};
}
)";

SetValue live(const std::string& node, const std::string& port, std::vector<double> numbers) {
  return {node, port, std::move(numbers), true};
}

const OutputAnswer& of(const EditAnswer& answer, OutputId id) {
  for (const OutputAnswer& output : answer.outputs) {
    if (output.output == id) {
      return output;
    }
  }
  FAIL("the output is not in the answer");
  return answer.outputs.front();
}

float number_at(const OutputState& state, const ByteRange& range) {
  float number = 0.0F;
  REQUIRE(range.size == 4);
  std::memcpy(&number, state.blocks[range.block].bytes.data() + range.offset, 4);
  return number;
}

/// The blocks of a new session that opens the text.
std::vector<BlockContents> blocks_of(const std::string& text) {
  LiveDocument fresh(text);
  return fresh.session().output(fresh.session().watch(unlit()))->blocks;
}

TEST_CASE("live values: dragging a literal a thousand times changes the text once") {
  struct Row {
    const char* node;
    const char* port;
    bool is_int = false;
  };
  for (const Row& row : std::vector<Row>{{"m/bent", "right"},
                                         {"m/bent", "1"},
                                         {"m/base/0", "2"},
                                         {"m/base/0/0/1", ""},
                                         {"m/shade/0/0/0/1", "", true},
                                         {"twice/out:", "right"}}) {
    INFO(row.node << " " << row.port);
    LiveDocument document(source);
    Session& session = document.session();
    const OutputId id = session.watch(unlit());
    std::size_t changed = 0;
    for (int i = 1; i <= 1000; ++i) {
      const double number = row.is_int ? i : 0.001 * i;
      REQUIRE(document.edit(live(row.node, row.port, {number})) == "");
      const OutputAnswer& answer = of(document.answer(), id);
      REQUIRE_FALSE(answer.has_errors);
      changed += answer.answer == Answer::Changed ? 1 : 0;
      if (answer.answer == Answer::ValuesOnly) {
        REQUIRE(answer.bytes.size() == 1);
        if (!row.is_int && i % 100 == 7) {
          CHECK(number_at(*session.output(id), answer.bytes[0]) == static_cast<float>(number));
        }
      }
      REQUIRE(document.answer().version == static_cast<std::uint64_t>(i) + 1);
    }
    CHECK(changed == 1);
    CHECK(session.effort().compositions == 2);
    CHECK(session.effort().whole_loads == 1);
    CHECK(files_text(*session.output(id)) != composed_from_scratch(document.text(), unlit()));

    const std::string text = document.text();
    CHECK(text != source);
    CHECK(session.document().text() == text);
    CHECK(of(session.bake(), id).answer == Answer::Changed);
    CHECK(document.text() == text);
    CHECK(files_text(*session.output(id)) == composed_from_scratch(text, unlit()));
    CHECK(session.output(id)->blocks == blocks_of(text));
  }
}

TEST_CASE("live values: the text matches that of ordinary edits") {
  LiveDocument dragged(source);
  LiveDocument edited(source);
  dragged.session().watch(unlit());
  const auto both = [&](const std::string& node, const std::string& port,
                        const std::vector<double>& numbers) {
    REQUIRE(dragged.edit(live(node, port, numbers)) == "");
    REQUIRE(edited.edit(SetValue{node, port, numbers}) == "");
    REQUIRE(dragged.text() == edited.text());
  };
  both("m/bent", "right", {0.5});
  both("m/base/0", "2", {0.125});
  both("m/base/0/0", "", {0.5, -1.0, 2.0});
  both("m/base", "right", {0.0, 0.5, 1.0});
  both("m/bent", "right", {0.75});
  both("m/gain", "", {0.875});
  both("m/tint", "", {0.125, 0.25, 0.5});
  both("m/shade/0/0/0/1", "", {7.0});
  CHECK(dragged.session().effort().compositions == 8);  // one for each port that is new
  const std::string text = dragged.text();
  LiveDocument fresh(text);
  CHECK(fresh.text() == text);
}

TEST_CASE("live values: dragging a parameter's default never changes shader text") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  const OutputId unread = session.watch(unlit("other"));
  const std::string before = files_text(*session.output(id));
  for (int i = 1; i <= 100; ++i) {
    REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.01 * i}, true}) == "");
    const OutputAnswer& answer = of(document.answer(), id);
    REQUIRE(answer.answer == (i == 50 ? Answer::ValuesOnly : answer.answer));
    REQUIRE(answer.answer != Answer::Changed);
    REQUIRE(of(document.answer(), unread).answer == Answer::Unchanged);
  }
  CHECK(session.effort().compositions == 4);
  CHECK(session.output(id)->blocks == blocks_of(document.text()));
  CHECK(document.text().find("param gain: float = 1.0;  // of everything") != std::string::npos);
  const EditAnswer baked = session.bake();
  CHECK(of(baked, id).answer == Answer::ValuesOnly);  // defaults in the reflection
  CHECK(of(baked, id).bytes.empty());
  CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), unlit()));
  CHECK(files_text(*session.output(id)) != before);
}

TEST_CASE("live values: an ordinary edit of a default is answered with bytes") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  const std::vector<BlockContents> before = document.session().output(id)->blocks;
  REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.75}}) == "");
  const OutputAnswer& answer = of(document.answer(), id);
  CHECK(answer.answer == Answer::ValuesOnly);
  REQUIRE(answer.bytes.size() == 1);
  const OutputState& state = *document.session().output(id);
  const ByteRange range = answer.bytes[0];
  CHECK(state.blocks[range.block].bytes[range.offset] == std::byte{0x40});  // of 0.75F
  CHECK(state.blocks != before);
  CHECK(state.blocks == blocks_of(document.text()));
}

/// An output whose files have defaults, with the modules that they need.
OutputRequest with_defaults() {
  OutputRequest request = unlit();
  request.options.header = true;
  return request;
}

TEST_CASE("live values: reflection and header are asked for while a number is dragged") {
  LiveDocument document(source);
  Session& session = document.session();
  OutputRequest header = with_defaults();
  header.options.reflection = false;
  const OutputId id = session.watch(with_defaults());
  const OutputId other = session.watch(header);
  REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.625}, true}) == "");
  REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.875}, true}) == "");
  const std::vector<BlockContents> blocks = session.output(id)->blocks;
  for (const OutputId each : {other, id}) {
    session.complete(each);
    CHECK(files_text(*session.output(each)) ==
          composed_from_scratch(document.text(), each == id ? with_defaults() : header));
    CHECK(session.output(each)->is_current);
    CHECK(session.output(each)->blocks == blocks);
  }
  const std::size_t compositions = session.effort().compositions;
  session.complete(id);
  CHECK(session.effort().compositions == compositions);

  // The drag goes on: only bytes, one step.
  REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.25}, true}) == "");
  CHECK(of(document.answer(), id).answer == Answer::ValuesOnly);
  CHECK(of(document.answer(), id).bytes.size() == 1);
  CHECK(session.effort().compositions == compositions);
  session.complete(id);
  CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), with_defaults()));
  REQUIRE(session.undo());
  CHECK(document.text() == source);
  CHECK_FALSE(session.can_undo());
}

TEST_CASE("live values: defaults of dragged literals are those of now") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(with_defaults());
  REQUIRE(document.edit(live("m/bent", "right", {0.53125})) == "");
  REQUIRE(document.edit(live("m/bent", "right", {0.71875})) == "");
  REQUIRE(document.edit(live("m/gain", "", {0.84375})) == "");
  const auto has = [&](const std::string& text) {
    return files_text(*session.output(id)).find(text) != std::string::npos;
  };
  CHECK_FALSE(has("0.71875"));
  session.complete(id);
  CHECK(has("0.71875"));
  CHECK(has("0.84375"));
  CHECK_FALSE(has("0.53125"));
  CHECK(document.edit(live("m/bent", "right", {0.96875})) == "");
  CHECK(of(document.answer(), id).answer == Answer::ValuesOnly);
  CHECK(document.text().find("n * 0.96875") != std::string::npos);
  // Live numbers end when the document is asked about as a whole; their files are found again.
  session.loaded();
  session.complete(id);
  CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), with_defaults()));
}

TEST_CASE("live values: a spec parameter is answered with its constant") {
  LiveDocument document(source);
  const OutputId id = document.session().watch(unlit());
  REQUIRE(document.edit(SetParameter{"m/mode", std::vector{-3.0}, true}) == "");
  const OutputAnswer& answer = of(document.answer(), id);
  CHECK(answer.answer == Answer::ValuesOnly);
  REQUIRE(answer.constants.size() == 1);
  CHECK(answer.constants[0].bits == static_cast<std::uint32_t>(-3));
}

TEST_CASE("live values: a number that cannot be live falls back to an ordinary edit") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  const auto is_scratch = [&] {
    return files_text(*session.output(id)) == composed_from_scratch(document.text(), unlit());
  };
  for (const double steps : {4.0, 5.0}) {  // a constant port
    REQUIRE(document.edit(live("m/steps", "steps", {steps})) == "");
    CHECK(of(document.answer(), id).answer == Answer::Changed);
    CHECK(is_scratch());
  }
  REQUIRE(document.edit(live("m/bent", "right", {0.5})) == "");
  CHECK_FALSE(is_scratch());
  REQUIRE(document.edit(live("m/steps", "steps", {2.0})) == "");  // makes the other a literal again
  CHECK(is_scratch());
  REQUIRE(document.edit(live("m/bent", "left", {0.5, 1.0, 0.5})) == "");  // was no number
  CHECK(is_scratch());
  REQUIRE(document.edit(live("m/shade/0/0/0/1", "", {5.0})) == "");
  CHECK_FALSE(is_scratch());
  REQUIRE(document.edit(live("m/shade/0/0/0/1", "", {5.5})) == "");  // an int becomes a float
  CHECK(is_scratch());
  REQUIRE(document.edit(live("m/shade/0/0/0/1", "", {6.5})) == "");
  CHECK_FALSE(is_scratch());
}

TEST_CASE("live values: the number behind a minus is dragged as the literal that it is part of") {
  struct Row {
    const char* value;
    const char* node;
    const char* port;
    double number = 0.625;
    bool is_plain = true;  // a float that shaders read as it is
    bool is_live = true;   // else an ordinary edit
  };
  for (const Row& row :
       std::vector<Row>{{"mix(-0.25, surface.uv.x, 0.75)", "m/rough/0", "0"},
                        {"mix(-0.25, surface.uv.x, 0.75)", "m/rough/0/0", ""},
                        {"surface.uv.x * -0.25", "m/rough/1", "0"},
                        {"surface.uv.x * -(0.25)", "m/rough/1", "0"},
                        {"surface.uv.x - -((0.25))", "m/rough/1", "0", 0.0},
                        {"surface.uv.x * -3", "m/rough/1", "0", 5.0, false},
                        {"surface.uv.x + sin(-0.25)", "m/rough/1/0", "0", 0.625, false},
                        {"-0.25", "m/rough", "0", 0.625, false},
                        {"surface.uv.x * -0.25", "m/rough/1", "0", -0.5, false, false},
                        {"surface.uv.x * -(-0.25)", "m/rough/1", "0", 0.5, false, false}}) {
    INFO(row.value << " " << row.node << " " << row.port);
    LiveDocument document("import \"core\";\nimport \"profiles\";\nmaterial m {\n    rough = " +
                          std::string(row.value) +
                          ";\n    output albedo = float3(rough) as {use: reflectance, encoding: "
                          "linear};\n}\n");
    Session& session = document.session();
    const OutputId id = session.watch(unlit());
    REQUIRE(session.output(id)->is_current);
    const bool is_int = row.number == 5.0;
    for (const double number : {is_int ? 7.0 : 0.375, row.number}) {
      const std::string before = document.text();
      REQUIRE(document.edit(live(row.node, row.port, {number})) == "");
      REQUIRE(document.text() != before);
      CHECK(of(document.answer(), id).answer != Answer::Unchanged);
    }
    CHECK((of(document.answer(), id).answer == Answer::ValuesOnly) == row.is_live);
    const std::vector<ByteRange>& bytes = of(document.answer(), id).bytes;
    if (row.is_plain) {
      REQUIRE(bytes.size() == 1);
      CHECK(number_at(*session.output(id), bytes[0]) == static_cast<float>(-row.number));
    }
    session.bake();
    CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), unlit()));
  }
}

TEST_CASE("live values: a default outside of its range is an error, as without dragging") {
  LiveDocument document(R"(import "core";
import "profiles";
material m {
    param k: float = 0.25 [min: 0, max: 1];
    param v: float3 = float3(0.5) [min: 0, max: 2];
    param kind: int = 1 [enum: one_of(plain, striped)];
    output albedo = float3(k) * v * float(kind) as {use: reflectance, encoding: linear};
}
)");
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  REQUIRE(session.output(id)->is_current);
  struct Row {
    const char* node;
    std::vector<double> inside;
    std::vector<double> outside;
  };
  const std::vector<Row> rows = {{"m/k", {0.75}, {5.0}},
                                 {"m/k", {1.0}, {-0.125}},
                                 {"m/v", {2.0}, {2.5}},
                                 {"m/kind", {0}, {2}}};
  for (const Row& row : rows) {
    INFO(row.node);
    REQUIRE(document.edit(SetParameter{row.node, row.inside, true}) == "");
    CHECK_FALSE(of(document.answer(), id).has_errors);
    CHECK(of(document.answer(), id).answer == Answer::ValuesOnly);
    REQUIRE(document.edit(SetParameter{row.node, row.outside, true}) == "");
    CHECK(of(document.answer(), id).has_errors);
    CHECK_FALSE(session.output(id)->is_current);
    REQUIRE(document.edit(SetParameter{row.node, row.inside, true}) == "");
    CHECK_FALSE(of(document.answer(), id).has_errors);
    CHECK(session.output(id)->is_current);
  }
}

TEST_CASE("live values: a port and a literal inside it are never live together") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  REQUIRE(document.edit(live("m/base/0/0", "", {0.1, 0.2, 3.0})) == "");
  REQUIRE(document.edit(live("m/base/0/0/1", "", {0.4})) == "");
  CHECK(document.text().find("float3(0.1, 0.4, ") != std::string::npos);
  CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), unlit()));
}

TEST_CASE("live values: a drag is one undo step") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  for (int i = 1; i <= 10; ++i) {
    REQUIRE(document.edit(live("m/bent", "right", {0.1 * i})) == "");
  }
  const std::string bent = document.text();
  REQUIRE(document.edit(live("m/gain", "", {0.125})) == "");
  REQUIRE(document.edit(live("m/gain", "", {0.25})) == "");
  const std::string both = document.text();
  REQUIRE(session.can_undo());
  REQUIRE(session.undo());
  CHECK(document.text() == bent);
  CHECK(files_text(*session.output(id)) == composed_from_scratch(bent, unlit()));
  REQUIRE(session.undo());
  CHECK(document.text() == source);
  CHECK(files_text(*session.output(id)) == composed_from_scratch(source, unlit()));
  CHECK_FALSE(session.can_undo());
  REQUIRE(session.redo());
  REQUIRE(session.redo());
  CHECK(document.text() == both);
  REQUIRE(session.undo());
  REQUIRE(document.edit(live("m/bent", "right", {2.0})) == "");
  CHECK_FALSE(session.can_redo());
}

TEST_CASE("live values: a drag is one undo step whatever is watched") {
  OutputRequest preview;
  preview.profile = "unlit";
  preview.preview = PreviewPoint{"m/bent", ""};
  OutputRequest faulty = unlit();
  faulty.material = "nothing";
  for (const std::vector<OutputRequest>& watched : std::vector<std::vector<OutputRequest>>{
           {}, {unlit()}, {unlit(), preview}, {unlit(), faulty}, {preview}}) {
    INFO(watched.size());
    LiveDocument document(source);
    Session& session = document.session();
    for (const OutputRequest& request : watched) {
      session.watch(request);
    }
    const auto drag = [&](const char* node, const char* port, double from) {
      for (int i = 0; i < 3; ++i) {
        REQUIRE(document.edit(live(node, port, {from + 0.125 * i})) == "");
      }
    };
    drag("m/base/0", "2", 0.375);
    const std::string first = document.text();
    drag("m/bent", "right", -0.25);  // another sign
    const std::string second = document.text();
    drag("m/steps", "steps", 4.0);  // 4.125 is no int
    session.bake();
    drag("m/bent", "right", 0.75);  // the mouse button was up
    drag("m/bent", "right", 1.0);
    const std::string last = document.text();
    REQUIRE(session.undo());
    REQUIRE(session.undo());
    CHECK(document.text() == second);
    REQUIRE(session.redo());
    REQUIRE(session.redo());
    CHECK(document.text() == last);
    for (int i = 0; i < 3; ++i) {
      REQUIRE(session.undo());
    }
    CHECK(document.text() == first);
    REQUIRE(session.undo());
    CHECK(document.text() == source);
    CHECK_FALSE(session.can_undo());
    REQUIRE(document.edit(live("m/bent", "right", {0.75})) == "");
    REQUIRE(document.edit(live("m/bent", "right", {0.25})) == "");  // as before
    CHECK(document.text() == source);
    CHECK_FALSE(session.can_undo());
  }
}

TEST_CASE("live values: rejected numbers change nothing") {
  LiveDocument document(source);
  Session& session = document.session();
  session.watch(unlit());
  REQUIRE(document.edit(live("m/bent", "right", {0.5})) == "");
  const std::string text = document.text();
  CHECK(document.edit(live("m/bent", "right", {std::nan("")})) != "");
  CHECK(document.edit(live("m/none", "", {0.5})) != "");
  CHECK(document.edit({live("m/bent", "right", {0.75}), live("m/none", "", {0.5})}) != "");
  CHECK(document.text() == text);
}

TEST_CASE("live values: a refused edit does not end a drag") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  REQUIRE(document.edit(live("m/bent", "right", {0.5})) == "");
  const std::string shown = files_text(*session.output(id));
  const std::size_t compositions = session.effort().compositions;
  const std::string text = document.text();
  const std::vector<Edit> refused = {
      RemoveNode{"m/none"},
      AddNode{"m", "n", "1.0"},
      Connect{"m/n", "v", "m/shade", ""},
      SetValue{"m/bent", "right", std::vector{std::nan("")}, true},
      live("m/none", "", {0.5}),
      live("m/bent", "right", {0.5, 0.25, 1.0, 2.0, 5.0}),
      Group{{"m/bent", "m/out:albedo"}, "grouped"},
  };
  for (const Edit& each : refused) {
    REQUIRE(document.edit(each) != "");
    CHECK(document.text() == text);
    CHECK(session.version() == 2);
  }
  CHECK(session.effort().compositions == compositions);
  REQUIRE(document.edit(live("m/bent", "right", {0.75})) == "");
  CHECK(of(document.answer(), id).answer == Answer::ValuesOnly);
  CHECK(session.effort().compositions == compositions);
  CHECK(files_text(*session.output(id)) == shown);
  REQUIRE(session.undo());  // still one step
  CHECK(document.text() == source);
  CHECK_FALSE(session.can_undo());
  // What was undone stays when an edit is refused.
  REQUIRE(session.can_redo());
  REQUIRE(document.edit(live("m/none", "", {0.5})) != "");
  REQUIRE(document.edit(live("m/bent", "right", {0.5, 0.25, 1.0, 2.0, 5.0})) != "");
  CHECK(session.can_redo());
}

TEST_CASE("live values: undo of a drag answers with values where the texts are equal") {
  LiveDocument document(source);
  Session& session = document.session();
  const OutputId id = session.watch(unlit());
  const std::vector<BlockContents> before = session.output(id)->blocks;
  for (const double gain : {0.6, 0.7}) {
    REQUIRE(document.edit(SetParameter{"m/gain", std::vector{gain}, true}) == "");
  }
  const std::vector<BlockContents> after = session.output(id)->blocks;
  REQUIRE(before != after);
  const auto check = [&](const EditResult<EditAnswer>& answered, const auto& blocks, float gain) {
    REQUIRE(answered);
    const OutputAnswer& answer = of(*answered, id);
    CHECK(answer.answer == Answer::ValuesOnly);
    REQUIRE(answer.bytes.size() == 1);
    CHECK(session.output(id)->blocks == blocks);
    const ByteRange range = answer.bytes[0];
    float number = 0.0F;
    std::memcpy(&number,
                session.output(id)->blocks[range.block].bytes.data() + (range.offset & ~3U), 4);
    CHECK(number == gain);
    CHECK(files_text(*session.output(id)) == composed_from_scratch(document.text(), unlit()));
  };
  check(session.undo(), before, 0.5F);
  check(session.redo(), after, 0.7F);
  // Constants of the pipeline too.
  REQUIRE(document.edit(SetParameter{"m/mode", std::vector{-3.0}, true}) == "");
  REQUIRE(session.output(id)->constants.size() == 1);
  CHECK(session.output(id)->constants[0].bits == static_cast<std::uint32_t>(-3));
  REQUIRE(document.edit(SetParameter{"m/gain", std::vector{0.25}, true}) == "");
  CHECK(session.output(id)->constants[0].bits == static_cast<std::uint32_t>(-3));
  const auto gain_undone = session.undo();
  REQUIRE(gain_undone);
  CHECK(session.output(id)->constants[0].bits == static_cast<std::uint32_t>(-3));
  const auto undone = session.undo();
  REQUIRE(undone);
  CHECK(session.output(id)->constants[0].bits == 1);
}

}  // namespace
}  // namespace weft::testing::live_values_test
