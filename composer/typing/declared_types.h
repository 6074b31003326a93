#pragma once

#include "composer/typing/call_typing.h"

// Types that authors state: of values, of the ports and results of graphs, and of features.

namespace weft {

/// The demand that a declared type makes of a value. Trait variables demand nothing; a type
/// variable keeps the value's data type.
Demand declared_demand(const TypingContext& in, const TypePattern& pattern,
                       const TypedValue& value);

/// Types `expr as {…}`, the only way to add a meaning.
TypedValue type_ascribe(CallTyping& typing, const AscribeCall& call, const TypedValue& input);
TypedValue type_declare(CallTyping& typing, const DeclareCall& call, const TypedValue& input);
/// Types the value of a feature: its definition, or the injected value.
TypedValue type_declared_feature(CallTyping& typing, const DeclareFeatureCall& call,
                                 const TypedValue& input);

}  // namespace weft
