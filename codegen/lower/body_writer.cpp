#include "codegen/lower/body_writer.h"

#include <algorithm>
#include <utility>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

bool is_derivative(const BodyExpr& expr) {
  return expr.op == Operation::Intrinsic &&
         needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
}

/// Whether a part of the expression, or all of it, is as the predicate says.
template <typename Predicate>
bool has_part(const Body& body, BodyExprId root, const Predicate& predicate) {
  std::vector<BodyExprId> open{root};
  while (!open.empty()) {
    const BodyExpr& part = body.exprs[open.back()];
    open.pop_back();
    if (predicate(part)) {
      return true;
    }
    for (std::uint32_t i = 0; i < part.argument_count; ++i) {
      open.push_back(body.argument(part, i));
    }
  }
  return false;
}

}  // namespace

std::optional<BodyExprId> spread_scalar(const Body& body, BodyExprId id) {
  const BodyExpr& expr = body.exprs[id];
  if (expr.op != Operation::Construct || expr.argument_count != 1 || !expr.type.is_vector()) {
    return std::nullopt;
  }
  const BodyExprId scalar = body.argument(expr, 0);
  const bool is_same_kind = body.exprs[scalar].type == DataType::scalar(expr.type.scalar_kind());
  return is_same_kind ? std::optional(scalar) : std::nullopt;
}

bool is_cheap(const Body& body, BodyExprId id) {
  for (;;) {
    const BodyExpr& expr = body.exprs[id];
    switch (expr.op) {
      case Operation::Symbol:
      case Operation::Port:
      case Operation::Local:
      case Operation::Literal:
        return true;
      case Operation::Swizzle:
      case Operation::Member:
        break;
      case Operation::Index:
        if (body.exprs[body.argument(expr, 1)].op != Operation::Literal) {
          return false;
        }
        break;
      case Operation::Construct:
        if (!spread_scalar(body, id)) {
          return expr.argument_count == 1 &&
                 body.exprs[body.argument(expr, 0)].op == Operation::Literal;
        }
        break;
      default:  // the others compute
        return false;
    }
    id = body.argument(expr, 0);
  }
}

bool reads_local(const Body& body, BodyExprId expr, std::uint32_t local) {
  return has_part(body, expr, [local](const BodyExpr& part) {
    return part.op == Operation::Local && part.payload == local;
  });
}

std::uint32_t BodyWriter::add_local(DataType type, std::string wish, Precision precision) {
  body_->locals.push_back({NameId(0), type, std::nullopt, {}, precision});
  wishes_.push_back(std::move(wish));
  return static_cast<std::uint32_t>(body_->locals.size() - 1);
}

BodyExprId BodyWriter::local(std::uint32_t index) {
  return body_->add(Operation::Local, body_->locals[index].type, index, {}, {});
}

void BodyWriter::add_statement(BodyStmt stmt, std::optional<EvaluationId> origin) {
  statements_.push_back(body_->add(std::move(stmt)));
  if (origins_ != nullptr) {
    origins_->resize(body_->stmts.size());
    origins_->back() = origin;
  }
}

std::optional<NamingLine> BodyWriter::unname_last_line(BodyExprId value) {
  const BodyExpr& expr = body_->exprs[value];
  if (expr.op != Operation::Local || statements_.empty()) {
    return std::nullopt;
  }
  const auto* declared = std::get_if<DeclareBody>(&body_->stmts[statements_.back()].kind);
  if (declared == nullptr || declared->local != expr.payload || !declared->initial ||
      declared->local + 1 != body_->locals.size()) {
    return std::nullopt;
  }
  const NamingLine line{statements_.back(), *declared->initial};
  body_->locals.pop_back();
  wishes_.pop_back();
  return line;
}

std::vector<BodyStmtId> BodyWriter::open_block() { return std::exchange(statements_, {}); }

BodyStmtId BodyWriter::close_block(std::vector<BodyStmtId> outer) {
  return body_->add(BodyStmt{BlockBody{std::exchange(statements_, std::move(outer))}, {}});
}

void BodyWriter::finish() {
  body_->root = close_block({});
  if (origins_ != nullptr) {
    origins_->resize(body_->stmts.size());
  }
}

std::vector<std::string> BodyWriter::name_locals(Namer& scope) const {
  std::vector<std::string> names;
  names.reserve(wishes_.size());
  for (const std::string& wish : wishes_) {
    names.push_back(scope.unique(wish));
  }
  return names;
}

std::uint32_t BodyWriter::depth(BodyExprId id) {
  for (std::size_t i = depths_.size(); i < body_->exprs.size(); ++i) {
    const BodyExpr& expr = body_->exprs[BodyExprId(i)];
    std::uint32_t below = 0;
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      below = std::max(below, depths_[body_->argument(expr, j).index()]);
    }
    depths_.push_back(below + (expr.argument_count == 0 ? 0 : 1));
    has_derivatives_ = has_derivatives_ || is_derivative(expr);
  }
  return depths_[id.index()];
}

bool BodyWriter::takes_derivative(BodyExprId id) const {
  return has_derivatives_ && has_part(*body_, id, is_derivative);
}

}  // namespace weft
