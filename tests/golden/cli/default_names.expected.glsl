exit 0
--- stdout
// --- m.flat.vert.glsl ---
#version 450

// m, vertex stage for the profile flat.
// Made by Weft 0.1.0 from default_names.weft; changes belong there.

layout(push_constant, std140) uniform Object {
    mat4 to_clip;
} object;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec2 in_uv;
layout(location = 0) out vec2 v_uv;

void main()
{
    vec4 position_clip = object.to_clip * vec4(in_position, 1.0);  // default_names.weft:73
    v_uv = in_uv;
    gl_Position = position_clip;
}
// --- m.flat.frag.glsl ---
#version 450

// m, fragment stage for the profile flat.
// Made by Weft 0.1.0 from default_names.weft; changes belong there.

struct Pair {
    float a;
    float b;
};

layout(location = 0) in vec2 v_uv;
layout(location = 0) out float out_color;

float by_constant(float x)
{
    return x;
}

float by_intrinsic(float x)
{
    return x;
}

float by_struct(Pair x)
{
    return x.b;
}

Pair make(float x)
{
    return Pair(x, x * 3.0);
}

float by_member(float x)
{
    return x;
}

float by_feature(float x)
{
    return x;
}

float twice(float x)
{
    return x * 2.0;
}

float by_leaf(float x)
{
    return x;
}

float nested(float x)
{
    return x;
}

float generic(float x, float by)
{
    return x * by;
}

float locals(float x, vec2 surface_uv)
{
    float twice_2 = 7.0 + x;
    float sin_ = 5.0 + x;
    float PI = 1.0 + x;
    float make_2 = 2.0 + x;
    float by_leaf_2 = 9.0 + x;
    float by_intrinsic_2 = by_intrinsic(sin(0.5));
    float twice_3 = twice(0.25);
    float sum = by_constant(3.1415927) + by_intrinsic_2 + by_struct(Pair(0.5, 2.0)) + by_member(make(0.5).b) + by_feature(surface_uv.x) + nested(by_leaf(twice_3) + by_intrinsic_2) + generic(x, twice_3);
    return sum + twice_2 + sin_ + PI + make_2 + by_leaf_2;
}

float ports(float twice_2, float sin_, float Pair_2, float PI, float make_2, float by_intrinsic_2, vec2 surface_uv)
{
    float by_leaf_2 = by_leaf(twice(0.25));
    float sum = by_leaf_2 + by_constant(3.1415927) + by_struct(Pair(0.5, 2.0)) + by_member(make(0.5).b) + by_feature(surface_uv.x) + nested(by_leaf_2 + by_intrinsic(sin(0.5)));
    return sum + twice_2 + sin_ + Pair_2 + PI + make_2 + by_intrinsic_2;
}

float types(float a)
{
    return a * by_struct(Pair(0.5, 2.0)) * by_leaf(twice(0.25));
}

float loop(float x)
{
    float sum = x;
    for (int twice_2 = 0; twice_2 < 3; ++twice_2) {
        sum += by_leaf(twice(0.25)) * float(twice_2);
    }
    return sum;
}

void main()
{
    float locals_value = locals(v_uv.x, v_uv);  // default_names.weft:65
    float ports_value = ports(v_uv.x, v_uv.y, 3.0, 4.0, 5.0, 6.0, v_uv);  // default_names.weft:65
    float all_ = locals_value + ports_value + 9.0;  // default_names.weft:65
    float types_value = types(v_uv.x);  // default_names.weft:66
    float loop_value = loop(v_uv.y);  // default_names.weft:66
    float color = all_ + types_value + loop_value + (0.97942555 + v_uv.x + 2.0);  // default_names.weft:66
    out_color = color;
}
--- stderr
