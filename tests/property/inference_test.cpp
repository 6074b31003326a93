// Inference against the definition of programs: the set of values, their functions, their rates,
// and the features they need.

#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "support/overloaded.h"
#include "tests/property/naive_inference.h"
#include "tests/property/random_program.h"
#include "tests/support/catch.h"

namespace weft::testing::inference_test {

namespace {

using namespace weft;

constexpr std::size_t most_terms = 2000;

/// Value numbering: equal texts are equal values, and refer to their operands by number.
class Numbers {
 public:
  std::size_t of(const std::string& text) {
    const auto [at, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) {
      texts_.push_back(text);
    }
    return at->second;
  }
  /// The values in `all` that `without` lacks.
  std::string difference(const std::set<std::size_t>& all,
                         const std::set<std::size_t>& without) const {
    std::string text;
    for (std::size_t number : all) {
      text += without.contains(number) ? "" : fmt::format("{}: {}\n", number, texts_[number]);
    }
    return text;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

std::string described(const std::string& label, const std::vector<std::size_t>& children, Rate rate,
                      bool is_vertex, const std::set<std::uint32_t>& levels,
                      const std::set<std::string>& needs) {
  return fmt::format("{} ({}) {} {} levels {} needs {}", label, fmt::join(children, " "),
                     rate_name(rate), is_vertex ? "vertex" : "fragment", fmt::join(levels, " "),
                     fmt::join(needs, " "));
}

std::size_t number_of(const NaiveTerm& term, Numbers& numbers,
                      std::map<const NaiveTerm*, std::size_t>& known) {
  if (auto at = known.find(&term); at != known.end()) {
    return at->second;
  }
  std::vector<std::size_t> children;
  for (const NaiveTerm* child : term.children) {
    children.push_back(number_of(*child, numbers, known));
  }
  std::set<std::uint32_t> levels;
  for (const NaiveBinder* binder : term.free) {
    levels.insert(binder->level);
  }
  const NaiveBinder* binder = term.owner ? term.owner : term.bound;
  const std::string label =
      binder ? fmt::format("{} level {}", term.label, binder->level) : term.label;
  return known[&term] =
             numbers.of(described(label, children, term.rate, term.is_vertex, levels, term.needs));
}

std::string label_of(const Library& library, const EvaluationKind& kind) {
  return std::visit(
      Overloaded{
          [&](const ConstantEvaluation& c) {
            const std::uint32_t bits = c.value.bits.front();
            return c.value.type.is_integral() ? fmt::format("count {}", bits)
                                              : fmt::format("number {}", float_of_bits(bits));
          },
          [&](const FeatureEvaluation& f) {
            return fmt::format("feature {}", library.text(library.features[f.feature].path));
          },
          [](const ParameterEvaluation& p) { return fmt::format("parameter {}", p.parameter); },
          [](const InterpolateEvaluation&) { return std::string("interpolate"); },
          [](const UniformEvaluation&) { return std::string("uniform"); },
          [](const BoundEvaluation& b) {
            return fmt::format("bound {} level {}", b.parameter, b.level);
          },
          [&](const LeafEvaluation& l) {
            const std::string name(library.text(library.fragments[l.fragment].name));
            return l.function_level != 0 ? fmt::format("{} level {}", name, l.function_level)
                                         : name;
          },
          [&](const LoopEvaluation& l) {
            return fmt::format("loop {} level {}", library.text(l.states.front()),
                               l.function_level);
          },
          [](const MapEvaluation&) { return std::string("a map, which only placed plans have"); },
          [](const ResultEvaluation& r) { return fmt::format("result {}", r.result); },
          [](const StateEvaluation&) {
            return std::string("a state, which the programs have not");
          },
          [](const OperationEvaluation&) {
            return std::string("an operation, which the programs have not");
          },
      },
      kind);
}

/// The value numbers of a plan's outputs; `all` gets the number of each evaluation.
std::vector<std::size_t> numbers_of(const Library& library, const Plan& plan, Numbers& numbers,
                                    std::vector<std::size_t>& all) {
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    std::vector<std::size_t> children;
    for (EvaluationId input : evaluation.inputs) {
      children.push_back(all[input.index()]);
    }
    std::set<std::uint32_t> levels;
    for (std::uint32_t level = 0; level <= greatest_function_level; ++level) {
      if (plan.functions.levels[i].test(level)) {
        levels.insert(level);
      }
    }
    std::set<std::string> needs;
    for (FeatureId feature : plan.needs[i].ids()) {
      needs.emplace(library.text(library.features[feature].path));
    }
    all.push_back(
        numbers.of(described(label_of(library, evaluation.kind), children, evaluation.natural_rate,
                             evaluation.stage == Stage::Vertex, levels, needs)));
  }
  std::vector<std::size_t> outputs;
  for (const DemandedOutput& output : plan.outputs) {
    outputs.push_back(all[output.value.index()]);
  }
  return outputs;
}

/// The value numbers of the outputs of the composed source.
std::vector<std::size_t> compose_numbers(const std::string& text, Numbers& numbers,
                                         std::vector<std::size_t>& all) {
  const LoadedLibrary loaded = load_text("program.weft", text, DiskReader(), {});
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Composer composer(loaded.library);
  const auto placed = compose(composer, {MaterialId(0), ProfileId(0), {}, {.is_on = false}, false});
  REQUIRE((placed ? "" : render_text(placed.error(), loaded.library.sources)) == "");
  return numbers_of(loaded.library, placed->plan, numbers, all);
}

}  // namespace

TEST_CASE("law: inference matches the naive definition in any order of declarations") {
  const std::size_t wanted = by_scale(1'000, 10'000, 1'000'000);
  std::size_t compared = 0;
  std::size_t with_functions = 0;
  std::size_t largest = 0;
  for (std::size_t i = 0; compared < wanted; ++i) {
    Random random(seed() + i);
    const RandomProgram program = random_program(random);
    const auto naive = NaiveInference::unfold(program, most_terms);
    if (!naive) {
      continue;
    }
    ++compared;
    const std::string text = program_text(program);
    CAPTURE(seed(), i, text);
    Numbers numbers;
    std::map<const NaiveTerm*, std::size_t> known;
    std::vector<std::size_t> expected;
    bool has_functions = false;
    for (const NaiveTerm* output : naive->outputs()) {
      expected.push_back(number_of(*output, numbers, known));
    }
    std::set<std::size_t> values;
    for (const auto& [term, number] : known) {
      values.insert(number);
      has_functions = has_functions || term->bound != nullptr;
    }
    with_functions += has_functions ? 1 : 0;
    largest = std::max(largest, values.size());
    std::vector<std::size_t> all;
    const std::vector<std::size_t> outputs = compose_numbers(text, numbers, all);
    const std::set<std::size_t> found(all.begin(), all.end());
    // The plan contains exactly the needed values, each once.
    REQUIRE("missing:\n" + numbers.difference(values, found) + "more:\n" +
                numbers.difference(found, values) ==
            "missing:\nmore:\n");
    REQUIRE(all.size() == found.size());
    REQUIRE(outputs == expected);
    if (i % 4 == 0) {
      std::vector<std::size_t> shuffled;
      REQUIRE(compose_numbers(program_text(program, &random), numbers, shuffled) == expected);
      REQUIRE(shuffled.size() == values.size());
    }
  }
  CHECK(with_functions > wanted / 4);
  CHECK(largest > 100);
}

}  // namespace weft::testing::inference_test
