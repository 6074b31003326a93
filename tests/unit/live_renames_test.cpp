// Batches of renames: one look at the text, and what one after the other gives.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "live/session/edit_batch.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_renames_test {
namespace {

using namespace weft::live;

const char* const source = R"(import "core";
import "profiles";

fragment apply(g: fn(v: float) -> float, x: float) -> float
{
    return g(x);
}

graph halves(x: float) -> float
{
    a = x * 0.5;
    b = a + a;
    output b;
}

material m {
    param wear: float = 0.5;
    f = (v) => v * wear;
    a = f(0.25) + mix(0.1, wear, 0.5);
    b = apply(f, a) * apply((c) => c + a, wear);
    c = apply(saturate, b);
    d = a - b;
    output albedo = float3(a, b, c) as {use: reflectance, encoding: linear};
    output b;
    output d = d * wear;
}
)";

/// A library of no fragments that counts the texts that are made of a document.
class CountedNames : public FragmentNames {
 public:
  std::vector<std::vector<std::string>> ports(std::string_view /*fragment*/) const override {
    return {};
  }
  std::vector<std::vector<std::string>> port_types(std::string_view /*fragment*/) const override {
    return {};
  }
  std::vector<std::vector<std::string>> results(std::string_view /*fragment*/) const override {
    return {};
  }
  bool is_feature_space(std::string_view /*word*/) const override { return false; }
  bool is_type(std::string_view /*word*/) const override { return false; }
  bool is_choice(std::string_view /*word*/) const override { return false; }
  std::string type_of(const DocumentText& /*document*/, std::string_view /*graph*/,
                      std::string_view /*binding*/) const override {
    return {};
  }
  std::string changed_output(const DocumentText& /*document*/, std::string_view /*graph*/,
                             const std::string& /*text*/) const override {
    return {};
  }
  Interner names_after(const DocumentText& former) const override {
    ++texts;
    return former.share_names();
  }

  mutable std::size_t texts = 0;
};

/// The text of a batch that is also that of its edits one by one; the errors if it is refused.
std::string text_after(const std::vector<Edit>& edits) {
  LiveDocument one_by_one(source);
  std::string errors;
  for (const Edit& edit : edits) {
    errors = errors.empty() ? one_by_one.edit(edit) : errors;
  }
  LiveDocument batch(source);
  const std::string refused = batch.edit(edits);
  CHECK(refused.empty() == errors.empty());
  if (!refused.empty()) {
    CHECK(batch.text() == source);
    return refused;
  }
  CHECK(batch.text() == one_by_one.text());
  CHECK(batch.session().names() == one_by_one.session().names());
  const std::string after = batch.text();
  CHECK(batch.session().undo());
  CHECK(batch.text() == source);
  return after;
}

}  // namespace

TEST_CASE("a batch of renames is what its renames are one after the other") {
  const std::string shifted =
      text_after({Rename{"m/d", "e"}, Rename{"m/c", "d"}, Rename{"m/wear", "worn"}});
  CHECK_THAT(shifted, contains("    e = a - b;\n"));
  CHECK_THAT(shifted, contains("    f = (v) => v * worn;\n"));
  CHECK_THAT(shifted, contains("    output d = e * worn;\n"));
  const std::string swapped =
      text_after({Rename{"m/a", "t"}, Rename{"m/d", "a"}, Rename{"m/b", "z"}});
  CHECK_THAT(swapped, contains("    a = t - z;\n"));
  CHECK_THAT(swapped, contains("    output b = z;\n"));
  const std::string outputs = text_after(
      {Rename{"m/out:b", "o"}, Rename{"m/b", "bb"}, Rename{"m/out:d", "b"}, Rename{"m/f", "g"}});
  CHECK_THAT(outputs, contains("    output o = bb;\n    output b = d * wear;\n"));
  CHECK_THAT(outputs, contains("    a = g(0.25) +"));
  CHECK_THAT(outputs, contains("    bb = apply(g, a) *"));
  // Twice the same node, back again, another graph, and a graph between them.
  text_after({Rename{"m/a", "t"}, Rename{"m/a", "u"}, Rename{"m/b", "a"}, Rename{"m/a", "w"}});
  text_after({Rename{"m/a", "t"}, Rename{"m/b", "s"}, Rename{"m/a", "a"}, Rename{"m/b", "b"}});
  text_after({Rename{"m/a", "t"}, Rename{"halves/a", "t"}, Rename{"halves/b", "u"},
              Rename{"halves", "half"}, Rename{"half/a", "k"}, Rename{"m/d", "half"}});
  text_after({Rename{"m/a", "a"}, Rename{"m/a", "x"}, Rename{"m/d", "y"}});
}

TEST_CASE("a batch of renames refuses what one of them alone would be refused for") {
  const std::vector<std::pair<Rename, std::string>> table = {
      {{"m/d", "a"}, "'m' has a node 'a' already"},
      {{"m/d", "first"}, "'m' has a node 'first' already"},  // by the first rename
      {{"m/d", "v"}, "'v' means something else inside 'f'"},
      {{"m/d", "saturate"}, "passes the fragment 'saturate'"},
      {{"m/f", "mix"}, "would call the fragment 'mix' instead"},
      {{"m/d", "surface"}, "would hide the features"},
      {{"m/d", "return"}, "'return' is a reserved word"},
      {{"m/nothing", "n"}, "there is no node 'm/nothing'"},
      {{"m/first", "n"}, "there is no node 'm/first'"},  // ids stay
      {{"halves/out:", "n"}, "is named by the signature"},
      {{"m/d/0", "n"}, "is part of an expression"},
      {{"m/out:d", "b"}, "'m' has a node 'b' already"},
  };
  for (const auto& [wrong, message] : table) {
    INFO(message);
    const std::string errors =
        text_after({Rename{"m/c", "first"}, Rename{"m/wear", "second"}, wrong});
    CHECK_THAT(errors, contains(message));
  }
}

TEST_CASE("a batch of renames makes as many texts as one rename") {
  std::string text = "material m {\n    x0 = 0.5;\n";
  std::vector<Edit> edits;
  for (int i = 0; i < 200; ++i) {
    text += fmt::format("    x{} = x{} + x0;\n", i + 1, i);
    edits.emplace_back(Rename{fmt::format("m/x{}", i), fmt::format("y{}", i)});
  }
  const DocumentText document("m.weft", text + "}\n");
  const NodeNames names;
  const auto texts_of = [&](const std::vector<Edit>& batch) {
    const CountedNames counted;
    const auto edited = apply_edits({document, names, counted}, batch);
    REQUIRE(edited);
    CHECK(edited->document->text().find("= y0 + y0;") != std::string::npos);
    return counted.texts;
  };
  CHECK(texts_of(edits) <= texts_of({edits.front(), edits[1]}));
}

}  // namespace weft::testing::live_renames_test
