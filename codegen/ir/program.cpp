#include "codegen/ir/program.h"

#include <algorithm>

namespace weft {

const NativeText* find_native(const Function& function, std::string_view language) {
  const auto found =
      std::find_if(function.natives.begin(), function.natives.end(),
                   [&](const NativeText& native) { return native.language == language; });
  return found != function.natives.end() ? &*found : nullptr;
}

bool is_of_material(const Block& block) {
  return std::any_of(block.members.begin(), block.members.end(),
                     [](const BlockMember& member) { return member.source.parameter.has_value(); });
}

void renumber_calls(Program& program, const std::vector<std::uint32_t>& positions) {
  const auto renumber = [&](Body& body) {
    for (BodyExpr& expr : body.exprs) {
      if (expr.op == Operation::Call) {
        expr.payload = positions[expr.payload];
      }
    }
  };
  renumber(program.main);
  for (Function& function : program.functions) {
    renumber(function.body);
  }
}

std::vector<const Program*> Programs::stages() const {
  std::vector<const Program*> all;
  const auto& functions = interface.functions;
  const bool has_vertices =
      !functions || !(*functions)[static_cast<std::size_t>(Stage::Vertex)].outputs.empty();
  if (!thread && has_vertices) {
    all.push_back(&vertex);
  }
  for (const std::optional<Program>* program : {&fragment, &thread}) {
    if (program->has_value()) {
      all.push_back(&**program);
    }
  }
  return all;
}

}  // namespace weft
