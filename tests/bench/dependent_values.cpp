#include "tests/bench/dependent_values.h"

namespace weft::testing {

std::string dependent_values(int n) {
  std::string parameters = "    param gain: float = 0.5;\n";
  std::string values;
  std::string sum = "surface.normal";
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i);
    parameters += "    param c" + number + ": float3 = float3(0.25, 0.5, 0.75);\n";
    values += "    d" + number + " = decoded(c" + number + ", gain);\n";
    values += "    s" + number + " = mixed(" + sum + ", d" + number + ");\n";
    sum = "s" + number;
  }
  return "import \"core\";\nimport \"profiles\";\n"
         "fragment decoded(c: float3, gain: float) -> float3 {\n"
         "    float3 e = saturate(c * gain);\n"
         "    float3 high = pow((e + 0.055) / 1.055, float3(2.4));\n"
         "    float3 low = e / 12.92;\n"
         "    return float3(e.x <= 0.04045 ? low.x : high.x, e.y <= 0.04045 ? low.y : high.y,\n"
         "                  e.z <= 0.04045 ? low.z : high.z);\n"
         "}\n"
         "fragment mixed(a: float3, b: float3) -> float3 { return a * b + abs(a); }\n"
         "material m {\n" +
         parameters + values + "    output color = " + sum +
         ";\n}\n"
         "profile p: base_mesh { fragment demand color: float3 as target 0; }\n";
}

}  // namespace weft::testing
