exit 0
--- stdout
// --- m.unlit.vert.glsl ---
#version 450

// m, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from several_locals.weft; changes belong there.

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out float v_f_a;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    float f_a = in_uv.x * 2.0;  // several_locals.weft:6
    v_f_a = f_a;
    gl_Position = position_clip;
}
// --- m.unlit.frag.glsl ---
#version 450

// m, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from several_locals.weft; changes belong there.

layout(location = 0) in float v_f_a;
layout(location = 0) out vec4 out_albedo;

float f(float a)
{
    float b;
    float c[2] = float[2](0.0, 0.0);
    float d[2] = float[2](0.0, 0.0);
    float e[2] = float[2](a, 1.0);
    c[1] = a;
    b = c[1] + d[0] + e[1];
    for (int i = 0; i < 2; ++i) {
        float s = a;
        float t = b;
        b += s * t;
    }
    return a + b;
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    float albedo = f(v_f_a);  // several_locals.weft:13
    vec3 albedo_srgb = linear_to_srgb(vec3(albedo));  // several_locals.weft:13
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // several_locals.weft:13
    out_albedo = albedo_srgb_opaque;
}
--- stderr
