#include "codegen/block_values.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "codegen/value_inputs.h"
#include "composer/evaluations/value_program.h"
#include "support/check.h"
#include "support/inline_vector.h"

namespace weft {
namespace {

constexpr std::uint32_t widest_gap = 16;  ///< of unchanged bytes that a range covers

Diagnostic without_result(const EvaluationError& failure) {
  return error(Code::BadParameterValue,
               "the uniform program has no result for the defaults: " + failure.message);
}

}  // namespace

struct BlockValues::State {
  /// Consecutive words of a value that are consecutive bytes of a block.
  struct Run {
    std::uint32_t word = 0;
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
  };
  using Runs = InlineVector<Run, 2>;
  struct Member {
    std::uint32_t block = 0;
    Runs runs;
  };

  State(const Library& library, const Emission& emission)
      : uniform(emission.uniform_program), inputs(library, emission) {}

  UniformProgram uniform;
  std::optional<ValueProgram> program;  ///< nothing: the interpreter runs `uniform`
  ValueInputs inputs;
  std::vector<Member> members;
  std::vector<std::vector<std::uint32_t>> members_of_results;
  std::vector<std::vector<std::byte>> blocks;
  // Of the current call; their sizes are reserved.
  std::vector<std::uint32_t> changed;  ///< inputs
  std::vector<std::uint32_t> before;   ///< their words, in the same order
  std::vector<ByteRange> ranges;
  std::vector<ChangedConstant> constants;

