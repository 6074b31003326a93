#define HALF 0.5
void f(float x, out float result) { result = HALF * x; }
