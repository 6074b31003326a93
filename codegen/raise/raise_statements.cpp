#include "codegen/raise/raise_statements.h"

#include <utility>

#include "codegen/interface/stored_values.h"
#include "codegen/lower/body_writer.h"
#include "codegen/lower/symbol_reads.h"

namespace weft {
namespace {

/// Longer arrays are written by loops.
constexpr std::uint32_t longest_list = 4;

BodyStmtId block_of(NamedBody& body, std::vector<BodyStmtId> statements) {
  return body.body.add(BodyStmt{BlockBody{std::move(statements)}, {}});
}

BodyStmtId declare(NamedBody& body, std::uint32_t local, std::optional<BodyExprId> initial) {
  return body.body.add(BodyStmt{DeclareBody{local, initial}, {}});
}

BodyStmtId assign(NamedBody& body, BodyExprId target, BodyExprId value,
                  std::optional<Operation> op = std::nullopt) {
  return body.body.add(BodyStmt{AssignBody{op, target, value}, {}});
}

// for (int counter = 0; counter < size; ++counter)
BodyStmtId count_to(NamedBody& body, std::uint32_t counter, std::uint32_t size,
                    BodyStmtId statement) {
  const BodyStmtId initial = declare(body, counter, body.number(int_type, 0));
  const BodyExprId read = body.local(counter);
  const BodyExprId condition =
      body.operation(Operation::Less, bool_type, {read, body.number(int_type, size)});
  const BodyStmtId step = assign(body, read, body.number(int_type, 1), Operation::Add);
  return body.body.add(
      BodyStmt{ForBody{initial, condition, step, block_of(body, {statement})}, {}});
}

const DeclareBody* initialized(const NamedBody& body, BodyStmtId stmt) {
  const auto* declared = std::get_if<DeclareBody>(&body.body.stmts[stmt].kind);
  return declared != nullptr && declared->initial ? declared : nullptr;
}

BodyExprId part(NamedBody& body, BodyExprId vector, int component) {
  const BodyExpr& from = body.body.exprs[vector];
  return body.operation(Operation::Swizzle, DataType::scalar(from.type.scalar_kind()), {vector},
                        pack_swizzle(&component, 1));
}

// The lvalue with each index that reads the written local replaced by a local that is declared in
// `statements`: several writes must use the index of before the first.
BodyExprId with_held_indices(NamedBody& body, BodyExprId lvalue,
                             std::vector<BodyStmtId>& statements) {
  std::vector<BodyExprId> path = {lvalue};
  while (body.body.exprs[path.back()].argument_count > 0) {
    path.push_back(body.body.argument(body.body.exprs[path.back()], 0));
  }
  BodyExprId result = path.back();
  const std::uint32_t root = body.body.exprs[result].payload;
  if (body.body.exprs[result].op != Operation::Local) {
    return lvalue;
  }
  std::size_t count = 0;
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const BodyExpr expr = body.body.exprs[path[i]];
    std::vector<BodyExprId> arguments = {result};
    if (expr.op == Operation::Index) {
      BodyExprId index = body.body.argument(expr, 1);
      if (reads_local(body.body, index, root)) {
        const std::string suffix = ++count == 1 ? "" : "_" + std::to_string(count);
        const std::uint32_t held =
            body.add_local("assigned_index" + suffix, body.body.exprs[index].type);
        statements.push_back(declare(body, held, index));
        index = body.local(held);
      }
      arguments.push_back(index);
    }
    result = body.operation(expr.op, expr.type, arguments, expr.payload);
  }
  return count == 0 ? lvalue : result;
}

// Assigns the loaded value of `stored`, arrays by a loop over their elements. `keeps_equal`:
// assigns arrays of the same type whole.
void assign_elements(NamedBody& body, BodyExprId target, BodyExprId stored, bool keeps_equal,
                     std::vector<BodyStmtId>& out) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> loops;  // counter, size
  DataType type = body.body.exprs[target].type;
  DataType source = body.body.exprs[stored].type;
  while (type.is_array() && !(keeps_equal && type == source)) {
    const std::string suffix = loops.empty() ? "" : "_" + std::to_string(loops.size() + 1);
    const std::uint32_t counter = body.add_local("loaded_element" + suffix, int_type);
    const ArrayType array = body.programs.types.array(type);
    const DataType source_element = body.programs.types.array(source).element;
    target = body.operation(Operation::Index, array.element, {target, body.local(counter)});
    stored = body.operation(Operation::Index, source_element, {stored, body.local(counter)});
    loops.emplace_back(counter, array.size);
    type = array.element;
    source = source_element;
  }
  BodyStmtId statement = assign(body, target, load_value(body.body, stored, type));
  for (std::size_t i = loops.size(); i-- > 0;) {
    statement = count_to(body, loops[i].first, loops[i].second, statement);
  }
  out.push_back(statement);
}

}  // namespace

