#pragma once

namespace weft::tools {

/// How `weft` ends, see DESIGN section 8. Larger ones win where several apply.
enum class ExitCode {
  Fine = 0,
  InputHasErrors = 1,
  WrongUsage = 2,
  /// A file could not be read or written, or the machine lacks what drawing needs.
  MachineTrouble = 3,
  OurFault = 4,
};

}  // namespace weft::tools
