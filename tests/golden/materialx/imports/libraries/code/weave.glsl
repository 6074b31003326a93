#include "waves.glsl"

void mx_weave(vec2 texcoord, float threads, out float result)
{
    vec2 at = texcoord * threads;  // in threads
    result = 0.5 + 0.25 * (wave(at.x) + wave(at.y));
}
