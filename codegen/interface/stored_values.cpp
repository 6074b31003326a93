#include "codegen/interface/stored_values.h"

#include <algorithm>

#include "support/check.h"

namespace weft {

const StoredStruct& stored_form(const Programs& programs, DataType declared) {
  const auto& structs = programs.interface.stored_structs;
  const auto found = std::find_if(structs.begin(), structs.end(),
                                  [declared](const auto& one) { return one.declared == declared; });
  WEFT_CHECK(found != structs.end(), "a struct that lies in no block");
  return *found;
}

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

}  // namespace weft
