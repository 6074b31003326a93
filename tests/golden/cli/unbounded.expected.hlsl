exit 0
--- stdout
// --- layered.unlit.vs.hlsl ---
// layered, vertex stage for the profile unlit.
// Made by Weft 0.1.0 from unbounded.weft; changes belong there.

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
    [[vk::location(2)]] float2 uv : TEXCOORD;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
    [[vk::location(1)]] float3 normal : TEXCOORD1;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4x4 object_to_clip = mul(mul(view_to_clip, view_from_world), object_to_world);  // core.weft:53
    float4 position_clip = mul(object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.uv = input.uv;
    output.normal = input.normal;
    output.clip_position = position_clip;
    return output;
}
// --- layered.unlit.ps.hlsl ---
// layered, fragment stage for the profile unlit.
// Made by Weft 0.1.0 from unbounded.weft; changes belong there.

struct Layer
{
    float3 colour;
    float height;
};

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    float3 material_tint : packoffset(c0);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
    [[vk::location(1)]] float3 normal : TEXCOORD1;
};

struct PSOutput
{
    float4 albedo : SV_Target0;
};

Layer make_Layer(float3 colour, float height)
{
    Layer made_value;
    made_value.colour = colour;
    made_value.height = height;
    return made_value;
}

Layer choose_struct(bool condition, Layer if_true, Layer if_false)
{
    if (condition) {
        return if_true;
    }
    return if_false;
}

bool is_equal(Layer a, Layer b)
{
    return all(a.colour == b.colour) &&
        a.height == b.height;
}

Layer chosen(Layer first, Layer second, bool by)
{
    return choose_struct(by, first, second);
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

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

PSOutput main(Varyings input)
{
    PSOutput output;
    Layer base = { material_tint, input.uv.x };  // unbounded.weft:69
    bool by = input.uv.y > 0.5;  // unbounded.weft:71
    Layer upper = chosen(base, make_Layer(input.normal, 1.0), by);  // unbounded.weft:65
    float a[2] = { input.uv.x, 1.0 };  // unbounded.weft:72
    float b[2] = { input.uv.y, 2.0 };  // unbounded.weft:72
    float c[2] = { 0.0, 3.0 };  // unbounded.weft:72
    float halves[2];  // unbounded.weft:72
    third_of(a, b, c, halves);  // unbounded.weft:72
    float height = applied_f(upper, 3);  // unbounded.weft:74
    bool differ = !is_equal(base, upper);  // unbounded.weft:75
    Layer marked_value;  // unbounded.weft:76
    uint marked_next;  // unbounded.weft:76
    tagged(upper, 2u, marked_value, marked_next);  // unbounded.weft:76
    float3 albedo = upper.colour * halves[1] * height + (differ ? 1.0 : 0.0) * float(marked_next);  // unbounded.weft:77
    float3 albedo_srgb = linear_to_srgb(albedo);  // unbounded.weft:77
    float4 albedo_srgb_opaque = float4(albedo_srgb, 1.0);  // unbounded.weft:77
    output.albedo = albedo_srgb_opaque;
    return output;
}
--- stderr