  static Runs runs_of(const std::vector<std::uint32_t>& offsets);
  void add_members(const Emission& emission);
  void link_program();
  void give_program(const ValueInputs::Input& input);
  bool change(const HostValue& value);
  void restore();
  std::optional<EvaluationError> evaluate();
  std::optional<EvaluationError> interpret();
  void write_inputs(std::uint32_t input);
  void write(const Member& member, const std::uint32_t* from);
  void merge_ranges();
  Result<ValueChange> set(std::span<const HostValue> values);
};

BlockValues::State::Runs BlockValues::State::runs_of(const std::vector<std::uint32_t>& offsets) {
  Runs runs;
  for (std::uint32_t i = 0; i < offsets.size(); ++i) {
    if (!runs.empty() && runs.back().offset + runs.back().count * 4 == offsets[i]) {
      ++runs.back().count;
    } else {
      runs.push_back({i, offsets[i], 1});
    }
  }
  return runs;
}

void BlockValues::State::add_members(const Emission& emission) {
  const Interface& interface = emission.programs.interface;
  const std::vector<EvaluationId>& results = uniform.results();
  members_of_results.resize(results.size());
  std::vector<std::uint32_t> offsets;
  for (std::uint32_t i = 0; i < interface.blocks.size(); ++i) {
    blocks.emplace_back(interface.blocks[i].size);
    members.reserve(members.size() + interface.blocks[i].members.size());
    for (const BlockMember& member : interface.blocks[i].members) {
      const auto position = static_cast<std::uint32_t>(members.size());
      offsets.clear();
      append_scalar_offsets(member, emission.programs.types, interface.stored_structs, offsets);
      members.push_back({i, runs_of(offsets)});
      if (member.source.parameter) {
        inputs[*member.source.parameter].members.push_back(position);
      } else if (member.source.feature) {
        inputs[inputs.of_feature(member.source.feature->index())].members.push_back(position);
      } else if (member.source.result) {
        const auto at = std::lower_bound(results.begin(), results.end(), *member.source.result);
        members_of_results[static_cast<std::size_t>(at - results.begin())].push_back(position);
      }
    }
  }
}

void BlockValues::State::link_program() {
  if (std::optional<ValueProgram> compiled = ValueProgram::compile(uniform)) {
    program.emplace(std::move(*compiled));
  }
  for (std::uint32_t i = 0; program && i < program->inputs().size(); ++i) {
    const ValueInput& read = program->inputs()[i];
    ValueInputs::Input& input = inputs[read.is_feature ? inputs.of_feature(read.id) : read.id];
    WEFT_CHECK(input.count == read.words.count, "a host value and its use differ in size");
    input.of_program = i;
    give_program(input);
  }
  changed.reserve(inputs.size());
  before.reserve(inputs.word_count());
  ranges.reserve(members.size());
  constants.reserve(inputs.size());
}

void BlockValues::State::give_program(const ValueInputs::Input& input) {
  if (program && input.of_program != ValueInputs::none) {
    const std::span<const std::uint32_t> current = inputs.words(input);
    std::copy(current.begin(), current.end(), program->change_input(input.of_program).begin());
  }
}

/// Whether the value differs from the current one.
bool BlockValues::State::change(const HostValue& value) {
  const std::span<std::uint32_t> current = inputs.words(inputs[value.input]);
  const std::size_t given = std::min(value.words.size(), current.size());
  const std::span<std::uint32_t> rest = current.subspan(given);
  const auto is_zero = [](std::uint32_t word) { return word == 0; };
  if (std::equal(current.begin(), current.end() - static_cast<std::ptrdiff_t>(rest.size()),
                 value.words.begin()) &&
      std::all_of(rest.begin(), rest.end(), is_zero)) {
    return false;
  }
  changed.push_back(value.input);
  before.insert(before.end(), current.begin(), current.end());
  std::copy_n(value.words.begin(), given, current.begin());
  std::fill(rest.begin(), rest.end(), 0U);
  return true;
}

/// Undoes the changes of this call, the last first.
void BlockValues::State::restore() {
  while (!changed.empty()) {
    const ValueInputs::Input& input = inputs[changed.back()];
    std::copy(before.end() - input.count, before.end(), inputs.words(input).begin());
    before.resize(before.size() - input.count);
    give_program(input);
    changed.pop_back();
  }
  if (program) {
    const auto done = program->update();
    WEFT_CHECK(done.has_value(), "values that had results have none");
  }
}

/// Brings the results in the blocks up to date, or returns why they have no values; then the blocks
/// are as before.
std::optional<EvaluationError> BlockValues::State::evaluate() {
  if (!program) {
    return interpret();
  }
  for (const std::uint32_t one : changed) {
    give_program(inputs[one]);
  }
  if (auto done = program->update(); !done) {
    return std::move(done.error());
  }
  for (const std::uint32_t result : program->evaluated()) {
    for (const std::uint32_t member : members_of_results[result]) {
      write(members[member], program->result(result).data());
    }
  }
  return std::nullopt;
}

std::optional<EvaluationError> BlockValues::State::interpret() {
  const auto value_of = [&](std::uint32_t input) {
    const std::span<const std::uint32_t> current = inputs.words(inputs[input]);
    return Constant{inputs[input].type, {current.begin(), current.end()}};
  };
  const auto feature_of = [&](FeatureId feature) {
    return value_of(inputs.of_feature(feature.index()));
  };
  auto results = uniform.evaluate({feature_of, value_of});
  if (!results) {
    return std::move(results.error());
  }
  for (std::size_t i = 0; i < results->size(); ++i) {
    for (const std::uint32_t member : members_of_results[i]) {
      write(members[member], (*results)[i].bits.data());
    }
  }
  return std::nullopt;
}

void BlockValues::State::write_inputs(std::uint32_t input) {
  for (const std::uint32_t member : inputs[input].members) {
    write(members[member], inputs.words(inputs[input]).data());
  }
}

/// Copies a value into its block. Adds the range from the first to the last changed byte.
void BlockValues::State::write(const Member& member, const std::uint32_t* from) {
  std::vector<std::byte>& block = blocks[member.block];
  std::uint32_t first = ValueInputs::none;
  std::uint32_t end = 0;
  for (const Run& run : member.runs) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const std::uint32_t offset = run.offset + i * 4;
      if (std::memcmp(block.data() + offset, from + run.word + i, 4) != 0) {
        std::memcpy(block.data() + offset, from + run.word + i, 4);
        first = std::min(first, offset);
        end = std::max(end, offset + 4);
      }
    }
  }
  if (first != ValueInputs::none) {
    ranges.push_back({member.block, first, end - first});
  }
}

void BlockValues::State::merge_ranges() {
  std::sort(ranges.begin(), ranges.end(), [](const ByteRange& a, const ByteRange& b) {
    return std::pair(a.block, a.offset) < std::pair(b.block, b.offset);
  });
  std::size_t last = 0;
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    ByteRange& open = ranges[last];
    const std::uint32_t end = open.offset + open.size;
    if (ranges[i].block == open.block && ranges[i].offset <= end + widest_gap) {
      open.size = std::max(end, ranges[i].offset + ranges[i].size) - open.offset;
    } else {
      ranges[++last] = ranges[i];
    }
  }
  ranges.resize(ranges.empty() ? 0 : last + 1);
}

