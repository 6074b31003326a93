exit 0
--- stdout
// --- equals.lit.vert.glsl ---
#version 450

// equals, vertex stage for the profile lit.
// Made by Weft 0.1.0 from equal_arguments_of_bodies.weft; changes belong there.

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
// Made by Weft 0.1.0 from equal_arguments_of_bodies.weft; changes belong there.

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
    return most * (low - low) + x;
}

// Called in two bodies and by the plan.
vec3 wide(vec3 x, vec3 from)
{
    return normalize(mix(from, from, x) * x);
}

// One call in a body is not like the others.
vec3 tight(vec3 x, vec3 from, vec3 to)
{
    return normalize(x * from + sin(to));
}

// Neither is one call of the plan.
vec3 bent(vec3 x, vec3 from, vec3 to)
{
    return normalize(x - from * cos(to));
}

// The names of its parameters say what the constants mean.
vec3 octaves(vec3 x, float growth, float decay)
{
    return sin(x * growth) * exp2(x * decay);
}

vec3 first(vec3 x, vec3 y)
{
    vec3 sum = 0.25 * x;
    for (int i = 0; i < 3; ++i) {
        sum = spread(sum, y * 2.0) + spread(x, sum);
    }
    return sum + wide(x, y) + tight(y, x, x) + bent(x, y, y) + octaves(x, 2.0, 2.0);
}

vec3 second(vec3 x, vec3 y)
{
    return wide(y, sin(x)) * tight(x, x, y);
}

vec3 given(vec3 x, vec3 y)
{
    return y / (x + y);
}

// Its last two ports are given one value.
vec3 handing(vec3 x, vec3 y)
{
    return given(cos(x), y) * y;
}

void main()
{
    vec3 curve = bowed(v_position);  // equal_arguments_of_bodies.weft:54
    vec3 one = first(v_position, curve);  // equal_arguments_of_bodies.weft:55
    vec3 two = second(one, curve);  // equal_arguments_of_bodies.weft:56
    vec3 three = wide(two, curve);  // equal_arguments_of_bodies.weft:57
    vec3 a = bent(three, v_position, two);  // equal_arguments_of_bodies.weft:58
    vec3 b = handing(one, two);  // equal_arguments_of_bodies.weft:59
    out_a = vec4(a, 1.0);
    out_b = vec4(b, 1.0);
}
--- stderr
