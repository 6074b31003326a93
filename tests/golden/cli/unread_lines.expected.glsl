exit 0
--- stdout
// --- unread.lit.vert.glsl ---
#version 450

// unread, vertex stage for the profile lit.
// Made by Weft 0.1.0 from unread_lines.weft; changes belong there.

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
// --- unread.lit.frag.glsl ---
#version 450

// unread, fragment stage for the profile lit.
// Made by Weft 0.1.0 from unread_lines.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    float bend;
    int steps;
} material;

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;

vec3 shaped(vec3 p, float by)
{
    return sin(p * by) + cos(p);
}

// Called with one value for `n` and `m`, it does not read `extra`.
vec3 layered(vec3 base)
{
    vec3 sum = sin(base);
    return sum * base;
}

vec3 shaped_2(vec3 p, float by, vec3 part)
{
    return sin(p * by) + part;
}

vec3 summed_of(float at, vec3 first, vec3 shaped_part)
{
    vec3 base = shaped_2(first, at, shaped_part);
    return layered(base);
}

vec3 summed(vec3 first, vec3 shaped_part)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        sum += summed_of(float(i), first, shaped_part);
    }
    return sum;
}

void main()
{
    vec3 kept = shaped(v_position, 0.5);  // unread_lines.weft:34
    vec3 first = layered(kept);  // unread_lines.weft:35
    vec3 shaped_part = cos(first);  // unread_lines.weft:19
    vec3 a = summed(first, shaped_part);  // unread_lines.weft:36
    out_a = vec4(a, 1.0);
}
--- stderr
