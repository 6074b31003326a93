#include "composer/evaluations/expand_body.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fragments/interpreter/assignment_target.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {

using interpreter::BodyCode;
using interpreter::Instruction;
using Kind = ValueInstruction::Kind;
using Flat = Instruction::Kind;

const BodyCode* FlatBodies::find(const Body& body) {
  auto [at, is_new] = codes_.try_emplace(&body);
  if (is_new && body.root) {
    at->second = interpreter::flatten_body(layout_, body);
  }
  return at->second ? &*at->second : nullptr;
}

const Body* FlatBodies::callee(const BodyCall& call) const {
  const BodyInstance* instance =
      library_.fragments[call.fragment].find_instance(call.type_arguments);
  return instance != nullptr && instance->body.root ? &instance->body : nullptr;
}

bool FlatBodies::has_loop(const Body& body) {
  const auto [known, is_new] = has_loop_.try_emplace(&body, false);
  if (!is_new) {
    return known->second;
  }
  std::vector<const Body*> open = {&body};
  std::unordered_map<const Body*, bool> seen = {{&body, true}};
  bool found = false;
  while (!open.empty() && !found) {
    const Body& next = *open.back();
    open.pop_back();
    for (const BodyStmt& statement : next.stmts) {
      found = found || std::holds_alternative<ForBody>(statement.kind) ||
              std::holds_alternative<WhileBody>(statement.kind);
    }
    for (const BodyCall& call : next.calls) {
      const Body* called = callee(call);
      if (called != nullptr && seen.try_emplace(called, true).second) {
        open.push_back(called);
      }
    }
  }
  has_loop_[&body] = found;
  return found;
}

std::vector<ValueRegister> BodyExpansion::expand(const Body& body, std::vector<ValueRegister> ports,
                                                 std::vector<ValueRegister> features) {
  if (bodies_.has_loop(body)) {
    counter_ = assembler_.reserve(uint_type);
    assembler_.zero(*counter_);
  }
  enter(body, 0, std::move(ports), std::move(features));
  while (!frames_.empty() && !assembler_.has_failed()) {
    Frame& frame = frames_.back();
    if (frame.next == frame.code->instructions.size()) {
      leave();
      continue;
    }
    if (frame.is_target[frame.next]) {
      flush();
    }
    frame.starts[frame.next] = assembler_.here();
    assembler_.count_work();
    translate(frame.code->instructions[frame.next++]);
  }
  flush();
  return std::move(results_);
}

/// Charges the steps of the block to the leaf.
void BodyExpansion::flush() {
  if (counter_ && pending_ != 0) {
    const std::vector<ValueRegister> nothing;
    const auto limit = static_cast<std::uint32_t>(EvaluationInputs{{}, {}}.step_limit);
    const std::uint32_t failure =
        assembler_.error(fmt::format("the evaluation did not end within {} steps", limit));
    const std::uint32_t at = assembler_.emit(
        {.kind = Kind::AddSteps, .payload = pending_, .limit = limit}, {}, *counter_);
    assembler_.set_target(at, failure);
  }
  pending_ = 0;
}

ValueRegister BodyExpansion::range(interpreter::WordRange range, DataType type) const {
  return {type, frames_.back().words + range.offset, range.count};
}

