#pragma once

#include <string>

#include "codegen/print/target_language.h"

namespace weft {

/// Appends the images and buffers that threads write.
void append_hlsl_threads(std::string& out, const Programs& programs);

/// `main` of threads with their arrangement: those outside of the outputs end at once, the others
/// write what the statements computed.
/// The function that reads an element of a state before the step.
Function hlsl_previous_state(const Programs& programs, std::uint32_t index);
MainFrame hlsl_thread_frame(const Programs& programs, const Program& program);

}  // namespace weft
