// A handwritten vertex shader: Weft computes the position, this shader chooses the varyings.

#include "worn_metal.functions.vs.hlsl"

struct Vertex
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float3 normal : NORMAL;
    [[vk::location(2)]] float2 uv : TEXCOORD;
    [[vk::location(3)]] float4 tangent : TANGENT;
};

struct Interpolated
{
    float4 position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
    [[vk::location(1)]] float4 tangent : TEXCOORD1;
    [[vk::location(2)]] float2 uv : TEXCOORD2;
};

Interpolated main(Vertex vertex)
{
    worn_metal_vertex_inputs inputs;
    inputs.position = vertex.position;
    worn_metal_vertex_outputs outputs;
    evaluate_worn_metal_vertex(inputs, outputs);
    Interpolated result;
    result.position = outputs.position;
    result.normal = vertex.normal;
    result.tangent = vertex.tangent;
    result.uv = vertex.uv;
    return result;
}
