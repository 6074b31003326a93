#include "conversions/text_queries.h"

#include <utility>

namespace weft {

Result<const ConversionAnswer*> TextQueries::find(std::string_view from, std::string_view to,
                                                  ConversionMemo::FeaturesId available) {
  const Result<Read> source = read(from);
  Result<Read> target = read(to);
  if (source && target) {
    return &memo_.find(source->type, types_, target->demand, available);
  }
  Diagnostics errors = source ? Diagnostics() : source.error();
  if (!target) {
    for (Diagnostic& error : target.error()) {
      errors.push_back(std::move(error));
    }
  }
  return failed(std::move(errors));
}

Result<TextQueries::Read> TextQueries::read(std::string_view text) {
  if (const auto known = texts_.find(text)) {
    return read_[known->index()];
  }
  Result<Demand> demand = parse_type_text(text, lattice_, names_);
  if (!demand) {
    return failed(std::move(demand.error()));
  }
  if (texts_.size() >= max_texts) {
    texts_ = Interner();
    read_.clear();
  }
  texts_.intern(text);
  read_.push_back({types_.intern(type_of(*demand, lattice_)), memo_.intern(*demand)});
  return read_.back();
}

}  // namespace weft
