exit 0
--- stdout
// --- out.materialx.vert.glsl ---
#version 450

// out, vertex stage for the profile materialx.
// Made by Weft 0.1.0 from libraries.mtlx; changes belong there.

layout(set = 2, binding = 2, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object_results;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec2 v_weave_code_at;
layout(location = 1) out vec3 v_world_normal;
invariant gl_Position;
precise gl_Position;

// A mesh without tangents has zeros, which stay zero.
vec3 unit_or_zero(vec3 v)
{
    return v * inversesqrt(max(dot(v, v), 1e-36));
}

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // output.weft:74
    vec2 weave_code_at = in_uv * 20.0;  // libraries.mtlx:12
    vec3 surface_world_normal = unit_or_zero(object_results.normal_to_world * in_normal);  // core.weft:60
    v_weave_code_at = weave_code_at;
    v_world_normal = surface_world_normal;
    gl_Position = position_clip;
}
// --- out.materialx.frag.glsl ---
#version 450

// out, fragment stage for the profile materialx.
// Made by Weft 0.1.0 from libraries.mtlx; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 curtain_tint;
    float dull_amount;
} material;

layout(location = 0) in vec2 v_weave_code_at;
layout(location = 1) in vec3 v_world_normal;
layout(location = 0) out vec4 out_color;

float wave_code(float x)
{
    return sin(x * 6.2831855);
}

float weave_code(vec2 at)
{
    float result;
    result = 0.5 + 0.25 * (wave_code(at.x) + wave_code(at.y));
    return result;
}

void main()
{
    float height = weave_code(v_weave_code_at);  // libraries.mtlx:18
    float shade = height * normalize(v_world_normal)[1];  // math.weft:64
    vec3 tinted = material.curtain_tint * shade;  // math.weft:64
    vec3 dull = mix(vec3(dot(tinted, vec3(0.2722287, 0.6740818, 0.0536895))), tinted, material.dull_amount);  // adjustment.weft:98
    out_color = vec4(dull, 1.0);
}
--- stderr
