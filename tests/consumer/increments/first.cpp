#include "first.forward.h"
#include "first.unlit.h"

float first() { return first_unlit::UniformInputs().paint[0] + 1.0f; }
