// Ranges of ints and uints in random bodies: no value that the interpreter meets lies outside.

#include "codegen/ir/int_ranges.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::int_ranges_test {

namespace {

using namespace weft;

constexpr std::uint32_t array_length = 5;

/// Writes a leaf that notes the least and the greatest value of one expression, `seen`, wherever it
/// is evaluated. Loops end after some steps, whatever their conditions are.
class ProbeText {
 public:
  ProbeText(Random& random, bool is_signed) : random_(random), is_signed_(is_signed) {}

  std::string run() {
    const std::string type = is_signed_ ? "int" : "uint";
    values_ = {"n", "m"};
    text_ = "feature rig.many: float[] at frame;\nfragment probe(n: " + type + ", m: " + type +
            ", few: float[3]) -> (low: " + type + ", high: " + type + ")\n{\n";
    text_ += is_signed_ ? "low = 2147483647;\nhigh = -2147483647 - 1;\n"
                        : "low = 4294967295u;\nhigh = 0u;\n";
    text_ += "int steps = 0;\n";
    block(0);
    if (!is_seen_) {
      see();
    }
    return text_ + "}\n";
  }

 private:
  std::string any(const std::vector<std::string>& words) {
    return words[random_.below(words.size())];
  }

  std::string number(std::size_t below) {
    return std::to_string(random_.below(below)) + (is_signed_ ? "" : "u");
  }

  std::string leaf() {
    if (is_signed_ && random_.chance(8)) {
      return random_.chance(2) ? "length_of(rig.many)" : "length_of(few)";
    }
    return random_.chance(3) ? (is_signed_ && random_.chance(4) ? "-" : "") + number(9)
                             : any(values_);
  }

  std::string expression(int depth) {
    if (depth == 0 || random_.chance(4)) {
      return leaf();
    }
    const std::string a = expression(depth - 1);
    const std::string b = expression(depth - 1);
    switch (random_.below(7)) {
      case 0:
        return "(" + a + " + " + b + ")";
      case 1:
        return "(" + a + " - " + b + ")";
      case 2:
        return "min(" + a + ", " + b + ")";
      case 3:
        return "max(" + a + ", " + b + ")";
      case 4:
        return "clamp(" + a + ", " + number(4) + ", " + number(9) + ")";
      case 5:
        return "(n > m ? " + a + " : " + b + ")";
      default:
        return "min(" + a + ", " + number(9) + ")";
    }
  }

  void see() {
    is_seen_ = true;
    text_ += (is_signed_ ? "int" : "uint") + std::string(" seen = ") + expression(2) +
             ";\nlow = min(low, seen);\nhigh = max(high, seen);\n";
  }

  void block(int depth) {
    const std::size_t in_scope = values_.size();
    for (std::size_t left = 1 + random_.below(3); left > 0; --left) {
      statement(depth);
    }
    values_.resize(in_scope);
  }

  void statement(int depth) {
    if (depth > 0 && !is_seen_ && random_.chance(2)) {
      see();
    } else if (depth < 3 && random_.chance(2)) {
      loop(depth);
    } else if (!written_.empty() && random_.chance(4)) {
      text_ += any(written_) + (random_.chance(2) ? " = " : " += ") + expression(1) + ";\n";
    } else {
      const std::string name = "v" + std::to_string(names_++);
      text_ += (is_signed_ ? "int " : "uint ") + name + " = " + expression(2) + ";\n";
      values_.push_back(name);
      if (random_.chance(4) && depth == 0) {
        written_.push_back(name);
      }
    }
  }

  void loop(int depth) {
    const std::string counter = "i" + std::to_string(names_++);
    const std::string start = random_.chance(3) ? expression(1) : number(3);
    text_ += "for (" + std::string(is_signed_ ? "int " : "uint ") + counter + " = " + start + "; ";
    values_.push_back(counter);
    text_ += counter + (random_.chance(3) ? " <= " : " < ") + expression(2) + "; ";
    text_ += random_.chance(6) ? counter + " += " + leaf() : "++" + counter;
    text_ += ") {\nsteps += 1;\nif (steps > 40) { break; }\n";
    if (random_.chance(8)) {
      text_ += counter + " = " + expression(1) + ";\n";
    }
    block(depth + 1);
    text_ += "}\n";
    values_.pop_back();
  }

  Random& random_;
  bool is_signed_;
  std::string text_;
  std::vector<std::string> values_;   // in scope
  std::vector<std::string> written_;  // locals of the outermost block that are assigned again
  int names_ = 0;
  bool is_seen_ = false;
};

/// The range of the initial value of `seen`.
IntRange range_of_seen(const Library& library, const Body& body) {
  const std::vector<IntRange> ranges = find_int_ranges(body, {array_length});
  for (const BodyStmt& stmt : body.stmts) {
    const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
    if (declared != nullptr && library.text(body.locals[declared->local].name) == "seen") {
      return ranges[declared->initial->index()];
    }
  }
  FAIL("nothing is seen");
  return {};
}

std::uint32_t any_value(Random& random) {
  constexpr std::uint32_t extremes[] = {0x7fffffffU, 0x7ffffffeU, 0x80000000U,
                                        0x80000001U, 0xffffffffU, 0xfffffffeU};
  return random.chance(3) ? extremes[random.below(6)]
                          : static_cast<std::uint32_t>(random.below(14)) - 3U;
}

}  // namespace

TEST_CASE("int ranges: random bodies meet no value outside of them") {
  Random random(seed());
  const std::size_t count = by_scale(1'000, 20'000, 400'000);
  std::size_t limited = 0;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_signed = !random.chance(4);
    const DataType type = is_signed ? int_type : uint_type;
    const std::string text = ProbeText(random, is_signed).run();
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Body& body = loaded.library.fragments[FragmentId(0)].instances().front().body;
    const IntRange range = range_of_seen(loaded.library, body);
    limited += range == range_of_type(type) ? 0U : 1U;
    for (int round = 0; round < 6; ++round) {
      const DataType few = loaded.library.data_types.array_of(float_type, 3);
      const std::vector<Constant> ports = {
          {type, {any_value(random)}}, {type, {any_value(random)}}, {few, {0, 0, 0}}};
      std::vector<Constant> features;
      for (const FeatureId feature : body.features) {
        features.push_back({loaded.library.features[feature].type.data(),
                            std::vector<std::uint32_t>(array_length, 0)});
      }
      const auto results =
          evaluate_body(loaded.library, body, {type, type}, EvaluationInputs{ports, features});
      REQUIRE(results);
      const auto number = [&](std::size_t result) {
        return range_of_literal({Operation::Literal, type, (*results)[result].bits.front()}).least;
      };
      if (number(0) <= number(1)) {
        ++seen;
        INFO(number(0) << "…" << number(1) << " of " << range.least << "…" << range.greatest);
        REQUIRE(IntRange{number(0), number(1)}.is_within(range));
      }
    }
  }
  CHECK(limited > count / 4);
  CHECK(seen > count);
}

}  // namespace weft::testing::int_ranges_test
