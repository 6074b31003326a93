#include "codegen/lower/stage_lowering.h"

#include <set>

// The parts of a program outside the sequence of lines in `main`: steps of loops, functions passed
// to leaves, and clip positions.
namespace weft {

void StageLowering::add_statement(BodyStmt stmt, std::optional<EvaluationId> origin) {
  frame_.statements.push_back(body().add(std::move(stmt)));
  if (is_main()) {
    program_.origins.resize(body().stmts.size());
    program_.origins.back() = origin;
  }
}

// The block that is executed for each step. `bind` sets the parameters, `finish` writes the step's
// results.
template <typename Bind, typename Finish>
BodyStmtId StageLowering::lower_step(const PlanFunction& step, const Bind& bind,
                                     const Finish& finish) {
  // The step is lowered like a function in this frame, with its own values.
  std::vector<Value>& values = *frame_.values;
  std::vector<std::uint32_t> uses = *frame_.uses;
  std::vector<Value> outer = take_aside(step.body, values);
  // Code written inside the loop for a value from outside, such as a copy of an array, is not
  // available after it, so restore the value afterwards.
  std::vector<Value> captured;
  for (const EvaluationId capture : step.captures) {
    captured.push_back(values[capture.index()]);
  }
  count_uses_of(step, uses);
  const std::vector<std::uint32_t>* outer_uses = std::exchange(frame_.uses, &uses);
  std::vector<BodyStmtId> statements = std::exchange(frame_.statements, {});
  for (const EvaluationId inside : step.body) {
    const auto* bound = std::get_if<BoundEvaluation>(&plan_.evaluations[inside].kind);
    if (bound != nullptr && bound->level == step.level) {
      bind(inside, bound->parameter);
    }
  }
  lower_all(step.body);
  finish();
  const BodyStmtId block = body().add(BodyStmt{BlockBody{std::move(frame_.statements)}, {}});
  frame_.statements = std::move(statements);
  frame_.uses = outer_uses;
  put_back(step.body, values, std::move(outer));
  put_back(step.captures, values, std::move(captured));
  return block;
}

// A `for` over the steps. The states are locals; the body recomputes what depends on them.
void StageLowering::lower_loop(EvaluationId id, const Evaluation& evaluation,
                               const LoopEvaluation& loop) {
  const PlanFunction& step = plan_.functions.functions[*plan_.functions.first[id.index()]];
  const std::size_t size = loop.states.size();
  std::vector<std::uint32_t> states;
  for (std::size_t i = 0; i < size; ++i) {
    const BodyExprId initial = value(evaluation.inputs[i + 1]);
    states.push_back(add_local(type_of(evaluation.inputs[i + 1]),
                               std::string(input_.library.text(loop.states[i]))));
    add_statement({DeclareBody{states.back(), initial}, {}}, id);
  }
  const BodyExprId count = value(evaluation.inputs[0]);
  const DataType counted = type_of(evaluation.inputs[0]);
  const std::uint32_t counter = add_local(counted, "i");
  const std::vector<EvaluationId>* outer = std::exchange(frame_.next_states, &step.results);
  const BodyStmtId block = lower_step(
      step,
      [&](EvaluationId inside, std::uint32_t parameter) {
        known(inside).expr = local(states[parameter]);
      },
      [&] { write_states(id, step, states); });
  frame_.next_states = outer;
  const BodyStmtId initial =
      body().add(BodyStmt{DeclareBody{counter, add_literal(body(), counted, 0)}, {}});
  const BodyExprId condition =
      body().add(Operation::Less, bool_type, 0, {local(counter), count}, {});
  const BodyStmtId next = body().add(
      BodyStmt{AssignBody{Operation::Add, local(counter), add_literal(body(), counted, 1)}, {}});
  add_statement({ForBody{initial, condition, next, block}, {}}, id);
  known(id).first_result = states.front();
}

// A `for` over indices that fills a local array.
void StageLowering::lower_map(EvaluationId id, const Evaluation& evaluation,
                              const MapEvaluation& map) {
  const PlanFunction& function = plan_.functions.functions[*plan_.functions.first[id.index()]];
  const DataType element = type_of(function.results.front());
  const std::optional<DataType> type = input_.types.find_array(element, map.size);
  WEFT_CHECK(type.has_value(), "the arrays of maps have types");
  const std::uint32_t made = add_local(*type, wishes_[id.index()]);
  add_statement({DeclareBody{made, std::nullopt}, {}}, id);
  const std::uint32_t counter = add_local(int_type, "i");
  const std::vector<EvaluationId>* outer = std::exchange(frame_.next_states, nullptr);
  const BodyStmtId block = lower_step(
      function,
      [&](EvaluationId inside, std::uint32_t parameter) {
        const BodyExprId array = value(evaluation.inputs[parameter]);
        const std::uint32_t size = element_count(body().exprs[array].type, input_.types);
        const BodyExprId at = clamped_index(body(), local(counter), size, {true, map.size});
        known(inside).expr = body().add(Operation::Index, type_of(inside), 0, {array, at}, {});
      },
      [&] {
        const BodyExprId result = value(function.results.front());
        const BodyExprId target =
            body().add(Operation::Index, element, 0, {local(made), local(counter)}, {});
        add_statement({AssignBody{std::nullopt, target, result}, {}}, id);
      });
  frame_.next_states = outer;
  const BodyStmtId initial =
      body().add(BodyStmt{DeclareBody{counter, add_literal(body(), int_type, 0)}, {}});
  const BodyExprId condition = body().add(
      Operation::Less, bool_type, 0, {local(counter), add_literal(body(), int_type, map.size)}, {});
  const BodyStmtId next = body().add(
      BodyStmt{AssignBody{Operation::Add, local(counter), add_literal(body(), int_type, 1)}, {}});
  add_statement({ForBody{initial, condition, next, block}, {}}, id);
  known(id).expr = local(made);
}

std::optional<std::uint32_t> StageLowering::level_of_element(const Evaluation& evaluation) const {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  if (operation == nullptr || operation->op != Operation::Index) {
    return std::nullopt;
  }
  const auto* bound = std::get_if<BoundEvaluation>(&plan_.evaluations[evaluation.inputs[1]].kind);
  return bound != nullptr && bound->parameter == index_of_call ? std::optional(bound->level)
                                                               : std::nullopt;
}

// All states change at once (a parallel assignment), but are written one by one. A state that a
// later state's next value reads is written last, and its own next value is computed on a line
// before.
void StageLowering::write_states(EvaluationId id, const PlanFunction& step,
                                 const std::vector<std::uint32_t>& states) {
  const auto is_state = [&](BodyExprId expr, std::uint32_t state) {
    return body().exprs[expr].op == Operation::Local && body().exprs[expr].payload == state;
  };
  const auto last_of_outside = *std::max_element(states.begin(), states.end());
  std::vector<BodyExprId> nexts;
  for (std::size_t i = 0; i < states.size(); ++i) {
    nexts.push_back(value(step.results[i]));
  }
  std::vector<bool> is_late(states.size(), false);
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t j = i + 1; j < states.size(); ++j) {
      is_late[i] = is_late[i] || reads_local(nexts[j], states[i]);
    }
    const BodyExpr& next = body().exprs[nexts[i]];
    const bool is_line = next.op == Operation::Local && next.payload > last_of_outside;
    if (is_late[i] && !is_line && !is_state(nexts[i], states[i])) {
      const std::uint32_t copy = add_local(next.type, "next_" + frame_.local_wishes[states[i]]);
      add_statement({DeclareBody{copy, nexts[i]}, {}}, id);
      nexts[i] = local(copy);
    }
  }
  for (const bool is_last : {false, true}) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (is_late[i] == is_last && !is_state(nexts[i], states[i])) {
        add_statement({AssignBody{std::nullopt, local(states[i]), nexts[i]}, {}}, id);
      }
    }
  }
}

