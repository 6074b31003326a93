#pragma once

#include <string>

#include "codegen/print/target_language.h"

namespace weft {

/// Appends the arrangement of the threads, and the images and buffers that they write.
void append_glsl_threads(std::string& out, const Programs& programs);

/// `main` of threads: those outside of the outputs end at once, the others write what the
/// statements computed.
/// The function that reads an element of a state before the step.
Function glsl_previous_state(const Programs& programs, std::uint32_t index);
MainFrame glsl_thread_frame(const Programs& programs, const Program& program);

}  // namespace weft
