// The functions into which the arguments of calls are written, for all calls of random materials:
// each computes what its leaf computes for the call, and reads none of the ports that it lacks.

#include "codegen/lower/folded_leaves.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/lower/copy_leaf_body.h"
#include "composer/compose.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/interpreter/operations.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/property/random_material.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::folded_leaves_property_test {

namespace {

using namespace weft;

/// A call of a leaf without functions, with a random value for each of its inputs.
class RandomCall {
 public:
  RandomCall(const Library& library, const Plan& plan, const Evaluation& call, Random& random)
      : library_(library),
        plan_(plan),
        call_(call),
        leaf_(std::get<LeafEvaluation>(call.kind)),
        signature_(signature_of(library, leaf_)),
        random_(random) {}

  bool can_run() const {
    bool can = body_of(library_, leaf_) != nullptr && !signature_.is_conversion();
    for (const FragmentPort& port : signature_.ports) {
      can = can && port.kind == FragmentPort::Kind::Value && type_of(port.type).is_plain();
    }
    for (const FeatureId feature : features_of(library_, leaf_)) {
      can = can && library_.features[feature].type.data().is_plain();
    }
    return can;
  }

  void draw() {
    for (std::size_t i = 0; i < signature_.ports.size(); ++i) {
      ports_.push_back(value_of(call_.inputs[i], type_of(signature_.ports[i].type)));
    }
    for (const FeatureId feature : features_of(library_, leaf_)) {
      features_.push_back(random_value(library_.features[feature].type.data()));
    }
  }

  /// With other values for the ports that the function lacks.
  std::vector<Constant> run(const Body& body, const std::vector<bool>& lacks) {
    std::vector<DataType> types;
    for (const FragmentResult& result : signature_.results) {
      types.push_back(type_of(result.type));
    }
    std::vector<Constant> ports = ports_;
    for (std::size_t i = 0; i < lacks.size(); ++i) {
      ports[i] = lacks[i] ? random_value(ports[i].type) : ports[i];
    }
    auto results = evaluate_body(library_, body, types, EvaluationInputs{ports, features_});
    REQUIRE(results);
    return std::move(*results);
  }

 private:
  DataType type_of(const TypePattern& pattern) const {
    return bound_type(pattern, leaf_.type_arguments);
  }

  Constant random_value(DataType type) {
    Constant value = zero_constant(library_.data_types, type);
    for (std::uint32_t& bits : value.bits) {
      bits = type.is_float_based() ? float_bits(static_cast<float>(random_.between(-1.0, 1.0)))
                                   : static_cast<std::uint32_t>(random_.below(2));
    }
    return value;
  }

  /// The same value for all ports of the type that are given the input.
  Constant value_of(EvaluationId input, DataType type) {
    const auto known = known_.find({input, type});
    if (known != known_.end()) {
      return known->second;
    }
    Constant value = random_value(type);
    const auto* constant = std::get_if<ConstantEvaluation>(&plan_.evaluations[input].kind);
    for (std::size_t i = 0; constant != nullptr && i < value.bits.size(); ++i) {
      value.bits[i] = constant->value.bits[constant->value.type == type ? i : 0];
    }
    return known_.emplace(std::pair{input, type}, std::move(value)).first->second;
  }

