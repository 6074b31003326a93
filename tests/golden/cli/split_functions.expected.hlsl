exit 0
--- stdout
// --- m.seen.vs.hlsl ---
// m, vertex stage for the profile seen.
// Made by Weft 0.1.0 from split_functions.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    column_major float2x2 material_lens : packoffset(c0);
    float material_gain : packoffset(c2);
    float2 material_blur_texel : packoffset(c2.z);
    float material_blur_sum_part : packoffset(c3);
};

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
    [[vk::location(0)]] float3 blur_start_both_sides_most_part : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    float2 blur_start = mul(material_lens, input.uv) + material_blur_texel;  // split_functions.weft:27
    output.blur_start_both_sides_most_part.xy = blur_start;
    output.blur_start_both_sides_most_part.z = input.uv.x;
    output.clip_position = position_clip;
    return output;
}
// --- m.seen.ps.hlsl ---
// m, fragment stage for the profile seen.
// Made by Weft 0.1.0 from split_functions.weft; changes belong there.

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
    column_major float2x2 material_lens : packoffset(c0);
    float material_gain : packoffset(c2);
    float2 material_blur_texel : packoffset(c2.z);
    float material_blur_sum_part : packoffset(c3);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 blur_start_both_sides_most_part : TEXCOORD0;
};

struct PSOutput
{
    float3 color : SV_Target0;
    float3 glint : SV_Target1;
};

float3 blur_tap(float2 uv, float2 gain)
{
    return float3(sin(uv * gain), 0.5);
}

// The mean of `tap` around `uv` in a picture of `size` pixels, seen through `lens`.
float3 blur(float2 texel, float2 start, float sum_part, float2 gain)
{
    float3 sum = blur_tap(start, gain);
    for (int i = 1; i < 4; ++i) {
        sum += blur_tap(start + texel * float(i), gain) * sum_part;
    }
    return sum * 0.25;
}

float3 both_sides_each(float probe_offset, float3 gain)
{
    return cos(probe_offset * material_gain) * gain;
}

// `each` on both sides of the light, as far apart as `rough` says. Nothing reads `probe.strength` here.
float3 both_sides(float3 l, float most, float3 gain)
{
    float3 up = both_sides_each(most * l.z, gain);
    return up * most + both_sides_each(-most, gain) * l.x;
}

// The radiance toward the eye: the sum over the host's lights of irradiance times the response of the surface.
float3 sum_lights(float3 gain_2, float both_sides_most)
{
    int count = min(lights[0].count, 16);
    float3 total = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < count; ++i) {
        total += lights[0].irradiance[i].xyz * both_sides(lights[0].direction[i].xyz, both_sides_most, gain_2);
    }
    return total;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 color = blur(material_blur_texel, input.blur_start_both_sides_most_part.xy, material_blur_sum_part, material_gain.xx);  // split_functions.weft:51
    float both_sides_most = input.blur_start_both_sides_most_part.z * input.blur_start_both_sides_most_part.z + 0.125;  // split_functions.weft:42
    float3 glint = sum_lights(material_gain.xxx, both_sides_most);  // split_functions.weft:52
    output.color = color;
    output.glint = glint;
    return output;
}
--- stderr
