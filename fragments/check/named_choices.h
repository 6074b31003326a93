#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft {

/// A port or parameter whose values have names (`enum`).
struct ChoiceList {
  NameId owner;
  const std::vector<EnumChoice>* choices;
};

/// The expressions that may be such names: arguments, defaults, and the other side of a comparison.
/// Callers ask for nothing if the library has no `enum` (`Library::has_choices`).
class NamedChoices {
 public:
  void expect(const Library& library, syntax::ExprId expr, NameId owner, const MetaData& meta);
  /// Expects, for each argument that is a name, the choices of the ports that it may be for, except
  /// those of fragments that a file sees only if nothing else fits.
  void expect_arguments(const Library& library, const syntax::Module& module,
                        const syntax::CallExpr& call, const std::vector<FragmentId>& fragments);
  /// The lists for an expression; null if it is a name like any other.
  const std::vector<ChoiceList>* find(syntax::ExprId expr) const;
  void clear() { lists_.clear(); }

 private:
  std::map<syntax::ExprId, std::vector<ChoiceList>> lists_;
};

/// Lists the names that a misspelled one may mean.
using NamesInSight = std::function<std::vector<std::string_view>()>;

/// The value of a name by the lists. Errors: `unknown-name` if it is in none of them, with similar
/// names, of which `others` gives some too; `ambiguous-overload` if it has another value in each.
tl::expected<std::int64_t, Diagnostic> value_of_choice(const Library& library,
                                                       const std::vector<ChoiceList>& lists,
                                                       NameId name, Span span,
                                                       SpellingBudget& spelling,
                                                       const NamesInSight& others);

}  // namespace weft
