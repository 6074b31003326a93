#include "fragments/interpreter/float_functions.h"

#include <cmath>
#include <limits>

namespace weft::interpreter {

float radians(float degrees) { return degrees * 0.017453292519943295F; }

float degrees(float radians) { return radians * 57.295779513082321F; }

float inverse_sqrt(float x) {
  return in_double([](double value) { return 1.0 / std::sqrt(value); }, x);
}

float round_half_even(float x) {
  // nearbyint depends on the rounding mode of the thread.
  float below = std::floor(x);
  float rest = x - below;
  if (rest != 0.5F) {
    return rest < 0.5F ? below : std::ceil(x);
  }
  return below * 0.5F == std::floor(below * 0.5F) ? below : std::ceil(x);
}

float fract(float x) { return x - std::floor(x); }

float minimum(float a, float b) {
  if (std::isnan(a)) {
    return b;
  }
  return b < a ? b : a;
}

float maximum(float a, float b) {
  if (std::isnan(a)) {
    return b;
  }
  return a < b ? b : a;
}

float clamp(float x, float low, float high) { return minimum(maximum(x, low), high); }

float sign(float x) {
  if (x > 0.0F) {
    return 1.0F;
  }
  return x < 0.0F ? -1.0F : 0.0F;
}

float power(float x, float y) {
  if (x < 0.0F) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  // fabs turns -0 into +0.
  return static_cast<float>(std::pow(std::fabs(static_cast<double>(x)), static_cast<double>(y)));
}

float floored_mod(float x, float y) {
  float whole = std::floor(x / y);
  float part = y * whole;
  return x - part;
}

float truncated_mod(float x, float y) {
  float whole = std::trunc(x / y);
  float part = y * whole;
  return x - part;
}

float mix(float x, float y, float a) {
  float rest = 1.0F - a;
  float first = x * rest;
  float second = y * a;
  return first + second;
}

float smooth_step(float low, float high, float x) {
  float t = clamp((x - low) / (high - low), 0.0F, 1.0F);
  float square = t * t;
  float slope = 3.0F - 2.0F * t;
  return square * slope;
}

}  // namespace weft::interpreter
