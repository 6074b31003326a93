#include "codegen/print/stage_printer.h"

#include <algorithm>

#include "codegen/interface/layout.h"
#include "codegen/ir/doc_comment.h"
#include "codegen/ir/out_parameters.h"
#include "codegen/ir/used_structs.h"
#include "codegen/print/function_texts.h"
#include "codegen/print/guarded_text.h"
#include "codegen/print/statement_printer.h"
#include "codegen/print/type_spelling.h"
#include "support/append_number.h"

#ifndef WEFT_VERSION
#define WEFT_VERSION "unknown"
#endif

namespace weft {
namespace {

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

constexpr std::string_view remark_mark = "  // ";

// Characters of a statement with its remark, about.
constexpr std::size_t usual_line = 64;

bool is_place(const Span& span) { return span.end > span.begin; }

std::vector<std::string> symbol_texts(const Programs& programs, const Program& program,
                                      const TargetLanguage& language) {
  std::vector<std::string> texts;
  texts.reserve(program.symbols.size());
  for (const Symbol& symbol : program.symbols) {
    texts.push_back(language.symbol(programs, program, symbol));
  }
  return texts;
}

// The include guard of a helper, derived from its first line of code:
// `WEFT_FLOAT3X3_INVERSE_FLOAT3X3_M`.
std::string guard_of_helper(const std::string& text) {
  const std::size_t end = text.find(')');
  const std::size_t begin = text.rfind('\n', end);
  std::string guard = "WEFT_";
  for (std::size_t i = begin == std::string::npos ? 0 : begin + 1; i < end; ++i) {
    const char c = text[i];
    const bool is_lower = c >= 'a' && c <= 'z';
    const bool is_kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_lower || is_kept) {
      guard += is_lower ? static_cast<char>(c - 'a' + 'A') : c;
    } else if (guard.back() != '_') {
      guard += '_';
    }
  }
  return guard;
}

class StagePrinter {
 public:
  StagePrinter(const Library& library, const Plan& plan, const Programs& programs,
               const Program& program, const TargetLanguage& language, PrintedFunctions* memo)
      : library_(library),
        plan_(plan),
        programs_(programs),
        functions_(programs, program, language, memo),
        program_(functions_.raise()),
        language_(language),
        symbols_(symbol_texts(programs, program_, language)),
        scope_{programs, program_, language.spelling, symbols_,
               programs.has_float16 ? language.float16 : nullptr} {}

  StageText run() {
    std::string text;
    text.reserve(program_.main.stmts.size() * usual_line);
    append_head(text);
    append_structs(text);
    language_.append_interface(text, programs_, program_);
    append_helpers(text);
    for (std::size_t i = program_.helper_count; i < program_.functions.size(); ++i) {
      const std::size_t begin = text.size();
      append_leaf(text, i - program_.helper_count);
      marks_.functions.push_back({begin, text.size(), program_.functions[i].fragment});
    }
    marks_.main_begin = text.size();
    append_main(text);
    text += programs_.interface.functions
                ? '\n' + include_guard().end(file_name(" ") +
                                             " has the include guard of another file before it")
                : "";
    return {std::move(text), std::move(marks_)};
  }

 private:
  bool is_helper(const Function& function) const {
    return &function < program_.functions.data() + program_.helper_count;
  }

  /// Material, profile and stage, joined by `between`.
  std::string file_name(std::string_view between) const {
    std::string name(library_.text(library_.materials[plan_.material].name));
    name += between;
    name += library_.text(library_.profiles[plan_.profile].name);
    name += between;
    name += stage_name(program_.stage);
    return name;
  }

  IncludeGuard include_guard() const { return {file_name("_"), file_name(",")}; }

  void append_head(std::string& out) {
    const Material& material = library_.materials[plan_.material];
    if (programs_.interface.functions) {
      out += include_guard().begin() + '\n';
    } else if (!language_.version.empty()) {
      out += language_.version;
      const std::vector<PreviousState>& states = programs_.interface.states;
      const bool reads_texels = std::any_of(
          states.begin(), states.end(),
          [](const PreviousState& state) { return state.is_read && state.format.has_value(); });
      out += reads_texels ? language_.texel_extension : std::string_view();
      out += has_float16() ? language_.float16_extension : std::string_view();
      out += '\n';
    }
    out += "// ";
    out += library_.text(material.name);
    out += ", ";
    out += stage_name(program_.stage);
    out += " stage for the profile ";
    out += library_.text(library_.profiles[plan_.profile].name);
    out += ".\n// Made by Weft " WEFT_VERSION;
    if (is_place(material.span)) {
      out += " from ";
      out += shown_name(material.span.file);
    }
    out += "; changes belong there.\n";
  }

