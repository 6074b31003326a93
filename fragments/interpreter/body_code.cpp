#include "fragments/interpreter/body_code.h"

#include <algorithm>

#include "support/check.h"

namespace weft::interpreter {
namespace {

/// Whether the value is part of another value or of the inputs, so that it needs no words.
bool points_elsewhere(Operation op) {
  return op == Operation::Literal || op == Operation::Local || op == Operation::Port ||
         op == Operation::Feature || op == Operation::Select || op == Operation::Index ||
         op == Operation::Member;
}

/// The words of all results of a call, stored consecutively.
std::uint32_t results_words(ValueLayout& layout, const BodyCall& call) {
  std::uint32_t words = 0;
  for (DataType result : call.results) {
    words = std::min(words + layout.words(result), ValueLayout::too_large);
  }
  return words;
}

class Flattener {
 public:
  Flattener(ValueLayout& layout, const Body& body)
      : layout_(layout), body_(body), visits_(body.exprs.size(), 0) {
    code_.body = &body;
  }

  bool place_values();
  void flatten(BodyStmtId root);
  void flatten(BodyExprId root) {
    evaluate(root);
    emit(Instruction::Kind::ReturnValue, root.index());
  }
  BodyCode take() { return std::move(code_); }

 private:
  struct Task {
    enum class Kind : std::uint8_t { Statement, AfterThen, PatchHere, LoopTop, LoopStep, LoopEnd };
    Kind kind;
    BodyStmtId statement;
    std::uint32_t instruction = 0;
  };
  struct Loop {
    std::uint32_t top = 0;
    std::vector<std::uint32_t> exits;      ///< jumps to after the loop
    std::vector<std::uint32_t> continues;  ///< jumps to the step
  };

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  std::uint32_t emit(Instruction::Kind kind, std::uint32_t index) {
    code_.instructions.push_back({kind, index, 0});
    return here() - 1;
  }
  void patch(std::uint32_t instruction) { code_.instructions[instruction].target = here(); }
  void patch(const std::vector<std::uint32_t>& jumps) {
    for (std::uint32_t jump : jumps) {
      patch(jump);
    }
  }
  void push(Task::Kind kind, BodyStmtId statement, std::uint32_t instruction = 0) {
    tasks_.push_back({kind, statement, instruction});
  }

  void evaluate(BodyExprId root);
  void evaluate_target(BodyExprId target);
  void work(const Task& task);
  void flatten_statement(BodyStmtId id);
  void open_loop(BodyStmtId id);

