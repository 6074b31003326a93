#include "live/session/preview.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/evaluation_text.h"
#include "live/session/edit_rules.h"
#include "live/session/preview_input.h"
#include "live/session/preview_mapping.h"
#include "live/session/preview_source.h"
#include "live/session/preview_target.h"
#include "live/session/preview_text.h"

namespace weft::live {
namespace {

constexpr int most_parts = 16;  // of a value of structs and arrays inside each other

bool is_of_library(const Library& library, const Evaluation& evaluation, std::string_view leaf) {
  const auto* called = std::get_if<LeafEvaluation>(&evaluation.kind);
  return called != nullptr && library.text(library.fragments[called->fragment].name) == leaf;
}

class PreviewPlanner {
 public:
  PreviewPlanner(SessionLibrary& library, const DocumentText& document, const NodeNames& names,
                 OutputRequest request)
      : loaded_(library), document_(document), names_(names), request_(std::move(request)) {}

  Result<Preview> plan() {
    auto source = prepare();
    return source ? show(std::move(*source)) : failed(std::move(source.error()));
  }

  Result<SemanticType> type() {
    auto source = prepare();
    return source ? type_of(*source) : failed(std::move(source.error()));
  }

 private:
  /// What is shown, with the target that shows it.
  Result<PreviewSource> prepare() {
    prefix_ = "import \"preview\"; ";
    loaded_.load(prefix_ + std::string(document_.text()));
    if (!library().find_profile(request_.profile)) {
      prefix_ += "import \"profiles\"; ";
      loaded_.load(prefix_ + std::string(document_.text()));
    }
    const auto profile = library().find_profile(request_.profile);
    if (!profile) {
      return failed(profile_missing());
    }
    auto target = find_preview_target(library(), library().profiles[*profile], *request_.preview);
    if (!target) {
      return failed(std::move(target.error()));
    }
    target_ = std::move(*target);
    const SessionFragments fragments(loaded_, prefix_ + std::string(document_.text()));
    auto source = find_preview_source({document_, names_, fragments}, library(), node(), port());
    if (!source) {
      return failed(std::move(source.error()));
    }
    request_.material = std::string(document_.graphs()[source->material].name);
    value_ = unused_name(*source, "preview_value");
    return source->open ? close(*source) : std::move(source);
  }

  const Library& library() const { return loaded_.library(); }
  const std::string& node() const { return request_.preview->node; }
  const std::string& port() const { return request_.preview->port; }

  Diagnostic refusal(Code code, std::string message, std::string hint = {}) const {
    return edit_error(code, node(), port(), std::move(message), std::move(hint));
  }

  Diagnostics profile_missing() const {
    PreviewText text;
    text.add(prefix_);
    text.keep(document_.text(), 0);
    Diagnostics errors = in_document(loaded_.diagnostics(), text);
    if (!has_errors(errors)) {
      errors.push_back(
          error(Code::UnknownProfile, fmt::format("there is no profile '{}'", request_.profile)));
    }
    return errors;
  }

  static std::string unused_name(const PreviewSource& source, const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; source.path.text->find_node(source.path.place.graph, name, false); ++i) {
      name = fmt::format("{}_{}", wanted, i);
    }
    return name;
  }

  /// The document with the value as `type`, through a mapping.
  PreviewText text_with(const PreviewSource& source, const std::string& type,
                        const std::string& color, const std::string& color_type) const {
    std::string value = value_;
    std::string all;
    const auto bind = [&](const std::string& stated, const std::string& expression) {
      all += fmt::format(" {}{}{} = {};", value, stated.empty() ? "" : ": ", stated, expression);
    };
    if (!source.type.empty() && !type.empty()) {
      value = unused_name(source, "preview_port");
      bind(source.type, source.expression);
      const std::string inner = std::exchange(value, value_);
      bind(type, inner);
    } else {
      bind(source.type.empty() ? type : source.type, source.expression);
    }
    return preview_text(document_, source,
                        {prefix_, target_, std::move(all), color,
                         color_type.empty() ? std::string(preview_color_type) : color_type});
  }

  Result<PlacedPlan> compose(const PreviewText& text, bool folds) {
    loaded_.load(text.text());
    OutputRequest request = request_;
    request.placement.is_on = false;
    const DocumentText shown(document_.source().path(), text.text());
    Diagnostics ignored;
    Result<PlacedPlan> placed = compose_plan(loaded_, request, shown, ignored, {}, folds);
    if (!placed) {
      return failed(in_document(placed.error(), text));
    }
    return placed;
  }

  /// Errors with their places in the document; those in what a preview adds are at the port.
  Diagnostics in_document(Diagnostics errors, const PreviewText& text) const {
    for (Diagnostic& each : errors) {
      for (Note& note : each.notes) {
        note.span.reset();
      }
      if (!each.span || each.span->file != FileId(0)) {
        each.span.reset();  // files have other numbers in the document's own library
        continue;
      }
      const auto begin = text.original(each.span->begin);
      const auto last = text.original(std::max(each.span->end, each.span->begin + 1) - 1);
      if (begin && last && *begin <= *last) {
        each.span->begin = *begin;
        each.span->end = *last + 1;
      } else {
        each.span.reset();
        each.node = node();
        each.port = port();
      }
    }
    return errors;
  }

  PreviewText discovery(const PreviewSource& source) const {
    return text_with(source, "", fmt::format("preview_type({})", value_), "");
  }

