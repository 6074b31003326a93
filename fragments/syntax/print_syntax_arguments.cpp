#include "fragments/syntax/print_syntax_printer.h"
#include "fragments/syntax/print_syntax_wrap.h"

// Arguments of calls, with the comments among them: on the line of the call, or a line each if a
// comment ends a line or has one of its own.

namespace weft::printing {
namespace {

// Text with marks where a call may be broken into several lines.
constexpr std::string_view open_mark = "(\x01";
constexpr std::string_view separator_mark = ",\x02";
constexpr std::string_view close_mark = "\x03)";

/// Piece::end of the comments between the parentheses of a call without arguments.
constexpr std::uint32_t no_argument = 1;

/// Whether there are comments to print among the arguments of a call, from behind the callee.
bool has_comment_among(const LineWriter& lines, Span arguments) {
  return lines.comments().any_left_within(arguments.begin, arguments.end) &&
         lines.marks().nested.contains(arguments);
}

/// Whether the arguments have a line each: a comment ends a line or has one of its own, as it has
/// in a loop.
bool breaks_lines(const LineWriter& lines, Span arguments) {
  const CommentFeed& comments = lines.comments();
  return comments.any_left_before(arguments.end, [&](const Comment& comment) {
    return !comments.on_one_line(comment.begin, comments.token_behind(comment)) ||
           lines.marks().loops.is_inside(comment.begin, arguments.begin);
  });
}

/// Takes the comments before and in an argument, but not those in its loops and calls.
template <typename Use>
void take_comments_of(LineWriter& lines, std::uint32_t begin, std::uint32_t end, Use use) {
  lines.comments().take_those_before(
      end,
      [&](const Comment& comment) { return !lines.marks().nested.is_inside(comment.begin, begin); },
      use);
}

std::uint32_t begin_of(const SyntaxPrinter& printer, const syntax::Argument& argument) {
  return argument.name ? argument.name->span.begin
                       : printer.module.exprs[argument.value].span.begin;
}

void add_argument(const SyntaxPrinter& printer, const syntax::Argument& argument, Pieces& into) {
  into.text(argument.name ? printer.text(*argument.name) + ": " : "").expr(argument.value);
}

void add_argument_lines(const SyntaxPrinter& printer, const syntax::CallExpr& call,
                        std::uint32_t end, Pieces& into) {
  into.text("(").other(Piece::Kind::OpenList);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const syntax::Argument& argument = call.arguments[i];
    const std::uint32_t argument_end = printer.module.exprs[argument.value].span.end;
    into.other(Piece::Kind::ArgumentBegin, begin_of(printer, argument), argument_end);
    add_argument(printer, argument, into);
    into.text(i + 1 < call.arguments.size() ? "," : "");
    into.other(Piece::Kind::ArgumentEnd, argument_end, end);
  }
  into.other(Piece::Kind::CloseList, end - 1).text(")");
}

}  // namespace

void expand_arguments(const SyntaxPrinter& printer, syntax::ExprId id, Pieces& into) {
  const auto& call = std::get<syntax::CallExpr>(printer.module.exprs[id].kind);
  const std::uint32_t end = printer.module.exprs[id].span.end;
  const Span arguments{FileId(0), printer.module.exprs[call.callee].span.end, end};
  const bool has_comments = has_comment_among(printer.lines, arguments);
  if (has_comments && breaks_lines(printer.lines, arguments)) {
    add_argument_lines(printer, call, end, into);
    return;
  }
  const bool wraps = printer.lines.marks().wraps;
  into.text(wraps ? open_mark : "(");
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const syntax::Argument& argument = call.arguments[i];
    if (has_comments) {
      into.other(Piece::Kind::LeadingComments, begin_of(printer, argument),
                 printer.module.exprs[argument.value].span.end);
    }
    add_argument(printer, argument, into);
    const bool is_last = i + 1 == call.arguments.size();
    if (has_comments) {
      into.other(Piece::Kind::TrailingComments,
                 is_last ? end - 1 : begin_of(printer, call.arguments[i + 1]));
    }
    into.text(is_last ? "" : wraps ? separator_mark : ", ");
  }
  if (has_comments && call.arguments.empty()) {
    into.other(Piece::Kind::TrailingComments, end - 1, no_argument);
  }
  into.text(wraps ? close_mark : ")");
}

void open_list(LineWriter& lines) {
  lines.write("\n");
  lines.enter();
}

void begin_argument(LineWriter& lines, std::uint32_t begin, std::uint32_t end) {
  const CommentFeed& comments = lines.comments();
  std::string before;
  take_comments_of(lines, begin, end, [&](const Comment& comment) {
    if (comments.on_one_line(comment.begin, comments.token_behind(comment))) {
      before += comments.text(comment, true) + ' ';
    } else {
      lines.print_comment_line(comment, true);
    }
  });
  lines.indent();
  lines.write(before);
}

void close_list(LineWriter& lines, std::uint32_t end) {
  lines.print_comments_before(end);
  lines.leave();
  lines.indent();
}

void write_leading_comments(LineWriter& lines, std::uint32_t begin, std::uint32_t end) {
  take_comments_of(lines, begin, end, [&](const Comment& comment) {
    lines.write(lines.comments().text(comment, true) + ' ');
  });
}

void write_trailing_comments(LineWriter& lines, std::uint32_t next, bool is_first) {
  CommentFeed& comments = lines.comments();
  while (comments.any_before(next) && comments.ends_item(comments.peek())) {
    lines.write(is_first ? "" : " ");
    lines.write(comments.text(comments.take(), true));
    is_first = false;
  }
}

}  // namespace weft::printing
