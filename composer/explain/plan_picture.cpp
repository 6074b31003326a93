#include "composer/explain/plan_picture.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "composer/explain/dot_text.h"
#include "composer/explain/picture_legend.h"
#include "composer/explain/picture_words.h"
#include "composer/explain/plan_places.h"
#include "conversions/search/search.h"

namespace weft {
namespace {

class Picture {
 public:
  Picture(const Library& library, const PlacedPlan& placed)
      : library_(library),
        placed_(placed),
        plan_(placed.plan),
        words_(library, plan_),
        places_(find_places(library, plan_)),
        inner_(places_.places.size()),
        constants_(places_.places.size()) {
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      for (const EvaluationId given_to : places_.places[PlanPlaceId(i)].given_to) {
        given_[given_to].emplace_back(i);
      }
    }
    if (placed.placement) {
      for (const MovedEvaluation& moved : placed.placement->moved) {
        moved_.insert(moved.evaluation);
        legend_.has_moved = true;
      }
    }
  }

  std::string text() {
    const Profile& profile = library_.profiles[plan_.profile];
    const Material& material = library_.materials[plan_.material];
    out_ += "digraph plan {\n";
    out_ += fmt::format("  label={};\n",
                        dot_string(fmt::format("{} for profile {}{}", library_.text(material.name),
                                               library_.text(profile.name),
                                               placed_.placement ? "" : ", without placement")));
    out_ +=
        "  labelloc=t; rankdir=LR; newrank=true; compound=true; nodesep=0.14; ranksep=0.45;\n"
        "  fontname=\"Helvetica\"; fontsize=18;\n"
        "  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"filled\", "
        "color=\"#55585e\", penwidth=0.8, margin=\"0.10,0.05\"];\n"
        "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#55585e\", arrowsize=0.6];\n";
    // Constants that only functions read are drawn in those functions only: links tell what is
    // read.
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      add_links(PlanPlaceId(i));
    }
    add_output_links();
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      add_function(PlanPlaceId(i));
    }
    for (Stage stage : {Stage::Host, Stage::Vertex, Stage::Fragment}) {
      add_stage(stage);
    }
    out_ += links_;
    out_ += legend_text(legend_);
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }
  std::string name(NameId id) const { return std::string(library_.text(id)); }
  Rate rate(EvaluationId id) const { return placed_.rates[id.index()]; }

  static bool is_constant(const Evaluation& each) {
    return std::holds_alternative<ConstantEvaluation>(each.kind);
  }
  /// Whether a value is a splatted constant, which is written into its consumers.
  bool is_spread(const Evaluation& each) const {
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    return operation != nullptr && operation->op == Operation::Construct &&
           each.inputs.size() == 1 && is_constant(evaluation(each.inputs.front()));
  }
  static bool is_main(const PlanPlace& place) {
    return place.kind == PlanPlace::Kind::Main || place.kind == PlanPlace::Kind::UniformProgram;
  }
  static bool has(const std::vector<EvaluationId>& ids, EvaluationId id) {
    return std::binary_search(ids.begin(), ids.end(), id);
  }

  /// `n3` for a value of main; in functions `f2_n3`, and `f2_c3` for captures.
  std::string node_name(EvaluationId id, PlanPlaceId in) const {
    const PlanPlace& place = places_.places[in];
    return is_main(place) ? fmt::format("n{}", id.index())
                          : fmt::format("f{}_{}{}", in.index(), has(place.captures, id) ? "c" : "n",
                                        id.index());
  }

  /// An evaluation shared by functions is a parameter of each, under different names.
  static std::string name_in(const Evaluation& each, const PlanPlace& place) {
    const auto* bound = std::get_if<BoundEvaluation>(&each.kind);
    return bound != nullptr && bound->level == place.level &&
                   bound->parameter < place.parameters.size()
               ? place.parameters[bound->parameter]
               : each.origin.name;
  }

  /// The enclosing function, if all consumers of the function are in the same one.
  std::optional<PlanPlaceId> place_around(const PlanPlace& place) const {
    const std::vector<PlanPlaceId>& first = places_.of[place.given_to.front().index()];
    const bool is_one =
        first.size() == 1 && !is_main(places_.places[first.front()]) &&
        std::all_of(place.given_to.begin(), place.given_to.end(),
                    [&](EvaluationId id) { return places_.of[id.index()] == first; });
    return is_one ? std::optional(first.front()) : std::nullopt;
  }

  std::string nodes_of(PlanPlaceId in) {
    const PlanPlace& place = places_.places[in];
    std::string nodes;
    for (const EvaluationId id : place.values) {
      const Evaluation& each = evaluation(id);
      if (is_constant(each) || !words_.projection(each).empty() ||
          (is_spread(each) && linked_.count(node_name(id, in)) == 0)) {
        continue;
      }
      nodes += node(id, in);
      legend_.rates.insert(rate(id));
    }
    return nodes;
  }

  /// A capture under its name in the enclosing place, or its action there.
  std::string capture_text(EvaluationId id) const {
    const PlanPlace outside;
    const std::string called = words_.short_name(id, outside);
    return called == unnamed_value ? picture_lines(words_.action(evaluation(id), outside)).front()
                                   : called;
  }

  /// Builds boxes from the inside out, so that the nesting of functions does not recurse.
  void add_function(PlanPlaceId in) {
    const PlanPlace& place = places_.places[in];
    if (is_main(place)) {
      return;
    }
    legend_.has_function = true;
    std::string nodes;
    for (const EvaluationId id : place.captures) {
      nodes += fmt::format(
          "    {} [label=<{}>, style=\"rounded,dashed,filled\", fillcolor=\"#ffffff\", fontsize=9, "
          "color=\"#6a3d8a\", margin=\"0.06,0.03\", height=0.2];\n",
          node_name(id, in), marked_up(capture_text(id)));
    }
    nodes += nodes_of(in);
    for (const std::string& constant : constants_[in.index()]) {
      nodes += constant;
    }
    nodes += inner_[in.index()];
    const std::string box = fmt::format(
        "  subgraph cluster_f{} {{\n    label={}; fontsize=11; style=\"rounded\"; "
        "color=\"#6a3d8a\"; bgcolor=\"#f7f2fa\"; margin=8;\n{}  }}\n",
        in.index(), dot_string(place_title(place)), nodes);
    if (const std::optional<PlanPlaceId> around = place_around(place)) {
      inner_[around->index()] += box;
    } else {
      in_stage_[static_cast<std::size_t>(place.stage)] += box;
    }
  }

  void add_stage(Stage stage) {
    std::string nodes;
    for (std::size_t i = 0; i < places_.places.size(); ++i) {
      const PlanPlaceId id(i);
      if (is_main(places_.places[id]) && places_.places[id].stage == stage) {
        nodes += nodes_of(id);
      }
    }
    nodes += in_stage_[static_cast<std::size_t>(stage)];
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

  std::string node(EvaluationId id, PlanPlaceId in) const {
    const PlanPlace& place = places_.places[in];
    const Evaluation& each = evaluation(id);
    // Moved values have a thick frame.
    const std::string fill = std::string(color_of(rate(id))) +
                             (moved_.count(id) != 0 ? "\", penwidth=2.6, color=\"#b4541a" : "");
    const std::string tooltip =
        fmt::format("{}: {}, per {}", words_.short_name(id, place),
                    library_.type_name(plan_.types[each.type]), rate_name(rate(id)));
    if (words_.is_conversion(each)) {
      const Fragment& fragment = *words_.called(each);
      return fmt::format(
          "    {} [label=<{} <b>+{}</b>>, fontsize=9, style=\"rounded,filled\", color=\"{}\", "
          "margin=\"0.06,0.02\", height=0.2, fillcolor=\"{}\", tooltip={}];\n",
          node_name(id, in), marked_up(name(fragment.name)),
          difficulty_text(fragment.effect()->difficulty),
          fragment.effect()->is_lossy ? "#c0262d" : "#55585e", fill, dot_string(tooltip));
    }
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    std::string label;
    if (interpolate != nullptr) {
      label = fmt::format("{}<br/><i>{}</i>", marked_up(words_.action(each, place)),
                          interpolate->is_flat ? "flat" : "interpolated");
    } else {
      const std::string did = words_.action(each, place);
      const std::string called = name_in(each, place);
      const bool says_name = did == called || did == "param " + called ||
                             std::holds_alternative<FeatureEvaluation>(each.kind);
      if (!called.empty() && !says_name) {
        label = "<b>" + marked_up(called) + "</b><br/>";
      }
      std::string rest;
      for (const std::string& line : picture_lines(did)) {
        rest += (rest.empty() ? "" : "<br/>") + marked_up(line);
      }
      label += says_name ? "<b>" + rest + "</b>" : rest;
    }
    for (const std::string& line : picture_lines(words_.type_line(each))) {
      label += "<br/><font point-size=\"9\" color=\"#4a4d52\">" + marked_up(line) + "</font>";
    }
    return fmt::format("    {} [label=<{}>{}, fillcolor=\"{}\", tooltip={}];\n", node_name(id, in),
                       label, interpolate != nullptr ? ", shape=cds, margin=\"0.16,0.10\"" : "",
                       fill, dot_string(tooltip));
  }

  /// Adds a link from a value, as its reader in a place sees it.
  void add_link(EvaluationId from, PlanPlaceId in, const std::string& to, std::string attributes) {
    const PictureWords::Source source = words_.source_of(from, places_.places[in]);
    if (is_constant(evaluation(source.node))) {
      return;
    }
    if (!source.path.empty()) {
      attributes +=
          fmt::format("{}label={}", attributes.empty() ? "" : ", ", dot_string(source.path));
    }
    draw_link(node_name(source.node, in), to, attributes);
  }

  void draw_link(const std::string& from, const std::string& to, const std::string& attributes) {
    links_ +=
        fmt::format("  {} -> {}{};\n", from, to, attributes.empty() ? "" : " [" + attributes + "]");
    linked_.insert(from);
  }

  void add_links(PlanPlaceId in) {
    for (const EvaluationId id : places_.places[in].values) {
      const Evaluation& each = evaluation(id);
      if (words_.projection(each).empty() && !is_constant(each)) {
        add_links_of(id, in);
      }
    }
  }

  void add_links_of(EvaluationId id, PlanPlaceId in) {
    const Evaluation& each = evaluation(id);
    const Fragment* fragment = words_.called(each);
    const std::string to = node_name(id, in);
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    legend_.has_conversion = legend_.has_conversion || words_.is_conversion(each);
    const auto given = given_.find(id);
    for (std::size_t i = 0; i < each.inputs.size(); ++i) {
      if (given != given_.end() && is_given(each, i)) {
        continue;
      }
      std::string attributes;
      if (interpolate != nullptr) {
        legend_.has_interpolation = true;
        attributes = "style=dashed, penwidth=2.2, color=\"#b4541a\"";
      } else if (std::holds_alternative<UniformEvaluation>(each.kind)) {
        legend_.has_uniform = true;
        attributes = "style=dashed, penwidth=1.6, color=\"#2f5fa8\"";
      } else if (fragment != nullptr && i >= fragment->ports.size()) {
        legend_.has_context = true;
        attributes = "style=dotted, color=\"#7d828a\"";
      }
      add_link(each.inputs[i], in, to, std::move(attributes));
    }
    for (std::size_t i = 0; given != given_.end() && i < given->second.size(); ++i) {
      add_function_links(given->second[i], in, to);
    }
  }

  /// Whether an input is computed by a function argument of the evaluation.
  bool is_given(const Evaluation& each, std::size_t input) const {
    if (const Fragment* fragment = words_.called(each)) {
      return input < fragment->ports.size() &&
             fragment->ports[input].kind != FragmentPort::Kind::Value;
    }
    const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
    return loop != nullptr ? input > loop->states.size() : input + 1 == each.inputs.size();
  }

  /// Links a function's captures where it is passed, and its result to its consumer.
  void add_function_links(PlanPlaceId function, PlanPlaceId in, const std::string& to) {
    const PlanPlace& place = places_.places[function];
    if (captured_in_.emplace(function, in).second) {  // once for all calls there
      for (const EvaluationId capture : place.captures) {
        add_link(capture, in, node_name(capture, function), "color=\"#6a3d8a\"");
      }
    }
    for (std::size_t i = 0; i < place.results.size(); ++i) {
      add_result(function, i, to);
    }
  }

  /// A function is linked as a whole, from the edge of its box; loops link each state's next value.
  void add_result(PlanPlaceId function, std::size_t result, const std::string& to) {
    const PlanPlace& place = places_.places[function];
    const PictureWords::Source source = words_.source_of(place.results[result], place);
    std::string from = node_name(source.node, function);
    if (is_constant(evaluation(source.node))) {
      from = fmt::format("f{}_r{}", function.index(), result);
      constants_[function.index()].insert(
          fmt::format("    {} [label={}, shape=plaintext, style=\"\"];\n", from,
                      dot_string(words_.short_name(place.results[result], place))));
    }
    const Fragment* leaf = words_.called(evaluation(place.given_to.front()));
    std::string label = leaf != nullptr                       ? name(leaf->ports[place.port].name)
                        : place.kind == PlanPlace::Kind::Loop ? "next " + place.parameters[result]
                                                              : "element";
    label += source.path.empty() ? "" : " " + source.path;
    draw_link(
        from, to,
        fmt::format("penwidth=1.4, color=\"#6a3d8a\", label={}{}", dot_string(label),
                    leaf == nullptr ? "" : fmt::format(", ltail=cluster_f{}", function.index())));
  }

  void add_output_links() {
    const PlanPlace outside;
    for (std::size_t i = 0; i < plan_.outputs.size(); ++i) {
      const EvaluationId value = plan_.outputs[i].value;
      const PictureWords::Source source = words_.source_of(value, outside);
      const std::string to = fmt::format("o{}", i);
      if (is_constant(evaluation(source.node))) {
        links_ += fmt::format("  c{0} [label={1}, shape=plaintext, style=\"\"];\n", i,
                              dot_string(words_.short_name(value, outside)));
        draw_link(fmt::format("c{}", i), to, "");
        continue;
      }
      const std::string label = source.path.empty() ? "" : ", label=" + dot_string(source.path);
      draw_link(fmt::format("n{}", source.node.index()), to, "penwidth=1.4" + label);
    }
  }

  const Library& library_;
  const PlacedPlan& placed_;
  const Plan& plan_;
  PictureWords words_;
  PlanPlaces places_;
  std::map<EvaluationId, std::vector<PlanPlaceId>> given_;  // per call, loop and map: its functions
  std::vector<std::string> inner_;                          // per place: the boxes inside
  std::vector<std::set<std::string>> constants_;            // per place: results that are constants
  std::array<std::string, 3> in_stage_;                     // per stage: top-level boxes
  std::set<std::pair<PlanPlaceId, PlanPlaceId>> captured_in_;  // a function and where it is passed
  std::set<std::string> linked_;                               // nodes that links start from
  std::string out_;
  std::string links_;
  Legend legend_;
  std::set<EvaluationId> moved_;
};

}  // namespace

std::string plan_dot(const Library& library, const PlacedPlan& placed) {
  return Picture(library, placed).text();
}

}  // namespace weft
