#include "fragments/check/check_body.h"

#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body_features.h"
#include "fragments/check/check_context.h"
#include "fragments/check/check_flow.h"
#include "fragments/check/check_statement.h"

namespace weft {
namespace {

/// The data type of the single result. A conversion that declares only traits keeps its input's
/// type.
DataType result_type(const CheckContext& context) {
  const Fragment& fragment = *context.signature;
  if (!fragment.is_conversion()) {
    return fragment.results.empty() ? DataType() : context.type_of(fragment.results.front().type);
  }
  return fragment.effect()->output_data ? *fragment.effect()->output_data
                                        : context.type_of(fragment.ports.front().type);
}

/// Declares the locals of named results. A single named result is still returned, so that all
/// bodies with one result look alike to later passes.
ReturnRule declare_results(CheckContext& context) {
  const Fragment& fragment = *context.signature;
  bool are_named = fragment.has_named_results || fragment.results.size() > 1;
  ReturnRule rule;
  if (fragment.is_conversion() || !are_named) {
    rule.type = result_type(context);
    return rule;
  }
  bool is_single = fragment.results.size() == 1;
  for (std::size_t i = 0; i < fragment.results.size(); ++i) {
    const FragmentResult& result = fragment.results[i];
    auto local = static_cast<std::uint32_t>(context.body.locals.size());
    auto output = is_single ? std::nullopt : std::optional(static_cast<std::uint32_t>(i));
    context.body.locals.push_back({result.name, context.type_of(result.type), output, result.span});
    context.scopes.declare(result.name, local);
  }
  if (is_single) {
    rule.type = context.body.locals.front().type;
    rule.named_result = 0;
  }
  return rule;
}

/// The span of a block's closing brace.
Span end_of(Span block) {
  return {block.file, block.end > block.begin ? block.end - 1 : block.end, block.end};
}

void check_result_given(CheckContext& context, const ReturnRule& rule, Span end) {
  if (!rule.type.is_void() && !rule.named_result) {
    if (analyse_flow(context.body).reaches_end) {
      context.report(Code::MissingReturn, end,
                     fmt::format("the body can end here without returning its {}",
                                 context.type_name(rule.type)));
    }
    return;
  }
  // Skipped if there are errors: the faulty assignment may be missing from the body.
  for (std::size_t i = 0; i < context.signature->results.size() && context.diagnostics.empty();
       ++i) {
    if (!is_always_assigned(context.body, static_cast<std::uint32_t>(i))) {
      context.report(Code::MissingReturn, end,
                     fmt::format("the body can end without assigning its result '{}'",
                                 context.text(context.signature->results[i].name)),
                     "assign it on every path, for example at the beginning");
    }
  }
}

}  // namespace

BodyChecker::BodyChecker(Library& library, SpellingBudget& spelling)
    : context_(std::make_unique<CheckContext>(library)) {
  context_->table = &library.data_types;
  context_->spelling = &spelling;
}

BodyChecker::~BodyChecker() = default;
BodyChecker::BodyChecker(BodyChecker&&) noexcept = default;

Result<Body> BodyChecker::check(const CheckedBlock& checked) {
  CheckContext& context = *context_;
  context.clear();
  context.module = &checked.module;
  context.signature = &checked.signature;
  context.type_arguments = checked.type_arguments;
  context.feature_spaces = &checked.feature_spaces;
  context.scopes.open();
  ReturnRule rule = declare_results(context);
  context.body.root = check_block(context, checked.block, rule);
  check_result_given(context, rule, end_of(checked.module.stmts[checked.block].span));
  for (UncalledPort& function : context.functions) {
    if (!function.is_taken) {
      context.diagnostics.push_back(std::move(function.complaint));
    }
  }
  if (!context.diagnostics.empty()) {
    return failed(std::move(context.diagnostics));
  }
  return without_unused(context.library, context.body);
}

}  // namespace weft
