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
    float orientation;
} object_results;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_tangent;
layout(location = 0) out vec2 v_uv;
layout(location = 1) out vec3 v_normal;
layout(location = 2) out vec4 v_tangent;
layout(location = 3) out vec3 v_to_eye;

// Meshes without tangents have zeros.
vec3 unit_or_zero(vec3 v)
{
    return v * inversesqrt(max(dot(v, v), 1e-36));
}

void main()
{
    v_uv = in_uv;
    v_normal = unit_or_zero(object_results.normal_to_world * in_normal);
    v_tangent.xyz = unit_or_zero(mat3(object.to_world) * in_tangent.xyz);
    v_tangent.w = in_tangent.w * object_results.orientation;
    v_to_eye = view.position - (object.to_world * vec4(in_position, 1.0)).xyz;
    gl_Position = draw.object_to_clip * vec4(in_position, 1.0);
}
