#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "composer/elaborate/expansion.h"
#include "composer/elaborate/expansion_limit.h"
#include "composer/elaborate/function_use.h"
#include "composer/elaborate/written_functions.h"

// Elaboration: expands graphs, lazily, into a DAG of calls. It inlines calls of graphs, features'
// definitions, applied functions and `with` nodes. What remains are literals, features, parameters
// and calls by name, whose overloads, defaults and function arguments type inference settles; it
// comes back to the Elaborator for their expansions.
//
// The method is symbolic call-by-need evaluation with memoization at two levels. A GraphInstance is
// a graph under its actual ports, its context and the values bound around it; instances are
// hash-consed, and each expands a node at most once. The calls themselves are hash-consed by
// CallStore on (kind, inputs, context). So a graph that is called a thousand times with equal
// arguments expands once, and the work is linear in the nodes and links of the distinct instances,
// however often a value is used. A limit on nodes stops graphs that expand exponentially with
// distinct arguments.
//
//   graph twice(x: float) -> float { y = x + x; return y * y; }
//   a = twice(time); b = twice(time);      // one instance, two calls: add(time, time), multiply(…)
//
// The same node yields different calls in different contexts: a stage (a value demanded by both
// stages is expanded once per stage) and an environment, the features that enclosing `with` nodes
// and function calls have injected. A function argument is a Closure (instance, node) that is
// expanded anew for each use with the parameters bound, much like inlining in a partial evaluator.
// Its parameters are BoundCalls numbered by nesting level (as de Bruijn levels), so two functions
// that differ in position only give equal calls.
//
// A question (a node of an instance, a feature in a context, a function with arguments, a result of
// an instance) has one answer, a CallId, independent of the asker and of the time. Errors are
// answers too: erroneous calls, with their reports in CallReports. Nothing recurses on user input:
// an expand_…() function returns nothing when it lacks operands, after listing them; the Elaborator
// keeps the pending places on a stack and tries them again.

namespace weft {

/// Answers the questions of type inference about the calls of one composition. See the top of this
/// file.
class Elaborator {
 public:
  /// All must outlive the elaborator. Without a decider, functions are chosen only by conditions
  /// that are literals or static parameters.
  /// `reads`: what the library's graphs read, for all compositions; null: it is found anew.
  explicit Elaborator(const Composition& composition, ConditionDecider* decider = nullptr,
                      FeatureReadsTable* reads = nullptr);
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  const CallStore& calls() const { return tables_.calls; }
  /// The errors found so far.
  const CallReports& reports() const { return tables_.reports; }
  const Store<Environment>& environments() const { return tables_.environments.all(); }
  const GraphInstances& instances() const { return tables_.instances; }

  /// Expands a node of a material's graph and the nodes it needs.
  CallId expand_value(const Graph& graph, NodeId node, CallContext context);
  /// Expands every node of a material's graph, also unused ones, each where it is read: a node that
  /// injections alone read, below the first of them. A chain of n injections would otherwise be
  /// expanded for each of its prefixes. Returns a call per node that has a value on its own.
  std::vector<CallId> expand_all(const Graph& graph, Stage stage);
  /// Expands an expression, such as a default, with the given values of its ports. It has one
  /// output.
  CallId expand_expression(const Graph& graph, CallContext context, std::vector<CallId> ports = {});

  /// Adds a parameter of a function.
  CallId bound(BoundCall call, Stage stage, Origin origin) {
    return tables_.calls.add(std::move(call), {}, stage, std::move(origin));
  }
  /// A port's default as a closure.
  ClosureId default_function(const Graph& graph, CallContext context);
  /// See expand_function.h and function_misfit.h.
  CallId call_function(ClosureId closure, const FunctionUse& use);
  CallId pass_through(const FunctionUse& use);
  std::optional<Diagnostic> misfit(ClosureId closure, const FragmentPort& port,
                                   std::optional<Span> argument);
  /// See written_functions.h.
  WrittenFunction written_function(const PassedArgument& argument);
  /// Expands the argument as a value, for a port that takes values.
  CallId evaluate(ClosureId closure);
  /// See expand_loop.h.
  std::vector<CallId> loop_step(const LoopCall& loop, const std::vector<CallId>& states,
                                std::uint32_t level, Stage stage);

  /// See graph_call.h.
  InstanceId instance_of_call(CallId invoke, FragmentId graph,
                              const std::vector<DataType>& type_arguments);
  CallId result_of(InstanceId instance, std::uint32_t result);

  /// See expand_feature.h and feature_table.h.
  CallId feature(FeatureId id, CallContext context, std::optional<Span> wanted_at);
  bool is_available(FeatureId id, CallContext context);

  /// Answers a question to the tables, a function of an Expansion, and expands what it lacks in
  /// between.
  template <typename Question>
  auto answer(Question question) {
    for (;;) {
      Missing missing;
      if (auto answer = question(expansion(missing))) {
        return *std::move(answer);
      }
      decide(missing.conditions);
      expand(missing.places);
    }
  }

 private:
  void expand(const NodePlaces& places);
  Expanded expand_place(NodePlace place, Missing& missing);
  void decide(const std::vector<Missing::Condition>& conditions);
  Expansion expansion(Missing& missing);

  const Composition& composition_;
  ConditionDecider* decider_;
  ExpansionTables tables_;
  std::unordered_map<CallId, FunctionCondition> conditions_;  // never iterated
  ExpansionLimit limit_;
};

}  // namespace weft
