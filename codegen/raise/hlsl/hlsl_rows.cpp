#include "codegen/raise/hlsl/hlsl_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "codegen/interface/layout.h"
#include "codegen/interface/stored_values.h"
#include "codegen/print/type_spelling.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "codegen/raise/interface_text.h"
#include "codegen/raise/raise_statements.h"

namespace weft {
namespace {

/// Where a value lies: in the row `base + offset / 16` of the buffer, at the byte `offset % 16`.
struct RowPlace {
  std::string_view buffer;
  std::string base;  ///< an expression, or empty: 0
  std::uint32_t offset = 0;

  RowPlace at(std::uint32_t bytes) const { return {buffer, base, offset + bytes}; }

  /// `lights[row + 2]`
  std::string row() const {
    const std::uint32_t number = offset / row_size;
    return base.empty()  ? fmt::format("{}[{}]", buffer, number)
           : number == 0 ? fmt::format("{}[{}]", buffer, base)
                         : fmt::format("{}[{} + {}]", buffer, base, number);
  }
};

/// `asfloat(lights[2].xy)`
std::string row_vector(DataType type, const RowPlace& place) {
  std::string bits = place.row() + row_components(type, place.offset);
  switch (type.scalar_kind()) {
    case Scalar::Float:
      return "asfloat(" + bits + ")";
    case Scalar::Int:
      return "asint(" + bits + ")";
    default:  // bools are stored as uints
      return bits;
  }
}

/// A scalar, vector or matrix.
std::string row_value(DataType type, const RowPlace& place) {
  if (!type.is_matrix()) {
    return row_vector(type, place);
  }
  const DataType column = DataType::vector(Scalar::Float, type.rows());
  std::string columns;
  for (int i = 0; i < type.columns(); ++i) {
    columns += i == 0 ? "" : ", ";
    columns += row_vector(column, place.at(row_size * static_cast<std::uint32_t>(i)));
  }
  return hlsl_matrix_of_columns(type, columns);
}

/// `8 * i`: the rows before an element of an array.
std::string rows_from(const Programs& programs, DataType element, const std::string& index) {
  const auto rows = static_cast<std::uint32_t>(stored_size(element, programs.types)) / row_size;
  return rows == 1 ? index : fmt::format("{} * {}", rows, index);
}

/// Writes the statements that read a value. Recurses only on nested declarations of types.
class RowStatements {
 public:
  explicit RowStatements(const Programs& programs) : programs_(programs) {}

  void read(DataType type, const std::string& target, const RowPlace& place) {
    if (type.is_struct()) {
      const std::vector<std::uint32_t> offsets = member_offsets(type, programs_.types);
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        read(programs_.types.structure(type).members[i].type,
             target + "." + programs_.member_names[type.index()][i], place.at(offsets[i]));
      }
    } else if (type.is_array()) {
      read_elements(type, target, place);
    } else {
      text_ += fmt::format("{:{}}{} = {};\n", "", indent_, target, row_value(type, place));
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void read_elements(DataType type, const std::string& target, const RowPlace& place) {
    const ArrayType& array = programs_.types.array(type);
    const std::string counter = fmt::format("element_{}", ++counters_);
    text_ += fmt::format("{0:{1}}for (int {2} = 0; {2} < {3}; ++{2}) {{\n", "", indent_, counter,
                         array.size);
    const std::string start = (place.base.empty() ? "" : place.base + " + ") +
                              rows_from(programs_, array.element, counter);
    indent_ += 4;
    read(array.element, target + "[" + counter + "]", {place.buffer, start, place.offset});
    indent_ -= 4;
    text_ += fmt::format("{:{}}}}\n", "", indent_);
  }

  const Programs& programs_;
  std::string text_;
  std::size_t indent_ = 4;
  int counters_ = 0;
};

bool is_in_rows(const Interface& all, const Symbol& symbol) {
  return symbol.kind == SymbolKind::BlockMember && has_hlsl_rows(all.blocks[symbol.index]);
}

// A path is an array or struct of rows, or what indices and members select of it:
// `lamps.all[i].color`. Its first expression is the symbol.
class RowPaths {
 public:
  RowPaths(const Program& program, const NamedBody& body)
      : program_(program), body_(body), is_path_(body.body.exprs.size(), false) {
    const Body& source = body.body;
    for (std::size_t i = 0; i < source.exprs.size(); ++i) {
      const BodyExpr& expr = source.exprs[BodyExprId(i)];
      is_path_[i] = begins(expr) || (selects(expr) && is_path_[source.argument(expr, 0).index()]);
    }
    std::vector<bool> is_reached(source.exprs.size(), false);
    const auto use = [&](BodyExprId id) {
      is_reached[id.index()] = true;
      if (is_path_[id.index()]) {
        ends_.push_back(id);
      }
    };
    for (const BodyStmtId id : reachable_statements(source)) {
      visit_expressions(source.stmts[id], use);
    }
    for (std::size_t i = source.exprs.size(); i-- > 0;) {
      const BodyExpr& expr = source.exprs[BodyExprId(i)];
      for (std::uint32_t k = 0; is_reached[i] && k < expr.argument_count; ++k) {
        const BodyExprId argument = source.argument(expr, k);
        if (k == 0 && is_path_[i]) {
          is_reached[argument.index()] = true;
        } else {
          use(argument);
        }
      }
    }
    std::sort(ends_.begin(), ends_.end());
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  }

