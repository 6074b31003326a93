// Code of nodes.
float doubled(float x) { return 2.0 * x; }

void twice(float x, out float result)
{
    result = doubled(x);
}

void foreign(float x, out float result)
{
    result = texture(u_map, vec2(x)).x;
}
