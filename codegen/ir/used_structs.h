#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/ir/program.h"

namespace weft {

/// The name of a stored type, with the structs' names in the output: `StoredLight[4]`.
std::string stored_name(const Programs& programs, DataType stored);

/// Collects the structs that a text mentions, with those that their members hold.
class UsedStructs {
 public:
  /// `types` must outlive it.
  explicit UsedStructs(const DataTypeTable& types)
      : types_(types), is_used_(types.struct_count(), false) {}

  void add(DataType type);
  /// Adds the types of the members, as declared and as stored.
  void add(const Block& block);
  /// Adds the types of the locals and expressions.
  void add(const Body& body);
  /// Adds the result, the parameters and the body.
  void add(const Function& function);
  /// Adds main and the functions.
  void add(const Program& program);

  /// In declaration order, so nested structs precede the structs that contain them.
  std::vector<std::uint32_t> indices() const;

 private:
  const DataTypeTable& types_;
  std::vector<bool> is_used_;  // per struct
};

/// Per struct, whether a block holds it that several functions to include share: all of them
/// declare it alike, under the same name.
std::vector<bool> structs_of_host(const Programs& programs);

}  // namespace weft
