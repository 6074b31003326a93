// Relations on result types against exhaustive search: the test enumerates the types that a call
// may return from the definition of each relation on known types; a stated type must be accepted
// exactly if it is among them.

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::result_relations_test {

namespace {

using namespace weft;

/// A plain type: scalar kind, rows and columns.
struct Shape {
  std::string name;
  char kind;
  int rows;
  int columns;
};

/// All shapes: an undetermined type is open exactly if several of these fit.
const std::array<Shape, 25> shapes = {
    {{"float", 'f', 1, 1},    {"float2", 'f', 2, 1},   {"float3", 'f', 3, 1},
     {"float4", 'f', 4, 1},   {"int", 'i', 1, 1},      {"int2", 'i', 2, 1},
     {"int3", 'i', 3, 1},     {"int4", 'i', 4, 1},     {"uint", 'u', 1, 1},
     {"uint2", 'u', 2, 1},    {"uint3", 'u', 3, 1},    {"uint4", 'u', 4, 1},
     {"bool", 'b', 1, 1},     {"bool2", 'b', 2, 1},    {"bool3", 'b', 3, 1},
     {"bool4", 'b', 4, 1},    {"float2x2", 'f', 2, 2}, {"float2x3", 'f', 2, 3},
     {"float2x4", 'f', 2, 4}, {"float3x2", 'f', 3, 2}, {"float3x3", 'f', 3, 3},
     {"float3x4", 'f', 3, 4}, {"float4x2", 'f', 4, 2}, {"float4x3", 'f', 4, 3},
     {"float4x4", 'f', 4, 4}}};

/// The definition of the language's bounds.
bool is_within(const Shape& shape, const std::string& bound) {
  const bool is_vector = shape.columns == 1;
  if (bound == "floating") {
    return is_vector && shape.kind == 'f';
  }
  if (bound == "integral") {
    return is_vector && (shape.kind == 'i' || shape.kind == 'u');
  }
  if (bound == "numeric") {
    return is_vector && shape.kind != 'b';
  }
  return bound == "matrix" ? !is_vector : true;  // plain
}

bool holds(const std::string& relation, const std::vector<const Shape*>& of) {
  const auto all = [&](auto like) {
    return std::all_of(of.begin(), of.end(),
                       [&](const Shape* shape) { return like(*shape, *of.front()); });
  };
  if (relation == "same" || relation == "elementwise") {
    return all([](const Shape& a, const Shape& b) { return a.name == b.name; });
  }
  const bool is_of_one_kind = all([](const Shape& a, const Shape& b) { return a.kind == b.kind; });
  if (relation == "same_element") {
    return is_of_one_kind;
  }
  return is_of_one_kind && of.back()->rows == 1 && of.back()->columns == 1;  // reduce
}

struct Clause {
  std::string relation;
  std::vector<std::size_t> named;  ///< indices: of the ports, then of the results
};

/// A leaf `f`: per port or result the index of a type parameter, or a shape.
struct Signature {
  struct Place {
    std::optional<std::size_t> parameter;
    const Shape* shape = nullptr;
  };
  std::vector<std::string> bounds;
  std::vector<Place> ports;
  std::vector<Place> results;
  std::vector<Clause> clauses;

  const Place& place(std::size_t at) const {
    return at < ports.size() ? ports[at] : results[at - ports.size()];
  }
};

template <typename List>
const auto& any(Random& random, const List& list) {
  return list[random.below(list.size())];
}

std::vector<std::size_t> some_places(Random& random, std::size_t count, std::size_t least) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(random.below(all.size() + 1)), i);
  }
  all.resize(least + random.below(count - least + 1));
  return all;
}

