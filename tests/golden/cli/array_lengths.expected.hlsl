exit 0
--- stdout
// --- graded.unlit.vs.hlsl ---
// graded, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from array_lengths.weft; changes belong there.

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
// --- graded.unlit.ps.hlsl ---
// graded, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from array_lengths.weft; changes belong there.

struct Stop
{
    float3 color;
    float at;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_warm : packoffset(c0);
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

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

float mean(float xs[4])
{
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += xs[i];
    }
    return sum / 4.0;
}

float mean_2(float xs[3])
{
    float sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum += xs[i];
    }
    return sum / 3.0;
}

// Waves that are computed once for all elements.
void waves(float x, float xs[4], out float all_[4], out int count)
{
    float waves_2 = sin(x) * xs[0];
    float waves_3[4] = { waves_2, waves_2, waves_2, waves_2 };
    all_ = waves_3;
    count = 4;
}

void column_sums(float rows[2][3], out float column_sums_2[3])
{
    float sums[3] = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
            sums[j] += rows[i][j];
        }
    }
    column_sums_2 = sums;
}

float3 mapped_f(Stop x)
{
    return x.color;
}

// What a function makes of each element.
void mapped(Stop xs[2], out float3 mapped_2[2])
{
    float3 all_[2] = { (float3)0.0, (float3)0.0 };
    for (int i = 0; i < 2; ++i) {
        all_[i] = mapped_f(xs[i]);
    }
    mapped_2 = all_;
}

float mapped_f_2(Stop x, int index)
{
    float f = x.at * x.at;
    return f * float(index + 1);
}

// What a function makes of each element.
void mapped_2(Stop xs[2], out float mapped_3[2])
{
    float all_[2] = { 0.0, 0.0 };
    for (int i = 0; i < 2; ++i) {
        all_[i] = mapped_f_2(xs[i], i);
    }
    mapped_3 = all_;
}

float mean_3(float xs[2])
{
    float sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        sum += xs[i];
    }
    return sum / 2.0;
}

float3 weighted(float3 xs[2], float weights[2])
{
    float3 sum = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < 2; ++i) {
        sum += xs[i] * weights[i];
    }
    return sum / (mean_3(weights) * 2.0);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 warm_linear = srgb_to_linear(material_warm);  // array_lengths.weft:75
    float3 value_srgb = linear_to_srgb(warm_linear * 0.5);  // array_lengths.weft:75
    float3 shades[2] = { material_warm, value_srgb };  // array_lengths.weft:75
    float3 value_linear = srgb_to_linear(shades[1]);  // array_lengths.weft:82
    float stops[4] = { 0.1, input.uv.x, input.uv.y, 0.9 };  // array_lengths.weft:74
    float mean_value = mean(stops);  // array_lengths.weft:80
    float plain[3] = { input.uv.x, input.uv.x, input.uv.x };  // array_lengths.weft:77
    float mean_value_2 = mean_2(plain);  // array_lengths.weft:80
    float wave_all[4];  // array_lengths.weft:78
    int wave_count;  // array_lengths.weft:78
    waves(input.uv.y, stops, wave_all, wave_count);  // array_lengths.weft:78
    float mean_value_3 = mean(wave_all);  // array_lengths.weft:80
    float rows_part[3] = { 1.0, 2.0, 3.0 };  // array_lengths.weft:79
    float rows[2][3] = { plain, rows_part };  // array_lengths.weft:79
    float grid[3];  // array_lengths.weft:79
    column_sums(rows, grid);  // array_lengths.weft:79
    float bright = mean_value + mean_value_2 + mean_value_3 * 4.0 + grid[2];  // array_lengths.weft:80
    Stop few[2] = { { material_warm, input.uv.x }, { value_srgb, 0.5 } };  // array_lengths.weft:76
    float3 xs[2];  // array_lengths.weft:69
    mapped(few, xs);  // array_lengths.weft:69
    float at[2];  // array_lengths.weft:67
    mapped_2(few, at);  // array_lengths.weft:67
    float3 mixed = weighted(xs, at);  // array_lengths.weft:69
    float3 albedo = value_linear * bright + mixed;  // array_lengths.weft:82
    float3 albedo_srgb = linear_to_srgb(albedo);  // array_lengths.weft:82
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // array_lengths.weft:82
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
