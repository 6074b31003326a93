#include "fragments/interpreter/evaluation.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fragments/interpreter/assignment_target.h"
#include "fragments/interpreter/texture_operations.h"
#include "support/check.h"

namespace weft::interpreter {
namespace {

/// Limit on the words of all frames together, far above any sensible fragment.
constexpr std::uint64_t max_stack_words = std::uint64_t{1} << 26U;

Operand operand_of(const Constant& constant) {
  return {constant.type, constant.bits.data(), static_cast<std::uint32_t>(constant.bits.size())};
}

}  // namespace

void FrameStack::clear() {
  depth_ = 0;
  words_ = 0;
}

Frame* FrameStack::push(const BodyCode& code, std::uint32_t call_expr) {
  words_ += code.frame_words + code.results.size();
  if (words_ > max_stack_words) {
    return nullptr;
  }
  if (frames_.size() == depth_) {
    frames_.push_back(std::make_unique<Frame>());
  }
  Frame& frame = *frames_[depth_++];
  frame.code = &code;
  frame.next = 0;
  frame.call_expr = call_expr;
  frame.words.assign(code.frame_words, 0);
  frame.values.assign(code.results.size(), Operand());
  return &frame;
}

void FrameStack::pop() {
  const BodyCode& code = *top().code;
  words_ -= code.frame_words + code.results.size();
  --depth_;
}

const BodyCode* Evaluation::code_of(const Body& of) {
  auto [at, is_new] = codes_.try_emplace(&of);
  if (is_new) {
    at->second = flatten_body(layout_, of);
  }
  return at->second ? &*at->second : nullptr;
}

Failure Evaluation::enter(const BodyCode& code, std::uint32_t call_expr) {
  return frames_.push(code, call_expr) != nullptr
             ? Failure()
             : Failure({"the evaluation needs too much memory", {}});
}

Span Evaluation::span_of(const Frame& frame, const Instruction& instruction) const {
  const Body& of = *frame.code->body;
  bool is_expr = instruction.kind == Instruction::Kind::Evaluate ||
                 instruction.kind == Instruction::Kind::JumpIfFalse ||
                 instruction.kind == Instruction::Kind::ReturnValue;
  return is_expr ? of.exprs[BodyExprId(instruction.index)].span
                 : of.stmts[BodyStmtId(instruction.index)].span;
}

void Evaluation::gather(Frame& frame, const BodyExpr& expr) {
  arguments_.clear();
  for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
    arguments_.push_back(frame.values[frame.code->body->argument(expr, i).index()]);
  }
}

/// Reads a port or a feature.
Failure Evaluation::read_input(const BodyExpr& expr, const std::vector<Operand>& given,
                               Operand& value) const {
  if (expr.payload >= given.size()) {
    return EvaluationError{run_.is_constant && frames_.depth() == 1
                               ? "not constant"
                               : "a port or feature that has no value",
                           expr.span};
  }
  value = {expr.type, given[expr.payload].words, given[expr.payload].count};
  return std::nullopt;
}

/// The element of an array feature that the host left empty, perhaps in a branch that is not taken.
Operand Evaluation::zero(DataType type) {
  std::vector<Word>& zeros = zeros_[layout_.words(type)];
  zeros.resize(layout_.words(type));
  return {type, zeros.data(), static_cast<std::uint32_t>(zeros.size())};
}

