exit 0
--- stdout
// --- m.lit.vert.glsl ---
#version 450

// m, vertex stage for the profile lit.
// Made by Weft 0.1.0 from large_buffers.weft; changes belong there.

layout(set = 2, binding = 3, std140) uniform DrawResults {
    mat4 object_to_clip;
} draw_results;

layout(location = 0) in vec3 in_position;
invariant gl_Position;
precise gl_Position;

void main()
{
    vec4 position_clip = draw_results.object_to_clip * vec4(in_position, 1.0);  // profiles.weft:26
    gl_Position = position_clip;
}
// --- m.lit.frag.glsl ---
#version 450

// m, fragment stage for the profile lit.
// Made by Weft 0.1.0 from large_buffers.weft; changes belong there.

struct Falloff {
    float near;
    int steps[3];
};

struct Lamp {
    vec3 position;
    vec3 color;
    mat3 turn;
    Falloff falloff;
    bool on;
};

struct StoredFalloff {
    float near;
    float pad0, pad1, pad2;
    ivec4 steps[3];
};

struct StoredLamp {
    vec3 position;
    float pad0;
    vec3 color;
    float pad1;
    mat3x4 turn;
    StoredFalloff falloff;
    uint on;
    float pad2, pad3, pad4;
};

layout(set = 0, binding = 2, std430) readonly buffer Lamps {
    StoredLamp each[40];
    StoredLamp sun;
    int count;
    float pad0, pad1, pad2;
    vec4 weights[6];
    vec4 gains[40];
    mat3x4 turn;
    ivec3 offset;
    float pad3;
} lamps;

layout(location = 0) out vec3 out_glow;

Falloff load_Falloff(StoredFalloff stored_value)
{
    Falloff loaded_value;
    loaded_value.near = stored_value.near;
    for (int loaded_element = 0; loaded_element < 3; ++loaded_element) {
        loaded_value.steps[loaded_element] = stored_value.steps[loaded_element].x;
    }
    return loaded_value;
}

Lamp load_Lamp(StoredLamp stored_value)
{
    Lamp loaded_value;
    loaded_value.position = stored_value.position;
    loaded_value.color = stored_value.color;
    loaded_value.turn = mat3(stored_value.turn);
    loaded_value.falloff = load_Falloff(stored_value.falloff);
    loaded_value.on = stored_value.on != 0u;
    return loaded_value;
}

float reached(Lamp lamp, float x)
{
    return lamp.on ? x * lamp.falloff.near : float(lamp.falloff.steps[1]);
}

vec3 glow(float x)
{
    vec3 sum = vec3(0.0);
    int count = min(lamps.count, 40);
    for (int i = 0; i < count; ++i) {
        float gain = lamps.gains[i].x * float(lamps.each[i].falloff.steps[1].x);
        sum += mat3(lamps.each[i].turn) * lamps.each[i].color * gain * reached(load_Lamp(lamps.each[i]), x);
    }
    return sum + mat3(lamps.turn) * lamps.sun.color * (float(lamps.offset.y) * x);
}

float total(vec4 w[6], float upto)
{
    float sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += float(i) < upto ? w[i].y : w[i].x;
    }
    return sum;
}

void main()
{
    vec3 glow_value = glow(gl_FragCoord.x);  // large_buffers.weft:58
    vec4 weights[6] = lamps.weights;
    float total_value = total(weights, gl_FragCoord.x);  // large_buffers.weft:58
    vec3 glow_2 = glow_value + total_value;  // large_buffers.weft:58
    out_glow = glow_2;
}
--- stderr
