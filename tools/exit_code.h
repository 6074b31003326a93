#pragma once

namespace weft::tools {

/// The exit codes of `weft`. If several apply, the largest wins.
enum class ExitCode {
  Fine = 0,
  InputHasErrors = 1,
  WrongUsage = 2,
  /// A file could not be read or written, or the machine lacks a device or program for rendering.
  MachineTrouble = 3,
  OurFault = 4,
};

}  // namespace weft::tools
