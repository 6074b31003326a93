// Two materials under the same lighting.

#include "glazed.lit.ps.hlsl"
#include "latticework.lit.ps.hlsl"

float4 main([[vk::location(0)]] float3 normal : TEXCOORD0) : SV_Target
{
    glazed_inputs at;
    at.normal = normal;
    at.position = normal;
    glazed_outputs porcelain;
    evaluate_glazed(at, porcelain);
    latticework_inputs on;
    on.face_sign = 1.0;
    on.normal = normal;
    on.position = normal;
    latticework_outputs shell;
    evaluate_latticework(on, shell);
    return float4(porcelain.color + shell.color, 1.0);
}
