exit 0
--- stdout
// --- painted.mobile.vs.hlsl ---
// painted, vertex stage for the profile mobile.
// Made by Weft 0.1.0 from precision.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_rust : packoffset(c0);
    float material_wear : packoffset(c0.w);
    float material_repeats : packoffset(c1);
};

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    column_major float4x4 draw_results_object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float2 uv : TEXCOORD;
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 at : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // precision.weft:28
    float2 at = input.uv * material_repeats;  // precision.weft:77
    output.at = at;
    output.clip_position = position_clip;
    return output;
}
// --- painted.mobile.ps.hlsl ---
// painted, fragment stage for the profile mobile.
// Made by Weft 0.1.0 from precision.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_rust : packoffset(c0);
    float material_wear : packoffset(c0.w);
    float material_repeats : packoffset(c1);
};

[[vk::binding(1, 1)]] Texture2D map : register(t1, space1);
[[vk::binding(2, 1)]] SamplerState linear_repeat : register(s2, space1);

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 at : TEXCOORD0;
};

struct PSOutput
{
    float3 albedo : SV_Target0;
    float other : SV_Target1;
};

// A comparison: the function has full precision, whatever it is given.
float3 aged(float3 c, float by)
{
    float3 gray = dot(c, float3(0.2126, 0.7152, 0.0722)).xxx;
    return by > 0.5 ? lerp(c, gray, by) : c;
}

min16float3 gray_of_medium(min16float3 c)
{
    min16float gray = dot(c, float3(0.2126, 0.7152, 0.0722));
    return gray.xxx * 0.9;
}

// Called with `fade` between 0 and 1, it has medium precision, and so has what it calls.
min16float3 faded_medium(min16float3 c, min16float fade)
{
    min16float3 pale = c;
    pale += gray_of_medium(c) * 0.25;
    pale *= 0.8;
    return lerp(c, pale, fade);
}

float3 gray_of(float3 c)
{
    float gray = dot(c, float3(0.2126, 0.7152, 0.0722));
    return gray.xxx * 0.9;
}

// Called with `fade` between 0 and 1, it has medium precision, and so has what it calls.
float3 faded(float3 c, float fade)
{
    float3 pale = c;
    pale += gray_of(c) * 0.25;
    pale *= 0.8;
    return lerp(c, pale, fade);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float4 paint = map.Sample(linear_repeat, input.at);  // precision.weft:78
    float edge = saturate(input.at.y * 3.0);  // precision.weft:85
    bool coverage = edge > 0.25;  // precision.weft:88
    if (!coverage) {
        discard;
    }
    min16float4 paint_medium = paint;  // precision.weft:78
    float stripe = frac(input.at.x * 8.0);  // precision.weft:79
    min16float stripe_medium = stripe;  // precision.weft:79
    min16float wear = material_wear;  // precision.weft:81
    min16float amount = saturate(stripe_medium + wear) * wear;  // precision.weft:81
    min16float3 rust = material_rust;  // precision.weft:82
    min16float3 mixed = lerp(paint_medium.xyz, rust, amount);  // precision.weft:82
    float3 aged_paint = aged(mixed * rust, stripe);  // precision.weft:83
    min16float3 faded_value = faded_medium(mixed, amount);  // precision.weft:86
    min16float3 aged_paint_medium = aged_paint;  // precision.weft:83
    min16float3 albedo = lerp(aged_paint_medium, faded_value, amount);  // precision.weft:86
    float3 extra = faded(paint_medium.xyz, input.at.x);  // precision.weft:87
    output.albedo = albedo;
    output.other = extra.x;
    return output;
}
--- stderr
