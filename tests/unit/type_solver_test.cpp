// The data type solver on its own: propagation, waiting relations, and explanations of
// contradictions.

#include "fragments/solver/type_solver.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fragments/solver/explain_types.h"
#include "fragments/solver/type_choices.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::type_solver_test {

namespace {

using namespace weft;
using namespace weft::solver_relations;

/// A solver whose variables are named by text: `float3` is that type, `?a` open, `numeric` a bound.
struct System {
  RelationRegistry relations;
  DataTypeTable types;
  Interner names;
  TypeSolver solver{relations, types};

  TypeVar var(const std::string& text) {
    if (auto type = find_data_type(text)) {
      return solver.add_variable(TypeSet::of(*type));
    }
    if (auto bound = find_type_bound(text)) {
      return solver.add_variable(TypeSet::within(*bound));
    }
    return solver.add_variable(TypeSet::all());
  }
  TypeVar length(std::uint32_t count) {
    return solver.add_variable(TypeSet::of(DataType::length(count)));
  }
  std::string text(TypeVar variable) const { return solver.allowed(variable).text(types, names); }
};

/// One relation, and the types it leaves each participant.
struct RelationCase {
  const char* relation;
  std::vector<std::string> participants;
  std::vector<std::string> expected;  ///< empty: it cannot hold
};

}  // namespace

TEST_CASE("each relation narrows to exactly the types that fit", "[types]") {
  const RelationCase cases[] = {
      {"same", {"float3", "?"}, {"float3", "float3"}},
      {"same", {"numeric", "matrix"}, {}},
      {"same",
       {"numeric", "floating", "?"},
       {"any floating type", "any floating type", "any floating type"}},
      {"elementwise", {"?"}, {"any plain type"}},
      {"elementwise", {"texture2d"}, {}},
      {"elementwise", {"?", "int2", "plain"}, {"int2", "int2", "int2"}},
      {"same_element", {"float3", "integral"}, {}},
      {"same_element", {"uint", "integral"}, {"uint", "uint, uint2, uint3 or uint4"}},
      {"same_element", {"float4x4", "floating"}, {"float4x4", "any floating type"}},
      {"broadcast", {"float3", "?", "?"}, {"float3", "float or float3", "float3"}},
      {"broadcast", {"float", "?", "float3"}, {"float", "float3", "float3"}},
      {"broadcast", {"?", "?", "int2"}, {"int or int2", "int or int2", "int2"}},
      {"broadcast", {"float", "float", "?"}, {"float", "float", "float"}},
      {"broadcast", {"?", "?", "float"}, {"float", "float", "float"}},
      {"broadcast", {"float3", "float2", "?"}, {}},
      {"broadcast", {"float3", "int", "?"}, {}},
      {"broadcast", {"float", "float4x4", "?"}, {"float", "float4x4", "float4x4"}},
      {"broadcast", {"texture2d", "?", "?"}, {}},
      {"product", {"float3", "?", "?"}, {"float3", "float or float3", "float3"}},
      {"matmul", {"float3x4", "?", "float3"}, {"float3x4", "float4", "float3"}},
      {"matmul", {"?", "float2", "float4"}, {"float4x2", "float2", "float4"}},
      {"matmul",
       {"float4x4", "matrix", "?"},
       {"float4x4", "float4x2, float4x3 or float4x4", "float4x2, float4x3 or float4x4"}},
      {"matmul", {"float3", "float3x2", "?"}, {"float3", "float3x2", "float2"}},
      {"matmul", {"float3", "float2", "?"}, {}},
      {"reduce", {"int3", "?"}, {"int3", "int"}},
      {"reduce", {"float3", "?", "?"}, {"float3", "one of 13 data types", "float"}},
      {"reduce", {"?", "uint"}, {"uint, uint2, uint3 or uint4", "uint"}},
      {"reduce", {"?", "float3"}, {}},
      {"sampled", {"?"}, {"any texture type"}},
      {"sampled", {"float"}, {}},
  };
  for (const RelationCase& c : cases) {
    INFO(c.relation << " " << c.participants.front());
    System system;
    std::vector<TypeVar> participants;
    for (const std::string& text : c.participants) {
      participants.push_back(system.var(text));
    }
    system.solver.add(*system.relations.find(c.relation), participants);
    REQUIRE(system.solver.solve() == !c.expected.empty());
    for (std::size_t i = 0; i < c.expected.size(); ++i) {
      CHECK(system.text(participants[i]) == c.expected[i]);
    }
  }
}

