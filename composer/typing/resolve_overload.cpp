#include "composer/typing/resolve_overload.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "composer/typing/bind_ports.h"
#include "composer/typing/collect_reports.h"
#include "composer/typing/explain_overload.h"
#include "composer/typing/plan_ports.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/specificity.h"

namespace weft {
namespace {

/// What trying one candidate found. Those that no data type fits are not tried.
struct Trial {
  FragmentId candidate;
  Requests requests;
  Matched<PlannedCall> plan;
};

/// Whether a leaf gives a function values whose type the call decides.
bool has_open_parameters(const Fragment& fragment) {
  const auto is_open = [](const FragmentPort& parameter) {
    return parameter.type.type_variable ||
           std::any_of(parameter.type.entries.begin(), parameter.type.entries.end(),
                       [](const PatternEntry& entry) { return entry.variable.has_value(); });
  };
  return !fragment.is_graph() &&
         std::any_of(fragment.ports.begin(), fragment.ports.end(), [&](const FragmentPort& port) {
           return std::any_of(port.parameters.begin(), port.parameters.end(), is_open);
         });
}

/// The types of functions' parameters follow from where the values of the other ports and the
/// functions' results meet, and these results from the parameters: plans again until both agree.
Matched<PlannedCall> match(const TypingContext& in, const InvokedCall& invoked,
                           FragmentId candidate, Requests& requests) {
  constexpr int most_rounds = 8;
  const Fragment& fragment = in.library().fragments[candidate];
  std::optional<Bindings> settled;
  for (int round = 0; round < most_rounds; ++round) {
    auto site = bind_ports(in, invoked, candidate, settled, requests);
    if (!site) {
      return tl::unexpected(std::move(site.error()));
    }
    Matched<PlannedCall> plan = plan_call(in, *site);
    if (!plan || !has_open_parameters(fragment) || plan->bindings == settled) {
      return plan;
    }
    settled = plan->bindings;
  }
  return tl::unexpected(Mismatch{
      {error_at(Code::ValuesDisagree, invoked.span,
                fmt::format("the functions given to '{}' change the types of their own parameters",
                            in.library().text(fragment.name)),
                "convert what they return to the type that they are given")}});
}

void try_each(const TypingContext& in, const InvokedCall& invoked,
              std::span<const FragmentId> candidates, std::vector<Trial>& trials,
              Requests& requests) {
  for (const FragmentId candidate : candidates) {
    if (!invoked.explains && !may_take_positional(in, invoked, in.library().fragments[candidate])) {
      continue;
    }
    Requests own = requests.of_candidate();
    auto plan = match(in, invoked, candidate, own);
    requests.note_tried(own);
    trials.push_back({candidate, std::move(own), std::move(plan)});
  }
}

/// Tries the candidates that the file of the call sees, and the others only if none of these fits.
/// While one of them waits, nobody knows that.
std::vector<Trial> try_candidates(const TypingContext& in, const InvokedCall& invoked,
                                  Requests& requests) {
  const CandidateTiers tiers = tiers_of(invoked.node.candidates, invoked.node.outsiders.count);
  std::vector<Trial> trials;
  trials.reserve(invoked.node.candidates.size());
  try_each(in, invoked, tiers.seen, trials, requests);
  const bool is_decided = tiers.others.empty() || requests.is_waiting() ||
                          std::any_of(trials.begin(), trials.end(),
                                      [](const Trial& trial) { return trial.plan.has_value(); });
  if (!is_decided) {
    try_each(in, invoked, tiers.others, trials, requests);
  }
  return trials;
}

/// Decides which requests count: those of the chosen candidate, or of the only one.
void settle_requests(const InvokedCall& invoked, const std::vector<Trial>& trials,
                     std::optional<FragmentId> chosen, Requests& requests) {
  for (const Trial& trial : trials) {
    if (trial.candidate == chosen || !invoked.is_overloaded()) {
      requests.accept(trial.requests.requested());
    } else {
      requests.reject(trial.requests.requested());
    }
    requests.reject(trial.requests.rejected());
  }
}

/// Returns the best candidates: one, unless several fit equally well.
std::vector<const PlannedCall*> best_candidates(const Library& library,
                                                const std::vector<Trial>& trials) {
  const auto difficulty = [](const PlannedCall& plan) {
    return std::make_tuple(plan.lossy_steps, plan.difficulty, plan.widened);
  };
  std::vector<const PlannedCall*> best;
  for (const Trial& trial : trials) {
    if (!trial.plan || (!best.empty() && difficulty(*trial.plan) > difficulty(*best.front()))) {
      continue;
    }
    if (!best.empty() && difficulty(*trial.plan) < difficulty(*best.front())) {
      best.clear();
    }
    best.push_back(&*trial.plan);
  }
  const auto is_beaten = [&](const PlannedCall* plan) {
    return std::any_of(best.begin(), best.end(), [&](const PlannedCall* other) {
      return is_more_specific(library.fragments[other->fragment], library.fragments[plan->fragment],
                              Specificity::TypesAndTraits, library);
    });
  };
  std::vector<const PlannedCall*> left;
  std::copy_if(best.begin(), best.end(), std::back_inserter(left),
               [&](const PlannedCall* plan) { return !is_beaten(plan); });
  return left.empty() ? best : left;
}

/// Tries the candidates again, none of which matches, and explains why.
Diagnostics explain_mismatches(const TypingContext& in, InvokedCall invoked, Requests& requests) {
  invoked.explains = true;
  std::vector<Trial> trials = try_candidates(in, invoked, requests);
  std::vector<RejectedCandidate> rejected;
  std::vector<FragmentId> wrong_inside;  // an argument of theirs has reported errors inside
  std::vector<FragmentId> unexplained;
  bool is_reported = false;
  for (Trial& trial : trials) {
    if (trial.plan) {
      is_reported = true;
      break;
    }
    rejected.push_back({trial.candidate, std::move(trial.plan.error())});
    Diagnostics& reason = rejected.back().reason.diagnostics;
    if (reason.empty()) {
      const CallIds& requested = trial.requests.requested();
      const auto report =
          invoked.is_overloaded()
              ? first_report(in.elaborator, in.calls, {requested.begin(), requested.end()})
              : std::nullopt;
      (report ? wrong_inside : unexplained).push_back(trial.candidate);
      reason.push_back(report ? *report : error(Code::NoOverload, "its arguments have errors"));
    }
  }
  // A candidate that would match but for the reported errors.
  const std::vector<FragmentId>& but_for_reports =
      wrong_inside.empty() ? unexplained : wrong_inside;
  const bool is_one = !is_reported && but_for_reports.size() == 1;
  settle_requests(invoked, trials, is_one ? std::optional(but_for_reports.front()) : std::nullopt,
                  requests);
  return is_reported || is_one ? Diagnostics()
                               : explain_no_overload(in, invoked, std::move(rejected));
}

bool is_negative_int(const TypingContext& in, const TypedValue& literal) {
  const Constant& value = in.values.literal(literal);
  return value.type.scalar_kind() == Scalar::Int &&
         std::any_of(value.bits.begin(), value.bits.end(),
                     [](std::uint32_t bits) { return static_cast<std::int32_t>(bits) < 0; });
}

}  // namespace

std::optional<std::uint32_t> number_of_profile(const Composition& composition) {
  const Store<Profile>& profiles = composition.library.profiles;
  if (composition.profile == nullptr || profiles.empty()) {
    return composition.profile == nullptr ? std::optional(0U) : std::nullopt;
  }
  const Profile* first = &profiles[ProfileId(0)];
  const std::less<> before;
  const bool is_within =
      !before(composition.profile, first) && before(composition.profile, first + profiles.size());
  return is_within ? std::optional(static_cast<std::uint32_t>(composition.profile - first) + 1)
                   : std::nullopt;
}

ResolvedOverload resolve_overload(const TypingContext& in, const InvokedCall& invoked,
                                  Requests& requests) {
  std::vector<Trial> trials = try_candidates(in, invoked, requests);
  if (requests.is_waiting()) {
    return {};
  }
  const std::vector<const PlannedCall*> best = best_candidates(in.library(), trials);
  if (best.empty()) {
    return {std::nullopt, explain_mismatches(in, invoked, requests)};
  }
  if (best.size() > 1) {
    settle_requests(invoked, trials, std::nullopt, requests);
    return {std::nullopt, {explain_ambiguous_overload(in.library(), invoked, best)}};
  }
  Requests settled = requests.of_candidate();
  settle_requests(invoked, trials, best.front()->fragment, settled);
  const auto chosen = std::find_if(trials.begin(), trials.end(), [&](const Trial& trial) {
    return trial.plan && &*trial.plan == best.front();
  });
  ResolvedOverload resolved{std::move(*chosen->plan)};
  resolved.plan->requested = settled.requested();
  resolved.plan->rejected = settled.rejected();
  return resolved;
}

bool is_memoized(const TypingContext& in, const InvokedCall& invoked) {
  return !invoked.node.candidates.empty() &&
         invoked.inputs.size() == invoked.node.arguments.size() &&
         std::none_of(invoked.inputs.begin(), invoked.inputs.end(),
                      [&in](CallId input) { return in.calls.value(input).function.has_value(); });
}

std::uint32_t kind_of_value(const TypingContext& in, const TypedValue& value) {
  // A negative number does not widen to uint.
  const bool is_negative = value.is_literal && !value.is_color && is_negative_int(in, value);
  return (is_negative ? 8U : 0U) | (value.has_stated_kind ? 4U : 0U) |
         (value.is_literal ? 2U : 0U) | (value.is_color ? 1U : 0U);
}

namespace {

/// What a call's plan depends on of an argument, besides its type: its name, rate and kind.
std::array<std::uint32_t, 2> words_of_argument(const TypingContext& in,
                                               const CallArgument& argument,
                                               const TypedValue& value) {
  const auto rate = static_cast<std::uint32_t>(in.values.rate_of(value));
  return {(argument.name ? argument.name->index() + 1 : 0) * 2 + (argument.is_parameter ? 1 : 0),
          rate << 4 | kind_of_value(in, value)};
}

/// The number of candidates, and whether a word for those that its file does not see follows. With
/// the first candidate it tells names apart.
std::uint32_t word_of_candidates(const CallNode& node) {
  return static_cast<std::uint32_t>(node.candidates.size()) << 1 |
         (node.outsiders.key != 0 ? 1 : 0);
}

template <typename Words>
void add_outsiders(const CallNode& node, Words& words) {
  if (node.outsiders.key != 0) {
    words.push_back(node.outsiders.key);
  }
}

}  // namespace

CallSignature call_signature(const TypingContext& in, const InvokedCall& invoked) {
  const CallNode& node = invoked.node;
  CallSignature words{node.candidates.front().index(), word_of_candidates(node),
                      static_cast<std::uint32_t>(invoked.at.stage), invoked.at.environment.index()};
  add_outsiders(node, words);
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const TypedValue& value = in.calls.value(invoked.inputs[i]);
    const auto [name, kind] = words_of_argument(in, node.arguments[i], value);
    words.push_back(name);
    words.push_back(value.type.index());
    words.push_back(value.made_in ? value.made_in->index() + 1 : 0);
    words.push_back(kind);
  }
  return words;
}

std::optional<AnswerQuestionView> shared_question(const TypingContext& in,
                                                  const InvokedCall& invoked) {
  const std::optional<std::uint32_t> profile = number_of_profile(in.composition);
  if (!profile) {
    return std::nullopt;
  }
  const CallNode& node = invoked.node;
  AnswerQuestionView question{{*profile, node.candidates.front().index(), word_of_candidates(node),
                               static_cast<std::uint32_t>(invoked.at.stage)},
                              {},
                              &in.links.available(invoked.at)};
  add_outsiders(node, question.words);
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    const TypedValue& value = in.calls.value(invoked.inputs[i]);
    if (value.made_in && *value.made_in != invoked.at.environment) {
      return std::nullopt;
    }
    const auto [name, kind] = words_of_argument(in, node.arguments[i], value);
    question.words.push_back(name);
    question.words.push_back(kind << 1 | (value.made_in ? 1U : 0U));
    question.types.push_back(&in.type_of(value));
  }
  return question;
}

}  // namespace weft
