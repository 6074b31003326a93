#version 450

// Displaced sand, as in shaders/materials/dunes.weft. The waves do not depend on z, so the slope has two components, and
// the vertices scale the coordinates. The normal's slope is measured over 0.001 m, as `displaced_normal` does.

layout(set = 0, binding = 0, std140) uniform Frame {
    float time;
    uint index;
    float exposure;
} frame;

layout(set = 0, binding = 2, std430) readonly buffer Lights {
    int count;
    vec4 direction[16];
    vec4 irradiance[16];
} lights;

layout(set = 0, binding = 3, std140) uniform FrameResults {
    vec3 ambient_response_ambient;
} frame_results;

layout(set = 1, binding = 0, std140) uniform Material {
    float height;
    vec3 shade_linear;
    vec3 sand_linear;
    float base_part;
} material;

layout(set = 2, binding = 2, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object_results;

layout(location = 0) in vec3 v_normal;
layout(location = 1) in vec2 v_phase;
layout(location = 0) out vec4 out_color;

// Radiance is never negative here. The curve reaches 1 at 7.2417.
vec3 display(vec3 radiance)
{
    vec3 x = min(radiance, 7.2416);
    vec3 c = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    float bend = 1.4 * sin(v_phase.y);
    float wave = sin(v_phase.x + bend);
    float along_x = sin(v_phase.x + bend + 9.0 * 0.001);
    float along_y = sin(v_phase.x + 1.4 * sin(v_phase.y + 3.0 * 0.001));
    vec3 slope = vec3(vec2(along_x, along_y) - wave, 0.0) * (material.height * 1000.0);

    vec3 flat_normal = normalize(v_normal);
    vec3 bent = flat_normal * (1.0 + dot(slope, flat_normal)) - slope;
    vec3 n = normalize(object_results.normal_to_world * bent);

    float raised = material.height * wave / material.base_part;
    vec3 base = mix(material.shade_linear, material.sand_linear, smoothstep(-1.2, 0.4, raised));

    // The base is a factor of every light.
    vec3 irradiance = vec3(0.0);
    int count = min(lights.count, 16);
    for (int i = 0; i < count; ++i) {
        irradiance += lights.irradiance[i].xyz * max(dot(n, lights.direction[i].xyz), 0.0);
    }
    vec3 radiance = base * (irradiance * 0.31830987) + (base + 0.04) * frame_results.ambient_response_ambient;
    out_color = vec4(display(radiance * frame.exposure), 1.0);
}
