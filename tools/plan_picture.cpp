#include "tools/plan_picture.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "conversions/search.h"
#include "tools/text_table.h"
#include "tools/value_text.h"

namespace weft::tools {
namespace {

/// Longer words are cut: a node is a place in a picture, its tooltip and `weft explain` say it all.
constexpr std::size_t widest_line = 38;
constexpr std::size_t most_lines = 4;

struct RateColour {
  Rate rate;
  std::string_view fill;
};

// From cool and pale, computed rarely, to warm, computed for every fragment. All carry black text.
constexpr std::array<RateColour, 9> colours = {{
    {Rate::Constant, "#f4f4f4"},
    {Rate::Frame, "#dff0df"},
    {Rate::View, "#cfe9ea"},
    {Rate::Material, "#d8e4f7"},
    {Rate::Object, "#e5dcf3"},
    {Rate::Draw, "#d5d9de"},
    {Rate::Instance, "#f6f0c4"},
    {Rate::Vertex, "#fbdca0"},
    {Rate::Fragment, "#f9c3b0"},
}};

std::string_view colour_of(Rate rate) {
  const auto* found = std::find_if(colours.begin(), colours.end(),
                                   [rate](const RateColour& each) { return each.rate == rate; });
  return found != colours.end() ? found->fill : "#ffffff";
}

/// Within the quotes of a string of Graphviz's.
std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    out += c == '"' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "\"";
}

/// Within a label of Graphviz's that looks like HTML.
std::string marked_up(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Breaks a text behind commas and blanks into lines of bearable width.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  std::string word;
  const auto put = [&] {
    if (!lines.back().empty() && lines.back().size() + word.size() > widest_line) {
      lines.emplace_back();
    }
    lines.back() += word;
    word.clear();
  };
  for (char c : text) {
    word += c;
    if (c == ' ') {
      put();
    }
  }
  put();
  if (lines.size() > most_lines) {
    lines.resize(most_lines);
    lines.back() += "…";
  }
  return lines;
}

class Picture {
 public:
  Picture(const Library& library, const PlacedPlan& placed)
      : library_(library), placed_(placed), plan_(placed.plan) {
    if (placed.placement) {
      for (const MovedEvaluation& moved : placed.placement->moved) {
        moved_.insert(moved.evaluation);
      }
    }
  }

