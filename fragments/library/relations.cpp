#include "fragments/library/relations.h"

#include <array>

namespace weft {
namespace {

struct Entry {
  std::string_view name;
  Relation relation;
  std::size_t least;
  std::size_t most;
};

constexpr std::size_t any_number = static_cast<std::size_t>(-1);

constexpr std::array entries = {
    Entry{"same", Relation::Same, 2, any_number},
    Entry{"same_element", Relation::SameElement, 2, any_number},
    Entry{"elementwise", Relation::Elementwise, 1, any_number},
    Entry{"broadcast", Relation::Broadcast, 2, any_number},
    Entry{"product", Relation::Product, 2, any_number},
    Entry{"matmul", Relation::MatMul, 2, 2},
    Entry{"reduce", Relation::Reduce, 1, any_number},
    Entry{"sampled", Relation::Sampled, 1, 1},
};

const Entry& entry_of(Relation relation) {
  for (const Entry& entry : entries) {
    if (entry.relation == relation) {
      return entry;
    }
  }
  return entries[0];
}

bool all_equal(const std::vector<DataType>& types) {
  for (DataType type : types) {
    if (type != types.front()) {
      return false;
    }
  }
  return true;
}

bool same_element(const std::vector<DataType>& types) {
  for (DataType type : types) {
    if (!type.is_plain() || type.scalar_kind() != types.front().scalar_kind()) {
      return false;
    }
  }
  return true;
}

bool spreads(const std::vector<DataType>& types) {
  std::optional<DataType> shape;
  for (DataType type : types) {
    if (type.is_scalar()) {
      continue;
    }
    if (shape && *shape != type) {
      return false;
    }
    shape = type;
  }
  return same_element(types);
}

bool multiplies(DataType left, DataType right) {
  bool fit = left.is_float_based() && right.is_float_based();
  if (left.is_matrix()) {
    return fit && (right.is_matrix() || right.is_vector()) && left.columns() == right.rows();
  }
  return fit && left.is_vector() && right.is_matrix() && left.rows() == right.rows();
}

}  // namespace

std::optional<Relation> find_relation(std::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) {
      return entry.relation;
    }
  }
  return std::nullopt;
}

std::string_view relation_name(Relation relation) { return entry_of(relation).name; }

std::vector<std::string_view> relation_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) {
    names.push_back(entry.name);
  }
  return names;
}

std::pair<std::size_t, std::size_t> relation_arity(Relation relation) {
  const Entry& entry = entry_of(relation);
  return {entry.least, entry.most};
}

bool is_allowed(Relation relation, const std::vector<DataType>& ports) {
  if (ports.empty()) {
    return true;
  }
  switch (relation) {
    case Relation::Same:
    case Relation::Elementwise:
      return all_equal(ports);
    case Relation::SameElement:
      return same_element(ports);
    case Relation::Broadcast:
    case Relation::Product:
      return spreads(ports);
    case Relation::MatMul:
      return ports.size() == 2 && multiplies(ports[0], ports[1]);
    case Relation::Reduce:
      return true;
    case Relation::Sampled:
      return ports.front().is_texture();
  }
  return false;
}

}  // namespace weft
