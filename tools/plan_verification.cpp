#include "tools/plan_verification.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/compose.h"
#include "composer/verification/verify_plan.h"
#include "support/json.h"
#include "support/spelling.h"

namespace weft::tools {
namespace {

/// The message that says why a material does not apply to a profile: the material has no output or
/// state that the profile demands, or the profile does not provide a feature that the material
/// reads in that stage. Null if the errors have other reasons.
const std::string* why_not_for(const Diagnostics& errors) {
  const auto says_output = [](const Diagnostic& one) {
    return one.code == Code::UnfilledDemand || one.code == Code::MissingState;
  };
  const auto says_host = [](const Diagnostic& one) {
    return one.code == Code::MissingFeature || one.code == Code::RateTooHigh;
  };
  const auto lacking = std::find_if(errors.begin(), errors.end(), says_output);
  if (lacking != errors.end()) {
    return &lacking->message;
  }
  const bool is_of_host = std::all_of(errors.begin(), errors.end(), [&](const Diagnostic& one) {
    return one.severity != Severity::Error || says_host(one);
  });
  const auto unmet = std::find_if(errors.begin(), errors.end(), says_host);
  return is_of_host && unmet != errors.end() ? &unmet->message : nullptr;
}

class PlanVerification {
 public:
  PlanVerification(const Composer& composer, Report& report)
      : composer_(composer), library_(composer.library()), report_(report) {}

  /// `is_named`: the user requested the profile, so it must apply.
  void run(MaterialId material, ProfileId profile, bool is_named) {
    const auto naive = composed({material, profile, {}, {.is_on = false}}, is_named);
    if (!naive) {
      return;
    }
    const auto placed = composed({material, profile, {}}, is_named);
    // A folded constant has lost the types of its intermediate values.
    const auto unfolded = composed({material, profile, {}, {.is_on = false}, false}, is_named);
    if (!placed || !unfolded) {
      return;
    }
    Json faults = Json::array();
    check(*unfolded, *unfolded, "unfolded", faults);
    check(*naive, *naive, "naive", faults);
    check(*naive, *placed, "placed", faults);
    const std::size_t moved = placed->placement ? placed->placement->moved.size() : 0;
    if (faults.empty()) {
      report_.print(fmt::format("  {} for {}: {} values, {} moved to the vertices: confirmed\n",
                                name_of(material), name_of(profile),
                                placed->plan.evaluations.size(), moved));
    }
    plans_.push_back({{"material", name_of(material)},
                      {"profile", name_of(profile)},
                      {"applies", true},
                      {"values", placed->plan.evaluations.size()},
                      {"moved", moved},
                      {"faults", std::move(faults)}});
  }

  Json take_plans() { return std::move(plans_); }

 private:
  std::string name_of(MaterialId id) const {
    return std::string(library_.text(library_.materials[id].name));
  }
  std::string name_of(ProfileId id) const {
    return std::string(library_.text(library_.profiles[id].name));
  }

  std::optional<PlacedPlan> composed(const ComposeRequest& request, bool is_named) {
    const auto [material, profile] = std::pair(request.material, request.profile);
    Result<PlacedPlan> plan = compose(composer_, request);
    if (plan) {
      return std::move(*plan);
    }
    const std::string* reason = why_not_for(plan.error());
    if (is_named || reason == nullptr) {
      report_.add(plan.error(), library_.sources);
      return std::nullopt;
    }
    report_.print(fmt::format("  {} for {}: does not apply: {}\n", name_of(material),
                              name_of(profile), *reason));
    plans_.push_back({{"material", name_of(material)},
                      {"profile", name_of(profile)},
                      {"applies", false},
                      {"reason", *reason}});
    return std::nullopt;
  }

  void check(const PlacedPlan& naive, const PlacedPlan& plan, std::string_view which,
             Json& faults) {
    for (const PlanFault& fault : verify_plan(library_, naive.plan, plan)) {
      const std::string text =
          fmt::format("the {} plan of {} for {} breaks the rule of {}: %{} {}", which,
                      name_of(plan.plan.material), name_of(plan.plan.profile),
                      plan_rule_name(fault.rule), fault.evaluation.index(), fault.text);
      Diagnostic diagnostic = error(Code::PlanFault, text, "please report it, with the file");
      const Plan& of = fault.rule == PlanRule::Signature ? naive.plan : plan.plan;
      diagnostic.span = of.evaluations[fault.evaluation].origin.span;
      report_.add({std::move(diagnostic)}, library_.sources);
      faults.push_back({{"plan", which},
                        {"rule", plan_rule_name(fault.rule)},
                        {"evaluation", fault.evaluation.index()},
                        {"text", fault.text}});
    }
  }

  const Composer& composer_;
  const Library& library_;
  Report& report_;
  Json plans_ = Json::array();
};

}  // namespace

void verify_plans(const Library& library, const std::string& file,
                  const std::optional<std::string>& profile, Report& report) {
  std::vector<ProfileId> profiles;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < library.profiles.size(); ++i) {
    const ProfileId id = library.profiles.id_at(i);
    names.push_back(library.text(library.profiles[id].name));
    if (!profile || names.back() == *profile) {
      profiles.push_back(id);
    }
  }
  if (profile && profiles.empty()) {
    report.add(error(Code::UnknownProfile, fmt::format("there is no profile '{}'", *profile),
                     spelling_hint(*profile, names)));
    return;
  }
  const Composer composer(library);
  PlanVerification verification(composer, report);
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const MaterialId id = library.materials.id_at(i);
    if (library.materials[id].span.file == library.root_file) {
      for (const ProfileId each : profiles) {
        verification.run(id, each, profile.has_value());
      }
    }
  }
  report.result()["plans"].push_back({{"file", file}, {"plans", verification.take_plans()}});
}

}  // namespace weft::tools
