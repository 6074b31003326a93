#include "composer/evaluations/live_literals.h"

#include <algorithm>
#include <utility>

#include "composer/evaluations/plan_functions.h"
#include "composer/evaluations/typed_graph_builder.h"

namespace weft {
namespace {

constexpr std::uint32_t unmarked = 0;
constexpr std::uint32_t most_components = 4;

struct LiveWord {
  std::uint32_t literal = 0;
  std::uint32_t component = 0;
};

std::uint32_t mark_of(LiveWord word) { return word.literal * most_components + word.component + 1; }
LiveWord word_of(std::uint32_t mark) {
  return {(mark - 1) / most_components, (mark - 1) % most_components};
}

class LiveReads {
 public:
  LiveReads(const Library& library, TypedGraph graph, std::uint32_t first_parameter,
            const std::vector<LiveLiteral>& literals)
      : from_(std::move(graph)),
        first_parameter_(first_parameter),
        literals_(literals),
        builder_(library, to_) {}

  TypedGraph run() {
    find_raised();
    to_.types = std::move(from_.types);
    Replacements made(from_.evaluations.size());
    for (std::size_t i = 0; i < from_.evaluations.size(); ++i) {
      Evaluation& each = from_.evaluations[EvaluationId(i)];
      made.redirect(each.inputs);
      made.set(EvaluationId(i), has_live_word(each) ? read(each) : copied(each, raised_[i]));
    }
    to_.outputs = std::move(from_.outputs);
    to_.stitches = std::move(from_.stitches);
    to_.stated_types = std::move(from_.stated_types);
    redirect_outputs(to_, made);
    return std::move(to_);
  }

 private:
  bool is_live(std::uint32_t mark) const {
    return mark != unmarked && literals_[word_of(mark).literal].state == LiveLiteral::State::Live;
  }

  bool has_live_word(const Evaluation& evaluation) const {
    const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind);
    return constant != nullptr && std::any_of(constant->live.begin(), constant->live.end(),
                                              [this](std::uint32_t mark) { return is_live(mark); });
  }

  /// Finds what changes with the parameters. A function's parameters do if its call does: they may
  /// be states of a loop.
  void find_raised() {
    FunctionLevels levels;
    for (bool changes = true; changes;) {
      changes = false;
      raised_.assign(from_.evaluations.size(), false);
      for (std::size_t i = 0; i < from_.evaluations.size(); ++i) {
        const Evaluation& each = from_.evaluations[EvaluationId(i)];
        const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
        raised_[i] = has_live_word(each) || (bound != nullptr && levels.test(bound->level)) ||
                     std::any_of(each.inputs.begin(), each.inputs.end(),
                                 [this](EvaluationId input) { return raised_[input.index()]; });
        const std::uint32_t level = function_level(each);
        if (raised_[i] && level != 0 && !levels.test(level)) {
          levels.set(level);
          changes = true;
        }
      }
    }
  }

  EvaluationId copied(Evaluation& evaluation, bool is_raised) {
    const Rate rate =
        is_raised ? join(evaluation.natural_rate, Rate::Material) : evaluation.natural_rate;
    if (auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      bound->rate = is_raised ? join(bound->rate, Rate::Material) : bound->rate;
    } else if (auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      constant->live.clear();
    }
    const EvaluationId id =
        builder_.add(std::move(evaluation.kind), std::move(evaluation.inputs), evaluation.stage,
                     rate, evaluation.type, evaluation.origin);
    to_.evaluations[id].natural_rate = rate;  // some inputs may have no effect on it
    return id;
  }

  EvaluationId read(const Evaluation& constant) {
    const std::vector<std::uint32_t>& live = std::get<ConstantEvaluation>(constant.kind).live;
    const DataType type = std::get<ConstantEvaluation>(constant.kind).value.type;
    const std::uint32_t literal = word_of(*std::max_element(live.begin(), live.end())).literal;
    if (type == literals_[literal].type && live == words_of_live(literal, live.size())) {
      return add(constant, ParameterEvaluation{first_parameter_ + literal}, {}, constant.type);
    }
    EvaluationIds parts;
    const auto same = static_cast<std::size_t>(std::count(live.begin(), live.end(), live.front()));
    const bool is_spread = !type.is_matrix() && same == live.size();
    const std::size_t count = is_spread ? 1 : live.size();
    parts.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      parts.push_back(part(constant, i));
    }
    if (parts.size() == 1 && type.is_scalar()) {
      return parts.front();
    }
    return add(constant, OperationEvaluation{Operation::Construct}, std::move(parts),
               constant.type);
  }

