#include <array>

#include <fmt/format.h>

#include "fragments/syntax/number_literal.h"
#include "fragments/syntax/print_syntax_printer.h"

namespace weft::printing {
namespace {

void print_provide(SyntaxPrinter& printer, const syntax::ProvideItem& item) {
  constexpr std::string_view kinds[] = {"attribute", "uniform", "push", "buffer", "builtin"};
  printer.lines.begin_item(item.span.begin, item.span.end);
  printer.lines.indent();
  Pieces pieces;
  if (item.definition) {
    pieces
        .text(fmt::format("provide {}{} = ", paths_text(printer, item.features),
                          item.is_per_fragment ? " at fragment" : ""))
        .expr(*item.definition);
    print(printer, std::move(pieces.text(";")));
    printer.lines.end_line(item.span.end);
    return;
  }
  pieces.text(fmt::format("provide {} as {}", paths_text(printer, item.features),
                          kinds[static_cast<std::size_t>(item.kind)]));
  if (item.attribute) {
    pieces.text(fmt::format(" {}{}", *item.attribute, item.per_instance ? " instance" : ""));
  }
  add_meta(printer, item.meta, pieces);
  print(printer, std::move(pieces.text(";")));
  printer.lines.end_line(item.span.end);
}

void print_demand(SyntaxPrinter& printer, const syntax::DemandItem& item) {
  constexpr auto targets = std::to_array<std::string_view>(
      {" as target ", " as depth", " as clip", " as discard", " as image ", " as buffer "});
  printer.lines.begin_item(item.span.begin, item.span.end, &item.doc);
  printer.lines.indent();
  Pieces pieces;
  pieces.text(fmt::format("{} demand {}: ", stage_name(item.stage), printer.text(item.name)));
  add_type(printer, item.type, pieces);
  if (item.target) {
    pieces.text(targets[static_cast<std::size_t>(item.target->kind)]);
    const std::string_view target = targets[static_cast<std::size_t>(item.target->kind)];
    pieces.text(target.back() == ' ' ? fmt::to_string(item.target->index) : "");
    pieces.text(item.target->format ? " " + printer.text(*item.target->format) : "");
  }
  pieces.text(item.is_invariant ? " invariant" : "").text(item.is_flat ? " flat" : "");
  if (item.default_value) {
    pieces.text(" = ").expr(*item.default_value);
  }
  print(printer, std::move(pieces.text(";")));
  printer.lines.end_line(item.span.end);
}

void print_profile_block(SyntaxPrinter& printer, const syntax::BlockItem& item) {
  printer.lines.begin_item(item.span.begin, item.head_end);
  printer.lines.indent();
  printer.lines.write(
      fmt::format("block {} {} ", printer.text(item.name),
                  item.is_push ? std::string("as push")
                               : fmt::format("at set {} binding {}", item.set, item.binding)));
  printer.lines.open_block();
  for (const syntax::BlockMemberItem& member : item.members) {
    const Span span = member.span;
    printer.lines.begin_item(span.begin, span.end);
    printer.lines.indent();
    Pieces pieces;
    pieces.text(paths_text(printer, {member.feature}));
    add_meta(printer, member.meta, pieces);
    print(printer, std::move(pieces.text(";")));
    printer.lines.end_line(span.end);
  }
  printer.lines.close_block(item.span.end);
  printer.lines.end_line(item.span.end);
}

void print_setting(SyntaxPrinter& printer, const syntax::SettingItem& item) {
  printer.lines.begin_item(item.span.begin, item.span.end);
  printer.lines.indent();
  const auto* name = std::get_if<syntax::Identifier>(&item.value);
  printer.lines.write(
      "set " + printer.text(item.name) + " " +
      (name != nullptr ? printer.text(*name) : spell_real(std::get<double>(item.value))) + ";");
  printer.lines.end_line(item.span.end);
}

}  // namespace

void print_profile(SyntaxPrinter& printer, const syntax::ProfileDecl& profile, std::uint32_t end) {
  printer.lines.write("profile " + printer.text(profile.name) +
                      (profile.base ? ": " + printer.text(*profile.base) : "") +
                      (profile.as_functions ? " as functions " : " "));
  printer.lines.open_block();
  for (const auto& item : profile.items) {
    if (const auto* provide = std::get_if<syntax::ProvideItem>(&item)) {
      print_provide(printer, *provide);
    } else if (const auto* demand = std::get_if<syntax::DemandItem>(&item)) {
      print_demand(printer, *demand);
    } else if (const auto* block = std::get_if<syntax::BlockItem>(&item)) {
      print_profile_block(printer, *block);
    } else {
      print_setting(printer, std::get<syntax::SettingItem>(item));
    }
  }
  printer.lines.close_block(end);
}

}  // namespace weft::printing
