exit 0
--- stdout
// --- unread.lit.vs.hlsl ---
// unread, vertex stage for the profile lit.
// Made by Weft 0.1.0 from unread_lines.weft; changes belong there.

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    column_major float4x4 draw_results_object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.position = input.position;
    output.clip_position = position_clip;
    return output;
}
// --- unread.lit.ps.hlsl ---
// unread, fragment stage for the profile lit.
// Made by Weft 0.1.0 from unread_lines.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float material_bend : packoffset(c0);
    int material_steps : packoffset(c0.y);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

struct PSOutput
{
    float4 a : SV_Target0;
};

float3 shaped(float3 p, float by)
{
    return sin(p * by) + cos(p);
}

// Called with one value for `n` and `m`, it does not read `extra`.
float3 layered(float3 base)
{
    float3 sum = sin(base);
    return sum * base;
}

float3 shaped_2(float3 p, float by, float3 part)
{
    return sin(p * by) + part;
}

float3 summed_of(float at, float3 first, float3 shaped_part)
{
    float3 base = shaped_2(first, at, shaped_part);
    return layered(base);
}

float3 summed(float3 first, float3 shaped_part)
{
    float3 sum = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        sum += summed_of(float(i), first, shaped_part);
    }
    return sum;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 kept = shaped(input.position, 0.5);  // unread_lines.weft:34
    float3 first = layered(kept);  // unread_lines.weft:35
    float3 shaped_part = cos(first);  // unread_lines.weft:19
    float3 a = summed(first, shaped_part);  // unread_lines.weft:36
    output.a = float4(a, 1.0);
    return output;
}
--- stderr
