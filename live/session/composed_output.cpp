#include "live/session/composed_output.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/print/remarks.h"
#include "live/session/error_reach.h"
#include "live/session/preview.h"
#include "live/session/session_library.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

bool is_text(std::string_view suffix) {
  return suffix.ends_with(".glsl") || suffix.ends_with(".hlsl");
}

/// The material of the document that an error is in; nothing: it concerns all.
std::optional<std::uint32_t> material_of(const DocumentText& document, const Diagnostic& error) {
  if (!error.span || error.span->file != FileId(0)) {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < document.graphs().size(); ++i) {
    const DocumentGraph& graph = document.graphs()[i];
    if (graph.is_material && graph.declaration.begin <= error.span->begin &&
        error.span->end <= graph.declaration.end) {
      return i;
    }
  }
  return std::nullopt;
}

/// The errors of loading that concern a material. An error inside another one does not.
Diagnostics relevant(const Diagnostics& loading, const DocumentText& document,
                     std::string_view material) {
  Diagnostics found;
  for (const Diagnostic& each : loading) {
    const auto in = material_of(document, each);
    if (each.severity == Severity::Error && (!in || document.graphs()[*in].name == material)) {
      found.push_back(each);
    }
  }
  return found;
}

/// Whether a profile demands only outputs that errors in their material do not concern.
bool can_go_on(const Library& library, const Diagnostics& errors, const OutputRequest& request,
               const DocumentText& document) {
  const auto material = document.find_graph(request.material);
  const auto profile = library.find_profile(request.profile);
  if (!material || !profile || has_errors(document.diagnostics())) {
    return false;
  }
  for (const Diagnostic& error : errors) {
    if (!material_of(document, error)) {
      return false;
    }
  }
  std::vector<std::string_view> demanded;
  for (const ProfileDemand& demand : library.profiles[*profile].demands) {
    demanded.push_back(library.text(demand.name));
  }
  return !errors_reach(document, *material, errors, demanded);
}

std::string source_text(const Library& library, const StitchSource& source) {
  switch (source.kind) {
    case StitchSource::Kind::Binding:
      return std::string(source.binding ? library.text(*source.binding) : "");
    case StitchSource::Kind::Result:
      return fmt::format("{}, result {}", source.binding ? library.text(*source.binding) : "",
                         source.result);
    case StitchSource::Kind::Feature:
      return std::string(source.feature ? library.text(library.features[*source.feature].path)
                                        : "");
    case StitchSource::Kind::Default:
      break;
  }
  return "its default";
}

std::vector<StitchedInput> stitched_inputs(const Library& library, const Plan& plan,
                                           const DocumentText& document, const NodeNames& names) {
  std::vector<StitchedInput> inputs;
  for (const StitchDecision& decision : plan.stitches) {
    const Fragment& consumer = library.fragments[decision.consumer];
    inputs.push_back(
        {decision.span.file == FileId(0) ? id_at(document, names, decision.span) : NodeId(),
         decision.port < consumer.ports.size()
             ? std::string(library.text(consumer.ports[decision.port].name))
             : std::string(),
         source_text(library, decision.chosen)});
  }
  return inputs;
}

Diagnostic unknown(Code code, std::string message, std::string_view name,
                   const std::vector<std::string_view>& known) {
  return error(code, std::move(message), spelling_hint(name, known));
}

/// The material and profile, or why there are none.
Result<ComposeRequest> request_of(const Library& library, const OutputRequest& wanted) {
  Diagnostics errors;
  const auto material = library.find_material(wanted.material);
  const auto profile = library.find_profile(wanted.profile);
  if (!material) {
    std::vector<std::string_view> known;
    for (const Material& each : library.materials) {
      known.push_back(library.text(each.name));
    }
    errors.push_back(unknown(Code::UnknownMaterial,
                             fmt::format("there is no material '{}'", wanted.material),
                             wanted.material, known));
  }
  if (!profile) {
    std::vector<std::string_view> known;
    for (const Profile& each : library.profiles) {
      known.push_back(library.text(each.name));
    }
    errors.push_back(unknown(Code::UnknownProfile,
                             fmt::format("there is no profile '{}'", wanted.profile),
                             wanted.profile, known));
    if (errors.back().hint.empty()) {
      errors.back().hint = known.empty() ? "import a file that declares profiles"
                                         : fmt::format("there is '{}'", fmt::join(known, "', '"));
    }
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  return ComposeRequest{*material, *profile, wanted.values, wanted.placement};
}

void fill(ComposedOutput& output, const Library& library, const PlacedPlan& placed,
          Emission emission) {
  output.is_good = true;
  output.stem = std::move(emission.stem);
  output.files = std::move(emission.files);
  output.stages.reserve(output.files.size());
  output.missing_modules.texts = std::move(emission.missing_modules);
  for (const EmittedFile& file : output.files) {
    if (is_text(file.suffix)) {
      ContentHasher hasher;
      hasher.add(without_remarks(file.content));
      output.stages.emplace_back(file.suffix, hasher.result());
    }
  }
  const Material& material = library.materials[placed.plan.material];
  output.defaults.reserve(material.parameters.size());
  for (std::size_t i = 0; i < material.parameters.size() && i < placed.plan.defaults.size(); ++i) {
    if (placed.plan.defaults[i]) {
      output.defaults.emplace_back(library.text(material.parameters[i].name),
                                   *placed.plan.defaults[i]);
    }
  }
}

}  // namespace

