#version 450

layout(set = 1, binding = 0, std140) uniform Material {
    float height;
} material;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 0) out vec3 v_normal;
layout(location = 1) out vec2 v_phase;

void main()
{
    v_normal = in_normal;
    v_phase = vec2(9.0, 3.0) * in_position.xy;
    float raised = material.height * sin(v_phase.x + 1.4 * sin(v_phase.y));
    gl_Position = draw.object_to_clip * vec4(in_position + in_normal * raised, 1.0);
}
