#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "live/session/edit_rules.h"

// Bindings that have several results, or results with names, as far as the text says: such a
// binding is no single value.

namespace weft::live {

struct BindingResults {
  std::set<std::string, std::less<>> names;  ///< of all overloads that it may call
  bool are_several = false;                  ///< whatever overload it calls
};
/// Follows names, `with` and the arms of choices to calls and loops. No recursion.
BindingResults results_of_binding(const EditContext& context, std::uint32_t binding);

struct MemberRead {
  std::string_view member;
  std::string_view text;  ///< `t.lo`
};
/// The members of names that an expression reads, by where the name begins.
std::map<std::uint32_t, MemberRead> member_reads(const DocumentText& document, syntax::ExprId root);

}  // namespace weft::live
