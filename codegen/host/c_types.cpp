#include "codegen/host/c_types.h"

#include <algorithm>

#include <fmt/format.h>

#include "codegen/interface/layout.h"

namespace weft {
namespace {

bool is_composite(DataType type) { return type.is_struct() || type.is_array(); }

bool has_padded_columns(DataType stored, bool stands_alone) {
  return stored.is_matrix() && stored.rows() != 4 && stands_alone;
}

std::string dimensions(DataType matrix) {
  return fmt::format("{}x{}", matrix.rows(), matrix.columns());
}

}  // namespace

std::string c_stem(DataType type) { return "weft_" + std::string(data_type_name(type)); }

std::string c_converted(std::string text, DataType from, Scalar to) {
  if (from.scalar_kind() == to) {
    return text;
  }
  return fmt::format("{}_from_{}({})", c_stem(DataType::vector(to, from.rows())),
                     data_type_name(from), text);
}

std::string c_spread(std::string text, DataType to) {
  return to.is_scalar() ? text : fmt::format("{}_splat({})", c_stem(to), text);
}

std::string CTypes::name(DataType type) {
  if (type.is_void()) {
    return "void";
  }
  if (type.is_scalar()) {
    constexpr std::string_view scalars[] = {"bool", "int32_t", "uint32_t", "float"};
    return std::string(scalars[static_cast<std::size_t>(type.scalar_kind())]);
  }
  if (type.is_plain()) {
    return c_stem(type);
  }
  if (const auto known = composites_.find(type); known != composites_.end()) {
    return known->second;
  }
  // First the nested array sizes, then the element type.
  std::string suffix;
  DataType element = type;
  while (element.is_array()) {
    suffix.insert(0, fmt::format("_array_{}", types_.array(element).size));
    element = types_.array(element).element;
  }
  const std::string of = element.is_struct() ? programs_.struct_names[element.index()]
                                             : std::string(data_type_name(element));
  return composites_.emplace(type, names_.unique(of + suffix)).first->second;
}

std::string CTypes::stored_name(DataType stored, bool stands_alone) {
  return has_padded_columns(stored, stands_alone) ? "weft_columns" + dimensions(stored)
                                                  : name(stored);
}

std::vector<DataType> CTypes::parts_of(DataType type) const {
  std::vector<DataType> parts;
  if (type.is_array()) {
    parts.push_back(types_.array(type).element);
  } else if (type.is_struct()) {
    for (const StructMember& member : types_.structure(type).members) {
      parts.push_back(member.type);
    }
  }
  return parts;
}

std::string CTypes::zero(DataType type) {
  if (is_composite(type)) {
    return function(type, Part::Zero) + "()";
  }
  constexpr std::string_view zeros[] = {"false", "0", "0u", "0.0f"};
  return c_spread(std::string(zeros[static_cast<std::size_t>(type.scalar_kind())]), type);
}

std::string CTypes::make(DataType type, const std::string& arguments) {
  return fmt::format("{}({})",
                     is_composite(type) ? function(type, Part::Make) : c_stem(type) + "_make",
                     arguments);
}

std::string CTypes::is_equal(DataType type, const std::string& arguments) {
  return fmt::format("{}({})",
                     is_composite(type) ? function(type, Part::Equal) : c_stem(type) + "_is_equal",
                     arguments);
}

std::string CTypes::element(DataType array, const std::string& value, const std::string& index) {
  return fmt::format("{}({}, {})", function(array, Part::Element), value, index);
}

const std::string& CTypes::function(DataType type, Part part) {
  const auto known = functions_.find({type, part});
  if (known != functions_.end()) {
    return known->second;
  }
  constexpr std::string_view suffixes[] = {"zero", "make", "is_equal", "at"};
  const std::string of = name(type).substr(names_.stem().size() + 1);
  return functions_
      .emplace(std::pair(type, part),
               names_.unique(fmt::format("{}_{}", of, suffixes[static_cast<std::size_t>(part)])))
      .first->second;
}

const std::string& CTypes::store_function(DataType stored, DataType type) {
  const auto known = stores_.find({stored, type});
  if (known != stores_.end()) {
    return known->second;
  }
  name(type);
  const std::string of = name(stored).substr(names_.stem().size() + 1);
  return stores_.emplace(std::pair(stored, type), names_.unique(of + "_store")).first->second;
}

// Converts a plain value to its stored form: bools to uints, array elements and columns padded to
// 16 bytes.
std::string CTypes::plain_store(const std::string& from, DataType stored, bool stands_alone,
                                DataType type) {
  if (has_padded_columns(stored, stands_alone)) {
    return fmt::format("weft_columns{0}_from_float{0}({1})", dimensions(stored), from);
  }
  if (stored.is_matrix()) {
    return stored == type
               ? from
               : fmt::format("{}_from_{}({})", c_stem(stored), data_type_name(type), from);
  }
  const std::string value = c_converted(from, type, stored.scalar_kind());
  if (stored.rows() == type.rows()) {
    return value;
  }
  const std::string rest = zero(DataType::scalar(stored.scalar_kind()));
  constexpr std::string_view parts[] = {"", "_211", "_31"};
  return fmt::format("{}_make{}({}{})", c_stem(stored), parts[type.rows() - 1], value, [&] {
    std::string missing;
    for (int i = type.rows(); i < stored.rows(); ++i) {
      missing += ", " + rest;
    }
    return missing;
  }());
}

std::string CTypes::store(const std::string& to, DataType stored, bool stands_alone,
                          const std::string& from, DataType type) {
  if (stored.is_plain()) {
    return fmt::format("{} = {}", to, plain_store(from, stored, stands_alone, type));
  }
  return stored == type ? fmt::format("{} = {}", to, from)
                        : fmt::format("{}(&{}, {})", store_function(stored, type), to, from);
}

// Structs in declaration order, each array after its element type, so a definition follows those
// that it uses.
std::vector<DataType> CTypes::in_order() const {
  std::vector<DataType> order;
  const auto add_arrays = [&](DataType type) {
    std::vector<DataType> arrays;
    for (; type.is_array(); type = types_.array(type).element) {
      arrays.push_back(type);
    }
    for (std::size_t i = arrays.size(); i-- > 0;) {
      if (std::find(order.begin(), order.end(), arrays[i]) == order.end()) {
        order.push_back(arrays[i]);
      }
    }
  };
  for (const auto& [type, name] : composites_) {
    if (type.is_struct()) {
      for (const DataType part : parts_of(type)) {
        add_arrays(part);
      }
      order.push_back(type);
    }
  }
  for (const auto& [type, name] : composites_) {
    add_arrays(type);
  }
  return order;
}

std::vector<std::pair<std::uint32_t, std::string>> CTypes::structs() const {
  std::vector<std::pair<std::uint32_t, std::string>> structs;
  for (const auto& [type, name] : composites_) {
    if (type.is_struct()) {
      structs.emplace_back(type.index(), name);
    }
  }
  return structs;
}

std::vector<std::pair<DataType, std::string>> CTypes::arrays() const {
  std::vector<std::pair<DataType, std::string>> arrays;
  for (const auto& [type, name] : composites_) {
    if (type.is_array()) {
      arrays.emplace_back(type, name);
    }
  }
  return arrays;
}

std::string CTypes::definitions() {
  // Transitive closure: functions of a composite need those of its parts. This adds to the maps,
  // and terminates at plain types.
  std::vector<std::pair<DataType, Part>> open;
  std::vector<std::pair<DataType, DataType>> open_stores;
  for (const auto& [key, name] : functions_) {
    open.push_back(key);
  }
  for (const auto& [key, name] : stores_) {
    open_stores.push_back(key);
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const DataType part : parts_of(open[i].first)) {
      if (open[i].second == Part::Equal && is_composite(part) &&
          functions_.count({part, Part::Equal}) == 0) {
        function(part, Part::Equal);
        open.emplace_back(part, Part::Equal);
      }
    }
  }
  std::map<std::pair<DataType, DataType>, std::string, TypeOrder> texts(order_);
  for (std::size_t i = 0; i < open_stores.size(); ++i) {
    const auto [stored, type] = open_stores[i];
    const std::size_t before = stores_.size();
    out_.clear();
    define_store(stored, type, stores_.at(open_stores[i]));
    texts.emplace(open_stores[i], std::move(out_));
    if (stores_.size() != before) {
      for (const auto& [key, name] : stores_) {
        if (std::find(open_stores.begin(), open_stores.end(), key) == open_stores.end()) {
          open_stores.push_back(key);
        }
      }
    }
  }
  out_.clear();
  std::vector<DataType> composites;
  for (const auto& [type, name] : composites_) {
    composites.push_back(type);
  }
  for (std::size_t i = 0; i < composites.size(); ++i) {
    for (const DataType part : parts_of(composites[i])) {
      if (is_composite(part) && composites_.count(part) == 0) {
        name(part);
        composites.push_back(part);
      }
    }
  }
  const std::vector<DataType> order = in_order();
  for (const DataType type : order) {
    define(type);
  }
  for (const DataType type : order) {
    for (const Part part : {Part::Zero, Part::Make, Part::Equal, Part::Element}) {
      if (const auto known = functions_.find({type, part}); known != functions_.end()) {
        define_function(type, part, known->second);
      }
    }
    for (const auto& [key, text] : texts) {
      out_ += key.first == type ? text : std::string();
    }
  }
  const bool is_separate = out_.empty() || out_.front() == '\n';
  return is_separate ? std::move(out_) : "\n" + std::move(out_);
}