TEST_CASE("swizzles and conversions narrow in both directions", "[types]") {
  System system;
  const TypeVar object = system.var("?");
  const TypeVar part = system.var("?");
  system.solver.add(swizzle, {object, part}, swizzle_payload(2, 2));  // .xz
  REQUIRE(system.solver.solve());
  CHECK(system.text(object) == "one of 8 data types");
  REQUIRE(system.solver.restrict(part, TypeSet::within(TypeBound::Floating)));
  CHECK(system.text(part) == "float2");
  CHECK(system.text(object) == "float3 or float4");

  System links;
  TypeReach reach = TypeReach::identity();
  reach.to[static_cast<std::size_t>(TypeSet::bit_of(float3_type))] |=
      std::uint64_t{1} << TypeSet::bit_of(float4_type);
  const TypeVar value = links.var("floating");
  const TypeVar port = links.var("float4");
  links.solver.add(convertible_to, {value, port}, links.solver.add_reach(reach));
  REQUIRE(links.solver.solve());
  CHECK(links.text(value) == "float3 or float4");
}

TEST_CASE("S1: a relation waits for a later argument", "[types]") {
  System system;
  const TypeVar vector = system.var("float3");
  const TypeVar open = system.var("?");
  const TypeVar result = system.var("?");
  system.solver.add(solver_relations::broadcast, {vector, open, result});
  REQUIRE(system.solver.solve());
  CHECK(system.text(result) == "float3");
  CHECK(system.text(open) == "float or float3");
  CHECK_FALSE(system.solver.decided(open));
  system.solver.add(same, {open, system.var("float")});
  REQUIRE(system.solver.solve());
  CHECK(system.text(open) == "float");
}

TEST_CASE("S2: a relation is resolved backward after a later one fixes its inputs", "[types]") {
  System system;
  const TypeVar matrix = system.var("?");
  const TypeVar vector = system.var("floating");
  const TypeVar result = system.var("?");
  const TypeVar known = system.var("float3x4");
  system.solver.add(matmul, {matrix, vector, result});
  REQUIRE(system.solver.solve());
  CHECK_FALSE(system.solver.decided(vector));
  const std::size_t runs = system.solver.runs();
  system.solver.add(same, {known, matrix});
  REQUIRE(system.solver.solve());
  CHECK(system.solver.runs() > runs + 1);  // the first relation ran again
  CHECK(system.text(vector) == "float4");
  CHECK(system.text(result) == "float3");

  // And through a chain whose type is known only at its end.
  System chain;
  std::vector<TypeVar> values{chain.var("?")};
  for (int i = 0; i < 50; ++i) {
    values.push_back(chain.var("?"));
    chain.solver.add(elementwise, {values[values.size() - 2], values.back()});
  }
  chain.solver.add(reduce, {values.back(), chain.var("int")});
  chain.solver.add(swizzle, {values.back(), chain.var("int2")}, swizzle_payload(3, 2));
  REQUIRE(chain.solver.solve());
  CHECK(chain.text(values.front()) == "int4");
}