Failure Evaluation::evaluate(Frame& frame, std::uint32_t index) {
  const BodyExpr& expr = frame.code->body->exprs[BodyExprId(index)];
  Operand& value = frame.values[index];
  auto argument = [&](std::uint32_t position) -> const Operand& {
    return frame.values[frame.code->body->argument(expr, position).index()];
  };
  switch (expr.op) {
    case Operation::Literal:
      value = {expr.type, &expr.payload, 1};
      return std::nullopt;
    case Operation::Local: {
      if (run_.is_constant && frames_.depth() == 1) {
        return EvaluationError{"not constant", expr.span};
      }
      std::span<Word> words = frame.range(frame.code->locals[expr.payload]);
      value = {expr.type, words.data(), static_cast<std::uint32_t>(words.size())};
      return std::nullopt;
    }
    case Operation::Port:
      return read_input(expr, frame.ports, value);
    case Operation::Feature:
      return read_input(expr, frame.features, value);
    case Operation::Length:
      if (expr.argument_count != 0) {
        break;
      }
      [[fallthrough]];
    case Operation::Symbol:
      return EvaluationError{"a value known only to a template or program cannot be evaluated",
                             expr.span};
    case Operation::Select:
      value = argument(argument(0).words[0] != 0 ? 1 : 2);
      return std::nullopt;
    case Operation::Index:
      value = argument(0).count == 0 ? zero(expr.type)
                                     : select_element(layout_, argument(0), argument(1));
      return std::nullopt;
    case Operation::Member:
      value = argument(0).type.is_void() ? select_result(frame, index)
                                         : select_member(layout_, argument(0), expr.payload);
      return std::nullopt;
    case Operation::Call:
      return call_leaf(frame, index);
    case Operation::PortCall:
      return call_port(frame, index);
    case Operation::Negate:
    case Operation::Not:
    case Operation::BitNot:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::MatrixProduct:
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::Greater:
    case Operation::GreaterEqual:
    case Operation::Equal:
    case Operation::NotEqual:
    case Operation::And:
    case Operation::Or:
    case Operation::BitAnd:
    case Operation::BitXor:
    case Operation::BitOr:
    case Operation::Swizzle:
    case Operation::Construct:
    case Operation::Intrinsic:
      break;
  }
  return compute(frame, index);
}

/// Selects one result of a call with several, which are stored consecutively.
Operand Evaluation::select_result(Frame& frame, std::uint32_t index) {
  const Body& body = *frame.code->body;
  const BodyExpr& expr = body.exprs[BodyExprId(index)];
  BodyExprId call = body.argument(expr, 0);
  const std::vector<DataType>& results = body.calls[body.exprs[call].payload].results;
  const Word* at = frame.values[call.index()].words;
  for (std::uint32_t i = 0; i < expr.payload; ++i) {
    at += layout_.words(results[i]);
  }
  return {expr.type, at, layout_.words(expr.type)};
}

namespace {

std::optional<Derivative> derivative_of(Intrinsic intrinsic) {
  switch (intrinsic) {
    case Intrinsic::DerivativeX:
      return Derivative::X;
    case Intrinsic::DerivativeY:
      return Derivative::Y;
    case Intrinsic::FilterWidth:
      return Derivative::Width;
    default:
      return std::nullopt;
  }
}

}  // namespace

Failure Evaluation::compute(Frame& frame, std::uint32_t index) {
  const BodyExpr& expr = frame.code->body->exprs[BodyExprId(index)];
  WordRange range = frame.code->results[index];
  run_.steps += range.count / 64;
  std::span<Word> out = frame.range(range);
  gather(frame, expr);
  frame.values[index] = {expr.type, out.data(), range.count};
  if (expr.op != Operation::Intrinsic) {
    compute_operation(layout_, expr.op, expr.payload, expr.type, arguments_, out);
    return std::nullopt;
  }
  auto intrinsic = static_cast<Intrinsic>(expr.payload);
  const DerivativeReader* derivatives = run_.inputs->derivatives;
  if (const auto derivative = derivative_of(intrinsic); derivative && derivatives != nullptr) {
    derivatives->differentiate(*derivative, {arguments_[0].words, arguments_[0].count}, out);
    return std::nullopt;
  }
  auto reason = reads_texture(intrinsic)
                    ? read_texture(run_.inputs->textures, intrinsic, arguments_, out)
                    : compute_intrinsic(intrinsic, expr.type, arguments_, out);
  return reason ? Failure({std::string(*reason), expr.span}) : std::nullopt;
}

tl::expected<std::vector<Operand>, FeatureId> Evaluation::features_for(const Frame& caller,
                                                                       const Body& callee) const {
  const std::vector<FeatureId>& known = caller.code->body->features;
  std::vector<Operand> found;
  for (FeatureId feature : callee.features) {
    auto at =
        static_cast<std::size_t>(std::find(known.begin(), known.end(), feature) - known.begin());
    if (at >= caller.features.size()) {
      return tl::unexpected<FeatureId>(feature);
    }
    found.push_back(caller.features[at]);
  }
  return found;
}

