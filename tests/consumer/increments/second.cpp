#include "second.forward.h"
#include "second.unlit.h"

float second() { return second_unlit::UniformInputs().paint[0] + 1.0f; }
