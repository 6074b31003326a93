#pragma once

#include <vector>

#include "composer/typing/call_typing.h"

namespace weft {

/// Types `object.member`: a result of a call with several, a member of a struct, or a swizzle.
TypedValue type_member(CallTyping& typing, NameId member, const TypedValue& object);
/// Types the member of a call's value that is read with the call. The value has the name of the
/// call's binding, the member that of its own.
TypedValue type_member_of_call(CallTyping& typing, const InvokeCall& call, const TypedValue& value);

/// Types `object[index]`. Literal indices are checked against the number of elements, as in bodies;
/// computed ones are clamped at run time or when folded.
TypedValue type_index(CallTyping& typing, const TypedValue& object, const TypedValue& index);

/// Constructs a scalar, vector or matrix of that type from the parts, as `float3(…)` does.
TypedValue type_numbers(CallTyping& typing, DataType type, const std::vector<TypedValue>& given);

/// Types a constructor of numbers, an array or a struct.
TypedValue type_construct(CallTyping& typing, const ConstructNode& node, const CallIds& inputs);

}  // namespace weft
