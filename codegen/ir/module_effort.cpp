#include "codegen/ir/module_effort.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

/// The constants of one program, grouped as in glslang's lists.
class ConstantCount {
 public:
  void add(const Body& body) {
    for (const BodyExpr& expr : body.exprs) {
      if (expr.op == Operation::Literal) {
        meet(scalars_[static_cast<std::size_t>(expr.type.scalar_kind())], expr.payload);
      } else if (expr.op == Operation::Construct && expr.type.is_vector()) {
        add_vector(body, expr);
      }
    }
  }

  ModuleEffort result() const {
    ModuleEffort effort{vectors_.size(), comparisons_};
    for (const auto& known : scalars_) {
      effort.constants += known.size();
    }
    return effort;
  }

 private:
  template <typename Known, typename Key>
  void meet(Known& known, const Key& key) {
    const std::size_t before = known.size();
    comparisons_ += known.try_emplace(key, before).first->second;
  }

  void add_vector(const Body& body, const BodyExpr& expr) {
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(expr.type.scalar_kind())};
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      const BodyExpr& argument = body.exprs[body.argument(expr, i)];
      if (argument.op != Operation::Literal) {
        return;
      }
      key.push_back(argument.payload);
    }
    meet(vectors_, key);
  }

  /// Per scalar kind, a constant's position in its list, by its bits. Lookups only.
  std::array<std::unordered_map<std::uint32_t, std::size_t>, 4> scalars_;
  std::map<std::vector<std::uint32_t>, std::size_t> vectors_;
  std::uint64_t comparisons_ = 0;
};

/// 30012 is `30,012`.
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, 1, ',');
  }
  return text;
}

}  // namespace

ModuleEffort effort_of(const Program& program) {
  ConstantCount count;
  for (const Function& function : program.functions) {
    count.add(function.body);
  }
  count.add(program.main);
  return count.result();
}

std::optional<Diagnostic> slow_module_note(std::string_view module, std::size_t lines,
                                           const ModuleEffort& effort) {
  if (effort.comparisons <= most_comparisons_unsaid) {
    return std::nullopt;
  }
  Diagnostic note = error(
      Code::SlowModule,
      fmt::format("{} takes long to make: glslang looks up each of its {} different constants "
                  "among those before it",
                  module, with_commas(effort.constants)),
      "-t glsl and -t hlsl alone do without modules; what a texture or a parameter gives is no "
      "constant");
  note.severity = Severity::Note;
  note.notes.push_back(
      {fmt::format("{} lines, {} comparisons", with_commas(lines), with_commas(effort.comparisons)),
       {}});
  return note;
}

}  // namespace weft
