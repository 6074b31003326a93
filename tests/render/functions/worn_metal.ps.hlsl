// Handwritten lighting of Weft's surface.

#include "worn_metal.functions.ps.hlsl"

struct Interpolated
{
    float4 position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
    [[vk::location(1)]] float4 tangent : TEXCOORD1;
    [[vk::location(2)]] float2 uv : TEXCOORD2;
};

float blend(float x) { return 0.2 + 0.8 * max(x, 0.0); }

float4 main(Interpolated v) : SV_Target
{
    worn_metal_inputs inputs;
    inputs.normal = v.normal;
    inputs.tangent = v.tangent;
    inputs.uv = v.uv;
    worn_metal_outputs surface;
    evaluate_worn_metal(inputs, surface);
    if (!surface.coverage)
        discard;
    return float4(surface.albedo * blend(dot(surface.normal, normalize(float3(1.0, 2.0, 3.0)))), 1.0);
}
