#include "composer/placement/choose_leaf_parts.h"

#include <algorithm>
#include <utility>

#include "fragments/analysis/known_values.h"
#include "fragments/analysis/operation_counts.h"

namespace weft {
namespace {

/// The value of an expression in the body.
struct BoundValue {
  BindingTime time;
  std::uint64_t steps = 0;        ///< to compute it, with its operands
  std::optional<Constant> known;  ///< if constants decide it
};

/// Finds the parts of one call.
class BodySplit {
 public:
  BodySplit(const Library& library, const SplitQuestion& question)
      : library_(library), body_(*question.body), question_(question) {}

  /// Returns the expressions to split off, sorted.
  std::vector<BodyExprId> run() {
    for (const SplitQuestion::Input& input : question_.inputs) {
      whole_.join_with(input.time);
    }
    const bool can_gain =
        std::any_of(question_.inputs.begin(), question_.inputs.end(),
                    [this](const auto& one) { return is_earlier(one.time, whole_); });
    if (!can_gain) {
      return {};
    }
    initials_ = initial_values(body_);
    can_ = can_be_parts(library_, body_);
    find_limits();
    find_times();
    find_needed();
    return find_parts();
  }

 private:
  static constexpr std::uint64_t least_unnamed = 2;  // steps

  /// Whether the host can compute a value.
  bool is_of_host(const BindingTime& value) const {
    return question_.has_host && value.levels.none() && is_single(value.rate);
  }

  /// Whether a value is worth computing apart from one that needs it.
  bool is_earlier(const BindingTime& value, const BindingTime& reader) const {
    const bool leaves_function =
        value.levels != reader.levels && (value.levels & reader.levels) == value.levels;
    const bool leaves_shader = is_of_host(value) && !is_single(reader.rate);
    return value.rate != Rate::Constant && (leaves_function || leaves_shader);
  }

  /// `min(count, 16)` as the bound of a loop stays in the shader, which then need not clamp the
  /// indices in the loop: of a value of the host it would know nothing.
  void find_limits() {
    is_limit_.assign(body_.exprs.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* loop = std::get_if<ForBody>(&stmt.kind);
      if (loop == nullptr || !counts_up(body_.exprs[loop->condition].op)) {
        continue;
      }
      BodyExprId bound = body_.argument(body_.exprs[loop->condition], 1);
      if (body_.exprs[bound].op == Operation::Local) {
        bound = initials_[body_.exprs[bound].payload].value_or(bound);
      }
      const BodyExpr& value = body_.exprs[bound];
      is_limit_[bound.index()] = value.op == Operation::Intrinsic && value.type.is_integral();
    }
  }

  static bool counts_up(Operation condition) {
    return condition == Operation::Less || condition == Operation::LessEqual;
  }

  void find_times() {
    values_.resize(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (!can_[i]) {
        values_[i].time = whole_;
      } else if (expr.op == Operation::Port) {
        take_input(i, question_.inputs[expr.payload], expr.type);
      } else if (expr.op == Operation::Feature) {
        take_input(i, question_.inputs[question_.ports + expr.payload], expr.type);
      } else if (expr.op == Operation::Local) {
        values_[i].time = values_[initials_[expr.payload]->index()].time;
        values_[i].known = values_[initials_[expr.payload]->index()].known;
      } else if (expr.op == Operation::Literal) {
        values_[i].known = Constant{expr.type, {expr.payload}};
      } else {
        take_operation(i, expr);
      }
    }
  }

  /// Finds what results need, given what constants decide: in `x * (1.0 - tint)` with `tint` 1,
  /// nothing of `x`.
  void find_needed() {
    is_needed_.assign(body_.exprs.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
      if (declared == nullptr || !initials_[declared->local]) {
        visit_expressions(stmt, [this](BodyExprId id) { is_needed_[id.index()] = true; });
      }
    }
    for (std::size_t i = body_.exprs.size(); i-- > 0;) {
      if (!is_needed_[i] || values_[i].known) {
        continue;
      }
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (expr.op == Operation::Local && initials_[expr.payload]) {
        is_needed_[initials_[expr.payload]->index()] = true;
      }
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        is_needed_[body_.argument(expr, k).index()] = true;
      }
    }
  }

  void take_input(std::size_t at, const SplitQuestion::Input& input, DataType type) {
    values_[at].time = input.time;
    if (input.known && input.known->type == type) {
      values_[at].known = *input.known;
    }
  }

  /// What constants decide is constant, also a product with 0, and the rest of the body folds with
  /// it: as a part it would be a value that nobody knows. A product with 1 is the other factor.
  void take_operation(std::size_t at, const BodyExpr& expr) {
    std::vector<const Constant*> known;
    std::vector<DataType> types;
    values_[at].steps = own_steps(expr);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      const BodyExprId argument = body_.argument(expr, k);
      const std::optional<Constant>& value = values_[argument.index()].known;
      values_[at].time.join_with(values_[argument.index()].time);
      values_[at].steps += values_[argument.index()].steps;
      known.push_back(value ? &*value : nullptr);
      types.push_back(body_.exprs[argument].type);
    }
    if (std::all_of(known.begin(), known.end(),
                    [](const Constant* one) { return one == nullptr; })) {
      return;
    }
    KnownOutcome outcome =
        known_outcome(library_.data_types, expr.op, expr.payload, expr.type, known, types);
    if (outcome.value) {
      values_[at].time = {};
      values_[at].known = std::move(outcome.value);
    } else if (outcome.argument) {
      const std::size_t argument = body_.argument(expr, *outcome.argument).index();
      values_[at].time = values_[argument].time;
      values_[at].steps = values_[argument].steps;
    }
  }

