#version 450

// Phong's model, as in shaders/materials/skittle.weft. What all lights share is computed before the loop, and the view
// comes from the eye, so that it is mirrored without being turned around.

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
    float shininess;
    vec3 band_linear;
    vec3 lacquer_linear;
    float phong_scale;
} material;

layout(location = 0) in vec4 v_normal_height;
layout(location = 1) in vec3 v_from_eye;
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
    vec3 n = normalize(v_normal_height.xyz);
    vec3 mirrored = reflect(normalize(v_from_eye), n);
    vec3 base = mix(material.band_linear, material.lacquer_linear, smoothstep(0.16, 0.18, abs(v_normal_height.w)));
    vec3 diffuse = base * 0.31830987;
    float shininess = material.shininess;
    float scale = material.phong_scale;

    vec3 radiance = (base + 0.04) * frame_results.ambient_response_ambient;
    int count = min(lights.count, 16);
    for (int i = 0; i < count; ++i) {
        vec3 l = lights.direction[i].xyz;
        float lobe = scale * pow(max(dot(mirrored, l), 0.0), shininess);
        radiance += lights.irradiance[i].xyz * ((diffuse + lobe) * max(dot(n, l), 0.0));
    }
    out_color = vec4(display(radiance * frame.exposure), 1.0);
}
