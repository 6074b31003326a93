#include "second.forward.h"
#include "second.unlit.h"

float second() { return second_unlit::Material().paint[0] + 1.0f; }
