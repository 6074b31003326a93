// Compares calls in bodies with calls in graphs: the checker of bodies and the type inference of
// graphs use the solver in different ways. Both must accept the same arguments and defaults and
// give the same types.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/check/check_context.h"
#include "fragments/check/check_expression.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/syntax/parser.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::body_calls_test {

namespace {

using namespace weft;

constexpr std::array<const char*, 16> types = {
    "float", "float2", "float3",   "float4",   "int",      "int2",     "int3", "uint",
    "uint2", "bool",   "float2x2", "float3x3", "float4x4", "float3x2", "Pair", "Other"};
// Number literals, which may widen, and expressions of them, whose scalar kind is fixed.
constexpr std::array<const char*, 14> literals = {
    "2",       "0.5",     "(-3)",      "true",      "2u",      "float3(1.0)",        "uint(1)",
    "int2(1)", "uint(3)", "int2(1,2)", "uint2(1u)", "int(2u)", "float2(uint(1), 2)", "bool(1)"};

template <std::size_t Count>
std::string any(Random& random, const std::array<const char*, Count>& words) {
  return words[random.below(Count)];
}

std::string any_bound(Random& random) {
  return any(random, std::array<const char*, 9>{"numeric", "floating", "integral", "matrix",
                                                "boolean", "any", "any", "few", "structs"});
}

/// A port of a type parameter, with or without a default.
std::string port(Random& random, const std::string& name_and_type) {
  const std::string value =
      any(random, std::array<const char*, 14>{"1", "1", "0.5", "-3", "2u", "true", "float3(1.0)",
                                              "float(2)", "uint(1)", "int2(1)", "int(2u)", "one()",
                                              "wide()", "count()"});
  return name_and_type + (random.chance(2) ? " = " + value : "");
}

/// A leaf `f` whose result is one of its ports, or a product.
std::string signature(Random& random) {
  const std::string bound = any_bound(random);
  const std::string b = port(random, "b: T");
  const std::string c = port(random, "c: T");
  switch (random.below(9)) {
    case 0:
      return "fragment f<T: " + bound + ">(a: T, " + b + ") -> T { return b; }\n";
    case 1:
      return "fragment f<T: " + bound + ">(a: T, " + b + ") -> T where " +
             any(random, std::array<const char*, 3>{"broadcast", "same", "elementwise"}) +
             "(a, b) { return a; }\n";
    case 2:
      return "fragment f<T: " + bound + ">(a: T, " + b + ", c: " + any(random, types) +
             ") -> T where broadcast(a, b) { return a; }\n";
    case 3:
      return "fragment f<T: " + bound + ", U: " + any_bound(random) + ">(a: T, " +
             port(random, "b: U") + ") -> " +
             any(random, std::array<const char*, 4>{"T where same_element(a, b) { return a; }\n",
                                                    "T where same(a, b) { return a; }\n",
                                                    "T where reduce(a, b) { return a; }\n",
                                                    "U { return b; }\n"});
    case 4:
      return "fragment f(a: " + any(random, types) + ", b: " + any(random, types) +
             ") -> float { return 0.5; }\n";
    case 5:
      return "fragment f<T: " + bound + ">(a: " + any(random, types) + ", " + b +
             ") -> T { return b; }\n";
    case 6:
      return "fragment f<M: matrix, V: floating, R: floating>(a: M, " + port(random, "b: V") +
             ") -> R where matmul(a, b, result) { return a * b; }\n";
    case 7:
      return "fragment f<T: " + bound + ">(a: T, " + b + ", " + c +
             ") -> T where broadcast(a, b, c) { return c; }\n";
    default:
      return "fragment f<T: " + bound + ", U: " + any_bound(random) + ">(a: T, " +
             port(random, "b: U") + ", " + c + ") -> U where broadcast(a, c) { return b; }\n";
  }
}

/// One of several overloads `f` of two ports, identified by its result.
std::string overload(Random& random, std::size_t index) {
  const std::array<const char*, 4> results = {"uint4", "int4", "bool3", "float2x4"};
  const bool is_generic = !random.chance(3);
  const std::string first = is_generic && !random.chance(4) ? "T" : any(random, types);
  const std::string second =
      is_generic ? any(random, std::array<const char*, 3>{"T", "U", "T"}) : any(random, types);
  std::string parameters;
  for (const char* parameter : {"T", "U"}) {
    if (first == parameter || second == parameter) {
      parameters += (parameters.empty() ? "" : ", ") + std::string(parameter) + ": " +
                    any(random, std::array<const char*, 3>{"numeric", "floating", "matrix"});
    }
  }
  const bool is_number = second == "float" || second == "int" || second == "uint";
  std::string value;
  if (random.chance(2) && (second.size() == 1 || is_number)) {
    value = is_number ? "1" : any(random, std::array<const char*, 5>{"1", "1", "0.5", "-3", "2u"});
  }
  const bool is_tied = first == "T" && second == "T" && random.chance(3);
  return "fragment f" + (parameters.empty() ? "" : "<" + parameters + ">") + "(a: " + first +
         ", b: " + second + (value.empty() ? "" : " = " + value) + ") -> " + results[index] +
         (is_tied ? " where broadcast(a, b)" : "") + " { return " + results[index] + "(" +
         (index == 2   ? "true"
          : index == 3 ? "0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5"
                       : "1") +
         "); }\n";
}

struct Argument {
  std::string type;  ///< empty: a literal
  std::string text;  ///< `x1`, or the literal
};

LoadedLibrary load(const std::string& text) {
  LoadOptions options;
  options.no_shipped = true;
  return load_text("case.weft", text, DiskReader(), options);
}

/// The data type of the call in a body; nothing if it is rejected.
std::optional<DataType> type_in_body(Library& library, const std::vector<Argument>& arguments,
                                     const std::string& call) {
  Fragment signature;
  for (const Argument& argument : arguments) {
    if (!argument.type.empty()) {
      FragmentPort port;
      port.name = library.names.intern(argument.text);
      for (const FragmentPort& known :
           library.fragments[library.find_fragments(library.names.intern("types")).front()].ports) {
        port.type.data =
            library.text(known.name) == "of_" + argument.type ? known.type.data : port.type.data;
      }
      signature.ports.push_back(std::move(port));
    }
  }
  const FileId file = library.sources.add(SourceFile("call", call));
  const ParsedExpression parsed = parse_expression(file, library.sources[file], library.names);
  REQUIRE(parsed.expr);
  CheckContext context(library, parsed.module);
  context.table = &library.data_types;
  context.signature = &signature;
  context.scopes.open();
  const CheckedValue value = check_expression(context, *parsed.expr);
  return context.diagnostics.empty() && !value.is_error() ? std::optional(value.type)
                                                          : std::nullopt;
}

std::string errors_in_graph(const std::string& declarations, const std::vector<Argument>& arguments,
                            const std::string& binding) {
  std::string text = declarations + "material m {\n";
  for (const Argument& argument : arguments) {
    text += argument.type.empty() ? "" : "  param " + argument.text + ": " + argument.type + ";\n";
  }
  const LoadedLibrary loaded = load(text + "  " + binding + "\n  output o = r;\n}\n");
  Diagnostics found = loaded.diagnostics;
  if (!has_errors(found)) {
    found = check_material(Composer(loaded.library), MaterialId(0));
  }
  return has_errors(found) ? render_text(found, loaded.library.sources) : std::string();
}

/// Declares the names of types in the test, and the functions that its defaults call.
std::string named_types() {
  std::string text = "fragment types(";
  for (const char* type : types) {
    text += std::string("of_") + type + ": " + type +
            (type == types.back() ? ") -> float { return 0.5; }\n" : ", ");
  }
  // Called by defaults, or named by bounds.
  return text +
         "struct Pair { float x; int y; }\nstruct Other { float3 x; }\nstruct Third { float x; }\n"
         "bound few: float3, int, Pair, Other;\nbound structs: Third, Pair, Other;\n"
         "fragment one() -> float { return 1.0; }\n"
         "fragment wide() -> float3 { return float3(1.0); }\n"
         "fragment count() -> int { return 1; }\n";
}

/// Checks that a body and a graph agree on a call; returns whether they accept it.
bool agree(Library& library, const std::string& declarations,
           const std::vector<Argument>& arguments, const std::string& call) {
  const std::optional<DataType> type = type_in_body(library, arguments, call);
  if (!type) {
    INFO("a body refuses it");
    CHECK(errors_in_graph(declarations, arguments, "r = " + call + ";") != "");
    return false;
  }
  const std::string name = library.type_name(*type);
  INFO("in a body it is " << name);
  CHECK(errors_in_graph(declarations, arguments, "r: " + name + " = " + call + ";") == "");
  const std::string other = name == "bool" ? "float4x4" : "bool";
  CHECK(errors_in_graph(declarations, arguments, "r: " + other + " = " + call + ";") != "");
  return true;
}

}  // namespace