  const Library& library_;
  const Plan& plan_;
  const Evaluation& call_;
  const LeafEvaluation& leaf_;
  const Fragment& signature_;
  Random& random_;
  std::map<std::pair<EvaluationId, DataType>, Constant> known_;
  std::vector<Constant> ports_;
  std::vector<Constant> features_;
};

/// A call, with the body of its function and what it computes in the plan.
struct DrawnCall {
  EvaluationId id;
  RandomCall drawn;
  Body function;
  const FoldedBody* folded = nullptr;
  std::vector<Constant> expected;
};

/// Equal to the bit, except for the signs of zeros.
bool are_equal(const Constant& a, const Constant& b) {
  bool equal = a.type == b.type && a.bits.size() == b.bits.size();
  for (std::size_t i = 0; equal && i < a.bits.size(); ++i) {
    equal =
        a.bits[i] == b.bits[i] || (a.type.is_float_based() && float_of_bits(a.bits[i]) == 0.0F &&
                                   float_of_bits(b.bits[i]) == 0.0F);
  }
  return equal;
}

/// The bodies of a library's leaves, where those that bodies call are as lowering folds them until
/// the end of its life: a call then reads what the function has parameters for.
class CalledFunctions {
 public:
  CalledFunctions(Library& library, const FoldedLeaves& leaves) {
    for (Fragment& fragment : library.fragments) {
      LeafCode* code = fragment.code();
      for (std::size_t i = 0; code != nullptr && i < code->instances.all().size(); ++i) {
        Body& body = code->instances.body(i);
        if (const FoldedBody* folded = leaves.find_called(body)) {
          whole_.emplace_back(&body, std::exchange(body, folded->body));
        }
      }
    }
  }
  CalledFunctions(const CalledFunctions&) = delete;
  CalledFunctions& operator=(const CalledFunctions&) = delete;
  ~CalledFunctions() {
    for (auto& [body, whole] : whole_) {
      *body = std::move(whole);
    }
  }
  std::size_t count() const { return whole_.size(); }

 private:
  std::vector<std::pair<Body*, Body>> whole_;
};

}  // namespace

TEST_CASE("folded leaves: calls of random materials compute what their leaves compute") {
  Random random(seed());
  const std::size_t count = by_scale(400, 4'000, 40'000);
  std::size_t with_constants = 0;
  std::size_t with_equals = 0;
  std::size_t with_own = 0;
  std::size_t in_bodies = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_material(random);
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    LoadOptions load;
    load.shipped_directories = {(repository_root() / "shaders").string()};
    LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), load);
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const PlacementOptions placement{.is_on = !random.chance(4), .splits_leaves = random.chance(2)};
    const auto composed =
        compose(Composer(library), {MaterialId(0), *library.find_profile("rig"), {}, placement});
    REQUIRE(composed);
    const Plan& plan = composed->plan;
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      FoldedLeaves leaves(library, plan, stage);
      std::vector<DrawnCall> calls;
      for (std::size_t k = 0; k < plan.evaluations.size(); ++k) {
        const Evaluation& call = plan.evaluations[EvaluationId(k)];
        const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
        if (leaf == nullptr || call.stage != stage) {
          continue;
        }
        RandomCall drawn(library, plan, call, random);
        const FoldedBody* folded = leaves.find(EvaluationId(k));
        if (!drawn.can_run()) {
          continue;
        }
        drawn.draw();
        const Body& whole = *body_of(library, *leaf);
        std::vector<Constant> expected = drawn.run(whole, {});
        calls.push_back({EvaluationId(k), std::move(drawn),
                         folded != nullptr ? folded->body : whole, folded, std::move(expected)});
        if (folded == nullptr) {
          continue;
        }
        with_own += folded->name_suffix.empty() ? 0U : 1U;
        for (std::size_t port = 0; port < folded->is_written.size(); ++port) {
          const EvaluationKind& given = plan.evaluations[call.inputs[port]].kind;
          const bool is_constant = std::holds_alternative<ConstantEvaluation>(given);
          with_constants += folded->is_written[port] && is_constant ? 1U : 0U;
          with_equals += folded->is_written[port] && !is_constant ? 1U : 0U;
        }
      }
      const CalledFunctions functions(loaded.library, leaves);
      in_bodies += functions.count();
      for (DrawnCall& call : calls) {
        const std::vector<Constant> found = call.drawn.run(
            call.function, call.folded != nullptr ? call.folded->is_dropped : std::vector<bool>());
        INFO("%" << call.id.index());
        REQUIRE(std::equal(found.begin(), found.end(), call.expected.begin(), call.expected.end(),
                           are_equal));
      }
    }
  }
  INFO(with_constants << " constants, " << with_equals << " equal values, " << with_own
                      << " calls with functions of their own, " << in_bodies
                      << " functions of calls in bodies");
  CHECK(with_constants > count / 40);
  CHECK(with_equals > count / 20);
  CHECK(with_own >= count / 1'000);  // of 400 often none
  CHECK(in_bodies > count / 40);
}

}  // namespace weft::testing::folded_leaves_property_test
