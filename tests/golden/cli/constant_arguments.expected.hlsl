exit 0
--- stdout
// --- constants.lit.vs.hlsl ---
// constants, vertex stage for the profile lit.
// Made by Weft 0.1.0 from constant_arguments.weft; changes belong there.

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
// --- constants.lit.ps.hlsl ---
// constants, fragment stage for the profile lit.
// Made by Weft 0.1.0 from constant_arguments.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float material_level : packoffset(c0);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

struct PSOutput
{
    float4 a : SV_Target0;
    float4 b : SV_Target1;
};

// `weight` is always 1, `bias` always 0, `power` differs, `scale` saves nothing, `mode` decides a branch.
float3 shaped(float3 x, float power, float scale)
{
    float3 y = x;
    y = pow(y, power.xxx);
    return y * scale;
}

// A call of constants is one, and so is what follows; the local that nobody reads any more goes.
float3 lifted(float3 x)
{
    return x * 0.875 + 1.125;
}

// Nothing is known of the exponent of one of the calls.
float raised(float x, float to)
{
    return to == 1.0 ? x : pow(x, to);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 first = shaped(input.position, 2.0, 4.0);  // constant_arguments.weft:45
    float3 second = shaped(first, 3.0, 4.0);  // constant_arguments.weft:46
    float3 third = lifted(second);  // constant_arguments.weft:47
    float b = raised(input.position.y, material_level);  // constant_arguments.weft:49
    output.a = float4(third, input.position.x);
    output.b = float4(third, b);
    return output;
}
--- stderr
