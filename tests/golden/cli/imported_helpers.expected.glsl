exit 0
--- stdout
// --- imported_helpers.forward.vert.glsl ---
#version 450

// imported_helpers, vertex stage for the profile forward.
// Made by Weft 0.1.0 from imported_helpers.weft; changes belong there.

layout(set = 2, binding = 2, std140) uniform ObjectResults {
    mat3 normal_to_world;
} object_results;

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 0) out vec3 v_normal_world;
layout(location = 1) out vec2 v_uv;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    vec3 normal_world = object_results.normal_to_world * in_normal;  // closures.weft:225
    v_normal_world = normal_world;
    v_uv = in_uv;
    gl_Position = position_clip;
}
// --- imported_helpers.forward.frag.glsl ---
#version 450

// imported_helpers, fragment stage for the profile forward.
// Made by Weft 0.1.0 from imported_helpers.weft; changes belong there.

struct Wear {
    float dust;
    float rust;
};

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
    float pad0, pad1, pad2;
    vec4 direction[16];
    vec4 irradiance[16];
} lights;

layout(set = 1, binding = 0, std140) uniform Material {
    vec3 tint_linear;
} material;

layout(location = 0) in vec3 v_normal_world;
layout(location = 1) in vec2 v_uv;
layout(location = 0) out vec4 out_color;

// The interpolation weight 6t⁵ - 15t⁴ + 10t³, whose first and second derivatives vanish at both ends.
vec2 quintic(vec2 t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

// Hashes two numbers to two uncorrelated ones.
uvec2 pcg2d(uvec2 v)
{
    uvec2 h = v * 1664525u + 1013904223u;
    uint x = h.x + h.y * 1664525u;
    uint y = h.y + x * 1664525u;
    x = x ^ x >> 16u;
    y = y ^ y >> 16u;
    x += y * 1664525u;
    y += x * 1664525u;
    return uvec2(x ^ x >> 16u, y ^ y >> 16u);
}

// The dot product of the corner's gradient, one of eight directions of equal length, with the offset from the corner.
float corner_slope(ivec2 corner, vec2 way)
{
    uint h = pcg2d(uvec2(corner)).x >> 29u;
    float along = (h & 1u) == 0u ? 1.0 : -1.0;
    float across = (h & 2u) == 0u ? 1.0 : -1.0;
    float x = way.x;
    float y = way.y;
    float diagonal = 0.70710677 * (along * x + across * y);
    float chosen = (h & 2u) == 0u ? x : y;
    float axis = along * chosen;
    return (h & 4u) == 0u ? diagonal : axis;
}

// Gradient noise from -1 to 1: smooth, 0 at the corners of cells, 0 on average.
float noise_(vec2 p)
{
    vec2 cell = floor(p);
    vec2 way = p - cell;
    vec2 w = quintic(way);
    ivec2 corner = ivec2(cell);
    float low = mix(corner_slope(corner, way), corner_slope(corner + ivec2(1, 0), way - vec2(1.0, 0.0)), w.x);
    float high = mix(corner_slope(corner + ivec2(0, 1), way - vec2(0.0, 1.0)), corner_slope(corner + ivec2(1, 1), way - vec2(1.0, 1.0)), w.x);
    return 1.4142135 * mix(low, high, w.y);
}

Wear scaled(Wear a, float by)
{
    return Wear(a.dust * by, a.rust * by);
}

Wear add(Wear a, Wear b)
{
    return Wear(max(a.dust, b.dust), a.rust + b.rust);
}

float scaled_2(float a, float by)
{
    return a * by;
}

// A matt surface (J. H. Lambert, 1760).
vec3 lambert(vec3 n, vec3 l, vec3 diffuse)
{
    return diffuse * clamp(dot(n, l), 0.0, 1.0);
}

// The radiance toward the eye: the sum over the host's lights of irradiance times the response of the surface.
vec3 sum_lights(vec3 normal_world_unit, vec3 lambert_diffuse)
{
    int count = min(lights.count, 16);
    vec3 total = vec3(0.0);
    for (int i = 0; i < count; ++i) {
        total += lights.irradiance[i].xyz * lambert(normal_world_unit, lights.direction[i].xyz, lambert_diffuse);
    }
    return total;
}

// Ramamoorthi and Hanrahan, An Efficient Representation for Irradiance Environment Maps, SIGGRAPH 2001. The sum is
// nested: each coordinate multiplies once.
vec3 environment_irradiance(vec3 n)
{
    vec3 sum = frame.environment_irradiance_sh[0].xyz;
    sum += n.y * (frame.environment_irradiance_sh[1].xyz + n.x * frame.environment_irradiance_sh[4].xyz + n.z * frame.environment_irradiance_sh[5].xyz);
    sum += n.z * (frame.environment_irradiance_sh[2].xyz + n.x * frame.environment_irradiance_sh[7].xyz);
    sum += n.x * frame.environment_irradiance_sh[3].xyz;
    sum += (3.0 * n.z * n.z - 1.0) * frame.environment_irradiance_sh[6].xyz;
    sum += (n.x * n.x - n.y * n.y) * frame.environment_irradiance_sh[8].xyz;
    return max(sum, 0.0);
}

// The radiance of a matt surface under an irradiance.
vec3 diffuse_radiance(vec3 base, vec3 irradiance)
{
    vec3 diffuse = base * 0.31830987;
    return diffuse * irradiance;
}

// Exposure and the fit of the ACES filmic curve by K. Narkowicz (2016), which maps radiance to 0...1. It reaches 1 at
// 7.2417.
vec3 expose(vec3 c)
{
    vec3 x = clamp(c * frame.exposure, 0.0, 7.2416);
    return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    vec3 normal_world_unit = normalize(v_normal_world);  // closures.weft:225
    float a = noise_(v_uv);  // imported_helpers.weft:32
    Wear a_2 = scaled(Wear(a, v_uv.x), 0.5);  // generic_sums.weft:6
    Wear b = scaled(Wear(0.25, v_uv.y), 0.25);  // generic_sums.weft:6
    Wear worn = add(a_2, b);  // generic_sums.weft:6
    float scaled_value = scaled_2(worn.dust, 0.5);  // generic_sums.weft:6
    float scaled_value_2 = scaled_2(worn.rust, 0.25);  // generic_sums.weft:6
    vec3 base = mix(material.tint_linear, vec3(0.014443844), scaled_value + scaled_value_2);  // imported_helpers.weft:33
    vec3 lambert_diffuse = base * 0.31830987;  // bsdf.weft:47
    vec3 sum_lights_value = sum_lights(normal_world_unit, lambert_diffuse);  // closures.weft:25
    vec3 irradiance = environment_irradiance(normal_world_unit);  // closures.weft:230
    vec3 diffuse_radiance_value = diffuse_radiance(base, irradiance);  // closures.weft:230
    vec3 color = sum_lights_value + diffuse_radiance_value;  // closures.weft:25
    vec3 display_color = expose(color);  // imported_helpers.weft:33
    vec3 display_color_srgb = linear_to_srgb(display_color);  // imported_helpers.weft:33
    vec4 display_color_srgb_opaque = vec4(display_color_srgb, 1.0);  // imported_helpers.weft:33
    out_color = display_color_srgb_opaque;
}
--- stderr
