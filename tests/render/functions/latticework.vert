#version 450
#extension GL_GOOGLE_include_directive : require

#include "latticework.functions.vert.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec3 v_normal;
layout(location = 1) out vec3 v_position;

void main()
{
    latticework_vertex_inputs inputs;
    inputs.position = position;
    latticework_vertex_outputs outputs;
    evaluate_latticework_vertex(inputs, outputs);
    gl_Position = outputs.position;
    v_normal = normal;
    v_position = position;
}
