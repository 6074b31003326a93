exit 0
--- stdout
// --- striped.unlit.vert.glsl ---
#version 450

// striped, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from parameter_arrays.weft; changes belong there.

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
// --- striped.unlit.frag.glsl ---
#version 450

// striped, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from parameter_arrays.weft; changes belong there.

struct Layer {
    vec3 colour;
    float height;
};

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint;
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

float mapped_f(Layer x, int index)
{
    return x.height * float(index + 1);
}

void mapped(Layer xs[3], out float mapped_2[3])
{
    float all_[3] = float[3](0.0, 0.0, 0.0);
    for (int i = 0; i < 3; ++i) {
        all_[i] = mapped_f(xs[i], i);
    }
    mapped_2 = all_;
}

float summed(float xs[3])
{
    float sum = xs[0];
    for (int i = 1; i < 3; ++i) {
        sum += xs[i];
    }
    return sum;
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    vec3 palette[3] = vec3[3](material.tint, vec3(v_uv, 0.0), material.tint);  // parameter_arrays.weft:50
    vec3 value_linear = srgb_to_linear(palette[2]);  // parameter_arrays.weft:54
    Layer layers_part = Layer(vec3(0.5), 1.0);  // parameter_arrays.weft:51
    Layer layers[3] = Layer[3](Layer(material.tint, v_uv.x), layers_part, layers_part);  // parameter_arrays.weft:51
    Layer l = layers[2];  // parameter_arrays.weft:45
    float heights[3];  // parameter_arrays.weft:52
    mapped(layers, heights);  // parameter_arrays.weft:52
    float summed_value = summed(heights);  // parameter_arrays.weft:53
    float bright = layers[0].height + l.height + summed_value;  // parameter_arrays.weft:53
    vec3 albedo = value_linear * bright;  // parameter_arrays.weft:54
    vec3 albedo_srgb = linear_to_srgb(albedo);  // parameter_arrays.weft:54
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // parameter_arrays.weft:54
    out_albedo = albedo_srgb_opaque;
}
--- stderr
