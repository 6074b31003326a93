// Two materials that read a struct of the host.

#include "ma.first.ps.hlsl"
#include "mb.second.ps.hlsl"

float4 main([[vk::location(0)]] float2 uv : TEXCOORD0) : SV_Target
{
    ma_inputs at_left;
    at_left.uv = uv;
    ma_outputs left;
    evaluate_ma(at_left, left);
    mb_inputs at_right;
    at_right.uv = uv;
    mb_outputs right;
    evaluate_mb(at_right, right);
    return float4(left.shade + right.shade, 1.0);
}