  /// The paths that something other than a longer path reads, in order.
  const std::vector<BodyExprId>& ends() const { return ends_; }

  /// The longest path in a path that a function can return: no array.
  std::optional<BodyExprId> returnable(BodyExprId path) const {
    while (body_.body.exprs[path].type.is_array()) {
      if (body_.body.exprs[path].op == Operation::Symbol) {
        return std::nullopt;
      }
      path = object(path);
    }
    return path;
  }

  BodyExprId first(BodyExprId path) const {
    while (body_.body.exprs[path].op != Operation::Symbol) {
      path = object(path);
    }
    return path;
  }

  BodyExprId object(BodyExprId path) const {
    return body_.body.argument(body_.body.exprs[path], 0);
  }

 private:
  bool begins(const BodyExpr& expr) const {
    return expr.op == Operation::Symbol && (expr.type.is_array() || expr.type.is_struct()) &&
           is_in_rows(body_.programs.interface, program_.symbols[expr.payload]);
  }

  bool selects(const BodyExpr& expr) const {
    return expr.op == Operation::Member ||
           (expr.op == Operation::Index &&
            body_.body.exprs[body_.body.argument(expr, 0)].type.is_array());
  }

  const Program& program_;
  const NamedBody& body_;
  std::vector<bool> is_path_;  // per expression
  std::vector<BodyExprId> ends_;
};

std::string unused_name(const std::vector<std::string>& names, std::string name) {
  while (std::find(names.begin(), names.end(), name) != names.end()) {
    name += '_';
  }
  return name;
}

// Declares a local with the elements of an array and reads it instead. Appends to `first`, the
// statements before all others.
void hold_array(const Program& program, NamedBody& body, std::uint32_t held,
                std::vector<BodyStmtId>& first) {
  const Symbol symbol = program.symbols[held];
  const Block& block = body.programs.interface.blocks[symbol.index];
  const std::uint32_t local = body.add_local(
      unused_name(body.names, "all_" + block.members[symbol.member].global_name), symbol.type);
  for (std::size_t i = 0; i < body.body.exprs.size(); ++i) {
    BodyExpr& expr = body.body.exprs[BodyExprId(i)];
    if (expr.op == Operation::Symbol && expr.payload == held) {
      expr.op = Operation::Local;
      expr.payload = local;
    }
  }
  first.push_back(body.body.add(BodyStmt{DeclareBody{local, std::nullopt}, {}}));
  copy_elements(body, body.local(local), body.operation(Operation::Symbol, symbol.type, {}, held),
                first);
}

void hold_whole_arrays(const Program& program, NamedBody& body) {
  const RowPaths paths(program, body);
  std::vector<std::uint32_t> held;
  for (const BodyExprId end : paths.ends()) {
    if (!paths.returnable(end)) {
      held.push_back(body.body.exprs[paths.first(end)].payload);
    }
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  std::vector<BodyStmtId> first;
  for (const std::uint32_t symbol : held) {
    hold_array(program, body, symbol, first);
  }
  if (!first.empty()) {
    std::vector<BodyStmtId>& statements =
        std::get<BlockBody>(body.body.stmts[*body.body.root].kind).statements;
    statements.insert(statements.begin(), first.begin(), first.end());
  }
}

// The path becomes a call that takes its indices.
void call_helper(HelperList& helpers, Body& body, const RowPaths& paths, BodyExprId path) {
  std::vector<std::uint32_t> steps;
  std::vector<BodyExprId> indices;
  BodyExprId at = path;
  for (; body.exprs[at].op != Operation::Symbol; at = paths.object(at)) {
    const BodyExpr& expr = body.exprs[at];
    if (expr.op == Operation::Index) {
      indices.push_back(body.argument(expr, 1));
    }
    steps.push_back(expr.op == Operation::Index ? 0 : expr.payload + 1);
  }
  std::reverse(steps.begin(), steps.end());
  const Symbol& symbol = helpers.program().symbols[body.exprs[at].payload];
  BodyExpr& expr = body.exprs[path];
  expr.payload = helpers.request(
      {Helper::BlockPart, expr.type, symbol.index, symbol.member, std::move(steps)});
  expr.op = Operation::Call;
  expr.first_argument = static_cast<std::uint32_t>(body.arguments.size());
  expr.argument_count = static_cast<std::uint32_t>(indices.size());
  body.arguments.insert(body.arguments.end(), indices.rbegin(), indices.rend());
}

/// What a path selects: where it lies, and the function that reads it.
struct RowPart {
  DataType type;
  RowPlace place;
  std::string name;
  std::string parameters;
};

RowPart part_of(const Programs& programs, const HelperKey& key) {
  const Block& block = programs.interface.blocks[key.subject];
  const BlockMember& member = block.members[key.member];
  RowPart part{member.stored, {block.instance, {}, member.offset}, member.global_name, {}};
  char index = 'i';
  for (const std::uint32_t step : key.path) {
    if (step == 0) {
      part.type = programs.types.array(part.type).element;
      part.place.base += part.place.base.empty() ? "" : " + ";
      part.place.base += rows_from(programs, part.type, std::string(1, index));
      part.parameters += fmt::format("{}int {}", part.parameters.empty() ? "" : ", ", index++);
    } else {
      part.name += part.name.ends_with('_') ? "" : "_";
      part.name += programs.member_names[part.type.index()][step - 1];
      part.place = part.place.at(member_offsets(part.type, programs.types)[step - 1]);
      part.type = programs.types.structure(part.type).members[step - 1].type;
    }
  }
  return part;
}

}  // namespace

std::string hlsl_matrix_of_columns(DataType type, const std::string& columns) {
  const DataType transposed = DataType::matrix(type.columns(), type.rows());
  return fmt::format("transpose({}({}))", spelled(transposed, hlsl_spelling()), columns);
}

std::string hlsl_row_symbol(const Block& block, const BlockMember& member) {
  return member.stored.is_plain() ? row_value(member.stored, {block.instance, {}, member.offset})
                                  : std::string();
}

void read_parts_of_rows(HelperList& helpers, NamedBody& body) {
  const std::vector<Block>& blocks = body.programs.interface.blocks;
  if (!body.body.root || std::none_of(blocks.begin(), blocks.end(), has_hlsl_rows)) {
    return;
  }
  hold_whole_arrays(helpers.program(), body);
  const RowPaths paths(helpers.program(), body);
  std::vector<BodyExprId> read;
  for (const BodyExprId end : paths.ends()) {
    read.push_back(*paths.returnable(end));
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  // From the end: the paths in a path stay until it is read.
  for (std::size_t i = read.size(); i-- > 0;) {
    call_helper(helpers, body.body, paths, read[i]);
  }
}

Function hlsl_block_part(HelperList& helpers, const HelperKey& key) {
  const Programs& programs = helpers.programs();
  RowPart part = part_of(programs, key);
  std::vector<std::string> taken;
  if (!key.path.empty() && key.path.back() != 0) {  // else a name of the interface, which is unique
    for (const Block& block : programs.interface.blocks) {
      for (const BlockMember& member : block.members) {
        taken.push_back(member.global_name);
      }
    }
    for (const Function& function : helpers.program().functions) {
      taken.push_back(function.name);
    }
  }
  part.name = unused_name(taken, std::move(part.name));
  std::string text;
  append_declaration(text, programs, part.type, part.name, hlsl_spelling());
  text += fmt::format("({})\n{{\n", part.parameters);
  if (part.type.is_plain()) {
    text += fmt::format("    return {};\n", row_value(part.type, part.place));
  } else {
    RowStatements statements(programs);
    std::string local;
    append_declaration(local, programs, part.type, "part", hlsl_spelling());
    if (!part.place.base.empty()) {
      text += fmt::format("    int row = {};\n", part.place.base);
      part.place.base = "row";
    }
    text += fmt::format("    {};\n", local);
    statements.read(part.type, "part", part.place);
    text += statements.take() + "    return part;\n";
  }
  return native_helper("hlsl", part.name, part.type, text + "}");
}

}  // namespace weft
