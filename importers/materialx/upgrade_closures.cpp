#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "importers/materialx/edit_document.h"
#include "importers/materialx/upgrade_nodes.h"

namespace weft::materialx {
namespace {

struct RenamedClosure {
  std::string_view old_tag;
  std::string_view tag;
};

constexpr std::array<RenamedClosure, 10> renamed_closures = {{
    {"dielectric_brdf", "dielectric_bsdf"},
    {"dielectric_btdf", "dielectric_bsdf"},
    {"generalized_schlick_brdf", "generalized_schlick_bsdf"},
    {"conductor_brdf", "conductor_bsdf"},
    {"sheen_brdf", "sheen_bsdf"},
    {"diffuse_brdf", "oren_nayar_diffuse_bsdf"},
    {"burley_diffuse_brdf", "burley_diffuse_bsdf"},
    {"diffuse_btdf", "translucent_bsdf"},
    {"subsurface_brdf", "subsurface_bsdf"},
    {"thin_film_brdf", "thin_film_bsdf"},
}};

bool can_have_film(const Element& closure) {
  return closure.tag == "dielectric_bsdf" || closure.tag == "conductor_bsdf" ||
         closure.tag == "generalized_schlick_bsdf";
}

class ClosureUpgrade {
 public:
  explicit ClosureUpgrade(Document& document) : document_(document) {}

  void run(const std::vector<int>& minors) {
    std::vector<ElementId> old;
    bool has_films = false;
    for (std::size_t i = 0; i < minors.size(); ++i) {
      const std::string& tag = element(ElementId(i)).tag;
      if (minors[i] < 38 && (tag.ends_with("_brdf") || tag.ends_with("_btdf"))) {
        old.emplace_back(i);
      }
      has_films = has_films || (minors[i] < 39 && tag.starts_with("thin_film_b"));
    }
    if (old.empty() && !has_films) {
      return;
    }
    names_.emplace(document_);
    for (const ElementId closure : old) {
      upgrade_to_38(closure);
    }
    if (has_films) {
      replace_films(minors);
    }
  }

 private:
  Element& element(ElementId id) { return document_.elements[id]; }
  std::optional<ElementId> input(ElementId node, std::string_view name) {
    return find_child(document_, node, name, "input");
  }
  void remove_input(ElementId node, std::string_view name) {
    if (const auto found = input(node, name)) {
      remove_element(document_, *found);
    }
  }

  /// The node beside `node` that its input is linked to.
  std::optional<ElementId> linked_node(ElementId node, std::string_view name) {
    const auto found = input(node, name);
    return found ? names_->find(document_, node, element(*found).get("nodename")) : std::nullopt;
  }

  void upgrade_to_38(ElementId id) {
    const auto renamed =
        std::find_if(renamed_closures.begin(), renamed_closures.end(),
                     [&](const RenamedClosure& one) { return one.old_tag == element(id).tag; });
    if (renamed == renamed_closures.end()) {
      return;
    }
    element(id).tag = renamed->tag;
    element(id).remove("nodedef");
    if (renamed->old_tag == "dielectric_btdf") {
      remove_input(id, "interior");
      element(add_input(document_, id, "scatter_mode", "string")).set("value", "T");
    } else if (renamed->old_tag == "conductor_brdf") {
      state_index(id);
    } else if (input(id, "base")) {
      put_on_base(id);
    }
  }

  // The layer takes the name of the closure, so that what is linked to it stays linked.
  void put_on_base(ElementId id) {
    const std::string base(element(*input(id, "base")).get("nodename"));
    remove_input(id, "base");
    if (base.empty()) {
      return;
    }
    const std::string name = element(id).name;
    const std::string top = names_->give(document_, id, name + "_top");
    rename(document_, id, top);
    const ElementId layer = add_node(document_, id, "layer", name, "BSDF");
    names_->set(document_, name, layer);
    link(document_, add_input(document_, layer, "top", "BSDF"), top);
    link(document_, add_input(document_, layer, "base", "BSDF"), base);
    layers_.push_back(layer);
  }

