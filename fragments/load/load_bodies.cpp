#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/inline_handed_functions.h"
#include "fragments/check/make_instances.h"
#include "fragments/load/load_passes.h"
#include "fragments/model/signature_types.h"
#include "fragments/model/struct_locals.h"
#include "fragments/syntax/characters.h"

namespace weft {
namespace {

constexpr std::size_t most_instances = 64;

/// Whether the text contains the name as a word, not as the element type of an array: no bound is
/// about arrays.
bool mentions(std::string_view text, std::string_view name) {
  const auto is_inside = [&](std::size_t at) { return at < text.size() && is_word(text[at]); };
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool is_element = end < text.size() && text[end] == '[';
    if (!is_inside(at - 1) && !is_inside(end) && !is_element) {
      return true;
    }
  }
  return false;
}

/// Errors that a bound could prevent.
bool is_about_types(Code code) {
  return code == Code::TypeMismatch || code == Code::UnknownMember || code == Code::NoOverload ||
         code == Code::WrongArguments;
}

/// Adds to an error in a generic body the type arguments it is for; for an error about an open
/// type, explains that nothing is known about it.
void explain_choice(const LoadState& state, const Fragment& fragment,
                    const std::vector<DataType>& choice, Diagnostic& diagnostic) {
  const std::string listed = type_choice_text(state.library, fragment, choice);
  if (!listed.empty()) {
    diagnostic.notes.push_back({fmt::format("this is for {}", listed), std::nullopt});
  }
  for (const DataType type : choice) {
    const std::string name = state.library.type_name(type);
    if (type.is_parameter() && is_about_types(diagnostic.code) &&
        mentions(diagnostic.message, name)) {
      diagnostic.notes.push_back(
          {fmt::format("'{}' has no bound: it may be any value type, including structs and arrays",
                       name),
           std::nullopt});
      if (diagnostic.hint.empty()) {
        diagnostic.hint =
            fmt::format("give it a bound that allows this, such as <{}: numeric>", name);
      }
      return;
    }
  }
}

/// Checks one leaf for all its choices of type arguments. Of equal errors at one place, reports the
/// one of the first choice.
void check_leaf(LoadState& state, BodyChecker& checker, const FragmentSource& source,
                FragmentId id) {
  auto choices = signature_choices(state.library, state.library.fragments[id], most_instances);
  if (!choices) {
    state.report(
        error_at(Code::BadDeclaration, source.signature->name.span,
                 fmt::format("its type parameters admit more than {} combinations", most_instances),
                 "relate the ports with 'where', or declare narrower bounds"));
    return;
  }
  if (choices->empty()) {
    const auto& relations = state.library.fragments[id].relations;
    const bool ties_results =
        std::any_of(relations.begin(), relations.end(),
                    [](const RelationClause& clause) { return !clause.results.empty(); });
    state.report(error_at(
        Code::BadDeclaration, source.signature->name.span,
        fmt::format("no data types satisfy all constraints on the ports{} of '{}'",
                    ties_results ? " and results" : "", state.text(source.signature->name.name))));
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, Code>, Diagnostic> errors;
  std::vector<BodyInstance> instances;
  instances.reserve(choices->size());
  for (const std::vector<DataType>& choice : *choices) {
    const Fragment& fragment = state.library.fragments[id];
    // Only namespaces visible to a body's own file can be hidden by its locals.
    auto body = checker.check(
        {*source.module, fragment, *source.body, choice, state.spaces_of(*source.module)});
    if (body) {
      instances.push_back({choice, without_unread_structs(state.library, std::move(*body))});
      continue;
    }
    for (Diagnostic& diagnostic : body.error()) {
      Span span = diagnostic.span.value_or(Span());
      explain_choice(state, fragment, choice, diagnostic);
      errors.try_emplace({span.begin, span.end, diagnostic.code}, std::move(diagnostic));
    }
  }
  for (auto& [place, diagnostic] : errors) {
    state.report(std::move(diagnostic));
  }
  LeafCode& code = *state.library.fragments[id].code();
  const auto is_template = [](const BodyInstance& instance) {
    return std::any_of(instance.type_arguments.begin(), instance.type_arguments.end(),
                       [](DataType type) { return type.is_open(); });
  };
  if (std::any_of(instances.begin(), instances.end(), is_template)) {
    code.on_demand = std::make_shared<InstancesOnDemand>();
  }
  code.instances.set(std::move(instances));
}

}  // namespace

bool check_bodies(LoadState& state) {
  BodyChecker checker(state.library, state.spelling);
  for (std::size_t i = 0; i < state.fragment_sources.size() && !state.is_full(); ++i) {
    const FragmentSource& source = state.fragment_sources[i];
    if (source.body && !source.is_broken) {
      check_leaf(state, checker, source, FragmentId(i));
    }
  }
  Diagnostics faults = close_over_calls(state.library);
  // Recursive bodies cannot be inlined, nor evaluated.
  const bool are_finite = !has_errors(faults);
  if (are_finite) {
    faults = inline_handed_functions(state.library);
  }
  if (!has_errors(faults)) {
    for (const Fragment& fragment : state.library.fragments) {
      for (const BodyInstance& instance : fragment.instances()) {
        if (auto fault = make_called_instances(state.library, instance.body)) {
          faults.push_back(std::move(*fault));
        }
      }
    }
  }
  state.report(std::move(faults));
  return are_finite;
}

}  // namespace weft