  bool has_float16() const {
    return scope_.float16 != nullptr &&
           std::any_of(program_.main.locals.begin(), program_.main.locals.end(),
                       [](const BodyLocal& local) { return local.precision == Precision::Medium; });
  }

  // The structs that the stage's functions mention, in declaration order, so members' structs come
  // first.
  void append_structs(std::string& out) {
    if (programs_.types.struct_count() == 0) {
      return;
    }
    UsedStructs used(programs_.types);
    used.add(program_);
    for (std::size_t i = 0; i + program_.helper_count < program_.functions.size(); ++i) {
      const PrintedFunction* known = functions_.known(i);
      for (std::size_t k = 0; known != nullptr && k < known->names.structs.size(); ++k) {
        used.add(DataType::structure(known->names.structs[k].index));
      }
    }
    for (const Block& block : programs_.interface.blocks) {
      for (const BlockMember& member : block.members) {
        if (block.used[static_cast<std::size_t>(program_.stage)]) {
          used.add(member.stored);
        }
      }
    }
    const std::vector<bool> is_of_host = structs_of_host(programs_);
    for (const std::uint32_t index : used.indices()) {
      std::string text;
      append_struct(text, index);
      out += '\n';
      const std::string& name = programs_.struct_names[index];
      append_guarded(out, guard_of(programs_.interface, is_of_host[index], "STRUCT", name),
                     "struct " + name, text);
    }
  }

  void append_struct(std::string& out, std::uint32_t index) {
    const StructType& type = programs_.types.structure(DataType::structure(index));
    out += language_.spelling.words.struct_word;
    out += ' ';
    out += programs_.struct_names[index];
    out += language_.spelling.struct_open;
    const StoredStruct* stored =
        find_stored(programs_.interface.stored_structs, DataType::structure(index));
    const auto is_padding = [stored](std::size_t member) {
      return stored != nullptr && member < stored->sources.size() && !stored->sources[member];
    };
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      if (i > 0 && is_padding(i) && is_padding(i - 1)) {
        out += ", " + programs_.member_names[index][i];  // padding of a row shares a line
      } else {
        const bool is_matrix = programs_.types.innermost(type.members[i].type).is_matrix();
        out += "    ";
        out +=
            stored != nullptr && is_matrix ? language_.spelling.stored_matrix : std::string_view();
        append_declaration(out, programs_, type.members[i].type, programs_.member_names[index][i],
                           language_.spelling);
      }
      out += is_padding(i) && is_padding(i + 1) ? "" : ";\n";
    }
    out += "};\n";
  }

  // Several included files may need the same helper, so there each is guarded.
  void append_helpers(std::string& out) {
    for (std::size_t i = 0; i < program_.helper_count; ++i) {
      std::string text;
      append_doc_comment(text, program_.functions[i].doc);
      append_function(text, program_.functions[i]);
      const std::string guard =
          programs_.interface.functions ? guard_of_helper(text) : std::string();
      out += '\n';
      out += guard.empty() ? "" : "#ifndef " + guard + "\n#define " + guard + "\n";
      out += text;
      out += guard.empty() ? "" : "#endif\n";
    }
  }

  // `index`: among the functions that are not helpers.
  void append_leaf(std::string& out, std::size_t index) {
    const std::size_t begin = out.size();
    if (const PrintedFunction* known = functions_.known(index)) {
      out += known->text;
      for (const LineMarks::Place& place : known->places) {
        marks_.places.push_back({begin + place.at, place.span});
      }
      return;
    }
    const Function& function = program_.functions[program_.helper_count + index];
    out += '\n';
    append_doc_comment(out, function.doc);
    if (function.fragment) {
      mark(out.size(), library_.fragments[*function.fragment].span);
    }
    append_function(out, function);
    functions_.keep(index, out, begin, marks_.places);
  }

  void append_function(std::string& out, const Function& function) {
    if (!function.natives.empty()) {
      const std::size_t begin = out.size();
      append_native(out, function);
      out += '\n';
      mark_native(out, begin, function);
      return;
    }
    append_signature(out, function);
    out += "\n{\n";
    StatementPrinter(
        scope_, function.body, function.parameters, function.local_names, out, function.precision,
        [&](std::size_t at, BodyStmtId stmt) { mark(at, function.body.stmts[stmt].span); })
        .print_all();
    out += "}\n";
  }

  void append_native(std::string& out, const Function& function) {
    const NativeText* native = find_native(function, language_.name);
    if (native == nullptr) {
      return;
    }
    for (const NativePiece& piece : native->pieces) {
      if (piece.parameter) {
        const FunctionParameter& parameter = function.parameters[*piece.parameter];
        append_declaration(out, programs_, parameter.type, parameter.name, language_.spelling);
      } else {
        out += piece.symbol ? symbols_[*piece.symbol] : piece.text;
      }
    }
  }

