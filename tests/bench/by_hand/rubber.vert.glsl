#version 450

layout(set = 0, binding = 1, std140) uniform View {
    mat4 from_world;
    mat4 to_clip;
    vec3 position;
} view;

layout(set = 1, binding = 0, std140) uniform Material {
    float stripes;
} material;

layout(set = 2, binding = 0, std140) uniform Object {
    mat4 to_world;
} object;

layout(set = 2, binding = 2, std430) readonly buffer Skin {
    mat4 matrices[64];
} skin;

layout(set = 2, binding = 3, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object_results;

layout(set = 2, binding = 4, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 4) in uvec4 in_joints;
layout(location = 5) in vec4 in_weights;
layout(location = 0) out vec4 v_normal_stripes;
layout(location = 1) out vec3 v_to_eye;

void main()
{
    uvec4 j = min(in_joints, 63u);
    mat4 m = skin.matrices[j.x] * in_weights.x + skin.matrices[j.y] * in_weights.y +
             skin.matrices[j.z] * in_weights.z + skin.matrices[j.w] * in_weights.w;
    vec4 position = vec4((m * vec4(in_position, 1.0)).xyz, 1.0);

    // Normals transform by the cofactors; the determinant's sign keeps them outside where a joint mirrors.
    mat3 cofactors = mat3(cross(m[1].xyz, m[2].xyz), cross(m[2].xyz, m[0].xyz), cross(m[0].xyz, m[1].xyz));
    float side = dot(cofactors[2], m[2].xyz) < 0.0 ? -1.0 : 1.0;
    vec3 normal = normalize(cofactors * in_normal) * side;

    v_normal_stripes = vec4(object_results.normal_to_world * normal, in_uv.y * material.stripes);
    v_to_eye = view.position - (object.to_world * position).xyz;
    gl_Position = draw.object_to_clip * position;
}
