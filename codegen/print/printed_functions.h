#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codegen/ir/helper_key.h"
#include "codegen/ir/program.h"
#include "codegen/print/line_origins.h"

namespace weft {

/// The names of a struct in a text, and of the functions that make its values.
struct StructNames {
  std::uint32_t index = 0;  ///< in Programs::types
  std::string name;
  std::string maker;
  std::string loader;
  std::vector<std::string> members;
  friend bool operator==(const StructNames&, const StructNames&) = default;
};

/// What a function's text mentions besides what its body in the library says.
struct MentionedNames {
  std::string function;
  std::vector<std::string> callees;  ///< per call in the body
  std::vector<StructNames> structs;
  friend bool operator==(const MentionedNames&, const MentionedNames&) = default;
};

/// Whether the function's text has these names in a program.
bool mentions(const Programs& programs, const Program& program, const Function& function,
              const MentionedNames& names);
/// The names that the function's text has. O(size of the body).
MentionedNames mentioned_names(const Programs& programs, const Program& program,
                               const Function& function);

/// The text of a function with a Function::library_body, with its documentation.
struct PrintedFunction {
  MentionedNames names;
  std::string text;
  std::vector<LineMarks::Place> places;  ///< counted from the beginning of `text`
  std::vector<HelperKey> helpers;        ///< that its raised body calls, in order
};

/// The functions that were printed for a library. Thread-safe.
class PrintedFunctions {
 public:
  /// The last text of that body in a language, or null. Its names may differ.
  std::shared_ptr<const PrintedFunction> find(const Body& body, std::string_view language);
  void add(const Body& body, std::string_view language, PrintedFunction printed);

 private:
  using Key = std::pair<const Body*, std::string>;
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  std::mutex mutex_;
  std::unordered_map<Key, std::shared_ptr<const PrintedFunction>, Hash> known_;  // lookups only
};

}  // namespace weft
