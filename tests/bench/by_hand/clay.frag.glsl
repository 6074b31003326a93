#version 450

// Lambert's law for the first light, as in shaders/materials/clay.weft.

layout(set = 0, binding = 0, std140) uniform Frame {
    float time;
    uint index;
    float exposure;
} frame;

layout(set = 0, binding = 2, std430) readonly buffer Lights {
    int count;
    vec4 direction[16];
} lights;

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 lambert_facing;
} material;

layout(location = 0) in vec3 v_normal;
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
    float cosine = max(dot(normalize(v_normal), lights.direction[0].xyz), 0.0);
    out_color = vec4(display(material.lambert_facing * (cosine * frame.exposure)), 1.0);
}
