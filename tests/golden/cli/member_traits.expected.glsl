exit 0
--- stdout
// --- layered.plain.vert.glsl ---
#version 450

// layered, vertex stage for the profile plain.
// Made by Weft 0.1.0 from member_traits.weft; changes belong there.

layout(location = 0) in vec3 in_normal;
layout(location = 1) in vec2 in_uv;
layout(location = 0) out vec2 v_uv;
layout(location = 1) out vec3 v_normal;

void main()
{
    v_uv = in_uv;
    v_normal = in_normal;
    gl_Position = vec4(0.0);
}
// --- layered.plain.frag.glsl ---
#version 450

// layered, fragment stage for the profile plain.
// Made by Weft 0.1.0 from member_traits.weft; changes belong there.

struct Layer {
    vec3 color;
    float thickness;
    float weight;
};

struct Stack {
    Layer layers[2];
    float depths[2];
    vec3 n;
};

struct StoredLayer {
    vec3 color;
    float thickness;
    float weight;
    float pad0, pad1, pad2;
};

struct StoredStack {
    StoredLayer layers[2];
    vec4 depths[2];
    vec3 n;
    float pad0;
};

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint;
    float depth;
    StoredLayer under;
} material;

layout(set = 2, binding = 1, std140) uniform Draw {
    StoredStack host_stack;
} draw;

layout(location = 0) in vec2 v_uv;
layout(location = 1) in vec3 v_normal;
layout(location = 0) out vec4 out_albedo;

Layer load_Layer(StoredLayer stored_value)
{
    Layer loaded_value;
    loaded_value.color = stored_value.color;
    loaded_value.thickness = stored_value.thickness;
    loaded_value.weight = stored_value.weight;
    return loaded_value;
}

Stack load_Stack(StoredStack stored_value)
{
    Stack loaded_value;
    for (int loaded_element = 0; loaded_element < 2; ++loaded_element) {
        loaded_value.layers[loaded_element] = load_Layer(stored_value.layers[loaded_element]);
    }
    for (int loaded_element = 0; loaded_element < 2; ++loaded_element) {
        loaded_value.depths[loaded_element] = stored_value.depths[loaded_element].x;
    }
    loaded_value.n = stored_value.n;
    return loaded_value;
}

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
vec3 srgb_to_linear(vec3 c)
{
    vec3 low = c / 12.92;
    vec3 high = pow((c + 0.055) / 1.055, vec3(2.4));
    return mix(high, low, lessThanEqual(c, vec3(0.04045)));
}

// What a leaf gives has what its members declare, on its author's word.
Layer thicker(Layer l, float by)
{
    return Layer(l.color, l.thickness * by, l.weight);
}

Layer chosen(Layer a, Layer b, bool by)
{
    return by ? a : b;
}

float through_f(Layer l)
{
    return l.thickness * 100.0;
}

void main()
{
    vec3 tint_linear = srgb_to_linear(material.tint);  // member_traits.weft:73
    float depth_metre = material.depth * 0.01;  // member_traits.weft:73
    Layer under = load_Layer(material.under);  // member_traits.weft:74
    Layer stack[2] = Layer[2](Layer(tint_linear, depth_metre, v_uv.x), under);  // member_traits.weft:74
    float stack_2[2] = float[2](1.0, under.thickness);  // member_traits.weft:74
    vec3 normal_unit = normalize(v_normal);  // member_traits.weft:74
    Stack stack_3 = load_Stack(draw.host_stack);
    Stack picked = v_uv.x > 0.5 ? Stack(stack, stack_2, normal_unit) : stack_3;  // member_traits.weft:75
    Layer l[2] = picked.layers;  // member_traits.weft:76
    Layer l_2 = l[1];  // member_traits.weft:76
    for (int i = 0; i < 3; ++i) {
        l_2 = Layer(l_2.color, depth_metre + l_2.thickness, l_2.weight);
    }
    Layer host_top_part[2] = stack_3.layers;  // member_traits.weft:32
    float host_top_part_2[2] = stack_3.depths;  // member_traits.weft:32
    Layer b = thicker(Layer(host_top_part[0].color, host_top_part_2[1], 1.0), 2.0);  // member_traits.weft:77
    Layer one = chosen(l_2, b, v_uv.y > 0.5);  // member_traits.weft:77
    float one_thickness_centimetre = one.thickness * 100.0;  // member_traits.weft:46
    float picked_depths_element_centimetre_part[2] = picked.depths;  // member_traits.weft:78
    float picked_depths_element_centimetre = picked_depths_element_centimetre_part[1] * 100.0;  // member_traits.weft:78
    float through_value = through_f(one);  // member_traits.weft:78
    float shade = one_thickness_centimetre + picked_depths_element_centimetre + through_value + picked.n.x;  // member_traits.weft:78
    out_albedo = vec4(one.color * shade, 1.0);
}
--- stderr
