exit 0
--- stdout
// --- measured.unlit.vert.glsl ---
#version 450

// measured, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from arrays.weft; changes belong there.

layout(set = 0, binding = 1, std140) uniform View {
    mat4 from_world;
    mat4 to_clip;
    vec3 position;
} view;

layout(set = 2, binding = 0, std140) uniform Object {
    mat4 to_world;
} object;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 0) out vec3 v_normal;
invariant gl_Position;
precise gl_Position;

void main()
{
    mat4 object_to_clip = view.to_clip * view.from_world * object.to_world;  // core.weft:53
    vec4 position_clip = object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    v_normal = in_normal;
    gl_Position = position_clip;
}
// --- measured.unlit.frag.glsl ---
#version 450

// measured, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from arrays.weft; changes belong there.

layout(set = 1, binding = 0, std140) uniform Material {
    float width;
    float height;
    vec3 tint;
} material;

layout(set = 2, binding = 0, std140) uniform Object {
    mat4 to_world;
} object;

layout(location = 0) in vec3 v_normal;
layout(location = 0) out vec4 out_albedo;

float sort_key(float x)
{
    return x;
}

// The elements sorted by ascending key. The sort is stable.
void sort(float xs[3], out float sort_2[3])
{
    float sorted[3] = xs;
    float keys[3] = float[3](0.0, 0.0, 0.0);
    for (int i = 0; i < 3; ++i) {
        keys[i] = sort_key(xs[i]);
    }
    for (int pass_ = 1; pass_ < 3; ++pass_) {
        for (int i = 0; i < 2; ++i) {
            if (keys[i] > keys[i + 1]) {
                float x = sorted[i];
                sorted[i] = sorted[i + 1];
                sorted[i + 1] = x;
                float k = keys[i];
                keys[i] = keys[i + 1];
                keys[i + 1] = k;
            }
        }
    }
    sort_2 = sorted;
}

float map_f(float x)
{
    return x * x;
}

