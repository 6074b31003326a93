#pragma once

#include <span>

#include "fragments/interpreter/operand.h"
#include "fragments/model/intrinsics.h"

namespace weft::interpreter {

/// The intrinsics that pack floats into the bits of a uint, and those of the bits of integers. Of
/// fields of bits beyond the 32 of a word, what is inside counts.
void compute_bits(Intrinsic intrinsic, std::span<const Operand> arguments, std::span<Word> out);

}  // namespace weft::interpreter
