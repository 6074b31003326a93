#include "composer/evaluations/evaluation_builder.h"

#include "composer/evaluations/merge_equals.h"
#include "composer/evaluations/replacements.h"
#include "tests/support/catch.h"

namespace weft {
namespace {

const EvaluationKind splat = OperationEvaluation{Operation::Construct};

Evaluation read_of(std::uint32_t parameter, TypeId type) {
  return {ParameterEvaluation{parameter}, {}, Stage::Fragment, Rate::Material, type, {}};
}

TEST_CASE("evaluations are equal by kind, inputs, stage and data type", "[evaluations]") {
  Store<Evaluation> evaluations;
  TypeInterner types;
  const TypeId scalar = types.intern(SemanticType(float_type));
  const TypeId vector = types.intern(SemanticType(float3_type));
  EvaluationBuilder builder(evaluations, types);
  const EvaluationId a = builder.add(read_of(0, scalar));
  const EvaluationId b = builder.add(read_of(1, scalar));
  CHECK(a != b);
  CHECK(builder.add(read_of(0, scalar)) == a);
  const auto made = [&](const EvaluationKind& kind, EvaluationId of, Stage stage, TypeId type) {
    return builder.add({kind, {of}, stage, Rate::Material, type, {}});
  };
  const EvaluationId first = made(splat, a, Stage::Fragment, vector);
  CHECK(made(splat, a, Stage::Fragment, vector) == first);
  CHECK(made(splat, b, Stage::Fragment, vector) != first);
  CHECK(made(splat, a, Stage::Vertex, vector) != first);
  CHECK(made(splat, a, Stage::Fragment, types.intern(SemanticType(float2_type))) != first);
  CHECK(made(OperationEvaluation{Operation::Swizzle, 1}, a, Stage::Fragment, vector) != first);
  CHECK(evaluations.size() == 7);
}

TEST_CASE("an unnamed evaluation takes the name of an equal one", "[evaluations]") {
  Store<Evaluation> evaluations;
  TypeInterner types;
  const TypeId type = types.intern(SemanticType(float_type));
  EvaluationBuilder builder(evaluations, types);
  const auto named = [&](std::string name) {
    Evaluation evaluation = read_of(0, type);
    evaluation.origin.name = std::move(name);
    return evaluation;
  };
  const EvaluationId id = builder.add_named(named(""));
  builder.add(named("unused"));
  CHECK(builder[id].origin.name.empty());
  CHECK(builder.add_named(named("first")) == id);
  CHECK(builder.add_named(named("second")) == id);
  CHECK(builder[id].origin.name == "first");
}

TEST_CASE("evaluations that are in the store are merged with equal ones", "[evaluations]") {
  Store<Evaluation> evaluations;
  TypeInterner types;
  const TypeId type = types.intern(SemanticType(float_type));
  Evaluation second = read_of(0, type);
  second.origin.name = "second";
  const EvaluationId first = evaluations.add(read_of(0, type));
  const EvaluationId same = evaluations.add(second);
  const EvaluationId other = evaluations.add(read_of(1, type));
  EvaluationBuilder builder(evaluations, types);
  CHECK(builder.merge(first) == first);
  CHECK(builder.merge(same) == first);
  CHECK(builder[first].origin.name.empty());
  CHECK(builder.merge_named(same) == first);
  CHECK(builder[first].origin.name == "second");
  CHECK(builder.merge_named(other) == other);
  CHECK(builder.add(read_of(1, type)) == other);
}

TEST_CASE("an evaluation's rate joins its inputs' rates and its minimum", "[evaluations]") {
  Store<Evaluation> evaluations;
  TypeInterner types;
  const TypeId type = types.intern(SemanticType(float_type));
  EvaluationBuilder builder(evaluations, types);
  Evaluation view = read_of(0, type);
  view.natural_rate = Rate::View;
  const EvaluationIds inputs{builder.add(std::move(view)), builder.add(read_of(1, type))};
  CHECK(builder.rate_of(inputs, Rate::Constant) == Rate::Draw);
  CHECK(builder.rate_of(inputs, Rate::Vertex) == Rate::Vertex);
  CHECK(builder.rate_of({}, Rate::Frame) == Rate::Frame);
}

TEST_CASE("evaluations that become equal are merged with their readers", "[evaluations]") {
  TypedGraph graph;
  const TypeId type = graph.types.intern(SemanticType(float_type));
  const auto add = [&](Evaluation evaluation) {
    return graph.evaluations.add(std::move(evaluation));
  };
  const EvaluationId a = add(read_of(0, type));
  const EvaluationId same = add(read_of(0, type));
  const EvaluationId read_condition = add(read_of(1, type));
  const auto splat_of = [&](EvaluationId of) {
    return add({splat, {of}, Stage::Fragment, Rate::Material, type, {}});
  };
  const EvaluationId of_a = splat_of(a);
  const EvaluationId of_same = splat_of(same);
  const EvaluationId choice = add({OperationEvaluation{Operation::Select, 0},
                                   {read_condition, of_a, of_same},
                                   Stage::Fragment,
                                   Rate::Draw,
                                   type,
                                   {}});
  graph.outputs = {{0, of_a}, {1, of_same}, {2, choice}};
  graph.stated_types = {{same, type}};
  merge_equals(Library(), graph);
  CHECK(graph.outputs[1].second == of_a);
  CHECK(graph.outputs[2].second == of_a);
  CHECK(graph.stated_types.front().value == a);
}

TEST_CASE("replacements redirect inputs, outputs and stated types", "[evaluations]") {
  TypeInterner types;
  const TypeId type = types.intern(SemanticType(float_type));
  const auto id = [](std::uint32_t index) { return EvaluationId(index); };
  Replacements replacements(3);
  replacements.set(id(0), id(7));
  replacements.set(id(2), id(5));
  CHECK(replacements[id(2)] == id(5));
  CHECK(replacements.find(id(1)) == std::nullopt);
  EvaluationIds inputs{id(2), id(0), id(2)};
  replacements.redirect(inputs);
  CHECK(inputs == std::vector<EvaluationId>{id(5), id(7), id(5)});
  std::vector<DemandedOutput> outputs{{4, id(0)}};
  replacements.redirect(outputs);
  CHECK(outputs.front().value == id(7));
  std::vector<StatedType> stated;
  replacements.append_redirected({{id(0), type}, {id(1), type}, {id(2), type}}, stated);
  sort_stated_types(stated);
  CHECK(stated == std::vector<StatedType>{{id(5), type}, {id(7), type}});
  replacements.remove(id(0));
  CHECK_FALSE(replacements.contains(id(0)));
  CHECK(Replacements::identity(3)[id(1)] == id(1));
}

}  // namespace
}  // namespace weft