TEST_CASE("S3: a type that would contain itself is rejected", "[types]") {
  System system;
  const DataType floats = system.types.array_of(float_type, 3);
  const TypeVar element = system.var("?");
  const TypeVar array = system.var("?");
  const TypeVar outer = system.var("?");
  system.solver.add(array_of, {array, element, system.length(3)});
  system.solver.add(array_of, {outer, array, system.length(3)});
  system.solver.add(elementwise, {system.var("?"), system.var("?")});
  REQUIRE(system.solver.solve());
  CHECK_FALSE(system.solver.decided(array));

  TypeSolver fine = system.solver;
  fine.add(same, {element, fine.add_variable(TypeSet::of(float_type))});
  REQUIRE(fine.solve());  // array types are built from the types that determine them
  CHECK(fine.decided(array) == floats);
  CHECK(fine.decided(outer) == system.types.find_array(floats, 3));

  system.solver.add(same, {outer, element});
  CHECK_FALSE(system.solver.solve());
  CHECK(system.solver.has_cycle());
  const TypeReasons reasons = explain_contradiction(system.solver);
  CHECK(reasons.contains_itself);
  CHECK(reasons.relations == std::vector<StatedId>{StatedId(0), StatedId(3), StatedId(1)});

  System flat;
  flat.types.array_of(float_type, 3);
  const TypeVar whole = flat.var("?");
  flat.solver.add(array_of, {whole, flat.var("float"), flat.length(3)});
  REQUIRE(flat.solver.solve());
  CHECK(flat.solver.decided(whole) == floats);
  const TypeVar longer = flat.var("?");
  const TypeVar number = flat.var("float");
  flat.solver.add(array_of, {longer, number, flat.length(4)});
  REQUIRE(flat.solver.solve());
  CHECK(flat.solver.decided(longer) == flat.types.find_array(float_type, 4));
  flat.solver.add(same, {longer, whole});
  CHECK_FALSE(flat.solver.solve());
}

TEST_CASE("equal arrays have equal elements and lengths", "[types]") {
  System system;
  system.types.array_of(int_type, 2);
  const TypeVar first = system.var("integral");
  const TypeVar second = system.var("numeric");
  const TypeVar one = system.var("?");
  const TypeVar other = system.var("?");
  system.solver.add(array_of, {one, first, system.length(2)});
  system.solver.add(array_of, {other, second, system.length(2)});
  system.solver.add(same, {one, other});
  REQUIRE(system.solver.solve());
  CHECK(system.solver.is_same(first, second));
  CHECK(system.text(second) == "any integral type");

  const TypeVar longer = system.var("?");
  system.solver.add(array_of, {longer, system.var("?"), system.length(3)});
  REQUIRE(system.solver.solve());
  system.solver.add(same, {one, longer});
  CHECK_FALSE(system.solver.solve());
  CHECK(explain_contradiction(system.solver).relations.size() == 3);
}

TEST_CASE("an array determines its length, and an element with a length determines an array",
          "[types]") {
  System system;
  const DataType floats = system.types.array_of(float_type, 4);
  const TypeVar length = system.solver.add_variable(TypeSet::lengths());
  const TypeVar first = system.solver.add_variable(TypeSet::of(floats));
  const TypeVar second = system.var("?");
  CHECK(system.text(length) == "any length");
  system.solver.add(array_of, {first, system.var("?"), length});
  system.solver.add(array_of, {second, system.var("int2"), length});
  REQUIRE(system.solver.solve());
  CHECK(system.text(length) == "4");
  CHECK(system.text(second) == "int2[4]");

  // An array of another length, and one of unknown length.
  for (const std::uint32_t size : {3U, 0U}) {
    System other;
    const TypeVar shared = other.solver.add_variable(TypeSet::lengths());
    for (const std::uint32_t each : {4U, size}) {
      const DataType type = other.types.array_of(float_type, each);
      other.solver.add(array_of,
                       {other.solver.add_variable(TypeSet::of(type)), other.var("?"), shared});
    }
    CHECK_FALSE(other.solver.solve());
  }

  // In templates a length parameter represents itself.
  const DataType open = DataType::length_parameter(system.names.intern("N"));
  const TypeVar whole = system.var("?");
  system.solver.add(array_of,
                    {whole, system.var("float"), system.solver.add_variable(TypeSet::of(open))});
  REQUIRE(system.solver.solve());
  CHECK(system.text(whole) == "float[N]");
  CHECK((TypeSet::of(open) & TypeSet::of(DataType::length(4))).is_empty());
  CHECK(TypeSet::of(open).only() == open);
  CHECK_FALSE(TypeSet::all().contains(open));
}

