// Bodies with constants in the place of ports, and bodies whose structs lost what nobody reads,
// compute what they compute otherwise, bit for bit.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "codegen/lower/constant_arguments.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/property/body_generator.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::folded_bodies_test {

namespace {

using namespace weft;

std::vector<Constant> random_ports(Random& random) {
  return {{int_type, {static_cast<std::uint32_t>(random.below(9)) - 4U}},
          {uint_type, {static_cast<std::uint32_t>(random.below(9))}},
          {float_type, {float_bits(0.25F * static_cast<float>(random.below(17)) - 2.0F)}}};
}

const Body& body_named(const Library& library, const std::string& name) {
  const FragmentId id = library.find_fragments(*library.names.find(name)).front();
  return library.fragments[id].instances().front().body;
}

Constant evaluated(const Library& library, const Body& body, DataType type,
                   const std::vector<Constant>& ports) {
  const std::vector<Constant> features;
  const auto results = evaluate_body(library, body, {type}, EvaluationInputs{ports, features});
  REQUIRE(results);
  return results->front();
}

/// The same random statements over structs, and over one variable per member.
class TwinGenerator {
 public:
  explicit TwinGenerator(Random& random) : random_(random) {}

  /// `structs` reads some members of its locals, `scalars` has none.
  std::string run() {
    for (int s = 0; s < 2; ++s) {
      declare(s);
    }
    statements(6, 2);
    std::pair<std::string, std::string> result{"x", "x"};
    for (int s = 0; s < 2; ++s) {
      for (int m = 0; m < 3; ++m) {
        if (is_read_[s][m]) {
          const Text read = member(s, m);
          result.first += " + " + read.first;
          result.second += " + " + read.second;
        }
      }
    }
    return "struct Inner { float d; float e; }\n"
           "struct Three { float a; float b; float c; }\n"
           "fragment structs(x: float, y: float) -> float\n{\n" +
           text_.first + "    return " + result.first +
           ";\n}\nfragment scalars(x: float, y: float) -> float\n{\n" + text_.second +
           "    return " + result.second + ";\n}\n";
  }

 private:
  using Text = std::pair<std::string, std::string>;  // with structs, without

  static Text member(int s, int m) {
    const std::string object = s == 0 ? "p" : "q";
    const std::string name(1, static_cast<char>('a' + m));
    return {object + "." + name, object + "_" + name};
  }

  void line(const std::string& with, const std::string& without) {
    text_.first += "    " + with + "\n";
    text_.second += "    " + without + "\n";
  }

  std::string condition() { return random_.chance(2) ? "x > 0.5" : "y < x"; }

  // Reads no variable of `but`, whose members may have changed already.
  Text value(int but) {
    const int s = 1 - but;
    switch (is_declared_[s] ? random_.below(5) : random_.below(2)) {
      case 0:
        return {"x", "x"};
      case 1:
        return {"(y + 0.25)", "(y + 0.25)"};
      case 2: {
        const Text one = value_in_place(s);
        return one;
      }
      default: {
        const auto m = static_cast<int>(random_.below(3));
        is_read_[s][m] = true;
        return member(s, m);
      }
    }
  }

  // `Inner(a, b).e`, and that of a choice.
  Text value_in_place(int s) {
    const Text read = member(s, 0);
    is_read_[s][0] = true;
    if (random_.chance(2)) {
      return {"Inner(x, " + read.first + ").e", read.second};
    }
    const std::string asked = condition();
    return {"(" + asked + " ? Inner(x, " + read.first + ") : Inner(y, 2.0)).e",
            "(" + asked + " ? " + read.second + " : 2.0)"};
  }

  void whole(int s, bool declares) {
    const std::string object = s == 0 ? "p" : "q";
    std::string made;
    Text members[3];
    for (int m = 0; m < 3; ++m) {
      members[m] = value(s);
      made += (m == 0 ? "" : ", ") + members[m].first;
    }
    text_.first +=
        "    " + std::string(declares ? "Three " : "") + object + " = Three(" + made + ");\n";
    for (int m = 0; m < 3; ++m) {
      text_.second += "    " + std::string(declares ? "float " : "") + member(s, m).second + " = " +
                      members[m].second + ";\n";
    }
  }

  void declare(int s) {
    whole(s, true);
    is_declared_[s] = true;
  }

  void statements(std::size_t count, int depth) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto s = static_cast<int>(random_.below(2));
      const auto m = static_cast<int>(random_.below(3));
      const Text target = member(s, m);
      switch (random_.below(depth > 0 ? 5 : 3)) {
        case 0:
          whole(s, false);
          break;
        case 1: {
          const Text given = value(s);
          line(target.first + " = " + given.first + ";",
               target.second + " = " + given.second + ";");
          break;
        }
        case 2:
          line(target.first + " += 0.5;", target.second + " += 0.5;");
          break;
        case 3: {
          const std::string asked = condition();
          line("if (" + asked + ") {", "if (" + asked + ") {");
          statements(2, depth - 1);
          line("} else {", "} else {");
          statements(2, depth - 1);
          line("}", "}");
          break;
        }
        default: {
          const std::string head = "for (int i" + std::to_string(depth) + " = 0; i" +
                                   std::to_string(depth) + " < 3; i" + std::to_string(depth) +
                                   "++) {";
          line(head, head);
          statements(2, depth - 1);
          line("}", "}");
        }
      }
    }
  }

  Random& random_;
  Text text_;
  bool is_declared_[2] = {false, false};
  bool is_read_[2][3] = {};
};

bool has_struct(const Body& body) {
  for (const BodyLocal& local : body.locals) {
    if (local.type.is_struct()) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("folded bodies: random bodies with constants compute what they compute given them") {
  Random random(seed());
  const std::size_t count = by_scale(300, 5'000, 100'000);
  std::size_t folded_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = std::string(body_preamble) + random_body(random, "whole");
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Body& body = body_named(loaded.library, "whole");
    for (int round = 0; round < 3; ++round) {
      std::vector<Constant> ports = random_ports(random);
      ConstantArguments constants;
      for (const Constant& port : ports) {
        constants.push_back(random.chance(2) ? &port : nullptr);
      }
      const auto folded = fold_arguments(loaded.library, body, constants);
      if (!folded) {
        continue;
      }
      ++folded_count;
      const Constant expected = evaluated(loaded.library, body, uint_type, ports);
      std::vector<Constant> others = random_ports(random);
      for (std::size_t k = 0; k < ports.size(); ++k) {
        others[k] = folded->is_folded[k] ? others[k] : ports[k];  // no parameter: never read
      }
      REQUIRE(evaluated(loaded.library, folded->body, uint_type, others) == expected);
    }
  }
  CHECK(folded_count > count / 4);
}

TEST_CASE("folded bodies: random bodies with structs compute what those with scalars do") {
  Random random(seed());
  const std::size_t count = by_scale(300, 5'000, 100'000);
  std::size_t split = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = TwinGenerator(random).run();
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Body& structs = body_named(loaded.library, "structs");
    const Body& scalars = body_named(loaded.library, "scalars");
    split += has_struct(structs) ? 0U : 1U;
    for (int round = 0; round < 3; ++round) {
      const std::vector<Constant> ports = {
          {float_type, {float_bits(0.25F * static_cast<float>(random.below(9)))}},
          {float_type, {float_bits(0.25F * static_cast<float>(random.below(9)))}}};
      REQUIRE(evaluated(loaded.library, structs, float_type, ports) ==
              evaluated(loaded.library, scalars, float_type, ports));
    }
  }
  CHECK(split > count / 20);
}

}  // namespace weft::testing::folded_bodies_test