Signature any_signature(Random& random) {
  const std::vector<std::string> bounds = {"floating", "numeric", "integral", "plain", "matrix"};
  Signature made;
  const auto place = [&] {
    if (random.chance(5)) {
      return Signature::Place{std::nullopt, &any(random, shapes)};
    }
    const bool is_new = made.bounds.empty() || (made.bounds.size() < 3 && random.chance(2));
    if (is_new) {
      made.bounds.push_back(any(random, bounds));
    }
    return Signature::Place{is_new ? made.bounds.size() - 1 : random.below(made.bounds.size())};
  };
  const std::size_t ports = 1 + random.below(3);
  for (std::size_t i = 0; i < ports; ++i) {
    made.ports.push_back(place());
  }
  const std::size_t results = random.chance(4) ? 2 : 1;
  for (std::size_t i = 0; i < results; ++i) {
    made.results.push_back(place());
  }
  const std::size_t clauses = 1 + random.below(2);
  for (std::size_t i = 0; i < clauses; ++i) {
    if (results == 1 && random.chance(5)) {
      Clause reduce{"reduce", some_places(random, ports, 1)};
      reduce.named.push_back(ports);
      made.clauses.push_back(std::move(reduce));
      continue;
    }
    const std::string relation =
        any(random, std::vector<std::string>{"same", "same_element", "elementwise"});
    made.clauses.push_back(
        {relation, some_places(random, ports + results, relation == "elementwise" ? 1 : 2)});
  }
  return made;
}

std::string text_of(const Signature& signature) {
  const auto type = [](const Signature::Place& place) {
    return place.parameter ? fmt::format("T{}", *place.parameter) : place.shape->name;
  };
  const bool is_named = signature.results.size() > 1;
  const auto name = [&](std::size_t place) {
    const std::size_t ports = signature.ports.size();
    return place < ports ? fmt::format("p{}", place)
           : is_named    ? fmt::format("r{}", place - ports)
                         : std::string("result");
  };
  std::string parameters;
  for (std::size_t i = 0; i < signature.bounds.size(); ++i) {
    parameters += fmt::format("{}T{}: {}", i == 0 ? "" : ", ", i, signature.bounds[i]);
  }
  std::string ports;
  for (std::size_t i = 0; i < signature.ports.size(); ++i) {
    ports += fmt::format("{}{}: {}", i == 0 ? "" : ", ", name(i), type(signature.ports[i]));
  }
  std::string results = type(signature.results.front());
  std::string body = fmt::format("{} x; return x;", results);
  if (is_named) {
    results =
        fmt::format("(r0: {}, r1: {})", type(signature.results[0]), type(signature.results[1]));
    body = fmt::format("{} x; {} y; r0 = x; r1 = y;", type(signature.results[0]),
                       type(signature.results[1]));
  }
  std::string clauses;
  for (const Clause& clause : signature.clauses) {
    std::string named;
    for (const std::size_t place : clause.named) {
      named += (named.empty() ? "" : ", ") + name(place);
    }
    clauses += fmt::format(" where {}({})", clause.relation, named);
  }
  return fmt::format("fragment f{}({}) -> {}{} {{ {} }}\n",
                     parameters.empty() ? "" : "<" + parameters + ">", ports, results, clauses,
                     body);
}

/// The possible results of a call with these argument types.
struct Possible {
  std::set<std::string> firsts;  ///< types of the first result
  std::set<std::string> wholes;  ///< of all results
};

Possible possible_results(const Signature& signature, const std::vector<const Shape*>& arguments) {
  Possible found;
  std::vector<std::size_t> choice(signature.bounds.size(), 0);
  for (;;) {
    const auto shape_of = [&](const Signature::Place& place) {
      return place.parameter ? &shapes[choice[*place.parameter]] : place.shape;
    };
    bool fits = true;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      fits = fits && is_within(shapes[choice[i]], signature.bounds[i]);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      fits = fits && shape_of(signature.ports[i])->name == arguments[i]->name;
    }
    for (const Clause& clause : signature.clauses) {
      std::vector<const Shape*> of;
      for (const std::size_t place : clause.named) {
        of.push_back(shape_of(signature.place(place)));
      }
      fits = fits && holds(clause.relation, of);
    }
    if (fits) {
      found.firsts.insert(shape_of(signature.results.front())->name);
      found.wholes.insert(shape_of(signature.results.front())->name + " " +
                          shape_of(signature.results.back())->name);
    }
    std::size_t at = 0;
    while (at < choice.size() && ++choice[at] == shapes.size()) {
      choice[at++] = 0;
    }
    if (at == choice.size()) {
      return found;
    }
  }
}

