#version 450
#extension GL_GOOGLE_include_directive : require

#include "latticework.functions.frag.glsl"
#include "latticework.functions.frag.glsl"

layout(location = 0) in vec3 v_normal;
layout(location = 1) in vec3 v_position;
layout(location = 0) out vec4 color;

float gyroid(float x) { return 0.2 + 0.8 * max(x, 0.0); }

void main()
{
    latticework_inputs inputs;
    inputs.face_sign = gl_FrontFacing ? 1.0 : -1.0;
    inputs.normal = v_normal;
    inputs.position = v_position;
    latticework_outputs surface;
    evaluate_latticework(inputs, surface);
    if (!surface.coverage)
        discard;
    color = vec4(surface.albedo * gyroid(dot(surface.normal, normalize(vec3(1.0, 2.0, 3.0)))), 1.0);
}
