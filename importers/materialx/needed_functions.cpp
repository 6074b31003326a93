#include "importers/materialx/needed_functions.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "importers/materialx/leaf_code.h"

namespace weft::materialx {
namespace {

using Overloads = std::map<std::string_view, std::vector<std::size_t>>;

bool have_same_text(const GlslFunction& a, const GlslFunction& b) {
  return a.result == b.result && a.body == b.body && a.prelude == b.prelude &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(), [](const GlslParameter& one, const GlslParameter& other) {
                      return one.type == other.type && one.name == other.name &&
                             one.is_out == other.is_out;
                    });
}

/// The functions that a call may mean, by name.
Overloads overloads_of(const CodeFunctions& functions) {
  Overloads overloads;
  for (std::size_t i = 0; i < functions.all.size(); ++i) {
    const GlslFunction& function = *functions.all[i].function;
    std::vector<std::size_t>& others = overloads[function.name];
    const bool is_there = std::any_of(others.begin(), others.end(), [&](std::size_t other) {
      return have_same_text(*functions.all[other].function, function);
    });
    if (has_known_types(function) && !is_there) {
      others.push_back(i);
    }
  }
  return overloads;
}

}  // namespace

tl::expected<std::set<std::size_t>, std::string> needed_functions(const CodeFunctions& functions,
                                                                  std::size_t first) {
  const Overloads overloads = overloads_of(functions);
  std::set<std::size_t> needed = {first};
  std::vector<std::size_t> left = {first};
  while (!left.empty()) {
    const std::size_t at = left.back();
    left.pop_back();
    const GlslFunction& caller = *functions.all[at].function;
    for (const std::string_view word : words_of(caller.body)) {
      const bool is_parameter =
          std::any_of(caller.parameters.begin(), caller.parameters.end(),
                      [&](const GlslParameter& parameter) { return parameter.name == word; });
      const auto called = overloads.find(word);
      if (is_parameter || called == overloads.end() || called->second.empty()) {
        continue;
      }
      if (called->second.front() < at && called->second.back() > at) {
        return tl::unexpected(
            fmt::format("'{}' stands between the overloads of '{}' that it calls: move it below "
                        "all of them",
                        caller.name, word));
      }
      for (const std::size_t callee : called->second) {
        if (needed.insert(callee).second) {
          left.push_back(callee);
        }
      }
    }
  }
  return needed;
}

}  // namespace weft::materialx
