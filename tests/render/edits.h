#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

namespace weft::testing {

/// A change of a material's text: every first string must stand in it exactly once.
using Replacements = std::vector<std::pair<std::string, std::string>>;

/// The text with all replacements made; ends the test where one does not match exactly once.
std::string edited(std::string text, const Replacements& replacements);

/// Replaces whole identifiers outside of comments, strings and imports, and not behind a dot. Ends
/// the test where a name does not occur.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names);

/// The lines between the first line that starts with `first` and the next one after it that starts
/// with `last`, in another order. No line in between may need its neighbours.
std::string shuffled_lines(const std::string& text, const std::string& first,
                           const std::string& last, Random& random);

}  // namespace weft::testing
