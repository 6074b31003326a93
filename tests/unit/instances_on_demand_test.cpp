// Leaves with unbounded type parameters: their templates, the bodies instantiated from them, and
// sharing between threads.

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "codegen/ir/type_order.h"
#include "fragments/check/make_instances.h"
#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::instances_on_demand_test {

namespace {

FragmentId leaf(const Library& library, std::string_view name) {
  return library.find_fragments(*library.names.find(name)).at(0);
}

DataType type_of(const Library& library, std::string_view spelling) {
  const auto bracket = spelling.find('[');
  if (bracket != std::string_view::npos) {
    const auto size =
        static_cast<std::uint32_t>(std::stoi(std::string(spelling.substr(bracket + 1))));
    return library.data_types.array_of(type_of(library, spelling.substr(0, bracket)), size);
  }
  const auto plain = find_data_type(spelling);
  return plain ? *plain : *library.data_types.find_struct(*library.names.find(spelling));
}

/// A body without its spans and without the names of the leaves it calls.
Body without_places(Body body) {
  for (BodyExpr& expr : body.exprs) {
    expr.span = {};
  }
  for (BodyStmt& stmt : body.stmts) {
    stmt.span = {};
  }
  for (BodyLocal& local : body.locals) {
    local.span = {};
  }
  for (BodyCall& call : body.calls) {
    call.fragment = FragmentId(0);
    call.type_arguments.clear();
  }
  return body;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

constexpr const char* structs = "struct Layer { float3 colour; float[2] weights; }";

}  // namespace

TEST_CASE("instantiating a body equals checking it with the concrete type", "[instances]") {
  const char* const bodies[] = {
      "(a: T, b: T, c: bool) -> T { return c ? a : b; }",
      "(a: T, b: T) -> bool { T x = a; if (x == b) { x = b; } return x != a; }",
      "(a: T, n: int) -> T { T xs[3]; for (int i = 0; i < n; ++i) xs[i] = i > 1 ? xs[i - 1] : a; "
      "return xs[n]; }",
      "(a: T, b: T) -> (first: T, both: float) { T[2][3] xs; xs[1][0] = b; first = xs[1][1]; "
      "both = a == xs[1][2] ? 1.0 : 2.0; }",
      "(a: T, f: fn(x: T, n: int) -> T) -> T { return f(f(a, 1), 2); }",
      "(a: T, b: T) -> T { T[2] xs = T[2](a, b); return hand(xs[0], xs).first; }",
      "(a: T) -> T { T none; return hand(none, hand(a, none).second).second; }",
  };
  for (const char* body : bodies) {
    for (const char* const type : {"float", "bool", "float3x4", "Layer", "int[4]", "Layer[2]"}) {
      const std::string generic = std::string("fragment made<T>") + body;
      const std::string plain = std::string("fragment checked") + replaced(body, "T", type);
      // In `T[2]` of an array the sizes are written in the other order.
      if (std::string(type).find('[') != std::string::npos &&
          std::string(body).find("T[") != std::string::npos) {
        continue;
      }
      const LoadedLibrary loaded = load_with_core(
          std::string(structs) + generic + plain +
          "fragment hand<A, B>(x: A, y: B) -> (first: A, second: B) { first = x; second = y; }");
      INFO(generic << "\n" << plain);
      INFO(render_text(loaded.diagnostics, loaded.library.sources));
      REQUIRE(loaded.diagnostics.empty());
      const Library& library = loaded.library;
      const std::vector<DataType> arguments{type_of(library, type)};
      const Fragment& made = library.fragments[leaf(library, "made")];
      REQUIRE(made.instances().size() == 1);
      CHECK(made.find_declared(arguments) == &made.instances().front());
      make_instances(library, leaf(library, "made"), arguments);
      const BodyInstance* instance = made.find_instance(arguments);
      REQUIRE(instance != nullptr);
      CHECK(without_places(instance->body) ==
            without_places(library.fragments[leaf(library, "checked")].instances().front().body));
      for (const BodyCall& call : instance->body.calls) {
        CHECK(library.fragments[call.fragment].find_instance(call.type_arguments) != nullptr);
      }
    }
  }
}

TEST_CASE("bounded parameters list templates and leave the others open", "[instances]") {
  struct Case {
    const char* signature;
    std::vector<std::string> templates;
  };
  const Case cases[] = {
      {"<T>(a: T) -> T", {"T"}},
      {"<T: any>(a: T) -> T", {"T"}},
      {"<T, U>(a: T, b: U) -> T", {"T,U"}},
      {"<T, U>(a: T, b: U) -> T where same(a, b)", {"T,T"}},
      {"<T, U>(a: T, b: U) -> U where same(a, b)", {"T,T"}},
      {"<T, M: twice>(a: T, m: M) -> T", {"T,float2", "T,float3"}},
      {"<M: twice, T>(a: T, m: M) -> T", {"float2,T", "float3,T"}},
      {"<T>(a: T, l: Layer) -> T where same(a, l)", {"Layer"}},
      {"<T>(a: T, b: float2) -> T where same(a, b)", {"float2"}},
      {"<T, U>(a: T, b: U) -> T where reduce(b)", {}},
  };
  for (const Case& each : cases) {
    const LoadedLibrary loaded =
        load_with_core(std::string(structs) + "bound twice: float2, float3; fragment f" +
                       each.signature + " { return a; }");
    INFO(each.signature);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE(loaded.diagnostics.empty());
    const Library& library = loaded.library;
    std::vector<std::string> found;
    for (const BodyInstance& instance : library.fragments[leaf(library, "f")].instances()) {
      std::string text;
      for (const DataType type : instance.type_arguments) {
        text += (text.empty() ? "" : ",") + library.type_name(type);
      }
      found.push_back(text);
    }
    if (each.templates.empty()) {
      CHECK(found.size() == 25);  // one per plain type of U
      CHECK(found.front() == "T,bool");
    } else {
      CHECK(found == each.templates);
    }
  }
}

TEST_CASE("threads that share a library instantiate each body and array type once", "[instances]") {
  const LoadedLibrary loaded =
      load_with_core(std::string(structs) +
                     "fragment one<T>(a: T) -> T { T xs[5]; xs[1] = two(xs[0]); return xs[1]; }"
                     "fragment two<T>(a: T) -> T { T xs[7]; xs[2] = a; return three(xs)[3]; }"
                     "fragment three<T>(a: T) -> T { T xs[2]; xs[0] = a; return xs[1]; }");
  REQUIRE(loaded.diagnostics.empty());
  const Library& library = loaded.library;
  std::vector<DataType> types;
  for (const DataType plain : members_of(TypeBound::Plain)) {
    types.push_back(plain);
    types.push_back(library.data_types.array_of(plain, 9));
  }
  types.push_back(type_of(library, "Layer"));
  constexpr std::size_t thread_count = 8;
  std::vector<std::vector<const BodyInstance*>> found(thread_count);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < thread_count; ++i) {
    threads.emplace_back([&library, &types, &found, i] {
      for (std::size_t at = 0; at < types.size(); ++at) {
        const DataType type = types[(at * 7 + i * 3) % types.size()];
        make_instances(library, leaf(library, "one"), {type});
      }
      for (const DataType type : types) {
        found[i].push_back(library.fragments[leaf(library, "one")].find_instance({type}));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t at = 0; at < types.size(); ++at) {
    INFO(library.type_name(types[at]));
    REQUIRE(found[0][at] != nullptr);
    for (std::size_t i = 1; i < thread_count; ++i) {
      CHECK(found[i][at] == found[0][at]);
    }
    const DataType five = library.data_types.array_of(types[at], 5);
    CHECK(found[0][at]->body.locals.front().type == five);
    CHECK(library.data_types.array(five).element == types[at]);
    const DataType seven = library.data_types.array_of(types[at], 7);
    CHECK(library.fragments[leaf(library, "three")].find_instance({seven}) != nullptr);
  }
}

TEST_CASE("array types keep their ids, and their order does not depend on ids", "[instances]") {
  DataTypeTable first;
  DataTypeTable second;
  const auto add = [](DataTypeTable& to, DataType element, std::uint32_t size) {
    return to.array_of(element, size);
  };
  std::vector<DataType> in_first;
  std::vector<DataType> in_second;
  const std::vector<std::pair<DataType, std::uint32_t>> made{
      {float3_type, 2}, {float_type, 300}, {float_type, 2}, {int_type, 7}, {float3_type, 1}};
  for (std::size_t i = 0; i < made.size(); ++i) {
    in_first.push_back(add(first, made[i].first, made[i].second));
    const auto& other = made[made.size() - 1 - i];
    in_second.push_back(add(second, other.first, other.second));
  }
  in_first.push_back(add(first, in_first[2], 3));
  in_second.push_back(add(second, in_second[2], 3));
  const DataTypeTable copy = first;
  const DataType only_here = add(first, float4_type, 4);
  CHECK_FALSE(copy.find_array(float4_type, 4));
  CHECK(add(first, float4_type, 4) == only_here);
  // Chunks grow; earlier references stay valid.
  const ArrayType* const kept = &first.array(in_first[0]);
  for (std::uint32_t size = 1; size < 1000; ++size) {
    add(first, bool_type, size);
  }
  CHECK(kept == &first.array(in_first[0]));
  const Interner names;
  const auto sorted = [&](const DataTypeTable& table, std::vector<DataType> types) {
    std::sort(types.begin(), types.end(), TypeOrder(table));
    std::string text;
    for (const DataType type : types) {
      text += table.text(type, names) + " ";
    }
    return text;
  };
  CHECK(sorted(copy, in_first) == "int[7] float[2] float[300] float[3][2] float3[1] float3[2] ");
  CHECK(sorted(first, in_first) == sorted(copy, in_first));
  CHECK(sorted(second, in_second) == sorted(copy, in_first));
}

}  // namespace weft::testing::instances_on_demand_test
