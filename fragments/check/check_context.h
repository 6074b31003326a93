#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/check/check_scope.h"
#include "fragments/check/check_stacks.h"
#include "fragments/check/checked_value.h"
#include "fragments/check/named_choices.h"
#include "fragments/check/value_role.h"
#include "fragments/model/bind_arguments.h"
#include "fragments/model/body.h"
#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "fragments/types/type_set.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft {

/// The names of arguments, for bind_arguments.
std::vector<ArgumentLabel> labels_of(const std::vector<CheckedArgument>& arguments);

/// An `fn` port of the signature that is named without a call, or called with some of its
/// arguments. Valid only as the argument for an `fn` port of a called leaf.
struct UncalledPort {
  std::uint32_t port;
  std::vector<std::optional<CheckedValue>> given;  ///< per parameter; empty if not bound yet
  Diagnostic complaint;                            ///< reported unless a call takes the function
  bool is_taken = false;
};

/// The type of a port's default before it is converted to the port's type.
struct DefaultType {
  DataType type;
  TypeSet types;            ///< for an undecided number, all types it may become
  bool is_literal = false;  ///< a literal scalar is also broadcast to vectors
};

/// By fragment and port. The error case is a default that bodies cannot compute, with the
/// diagnostic unless it was reported elsewhere.
using DefaultTypes = std::map<std::pair<FragmentId, std::uint32_t>,
                              tl::expected<DefaultType, std::optional<Diagnostic>>>;

/// The state of checking one body (or one constant expression). The parts of the checker are
/// functions over it, one file each: names and members, operators, constructors, calls, defaults.
struct CheckContext {
  /// Without a module, which is set before anything is checked.
  explicit CheckContext(const Library& the_library)
      : library(the_library), feature_spaces(&the_library.feature_spaces) {}
  CheckContext(const Library& the_library, const syntax::Module& the_module)
      : CheckContext(the_library) {
    module = &the_module;
  }

  const Library& library;
  const syntax::Module* module = nullptr;
  /// While a default is expanded: the file that declares it.
  std::optional<FileId> file_of_default;
  /// The namespaces of features that names can refer to; lookups only.
  const std::unordered_set<NameId>* feature_spaces;
  DataTypeTable* table = nullptr;  ///< where new array types are added; null for constants
  const Fragment* signature =
      nullptr;  ///< null for constants, which have no ports, features or leaves
  bool calls_conversions =
      false;  ///< conversions may be called by name, to evaluate them; never for a library
  std::vector<DataType> type_arguments;
  Body body;
  LocalScopes scopes;
  NamedChoices choices;
  CheckStacks stacks;
  Diagnostics diagnostics;

  std::unordered_map<FeatureId, std::uint32_t> feature_indices;  ///< into body.features
  std::vector<UncalledPort> functions;
  std::vector<std::pair<FragmentId, std::uint32_t>>
      open_defaults;  ///< the port defaults being expanded, outermost first
  std::unordered_map<NameId, std::uint32_t> ports;   ///< filled by find_port, if there are many
  DefaultTypes own_default_types;                    ///< of called leaves; lookups only
  DefaultTypes* default_types = &own_default_types;  ///< shared with nested checks
  SpellingBudget own_spelling;                       ///< used for constants
  SpellingBudget* spelling = &own_spelling;          ///< for bodies: the budget of the whole run

  /// The file in which names of fragments are looked up.
  FileId file() const { return file_of_default.value_or(module->file); }
  bool is_constant() const { return signature == nullptr; }
  /// Whether the paths of some features begin with this name.
  bool is_feature_space(NameId name) const { return feature_spaces->count(name) != 0; }
  std::string_view text(NameId name) const { return library.text(name); }
  std::string type_name(DataType type) const;
  /// The source text of a short expression, for hints; `…` if it is long or unavailable.
  std::string source_text(Span span) const;
  /// The data type of a pattern of this body's own signature, under the current type arguments.
  DataType type_of(const TypePattern& pattern) const;
  /// Prepares for another body of the same library and keeps all memory. Its module, signature,
  /// type arguments and feature spaces are set afterward.
  void clear();
  /// The index of a port of this body's signature. O(1) expected; the first call is O(ports).
  std::optional<std::uint32_t> find_port(NameId name);

  CheckedValue add(Operation op, DataType type, std::uint32_t payload, ArgumentList arguments,
                   Span span);
  CheckedValue add_float(float value, Span span);
  CheckedValue add_feature(FeatureId feature, Span span);
  CheckedValue erroneous(Span span) const { return {std::nullopt, DataType(), false, span}; }
  /// A function port as a value. `complaint` is reported unless a leaf takes the function.
  CheckedValue add_function(std::uint32_t port, std::vector<std::optional<CheckedValue>> given,
                            Span span, Diagnostic complaint);
  /// Reports an error and returns the erroneous value.
  CheckedValue fail(Code code, Span span, std::string message, std::string hint = {});
  void report(Code code, Span span, std::string message, std::string hint = {});
  /// Like SpellingBudget::hint, but none for one-letter words, of which any is one typo away from
  /// any other.
  template <typename Names>
  std::string spelling_hint(std::string_view word, const Names& names) {
    return word.size() < 2 ? std::string() : spelling->hint(word, names);
  }
};

/// Whether the value has the type, or is a literal that widens to it.
bool is_convertible(const CheckContext& context, const CheckedValue& value, DataType type);
/// The types that a value can have as the argument for a type parameter: several if it is a
/// literal, which widens.
TypeSet possible_types(const CheckContext& context, const CheckedValue& value);
/// Converts a convertible value to the type (a literal in place); otherwise reports `type-mismatch`
/// and returns false. `what` names the value in the message: `'x'`, `the condition`. Returns false
/// without a report for an erroneous value.
bool convert(CheckContext& context, CheckedValue& value, DataType type, const ValueRole& what);
/// Like convert, but also broadcasts a scalar to a vector of its kind.
bool convert_spreading(CheckContext& context, CheckedValue& value, DataType type,
                       const ValueRole& what);
/// Like convert_spreading, but also turns a scalar into a multiple of the identity matrix, as
/// matrix constructors do and as graphs do.
bool convert_filling(CheckContext& context, CheckedValue& value, DataType type,
                     const ValueRole& what);
/// Widens an integer literal to the component kind of the other operand: `2 * x`, `u + 1`.
void widen_beside(CheckContext& context, CheckedValue& first, CheckedValue& second);
/// Suggests source code that converts a value to a type, or returns nothing.
std::string conversion_hint(const CheckContext& context, const CheckedValue& value, DataType type);

}  // namespace weft
