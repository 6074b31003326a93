#include "composer/evaluations/compile_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "composer/evaluations/evaluation_steps.h"
#include "composer/evaluations/expand_body.h"
#include "composer/evaluations/value_assembler.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

using Kind = ValueInstruction::Kind;
using Registers = std::vector<ValueRegister>;

class ValueCompiler {
 public:
  explicit ValueCompiler(const UniformProgram& program)
      : program_(program),
        library_(program.library()),
        all_(*program.steps()),
        assembler_(library_.data_types),
        bodies_(library_, assembler_.layout()),
        values_(all_.steps.size()),
        users_(all_.steps.size()) {}

  std::optional<ValueCode> compile();

 private:
  using Step = EvaluationSteps::Step;
  using Function = EvaluationSteps::Function;

  const ValueRegister& read(std::uint32_t step, std::uint32_t result = 0);
  void step(std::uint32_t index);
  ValueRegister input(bool is_feature, std::uint32_t id, DataType type, std::uint32_t words);
  void parameter(std::uint32_t index, std::uint32_t position);
  void leaf(std::uint32_t index, const LeafEvaluation& leaf);
  void loop(std::uint32_t index, const LoopEvaluation& loop);
  void map(std::uint32_t index, const MapEvaluation& map);
  Registers call(const Function& function, std::span<const std::uint32_t> positions,
                 std::span<const ValueRegister> arguments);
  ValueCode finish(std::vector<ValueCode::Step> steps);

  const UniformProgram& program_;
  const Library& library_;
  const EvaluationSteps& all_;
  ValueAssembler assembler_;
  FlatBodies bodies_;
  std::vector<Registers> values_;  ///< per step; in a function those of its innermost open call
  std::vector<std::vector<std::uint32_t>> users_;  ///< per step, ascending
  std::uint32_t current_ = 0;                      ///< the step outside functions
  std::uint32_t open_calls_ = 0;
};

const ValueRegister& ValueCompiler::read(std::uint32_t step, std::uint32_t result) {
  static const ValueRegister nothing;
  std::vector<std::uint32_t>& users = users_[step];
  if (!all_.steps[step].is_in_function && (users.empty() || users.back() != current_)) {
    users.push_back(current_);
  }
  if (result >= values_[step].size()) {
    assembler_.fail();
    return nothing;
  }
  return values_[step][result];
}

ValueRegister ValueCompiler::input(bool is_feature, std::uint32_t id, DataType type,
                                   std::uint32_t words) {
  std::vector<ValueInput>& inputs = assembler_.code().inputs;
  auto found = std::find_if(inputs.begin(), inputs.end(), [&](const ValueInput& one) {
    return one.is_feature == is_feature && one.id == id;
  });
  if (found == inputs.end()) {
    inputs.push_back({is_feature, id, assembler_.reserve(type, words), {}});
    found = inputs.end() - 1;
  }
  if (found->steps.empty() || found->steps.back() != current_) {
    found->steps.push_back(current_);
  }
  return found->words;
}

void ValueCompiler::parameter(std::uint32_t index, std::uint32_t position) {
  const auto& known = program_.static_values();
  const DataType type = all_.steps[index].type;
  values_[index] = {position < known.size() && known[position]
                        ? assembler_.constant(type, known[position]->bits)
                        : input(false, position, type, assembler_.layout().words(type))};
}

/// Sets the registers of a step, after the instructions that compute them.
void ValueCompiler::step(std::uint32_t index) {
  const Step& step = all_.steps[index];
  if (const auto* leaf_call = std::get_if<LeafEvaluation>(&step.kind)) {
    leaf(index, *leaf_call);
  } else if (const auto* repeated = std::get_if<LoopEvaluation>(&step.kind)) {
    loop(index, *repeated);
  } else if (const auto* mapped = std::get_if<MapEvaluation>(&step.kind)) {
    map(index, *mapped);
  } else if (const auto* constant = std::get_if<ConstantEvaluation>(&step.kind)) {
    values_[index] = {assembler_.constant(step.type, constant->value.bits)};
  } else if (const auto* feature = std::get_if<FeatureEvaluation>(&step.kind)) {
    const std::size_t words = std::max<std::size_t>(assembler_.layout().words(step.type),
                                                    program_.array_words(feature->feature));
    values_[index] = {input(true, static_cast<std::uint32_t>(feature->feature.index()), step.type,
                            static_cast<std::uint32_t>(words))};
  } else if (const auto* read_parameter = std::get_if<ParameterEvaluation>(&step.kind)) {
    parameter(index, read_parameter->parameter);
  } else if (const auto* result = std::get_if<ResultEvaluation>(&step.kind)) {
    values_[index] = {read(step.inputs[0], result->result)};
  } else if (const auto* operation = std::get_if<OperationEvaluation>(&step.kind)) {
    Registers operands;
    for (const std::uint32_t one : step.inputs) {
      operands.push_back(read(one));
    }
    if (!assembler_.has_failed()) {
      values_[index] = {
          assembler_.operation(operation->op, operation->payload, step.type, operands)};
    }
  } else {
    assembler_.fail();
  }
}

