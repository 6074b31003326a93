exit 0
--- stdout
// --- ranged.unlit.vs.hlsl ---
// ranged, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from folds.weft; changes belong there.

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
// --- ranged.unlit.ps.hlsl ---
// ranged, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from folds.weft; changes belong there.

struct Range
{
    float least;
    float greatest;
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

Range make_Range(float least, float greatest)
{
    Range made_value;
    made_value.least = least;
    made_value.greatest = greatest;
    return made_value;
}

Range no_range()
{
    return make_Range(1000000.0, -1000000.0);
}

// The interpolation weight 6t⁵ - 15t⁴ + 10t³, whose first and second derivatives vanish at both ends.
float2 quintic(float2 t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

// Hashes two numbers to two uncorrelated ones.
uint2 pcg2d(uint2 v)
{
    uint2 h = v * 1664525u + 1013904223u;
    uint x = h.x + h.y * 1664525u;
    uint y = h.y + x * 1664525u;
    x = x ^ x >> 16u;
    y = y ^ y >> 16u;
    x += y * 1664525u;
    y += x * 1664525u;
    return uint2(x ^ x >> 16u, y ^ y >> 16u);
}

// The dot product of the corner's gradient, one of eight directions of equal length, with the offset from the corner.
float corner_slope(int2 corner, float2 way)
{
    uint h = pcg2d(uint2(corner)).x >> 29u;
    float along = (h & 1u) == 0u ? 1.0 : -1.0;
    float across = (h & 2u) == 0u ? 1.0 : -1.0;
    float x = way.x;
    float y = way.y;
    float diagonal = 0.70710677 * (along * x + across * y);
    float chosen = (h & 2u) == 0u ? x : y;
    float axis = along * chosen;
    return (h & 4u) == 0u ? diagonal : axis;
}

// Gradient noise from -1 to 1: smooth, 0 at the corners of cells, 0 on average.
float noise_(float2 p)
{
    float2 cell = floor(p);
    float2 way = p - cell;
    float2 w = quintic(way);
    int2 corner = int2(cell);
    float low = lerp(corner_slope(corner, way), corner_slope(corner + int2(1, 0), way - float2(1.0, 0.0)), w.x);
    float high = lerp(corner_slope(corner + int2(0, 1), way - float2(0.0, 1.0)), corner_slope(corner + int2(1, 1), way - float2(1.0, 1.0)), w.x);
    return 1.4142135 * lerp(low, high, w.y);
}

Range widened(Range r, float x)
{
    return make_Range(min(r.least, x), max(r.greatest, x));
}

Range fold_step(Range value, int index, float2 uv)
{
    float x = noise_(uv * float(index + 1));
    return widened(value, x);
}

// Iterates a step: value = step(value, 0), then step(value, 1), …. Values of any type.
Range fold(Range initial, int count, float2 uv)
{
    Range value = initial;
    for (int i = 0; i < count; ++i) {
        value = fold_step(value, i, uv);
    }
    return value;
}

void put(float xs[4], int at, float x, out float put_2[4])
{
    float all_[4] = xs;
    all_[clamp(at, 0, 3)] = x;
    put_2 = all_;
}

void fold_step_2(int index, float value[4], float uv_x, out float fold_step_2[4])
{
    float step_[4];
    put(value, index, float(index) * uv_x, step_);
    fold_step_2 = step_;
}

// Iterates a step: value = step(value, 0), then step(value, 1), …. Values of any type.
void fold_2(float initial[4], int count, float uv_x, out float fold_3[4])
{
    float value[4] = initial;
    for (int i = 0; i < count; ++i) {
        float fold_4[4];
        fold_step_2(i, value, uv_x, fold_4);
        value = fold_4;
    }
    fold_3 = value;
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
    Range initial = no_range();  // folds.weft:37
    Range range = fold(initial, 4, input.uv);  // folds.weft:37
    float initial_2[4] = { 0.0, 0.0, 0.0, 0.0 };  // folds.weft:38
    float steps[4];  // folds.weft:38
    fold_2(initial_2, 4, input.uv.x, steps);  // folds.weft:38
    float3 albedo_srgb = linear_to_srgb(float3(range.least, range.greatest, steps[2]));  // folds.weft:39
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // folds.weft:39
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
