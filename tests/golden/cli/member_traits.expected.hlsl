exit 0
--- stdout
// --- layered.plain.vs.hlsl ---
// layered, vertex stage for the profile plain.
// Made by Weft 0.1.0 from member_traits.weft; changes belong there.

struct VSInput
{
    [[vk::location(0)]] float3 normal : HOST_NORMAL;
    [[vk::location(1)]] float2 uv : HOST_UV;
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
    [[vk::location(1)]] float3 normal : TEXCOORD1;
};

Varyings main(VSInput input)
{
    Varyings output;
    output.uv = input.uv;
    output.normal = input.normal;
    output.clip_position = float4(0.0, 0.0, 0.0, 0.0);
    return output;
}
// --- layered.plain.ps.hlsl ---
// layered, fragment stage for the profile plain.
// Made by Weft 0.1.0 from member_traits.weft; changes belong there.

struct Layer
{
    float3 color;
    float thickness;
    float weight;
};

struct Stack
{
    Layer layers[2];
    float depths[2];
    float3 n;
};

struct StoredLayer
{
    float3 color;
    float thickness;
    float weight;
    float pad0, pad1, pad2;
};

struct StoredStack
{
    StoredLayer layers[2];
    float4 depths[2];
    float3 n;
    float pad0;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_tint : packoffset(c0);
    float material_depth : packoffset(c0.w);
    StoredLayer material_under : packoffset(c1);
};

[[vk::binding(1, 2)]] cbuffer Draw : register(b1, space2)
{
    StoredStack draw_host_stack : packoffset(c0);
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
    [[vk::location(1)]] float3 normal : TEXCOORD1;
};

struct PSOutput
{
    float4 albedo : SV_Target0;
};

Layer make_Layer(float3 color, float thickness, float weight)
{
    Layer made_value;
    made_value.color = color;
    made_value.thickness = thickness;
    made_value.weight = weight;
    return made_value;
}

Stack make_Stack(Layer layers[2], float depths[2], float3 n)
{
    Stack made_value;
    made_value.layers = layers;
    made_value.depths = depths;
    made_value.n = n;
    return made_value;
}

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

Layer choose_struct(bool condition, Layer if_true, Layer if_false)
{
    if (condition) {
        return if_true;
    }
    return if_false;
}

Stack choose_struct(bool condition, Stack if_true, Stack if_false)
{
    if (condition) {
        return if_true;
    }
    return if_false;
}

// IEC 61966-2-1:1999, 5.2. The linear segment extends below 0, where the power has no value and is not chosen.
float3 srgb_to_linear(float3 c)
{
    float3 low = c / 12.92;
    float3 high = pow((c + 0.055) / 1.055, float3(2.4, 2.4, 2.4));
    return float3(c.x <= 0.04045 ? low.x : high.x, c.y <= 0.04045 ? low.y : high.y, c.z <= 0.04045 ? low.z : high.z);
}

// What a leaf gives has what its members declare, on its author's word.
Layer thicker(Layer l, float by)
{
    return make_Layer(l.color, l.thickness * by, l.weight);
}

Layer chosen(Layer a, Layer b, bool by)
{
    return choose_struct(by, a, b);
}

float through_f(Layer l)
{
    return l.thickness * 100.0;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 tint_linear = srgb_to_linear(material_tint);  // member_traits.weft:73
    float depth_metre = material_depth * 0.01;  // member_traits.weft:73
    Layer under = load_Layer(material_under);  // member_traits.weft:74
    Layer stack[2] = { { tint_linear, depth_metre, input.uv.x }, under };  // member_traits.weft:74
    float stack_2[2] = { 1.0, under.thickness };  // member_traits.weft:74
    float3 normal_unit = normalize(input.normal);  // member_traits.weft:74
    Stack stack_3 = load_Stack(draw_host_stack);
    Stack picked = choose_struct(input.uv.x > 0.5, make_Stack(stack, stack_2, normal_unit), stack_3);  // member_traits.weft:75
    Layer l[2] = picked.layers;  // member_traits.weft:76
    Layer l_2 = l[1];  // member_traits.weft:76
    for (int i = 0; i < 3; ++i) {
        l_2 = make_Layer(l_2.color, depth_metre + l_2.thickness, l_2.weight);
    }
    Layer host_top_part[2] = stack_3.layers;  // member_traits.weft:32
    float host_top_part_2[2] = stack_3.depths;  // member_traits.weft:32
    Layer b = thicker(make_Layer(host_top_part[0].color, host_top_part_2[1], 1.0), 2.0);  // member_traits.weft:77
    Layer one = chosen(l_2, b, input.uv.y > 0.5);  // member_traits.weft:77
    float one_thickness_centimetre = one.thickness * 100.0;  // member_traits.weft:46
    float picked_depths_element_centimetre_part[2] = picked.depths;  // member_traits.weft:78
    float picked_depths_element_centimetre = picked_depths_element_centimetre_part[1] * 100.0;  // member_traits.weft:78
    float through_value = through_f(one);  // member_traits.weft:78
    float shade = one_thickness_centimetre + picked_depths_element_centimetre + through_value + picked.n.x;  // member_traits.weft:78
    output.albedo = float4(one.color * shade, 1.0);
    return output;
}
--- stderr
