exit 0
--- stdout
// --- constants.lit.vs.hlsl ---
// constants, vertex stage for the profile lit.
// Made by Weft 0.1.0 from constants_of_calls.weft; changes belong there.

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
// Made by Weft 0.1.0 from constants_of_calls.weft; changes belong there.

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

// Every call decides the branch.
float3 shaped_mode_0(float3 x, float scale)
{
    float3 y = x;
    y = sin(y * scale);
    return y * scale;
}

// Every call decides the branch.
float3 shaped_mode_1(float3 x, float scale)
{
    float3 y = x;
    y = exp2(y) + cos(y * scale);
    return y * scale;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
float3 coated_sheen_0_is_clear_false(float3 x)
{
    float3 y = x * x + 1.0;
    return y;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
float3 coated_sheen_0_is_clear_true(float3 x)
{
    float3 y = x * x + 1.0;
    y = sqrt(y);
    return y;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
float3 coated_is_clear_false(float3 x, float sheen)
{
    float3 y = x * x + 1.0;
    return y + sheen * pow(y, float3(5.0, 5.0, 5.0));
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
float3 coated(float3 x, float sheen)
{
    float3 y = x * x + 1.0;
    y = sqrt(y);
    return y + sheen * pow(y, float3(5.0, 5.0, 5.0));
}

// One addition is not worth another function.
float3 lifted(float3 x, float by)
{
    return normalize(x * 2.0 + by);
}

// A fraction is not for names.
float bent(float x)
{
    return sin(x * x) + 0.25;
}

// A fraction is not for names.
float bent_2(float x)
{
    return exp2(x * x) * cos(x + 0.75);
}

// A fraction is not for names.
float bent_3(float x, float amount)
{
    return amount < 0.5 ? sin(x * x) + amount : exp2(x * x) * cos(x + amount);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 first = shaped_mode_0(input.position, material_level);  // constants_of_calls.weft:46
    float3 second = shaped_mode_1(first, material_level);  // constants_of_calls.weft:47
    float3 third = shaped_mode_1(second, 0.5);  // constants_of_calls.weft:48
    float3 plain = coated_sheen_0_is_clear_false(third);  // constants_of_calls.weft:49
    float3 clear = coated_sheen_0_is_clear_true(plain);  // constants_of_calls.weft:50
    float3 woven = coated_is_clear_false(clear, material_level);  // constants_of_calls.weft:51
    float3 silky = coated(woven, 0.5);  // constants_of_calls.weft:52
    float3 low = lifted(silky, 0.0);  // constants_of_calls.weft:53
    float3 high = lifted(low, material_level);  // constants_of_calls.weft:54
    float a = bent(input.position.x);  // constants_of_calls.weft:55
    float bent_value = bent_2(input.position.y);  // constants_of_calls.weft:56
    float bent_value_2 = bent_3(input.position.z, material_level);  // constants_of_calls.weft:56
    output.a = float4(high, a);
    output.b = float4(high, bent_value + bent_value_2);
    return output;
}
--- stderr
