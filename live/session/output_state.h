#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "live/session/composed_output.h"

// What a session knows of its outputs, and what it tells about an edit.

namespace weft::live {

using OutputId = std::uint32_t;

/// What is known of a watched output.
struct OutputState {
  /// The last result without errors; null if there never was one.
  std::shared_ptr<const ComposedOutput> good;
  /// The contents of the blocks of `good` now. If all that changed is values, they differ from
  /// ComposedOutput::blocks.
  std::vector<BlockContents> blocks;
  /// The same of the constants of `spec` parameters.
  std::vector<ChangedConstant> constants;
  /// Whether `good` belongs to the current text. If not, `diagnostics` has the errors.
  bool is_current = false;
  /// Whether numbers were dragged since `good` was composed, whose reflection and header then have
  /// the defaults from before. Session::complete() makes them anew.
  bool has_old_defaults = false;
  std::vector<NodeDiagnostic> diagnostics;  ///< of the current text
};

struct BlockSize {
  std::uint32_t block = 0;
  std::uint32_t size = 0;  ///< in bytes
};

struct OutputAnswer {
  OutputId output = 0;
  Answer answer = Answer::Unchanged;  ///< the greatest of its stages'
  bool has_errors = false;            ///< then it keeps what it had: `unchanged`
  std::vector<StageAnswer> stages;
  /// `values only`: what differs in OutputState::blocks, by block and offset; a range covers up to
  /// 16 unchanged bytes.
  std::vector<ByteRange> bytes;
  /// The blocks whose sizes differ, with their sizes now; `bytes` has all of their contents.
  std::vector<BlockSize> resized;
  /// The suffixes of the watched reflection and header, `json` and `h`, where they differ: they may
  /// although all texts are `unchanged`.
  std::vector<std::string> files;
  /// `values only`, and of live `spec` parameters: what differs in OutputState::constants.
  std::vector<ChangedConstant> constants;
  std::vector<NodeDiagnostic> diagnostics;
  /// Inputs connected by meaning otherwise than before.
  std::vector<StitchedInput> stitched_anew;
};

struct EditAnswer {
  std::uint64_t version = 0;                ///< of the text now
  std::vector<NodeDiagnostic> diagnostics;  ///< of parsing the text
  std::vector<OutputAnswer> outputs;        ///< one per watched output, by id
  std::vector<NodeId> added = {};           ///< what was pasted
};

}  // namespace weft::live