  void append_value(std::string& out, DataType type, Precision precision, const std::string& name) {
    if (precision == Precision::Medium) {
      out += spelled_medium(type, language_.spelling, scope_.float16);
      out += ' ';
      out += name;
    } else {
      append_declaration(out, programs_, type, name, language_.spelling);
    }
  }

  void append_signature(std::string& out, const Function& function) {
    append_value(out, function.result, function.precision, function.name);
    out += '(';
    bool is_first = true;
    for (const FunctionParameter& parameter : function.parameters) {
      out += is_first ? "" : ", ";
      append_value(out, parameter.type, parameter.precision, parameter.name);
      is_first = false;
    }
    for (const std::uint32_t local : out_parameters(function)) {
      out += is_first ? "" : ", ";
      out += language_.spelling.words.out_word;
      out += ' ';
      append_declaration(out, programs_, function.body.locals[local].type,
                         function.local_names[local], language_.spelling);
      is_first = false;
    }
    out += ')';
  }

  // Sets the source position of the text from `at` up to the next mark. Text without a position
  // keeps the last one.
  void mark(std::size_t at, const Span& place) {
    if (is_place(place)) {
      marks_.places.push_back({at, place});
    }
  }

  // Lines of native code, from `begin` in the text, map to the source lines one by one.
  void mark_native(const std::string& out, std::size_t begin, const Function& function) {
    if (!function.fragment) {
      return;
    }
    for (const NativeCode& code : library_.fragments[*function.fragment].natives()) {
      if (library_.text(code.language) != language_.name) {
        continue;
      }
      // From the first nonempty line after the quotes.
      const std::string_view text = library_.sources[code.span.file].text(code.span);
      const std::size_t quotes = text.find("\"\"\"");
      std::size_t at =
          quotes == std::string_view::npos ? quotes : text.find_first_not_of("\r\n", quotes + 3);
      while (at < text.size() && begin < out.size()) {
        const auto offset = static_cast<std::uint32_t>(at);
        mark(begin, {code.span.file, code.span.begin + offset, code.span.end});
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
        begin = std::min(out.find('\n', begin), out.size() - 1) + 1;
      }
    }
  }

  void append_main(std::string& out) {
    out += '\n';
    mark(out.size(), library_.materials[plan_.material].span);
    const MainFrame frame = language_.main_frame(programs_, program_);
    out += frame.head;
    out += "\n{\n";
    out += frame.begin;
    const std::vector<FunctionParameter> no_parameters;
    StatementPrinter(
        scope_, program_.main, no_parameters, program_.local_names, out, Precision::Full,
        [this](std::size_t at, BodyStmtId stmt) {
          const std::optional<EvaluationId> origin = program_.origins[stmt.index()];
          mark(at, origin ? plan_.evaluations[*origin].origin.span.value_or(Span()) : Span());
        },
        [this](std::string& text, BodyStmtId stmt) { remark(text, stmt); })
        .print_all();
    mark(out.size(), library_.materials[plan_.material].span);
    out += frame.end;
    out += "}\n";
  }

  // Appends `// worn_metal.weft:23`, and marks the end of the line.
  void remark(std::string& out, BodyStmtId stmt) {
    const std::optional<EvaluationId> origin = program_.origins[stmt.index()];
    marks_.statement_ends.push_back({out.size(), origin});
    const auto* assign = std::get_if<AssignBody>(&program_.main.stmts[stmt].kind);
    const bool is_end = assign != nullptr && assign->target != assign->value;
    if (!origin || is_end) {
      return;
    }
    const std::optional<Span>& span = plan_.evaluations[*origin].origin.span;
    if (span && is_place(*span)) {
      out += remark_mark;
      out += shown_name(span->file);
      out += ':';
      append_number(out, library_.sources[span->file].position(span->begin).line);
    }
  }

  // The file's name for comments. Neighboring lines tend to be from one file.
  const std::string& shown_name(FileId file) {
    if (named_file_ != file) {
      named_file_ = file;
      shown_name_ = comment_text(base_name(library_.sources[file].path()));
    }
    return shown_name_;
  }

  const Library& library_;
  const Plan& plan_;
  const Programs& programs_;
  FunctionTexts functions_;
  const Program program_;  // raised
  const TargetLanguage& language_;
  std::vector<std::string> symbols_;
  PrintScope scope_;
  LineMarks marks_;
  std::optional<FileId> named_file_;  // the file that shown_name_ is for
  std::string shown_name_;
};

}  // namespace

StageText print_stage(const Library& library, const Plan& plan, const Programs& programs,
                      const Program& program, const TargetLanguage& language,
                      PrintedFunctions* memo) {
  return StagePrinter(library, plan, programs, program, language, memo).run();
}

}  // namespace weft