Failure Evaluation::call_leaf(Frame& frame, std::uint32_t index) {
  const Body& caller = *frame.code->body;
  const BodyExpr& expr = caller.exprs[BodyExprId(index)];
  const BodyCall& call = caller.calls[expr.payload];
  const Fragment& fragment = library_.fragments[call.fragment];
  const BodyInstance* instance = fragment.find_instance(call.type_arguments);
  if (instance == nullptr || !instance->body.root) {
    return EvaluationError{fmt::format("{} has no body to evaluate", library_.text(fragment.name)),
                           expr.span};
  }
  auto features = features_for(frame, instance->body);
  if (!features) {
    return EvaluationError{
        fmt::format("{} extracts {}, which has no value here", library_.text(fragment.name),
                    library_.text(library_.features[features.error()].path)),
        expr.span};
  }
  const BodyCode* code = code_of(instance->body);
  if (code == nullptr) {
    return EvaluationError{
        fmt::format("the values of {} are too large to evaluate", library_.text(fragment.name)),
        expr.span};
  }
  gather(frame, expr);
  if (Failure failure = enter(*code, index)) {
    failure->span = expr.span;
    return failure;
  }
  frames_.top().ports = arguments_;
  frames_.top().features = std::move(*features);
  return std::nullopt;
}

Failure Evaluation::call_port(Frame& frame, std::uint32_t index) {
  const BodyExpr& expr = frame.code->body->exprs[BodyExprId(index)];
  if (run_.is_constant && frames_.depth() == 1) {
    return EvaluationError{"not constant", expr.span};
  }
  // Function ports of called leaves are bound by bodies, which have no functions to pass.
  if (frames_.depth() != 1 || run_.inputs->port_calls == nullptr) {
    return EvaluationError{"a function port cannot be called here", expr.span};
  }
  std::vector<Constant> given;
  for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
    const Operand& value = frame.values[frame.code->body->argument(expr, i).index()];
    given.push_back({value.type, {value.words, value.words + value.count}});
  }
  std::optional<Constant> element_index;
  if (const auto& read = frame.code->port_calls[expr.payload].index) {
    const Operand& value = frame.values[read->index()];
    element_index = Constant{value.type, {value.words, value.words + value.count}};
  }
  auto answer = run_.inputs->port_calls->call(frame.code->body->port_calls[expr.payload], expr.type,
                                              given, element_index ? &*element_index : nullptr);
  if (!answer) {
    return answer.error();
  }
  std::span<Word> out = frame.range(frame.code->results[index]);
  WEFT_CHECK(answer->bits.size() == out.size(), "a port call gave a value of another type");
  std::copy(answer->bits.begin(), answer->bits.end(), out.begin());
  frame.values[index] = {expr.type, out.data(), static_cast<std::uint32_t>(out.size())};
  return std::nullopt;
}

void Evaluation::assign(Frame& frame, const AssignBody& assignment) {
  const Body& of = *frame.code->body;
  std::uint32_t local = target_local(of, assignment.target);
  AssignmentTarget target = resolve_target(layout_, of, assignment.target,
                                           frame.range(frame.code->locals[local]), frame.values);
  Operand value = frame.values[assignment.value.index()];
  run_.steps += target.count / 64;
  // The value may be part of the same local, so it is computed completely before anything is
  // written.
  scratch_.resize(std::size_t{target.count} * 2);
  std::span<Word> old = {scratch_.data(), target.count};
  std::span<Word> fresh = {scratch_.data() + target.count, target.count};
  if (assignment.op) {
    for (std::uint32_t i = 0; i < target.count; ++i) {
      old[i] = target.at(i);
    }
    arguments_.assign({Operand{target.type, old.data(), target.count}, value});
    compute_operation(layout_, *assignment.op, 0, target.type, arguments_, fresh);
  } else {
    WEFT_CHECK(value.count == target.count, "an assignment of a value of another size");
    std::copy_n(value.words, value.count, fresh.begin());
  }
  for (std::uint32_t i = 0; i < target.count; ++i) {
    target.at(i) = fresh[i];
  }
}

/// Collects the operands that make up the results of a frame, in order.
std::vector<Operand> Evaluation::results_of(Frame& frame, const Instruction& exit,
                                            Failure& failure) {
  if (exit.kind == Instruction::Kind::ReturnValue) {
    return {frame.values[exit.index]};
  }
  std::vector<Operand> parts;
  for (std::uint32_t local : frame.code->outputs) {
    std::span<Word> words = frame.range(frame.code->locals[local]);
    parts.push_back({frame.code->body->locals[local].type, words.data(),
                     static_cast<std::uint32_t>(words.size())});
  }
  if (parts.empty()) {
    failure = {"the body ends without a value", span_of(frame, exit)};
  }
  return parts;
}

