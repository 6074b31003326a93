exit 0
--- stdout
// --- equals.lit.vs.hlsl ---
// equals, vertex stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments_of_bodies.weft; changes belong there.

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
// Made by Weft 0.1.0 from equal_arguments_of_bodies.weft; changes belong there.

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
    return most * (low - low) + x;
}

// Called in two bodies and by the plan.
float3 wide(float3 x, float3 from)
{
    return normalize(lerp(from, from, x) * x);
}

// One call in a body is not like the others.
float3 tight(float3 x, float3 from, float3 to)
{
    return normalize(x * from + sin(to));
}

// Neither is one call of the plan.
float3 bent(float3 x, float3 from, float3 to)
{
    return normalize(x - from * cos(to));
}

// The names of its parameters say what the constants mean.
float3 octaves(float3 x, float growth, float decay)
{
    return sin(x * growth) * exp2(x * decay);
}

float3 first(float3 x, float3 y)
{
    float3 sum = 0.25 * x;
    for (int i = 0; i < 3; ++i) {
        sum = spread(sum, y * 2.0) + spread(x, sum);
    }
    return sum + wide(x, y) + tight(y, x, x) + bent(x, y, y) + octaves(x, 2.0, 2.0);
}

float3 second(float3 x, float3 y)
{
    return wide(y, sin(x)) * tight(x, x, y);
}

float3 given(float3 x, float3 y)
{
    return y / (x + y);
}

// Its last two ports are given one value.
float3 handing(float3 x, float3 y)
{
    return given(cos(x), y) * y;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 curve = bowed(input.position);  // equal_arguments_of_bodies.weft:54
    float3 one = first(input.position, curve);  // equal_arguments_of_bodies.weft:55
    float3 two = second(one, curve);  // equal_arguments_of_bodies.weft:56
    float3 three = wide(two, curve);  // equal_arguments_of_bodies.weft:57
    float3 a = bent(three, input.position, two);  // equal_arguments_of_bodies.weft:58
    float3 b = handing(one, two);  // equal_arguments_of_bodies.weft:59
    output.a = float4(a, 1.0);
    output.b = float4(b, 1.0);
    return output;
}
--- stderr
