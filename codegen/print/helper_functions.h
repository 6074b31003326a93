#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/print/type_spelling.h"

namespace weft {

/// Functions that one of the languages lacks, with the meaning of
/// fragments/interpreter/operations.h.
enum class Helper : std::uint8_t {
  DivideInt,     ///< x / y, 0 where y is 0
  RemainderInt,  ///< with the sign of x, 0 where y is 0
  Mod,           ///< HLSL: floors
  Fmod,          ///< truncates: GLSL has none, and glslang's HLSL floors
  Log10,         ///< GLSL
  Inverse,       ///< HLSL
  TextureSize,   ///< HLSL; `subject`: the texture
  MakeStruct,    ///< HLSL: a struct from its members
  LoadStruct,    ///< a struct from how it lies in a block
  ChooseStruct,  ///< HLSL: `?:` takes numbers alone
  IsEqual,       ///< HLSL: matrices, structs and arrays
  IsNan,         ///< by the bits: targets may assume that there are none, and fold isnan() away
  IsInf,
  ReflectScalar,  ///< HLSL's functions of directions take vectors only
  RefractScalar,
  FaceForwardScalar,
};

struct HelperUse {
  Helper helper;
  DataType type;
  std::uint32_t subject = 0;
  friend auto operator<=>(const HelperUse&, const HelperUse&) = default;
};

/// The functions in an order in which each stands behind those it uses.
void append_helpers(std::string& out, const Programs& programs, std::vector<HelperUse> uses,
                    Dialect dialect);

/// What IsEqual of the type needs besides itself: the same of its parts, innermost first.
void add_equality(std::vector<HelperUse>& uses, DataType type, const DataTypeTable& types);

}  // namespace weft
