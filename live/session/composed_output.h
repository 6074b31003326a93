#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codegen/block_values.h"
#include "codegen/emit.h"
#include "composer/compose.h"
#include "live/session/node_diagnostics.h"
#include "support/content_hash.h"

namespace weft::live {

/// A port that is shown as a picture (preview.h).
struct PreviewPoint {
  /// Of a material: a binding, parameter or output, or an operand of one (`m/base/1/0`).
  NodeId node;
  /// An input by name or position, a result by name; empty: the node's own value.
  std::string port;
};

/// What is watched: a material for a profile, in some languages; or a port of a material.
struct OutputRequest {
  std::string material;  ///< not used with `preview`, whose node names it
  std::string profile = "forward";
  EmitOptions options = {};
  std::vector<std::pair<std::string, Constant>> values = {};  ///< of static parameters
  PlacementOptions placement = {};
  std::optional<PreviewPoint> preview = {};
};

/// An open port that was connected by meaning.
struct StitchedInput {
  NodeId node;  ///< the call
  std::string port;
  std::string source;  ///< a binding, `binding.result`, a feature, or `its default`

  friend bool operator==(const StitchedInput&, const StitchedInput&) = default;
};

/// A block of an output, as reflection has it, and what to fill it with.
struct BlockContents {
  std::string name;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::vector<std::byte> bytes;

  friend bool operator==(const BlockContents&, const BlockContents&) = default;
};

/// Modules that an output lacks: texts to compile into the memo (compile_into()), on any thread.
struct MissingModules {
  std::shared_ptr<ModuleMemo> memo;
  std::vector<ModuleText> texts;

  bool empty() const { return texts.empty(); }
};

/// What composing gave, in plain texts and numbers: it refers to no library, so that it may be kept
/// and read on any thread.
struct ComposedOutput {
  /// Whether there is a result; the rest is empty otherwise, but for diagnostics. Errors elsewhere
  /// in the material, which the result does not depend on, are among the diagnostics too.
  bool is_good = false;
  std::string stem;  ///< `worn_metal.forward`
  std::vector<EmittedFile> files;
  /// Per text of a stage: a hash of it without the `// file:line` remarks.
  std::vector<std::pair<std::string, ContentHash>> stages;
  std::vector<std::pair<std::string, Constant>> defaults;  ///< of the parameters
  /// In the order of ByteRange::block: parameters have their defaults, features zeros.
  std::vector<BlockContents> blocks;
  std::vector<ChangedConstant> constants;  ///< of `spec` parameters, with their defaults
  std::vector<StitchedInput> stitched;
  std::vector<NodeDiagnostic> diagnostics;
  /// Of a request with `only_known_modules`. As long as there are any, `files` has no modules and
  /// no header.
  MissingModules missing_modules;

  const std::string* find(std::string_view suffix) const;
};

/// What an edit did to a stage, or to a whole output.
enum class Answer : std::uint8_t {
  Unchanged,   ///< texts are the same but for `// file:line` remarks
  ValuesOnly,  ///< so they are, and defaults of parameters differ
  Changed,
};
std::string_view answer_name(Answer answer);

struct StageAnswer {
  std::string suffix;  ///< `frag.glsl`
  Answer answer = Answer::Unchanged;

  friend bool operator==(const StageAnswer&, const StageAnswer&) = default;
};

/// How one result differs from another; null: there was none.
std::vector<StageAnswer> compare_outputs(const ComposedOutput* before, const ComposedOutput& after);

/// The bytes by which one output's blocks differ from another's of the same text: ranges by block
/// and offset that cover up to 16 unchanged bytes.
std::vector<ByteRange> changed_bytes(const std::vector<BlockContents>& before,
                                     const std::vector<BlockContents>& after);

class SessionLibrary;

/// The plan of an output. Errors inside other materials do not stop it; nor do those that it does
/// not depend on, which go to `remarks`. `folds`: see ComposeRequest.
Result<PlacedPlan> compose_plan(SessionLibrary& library, const OutputRequest& request,
                                const DocumentText& document, Diagnostics& remarks,
                                const std::vector<LiveLiteralRequest>& live = {},
                                bool folds = true);

/// An output whose values can be set. Refers to the library.
struct LiveOutput {
  std::shared_ptr<const ComposedOutput> output;
  std::vector<LiveLiteral> literals;                 ///< as requested
  std::vector<std::vector<std::uint32_t>> defaults;  ///< theirs, in words
  std::uint32_t first_literal = 0;                   ///< the parameter of the first
  std::optional<BlockValues> values;                 ///< if the output is good
};

/// Composes and prints.
std::shared_ptr<const ComposedOutput> compose_output(SessionLibrary& library,
                                                     const OutputRequest& request,
                                                     const DocumentText& document,
                                                     const NodeNames& names);
/// The same, of which values can be set. No previews.
LiveOutput compose_live_output(SessionLibrary& library, const OutputRequest& request,
                               const DocumentText& document, const NodeNames& names,
                               const std::vector<LiveLiteralRequest>& live);

}  // namespace weft::live
