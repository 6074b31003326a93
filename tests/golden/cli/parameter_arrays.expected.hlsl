exit 0
--- stdout
// --- striped.unlit.vs.hlsl ---
// striped, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from parameter_arrays.weft; changes belong there.

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
// --- striped.unlit.ps.hlsl ---
// striped, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from parameter_arrays.weft; changes belong there.

struct Layer
{
    float3 colour;
    float height;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_tint : packoffset(c0);
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

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
float3 srgb_to_linear(float3 c)
{
    float3 low = c / 12.92;
    float3 high = pow((c + 0.055) / 1.055, float3(2.4, 2.4, 2.4));
    return float3(c.x <= 0.04045 ? low.x : high.x, c.y <= 0.04045 ? low.y : high.y, c.z <= 0.04045 ? low.z : high.z);
}

float mapped_f(Layer x, int index)
{
    return x.height * float(index + 1);
}

void mapped(Layer xs[3], out float mapped_2[3])
{
    float all_[3] = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 3; ++i) {
        all_[i] = mapped_f(xs[i], i);
    }
    mapped_2 = all_;
}

float summed(float xs[3])
{
    float sum = xs[0];
    for (int i = 1; i < 3; ++i) {
        sum += xs[i];
    }
    return sum;
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
    float3 palette[3] = { material_tint, float3(input.uv, 0.0), material_tint };  // parameter_arrays.weft:50
    float3 value_linear = srgb_to_linear(palette[2]);  // parameter_arrays.weft:54
    Layer layers_part = { float3(0.5, 0.5, 0.5), 1.0 };  // parameter_arrays.weft:51
    Layer layers[3] = { { material_tint, input.uv.x }, layers_part, layers_part };  // parameter_arrays.weft:51
    Layer l = layers[2];  // parameter_arrays.weft:45
    float heights[3];  // parameter_arrays.weft:52
    mapped(layers, heights);  // parameter_arrays.weft:52
    float summed_value = summed(heights);  // parameter_arrays.weft:53
    float bright = layers[0].height + l.height + summed_value;  // parameter_arrays.weft:53
    float3 albedo = value_linear * bright;  // parameter_arrays.weft:54
    float3 albedo_srgb = linear_to_srgb(albedo);  // parameter_arrays.weft:54
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // parameter_arrays.weft:54
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