Result<ValueChange> BlockValues::State::set(std::span<const HostValue> values) {
  changed.clear();
  before.clear();
  ranges.clear();
  constants.clear();
  for (const HostValue& value : values) {
    if (auto reason = inputs.refusal(value)) {
      return failed(std::move(*reason));
    }
  }
  for (const HostValue& value : values) {
    change(value);
  }
  if (changed.empty()) {
    return ValueChange{};
  }
  if (const auto failure = evaluate()) {
    Diagnostic reason =
        error(Code::BadParameterValue,
              fmt::format("the uniform program has no result for the value of {}: {}",
                          inputs.described(changed.front()), failure->message));
    restore();
    return failed(std::move(reason));
  }
  for (const std::uint32_t one : changed) {
    write_inputs(one);
    if (inputs[one].constant_id != ValueInputs::none) {
      constants.push_back({inputs[one].constant_id, one, inputs.words(inputs[one])[0]});
    }
  }
  merge_ranges();
  return ValueChange{ranges, constants};
}

Result<BlockValues> BlockValues::prepare(const Library& library, const Emission& emission) {
  auto state = std::make_unique<State>(library, emission);
  state->add_members(emission);
  state->link_program();
  if (const auto failure = state->evaluate()) {
    return failed(without_result(*failure));
  }
  for (std::uint32_t i = 0; i < state->inputs.size(); ++i) {
    state->write_inputs(i);
  }
  return BlockValues(std::move(state));
}

Result<std::vector<std::vector<std::byte>>> BlockValues::initial_bytes(const Library& library,
                                                                       const Emission& emission) {
  const InitialValues values(library, emission);
  const auto results = values.of_results();
  if (!results) {
    return failed(without_result(results.error()));
  }
  const Interface& interface = emission.programs.interface;
  const std::vector<EvaluationId>& computed = emission.uniform_program.results();
  std::vector<std::vector<std::byte>> blocks;
  std::vector<std::uint32_t> offsets;
  for (const Block& block : interface.blocks) {
    std::vector<std::byte>& bytes = blocks.emplace_back(block.size);
    for (const BlockMember& member : block.members) {
      const Constant* value = nullptr;
      if (member.source.parameter) {
        value = values.of_parameter(*member.source.parameter);
      } else if (member.source.result) {
        const auto at = std::lower_bound(computed.begin(), computed.end(), *member.source.result);
        value = &(*results)[static_cast<std::size_t>(at - computed.begin())];
      }
      if (value == nullptr) {
        continue;
      }
      offsets.clear();
      append_scalar_offsets(member, emission.programs.types, interface.stored_structs, offsets);
      for (std::size_t i = 0; i < offsets.size() && offsets.size() == value->bits.size(); ++i) {
        std::memcpy(bytes.data() + offsets[i], &value->bits[i], 4);
      }
    }
  }
  return blocks;
}

BlockValues::BlockValues(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockValues::~BlockValues() = default;
BlockValues::BlockValues(BlockValues&&) noexcept = default;
BlockValues& BlockValues::operator=(BlockValues&&) noexcept = default;

std::optional<std::uint32_t> BlockValues::find_parameter(std::string_view name) const {
  return state_->inputs.find_parameter(name);
}

std::optional<std::uint32_t> BlockValues::find_feature(std::string_view path) const {
  return state_->inputs.find_feature(path);
}

DataType BlockValues::type_of(std::uint32_t input) const { return state_->inputs[input].type; }

Result<ValueChange> BlockValues::set(std::uint32_t input, std::span<const std::uint32_t> words) {
  const HostValue value{input, words};
  return state_->set({&value, 1});
}

Result<ValueChange> BlockValues::set(std::span<const HostValue> values) {
  return state_->set(values);
}

std::size_t BlockValues::block_count() const { return state_->blocks.size(); }

std::span<const std::byte> BlockValues::bytes(std::size_t block) const {
  return state_->blocks[block];
}

}  // namespace weft