void BodyExpansion::enter(const Body& body, std::uint32_t call, std::vector<ValueRegister> ports,
                          std::vector<ValueRegister> features) {
  const BodyCode* code = bodies_.find(body);
  if (code == nullptr) {
    assembler_.fail();
    return;
  }
  Frame& frame = frames_.emplace_back();
  frame.code = code;
  frame.call = call;
  frame.words = assembler_.reserve(uint_type, code->frame_words).offset;
  frame.ports = std::move(ports);
  frame.features = std::move(features);
  frame.values.resize(code->results.size());
  const std::vector<Instruction>& instructions = code->instructions;
  frame.starts.resize(instructions.size() + 1, 0);
  frame.is_target.resize(instructions.size() + 1, false);
  std::size_t values_returned = 0;
  for (const Instruction& one : instructions) {
    if (one.kind == Flat::Jump || one.kind == Flat::JumpIfFalse) {
      frame.is_target[one.target] = true;
    }
    values_returned += one.kind == Flat::ReturnValue ? 1 : 0;
  }
  std::vector<bool> is_declared(body.locals.size(), false);
  for (const BodyStmt& statement : body.stmts) {
    if (const auto* declaration = std::get_if<DeclareBody>(&statement.kind)) {
      is_declared[declaration->local] = true;
    }
  }
  for (std::size_t i = 0; i < body.locals.size(); ++i) {
    if (!is_declared[i]) {
      assembler_.zero(range(code->locals[i], body.locals[i].type));
    }
  }
  for (const std::uint32_t local : code->outputs) {
    frame.results.push_back(range(code->locals[local], body.locals[local].type));
  }
  // A body that ends with its only return gives the returned value in place.
  const std::size_t last = instructions.size() - 1;
  const bool is_simple = values_returned == 1 && last != 0 &&
                         instructions[last - 1].kind == Flat::ReturnValue && !frame.is_target[last];
  frame.copies_results = values_returned != 0 && !is_simple;
  if (frame.copies_results) {
    const auto found =
        std::find_if(instructions.begin(), instructions.end(),
                     [](const Instruction& one) { return one.kind == Flat::ReturnValue; });
    frame.results = {assembler_.reserve(body.exprs[BodyExprId(found->index)].type)};
  }
}

void BodyExpansion::exit(const Instruction& instruction) {
  Frame& frame = frames_.back();
  const bool is_last = frame.next == frame.code->instructions.size();
  const bool gives_value = instruction.kind == Flat::ReturnValue;
  spend(1);
  if (gives_value && !frame.copies_results) {
    frame.results = {frame.values[instruction.index]};
    return;
  }
  if (gives_value) {
    assembler_.copy(frame.results[0], frame.values[instruction.index]);
  } else if (frame.code->outputs.empty()) {
    if (frame.copies_results) {  // in a simple body nothing gets here
      assembler_.emit(
          {.kind = Kind::Fail, .payload = assembler_.error("the body ends without a value")}, {});
    } else if (frame.results.empty()) {
      assembler_.fail();
    }
    return;
  }
  flush();
  if (!is_last) {
    frame.exits.push_back(assembler_.emit({.kind = Kind::Jump}, {}));
  }
}

void BodyExpansion::leave() {
  flush();
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  frame.starts.back() = assembler_.here();
  for (const auto& [at, target] : frame.jumps) {
    assembler_.set_target(at, frame.starts[target]);
  }
  for (const std::uint32_t at : frame.exits) {
    assembler_.jump_here(at);
  }
  if (frames_.empty()) {
    results_ = std::move(frame.results);
    return;
  }
  Frame& caller = frames_.back();
  const BodyExpr& expr = caller.code->body->exprs[BodyExprId(frame.call)];
  if (expr.type.is_void()) {
    caller.several[frame.call] = std::move(frame.results);
  } else if (frame.results.size() != 1 ||
             frame.results[0].count != assembler_.layout().words(expr.type)) {
    assembler_.fail();
  } else {
    caller.values[frame.call] = frame.results[0];
    caller.values[frame.call].type = expr.type;
  }
}

