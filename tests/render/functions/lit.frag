#version 450
#extension GL_GOOGLE_include_directive : require
// Two materials under the same lighting.

#include "glazed.lit.frag.glsl"
#include "latticework.lit.frag.glsl"

layout(location = 0) in vec3 v_normal;
layout(location = 0) out vec4 color;

void main()
{
    glazed_outputs porcelain;
    evaluate_glazed(glazed_inputs(v_normal, v_normal), porcelain);
    latticework_outputs shell;
    evaluate_latticework(latticework_inputs(1.0, v_normal, v_normal), shell);
    color = vec4(porcelain.color + shell.color, 1.0);
}