  std::string text() {
    const Profile& profile = library_.profiles[plan_.profile];
    const Material& material = library_.materials[plan_.material];
    out_ += "digraph plan {\n";
    out_ += fmt::format(
        "  label={};\n",
        dot_string(fmt::format("{} for profile {}{}", library_.text(material.name),
                               library_.text(profile.name),
                               placed_.placement ? "" : ", all work where it is demanded")));
    out_ +=
        "  labelloc=t; rankdir=LR; newrank=true; nodesep=0.14; ranksep=0.45;\n"
        "  fontname=\"Helvetica\"; fontsize=18;\n"
        "  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"filled\", "
        "color=\"#55585e\", penwidth=0.8, margin=\"0.10,0.05\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#55585e\", arrowsize=0.6];\n";
    for (Stage stage : {Stage::Host, Stage::Vertex, Stage::Fragment}) {
      add_stage(stage);
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      add_links(EvaluationId(i));
    }
    add_output_links();
    add_legend();
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  std::string name(NameId id) const { return std::string(library_.text(id)); }

  const Fragment* called(const Evaluation& each) const {
    const auto* leaf = std::get_if<LeafEvaluation>(&each.kind);
    return leaf != nullptr ? &library_.fragments[leaf->fragment] : nullptr;
  }
  bool is_conversion(const Evaluation& each) const {
    const Fragment* fragment = called(each);
    return fragment != nullptr && fragment->kind == FragmentKind::Conversion;
  }
  static bool is_constant(const Evaluation& each) {
    return std::holds_alternative<ConstantEvaluation>(each.kind);
  }

  /// `.xy`, `.first`, `.count`: what is written on links instead of being a node; empty for nodes.
  std::string projection(const Evaluation& each) const {
    if (const auto* result = std::get_if<ResultEvaluation>(&each.kind)) {
      const Evaluation& whole = evaluation(each.inputs.front());
      if (const auto* loop = std::get_if<LoopEvaluation>(&whole.kind)) {
        return "." + name(loop->states[result->result]);
      }
      const Fragment* fragment = called(whole);
      return fragment != nullptr ? "." + name(fragment->results[result->result].name) : "";
    }
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    if (operation == nullptr) {
      return {};
    }
    if (operation->op == Operation::Swizzle) {
      std::string text = ".";
      for (int i = 0; i < swizzle_count(operation->payload); ++i) {
        text += "xyzw"[swizzle_component(operation->payload, i)];
      }
      return text;
    }
    if (operation->op == Operation::Member) {
      const DataType type = plan_.types[evaluation(each.inputs.front()).type].data();
      return "." + name(library_.data_types.structure(type).members[operation->payload].name);
    }
    return {};
  }

  /// The node that a link comes from, and the components of it that it takes.
  struct Source {
    EvaluationId node;
    std::string path;
  };
  Source source_of(EvaluationId id) const {
    Source source{id, ""};
    for (std::string part = projection(evaluation(id)); !part.empty();
         part = projection(evaluation(source.node))) {
      source.path = part + source.path;
      source.node = evaluation(source.node).inputs.front();
    }
    return source;
  }

  std::string short_name(EvaluationId id) const {
    const Source source = source_of(id);
    const Evaluation& each = evaluation(source.node);
    if (const auto* constant = std::get_if<ConstantEvaluation>(&each.kind)) {
      return value_text(constant->value, library_) + source.path;
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
      return name(library_.features[feature->feature].path) + source.path;
    }
    if (!each.origin.name.empty()) {
      return each.origin.name + source.path;
    }
    const Fragment* fragment = called(each);
    return (fragment != nullptr ? name(fragment->name) + "()" : "…") + source.path;
  }

  std::string arguments(const Evaluation& each) const {
    const Fragment* fragment = called(each);
    std::size_t count = each.inputs.size();
    if (fragment != nullptr) {
      count = std::min(count, fragment->ports.size());  // features are links, not arguments
    }
    std::vector<std::string> words;
    for (std::size_t i = 0; i < count; ++i) {
      words.push_back(short_name(each.inputs[i]));
    }
    return joined(words);
  }

  /// What a node does, in the words of the language.
  std::string action(const Evaluation& each) const {
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&each.kind)) {
      return "param " +
             name(library_.materials[plan_.material].parameters[parameter->parameter].name);
    }
    if (const auto* feature = std::get_if<FeatureEvaluation>(&each.kind)) {
      return name(library_.features[feature->feature].path);
    }
    if (std::holds_alternative<InterpolateEvaluation>(each.kind) ||
        std::holds_alternative<UniformEvaluation>(each.kind)) {
      return short_name(each.inputs.front());
    }
    if (const Fragment* fragment = called(each)) {
      return fmt::format("{}({})", name(fragment->name), arguments(each));
    }
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    if (operation != nullptr && operation->op == Operation::Index) {
      return fmt::format("{}[{}]", short_name(each.inputs[0]), short_name(each.inputs[1]));
    }
    if (operation != nullptr && operation->op == Operation::Select) {
      return fmt::format("{} ? {} : {}", short_name(each.inputs[0]), short_name(each.inputs[1]),
                         short_name(each.inputs[2]));
    }
    if (operation != nullptr) {
      return fmt::format("{}({})", library_.type_name(plan_.types[each.type].data()),
                         arguments(each));
    }
    if (std::holds_alternative<LoopEvaluation>(each.kind)) {
      return fmt::format("loop({})", arguments(each));
    }
    if (const auto* map = std::get_if<MapEvaluation>(&each.kind)) {
      return fmt::format("for each of {}: {}", map->size, arguments(each));
    }
    const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
    return bound == nullptr                    ? ""
           : bound->parameter == index_of_call ? "index of the call"
                                               : "parameter of a function";
  }

