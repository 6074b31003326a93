exit 0
--- stdout
// --- m.lit.vs.hlsl ---
// m, vertex stage for the profile lit.
// Made by Weft 0.1.0 from split_leaves.weft; changes belong there.

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    column_major float4x4 draw_results_object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(2)]] float2 uv : TEXCOORD;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float4 position_glossy_alpha_part : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.position_glossy_alpha_part.w = input.uv.x;
    output.position_glossy_alpha_part.xyz = input.position;
    output.clip_position = position_clip;
    return output;
}
// --- m.lit.ps.hlsl ---
// m, fragment stage for the profile lit.
// Made by Weft 0.1.0 from split_leaves.weft; changes belong there.

struct Lights
{
    int count;
    float pad0, pad1, pad2;
    float4 direction[16];
    float4 irradiance[16];
};
[[vk::binding(2, 0)]] StructuredBuffer<Lights> lights : register(t2, space0);

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float material_width : packoffset(c0);
    float material_glossy_height : packoffset(c0.y);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float4 position_glossy_alpha_part : TEXCOORD0;
};

struct PSOutput
{
    float3 color : SV_Target0;
};

// A glossy surface whose lobe is `gloss` high and narrower the greater `width` is.
float3 glossy(float width, float3 l, float alpha, float height, float3 dark)
{
    return dark + height * pow(saturate(l.z), width) / alpha;
}

// The radiance toward the eye: the sum over the host's lights of irradiance times the response of the surface.
float3 sum_lights(float width, float glossy_alpha, float glossy_height, float3 glossy_dark)
{
    int count = min(lights[0].count, 16);
    float3 total = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < count; ++i) {
        total += lights[0].irradiance[i].xyz * glossy(width, lights[0].direction[i].xyz, glossy_alpha, glossy_height, glossy_dark);
    }
    return total;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float glossy_alpha = max(input.position_glossy_alpha_part.w * input.position_glossy_alpha_part.w, 0.01);  // split_leaves.weft:26
    float3 glossy_dark = input.position_glossy_alpha_part.xyz * input.position_glossy_alpha_part.xyz * (1.0 - glossy_alpha);  // split_leaves.weft:28
    float3 color = sum_lights(material_width, glossy_alpha, material_glossy_height, glossy_dark);  // split_leaves.weft:35
    output.color = color;
    return output;
}
--- stderr
