#include <map>
#include <tuple>

#include <fmt/format.h>

#include "fragments/language/check_body.h"
#include "fragments/library/load_passes.h"
#include "fragments/library/signature_types.h"

namespace weft {
namespace {

constexpr std::size_t most_instances = 64;

std::string choice_text(const LoadState& state, const Fragment& fragment,
                        const std::vector<DataType>& choice) {
  std::string text;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    text +=
        fmt::format("{}{} = {}", i == 0 ? "" : ", ", state.text(fragment.type_parameters[i].name),
                    state.library.type_name(choice[i]));
  }
  return text;
}

/// Checks one leaf for all its choices. Of errors of one kind at one place the first choice's is
/// reported.
void check_leaf(LoadState& state, const FragmentSource& source, FragmentId id) {
  auto choices = signature_choices(state.library, state.library.fragments[id], most_instances);
  if (!choices) {
    state.report(error_at(
        Code::BadDeclaration, source.signature->name.span,
        fmt::format("there are more than {} choices of its type arguments", most_instances),
        "tie the ports with 'where', or state narrower bounds"));
    return;
  }
  if (choices->empty()) {
    state.report(error_at(Code::BadDeclaration, source.signature->name.span,
                          fmt::format("no data types fit all that is stated of the ports of '{}'",
                                      state.text(source.signature->name.name))));
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, Code>, Diagnostic> errors;
  std::vector<BodyInstance> instances;
  for (const std::vector<DataType>& choice : *choices) {
    const Fragment& fragment = state.library.fragments[id];
    auto body =
        check_body(state.library, *source.module, fragment, *source.body, choice, state.spelling);
    if (body) {
      instances.push_back({choice, std::move(*body)});
      continue;
    }
    for (Diagnostic& diagnostic : body.error()) {
      Span span = diagnostic.span.value_or(Span());
      if (!choice.empty()) {
        diagnostic.notes.push_back(
            {fmt::format("this is for {}", choice_text(state, fragment, choice)), std::nullopt});
      }
      errors.try_emplace({span.begin, span.end, diagnostic.code}, std::move(diagnostic));
    }
  }
  for (auto& [place, diagnostic] : errors) {
    state.report(std::move(diagnostic));
  }
  state.library.fragments[id].instances = std::move(instances);
}

}  // namespace

void check_bodies(LoadState& state) {
  std::unordered_set<NameId> all_spaces = state.library.feature_spaces;
  for (std::size_t i = 0; i < state.fragment_sources.size() && !state.is_full(); ++i) {
    const FragmentSource& source = state.fragment_sources[i];
    if (source.body && !source.is_broken) {
      // A body's locals may not hide the namespaces that its own file can see.
      state.library.feature_spaces = state.spaces_of(*source.module);
      check_leaf(state, source, FragmentId(i));
    }
  }
  state.library.feature_spaces = std::move(all_spaces);
  state.report(close_over_calls(state.library));
}

}  // namespace weft
