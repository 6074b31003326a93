exit 0
--- stdout
// --- equals.lit.vert.glsl ---
#version 450

// equals, vertex stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments.weft; changes belong there.

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
// --- equals.lit.frag.glsl ---
#version 450

// equals, fragment stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    float level;
    int steps;
} material;

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;
layout(location = 1) out vec4 out_b;

vec3 bowed(vec3 x)
{
    return sin(x * x);
}

vec3 spread(vec3 x, vec3 low)
{
    vec3 most = max(low, low * 2.0);
    return mix(low, low, x) * most + (low - low);
}

vec3 wave(vec3 x, vec3 phase)
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        sum += sin(x * float(i) + phase) * exp2(-phase);
    }
    return sum;
}

// Two calls become one.
vec3 beat_two_is_one(vec3 x, vec3 one)
{
    vec3 wave_2 = wave(x, one);
    return wave_2 - 0.5 * wave_2;
}

// Two calls become one.
vec3 beat(vec3 x, vec3 one, vec3 two)
{
    return wave(x, one) - 0.5 * wave(x, two);
}

// One call is not like the others, and they would save too little.
vec3 between(vec3 x, vec3 low, vec3 high)
{
    return normalize(x + min(low, high)) * high;
}

// The names of its parameters say what the constants mean; equal numbers are chance.
vec3 octaves(vec3 x, float growth, float decay)
{
    return sin(x * growth) * exp2(x * decay);
}

// Other calls of this one are in a body, so that its function is there anyway.
vec3 faded(vec3 x, vec3 from, vec3 to)
{
    return normalize(mix(from, to, x) * x);
}

// A choice between equal calls is one call; of ints that are equal, all is known.
vec3 either(vec3 x, vec3 one)
{
    vec3 lifted = one;
    return wave(x, lifted) + one;
}

vec3 faded_twice(vec3 x, vec3 to)
{
    return faded(faded(x, x, to), to, x) + faded(to, x, x);
}

void main()
{
    vec3 bent = bowed(v_position);  // equal_arguments.weft:59
    vec3 first = spread(v_position, bent);  // equal_arguments.weft:60
    vec3 second = spread(first, v_position);  // equal_arguments.weft:61
    vec3 third = beat_two_is_one(second, bent);  // equal_arguments.weft:62
    vec3 fourth = beat(third, v_position, bent);  // equal_arguments.weft:63
    vec3 fifth = between(fourth, v_position, v_position);  // equal_arguments.weft:64
    vec3 sixth = between(fifth, bent, bent);  // equal_arguments.weft:65
    vec3 last = between(sixth, v_position, bent);  // equal_arguments.weft:66
    vec3 a = octaves(last, 2.0, 2.0);  // equal_arguments.weft:67
    vec3 x = faded(v_position, bent, bent);  // equal_arguments.weft:68
    vec3 to = either(last, bent);  // equal_arguments.weft:68
    vec3 b = faded_twice(x, to);  // equal_arguments.weft:68
    out_a = vec4(a, material.level);
    out_b = vec4(b, material.level);
}
--- stderr