void BodyExpansion::translate(const Instruction& instruction) {
  Frame& frame = frames_.back();
  const Body& body = *frame.code->body;
  switch (instruction.kind) {
    case Flat::Evaluate:
      spend(1);
      evaluate(instruction.index);
      break;
    case Flat::Jump:
    case Flat::JumpIfFalse: {
      spend(1);
      flush();
      const bool is_free = instruction.kind == Flat::Jump;
      const std::span<const ValueRegister> condition = {
          is_free ? nullptr : &frame.values[instruction.index], is_free ? 0U : 1U};
      frame.jumps.emplace_back(
          assembler_.emit({.kind = is_free ? Kind::Jump : Kind::JumpIfFalse}, condition),
          instruction.target);
      break;
    }
    case Flat::ZeroLocal:
    case Flat::SetLocal: {
      const auto& declared = std::get<DeclareBody>(body.stmts[BodyStmtId(instruction.index)].kind);
      const ValueRegister local =
          range(frame.code->locals[declared.local], body.locals[declared.local].type);
      spend(1 + local.count / 64);
      if (instruction.kind == Flat::ZeroLocal) {
        assembler_.zero(local);
      } else {
        assembler_.copy(local, frame.values[declared.initial->index()]);
      }
      break;
    }
    case Flat::Assign:
      spend(1);
      assign(std::get<AssignBody>(body.stmts[BodyStmtId(instruction.index)].kind));
      break;
    case Flat::Return:
    case Flat::ReturnValue:
      exit(instruction);
      break;
  }
}

std::vector<ValueRegister> BodyExpansion::operands_of(const BodyExpr& expr) const {
  const Frame& frame = frames_.back();
  std::vector<ValueRegister> operands;
  for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
    operands.push_back(frame.values[frame.code->body->argument(expr, i).index()]);
  }
  return operands;
}

void BodyExpansion::evaluate(std::uint32_t index) {
  Frame& frame = frames_.back();
  const Body& body = *frame.code->body;
  const BodyExpr& expr = body.exprs[BodyExprId(index)];
  ValueRegister& value = frame.values[index];
  switch (expr.op) {
    case Operation::Literal:
      value = assembler_.constant(expr.type, {&expr.payload, 1});
      break;
    case Operation::Local:
      value = range(frame.code->locals[expr.payload], expr.type);
      break;
    case Operation::Port:
    case Operation::Feature: {
      const auto& given = expr.op == Operation::Port ? frame.ports : frame.features;
      if (expr.payload >= given.size()) {
        assembler_.fail();
        break;
      }
      value = given[expr.payload];
      value.type = expr.type;
      break;
    }
    case Operation::Member: {
      const std::uint32_t object = body.argument(expr, 0).index();
      const auto several = frame.several.find(object);
      value = several != frame.several.end()
                  ? several->second[expr.payload]
                  : assembler_.member(frame.values[object], expr.payload);
      value.type = expr.type;
      break;
    }
    case Operation::Call:
      call_leaf(index);
      break;
    case Operation::PortCall:
      if (frames_.size() != 1) {
        assembler_.fail();
        break;
      }
      value = call_port_(body.port_calls[expr.payload], operands_of(expr));
      value.type = expr.type;
      if (value.count != assembler_.layout().words(expr.type)) {
        assembler_.fail();
      }
      break;
    case Operation::Length:
      take_length(index);
      break;
    case Operation::Symbol:
      assembler_.fail();
      break;
    default:
      compute(index);
  }
}

void BodyExpansion::take_length(std::uint32_t index) {
  Frame& frame = frames_.back();
  const BodyExpr& expr = frame.code->body->exprs[BodyExprId(index)];
  if (expr.argument_count == 0) {
    assembler_.fail();
    return;
  }
  const ValueRegister& array = frame.values[frame.code->body->argument(expr, 0).index()];
  const std::uint32_t length = assembler_.layout().element_count(array.type, array.count);
  frame.values[index] = assembler_.constant(expr.type, {&length, 1});
}

void BodyExpansion::compute(std::uint32_t index) {
  Frame& frame = frames_.back();
  const BodyExpr& expr = frame.code->body->exprs[BodyExprId(index)];
  spend(frame.code->results[index].count / 64);
  const std::vector<ValueRegister> operands = operands_of(expr);
  frame.values[index] = expr.op == Operation::Intrinsic
                            ? assembler_.intrinsic(expr.payload, expr.type, operands)
                            : assembler_.operation(expr.op, expr.payload, expr.type, operands);
}

