#include "codegen/print/printed_functions.h"

#include <algorithm>

#include "codegen/ir/used_structs.h"
#include "support/hash.h"

namespace weft {
namespace {

StructNames names_of(const Programs& programs, std::uint32_t index) {
  return {index, programs.struct_names[index], programs.struct_makers[index],
          programs.struct_loaders[index], programs.member_names[index]};
}

}  // namespace

bool mentions(const Programs& programs, const Program& program, const Function& function,
              const MentionedNames& names) {
  if (names.function != function.name) {
    return false;
  }
  std::size_t calls = 0;
  for (const BodyExpr& expr : function.body.exprs) {
    if (expr.op == Operation::Call) {
      if (calls == names.callees.size() ||
          names.callees[calls] != program.functions[expr.payload].name) {
        return false;
      }
      ++calls;
    }
  }
  return std::all_of(names.structs.begin(), names.structs.end(),
                     [&](const StructNames& one) { return one == names_of(programs, one.index); });
}

MentionedNames mentioned_names(const Programs& programs, const Program& program,
                               const Function& function) {
  MentionedNames names;
  names.function = function.name;
  for (const BodyExpr& expr : function.body.exprs) {
    if (expr.op == Operation::Call) {
      names.callees.push_back(program.functions[expr.payload].name);
    }
  }
  UsedStructs used(programs.types);
  used.add(function);
  for (const std::uint32_t index : used.indices()) {
    names.structs.push_back(names_of(programs, index));
  }
  return names;
}

std::size_t PrintedFunctions::Hash::operator()(const Key& key) const noexcept {
  return mix_hash(std::hash<const void*>()(key.first), hash_text(key.second));
}

std::shared_ptr<const PrintedFunction> PrintedFunctions::find(const Body& body,
                                                              std::string_view language) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find({&body, std::string(language)});
  return found == known_.end() ? nullptr : found->second;
}

void PrintedFunctions::add(const Body& body, std::string_view language, PrintedFunction printed) {
  auto shared = std::make_shared<const PrintedFunction>(std::move(printed));
  const std::lock_guard lock(mutex_);
  known_[{&body, std::string(language)}] = std::move(shared);
}

}  // namespace weft
