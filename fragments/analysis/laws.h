#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/types/law.h"

namespace weft {

/// The law of one operation on values with these laws, `type` being what it makes; calls and reads
/// of locals, ports and features are not operations.
Law operation_law(Operation op, std::uint32_t payload, DataType type,
                  const std::vector<Law>& arguments);

/// Something that stands for operation_law: tests put wrong laws in its place.
using OperationLaw = Law (*)(Operation op, std::uint32_t payload, DataType type,
                             const std::vector<Law>& arguments);

/// Derives how leaves depend on their inputs, from their bodies. A body is read as a whole: a local
/// has the law of all that is ever assigned to it, and what is assigned under a condition that
/// varies is nonlinear. So a law is never better than the truth. Native bodies have the law that
/// they declare of their ports, nonlinear without one.
///
/// What a function port gives has, where it is called with constants, the law that stands for the
/// port; where it is called with what is affine, the law behind all ports and features, if it is
/// there; else it is nonlinear.
///
/// Answers are remembered; not for several threads at once. `library` must outlive it.
class LeafLaws {
 public:
  explicit LeafLaws(const Library& library, OperationLaw of_operation = operation_law)
      : library_(library), operation_(of_operation) {}
  LeafLaws(const LeafLaws&) = delete;
  LeafLaws& operator=(const LeafLaws&) = delete;

  OperationLaw operation() const { return operation_; }

  /// `unread`: as for find_body. `inputs`: the law of each port (of a function port: of its result,
  /// given constants), then of each feature in the order of Body::features (of native leaves:
  /// Fragment::declared_features); then, if they are known, of each function port's result, given
  /// what is affine. Expected O(body) per new question, over what it calls too.
  const std::vector<Law>& results(FragmentId fragment, const std::vector<DataType>& type_arguments,
                                  const std::vector<Law>& inputs,
                                  const UnreadFeatures& unread = {});

 private:
  struct Question {
    FragmentId fragment;
    std::vector<DataType> type_arguments;
    std::vector<Law> inputs;
    UnreadFeatures unread = {};
    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const;
  };
  friend class BodyLawFinder;

  const std::vector<Law>* find(const Question& question) const;
  /// The answer, or another question that has to be answered first.
  std::optional<Question> answer(const Question& question, std::vector<Law>& results) const;
  std::vector<Law> native_results(const Fragment& fragment, const std::vector<Law>& inputs) const;

  const Library& library_;
  OperationLaw operation_;
  using Known = std::unordered_map<Question, std::vector<Law>, QuestionHash>;
  Known known_;                              // look-ups only
  const Known::value_type* last_ = nullptr;  // that was asked for
};

/// The law that a fragment declares; nothing without one.
std::optional<Law> declared_law(const Library& library, const Fragment& fragment);

}  // namespace weft
