#include "fragments/model/specificity.h"

#include <algorithm>

#include "fragments/model/signature_types.h"

namespace weft {
namespace {

/// Whether all types within bound `a` are within bound `b`.
bool is_narrower_or_same(const Bound& a, const Bound& b, const DataTypeTable& types) {
  if (a == b || b == Bound()) {
    return true;
  }
  const std::vector<DataType> members =
      a.declared ? types.bound(*a.declared).types : members_of(a.type);
  return a != Bound() && std::all_of(members.begin(), members.end(),
                                     [&](DataType type) { return types.is_within(type, b); });
}

/// Whether all types of parameter `a` are within those of `b`.
bool is_narrower_or_same(const FragmentTypeParameter& a, const FragmentTypeParameter& b,
                         const DataTypeTable& types) {
  if (b.fixed) {
    return a.fixed == b.fixed;
  }
  return a.fixed ? types.is_within(*a.fixed, b.bound)
                 : is_narrower_or_same(a.bound, b.bound, types);
}

/// Whether `a` fixes a length where `b` leaves it to the call, and nowhere the reverse: `T[3]`
/// against `T[N]`, and either against `T`.
bool has_more_lengths(const Fragment& a, std::uint32_t of_a, const Fragment& b,
                      std::uint32_t of_b) {
  bool has_more = false;
  while (true) {
    const auto& array_of_a = a.type_parameters[of_a].array;
    const auto& array_of_b = b.type_parameters[of_b].array;
    if (!array_of_a || !array_of_b) {
      return array_of_a.has_value() || (has_more && !array_of_b);
    }
    if (array_of_a->length && !array_of_b->length) {
      return false;
    }
    has_more = has_more || (!array_of_a->length && array_of_b->length);
    of_a = array_of_a->element;
    of_b = array_of_b->element;
  }
}

/// Whether what satisfies `a` satisfies `b` too, which states the same traits.
bool is_narrower_or_same(const TypePattern& a, const TypePattern& b, const Lattice& lattice) {
  const auto is_narrower = [&lattice](const PatternEntry& of_a, const PatternEntry& of_b) {
    return of_a.trait == of_b.trait && of_a.conditional == of_b.conditional &&
           (!of_b.value || (of_a.value && lattice.is_within(*of_a.value, *of_b.value)));
  };
  return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    is_narrower);
}

/// Compares the ports of two signatures.
class Comparison {
 public:
  Comparison(const Fragment& a, const Fragment& b, Specificity by, const Library& library)
      : a_(a), b_(b), by_(by), lattice_(library.lattice), types_(library.data_types) {}

  bool is_more_specific() const {
    bool is_more = false;
    for (std::size_t i = 0; i < shared(); ++i) {
      if (asks_for_more(b_, a_, i)) {
        return false;
      }
      is_more = is_more || asks_for_more(a_, b_, i);
    }
    if (is_more) {
      return true;
    }
    const bool a_is_tied = takes_all_of(b_, a_);
    const bool b_is_tied = takes_all_of(a_, b_);
    return a_is_tied == b_is_tied ? a_.listed_port_count() < b_.listed_port_count() : a_is_tied;
  }

 private:
  std::size_t shared() const { return std::min(a_.listed_port_count(), b_.listed_port_count()); }

  bool asks_for_more(const Fragment& a, const Fragment& b, std::size_t port) const {
    const TypePattern& of_a = a.ports[port].type;
    const TypePattern& of_b = b.ports[port].type;
    if (of_a.type_variable.has_value() != of_b.type_variable.has_value()) {
      return of_b.type_variable.has_value();
    }
    if (by_ == Specificity::TypesAndTraits && of_a.entries.size() != of_b.entries.size()) {
      return of_a.entries.size() > of_b.entries.size();
    }
    if (by_ == Specificity::TypesAndTraits) {
      const bool is_narrower = is_narrower_or_same(of_a, of_b, lattice_);
      if (is_narrower != is_narrower_or_same(of_b, of_a, lattice_)) {
        return is_narrower;
      }
    }
    if (!of_a.type_variable) {
      return false;
    }
    const bool a_has_more = has_more_lengths(a, *of_a.type_variable, b, *of_b.type_variable);
    if (a_has_more != has_more_lengths(b, *of_b.type_variable, a, *of_a.type_variable)) {
      return a_has_more;
    }
    const auto& element_of_a = a.type_parameters[element_parameter(a, *of_a.type_variable)];
    const auto& element_of_b = b.type_parameters[element_parameter(b, *of_b.type_variable)];
    return is_narrower_or_same(element_of_a, element_of_b, types_) &&
           !is_narrower_or_same(element_of_b, element_of_a, types_);
  }

  /// Whether all calls that fit the ties between types of `other` fit those of `wide`.
  bool takes_all_of(const Fragment& wide, const Fragment& other) const {
    if (!wide.relations.empty()) {
      return false;  // relations tie types too
    }
    std::vector<const TypePattern*> bound(wide.type_parameters.size(), nullptr);
    for (std::size_t i = 0; i < shared(); ++i) {
      const TypePattern& of_other = other.ports[i].type;
      const std::optional<std::uint32_t>& variable = wide.ports[i].type.type_variable;
      if (!variable) {
        continue;
      }
      const TypePattern*& known = bound[*variable];
      if (known != nullptr && (known->type_variable != of_other.type_variable ||
                               (!known->type_variable && known->data != of_other.data))) {
        return false;
      }
      known = &of_other;
    }
    return true;
  }

  const Fragment& a_;
  const Fragment& b_;
  Specificity by_;
  const Lattice& lattice_;
  const DataTypeTable& types_;
};

}  // namespace

bool is_more_specific(const Fragment& a, const Fragment& b, Specificity by,
                      const Library& library) {
  return Comparison(a, b, by, library).is_more_specific();
}

}  // namespace weft
