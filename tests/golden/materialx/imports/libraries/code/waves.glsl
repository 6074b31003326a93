float wave(float x)
{
    return sin(x * 6.2831853);
}
