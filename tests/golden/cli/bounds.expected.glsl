exit 0
--- stdout
// --- sky.unlit.vert.glsl ---
#version 450

// sky, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from bounds.weft; changes belong there.

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec2 v_uv;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    v_uv = in_uv;
    gl_Position = position_clip;
}
// --- sky.unlit.frag.glsl ---
#version 450

// sky, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from bounds.weft; changes belong there.

struct Sun {
    vec3 colour;
    float power;
};

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint;
    vec3 albedo_part;
    float brighter_part;
} material;

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 out_albedo;

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

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    Sun other = brighter(Sun(vec3(v_uv, 1.0), 2.0), Sun(material.tint, 1.0), material.brighter_part);  // bounds.weft:52
    vec3 albedo_part = material.albedo_part * (other.colour.x * other.power);  // bounds.weft:47
    float albedo_part_2[2] = float[2](other.power, 0.0);  // bounds.weft:53
    vec3 albedo = albedo_part * 2.0 * albedo_part_2[0] * 3.0;  // bounds.weft:53
    vec3 albedo_srgb = linear_to_srgb(albedo);  // bounds.weft:53
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // bounds.weft:53
    out_albedo = albedo_srgb_opaque;
}
--- stderr
