exit 0
--- stdout
// --- graded.unlit.vert.glsl ---
#version 450

// graded, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from array_lengths.weft; changes belong there.

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
// --- graded.unlit.frag.glsl ---
#version 450

// graded, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from array_lengths.weft; changes belong there.

struct Stop {
    vec3 color;
    float at;
};

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 warm;
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

float mean(float xs[4])
{
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += xs[i];
    }
    return sum / 4.0;
}

float mean_2(float xs[3])
{
    float sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum += xs[i];
    }
    return sum / 3.0;
}

// Waves that are computed once for all elements.
void waves(float x, float xs[4], out float all_[4], out int count)
{
    float waves_2 = sin(x) * xs[0];
    float waves_3[4] = float[4](waves_2, waves_2, waves_2, waves_2);
    all_ = waves_3;
    count = 4;
}

void column_sums(float rows[2][3], out float column_sums_2[3])
{
    float sums[3] = float[3](0.0, 0.0, 0.0);
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 3; ++j) {
            sums[j] += rows[i][j];
        }
    }
    column_sums_2 = sums;
}

vec3 mapped_f(Stop x)
{
    return x.color;
}

// What a function makes of each element.
void mapped(Stop xs[2], out vec3 mapped_2[2])
{
    vec3 all_[2] = vec3[2](vec3(0.0), vec3(0.0));
    for (int i = 0; i < 2; ++i) {
        all_[i] = mapped_f(xs[i]);
    }
    mapped_2 = all_;
}

float mapped_f_2(Stop x, int index)
{
    float f = x.at * x.at;
    return f * float(index + 1);
}

// What a function makes of each element.
void mapped_2(Stop xs[2], out float mapped_3[2])
{
    float all_[2] = float[2](0.0, 0.0);
    for (int i = 0; i < 2; ++i) {
        all_[i] = mapped_f_2(xs[i], i);
    }
    mapped_3 = all_;
}

float mean_3(float xs[2])
{
    float sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        sum += xs[i];
    }
    return sum / 2.0;
}

vec3 weighted(vec3 xs[2], float weights[2])
{
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 2; ++i) {
        sum += xs[i] * weights[i];
    }
    return sum / (mean_3(weights) * 2.0);
}

void main()
{
    vec3 warm_linear = srgb_to_linear(material.warm);  // array_lengths.weft:75
    vec3 value_srgb = linear_to_srgb(warm_linear * 0.5);  // array_lengths.weft:75
    vec3 shades[2] = vec3[2](material.warm, value_srgb);  // array_lengths.weft:75
    vec3 value_linear = srgb_to_linear(shades[1]);  // array_lengths.weft:82
    float stops[4] = float[4](0.1, v_uv.x, v_uv.y, 0.9);  // array_lengths.weft:74
    float mean_value = mean(stops);  // array_lengths.weft:80
    float plain[3] = float[3](v_uv.x, v_uv.x, v_uv.x);  // array_lengths.weft:77
    float mean_value_2 = mean_2(plain);  // array_lengths.weft:80
    float wave_all[4];  // array_lengths.weft:78
    int wave_count;  // array_lengths.weft:78
    waves(v_uv.y, stops, wave_all, wave_count);  // array_lengths.weft:78
    float mean_value_3 = mean(wave_all);  // array_lengths.weft:80
    float rows_part[3] = float[3](1.0, 2.0, 3.0);  // array_lengths.weft:79
    float rows[2][3] = float[2][3](plain, rows_part);  // array_lengths.weft:79
    float grid[3];  // array_lengths.weft:79
    column_sums(rows, grid);  // array_lengths.weft:79
    float bright = mean_value + mean_value_2 + mean_value_3 * 4.0 + grid[2];  // array_lengths.weft:80
    Stop few[2] = Stop[2](Stop(material.warm, v_uv.x), Stop(value_srgb, 0.5));  // array_lengths.weft:76
    vec3 xs[2];  // array_lengths.weft:69
    mapped(few, xs);  // array_lengths.weft:69
    float at[2];  // array_lengths.weft:67
    mapped_2(few, at);  // array_lengths.weft:67
    vec3 mixed = weighted(xs, at);  // array_lengths.weft:69
    vec3 albedo = value_linear * bright + mixed;  // array_lengths.weft:82
    vec3 albedo_srgb = linear_to_srgb(albedo);  // array_lengths.weft:82
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // array_lengths.weft:82
    out_albedo = albedo_srgb_opaque;
}
--- stderr
