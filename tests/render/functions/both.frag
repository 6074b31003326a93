#version 450
#extension GL_GOOGLE_include_directive : require
// Two materials in one shader: a shell over worn metal.

#include "latticework.shells.frag.glsl"
#include "worn_metal.functions.frag.glsl"

layout(location = 0) in vec3 v_normal;
layout(location = 1) in vec4 v_tangent;
layout(location = 2) in vec2 v_uv;
layout(location = 0) out vec4 color;

void main()
{
    worn_metal_inputs metal = worn_metal_inputs(v_normal, v_tangent, v_uv);
    worn_metal_outputs surface;
    evaluate_worn_metal(metal, surface);
    latticework_inputs lattice = latticework_inputs(1.0, v_normal, v_normal);
    latticework_outputs shell;
    evaluate_latticework(lattice, shell);
    color = vec4(mix(surface.albedo, shell.albedo, shell.coverage ? 1.0 : 0.0), dot(surface.normal, surface.normal));
}