void ValueCompiler::leaf(std::uint32_t index, const LeafEvaluation& leaf) {
  const Step& step = all_.steps[index];
  const Fragment& fragment = signature_of(library_, leaf);
  const Body* body = body_of(library_, leaf);
  if (body == nullptr) {
    assembler_.fail();
    return;
  }
  Registers ports;
  Registers features;
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    if (i >= fragment.ports.size()) {
      features.push_back(read(step.inputs[i]));
    } else if (fragment.ports[i].kind == FragmentPort::Kind::Value) {
      ports.push_back(read(step.inputs[i]));
    } else {
      ports.emplace_back();  // called, not read
    }
  }
  const auto call_port = [&](const PortCall& called, std::span<const ValueRegister> arguments) {
    const auto found = std::find_if(
        step.functions.begin(), step.functions.end(),
        [&](std::uint32_t function) { return all_.functions[function].port == called.port; });
    if (found == step.functions.end()) {
      assembler_.fail();
      return ValueRegister();
    }
    std::vector<std::uint32_t> positions;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      positions.push_back(
          static_cast<std::uint32_t>(parameter_of(fragment.ports[called.port], called, i)));
    }
    const Registers results = call(all_.functions[*found], positions, arguments);
    return results.empty() ? ValueRegister() : results.front();
  };
  Registers results =
      BodyExpansion(assembler_, bodies_, call_port).expand(*body, std::move(ports), features);
  const std::vector<DataType> types = result_types(fragment, leaf.type_arguments);
  if (results.size() != types.size()) {
    assembler_.fail();
    return;
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    results[i].type = types[i];
    if (results[i].count != assembler_.layout().words(types[i])) {
      assembler_.fail();
    }
  }
  values_[index] = std::move(results);
}

/// Expands a call of a function; `arguments` are those of the parameters at `positions`. Levels
/// bound the recursion. An enclosing call of the same function keeps its registers.
Registers ValueCompiler::call(const Function& function, std::span<const std::uint32_t> positions,
                              std::span<const ValueRegister> arguments) {
  constexpr std::uint32_t most_calls = 128;
  if (open_calls_ == most_calls) {
    assembler_.fail();
    return {};
  }
  ++open_calls_;
  std::vector<Registers> outer;
  for (const std::uint32_t one : function.body) {
    outer.push_back(std::move(values_[one]));
    values_[one].clear();
  }
  for (const std::uint32_t one : function.body) {
    const auto* bound = std::get_if<BoundEvaluation>(&all_.steps[one].kind);
    if (assembler_.has_failed()) {
      break;
    }
    if (bound != nullptr && bound->level == function.level) {
      const auto at = std::find(positions.begin(), positions.end(), bound->parameter);
      if (at == positions.end()) {
        assembler_.fail();
        break;
      }
      values_[one] = {arguments[static_cast<std::size_t>(at - positions.begin())]};
    } else {
      step(one);
    }
  }
  Registers results;
  for (std::size_t i = 0; i < function.results.size() && !assembler_.has_failed(); ++i) {
    results.push_back(read(function.results[i]));
  }
  for (std::size_t i = 0; i < outer.size(); ++i) {
    values_[function.body[i]] = std::move(outer[i]);
  }
  --open_calls_;
  return results;
}

