#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/check/check_scope.h"
#include "fragments/model/body.h"
#include "fragments/model/library.h"
#include "fragments/syntax/syntax.h"
#include "fragments/types/type_set.h"
#include "support/diagnostic.h"
#include "support/spelling.h"

namespace weft {

/// A checked expression. Of an erroneous one the diagnostic is already given: it has no expression,
/// its type is void, and whoever uses it stays silent.
struct CheckedValue {
  std::optional<BodyExprId> expr;
  DataType type;
  bool is_literal =
      false;  ///< an integer literal, signs and parentheses included: it widens where it is used
  Span span = {};
  std::optional<FragmentId> callee = {};  ///< of a call whose results have names
  /// An `fn` port that is not called, into CheckContext::functions: it has the type of the
  /// function's result and no expression, so that whoever wants a value stays silent.
  std::optional<std::size_t> function = {};

  bool is_error() const { return !expr.has_value(); }
};

struct CheckedArgument {
  std::optional<syntax::Identifier> name;
  CheckedValue value;
};

/// An `fn` port of the signature where it is not called, or not with all arguments: the argument
/// for an `fn` port of a leaf, else an error.
struct UncalledPort {
  std::uint32_t port;
  std::vector<std::optional<CheckedValue>> given;  ///< per parameter
  Diagnostic complaint;                            ///< if nothing takes the function
  bool is_taken = false;
};

/// What the default of a port is before it takes the port's type.
struct DefaultType {
  DataType type;
  TypeSet types;            ///< of a number that is not decided yet all that it may become
  bool is_literal = false;  ///< a scalar then also stands for vectors
};

/// By fragment and port. Of those that bodies cannot compute what is wrong, if that is said here.
using DefaultTypes = std::map<std::pair<FragmentId, std::uint32_t>,
                              tl::expected<DefaultType, std::optional<Diagnostic>>>;

/// What checking one body (or one constant expression) reads and builds. The parts of the checker
/// are functions over it, one file each: names and members, operators, constructors, calls,
/// defaults.
struct CheckContext {
  CheckContext(const Library& the_library, const syntax::Module& the_module)
      : library(the_library), module(the_module) {}

  const Library& library;
  const syntax::Module& module;
  DataTypeTable* table = nullptr;       ///< where new array types may be made; null in constants
  const Fragment* signature = nullptr;  ///< null in constants: no ports, features or leaves then
  bool calls_conversions = false;       ///< by name: to see what they give, never in a library
  std::vector<DataType> type_arguments;
  Body body;
  LocalScopes scopes;
  Diagnostics diagnostics;

  std::unordered_map<FeatureId, std::uint32_t> feature_indices;  ///< into body.features
  std::vector<UncalledPort> functions;
  std::vector<std::pair<FragmentId, std::uint32_t>>
      open_defaults;                                 ///< defaults of ports that are being filled in
  std::unordered_map<NameId, std::uint32_t> ports;   ///< see find_port
  DefaultTypes own_default_types;                    ///< of leaves that are called; look-ups only
  DefaultTypes* default_types = &own_default_types;  ///< shared by what is checked on the way
  SpellingBudget own_spelling;                       ///< of constants
  SpellingBudget* spelling = &own_spelling;          ///< of the whole run, for bodies

  bool is_constant() const { return signature == nullptr; }
  /// Whether features have paths that begin with this name.
  bool is_feature_space(NameId name) const { return library.feature_spaces.count(name) != 0; }
  std::string_view text(NameId name) const { return library.text(name); }
  std::string type_name(DataType type) const;
  /// The source of a short expression, for hints; `…` where it is long or not at hand.
  std::string source_text(Span span) const;
  /// The data type that a pattern of this body's own signature stands for.
  DataType type_of(const TypePattern& pattern) const;
  /// The index of a port of this body's signature. O(1) but for the first call, which is O(ports).
  std::optional<std::uint32_t> find_port(NameId name);

  CheckedValue add(Operation op, DataType type, std::uint32_t payload,
                   const std::vector<BodyExprId>& arguments, Span span);
  CheckedValue add_float(float value, Span span);
  CheckedValue add_feature(FeatureId feature, Span span);
  CheckedValue erroneous(Span span) const { return {std::nullopt, DataType(), false, span}; }
  /// A function port as a value; `complaint` is reported unless a leaf takes it.
  CheckedValue add_function(std::uint32_t port, std::vector<std::optional<CheckedValue>> given,
                            Span span, Diagnostic complaint);
  /// Reports an error and gives the erroneous value.
  CheckedValue fail(Code code, Span span, std::string message, std::string hint = {});
  void report(Code code, Span span, std::string message, std::string hint = {});
  /// As SpellingBudget::hint; words of one letter get none: every letter is one mistake away from
  /// every other.
  template <typename Names>
  std::string spelling_hint(std::string_view word, const Names& names) {
    return word.size() < 2 ? std::string() : spelling->hint(word, names);
  }
};

/// Whether the value has the type or is a literal that widens to it.
bool is_convertible(const CheckContext& context, const CheckedValue& value, DataType type);
/// What a value may become where a type parameter stands: a literal widens.
TypeSet possible_types(const CheckContext& context, const CheckedValue& value);
/// Gives a convertible value the type (a literal in place); reports `type-mismatch` otherwise.
/// `what` names the place for the message: `'x'`, `the condition`. False if erroneous.
bool convert(CheckContext& context, CheckedValue& value, DataType type, std::string_view what);
/// As convert, but a scalar also stands for a vector of its kind.
bool convert_spreading(CheckContext& context, CheckedValue& value, DataType type,
                       std::string_view what);
/// As convert_spreading, and a scalar also stands for the multiple of the identity that a
/// constructor of matrices makes of it, as in graphs.
bool convert_filling(CheckContext& context, CheckedValue& value, DataType type,
                     std::string_view what);
/// Brings an integer literal beside another value to that value's kind of number: `2 * x`, `u + 1`.
void widen_beside(CheckContext& context, CheckedValue& first, CheckedValue& second);
/// What the author can write to get from a value to a type, or nothing.
std::string conversion_hint(const CheckContext& context, const CheckedValue& value, DataType type);

}  // namespace weft
