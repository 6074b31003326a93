// The data type solver against exhaustive search, on random small systems. The relations are
// defined again here, for known types only.

#include "fragments/solver/type_solver.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "fragments/solver/explain_types.h"
#include "fragments/solver/type_choices.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::type_solver_test {

namespace {

using namespace weft;

using Types = std::vector<DataType>;

bool is_scalar_of(DataType type, DataType of) {
  return type.is_scalar() && type.scalar_kind() == of.scalar_kind();
}

bool is_plain_of_one_kind(const Types& types) {
  return std::all_of(types.begin(), types.end(), [&](DataType type) {
    return type.is_plain() && type.scalar_kind() == types.front().scalar_kind();
  });
}

bool holds(const std::string& relation, const Types& types) {
  const bool all_equal =
      std::all_of(types.begin(), types.end(), [&](DataType type) { return type == types.front(); });
  const DataType last = types.back();
  const Types inputs(types.begin(), types.end() - 1);
  if (relation == "same") {
    return all_equal;
  }
  if (relation == "elementwise") {
    return all_equal && last.is_plain();
  }
  if (relation == "same_element") {
    return is_plain_of_one_kind(types);
  }
  if (relation == "broadcast") {
    return last.is_plain() && std::find(inputs.begin(), inputs.end(), last) != inputs.end() &&
           std::all_of(inputs.begin(), inputs.end(),
                       [&](DataType type) { return type == last || is_scalar_of(type, last); });
  }
  if (relation == "reduce") {
    return is_plain_of_one_kind(types) && last.is_scalar();
  }
  // matmul: rows × inner times inner × columns, where a vector is a row on the left and a column on
  // the right.
  const DataType a = types[0];
  const DataType b = types[1];
  const bool floats = is_plain_of_one_kind(types) && last.scalar_kind() == Scalar::Float;
  const bool has_matrix = a.is_matrix() || b.is_matrix();
  if (!floats || !has_matrix || a.is_scalar() || b.is_scalar()) {
    return false;
  }
  const int rows = a.is_matrix() ? a.rows() : 1;
  const int columns = b.is_matrix() ? b.columns() : 1;
  const int inner_left = a.is_matrix() ? a.columns() : a.rows();
  const DataType made = a.is_matrix() && b.is_matrix()
                            ? DataType::matrix(rows, columns)
                            : DataType::vector(Scalar::Float, std::max(rows, columns));
  return inner_left == b.rows() && made == last;
}

struct Statement {
  std::string relation;
  std::vector<std::size_t> participants;
};

struct RandomSystem {
  std::vector<Types> allowed;
  std::vector<Statement> statements;
  bool is_tree = true;  ///< there is at most one path between two variables
};

constexpr std::size_t most_choices = 1'000'000;

RandomSystem random_system(Random& random) {
  static const Types pool = {bool_type,
                             int_type,
                             DataType::vector(Scalar::Int, 3),
                             float_type,
                             float2_type,
                             float3_type,
                             DataType::matrix(2, 2),
                             DataType::matrix(2, 3),
                             DataType::matrix(3, 3),
                             DataType::texture(TextureShape::Texture2d)};
  static const char* relations[] = {"same",      "elementwise", "same_element",
                                    "broadcast", "reduce",      "matmul"};
  RandomSystem system;
  const std::size_t variables = 2 + random.below(4);
  for (std::size_t i = 0; i < variables; ++i) {
    Types types;
    const std::size_t one_in = 1 + random.below(4);
    for (DataType type : pool) {
      if (random.chance(one_in)) {
        types.push_back(type);
      }
    }
    if (types.empty()) {
      types.push_back(pool[random.below(pool.size())]);
    }
    system.allowed.push_back(std::move(types));
  }
  std::vector<std::size_t> tree(variables);
  for (std::size_t i = 0; i < variables; ++i) {
    tree[i] = i;
  }
  const std::size_t count = 1 + random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    Statement statement{relations[random.below(std::size(relations))], {}};
    const std::size_t participants = statement.relation == "matmul" ? 3 : 2 + random.below(2);
    const std::size_t needed = statement.relation == "broadcast" ? 3 : participants;
    for (std::size_t p = 0; p < needed; ++p) {
      statement.participants.push_back(random.below(variables));
    }
    for (std::size_t p = 0; p < needed; ++p) {
      for (std::size_t q = p + 1; q < needed; ++q) {
        system.is_tree =
            system.is_tree && tree[statement.participants[p]] != tree[statement.participants[q]];
      }
    }
    const std::size_t into = tree[statement.participants[0]];
    for (std::size_t p : statement.participants) {
      const std::size_t from = tree[p];
      std::replace(tree.begin(), tree.end(), from, into);
    }
    system.statements.push_back(std::move(statement));
  }
  return system;
}

