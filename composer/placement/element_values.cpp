#include "composer/placement/element_values.h"

#include <algorithm>

namespace weft {
namespace {

class ElementValueFinder {
 public:
  ElementValueFinder(const Library& library, const Plan& plan, const std::vector<Flag>& is_of_host,
                     PortableLeaves& leaves)
      : library_(library), plan_(plan), is_of_host_(is_of_host), leaves_(leaves) {
    found_.indices.resize(plan.evaluations.size());
    found_.lengths.resize(plan.evaluations.size(), 0);
  }

  ElementValues run() {
    find_given();
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      if (is_of_host_[i]) {
        continue;
      }
      const Evaluation& evaluation = plan_.evaluations[EvaluationId(i)];
      if (found_.reads[i]) {
        found_.indices[i] =
            ElementIndex{std::nullopt, std::get<BoundEvaluation>(evaluation.kind).level};
      } else if (is_element(evaluation)) {
        found_.reads[i] = ElementRead{evaluation.inputs[0], {}};
        found_.indices[i] = ElementIndex{evaluation.inputs[1], 0};
      } else {
        found_.indices[i] = common_index(evaluation);
      }
      if (found_.reads[i]) {
        found_.lengths[i] =
            element_count(library_, plan_, plan_.evaluations[found_.reads[i]->array]);
      } else if (found_.indices[i]) {
        for (const EvaluationId input : evaluation.inputs) {
          found_.lengths[i] = std::max(found_.lengths[i], found_.lengths[input.index()]);
        }
      }
    }
    return std::move(found_);
  }

 private:
  bool is_array_of_host(EvaluationId id) const {
    return is_of_host_[id.index()] && element_count(library_, plan_, plan_.evaluations[id]) != 0;
  }

  bool is_element(const Evaluation& evaluation) const {
    const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
    return operation != nullptr && operation->op == Operation::Index &&
           is_array_of_host(evaluation.inputs[0]);
  }

  void find_given() {
    found_.reads = find_given_elements(library_, plan_);
    for (std::optional<ElementRead>& read : found_.reads) {
      if (read && !is_array_of_host(read->array)) {
        read.reset();
      }
    }
  }

  std::optional<ElementIndex> common_index(const Evaluation& evaluation) {
    std::optional<ElementIndex> index;
    for (const EvaluationId input : evaluation.inputs) {
      if (is_of_host_[input.index()]) {
        continue;
      }
      const std::optional<ElementIndex>& read = found_.indices[input.index()];
      if (!read || (index && !(*index == *read))) {
        return std::nullopt;
      }
      index = read;
    }
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const bool is_call = leaf != nullptr && leaf->function_level == 0 &&
                         !library_.fragments[leaf->fragment].is_field && leaves_.contains(*leaf);
    const bool is_plain = std::holds_alternative<OperationEvaluation>(evaluation.kind) ||
                          std::holds_alternative<ResultEvaluation>(evaluation.kind);
    return is_call || is_plain ? index : std::nullopt;
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<Flag>& is_of_host_;
  PortableLeaves& leaves_;
  ElementValues found_;
};

}  // namespace

ElementValues find_element_values(const Library& library, const Plan& plan,
                                  const std::vector<Flag>& is_of_host, PortableLeaves& leaves) {
  return ElementValueFinder(library, plan, is_of_host, leaves).run();
}

}  // namespace weft