  /// One component, in the kind of number of the constant.
  EvaluationId part(const Evaluation& constant, std::size_t at) {
    const Constant& value = std::get<ConstantEvaluation>(constant.kind).value;
    const std::uint32_t mark = std::get<ConstantEvaluation>(constant.kind).live[at];
    const DataType scalar = DataType::vector(value.type.scalar_kind(), 1);
    const TypeId type = value.type.is_scalar() ? constant.type : plain(scalar);
    if (!is_live(mark)) {
      return add(constant, ConstantEvaluation{{scalar, {value.bits[at]}}}, {}, type);
    }
    const LiveWord word = word_of(mark);
    const DataType own = literals_[word.literal].type;
    const DataType own_scalar = DataType::vector(own.scalar_kind(), 1);
    const bool is_own = own_scalar == scalar;
    EvaluationId id = add(constant, ParameterEvaluation{first_parameter_ + word.literal}, {},
                          is_own && own.is_scalar() ? type : plain(own));
    if (!own.is_scalar()) {
      const auto component = static_cast<int>(word.component);
      const OperationEvaluation swizzle{Operation::Swizzle, pack_swizzle(&component, 1)};
      id = add(constant, swizzle, {id}, is_own ? type : plain(own_scalar));
    }
    return is_own ? id : add(constant, OperationEvaluation{Operation::Construct}, {id}, type);
  }

  TypeId plain(DataType type) { return to_.types.intern(SemanticType(type)); }

  EvaluationId add(const Evaluation& constant, EvaluationKind kind, EvaluationIds inputs,
                   TypeId type) {
    const bool is_constant = std::holds_alternative<ConstantEvaluation>(kind);
    return builder_.add(std::move(kind), std::move(inputs), constant.stage,
                        is_constant ? Rate::Constant : Rate::Material, type, constant.origin);
  }

  TypedGraph from_;
  TypedGraph to_;
  std::uint32_t first_parameter_;
  const std::vector<LiveLiteral>& literals_;
  TypedGraphBuilder builder_;
  std::vector<bool> raised_;  ///< per evaluation of `from_`
};

}  // namespace

std::vector<std::uint32_t> words_of_live(std::uint32_t literal, std::size_t count) {
  std::vector<std::uint32_t> marks;
  marks.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    marks.push_back(mark_of({literal, static_cast<std::uint32_t>(i)}));
  }
  return marks;
}

void append_words(ConstantEvaluation& whole, const ConstantEvaluation& part) {
  if (!part.live.empty() || !whole.live.empty()) {
    whole.live.resize(whole.value.bits.size(), unmarked);
    whole.live.insert(whole.live.end(), part.live.begin(), part.live.end());
  }
  whole.value.bits.insert(whole.value.bits.end(), part.value.bits.begin(), part.value.bits.end());
  if (!whole.live.empty()) {
    whole.live.resize(whole.value.bits.size(), unmarked);
  }
}

void spread_words(ConstantEvaluation& constant, std::size_t count) {
  constant.value.bits.resize(count, constant.value.bits.front());
  if (!constant.live.empty()) {
    constant.live.resize(count, constant.live.front());
  }
}

void mark_literals(const ConstantEvaluation& constant, std::vector<bool>& literals) {
  for (const std::uint32_t mark : constant.live) {
    if (mark != unmarked) {
      literals[word_of(mark).literal] = true;
    }
  }
}

TypedGraph read_live_literals(const Library& library, TypedGraph graph,
                              std::uint32_t first_parameter,
                              const std::vector<LiveLiteral>& literals) {
  return LiveReads(library, std::move(graph), first_parameter, literals).run();
}

}  // namespace weft
