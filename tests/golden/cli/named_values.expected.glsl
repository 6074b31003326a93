exit 0
--- stdout
// --- m.unlit.vert.glsl ---
#version 450

// m, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from named_values.weft; changes belong there.

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
// --- m.unlit.frag.glsl ---
#version 450

// m, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from named_values.weft; changes belong there.

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 out_albedo;

// A pattern of stripes.
float shade(float x)
{
    return fract(4.0 * x);
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    float albedo = shade(v_uv.x);  // named_values.weft:28
    vec3 albedo_srgb = linear_to_srgb(vec3(albedo, v_uv.y, albedo));  // named_values.weft:34
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // named_values.weft:34
    out_albedo = albedo_srgb_opaque;
}
--- stderr