/// The errors of loading or composing a material; empty if there are none.
std::string errors_of(const std::string& text) {
  LoadOptions options;
  options.no_shipped = true;
  const LoadedLibrary loaded = load_text("case.weft", text, DiskReader(), options);
  Diagnostics found = loaded.diagnostics;
  if (!has_errors(found)) {
    found = check_material(Composer(loaded.library), MaterialId(0));
  }
  return has_errors(found) ? render_text(found, loaded.library.sources) : std::string();
}

}  // namespace

TEST_CASE("result relations: a call's result is exactly what some choice of types permits",
          "[property]") {
  Random random(seed() ^ 0x5e1f);
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < scaled(300); ++i) {
    const Signature signature = any_signature(random);
    std::vector<const Shape*> arguments;
    std::string parameters;
    std::string ports;
    std::string given;
    for (std::size_t at = 0; at < signature.ports.size(); ++at) {
      const Signature::Place& port = signature.ports[at];
      const bool repeats = !arguments.empty() && random.chance(2);
      arguments.push_back(port.shape != nullptr ? port.shape
                          : repeats             ? arguments.front()
                                                : &any(random, shapes));
      parameters += fmt::format("  param x{}: {};\n", at, arguments.back()->name);
      ports += fmt::format("{}x{}: {}", at == 0 ? "" : ", ", at, arguments.back()->name);
      given += fmt::format("{}x{}", at == 0 ? "" : ", ", at);
    }
    const Possible possible = possible_results(signature, arguments);
    const std::string leaf = text_of(signature);
    const std::string alone = leaf + "material m { output o = 1.0; }\n";
    if (errors_of(alone).find("more than 64 combinations") != std::string::npos) {
      continue;  // a limit on leaves, independent of callers
    }
    const std::string call =
        fmt::format("f({}){}", given, signature.results.size() > 1 ? ".r0" : "");
    // A consumer does not determine one of several results: an open type stays open.
    const bool is_open = signature.results.size() > 1 && possible.wholes.size() > 1;
    for (std::size_t tries = 0; tries < 3; ++tries) {
      const std::string wanted =
          possible.firsts.empty() || random.chance(2)
              ? any(random, shapes).name
              : *std::next(possible.firsts.begin(),
                           static_cast<std::ptrdiff_t>(random.below(possible.firsts.size())));
      const std::string text =
          fmt::format("{}material m {{\n{}  r: {} = {};\n  output o = r;\n}}\n", leaf, parameters,
                      wanted, call);
      const std::string errors = errors_of(text);
      INFO(text << errors);
      // In bodies no consumer determines an open type.
      const std::string body = fmt::format(
          "{}fragment caller({}) -> {} {{ return {}; }}\nmaterial m {{ output o = 1.0; }}\n", leaf,
          ports, wanted, call);
      const std::string errors_in_body = errors_of(body);
      INFO(body << errors_in_body);
      if (possible.wholes.size() == 1) {
        CHECK((errors_in_body == "") == (possible.firsts.count(wanted) != 0));
      } else {
        CHECK(errors_in_body != "");
      }
      if (possible.firsts.count(wanted) == 0) {
        CHECK(errors != "");
        ++refused;
      } else if (!is_open) {
        CHECK(errors == "");
        ++taken;
      }
    }
  }
  CHECK(taken > scaled(50));
  CHECK(refused > scaled(50));
}

}  // namespace weft::testing::result_relations_test
