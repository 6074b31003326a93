#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "live/service/module_compiler.h"

namespace weft::testing {

/// Compiles when it is told to.
class HeldCompiler : public live::ModuleCompiler {
 public:
  void compile(const std::shared_ptr<ModuleMemo>& memo, std::vector<ModuleText> texts) override {
    for (ModuleText& text : texts) {
      tasks.emplace_back(memo, std::move(text));
    }
  }
  void finish() {
    for (const auto& [memo, text] : std::exchange(tasks, {})) {
      compile_into(*memo, text);
    }
  }

  std::vector<std::pair<std::shared_ptr<ModuleMemo>, ModuleText>> tasks;
};

}  // namespace weft::testing
