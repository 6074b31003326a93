#version 450

layout(set = 2, binding = 2, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 0) out vec3 v_normal;

void main()
{
    v_normal = object.normal_to_world * in_normal;
    gl_Position = draw.object_to_clip * vec4(in_position, 1.0);
}