bool StageLowering::reads_local(BodyExprId expr, std::uint32_t local) {
  std::vector<BodyExprId> open{expr};
  while (!open.empty()) {
    const BodyExpr& next = body().exprs[open.back()];
    open.pop_back();
    if (next.op == Operation::Local && next.payload == local) {
      return true;
    }
    for (std::uint32_t i = 0; i < next.argument_count; ++i) {
      open.push_back(body().argument(next, i));
    }
  }
  return false;
}

void StageLowering::count_uses_of(const PlanFunction& step,
                                  std::vector<std::uint32_t>& uses) const {
  for (const EvaluationId id : step.body) {
    uses[id.index()] = 0;
  }
  for (const EvaluationId result : step.results) {
    ++uses[result.index()];
  }
  for (const EvaluationId id : step.body) {
    for (const EvaluationId input :
         direct_inputs(plan_.functions, input_.library, plan_.evaluations[id], id)) {
      ++uses[input.index()];
    }
  }
}

// The symbol that a function reads directly instead of taking the value as a parameter.
std::optional<Symbol> StageLowering::place_of(EvaluationId id) const {
  const EvaluationKind& kind = plan_.evaluations[id].kind;
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&kind)) {
    const std::optional<Symbol>& symbol = input_.reads.parameters[parameter->parameter];
    return symbol && (is_read_in_place(*symbol) || symbol->kind == SymbolKind::SpecConstant)
               ? symbol
               : std::nullopt;
  }
  return read_in_place(id);
}

