#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "composer/evaluations/plan.h"

namespace weft {

/// The action of an evaluation, in the syntax of the language, with `%n` for its inputs.
std::string evaluation_text(const Library& library, const Plan& plan, const Evaluation& evaluation);

/// The same without numbers, for people: inputs appear as their names or expressions, two calls
/// deep, then as `…`.
std::string evaluation_words(const Library& library, const Plan& plan,
                             const Evaluation& evaluation);

/// The name of a value for people: the path of a feature, even if it was interpolated; otherwise
/// the value's own name or its action.
std::string value_words(const Library& library, const Plan& plan, EvaluationId id);

/// How an interpolation reaches the fragments: `interpolated`, or `flat` as integers and bools do.
std::string_view interpolation_word(const Plan& plan, const Evaluation& interpolation);

/// The type with which readers see a value: the one stated last by `as {…}`, else its own.
const SemanticType& type_for_readers(const Plan& plan, EvaluationId id);

/// The types with which readers see a value after `as {…}`, where they state what its own does not.
std::vector<SemanticType> stated_beyond(const Library& library, const Plan& plan, EvaluationId id);
/// `float3 {use: normal, basis: model} as {use: reflectance}`: a type, and what `stated` have
/// beyond it.
std::string type_with_stated(const Library& library, const SemanticType& type,
                             const std::vector<SemanticType>& stated);
/// The same of a value.
std::string value_type_text(const Library& library, const Plan& plan, EvaluationId id);

}  // namespace weft
