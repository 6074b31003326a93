#include <algorithm>

#include <fmt/format.h>

#include "composer/type_inference.h"

// The parts of TypeInference about inputs that are connected by meaning.
namespace weft {
namespace {

std::string points(std::int64_t difficulty) {
  return difficulty % 1000 == 0 ? fmt::format("{}", difficulty / 1000)
                                : fmt::format("{:.3f}", static_cast<double>(difficulty) / 1000.0);
}

}  // namespace

std::optional<TypedValue> TypeInference::stitch(const Fragment& fragment, std::uint32_t index, const CallNode& node,
                                                const std::vector<CallId>& listed, Stage stage, Span span,
                                                Mismatch& mismatch) {
  const FragmentPort& port = fragment.ports[index];
  const std::string consumer = fmt::format("{}.{}", library().text(fragment.name), library().text(port.name));
  Bindings open;
  open.types.resize(fragment.type_parameters.size());
  open.trait_values.resize(fragment.trait_variables.size());
  Demand demand = substitute(port.type, open, lattice());
  StitchDecision decision{consumer, {}, 0, {}, span};
  std::optional<TypedValue> best;
  std::pair<int, std::int64_t> least;
  std::string nearest_miss;
  const auto offer = [&](const TypedValue& value, const std::string& name) {
    Demand wanted = demand;
    if (port.type.type_variable) {
      wanted.data = type_of_value(value).data();
    }
    auto link = plan_link(value, wanted, stage, consumer, "", span);
    if (!link || value.is_literal) {
      const bool has_use = known_.use && type_of_value(value).stated(*known_.use);
      decision.rejected.push_back(fmt::format("{}: {} does not fit", name, library().type_name(type_of_value(value))));
      if (nearest_miss.empty() && has_use) {
        nearest_miss = fmt::format("{} is {}", name, library().type_name(type_of_value(value)));
      }
      return false;
    }
    const std::pair<int, std::int64_t> cost{link->lossy_steps, link->difficulty};
    if (best && cost >= least) {
      decision.rejected.push_back(fmt::format("{}: difficulty {} against {}", name, points(link->difficulty), points(least.second)));
      return cost == least;
    }
    if (best) {
      decision.rejected.push_back(fmt::format("{}: difficulty {} against {}", decision.chosen, points(least.second), points(link->difficulty)));
    }
    best = value;
    least = cost;
    decision.chosen = name;
    decision.difficulty = link->difficulty;
    return false;
  };
  // Outputs of what is listed before, nearest first: the first among equals stays.
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const TypedValue& value = *values_[listed[i].index()];
    if (value.is_error || value.function) {
      continue;
    }
    const std::string_view origin = library().text(node.listed_before[i].name);
    if (value.results.empty()) {
      offer(value, fmt::format("binding '{}'", origin));
      continue;
    }
    for (std::uint32_t result = 0; result < value.results.size(); ++result) {
      const TypeId type = value.results[result];
      const TypedValue part = made(add(ResultEvaluation{result}, {value.evaluation}, stage, Rate::Constant, type, {}), type);
      offer(part, fmt::format("result {} of '{}'", result + 1, origin));
    }
  }
  std::vector<std::string> equals;
  if (!best && !port.is_implicit) {  // an implicit input names the feature that it means
    for (std::size_t i = 0; i < library().features.size(); ++i) {
      const FeatureId id(i);
      const Feature& feature = library().features[id];
      const bool has_use = known_.use && feature.type.stated(*known_.use);
      if (!has_use || !elaborator_.is_available(id, {stage, environment_})) {
        continue;
      }
      const CallId pulled = elaborator_.feature(id, {stage, environment_}, span);
      if (!require(pulled)) {
        continue;
      }
      const TypedValue& value = *values_[pulled.index()];
      const std::string name = fmt::format("feature '{}'", library().text(feature.path));
      if (value.is_error) {
        continue;
      }
      const std::string before = decision.chosen;
      if (offer(value, name)) {
        equals.push_back(name);
      } else if (decision.chosen != before) {
        equals = {name};
      }
    }
    if (!waits_for_.empty()) {
      return std::nullopt;
    }
  }
  if (equals.size() > 1 && composition_.profile) {
    Diagnostic diagnostic = error_at(Code::AmbiguousStitch, span,
                                     fmt::format("several features fit the open input '{}' of '{}' equally well",
                                                 library().text(port.name), library().text(fragment.name)),
                                     fmt::format("connect it: {}: …", library().text(port.name)));
    for (const std::string& name : equals) {
      diagnostic.notes.push_back({fmt::format("{}, at difficulty {}", name, points(least.second))});
    }
    mismatch.diagnostics.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  for (const ListedValue& value : node.not_usable) {
    decision.rejected.push_back(fmt::format("binding '{}': listed after, or depends on this call", library().text(value.name)));
  }
  if (!best && port.default_value) {
    const CallId call = elaborator_.expand_expression(*port.default_value, {stage, environment_});
    if (!require(call)) {
      return std::nullopt;
    }
    best = *values_[call.index()];
    decision.chosen = "the default";
  }
  if (!best) {
    Diagnostic diagnostic = error_at(Code::OpenInput, span,
                                     fmt::format("nothing that is listed before fits the open input '{}' of '{}', and no feature does",
                                                 library().text(port.name), library().text(fragment.name)));
    diagnostic.node = library().text(fragment.name);
    diagnostic.port = library().text(port.name);
    diagnostic.notes.push_back({fmt::format("it takes {}", library().type_name(demand)), port.span});
    if (!nearest_miss.empty()) {
      diagnostic.notes.push_back({"the nearest: " + nearest_miss});
    }
    mismatch.diagnostics.push_back(std::move(diagnostic));
    return std::nullopt;
  }
  if (std::find(graph_.stitches.begin(), graph_.stitches.end(), decision) == graph_.stitches.end()) {
    graph_.stitches.push_back(std::move(decision));
  }
  return best;
}

TypedValue TypeInference::type_stitch(const StitchCall& call, const std::vector<CallId>& inputs, Stage stage, Span span) {
  Mismatch mismatch;
  auto value = stitch(*call.fragment, call.port, *call.node, inputs, stage, span, mismatch);
  for (Diagnostic& diagnostic : mismatch.diagnostics) {
    report(std::move(diagnostic));
  }
  return value ? std::move(*value) : TypedValue{};
}

}  // namespace weft
