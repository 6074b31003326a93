#pragma once

#include "live/service/request_work.h"

namespace weft::live {

/// Has missing modules compiled while other requests are answered, and notes it in the progress of
/// the request, which gives up its place with an empty answer and is asked again. False: the
/// service has no compiler, or the same modules were compiled for the request and the memo forgot
/// them; then whoever asks compiles them.
bool are_compiled_elsewhere(const Makers& makers, RequestProgress& progress,
                            const MissingModules& missing);

/// Whether an output is whole; makes it whole if its modules are compiled, and its defaults those
/// of now. False: modules are being compiled, as above.
bool is_whole(const DocumentWork& work, OutputId output);

}  // namespace weft::live
