exit 0
--- stdout
// --- members.lit.vs.hlsl ---
// members, vertex stage for the profile lit.
// Made by Weft 0.1.0 from struct_locals.weft; changes belong there.

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
// --- members.lit.ps.hlsl ---
// members, fragment stage for the profile lit.
// Made by Weft 0.1.0 from struct_locals.weft; changes belong there.

struct Lobe
{
    float3 color;
    float weight;
    float2 spread;
};

struct Varyings
{
    precise float4 clip_position : SV_Position;
    [[vk::location(0)]] float3 position : TEXCOORD0;
};

struct PSOutput
{
    float4 a : SV_Target0;
};

Lobe make_Lobe(float3 color, float weight, float2 spread)
{
    Lobe made_value;
    made_value.color = color;
    made_value.weight = weight;
    made_value.spread = spread;
    return made_value;
}

Lobe choose_struct(bool condition, Lobe if_true, Lobe if_false)
{
    if (condition) {
        return if_true;
    }
    return if_false;
}

// Nobody reads the spread, so `costly` is not called; the branch assigns what is left.
float3 weighted(float3 x)
{
    float3 lobe_color = x * x;
    float lobe_weight = x.x;
    if (x.y > 0.5) {
        lobe_color = sqrt(x);
        lobe_weight = x.z;
    } else {
        lobe_weight *= 2.0;
    }
    for (int i = 0; i < 3; ++i) {
        lobe_color = lobe_color * lobe_color + lobe_weight;
    }
    return lobe_color * lobe_weight;
}

// One choice, of the member that is read.
float3 chosen(float3 x)
{
    return x.x > 0.25 ? sin(x) : cos(x);
}

// All members are read: the struct stays as it is written.
float3 whole(float3 x)
{
    Lobe lobe = { x * x, x.x, x.yz };
    return lobe.color * lobe.weight + lobe.spread.x * lobe.spread.y;
}

// Assigned from itself, or read as a whole: also kept.
float3 swapped(float3 x)
{
    Lobe lobe = { x * x, x.x, x.yz };
    lobe = make_Lobe(lobe.color.zyx, lobe.spread.x, lobe.weight.xx);
    return lobe.color;
}

// The condition of a choice is written once per member, which a name may be.
float3 by_name(float3 x, bool is_low)
{
    float3 lobe_color = is_low ? x * x : sin(x);
    float lobe_weight = is_low ? x.x : x.z;
    return lobe_color * lobe_weight;
}

// A comparison stays in one choice.
float3 by_comparison(float3 x)
{
    Lobe lobe = choose_struct(x.x < x.y * x.z, make_Lobe(x * x, x.x, x.xy), make_Lobe(sin(x), x.z, float2(0.0, 0.0)));
    return lobe.color * lobe.weight;
}

// The head of a loop declares one local.
float3 counted(float3 x)
{
    float3 sum = x;
    for (Lobe lobe = { x, 0.0, x.xy }; lobe.weight < 2.0; lobe.weight += 0.5) {
        sum += lobe.weight * sin(sum);
    }
    return sum;
}

PSOutput main(Varyings input)
{
    PSOutput output;
    float3 first = weighted(input.position);  // struct_locals.weft:85
    float3 second = chosen(first);  // struct_locals.weft:86
    float3 whole_value = whole(second);  // struct_locals.weft:87
    float3 swapped_value = swapped(second);  // struct_locals.weft:87
    float3 by_name_value = by_name(second, second.x > 0.5);  // struct_locals.weft:87
    float3 by_comparison_value = by_comparison(second);  // struct_locals.weft:87
    float3 counted_value = counted(second);  // struct_locals.weft:87
    float3 third = whole_value + swapped_value + by_name_value + by_comparison_value + counted_value;  // struct_locals.weft:87
    output.a = float4(third, third.y * third.z);
    return output;
}
--- stderr
