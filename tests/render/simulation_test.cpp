// Simulations: states that one dispatch hands to the next, in both languages, against loops over
// arrays that are written here.

#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/render/simulated.h"
#include "tests/support/catch.h"

namespace weft::testing::simulation_test {

namespace {

using Field = std::vector<double>;

}  // namespace

}  // namespace weft::testing::simulation_test
