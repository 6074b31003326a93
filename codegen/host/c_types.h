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

/// What the names of a type's functions begin with: `weft_float3`, `weft_int`. Of plain types.
std::string c_stem(DataType type);

/// A value of a plain type made one of as many components of another kind.
std::string c_converted(std::string text, DataType from, Scalar to);
/// A scalar in every place of a plain type of its kind.
std::string c_spread(std::string text, DataType to);

/// The types of one header in C, and what C lacks for them: structs and arrays are structs of the
/// header's own, and so are the functions that make, compare and store them. What is asked for is
/// defined.
class CTypes {
 public:
  /// All references must outlive the object.
  CTypes(const Programs& programs, const DataTypeTable& types, const HostMemberNames& members,
         CNames& names)
      : programs_(programs), types_(types), members_(members), names_(names) {}

  /// `float`, `int32_t`, `weft_float3`, `clay_forward_Light`, `clay_forward_float4_array_9`.
  std::string name(DataType type);
  /// The type as which it lies in a block: of matrices that stand alone the columns, each in 16
  /// bytes.
  std::string stored_name(DataType stored, bool stands_alone);

  /// Lets a struct, if it is asked for, be another name for a type that is there already.
  void declare(DataType structure, std::string known) {
    known_[structure.index()] = std::move(known);
  }

  // Expressions.
  std::string zero(DataType type);
  std::string make(DataType type, const std::string& arguments);
  std::string is_equal(DataType type, const std::string& arguments);
  /// The element of an array that is no variable.
  std::string element(DataType array, const std::string& value, const std::string& index);

  /// The statement that writes a value into a member of a block.
  std::string store(const std::string& to, DataType stored, bool stands_alone,
                    const std::string& from, DataType type);

  /// The definitions of all that was asked for, types first.
  std::string definitions();

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
  std::map<std::uint32_t, std::string> known_;                     // structs by index
  std::map<std::pair<DataType, Part>, std::string, TypeOrder> functions_{order_};
  std::map<std::pair<DataType, DataType>, std::string, TypeOrder> stores_{order_};
  std::string out_;
};

}  // namespace weft
