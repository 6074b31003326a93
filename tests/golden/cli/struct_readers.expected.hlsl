exit 0
--- stdout
// --- readers.lit.vs.hlsl ---
// readers, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_readers.weft; changes belong there.

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
// --- readers.lit.ps.hlsl ---
// readers, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_readers.weft; changes belong there.

struct Waves
{
    float3 rise;
    float3 slope;
    float foam;
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

Waves make_Waves(float3 rise, float3 slope, float foam)
{
    Waves made_value;
    made_value.rise = rise;
    made_value.slope = slope;
    made_value.foam = foam;
    return made_value;
}

// The plan calls it, and a leaf that is given the struct reads one member.
Waves near(float3 p, float q)
{
    return make_Waves(sin(p * q), float3(0.0, 0.0, 0.0), 0.0);
}

float3 risen(Waves at, float3 p)
{
    return at.rise * at.rise.y + p;
}

// Two bodies call it, and read two members.
Waves far(float3 p, float q)
{
    float3 s = sin(p * 0.25);
    return make_Waves(s * q, cos(p), 0.0);
}

float3 moved(float3 p, float q)
{
    Waves at = far(p, q);
    if (p.y > 0.5) {
        at = far(p.yzx, 2.0 * q);
    }
    return at.rise + far(p, q * q).slope;
}

float3 rough(float3 p, float q)
{
    return far(p, q).slope * q;
}

float foam_on(float3 p, float q)
{
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        sum += sin(p.x * float(i) + q);
    }
    return sum;
}

// Another body reads it as a whole.
Waves swell(float3 p, float q)
{
    return make_Waves(exp2(p), exp2(-p), foam_on(p, q));
}

float foam_of(Waves at)
{
    return at.foam;
}

float3 swollen(float3 p, float q)
{
    Waves at = swell(p, q);
    return at.rise * foam_of(at);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float step_ = exp2(input.position.y);  // struct_readers.weft:64
    Waves at = near(input.position, step_);  // struct_readers.weft:65
    float3 one = risen(at, input.position);  // struct_readers.weft:65
    float3 two = moved(one, step_);  // struct_readers.weft:66
    float3 a = rough(two, step_);  // struct_readers.weft:67
    float3 b = swollen(two, step_);  // struct_readers.weft:68
    output.a = float4(a, 1.0);
    output.b = float4(b, 1.0);
    return output;
}
--- stderr
