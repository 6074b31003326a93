// Dead injections: removing them from a body, or from the source, changes no value.

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "composer/evaluations/evaluation_steps.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/model/live_body.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::dead_injections_test {

namespace {

using namespace weft;

constexpr std::array<char, 3> feature_names = {'a', 'b', 'c'};
using Features = std::set<char>;

const char* const declarations = R"(
feature h.a: float at frame;
feature h.b: float at frame;
feature h.c: float at frame;
fragment add(x: float, y: float) -> float { return x + y; }
)";

/// The body of a leaf with a port `value`, evaluated under all three features, and a port `x`.
class BodyWriter {
 public:
  /// `listed`: the features that the port lists; a call's `with` mentions no others. `mentioned`:
  /// the features that the body may read.
  BodyWriter(Random& random, Features listed, const Features& mentioned)
      : random_(random),
        listed_(std::move(listed)),
        mentioned_(mentioned.begin(), mentioned.end()) {}

  std::string run(bool has_several) {
    std::string text = has_several ? "    p = 0.0;\n    q = 0.0;\n" : "";
    for (int i = 0; i < 4; ++i) {
      text += fmt::format("    float v{} = {};\n", i, number(2));
      ++locals_;
    }
    for (std::size_t i = random_.below(4); i > 0; --i) {
      text += statement(2, false, has_several);
    }
    return text + (has_several ? fmt::format("    p = {};\n    q = {};\n", result(), number(2))
                               : fmt::format("    return {};\n", result()));
  }

 private:
  std::string number(int depth) {
    switch (random_.below(depth > 0 ? 7 : 4)) {
      case 0:
        return fmt::format("{:.2f}", random_.between(-1.0, 1.0));
      case 1:
        return "x";
      case 2:
        return mentioned_.empty()
                   ? "x"
                   : fmt::format("h.{}", mentioned_[random_.below(mentioned_.size())]);
      case 3:
        return locals_ == 0 ? "0.5" : fmt::format("v{}", random_.below(locals_));
      case 4:
        return fmt::format("sin({} * 2.0)", number(depth - 1));
      case 5:
        return fmt::format("({} - {} * 0.5)", number(depth - 1), number(depth - 1));
      default:
        return fmt::format("({} > 0.1 ? {} : {})", number(0), number(depth - 1), number(depth - 1));
    }
  }

  /// Makes all random choices, listed or not, so that bodies differ in their lists alone.
  std::string call() {
    std::string injected;
    for (const char feature : feature_names) {
      const bool is_written = !random_.chance(5);
      const std::string value = number(1);
      if (is_written && listed_.contains(feature)) {
        injected += (injected.empty() ? "" : ", ") + fmt::format("h.{}: {}", feature, value);
      }
    }
    return injected.empty() ? "value" : fmt::format("(value with ({}))", injected);
  }

  std::string result() {
    const std::string first = call();
    return random_.chance(3) ? fmt::format("{} - {} * 0.25", first, call())
                             : fmt::format("{} + {}", first, number(1));
  }

  std::string block(int depth, bool in_loop, bool has_several) {
    std::string text = "{\n";
    for (std::size_t i = 1 + random_.below(2); i > 0; --i) {
      text += statement(depth - 1, in_loop, has_several);
    }
    return text + "    }";
  }

  std::string statement(int depth, bool in_loop, bool has_several) {
    const std::size_t local = random_.below(4);
    switch (random_.below(depth > 0 ? 7 : 3)) {
      case 0:
        return fmt::format("    v{} = {};\n", local, number(2));
      case 1:
        return fmt::format("    v{} += {} * 0.5;\n", local, number(1));
      case 2:
        return random_.chance(3) ? fmt::format("    v{} = {};\n", local, call())
                                 : fmt::format("    v{} = sin({});\n", local, number(2));
      case 3:
        return fmt::format("    if ({} > {}) {}\n", number(1), number(0),
                           block(depth, in_loop, has_several));
      case 4: {
        std::string first = block(depth, in_loop, has_several);
        return fmt::format("    if ({} > {}) {} else {}\n", number(1), number(0), first,
                           block(depth, in_loop, has_several));
      }
      case 5: {
        const std::string loop =
            fmt::format("    for (int i{0} = 0; i{0} < {1}; ++i{0}) {2}\n", loops_,
                        1 + random_.below(3), block(depth, true, has_several));
        ++loops_;
        return loop;
      }
      default: {
        const bool leaves = in_loop || has_several;
        const std::string jump = in_loop && !random_.chance(4)
                                     ? std::string(random_.chance(2) ? "break" : "continue")
                                 : has_several ? std::string("return")
                                               : "return " + number(1);
        return leaves || random_.chance(2)
                   ? fmt::format("    if ({} > 0.6)\n        {};\n", number(0), jump)
                   : fmt::format("    v{} -= {};\n", local, number(0));
      }
    }
  }

