#include "fragments/syntax/print_syntax_lines.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "fragments/syntax/print_syntax_wrap.h"

namespace weft::printing {

LineWriter::LineWriter(CommentFeed comments, SourceMarks marks)
    : comments_(std::move(comments)), marks_(std::move(marks)) {}

void LineWriter::enter() {
  ++level_;
  first_in_block_ = true;
}

void LineWriter::open_block() {
  out_ += "{\n";
  enter();
}

void LineWriter::close_block(std::uint32_t end) {
  std::uint32_t brace = end == 0 ? 0 : end - 1;
  while (comments_.any_before(brace)) {
    const Comment& comment = comments_.take();
    if (!is_printed_as_doc(comment)) {
      keep_blank_line(comment.begin);
      print_comment_line(comment, false);
    }
  }
  --level_;
  first_in_block_ = false;
  indent();
  out_ += '}';
}

void LineWriter::begin_branch(std::uint32_t begin) {
  out_ += '\n';
  last_end_ = begin;
  enter();
}

void LineWriter::keep_blank_line(std::uint32_t begin) {
  if (!first_in_block_ && comments_.blank_line_between(last_end_, begin)) {
    out_ += '\n';
  }
  first_in_block_ = false;
}

void LineWriter::print_comment_line(const Comment& comment, bool plain) {
  indent();
  out_ += comments_.text(comment, plain);
  out_ += '\n';
  last_end_ = comment.end;
}

void LineWriter::begin_item(std::uint32_t begin, std::uint32_t head_end, const std::string* doc) {
  std::optional<std::uint32_t> doc_begin;
  while (comments_.any_before(begin)) {
    const Comment& comment = comments_.take();
    if (doc != nullptr && comments_.is_doc_of(comment, begin)) {
      doc_begin = doc_begin ? doc_begin : comment.begin;
      continue;
    }
    if (is_printed_as_doc(comment)) {
      continue;
    }
    keep_blank_line(comment.begin);
    print_comment_line(comment, doc != nullptr);
  }
  keep_blank_line(doc_begin.value_or(begin));
  print_inner_comments(begin, head_end);
  if (doc != nullptr && !doc->empty()) {
    print_doc(*doc);
  }
}

void LineWriter::print_doc(std::string_view doc) {
  for (std::size_t at = 0; at <= doc.size();) {
    const std::size_t line_end = std::min(doc.find('\n', at), doc.size());
    indent();
    out_ += line_end == at ? "///" : "/// ";
    out_ += doc.substr(at, line_end - at);
    out_ += '\n';
    at = line_end + 1;
  }
}

void LineWriter::print_inner_comments(std::uint32_t begin, std::uint32_t end) {
  comments_.take_those_before(
      end, [&](const Comment& comment) { return !marks_.nested.is_inside(comment.begin, begin); },
      [&](const Comment& comment) {
        if (!is_printed_as_doc(comment)) {
          print_comment_line(comment, true);
        }
      });
}

void LineWriter::print_comments_before(std::uint32_t end) {
  while (comments_.any_before(end)) {
    print_comment_line(comments_.take(), true);
  }
}

void LineWriter::print_last_comments() {
  while (comments_.any_before(static_cast<std::uint32_t>(-1))) {
    const Comment& comment = comments_.take();
    keep_blank_line(comment.begin);
    print_comment_line(comment, false);
  }
}

bool LineWriter::is_printed_as_doc(const Comment& comment) const {
  return comment.kind == Comment::Kind::Doc &&
         std::binary_search(marks_.documented.begin(), marks_.documented.end(),
                            comments_.token_behind(comment));
}

void LineWriter::end_line(std::uint32_t end, std::uint32_t list_end) {
  while (comments_.is_next_behind(end) && !comments_.is_before_item(comments_.peek(), list_end)) {
    const Comment& comment = comments_.take();
    if (marks_.wraps) {
      out_ += wrap::remark;
    }
    out_ += "  ";
    out_ += comments_.text(comment, true);
    end = comment.end;
    if (comment.kind != Comment::Kind::Block) {
      break;
    }
  }
  last_end_ = end;
  first_in_block_ = false;
  out_ += '\n';
}

std::size_t LineWriter::line_ends_from(std::size_t offset) const {
  return static_cast<std::size_t>(
      std::count(out_.begin() + static_cast<std::ptrdiff_t>(offset), out_.end(), '\n'));
}

void LineWriter::separate(std::size_t offset) {
  if (out_[offset] != '\n') {
    out_.insert(offset, 1, '\n');
  }
}

std::string LineWriter::exchange(std::string text) { return std::exchange(out_, std::move(text)); }

}  // namespace weft::printing
