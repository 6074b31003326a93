#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/ir/helper_key.h"
#include "codegen/ir/program.h"
#include "fragments/model/intrinsics.h"

namespace weft {

struct RaiseRules;

class HelperList;
/// Makes the function of a helper in one language. May request the helpers that it calls.
using MakeHelper = Function (*)(HelperList& helpers, const HelperKey& key);

/// The helper functions that a Program being raised calls. Until finish(), calls count them from
/// the number of the Program's own functions, in the order of their requests.
class HelperList {
 public:
  /// `program` is the one being raised, to which symbols may be added.
  HelperList(const Programs& programs, Program& program, const RaiseRules& rules)
      : programs_(programs), program_(program), rules_(rules) {}

  const Programs& programs() const { return programs_; }
  Program& program() { return program_; }
  const RaiseRules& rules() const { return rules_; }

  /// The payload of a call. Makes the function on the first request.
  std::uint32_t request(const HelperKey& key);
  /// Lists the requests from now on, each key once, but not those of helpers; null: no longer.
  void list_requests(std::vector<HelperKey>* requests) { listed_ = requests; }

  /// Puts the functions before the Program's own, by Helper, then by type, and renumbers all calls.
  /// Equality tests keep the order of their completion, parts before wholes.
  void finish();

 private:
  struct Made {
    HelperKey key;
    std::uint32_t number;  // order of the request
    Function function;
  };

  const Programs& programs_;
  Program& program_;
  const RaiseRules& rules_;
  std::vector<HelperKey> requested_;
  std::vector<Made> made_;  // in order of completion
  std::vector<HelperKey>* listed_ = nullptr;
};

/// Writes the body of a helper in a Program's terms.
class HelperBody {
 public:
  HelperBody(const Programs& programs, std::string name, DataType result) : programs_(programs) {
    function_.name = std::move(name);
    function_.result = result;
  }

  void describe(std::string doc) { function_.doc = std::move(doc); }
  /// Adds a parameter and returns its value.
  BodyExprId parameter(std::string name, DataType type);
  /// Declares a local and returns its index.
  std::uint32_t declare(std::string name, DataType type);
  BodyExprId add(Operation op, DataType type, ArgumentList arguments = {},
                 std::uint32_t payload = 0) {
    return function_.body.add(op, type, payload, arguments, {});
  }
  BodyExprId number(DataType scalar, std::uint32_t bits) {
    return add(Operation::Literal, scalar, {}, bits);
  }
  void assign(BodyExprId target, BodyExprId value);
  void branch(BodyExprId condition, BodyExprId returned);
  void give(BodyExprId value);

  /// The function with what was added. Calls of other helpers are numbered as HelperList does.
  Function finish();

 private:
  const Programs& programs_;
  Function function_;
  std::vector<BodyStmtId> statements_;
};

/// A helper written in its language: a whole function, without the last line break.
Function native_helper(std::string_view language, std::string name, DataType result,
                       std::string text);

// The helpers that languages can share, since their bodies are in a Program's terms.

Function divide_int(HelperList& helpers, const HelperKey& key);
Function remainder_int(HelperList& helpers, const HelperKey& key);
/// x - y * floor(x / y), or with another way of rounding.
Function float_remainder(HelperList& helpers, const HelperKey& key, std::string name,
                         Intrinsic rounding, std::string doc);
Function load_struct(HelperList& helpers, const HelperKey& key);
Function make_struct(HelperList& helpers, const HelperKey& key);
Function choose_struct(HelperList& helpers, const HelperKey& key);

}  // namespace weft
