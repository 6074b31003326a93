#pragma once

#include <set>
#include <string>
#include <string_view>

namespace weft::materialx {

/// The name as an identifier of Weft: other characters become underscores, reserved words get one.
std::string identifier_of(std::string_view name);

/// Gives names that are unique within one graph or module and hide nothing of Weft's.
class NameGiver {
 public:
  /// The wanted name if it is free, else with a number appended.
  std::string give(std::string_view wanted);

 private:
  std::set<std::string, std::less<>> given_;
};

}  // namespace weft::materialx
