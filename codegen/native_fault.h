#pragma once

#include <functional>
#include <optional>
#include <string>

#include "codegen/print/stage_printer.h"

namespace weft {

/// Finds the leaf whose native body makes a compiler reject a stage. The log's line numbers are no
/// evidence: a stray brace, an unclosed `#if` or a wrong signature often shows up elsewhere.
/// Instead, this is elimination: all native bodies are replaced by stubs, then put back one at a
/// time, and the first whose stage `accepts` rejects is at fault. If each passes alone, they clash,
/// and the last one is reported. Returns nothing if the stage is rejected even with stubs only: the
/// fault is Weft's. Prints and tries the stage at most once per native leaf, plus once.
std::optional<FragmentId> find_native_at_fault(
    const Library& library, const Plan& plan, const Programs& programs, const Program& program,
    const TargetLanguage& language, const std::function<bool(const StageText&)>& accepts);

}  // namespace weft
