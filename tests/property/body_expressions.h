#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/seed.h"

namespace weft::testing {

enum class Kind { Bool, Int, Uint, Float };

struct Type {
  Kind kind = Kind::Int;
  int rows = 1;
  int columns = 1;  // of matrices, else 1
  int size = 0;     // of arrays, else 0
  const char* structure = nullptr;

  bool is_matrix() const { return columns > 1; }
  bool is_plain() const { return size == 0 && structure == nullptr; }
  Type scalar() const { return {kind}; }
  friend bool operator==(const Type& a, const Type& b) {
    return a.kind == b.kind && a.rows == b.rows && a.columns == b.columns && a.size == b.size &&
           a.structure == b.structure;
  }
};

/// The type's name in bodies, without array sizes.
std::string text_of(const Type& type);

struct Variable {
  std::string name;
  Type type;
  bool is_writable = true;
};

/// Random expressions over variables, for body_generator.h.
class ExpressionGenerator {
 public:
  ExpressionGenerator(Random& random, bool repeats_calls)
      : random_(random), repeats_calls_(repeats_calls) {}

  bool chance(std::size_t one_in) { return random_.chance(one_in); }
  std::size_t below(std::size_t bound) { return random_.below(bound); }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
  }

  Type any_type();
  /// Constant indices are in range; other ints are arbitrary, since out-of-range indices are
  /// clamped to the first or last element.
  std::string index(int size);
  /// An expression of any depth, reduced to the range of leaves. With repeated calls, some are
  /// calls that the body makes already, with variables that may have changed since.
  std::string value(const Type& type, int depth);

  /// What `make` returns, without expressions of literals alone, which compilers fold.
  template <typename Make>
  std::string without_constants(Make make) {
    const bool allowed = std::exchange(allows_constants_, false);
    std::string text = make();
    allows_constants_ = allowed;
    return text;
  }

  std::vector<Variable> variables_;

 private:
  std::string quarter();
  std::string literal(Kind kind);
  /// A call with an argument that an earlier call of the type has, if calls are repeated, or a new
  /// one.
  std::string call(const Type& type, int depth);
  /// Reads a variable of the type, or a part of one.
  std::string read(const Type& type);
  /// Floats are multiples of a quarter between -16 and 16.
  std::string leaf(const Type& type);
  std::string leaf_of_buffer();
  std::string expression(const Type& type, int depth);
  std::string infix(const std::string& a, const char* op, const std::string& b);
  std::string matrix(const Type& type, int depth);
  std::string truth(const Type& type, int depth);
  std::string integer(const Type& type, int depth);
  std::string number(const Type& type, int depth);

  struct Argument {
    Type type;
    std::string text;
    std::size_t variables;  // that were declared, at least one
    std::string last;       // of them
  };
  /// Whether the variables that an argument may read are still declared. Names are unique.
  bool is_in_scope(const Argument& argument) const;

  Random& random_;
  bool repeats_calls_;
  bool allows_constants_ = true;
  bool is_constant_ = false;  ///< literals alone
  std::vector<Argument> arguments_;
};

}  // namespace weft::testing
