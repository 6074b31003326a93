#pragma once

#include "codegen/print/target_language.h"

namespace weft::testing {

/// A language without a compiler: other words, other names for types and functions, no `fract`,
/// and words of its own that programs must not use as names. It is added without a change to the
/// files of the shipped languages.
const TargetLanguage& toy_target();

}  // namespace weft::testing
