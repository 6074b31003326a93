// Includes no shader.

float first();
float second();

int main() { return first() + second() > 0.0f ? 0 : 1; }