// Applies a function to each element.
void map(float xs[3], out float map_2[3])
{
    float made[3] = float[3](0.0, 0.0, 0.0);
    for (int i = 0; i < 3; ++i) {
        made[i] = map_f(xs[i]);
    }
    map_2 = made;
}

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
vec3 srgb_to_linear(vec3 c)
{
    vec3 low = c / 12.92;
    vec3 high = pow((c + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThanEqual(c, vec3(0.04045)));
}

vec3 map_f_2(float x, vec3 tint_linear)
{
    return tint_linear * x;
}

// Applies a function to each element.
void map_2(float xs[3], vec3 tint_linear, out vec3 map_3[3])
{
    vec3 made[3] = vec3[3](vec3(0.0), vec3(0.0), vec3(0.0));
    for (int i = 0; i < 3; ++i) {
        made[i] = map_f_2(xs[i], tint_linear);
    }
    map_3 = made;
}

int group_key(vec3 x)
{
    return x.x > 0.5 ? 1 : 0;
}

// The elements sorted by group. `key` returns the index of an element's group; indices beyond the number of elements are
// clamped. Group g has `counts[g]` elements, in order, starting at `elements[starts[g]]`.
void group(vec3 xs[3], out vec3 elements[3], out int starts[3], out int counts[3])
{
    int groups[3] = int[3](0, 0, 0);
    int sizes[3] = int[3](0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        int g = clamp(group_key(xs[i]), 0, 2);
        groups[i] = g;
        ++sizes[g];
    }
    int first[3] = int[3](0, 0, 0);
    for (int g = 1; g < 3; ++g) {
        first[g] = first[g - 1] + sizes[g - 1];
    }
    vec3 grouped[3] = vec3[3](vec3(0.0), vec3(0.0), vec3(0.0));
    int next[3] = first;
    for (int i = 0; i < 3; ++i) {
        int g = groups[i];
        grouped[clamp(next[clamp(g, 0, 2)], 0, 2)] = xs[i];
        ++next[clamp(g, 0, 2)];
    }
    elements = grouped;
    starts = first;
    counts = sizes;
}

float map_with_index_f(float x, int index)
{
    return x * float(index);
}

// Applies a function to each element and its index.
void map_with_index(float xs[3], out float map_with_index_2[3])
{
    float made[3] = float[3](0.0, 0.0, 0.0);
    for (int i = 0; i < 3; ++i) {
        made[i] = map_with_index_f(xs[i], i);
    }
    map_with_index_2 = made;
}

bool any_passes(float x, float height_metre)
{
    return x > height_metre;
}

// Whether any element passes.
bool any_(float xs[3], float height_metre)
{
    bool some = false;
    for (int i = 0; i < 3; ++i) {
        some = any_passes(xs[i], height_metre) || some;
    }
    return some;
}

// Whether every element passes.
bool all_(float xs[3], float height_metre)
{
    bool every = true;
    for (int i = 0; i < 3; ++i) {
        every = any_passes(xs[i], height_metre) && every;
    }
    return every;
}

// The elements that pass, in order, and their number. The rest of the array is zero.
void filter_(float xs[3], float height_metre, out float elements[3], out int count)
{
    float passed[3] = float[3](0.0, 0.0, 0.0);
    count = 0;
    for (int i = 0; i < 3; ++i) {
        if (any_passes(xs[i], height_metre)) {
            passed[clamp(count, 0, 2)] = xs[i];
            ++count;
        }
    }
    elements = passed;
}

float max_by_key(vec3 x)
{
    return x.y;
}

// The element with the largest key, and its index. The first one wins ties.
void max_by(vec3 xs[2], out vec3 value, out int index)
{
    value = xs[0];
    index = 0;
    float greatest = max_by_key(xs[0]);
    for (int i = 1; i < 2; ++i) {
        float found = max_by_key(xs[i]);
        if (found > greatest) {
            value = xs[i];
            index = i;
            greatest = found;
        }
    }
}

mat3 inverse_transpose(mat4 m)
{
    return transpose(inverse(mat3(m)));
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    float height_metre = material.height * 0.01;  // arrays.weft:30
    float xs[3] = float[3](material.width, height_metre, material.width * 0.25);  // arrays.weft:30
    float sizes[3];  // arrays.weft:30
    sort(xs, sizes);  // arrays.weft:30
    float areas[3];  // arrays.weft:31
    map(sizes, areas);  // arrays.weft:31
    vec3 tint_linear = srgb_to_linear(material.tint);  // arrays.weft:37
    vec3 shades[3];  // arrays.weft:37
    map_2(areas, tint_linear, shades);  // arrays.weft:37
    vec3 halves_elements[3];  // arrays.weft:38
    int halves_starts[3];  // arrays.weft:38
    int halves_counts[3];  // arrays.weft:38
    group(shades, halves_elements, halves_starts, halves_counts);  // arrays.weft:38
    float steps[3];  // arrays.weft:32
    map_with_index(sizes, steps);  // arrays.weft:32
    bool any_value = any_(steps, height_metre);  // arrays.weft:39
    bool all_value = all_(sizes, height_metre);  // arrays.weft:39
    bool reached = any_value && !all_value;  // arrays.weft:39
    float albedo_part;  // arrays.weft:40
    if (reached) {
        albedo_part = 3.0;
    } else {
        float wide_elements[3];
        int wide_count;
        filter_(sizes, height_metre, wide_elements, wide_count);
        float last_centimetre = wide_elements[clamp(wide_count - 1, 0, 2)] * 100.0;
        float width_centimetre = material.width * 100.0;
        albedo_part = last_centimetre / width_centimetre;
    }
    vec3 albedo_part_2 = halves_elements[clamp(halves_starts[1], 0, 2)] * albedo_part;  // arrays.weft:40
    vec3 normals[2] = vec3[2](v_normal, v_normal.zyx);  // arrays.weft:35
    vec3 value;  // arrays.weft:36
    int index;  // arrays.weft:36
    max_by(normals, value, index);  // arrays.weft:36
    mat3 object_normal_to_world = inverse_transpose(object.to_world);  // core.weft:50
    vec3 up_world = object_normal_to_world * value;  // arrays.weft:36
    vec3 albedo = albedo_part_2 * up_world.y;  // arrays.weft:40
    vec3 albedo_srgb = linear_to_srgb(albedo);  // arrays.weft:40
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // arrays.weft:40
    out_albedo = albedo_srgb_opaque;
}
--- stderr
