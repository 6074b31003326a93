exit 0
--- stdout
// --- partly.drawn.vs.hlsl ---
// partly, vertex stage for the profile drawn.
// Made by Weft 0.1.0 from unread_members.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float2 material_center : packoffset(c0);
    float material_strength : packoffset(c0.z);
    float3 material_tint : packoffset(c1);
    float material_size : packoffset(c1.w);
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
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 swirl_d : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // unread_members.weft:14
    float2 swirl_d = input.uv - material_center;  // unread_members.weft:28
    output.swirl_d = swirl_d;
    output.clip_position = position_clip;
    return output;
}
// --- partly.drawn.ps.hlsl ---
// partly, fragment stage for the profile drawn.
// Made by Weft 0.1.0 from unread_members.weft; changes belong there.

struct Swirl
{
    float2 at;
    float angle;
    float3 tint;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float2 material_center : packoffset(c0);
    float material_strength : packoffset(c0.z);
    float3 material_tint : packoffset(c1);
    float material_size : packoffset(c1.w);
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 swirl_d : TEXCOORD0;
};

struct PSOutput
{
    float3 color : SV_Target0;
};

Swirl make_Swirl(float2 at, float angle, float3 tint)
{
    Swirl made_value;
    made_value.at = at;
    made_value.angle = angle;
    made_value.tint = tint;
    return made_value;
}

// Turns coordinates by their distance from `center`, and gives them a color.
Swirl swirl(float2 center, float strength, float2 d)
{
    float distance_ = length(d);
    float angle = strength * exp(-distance_ * distance_);
    float s = sin(angle);
    float c = cos(angle);
    return make_Swirl(center + float2(c * d.x - s * d.y, s * d.x + c * d.y), angle, float3(0.0, 0.0, 0.0));
}

PSOutput main(Varyings input)
{
    PSOutput output;
    Swirl turned = swirl(material_center, material_strength, input.swirl_d);  // unread_members.weft:47
    output.color = float3(turned.at, turned.angle);
    return output;
}
--- stderr
