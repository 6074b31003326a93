#pragma once

// Float functions that the standard library lacks, or has with other semantics than operations.h.
// Every operation rounds to binary32.

namespace weft::interpreter {

float radians(float degrees);
float degrees(float radians);
float inverse_sqrt(float x);
float round_half_even(float x);
float fract(float x);
float minimum(float a, float b);
float maximum(float a, float b);
float clamp(float x, float low, float high);
float sign(float x);
float power(float x, float y);
float floored_mod(float x, float y);
float truncated_mod(float x, float y);
float mix(float x, float y, float a);
float smooth_step(float low, float high, float x);

/// Applies a standard library function in double and rounds once.
template <typename Function>
float in_double(Function function, float x) {
  return static_cast<float>(function(static_cast<double>(x)));
}

}  // namespace weft::interpreter
