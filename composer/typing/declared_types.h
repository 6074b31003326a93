#pragma once

#include "composer/typing/call_typing.h"

// Types that authors state: of values, of the ports and results of graphs, and of features.

namespace weft {

/// The demand that a declared type makes. Trait variables demand nothing. `variable`: what the
/// pattern's type variable stands for, if it has one.
Demand declared_demand(const TypingContext& in, const TypePattern& pattern, DataType variable);

/// Types `expr as {…}`, the only way to add a meaning.
TypedValue type_ascribe(CallTyping& typing, const AscribeCall& call, const TypedValue& input);
TypedValue type_declare(CallTyping& typing, const DeclareCall& call, const TypedValue& input);
/// Types the value of a feature: its definition, or the injected value.
TypedValue type_declared_feature(CallTyping& typing, const DeclareFeatureCall& call,
                                 const TypedValue& input);

}  // namespace weft
