exit 0
--- stdout
// --- cones.spread.vs.hlsl ---
// cones, vertex stage for the profile spread.
// Made by Weft 0.1.0 from dead_injections.weft; changes belong there.

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
    [[vk::location(0)]] float2 uv : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.uv = input.uv;
    output.clip_position = position_clip;
    return output;
}
// --- cones.spread.ps.hlsl ---
// cones, fragment stage for the profile spread.
// Made by Weft 0.1.0 from dead_injections.weft; changes belong there.

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
};

struct PSOutput
{
    float grey : SV_Target0;
};

float cone_value(float ray_spread, float uv_x)
{
    return ray_spread * uv_x;
}

// What a value is for a wider and a narrower ray, which bounces some times.
float cone(float roughness, int bounces, float ray_spread, float uv_x)
{
    float narrow = ray_spread;
    float lost = 0.0;
    for (int i = 0; i < bounces; ++i) {
        if (!(roughness > 0.5)) {
            narrow = narrow * 0.5;
        }
        lost += 0.1 * roughness;
        if (lost > 0.25) {
            break;
        }
    }
    return (1.0 - lost) * cone_value(narrow, uv_x);
}

// What a value is for a wider and a narrower ray, which bounces some times.
float cone_2(float value, float roughness, int bounces)
{
    float lost = 0.0;
    for (int i = 0; i < bounces; ++i) {
        lost += 0.1 * roughness;
        if (lost > 0.25) {
            break;
        }
    }
    return (1.0 - lost) * value;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float cone_value_2 = cone(input.uv.y, 3, input.clip_position.w, input.uv.x);  // dead_injections.weft:51
    float value = input.uv.x + 1.0;  // dead_injections.weft:51
    float cone_value_3 = cone_2(value, input.uv.y, 3);  // dead_injections.weft:51
    float grey = cone_value_2 + cone_value_3;  // dead_injections.weft:51
    output.grey = grey;
    return output;
}
--- stderr
