exit 0
--- stdout
// --- members.lit.vert.glsl ---
#version 450

// members, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_locals.weft; changes belong there.

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
// --- members.lit.frag.glsl ---
#version 450

// members, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_locals.weft; changes belong there.

struct Lobe {
    vec3 color;
    float weight;
    vec2 spread;
};

layout(location = 0) in vec3 v_position;
layout(location = 0) out vec4 out_a;

// Nobody reads the spread, so `costly` is not called; the branch assigns what is left.
vec3 weighted(vec3 x)
{
    vec3 lobe_color = x * x;
    float lobe_weight = x.x;
    if (x.y > 0.5) {
        lobe_color = sqrt(x);
        lobe_weight = x.z;
    } else {
        lobe_weight *= 2.0;
    }
    for (int i = 0; i < 3; ++i) {
        lobe_color = lobe_color * lobe_color + lobe_weight;
    }
    return lobe_color * lobe_weight;
}

// One choice, of the member that is read.
vec3 chosen(vec3 x)
{
    return x.x > 0.25 ? sin(x) : cos(x);
}

// All members are read: the struct stays as it is written.
vec3 whole(vec3 x)
{
    Lobe lobe = Lobe(x * x, x.x, x.yz);
    return lobe.color * lobe.weight + lobe.spread.x * lobe.spread.y;
}

// Assigned from itself, or read as a whole: also kept.
vec3 swapped(vec3 x)
{
    Lobe lobe = Lobe(x * x, x.x, x.yz);
    lobe = Lobe(lobe.color.zyx, lobe.spread.x, vec2(lobe.weight));
    return lobe.color;
}

// The condition of a choice is written once per member, which a name may be.
vec3 by_name(vec3 x, bool is_low)
{
    vec3 lobe_color = is_low ? x * x : sin(x);
    float lobe_weight = is_low ? x.x : x.z;
    return lobe_color * lobe_weight;
}

// A comparison stays in one choice.
vec3 by_comparison(vec3 x)
{
    Lobe lobe = x.x < x.y * x.z ? Lobe(x * x, x.x, x.xy) : Lobe(sin(x), x.z, vec2(0.0));
    return lobe.color * lobe.weight;
}

// The head of a loop declares one local.
vec3 counted(vec3 x)
{
    vec3 sum = x;
    for (Lobe lobe = Lobe(x, 0.0, x.xy); lobe.weight < 2.0; lobe.weight += 0.5) {
        sum += lobe.weight * sin(sum);
    }
    return sum;
}

void main()
{
    vec3 first = weighted(v_position);  // struct_locals.weft:85
    vec3 second = chosen(first);  // struct_locals.weft:86
    vec3 whole_value = whole(second);  // struct_locals.weft:87
    vec3 swapped_value = swapped(second);  // struct_locals.weft:87
    vec3 by_name_value = by_name(second, second.x > 0.5);  // struct_locals.weft:87
    vec3 by_comparison_value = by_comparison(second);  // struct_locals.weft:87
    vec3 counted_value = counted(second);  // struct_locals.weft:87
    vec3 third = whole_value + swapped_value + by_name_value + by_comparison_value + counted_value;  // struct_locals.weft:87
    out_a = vec4(third, third.y * third.z);
}
--- stderr