  /// What an open input reads, found by meaning or by default.
  Result<PreviewSource> close(const PreviewSource& open) {
    PreviewSource call = open;
    call.type.clear();
    const std::string result = first_of_several_results(library(), open.open->callee);
    if (!result.empty()) {
      call.expression = fmt::format("({}).{}", open.expression, result);
    }
    const PreviewText text = discovery(call);
    const auto placed = compose(text, false);
    if (!placed) {
      return failed(placed.error());
    }
    const std::string found = stitched_expression(library(), open, placed->plan, text);
    return closed_input(open, library(), node(), port(), found.empty() ? nullptr : &found);
  }

  /// The type of a value, or why it has none.
  Result<SemanticType> type_of(PreviewSource& source) {
    if (source.is_function) {
      return type_of_function(source);
    }
    if (source.texture) {
      if (auto error = take_texture(source); !error.empty()) {
        return failed(std::move(error));
      }
    }
    const std::string called = called_name(source.expression);
    if (const std::string result = first_of_several_results(library(), called); !result.empty()) {
      source.expression = fmt::format("({}).{}", source.expression, result);
    }
    const auto placed = compose(discovery(source), false);
    if (!placed) {
      return failed(placed.error());
    }
    for (const Evaluation& each : placed->plan.evaluations) {
      if (is_of_library(library(), each, "preview_type")) {
        return type_for_readers(placed->plan, each.inputs.front());
      }
    }
    return failed(
        source.path.calls.empty()
            ? refusal(Code::Unsupported, "the value has no type of its own",
                      "connect it to something that decides its type")
            : refusal(Code::Unsupported, "the calls on the way take other graphs of the same name",
                      "preview a node of the graph that the types of the arguments choose"));
  }

  /// Textures are sampled at the texture coordinates.
  Diagnostics take_texture(PreviewSource& source) const {
    if (source.texture->texture_shape() != TextureShape::Texture2d) {
      return {refusal(Code::Unsupported,
                      fmt::format("a {} cannot be shown", library().type_name(*source.texture)),
                      "preview a value that is sampled from it")};
    }
    source.type.clear();
    source.texture.reset();
    source.expression = fmt::format("sample({})", source.expression);
    return {};
  }

  Result<SemanticType> type_of_function(PreviewSource& source) {
    source.is_function = false;
    source.type.clear();
    for (const char* over : {"preview_of_uv", "preview_of_width", "preview_of_plane"}) {
      PreviewSource tried = source;
      tried.expression = fmt::format("{}({})", over, source.expression);
      if (auto type = type_of(tried)) {
        source = tried;
        return type;
      }
    }
    return failed(refusal(
        Code::Unsupported,
        "the function cannot be shown: it takes something else than one float, float2 or float3",
        "preview the call that it is given to"));
  }

  Result<Preview> show(PreviewSource source) {
    Result<SemanticType> type = type_of(source);
    if (!type) {
      return failed(std::move(type.error()));
    }
    for (int parts = 0; parts < most_parts; ++parts) {
      PreviewMappings mappings = preview_mappings(library(), *type, value_, source.range);
      if (mappings.part.empty()) {
        return first_that_composes(source, *type, mappings.choices);
      }
      source.expression = fmt::format("({}){}", source.expression, mappings.part);
      source.type.clear();
      *type = mappings.part_type;
    }
    return cannot_be_shown(*type);
  }

  Result<Preview> cannot_be_shown(const SemanticType& type) const {
    return failed(
        refusal(Code::Unsupported,
                fmt::format("a value of type {} cannot be shown", library().type_name(type)),
                "preview a part of it, or what is computed from it"));
  }

  Result<Preview> first_that_composes(const PreviewSource& source, const SemanticType& type,
                                      const std::vector<PreviewMapping>& choices) {
    Diagnostics errors;
    const std::string shown_type = library().type_name(type);
    for (const PreviewMapping& each : choices) {
      const PreviewText text = text_with(source, each.type, each.color, each.result);
      const auto placed = compose(text, true);
      if (placed) {
        return Preview{text.text(), request_.material, value_,
                       each.type.empty() ? shown_type : each.type, each.color};
      }
      errors = errors.empty() ? placed.error() : errors;
    }
    return choices.empty() ? cannot_be_shown(type) : failed(std::move(errors));
  }

  SessionLibrary& loaded_;
  const DocumentText& document_;
  const NodeNames& names_;
  OutputRequest request_;
  std::string prefix_;  ///< imports that the document lacks
  PreviewTarget target_;
  std::string value_;  ///< the name of the value that is shown
};

}  // namespace

Result<Preview> plan_preview(SessionLibrary& library, const DocumentText& document,
                             const NodeNames& names, const OutputRequest& request) {
  return PreviewPlanner(library, document, names, request).plan();
}

Result<SemanticType> type_of_port(SessionLibrary& library, const DocumentText& document,
                                  const NodeNames& names, const OutputRequest& request) {
  return PreviewPlanner(library, document, names, request).type();
}

DocumentText document_of(const Preview& preview, const DocumentText& document) {
  return {document.source().path(), preview.text};
}

OutputRequest preview_output(NodeId node, std::string port, std::string profile) {
  OutputRequest request;
  request.profile = std::move(profile);
  request.preview = PreviewPoint{std::move(node), std::move(port)};
  return request;
}

ContentHash shader_key(const ComposedOutput& output) {
  ContentHasher hasher;
  for (const auto& [suffix, hash] : output.stages) {
    hasher.add(suffix);
    hasher.add(hash);
  }
  return hasher.result();
}

}  // namespace weft::live
