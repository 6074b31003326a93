#pragma once

#include <string>
#include <vector>

#include "codegen/host/c_types.h"
#include "codegen/host/host_expressions.h"

namespace weft {

/// A literal of a scalar type in C: `0.5f`, `3u`.
std::string c_literal(DataType type, std::uint32_t bits);

/// What a body is called by in C.
struct CSpelling {
  std::vector<std::string> parameters;        ///< per port
  std::vector<std::string> locals;            ///< per local; `(*low)` of out parameters
  const std::vector<std::string>& functions;  ///< per function of the program
};

/// Prints the expressions of one body in C99. Operators on vectors are functions, whose scalar
/// operands have to be spread. All references must outlive the object.
class CExpressions : public HostExpressions {
 public:
  CExpressions(const HostScope& scope, const Program& program, const Body& body,
               const CSpelling& spelling, const std::vector<bool>& takes_inputs, CTypes& types)
      : HostExpressions(scope, program, body, takes_inputs), spelling_(spelling), types_(types) {}

  /// A value of that type, or a scalar in each of its places, as operand.
  HostText spread(const HostText& text, DataType from, DataType to) const;
  /// An operator between values of those types, one of which may be a scalar.
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
