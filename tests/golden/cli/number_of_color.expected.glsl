exit 0
--- stdout
// --- m.unlit.vert.glsl ---
#version 450

// m, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from number_of_color.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint;
} material;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec3 v_numbers;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    vec3 numbers = material.tint * in_uv.x;  // number_of_color.weft:10
    v_numbers = numbers;
    gl_Position = position_clip;
}
// --- m.unlit.frag.glsl ---
#version 450

// m, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from number_of_color.weft; changes belong there.

layout(location = 0) in vec3 v_numbers;
layout(location = 0) out vec4 out_albedo;

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    vec3 numbers_srgb = linear_to_srgb(v_numbers);  // number_of_color.weft:12
    vec4 numbers_srgb_opaque = vec4(numbers_srgb, 1.0);  // number_of_color.weft:12
    out_albedo = numbers_srgb_opaque;
}
--- stderr
