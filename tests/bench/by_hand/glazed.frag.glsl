#version 450

// Porcelain under its environment, as in shaders/materials/glazed.weft. The view comes from the eye, so that it is
// mirrored without being turned around.

layout(set = 0, binding = 0, std140) uniform Frame {
    float time;
    uint index;
    float exposure;
    vec3 environment_ambient;
    float environment_levels;
    vec4 environment_irradiance_sh[9];
} frame;

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 biscuit_linear;
    vec3 glaze_linear;
    vec3 gold_linear;
    float roughness_part;
} material;

layout(set = 0, binding = 5) uniform texture2D environment_map;
layout(set = 0, binding = 6) uniform sampler linear_repeat;

layout(location = 0) in vec4 v_normal_height;
layout(location = 1) in vec3 v_from_eye;
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
    vec3 n = normalize(v_normal_height.xyz);
    vec3 from_eye = normalize(v_from_eye);

    float thickness = smoothstep(-0.75, 0.55, v_normal_height.w);
    float band = smoothstep(0.07, 0.055, abs(v_normal_height.w - 0.12));
    vec3 base = mix(mix(material.biscuit_linear, material.glaze_linear, thickness), material.gold_linear, band);
    float roughness = mix(material.roughness_part, 0.28, band);

    // Karis's fit of the integral of the lobe: of a dielectric, and what gold adds to it.
    float gloss = 1.0 - roughness;
    float facing = clamp(dot(n, from_eye), -1.0, 0.0);
    float a = min(gloss * gloss, exp2(9.28 * facing)) * gloss + (0.0425 - 0.0275 * roughness);
    float scale = 1.04 - 0.572 * roughness - 1.04 * a;
    float dielectric = a * 0.9984 + (0.0016 - 0.00088 * roughness);
    vec3 specular = (base - 0.04) * (band * scale) + dielectric;

    vec3 diffuse = base * ((1.0 - band) * 0.31830987);
    vec3 radiance = diffuse * irradiance(n) + reflected(reflect(from_eye, n), roughness) * specular;
    out_color = vec4(display(radiance * frame.exposure), 1.0);
}
