#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/analysis/body_readers.h"
#include "fragments/analysis/laws.h"

namespace weft {

/// Finds the laws of one body by fixed-point iteration: laws of locals only grow. A local has no
/// law until an assignment gives it one, and neither has an expression that reads it: a divisor
/// without a law must not count as zero.
///
/// Rounds of expressions, then statements. After the first round each looks only at what reads
/// something that changed, so all of them together cost O(body × log body).
class BodyLawFinder {
 public:
  /// The references must outlive it.
  BodyLawFinder(const LeafLaws& laws, const Fragment& fragment, const Body& body,
                const std::vector<Law>& inputs);

  /// Returns a query that must be answered before it is called again; empty once results() is
  /// valid.
  std::optional<LeafLaws::Question> run();
  std::vector<Law> results() const;

 private:
  std::optional<LeafLaws::Question> find_law(std::uint32_t index);
  bool has_known_operands(const BodyExpr& expr) const;
  /// Of an expression whose operands have laws. Valid until it is called again.
  const std::vector<Law>& arguments_of(const BodyExpr& expr) const;
  Law law_of(const BodyExpr& expr) const;
  Law law_of_port_call(std::uint32_t port, const std::vector<Law>& arguments) const;
  /// The laws of what a callee reads: of the arguments, then of its features. Valid until it or
  /// arguments_of() is called again.
  const std::vector<Law>& inputs_of(const BodyExpr& expr) const;
  /// Null: they must be found first.
  const std::vector<Law>* results_of(const BodyExpr& expr) const;
  void enter(BodyStmtId id, bool is_conditional);
  void assign(std::uint32_t local, Law value, bool is_conditional);
  // `a.b[i].c = v`: returns the local at the base, and joins the laws of the indices into `value`.
  std::uint32_t target_of(BodyExprId id, Law& value) const;
  bool varies(BodyExprId condition) const;
  void assign(const AssignBody& assigned, bool is_conditional);
  void follow(BodyStmtId id);

  /// What reads something that changed.
  struct Work {
    explicit Work(const Body& body)
        : readers(body), exprs(body.exprs.size()), stmts(body.stmts.size()) {}
    BodyReaders readers;
    LeastFirst exprs;
    GreatestFirst stmts;  ///< blocks contain statements with smaller ids: conditions go inward
  };

  const LeafLaws& laws_;
  const Fragment& fragment_;
  const Body& body_;
  const std::vector<Law>& inputs_;
  std::vector<std::optional<Law>> locals_;
  std::vector<std::optional<Law>> exprs_;  // nothing: an operand has no law
  std::vector<bool> is_conditional_;       // per statement: is under a varying condition
  mutable std::vector<Law> arguments_;     // of arguments_of() and inputs_of()
  std::uint32_t looked_at_ = 0;            // expressions in the first round
  std::optional<Work> work_;               // of later rounds, which only bodies with locals have
  bool leaves_early_ = false;
};

}  // namespace weft