// Returns the position in Program::functions. Creates nested functions first, so the stack depth
// does not grow with nesting.
std::uint32_t StageLowering::lower_function(PlanFunctionId id) {
  // Visit each function once: if every level calls the next one twice, the number of paths is
  // exponential.
  std::vector<PlanFunctionId> open;
  std::set<PlanFunctionId> known;
  const auto visit = [&](PlanFunctionId function) {
    if (!function_at_[function.index()] && known.insert(function).second) {
      open.push_back(function);
    }
  };
  visit(id);
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const EvaluationId inside : plan_.functions.functions[open[i]].body) {
      const std::optional<PlanFunctionId>& first = plan_.functions.first[inside.index()];
      for (std::uint32_t next = first ? first->index() : 0;
           first && next < plan_.functions.functions.size() &&
           plan_.functions.functions[PlanFunctionId(next)].leaf == inside;
           ++next) {
        visit(PlanFunctionId(next));
      }
    }
  }
  // Inner functions have smaller ids. Steps of loops are written in place.
  for (const PlanFunctionId next : known) {
    const PlanFunction& source = plan_.functions.functions[next];
    if (const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[source.leaf].kind)) {
      make_function(next, input_.library.fragments[leaf->fragment].ports[source.port]);
    }
  }
  return *function_at_[id.index()];
}

void StageLowering::make_function(PlanFunctionId id, const FragmentPort& port) {
  const PlanFunction& source = plan_.functions.functions[id];
  const FragmentId leaf = std::get<LeafEvaluation>(plan_.evaluations[source.leaf].kind).fragment;
  const std::string name = std::string(input_.library.text(input_.library.fragments[leaf].name)) +
                           "_" + std::string(input_.library.text(port.name));
  Function function{name, {}, type_of(source.results.front()), {}, {}, {}, {}, {}, leaf};
  // The function has its own values and uses; set those of the surrounding code aside.
  std::vector<Value> values = take_aside(source.body, function_values_);
  std::vector<Value> captured = take_aside(source.captures, function_values_);
  std::vector<std::uint32_t> uses = take_aside(source.body, function_uses_);
  std::vector<std::uint32_t> captured_uses = take_aside(source.captures, function_uses_);
  Frame outer = std::move(frame_);
  frame_ = Frame{&function.body, &function_values_, &function_uses_};
  count_uses_of(source, function_uses_);
  Namer scope(&names_);
  add_parameters(source, port, function, scope);
  for (const EvaluationId capture : source.captures) {
    add_capture(capture, function, scope);
  }
  lower_all(source.body);
  return_value(value(source.results.front()));
  function.body.root = function.body.add(BodyStmt{BlockBody{std::move(frame_.statements)}, {}});
  if (function.result.is_array()) {
    return_by_parameter(function, NameId(0));
    frame_.local_wishes.push_back(name);
  }
  for (const std::string& wish : frame_.local_wishes) {
    function.local_names.push_back(scope.unique(wish));
  }
  frame_ = std::move(outer);
  put_back(source.body, function_values_, std::move(values));
  put_back(source.captures, function_values_, std::move(captured));
  put_back(source.body, function_uses_, std::move(uses));
  put_back(source.captures, function_uses_, std::move(captured_uses));
  function_at_[id.index()] = functions_.add(std::move(function));
}

