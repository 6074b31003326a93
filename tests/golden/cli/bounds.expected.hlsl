exit 0
--- stdout
// --- sky.unlit.vs.hlsl ---
// sky, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from bounds.weft; changes belong there.

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
// --- sky.unlit.ps.hlsl ---
// sky, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from bounds.weft; changes belong there.

struct Sun
{
    float3 colour;
    float power;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_tint : packoffset(c0);
    float3 material_albedo_part : packoffset(c1);
    float material_brighter_part : packoffset(c1.w);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
};

struct PSOutput
{
    float4 albedo : SV_Target0;
};

Sun make_Sun(float3 colour, float power)
{
    Sun made_value;
    made_value.colour = colour;
    made_value.power = power;
    return made_value;
}

float strength_of(Sun l)
{
    return l.colour.x * l.power;
}

Sun brighter(Sun a, Sun b, float part)
{
    if (strength_of(a) > part) {
        return a;
    }
    return b;
}

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    Sun other = brighter(make_Sun(float3(input.uv, 1.0), 2.0), make_Sun(material_tint, 1.0), material_brighter_part);  // bounds.weft:52
    float3 albedo_part = material_albedo_part * (other.colour.x * other.power);  // bounds.weft:47
    float albedo_part_2[2] = { other.power, 0.0 };  // bounds.weft:53
    float3 albedo = albedo_part * 2.0 * albedo_part_2[0] * 3.0;  // bounds.weft:53
    float3 albedo_srgb = linear_to_srgb(albedo);  // bounds.weft:53
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // bounds.weft:53
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
