exit 0
--- stdout
// --- orbits.drawn.vs.hlsl ---
// orbits, vertex stage for the profile drawn.
// Made by Weft 0.1.0 from loops.weft; changes belong there.

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
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

float4 position_to_clip(float3 p, float4x4 object_to_clip)
{
    return mul(object_to_clip, float4(p, 1.0));
}

Varyings main(VSInput input)
{
    Varyings output;
    float4x4 object_to_clip = mul(mul(view_to_clip, view_from_world), object_to_world);  // core.weft:40
    float4 position_clip = position_to_clip(input.position, object_to_clip);  // profiles.weft:23
    output.position = input.position;
    output.clip_position = position_clip;
    return output;
}
// --- orbits.drawn.ps.hlsl ---
// orbits, fragment stage for the profile drawn.
// Made by Weft 0.1.0 from loops.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    int material_detail : packoffset(c0);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

struct PSOutput
{
    float warped : SV_Target0;
    float3 turned : SV_Target1;
    float3 nested : SV_Target2;
};

// The interpolation weight 6t⁵ - 15t⁴ + 10t³, whose first and second derivatives vanish at both ends.
float3 quintic(float3 t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

// Hashes three numbers to three uncorrelated ones.
uint3 pcg3d(uint3 v)
{
    uint3 h = v * 1664525u + 1013904223u;
    h.x += h.y * h.z;
    h.y += h.z * h.x;
    h.z += h.x * h.y;
    h = h ^ h >> 16u;
    h.x += h.y * h.z;
    h.y += h.z * h.x;
    h.z += h.x * h.y;
    return h;
}

// The dot product of the corner's gradient, one of the twelve edges of a cube, with the offset from the corner.
float corner_slope(int3 corner, float3 way)
{
    uint h = pcg3d(uint3(corner)).x >> 28u;
    float u = h < 8u ? way.x : way.y;
    float v = h < 4u ? way.y : h == 12u || h == 14u ? way.x : way.z;
    return ((h & 1u) == 0u ? u : -u) + ((h & 2u) == 0u ? v : -v);
}

// Gradient noise from about -1 to 1: smooth, 0 at the corners of cells, 0 on average.
float noise_(float3 p)
{
    float3 cell = floor(p);
    float3 way = p - cell;
    float3 w = quintic(way);
    int3 corner = int3(cell);
    float near = lerp(lerp(corner_slope(corner, way), corner_slope(corner + int3(1, 0, 0), way - float3(1.0, 0.0, 0.0)), w.x), lerp(corner_slope(corner + int3(0, 1, 0), way - float3(0.0, 1.0, 0.0)), corner_slope(corner + int3(1, 1, 0), way - float3(1.0, 1.0, 0.0)), w.x), w.y);
    float far = lerp(lerp(corner_slope(corner + int3(0, 0, 1), way - float3(0.0, 0.0, 1.0)), corner_slope(corner + int3(1, 0, 1), way - float3(1.0, 0.0, 1.0)), w.x), lerp(corner_slope(corner + int3(0, 1, 1), way - float3(0.0, 1.0, 1.0)), corner_slope(corner + int3(1, 1, 1), way - float3(1.0, 1.0, 1.0)), w.x), w.y);
    return lerp(near, far, w.z);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 p = input.position;  // loops.weft:19
    float sum = 0.0;  // loops.weft:19
    for (int i = 0; i < material_detail; ++i) {
        float noise_value = noise_(p);
        p = p * 2.0 + noise_value;
        sum = sum + noise_value;
    }
    float3 a = input.position;  // loops.weft:25
    float3 b = input.position.yzx;  // loops.weft:25
    float3 c = normalize(input.position);  // loops.weft:25
    float3 kept = input.position;  // loops.weft:25
    for (int i_2 = 0; i_2 < 5; ++i_2) {
        float3 next_a = b;
        b = c + kept;
        c = a;
        a = next_a;
    }
    float3 turned = a + kept;  // loops.weft:30
    float3 colour = input.position;  // loops.weft:32
    float weight = 1.0;  // loops.weft:32
    for (int i_3 = 0; i_3 < 3; ++i_3) {
        float3 inner = colour;
        float angle = weight;
        for (int i_4 = 0; i_4 < 2; ++i_4) {
            inner = cross(inner, input.position) * angle;
            angle = angle + weight;
        }
        colour = inner * sin(angle);
        weight = weight * 0.5;
    }
    output.warped = sum;
    output.turned = turned;
    output.nested = colour;
    return output;
}
--- stderr
