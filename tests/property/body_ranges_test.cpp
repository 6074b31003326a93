// Ranges of floats in random bodies: for inputs within theirs, the interpreter returns nothing
// outside of that of the result.

#include "codegen/lower/body_ranges.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "codegen/lower/medium_bodies.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::body_ranges_test {

namespace {

using namespace weft;

/// Writes a leaf of two floats and a vector without loops: locals that are assigned again, whole or
/// by component, branches, early returns, and calls of a leaf before it.
class LeafText {
 public:
  explicit LeafText(Random& random) : random_(random) {}

  std::string run(const std::string& name, const std::string& callee) {
    callee_ = callee;
    floats_ = {"x", "y"};
    vectors_ = {"v"};
    text_ = "fragment " + name + "(x: float, y: float, v: float3) -> float\n{\n";
    block(0);
    return text_ + "return " + number(2) + ";\n}\n";
  }

 private:
  std::string any(const std::vector<std::string>& words) {
    return words[random_.below(words.size())];
  }

  std::string literal() {
    const std::string size =
        std::to_string(random_.below(4)) + "." + std::to_string(random_.below(9));
    return random_.chance(3) ? "(-" + size + ")" : size;
  }

  std::string condition() { return number(1) + (random_.chance(2) ? " < " : " >= ") + number(1); }

  std::string number(int depth) {
    if (depth == 0 || random_.chance(5)) {
      return random_.chance(3)   ? literal()
             : random_.chance(3) ? any(vectors_) + (random_.chance(2) ? ".x" : ".z")
                                 : any(floats_);
    }
    const std::string a = number(depth - 1);
    const std::string b = number(depth - 1);
    switch (random_.below(13)) {
      case 0:
        return "(" + a + " + " + b + ")";
      case 1:
        return "(" + a + " - " + b + ")";
      case 2:
        return "(" + a + " * " + b + ")";
      case 3:
        return "(" + a + " / " + (random_.chance(2) ? "2.5" : "-0.75") + ")";
      case 4:
        return "min(" + a + ", " + b + ")";
      case 5:
        return "max(" + a + ", " + b + ")";
      case 6:
        return "clamp(" + a + ", -0.5, " + b + ")";
      case 7:
        return "mix(" + a + ", " + b + ", " + (random_.chance(2) ? "saturate(x)" : number(0)) + ")";
      case 8:
        return "saturate(" + a + ")";
      case 9:
        return "abs(" + a + ")";
      case 10:
        return "dot(" + vector(depth - 1) + ", " + vector(depth - 1) + ")";
      case 11:
        return "(" + condition() + " ? " + a + " : " + b + ")";
      default:
        return callee_.empty() ? "(-" + a + ")"
                               : callee_ + "(" + a + ", " + b + ", " + vector(0) + ")";
    }
  }

  std::string vector(int depth) {
    if (depth == 0 || random_.chance(4)) {
      return random_.chance(3) ? "float3(" + number(0) + ", " + number(0) + ", " + number(0) + ")"
                               : any(vectors_);
    }
    const std::string a = vector(depth - 1);
    switch (random_.below(4)) {
      case 0:
        return "(" + a + " + " + vector(depth - 1) + ")";
      case 1:
        return "(" + a + " * " + number(depth - 1) + ")";
      case 2:
        return "min(" + a + ", " + vector(depth - 1) + ")";
      default:
        return a + ".zxy";
    }
  }

  void block(int depth) {
    const std::size_t floats = floats_.size();
    const std::size_t vectors = vectors_.size();
    for (std::size_t left = 1 + random_.below(4); left > 0; --left) {
      statement(depth);
    }
    floats_.resize(floats);
    vectors_.resize(vectors);
  }

  void statement(int depth) {
    const std::string operators[] = {" = ", " += ", " -= ", " *= "};
    if (depth < 2 && random_.chance(5)) {
      text_ += "if (" + condition() + ") {\n";
      block(depth + 1);
      text_ += random_.chance(3) ? "return " + number(1) + ";\n}\n" : "}\n";
    } else if (!written_floats_.empty() && random_.chance(3)) {
      text_ += any(written_floats_) + operators[random_.below(4)] + number(2) + ";\n";
    } else if (!written_vectors_.empty() && random_.chance(3)) {
      text_ += any(written_vectors_) + (random_.chance(2) ? ".y" : ".x") +
               operators[random_.below(4)] + number(1) + ";\n";
    } else if (random_.chance(3)) {
      const std::string name = "w" + std::to_string(names_++);
      text_ += "float3 " + name + " = " + vector(2) + ";\n";
      declare(name, vectors_, written_vectors_, depth);
    } else {
      const std::string name = "f" + std::to_string(names_++);
      text_ += "float " + name + " = " + number(2) + ";\n";
      declare(name, floats_, written_floats_, depth);
    }
  }

  /// Names of inner blocks are not written: they end there.
  void declare(const std::string& name, std::vector<std::string>& values,
               std::vector<std::string>& written, int depth) {
    values.push_back(name);
    if (depth == 0) {
      written.push_back(name);
    }
  }

