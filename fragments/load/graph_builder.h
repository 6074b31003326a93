#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "fragments/load/build_graph.h"
#include "fragments/load/graph_names.h"
#include "fragments/load/load_state.h"
#include "fragments/load/resolve_type.h"

namespace weft {

/// Lowers bindings and expressions to graph nodes. A binding is lowered where it is first used, so
/// nodes come out in topological order whatever the order of the text. An explicit stack of tasks
/// replaces recursion, so depth of nesting is bounded by memory only. Linear in expressions.
class GraphBuilder {
 public:
  /// `types`: the meaning of type and trait variables in the types of bindings.
  GraphBuilder(LoadState& state, const syntax::Module& module, SignatureScope types);

  void add_parameters(const std::vector<MaterialParameter>& parameters);
  void add_ports(const Fragment& fragment);
  void leave_out_ports(const Fragment& fragment) { names_.leave_out(fragment.ports); }
  void add_values(const std::vector<NamedValue>& values);
  /// Adds the named bindings, including those in `stitch` blocks, and returns the outputs.
  std::vector<const syntax::Binding*> add_bindings(const std::vector<syntax::BindingId>& bindings);

  /// Lowers an expression in the outermost scope; empty on errors. `name` is given to a node
  /// without one.
  std::optional<NodeId> lower(syntax::ExprId expr, std::optional<NameId> name = std::nullopt);
  /// Lowers the bindings that no output uses, by name.
  void lower_rest();
  /// Records candidates for stitching the open inputs of calls, once everything is lowered. O(nodes
  /// log nodes) if bindings are listed before their readers.
  void find_stitches();

  std::optional<NodeId> declared(std::optional<NodeId> value, TypePattern type,
                                 std::optional<NameId> name, Span span);
  void add_output(NameId name, NodeId node, Span span) {
    graph_.outputs.push_back({name, node, span});
  }
  Graph take() { return std::move(graph_); }

 private:
  using Value = std::optional<NodeId>;  ///< empty: it has errors, already reported
  using Scope = GraphNames::Scope;

  struct Local {
    const syntax::ValueBinding* binding;
    Scope scope;
    bool is_stitched;
    enum class Progress { Waiting, Begun, Done } progress = Progress::Waiting;
    Value value = std::nullopt;
  };
  struct Loop {
    const syntax::LoopExpr* expr;
    Scope scope = GraphNames::outermost;
    Value count = std::nullopt;
    std::vector<Value> initial = {};
    std::vector<NodeId> current = {};
    std::vector<bool> is_changed = {};  ///< per state: whether a binding defines its next value
  };
  struct Lambda {
    const syntax::LambdaExpr* expr;
    std::vector<NodeId> parameters;
  };
  struct Place {
    Scope scope = GraphNames::outermost;
    bool is_stitched = false;
  };
  struct Task {
    enum class Step {
      Visit,
      Combine,
      Fail,
      Member,
      FinishBinding,
      EnterLoop,
      LeaveLoop,
      LeaveLambda
    } step;
    syntax::ExprId expr;
    Place place;
    std::uint32_t index = 0;  ///< of the binding, loop or lambda; or number of failed operands
  };

  void run();
  void step(const Task& task);
  void visit(const Task& task);
  void visit_each(const std::vector<syntax::ExprId>& operands, Place place);
  void visit_name(const syntax::NameExpr& name, const Task& task);
  void visit_binding(std::uint32_t index);
  void finish_binding(std::uint32_t index);
  void visit_member(const Task& task);
  void visit_unary(const syntax::UnaryExpr& unary, const Task& task);
  void visit_call(const syntax::CallExpr& call, const Task& task);
  void visit_with(const syntax::WithExpr& with, const Task& task);
  void visit_loop(const syntax::LoopExpr& loop, const Task& task);
  void enter_loop(const Task& task);
  void leave_loop(const Task& task);
  void visit_lambda(const syntax::LambdaExpr& lambda, const Task& task);
  void leave_lambda(const Task& task);

  void combine(const Task& task);
  void combine_call(const syntax::CallExpr& call, const Task& task);
  void combine_with(const syntax::WithExpr& with, const Task& task);
  void combine_operator(std::string_view fragment, std::size_t operands, const Task& task);
  void literal(const syntax::NumberExpr& number, bool is_negative, Span span);
  void color(const syntax::ColorExpr& color, Span span);
  void report_cycle(std::uint32_t first);

  /// Pops the last `count` values, in order; empty if one of them has errors.
  std::optional<std::vector<NodeId>> pop(std::size_t count);
  template <typename Kind>
  NodeId add(Kind kind, Span span) {
    return graph_.nodes.add({std::move(kind), std::nullopt, span});
  }
  template <typename Kind>
  void push(Kind kind, Span span) {
    values_.push_back(add(std::move(kind), span));
  }
  void push_failure() { values_.push_back(std::nullopt); }
  syntax::ExprId without_parentheses(syntax::ExprId expr) const;
  bool has_stitchable_input(const CallNode& call) const;
  bool check_arguments(const syntax::CallExpr& call);
  std::optional<DataType> constructed_type(syntax::ExprId callee);

  LoadState& state_;
  const syntax::Module& module_;
  SignatureScope types_;
  Graph graph_;
  GraphNames names_;
  std::vector<Local> locals_;
  std::vector<Loop> loops_;
  std::vector<Lambda> lambdas_;
  std::vector<NodeId> ports_;         ///< the node that reads each port
  std::vector<std::uint32_t> begun_;  ///< bindings being lowered, outermost first
  std::vector<Task> tasks_;
  std::vector<Value> values_;
  std::unordered_set<std::string_view> missing_operators_;  ///< reported once each
  int cycles_left_ = 20;                                    ///< cycle reports left
};

}  // namespace weft