TEST_CASE("body calls: bodies and graphs accept the same arguments and infer the same types",
          "[property]") {
  Random random(seed() ^ 0x1c2b);
  const std::string names = named_types();
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < scaled(400); ++i) {
    const std::string declarations = names + signature(random);
    LoadedLibrary loaded = load(declarations);
    if (has_errors(loaded.diagnostics)) {
      continue;  // a relation without solutions
    }
    std::vector<Argument> arguments;
    const Fragment& leaf =
        loaded.library
            .fragments[loaded.library.find_fragments(loaded.library.names.intern("f")).front()];
    const std::size_t count = random.chance(16) ? 3 : leaf.ports.size();
    const std::string common = any(random, types);
    std::string call = "f(";
    bool leaves_out = false;
    for (std::size_t at = 0; at < count; ++at) {
      if (at < leaf.ports.size() && leaf.ports[at].default_value && !random.chance(3)) {
        leaves_out = true;
        continue;
      }
      const bool is_literal = random.chance(4);
      const std::string scalar = common.substr(0, common.find_first_of("234"));
      const std::string type = is_literal         ? ""
                               : random.chance(6) ? any(random, types)
                               : random.chance(4) ? scalar
                                                  : common;
      arguments.push_back({type, is_literal ? any(random, literals) : "x" + std::to_string(at)});
      call += (at > 0 ? ", " : "") +
              std::string(leaves_out ? std::string(1, "abc"[at]) + ": " : "") +
              arguments.back().text;
    }
    call += ")";
    INFO(declarations.substr(names.size()));
    std::string given;
    for (const Argument& argument : arguments) {
      given += argument.text + (argument.type.empty() ? " " : ": " + argument.type + " ");
    }
    INFO(call << " of " << given);
    ++(agree(loaded.library, declarations, arguments, call) ? taken : refused);
  }
  CHECK(taken > scaled(400) / 20);
  CHECK(refused > scaled(400) / 20);
}

