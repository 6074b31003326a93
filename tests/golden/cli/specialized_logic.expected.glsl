exit 0
--- stdout
// --- m.px.vert.glsl ---
#version 450

// m, vertex stage for the profile px.
// Made by Weft 0.1.0 from specialized_logic.weft; changes belong there.


void main()
{
}
// --- m.px.frag.glsl ---
#version 450

// m, fragment stage for the profile px.
// Made by Weft 0.1.0 from specialized_logic.weft; changes belong there.

layout(constant_id = 0) const int k = 3;
layout(constant_id = 1) const bool b = true;

layout(location = 0) out vec4 out_value;

int mixed(int x, bool part)
{
    return int(x > 3 || part);
}

void main()
{
    int x = int(gl_FragCoord.x);  // specialized_logic.weft:15
    int either_part = int(any(bvec2((k & 1) != 0, (k & 4) != 0)));  // specialized_logic.weft:9
    int both_part = int(all(bvec2(b, (k & 2) == 0)));  // specialized_logic.weft:10
    bool mixed_part = (k & 2) == 0;  // specialized_logic.weft:11
    int mixed_value = mixed(x, mixed_part);  // specialized_logic.weft:16
    out_value = vec4(float(either_part + x), float(both_part + x), float(mixed_value), 1.0);
}
--- stderr
