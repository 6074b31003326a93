#pragma once

#include <algorithm>
#include <utility>

#include "codegen/interface/layout.h"
#include "codegen/lower/inline_leaf.h"
#include "codegen/lower/leaf_functions.h"
#include "codegen/lower/line_names.h"
#include "codegen/lower/lower_stage.h"
#include "codegen/lower/select_branches.h"
#include "codegen/lower/symbol_reads.h"
#include "composer/evaluations/plan_functions.h"
#include "support/check.h"

namespace weft {

// Unnamed operators are inlined into their reader up to `readable_depth`. Constructors and swizzles
// are inlined up to `greatest_depth`, which keeps expressions below the 32 levels that shader
// consumers accept.
inline constexpr std::uint32_t readable_depth = 3;
inline constexpr std::uint32_t greatest_depth = 20;

/// Lowers the evaluations of one stage in plan order; see lower_main().
///
/// The plan is a DAG of evaluations, a shader a list of named lines. An evaluation is inlined into
/// its reader if it is unnamed or trivial, the expression stays shallow, and there is only one
/// reader or repeating it is free; otherwise it gets a local (keep()). A Frame is the function
/// being written: `main`, or a function passed to a leaf. Loop steps and select branches are blocks
/// in the frame around them.
class StageLowering {
 public:
  StageLowering(const LoweringInput& input, Stage stage, const StageSlice& slice,
                const std::vector<std::string>& names)
      : input_(input),
        plan_(input.plan),
        slice_(slice),
        names_(input.names),
        functions_(input.library, input.types, input.interface, program_, names_),
        wishes_(names),
        values_(input.plan.evaluations.size()),
        function_values_(input.plan.evaluations.size()),
        function_uses_(input.plan.evaluations.size(), 0),
        function_at_(input.plan.functions.functions.size()),
        is_first_state_(input.plan.evaluations.size(), false) {
    program_.stage = stage;
    frame_.body = &program_.main;
    frame_.values = &values_;
    frame_.uses = &slice_.uses;
    for (const Evaluation& each : plan_.evaluations) {
      const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
      for (std::size_t i = 0; loop != nullptr && i < loop->states.size(); ++i) {
        is_first_state_[each.inputs[i + 1].index()] = true;
      }
    }
  }

  Result<Program> run() {
    lower_slice();
    if (program_.stage == Stage::Vertex) {
      write_varyings();
    }
    write_outputs();
    return finish();
  }

  /// For the host stage: writes the members of a block that are results of the uniform program.
  Result<Program> run(std::uint32_t block) {
    lower_slice();
    const std::vector<BlockMember>& members = input_.interface.blocks[block].members;
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      if (const auto& result = members[i].source.result) {
        write(SymbolKind::HostResult, block, members[i].type, value(*result), *result, i);
      }
    }
    return finish();
  }

