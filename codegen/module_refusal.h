#pragma once

#include <string>
#include <string_view>

#include "codegen/stage_files.h"
#include "support/diagnostic.h"

namespace weft {

/// The error for a stage that a compiler or the validator, `by`, rejects: with what the user needs
/// to find the place, and a Weft developer to mend it.
Diagnostic refusal(const Library& library, const Plan& plan, const StageFile& file,
                   const StageText& text, const std::string& log, std::string_view by);

/// The error for native code that is at fault although the log's line is elsewhere.
Diagnostic native_refusal(const Library& library, const StageFile& file, FragmentId at_fault,
                          const Diagnostic& refused);

}  // namespace weft