void BodyExpansion::call_leaf(std::uint32_t index) {
  const Frame& caller = frames_.back();
  const Body& body = *caller.code->body;
  const BodyExpr& expr = body.exprs[BodyExprId(index)];
  const Body* called = bodies_.callee(body.calls[expr.payload]);
  if (called == nullptr) {
    assembler_.fail();
    return;
  }
  std::vector<ValueRegister> features;
  for (const FeatureId feature : called->features) {
    const auto at = static_cast<std::size_t>(
        std::find(body.features.begin(), body.features.end(), feature) - body.features.begin());
    if (at >= caller.features.size()) {
      assembler_.fail();
      return;
    }
    features.push_back(caller.features[at]);
  }
  enter(*called, index, operands_of(expr), std::move(features));
}

namespace {

/// The words that an assignment writes.
struct Target {
  ValueRegister words;
  std::uint32_t swizzle = 0;             ///< 0: all of them, in order
  std::optional<ValueRegister> address;  ///< by how many words they are moved

  bool is_fixed() const { return swizzle == 0 && !address; }
};

void narrow_to_element(ValueAssembler& assembler, Target& target, const ValueRegister& index) {
  const std::uint32_t words =
      assembler.layout().words(assembler.layout().element_type(target.words.type));
  const std::uint32_t count = words == 0 ? 0 : target.words.count / words;
  if (count == 0 || (target.swizzle != 0 && !assembler.is_constant(index))) {
    assembler.fail();
    return;
  }
  if (assembler.is_constant(index)) {
    const std::uint32_t at = assembler.position(index, count);
    target.words.offset +=
        target.swizzle != 0
            ? static_cast<std::uint32_t>(swizzle_component(target.swizzle, static_cast<int>(at)))
            : at * words;
  } else {
    std::vector<ValueRegister> operands = {index};
    if (target.address) {
      operands.push_back(*target.address);
    }
    target.address = assembler.reserve(uint_type);
    assembler.emit({.kind = Kind::AddIndex, .payload = words, .limit = count}, operands,
                   *target.address);
  }
  target.swizzle = 0;
  target.words.count = words;
}

}  // namespace

void BodyExpansion::assign(const AssignBody& assignment) {
  const Frame& frame = frames_.back();
  const Body& body = *frame.code->body;
  std::vector<BodyExprId> path;
  BodyExprId at = assignment.target;
  for (; body.exprs[at].op != Operation::Local; at = body.argument(body.exprs[at], 0)) {
    path.push_back(at);
  }
  Target target;
  target.words = range(frame.code->locals[body.exprs[at].payload], body.exprs[at].type);
  for (auto step = path.rbegin(); step != path.rend() && !assembler_.has_failed(); ++step) {
    const BodyExpr& expr = body.exprs[*step];
    if (expr.op == Operation::Swizzle) {
      target.swizzle =
          target.swizzle == 0 ? expr.payload : swizzle_of_swizzle(target.swizzle, expr.payload);
      target.words.count = static_cast<std::uint32_t>(swizzle_count(expr.payload));
    } else if (expr.op == Operation::Index) {
      narrow_to_element(assembler_, target, frame.values[body.argument(expr, 1).index()]);
    } else {
      target.words = assembler_.member(target.words, expr.payload);
    }
    target.words.type = expr.type;
  }
  spend(target.words.count / 64);
  ValueRegister value = frame.values[assignment.value.index()];
  std::vector<ValueRegister> moved = {target.words};
  if (target.address) {
    moved.push_back(*target.address);
  }
  if (assignment.op) {
    ValueRegister old = target.words;
    if (!target.is_fixed()) {
      old = assembler_.reserve(target.words.type, target.words.count);
      assembler_.emit({.kind = Kind::Load, .payload = target.swizzle}, moved, old);
    }
    const std::array<ValueRegister, 2> operands = {old, value};
    value = assembler_.operation(*assignment.op, 0, target.words.type, operands);
  }
  if (value.count != target.words.count) {
    assembler_.fail();
  } else if (target.is_fixed()) {
    assembler_.copy(target.words, value);
  } else {
    moved[0] = value;
    assembler_.emit({.kind = Kind::Store, .payload = target.swizzle}, moved, target.words);
  }
}

}  // namespace weft
