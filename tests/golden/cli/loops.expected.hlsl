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

Varyings main(VSInput input)
{
    Varyings output;
    float4x4 object_to_clip = mul(mul(view_to_clip, view_from_world), object_to_world);  // core.weft:53
    float4 position_clip = mul(object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
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

// What `pcg3d` does after its first step, which is linear.
uint3 pcg3d_rounds(uint a, uint b, uint c)
{
    uint x = a + b * c;
    uint y = b + c * x;
    uint z = c + x * y;
    x = x ^ x >> 16u;
    y = y ^ y >> 16u;
    z = z ^ z >> 16u;
    x += y * z;
    y += z * x;
    z += x * y;
    return uint3(x, y, z);
}

// The dot product of one of the twelve edges of a cube, by a hash, with an offset.
float edge_slope(uint hash, float x, float y, float z)
{
    uint h = hash >> 28u;
    float u = h < 8u ? x : y;
    float behind = (h & 13u) == 12u ? x : z;
    float v = h < 4u ? y : behind;
    float minus_u = -u;
    float minus_v = -v;
    float along = (h & 1u) == 0u ? u : minus_u;
    float across = (h & 2u) == 0u ? v : minus_v;
    return along + across;
}

// Gradient noise from about -1 to 1: smooth, 0 at the corners of cells, 0 on average.
float noise_(float3 p)
{
    float3 cell = floor(p);
    float3 a = p - cell;
    float3 b = a - 1.0;
    float3 w = quintic(a);
    uint3 i = uint3(int3(cell)) * 1664525u + 1013904223u;
    uint3 j = i + 1664525u;
    float near = lerp(lerp(edge_slope(pcg3d_rounds(i.x, i.y, i.z).x, a.x, a.y, a.z), edge_slope(pcg3d_rounds(j.x, i.y, i.z).x, b.x, a.y, a.z), w.x), lerp(edge_slope(pcg3d_rounds(i.x, j.y, i.z).x, a.x, b.y, a.z), edge_slope(pcg3d_rounds(j.x, j.y, i.z).x, b.x, b.y, a.z), w.x), w.y);
    float far = lerp(lerp(edge_slope(pcg3d_rounds(i.x, i.y, j.z).x, a.x, a.y, b.z), edge_slope(pcg3d_rounds(j.x, i.y, j.z).x, b.x, a.y, b.z), w.x), lerp(edge_slope(pcg3d_rounds(i.x, j.y, j.z).x, a.x, b.y, b.z), edge_slope(pcg3d_rounds(j.x, j.y, j.z).x, b.x, b.y, b.z), w.x), w.y);
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
