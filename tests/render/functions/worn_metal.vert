#version 450
#extension GL_GOOGLE_include_directive : require
// A handwritten vertex shader: Weft computes the position, this shader chooses the varyings.

#include "worn_metal.functions.vert.glsl"

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec4 tangent;
layout(location = 0) out vec3 v_normal;
layout(location = 1) out vec4 v_tangent;
layout(location = 2) out vec2 v_uv;

void main()
{
    worn_metal_vertex_inputs inputs;
    inputs.position = position;
    worn_metal_vertex_outputs outputs;
    evaluate_worn_metal_vertex(inputs, outputs);
    gl_Position = outputs.position;
    v_normal = normal;
    v_tangent = tangent;
    v_uv = uv;
}