// Removes the last line if it only names the value, and returns it for the caller to rewrite.
std::optional<StageLowering::NamingLine> StageLowering::unname_last_line(BodyExprId value) {
  const BodyExpr& expr = body().exprs[value];
  if (expr.op != Operation::Local || frame_.statements.empty()) {
    return std::nullopt;
  }
  const auto* declared = std::get_if<DeclareBody>(&body().stmts[frame_.statements.back()].kind);
  if (declared == nullptr || declared->local != expr.payload || !declared->initial ||
      declared->local + 1 != body().locals.size()) {
    return std::nullopt;
  }
  const NamingLine line{frame_.statements.back(), *declared->initial};
  body().locals.pop_back();
  frame_.local_wishes.pop_back();
  return line;
}

void StageLowering::return_value(BodyExprId result) {
  if (const std::optional<NamingLine> line = unname_last_line(result)) {
    body().stmts[line->statement].kind = ReturnBody{line->named};
  } else {
    add_statement({ReturnBody{result}, {}}, std::nullopt);
  }
}

void StageLowering::add_parameters(const PlanFunction& source, const FragmentPort& port,
                                   Function& function, Namer& scope) {
  const LeafEvaluation& leaf = std::get<LeafEvaluation>(plan_.evaluations[source.leaf].kind);
  const auto name_of = [&](std::uint32_t position) {
    const bool is_fn = port.kind == FragmentPort::Kind::Fn;
    return input_.library.text(is_fn ? port.parameters[position].name
                                     : input_.library.features[port.injected[position]].path);
  };
  const auto type_of_parameter = [&](std::uint32_t position) {
    if (port.kind != FragmentPort::Kind::Fn) {
      return input_.library.features[port.injected[position]].type.data();
    }
    const TypePattern& pattern = port.parameters[position].type;
    return pattern.type_variable ? leaf.type_arguments[*pattern.type_variable] : pattern.data;
  };
  for (const EvaluationId id : source.body) {
    const auto* bound = std::get_if<BoundEvaluation>(&plan_.evaluations[id].kind);
    if (bound == nullptr || bound->level != source.level || bound->parameter == index_of_call) {
      continue;
    }
    const std::uint32_t position = bound->parameter;
    const auto known_at =
        std::find(function.port_parameters.begin(), function.port_parameters.end(), position);
    const auto at = static_cast<std::uint32_t>(known_at - function.port_parameters.begin());
    if (known_at == function.port_parameters.end()) {
      function.port_parameters.push_back(position);
      function.parameters.push_back({scope.unique(name_of(position)), type_of_parameter(position)});
    }
    known(id).expr = body().add(Operation::Port, function.parameters[at].type, at, {}, {});
  }
  for (const EvaluationId id : source.body) {
    const Evaluation& evaluation = plan_.evaluations[id];
    if (level_of_element(evaluation) != source.level) {
      continue;
    }
    const std::optional<Symbol> array = read_in_place(evaluation.inputs[0]);
    WEFT_CHECK(array.has_value(), "what a map gives lies in a block");
    const auto at = static_cast<std::uint32_t>(function.parameters.size());
    function.element_arrays.push_back(*array);
    function.parameters.push_back({scope.unique(wishes_[id.index()]), type_of(id)});
    known(id).expr = body().add(Operation::Port, type_of(id), at, {}, {});
  }
}

