exit 0
--- stdout
// --- m.unlit.vert.glsl ---
#version 450

// m, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from sample_arguments.weft; changes belong there.

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
// Made by Weft 0.1.0 from sample_arguments.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    uint turns;
} material;

layout(set = 1, binding = 1) uniform texture2D t;
layout(set = 1, binding = 2) uniform sampler linear_repeat;

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 out_albedo;

// The texture, turned where `turns` is true.
vec3 turned(bool turns, vec2 uv)
{
    vec2 turned_2 = turns && uv.x > 0.0 ? uv.yx : uv;
    return texture(sampler2D(t, linear_repeat), turned_2).xyz;
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    bool turns = material.turns != 0u;  // sample_arguments.weft:20
    bool a_part = v_uv.x > 0.3;  // sample_arguments.weft:20
    vec2 a_part_2 = turns && a_part ? v_uv : v_uv.yx;  // sample_arguments.weft:20
    vec4 a = texture(sampler2D(t, linear_repeat), a_part_2);  // sample_arguments.weft:20
    float b_part = turns || v_uv.y > 0.5 ? 1.0 : 0.0;  // sample_arguments.weft:21
    vec2 b_part_2 = a_part ? v_uv : v_uv.yx;  // sample_arguments.weft:21
    vec4 b = textureLod(sampler2D(t, linear_repeat), b_part_2, b_part);  // sample_arguments.weft:21
    vec3 t_texel = turned(turns, v_uv);  // sample_arguments.weft:22
    vec3 albedo = a.xyz + b.xyz + t_texel;  // sample_arguments.weft:22
    vec3 albedo_srgb = linear_to_srgb(albedo);  // sample_arguments.weft:22
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // sample_arguments.weft:22
    out_albedo = albedo_srgb_opaque;
}
--- stderr