  Random& random_;
  std::string text_;
  std::string callee_;
  std::vector<std::string> floats_;  // in scope
  std::vector<std::string> vectors_;
  std::vector<std::string> written_floats_;  // locals of the outermost block
  std::vector<std::string> written_vectors_;
  int names_ = 0;
};

ValueRange any_range(Random& random) {
  const double least = 0.5 * static_cast<double>(random.below(9)) - 2.0;
  return {least, least + 0.5 * static_cast<double>(random.below(6))};
}

std::uint32_t any_within(Random& random, const ValueRange& range) {
  const double share = static_cast<double>(random.below(5)) / 4.0;  // both ends included
  return float_bits(static_cast<float>(range.least + share * (range.greatest - range.least)));
}

/// Of the ports of a leaf.
std::vector<ValueRange> any_ranges(Random& random) {
  return {any_range(random), any_range(random), any_range(random)};
}

/// The leaf `outer`, which calls `inner`.
std::string random_leaves(Random& random) {
  return LeafText(random).run("inner", "") + LeafText(random).run("outer", "inner");
}

const Body& body_of_outer(const Library& library) {
  const FragmentId id = library.find_fragments(*library.names.find("outer")).front();
  return library.fragments[id].instances().front().body;
}

}  // namespace

TEST_CASE("body ranges: random bodies return nothing outside of them") {
  Random random(seed());
  const std::size_t count = by_scale(1'000, 20'000, 400'000);
  std::size_t limited = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_leaves(random);
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const Body& body = body_of_outer(library);
    const std::vector<ValueRange> inputs = any_ranges(random);
    const ValueRange range =
        body_ranges(library, body, inputs, std::vector<double>(inputs.size(), 0)).result;
    limited += range == unknown_range ? 0U : 1U;
    for (int round = 0; round < 8; ++round) {
      const std::vector<Constant> ports = {
          {float_type, {any_within(random, inputs[0])}},
          {float_type, {any_within(random, inputs[1])}},
          {float3_type,
           {any_within(random, inputs[2]), any_within(random, inputs[2]),
            any_within(random, inputs[2])}}};
      const std::vector<Constant> features;
      const auto results =
          evaluate_body(library, body, {float_type}, EvaluationInputs{ports, features});
      REQUIRE(results);
      const auto value = static_cast<double>(float_of_bits(results->front().bits.front()));
      INFO(value << " of " << range.least << "…" << range.greatest);
      // Bounds are exact, values are rounded.
      const auto slack = [](double bound) { return 1e-4 * (1.0 + std::abs(bound)); };
      REQUIRE(value >= range.least - slack(range.least));
      REQUIRE(value <= range.greatest + slack(range.greatest));
    }
  }
  CHECK(limited > count / 2);
}

TEST_CASE("body errors: inputs that are off move results no further than their bound") {
  Random random(seed() + 1);
  const std::size_t count = by_scale(2'000, 20'000, 400'000);
  std::size_t bounded = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_leaves(random);
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const Body& body = body_of_outer(library);
    const std::vector<ValueRange> inputs = any_ranges(random);
    constexpr double step = 1.0 / 32;  // exceeds the rounding errors by far
    const std::vector<double> errors = {step * static_cast<double>(random.below(2)),
                                        step * static_cast<double>(random.below(2)), step};
    constexpr double any_error = std::numeric_limits<double>::infinity();
    if (!allows_medium(library, body, inputs, errors, any_error)) {
      continue;
    }
    ++bounded;
    const double bound = body_ranges(library, body, inputs, errors).error;
    const auto result_of = [&](const std::vector<Constant>& ports) {
      const std::vector<Constant> features;
      const auto results =
          evaluate_body(library, body, {float_type}, EvaluationInputs{ports, features});
      REQUIRE(results);
      return static_cast<double>(float_of_bits(results->front().bits.front()));
    };
    for (int round = 0; round < 8; ++round) {
      std::vector<Constant> exact;
      std::vector<Constant> off;
      for (std::size_t port = 0; port < inputs.size(); ++port) {
        const std::size_t components = port == 2 ? 3 : 1;
        const DataType type = port == 2 ? float3_type : float_type;
        exact.push_back({type, {}});
        off.push_back({type, {}});
        for (std::size_t c = 0; c < components; ++c) {
          const std::uint32_t value = any_within(random, inputs[port]);
          const double by = errors[port] * (random.chance(2) ? 1 : -1);
          exact.back().bits.push_back(value);
          off.back().bits.push_back(
              float_bits(static_cast<float>(static_cast<double>(float_of_bits(value)) + by)));
        }
      }
      const double difference = std::abs(result_of(exact) - result_of(off));
      INFO(difference << " of " << bound);
      REQUIRE(difference <= bound + 1e-6);
    }
  }
  CHECK(bounded > count / 100);
}

}  // namespace weft::testing::body_ranges_test
