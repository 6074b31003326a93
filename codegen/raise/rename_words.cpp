#include "codegen/raise/rename_words.h"

#include <string>
#include <unordered_set>

namespace weft {
namespace {

class RenameWords {
 public:
  explicit RenameWords(bool (*is_reserved)(std::string_view)) : is_reserved_(is_reserved) {}

  void add(const std::string& name) { taken_.insert(name); }

  void rename(std::string& name) const {
    if (is_reserved_(name)) {
      do {
        name += '_';
      } while (is_reserved_(name) || taken_.count(name) != 0);
    }
  }

 private:
  bool (*is_reserved_)(std::string_view);
  std::unordered_set<std::string> taken_;  // never iterated
};

template <typename Visit>
void visit_names(Program& program, Visit visit) {
  for (Function& function : program.functions) {
    if (function.natives.empty()) {
      visit(function.name);
      for (FunctionParameter& parameter : function.parameters) {
        visit(parameter.name);
      }
      for (std::string& name : function.local_names) {
        visit(name);
      }
    }
  }
  for (std::string& name : program.local_names) {
    visit(name);
  }
}

}  // namespace

void rename_words(Program& program, bool (*is_reserved)(std::string_view)) {
  RenameWords words(is_reserved);
  visit_names(program, [&](const std::string& name) { words.add(name); });
  visit_names(program, [&](std::string& name) { words.rename(name); });
}

}  // namespace weft
