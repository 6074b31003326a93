#include "composer/explain/picture_links.h"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/dot_text.h"

namespace weft {
namespace {

class LinkDrawing {
 public:
  LinkDrawing(const PicturedPlan& plan, Legend& legend) : plan_(plan), legend_(legend) {
    for (std::size_t i = 0; i < plan.places.places.size(); ++i) {
      for (const EvaluationId given_to : plan.places.places[PlanPlaceId(i)].given_to) {
        given_[given_to].emplace_back(i);
      }
    }
    drawn_.constants.resize(plan.places.places.size());
  }

  PictureLinks run() {
    for (std::size_t i = 0; i < plan_.places.places.size(); ++i) {
      add_links(PlanPlaceId(i));
    }
    add_output_links();
    return std::move(drawn_);
  }

 private:
  /// Adds a link from a value, as its reader in a place sees it.
  void add_link(EvaluationId from, PlanPlaceId in, const std::string& to, std::string attributes) {
    const PictureWords::Source source = plan_.words.source_of(from, plan_.places.places[in]);
    if (PicturedPlan::is_constant(plan_.evaluation(source.node))) {
      return;
    }
    if (!source.path.empty()) {
      attributes +=
          fmt::format("{}label={}", attributes.empty() ? "" : ", ", dot_string(source.path));
    }
    draw_link(plan_.node_name(source.node, in), to, attributes);
  }

  void draw_link(const std::string& from, const std::string& to, const std::string& attributes) {
    drawn_.text +=
        fmt::format("  {} -> {}{};\n", from, to, attributes.empty() ? "" : " [" + attributes + "]");
    drawn_.from.insert(from);
  }

  void add_links(PlanPlaceId in) {
    for (const EvaluationId id : plan_.places.places[in].values) {
      const Evaluation& each = plan_.evaluation(id);
      if (plan_.words.projection(each).empty() && !PicturedPlan::is_constant(each)) {
        add_links_of(id, in);
      }
    }
  }

  void add_links_of(EvaluationId id, PlanPlaceId in) {
    const Evaluation& each = plan_.evaluation(id);
    const Fragment* fragment = plan_.words.called(each);
    const std::string to = plan_.node_name(id, in);
    const auto* interpolate = std::get_if<InterpolateEvaluation>(&each.kind);
    legend_.has_conversion = legend_.has_conversion || plan_.words.is_conversion(each);
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
    if (const Fragment* fragment = plan_.words.called(each)) {
      return input < fragment->ports.size() &&
             fragment->ports[input].kind != FragmentPort::Kind::Value;
    }
    const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
    return loop != nullptr ? input > loop->states.size() : input + 1 == each.inputs.size();
  }

  /// Links a function's captures where it is passed, and its result to its consumer.
  void add_function_links(PlanPlaceId function, PlanPlaceId in, const std::string& to) {
    const PlanPlace& place = plan_.places.places[function];
    if (captured_in_.emplace(function, in).second) {  // once for all calls there
      for (const EvaluationId capture : place.captures) {
        add_link(capture, in, plan_.node_name(capture, function), "color=\"#6a3d8a\"");
      }
    }
    for (std::size_t i = 0; i < place.results.size(); ++i) {
      add_result(function, i, to);
    }
  }

  /// A function is linked as a whole, from the edge of its box; loops link each state's next value.
  void add_result(PlanPlaceId function, std::size_t result, const std::string& to) {
    const PlanPlace& place = plan_.places.places[function];
    const PictureWords::Source source = plan_.words.source_of(place.results[result], place);
    std::string from = plan_.node_name(source.node, function);
    if (PicturedPlan::is_constant(plan_.evaluation(source.node))) {
      from = fmt::format("f{}_r{}", function.index(), result);
      drawn_.constants[function.index()].insert(
          fmt::format("    {} [label={}, shape=plaintext, style=\"\"];\n", from,
                      dot_string(plan_.words.short_name(place.results[result], place))));
    }
    const Fragment* leaf = plan_.words.called(plan_.evaluation(place.given_to.front()));
    std::string label = leaf != nullptr ? plan_.name(leaf->ports[place.port].name)
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
    for (std::size_t i = 0; i < plan_.plan.outputs.size(); ++i) {
      const EvaluationId value = plan_.plan.outputs[i].value;
      const PictureWords::Source source = plan_.words.source_of(value, outside);
      const std::string to = fmt::format("o{}", i);
      if (PicturedPlan::is_constant(plan_.evaluation(source.node))) {
        drawn_.text += fmt::format("  c{0} [label={1}, shape=plaintext, style=\"\"];\n", i,
                                   dot_string(plan_.words.short_name(value, outside)));
        draw_link(fmt::format("c{}", i), to, "");
        continue;
      }
      const std::string label = source.path.empty() ? "" : ", label=" + dot_string(source.path);
      draw_link(fmt::format("n{}", source.node.index()), to, "penwidth=1.4" + label);
    }
  }

  const PicturedPlan& plan_;
  Legend& legend_;
  PictureLinks drawn_;
  std::map<EvaluationId, std::vector<PlanPlaceId>> given_;  // per call, loop and map: its functions
  std::set<std::pair<PlanPlaceId, PlanPlaceId>> captured_in_;  // a function and where it is passed
};

}  // namespace

PictureLinks picture_links(const PicturedPlan& plan, Legend& legend) {
  return LinkDrawing(plan, legend).run();
}

}  // namespace weft
