#include "composer/explain/plan_picture.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/evaluations/plan_demands.h"
#include "composer/explain/dot_text.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/picture_legend.h"
#include "composer/explain/picture_links.h"
#include "composer/explain/pictured_plan.h"
#include "conversions/search/search.h"

namespace weft {
namespace {

/// Draws nodes and the boxes around them.
class BoxDrawing {
 public:
  BoxDrawing(const PicturedPlan& plan, const PictureLinks& links, Legend& legend)
      : plan_(plan), links_(links), legend_(legend), inner_(plan.places.places.size()) {
    if (plan.placed.placement) {
      for (const MovedEvaluation& moved : plan.placed.placement->moved) {
        moved_.insert(moved.evaluation);
        legend.has_moved = true;
      }
    }
  }

  std::string run() {
    for (std::size_t i = 0; i < plan_.places.places.size(); ++i) {
      add_function(PlanPlaceId(i));
    }
    for (Stage stage : {Stage::Host, Stage::Vertex, Stage::Fragment, Stage::Thread}) {
      add_stage(stage);
    }
    return std::move(out_);
  }

 private:
  /// The enclosing function, if all consumers of the function are in the same one.
  std::optional<PlanPlaceId> place_around(const PlanPlace& place) const {
    const std::vector<PlanPlaceId>& first = plan_.places.of[place.given_to.front().index()];
    const bool is_one =
        first.size() == 1 && !PicturedPlan::is_main(plan_.places.places[first.front()]) &&
        std::all_of(place.given_to.begin(), place.given_to.end(),
                    [&](EvaluationId id) { return plan_.places.of[id.index()] == first; });
    return is_one ? std::optional(first.front()) : std::nullopt;
  }

  std::string nodes_of(PlanPlaceId in) {
    const PlanPlace& place = plan_.places.places[in];
    std::string nodes;
    for (const EvaluationId id : place.values) {
      const Evaluation& each = plan_.evaluation(id);
      if (PicturedPlan::is_constant(each) || !plan_.words.projection(each).empty() ||
          (plan_.is_spread(each) && links_.from.count(plan_.node_name(id, in)) == 0)) {
        continue;
      }
      nodes += node(id, in);
      legend_.rates.insert(plan_.rate(id));
    }
    return nodes;
  }

  /// A capture under its name in the enclosing place, or its action there.
  std::string capture_text(EvaluationId id) const {
    const PlanPlace outside;
    const std::string called = plan_.words.short_name(id, outside);
    return called == unnamed_value
               ? picture_lines(plan_.words.action(plan_.evaluation(id), outside)).front()
               : called;
  }

  /// Builds boxes from the inside out, so that the nesting of functions does not recurse.
  void add_function(PlanPlaceId in) {
    const PlanPlace& place = plan_.places.places[in];
    if (PicturedPlan::is_main(place)) {
      return;
    }
    legend_.has_function = true;
    std::string nodes;
    for (const EvaluationId id : place.captures) {
      nodes += fmt::format(
          "    {} [label=<{}>, style=\"rounded,dashed,filled\", fillcolor=\"#ffffff\", fontsize=9, "
          "color=\"#6a3d8a\", margin=\"0.06,0.03\", height=0.2];\n",
          plan_.node_name(id, in), marked_up(capture_text(id)));
    }
    nodes += nodes_of(in);
    for (const std::string& constant : links_.constants[in.index()]) {
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
    for (std::size_t i = 0; i < plan_.places.places.size(); ++i) {
      const PlanPlaceId id(i);
      if (PicturedPlan::is_main(plan_.places.places[id]) &&
          plan_.places.places[id].stage == stage) {
        nodes += nodes_of(id);
      }
    }
    nodes += in_stage_[static_cast<std::size_t>(stage)];
    for (std::size_t i = 0; i < plan_.plan.outputs.size(); ++i) {
      const ProfileDemand& demand = demand_of(plan_.library, plan_.plan, plan_.plan.outputs[i]);
      const Stage demanded = demand.stage;
      if (demanded == stage) {
        nodes += fmt::format("    o{} [label=<<b>{}</b>>, fillcolor=\"#ffffff\", peripheries=2];\n",
                             i, marked_up("output " + plan_.name(demand.name)));
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
    const PlanPlace& place = plan_.places.places[in];
    const Evaluation& each = plan_.evaluation(id);
    // Moved values have a thick frame.
    const std::string fill = std::string(color_of(plan_.rate(id))) +
                             (moved_.count(id) != 0 ? "\", penwidth=2.6, color=\"#b4541a" : "");
    const std::string tooltip =
        fmt::format("{}: {}, per {}", plan_.words.short_name(id, place),
                    value_type_text(plan_.library, plan_.plan, id), rate_name(plan_.rate(id)));
    if (plan_.words.is_conversion(each)) {
      const Fragment& fragment = *plan_.words.called(each);
      return fmt::format(
          "    {} [label=<{} <b>+{}</b>>, fontsize=9, style=\"rounded,filled\", color=\"{}\", "
          "margin=\"0.06,0.02\", height=0.2, fillcolor=\"{}\", tooltip={}];\n",
          plan_.node_name(id, in), marked_up(plan_.name(fragment.name)),
          difficulty_text(fragment.effect()->difficulty),
          fragment.effect()->is_lossy ? "#c0262d" : "#55585e", fill, dot_string(tooltip));
    }
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    std::string label;
    if (interpolate != nullptr) {
      label = fmt::format("{}<br/><i>{}</i>", marked_up(plan_.words.action(each, place)),
                          interpolation_word(plan_.plan, each));
    } else {
      const std::string did = plan_.words.action(each, place);
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
    for (const std::string& line : picture_lines(plan_.words.type_line(each))) {
      label += "<br/><font point-size=\"9\" color=\"#4a4d52\">" + marked_up(line) + "</font>";
    }
    return fmt::format("    {} [label=<{}>{}, fillcolor=\"{}\", tooltip={}];\n",
                       plan_.node_name(id, in), label,
                       interpolate != nullptr ? ", shape=cds, margin=\"0.16,0.10\"" : "", fill,
                       dot_string(tooltip));
  }

  const PicturedPlan& plan_;
  const PictureLinks& links_;
  Legend& legend_;
  std::vector<std::string> inner_;                              // per place: the boxes inside
  std::array<std::string, shader_stages.size() + 1> in_stage_;  // per stage: top-level boxes
  std::set<EvaluationId> moved_;
  std::string out_;
};

}  // namespace

std::string plan_dot(const Library& library, const PlacedPlan& placed) {
  const PicturedPlan plan(library, placed);
  const Profile& profile = library.profiles[placed.plan.profile];
  const Material& material = library.materials[placed.plan.material];
  std::string out = "digraph plan {\n";
  out += fmt::format("  label={};\n",
                     dot_string(fmt::format("{} for profile {}{}", library.text(material.name),
                                            library.text(profile.name),
                                            placed.placement ? "" : ", without placement")));
  out +=
      "  labelloc=t; rankdir=LR; newrank=true; compound=true; nodesep=0.14; ranksep=0.45;\n"
      "  fontname=\"Helvetica\"; fontsize=18;\n"
      "  node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"filled\", "
      "color=\"#55585e\", penwidth=0.8, margin=\"0.10,0.05\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#55585e\", arrowsize=0.6];\n";
  Legend legend;
  // Constants that only functions read are drawn in those functions only: links tell what is read.
  const PictureLinks links = picture_links(plan, legend);
  out += BoxDrawing(plan, links, legend).run();
  out += links.text;
  out += legend_text(legend);
  out += "}\n";
  return out;
}

}  // namespace weft
