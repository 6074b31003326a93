#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codegen/host/c_names.h"
#include "codegen/host/member_names.h"
#include "codegen/ir/program.h"
#include "codegen/ir/type_order.h"

namespace weft {

/// The prefix of a plain type's functions: `weft_float3`, `weft_int`.
std::string c_stem(DataType type);

/// Converts a value of a plain type to the same number of components of another scalar kind.
std::string c_converted(std::string text, DataType from, Scalar to);
/// Splats a scalar to a plain type of its kind.
std::string c_spread(std::string text, DataType to);

/// The types of one C header, and the functions that C lacks for them. A Weft struct or array
/// becomes a C struct, with functions to make, compare and store it. Definitions are demand-driven:
/// each request for a name registers what it needs, and definitions() prints exactly that, in
/// dependency order.
class CTypes {
 public:
  /// All references must outlive the object.
  CTypes(const Programs& programs, const DataTypeTable& types, const HostMemberNames& members,
         CNames& names)
      : programs_(programs), types_(types), members_(members), names_(names) {}

  /// `float`, `int32_t`, `weft_float3`, `clay_forward_Light`, `clay_forward_float4_array_9`.
  std::string name(DataType type);
  /// The type of a member in a block. The columns of a standalone matrix occupy 16 bytes each.
  std::string stored_name(DataType stored, bool stands_alone);

  /// Makes a struct or array, if requested, a typedef of the existing type `known`.
  void declare(DataType composite, std::string known) { known_[composite] = std::move(known); }

  // Expressions.
  std::string zero(DataType type);
  std::string make(DataType type, const std::string& arguments);
  std::string is_equal(DataType type, const std::string& arguments);
  /// The element of an array rvalue.
  std::string element(DataType array, const std::string& value, const std::string& index);

  /// The statement that writes a value to a block member.
  std::string store(const std::string& to, DataType stored, bool stands_alone,
                    const std::string& from, DataType type);

  /// The definitions of everything requested, types first.
  std::string definitions();
  /// The structs among them, by index, with their names. After definitions().
  std::vector<std::pair<std::uint32_t, std::string>> structs() const;
  /// The arrays among them, with their names. After definitions().
  std::vector<std::pair<DataType, std::string>> arrays() const;

 private:
  enum class Part : std::uint8_t { Zero, Make, Equal, Element };

  const std::string& function(DataType type, Part part);
  const std::string& store_function(DataType stored, DataType type);
  std::vector<DataType> parts_of(DataType type) const;
  std::vector<DataType> in_order() const;
  void define(DataType type);
  void define_function(DataType type, Part part, const std::string& name);
  void define_store(DataType stored, DataType type, const std::string& name);
  std::string plain_store(const std::string& from, DataType stored, bool stands_alone,
                          DataType type);

  const Programs& programs_;
  const DataTypeTable& types_;
  const HostMemberNames& members_;
  CNames& names_;
  const TypeOrder order_{types_};
  std::map<DataType, std::string, TypeOrder> composites_{order_};  // structs and arrays
  std::map<DataType, std::string, TypeOrder> known_{order_};
  std::map<std::pair<DataType, Part>, std::string, TypeOrder> functions_{order_};
  std::map<std::pair<DataType, DataType>, std::string, TypeOrder> stores_{order_};
  std::string out_;
};

}  // namespace weft
