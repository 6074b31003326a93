#include "live/session/graph_shapes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "live/session/graph_form.h"
#include "support/json.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

bool is_texts(const Json& json) {
  return json.is_array() &&
         std::all_of(json.begin(), json.end(), [](const Json& each) { return each.is_string(); });
}

/// What a member has to be, if the value is something else.
std::string_view expectation(const FormMember& member, const Json& value) {
  constexpr std::uint64_t most = 100;
  switch (member.shape) {
    case MemberShape::Text:
      return value.is_string() ? "" : "a string";
    case MemberShape::Flag:
      return value.is_boolean() ? "" : "true or false";
    case MemberShape::Count:
      return value.is_number_unsigned() && value.get<std::uint64_t>() <= most ? ""
                                                                              : "a small count";
    case MemberShape::Texts:
      return is_texts(value) ? "" : "an array of strings";
    case MemberShape::Object:
      return value.is_object() ? "" : "an object";
    case MemberShape::Objects:
      break;
  }
  return value.is_array() ? "" : "an array";
}

std::string text_at(const Json& json, const char* member) {
  const auto found = json.find(member);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The operand that a member is, as operands_of() counts them.
std::string label_of(const FormMember& member, const Json& value, std::size_t index) {
  if (member.of == FormGroup::Argument) {
    const std::string port = text_at(value, "port");
    return port.empty() ? std::to_string(index) : port;
  }
  if (member.of == FormGroup::Injection || member.of == FormGroup::State) {
    return std::to_string(index + 1);
  }
  if (member.name == "value") {
    return {};
  }
  return member.name == "index" ? "1" : std::to_string(index);
}

class ShapeChecker {
 public:
  Diagnostics check(const Json& document) {
    open_.push_back({&document, FormGroup::Document, 0});
    while (!open_.empty() && errors_.size() < most_graph_errors) {
      const Visit visit = open_.back();
      open_.pop_back();
      check(visit);
    }
    std::reverse(errors_.begin(), errors_.end());
    return std::move(errors_);
  }

 private:
  struct Visit {
    const Json* json;
    FormGroup group;
    std::uint32_t place;
  };

  void wrong(const Visit& visit, std::string message, std::string hint = {}) {
    errors_.push_back(edit_error(Code::WrongArguments, places_.node(visit.place),
                                 places_.port(visit.place), std::move(message), std::move(hint)));
  }

  const GraphForm* form_of(const Visit& visit) {
    std::vector<std::string_view> names;
    const std::string kind = text_at(*visit.json, "kind");
    for (const GraphForm& form : graph_forms()) {
      if (form.group != visit.group) {
        continue;
      }
      const bool fits = has_kinds(visit.group)                 ? kind == form.name
                        : visit.group == FormGroup::Expression ? visit.json->contains(form.name)
                                                               : true;
      if (fits) {
        return &form;
      }
      names.push_back(form.name);
    }
    const std::string hint = has_kinds(visit.group) ? spelling_hint(kind, names)
                                                    : fmt::format("an expression has one of: {}",
                                                                  fmt::join(names, ", "));
    wrong(visit,
          has_kinds(visit.group)
              ? fmt::format("'{}' is no kind of {}", kind, group_name(visit.group))
              : "an object is no expression",
          hint.empty() ? fmt::format("kinds are: {}", fmt::join(names, ", ")) : hint);
    return nullptr;
  }

  void check(const Visit& visit) {
    if (!visit.json->is_object()) {
      wrong(visit, fmt::format("a {} is an object", group_name(visit.group)));
      return;
    }
    const GraphForm* form = form_of(visit);
    if (form == nullptr) {
      return;
    }
    for (const FormMember& member : form->members) {
      const auto found = visit.json->find(member.name);
      if (found == visit.json->end()) {
        if (member.is_required) {
          wrong(visit, fmt::format("the {} has no '{}'", form->name, member.name));
        }
        continue;
      }
      const std::string_view expected = expectation(member, *found);
      if (!expected.empty()) {
        wrong(visit, fmt::format("'{}' of the {} is not {}", member.name, form->name, expected));
      } else if (member.shape == MemberShape::Object) {
        enter(visit, member, *found, 0);
      } else if (member.shape == MemberShape::Objects) {
        for (std::size_t i = 0; i < found->size(); ++i) {
          enter(visit, member, (*found)[i], i);
        }
      }
    }
    check_members(visit, *form);
  }

  void check_members(const Visit& visit, const GraphForm& form) {
    for (const auto& [name, ignored] : visit.json->items()) {
      std::vector<std::string_view> known;
      for (const FormMember& member : form.members) {
        known.push_back(member.name);
      }
      const bool is_known = std::find(known.begin(), known.end(), name) != known.end() ||
                            (has_kinds(form.group) && name == "kind");
      if (!is_known) {
        wrong(visit, fmt::format("'{}' is not a member of the {}", name, form.name),
              spelling_hint(name, known));
      }
    }
  }

  void enter(const Visit& visit, const FormMember& member, const Json& value, std::size_t index) {
    std::string node;
    std::string label;
    if (member.of == FormGroup::Declaration) {
      node = text_at(value, "name");
      const int count = node.empty() ? 1 : ++graphs_[node];
      node += node.empty() ? fmt::format("declarations/{}", index)
              : count > 1  ? fmt::format("~{}", count)
                           : "";
    } else if (member.of == FormGroup::Item && visit.group != FormGroup::Expression &&
               text_at(value, "kind") != "stitch") {
      node = item_id(places_.node(visit.place), value);
    } else if (member.of != FormGroup::Item) {
      label = label_of(member, value, index);
    }
    open_.push_back(
        {&value, member.of, places_.add(visit.place, std::move(label), std::move(node))});
  }

  std::vector<Visit> open_;
  GraphPlaces places_;
  std::map<std::string, int, std::less<>> graphs_;  ///< how many of each name
  Diagnostics errors_;
};

}  // namespace

std::uint32_t GraphPlaces::add(std::uint32_t inside, std::string label, std::string node) {
  places_.push_back({inside, std::move(label), std::move(node)});
  return static_cast<std::uint32_t>(places_.size() - 1);
}

const std::string& GraphPlaces::node(std::uint32_t place) const {
  while (place != 0 && places_[place].node.empty()) {
    place = places_[place].inside;
  }
  return places_[place].node;
}

std::string GraphPlaces::port(std::uint32_t place) const {
  constexpr std::size_t most = 8;
  std::string port;
  std::size_t count = 0;
  for (; place != 0 && places_[place].node.empty(); place = places_[place].inside) {
    if (places_[place].label.empty()) {
      continue;
    }
    if (++count > most) {
      return "…/" + port;
    }
    port = port.empty() ? places_[place].label : places_[place].label + "/" + port;
  }
  return port;
}

std::string item_id(const std::string& graph, const Json& item) {
  return fmt::format("{}/{}{}", graph, text_at(item, "kind") == "output" ? "out:" : "",
                     text_at(item, "name"));
}

Diagnostics check_shapes(const Json& document) { return ShapeChecker().check(document); }

}  // namespace weft::live
