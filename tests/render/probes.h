#pragma once

// Evaluates expressions of leaf bodies on many inputs with lavapipe, in both languages, and with
// the interpreter.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/render/pixel_row.h"

namespace weft::testing {

/// The inputs of an expression: the words as uint3 `p`, `q`, `r`, as int3 `i`, `j`, `k`, as float3
/// `a`, `b`, `c`, and those as the columns of the float3x3 `m`.
using ProbeInput = std::array<std::uint32_t, 9>;
/// The bits of an expression's float3 result.
using ProbeOutput = std::array<std::uint32_t, 3>;

class Probes {
 public:
  /// Composes and draws immediately; one shader contains eight expressions. `declarations` precede
  /// the leaves. Fails the test, showing the text, on any error. At most 1024 inputs.
  Probes(const std::vector<std::string>& expressions, std::vector<ProbeInput> inputs,
         const std::string& declarations = {});

  ProbeOutput drawn(ShadingLanguage language, std::size_t expression, std::size_t input) const;
  ProbeOutput interpreted(std::size_t expression, std::size_t input) const;
  ProbeOutput interpreted(std::size_t expression, const ProbeInput& input) const;
  const ProbeInput& input(std::size_t number) const { return inputs_[number]; }
  /// The fragment shader that contains an expression.
  const std::string& text(ShadingLanguage language, std::size_t expression) const;

 private:
  struct Shader {
    ComposedMaterial material;
    std::vector<render::FloatImage> glsl;
    std::vector<render::FloatImage> hlsl;
  };
  std::vector<ProbeInput> inputs_;
  std::vector<Shader> shaders_;
};

}  // namespace weft::testing