namespace {

/// A statement about variables, by index.
struct Statement {
  const char* relation;
  std::vector<int> participants;
};

/// The result of a system as text: the sets, or the explanation of the contradiction.
std::string result_of(const std::vector<std::string>& variables,
                      const std::vector<Statement>& statements, QueueOrder order) {
  System system;
  std::vector<TypeVar> made;
  for (const std::string& variable : variables) {
    made.push_back(system.var(variable));
  }
  for (const Statement& statement : statements) {
    std::vector<TypeVar> participants;
    for (int at : statement.participants) {
      participants.push_back(made[static_cast<std::size_t>(at)]);
    }
    system.solver.add(*system.relations.find(statement.relation), participants);
  }
  std::string text;
  if (system.solver.solve(order)) {
    for (TypeVar variable : made) {
      text += system.text(variable) + "\n";
    }
    return text;
  }
  for (const TypeStep& step : explain_contradiction(system.solver).steps) {
    text += system.relations[system.solver.stated(step.relation).rule].name + ": variable " +
            std::to_string(step.variable.index()) + " was " +
            step.before.text(system.types, system.names) + ", is " +
            step.after.text(system.types, system.names) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("S4: the order of statements and of the queue changes nothing", "[types]") {
  Random random(seed());
  const std::vector<std::string> variables = {"float3", "?", "?", "?", "?", "?", "numeric", "?"};
  const std::vector<Statement> solvable = {
      {"broadcast", {0, 1, 2}}, {"reduce", {2, 3}},      {"same", {1, 3}},
      {"matmul", {4, 2, 5}},    {"elementwise", {6, 7}}, {"same_element", {7, 5}},
      {"broadcast", {5, 3, 6}},
  };
  std::vector<Statement> contradictory = solvable;
  contradictory.push_back({"same", {5, 3}});
  contradictory.push_back({"matmul", {1, 2, 7}});
  for (const auto& statements : {solvable, contradictory}) {
    const std::string expected = result_of(variables, statements, QueueOrder::FirstIn);
    CHECK_FALSE(expected.empty());
    for (int i = 0; i < 100; ++i) {
      std::vector<Statement> shuffled = statements;
      for (std::size_t at = shuffled.size(); at > 1; --at) {
        std::swap(shuffled[at - 1], shuffled[random.below(at)]);
      }
      REQUIRE(result_of(variables, shuffled,
                        i % 2 == 0 ? QueueOrder::FirstIn : QueueOrder::LastIn) == expected);
    }
  }
}

TEST_CASE("the shortest explanation is reported in order", "[types]") {
  // A long path and a short one to the same contradiction, among many unrelated statements.
  System system;
  std::vector<TypeVar> ring{system.var("float3")};
  for (int i = 0; i < 40; ++i) {
    ring.push_back(system.var("?"));
    system.solver.add(same, {ring[ring.size() - 2], ring.back()});
  }
  const TypeVar scalar = system.var("?");
  system.solver.add(same, {ring.back(), scalar});
  system.solver.add(same, {ring[1], scalar});
  system.solver.add(reduce, {ring.back(), scalar});
  CHECK_FALSE(system.solver.solve());
  const TypeReasons reasons = explain_contradiction(system.solver);
  std::vector<std::string> told;
  for (const TypeStep& step : reasons.steps) {
    told.push_back(system.relations[system.solver.stated(step.relation).rule].name + " " +
                   std::to_string(step.variable.index()) + " → " +
                   step.after.text(system.types, system.names));
  }
  CHECK(reasons.relations.size() == 3);
  CHECK(told.back().find("nothing") != std::string::npos);

  System why;
  const TypeVar known = why.var("int2");
  const TypeVar asked = why.var("?");
  const TypeVar other = why.var("?");
  why.solver.add(same, {other, asked});
  why.solver.add(same, {known, other});
  const StatedId direct = why.solver.add(elementwise, {known, asked});
  REQUIRE(why.solver.solve());
  CHECK(explain_set(why.solver, asked).relations == std::vector<StatedId>{direct});
  CHECK(explain_set(why.solver, known).relations.empty());
}

TEST_CASE("all remaining choices are enumerated, up to a limit", "[types]") {
  System system;
  const TypeVar left = system.var("matrix");
  const TypeVar right = system.var("floating");
  system.solver.add(matmul, {left, right, system.var("float3")});
  REQUIRE(system.solver.solve());
  const TypeVar both[] = {left, right};
  const auto choices = type_choices(system.solver, both, 64);
  REQUIRE(choices);
  REQUIRE(choices->size() == 3);
  CHECK(choices->front() == std::vector<DataType>{DataType::matrix(3, 2), float2_type});
  CHECK_FALSE(type_choices(system.solver, both, 2));
}

TEST_CASE("a custom relation is registered from C++ and narrows like any other", "[types]") {
  System system;
  // (vector, matrix): the matrix is square with the vector's size.
  const auto propagate = [](RelationContext& context) {
    TypeSet vectors;
    TypeSet matrices;
    for (int size = 2; size <= 4; ++size) {
      const DataType vector = DataType::vector(Scalar::Float, size);
      const DataType matrix = DataType::matrix(size, size);
      if (context.allowed(0).contains(vector) && context.allowed(1).contains(matrix)) {
        vectors = vectors | TypeSet::of(vector);
        matrices = matrices | TypeSet::of(matrix);
      }
    }
    context.narrow(0, vectors);
    context.narrow(1, matrices);
    return context.outcome();
  };
  REQUIRE(system.relations.add({"frame_of", 2, 2, 0, propagate}));
  CHECK_FALSE(system.relations.add({"frame_of", 2, 2, 0, propagate}));
  CHECK_FALSE(system.relations.add({"same", 2, 2, 0, propagate}));
  CHECK_FALSE(system.relations.add({"no name", 2, 2, 0, propagate}));
  CHECK_FALSE(system.relations.add({"too_few", 2, 1, 0, propagate}));
  CHECK_FALSE(system.relations.add({"empty", 2, 2, 0, nullptr}));
  CHECK_FALSE(system.relations.add({"both_ways", 2, 2, 1, propagate, true}));
  const TypeVar vector = system.var("?");
  const TypeVar matrix = system.var("?");
  system.solver.add(*system.relations.find("frame_of"), {vector, matrix});
  REQUIRE(system.solver.solve());
  CHECK(system.text(matrix) == "float2x2, float3x3 or float4x4");
  system.solver.add(same, {vector, system.var("float3")});
  REQUIRE(system.solver.solve());
  CHECK(system.text(matrix) == "float3x3");
  system.solver.add(same, {matrix, system.var("float4x4")});
  CHECK_FALSE(system.solver.solve());
}

TEST_CASE("a relation that reports Refined without narrowing terminates", "[types]") {
  System system;
  int runs = 0;
  const auto propagate = [&runs](RelationContext&) {
    // It would run forever: a bound turns that into a failure.
    return ++runs < 1000 ? Outcome::Refined : Outcome::Satisfied;
  };
  REQUIRE(system.relations.add({"restless", 2, 2, 0, propagate}));
  const TypeVar left = system.var("floating");
  const TypeVar right = system.var("?");
  system.solver.add(*system.relations.find("restless"), {left, right});
  REQUIRE(system.solver.solve());
  CHECK(runs == 1);
  // It waits like any other relation: a change of its participants wakes it.
  system.solver.add(same, {left, system.var("float3")});
  REQUIRE(system.solver.solve());
  CHECK(runs == 2);
}

}  // namespace weft::testing::type_solver_test
