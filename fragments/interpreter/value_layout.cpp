#include "fragments/interpreter/value_layout.h"

#include <algorithm>

#include "support/check.h"

namespace weft::interpreter {
namespace {

bool is_composite(DataType type) { return type.is_struct() || type.is_array(); }

std::uint32_t simple_words(DataType type) {
  switch (type.kind()) {
    case DataKind::Scalar:
    case DataKind::Vector:
    case DataKind::Matrix:
      return static_cast<std::uint32_t>(type.component_count());
    case DataKind::Texture:
    case DataKind::Sampler:
      return 1;
    case DataKind::Void:
    case DataKind::Parameter:
    case DataKind::Length:
    case DataKind::LengthParameter:
    case DataKind::Struct:
    case DataKind::Array:
      break;
  }
  return 0;
}

}  // namespace

ValueLayout::Known& ValueLayout::entry(DataType type) {
  std::vector<Known>& known = type.is_struct() ? structs_ : arrays_;
  if (known.size() <= type.index()) {
    known.resize(type.index() + 1);
  }
  return known[type.index()];
}

bool ValueLayout::is_known(DataType type) {
  return !is_composite(type) || entry(type).state == Known::State::Done;
}

std::vector<DataType> ValueLayout::parts(DataType type) const {
  std::vector<DataType> all;
  if (type.is_array()) {
    all.push_back(types_.array(type).element);
  } else {
    for (const StructMember& member : types_.structure(type).members) {
      all.push_back(member.type);
    }
  }
  return all;
}

void ValueLayout::work_out(DataType type) {
  // Types nest arbitrarily deep, so no recursion.
  std::vector<DataType> open = {type};
  while (!open.empty()) {
    DataType current = open.back();
    if (is_known(current)) {
      open.pop_back();
      continue;
    }
    bool waits = false;
    for (DataType part : parts(current)) {
      if (!is_known(part)) {
        WEFT_CHECK(entry(part).state != Known::State::InProgress, "a type contains itself");
        open.push_back(part);
        waits = true;
      }
    }
    if (waits) {
      entry(current).state = Known::State::InProgress;
      continue;
    }
    Known done;
    done.state = Known::State::Done;
    std::uint64_t total = 0;
    if (current.is_array()) {
      const ArrayType& array = types_.array(current);
      total = std::uint64_t{words(array.element)} * array.size;
    } else {
      for (DataType part : parts(current)) {
        done.member_offsets.push_back(
            static_cast<std::uint32_t>(std::min<std::uint64_t>(total, too_large)));
        total += words(part);
      }
    }
    done.words = static_cast<std::uint32_t>(std::min<std::uint64_t>(total, too_large));
    entry(current) = std::move(done);
    open.pop_back();
  }
}

std::uint32_t ValueLayout::words(DataType type) {
  if (!is_composite(type)) {
    return simple_words(type);
  }
  if (!is_known(type)) {
    work_out(type);
  }
  return entry(type).words;
}

DataType ValueLayout::element_type(DataType type) const {
  if (type.is_array()) {
    return types_.array(type).element;
  }
  return type.is_matrix() ? DataType::vector(Scalar::Float, type.rows())
                          : DataType::scalar(type.scalar_kind());
}

std::uint32_t ValueLayout::element_words(DataType type) { return words(element_type(type)); }

std::uint32_t ValueLayout::element_count(DataType array, std::uint32_t words) {
  return words == 0 ? 0 : words / element_words(array);
}

std::uint32_t ValueLayout::member_offset(DataType structure, std::uint32_t member) {
  words(structure);
  const std::vector<std::uint32_t>& offsets = entry(structure).member_offsets;
  WEFT_CHECK(member < offsets.size(), "a struct has no such member");
  return offsets[member];
}

DataType ValueLayout::member_type(DataType structure, std::uint32_t member) const {
  return types_.structure(structure).members[member].type;
}

void ValueLayout::append_scalar_kinds(DataType type, std::vector<Scalar>& kinds) const {
  const auto append_simple = [&kinds](DataType simple) {
    kinds.insert(kinds.end(), simple_words(simple),
                 simple.is_plain() ? simple.scalar_kind() : Scalar::Uint);
  };
  if (!is_composite(type)) {
    append_simple(type);
    return;
  }
  const std::size_t begin = kinds.size();
  std::vector<DataType> open = {type};
  while (!open.empty() && kinds.size() - begin < too_large) {
    DataType current = open.back();
    open.pop_back();
    if (current.is_array()) {
      const ArrayType& array = types_.array(current);
      open.insert(open.end(), array.size, array.element);
    } else if (current.is_struct()) {
      std::vector<DataType> members = parts(current);
      open.insert(open.end(), members.rbegin(), members.rend());
    } else {
      append_simple(current);
    }
  }
}

std::vector<Scalar> ValueLayout::scalar_kinds(DataType type) const {
  std::vector<Scalar> kinds;
  append_scalar_kinds(type, kinds);
  return kinds;
}

}  // namespace weft::interpreter
