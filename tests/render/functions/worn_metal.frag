#version 450
#extension GL_GOOGLE_include_directive : require
// Handwritten lighting of Weft's surface.

#include "worn_metal.functions.frag.glsl"

layout(location = 0) in vec3 v_normal;
layout(location = 1) in vec4 v_tangent;
layout(location = 2) in vec2 v_uv;
layout(location = 0) out vec4 color;

float blend(float x) { return 0.2 + 0.8 * max(x, 0.0); }

void main()
{
    worn_metal_inputs inputs;
    inputs.normal = v_normal;
    inputs.tangent = v_tangent;
    inputs.uv = v_uv;
    worn_metal_outputs surface;
    evaluate_worn_metal(inputs, surface);
    if (!surface.coverage)
        discard;
    color = vec4(surface.albedo * blend(dot(surface.normal, normalize(vec3(1.0, 2.0, 3.0)))), 1.0);
}
