exit 0
--- stdout
// --- water.simulation.comp.glsl ---
#version 450
#extension GL_EXT_samplerless_texture_functions : require

// water, thread stage for the profile simulation.
// Made by Weft 0.1.0 from simulation.weft; changes belong there.

layout(set = 2, binding = 3, std140) uniform DrawResults {
    float wave_step_next_velocity_part;
    float wave_step_next_velocity_part_2;
} draw_results;

layout(push_constant, std140) uniform Simulation {
    uint starts;
    float delta;
} simulation;

layout(local_size_x = 8, local_size_y = 8, local_size_z = 1) in;
layout(set = 3, binding = 0, rgba8) writeonly uniform image2D color_image;
layout(set = 3, binding = 9, r32f) writeonly uniform image2D height_after;
layout(set = 3, binding = 11, r32f) writeonly uniform image2D velocity_after;
layout(set = 3, binding = 8) uniform texture2D height_before;
layout(set = 3, binding = 10) uniform texture2D velocity_before;

// With the sign of x; 0 where y is 0.
int remainder_int(int x, int y)
{
    return y == 0 || y == -1 ? 0 : x - y * (x / (y == 0 || y == -1 ? 1 : y));
}

ivec3 remainder_int(ivec3 x, ivec3 y)
{
    return ivec3(remainder_int(x.x, y.x), remainder_int(x.y, y.y), remainder_int(x.z, y.z));
}

// The state as the last step left it, at the place of a thread.
float previous_height(ivec3 at)
{
    return texelFetch(height_before, at.xy, 0).x;
}

// The state as the last step left it, at the place of a thread.
float previous_velocity(ivec3 at)
{
    return texelFetch(velocity_before, at.xy, 0).x;
}

float mirrored_field_field(ivec3 thread_id_, ivec3 size)
{
    return previous_height(min(max(thread_id_, 0), size - 1));
}

// A field that is mirrored at its edges, the last element included.
float mirrored_field(ivec3 period, ivec3 thread_id_, ivec3 size)
{
    ivec3 at = remainder_int(thread_id_, period);
    at = remainder_int(at + period, period);
    return mirrored_field_field(min(at, period - 1 - at), size);
}

// The Laplacian of a field in the plane by five elements: exact for polynomials of degree 3.
float laplacian(ivec3 thread_id_, ivec3 size, ivec3 mirrored_field_period)
{
    float sum = mirrored_field(mirrored_field_period, thread_id_ + ivec3(1, 0, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ - ivec3(1, 0, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ + ivec3(0, 1, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ - ivec3(0, 1, 0), size);
    return sum - 4.0 * mirrored_field(mirrored_field_period, thread_id_, size);
}

// One step of waves on shallow water or a membrane, h'' = c² ∇²h - d h', by symplectic Euler: the velocity first, then the
// height by the new velocity, which keeps the energy. `around`: the Laplacian of the height, per element; `speed` c in
// elements per second, for stability below 0.7 / `seconds`; `damping` d per second, 0 for waves that last.
void wave_step(float height, float velocity, float around, float seconds, float next_velocity_part, float next_velocity_part_2, out float next_height, out float next_velocity)
{
    next_velocity = (velocity + next_velocity_part * around) * next_velocity_part_2;
    next_height = height + seconds * next_velocity;
}

float gradient_field(ivec3 thread_id_, ivec3 size, vec3 thread_uvw_part, ivec3 mirrored_field_period, ivec3 thread_last)
{
    ivec3 thread_nearest = min(max(thread_id_, 0), thread_last);
    float height;
    if (simulation.starts != 0u) {
        vec3 thread_uvw = (vec3(thread_nearest) + 0.5) / thread_uvw_part;
        float middle = length(thread_uvw.xy - 0.5);
        height = 0.2 * (1.0 - smoothstep(0.0, 0.1, middle));
    } else {
        float height_2 = previous_height(min(max(thread_nearest, 0), size - 1));
        float velocity = previous_velocity(min(max(thread_nearest, 0), size - 1));
        float around = laplacian(thread_nearest, size, mirrored_field_period);
        float step_next_height;
        float step_next_velocity;
        wave_step(height_2, velocity, around, simulation.delta, draw_results.wave_step_next_velocity_part, draw_results.wave_step_next_velocity_part_2, step_next_height, step_next_velocity);
        height = step_next_height;
    }
    return height;
}

// How a field changes from element to element along x and y: central differences, exact for polynomials of degree 2.
vec2 gradient(ivec3 thread_id_, ivec3 size, vec3 thread_uvw_part, ivec3 mirrored_field_period, ivec3 thread_last)
{
    float right = gradient_field(thread_id_ + ivec3(1, 0, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float left = gradient_field(thread_id_ - ivec3(1, 0, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float below = gradient_field(thread_id_ + ivec3(0, 1, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float above = gradient_field(thread_id_ - ivec3(0, 1, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    return 0.5 * vec2(right - left, below - above);
}

vec3 linear_to_srgb(vec3 c)
{
    vec3 low = c * 12.92;
    vec3 high = 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}

void main()
{
    ivec3 thread_id = ivec3(gl_GlobalInvocationID);
    ivec3 output_size = ivec3(imageSize(color_image), 1);
    if (any(greaterThanEqual(thread_id, output_size))) {
        return;
    }
    vec4 out_color;
    float out_height;
    float out_velocity;
    bool starts = simulation.starts != 0u;
    vec3 thread_uvw_part = vec3(output_size);  // core.weft:108
    float height = previous_height(thread_id);  // simulation.weft:47
    float velocity = previous_velocity(thread_id);  // simulation.weft:47
    ivec3 mirrored_field_period = 2 * output_size;  // simulation.weft:19
    float around = laplacian(thread_id, output_size, mirrored_field_period);  // simulation.weft:48
    float step_next_height;  // simulation.weft:48
    float step_next_velocity;  // simulation.weft:48
    wave_step(height, velocity, around, simulation.delta, draw_results.wave_step_next_velocity_part, draw_results.wave_step_next_velocity_part_2, step_next_height, step_next_velocity);  // simulation.weft:48
    float height_2;  // simulation.weft:49
    if (starts) {
        vec3 thread_uvw = (vec3(thread_id) + 0.5) / thread_uvw_part;
        float middle = length(thread_uvw.xy - 0.5);
        height_2 = 0.2 * (1.0 - smoothstep(0.0, 0.1, middle));
    } else {
        height_2 = step_next_height;
    }
    ivec3 thread_last = output_size - 1;  // core.weft:104
    vec2 slope = gradient(thread_id, output_size, thread_uvw_part, mirrored_field_period, thread_last);  // simulation.weft:52
    vec3 color_srgb = linear_to_srgb(vec3(height_2, slope));  // simulation.weft:53
    vec4 color_srgb_opaque = vec4(color_srgb, 1.0);  // simulation.weft:53
    float velocity_2 = starts ? 0.0 : step_next_velocity;  // simulation.weft:50
    out_color = color_srgb_opaque;
    out_height = height_2;
    out_velocity = velocity_2;
    imageStore(color_image, thread_id.xy, out_color);
    imageStore(height_after, thread_id.xy, vec4(out_height, 0.0, 0.0, 1.0));
    imageStore(velocity_after, thread_id.xy, vec4(out_velocity, 0.0, 0.0, 1.0));
}
--- stderr