/// All solutions of these statements, in lexicographic order of the lists.
std::vector<Types> try_all(const RandomSystem& system, const std::vector<std::size_t>& statements) {
  std::vector<Types> found;
  std::vector<std::size_t> at(system.allowed.size(), 0);
  for (;;) {
    Types choice;
    for (std::size_t i = 0; i < at.size(); ++i) {
      choice.push_back(system.allowed[i][at[i]]);
    }
    const bool all = std::all_of(statements.begin(), statements.end(), [&](std::size_t s) {
      Types types;
      for (std::size_t p : system.statements[s].participants) {
        types.push_back(choice[p]);
      }
      return holds(system.statements[s].relation, types);
    });
    if (all) {
      found.push_back(choice);
    }
    std::size_t digit = at.size();
    while (digit > 0 && ++at[digit - 1] == system.allowed[digit - 1].size()) {
      at[--digit] = 0;
    }
    if (digit == 0) {
      return found;
    }
  }
}

struct Stated {
  TypeSolver solver;
  std::vector<TypeVar> variables;
};

Stated state(const RandomSystem& system, const std::vector<std::size_t>& order,
             const RelationRegistry& relations, const DataTypeTable& types) {
  Stated stated{TypeSolver(relations, types), {}};
  for (const Types& allowed : system.allowed) {
    TypeSet set;
    for (DataType type : allowed) {
      set = set | TypeSet::of(type);
    }
    stated.variables.push_back(stated.solver.add_variable(set));
  }
  for (std::size_t s : order) {
    std::vector<TypeVar> participants;
    for (std::size_t p : system.statements[s].participants) {
      participants.push_back(stated.variables[p]);
    }
    stated.solver.add(*relations.find(system.statements[s].relation), participants);
  }
  return stated;
}

std::string text_of(const RandomSystem& system) {
  std::string text;
  for (const Types& allowed : system.allowed) {
    for (DataType type : allowed) {
      text += std::string(data_type_name(type)) + " ";
    }
    text += "\n";
  }
  for (const Statement& statement : system.statements) {
    text += statement.relation;
    for (std::size_t p : statement.participants) {
      text += " " + std::to_string(p);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("solver: solutions match exhaustive search", "[types]") {
  Random random(seed());
  const RelationRegistry relations;
  const DataTypeTable types;
  std::size_t solvable = 0;
  std::size_t trees = 0;
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    const RandomSystem system = random_system(random);
    INFO("case " << i << "\n" << text_of(system));
    std::vector<std::size_t> order(system.statements.size());
    for (std::size_t s = 0; s < order.size(); ++s) {
      order[s] = s;
    }
    const std::vector<Types> expected = try_all(system, order);
    Stated stated = state(system, order, relations, types);
    const bool has_solution = stated.solver.solve();
    if (!has_solution) {
      REQUIRE(expected.empty());
      // The reported contradiction is one even without the other statements.
      const TypeReasons reasons = explain_contradiction(stated.solver);
      std::vector<std::size_t> few;
      for (StatedId relation : reasons.relations) {
        few.push_back(order[relation.index()]);
      }
      REQUIRE(try_all(system, few).empty());
    } else {
      const auto choices = type_choices(stated.solver, stated.variables, most_choices);
      REQUIRE(choices);
      REQUIRE(*choices == expected);
      for (std::size_t v = 0; v < stated.variables.size(); ++v) {
        TypeSet used;
        for (const Types& solution : expected) {
          used = used | TypeSet::of(solution[v]);
        }
        const TypeSet left = stated.solver.allowed(stated.variables[v]);
        REQUIRE((used & left) == used);
        if (system.is_tree) {
          REQUIRE(left == used);  // on a tree, propagation alone is exact
        }
      }
      solvable += expected.empty() ? 0 : 1;
      trees += system.is_tree ? 1 : 0;
    }
    // The result does not depend on the order of statements.
    std::reverse(order.begin(), order.end());
    std::rotate(order.begin(),
                order.begin() + static_cast<std::ptrdiff_t>(random.below(order.size())),
                order.end());
    Stated again = state(system, order, relations, types);
    REQUIRE(again.solver.solve(random.chance(2) ? QueueOrder::FirstIn : QueueOrder::LastIn) ==
            has_solution);
    for (std::size_t v = 0; v < stated.variables.size() && has_solution; ++v) {
      REQUIRE(again.solver.allowed(again.variables[v]) ==
              stated.solver.allowed(stated.variables[v]));
    }
  }
  CHECK(solvable > scaled(2000) / 10);
  CHECK(trees > scaled(2000) / 20);
}

}  // namespace weft::testing::type_solver_test
