#include <algorithm>

#include "fragments/syntax/print_syntax_printer.h"
#include "fragments/syntax/print_syntax_wrap.h"

namespace weft {

void SyntaxPrinter::indent() { out_.append(level_ * 4, ' '); }

void SyntaxPrinter::open_block() {
  out_ += "{\n";
  ++level_;
  first_in_block_ = true;
}

void SyntaxPrinter::close_block(std::uint32_t end) {
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

void SyntaxPrinter::keep_blank_line(std::uint32_t begin) {
  if (!first_in_block_ && comments_.blank_line_between(last_end_, begin)) {
    out_ += '\n';
  }
  first_in_block_ = false;
}

void SyntaxPrinter::print_comment_line(const Comment& comment, bool plain) {
  indent();
  out_ += comments_.text(comment, plain);
  out_ += '\n';
  last_end_ = comment.end;
}

void SyntaxPrinter::begin_item(std::uint32_t begin, std::uint32_t head_end,
                               const std::string* doc) {
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
  print_inner_comments(head_end);
  if (doc == nullptr || doc->empty()) {
    return;
  }
  for (std::size_t at = 0; at <= doc->size();) {
    std::size_t line_end = std::min(doc->find('\n', at), doc->size());
    indent();
    out_ += line_end == at ? "///" : "/// ";
    out_.append(*doc, at, line_end - at);
    out_ += '\n';
    at = line_end + 1;
  }
}

void SyntaxPrinter::print_inner_comments(std::uint32_t end) {
  while (comments_.any_before(end)) {
    const Comment& comment = comments_.peek();
    auto loop = std::upper_bound(
        loops_.begin(), loops_.end(), comment.begin,
        [](std::uint32_t offset, const Span& span) { return offset < span.begin; });
    if (loop != loops_.begin() && comment.begin < std::prev(loop)->end) {
      return;
    }
    comments_.take();
    if (!is_printed_as_doc(comment)) {
      print_comment_line(comment, true);
    }
  }
}

bool SyntaxPrinter::is_printed_as_doc(const Comment& comment) const {
  return comment.kind == Comment::Kind::Doc &&
         std::binary_search(documented_.begin(), documented_.end(),
                            comments_.token_behind(comment));
}

void SyntaxPrinter::end_line(std::uint32_t end) {
  while (comments_.is_next_behind(end)) {
    const Comment& comment = comments_.take();
    if (wraps_) {
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
  out_ += '\n';
}

}  // namespace weft
