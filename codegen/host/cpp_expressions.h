#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/host_expressions.h"

namespace weft {

/// How a binary operator is written: infix or as a function call.
struct CppOperator {
  std::string_view text;               ///< `+` or `add`
  std::optional<HostText::Form> form;  ///< set if `text` is infix
};
/// `type` is the result type. Signed overflow is undefined in C++ but wraps in Weft, so int
/// arithmetic uses functions.
CppOperator cpp_operator(Operation op, DataType type);

/// Prints the expressions of one body in C++. All references must outlive the object.
class CppExpressions : public HostExpressions {
 public:
  /// `takes_inputs`: per function of the program, whether the inputs are passed to it.
  CppExpressions(const HostScope& scope, const Program& program, const Body& body,
                 const std::vector<FunctionParameter>& parameters,
                 const std::vector<std::string>& local_names, const std::vector<bool>& takes_inputs)
      : HostExpressions(scope, program, body, takes_inputs),
        parameters_(parameters),
        local_names_(local_names) {}

 private:
  HostText made(const BodyExpr& from) const override;

  std::string type_name(DataType type) const;
  HostText call(std::string_view name, const BodyExpr& from) const;
  HostText between(const BodyExpr& from, std::string_view mark, HostText::Form form) const;
  std::string symbol(const Symbol& symbol) const;
  HostText swizzle(const BodyExpr& from) const;
  HostText construct(const BodyExpr& from) const;
  HostText operation(const BodyExpr& from) const;
  HostText intrinsic(const BodyExpr& from) const;

  const std::vector<FunctionParameter>& parameters_;
  const std::vector<std::string>& local_names_;
};

}  // namespace weft
