#pragma once

#include <functional>
#include <optional>
#include <string>

#include "codegen/print/stage_printer.h"

namespace weft {

/// The leaf whose native body is why the text of a stage is refused. `accepts` says whether a text
/// of the stage is fine. What is wrong in native code often shows elsewhere (a brace too many, a
/// `#if` without its end, another signature), so no line of a log decides: the body is at fault
/// without which, all others aside too, the text is accepted. Nothing if it is refused without any:
/// then the fault is ours. Prints and tries the stage once for each native function and once more.
std::optional<FragmentId> find_native_at_fault(
    const Library& library, const Plan& plan, const Programs& programs, const Program& program,
    Dialect dialect, const std::function<bool(const StageText&)>& accepts);

}  // namespace weft
