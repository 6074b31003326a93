#include "codegen/native_fault.h"

#include <algorithm>

namespace weft {
namespace {

// Replaces the native body by a stub with the same signature.
void silence(const Library& library, Function& function) {
  function.natives.clear();
  std::vector<BodyStmtId> statements;
  for (std::size_t i = 0; i < function.results.size(); ++i) {
    function.body.locals.push_back({library.fragments[*function.fragment].name, function.results[i],
                                    static_cast<std::uint32_t>(i)});
    function.local_names.push_back("result_" + std::to_string(i));
  }
  if (function.results.empty()) {
    const auto local = static_cast<std::uint32_t>(function.body.locals.size());
    function.body.locals.push_back(
        {library.fragments[*function.fragment].name, function.result, std::nullopt});
    function.local_names.emplace_back("nothing");
    const BodyExprId value = function.body.add(Operation::Local, function.result, local, {}, {});
    statements.push_back(function.body.add({DeclareBody{local, std::nullopt}}));
    statements.push_back(function.body.add({ReturnBody{value}}));
  }
  function.body.root = function.body.add({BlockBody{std::move(statements)}});
}

// The program with the native code of one leaf only, or of none.
Program with_native_of(const Library& library, const Program& program,
                       std::optional<FragmentId> kept) {
  Program result = program;
  for (Function& function : result.functions) {
    if (!function.natives.empty() && function.fragment != kept) {
      silence(library, function);
    }
  }
  return result;
}

}  // namespace

std::optional<FragmentId> find_native_at_fault(
    const Library& library, const Plan& plan, const Programs& programs, const Program& program,
    const TargetLanguage& language, const std::function<bool(const StageText&)>& accepts) {
  std::vector<FragmentId> natives;
  for (const Function& function : program.functions) {
    if (!function.natives.empty() &&
        std::find(natives.begin(), natives.end(), function.fragment) == natives.end()) {
      natives.push_back(*function.fragment);
    }
  }
  const auto is_accepted = [&](std::optional<FragmentId> kept) {
    const Program tried = with_native_of(library, program, kept);
    return accepts(print_stage(library, plan, programs, tried, language));
  };
  if (natives.empty() || !is_accepted(std::nullopt)) {
    return std::nullopt;
  }
  const auto at_fault = std::find_if(natives.begin(), natives.end(),
                                     [&](FragmentId native) { return !is_accepted(native); });
  // Each is accepted alone, so they clash with each other; report the last.
  return at_fault == natives.end() ? natives.back() : *at_fault;
}

}  // namespace weft
