#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fragments/model/body.h"
#include "fragments/model/fragment.h"

// A leaf's body is a graph of values too. Placement splits off values that change less often than
// the leaf's result (docs/decisions/0096): each becomes a part, an evaluation of its own, and the
// leaf is called without the code that computes them. For example, in
//
//     float alpha = max(roughness * roughness, 0.002);
//     float a2 = alpha * alpha;
//     return a2 / …l…;
//
// called for each light `l`, the parts are `alpha` (roughness) and `a2` (alpha), and what remains
// takes `a2` in the place of `roughness`.

namespace weft {

struct Library;

/// A part of a leaf's body, or what remains of the body once parts are given.
struct LeafPart {
  // What it is:
  std::optional<BodyExprId> value;  ///< the expression it computes; nothing: the leaf's results
  std::vector<BodyExprId> below;    ///< the other parts that its value depends on, sorted
  // What follows from that:
  std::vector<std::uint32_t> ports;      ///< the ports of the leaf that it reads, sorted
  std::vector<BodyExprId> given;         ///< those of `below` that it reads itself, sorted
  std::vector<std::string> given_names;  ///< `alpha`; `lobe_part` for a part of that local's value
  Span span = {};                        ///< of `value`
  std::string name;  ///< `metallic_roughness_alpha`; of the remainder the leaf's
  Body body;         ///< ports: those of `signature`
  /// Its ports are those of the leaf in `ports`, then one per entry of `given`.
  Fragment signature;

  /// Compare parts of one body.
  friend bool operator==(const LeafPart& a, const LeafPart& b) {
    return a.value == b.value && a.below == b.below;
  }
  friend std::strong_ordering operator<=>(const LeafPart& a, const LeafPart& b);
};

/// Per local of a body, its initial value if it is declared once and never assigned.
std::vector<std::optional<BodyExprId>> initial_values(const Body& body);

/// Whether a part can compute the expression: from ports, features, constants and locals with
/// initial values, by arithmetic and calls without features; no textures, derivatives, or integer
/// division. Per expression. O(size of the body).
std::vector<bool> can_be_parts(const Library& library, const Body& body);

/// Makes a part of `leaf`, whose body is `body`; `value` and `below` are expressions that
/// can_be_parts(). O(size of the body).
LeafPart make_leaf_part(const Library& library, const Fragment& leaf, const Body& body,
                        std::optional<BodyExprId> value, std::vector<BodyExprId> below);

}  // namespace weft
