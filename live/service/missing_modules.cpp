#include "live/service/missing_modules.h"

#include <algorithm>
#include <iterator>

namespace weft::live {
namespace {

/// The modules that an output lacks; null: none.
const MissingModules* missing_modules(const Session& session, OutputId output) {
  const OutputState* const found = session.output(output);
  const bool is_missing =
      found != nullptr && found->good != nullptr && !found->good->missing_modules.empty();
  return is_missing ? &found->good->missing_modules : nullptr;
}

ModulesInProgress in_progress(const MissingModules& missing) {
  ModulesInProgress modules{missing.memo, {}};
  std::transform(missing.texts.begin(), missing.texts.end(), std::back_inserter(modules.contents),
                 [](const ModuleText& text) { return text.content; });
  return modules;
}

}  // namespace

bool ModulesInProgress::are_ready() const {
  return std::all_of(contents.begin(), contents.end(),
                     [this](const ContentHash& content) { return memo->knows(content); });
}

bool are_compiled_elsewhere(const Makers& makers, RequestProgress& progress,
                            const MissingModules& missing) {
  if (makers.modules == nullptr) {
    return false;
  }
  ModulesInProgress wanted = in_progress(missing);
  std::optional<ModulesInProgress>& before = progress.modules;
  if (before && before->contents == wanted.contents) {
    return false;
  }
  before = std::move(wanted);
  makers.modules->compile(missing.memo, missing.texts);
  return true;
}

bool is_whole(const DocumentWork& work, OutputId output) {
  Session& session = work.session();
  const OutputState* const found = session.output(output);
  if (found != nullptr && found->has_old_defaults) {
    session.complete(output);
  }
  const MissingModules* missing = missing_modules(session, output);
  if (missing != nullptr && in_progress(*missing).are_ready()) {
    session.complete(output);
    missing = missing_modules(session, output);
  }
  if (missing == nullptr) {
    return true;
  }
  if (are_compiled_elsewhere(work.makers, work.progress, *missing)) {
    return false;
  }
  session.complete(output, true);
  return true;
}

}  // namespace weft::live
