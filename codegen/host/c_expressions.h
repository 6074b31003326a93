#pragma once

#include <string>
#include <vector>

#include "codegen/host/c_types.h"
#include "codegen/host/host_expressions.h"

namespace weft {

/// A literal of a scalar type in C: `0.5f`, `3u`.
std::string c_literal(DataType type, std::uint32_t bits);

/// The C names that a body uses.
struct CSpelling {
  std::vector<std::string> parameters;        ///< per port
  std::vector<std::string> locals;            ///< per local; out parameters are `(*low)`
  const std::vector<std::string>& functions;  ///< per function of the program
};

/// Prints the expressions of one body in C99. Vector operators become function calls, whose scalar
/// operands must be splatted first. All references must outlive the object.
class CExpressions : public HostExpressions {
 public:
  CExpressions(const HostScope& scope, const Program& program, const Body& body,
               const CSpelling& spelling, const std::vector<bool>& takes_inputs, CTypes& types)
      : HostExpressions(scope, program, body, takes_inputs), spelling_(spelling), types_(types) {}

  /// The operand as a value of type `to`; a scalar is splatted to the vector or matrix.
  HostText spread(const HostText& text, DataType from, DataType to) const;
  /// A binary operator on operands of these types, one of which may be a scalar.
  HostText combined(Operation op, DataType result, const HostText& left, DataType left_type,
                    const HostText& right, DataType right_type) const;

 private:
  HostText made(const BodyExpr& from) const override;

  bool is_variable(BodyExprId id) const;
  HostText function(DataType type, std::string_view name, const std::string& arguments) const;
  HostText component(const BodyExpr& from, const std::string& index) const;
  HostText call(const BodyExpr& from) const;
  std::string symbol(const Symbol& symbol) const;
  HostText swizzle(const BodyExpr& from) const;
  HostText construct(const BodyExpr& from) const;
  HostText construct_vector(const BodyExpr& from) const;
  HostText construct_matrix(const BodyExpr& from) const;
  HostText operation(const BodyExpr& from) const;
  HostText intrinsic(const BodyExpr& from) const;

  const CSpelling& spelling_;
  CTypes& types_;
};

}  // namespace weft