  Random& random_;
  Features listed_;
  std::vector<char> mentioned_;
  std::size_t locals_ = 0;
  std::size_t loops_ = 0;
};

std::string leaf_text(const std::string& name, const Features& listed, const Features& mentioned,
                      std::uint64_t start, bool has_several) {
  Random random(start);
  std::string list;
  for (const char feature : listed) {
    list += fmt::format("{}h.{}", list.empty() ? "" : ", ", feature);
  }
  // A port must list something: if no feature is left, `h.a`, which the argument does not read.
  const std::string body = BodyWriter(random, listed, mentioned).run(has_several);
  return fmt::format("fragment {}(value: eval({}) -> float, x: float) -> {}\n{{\n{}}}\n", name,
                     list.empty() ? "h.a" : list, has_several ? "(p: float, q: float)" : "float",
                     body);
}

/// A port argument whose value depends only on the features it reads.
class Given final : public PortCallHandler {
 public:
  Given(const Library& library, Features read) : library_(library), read_(std::move(read)) {}

  tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType /*result*/,
                                               const std::vector<Constant>& arguments,
                                               const Constant* /*index*/) override {
    float sum = 0.25F;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const char name = library_.text(library_.features[call.injected[i]].path).back();
      if (read_.contains(name)) {
        sum += static_cast<float>(name - 'a' + 1) * float_of_bits(arguments[i].bits[0]);
      }
    }
    return Constant{float_type, {float_bits(std::sin(sum))}};
  }

 private:
  const Library& library_;
  Features read_;
};

std::string values_of(const Library& library, const Body& body, const Features& read,
                      std::size_t results) {
  std::vector<Constant> features;
  for (const FeatureId id : body.features) {
    const char name = library.text(library.features[id].path).back();
    features.push_back({float_type, {float_bits(name == 'a' ? 0.7F : name == 'b' ? -0.4F : 0.2F)}});
  }
  const std::vector<Constant> ports{Constant{}, Constant{float_type, {float_bits(0.3F)}}};
  Given functions(library, read);
  EvaluationInputs given{ports, features};
  given.port_calls = &functions;
  const auto values =
      evaluate_body(library, body, std::vector<DataType>(results, float_type), given);
  std::string text = values ? "" : values.error().message;
  for (std::size_t i = 0; values && i < values->size(); ++i) {
    text += fmt::format("{:08x} ", (*values)[i].bits[0]);
  }
  return text;
}

Features subset(std::size_t bits) {
  Features features;
  for (std::size_t i = 0; i < feature_names.size(); ++i) {
    if ((bits >> i & 1U) != 0) {
      features.insert(feature_names[i]);
    }
  }
  return features;
}

}  // namespace

TEST_CASE("dead injections: a body without its unread injections computes the same") {
  std::size_t smaller = 0;
  const std::size_t count = scaled(300);
  for (std::size_t i = 0; i < count; ++i) {
    const bool has_several = i % 3 == 0;
    const std::string text =
        declarations + leaf_text("leaf", subset(7), subset(7), seed() + i, has_several);
    CAPTURE(seed(), i, text);
    const LoadedLibrary loaded = load_text("leaf.weft", text, DiskReader(), {});
    REQUIRE(render_text(loaded.diagnostics, loaded.library.sources) == "");
    const Library& library = loaded.library;
    const Fragment* leaf = nullptr;
    for (const Fragment& each : library.fragments) {
      leaf = library.text(each.name) == "leaf" ? &each : leaf;
    }
    REQUIRE(leaf != nullptr);
    const Body& whole = leaf->instances().front().body;
    for (std::size_t bits = 0; bits < 8; ++bits) {
      const Features read = subset(bits);
      UnreadFeatures unread;
      for (std::uint32_t position = 0; position < 3; ++position) {
        if (!read.contains(feature_names[position])) {
          unread.push_back({0, position});
        }
      }
      CAPTURE(bits);
      const Body less = without_injections(library, whole, unread);
      const std::size_t results = has_several ? 2 : 1;
      REQUIRE(values_of(library, less, read, results) == values_of(library, whole, read, results));
      REQUIRE(less.exprs.size() <= whole.exprs.size());
      smaller += less.stmts.size() < whole.stmts.size() ? 1 : 0;
      // A second pass finds nothing to remove except what only removed code needed.
      REQUIRE(without_injections(library, less, {}).exprs.size() == less.exprs.size());
    }
  }
  CHECK(smaller > count);
}

