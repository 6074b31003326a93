#pragma once

#include <string>
#include <string_view>

#include "tools/plan_places.h"

namespace weft::tools {

/// Of values that have no name and are no calls.
constexpr std::string_view unnamed_value = "…";

/// What stands in the nodes of a plan's picture.
class PictureWords {
 public:
  PictureWords(const Library& library, const Plan& plan) : library_(library), plan_(plan) {}

  const Fragment* called(const Evaluation& each) const;
  bool is_conversion(const Evaluation& each) const;

  /// `.xy`, `.first`, `.count`: what is written on links instead of being a node; empty for nodes.
  std::string projection(const Evaluation& each) const;

  /// The node that a link comes from, and the components of it that it takes.
  struct Source {
    EvaluationId node;
    std::string path;
  };
  /// What a function captures is a node of its own there, whatever it is outside.
  Source source_of(EvaluationId id, const PlanPlace& place) const;

  /// A value as its readers in a place call it.
  std::string short_name(EvaluationId id, const PlanPlace& place) const;

  /// What a node does, in the words of the language.
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
