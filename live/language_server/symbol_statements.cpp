#include <type_traits>
#include <variant>

#include "live/language_server/symbol_collector.h"

namespace weft::lsp {
namespace {

using syntax::StmtId;

/// A statement to visit, or the end of a scope, after which fewer names are bound.
struct StatementVisit {
  std::optional<StmtId> statement;
  std::size_t bound = 0;
};

class BodyCollector {
 public:
  explicit BodyCollector(SymbolCollector& collector) : c_(collector) {}

  void run(StmtId body) {
    open_.push_back({body});
    while (!open_.empty()) {
      const StatementVisit visit = open_.back();
      open_.pop_back();
      if (!visit.statement) {
        c_.bound.resize(visit.bound, {NameId(0), 0});
      } else {
        std::visit([this](const auto& kind) { collect(kind); },
                   c_.text.module().stmts[*visit.statement].kind);
      }
    }
  }

 private:
  void close_scope() { open_.push_back({std::nullopt, c_.bound.size()}); }

  void collect(const syntax::BlockStmt& block) {
    close_scope();
    for (std::size_t i = block.statements.size(); i-- > 0;) {
      open_.push_back({block.statements[i]});
    }
  }
  void collect(const syntax::IfStmt& branch) {
    collect_expression(c_, branch.condition);
    if (branch.else_branch) {
      open_.push_back({branch.else_branch});
    }
    open_.push_back({branch.then_branch});
  }
  void collect(const syntax::ForStmt& loop) {
    // The condition and the step see what the first statement declares.
    close_scope();
    const syntax::Stmt& initial = c_.text.module().stmts[loop.initial];
    std::visit(
        [this](const auto& kind) {
          using Kind = std::decay_t<decltype(kind)>;
          if constexpr (!std::is_same_v<Kind, syntax::ForStmt>) {
            collect(kind);
          }
        },
        initial.kind);
    collect_expression(c_, loop.condition);
    open_.push_back({loop.body});
    open_.push_back({loop.step});
  }
  void collect(const syntax::WhileStmt& loop) {
    collect_expression(c_, loop.condition);
    open_.push_back({loop.body});
  }
  void collect(const syntax::ReturnStmt& result) {
    if (result.value) {
      collect_expression(c_, *result.value);
    }
  }
  void collect(const syntax::BreakStmt& /*statement*/) {}
  void collect(const syntax::ContinueStmt& /*statement*/) {}
  void collect(const syntax::DeclareStmt& local) {
    // The type of `float a, b;` stands there once.
    if (!last_type_ || local.type.span != *last_type_) {
      collect_type_name(c_, local.type);
    }
    last_type_ = local.type.span;
    for (const auto* sizes : {&local.type_array_sizes, &local.name_array_sizes}) {
      for (const std::optional<syntax::ExprId>& size : *sizes) {
        if (size) {
          collect_expression(c_, *size);
        }
      }
    }
    if (local.initial) {
      collect_expression(c_, *local.initial);
    }
    c_.bound.emplace_back(local.name.name, c_.declare_local(local.name, DeclaredKind::Variable,
                                                            cover(local.type.span, local.name.span),
                                                            {std::nullopt, local.type.name}));
  }
  void collect(const syntax::AssignStmt& assignment) {
    collect_expression(c_, assignment.target);
    collect_expression(c_, assignment.value);
  }
  void collect(const syntax::StepStmt& step) { collect_expression(c_, step.target); }
  void collect(const syntax::ExprStmt& statement) { collect_expression(c_, statement.value); }

  SymbolCollector& c_;
  std::vector<StatementVisit> open_;
  std::optional<Span> last_type_;  ///< of the declaration before
};

}  // namespace

void collect_body(SymbolCollector& c, StmtId body) { BodyCollector(c).run(body); }

}  // namespace weft::lsp
