exit 0
--- stdout
// --- shown.unlit.vert.glsl ---
#version 450

// shown, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from adapted_functions.weft; changes belong there.

layout(set = 0, binding = 1, std140) uniform View {
    mat4 from_world;
    mat4 to_clip;
    vec3 position;
} view;

layout(set = 2, binding = 0, std140) uniform Object {
    mat4 to_world;
} object;

layout(location = 0) in vec3 in_position;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec2 v_uv;
invariant gl_Position;
precise gl_Position;

void main()
{
    mat4 object_to_clip = view.to_clip * view.from_world * object.to_world;  // core.weft:53
    vec4 position_clip = object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    v_uv = in_uv;
    gl_Position = position_clip;
}
// --- shown.unlit.frag.glsl ---
#version 450

// shown, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from adapted_functions.weft; changes belong there.

layout(set = 0, binding = 1, std140) uniform View {
    mat4 from_world;
    mat4 to_clip;
    vec3 position;
} view;

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 paint;
    float by;
} material;

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 out_albedo;

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
vec3 srgb_to_linear(vec3 c)
{
    vec3 low = c / 12.92;
    vec3 high = pow((c + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThanEqual(c, vec3(0.04045)));
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

vec3 stored_f(vec3 n, vec3 paint_linear, mat4 view_to_world)
{
    vec3 n_world = mat3(view_to_world) * n;
    vec3 value_srgb = linear_to_srgb(mix(paint_linear, vec3(0.5), n_world.x));
    return srgb_to_linear(value_srgb);
}

vec3 stored(float at, vec3 paint_linear, mat4 view_to_world)
{
    vec3 tinted = at > 0.5 ? stored_f(vec3(0.0, 0.0, 1.0), paint_linear, view_to_world) : stored_f(vec3(0.0, 1.0, 0.0), paint_linear, view_to_world);
    return tinted;
}

float lit_f(vec3 n, float by)
{
    return n.y * by;
}

float lit_f_2(vec3 n, float by, mat4 view_to_world)
{
    vec3 n_world = mat3(view_to_world) * n;
    return n_world.y * by;
}

float lit_(float by, mat4 view_to_world)
{
    float f = by * 2.0;
    float facing = lit_f_2(vec3(0.0, 0.0, 1.0), f, view_to_world);
    float facing_2 = lit_f_2(vec3(0.0, 0.0, 1.0), 0.5, view_to_world);
    float upper = lit_f(vec3(0.0, 1.0, 0.0), 0.25);
    return facing + facing_2 * upper;
}

void main()
{
    vec3 paint_linear = srgb_to_linear(material.paint);  // adapted_functions.weft:33
    mat4 view_to_world = inverse(view.from_world);  // core.weft:32
    vec3 base = stored(v_uv.x, paint_linear, view_to_world);  // adapted_functions.weft:33
    float lit_value = lit_(material.by, view_to_world);  // adapted_functions.weft:34
    vec3 albedo = base * lit_value;  // adapted_functions.weft:34
    vec3 albedo_srgb = linear_to_srgb(albedo);  // adapted_functions.weft:34
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // adapted_functions.weft:34
    out_albedo = albedo_srgb_opaque;
}
--- stderr
