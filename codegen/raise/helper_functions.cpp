#include "codegen/raise/helper_functions.h"

#include <algorithm>
#include <utility>

#include "codegen/interface/stored_values.h"
#include "codegen/raise/raise_statements.h"

namespace weft {
namespace {

// The vector function calls the scalar one per component.
Function by_components(HelperList& helpers, const HelperKey& key, std::string name) {
  const DataType scalar = DataType::scalar(key.type.scalar_kind());
  const std::uint32_t function = helpers.request({key.helper, scalar, 0});
  HelperBody body(helpers.programs(), std::move(name), key.type);
  const BodyExprId x = body.parameter("x", key.type);
  const BodyExprId y = body.parameter("y", key.type);
  std::vector<BodyExprId> parts;
  for (int i = 0; i < key.type.rows(); ++i) {
    const std::uint32_t letter = pack_swizzle(&i, 1);
    const BodyExprId left = body.add(Operation::Swizzle, scalar, {x}, letter);
    const BodyExprId right = body.add(Operation::Swizzle, scalar, {y}, letter);
    parts.push_back(body.add(Operation::Call, scalar, {left, right}, function));
  }
  body.give(body.add(Operation::Construct, key.type, parts));
  return body.finish();
}

}  // namespace

std::uint32_t HelperList::request(const HelperKey& key) {
  if (listed_ != nullptr && std::find(listed_->begin(), listed_->end(), key) == listed_->end()) {
    listed_->push_back(key);
  }
  const auto first = static_cast<std::uint32_t>(program_.functions.size());
  const auto found = std::find(requested_.begin(), requested_.end(), key);
  const auto number = static_cast<std::uint32_t>(found - requested_.begin());
  if (found == requested_.end()) {
    requested_.push_back(key);
    std::vector<HelperKey>* const listed = std::exchange(listed_, nullptr);
    Function function = rules_.make_helper(*this, key);
    listed_ = listed;
    made_.push_back({key, number, std::move(function)});
  }
  return first + number;
}

void HelperList::finish() {
  std::stable_sort(made_.begin(), made_.end(), [](const Made& a, const Made& b) {
    const bool keeps_order = a.key.helper == Helper::IsEqual && b.key.helper == Helper::IsEqual;
    return !keeps_order && a.key < b.key;
  });
  const std::size_t own = program_.functions.size();
  std::vector<std::uint32_t> position(own + made_.size());
  for (std::size_t i = 0; i < own; ++i) {
    position[i] = static_cast<std::uint32_t>(made_.size() + i);
  }
  std::vector<Function> functions;
  functions.reserve(position.size());
  for (std::size_t i = 0; i < made_.size(); ++i) {
    position[own + made_[i].number] = static_cast<std::uint32_t>(i);
    functions.push_back(std::move(made_[i].function));
  }
  std::move(program_.functions.begin(), program_.functions.end(), std::back_inserter(functions));
  program_.functions = std::move(functions);
  renumber_calls(program_, position);
  program_.helper_count = made_.size();
}

BodyExprId HelperBody::parameter(std::string name, DataType type) {
  const auto index = static_cast<std::uint32_t>(function_.parameters.size());
  function_.parameters.push_back({std::move(name), type});
  return add(Operation::Port, type, {}, index);
}

std::uint32_t HelperBody::declare(std::string name, DataType type) {
  NamedBody named{programs_, function_.body, function_.local_names};
  const std::uint32_t local = named.add_local(std::move(name), type);
  statements_.push_back(function_.body.add(BodyStmt{DeclareBody{local, std::nullopt}, {}}));
  return local;
}

void HelperBody::assign(BodyExprId target, BodyExprId value) {
  NamedBody named{programs_, function_.body, function_.local_names};
  load_into(named, target, value, statements_);
}

void HelperBody::branch(BodyExprId condition, BodyExprId returned) {
  const BodyStmtId inner = function_.body.add(BodyStmt{ReturnBody{returned}, {}});
  const BodyStmtId block = function_.body.add(BodyStmt{BlockBody{{inner}}, {}});
  statements_.push_back(function_.body.add(BodyStmt{IfBody{condition, block, std::nullopt}, {}}));
}

void HelperBody::give(BodyExprId value) {
  statements_.push_back(function_.body.add(BodyStmt{ReturnBody{value}, {}}));
}

Function HelperBody::finish() {
  function_.body.root = function_.body.add(BodyStmt{BlockBody{std::move(statements_)}, {}});
  return std::move(function_);
}

Function native_helper(std::string_view language, std::string name, DataType result,
                       std::string text) {
  Function function;
  function.name = std::move(name);
  function.result = result;
  NativePiece piece;
  piece.text = std::move(text);
  function.natives.push_back({std::string(language), {std::move(piece)}});
  return function;
}

namespace {

BodyExprId is_equal(HelperBody& body, DataType type, BodyExprId y, std::uint32_t bits) {
  return body.add(Operation::Equal, bool_type, {y, body.number(type, bits)});
}

/// Whether a division of ints by `y` may be undefined: by 0, and of the least int by -1.
BodyExprId is_special_divisor(HelperBody& body, BodyExprId y) {
  return body.add(Operation::Or, bool_type,
                  {is_equal(body, int_type, y, 0), is_equal(body, int_type, y, ~0U)});
}

/// `y`, or 1 where a division by it may be undefined. A choice alone does not guard a division:
/// HLSL evaluates both of its sides, and drivers conclude from the division that `y` is not 0.
BodyExprId safe_divisor(HelperBody& body, DataType type, BodyExprId y) {
  const BodyExprId one = body.number(type, 1);
  return type == int_type ? body.add(Operation::Select, type, {is_special_divisor(body, y), one, y})
                          : body.add(Operation::Intrinsic, type, {y, one},
                                     static_cast<std::uint32_t>(Intrinsic::Max));
}

}  // namespace

Function divide_int(HelperList& helpers, const HelperKey& key) {
  if (key.type.is_vector()) {
    return by_components(helpers, key, "divide_int");
  }
  HelperBody body(helpers.programs(), "divide_int", key.type);
  body.describe("0 where y is 0.");
  const BodyExprId x = body.parameter("x", key.type);
  const BodyExprId y = body.parameter("y", key.type);
  const BodyExprId zero = body.number(key.type, 0);
  const BodyExprId divisor = safe_divisor(body, key.type, y);
  BodyExprId quotient = body.add(Operation::Divide, key.type, {x, divisor});
  if (key.type == int_type) {
    const BodyExprId flipped = body.add(Operation::Negate, key.type, {x});
    quotient = body.add(Operation::Select, key.type,
                        {is_equal(body, key.type, y, ~0U), flipped, quotient});
  }
  body.give(
      body.add(Operation::Select, key.type, {is_equal(body, key.type, y, 0), zero, quotient}));
  return body.finish();
}

Function remainder_int(HelperList& helpers, const HelperKey& key) {
  if (key.type.is_vector()) {
    return by_components(helpers, key, "remainder_int");
  }
  const bool is_int = key.type == int_type;
  HelperBody body(helpers.programs(), "remainder_int", key.type);
  body.describe(is_int ? "With the sign of x; 0 where y is 0." : "0 where y is 0.");
  const BodyExprId x = body.parameter("x", key.type);
  const BodyExprId y = body.parameter("y", key.type);
  const BodyExprId divisor = safe_divisor(body, key.type, y);
  if (!is_int) {  // the rest of a division by 1 is 0
    body.give(body.add(Operation::Remainder, key.type, {x, divisor}));
    return body.finish();
  }
  const BodyExprId zero = body.number(key.type, 0);
  const BodyExprId quotient = body.add(Operation::Divide, key.type, {x, divisor});
  const BodyExprId whole = body.add(Operation::Multiply, key.type, {y, quotient});
  const BodyExprId rest = body.add(Operation::Subtract, key.type, {x, whole});
  body.give(body.add(Operation::Select, key.type, {is_special_divisor(body, y), zero, rest}));
  return body.finish();
}

Function float_remainder(HelperList& helpers, const HelperKey& key, std::string name,
                         Intrinsic rounding, std::string doc) {
  HelperBody body(helpers.programs(), std::move(name), key.type);
  body.describe(std::move(doc));
  const BodyExprId x = body.parameter("x", key.type);
  const BodyExprId y = body.parameter("y", key.type);
  const BodyExprId quotient = body.add(Operation::Divide, key.type, {x, y});
  const BodyExprId rounded =
      body.add(Operation::Intrinsic, key.type, {quotient}, static_cast<std::uint32_t>(rounding));
  const BodyExprId whole = body.add(Operation::Multiply, key.type, {y, rounded});
  body.give(body.add(Operation::Subtract, key.type, {x, whole}));
  return body.finish();
}

Function load_struct(HelperList& helpers, const HelperKey& key) {
  const Programs& programs = helpers.programs();
  const StoredStruct& form = stored_form(programs, key.type);
  HelperBody body(programs, programs.struct_loaders[key.type.index()], key.type);
  const BodyExprId stored = body.parameter("stored_value", form.stored);
  const std::uint32_t loaded = body.declare("loaded_value", key.type);
  const BodyExprId whole = body.add(Operation::Local, key.type, {}, loaded);
  for (std::uint32_t i = 0; i < form.sources.size(); ++i) {
    if (const auto source = form.sources[i]) {
      const DataType type = programs.types.structure(key.type).members[*source].type;
      const DataType stored_type = programs.types.structure(form.stored).members[i].type;
      const BodyExprId target = body.add(Operation::Member, type, {whole}, *source);
      body.assign(target, body.add(Operation::Member, stored_type, {stored}, i));
    }
  }
  body.give(whole);
  return raise_helper(helpers, body.finish());
}

Function make_struct(HelperList& helpers, const HelperKey& key) {
  const Programs& programs = helpers.programs();
  HelperBody body(programs, programs.struct_makers[key.type.index()], key.type);
  const auto& members = programs.types.structure(key.type).members;
  std::vector<BodyExprId> values;
  values.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    values.push_back(body.parameter(programs.member_names[key.type.index()][i], members[i].type));
  }
  const std::uint32_t made = body.declare("made_value", key.type);
  const BodyExprId whole = body.add(Operation::Local, key.type, {}, made);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    body.assign(body.add(Operation::Member, members[i].type, {whole}, i), values[i]);
  }
  body.give(whole);
  return body.finish();
}

Function choose_struct(HelperList& helpers, const HelperKey& key) {
  HelperBody body(helpers.programs(), "choose_struct", key.type);
  const BodyExprId condition = body.parameter("condition", bool_type);
  const BodyExprId if_true = body.parameter("if_true", key.type);
  const BodyExprId if_false = body.parameter("if_false", key.type);
  body.branch(condition, if_true);
  body.give(if_false);
  return body.finish();
}

}  // namespace weft
