#include "live/session/watched_output.h"

#include "live/session/output_answers.h"

namespace weft::live {

void WatchedOutput::show(const std::shared_ptr<const ComposedOutput>& composed) {
  state.is_current = composed->is_good;
  state.has_old_defaults = false;
  state.diagnostics = composed->diagnostics;
  const std::shared_ptr<const ComposedOutput>& kept = composed->is_good ? composed : whole;
  if (kept != state.good) {
    state.good = kept;
    state.blocks = kept != nullptr ? kept->blocks : std::vector<BlockContents>();
    state.constants = kept != nullptr ? kept->constants : std::vector<ChangedConstant>();
  }
  if (composed->is_good && composed->missing_modules.empty()) {
    whole = composed;
  }
}

OutputAnswer WatchedOutput::answer(OutputId id,
                                   const std::shared_ptr<const ComposedOutput>& composed) {
  OutputAnswer answer;
  answer.output = id;
  answer.diagnostics = composed->diagnostics;
  answer.has_errors = !composed->is_good;
  if (composed->is_good && composed != state.good) {
    compare(*composed, request.options, state, answer);
  }
  show(composed);
  return answer;
}

}  // namespace weft::live
