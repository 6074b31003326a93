#include "codegen/raise/raise_body.h"

#include <algorithm>
#include <utility>

#include "codegen/interface/stored_values.h"
#include "codegen/lower/symbol_reads.h"
#include "codegen/raise/assigned_parameters.h"
#include "codegen/raise/raise_statements.h"

namespace weft {

std::uint32_t NamedBody::add_local(std::string name, DataType type) {
  body.locals.push_back({NameId(0), type, std::nullopt});
  names.push_back(std::move(name));
  return static_cast<std::uint32_t>(body.locals.size() - 1);
}

BodyExprId NamedBody::local(std::uint32_t index) {
  return body.add(Operation::Local, body.locals[index].type, index, {}, {});
}

BodyExprId NamedBody::number(DataType scalar, std::uint32_t bits) {
  return body.add(Operation::Literal, scalar, bits, {}, {});
}

BodyExprId NamedBody::operation(Operation op, DataType type, ArgumentList arguments,
                                std::uint32_t payload) {
  return body.add(op, type, payload, arguments, {});
}

namespace {

// How statements use expressions. What no statement needs is copied, and requests no helpers.
class ExpressionUses {
 public:
  ExpressionUses(const HelperList& helpers, const Body& source)
      : helpers_(helpers),
        source_(source),
        is_value_(source.exprs.size(), 0),
        is_initial_(source.exprs.size(), 0) {
    for (const BodyStmtId id : reachable_statements(source)) {
      const BodyStmt& stmt = source.stmts[id];
      const bool declares = std::holds_alternative<DeclareBody>(stmt.kind);
      visit_expressions(stmt, [&](BodyExprId expr) { declares ? use_initial(expr) : use(expr); });
    }
    for (std::size_t i = source.exprs.size(); i-- > 0;) {
      const BodyExpr& from = source.exprs[BodyExprId(i)];
      for (std::uint32_t k = 0; k < from.argument_count; ++k) {
        if (is_value(i)) {
          use(source.argument(from, k));
        }
        if (is_initial(i)) {
          use_initial(source.argument(from, k));
        }
      }
    }
  }

  /// Whether it is printed outside of lists.
  bool is_value(std::size_t expr) const { return is_value_[expr] != 0; }
  /// Whether it is printed as a list.
  bool is_initial(std::size_t expr) const { return is_initial_[expr] != 0; }

 private:
  void use(BodyExprId id) { is_value_[id.index()] = 1; }
  void use_initial(BodyExprId id) { (is_list(id) ? is_initial_ : is_value_)[id.index()] = 1; }

  bool is_list(BodyExprId id) const {
    const BodyExpr& from = source_.exprs[id];
    if (!helpers_.rules().has_initial_lists || from.op != Operation::Construct ||
        (!from.type.is_array() && !from.type.is_struct())) {
      return false;
    }
    return from.argument_count != 1 || !loads_stored(helpers_.programs(), from.type,
                                                     source_.exprs[source_.argument(from, 0)].type);
  }

  const HelperList& helpers_;
  const Body& source_;
  // Per expression: 0 or 1.
  std::vector<std::uint8_t> is_value_;
  std::vector<std::uint8_t> is_initial_;
};

// Whether an expression has a rule to try. Initial lists are Constructs, for which every language
// that has them has rules.
bool has_rules(const Body& body, const RaiseRules& all) {
  return std::any_of(body.exprs.begin(), body.exprs.end(),
                     [&all](const BodyExpr& from) { return all.expressions.find(from.op); });
}

void raise_body(HelperList& helpers, Body& body, std::vector<std::string>& names) {
  NamedBody named{helpers.programs(), body, names};
  expand_compound_divisions(body);
  rewrite_statements(named, helpers.rules().statements);
  if (helpers.rules().reads != nullptr) {
    helpers.rules().reads(helpers, named);
  }
  if (has_rules(body, helpers.rules())) {
    BodyRaise(helpers, body).run();
  }
}

// A copy. Functions whose text is known keep only what their callers need.
Program without_printed(const Program& program, const std::vector<HelperCalls>& calls) {
  Program copied;
  copied.stage = program.stage;
  copied.symbols = program.symbols;
  copied.symbol_table = program.symbol_table;
  copied.main = program.main;
  copied.local_names = program.local_names;
  copied.origins = program.origins;
  copied.functions.reserve(program.functions.size());
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    const Function& function = program.functions[i];
    if (calls[i].is_printed) {
      Function& kept = copied.functions.emplace_back();
      kept.name = function.name;
      kept.result = function.result;
      kept.fragment = function.fragment;
    } else {
      copied.functions.push_back(function);
    }
  }
  return copied;
}

// What the first rule that applies makes of an expression.
std::optional<BodyExprId> replaced(BodyRaise& raise, const RaiseRules& rules,
                                   const BodyExpr& from) {
  const std::vector<ExpressionRule>* const of_operation = rules.expressions.find(from.op);
  for (std::size_t i = 0; of_operation != nullptr && i < of_operation->size(); ++i) {
    if (const std::optional<BodyExprId> result = (*of_operation)[i](raise, from)) {
      return result;
    }
  }
  return std::nullopt;
}

}  // namespace

ExpressionRules::ExpressionRules(std::initializer_list<OperationRules> rules) : rules_(rules) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    for (std::size_t op = 0; op < operation_kinds; ++op) {
      if (rules_[i].operations.contains(static_cast<Operation>(op))) {
        of_[op] = static_cast<std::uint8_t>(i + 1);
      }
    }
  }
}

