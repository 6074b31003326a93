#include "fragments/check/named_choices.h"

#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/bind_arguments.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/metadata_range.h"

namespace weft {
void NamedChoices::expect(const Library& library, syntax::ExprId expr, NameId owner,
                          const MetaData& meta) {
  if (const std::vector<EnumChoice>* choices = enum_choices(library, meta)) {
    lists_[expr].push_back({owner, choices});
  }
}

void NamedChoices::expect_arguments(const Library& library, const syntax::Module& module,
                                    const syntax::CallExpr& call,
                                    const std::vector<FragmentId>& fragments) {
  std::vector<ArgumentLabel> labels;
  bool has_names = false;
  for (const syntax::Argument& argument : call.arguments) {
    labels.push_back({argument.name ? std::optional(argument.name->name) : std::nullopt});
    has_names =
        has_names || std::holds_alternative<syntax::NameExpr>(module.exprs[argument.value].kind);
  }
  if (!has_names) {
    return;
  }
  std::vector<FragmentId> candidates = fragments;
  const Outsiders outsiders = prefer_visible(library, module.file, candidates);
  for (const FragmentId candidate : tiers_of(candidates, outsiders.count).seen) {
    const std::vector<FragmentPort>& ports = library.fragments[candidate].ports;
    const BoundArguments bound = bind_arguments(ports, labels);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (const auto port = bound.port_of_argument[i]) {
        expect(library, call.arguments[i].value, ports[*port].name, ports[*port].meta);
      }
    }
  }
}

const std::vector<ChoiceList>* NamedChoices::find(syntax::ExprId expr) const {
  const auto at = lists_.find(expr);
  return at == lists_.end() ? nullptr : &at->second;
}

tl::expected<std::int64_t, Diagnostic> value_of_choice(const Library& library,
                                                       const std::vector<ChoiceList>& lists,
                                                       NameId name, Span span,
                                                       SpellingBudget& spelling,
                                                       const NamesInSight& others) {
  std::optional<std::int64_t> value;
  for (const ChoiceList& list : lists) {
    for (const EnumChoice& choice : *list.choices) {
      if (choice.name == name && value && *value != choice.value) {
        return tl::unexpected(error_at(Code::AmbiguousOverload, span,
                                       fmt::format("'{}' is {} for one overload and {} for another",
                                                   library.text(name), *value, choice.value),
                                       "write the number"));
      }
      if (choice.name == name) {
        value = choice.value;
      }
    }
  }
  if (value) {
    return *value;
  }
  const auto candidates = [&] {
    std::vector<std::string_view> names = others();
    for (const ChoiceList& list : lists) {
      for (const EnumChoice& choice : *list.choices) {
        names.push_back(library.text(choice.name));
      }
    }
    return names;
  };
  Diagnostic diagnostic =
      error_at(Code::UnknownName, span, fmt::format("unknown name '{}'", library.text(name)),
               spelling.hint(library.text(name), candidates));
  for (const ChoiceList& list : lists) {
    diagnostic.notes.push_back({fmt::format("'{}' has the values {}", library.text(list.owner),
                                            choices_text(library, *list.choices))});
  }
  return tl::unexpected(std::move(diagnostic));
}

}  // namespace weft
