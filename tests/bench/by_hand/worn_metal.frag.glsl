#version 450

// Textured metal with a normal map, as in shaders/materials/worn_metal.weft: GGX in the tangent frame of MikkTSpace.

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
    float wear;
    float roughness_scale;
    vec3 paint_linear;
} material;

layout(set = 1, binding = 1) uniform texture2D base_map;
layout(set = 1, binding = 2) uniform texture2D normal_map;
layout(set = 1, binding = 3) uniform texture2D roughness_map;
layout(set = 1, binding = 4) uniform sampler linear_repeat;

layout(location = 0) in vec2 v_uv;
layout(location = 1) in vec3 v_normal;
layout(location = 2) in vec4 v_tangent;
layout(location = 3) in vec3 v_to_eye;
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
    vec3 v = normalize(v_to_eye);
    // Only the direction counts: half of the unpacked normal.
    vec3 local = texture(sampler2D(normal_map, linear_repeat), v_uv).xyz - 0.5;
    vec3 bitangent = v_tangent.w * cross(v_normal, v_tangent.xyz);
    vec3 n = normalize(mat3(v_tangent.xyz, bitangent, v_normal) * local);

    float rough = texture(sampler2D(roughness_map, linear_repeat), v_uv).r;
    float bare = smoothstep(material.wear - 0.2, material.wear, 1.0 - rough);
    vec3 base = mix(material.paint_linear, texture(sampler2D(base_map, linear_repeat), v_uv).rgb, bare);

    float roughness = min(rough * material.roughness_scale, 1.0);
    float alpha = max(roughness * roughness, 0.002);
    float a2 = alpha * alpha;
    float narrow = a2 - 1.0;
    float scale = a2 * (0.5 * 0.31830987);
    float nv = max(dot(n, v), 0.0001);
    float masked = nv * alpha;
    float slope = mix(2.0 * nv, 1.0, alpha);
    vec3 f0 = mix(vec3(0.04), base, bare);
    vec3 matt = base * (1.0 - bare);
    vec3 diffuse = matt * 0.31830987;

    vec3 radiance = (matt + f0) * frame_results.ambient_response_ambient;
    int count = min(lights.count, 16);
    vec3 longer = v * 1.000001;  // light from opposite of the eye leaves a half vector
    for (int i = 0; i < count; ++i) {
        vec3 l = lights.direction[i].xyz;
        vec3 h = normalize(l + longer);
        float nl = max(dot(n, l), 0.0);
        float nh = max(dot(n, h), 0.0);  // n may turn away from the eye
        float d = nh * nh * narrow + 1.0;
        float specular = scale / (d * d * (nl * slope + masked));
        float m = 1.0 - dot(v, h);
        float m2 = m * m;
        vec3 fresnel = mix(f0, vec3(1.0), m2 * m2 * m);
        radiance += lights.irradiance[i].xyz * (mix(diffuse, vec3(specular), fresnel) * nl);
    }
    out_color = vec4(display(radiance * frame.exposure), 1.0);
}
