exit 0
--- stdout
// --- layered.unlit.vert.glsl ---
#version 450

// layered, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from unbounded.weft; changes belong there.

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
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec2 v_uv;
layout(location = 1) out vec3 v_normal;
invariant gl_Position;
precise gl_Position;

void main()
{
    mat4 object_to_clip = view.to_clip * view.from_world * object.to_world;  // core.weft:53
    vec4 position_clip = object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    v_uv = in_uv;
    v_normal = in_normal;
    gl_Position = position_clip;
}
// --- layered.unlit.frag.glsl ---
#version 450

// layered, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from unbounded.weft; changes belong there.

struct Layer {
    vec3 colour;
    float height;
};

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint;
} material;

layout(location = 0) in vec2 v_uv;
layout(location = 1) in vec3 v_normal;
layout(location = 0) out vec4 out_albedo;

Layer chosen(Layer first, Layer second, bool by)
{
    return by ? first : second;
}

void kept(float x[2], out float kept_2[2])
{
    float y[2] = x;
    kept_2 = y;
}

void chosen_2(float first[2], float second[2], bool by, out float chosen_3[2])
{
    if (by) {
        chosen_3 = first;
    } else {
        chosen_3 = second;
    }
}

void third_of(float a[2], float b[2], float c[2], out float third_of_2[2])
{
    float all_[3][2];
    all_[0] = a;
    all_[1] = b;
    float kept_2[2];
    kept(c, kept_2);
    float chosen_3[2];
    chosen_2(c, kept_2, false, chosen_3);
    all_[2] = chosen_3;
    third_of_2 = all_[1];
}

float applied_f(Layer x, int index)
{
    return x.height * float(index);
}

uint tag_of(uint tag, Layer x)
{
    return tag + 1u;
}

// A bound on one parameter lists bodies for it; the other one stays open in each.
void tagged(Layer x, uint tag, out Layer value, out uint next)
{
    value = x;
    next = tag_of(tag, x);
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    Layer base = Layer(material.tint, v_uv.x);  // unbounded.weft:69
    bool by = v_uv.y > 0.5;  // unbounded.weft:71
    Layer upper = chosen(base, Layer(v_normal, 1.0), by);  // unbounded.weft:65
    float a[2] = float[2](v_uv.x, 1.0);  // unbounded.weft:72
    float b[2] = float[2](v_uv.y, 2.0);  // unbounded.weft:72
    float c[2] = float[2](0.0, 3.0);  // unbounded.weft:72
    float halves[2];  // unbounded.weft:72
    third_of(a, b, c, halves);  // unbounded.weft:72
    float height = applied_f(upper, 3);  // unbounded.weft:74
    bool differ = base != upper;  // unbounded.weft:75
    Layer marked_value;  // unbounded.weft:76
    uint marked_next;  // unbounded.weft:76
    tagged(upper, 2u, marked_value, marked_next);  // unbounded.weft:76
    vec3 albedo = upper.colour * halves[1] * height + (differ ? 1.0 : 0.0) * float(marked_next);  // unbounded.weft:77
    vec3 albedo_srgb = linear_to_srgb(albedo);  // unbounded.weft:77
    vec4 albedo_srgb_opaque = vec4(albedo_srgb, 1.0);  // unbounded.weft:77
    out_albedo = albedo_srgb_opaque;
}
--- stderr
