exit 0
--- stdout
// --- constants.lit.vert.glsl ---
#version 450

// constants, vertex stage for the profile lit.
// Made by Weft 0.1.0 from constant_arguments.weft; changes belong there.

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
// --- constants.lit.frag.glsl ---
#version 450

// constants, fragment stage for the profile lit.
// Made by Weft 0.1.0 from constant_arguments.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    float level;
} material;

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;
layout(location = 1) out vec4 out_b;

// `weight` is always 1, `bias` always 0, `power` differs, `scale` saves nothing, `mode` decides a branch.
vec3 shaped(vec3 x, float power, float scale)
{
    vec3 y = x;
    y = pow(y, vec3(power));
    return y * scale;
}

// A call of constants is one, and so is what follows; the local that nobody reads any more goes.
vec3 lifted(vec3 x)
{
    return x * 0.875 + 1.125;
}

// Nothing is known of the exponent of one of the calls.
float raised(float x, float to)
{
    return to == 1.0 ? x : pow(x, to);
}

void main()
{
    vec3 first = shaped(v_position, 2.0, 4.0);  // constant_arguments.weft:45
    vec3 second = shaped(first, 3.0, 4.0);  // constant_arguments.weft:46
    vec3 third = lifted(second);  // constant_arguments.weft:47
    float b = raised(v_position.y, material.level);  // constant_arguments.weft:49
    out_a = vec4(third, v_position.x);
    out_b = vec4(third, b);
}
--- stderr
