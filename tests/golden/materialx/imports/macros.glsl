#define HALF(x) (0.5 * (x))
void f(float x, out float result) { result = HALF(x); }
