#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// Functions that a target language lacks or defines differently. Their meaning is that of
/// fragments/interpreter/operations.h. A raised Program lists them in this order.
enum class Helper : std::uint8_t {
  DivideInt,     ///< x / y, 0 where y is 0
  RemainderInt,  ///< with the sign of x, 0 where y is 0
  Mod,           ///< rounds the quotient down
  Fmod,          ///< truncates the quotient
  Log10,
  Inverse,
  TextureSize,    ///< `subject`: the texture
  TextureLevels,  ///< `subject`: the texture
  BitFunction,    ///< `subject`: the intrinsic that packs floats, or reads or writes fields of bits
  OuterProduct,   ///< `type`: the matrix
  MakeStruct,     ///< a struct from its members
  LoadStruct,     ///< a struct from its stored form in a block
  ChooseStruct,   ///< where `?:` accepts no structs
  IsEqual,        ///< of matrices, structs and arrays
  IsNan,          ///< tests the bits: targets may assume finite floats and fold isnan() away
  IsInf,
  ReflectScalar,  ///< where geometric functions accept only vectors
  RefractScalar,
  FaceForwardScalar,
  PreviousState,  ///< an element of a state before the step; `subject`: the state
  BlockPart,      ///< of a block that is declared as rows: of its member, what `path` selects
};

struct HelperKey {
  Helper helper;
  DataType type;
  std::uint32_t subject = 0;  ///< of blocks: which
  std::uint32_t member = 0;
  std::vector<std::uint32_t> path = {};  ///< 0: an element of the array; else 1 + a member
  friend auto operator<=>(const HelperKey&, const HelperKey&) = default;
};

/// The helpers that a function of a Program calls itself once it is raised.
struct HelperCalls {
  /// The text of the function is known, so its body is not raised; `keys` is given.
  bool is_printed = false;
  std::vector<HelperKey> keys = {};  ///< in order of the first calls
};

}  // namespace weft