const std::string* ComposedOutput::find(std::string_view suffix) const {
  for (const EmittedFile& file : files) {
    if (file.suffix == suffix) {
      return &file.content;
    }
  }
  return nullptr;
}

std::string_view answer_name(Answer answer) {
  switch (answer) {
    case Answer::Unchanged:
      return "unchanged";
    case Answer::ValuesOnly:
      return "values only";
    case Answer::Changed:
      break;
  }
  return "changed";
}

std::vector<StageAnswer> compare_outputs(const ComposedOutput* before,
                                         const ComposedOutput& after) {
  std::vector<StageAnswer> answers;
  const bool has_new_values = before == nullptr || before->defaults != after.defaults;
  for (const auto& [suffix, hash] : after.stages) {
    const auto same = [&, &name = suffix](const auto& other) { return other.first == name; };
    const auto old = before == nullptr
                         ? after.stages.end()
                         : std::find_if(before->stages.begin(), before->stages.end(), same);
    const bool is_new = before == nullptr || old == before->stages.end() || old->second != hash;
    answers.push_back({suffix, is_new           ? Answer::Changed
                               : has_new_values ? Answer::ValuesOnly
                                                : Answer::Unchanged});
  }
  for (std::size_t i = 0; before != nullptr && i < before->stages.size(); ++i) {
    const std::string& suffix = before->stages[i].first;
    if (std::none_of(after.stages.begin(), after.stages.end(),
                     [&](const auto& stage) { return stage.first == suffix; })) {
      answers.push_back({suffix, Answer::Changed});  // it is gone
    }
  }
  return answers;
}

std::vector<ByteRange> changed_bytes(const std::vector<BlockContents>& before,
                                     const std::vector<BlockContents>& after) {
  constexpr std::uint32_t widest_gap = 16;
  std::vector<ByteRange> ranges;
  for (std::uint32_t i = 0; i < after.size(); ++i) {
    const std::vector<std::byte>& now = after[i].bytes;
    const bool is_comparable = i < before.size() && before[i].bytes.size() == now.size();
    for (std::uint32_t at = 0; at < now.size(); ++at) {
      if (is_comparable && before[i].bytes[at] == now[at]) {
        continue;
      }
      const bool is_near = !ranges.empty() && ranges.back().block == i &&
                           ranges.back().offset + ranges.back().size + widest_gap >= at;
      if (is_near) {
        ranges.back().size = at + 1 - ranges.back().offset;
      } else {
        ranges.push_back({i, at, 1});
      }
    }
  }
  return ranges;
}

Result<PlacedPlan> compose_plan(SessionLibrary& loaded, const OutputRequest& request,
                                const DocumentText& document, Diagnostics& remarks,
                                const std::vector<LiveLiteralRequest>& live, bool folds) {
  const Library& library = loaded.library();
  Diagnostics errors = relevant(loaded.diagnostics(), document, request.material);
  if (!errors.empty() && !can_go_on(library, errors, request, document)) {
    return failed(std::move(errors));
  }
  Result<ComposeRequest> wanted = request_of(library, request);
  if (!wanted) {
    return failed(std::move(wanted.error()));
  }
  wanted->folds = folds;
  wanted->live_literals = live;
  Result<PlacedPlan> placed = compose(loaded.composer(), *wanted);
  if (placed && !errors.empty() && !placed->plan.stitches.empty()) {
    return failed(std::move(errors));  // what was left out might have been connected
  }
  remarks.insert(remarks.end(), errors.begin(), errors.end());
  return placed;
}

