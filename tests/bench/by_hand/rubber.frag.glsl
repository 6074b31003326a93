#version 450

// Striped rubber under lights and its environment, as in shaders/materials/rubber.weft: a dielectric, so Fresnel's term
// is one number.

layout(set = 0, binding = 0, std140) uniform Frame {
    float time;
    uint index;
    float exposure;
    vec3 environment_ambient;
    float environment_levels;
    vec4 environment_irradiance_sh[9];
} frame;

layout(set = 0, binding = 2, std430) readonly buffer Lights {
    int count;
    vec4 direction[16];
    vec4 irradiance[16];
} lights;

layout(set = 1, binding = 0, std140) uniform Material {
    float stripes;
    vec3 dark_linear;
    vec3 bright_linear;
} material;

layout(set = 0, binding = 5) uniform texture2D environment_map;
layout(set = 0, binding = 6) uniform sampler linear_repeat;

layout(location = 0) in vec4 v_normal_stripes;
layout(location = 1) in vec3 v_to_eye;
layout(location = 0) out vec4 out_color;

// Irradiance in spherical harmonics, nested so that every coordinate multiplies once.
vec3 irradiance(vec3 n)
{
    vec3 sum = frame.environment_irradiance_sh[0].xyz;
    sum += n.y * (frame.environment_irradiance_sh[1].xyz + n.x * frame.environment_irradiance_sh[4].xyz + n.z * frame.environment_irradiance_sh[5].xyz);
    sum += n.z * (frame.environment_irradiance_sh[2].xyz + n.x * frame.environment_irradiance_sh[7].xyz);
    sum += n.x * frame.environment_irradiance_sh[3].xyz;
    sum += (3.0 * n.z * n.z - 1.0) * frame.environment_irradiance_sh[6].xyz;
    sum += (n.x * n.x - n.y * n.y) * frame.environment_irradiance_sh[8].xyz;
    return max(sum, 0.0);
}

// The prefiltered map repeats in u, so its seam may lie anywhere.
vec3 reflected(vec3 d, float roughness)
{
    float level = roughness * (frame.environment_levels - 5.0);
    float edge = exp2(ceil(level) - frame.environment_levels + 1.0);
    float u = atan(d.x, d.z) * (-0.5 * 0.31830987);
    float v = clamp(acos(clamp(d.y, -1.0, 1.0)) * 0.31830987, edge, 1.0 - edge);
    return textureLod(sampler2D(environment_map, linear_repeat), vec2(u, v), level).rgb;
}

// Radiance is never negative here. The curve reaches 1 at 7.2417.
vec3 display(vec3 radiance)
{
    vec3 x = min(radiance, 7.2416);
    vec3 c = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    vec3 n = normalize(v_normal_stripes.xyz);
    vec3 v = normalize(v_to_eye);

    float stripe = smoothstep(0.225, 0.275, abs(fract(v_normal_stripes.w) - 0.5));
    vec3 base = mix(material.dark_linear, material.bright_linear, stripe);
    float roughness = mix(0.55, 0.35, stripe);
    vec3 diffuse = base * 0.31830987;

    float alpha = roughness * roughness;  // 0.1225 at least
    float a2 = alpha * alpha;
    float narrow = a2 - 1.0;
    float scale = a2 * (0.5 * 0.31830987);
    float cosine = dot(n, v);
    float nv = max(cosine, 0.0001);
    float masked = nv * alpha;
    float slope = mix(2.0 * nv, 1.0, alpha);

    vec3 radiance = diffuse * irradiance(n);
    // Karis's fit of the integral of the lobe, for a reflectance of 0.04.
    float gloss = 1.0 - roughness;
    float a = min(gloss * gloss, exp2(-9.28 * nv)) * gloss + (0.0425 - 0.0275 * roughness);
    radiance += reflected(reflect(-v, n), roughness) * (a * 0.9984 + (0.0016 - 0.00088 * roughness));

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
        float fresnel = mix(0.04, 1.0, m2 * m2 * m);
        radiance += lights.irradiance[i].xyz * (mix(diffuse, vec3(specular), fresnel) * nl);
    }
    out_color = vec4(display(radiance * frame.exposure), 1.0);
}
