exit 0
--- stdout
// --- shares.lit.vert.glsl ---
#version 450

// shares, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_parts.weft; changes belong there.

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 0) out vec3 v_position;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    v_position = in_position;
    gl_Position = position_clip;
}
// --- shares.lit.frag.glsl ---
#version 450

// shares, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_parts.weft; changes belong there.

struct Shares {
    vec3 outside;
    vec3 inside;
};

struct StoredShares {
    vec3 outside;
    float pad0;
    vec3 inside;
    float pad1;
};

layout(set = 0, binding = 2, std430) readonly buffer Lights {
    int count;
    float pad0, pad1, pad2;
    vec4 direction[16];
    vec4 irradiance[16];
} lights;

layout(set = 1, binding = 0, std140) uniform Material {
    StoredShares veined_shares;
} material;

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec3 out_a;
layout(location = 1) out vec3 out_b;

Shares load_Shares(StoredShares stored_value)
{
    Shares loaded_value;
    loaded_value.outside = stored_value.outside;
    loaded_value.inside = stored_value.inside;
    return loaded_value;
}

vec3 transmitted(vec3 c)
{
    return exp2(-c) * sqrt(c + 1.0);
}

Shares shares_of(vec3 c)
{
    vec3 inside = transmitted(c) * transmitted(c * 0.5);
    return Shares(1.0 - inside, inside);
}

vec3 split_light(vec3 l, Shares shares)
{
    return shares.outside * abs(l.x) + shares.inside * abs(l.y);
}

// The radiance toward the eye: the sum over the host's lights of irradiance times the response of the surface.
vec3 sum_lights(Shares split_light_shares_2)
{
    int count = min(lights.count, 16);
    vec3 total = vec3(0.0);
    for (int i = 0; i < count; ++i) {
        total += lights.irradiance[i].xyz * split_light(lights.direction[i].xyz, split_light_shares_2);
    }
    return total;
}

vec3 veined(vec3 p, Shares shares)
{
    return shares.outside * sin(p * p) + shares.inside;
}

void main()
{
    Shares split_light_shares_2 = shares_of(v_position * v_position);  // struct_parts.weft:31
    vec3 a = sum_lights(split_light_shares_2);  // struct_parts.weft:44
    Shares veined_shares = load_Shares(material.veined_shares);  // struct_parts.weft:37
    vec3 b = veined(v_position, veined_shares);  // struct_parts.weft:45
    out_a = a;
    out_b = b;
}
--- stderr
