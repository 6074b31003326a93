#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

// Random well-typed programs of floats: leaves that read features and call functions, nested graphs
// with function ports, loops and injections, derived features, and a material that uses them. As
// data, for references that do not depend on the language, and as text.
namespace weft::testing {

using ExprIndex = std::size_t;  ///< index into RandomProgram::exprs

/// An argument for a function port.
struct RandomFunction {
  enum class Kind {
    Named,    ///< `callee`, with one port
    Partial,  ///< `callee(rest)`: the first port is omitted
    Lambda,   ///< `(x) => body`
    Forward,  ///< an `fn` port of the enclosing graph, by position
    Eval,     ///< an expression, for `eval` ports
  };
  Kind kind = Kind::Lambda;
  std::size_t callee = 0;            ///< index into RandomProgram::callables
  std::vector<ExprIndex> rest = {};  ///< Partial: the other ports, by name
  std::string parameter = {};
  ExprIndex body = 0;  ///< of lambdas and for `eval` ports
  std::size_t port = 0;
};

struct RandomArgument {
  std::optional<ExprIndex> value;  ///< if neither is set, the port's default
  std::optional<RandomFunction> function;
};

struct RandomExpr {
  enum class Kind {
    Number,
    Parameter,  ///< of the material
    Feature,
    Name,   ///< a binding, a lambda's parameter, or a state
    Port,   ///< a value port of the graph, or an `eval` argument under the current injections
    Call,   ///< of a leaf or a graph
    Apply,  ///< of an `fn` port of the graph
    With,   ///< the first child, with a feature injected from the second
    Loop,   ///< a state after some steps
  };
  Kind kind = Kind::Number;
  std::size_t index = 0;  ///< of the parameter, feature, port or callable; of loops: step count
  std::string name = {};  ///< Number: its text; Name: the name; Loop: the name of the only state
  std::vector<ExprIndex> children =
      {};  ///< Apply: the argument; With: value, injected; Loop: first, next
  std::vector<RandomArgument> arguments = {};  ///< of calls, per port
};

struct RandomPort {
  enum class Kind { Value, Fn, Eval };
  std::string name;
  Kind kind = Kind::Value;
  std::size_t feature = 0;                      ///< the feature that an `eval` port injects
  std::optional<ExprIndex> default_value = {};  ///< of value ports
};

/// A call in a leaf's body to one of its function ports.
struct RandomPortCall {
  std::size_t port = 0;
  std::vector<std::size_t> ports = {};      ///< value ports in the argument
  std::optional<std::size_t> feature = {};  ///< a feature that is also in the argument
  bool is_fed_back =
      false;  ///< the argument is the result of another call of the port, for `ports`
};

struct RandomCallable {
  std::string name;
  std::vector<RandomPort> ports;
  // For leaves: the features that the body reads, and its port calls.
  bool is_leaf = true;
  std::vector<std::size_t> features = {};      ///< sorted by path
  std::vector<std::size_t> own_features = {};  ///< those of `features` that the result uses
  std::vector<RandomPortCall> port_calls = {};
  // For graphs.
  std::vector<std::pair<std::string, ExprIndex>> bindings = {};  ///< each may read earlier ones
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
  std::vector<RandomCallable> callables;  ///< graphs call only earlier ones
  std::size_t parameter_count = 0;
  std::vector<std::pair<std::string, ExprIndex>> bindings;  ///< of the material
  std::vector<ExprIndex> outputs;
};

RandomProgram random_program(Random& random);

/// The program as a file without imports, with the material `m` and the profile `p`. With
/// `shuffle`, declarations and bindings are in random order; parameters and ports keep theirs.
std::string program_text(const RandomProgram& program, Random* shuffle = nullptr);

}  // namespace weft::testing
