exit 0
--- stdout
// --- equals.lit.vs.hlsl ---
// equals, vertex stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments.weft; changes belong there.

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
// --- equals.lit.ps.hlsl ---
// equals, fragment stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float material_level : packoffset(c0);
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
    float4 b : SV_Target1;
};

float3 bowed(float3 x)
{
    return sin(x * x);
}

float3 spread(float3 x, float3 low)
{
    float3 most = max(low, low * 2.0);
    return lerp(low, low, x) * most + (low - low);
}

float3 wave(float3 x, float3 phase)
{
    float3 sum = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        sum += sin(x * float(i) + phase) * exp2(-phase);
    }
    return sum;
}

// Two calls become one.
float3 beat_two_is_one(float3 x, float3 one)
{
    float3 wave_2 = wave(x, one);
    return wave_2 - 0.5 * wave_2;
}

// Two calls become one.
float3 beat(float3 x, float3 one, float3 two)
{
    return wave(x, one) - 0.5 * wave(x, two);
}

// One call is not like the others, and they would save too little.
float3 between(float3 x, float3 low, float3 high)
{
    return normalize(x + min(low, high)) * high;
}

// The names of its parameters say what the constants mean; equal numbers are chance.
float3 octaves(float3 x, float growth, float decay)
{
    return sin(x * growth) * exp2(x * decay);
}

// Other calls of this one are in a body, so that its function is there anyway.
float3 faded(float3 x, float3 from, float3 to)
{
    return normalize(lerp(from, to, x) * x);
}

// A choice between equal calls is one call; of ints that are equal, all is known.
float3 either(float3 x, float3 one)
{
    float3 lifted = one;
    return wave(x, lifted) + one;
}

float3 faded_twice(float3 x, float3 to)
{
    return faded(faded(x, x, to), to, x) + faded(to, x, x);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 bent = bowed(input.position);  // equal_arguments.weft:59
    float3 first = spread(input.position, bent);  // equal_arguments.weft:60
    float3 second = spread(first, input.position);  // equal_arguments.weft:61
    float3 third = beat_two_is_one(second, bent);  // equal_arguments.weft:62
    float3 fourth = beat(third, input.position, bent);  // equal_arguments.weft:63
    float3 fifth = between(fourth, input.position, input.position);  // equal_arguments.weft:64
    float3 sixth = between(fifth, bent, bent);  // equal_arguments.weft:65
    float3 last = between(sixth, input.position, bent);  // equal_arguments.weft:66
    float3 a = octaves(last, 2.0, 2.0);  // equal_arguments.weft:67
    float3 x = faded(input.position, bent, bent);  // equal_arguments.weft:68
    float3 to = either(last, bent);  // equal_arguments.weft:68
    float3 b = faded_twice(x, to);  // equal_arguments.weft:68
    output.a = float4(a, material_level);
    output.b = float4(b, material_level);
    return output;
}
--- stderr