 private:
  void lower_slice() {
    std::vector<EvaluationId> ids;
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      if (slice_.uses[i] != 0) {
        ids.push_back(EvaluationId(i));
      }
    }
    lower_all(ids);
  }

  Result<Program> finish() {
    body().root = body().add(BodyStmt{BlockBody{std::move(frame_.statements)}, {}});
    program_.origins.resize(body().stmts.size());
    Namer locals(&names_);
    for (const std::string& wish : frame_.local_wishes) {
      program_.local_names.push_back(locals.unique(wish));
    }
    return std::move(program_);
  }

  // How to read a lowered value. `expr`: an expression that can be written at the read. `symbol`: a
  // texture. `stored` and `type`: a struct, array or matrix still in the host's storage form, and
  // the type that bodies see. `first_result`: the first of the locals of a leaf with several
  // results.
  struct Value {
    std::optional<BodyExprId> expr;
    std::optional<Symbol> symbol;
    std::optional<BodyExprId> stored;
    DataType type = {};
    std::optional<std::uint32_t> first_result;
  };

  // The code being written: `main`, or a function passed to a leaf.
  struct Frame {
    Body* body = nullptr;
    std::vector<Value>* values = nullptr;
    const std::vector<std::uint32_t>* uses = nullptr;
    const SelectBranches* branches = nullptr;
    const std::vector<EvaluationId>* next_states = nullptr;  // of the loop being written
    std::vector<BodyStmtId> statements = {};
    std::vector<std::string> local_wishes = {};
    std::vector<std::uint32_t> depths = {};
  };

  Body& body() { return *frame_.body; }
  Value& known(EvaluationId id) { return (*frame_.values)[id.index()]; }
  const Value& known(EvaluationId id) const { return (*frame_.values)[id.index()]; }
  bool is_main() const { return frame_.body == &program_.main; }
  DataType type_of(EvaluationId id) const { return plan_.types[plan_.evaluations[id].type].data(); }
  std::uint32_t uses(EvaluationId id) const { return (*frame_.uses)[id.index()]; }

  // --- Statements ---

  void add_statement(BodyStmt stmt, std::optional<EvaluationId> origin);

  std::uint32_t add_local(DataType type, std::string wish) {
    body().locals.push_back({NameId(0), type, std::nullopt, {}});
    frame_.local_wishes.push_back(std::move(wish));
    return static_cast<std::uint32_t>(body().locals.size() - 1);
  }

  BodyExprId local(std::uint32_t index) {
    return body().add(Operation::Local, body().locals[index].type, index, {}, {});
  }

  // Declares a local for the value.
  BodyExprId add_line(EvaluationId id, BodyExprId expr) {
    const std::string& wish = wishes_[id.index()];
    const std::uint32_t index =
        add_local(body().exprs[expr].type, is_next_state(id) ? "next_" + wish : wish);
    add_statement({DeclareBody{index, expr}, {}}, id);
    const BodyExprId result = local(index);
    known(id).expr = result;
    return result;
  }

  // --- Expressions ---

  std::uint32_t depth(BodyExprId id) {
    for (std::size_t i = frame_.depths.size(); i < body().exprs.size(); ++i) {
      const BodyExpr& expr = body().exprs[BodyExprId(i)];
      std::uint32_t below = 0;
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        below = std::max(below, frame_.depths[body().argument(expr, j).index()]);
      }
      frame_.depths.push_back(below + (expr.argument_count == 0 ? 0 : 1));
    }
    return frame_.depths[id.index()];
  }

  // Whether repeating the expression is free, in speed and in readability.
  bool is_cheap(BodyExprId id) const {
    const BodyExpr& expr = frame_.body->exprs[id];
    switch (expr.op) {
      case Operation::Symbol:
      case Operation::Local:
      case Operation::Literal:
        return true;
      case Operation::Swizzle:
      case Operation::Member:
        return is_cheap(frame_.body->argument(expr, 0));
      case Operation::Index:
        return is_cheap(frame_.body->argument(expr, 0)) &&
               frame_.body->exprs[frame_.body->argument(expr, 1)].op == Operation::Literal;
      case Operation::Construct:
        return expr.argument_count == 1 &&
               frame_.body->exprs[frame_.body->argument(expr, 0)].op == Operation::Literal;
      default:  // the others compute
        return false;
    }
  }

  // The value as an expression of its own type.
  BodyExprId value(EvaluationId id) {
    Value& found = known(id);
    if (!found.expr) {
      WEFT_CHECK(found.symbol || found.stored || found.first_result,
                 "an evaluation is read before it is lowered");
      found.expr = found.first_result ? local(*found.first_result)
                   : found.stored     ? load_value(body(), *found.stored, found.type)
                                      : read_symbol(body(), program_, *found.symbol, type_of(id));
      if (found.stored && !found.type.is_plain()) {
        add_line(id, *found.expr);
      }
    }
    return *known(id).expr;
  }

  // Keeps a value in its stored form while only parts of it are read; a part is loaded once it is
  // small enough.
  void keep_stored(EvaluationId id, BodyExprId stored, DataType type) {
    const bool is_whole = is_loaded_whole(body().exprs[stored].type, type) && !type.is_array();
    if (is_whole || (type.is_vector() && uses(id) > 1 && !is_cheap(stored))) {
      keep(id, load_value(body(), stored, type), true);
    } else {
      known(id).stored = stored;
      known(id).type = type;
    }
  }

  // The value as an argument of that type. Scalars are splatted where the signature wants a vector.
  BodyExprId argument(EvaluationId id, DataType type) {
    const BodyExprId expr = value(id);
    const DataType have = body().exprs[expr].type;
    if (have.is_scalar() && (type.is_vector() || (type.is_scalar() && have != type))) {
      return body().add(Operation::Construct, type, 0, {expr}, {});
    }
    return expr;
  }

  // Decides whether a value is inlined or gets a local. `is_plain`: inline it even if it has a
  // name.
  void keep(EvaluationId id, BodyExprId expr, bool is_plain) {
    known(id).expr = expr;
    const bool is_anonymous = plan_.evaluations[id].origin.name.empty() || is_next_state(id) ||
                              is_first_state_[id.index()];  // the name is the state's
    const std::uint32_t limit = is_plain ? greatest_depth : readable_depth;
    const bool stays = (is_plain || is_anonymous) && depth(expr) <= limit &&
                       (uses(id) == 1 || is_cheap(expr)) && !body().exprs[expr].type.is_array();
    if (!stays) {
      add_line(id, expr);
    }
  }

  // --- Evaluations ---

  void lower(EvaluationId id) {
    const Evaluation& evaluation = plan_.evaluations[id];
    if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      keep(id, add_constant(body(), input_.types, constant->value),
           !constant->value.type.is_array());
    } else if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
      read(id, input_.reads.features[feature->feature.index()]);
    } else if (const auto* parameter = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
      const bool is_static = parameter->parameter < plan_.static_values.size() &&
                             plan_.static_values[parameter->parameter].has_value();
      if (is_static) {
        keep(id, add_constant(body(), input_.types, *plan_.static_values[parameter->parameter]),
             true);
      } else {
        read(id, input_.reads.parameters[parameter->parameter]);
      }
    } else if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      WEFT_CHECK(known(id).expr || bound->parameter == index_of_call,
                 "a parameter is read outside its function");
    } else if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind)) {
      read(id, input_.reads.interpolations[id.index()]);
    } else if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      read(id, input_.reads.results[evaluation.inputs[0].index()]);
    } else if (const auto* loop = std::get_if<LoopEvaluation>(&evaluation.kind)) {
      lower_loop(id, evaluation, *loop);
    } else if (const auto* map = std::get_if<MapEvaluation>(&evaluation.kind)) {
      lower_map(id, evaluation, *map);
    } else if (const auto* result = std::get_if<ResultEvaluation>(&evaluation.kind)) {
      const Value& results = known(evaluation.inputs[0]);
      known(id).expr = results.first_result ? local(*results.first_result + result->result)
                                            : value(evaluation.inputs[0]);
    } else if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      if (!level_of_element(evaluation)) {  // otherwise it is a parameter
        lower_operation(id, evaluation, *operation);
      }
    } else {
      lower_call(id, evaluation, std::get<LeafEvaluation>(evaluation.kind));
    }
  }

  void read(EvaluationId id, const std::optional<Symbol>& symbol) {
    WEFT_CHECK(symbol.has_value(), "a read of something that the interface lacks");
    if (type_of(id).is_texture()) {
      known(id).symbol = *symbol;
    } else if (symbol->kind == SymbolKind::BlockMember &&
               !input_.interface.blocks[symbol->index].rows.empty() &&
               !type_of(id).is_array()) {                      // often read only in part
      add_line(id, symbol_itself(body(), program_, *symbol));  // which names it
    } else if (symbol->kind == SymbolKind::BlockMember) {
      // Arrays have the size stated by the profile.
      keep_stored(id, symbol_itself(body(), program_, *symbol),
                  input_.interface.blocks[symbol->index].members[symbol->member].type);
    } else if (symbol->kind == SymbolKind::HostInput) {
      known(id).expr = symbol_itself(body(), program_, *symbol);
    } else {
      keep(id, read_symbol(body(), program_, *symbol, type_of(id)), true);
    }
  }

  void lower_operation(EvaluationId id, const Evaluation& evaluation,
                       const OperationEvaluation& operation) {
    if (operation.op == Operation::Select && lower_branches(id, evaluation)) {
      return;
    }
    const DataType type = type_of(id);
    const Value object = known(evaluation.inputs[0]);
    const bool is_stored = object.stored && !object.expr;
    if (operation.op == Operation::Member && is_stored) {
      keep_stored(id,
                  stored_member(body(), input_.types, input_.interface.stored_structs,
                                *object.stored, operation.payload),
                  type);
      return;
    }
    if (operation.op == Operation::Swizzle && is_stored) {
      keep(id, body().add(Operation::Swizzle, type, operation.payload, {*object.stored}, {}), true);
      return;
    }
    std::vector<BodyExprId> arguments;
    if (operation.op == Operation::Index) {
      const DataType indexed =
          is_stored ? object.type : body().exprs[value(evaluation.inputs[0])].type;
      const BodyExprId index =
          clamped_index(body(), value(evaluation.inputs[1]), element_count(indexed, input_.types));
      if (is_stored) {
        keep_stored(id, stored_element(body(), input_.types, *object.stored, index), type);
        return;
      }
      arguments = {value(evaluation.inputs[0]), index};
    } else {
      for (const EvaluationId input : evaluation.inputs) {
        arguments.push_back(value(input));
      }
    }
    const BodyExprId expr = body().add(operation.op, type, operation.payload, arguments, {});
    keep(id, expr, operation.op != Operation::Select);
  }

  void lower_call(EvaluationId id, const Evaluation& evaluation, const LeafEvaluation& leaf) {
    const Fragment& fragment = input_.library.fragments[leaf.fragment];
    const Body* code = body_of(input_.library, leaf);
    if (code != nullptr && fragment.results.size() <= 1) {
      if (const std::optional<BodyExprId> root = operator_of(*code)) {
        lower_operator(id, evaluation, fragment, leaf, *code, *root);
        return;
      }
    }
    lower_call(id, evaluation, fragment, leaf);
  }

  // --- Calls of leaves: lower_leaf.cpp ---

  void unspread(std::vector<BodyExprId>& arguments);
  void lower_operator(EvaluationId id, const Evaluation& evaluation, const Fragment& fragment,
                      const LeafEvaluation& leaf, const Body& source, BodyExprId root);
  void prepare_ports(const Evaluation& evaluation, const Body& source, BodyExprId root);
  template <typename Port>
  BodyExprId copy_operand(const Body& source, BodyExprId id, bool as_it_is, const Port& port);
  void lower_call(EvaluationId id, const Evaluation& evaluation, const Fragment& fragment,
                  const LeafEvaluation& leaf);

  std::optional<Symbol> read_in_place(EvaluationId id) const {
    if (std::holds_alternative<UniformEvaluation>(plan_.evaluations[id].kind)) {
      const EvaluationId result = plan_.evaluations[id].inputs[0];
      const std::optional<Symbol>& lies = input_.reads.results[result.index()];
      return lies && is_read_in_place(*lies) ? lies : std::nullopt;
    }
    const auto* feature = std::get_if<FeatureEvaluation>(&plan_.evaluations[id].kind);
    const std::optional<Symbol> symbol =
        feature != nullptr ? input_.reads.features[feature->feature.index()] : std::nullopt;
    return symbol && is_read_in_place(*symbol) ? symbol : std::nullopt;
  }

  // --- Choices: lower_select.cpp ---

  void lower_all(const std::vector<EvaluationId>& ids);
  bool lower_branches(EvaluationId id, const Evaluation& evaluation);
  BodyStmtId lower_branch(const SelectBranch& branch, EvaluationId side, std::uint32_t result);

  // --- Loops, and functions that leaves are given: main_lowering.cpp ---

  void lower_loop(EvaluationId id, const Evaluation& evaluation, const LoopEvaluation& loop);
  void lower_map(EvaluationId id, const Evaluation& evaluation, const MapEvaluation& map);
  template <typename Bind, typename Finish>
  BodyStmtId lower_step(const PlanFunction& step, const Bind& bind, const Finish& finish);
  /// If the evaluation indexes an array with the index of a function's calls: the function's level.
  std::optional<std::uint32_t> level_of_element(const Evaluation& evaluation) const;
  void write_states(EvaluationId id, const PlanFunction& step,
                    const std::vector<std::uint32_t>& states);
  bool reads_local(BodyExprId expr, std::uint32_t local);
  /// Whether the evaluation is the next value of a state of the loop whose step is being written.
  bool is_next_state(EvaluationId id) const {
    const std::vector<EvaluationId>* states = frame_.next_states;
    return states != nullptr && std::find(states->begin(), states->end(), id) != states->end();
  }
  void count_uses_of(const PlanFunction& step, std::vector<std::uint32_t>& uses) const;
  std::uint32_t lower_function(PlanFunctionId id);
  void make_function(PlanFunctionId id, const FragmentPort& port);
  std::optional<Symbol> place_of(EvaluationId id) const;
  // A declaration that only names a value.
  struct NamingLine {
    BodyStmtId statement;
    BodyExprId named;
  };
  std::optional<NamingLine> unname_last_line(BodyExprId value);
  void return_value(BodyExprId result);
  void add_parameters(const PlanFunction& source, const FragmentPort& port, Function& function,
                      Namer& scope);
  void add_capture(EvaluationId id, Function& function, Namer& scope);

  template <typename T>
  static std::vector<T> take_aside(const std::vector<EvaluationId>& ids, std::vector<T>& of) {
    std::vector<T> kept;
    for (const EvaluationId id : ids) {
      kept.push_back(std::exchange(of[id.index()], T()));
    }
    return kept;
  }

  template <typename T>
  static void put_back(const std::vector<EvaluationId>& ids, std::vector<T>& of,
                       std::vector<T> kept) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      of[ids[i].index()] = std::move(kept[i]);
    }
  }

  void call_for_results(EvaluationId id, const Evaluation& evaluation, const Fragment& fragment,
                        std::uint32_t function, std::vector<BodyExprId> arguments);

  // --- Ends ---

  void write(SymbolKind kind, std::uint32_t index, DataType type, BodyExprId value,
             EvaluationId origin, std::uint32_t member = 0) {
    const std::uint32_t symbol = symbol_index(program_, {kind, index, member, type});
    const BodyExprId target = body().add(Operation::Symbol, type, symbol, {}, {});
    add_statement({AssignBody{std::nullopt, target, value}, {}}, origin);
  }

  void write_varyings() {
    for (std::uint32_t i = 0; i < input_.interface.varyings.size(); ++i) {
      const Varying& varying = input_.interface.varyings[i];
      BodyExprId source = value(varying.source);
      if (varying.stored != varying.type) {
        source = body().add(Operation::Construct, varying.stored, 0, {source}, {});
      }
      write(SymbolKind::VaryingOut, i, varying.stored, source, varying.source);
    }
  }

  void write_outputs() {
    const Profile& profile = input_.library.profiles[plan_.profile];
    // Discard after everything that takes derivatives, but before the writes that it may make
    // unnecessary.
    for (const bool tests : {true, false}) {
      for (const DemandedOutput& output : plan_.outputs) {
        const ProfileDemand& demand = profile.demands[output.demand];
        const bool is_here = demand.vertex_stage == (program_.stage == Stage::Vertex);
        if (is_here && has_effect(profile, plan_, demand, output) &&
            tests == (demand.target == TargetKind::Discard)) {
          if (profile.as_functions) {
            write_function_output(output);
          } else {
            write_output(demand, output.value);
          }
        }
      }
    }
  }

  void write_function_output(const DemandedOutput& output);

  void write_output(const ProfileDemand& demand, EvaluationId id);

  BodyExprId adjusted_clip(EvaluationId id);

  const LoweringInput& input_;
  const Plan& plan_;
  const StageSlice& slice_;
  Program program_;
  Namer names_;
  LeafFunctions functions_;
  const std::vector<std::string>& wishes_;
  std::vector<Value> values_;
  std::vector<Value> function_values_;        // for the function being written
  std::vector<std::uint32_t> function_uses_;  // likewise
  std::vector<std::optional<std::uint32_t>>
      function_at_;  // per function of the plan: in Program::functions
  std::vector<bool>
      is_first_state_;  // per evaluation: whether it is the initial value of a loop's state
  Frame frame_;
};

}  // namespace weft