void StageLowering::add_capture(EvaluationId id, Function& function, Namer& scope) {
  if (const std::optional<Symbol> symbol = place_of(id)) {
    read(id, symbol);
    return;
  }
  const auto parameter = static_cast<std::uint32_t>(function.parameters.size());
  function.parameters.push_back({scope.unique(wishes_[id.index()]), type_of(id)});
  known(id).expr = body().add(Operation::Port, type_of(id), parameter, {}, {});
}

// `set clip_y up` and `set depth minus_one_to_one` declare that the host's matrices follow another
// convention than Vulkan's, where y points down and depth ranges from 0 to 1.
BodyExprId StageLowering::adjusted_clip(EvaluationId id) {
  BodyExprId clip = value(id);
  const bool negates_y = input_.interface.clip.y_up;
  const bool halves_depth = input_.interface.clip.minus_one_to_one;
  if (!negates_y && !halves_depth) {
    return clip;
  }
  if (!is_cheap(clip)) {
    clip = add_line(id, clip);
  }
  const auto part = [&](int component) {
    return body().add(Operation::Swizzle, float_type, pack_swizzle(&component, 1), {clip}, {});
  };
  BodyExprId y = part(1);
  BodyExprId z = part(2);
  if (negates_y) {
    y = body().add(Operation::Negate, float_type, 0, {y}, {});
  }
  if (halves_depth) {
    const BodyExprId sum = body().add(Operation::Add, float_type, 0, {z, part(3)}, {});
    z = body().add(Operation::Multiply, float_type, 0, {sum, add_float(body(), 0.5F)}, {});
  }
  return body().add(Operation::Construct, float4_type, 0, {part(0), y, z, part(3)}, {});
}

void StageLowering::write_function_output(const DemandedOutput& output) {
  const auto& outputs =
      (*input_.interface.functions)[static_cast<std::size_t>(program_.stage)].outputs;
  const auto member =
      std::find_if(outputs.begin(), outputs.end(),
                   [&output](const FunctionMember& one) { return one.demand == output.demand; });
  write(SymbolKind::FunctionOutput, static_cast<std::uint32_t>(member - outputs.begin()),
        member->type, value(output.value), output.value);
}

void StageLowering::write_output(const ProfileDemand& demand, EvaluationId id) {
  switch (demand.target) {
    case TargetKind::None:
      return;
    case TargetKind::Color: {
      const auto& targets = input_.interface.targets;
      const auto target =
          std::find_if(targets.begin(), targets.end(),
                       [&](const TargetOutput& one) { return one.index == demand.target_index; });
      write(SymbolKind::Target, static_cast<std::uint32_t>(target - targets.begin()), target->type,
            value(id), id);
      return;
    }
    case TargetKind::Depth:
      write(SymbolKind::Depth, 0, float_type, value(id), id);
      return;
    case TargetKind::Clip:
      write(SymbolKind::ClipPosition, 0, float4_type, adjusted_clip(id), id);
      return;
    case TargetKind::Discard:
      write(SymbolKind::Coverage, 0, bool_type, value(id), id);
      return;
  }
}

Result<Program> lower_stage(const LoweringInput& input, Stage stage, const StageSlice& slice,
                            const std::vector<std::string>& names) {
  return StageLowering(input, stage, slice, names).run();
}

Result<Program> lower_host(const LoweringInput& input, const StageSlice& slice,
                           std::uint32_t block) {
  const std::vector<std::string> names = suggest_names(input.library, input.plan, slice);
  return StageLowering(input, Stage::Host, slice, names).run(block);
}

}  // namespace weft
