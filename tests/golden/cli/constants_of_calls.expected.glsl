exit 0
--- stdout
// --- constants.lit.vert.glsl ---
#version 450

// constants, vertex stage for the profile lit.
// Made by Weft 0.1.0 from constants_of_calls.weft; changes belong there.

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
// Made by Weft 0.1.0 from constants_of_calls.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    float level;
} material;

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;
layout(location = 1) out vec4 out_b;

// Every call decides the branch.
vec3 shaped_mode_0(vec3 x, float scale)
{
    vec3 y = x;
    y = sin(y * scale);
    return y * scale;
}

// Every call decides the branch.
vec3 shaped_mode_1(vec3 x, float scale)
{
    vec3 y = x;
    y = exp2(y) + cos(y * scale);
    return y * scale;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
vec3 coated_sheen_0_is_clear_false(vec3 x)
{
    vec3 y = x * x + 1.0;
    return y;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
vec3 coated_sheen_0_is_clear_true(vec3 x)
{
    vec3 y = x * x + 1.0;
    y = sqrt(y);
    return y;
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
vec3 coated_is_clear_false(vec3 x, float sheen)
{
    vec3 y = x * x + 1.0;
    return y + sheen * pow(y, vec3(5.0));
}

// Without a sheen half of it is gone; the calls that have one keep the whole.
vec3 coated(vec3 x, float sheen)
{
    vec3 y = x * x + 1.0;
    y = sqrt(y);
    return y + sheen * pow(y, vec3(5.0));
}

// One addition is not worth another function.
vec3 lifted(vec3 x, float by)
{
    return normalize(x * 2.0 + by);
}

// A fraction is not for names.
float bent(float x)
{
    return sin(x * x) + 0.25;
}

// A fraction is not for names.
float bent_2(float x)
{
    return exp2(x * x) * cos(x + 0.75);
}

// A fraction is not for names.
float bent_3(float x, float amount)
{
    return amount < 0.5 ? sin(x * x) + amount : exp2(x * x) * cos(x + amount);
}

void main()
{
    vec3 first = shaped_mode_0(v_position, material.level);  // constants_of_calls.weft:46
    vec3 second = shaped_mode_1(first, material.level);  // constants_of_calls.weft:47
    vec3 third = shaped_mode_1(second, 0.5);  // constants_of_calls.weft:48
    vec3 plain = coated_sheen_0_is_clear_false(third);  // constants_of_calls.weft:49
    vec3 clear = coated_sheen_0_is_clear_true(plain);  // constants_of_calls.weft:50
    vec3 woven = coated_is_clear_false(clear, material.level);  // constants_of_calls.weft:51
    vec3 silky = coated(woven, 0.5);  // constants_of_calls.weft:52
    vec3 low = lifted(silky, 0.0);  // constants_of_calls.weft:53
    vec3 high = lifted(low, material.level);  // constants_of_calls.weft:54
    float a = bent(v_position.x);  // constants_of_calls.weft:55
    float bent_value = bent_2(v_position.y);  // constants_of_calls.weft:56
    float bent_value_2 = bent_3(v_position.z, material.level);  // constants_of_calls.weft:56
    out_a = vec4(high, a);
    out_b = vec4(high, bent_value + bent_value_2);
}
--- stderr
