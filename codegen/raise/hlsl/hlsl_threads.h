#pragma once

#include <string>

#include "codegen/print/target_language.h"

namespace weft {

/// Appends the images and buffers that threads write.
void append_hlsl_threads(std::string& out, const Programs& programs);

/// `main` of threads with their arrangement: those outside of the outputs end at once, the others
/// write what the statements computed.
MainFrame hlsl_thread_frame(const Programs& programs, const Program& program);

}  // namespace weft
