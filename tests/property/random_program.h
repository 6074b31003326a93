#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

// Random well-typed programs of floats: leaves that read features and call functions, nested graphs
// with function ports, loops and injections, derived features, and a material of all of it. As
// data, for references that know nothing of the language, and as text.
namespace weft::testing {

using ExprIndex = std::size_t;  ///< in RandomProgram::exprs

/// An argument for a function port.
struct RandomFunction {
  enum class Kind {
    Named,    ///< `callee`, of one port
    Partial,  ///< `callee(rest)`: the first port is left out
    Lambda,   ///< `(x) => body`
    Forward,  ///< an `fn` port of the graph around, by position
    Eval,     ///< an expression, for `eval` ports
  };
  Kind kind = Kind::Lambda;
  std::size_t callee = 0;            ///< in RandomProgram::callables
  std::vector<ExprIndex> rest = {};  ///< Partial: the other ports, by name
  std::string parameter = {};
  ExprIndex body = 0;  ///< of lambdas and for `eval` ports
  std::size_t port = 0;
};

struct RandomArgument {
  std::optional<ExprIndex> value;  ///< neither: the port's default
  std::optional<RandomFunction> function;
};

struct RandomExpr {
  enum class Kind {
    Number,
    Parameter,  ///< of the material
    Feature,
    Name,   ///< a binding, a lambda's parameter, or a state
    Port,   ///< a value port of the graph, or what an `eval` port is given, under the features that
            ///< hold here
    Call,   ///< of a leaf or a graph
    Apply,  ///< of an `fn` port of the graph
    With,   ///< the first child where a feature is the second
    Loop,   ///< a state after some steps
  };
  Kind kind = Kind::Number;
  std::size_t index = 0;  ///< of the parameter, feature, port or callable; of loops: how many steps
  std::string name = {};  ///< Number: its text; Name: which; Loop: of the only state
  std::vector<ExprIndex> children =
      {};  ///< Apply: the argument; With: value, injected; Loop: first, next
  std::vector<RandomArgument> arguments = {};  ///< of calls, per port
};

struct RandomPort {
  enum class Kind { Value, Fn, Eval };
  std::string name;
  Kind kind = Kind::Value;
  std::size_t feature = 0;                      ///< that an `eval` port injects
  std::optional<ExprIndex> default_value = {};  ///< of value ports
};

/// How the body of a leaf calls one of its function ports.
struct RandomPortCall {
  std::size_t port = 0;
  std::vector<std::size_t> ports = {};      ///< value ports that the argument is made of
  std::optional<std::size_t> feature = {};  ///< that the argument is made of too
  bool is_fed_back =
      false;  ///< the argument is the result of another call of the port, for `ports`
};

struct RandomCallable {
  std::string name;
  std::vector<RandomPort> ports;
  // Of leaves: what the body reads besides its value ports, and what it calls.
  bool is_leaf = true;
  std::vector<std::size_t> features = {};      ///< in order of their paths
  std::vector<std::size_t> own_features = {};  ///< of `features`: those that the result is made of
  std::vector<RandomPortCall> port_calls = {};
  // Of graphs.
  std::vector<std::pair<std::string, ExprIndex>> bindings = {};  ///< each may read those before it
  ExprIndex output = 0;
};

struct RandomFeature {
  std::string path;
  std::string rate;  ///< `vertex`: an attribute, interpolated
  std::optional<ExprIndex> definition = {};
};

struct RandomProgram {
  std::vector<RandomExpr> exprs;
  std::vector<RandomFeature> features;
  std::vector<RandomCallable> callables;  ///< graphs call only those before them
  std::size_t parameter_count = 0;
  std::vector<std::pair<std::string, ExprIndex>> bindings;  ///< of the material
  std::vector<ExprIndex> outputs;
};

RandomProgram random_program(Random& random);

/// As a file that imports nothing, with material `m` and profile `p`. With `shuffle`, declarations
/// and bindings stand in a random order; parameters and ports keep theirs.
std::string program_text(const RandomProgram& program, Random* shuffle = nullptr);

}  // namespace weft::testing
