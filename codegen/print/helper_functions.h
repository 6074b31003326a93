#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/print/type_spelling.h"

namespace weft {

/// Functions that one of the shading languages lacks or defines differently. Their meaning is that
/// of fragments/interpreter/operations.h.
enum class Helper : std::uint8_t {
  DivideInt,     ///< x / y, 0 where y is 0
  RemainderInt,  ///< with the sign of x, 0 where y is 0
  Mod,           ///< HLSL: rounds the quotient down
  Fmod,          ///< truncates the quotient: GLSL lacks it, and glslang's HLSL rounds down
  Log10,         ///< GLSL
  Inverse,       ///< HLSL
  TextureSize,   ///< HLSL; `subject`: the texture
  MakeStruct,    ///< HLSL: a struct from its members
  LoadStruct,    ///< a struct from its stored form in a block
  ChooseStruct,  ///< HLSL: `?:` accepts numeric types only
  IsEqual,       ///< HLSL: matrices, structs and arrays
  IsNan,         ///< tests the bits: targets may assume finite floats and fold isnan() away
  IsInf,
  ReflectScalar,  ///< HLSL's geometric functions accept only vectors
  RefractScalar,
  FaceForwardScalar,
};

struct HelperUse {
  Helper helper;
  DataType type;
  std::uint32_t subject = 0;
  friend auto operator<=>(const HelperUse&, const HelperUse&) = default;
};

/// Appends the functions in dependency order, callees first.
void append_helpers(std::string& out, const Programs& programs, std::vector<HelperUse> uses,
                    Dialect dialect);

/// Adds the IsEqual helpers that comparing `type` calls, innermost parts first.
void add_equality(std::vector<HelperUse>& uses, DataType type, const DataTypeTable& types);

}  // namespace weft
