exit 0
--- stdout
// --- measured.unlit.vs.hlsl ---
// measured, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from arrays.weft; changes belong there.

[[vk::binding(1, 0)]] cbuffer View : register(b1, space0)
{
    column_major float4x4 view_from_world : packoffset(c0);
    column_major float4x4 view_to_clip : packoffset(c4);
    float3 view_position : packoffset(c8);
};

[[vk::binding(0, 2)]] cbuffer Object : register(b0, space2)
{
    column_major float4x4 object_to_world : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float3 normal : NORMAL;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4x4 object_to_clip = mul(mul(view_to_clip, view_from_world), object_to_world);  // core.weft:53
    float4 position_clip = mul(object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.normal = input.normal;
    output.clip_position = position_clip;
    return output;
}
// --- measured.unlit.ps.hlsl ---
// measured, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from arrays.weft; changes belong there.

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float material_width : packoffset(c0);
    float material_height : packoffset(c0.y);
    float3 material_tint : packoffset(c1);
};

[[vk::binding(0, 2)]] cbuffer Object : register(b0, space2)
{
    column_major float4x4 object_to_world : packoffset(c0);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 normal : TEXCOORD0;
};

struct PSOutput
{
    float4 albedo : SV_Target0;
};

// By cross products of the columns, which are the rows of the adjugate.
float3x3 inverse(float3x3 m)
{
    float3x3 columns = transpose(m);
    float3 r = cross(columns[1], columns[2]);
    float3 s = cross(columns[2], columns[0]);
    float3 t = cross(columns[0], columns[1]);
    float determinant = dot(columns[0], r);
    return float3x3(r / determinant, s / determinant, t / determinant);
}

float sort_key(float x)
{
    return x;
}

// The elements sorted by ascending key. The sort is stable.
void sort(float xs[3], out float sort_2[3])
{
    float sorted[3] = xs;
    float keys[3] = { 0.0, 0.0, 0.0 };
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
    float made[3] = { 0.0, 0.0, 0.0 };
    for (int i = 0; i < 3; ++i) {
        made[i] = map_f(xs[i]);
    }
    map_2 = made;
}

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
float3 srgb_to_linear(float3 c)
{
    float3 low = c / 12.92;
    float3 high = pow((c + 0.055) / 1.055, float3(2.4, 2.4, 2.4));
    return float3(c.x <= 0.04045 ? low.x : high.x, c.y <= 0.04045 ? low.y : high.y, c.z <= 0.04045 ? low.z : high.z);
}

float3 map_f_2(float x, float3 tint_linear)
{
    return tint_linear * x;
}

// Applies a function to each element.
void map_2(float xs[3], float3 tint_linear, out float3 map_3[3])
{
    float3 made[3] = { (float3)0.0, (float3)0.0, (float3)0.0 };
    for (int i = 0; i < 3; ++i) {
        made[i] = map_f_2(xs[i], tint_linear);
    }
    map_3 = made;
}

int group_key(float3 x)
{
    return x.x > 0.5 ? 1 : 0;
}

// The elements sorted by group. `key` returns the index of an element's group; indices beyond the number of elements are
// clamped. Group g has `counts[g]` elements, in order, starting at `elements[starts[g]]`.
void group(float3 xs[3], out float3 elements[3], out int starts[3], out int counts[3])
{
    int groups[3] = { 0, 0, 0 };
    int sizes[3] = { 0, 0, 0 };
    for (int i = 0; i < 3; ++i) {
        int g = clamp(group_key(xs[i]), 0, 2);
        groups[i] = g;
        ++sizes[g];
    }
    int first[3] = { 0, 0, 0 };
    for (int g = 1; g < 3; ++g) {
        first[g] = first[g - 1] + sizes[g - 1];
    }
    float3 grouped[3] = { (float3)0.0, (float3)0.0, (float3)0.0 };
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
    float made[3] = { 0.0, 0.0, 0.0 };
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
    float passed[3] = { 0.0, 0.0, 0.0 };
    count = 0;
    for (int i = 0; i < 3; ++i) {
        if (any_passes(xs[i], height_metre)) {
            passed[clamp(count, 0, 2)] = xs[i];
            ++count;
        }
    }
    elements = passed;
}

float max_by_key(float3 x)
{
    return x.y;
}

// The element with the largest key, and its index. The first one wins ties.
void max_by(float3 xs[2], out float3 value, out int index)
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

float3x3 inverse_transpose(float4x4 m)
{
    return transpose(inverse((float3x3)m));
}

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float height_metre = material_height * 0.01;  // arrays.weft:30
    float xs[3] = { material_width, height_metre, material_width * 0.25 };  // arrays.weft:30
    float sizes[3];  // arrays.weft:30
    sort(xs, sizes);  // arrays.weft:30
    float areas[3];  // arrays.weft:31
    map(sizes, areas);  // arrays.weft:31
    float3 tint_linear = srgb_to_linear(material_tint);  // arrays.weft:37
    float3 shades[3];  // arrays.weft:37
    map_2(areas, tint_linear, shades);  // arrays.weft:37
    float3 halves_elements[3];  // arrays.weft:38
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
        float width_centimetre = material_width * 100.0;
        albedo_part = last_centimetre / width_centimetre;
    }
    float3 albedo_part_2 = halves_elements[clamp(halves_starts[1], 0, 2)] * albedo_part;  // arrays.weft:40
    float3 normals[2] = { input.normal, input.normal.zyx };  // arrays.weft:35
    float3 value;  // arrays.weft:36
    int index;  // arrays.weft:36
    max_by(normals, value, index);  // arrays.weft:36
    float3x3 object_normal_to_world = inverse_transpose(object_to_world);  // core.weft:50
    float3 up_world = mul(object_normal_to_world, value);  // arrays.weft:36
    float3 albedo = albedo_part_2 * up_world.y;  // arrays.weft:40
    float3 albedo_srgb = linear_to_srgb(albedo);  // arrays.weft:40
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // arrays.weft:40
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
