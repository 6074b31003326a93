#include "latticework.functions.vs.hlsl"

struct Vertex
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float3 normal : NORMAL;
};

struct Interpolated
{
    float4 position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
    [[vk::location(1)]] float3 place : TEXCOORD1;
};

Interpolated main(Vertex vertex)
{
    latticework_vertex_inputs inputs;
    inputs.position = vertex.position;
    latticework_vertex_outputs outputs;
    evaluate_latticework_vertex(inputs, outputs);
    Interpolated result;
    result.position = outputs.position;
    result.normal = vertex.normal;
    result.place = vertex.position;
    return result;
}
