#include "first.forward.h"
#include "first.unlit.h"

float first() { return first_unlit::Material().paint[0] + 1.0f; }
