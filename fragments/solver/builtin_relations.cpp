#include <utility>

#include "fragments/solver/relation.h"

// Weft's own relations. Each leaves exactly those types that occur in some solution of the relation
// (generalized arc consistency), treating its participants as distinct variables: where two are
// unified, the solver intersects their sets.
namespace weft {
namespace {

constexpr std::uint64_t bit_at(int bit) { return std::uint64_t{1} << bit; }
std::uint64_t bit_of(DataType type) { return bit_at(TypeSet::bit_of(type)); }

std::uint64_t scalars() {
  return bit_of(bool_type) | bit_of(int_type) | bit_of(uint_type) | bit_of(float_type);
}

Outcome same(RelationContext& context) {
  for (std::size_t i = 1; i < context.size(); ++i) {
    context.equate(0, i);
  }
  const Outcome outcome = context.outcome();
  // The participants are unified from now on: nothing is left to do.
  return outcome == Outcome::Deferred ? Outcome::Satisfied : outcome;
}

Outcome elementwise(RelationContext& context) {
  for (std::size_t i = 0; i < context.size(); ++i) {
    context.narrow(i, TypeSet::within(TypeBound::Plain));
  }
  return same(context);
}

/// Leaves only plain types whose component kind every participant supports. Returns the number of
/// such kinds.
int share_kind(RelationContext& context) {
  TypeSet shared;
  int kinds = 0;
  for (Scalar kind : {Scalar::Bool, Scalar::Int, Scalar::Uint, Scalar::Float}) {
    const TypeSet of_kind = TypeSet::of_kind(kind);
    bool is_possible = true;
    for (std::size_t i = 0; i < context.size() && is_possible; ++i) {
      is_possible = !(context.allowed(i) & of_kind).is_empty();
    }
    if (is_possible) {
      shared = shared | of_kind;
      ++kinds;
    }
  }
  for (std::size_t i = 0; i < context.size(); ++i) {
    context.narrow(i, shared);
  }
  return kinds;
}

Outcome same_element(RelationContext& context) {
  const int kinds = share_kind(context);
  const Outcome outcome = context.outcome();
  return outcome == Outcome::Deferred && kinds == 1 ? Outcome::Satisfied : outcome;
}

/// The last participant is the common type of the others, with scalars broadcast to its shape.
Outcome broadcast(RelationContext& context) {
  const std::size_t inputs = context.size() - 1;
  std::uint64_t results = 0;
  std::vector<std::uint64_t> left(inputs, 0);
  for_each_type(context.allowed(inputs), [&](DataType result) {
    if (!result.is_plain()) {
      return;
    }
    const std::uint64_t whole = bit_of(result);
    const std::uint64_t scalar = bit_of(DataType::scalar(result.scalar_kind()));
    std::size_t can_be_whole = 0;
    for (std::size_t i = 0; i < inputs; ++i) {
      if ((context.allowed(i).mask() & (whole | scalar)) == 0) {
        return;
      }
      can_be_whole += (context.allowed(i).mask() & whole) != 0 ? 1 : 0;
    }
    if (can_be_whole == 0) {
      return;
    }
    results |= whole;
    for (std::size_t i = 0; i < inputs; ++i) {
      // At least one operand must have the full shape.
      const bool must_be_whole = can_be_whole == 1 && (context.allowed(i).mask() & whole) != 0;
      left[i] |= must_be_whole ? whole : whole | scalar;
    }
  });
  context.narrow(inputs, TypeSet::of_mask(results));
  for (std::size_t i = 0; i < inputs; ++i) {
    context.narrow(i, TypeSet::of_mask(left[i]));
  }
  return context.outcome();
}

DataType product_of(DataType left, DataType right) {
  if (!left.is_float_based() || !right.is_float_based()) {
    return {};
  }
  if (left.is_matrix() && right.is_matrix() && left.columns() == right.rows()) {
    return DataType::matrix(left.rows(), right.columns());
  }
  if (left.is_matrix() && right.is_vector() && left.columns() == right.rows()) {
    return DataType::vector(Scalar::Float, left.rows());
  }
  if (left.is_vector() && right.is_matrix() && left.rows() == right.rows()) {
    return DataType::vector(Scalar::Float, right.columns());
  }
  return {};
}

/// (left, right, result)
Outcome matmul(RelationContext& context) {
  std::uint64_t lefts = 0;
  std::uint64_t rights = 0;
  std::uint64_t results = 0;
  for_each_type(context.allowed(0), [&](DataType left) {
    for_each_type(context.allowed(1), [&](DataType right) {
      const DataType result = product_of(left, right);
      if (!result.is_void() && (context.allowed(2).mask() & bit_of(result)) != 0) {
        lefts |= bit_of(left);
        rights |= bit_of(right);
        results |= bit_of(result);
      }
    });
  });
  context.narrow(0, TypeSet::of_mask(lefts));
  context.narrow(1, TypeSet::of_mask(rights));
  context.narrow(2, TypeSet::of_mask(results));
  return context.outcome();
}

/// The last participant is a scalar with the component kind of the others.
Outcome reduce(RelationContext& context) {
  context.narrow(context.size() - 1, TypeSet::of_mask(scalars()));
  return same_element(context);
}

Outcome sampled(RelationContext& context) {
  for (std::size_t i = 0; i < context.size(); ++i) {
    context.narrow(i, TypeSet::within(TypeBound::Texture));
  }
  const Outcome outcome = context.outcome();
  return outcome == Outcome::Deferred ? Outcome::Satisfied : outcome;
}

/// (object, part)
Outcome swizzle(RelationContext& context) {
  const int highest = static_cast<int>(context.payload() >> 8);
  const int count = static_cast<int>(context.payload() & 0xff);
  std::uint64_t objects = 0;
  std::uint64_t parts = 0;
  for_each_type(context.allowed(0), [&](DataType object) {
    const bool has_part = object.is_scalar_or_vector() && object.rows() > highest;
    const DataType part = has_part ? DataType::vector(object.scalar_kind(), count) : DataType();
    if (has_part && (context.allowed(1).mask() & bit_of(part)) != 0) {
      objects |= bit_of(object);
      parts |= bit_of(part);
    }
  });
  context.narrow(0, TypeSet::of_mask(objects));
  context.narrow(1, TypeSet::of_mask(parts));
  return context.outcome();
}

/// (array, element, length)
Outcome array_of(RelationContext& context) {
  const DataTypeTable& types = context.types();
  context.narrow(0, TypeSet::arrays());
  if (const auto array = context.allowed(0).one_array()) {
    const ArrayType& known = types.array(*array);
    context.narrow(1, TypeSet::of(known.element));
    // An array feature without a capacity in the profile has no known length.
    context.narrow(2,
                   known.length() == DataType::length(0) ? TypeSet() : TypeSet::of(known.length()));
  }
  const auto element = context.decided(1);
  const auto length = context.decided(2);
  if (element && length) {
    context.narrow(0, TypeSet::of(types.array_of(*element, *length)));
  }
  return context.outcome();
}

/// (value, port)
Outcome convertible_to(RelationContext& context) {
  const TypeReach& reach = context.reach();
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  for_each_type(context.allowed(0), [&](DataType type) {
    const int bit = TypeSet::bit_of(type);
    const std::uint64_t reached =
        reach.to[static_cast<std::size_t>(bit)] & context.allowed(1).mask();
    from |= reached != 0 ? bit_at(bit) : 0;
    to |= reached;
  });
  const TypeSet others =
      reach.keeps_structs_and_arrays ? TypeSet::structs() | TypeSet::arrays() : TypeSet();
  const TypeSet kept = others & context.allowed(0) & context.allowed(1);
  context.narrow(0, TypeSet::of_mask(from) | kept);
  context.narrow(1, TypeSet::of_mask(to) | kept);
  return context.outcome();
}

/// (type)
Outcome bounded(RelationContext& context) {
  const DataTypeTable& types = context.types();
  const Bound bound{TypeBound::Any, BoundId(context.payload())};
  context.narrow(0, TypeSet::within(bound, types));
  const auto type = context.decided(0);
  if (type && !types.is_within(*type, bound)) {
    context.narrow(0, TypeSet());
  }
  return context.outcome();
}

}  // namespace

RelationRegistry::RelationRegistry()
    : rules_{
          {"same", 2, any_number, 0, same, true},
          {"same_element", 2, any_number, 0, same_element, true},
          {"elementwise", 1, any_number, 0, elementwise, true},
          {"broadcast", 2, any_number, 1, broadcast},
          {"product", 2, any_number, 1, broadcast},
          {"matmul", 2, 2, 1, matmul},
          {"reduce", 1, any_number, 1, reduce},
          {"sampled", 1, 1, 0, sampled},
          {"(swizzle)", 2, 2, 0, swizzle},
          {"(array)", 3, 3, 0, array_of},
          {"(conversion)", 2, 2, 0, convertible_to},
          {"sum", 2, any_number, 1, broadcast},
          {"quotient", 2, 2, 1, broadcast},
          {"(bound)", 1, 1, 0, bounded},
          {"factors", 2, any_number, 0, same},
      } {}

}  // namespace weft
