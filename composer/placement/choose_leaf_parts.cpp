#include "composer/placement/choose_leaf_parts.h"

#include <algorithm>
#include <utility>

#include "composer/placement/body_times.h"
#include "composer/placement/evaluation_laws.h"
#include "composer/placement/offered_parts.h"

namespace weft {
namespace {

/// Whether the host can compute a value.
bool is_of_host(const SplitQuestion& question, const BindingTime& value) {
  return question.has_host && value.levels.none() && is_single(value.rate);
}

/// Whether a value is worth computing apart from one that needs it, however cheap it is.
bool is_earlier(const SplitQuestion& question, const BindingTime& value,
                const BindingTime& reader) {
  const bool leaves_function =
      value.levels != reader.levels && (value.levels & reader.levels) == value.levels;
  const bool leaves_shader = is_of_host(question, value) && !is_single(reader.rate);
  return value.rate != Rate::Constant && (leaves_function || leaves_shader);
}

/// Finds the parts of one call.
class BodySplit {
 public:
  BodySplit(const SplitQuestion& question, const BodyTimes& times)
      : body_(*question.body), question_(question), times_(times) {}

  /// Returns the expressions to split off, sorted.
  std::vector<BodyExprId> run() {
    is_part_.assign(body_.exprs.size(), false);
    repeats_work_.assign(body_.exprs.size(), false);
    find_named_parts();
    find_other_parts();
    std::vector<BodyExprId> parts;
    for (std::size_t i = 0; i < is_part_.size(); ++i) {
      if (is_part_[i]) {
        parts.emplace_back(i);
      }
    }
    return parts;
  }

 private:
  bool is_candidate(BodyExprId id, std::uint64_t least) const {
    const BoundValue& value = times_.values[id.index()];
    const DataType type = body_.exprs[id].type;
    const bool may_leave = type.is_plain() || type.is_struct();
    return times_.can[id.index()] && times_.is_needed[id.index()] && !times_.is_limit[id.index()] &&
           may_leave && value.steps >= least && is_earlier(question_, value.time, times_.whole);
  }

  /// Chooses the parts among the locals, and finds the values that would compute a local again that
  /// the rest computes, since it is no part. Locals precede what reads them.
  void find_named_parts() {
    const std::vector<bool> is_named = times_.named();
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExprId id(i);
      repeats_work_[i] = times_.repeats_work(body_, id, is_part_, repeats_work_);
      is_part_[i] = is_named[i] && is_candidate(id, 1) && pays(id);
    }
  }

  /// The host may repeat work, which saves some of every invocation.
  bool pays(BodyExprId part) const {
    return is_of_host(question_, times_.values[part.index()].time) || !repeats_work_[part.index()];
  }

  void find_other_parts() {
    const auto offer = [&](BodyExprId id, const BindingTime& reader) {
      const bool is_read_of_local = body_.exprs[id].op == Operation::Local;
      if (!is_read_of_local && is_candidate(id, two_steps) &&
          is_earlier(question_, times_.values[id.index()].time, reader) && pays(id)) {
        is_part_[id.index()] = true;
      }
    };
    for (const BodyExpr& expr : body_.exprs) {
      const auto at = static_cast<std::size_t>(&expr - &*body_.exprs.begin());
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        offer(body_.argument(expr, k), times_.is_limit[at] ? times_.whole : times_.values[at].time);
      }
    }
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* result = std::get_if<ReturnBody>(&stmt.kind); result && result->value) {
        offer(*result->value, times_.whole);
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
        offer(assigned->value, times_.whole);
      } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
                 declared && declared->initial) {
        offer(*declared->initial, times_.whole);
      }
    }
  }

  const Body& body_;
  const SplitQuestion& question_;
  const BodyTimes& times_;
  std::vector<bool> is_part_;       // per expression, so far
  std::vector<bool> repeats_work_;  // per expression, see BodyTimes::repeats_work()
};

/// Whether anything in the body can change less often than the whole, or be preserved by
/// interpolation.
bool can_gain(const SplitQuestion& question) {
  BindingTime whole;
  for (const SplitQuestion::Input& input : question.inputs) {
    whole.join_with(input.time);
  }
  return std::any_of(question.inputs.begin(), question.inputs.end(),
                     [&](const SplitQuestion::Input& one) {
                       return is_earlier(question, one.time, whole) || may_be_offered(one);
                     });
}

bool may_split(const Library& library, const Evaluation& evaluation, const LeafEvaluation& leaf,
               const Body& body) {
  constexpr std::size_t least_expressions = 4;
  return evaluation.stage != Stage::Host && body.exprs.size() >= least_expressions &&
         may_have_parts(library.fragments[leaf.fragment], body);
}

SplitQuestion question_of(const Library& library, const Plan& plan, const std::vector<Law>& laws,
                          const Evaluation& evaluation, const Body& body) {
  const auto& leaf = std::get<LeafEvaluation>(evaluation.kind);
  const std::vector<FragmentPort>& ports = library.fragments[leaf.fragment].ports;
  SplitQuestion question{&body, ports.size()};
  question.inputs.reserve(evaluation.inputs.size());
  for (std::size_t i = 0; i < evaluation.inputs.size(); ++i) {
    const EvaluationId input = evaluation.inputs[i];
    const Evaluation& given = plan.evaluations[input];
    const auto* constant = std::get_if<ConstantEvaluation>(&given.kind);
    FunctionLevels levels = plan.functions.levels[input.index()];
    if (leaf.function_level != 0 && i < ports.size() &&
        ports[i].kind != FragmentPort::Kind::Value) {
      levels.reset(leaf.function_level);  // the leaf decides these parameters
    }
    question.inputs.push_back({{given.natural_rate, levels},
                               constant != nullptr ? std::optional(constant->value) : std::nullopt,
                               laws[input.index()]});
  }
  return question;
}

SplitChoice choose(const Library& library, const SplitQuestion& question, LeafLaws& laws) {
  if (!can_gain(question)) {
    return {};
  }
  const BodyTimes times = find_body_times(library, question, laws);
  SplitChoice choice{BodySplit(question, times).run(), {}};
  choice.offers = find_offered_parts(*question.body, times, choice.parts);
  return choice;
}

}  // namespace

std::vector<SplitCall> find_split_calls(const Library& library, const Plan& plan, bool has_host,
                                        LibraryFacts& facts) {
  std::vector<Law> laws;  // found for the first call that asks for them
  std::vector<SplitCall> calls;
  for (std::size_t i = 0; i < plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const Body* body = leaf != nullptr ? body_of(library, *leaf) : nullptr;
    if (body == nullptr || !may_split(library, evaluation, *leaf, *body)) {
      continue;
    }
    if (laws.empty()) {
      laws = evaluation_laws(library, facts.laws, plan);
    }
    SplitQuestion question = question_of(library, plan, laws, evaluation, *body);
    question.has_host = has_host;
    const SplitChoice* choice = facts.parts.find(question);
    if (choice == nullptr) {
      SplitChoice chosen = choose(library, question, facts.laws);
      choice = &facts.parts.add(std::move(question), std::move(chosen));
    }
    if (!choice->parts.empty() || !choice->offers.empty()) {
      calls.push_back({EvaluationId(i), *choice});
    }
  }
  return calls;
}

}  // namespace weft
