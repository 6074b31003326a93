exit 0
--- stdout
// --- water.simulation.cs.hlsl ---
// water, thread stage for the profile simulation.
// Made by Weft 0.1.0 from simulation.weft; changes belong there.

[[vk::binding(3, 2)]] cbuffer DrawResults : register(b3, space2)
{
    float draw_results_wave_step_next_velocity_part : packoffset(c0);
    float draw_results_wave_step_next_velocity_part_2 : packoffset(c0.y);
};

[[vk::push_constant]] cbuffer Simulation
{
    uint simulation_starts : packoffset(c0);
    float simulation_delta : packoffset(c0.y);
};

[[vk::binding(0, 3)]] [[vk::image_format("rgba8")]] [[spv::format_rgba8]] RWTexture2D<float4> color_image : register(u0, space3);
[[vk::binding(9, 3)]] [[vk::image_format("r32f")]] [[spv::format_r32f]] RWTexture2D<float> height_after : register(u9, space3);
[[vk::binding(11, 3)]] [[vk::image_format("r32f")]] [[spv::format_r32f]] RWTexture2D<float> velocity_after : register(u11, space3);
[[vk::binding(8, 3)]] Texture2D<float> height_before : register(t8, space3);
[[vk::binding(10, 3)]] Texture2D<float> velocity_before : register(t10, space3);

// With the sign of x; 0 where y is 0.
int remainder_int(int x, int y)
{
    return y == 0 || y == -1 ? 0 : x - y * (x / (y == 0 || y == -1 ? 1 : y));
}

int3 remainder_int(int3 x, int3 y)
{
    return int3(remainder_int(x.x, y.x), remainder_int(x.y, y.y), remainder_int(x.z, y.z));
}

// The state as the last step left it, at the place of a thread.
float previous_height(int3 at)
{
    return height_before.Load(int3(at.xy, 0));
}

// The state as the last step left it, at the place of a thread.
float previous_velocity(int3 at)
{
    return velocity_before.Load(int3(at.xy, 0));
}

float mirrored_field_field(int3 thread_id_, int3 size)
{
    return previous_height(min(max(thread_id_, 0), size - 1));
}

// A field that is mirrored at its edges, the last element included.
float mirrored_field(int3 period, int3 thread_id_, int3 size)
{
    int3 at = remainder_int(thread_id_, period);
    at = remainder_int(at + period, period);
    return mirrored_field_field(min(at, period - 1 - at), size);
}

// The Laplacian of a field in the plane by five elements: exact for polynomials of degree 3.
float laplacian(int3 thread_id_, int3 size, int3 mirrored_field_period)
{
    float sum = mirrored_field(mirrored_field_period, thread_id_ + int3(1, 0, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ - int3(1, 0, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ + int3(0, 1, 0), size);
    sum += mirrored_field(mirrored_field_period, thread_id_ - int3(0, 1, 0), size);
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

float gradient_field(int3 thread_id_, int3 size, float3 thread_uvw_part, int3 mirrored_field_period, int3 thread_last)
{
    int3 thread_nearest = min(max(thread_id_, 0), thread_last);
    float height;
    if (simulation_starts != 0u) {
        float3 thread_uvw = (float3(thread_nearest) + 0.5) / thread_uvw_part;
        float middle = length(thread_uvw.xy - 0.5);
        height = 0.2 * (1.0 - smoothstep(0.0, 0.1, middle));
    } else {
        float height_2 = previous_height(min(max(thread_nearest, 0), size - 1));
        float velocity = previous_velocity(min(max(thread_nearest, 0), size - 1));
        float around = laplacian(thread_nearest, size, mirrored_field_period);
        float step_next_height;
        float step_next_velocity;
        wave_step(height_2, velocity, around, simulation_delta, draw_results_wave_step_next_velocity_part, draw_results_wave_step_next_velocity_part_2, step_next_height, step_next_velocity);
        height = step_next_height;
    }
    return height;
}

// How a field changes from element to element along x and y: central differences, exact for polynomials of degree 2.
float2 gradient(int3 thread_id_, int3 size, float3 thread_uvw_part, int3 mirrored_field_period, int3 thread_last)
{
    float right = gradient_field(thread_id_ + int3(1, 0, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float left = gradient_field(thread_id_ - int3(1, 0, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float below = gradient_field(thread_id_ + int3(0, 1, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    float above = gradient_field(thread_id_ - int3(0, 1, 0), size, thread_uvw_part, mirrored_field_period, thread_last);
    return 0.5 * float2(right - left, below - above);
}

float3 linear_to_srgb(float3 c)
{
    float3 low = c * 12.92;
    float3 high = 1.055 * pow(c, (1.0 / 2.4).xxx) - 0.055;
    return float3(c.x <= 0.0031308 ? low.x : high.x, c.y <= 0.0031308 ? low.y : high.y, c.z <= 0.0031308 ? low.z : high.z);
}

[numthreads(8, 8, 1)]
void main(uint3 dispatched_thread : SV_DispatchThreadID)
{
    int3 thread_id = int3(dispatched_thread);
    uint3 output_extent = uint3(1, 1, 1);
    color_image.GetDimensions(output_extent.x, output_extent.y);
    int3 output_size = int3(output_extent);
    if (any(thread_id >= output_size)) {
        return;
    }
    float4 out_color;
    float out_height;
    float out_velocity;
    bool starts = simulation_starts != 0u;
    float3 thread_uvw_part = float3(output_size);  // core.weft:108
    float height = previous_height(thread_id);  // simulation.weft:47
    float velocity = previous_velocity(thread_id);  // simulation.weft:47
    int3 mirrored_field_period = 2 * output_size;  // simulation.weft:19
    float around = laplacian(thread_id, output_size, mirrored_field_period);  // simulation.weft:48
    float step_next_height;  // simulation.weft:48
    float step_next_velocity;  // simulation.weft:48
    wave_step(height, velocity, around, simulation_delta, draw_results_wave_step_next_velocity_part, draw_results_wave_step_next_velocity_part_2, step_next_height, step_next_velocity);  // simulation.weft:48
    float height_2;  // simulation.weft:49
    if (starts) {
        float3 thread_uvw = (float3(thread_id) + 0.5) / thread_uvw_part;
        float middle = length(thread_uvw.xy - 0.5);
        height_2 = 0.2 * (1.0 - smoothstep(0.0, 0.1, middle));
    } else {
        height_2 = step_next_height;
    }
    int3 thread_last = output_size - 1;  // core.weft:104
    float2 slope = gradient(thread_id, output_size, thread_uvw_part, mirrored_field_period, thread_last);  // simulation.weft:52
    float3 color_srgb = linear_to_srgb(float3(height_2, slope));  // simulation.weft:53
    float4 color_srgb_opaque = float4(color_srgb, 1.0);  // simulation.weft:53
    float velocity_2 = starts ? 0.0 : step_next_velocity;  // simulation.weft:50
    out_color = color_srgb_opaque;
    out_height = height_2;
    out_velocity = velocity_2;
    color_image[thread_id.xy] = out_color;
    height_after[thread_id.xy] = out_height;
    velocity_after[thread_id.xy] = out_velocity;
}
--- stderr
