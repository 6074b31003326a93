exit 0
--- stdout
// --- readers.lit.vert.glsl ---
#version 450

// readers, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_readers.weft; changes belong there.

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
// --- readers.lit.frag.glsl ---
#version 450

// readers, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_readers.weft; changes belong there.

struct Waves {
    vec3 rise;
    vec3 slope;
    float foam;
};

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;
layout(location = 1) out vec4 out_b;

// The plan calls it, and a leaf that is given the struct reads one member.
Waves near(vec3 p, float q)
{
    return Waves(sin(p * q), vec3(0.0), 0.0);
}

vec3 risen(Waves at, vec3 p)
{
    return at.rise * at.rise.y + p;
}

// Two bodies call it, and read two members.
Waves far(vec3 p, float q)
{
    vec3 s = sin(p * 0.25);
    return Waves(s * q, cos(p), 0.0);
}

vec3 moved(vec3 p, float q)
{
    Waves at = far(p, q);
    if (p.y > 0.5) {
        at = far(p.yzx, 2.0 * q);
    }
    return at.rise + far(p, q * q).slope;
}

vec3 rough(vec3 p, float q)
{
    return far(p, q).slope * q;
}

float foam_on(vec3 p, float q)
{
    float sum = 0.0;
    for (int i = 0; i < 8; ++i) {
        sum += sin(p.x * float(i) + q);
    }
    return sum;
}

// Another body reads it as a whole.
Waves swell(vec3 p, float q)
{
    return Waves(exp2(p), exp2(-p), foam_on(p, q));
}

float foam_of(Waves at)
{
    return at.foam;
}

vec3 swollen(vec3 p, float q)
{
    Waves at = swell(p, q);
    return at.rise * foam_of(at);
}

void main()
{
    float step_ = exp2(v_position.y);  // struct_readers.weft:64
    Waves at = near(v_position, step_);  // struct_readers.weft:65
    vec3 one = risen(at, v_position);  // struct_readers.weft:65
    vec3 two = moved(one, step_);  // struct_readers.weft:66
    vec3 a = rough(two, step_);  // struct_readers.weft:67
    vec3 b = swollen(two, step_);  // struct_readers.weft:68
    out_a = vec4(a, 1.0);
    out_b = vec4(b, 1.0);
}
--- stderr