Failure Evaluation::leave(const Instruction& exit) {
  Frame& frame = frames_.top();
  Failure failure;
  std::vector<Operand> parts = results_of(frame, exit, failure);
  if (failure) {
    return failure;
  }
  frames_.pop();
  if (frames_.depth() == 0) {
    WEFT_CHECK(parts.size() == run_.result_types->size(), "a body gives another number of results");
    for (std::size_t i = 0; i < parts.size(); ++i) {
      DataType type = (*run_.result_types)[i];
      WEFT_CHECK(parts[i].count == layout_.words(type), "a result has another type");
      run_.results.push_back({type, {parts[i].words, parts[i].words + parts[i].count}});
    }
    return std::nullopt;
  }
  Frame& caller = frames_.top();
  std::span<Word> out = caller.range(caller.code->results[frame.call_expr]);
  std::size_t at = 0;
  for (const Operand& part : parts) {
    WEFT_CHECK(at + part.count <= out.size(), "a call gave more than its type holds");
    std::copy_n(part.words, part.count, out.begin() + static_cast<std::ptrdiff_t>(at));
    at += part.count;
  }
  WEFT_CHECK(at == out.size(), "a call gave less than its type holds");
  caller.values[frame.call_expr] = {caller.code->body->exprs[BodyExprId(frame.call_expr)].type,
                                    out.data(), static_cast<std::uint32_t>(out.size())};
  return std::nullopt;
}

Failure Evaluation::execute(Frame& frame, const Instruction& instruction) {
  const Body& of = *frame.code->body;
  switch (instruction.kind) {
    case Instruction::Kind::Evaluate:
      return evaluate(frame, instruction.index);
    case Instruction::Kind::Jump:
      frame.next = instruction.target;
      break;
    case Instruction::Kind::JumpIfFalse:
      if (frame.values[instruction.index].words[0] == 0) {
        frame.next = instruction.target;
      }
      break;
    case Instruction::Kind::ZeroLocal: {
      const auto& declared = std::get<DeclareBody>(of.stmts[BodyStmtId(instruction.index)].kind);
      std::span<Word> local = frame.range(frame.code->locals[declared.local]);
      run_.steps += local.size() / 64;
      std::fill(local.begin(), local.end(), 0U);
      break;
    }
    case Instruction::Kind::SetLocal: {
      const auto& declared = std::get<DeclareBody>(of.stmts[BodyStmtId(instruction.index)].kind);
      std::span<Word> local = frame.range(frame.code->locals[declared.local]);
      const Operand& value = frame.values[declared.initial->index()];
      WEFT_CHECK(value.count == local.size(), "a local starts with a value of another size");
      run_.steps += local.size() / 64;
      if (value.words != local.data()) {  // parts of different locals never overlap
        std::copy_n(value.words, value.count, local.begin());
      }
      break;
    }
    case Instruction::Kind::Assign:
      assign(frame, std::get<AssignBody>(of.stmts[BodyStmtId(instruction.index)].kind));
      break;
    case Instruction::Kind::Return:
    case Instruction::Kind::ReturnValue:
      return leave(instruction);
  }
  return std::nullopt;
}

tl::expected<std::vector<Constant>, EvaluationError> Evaluation::run(
    const BodyCode& root, const std::vector<DataType>& types, const EvaluationInputs& inputs,
    bool is_constant) {
  run_ = {&inputs, &types, is_constant};
  frames_.clear();
  if (Failure failure = enter(root, 0)) {
    return tl::unexpected<EvaluationError>(std::move(*failure));
  }
  Frame& first = frames_.top();
  first.ports.clear();
  first.features.clear();
  for (const Constant& port : run_.inputs->ports) {
    first.ports.push_back(operand_of(port));
  }
  for (const Constant& feature : run_.inputs->features) {
    first.features.push_back(operand_of(feature));
  }
  while (frames_.depth() > 0) {
    Frame& frame = frames_.top();
    const Instruction& instruction = frame.code->instructions[frame.next++];
    Failure failure;
    if (++run_.steps > run_.inputs->step_limit) {
      failure = {fmt::format("the evaluation did not end within {} steps", run_.inputs->step_limit),
                 span_of(frame, instruction)};
    } else {
      failure = execute(frame, instruction);
    }
    if (failure) {
      return tl::unexpected<EvaluationError>(std::move(*failure));
    }
  }
  return std::move(run_.results);
}

}  // namespace weft::interpreter
