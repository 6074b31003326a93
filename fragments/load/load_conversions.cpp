#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fragments/load/load_signatures.h"

namespace weft {
namespace {

constexpr double hardest = 1e9;

void declare_difficulty(LoadState& state, const syntax::Signature& signature, Fragment& fragment) {
  const syntax::DifficultyClause* stated = nullptr;
  for (const syntax::Clause& clause : signature.clauses) {
    const auto* difficulty = std::get_if<syntax::DifficultyClause>(&clause);
    if (difficulty && stated) {
      state.report(
          error_at(Code::BadDeclaration, difficulty->span, "the difficulty is stated twice"));
    } else if (difficulty) {
      stated = difficulty;
    }
  }
  if (!stated) {
    state.report(error_at(
        Code::BadDifficulty, signature.name.span,
        fmt::format("conversion '{}' states no difficulty", state.text(signature.name.name)),
        "add 'difficulty 1' after its result"));
    return;
  }
  // Integer thousandths, so sums do not depend on the order of steps.
  double thousandths = std::floor(stated->value * 1000.0 + 0.5);
  if (!(stated->value > 0.0)) {
    state.report(error_at(Code::BadDifficulty, stated->span, "a difficulty is greater than 0"));
  } else if (thousandths < 1.0) {
    state.report(error_at(Code::BadDifficulty, stated->span, "a difficulty is at least 0.001"));
  } else if (!(stated->value <= hardest)) {
    state.report(error_at(Code::BadDifficulty, stated->span, "a difficulty is at most 1000000000"));
  } else {
    fragment.effect()->difficulty = static_cast<std::int64_t>(thousandths);
  }
}

/// Resolves the result: bare traits, or a data type with traits.
void declare_result(LoadState& state, const syntax::Module& module,
                    const syntax::Signature& signature, Fragment& fragment) {
  const syntax::Traits* traits = std::get_if<syntax::Traits>(&signature.result);
  if (const auto* type = std::get_if<syntax::TypeRef>(&signature.result)) {
    SignatureScope scope;
    scope.type_parameters = fragment.type_parameters;
    scope.declares_variables = false;
    syntax::TypeRef data = *type;
    data.traits.reset();
    ResolvedType resolved = resolve_pattern(state, module, data, scope);
    const TypePattern& input = fragment.ports.front().type;
    bool same = resolved.pattern.type_variable
                    ? resolved.pattern.type_variable == input.type_variable
                    : !input.type_variable && resolved.pattern.data == input.data;
    if (resolved.pattern.type_variable && !same) {
      state.report(
          error_at(Code::BadConversion, type->span, "the data type of the result is undetermined"));
    } else if (!resolved.is_broken && !same) {
      fragment.effect()->output_data = resolved.pattern.data;
    }
    traits = type->traits ? &*type->traits : nullptr;
  } else if (std::holds_alternative<std::vector<syntax::NamedResult>>(signature.result)) {
    state.report(
        error_at(Code::BadConversion, signature.name.span, "a conversion has one unnamed result"));
  }
  if (traits) {
    fragment.effect()->sets =
        resolve_entries(state, *traits, "a conversion").value_or(std::vector<TraitEntry>());
  }
}

/// Returns the span where the result states a trait.
Span statement_span(const syntax::Signature& signature, NameId trait) {
  const auto* type = std::get_if<syntax::TypeRef>(&signature.result);
  const auto* traits = type ? (type->traits ? &*type->traits : nullptr)
                            : std::get_if<syntax::Traits>(&signature.result);
  if (traits) {
    for (const syntax::TraitStatement& statement : traits->statements) {
      if (statement.trait.name == trait) {
        return cover(statement.trait.span, statement.value.span);
      }
    }
  }
  return signature.name.span;
}

/// Checks that effects are justified by the input: only `as` adds a meaning, and a step that
/// changes nothing is an error.
void check_sets(LoadState& state, const syntax::Signature& signature, const Fragment& fragment) {
  const Lattice& lattice = state.library.lattice;
  const TypePattern& input = fragment.ports.front().type;
  const ConversionEffect& effect = *fragment.effect();
  for (const TraitEntry& entry : effect.sets) {
    const Trait& trait = lattice.trait(entry.trait);
    Span span = statement_span(signature, trait.name);
    auto at =
        std::find_if(input.entries.begin(), input.entries.end(),
                     [&entry](const PatternEntry& named) { return named.trait == entry.trait; });
    // A conditional entry suffices: the conversion leaves values that do not state the trait
    // without it.
    bool named = at != input.entries.end();
    if (trait.kind == TraitKind::Meaning && !named) {
      Diagnostic diagnostic =
          error_at(Code::BadConversion, span,
                   fmt::format("the conversion sets '{}', a meaning that its input does not state",
                               state.text(trait.name)),
                   fmt::format("state the '{}' of the input", state.text(trait.name)));
      diagnostic.notes.push_back({"the input is declared here", input.span});
      state.report(std::move(diagnostic));
    } else if (named && at->value && !effect.output_data &&
               lattice.is_within(*at->value, entry.value)) {
      Diagnostic diagnostic = error_at(
          Code::BadConversion, span,
          fmt::format("the conversion sets '{}: {}', which its input already is",
                      state.text(trait.name), state.text(lattice.value(entry.value).name)),
          fmt::format("remove it, or state another '{}' in the input", state.text(trait.name)));
      diagnostic.notes.push_back({"the input demands it here", at->span});
      state.report(std::move(diagnostic));
    }
    if (std::find(fragment.drops.begin(), fragment.drops.end(), entry.trait) !=
        fragment.drops.end()) {
      state.report(
          error_at(Code::BadConversion, span,
                   fmt::format("the conversion both sets and drops '{}'", state.text(trait.name))));
    }
  }
}

}  // namespace

void declare_conversion(LoadState& state, const syntax::Module& module,
                        const syntax::Signature& signature, Fragment& fragment) {
  declare_difficulty(state, signature, fragment);
  if (fragment.ports.size() != 1) {
    state.report(
        error_at(Code::BadConversion, signature.name.span,
                 fmt::format("a conversion has exactly one port, not {}", fragment.ports.size())));
    return;
  }
  const FragmentPort& port = fragment.ports.front();
  if (port.kind != FragmentPort::Kind::Value || port.restriction != PortRestriction::None ||
      port.type.data.is_texture() || port.type.data.kind() == DataKind::Sampler) {
    state.report(
        error_at(Code::BadConversion, port.span, "the port of a conversion is a plain value"));
    return;
  }
  if (signature.ports.front().default_value) {
    state.report(
        error_at(Code::BadConversion, port.span, "the port of a conversion has no default"));
  }
  declare_result(state, module, signature, fragment);
  check_sets(state, signature, fragment);
  const ConversionEffect& effect = *fragment.effect();
  if (effect.sets.empty() && fragment.drops.empty() && !effect.output_data) {
    state.report(
        error_at(Code::BadConversion, signature.name.span,
                 fmt::format("conversion '{}' changes nothing", state.text(signature.name.name))));
  }
  // The body checker sees a conversion as a leaf with one result.
  TypePattern result;
  result.data = effect.output_data.value_or(port.type.data);
  result.type_variable = effect.output_data ? std::nullopt : port.type.type_variable;
  for (const TraitEntry& entry : effect.sets) {
    result.entries.push_back({entry.trait, entry.value, std::nullopt, false, signature.name.span});
  }
  result.span = signature.name.span;
  fragment.results.push_back(
      {state.library.names.intern("result"), std::move(result), signature.name.span});
}

}  // namespace weft