  /// `float3 · normal · world · unit`
  std::string type_line(const Evaluation& each) const {
    const SemanticType& type = plan_.types[each.type];
    std::string line = library_.type_name(type.data());
    for (const TraitEntry& entry : type.entries()) {
      line += " · " + name(library_.lattice.value(entry.value).name);
    }
    return line;
  }

  Rate rate(EvaluationId id) const { return placed_.rates[id.index()]; }

  void add_stage(Stage stage) {
    std::string nodes;
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      const Evaluation& each = evaluation(EvaluationId(i));
      if (each.stage == stage && !is_constant(each) && projection(each).empty()) {
        nodes += node(EvaluationId(i));
        rates_.insert(rate(EvaluationId(i)));
      }
    }
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const ProfileDemand& demand =
          library_.profiles[plan_.profile].demands[plan_.outputs[i].demand];
      const Stage demanded = demand.vertex_stage ? Stage::Vertex : Stage::Fragment;
      if (demanded == stage) {
        nodes += fmt::format("    o{} [label=<<b>{}</b>>, fillcolor=\"#ffffff\", peripheries=2];\n",
                             i, marked_up("output " + name(demand.name)));
      }
    }
    if (!nodes.empty()) {
      out_ += fmt::format(
          "  subgraph cluster_{0} {{\n    label=\"{0} stage\"; fontsize=14; style=\"rounded\"; "
          "color=\"#9aa0a8\"; bgcolor=\"#fcfcfc\"; margin=12;\n{1}  }}\n",
          stage_name(stage), nodes);
    }
  }

  std::string node(EvaluationId id) const {
    const Evaluation& each = evaluation(id);
    // What was moved has a frame to be seen from afar.
    const std::string fill = std::string(colour_of(rate(id))) +
                             (moved_.count(id) != 0 ? "\", penwidth=2.6, color=\"#b4541a" : "");
    const std::string tooltip =
        fmt::format("{}: {}, per {}", short_name(id), library_.type_name(plan_.types[each.type]),
                    rate_name(rate(id)));
    if (is_conversion(each)) {
      const Fragment& fragment = *called(each);
      return fmt::format(
          "    n{} [label=<{} <b>+{}</b>>, fontsize=9, style=\"rounded,filled\", color=\"{}\", "
          "margin=\"0.06,0.02\", height=0.2, fillcolor=\"{}\", tooltip={}];\n",
          id.index(), marked_up(name(fragment.name)), difficulty_text(fragment.difficulty),
          fragment.is_lossy ? "#c0262d" : "#55585e", fill, dot_string(tooltip));
    }
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    std::string label;
    if (interpolate != nullptr) {
      label = fmt::format("{}<br/><i>{}</i>", marked_up(action(each)),
                          interpolate->is_flat ? "flat" : "interpolated");
    } else {
      const std::string did = action(each);
      const bool says_name = did == each.origin.name || did == "param " + each.origin.name ||
                             std::holds_alternative<FeatureEvaluation>(each.kind);
      if (!each.origin.name.empty() && !says_name) {
        label = "<b>" + marked_up(each.origin.name) + "</b><br/>";
      }
      std::string rest;
      for (const std::string& line : lines_of(did)) {
        rest += (rest.empty() ? "" : "<br/>") + marked_up(line);
      }
      label += says_name ? "<b>" + rest + "</b>" : rest;
    }
    for (const std::string& line : lines_of(type_line(each))) {
      label += "<br/><font point-size=\"9\" color=\"#4a4d52\">" + marked_up(line) + "</font>";
    }
    return fmt::format("    n{} [label=<{}>{}, fillcolor=\"{}\", tooltip={}];\n", id.index(), label,
                       interpolate != nullptr ? ", shape=cds, margin=\"0.16,0.10\"" : "", fill,
                       dot_string(tooltip));
  }

  void add_link(EvaluationId from, const std::string& to, std::string attributes) {
    const Source source = source_of(from);
    if (is_constant(evaluation(source.node))) {
      return;
    }
    if (!source.path.empty()) {
      attributes +=
          fmt::format("{}label={}", attributes.empty() ? "" : ", ", dot_string(source.path));
    }
    out_ += fmt::format("  n{} -> {}{};\n", source.node.index(), to,
                        attributes.empty() ? "" : " [" + attributes + "]");
  }

  void add_links(EvaluationId id) {
    const Evaluation& each = evaluation(id);
    if (!projection(each).empty()) {
      return;
    }
    const Fragment* fragment = called(each);
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
      std::string attributes;
      if (interpolate != nullptr) {
        has_interpolation_ = true;
        attributes = "style=dashed, penwidth=2.2, color=\"#b4541a\"";
      } else if (std::holds_alternative<UniformEvaluation>(each.kind)) {
        has_uniform_ = true;
        attributes = "style=dashed, penwidth=1.6, color=\"#2f5fa8\"";
      } else if (fragment != nullptr && i >= fragment->ports.size()) {
        has_context_ = true;
        attributes = "style=dotted, color=\"#7d828a\"";
      }
      has_conversion_ = has_conversion_ || is_conversion(each);
      add_link(each.inputs[i], fmt::format("n{}", id.index()), std::move(attributes));
    }
  }

  void add_output_links() {
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const EvaluationId value = plan_.outputs[i].value;
      if (is_constant(evaluation(source_of(value).node))) {
        out_ += fmt::format("  c{0} [label={1}, shape=plaintext, style=\"\"];\n  c{0} -> o{0};\n",
                            i, dot_string(short_name(value)));
      }
      add_link(value, fmt::format("o{}", i), "penwidth=1.4");
    }
  }

  void add_legend() {
    std::string rows = "<tr><td align=\"left\"><b>computed per</b></td></tr>";
    for (const RateColour& colour : colours) {
      if (rates_.count(colour.rate) != 0) {
        rows += fmt::format("<tr><td bgcolor=\"{}\" border=\"1\" color=\"#55585e\">{}</td></tr>",
                            colour.fill, rate_name(colour.rate));
      }
    }
    const auto say = [&](bool occurs, std::string_view words) {
      if (occurs) {
        rows += fmt::format("<tr><td align=\"left\">{}</td></tr>", words);
      }
    };
    say(has_conversion_, "<b>name +2</b>: a conversion and its difficulty");
    say(has_interpolation_, "<font color=\"#b4541a\"><b>- - -</b></font> interpolated");
    say(!moved_.empty(), "<font color=\"#b4541a\"><b>▭</b></font> moved to the vertices");
    say(has_uniform_, "<font color=\"#2f5fa8\"><b>- - -</b></font> given by the uniform program");
    say(has_context_, "<font color=\"#7d828a\"><b>· · ·</b></font> read from the context");
    out_ += fmt::format(
        "  legend [shape=plaintext, style=\"\", fontsize=10, label=<<table border=\"0\" "
        "cellborder=\"0\" cellspacing=\"3\" cellpadding=\"3\">{}</table>>];\n",
        rows);
  }

  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  std::string out_;
  std::set<Rate> rates_;
  std::set<EvaluationId> moved_;
  bool has_conversion_ = false;
  bool has_interpolation_ = false;
  bool has_uniform_ = false;
  bool has_context_ = false;
};

}  // namespace

std::string plan_dot(const Library& library, const PlacedPlan& placed) {
  return Picture(library, placed).text();
}

}  // namespace weft::tools
