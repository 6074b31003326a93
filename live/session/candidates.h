#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "live/session/session.h"

// What fits a port or a wire, for an editor that offers nodes: the same search that connects them
// says how well.

namespace weft::live {

struct CandidateRequest {
  NodeId node;
  std::string port;
  /// False: what may give its value to the input `port` of the node (without a port: take the
  /// node's place). True: what takes the value of the node or of its result `port`, as when a wire
  /// is dropped.
  bool takes_value = false;
  std::string profile = "forward";  ///< its features count
  std::size_t most = 200;
};

struct Candidate {
  /// Conversion: what the wire may become in one step, or a step that gives what the port takes.
  /// The search inserts it where that is demanded; nobody calls it.
  enum class Kind : std::uint8_t { Fragment, Feature, Conversion };
  Kind kind = Kind::Fragment;
  std::string name;  ///< of a feature its path
  /// Of a fragment: the port that takes the wire, or the result that fits if there are several.
  std::string port;
  /// What it gives, as source text; empty if its arguments decide.
  std::string type;
  int lossy_steps = 0;
  std::int64_t difficulty = 0;     ///< in thousandths, of the conversions in between
  std::vector<std::string> steps;  ///< these conversions
  int agreement = 0;               ///< how many traits of what is asked for it names
};

std::string_view candidate_kind_name(Candidate::Kind kind);

/// The candidates, the easiest first: by lossy steps and difficulty, then those whose types are
/// stated, then those that state most of what is asked for, then by name. Of a fragment's overloads
/// and ports the best one. Only what the document sees is offered. Errors: those of previews
/// (plan_preview()) and of ports (`unknown-port`); `unsupported` for ports that take functions.
/// O(fragments + features + conversions) searches, and a composition where the type is not stated.
EditResult<std::vector<Candidate>> find_candidates(const LoadedDocument& loaded,
                                                   const CandidateRequest& request);

}  // namespace weft::live