void rewrite_statements(NamedBody& body, const std::vector<StatementRule>& rules) {
  for (const BodyStmtId id : reachable_statements(body.body)) {
    const auto* block = std::get_if<BlockBody>(&body.body.stmts[id].kind);
    if (block == nullptr) {
      continue;
    }
    const std::vector<BodyStmtId> before = block->statements;
    std::vector<BodyStmtId> after;
    after.reserve(before.size());
    for (const BodyStmtId stmt : before) {
      bool done = false;
      for (std::size_t i = 0; i < rules.size() && !done; ++i) {
        done = rules[i](body, stmt, after);
      }
      if (!done) {
        after.push_back(stmt);
      }
    }
    if (after != before) {
      std::get<BlockBody>(body.body.stmts[id].kind).statements = std::move(after);
    }
  }
}

void load_into(NamedBody& body, BodyExprId target, BodyExprId stored,
               std::vector<BodyStmtId>& out) {
  assign_elements(body, target, stored, true, out);
}

void copy_elements(NamedBody& body, BodyExprId target, BodyExprId value,
                   std::vector<BodyStmtId>& out) {
  assign_elements(body, target, value, false, out);
}

bool load_array(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out) {
  const DeclareBody* declared = initialized(body, stmt);
  if (declared == nullptr) {
    return false;
  }
  const std::uint32_t local = declared->local;
  const BodyExpr value = body.body.exprs[*declared->initial];
  if (value.op != Operation::Construct || !value.type.is_array() || value.argument_count != 1) {
    return false;
  }
  const BodyExprId stored = body.body.argument(value, 0);
  const DataType source = body.body.exprs[stored].type;
  if (!loads_stored(body.programs, value.type, source)) {
    return false;
  }
  const ArrayType array = body.programs.types.array(value.type);
  std::optional<BodyExprId> initial;
  if (array.size <= longest_list && !array.element.is_array()) {
    std::vector<BodyExprId> elements;
    elements.reserve(array.size);
    for (std::uint32_t i = 0; i < array.size; ++i) {
      const BodyExprId element =
          body.operation(Operation::Index, body.programs.types.array(source).element,
                         {stored, body.number(int_type, i)});
      elements.push_back(load_value(body.body, element, array.element));
    }
    initial = body.operation(Operation::Construct, value.type, elements);
  }
  std::get<DeclareBody>(body.body.stmts[stmt].kind).initial = initial;
  out.push_back(stmt);
  if (!initial) {
    load_into(body, body.local(local), stored, out);
  }
  return true;
}

bool zero_array_by_loop(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out) {
  const DeclareBody* declared = initialized(body, stmt);
  if (declared == nullptr) {
    return false;
  }
  const std::uint32_t local = declared->local;
  const BodyExpr value = body.body.exprs[*declared->initial];
  if (value.op != Operation::Construct || value.argument_count != 0 || !value.type.is_array()) {
    return false;
  }
  const ArrayType array = body.programs.types.array(value.type);
  if (array.size <= longest_list || !array.element.is_plain()) {
    return false;
  }
  std::get<DeclareBody>(body.body.stmts[stmt].kind).initial.reset();
  out.push_back(stmt);
  const std::uint32_t counter = body.add_local("zeroed_element", int_type);
  const BodyExprId element =
      body.operation(Operation::Index, array.element, {body.local(local), body.local(counter)});
  const BodyExprId zero = body.operation(Operation::Construct, array.element, {});
  out.push_back(count_to(body, counter, array.size, assign(body, element, zero)));
  return true;
}

bool write_column(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out) {
  const auto* found = std::get_if<AssignBody>(&body.body.stmts[stmt].kind);
  if (found == nullptr || found->target == found->value) {
    return false;
  }
  const AssignBody written = *found;
  const BodyExpr target = body.body.exprs[written.target];
  const bool is_swizzle = target.op == Operation::Swizzle && swizzle_count(target.payload) > 1;
  BodyExprId column = is_swizzle ? body.body.argument(target, 0) : written.target;
  const BodyExpr& index = body.body.exprs[column];
  if (index.op != Operation::Index ||
      !body.body.exprs[body.body.argument(index, 0)].type.is_matrix()) {
    return false;
  }
  const DataType type = body.body.exprs[written.value].type;
  const std::uint32_t held = body.add_local("assigned_column", type);
  std::vector<BodyStmtId> statements = {declare(body, held, written.value)};
  column = with_held_indices(body, column, statements);
  for (int i = 0; i < target.type.rows(); ++i) {
    const BodyExprId value = body.local(held);
    const int row = is_swizzle ? swizzle_component(target.payload, i) : i;
    statements.push_back(assign(body, part(body, column, row),
                                type.is_scalar() ? value : part(body, value, i), written.op));
  }
  out.push_back(block_of(body, std::move(statements)));
  return true;
}

void expand_compound_divisions(Body& body) {
  for (const BodyStmtId id : reachable_statements(body)) {
    const auto* written = std::get_if<AssignBody>(&body.stmts[id].kind);
    if (written == nullptr || written->op != Operation::Divide) {
      continue;
    }
    const BodyExprId target = written->target;
    const DataType type = body.exprs[target].type;
    const BodyExpr& divisor = body.exprs[written->value];
    const bool is_safe =
        divisor.op == Operation::Literal && divisor.payload != 0 && divisor.payload != ~0U;
    if (type.is_integral() && !is_safe) {
      const BodyExprId quotient =
          body.add(Operation::Divide, type, 0, {target, written->value}, {});
      body.stmts[id].kind = AssignBody{std::nullopt, target, quotient};
    }
  }
}

}  // namespace weft
