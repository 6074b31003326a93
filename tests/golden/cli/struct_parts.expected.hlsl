exit 0
--- stdout
// --- shares.lit.vs.hlsl ---
// shares, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_parts.weft; changes belong there.

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    column_major float4x4 draw_results_object_to_clip : packoffset(c0);
};

struct VSInput
{
    [[vk::location(0)]] float3 position : POSITION;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

Varyings main(VSInput input)
{
    Varyings output;
    float4 position_clip = mul(draw_results_object_to_clip, float4(input.position, 1.0));  // profiles.weft:26
    output.position = input.position;
    output.clip_position = position_clip;
    return output;
}
// --- shares.lit.ps.hlsl ---
// shares, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_parts.weft; changes belong there.

struct Shares
{
    float3 outside;
    float3 inside;
};

struct StoredShares
{
    float3 outside;
    float pad0;
    float3 inside;
    float pad1;
};

struct Lights
{
    int count;
    float pad0, pad1, pad2;
    float4 direction[16];
    float4 irradiance[16];
};
[[vk::binding(2, 0)]] StructuredBuffer<Lights> lights : register(t2, space0);

[[vk::binding(0, 1)]] cbuffer Material : register(b0, space1)
{
    StoredShares material_veined_shares : packoffset(c0);
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

struct PSOutput
{
    float3 a : SV_Target0;
    float3 b : SV_Target1;
};

Shares make_Shares(float3 outside, float3 inside)
{
    Shares made_value;
    made_value.outside = outside;
    made_value.inside = inside;
    return made_value;
}

Shares load_Shares(StoredShares stored_value)
{
    Shares loaded_value;
    loaded_value.outside = stored_value.outside;
    loaded_value.inside = stored_value.inside;
    return loaded_value;
}

float3 transmitted(float3 c)
{
    return exp2(-c) * sqrt(c + 1.0);
}

Shares shares_of(float3 c)
{
    float3 inside = transmitted(c) * transmitted(c * 0.5);
    return make_Shares(1.0 - inside, inside);
}

float3 split_light(float3 l, Shares shares)
{
    return shares.outside * abs(l.x) + shares.inside * abs(l.y);
}

// The radiance toward the eye: the sum over the host's lights of irradiance times the response of the surface.
float3 sum_lights(Shares split_light_shares_2)
{
    int count = min(lights[0].count, 16);
    float3 total = float3(0.0, 0.0, 0.0);
    for (int i = 0; i < count; ++i) {
        total += lights[0].irradiance[i].xyz * split_light(lights[0].direction[i].xyz, split_light_shares_2);
    }
    return total;
}

float3 veined(float3 p, Shares shares)
{
    return shares.outside * sin(p * p) + shares.inside;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    Shares split_light_shares_2 = shares_of(input.position * input.position);  // struct_parts.weft:31
    float3 a = sum_lights(split_light_shares_2);  // struct_parts.weft:44
    Shares veined_shares = load_Shares(material_veined_shares);  // struct_parts.weft:37
    float3 b = veined(input.position, veined_shares);  // struct_parts.weft:45
    output.a = a;
    output.b = b;
    return output;
}
--- stderr
