#include "codegen/print/stored_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/check.h"

namespace weft {
namespace {

// The stored form of a declared struct.
const StoredStruct& stored_form(const Programs& programs, DataType declared) {
  const auto& structs = programs.interface.stored_structs;
  const auto found = std::find_if(structs.begin(), structs.end(),
                                  [declared](const auto& one) { return one.declared == declared; });
  WEFT_CHECK(found != structs.end(), "a struct that lies in no block");
  return *found;
}

}  // namespace

bool loads_stored(const Programs& programs, DataType type, DataType argument) {
  if (type.is_array()) {
    return argument.is_array() && argument != programs.types.array(type).element;
  }
  const auto& structs = programs.interface.stored_structs;
  return type.is_struct() && argument.is_struct() &&
         std::any_of(structs.begin(), structs.end(), [&](const StoredStruct& one) {
           return one.declared == type && one.stored == argument && type != argument;
         });
}

std::string loaded_text(const Programs& programs, DataType type, DataType stored,
                        const std::string& text, Dialect dialect) {
  if (type == stored) {
    return text;
  }
  if (type.is_struct()) {
    return fmt::format("{}({})", programs.struct_loaders[type.index()], text);
  }
  if (type.is_matrix()) {
    return dialect == Dialect::Glsl ? fmt::format("{}({})", spelled(type, dialect), text)
                                    : fmt::format("({}){}", spelled(type, dialect), text);
  }
  WEFT_CHECK(type.is_scalar_or_vector(), "arrays are loaded by statements");
  const auto components = static_cast<std::size_t>(type.rows());
  const std::string part =
      stored.rows() == type.rows() ? text : text + "." + std::string("xyzw").substr(0, components);
  if (type.scalar_kind() == stored.scalar_kind()) {
    return part;
  }
  return type.is_scalar() ? part + " != 0u" : fmt::format("{}({})", spelled(type, dialect), part);
}

void append_load(std::string& out, const Programs& programs, DataType type, DataType stored,
                 const std::string& target, const std::string& source, int level, Dialect dialect) {
  const auto indent = [&out](int to) { out.append(static_cast<std::size_t>(to) * 4, ' '); };
  std::string indices;
  int depth = 0;
  while (type.is_array() && type != stored) {
    const std::string index =
        "loaded_element" + (depth == 0 ? std::string() : "_" + std::to_string(depth + 1));
    indent(level + depth);
    out += fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{\n", index,
                       programs.types.array(type).size);
    indices += "[" + index + "]";
    type = programs.types.array(type).element;
    stored = programs.types.array(stored).element;
    ++depth;
  }
  indent(level + depth);
  out += fmt::format("{}{} = {};\n", target, indices,
                     loaded_text(programs, type, stored, source + indices, dialect));
  while (depth-- > 0) {
    indent(level + depth);
    out += "}\n";
  }
}

void add_loaders(std::vector<HelperUse>& uses, DataType type, const Programs& programs) {
  type = programs.types.innermost(type);
  if (!type.is_struct() || stored_form(programs, type).stored == type) {
    return;
  }
  for (const StructMember& member : programs.types.structure(type).members) {
    add_loaders(uses, member.type, programs);
  }
  uses.push_back({Helper::LoadStruct, type, 0});
}

std::string loader_function(const Programs& programs, DataType type, Dialect dialect) {
  const StoredStruct& form = stored_form(programs, type);
  const StructType& declared = programs.types.structure(type);
  const StructType& stored = programs.types.structure(form.stored);
  std::string text = fmt::format(
      "{0} {1}({2} stored_value)\n{{\n    {0} loaded_value;\n", programs.struct_names[type.index()],
      programs.struct_loaders[type.index()], programs.struct_names[form.stored.index()]);
  for (std::size_t i = 0; i < form.sources.size(); ++i) {
    if (const auto source = form.sources[i]) {
      append_load(text, programs, declared.members[*source].type, stored.members[i].type,
                  "loaded_value." + programs.member_names[type.index()][*source],
                  "stored_value." + programs.member_names[form.stored.index()][i], 1, dialect);
    }
  }
  return text + "    return loaded_value;\n}\n";
}

}  // namespace weft
