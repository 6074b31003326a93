exit 0
--- stdout
// --- ranged.unlit.vert.glsl ---
#version 450

// ranged, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from folds.weft; changes belong there.

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
// --- ranged.unlit.frag.glsl ---
#version 450

// ranged, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from folds.weft; changes belong there.

struct Range {
    float least;
    float greatest;
};

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 out_albedo;

Range no_range()
{
    return Range(1000000.0, -1000000.0);
}

// The interpolation weight 6t⁵ - 15t⁴ + 10t³, whose first and second derivatives vanish at both ends.
vec2 quintic(vec2 t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

// Hashes two numbers to two uncorrelated ones.
uvec2 pcg2d(uvec2 v)
{
    uvec2 h = v * 1664525u + 1013904223u;
    uint x = h.x + h.y * 1664525u;
    uint y = h.y + x * 1664525u;
    x = x ^ x >> 16u;
    y = y ^ y >> 16u;
    x += y * 1664525u;
    y += x * 1664525u;
    return uvec2(x ^ x >> 16u, y ^ y >> 16u);
}

// The dot product of the corner's gradient, one of eight directions of equal length, with the offset from the corner.
float corner_slope(ivec2 corner, vec2 way)
{
    uint h = pcg2d(uvec2(corner)).x >> 29u;
    float along = (h & 1u) == 0u ? 1.0 : -1.0;
    float across = (h & 2u) == 0u ? 1.0 : -1.0;
    float x = way.x;
    float y = way.y;
    float diagonal = 0.70710677 * (along * x + across * y);
    float chosen = (h & 2u) == 0u ? x : y;
    float axis = along * chosen;
    return (h & 4u) == 0u ? diagonal : axis;
}

// Gradient noise from -1 to 1: smooth, 0 at the corners of cells, 0 on average.
float noise_(vec2 p)
{
    vec2 cell = floor(p);
    vec2 way = p - cell;
    vec2 w = quintic(way);
    ivec2 corner = ivec2(cell);
    float low = mix(corner_slope(corner, way), corner_slope(corner + ivec2(1, 0), way - vec2(1.0, 0.0)), w.x);
    float high = mix(corner_slope(corner + ivec2(0, 1), way - vec2(0.0, 1.0)), corner_slope(corner + ivec2(1, 1), way - vec2(1.0, 1.0)), w.x);
    return 1.4142135 * mix(low, high, w.y);
}

Range widened(Range r, float x)
{
    return Range(min(r.least, x), max(r.greatest, x));
}

Range fold_step(Range value, int index, vec2 uv)
{
    float x = noise_(uv * float(index + 1));
    return widened(value, x);
}

// Iterates a step: value = step(value, 0), then step(value, 1), …. Values of any type.
Range fold(Range initial, int count, vec2 uv)
{
    Range value = initial;
    for (int i = 0; i < count; ++i) {
        value = fold_step(value, i, uv);
    }
    return value;
}

void put(float xs[4], int at, float x, out float put_2[4])
{
    float all_[4] = xs;
    all_[clamp(at, 0, 3)] = x;
    put_2 = all_;
}

void fold_step_2(int index, float value[4], float uv_x, out float fold_step_2[4])
{
    float step_[4];
    put(value, index, float(index) * uv_x, step_);
    fold_step_2 = step_;
}

// Iterates a step: value = step(value, 0), then step(value, 1), …. Values of any type.
void fold_2(float initial[4], int count, float uv_x, out float fold_3[4])
{
    float value[4] = initial;
    for (int i = 0; i < count; ++i) {
        float fold_4[4];
        fold_step_2(i, value, uv_x, fold_4);
        value = fold_4;
    }
    fold_3 = value;
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    Range initial = no_range();  // folds.weft:37
    Range range = fold(initial, 4, v_uv);  // folds.weft:37
    float initial_2[4] = float[4](0.0, 0.0, 0.0, 0.0);  // folds.weft:38
    float steps[4];  // folds.weft:38
    fold_2(initial_2, 4, v_uv.x, steps);  // folds.weft:38
    vec3 albedo_srgb = linear_to_srgb(vec3(range.least, range.greatest, steps[2]));  // folds.weft:39
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // folds.weft:39
    out_albedo = albedo_srgb_opaque;
}
--- stderr
