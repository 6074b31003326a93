#include "live/session/output_answers.h"

#include <algorithm>
#include <utility>

namespace weft::live {
namespace {

std::vector<StitchedInput> new_inputs(const std::vector<StitchedInput>& before,
                                      const std::vector<StitchedInput>& after) {
  std::vector<StitchedInput> changed;
  for (const StitchedInput& input : after) {
    if (std::find(before.begin(), before.end(), input) == before.end()) {
      changed.push_back(input);
    }
  }
  return changed;
}

void set_constant(std::vector<ChangedConstant>& constants, const ChangedConstant& value) {
  for (ChangedConstant& each : constants) {
    if (each.constant_id == value.constant_id && each.parameter == value.parameter) {
      each.bits = value.bits;
    }
  }
}

/// What differs between the values of an output and those of a new one with the same texts, also
/// where the texts of both have the same defaults: numbers were dragged in between.
void tell_values(const ComposedOutput& composed, const OutputState& shown, OutputAnswer& answer) {
  answer.bytes = changed_bytes(shown.blocks, composed.blocks);
  for (const ChangedConstant& constant : composed.constants) {
    if (std::find(shown.constants.begin(), shown.constants.end(), constant) ==
        shown.constants.end()) {
      answer.constants.push_back(constant);
    }
  }
  if (!answer.bytes.empty() || !answer.constants.empty()) {
    answer.answer = Answer::ValuesOnly;
    for (StageAnswer& stage : answer.stages) {
      stage.answer = Answer::ValuesOnly;
    }
  }
}

/// The blocks that have another size than before, all if there was nothing.
std::vector<BlockSize> resized_blocks(const std::vector<BlockContents>& before,
                                      const std::vector<BlockContents>& after) {
  std::vector<BlockSize> resized;
  for (std::uint32_t i = 0; i < after.size(); ++i) {
    const std::size_t size = after[i].bytes.size();
    if (i >= before.size() || before[i].bytes.size() != size) {
      resized.push_back({i, static_cast<std::uint32_t>(size)});
    }
  }
  return resized;
}

/// The reflection and header that are not as before. A header has the modules, and is made when
/// they are compiled: one whose texts are new is new.
std::vector<std::string> changed_files(const ComposedOutput* before, const ComposedOutput& after,
                                       const EmitOptions& options) {
  std::vector<std::string> changed;
  for (const EmittedFile& file : after.files) {
    const std::string* const old = before != nullptr ? before->find(file.suffix) : nullptr;
    const bool describes = file.suffix == "json" || file.suffix == "h";
    if (describes && (old == nullptr || *old != file.content)) {
      changed.push_back(file.suffix);
    }
  }
  if (options.header && !after.missing_modules.empty()) {
    changed.emplace_back("h");
  }
  return changed;
}

}  // namespace

void compare(const ComposedOutput& composed, const EmitOptions& options, const OutputState& shown,
             OutputAnswer& answer) {
  answer.stages = compare_outputs(shown.good.get(), composed);
  for (const StageAnswer& stage : answer.stages) {
    answer.answer = std::max(answer.answer, stage.answer);
  }
  if (answer.answer != Answer::Changed) {
    tell_values(composed, shown, answer);
  }
  answer.resized = resized_blocks(shown.blocks, composed.blocks);
  answer.files = changed_files(shown.good.get(), composed, options);
  answer.stitched_anew =
      new_inputs(shown.good != nullptr ? shown.good->stitched : std::vector<StitchedInput>(),
                 composed.stitched);
}

OutputAnswer live_answer(OutputId id, const EmitOptions& options, const LiveValues& live,
                         bool is_new, OutputState& shown) {
  OutputAnswer answer;
  answer.output = id;
  const std::shared_ptr<const ComposedOutput>& composed = live.composed(id);
  answer.diagnostics = composed->diagnostics;
  const auto change = live.changes().find(id);
  const bool has_new_values = change != live.changes().end() &&
                              !(change->second.bytes.empty() && change->second.constants.empty());
  if (is_new) {
    answer.stages = compare_outputs(shown.good.get(), *composed);
    answer.files = changed_files(shown.good.get(), *composed, options);
  } else {
    for (const auto& [suffix, hash] : composed->stages) {
      answer.stages.push_back({suffix, Answer::Unchanged});
    }
  }
  for (StageAnswer& stage : answer.stages) {
    stage.answer = has_new_values ? std::max(stage.answer, Answer::ValuesOnly) : stage.answer;
    answer.answer = std::max(answer.answer, stage.answer);
  }
  std::vector<BlockContents> before;
  if (is_new) {
    before = std::exchange(shown.blocks, composed->blocks);
    for (std::size_t i = 0; i < shown.blocks.size(); ++i) {
      const auto bytes = live.bytes(id, i);
      shown.blocks[i].bytes.assign(bytes.begin(), bytes.end());
    }
    shown.good = composed;
    // Live numbers stay while others become live.
    std::vector<ChangedConstant> constants = composed->constants;
    for (const ChangedConstant& told : shown.constants) {
      set_constant(constants, told);
    }
    shown.constants = std::move(constants);
  }
  if (is_new && answer.answer != Answer::Changed) {
    answer.bytes = changed_bytes(before, shown.blocks);
  }
  if (is_new) {
    answer.resized = resized_blocks(before, shown.blocks);
  }
  if (has_new_values && !is_new) {
    answer.bytes = change->second.bytes;
    for (const ByteRange& range : answer.bytes) {
      const auto bytes = live.bytes(id, range.block).subspan(range.offset, range.size);
      std::copy(bytes.begin(), bytes.end(), shown.blocks[range.block].bytes.begin() + range.offset);
    }
  }
  if (has_new_values) {
    answer.constants = change->second.constants;
    for (const ChangedConstant& constant : answer.constants) {
      set_constant(shown.constants, constant);
    }
  }
  return answer;
}

}  // namespace weft::live
