#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "fragments/interpreter/operand.h"
#include "fragments/interpreter/texture_reader.h"

namespace weft::interpreter {

bool reads_texture(Intrinsic intrinsic);

/// compute_intrinsic for texture intrinsics; `reader` may be null.
std::optional<std::string_view> read_texture(const TextureReader* reader, Intrinsic intrinsic,
                                             std::span<const Operand> arguments,
                                             std::span<Word> out);

}  // namespace weft::interpreter
