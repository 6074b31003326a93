exit 0
--- stdout
// --- m.seen.vs.hlsl ---
// m, vertex stage for the profile seen.
// Made by Weft 0.1.0 from affine_parts.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    column_major float4x4 material_pattern : packoffset(c0);
    float material_scale : packoffset(c4);
};

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    column_major float4x4 draw_results_object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float3 normal : NORMAL;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
    [[vk::location(1)]] float3 waves_p : TEXCOORD1;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    float3 waves_p = mul(material_pattern, float4(input.normal, 1.0)).xyz * material_scale + 0.25;  // affine_parts.weft:21
    output.position = input.position;
    output.waves_p = waves_p;
    output.clip_position = position_clip;
    return output;
}
// --- m.seen.ps.hlsl ---
// m, fragment stage for the profile seen.
// Made by Weft 0.1.0 from affine_parts.weft; changes belong there.

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
    [[vk::location(1)]] float3 waves_p : TEXCOORD1;
};

struct PSOutput
{
    float3 color : SV_Target0;
};

// A pattern that fades with the distance from the origin.
float3 grain(float3 place)
{
    return sin(place * 40.0) / (1.0 + dot(place, place));
}

// Waves in the space of `pattern`.
float waves(float3 p)
{
    float along = dot(p, float3(0.6, 0.0, 0.8));
    return sin(p.x) * sin(p.y) + cos(along);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 grain_value = grain(input.position);  // affine_parts.weft:35
    float waves_value = waves(input.waves_p);  // affine_parts.weft:35
    float3 color = grain_value * waves_value;  // affine_parts.weft:35
    output.color = color;
    return output;
}
--- stderr
