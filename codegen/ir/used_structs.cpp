#include "codegen/ir/used_structs.h"

namespace weft {

std::string stored_name(const Programs& programs, DataType stored) {
  const DataType element = programs.types.innermost(stored);
  std::string name = element.is_struct() ? programs.struct_names[element.index()]
                                         : std::string(data_type_name(element));
  for (; stored.is_array(); stored = programs.types.array(stored).element) {
    name += '[' + std::to_string(programs.types.array(stored).size) + ']';
  }
  return name;
}

void UsedStructs::add(DataType type) {
  type = types_.innermost(type);
  if (type.is_struct()) {
    is_used_[type.index()] = true;
  }
}

void UsedStructs::add(const Block& block) {
  for (const BlockMember& member : block.members) {
    add(member.stored);
    add(member.type);
  }
}

void UsedStructs::add(const Body& body) {
  for (const BodyLocal& local : body.locals) {
    add(local.type);
  }
  for (const BodyExpr& expr : body.exprs) {
    add(expr.type);
  }
}

void UsedStructs::add(const Function& function) {
  add(function.result);
  for (const FunctionParameter& parameter : function.parameters) {
    add(parameter.type);
  }
  add(function.body);
}

void UsedStructs::add(const Program& program) {
  for (const Function& function : program.functions) {
    add(function);
  }
  add(program.main);
}

std::vector<std::uint32_t> UsedStructs::indices() const {
  UsedStructs all = *this;
  for (std::size_t i = is_used_.size(); i-- > 0;) {
    const DataType type = DataType::structure(static_cast<std::uint32_t>(i));
    for (const StructMember& member : types_.structure(type).members) {
      if (all.is_used_[i]) {
        all.add(member.type);
      }
    }
  }
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < all.is_used_.size(); ++i) {
    if (all.is_used_[i]) {
      indices.push_back(i);
    }
  }
  return indices;
}

std::vector<bool> structs_of_host(const Programs& programs) {
  UsedStructs used(programs.types);
  for (const Block& block : programs.interface.blocks) {
    if (!block.guard.empty()) {
      used.add(block);
    }
  }
  std::vector<bool> is_of_host(programs.types.struct_count(), false);
  for (const std::uint32_t index : used.indices()) {
    is_of_host[index] = true;
  }
  return is_of_host;
}

}  // namespace weft