namespace {

/// Nested calls of leaves; `reads`: the features that the text mentions, except in its injections.
struct Written {
  std::string text;
  Features reads;
};

/// One program in two spellings: with all injections, or without those whose features the text
/// below does not read.
class ProgramWriter {
 public:
  ProgramWriter(std::uint64_t start, bool lists_all) : random_(start), lists_all_(lists_all) {}

  std::string run() {
    const Written root = argument(3);
    return declarations + leaves_ + "material m { output out = " + root.text + "; }\n";
  }

 private:
  Written argument(int depth) {
    if (depth == 0 || random_.chance(6)) {
      Features reads = subset(random_.below(8));
      if (random_.chance(2)) {
        reads.clear();
      }
      std::string text = "0.5";
      for (const char feature : reads) {
        text = fmt::format("add({}, h.{})", text, feature);
      }
      return {text, reads};
    }
    Written inside = argument(depth - 1);
    const std::uint64_t start = random_.next();
    const std::string name = fmt::format("leaf{}", depth);
    const Features listed = lists_all_ ? subset(7) : inside.reads;
    const Features mentioned = subset(random_.below(8) & random_.below(8));
    leaves_ += leaf_text(name, listed, mentioned, start, false);
    inside.reads.insert(mentioned.begin(), mentioned.end());
    if (random_.chance(2)) {
      return {fmt::format("{}({}, 0.25)", name, inside.text), inside.reads};
    }
    return {fmt::format("add({}({}, 0.75), 0.5)", name, inside.text), inside.reads};
  }

  Random random_;
  bool lists_all_;
  std::string leaves_;
};

std::string profile_of(const Features& provided) {
  std::string text = "profile p {\n    set uniform_program off;\n";
  for (const char feature : provided) {
    text += fmt::format("    provide h.{} as uniform;\n", feature);
  }
  return text + "    fragment demand out: float as target 0;\n}\n";
}

/// The value of the output, and the features that it needs.
struct Outcome {
  std::string value;
  Features needs;
};

Outcome outcome_of(const std::string& text, bool folds) {
  const LoadedLibrary loaded = load_text("program.weft", text, DiskReader(), {});
  const Library& library = loaded.library;
  REQUIRE(render_text(loaded.diagnostics, library.sources) == "");
  const Composer composer(library);
  const auto placed = compose(composer, {MaterialId(0), ProfileId(0), {}, {.is_on = false}, folds});
  REQUIRE((placed ? "" : render_text(placed.error(), library.sources)) == "");
  const Plan& plan = placed->plan;
  const EvaluationId root = plan.outputs.front().value;
  const EvaluationSteps steps(plan.evaluations, plan.functions, plan.types, Stage::Fragment);
  const StepInputs inputs{
      [&](FeatureId id) {
        const char name = library.text(library.features[id].path).back();
        return Constant{float_type, {float_bits(name == 'a' ? 0.6F : name == 'b' ? -0.3F : 0.15F)}};
      },
      [](std::uint32_t) {
        return Constant{float_type, {0}};
      }};
  StepEvaluator evaluator(library, steps, inputs);
  const auto done = evaluator.run();
  REQUIRE((done ? "" : done.error().message) == "");
  Outcome outcome{
      fmt::format("{:08x}", evaluator.values(steps.step_of[root.index()]).front().bits[0]), {}};
  for (const FeatureId id : plan.needs[root.index()].ids()) {
    outcome.needs.insert(library.text(library.features[id].path).back());
  }
  return outcome;
}

}  // namespace

TEST_CASE("dead injections: programs with and without them agree, and dead ones need no provider") {
  std::size_t spared = 0;
  const std::size_t count = scaled(100);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string whole = ProgramWriter(seed() + i, true).run();
    const std::string less = ProgramWriter(seed() + i, false).run();
    CAPTURE(seed(), i, whole, less);
    for (const bool folds : {false, true}) {
      const Outcome expected = outcome_of(less + profile_of(subset(7)), folds);
      REQUIRE(outcome_of(whole + profile_of(subset(7)), folds).value == expected.value);
    }
    const Outcome found = outcome_of(whole + profile_of(subset(7)), false);
    spared += found.needs.size() < 3 ? 1 : 0;
    const Outcome alone = outcome_of(whole + profile_of(found.needs), false);
    REQUIRE(alone.value == found.value);
    REQUIRE(alone.needs == found.needs);
  }
  CHECK(spared > count / 10);
}

}  // namespace weft::testing::dead_injections_test