  ValueLayout& layout_;
  const Body& body_;
  BodyCode code_;
  std::vector<Task> tasks_;  ///< a stack
  std::vector<Loop> loops_;
  std::vector<std::uint32_t> visits_;  ///< per expression: the last evaluate() that visited it
  std::uint32_t visit_ = 0;
  std::vector<std::uint32_t> open_;  ///< scratch of evaluate()
  std::vector<std::uint32_t> found_;
};

bool Flattener::place_values() {
  std::uint64_t used = 0;
  auto place_words = [&](std::uint32_t words) {
    WordRange range{static_cast<std::uint32_t>(used), words};
    used = std::min<std::uint64_t>(used + words, max_frame_words + 1);
    return range;
  };
  auto place = [&](DataType type) { return place_words(layout_.words(type)); };
  code_.locals.reserve(body_.locals.size());
  for (std::size_t i = 0; i < body_.locals.size(); ++i) {
    const BodyLocal& local = body_.locals[i];
    code_.locals.push_back(place(local.type));
    if (local.output) {
      code_.outputs.resize(std::max<std::size_t>(code_.outputs.size(), *local.output + 1));
      code_.outputs[*local.output] = static_cast<std::uint32_t>(i);
    }
  }
  code_.results.reserve(body_.exprs.size());
  for (const BodyExpr& expr : body_.exprs) {
    if (expr.op == Operation::Call && expr.type.is_void()) {
      code_.results.push_back(place_words(results_words(layout_, body_.calls[expr.payload])));
    } else {
      code_.results.push_back(points_elsewhere(expr.op) ? WordRange{} : place(expr.type));
    }
  }
  code_.frame_words = static_cast<std::uint32_t>(used);
  return used <= max_frame_words;
}

void Flattener::evaluate(BodyExprId root) {
  ++visit_;
  found_.clear();
  open_.assign(1, root.index());
  visits_[root.index()] = visit_;
  while (!open_.empty()) {
    std::uint32_t current = open_.back();
    open_.pop_back();
    found_.push_back(current);
    const BodyExpr& expr = body_.exprs[BodyExprId(current)];
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      std::uint32_t argument = body_.argument(expr, i).index();
      WEFT_CHECK(argument < current, "the expressions of a body are not in postorder");
      if (visits_[argument] != visit_) {
        visits_[argument] = visit_;
        open_.push_back(argument);
      }
    }
  }
  std::sort(found_.begin(), found_.end());  // postorder: arguments have smaller ids
  for (std::uint32_t expr : found_) {
    emit(Instruction::Kind::Evaluate, expr);
  }
}

void Flattener::evaluate_target(BodyExprId target) {
  while (body_.exprs[target].op != Operation::Local) {
    const BodyExpr& expr = body_.exprs[target];
    if (expr.op == Operation::Index) {
      evaluate(body_.argument(expr, 1));
    }
    target = body_.argument(expr, 0);
  }
}

void Flattener::open_loop(BodyStmtId id) {
  const BodyStmt& statement = body_.stmts[id];
  const auto* for_loop = std::get_if<ForBody>(&statement.kind);
  BodyExprId condition =
      for_loop != nullptr ? for_loop->condition : std::get<WhileBody>(statement.kind).condition;
  Loop loop;
  loop.top = here();
  evaluate(condition);
  loop.exits.push_back(emit(Instruction::Kind::JumpIfFalse, condition.index()));
  loops_.push_back(std::move(loop));
  push(Task::Kind::LoopEnd, id);
  if (for_loop != nullptr && for_loop->step) {
    push(Task::Kind::Statement, *for_loop->step);
  }
  push(Task::Kind::LoopStep, id);
  push(Task::Kind::Statement,
       for_loop != nullptr ? for_loop->body : std::get<WhileBody>(statement.kind).body);
}

void Flattener::flatten_statement(BodyStmtId id) {
  const BodyStmt& statement = body_.stmts[id];
  if (const auto* block = std::get_if<BlockBody>(&statement.kind)) {
    for (auto at = block->statements.rbegin(); at != block->statements.rend(); ++at) {
      push(Task::Kind::Statement, *at);
    }
  } else if (const auto* branch = std::get_if<IfBody>(&statement.kind)) {
    evaluate(branch->condition);
    std::uint32_t jump = emit(Instruction::Kind::JumpIfFalse, branch->condition.index());
    push(branch->else_branch ? Task::Kind::AfterThen : Task::Kind::PatchHere, id, jump);
    push(Task::Kind::Statement, branch->then_branch);
  } else if (const auto* for_loop = std::get_if<ForBody>(&statement.kind)) {
    push(Task::Kind::LoopTop, id);
    if (for_loop->initial) {
      push(Task::Kind::Statement, *for_loop->initial);
    }
  } else if (std::holds_alternative<WhileBody>(statement.kind)) {
    push(Task::Kind::LoopTop, id);
  } else if (const auto* exit = std::get_if<ReturnBody>(&statement.kind)) {
    if (exit->value) {
      flatten(*exit->value);
    } else {
      emit(Instruction::Kind::Return, id.index());
    }
  } else if (std::holds_alternative<BreakBody>(statement.kind)) {
    WEFT_CHECK(!loops_.empty(), "a break outside of a loop");
    loops_.back().exits.push_back(emit(Instruction::Kind::Jump, id.index()));
  } else if (std::holds_alternative<ContinueBody>(statement.kind)) {
    WEFT_CHECK(!loops_.empty(), "a continue outside of a loop");
    loops_.back().continues.push_back(emit(Instruction::Kind::Jump, id.index()));
  } else if (const auto* declaration = std::get_if<DeclareBody>(&statement.kind)) {
    if (declaration->initial) {
      evaluate(*declaration->initial);
    }
    emit(declaration->initial ? Instruction::Kind::SetLocal : Instruction::Kind::ZeroLocal,
         id.index());
  } else {
    const auto& assignment = std::get<AssignBody>(statement.kind);
    evaluate_target(assignment.target);
    evaluate(assignment.value);
    emit(Instruction::Kind::Assign, id.index());
  }
}

void Flattener::work(const Task& task) {
  switch (task.kind) {
    case Task::Kind::Statement:
      flatten_statement(task.statement);
      break;
    case Task::Kind::AfterThen: {
      std::uint32_t jump = emit(Instruction::Kind::Jump, task.statement.index());
      patch(task.instruction);
      push(Task::Kind::PatchHere, task.statement, jump);
      push(Task::Kind::Statement, *std::get<IfBody>(body_.stmts[task.statement].kind).else_branch);
      break;
    }
    case Task::Kind::PatchHere:
      patch(task.instruction);
      break;
    case Task::Kind::LoopTop:
      open_loop(task.statement);
      break;
    case Task::Kind::LoopStep:
      patch(loops_.back().continues);
      break;
    case Task::Kind::LoopEnd: {
      std::uint32_t jump = emit(Instruction::Kind::Jump, task.statement.index());
      code_.instructions[jump].target = loops_.back().top;
      patch(loops_.back().exits);
      loops_.pop_back();
      break;
    }
  }
}

void Flattener::flatten(BodyStmtId root) {
  push(Task::Kind::Statement, root);
  while (!tasks_.empty()) {
    Task task = tasks_.back();
    tasks_.pop_back();
    work(task);
  }
  emit(Instruction::Kind::Return, root.index());
}

}  // namespace

std::optional<BodyCode> flatten_body(ValueLayout& layout, const Body& body) {
  WEFT_CHECK(body.root.has_value(), "a body without statements is evaluated");
  Flattener flattener(layout, body);
  if (!flattener.place_values()) {
    return std::nullopt;
  }
  flattener.flatten(*body.root);
  BodyCode code = flattener.take();
  code.port_calls = find_element_calls(body);
  return code;
}

std::optional<BodyCode> flatten_expression(ValueLayout& layout, const Body& body, BodyExprId expr) {
  Flattener flattener(layout, body);
  if (!flattener.place_values()) {
    return std::nullopt;
  }
  flattener.flatten(expr);
  return flattener.take();
}

}  // namespace weft::interpreter
