#include "composer/explain/listing_json.h"

#include "composer/explain/conversion_json.h"
#include "support/json.h"
#include "support/overloaded.h"

namespace weft {

Json listing_json(const std::vector<ListedDeclaration>& listing) {
  Json all = Json::array();
  for (const ListedDeclaration& declaration : listing) {
    Json entry;
    entry["name"] = declaration.name;
    for (const ListedDeclaration::Member& member : declaration.members) {
      entry[member.key] =
          std::visit(Overloaded{[](std::monostate) { return Json(); },
                                [](std::int64_t difficulty) { return difficulty_json(difficulty); },
                                [](const auto& value) { return Json(value); }},
                     member.value);
    }
    entry["doc"] = declaration.doc;
    entry["source"] = declaration.source ? Json(*declaration.source) : Json();
    all.push_back(std::move(entry));
  }
  return all;
}

}  // namespace weft