void CTypes::define(DataType type) {
  const std::string own = name(type);
  if (const auto known = known_.find(type); known != known_.end()) {
    out_ += fmt::format("typedef {} {};\n", known->second, own);
    return;
  }
  if (type.is_array()) {
    const ArrayType& array = types_.array(type);
    out_ += fmt::format("typedef struct {0} {{ {1} v[{2}]; WEFT_SUBSCRIPT({1}, v) }} {0};\n", own,
                        name(array.element), array.size);
    return;
  }
  const bool is_stored = find_stored(programs_.interface.stored_structs, type) != nullptr;
  const std::vector<StructMember>& members = types_.structure(type).members;
  out_ += fmt::format("\ntypedef struct {} {{\n", own);
  for (std::size_t i = 0; i < members.size(); ++i) {
    out_ += fmt::format("    {} {};\n",
                        is_stored ? stored_name(members[i].type, false) : name(members[i].type),
                        members_.of_struct(type.index())[i]);
  }
  out_ += members.empty() ? "    char pad0;\n" : "";
  out_ += fmt::format("}} {};\n", own);
}

void CTypes::define_function(DataType type, Part part, const std::string& function_name) {
  const std::string own = name(type);
  const auto names_of_parts = [&] {
    return type.is_struct() ? members_.of_struct(type.index()) : std::vector<std::string>();
  };
  const std::vector<std::string> members = names_of_parts();
  const std::size_t count = type.is_array() ? types_.array(type).size : members.size();
  const DataType element = type.is_array() ? types_.array(type).element : DataType();
  switch (part) {
    case Part::Zero:
      out_ += fmt::format("WEFT_ZERO({}, {})\n", own, function_name);
      return;
    case Part::Make: {
      std::string parameters;
      std::string body;
      for (std::size_t i = 0; i < count; ++i) {
        const std::string part_type =
            name(type.is_array() ? element : types_.structure(type).members[i].type);
        parameters += fmt::format("{}{} p{}", i == 0 ? "" : ", ", part_type, i);
        body += type.is_array() ? fmt::format("    r.v[{0}] = p{0};\n", i)
                                : fmt::format("    r.{} = p{};\n", members[i], i);
      }
      out_ += fmt::format("\nWEFT_FUNCTION {0} {1}({2})\n{{\n    {0} r;\n{3}    return r;\n}}\n",
                          own, function_name, parameters.empty() ? "void" : parameters,
                          body.empty() ? "    memset(&r, 0, sizeof r);\n" : body);
      return;
    }
    case Part::Equal: {
      out_ += fmt::format("\nWEFT_FUNCTION bool {0}({1} a, {1} b)\n{{\n", function_name, own);
      if (type.is_array()) {
        out_ += fmt::format(
            "    bool r = true;\n    for (int i = 0; i < {}; ++i) {{\n        r = r && {};\n    "
            "}}\n    return r;\n}}\n",
            count, element.is_scalar() ? "a.v[i] == b.v[i]" : is_equal(element, "a.v[i], b.v[i]"));
        return;
      }
      std::string all;
      for (std::size_t i = 0; i < count; ++i) {
        const DataType member = types_.structure(type).members[i].type;
        all += i == 0 ? "" : " && ";
        all += member.is_scalar() ? fmt::format("a.{0} == b.{0}", members[i])
                                  : is_equal(member, fmt::format("a.{0}, b.{0}", members[i]));
      }
      out_ += all.empty() ? "    (void)a;\n    (void)b;\n    return true;\n}\n"
                          : fmt::format("    return {};\n}}\n", all);
      return;
    }
    case Part::Element:
      out_ += fmt::format("\nWEFT_FUNCTION {} {}({} a, int64_t i)\n{{\n    return a.v[i];\n}}\n",
                          name(element), function_name, own);
      return;
  }
}

void CTypes::define_store(DataType stored, DataType type, const std::string& function_name) {
  std::string body;
  if (stored.is_array()) {
    body = fmt::format("    for (int i = 0; i < {}; ++i) {{\n        {};\n    }}\n",
                       types_.array(stored).size,
                       store("to->v[i]", types_.array(stored).element, false, "from.v[i]",
                             types_.array(type).element));
  } else {
    const StoredStruct* note = find_stored(programs_.interface.stored_structs, stored);
    for (std::size_t i = 0; note != nullptr && i < note->sources.size(); ++i) {
      if (const auto& source = note->sources[i]) {
        body += fmt::format("    {};\n", store("to->" + members_.of_struct(stored.index())[i],
                                               types_.structure(stored).members[i].type, false,
                                               "from." + members_.of_struct(type.index())[*source],
                                               types_.structure(type).members[*source].type));
      }
    }
  }
  out_ += fmt::format("\nWEFT_FUNCTION void {}({}* to, {} from)\n{{\n{}}}\n", function_name,
                      name(stored), name(type), body);
}

}  // namespace weft
