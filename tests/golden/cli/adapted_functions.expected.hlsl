exit 0
--- stdout
// --- shown.unlit.vs.hlsl ---
// shown, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from adapted_functions.weft; changes belong there.

[[vk::binding(1, 0)]] cbuffer View : register(b1, space0)
{
    column_major float4x4 view_from_world : packoffset(c0);
    column_major float4x4 view_to_clip : packoffset(c4);
    float3 view_position : packoffset(c8);
};

[[vk::binding(0, 2)]] cbuffer Object : register(b0, space2)
{
    column_major float4x4 object_to_world : packoffset(c0);
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
    float4x4 object_to_clip = mul(mul(view_to_clip, view_from_world), object_to_world);  // core.weft:53
    float4 position_clip = mul(object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.uv = input.uv;
    output.clip_position = position_clip;
    return output;
}
// --- shown.unlit.ps.hlsl ---
// shown, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from adapted_functions.weft; changes belong there.

[[vk::binding(1, 0)]] cbuffer View : register(b1, space0)
{
    column_major float4x4 view_from_world : packoffset(c0);
    column_major float4x4 view_to_clip : packoffset(c4);
    float3 view_position : packoffset(c8);
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_paint : packoffset(c0);
    float material_by : packoffset(c0.w);
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

// The adjugate divided by the determinant, from the 2x2 minors of the first and the last two columns.
float4x4 inverse(float4x4 m)
{
    float4x4 c = transpose(m);
    float a0 = c[0][0] * c[1][1] - c[0][1] * c[1][0];
    float a1 = c[0][0] * c[1][2] - c[0][2] * c[1][0];
    float a2 = c[0][0] * c[1][3] - c[0][3] * c[1][0];
    float a3 = c[0][1] * c[1][2] - c[0][2] * c[1][1];
    float a4 = c[0][1] * c[1][3] - c[0][3] * c[1][1];
    float a5 = c[0][2] * c[1][3] - c[0][3] * c[1][2];
    float b0 = c[2][0] * c[3][1] - c[2][1] * c[3][0];
    float b1 = c[2][0] * c[3][2] - c[2][2] * c[3][0];
    float b2 = c[2][0] * c[3][3] - c[2][3] * c[3][0];
    float b3 = c[2][1] * c[3][2] - c[2][2] * c[3][1];
    float b4 = c[2][1] * c[3][3] - c[2][3] * c[3][1];
    float b5 = c[2][2] * c[3][3] - c[2][3] * c[3][2];
    float determinant = a0 * b5 - a1 * b4 + a2 * b3 + a3 * b2 - a4 * b1 + a5 * b0;
    return transpose(float4x4(
        c[1][1] * b5 - c[1][2] * b4 + c[1][3] * b3, -c[0][1] * b5 + c[0][2] * b4 - c[0][3] * b3,
        c[3][1] * a5 - c[3][2] * a4 + c[3][3] * a3, -c[2][1] * a5 + c[2][2] * a4 - c[2][3] * a3,
        -c[1][0] * b5 + c[1][2] * b2 - c[1][3] * b1, c[0][0] * b5 - c[0][2] * b2 + c[0][3] * b1,
        -c[3][0] * a5 + c[3][2] * a2 - c[3][3] * a1, c[2][0] * a5 - c[2][2] * a2 + c[2][3] * a1,
        c[1][0] * b4 - c[1][1] * b2 + c[1][3] * b0, -c[0][0] * b4 + c[0][1] * b2 - c[0][3] * b0,
        c[3][0] * a4 - c[3][1] * a2 + c[3][3] * a0, -c[2][0] * a4 + c[2][1] * a2 - c[2][3] * a0,
        -c[1][0] * b3 + c[1][1] * b1 - c[1][2] * b0, c[0][0] * b3 - c[0][1] * b1 + c[0][2] * b0,
        -c[3][0] * a3 + c[3][1] * a1 - c[3][2] * a0, c[2][0] * a3 - c[2][1] * a1 + c[2][2] * a0) / determinant);
}

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
float3 srgb_to_linear(float3 c)
{
    float3 low = c / 12.92;
    float3 high = pow((c + 0.055) / 1.055, float3(2.4, 2.4, 2.4));
    return float3(c.x <= 0.04045 ? low.x : high.x, c.y <= 0.04045 ? low.y : high.y, c.z <= 0.04045 ? low.z : high.z);
}

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

float3 stored_f(float3 n, float3 paint_linear, float4x4 view_to_world)
{
    float3 n_world = mul((float3x3)view_to_world, n);
    float3 value_srgb = linear_to_srgb(lerp(paint_linear, float3(0.5, 0.5, 0.5), n_world.x));
    return srgb_to_linear(value_srgb);
}

float3 stored(float at, float3 paint_linear, float4x4 view_to_world)
{
    float3 tinted = at > 0.5 ? stored_f(float3(0.0, 0.0, 1.0), paint_linear, view_to_world) : stored_f(float3(0.0, 1.0, 0.0), paint_linear, view_to_world);
    return tinted;
}

float lit_f(float3 n, float by)
{
    return n.y * by;
}

float lit_f_2(float3 n, float by, float4x4 view_to_world)
{
    float3 n_world = mul((float3x3)view_to_world, n);
    return n_world.y * by;
}

float lit_(float by, float4x4 view_to_world)
{
    float f = by * 2.0;
    float facing = lit_f_2(float3(0.0, 0.0, 1.0), f, view_to_world);
    float facing_2 = lit_f_2(float3(0.0, 0.0, 1.0), 0.5, view_to_world);
    float upper = lit_f(float3(0.0, 1.0, 0.0), 0.25);
    return facing + facing_2 * upper;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 paint_linear = srgb_to_linear(material_paint);  // adapted_functions.weft:33
    float4x4 view_to_world = inverse(view_from_world);  // core.weft:32
    float3 base = stored(input.uv.x, paint_linear, view_to_world);  // adapted_functions.weft:33
    float lit_value = lit_(material_by, view_to_world);  // adapted_functions.weft:34
    float3 albedo = base * lit_value;  // adapted_functions.weft:34
    float3 albedo_srgb = linear_to_srgb(albedo);  // adapted_functions.weft:34
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // adapted_functions.weft:34
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
