#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/types/law.h"

namespace weft {

/// Returns the law of one operation on operands with these laws; `type` is its result type. Calls
/// and reads of locals, ports and features are not operations.
Law operation_law(Operation op, std::uint32_t payload, DataType type,
                  const std::vector<Law>& arguments);

/// The type of operation_law: tests substitute wrong laws.
using OperationLaw = Law (*)(Operation op, std::uint32_t payload, DataType type,
                             const std::vector<Law>& arguments);

/// Derives from leaf bodies how results depend on inputs (constant, affine, nonlinear, …; see
/// fragments/types/law.h), by abstract interpretation over the lattice of laws.
///
/// The analysis is flow-insensitive: a local has the join of the laws of all its assignments, and
/// an assignment under a varying condition is nonlinear. So a derived law is never better than the
/// truth. Placement relies on it: a value that is affine in the interpolants may move to the vertex
/// stage. Native bodies have their declared law in their ports, nonlinear without one.
///
/// The result of a function port called with constants has the law given for the port; called with
/// affine arguments, the law given after all ports and features, if present; else it is nonlinear.
///
/// Memoized; not thread-safe. `library` must outlive it.
class LeafLaws {
 public:
  explicit LeafLaws(const Library& library, OperationLaw of_operation = operation_law)
      : library_(library), operation_(of_operation) {}
  LeafLaws(const LeafLaws&) = delete;
  LeafLaws& operator=(const LeafLaws&) = delete;

  OperationLaw operation() const { return operation_; }

  /// `special`: as for find_body. `inputs`: the law of each port (of a function port: of its
  /// result, given constants), then of each feature in the order of Body::features (of native
  /// leaves: Fragment::declared_features); then, if known, of each function port's result, given
  /// affine arguments. Expected O(size of the body) per new query, plus that of its callees.
  const std::vector<Law>& results(FragmentId fragment, const std::vector<DataType>& type_arguments,
                                  const std::vector<Law>& inputs,
                                  const Specialization& special = {});

 private:
  struct Question {
    FragmentId fragment;
    std::vector<DataType> type_arguments;
    std::vector<Law> inputs;
    Specialization special = {};
  };
  /// A question that need not be stored.
  struct QuestionView {
    FragmentId fragment;
    const std::vector<DataType>& type_arguments;
    const std::vector<Law>& inputs;
    const Specialization& special;

    QuestionView(FragmentId of, const std::vector<DataType>& types, const std::vector<Law>& laws,
                 const Specialization& specialization)
        : fragment(of), type_arguments(types), inputs(laws), special(specialization) {}
    QuestionView(const Question& question)  // NOLINT(google-explicit-constructor): for lookups
        : fragment(question.fragment),
          type_arguments(question.type_arguments),
          inputs(question.inputs),
          special(question.special) {}
  };
  struct QuestionHash {
    using is_transparent = void;
    std::size_t operator()(const QuestionView& question) const;
  };
  struct QuestionEqual {
    using is_transparent = void;
    bool operator()(const QuestionView& a, const QuestionView& b) const {
      return a.fragment == b.fragment && a.type_arguments == b.type_arguments &&
             a.inputs == b.inputs && a.special == b.special;
    }
  };
  friend class BodyLawFinder;
  struct OpenQuestion;

  const std::vector<Law>* find(const QuestionView& question) const;
  std::vector<Law> native_results(const Fragment& fragment, const std::vector<Law>& inputs) const;

  const Library& library_;
  OperationLaw operation_;
  using Known = std::unordered_map<Question, std::vector<Law>, QuestionHash, QuestionEqual>;
  Known known_;                              // lookups only
  const Known::value_type* last_ = nullptr;  // the last query
};

/// Returns the law that a fragment declares, if any.
std::optional<Law> declared_law(const Library& library, const Fragment& fragment);

}  // namespace weft
