#pragma once

#include <string>
#include <string_view>

#include "tools/plan_places.h"

namespace weft::tools {

/// The label of values that have no name and are not calls.
constexpr std::string_view unnamed_value = "…";

/// The labels of nodes and links in a plan's picture.
class PictureWords {
 public:
  PictureWords(const Library& library, const Plan& plan) : library_(library), plan_(plan) {}

  const Fragment* called(const Evaluation& each) const;
  bool is_conversion(const Evaluation& each) const;

  /// `.xy`, `.first`, `.count`: a projection, drawn as a label on links rather than a node; empty
  /// for nodes.
  std::string projection(const Evaluation& each) const;

  /// The node that a link starts at, and the components that the link reads.
  struct Source {
    EvaluationId node;
    std::string path;
  };
  /// Resolves a link. A function's captures are separate nodes inside it, whatever they are
  /// outside.
  Source source_of(EvaluationId id, const PlanPlace& place) const;

  /// The name of a value for its readers in a place.
  std::string short_name(EvaluationId id, const PlanPlace& place) const;

  /// The action of a node, in the syntax of the language.
  std::string action(const Evaluation& each, const PlanPlace& place) const;

  /// `float3 · normal · world · unit`
  std::string type_line(const Evaluation& each) const;

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  std::string name(NameId id) const { return std::string(library_.text(id)); }
  std::string arguments(const Evaluation& each, const PlanPlace& place) const;
  std::string called_value(EvaluationId id, const PlanPlace& place) const;

  const Library& library_;
  const Plan& plan_;
};

}  // namespace weft::tools
