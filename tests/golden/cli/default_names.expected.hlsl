exit 0
--- stdout
// --- m.flat.vs.hlsl ---
// m, vertex stage for the profile flat.
// Made by Weft 0.1.0 from default_names.weft; changes belong there.

[[vk::push_constant]] cbuffer Object
{
    column_major float4x4 object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
    [[vk::location(1)]] float2 uv : TEXCOORD;
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(object_to_clip, float4(input.position, 1.0));  // default_names.weft:73
    output.uv = input.uv;
    output.clip_position = position_clip;
    return output;
}
// --- m.flat.ps.hlsl ---
// m, fragment stage for the profile flat.
// Made by Weft 0.1.0 from default_names.weft; changes belong there.

struct Pair
{
    float a;
    float b;
};

struct Varyings
{
    float4 clip_position : SV_Position;
    [[vk::location(0)]] float2 uv : TEXCOORD0;
};

struct PSOutput
{
    float color : SV_Target0;
};

Pair make_Pair(float a, float b)
{
    Pair made_value;
    made_value.a = a;
    made_value.b = b;
    return made_value;
}

float by_constant(float x)
{
    return x;
}

float by_intrinsic(float x)
{
    return x;
}

float by_struct(Pair x)
{
    return x.b;
}

Pair make(float x)
{
    return make_Pair(x, x * 3.0);
}

float by_member(float x)
{
    return x;
}

float by_feature(float x)
{
    return x;
}

float twice(float x)
{
    return x * 2.0;
}

float by_leaf(float x)
{
    return x;
}

float nested(float x)
{
    return x;
}

float generic(float x, float by)
{
    return x * by;
}

float locals(float x, float2 surface_uv)
{
    float twice_2 = 7.0 + x;
    float sin_ = 5.0 + x;
    float PI = 1.0 + x;
    float make_2 = 2.0 + x;
    float by_leaf_2 = 9.0 + x;
    float by_intrinsic_2 = by_intrinsic(sin(0.5));
    float twice_3 = twice(0.25);
    float sum = by_constant(3.1415927) + by_intrinsic_2 + by_struct(make_Pair(0.5, 2.0)) + by_member(make(0.5).b) + by_feature(surface_uv.x) + nested(by_leaf(twice_3) + by_intrinsic_2) + generic(x, twice_3);
    return sum + twice_2 + sin_ + PI + make_2 + by_leaf_2;
}

float ports(float twice_2, float sin_, float Pair_2, float PI, float make_2, float by_intrinsic_2, float2 surface_uv)
{
    float by_leaf_2 = by_leaf(twice(0.25));
    float sum = by_leaf_2 + by_constant(3.1415927) + by_struct(make_Pair(0.5, 2.0)) + by_member(make(0.5).b) + by_feature(surface_uv.x) + nested(by_leaf_2 + by_intrinsic(sin(0.5)));
    return sum + twice_2 + sin_ + Pair_2 + PI + make_2 + by_intrinsic_2;
}

float types(float a)
{
    return a * by_struct(make_Pair(0.5, 2.0)) * by_leaf(twice(0.25));
}

float loop(float x)
{
    float sum = x;
    for (int twice_2 = 0; twice_2 < 3; ++twice_2) {
        sum += by_leaf(twice(0.25)) * float(twice_2);
    }
    return sum;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float locals_value = locals(input.uv.x, input.uv);  // default_names.weft:65
    float ports_value = ports(input.uv.x, input.uv.y, 3.0, 4.0, 5.0, 6.0, input.uv);  // default_names.weft:65
    float all_ = locals_value + ports_value + 9.0;  // default_names.weft:65
    float types_value = types(input.uv.x);  // default_names.weft:66
    float loop_value = loop(input.uv.y);  // default_names.weft:66
    float color = all_ + types_value + loop_value + (0.97942555 + input.uv.x + 2.0);  // default_names.weft:66
    output.color = color;
    return output;
}
--- stderr
