// Two materials in one shader: a shell over worn metal.

#include "latticework.shells.ps.hlsl"
#include "worn_metal.functions.ps.hlsl"

struct Interpolated
{
    float4 position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
    [[vk::location(1)]] float4 tangent : TEXCOORD1;
    [[vk::location(2)]] float2 uv : TEXCOORD2;
};

float4 main(Interpolated v) : SV_Target
{
    worn_metal_inputs metal;
    metal.normal = v.normal;
    metal.tangent = v.tangent;
    metal.uv = v.uv;
    worn_metal_outputs surface;
    evaluate_worn_metal(metal, surface);
    latticework_inputs lattice;
    lattice.face_sign = 1.0;
    lattice.normal = v.normal;
    lattice.position = v.normal;
    latticework_outputs shell;
    evaluate_latticework(lattice, shell);
    return float4(lerp(surface.albedo, shell.albedo, shell.coverage ? 1.0 : 0.0), dot(surface.normal, surface.normal));
}