namespace {

/// An output with what it was made of. Refers to the library.
struct Printing {
  ComposedOutput output;
  std::optional<PlacedPlan> placed;   ///< of a good output
  std::optional<BlockValues> values;  ///< likewise, if values are set
};

/// The blocks of an output. Where values are set, they are those of `values`.
Result<std::vector<std::vector<std::byte>>> bytes_of_blocks(const Library& library,
                                                            const Emission& emission,
                                                            bool sets_values,
                                                            std::optional<BlockValues>& values) {
  if (!sets_values) {
    return BlockValues::initial_bytes(library, emission);
  }
  auto prepared = BlockValues::prepare(library, emission);
  if (!prepared) {
    return failed(std::move(prepared.error()));
  }
  values = std::move(*prepared);
  std::vector<std::vector<std::byte>> blocks;
  for (std::size_t i = 0; i < values->block_count(); ++i) {
    const auto bytes = values->bytes(i);
    blocks.emplace_back(bytes.begin(), bytes.end());
  }
  return blocks;
}

/// `sets_values`: whether values of the output are set, for which some more has to be made.
Printing printed(SessionLibrary& loaded, const OutputRequest& request, const DocumentText& document,
                 const NodeNames& names, const std::vector<LiveLiteralRequest>& live,
                 bool sets_values) {
  const Library& library = loaded.library();
  Printing made;
  ComposedOutput& output = made.output;
  const auto tell = [&](const Diagnostics& diagnostics) {
    output.diagnostics = node_diagnostics(diagnostics, document, names, library.sources);
  };
  Diagnostics remarks;
  Result<PlacedPlan> placed = compose_plan(loaded, request, document, remarks, live);
  if (!placed) {
    tell(placed.error());
    return made;
  }
  auto emission = emit(library, *placed, request.options, {}, loaded.memos());
  if (!emission) {
    tell(emission.error());
    return made;
  }
  auto blocks = bytes_of_blocks(library, *emission, sets_values, made.values);
  output.stitched = stitched_inputs(library, placed->plan, document, names);
  if (!blocks) {
    tell(blocks.error());
    return made;
  }
  for (const Diagnostic& warning : placed->plan.warnings) {
    // A preview omits bindings that it does not read.
    if (!request.preview || warning.code != Code::UnusedParameter) {
      remarks.push_back(warning);
    }
  }
  tell(remarks);
  const Interface& interface = emission->programs.interface;
  for (std::size_t i = 0; i < interface.blocks.size(); ++i) {
    const Block& block = interface.blocks[i];
    output.blocks.push_back({block.name, block.set, block.binding, std::move((*blocks)[i])});
  }
  for (const SpecConstant& constant : interface.spec_constants) {
    output.constants.push_back({constant.constant_id, constant.parameter, constant.default_bits});
  }
  fill(output, library, *placed, std::move(*emission));
  output.missing_modules.memo = loaded.modules();
  made.placed = std::move(*placed);
  return made;
}

std::shared_ptr<const ComposedOutput> composed_preview(SessionLibrary& library,
                                                       const OutputRequest& request,
                                                       const DocumentText& document,
                                                       const NodeNames& names) {
  const Result<Preview> preview = plan_preview(library, document, names, request);
  if (preview) {
    library.load(preview->text);
    OutputRequest shown = request;
    shown.material = preview->material;
    Printing made = printed(library, shown, document_of(*preview, document), names, {}, false);
    return std::make_shared<ComposedOutput>(std::move(made.output));
  }
  auto output = std::make_shared<ComposedOutput>();
  output->diagnostics = node_diagnostics(preview.error(), document, names);
  for (NodeDiagnostic& each : output->diagnostics) {
    each.node = each.node.empty() ? request.preview->node : each.node;
  }
  return output;
}

}  // namespace

std::shared_ptr<const ComposedOutput> compose_output(SessionLibrary& loaded,
                                                     const OutputRequest& request,
                                                     const DocumentText& document,
                                                     const NodeNames& names) {
  if (request.preview) {
    return composed_preview(loaded.previews(), request, document, names);
  }
  loaded.load(document);
  Printing made = printed(loaded.for_profile(request.profile), request, document, names, {}, false);
  return std::make_shared<ComposedOutput>(std::move(made.output));
}

LiveOutput compose_live_output(SessionLibrary& loaded, const OutputRequest& request,
                               const DocumentText& document, const NodeNames& names,
                               const std::vector<LiveLiteralRequest>& live) {
  loaded.load(document);
  SessionLibrary& library = loaded.for_profile(request.profile);
  Printing made = printed(library, request, document, names, live, true);
  LiveOutput output;
  output.output = std::make_shared<ComposedOutput>(std::move(made.output));
  if (!output.output->is_good) {
    return output;
  }
  const Plan& plan = made.placed->plan;
  output.literals = plan.live_literals;
  output.values = std::move(made.values);
  const std::size_t declared = library.library().materials[plan.material].parameters.size();
  output.first_literal = static_cast<std::uint32_t>(declared);
  for (std::size_t i = 0; i < live.size(); ++i) {
    const auto& value = plan.defaults[declared + i];
    output.defaults.push_back(value ? value->bits : std::vector<std::uint32_t>());
  }
  return output;
}

}  // namespace weft::live
