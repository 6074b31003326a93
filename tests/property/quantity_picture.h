#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/property/quantity_meaning.h"
#include "tests/support/composed.h"

namespace weft::testing::quantities {

/// The numbers of the output `c` of a composed text_of(program), by the interpreter. `constants`:
/// values of additional parameters, the same in each component.
std::vector<double> shown(const Composed& composed, const Program& program,
                          const std::map<std::string, double>& constants = {});

/// Whether numbers in the form that the program demands represent `expected`.
bool shows(const std::vector<double>& numbers, const Program& program, const Quantity& expected);

}  // namespace weft::testing::quantities
