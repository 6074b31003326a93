#include "latticework.functions.ps.hlsl"
#include "latticework.functions.ps.hlsl"

struct Interpolated
{
    float4 position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
    [[vk::location(1)]] float3 place : TEXCOORD1;
};

float gyroid(float x) { return 0.2 + 0.8 * max(x, 0.0); }

float4 main(Interpolated v, bool is_front : SV_IsFrontFace) : SV_Target
{
    latticework_inputs inputs;
    inputs.face_sign = is_front ? 1.0 : -1.0;
    inputs.normal = v.normal;
    inputs.position = v.place;
    latticework_outputs surface;
    evaluate_latticework(inputs, surface);
    if (!surface.coverage)
        discard;
    return float4(surface.albedo * gyroid(dot(surface.normal, normalize(float3(1.0, 2.0, 3.0)))), 1.0);
}
