// Bodies with constants or equal ports in the place of ports, and bodies whose structs lost what
// nobody reads, compute what they compute otherwise, bit for bit.

#include <cstddef>
#include <cstdint>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "codegen/lower/fold_arguments.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/property/body_expressions.h"
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

/// A random body `whole` with ports `j`, `v` and `y`, which it reads in the place of `i`, `u` and
/// `x` half of the time. At its end it meets expressions with their twins.
class EqualPortsGenerator : private ExpressionGenerator {
 public:
  explicit EqualPortsGenerator(Random& random)
      : ExpressionGenerator(random, true), random_(random) {}

  std::string run() {
    variables_ = {
        {"i", {Kind::Int}, false}, {"u", {Kind::Uint}, false}, {"x", {Kind::Float}, false}};
    std::string text = chance(2) ? random_body(random_, "whole")
                                 : random_body_with_repeated_calls(random_, "whole");
    const std::size_t start = text.find(')');
    text = text.substr(0, start) + ", j: int, v: uint, y: float" + twin(text.substr(start), 2);
    const std::size_t end = text.rfind("    return h;");
    std::string meetings;
    for (int k = 0; k < 6; ++k) {
      meetings += "    h = h * 31u + " + meeting() + ";\n";
    }
    return text.insert(end, meetings);
  }

 private:
  // Replaces one in `of` names of ports. Swizzles are no names.
  std::string twin(const std::string& text, std::size_t of) {
    static const std::regex port("(^|[^.\\w])([iux])\\b");
    std::string out;
    auto rest = text.cbegin();
    for (std::sregex_iterator at(text.begin(), text.end(), port), none; at != none; ++at) {
      const std::string name = (*at)[2];
      out.append(rest, (*at)[2].first);
      out += !chance(of) ? name : name == "i" ? "j" : name == "u" ? "v" : "y";
      rest = (*at)[2].second;
    }
    return out.append(rest, text.cend());
  }

  std::string meeting() {
    const Kind kinds[] = {Kind::Int, Kind::Uint, Kind::Float, Kind::Bool};
    const Kind kind = kinds[below(4)];
    const std::string a = "(" + value({kind}, 2) + ")";
    const std::string b = chance(4) ? "(" + value({kind}, 2) + ")" : twin(a, chance(2) ? 1 : 2);
    if (kind == Kind::Bool) {
      const std::string forms[] = {a + " && " + b, a + " || " + b, a + " == " + b, a + " != " + b};
      return "(" + forms[below(4)] + " ? 3u : 5u)";
    }
    const char* const comparisons[] = {" < ", " > ", " <= ", " >= ", " == ", " != "};
    const bool is_float = kind == Kind::Float;
    const char* const differences[] = {" - ", " ^ ", " & ", " | "};
    const std::string forms[] = {"min(" + a + ", " + b + ")", "max(" + a + ", " + b + ")",
                                 "(x < y ? " + a + " : " + b + ")",
                                 a + differences[is_float ? 0 : below(4)] + b};
    return chance(2) ? "(" + a + comparisons[below(6)] + b + " ? 3u : 5u)"
                     : "uint(int((" + forms[below(4)] + ")" + (is_float ? " * 4.0))" : "))");
  }

  Random& random_;
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
      KnownArguments constants;
      for (const Constant& port : ports) {
        constants.push_back({random.chance(2) ? &port : nullptr});
      }
      const auto folded = fold_arguments(loaded.library, body, constants);
      if (!folded) {
        continue;
      }
      ++folded_count;
      const Constant expected = evaluated(loaded.library, body, uint_type, ports);
      std::vector<Constant> others = random_ports(random);
      for (std::size_t k = 0; k < ports.size(); ++k) {
        others[k] = folded->is_dropped[k] ? others[k] : ports[k];  // no parameter: never read
      }
      REQUIRE(evaluated(loaded.library, folded->body, uint_type, others) == expected);
    }
  }
  CHECK(folded_count > count / 4);
}

TEST_CASE("folded bodies: random bodies with equal ports compute what they compute given them") {
  Random random(seed());
  const std::size_t count = by_scale(300, 5'000, 100'000);
  std::size_t shorter = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = std::string(body_preamble) + EqualPortsGenerator(random).run();
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Body& body = body_named(loaded.library, "whole");
    for (int round = 0; round < 3; ++round) {
      KnownArguments arguments(6);
      std::vector<Constant> ports = random_ports(random);
      std::vector<Constant> others = random_ports(random);
      ports.insert(ports.end(), others.begin(), others.end());
      for (std::uint32_t k = 0; k < 3; ++k) {
        arguments[k].constant = random.chance(6) ? &ports[k] : nullptr;
        if (!random.chance(3)) {
          arguments[3 + k] = {arguments[k].constant, k};
          ports[3 + k] = ports[k];
        }
      }
      const auto folded = fold_arguments(loaded.library, body, arguments);
      if (!folded) {
        continue;
      }
      shorter += folded->body.exprs.size() < body.exprs.size() ? 1U : 0U;
      others = ports;
      for (std::size_t k = 0; k < ports.size(); ++k) {
        others[k] = folded->is_dropped[k] ? random_ports(random)[k % 3] : ports[k];
      }
      REQUIRE(evaluated(loaded.library, folded->body, uint_type, others) ==
              evaluated(loaded.library, body, uint_type, ports));
    }
  }
  CHECK(shorter > count);
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
  CHECK(split > count / 50);
}

}  // namespace weft::testing::folded_bodies_test
