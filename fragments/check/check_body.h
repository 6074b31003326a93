#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "fragments/check/named_choices.h"
#include "fragments/model/body.h"
#include "fragments/model/constant.h"
#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "support/result.h"
#include "support/spelling.h"

namespace weft {

struct CheckContext;

/// A block to check: the body of a leaf or conversion, for one binding of its type parameters.
struct CheckedBlock {
  const syntax::Module& module;
  const Fragment& signature;
  syntax::StmtId block;
  const std::vector<DataType>& type_arguments;
  /// The namespaces of features that its file can see.
  const std::unordered_set<NameId>& feature_spaces;
};

/// Type-checks the bodies of a library one after another, in memory that they share. Reads the data
/// types, features and signatures in the library, but no other bodies, which may not exist yet. The
/// only change to the library is that array types of locals may be added to its table of data
/// types. The library and the budget must outlive the checker.
class BodyChecker {
 public:
  /// Errors have hints from `spelling`.
  BodyChecker(Library& library, SpellingBudget& spelling);
  ~BodyChecker();
  BodyChecker(BodyChecker&&) noexcept;
  BodyChecker& operator=(BodyChecker&&) = delete;

  /// Body::features holds the features that this body mentions itself; close_over_calls adds those
  /// of called leaves. Reports every error it finds, up to most_diagnostics. O(size of the block).
  Result<Body> check(const CheckedBlock& checked);

 private:
  std::unique_ptr<CheckContext> context_;
};

/// Adds to every body the features that the leaves it calls extract, transitively, and reports each
/// cycle of calls as `recursion`. Processes the strongly connected components of the call graph
/// callees first. O(fragments + calls).
Diagnostics close_over_calls(Library& library);

/// Evaluates an expression of literals, constructors, named constants (PI, INV_PI, …), operators
/// and intrinsics, and converts it to `expected`. Integer literals widen; a color literal gives its
/// components as written, in 0…1, as float3 or float4. `choices` are names of values that it may
/// be. Errors: `not-constant`, `type-mismatch`; none where the value has a type whose declaration
/// was reported.
Result<Constant> check_constant(const Library& library, const syntax::Module& module,
                                syntax::ExprId expr, DataType expected,
                                const NamedChoices& choices = {});

/// The named constants of bodies and graphs: PI, TWO_PI, HALF_PI, INV_PI, E.
std::optional<float> find_named_constant(std::string_view name);

}  // namespace weft
