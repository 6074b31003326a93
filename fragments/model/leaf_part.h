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
//
// What remains may also leave out results that nobody reads (docs/decisions/0129).

namespace weft {

struct Library;

/// Says which part of a body a LeafPart is.
struct LeafPartKey {
  /// The expression it computes; nothing: the leaf's results.
  std::optional<BodyExprId> value = std::nullopt;
  std::vector<BodyExprId> below = {};  ///< the other parts that it may read, sorted
  /// Positions of the leaf's results that it leaves out, sorted, not all; none with `value`.
  std::vector<std::uint32_t> unread_results = {};

  friend auto operator<=>(const LeafPartKey&, const LeafPartKey&) = default;
};

/// A part of a leaf's body, or what remains of the body once parts are given and results left out.
/// What follows the key is made from it.
struct LeafPart : LeafPartKey {
  std::vector<std::uint32_t> ports;      ///< the ports of the leaf that it reads or calls, sorted
  std::vector<BodyExprId> given;         ///< those of `below` that it reads itself, sorted
  std::vector<std::string> given_names;  ///< `alpha`; `lobe_part` for a part of that local's value
  Span span = {};                        ///< of `value`
  /// `metallic_roughness_alpha`; of the remainder the leaf's, with that of its only result if it
  /// leaves out others.
  std::string name;
  Body body;  ///< ports: those of `signature`
  /// Its ports are those of the leaf in `ports`, then one per entry of `given`; its results are the
  /// value, or those of the leaf that are not left out, in their order.
  Fragment signature;

  /// Compare parts of one body.
  friend bool operator==(const LeafPart& a, const LeafPart& b) { return a.key() == b.key(); }
  friend std::strong_ordering operator<=>(const LeafPart& a, const LeafPart& b) {
    return a.key() <=> b.key();
  }
  const LeafPartKey& key() const { return *this; }
};

/// Whether calls of the leaf can have parts: what its declaration states (a law, a cost, features
/// that it depends on) holds for the whole body.
bool may_have_parts(const Fragment& leaf, const Body& body);

/// Per local of a body, its initial value if it is declared once and never assigned.
std::vector<std::optional<BodyExprId>> initial_values(const Body& body);

/// Whether a part can compute the expression: from ports, features, constants and locals with
/// initial values, by arithmetic and calls without features; no textures, derivatives, or integer
/// division. Per expression. O(size of the body + calls × bodies below them).
std::vector<bool> can_be_parts(const Library& library, const Body& body);

/// What is found once in a body for all of its parts.
struct PartFacts {
  /// A statement that gives a local a value.
  struct Computed {
    BodyExprId value;
    std::uint32_t local;
    bool is_declared;  ///< the value is the initial one
  };
  explicit PartFacts(const Body& body);

  std::vector<std::optional<BodyExprId>> initials;  ///< see initial_values()
  /// By value, which is the order of the statements; without those whose value stands before an
  /// earlier one.
  std::vector<Computed> computed;
};

/// The expressions of `parts` (sorted) that the value reads through no other part, sorted.
/// O(n log n) for the n expressions that they leave to compute.
std::vector<BodyExprId> parts_below(const Body& body, const PartFacts& facts, BodyExprId value,
                                    const std::vector<BodyExprId>& parts);

/// Makes a part of `leaf`, whose body is `body`; the key's expressions are ones that
/// can_be_parts(). O(n log n) for the n expressions of the part; of the remainder, O(size of the
/// body).
LeafPart make_leaf_part(const Library& library, const Fragment& leaf, const Body& body,
                        const PartFacts& facts, LeafPartKey key);

}  // namespace weft