  /// 0 for what costs nothing, 1 for one cheap operation on all components, more for others.
  static std::uint64_t own_steps(const BodyExpr& expr) {
    if (expr.op == Operation::Call) {
      return least_unnamed;
    }
    const auto components = static_cast<std::uint64_t>(std::max(expr.type.component_count(), 1));
    const std::uint64_t operations = operation_count(expr.op, expr.payload, expr.type, 1);
    return (operations + components - 1) / components;
  }

  bool is_candidate(BodyExprId id, std::uint64_t least) const {
    return can_[id.index()] && is_needed_[id.index()] && !is_limit_[id.index()] &&
           body_.exprs[id].type.is_plain() && values_[id.index()].steps >= least &&
           is_earlier(values_[id.index()].time, whole_);
  }

  /// Chooses the parts among the locals, and finds the values that would compute a local again that
  /// the rest computes, since it is no part. Locals precede what reads them.
  void find_named_parts() {
    std::vector<bool> is_named(body_.exprs.size(), false);
    for (const std::optional<BodyExprId>& initial : initials_) {
      if (initial) {
        is_named[initial->index()] = true;
      }
    }
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExprId id(i);
      const BodyExpr& expr = body_.exprs[id];
      const auto initial =
          expr.op == Operation::Local ? initials_[expr.payload] : std::optional<BodyExprId>();
      bool repeats = initial && !is_part_[initial->index()] && values_[initial->index()].steps > 0;
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        repeats = repeats || repeats_work_[body_.argument(expr, k).index()];
      }
      repeats_work_[i] = repeats;
      is_part_[i] = is_named[i] && is_candidate(id, 1) && pays(id);
    }
  }

  /// The host may repeat work, which saves some of every invocation.
  bool pays(BodyExprId part) const {
    return is_of_host(values_[part.index()].time) || !repeats_work_[part.index()];
  }

  std::vector<BodyExprId> find_parts() {
    is_part_.assign(body_.exprs.size(), false);
    repeats_work_.assign(body_.exprs.size(), false);
    find_named_parts();
    const auto offer = [&](BodyExprId id, const BindingTime& reader) {
      const bool is_read_of_local = body_.exprs[id].op == Operation::Local;
      if (!is_read_of_local && is_candidate(id, least_unnamed) &&
          is_earlier(values_[id.index()].time, reader) && pays(id)) {
        is_part_[id.index()] = true;
      }
    };
    for (const BodyExpr& expr : body_.exprs) {
      const auto at = static_cast<std::size_t>(&expr - &*body_.exprs.begin());
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        offer(body_.argument(expr, k), is_limit_[at] ? whole_ : values_[at].time);
      }
    }
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* result = std::get_if<ReturnBody>(&stmt.kind); result && result->value) {
        offer(*result->value, whole_);
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        offer(assigned->value, whole_);
      } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
                 declared && declared->initial) {
        offer(*declared->initial, whole_);
      }
    }
    std::vector<BodyExprId> parts;
    for (std::size_t i = 0; i < is_part_.size(); ++i) {
      if (is_part_[i]) {
        parts.emplace_back(i);
      }
    }
    return parts;
  }

  const Library& library_;
  const Body& body_;
  const SplitQuestion& question_;
  BindingTime whole_;
  std::vector<std::optional<BodyExprId>> initials_;
  std::vector<bool> can_;
  std::vector<bool> is_limit_;      // per expression: whether it limits a loop
  std::vector<BoundValue> values_;  // per expression
  std::vector<bool> is_needed_;     // per expression
  std::vector<bool> is_part_;       // per expression, so far
  std::vector<bool> repeats_work_;  // per expression: it reads a local that is no part
};

bool may_split(const Library& library, const Evaluation& evaluation, const LeafEvaluation& leaf,
               const Body& body) {
  constexpr std::size_t least_expressions = 4;
  const Fragment& fragment = library.fragments[leaf.fragment];
  return is_last_stage(evaluation.stage) && leaf.function_level == 0 && body.root &&
         body.port_calls.empty() && body.exprs.size() >= least_expressions &&
         !fragment.is_conversion() && !fragment.is_field && !fragment.operations && !fragment.law &&
         fragment.depends_on.empty();
}

SplitQuestion question_of(const Library& library, const Plan& plan, const Evaluation& evaluation,
                          const LeafEvaluation& leaf, const Body& body, bool has_host) {
  SplitQuestion question{&body, library.fragments[leaf.fragment].ports.size(), has_host};
  question.inputs.reserve(evaluation.inputs.size());
  for (const EvaluationId input : evaluation.inputs) {
    const Evaluation& given = plan.evaluations[input];
    const auto* constant = std::get_if<ConstantEvaluation>(&given.kind);
    question.inputs.push_back(
        {{given.natural_rate, plan.functions.levels[input.index()]},
         constant != nullptr ? std::optional(constant->value) : std::nullopt});
  }
  return question;
}

}  // namespace

LeafParts find_leaf_parts(const Library& library, const Plan& plan, bool has_host,
                          ChosenParts& known) {
  LeafParts parts;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const Body* body = leaf != nullptr ? body_of(library, *leaf) : nullptr;
    if (body == nullptr || !may_split(library, evaluation, *leaf, *body)) {
      continue;
    }
    SplitQuestion question = question_of(library, plan, evaluation, *leaf, *body, has_host);
    const std::vector<BodyExprId>* values = known.find(question);
    if (values == nullptr) {
      std::vector<BodyExprId> chosen = BodySplit(library, question).run();
      values = &known.add(std::move(question), std::move(chosen));
    }
    if (!values->empty()) {
      parts.emplace_back(EvaluationId(i), *values);
    }
  }
  return parts;
}

}  // namespace weft
