#include "fragments/analysis/laws.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "fragments/analysis/body_laws.h"
#include "support/hash.h"

namespace weft {

std::size_t LeafLaws::QuestionHash::operator()(const QuestionView& question) const {
  std::uint64_t hash = question.fragment.index();
  for (const DataType type : question.type_arguments) {
    hash = mix_hash(hash, static_cast<std::uint64_t>(type.kind()) << 32 |
                              static_cast<std::uint64_t>(type.rows()) << 16 | type.index());
  }
  for (const Law law : question.inputs) {
    hash = mix_hash(hash, static_cast<std::uint64_t>(law));
  }
  for (const UnreadFeature& unread : question.special.unread) {
    hash = mix_hash(hash, std::uint64_t{unread.port} << 32 | unread.position);
  }
  if (const LeafPart* part = question.special.part.get(); part != nullptr && part->value) {
    hash = mix_hash(hash, part->value->index());
  }
  return static_cast<std::size_t>(hash);
}

const std::vector<Law>* LeafLaws::find(const QuestionView& question) const {
  const auto known = known_.find(question);
  return known == known_.end() ? nullptr : &known->second;
}

std::vector<Law> LeafLaws::native_results(const Fragment& fragment,
                                          const std::vector<Law>& inputs) const {
  const auto ports = static_cast<std::ptrdiff_t>(fragment.ports.size());
  const bool is_same =
      std::all_of(inputs.begin(), inputs.end(), [](Law law) { return is_constant(law); });
  const bool has_same_features =
      std::all_of(inputs.begin() + ports, inputs.end(), [](Law law) { return is_constant(law); });
  Law law = Law::Zero;
  for (std::ptrdiff_t i = 0; i < ports; ++i) {
    law = join(law, inputs[static_cast<std::size_t>(i)]);
  }
  const std::optional<Law> declared = declared_law(library_, fragment);
  if (is_same) {
    law = Law::Constant;
  } else if (!declared || *declared == Law::Nonlinear || !has_same_features) {
    law = Law::Nonlinear;
  } else {
    law = join(law, *declared);
  }
  return std::vector<Law>(fragment.results.size(), law);
}

/// A question that is being answered.
struct LeafLaws::OpenQuestion {
  OpenQuestion(const LeafLaws& laws, Question asked) : question(std::move(asked)) {
    const Library& library = laws.library_;
    if (const Body* body =
            find_body(library, question.fragment, question.type_arguments, question.special)) {
      finder.emplace(laws, find_signature(library, question.fragment, question.special), *body,
                     question.inputs);
    }
  }

  Question question;
  std::optional<BodyLawFinder> finder;  ///< nothing: a native body
};

const std::vector<Law>& LeafLaws::results(FragmentId fragment,
                                          const std::vector<DataType>& type_arguments,
                                          const std::vector<Law>& inputs,
                                          const Specialization& special) {
  const QuestionView question(fragment, type_arguments, inputs, special);
  // Consecutive queries are often equal.
  if (last_ != nullptr && QuestionEqual()(last_->first, question)) {
    return last_->second;
  }
  if (const auto known = known_.find(question); known != known_.end()) {
    last_ = &*known;
    return known->second;
  }
  std::vector<std::unique_ptr<OpenQuestion>> open;
  open.push_back(
      std::make_unique<OpenQuestion>(*this, Question{fragment, type_arguments, inputs, special}));
  while (!open.empty()) {
    OpenQuestion& next = *open.back();
    if (find(next.question) == nullptr) {
      if (auto missing = next.finder ? next.finder->run() : std::nullopt) {
        open.push_back(std::make_unique<OpenQuestion>(*this, std::move(*missing)));
        continue;
      }
      const Fragment& asked =
          find_signature(library_, next.question.fragment, next.question.special);
      known_.emplace(next.question, next.finder ? next.finder->results()
                                                : native_results(asked, next.question.inputs));
    }
    open.pop_back();
  }
  last_ = &*known_.find(question);
  return last_->second;
}

std::optional<Law> declared_law(const Library& library, const Fragment& fragment) {
  if (!fragment.law) {
    return std::nullopt;
  }
  const std::string_view name = library.text(*fragment.law);
  if (name == law_name(Law::Linear)) {
    return Law::Linear;
  }
  return name == law_name(Law::Affine) ? Law::Affine : Law::Nonlinear;
}

}  // namespace weft