void ValueCompiler::loop(std::uint32_t index, const LoopEvaluation& loop) {
  const Step& step = all_.steps[index];
  constexpr std::uint32_t most_rounds = 1'000'000;
  const ValueRegister rounds = assembler_.reserve(uint_type);
  const std::uint32_t failure = assembler_.error("a loop takes more than 1,000,000 steps");
  assembler_.emit({.kind = Kind::StartLoop, .payload = failure, .limit = most_rounds},
                  {&read(step.inputs[0]), 1}, rounds);
  Registers states;
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < loop.states.size(); ++i) {
    const ValueRegister initial = read(step.inputs[i + 1]);
    states.push_back(assembler_.reserve(initial.type, initial.count));
    assembler_.copy(states.back(), initial);
    positions.push_back(i);
  }
  const std::uint32_t top = assembler_.emit({.kind = Kind::CountDown}, {}, rounds);
  const Registers after = call(all_.functions[step.functions.front()], positions, states);
  if (after.size() != states.size()) {
    assembler_.fail();
    return;
  }
  Registers fresh;  // one state may be the next value of another
  for (const ValueRegister& one : after) {
    fresh.push_back(assembler_.reserve(one.type, one.count));
    assembler_.copy(fresh.back(), one);
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    assembler_.copy(states[i], fresh[i]);
  }
  assembler_.set_target(assembler_.emit({.kind = Kind::Jump}, {}), top);
  assembler_.jump_here(top);
  values_[index] = std::move(states);
}

void ValueCompiler::map(std::uint32_t index, const MapEvaluation& map) {
  const Step& step = all_.steps[index];
  const DataTypeTable& types = library_.data_types;
  if (map.size == 0) {
    values_[index] = {assembler_.reserve(step.type, 0)};
    return;
  }
  const ValueRegister at = assembler_.reserve(uint_type);
  assembler_.zero(at);
  const std::uint32_t top = assembler_.here();
  Registers arguments;
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i + 1 < step.inputs.size(); ++i) {
    const ValueRegister& array = read(step.inputs[i]);
    if (array.count == 0) {
      assembler_.fail();
      return;
    }
    positions.push_back(i);
    arguments.push_back(assembler_.element(array, at, types.array(array.type).element));
  }
  const Registers made = call(all_.functions[step.functions.front()], positions, arguments);
  if (made.size() != 1) {
    assembler_.fail();
    return;
  }
  const std::uint32_t words = made[0].count;
  const ValueRegister address = assembler_.reserve(uint_type);
  assembler_.emit({.kind = Kind::AddIndex, .payload = words, .limit = map.size}, {&at, 1}, address);
  const ValueRegister all = assembler_.reserve(step.type, words * map.size);
  const std::array<ValueRegister, 2> stored = {made[0], address};
  assembler_.emit({.kind = Kind::Store}, stored, all);
  assembler_.set_target(assembler_.emit({.kind = Kind::CountUp, .limit = map.size}, {}, at), top);
  values_[index] = {all};
}

ValueCode ValueCompiler::finish(std::vector<ValueCode::Step> steps) {
  ValueCode& code = assembler_.code();
  std::vector<std::vector<std::uint32_t>> results(all_.steps.size());
  for (std::uint32_t i = 0; i < program_.result_steps().size(); ++i) {
    const std::uint32_t step = program_.result_steps()[i];
    results[step].push_back(i);
    code.results.push_back(values_[step].front());
  }
  for (std::size_t i = 0; i < all_.steps.size(); ++i) {
    steps[i].first_user = static_cast<std::uint32_t>(code.users.size());
    steps[i].first_result = static_cast<std::uint32_t>(code.results_of_steps.size());
    code.users.insert(code.users.end(), users_[i].begin(), users_[i].end());
    code.results_of_steps.insert(code.results_of_steps.end(), results[i].begin(), results[i].end());
  }
  steps.push_back({assembler_.here(), static_cast<std::uint32_t>(code.users.size()),
                   static_cast<std::uint32_t>(code.results_of_steps.size())});
  code.steps = std::move(steps);
  return std::move(code);
}

std::optional<ValueCode> ValueCompiler::compile() {
  std::vector<ValueCode::Step> steps(all_.steps.size());
  for (current_ = 0; current_ < all_.steps.size(); ++current_) {
    steps[current_].first_instruction = assembler_.here();
    if (!all_.steps[current_].is_in_function) {
      step(current_);
    }
    if (assembler_.has_failed()) {
      return std::nullopt;
    }
  }
  return finish(std::move(steps));
}

}  // namespace

std::optional<ValueCode> compile_values(const UniformProgram& program) {
  if (program.empty()) {
    ValueCode nothing;
    nothing.steps.resize(1);
    return nothing;
  }
  return ValueCompiler(program).compile();
}

}  // namespace weft