std::vector<BodyStmtId> reachable_statements(const Body& body) {
  std::vector<BodyStmtId> reached;
  if (body.root) {
    reached.push_back(*body.root);
  }
  const auto add = [&](std::optional<BodyStmtId> id) {
    if (id) {
      reached.push_back(*id);
    }
  };
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const BodyStmt& stmt = body.stmts[reached[i]];
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      reached.insert(reached.end(), block->statements.begin(), block->statements.end());
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      add(branch->then_branch);
      add(branch->else_branch);
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      add(loop->initial);
      add(loop->step);
      add(loop->body);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      add(repeat->body);
    }
  }
  return reached;
}

Function raise_helper(HelperList& helpers, Function function) {
  raise_body(helpers, function.body, function.local_names);
  return function;
}

Program raise_program(const Programs& programs, const Program& program, const RaiseRules& rules,
                      std::vector<HelperCalls>& calls) {
  Program raised = without_printed(program, calls);
  HelperList helpers(programs, raised, rules);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    Function& function = raised.functions[i];
    if (calls[i].is_printed) {
      for (const HelperKey& key : calls[i].keys) {
        helpers.request(key);
      }
    } else if (function.natives.empty()) {
      helpers.list_requests(&calls[i].keys);
      raise_body(helpers, function.body, function.local_names);
      assign_to_parameters(function.body);
      helpers.list_requests(nullptr);
    }
  }
  raise_body(helpers, raised.main, raised.local_names);
  raised.origins.resize(raised.main.stmts.size());
  helpers.finish();
  return raised;
}

std::vector<BodyExprId> BodyRaise::raised_arguments(const BodyExpr& from,
                                                    std::uint32_t first) const {
  std::vector<BodyExprId> arguments;
  arguments.reserve(from.argument_count);
  for (std::uint32_t i = first; i < from.argument_count; ++i) {
    arguments.push_back(raised(from, i));
  }
  return arguments;
}

BodyExprId BodyRaise::first_components(BodyExprId raised, DataType type) {
  constexpr std::array<int, 4> letters = {0, 1, 2, 3};
  return add(Operation::Swizzle, type, {raised}, pack_swizzle(letters.data(), type.rows()));
}

BodyExprId BodyRaise::splat_by_swizzle(BodyExprId raised, DataType type) {
  constexpr std::array<int, 4> letters = {0, 0, 0, 0};
  return add(Operation::Swizzle, type, {raised}, pack_swizzle(letters.data(), type.rows()));
}

BodyExprId BodyRaise::broadcast(BodyExprId raised, DataType type) {
  return made(raised).type.is_scalar() && type.is_vector()
             ? helpers_.rules().splat(*this, raised, type)
             : raised;
}

BodyExprId BodyRaise::call(const HelperKey& helper, DataType result, ArgumentList arguments) {
  return add(Operation::Call, result, arguments, helpers_.request(helper));
}

BodyExprId BodyRaise::symbol(const Symbol& symbol) {
  return symbol_itself(result(), helpers_.program(), symbol);
}

Body& BodyRaise::result() {
  if (!has_result_) {
    has_result_ = true;
    result_.exprs.reserve(source_.exprs.size());
    result_.arguments = source_.arguments;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      result_.exprs.add(source_.exprs[BodyExprId(i)]);
    }
  }
  return result_;
}

BodyExprId BodyRaise::copy(const BodyExpr& from) {
  Body& body = result();
  BodyExpr copied = from;
  copied.first_argument = static_cast<std::uint32_t>(body.arguments.size());
  for (std::uint32_t i = 0; i < from.argument_count; ++i) {
    body.arguments.push_back(raised(from, i));
  }
  return body.exprs.add(copied);
}

void BodyRaise::write_statements() {
  for (BodyStmt& stmt : source_.stmts) {
    const bool declares = std::holds_alternative<DeclareBody>(stmt.kind);
    visit_expressions(stmt, [&](BodyExprId& expr) {
      const std::optional<BodyExprId>& list = lists_[expr.index()];
      expr = declares && list ? *list : raised(expr);
    });
  }
}

void BodyRaise::raise_expressions() {
  const ExpressionUses uses(helpers_, source_);
  values_.reserve(source_.exprs.size());
  lists_.resize(source_.exprs.size());
  for (std::size_t i = 0; i < source_.exprs.size(); ++i) {
    const BodyExpr& from = source(BodyExprId(i));
    if (uses.is_initial(i)) {
      std::vector<BodyExprId> parts;
      for (std::uint32_t k = 0; k < from.argument_count; ++k) {
        const std::size_t part = argument(from, k).index();
        parts.push_back(lists_[part] ? *lists_[part] : values_[part]);
      }
      const std::optional<BodyExprId> list = from.argument_count == 0
                                                 ? replaced(*this, helpers_.rules(), from)
                                                 : construct(from.type, parts, ConstructForm::List);
      lists_[i] = list ? *list : copy(from);
    }
    const std::optional<BodyExprId> value =
        uses.is_value(i) ? replaced(*this, helpers_.rules(), from) : std::nullopt;
    if (value && !has_result_) {
      result();  // the rule chose an expression that was there
    }
    values_.push_back(value ? *value : has_result_ ? copy(from) : BodyExprId(i));
  }
}

void BodyRaise::run() {
  raise_expressions();
  if (!has_result_) {
    return;
  }
  write_statements();
  source_.exprs = std::move(result_.exprs);
  source_.arguments = std::move(result_.arguments);
}

}  // namespace weft
