#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

namespace weft::testing {

/// A change of a material's text: every first string must occur in it exactly once.
using Replacements = std::vector<std::pair<std::string, std::string>>;

/// Makes all replacements; fails the test if one does not match exactly once.
std::string edited(std::string text, const Replacements& replacements);

/// Replaces whole identifiers outside comments, strings and imports, and not after a dot. Fails the
/// test if a name does not occur.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names);

/// Shuffles the lines between the first line that starts with `first` and the next one that starts
/// with `last`. The lines must not depend on their order.
std::string shuffled_lines(const std::string& text, const std::string& first,
                           const std::string& last, Random& random);

}  // namespace weft::testing
