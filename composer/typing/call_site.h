#pragma once

#include <optional>
#include <vector>

#include "composer/typing/typing_context.h"

namespace weft {

/// A call by name, as its candidates are matched with it.
struct InvokedCall {
  const CallNode& node;
  const CallIds& inputs;  ///< the arguments, then what open ports may be stitched to
  std::optional<CallId> call;
  CallContext at;
  Span span;
  /// Whether mismatches say why. Most candidates of a call do not match, so they are explained only
  /// if none does.
  bool explains = false;

  bool is_overloaded() const { return node.candidates.size() > 1; }
};

/// Why a candidate does not match. Empty if the reason was already reported or was not requested.
struct Mismatch {
  Diagnostics diagnostics;
};
template <typename T>
using Matched = tl::expected<T, Mismatch>;

/// The values at one candidate's ports, before conversion.
struct CallSite {
  FragmentId id;
  const Fragment& fragment;
  std::optional<CallId> call;
  CallContext at;
  Span span;
  bool explains;
  std::vector<TypedValue> values = {};  ///< per port
  std::vector<std::optional<std::uint32_t>> arguments =
      {};                        ///< per port: index of its argument; nothing for defaults
  std::vector<Span> spans = {};  ///< per port: of the argument, or of the call for defaults
  /// Per port: the argument for a function, where one is given.
  std::vector<std::optional<PassedArgument>> passed = {};
  /// What the types of functions' parameters are made of; nothing: the values at other ports.
  std::optional<Bindings> settled = {};
  std::uint32_t function_level = 0;
  /// Injected features whose values were not computed, because something they need is missing
  /// here and the functions do not read them.
  UnreadFeatures unread = {};
  std::vector<EnvironmentId> environments =
      {};  ///< per port, if any port takes a function: the environment of its value
  std::vector<StitchDecision> stitches = {};
  /// Of the conversions from function results to their ports' declared types, placed inside the
  /// functions.
  int lossy_steps = 0;
  std::int64_t difficulty = 0;
  int widened = 0;
};

/// Where the value of a port comes from, for messages: for a function, where it was written.
inline WrittenFunction written_at(const TypingContext& in, const CallSite& site, std::size_t port) {
  return site.passed[port] ? in.elaborator.written_function(*site.passed[port])
                           : WrittenFunction{site.spans[port]};
}

/// The context of a port's value: for a function, the inside of the function.
inline CallContext context_of_port(const CallSite& site, std::size_t port) {
  return {site.at.stage, site.environments.empty() ? site.at.environment : site.environments[port]};
}

}  // namespace weft
