#version 450
#extension GL_GOOGLE_include_directive : require
// Two materials that read a struct of the host.

#include "ma.first.frag.glsl"
#include "mb.second.frag.glsl"

layout(location = 0) in vec2 v_uv;
layout(location = 0) out vec4 color;

void main()
{
    ma_outputs left;
    evaluate_ma(ma_inputs(v_uv), left);
    mb_outputs right;
    evaluate_mb(mb_inputs(v_uv), right);
    color = vec4(left.shade + right.shade, 1.0);
}
