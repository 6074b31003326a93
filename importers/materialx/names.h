#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace weft::materialx {

/// The name as an identifier of Weft: other characters become underscores, reserved words get one.
std::string identifier_of(std::string_view name);

/// Whether a value of that name would hide a namespace of features, as `light` does.
bool hides_features(std::string_view name);

/// Gives names that are unique within one graph, leaf or module and hide nothing of Weft's.
class NameGiver {
 public:
  /// The wanted name if it is free, else with a number appended. Amortized constant time.
  std::string give(std::string_view wanted);
  /// Has a name for something else: it is not given.
  void keep(std::string_view name) { given_.emplace(name); }

 private:
  std::unordered_set<std::string> given_;
  std::unordered_map<std::string, int> next_numbers_;  ///< by the identifier that they follow
};

}  // namespace weft::materialx
