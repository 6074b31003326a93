exit 0
--- stdout
// --- marble.both_stages.vs.hlsl ---
// marble, vertex stage for the profile both_stages.
// Made by Weft 0.1.0 from unread_results.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    column_major float3x3 material_turn : packoffset(c0);
    float3 material_tint : packoffset(c3);
    float material_from : packoffset(c3.w);
};

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
    [[vk::location(1)]] float2 shape : TEXCOORD1;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    float3 bend_place = mul(material_turn, input.position);  // unread_results.weft:33
    output.position = input.position;
    output.shape = mul(material_turn, bend_place).xy;
    output.clip_position = position_clip;
    return output;
}
// --- marble.both_stages.ps.hlsl ---
// marble, fragment stage for the profile both_stages.
// Made by Weft 0.1.0 from unread_results.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    column_major float3x3 material_turn : packoffset(c0);
    float3 material_tint : packoffset(c3);
    float material_from : packoffset(c3.w);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
    [[vk::location(1)]] float2 shape : TEXCOORD1;
};

struct PSOutput
{
    float3 tint : SV_Target0;
    float2 shape : SV_Target1;
};

// Turns a place, and gives it a color that fades out.
void bent(float3 p, float3x3 turn, float3 tint, out float fade, out float3 color)
{
    fade = 0.0;
    float3 place = mul(turn, p);
    float far = dot(place, place) + 0.25;
    if (far > 4.0) {
        fade = 0.0;
    } else {
        fade = exp(-far);
    }
    color = tint * (1.0 - fade);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float bend_fade;  // unread_results.weft:31
    float3 bend_color;  // unread_results.weft:31
    bent(input.position, material_turn, material_tint, bend_fade, bend_color);  // unread_results.weft:31
    float again_fade;  // unread_results.weft:32
    float3 again_color;  // unread_results.weft:32
    bent(input.position * bend_fade, material_turn, material_tint, again_fade, again_color);  // unread_results.weft:32
    float3 tint = bend_color * bend_fade + again_color;  // unread_results.weft:34
    output.tint = tint;
    output.shape = input.shape;
    return output;
}
--- stderr