TEST_CASE("body calls: bodies and graphs resolve to the same overload, or neither resolves",
          "[property]") {
  Random random(seed() ^ 0x7a11);
  const std::string names = named_types();
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < scaled(400); ++i) {
    std::string declarations = names;
    const std::size_t candidates = 2 + random.below(3);
    for (std::size_t at = 0; at < candidates; ++at) {
      declarations += overload(random, at);
    }
    LoadedLibrary loaded = load(declarations);
    INFO(declarations.substr(names.size()));
    if (has_errors(loaded.diagnostics)) {
      continue;  // a default that no type of its port has, or two equal overloads
    }
    const std::string common = any(random, types);
    std::vector<Argument> arguments{{common, "x0"}};
    if (!random.chance(3)) {
      arguments.push_back(random.chance(4)
                              ? Argument{"", any(random, literals)}
                              : Argument{random.chance(3) ? any(random, types) : common, "x1"});
    }
    const std::string call = "f(" + arguments.front().text +
                             (arguments.size() > 1 ? ", " + arguments[1].text : "") + ")";
    INFO(call << " of " << arguments.front().type << " and "
              << (arguments.size() > 1 ? arguments[1].type : "nothing"));
    ++(agree(loaded.library, declarations, arguments, call) ? taken : refused);
  }
  CHECK(taken > scaled(400) / 20);
  CHECK(refused > scaled(400) / 20);
}

}  // namespace weft::testing::body_calls_test
