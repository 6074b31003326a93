#version 450

layout(set = 0, binding = 1, std140) uniform View {
    mat4 from_world;
    mat4 to_clip;
    vec3 position;
} view;

layout(set = 2, binding = 0, std140) uniform Object {
    mat4 to_world;
} object;

layout(set = 2, binding = 2, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object_results;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 0) out vec4 v_normal_height;  // the height above the middle of the band
layout(location = 1) out vec3 v_from_eye;

void main()
{
    v_normal_height = vec4(object_results.normal_to_world * in_normal, in_position.y - 0.3);
    v_from_eye = (object.to_world * vec4(in_position, 1.0)).xyz - view.position;
    gl_Position = draw.object_to_clip * vec4(in_position, 1.0);
}