  void state_index(ElementId id) {
    const std::string name = names_->give(document_, id, element(id).name + "_ior");
    const ElementId index = add_node(document_, id, "artistic_ior", name, "multioutput");
    for (const char* color : {"reflectivity", "edge_color"}) {
      if (const auto given = input(id, color)) {
        copy_input(document_, *given, index, color);
        remove_element(document_, *given);
      }
    }
    for (const char* output : {"ior", "extinction"}) {
      const ElementId made = add_input(document_, id, output, "color3");
      link(document_, made, name);
      element(made).set("output", output);
    }
  }

  // A film is an input of the closures that it covers, and its layer is what it covered. Of several
  // films, the last one counts.
  void replace_films(const std::vector<int>& minors) {
    for (std::size_t i = 0; i < minors.size(); ++i) {
      if (minors[i] < 39 && element(ElementId(i)).tag == "layer") {
        layers_.emplace_back(i);
      }
    }
    std::unordered_set<std::size_t> unused;
    std::unordered_set<std::size_t> covered;
    std::reverse(layers_.begin(), layers_.end());
    for (const ElementId layer : layers_) {
      const auto film = linked_node(layer, "top");
      const auto base = linked_node(layer, "base");
      if (film && base && element(*film).tag == "thin_film_bsdf") {
        cover(*film, *base, covered);
        base_of_.emplace(layer.index(), *base);
        unused.insert(layer.index());
        unused.insert(film->index());
      }
    }
    for (std::size_t i = 0; !base_of_.empty() && i < document_.elements.size(); ++i) {
      const ElementId id(i);
      if ((element(id).tag == "input" || element(id).tag == "output") &&
          element(id).has("nodename") && element(id).parent) {
        bypass_layer(id);
      }
    }
    remove_elements(document_, unused);
  }

  void cover(ElementId film, ElementId base, std::unordered_set<std::size_t>& covered) {
    std::vector<ElementId> open;
    if (covered.insert(base.index()).second) {
      open.push_back(base);
    }
    while (!open.empty()) {
      const ElementId node = open.back();
      open.pop_back();
      const auto mode = input(node, "scatter_mode");
      if (can_have_film(element(node)) && !(mode && element(*mode).get("value") == "T")) {
        for (const auto& [from, to] :
             {std::pair("thickness", "thinfilm_thickness"), std::pair("ior", "thinfilm_ior")}) {
          if (const auto given = input(film, from)) {
            remove_input(node, to);
            copy_input(document_, *given, node, to);
          }
        }
      }
      for (const ElementId each : inputs_of(document_, node)) {
        const auto next = names_->find(document_, node, element(each).get("nodename"));
        if (next && covered.insert(next->index()).second) {
          open.push_back(*next);
        }
      }
    }
  }

  void bypass_layer(ElementId port) {
    const ElementId beside = element(port).tag == "input" ? *element(port).parent : port;
    const auto layer = element(beside).parent
                           ? names_->find(document_, beside, element(port).get("nodename"))
                           : std::nullopt;
    if (layer && base_of_.count(layer->index()) != 0) {
      element(port).set("nodename", element(lowest_base(*layer)).name);
    }
  }

  /// What a layer covers that is no such layer itself; any of the layers if they are a cycle.
  ElementId lowest_base(ElementId layer) {
    std::vector<ElementId> passed;
    ElementId base = layer;
    for (auto next = base_of_.find(base.index());
         next != base_of_.end() && passed.size() <= base_of_.size();
         next = base_of_.find(base.index())) {
      passed.push_back(base);
      base = next->second;
    }
    for (const ElementId each : passed) {
      base_of_.insert_or_assign(each.index(), base);
    }
    return base;
  }

  Document& document_;
  std::optional<NodeNames> names_;
  std::vector<ElementId> layers_;
  std::unordered_map<std::size_t, ElementId> base_of_;  // by the layer of a film
};

}  // namespace

void upgrade_closures(Document& document, const std::vector<int>& minors) {
  ClosureUpgrade(document).run(minors);
}

}  // namespace weft::materialx
