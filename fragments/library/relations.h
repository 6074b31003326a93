#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "fragments/types/data_type.h"

namespace weft {

/// How a `where` clause ties the ports that it names.
enum class Relation {
  Same,         ///< all of one data type
  SameElement,  ///< all of one scalar kind
  Elementwise,  ///< all of one shape and kind; the result is too
  Broadcast,    ///< as Elementwise, but scalars stand for any shape
  Product,  ///< data types as Broadcast; a product of two non-scalars keeps only what both share of
            ///< its traits
  MatMul,   ///< two factors whose algebraic product exists
  Reduce,   ///< the result is a scalar of the argument's kind
  Sampled,  ///< the result means what the texture says, except its encoding where the sampler
            ///< decodes it
};

std::optional<Relation> find_relation(std::string_view name);
std::string_view relation_name(Relation relation);
/// All names, for suggestions.
std::vector<std::string_view> relation_names();
/// How many ports it ties: at least, and at most.
std::pair<std::size_t, std::size_t> relation_arity(Relation relation);

/// Whether ports of these data types can be tied so.
bool is_allowed(Relation relation, const std::vector<DataType>& ports);

}  // namespace weft
