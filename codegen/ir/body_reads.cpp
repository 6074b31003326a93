#include "codegen/ir/body_reads.h"

#include <optional>
#include <variant>

namespace weft {

std::vector<bool> needed_expressions(const Body& body) {
  std::vector<bool> needed(body.exprs.size(), false);
  const auto need = [&needed](const std::optional<BodyExprId>& id) {
    if (id) {
      needed[id->index()] = true;
    }
  };
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      need(branch->condition);
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      need(loop->condition);
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      need(repeat->condition);
    } else if (const auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      need(result->value);
    } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      need(declare->initial);
    } else if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      need(assign->target);
      need(assign->value);
    }
  }
  for (std::size_t i = needed.size(); i-- > 0;) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    for (std::uint32_t j = 0; needed[i] && j < expr.argument_count; ++j) {
      needed[body.argument(expr, j).index()] = true;
    }
  }
  return needed;
}

BodyReads count_reads(const Body& body, std::size_t parameters) {
  BodyReads reads{std::vector<std::uint32_t>(body.locals.size(), 0),
                  std::vector<std::uint32_t>(parameters, 0)};
  const std::vector<bool> needed = needed_expressions(body);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (needed[i] && expr.op == Operation::Local) {
      ++reads.locals[expr.payload];
    } else if (needed[i] && expr.op == Operation::Port) {
      ++reads.parameters[expr.payload];
    }
  }
  // The target of a plain assignment is written, not read.
  for (const BodyStmt& stmt : body.stmts) {
    const auto* assign = std::get_if<AssignBody>(&stmt.kind);
    if (assign == nullptr || assign->op || assign->target == assign->value) {
      continue;
    }
    BodyExprId target = assign->target;
    while (body.exprs[target].argument_count != 0) {
      target = body.argument(body.exprs[target], 0);
    }
    if (body.exprs[target].op == Operation::Local) {
      --reads.locals[body.exprs[target].payload];
    }
  }
  return reads;
}

bool reads_inputs(const Body& body, const Program& program, const std::vector<bool>& of_functions) {
  const std::vector<bool> needed = needed_expressions(body);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    const bool is_input =
        expr.op == Operation::Symbol && program.symbols[expr.payload].kind == SymbolKind::HostInput;
    const bool hands_on = expr.op == Operation::Call && of_functions[expr.payload];
    if (needed[i] && (is_input || hands_on)) {
      return true;
    }
  }
  return false;
}

std::vector<bool> functions_that_read_inputs(const Program& program) {
  std::vector<bool> read;
  for (const Function& function : program.functions) {
    read.push_back(reads_inputs(function.body, program, read));
  }
  return read;
}

}  // namespace weft
